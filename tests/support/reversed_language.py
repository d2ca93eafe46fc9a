"""A language that a machine has made: German with every word reversed, in files of TOML and nothing else.

Names of substances come from the words of the chemistry, which stay German in it; what is typed is the same in
every language.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import ruleset
from adjudicator.chem.naming import normalise
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.engine.game import playable_games
from tests.support.english_words import WORD, english_words, texts_in, words_of_names
from tests.unit.languages.test_third_language import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REVERSED = "xr"
KEPT = ("said", "you")  # names of facts; how German bends its verbs
SPARED = re.compile(r"(\{[^{}]*\}|<[^>]*>|&\w+;|https?://\S+)")  # gaps, marks and addresses
SPEAKING = ("list", "else", "one", "count", "between")  # filters whose words are said
# Of people, languages and editions; substances are named by the words of the chemistry.
NAMES = frozenset("adjudicator deutsch english nobel reference sha".split())
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
SUBSTANCE = re.compile(r"(?:oxid|säure|wasserstoff)$")


def backwards(text: str) -> str:
    """Every word from its end; gaps as they are, but for the words that they say."""
    pieces = SPARED.split(text)
    pieces[::2] = [re.sub(r"[^\W\d_]{2,}", lambda word: word[0][::-1], piece) for piece in pieces[::2]]
    pieces[1::2] = ["|".join(map(_step_backwards, gap.split("|"))) for gap in pieces[1::2]]
    return "".join(pieces)


def _step_backwards(step: str) -> str:
    name, _, words = step.partition(" ")
    return f"{name} {backwards(words)}" if name in SPEAKING else step


def said_in(text: str) -> Iterator[str]:
    """What a text says, without its gaps and marks, and what its gaps say besides facts."""
    pieces = SPARED.split(text)
    yield from pieces[::2]
    for step in (step for gap in pieces[1::2] for step in gap.strip("{}").split("|")[1:]):
        name, _, words = step.partition(" ")
        if name in SPEAKING:
            yield words


def _reversed_words(value: Any) -> Any:
    if isinstance(value, str):
        return backwards(value)
    if isinstance(value, dict):
        return {name: _reversed_words(each) for name, each in value.items()}
    return [_reversed_words(each) for each in value] if isinstance(value, list) else value


def _inline(value: Any) -> str:
    """A value as TOML has it, in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(name)} = {_inline(each)}' for name, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


def lay_out_reversed(root: Path) -> None:
    """The program with a reversed language: files of TOML, and the names of substances as German has them."""
    laid_out(root)
    for german in [path for path in root.rglob("de.toml") if path.is_symlink()]:
        words = tomllib.loads(german.read_text(encoding="utf-8"))
        own = {name: each if name in KEPT else _reversed_words(each) for name, each in words.items()}
        text = "".join(f"{json.dumps(name)} = {_inline(each)}\n" for name, each in own.items())
        german.with_name(f"{REVERSED}.toml").write_text(text, encoding="utf-8")
    for folder in [path for path in root.rglob("de") if path.is_dir()]:
        (folder.parent / REVERSED).symlink_to(folder)
    for script in [
        path for path in root.rglob("*.js") if path.is_symlink()
    ]:  # bundled by where they really are
        content = script.read_bytes()
        script.unlink()
        script.write_bytes(content)


def paths_of(root: Path) -> str:
    """What Python needs to find the program of this folder, and the tests."""
    return os.pathsep.join(map(str, (root, root / "rulesets", root / "api", Path.cwd())))


def vocabulary(root: Path, language: str) -> set[str]:
    """The words that the files of a language say; names of facts and filters are none."""
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in root.rglob(f"{language}.toml")]
    said = (piece for own in files for text in texts_in(_without_kept(own)) for piece in said_in(text))
    return {word.casefold() for piece in said for word in WORD.findall(piece)}


def _without_kept(own: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in own.items() if name not in KEPT}


def words_in(text: str) -> list[str]:
    """Words, but no formulas (NaCl, HHO) and no names of substances."""
    words = [word for word in WORD.findall(text) if word.islower() or word.istitle()]
    return [word for word in words if not SUBSTANCE.search(word) and not _names_substance(word)]


def _names_substance(word: str) -> bool:
    return bool(read(normalise(word, "de"), "de").definite)


def _names_of_games() -> set[str]:
    """As they are printed (Ion) and typed (valence-plus)."""
    names = {name for game in playable_games() for name in (game, ruleset.game(game).title)}
    return names | {word for name in names for word in name.split() if word.istitle()}


class Strangers:
    """Finds words of other languages in texts that should be in the reversed one."""

    def __init__(self, root: Path) -> None:
        named = "|".join(sorted(map(re.escape, _names_of_games()), key=len, reverse=True))
        self._named = re.compile(rf"(?<!\w)(?:{named})(?!\w)")
        theirs = english_words() | vocabulary(root, "en") | vocabulary(root, "de")
        self._others = theirs - vocabulary(root, REVERSED) - words_of_names("de") - NAMES

    def in_texts(self, texts: Iterable[str]) -> set[str]:
        whole = (text.replace(SOFT_HYPHEN, "") for text in texts)  # long names may break at the end of a line
        words = (word for text in whole for word in words_in(self._named.sub(" ", text)))
        return {word for word in words if word.casefold() in self._others}
