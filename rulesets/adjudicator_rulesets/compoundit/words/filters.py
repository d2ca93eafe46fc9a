"""How facts of CompoundIt! are said in a sentence, in any language; see `adjudicator.languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming import ide_of, translated
from adjudicator.chem.naming.knowledge.common import DIATOMIC
from adjudicator.engine.codec import plain
from adjudicator.errors import quote
from adjudicator.languages.templates import measure
from adjudicator.prose import signed
from adjudicator.verdict import Check, Ruling
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import JudgedRun, reason_of
from adjudicator_rulesets.compoundit.judging.double_salts import ANIONS
from adjudicator_rulesets.compoundit.play.notation import written

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


@measure
def _covalent(kind: str | tuple[str, Sequence[int]], speech: Speech, *_: Any) -> str | None:
    """The element of a tile with a positive number that is no ion outside the game: phosphorus.

    Of a kind of cation, or of a kind with its numbers.
    """
    symbol, charge = (kind, 1) if isinstance(kind, str) else (kind[0], kind[1][0])
    if charge < 0 or symbol == "H" or symbol not in ELEMENTS or ELEMENTS[symbol].metal:
        return None
    return translated(ELEMENTS[symbol].name, speech.words.language)


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
    """Why the judge ruled so, from the codes of the event, in the language that is spoken now."""
    facts = speech.facts
    if "runs" not in facts:
        return ""  # the table has settled it
    checks = [Check.from_json(plain(check)) for check in facts["geometry"]]
    runs = [JudgedRun.from_json(plain(run)) for run in facts["runs"]]
    return reason_of(Ruling(facts["ruling"]), checks, runs)


FILTERS: dict[str, Callable[..., Any]] = {
    "anion": lambda kind, speech, *_: _ion(kind, -1, speech.words.language),
    "cation": lambda kind, speech, *_: _ion(kind, 1, speech.words.language),
    "covalent": _covalent,
    "diatomic": _diatomic,
    "ion": lambda pair, speech, *_: _ion(pair[0], pair[1][0], speech.words.language),
    "kind": lambda kind, speech, *_: _ion(kind, -1 if kind in ANIONS else 1, speech.words.language),
    "laid": _laid,
    "on_square": lambda symbols, *_: symbols[:MOST_TILES],
    "reason": _reason,
    "sum": _sum,
    "tile": lambda symbol, *_: symbol if symbol in ELEMENTS else quote(symbol),
    "total": _total,
    "twice": lambda symbol, *_: f"{symbol}{symbol}",
}
