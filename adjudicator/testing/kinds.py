"""Whether every `match` over actions or matters names all their kinds, which mypy cannot check.

mypy knows the kinds of a union and not those of a group of `Typed`. A kind that is added and forgotten in a
`match` would be passed over in silence.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agenda import by_type
from adjudicator.engine.offers import OfferAction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adjudicator.engine.game import Game


class Lapse(NamedTuple):
    """A `match` that names some kinds of a group and not these."""

    path: Path
    line: int
    kinds: tuple[str, ...]
    rest: str  # the source of its `case _`; "" where it has none

    def __str__(self) -> str:
        place = f"{self.path.parent.name}/{self.path.name}:{self.line}"
        return f"{place} names no {', '.join(self.kinds)}, and has no `case _`"


def lapses_of(game: Game[Any, Any]) -> list[Lapse]:
    """Those in the package that declares its actions, or in the module if that is in no package."""
    groups = [*groups_of(game.actions), *groups_of(game.matters), *groups_of(by_type(OfferAction))]
    return [lapse for path in _sources(game) for lapse in lapses_in(path, groups)]


def groups_of(kinds: Mapping[str, type[Any]]) -> list[frozenset[str]]:
    """The names of the classes, group by group; those of no group are one."""
    groups: dict[Any, set[str]] = defaultdict(set)
    for kind in kinds.values():
        groups[kind.__base__].add(kind.__name__)
    return [frozenset(group) for group in groups.values()]


def lapses_in(path: Path, groups: Iterable[frozenset[str]]) -> Iterator[Lapse]:
    source = path.read_text(encoding="utf-8")
    for match in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Match)):
        names = set(_classes(match))
        missing = sorted(kind for group in groups if group & names for kind in group - names)
        if missing:
            yield Lapse(path, match.lineno, tuple(missing), _rest(match, source))


def _classes(match: ast.Match) -> Iterator[str]:
    for case in match.cases:
        for node in ast.walk(case.pattern):
            if isinstance(node, ast.MatchClass):
                yield node.cls.attr if isinstance(node.cls, ast.Attribute) else ast.unparse(node.cls)


def _rest(match: ast.Match, source: str) -> str:
    last = match.cases[-1]
    for_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    lines = source.splitlines()[last.pattern.lineno - 1 : last.body[-1].end_lineno]
    return "\n".join(lines) if for_all else ""


def _sources(game: Game[Any, Any]) -> list[Path]:
    module = sys.modules[next(iter(game.actions.values())).__module__]
    path, package = Path(str(module.__file__)), (module.__package__ or "").rpartition(".")[2]
    if not package:
        return [path]
    folder = path.parents[1] if package == "play" else path.parent  # as our games have it
    return sorted(folder.rglob("*.py"))
