"""How facts of CompoundIt! are said in a sentence, in any language; see `adjudicator.languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming import ide_of, translated
from adjudicator.chem.naming.knowledge.common import DIATOMIC
from adjudicator.languages.templates import measure
from adjudicator.prose import signed
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.notation import written
from adjudicator_rulesets.compoundit.words.judging import ANIONS
from adjudicator_rulesets.compoundit.words.play import reason_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.languages.templates import Speech

MOST_TILES = 5  # of one square, said at once


def _ion(kind: str, charge: int, language: str) -> str:
    """An ion by its name, also where it is a single tile."""
    if kind not in ELEMENTS:
        return translated(kind, language)
    element = translated(ELEMENTS[kind].name, language)
    ide = ide_of(kind, language) if charge < 0 else None
    if not ide:
        return element
    return ide.capitalize() if element[0].isupper() else ide  # as the language writes nouns


def _total(charge: int, speech: Speech, _: str = "") -> str:
    return signed(charge * speech.facts["times"])


def _sum(charges: Sequence[tuple[str, Sequence[int]]], *_: Any) -> str:
    """+2 −1 −1 = 0."""
    numbers = [number for _, own in charges for number in own]
    return f"{' '.join(map(signed, numbers))} = {signed(sum(numbers))}"


def _laid(placements: Sequence[Mapping[str, Any]], *_: Any) -> str:
    return written([Placement(tile["row"], tile["col"], tile["symbol"]) for tile in placements])


@measure
def _diatomic(symbol: str, *_: Any) -> str | None:
    """The symbol, if the element is diatomic."""
    return symbol if symbol in DIATOMIC else None


@measure
def _reason(_: str, speech: Speech, __: str = "") -> str:
    return reason_said(speech.facts)


FILTERS: dict[str, Callable[..., Any]] = {
    "anion": lambda kind, speech, *_: _ion(kind, -1, speech.words.language),
    "cation": lambda kind, speech, *_: _ion(kind, 1, speech.words.language),
    "diatomic": _diatomic,
    "ion": lambda pair, speech, *_: _ion(pair[0], pair[1][0], speech.words.language),
    "kind": lambda kind, speech, *_: _ion(kind, -1 if kind in ANIONS else 1, speech.words.language),
    "laid": _laid,
    "on_square": lambda symbols, *_: symbols[:MOST_TILES],
    "reason": _reason,
    "sum": _sum,
    "total": _total,
    "twice": lambda symbol, *_: f"{symbol}{symbol}",
}
