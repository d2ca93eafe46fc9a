"""How facts of Compounded are said in a sentence, in any language; see `adjudicator.languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.languages.templates import measure
from adjudicator_rulesets.compounded.edition import FIELD as SIDE
from adjudicator_rulesets.compounded.play.lab import NOBEL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.languages.templates import Speech

COUNTED_AT_THE_END = ("claims", "bench", "extinguishers", "wilds")


def square(slot: int, side: int = SIDE) -> str:
    """A place of the field as players write it: a1 is the first, d4 the last."""
    row, column = divmod(slot, side)
    return f"{chr(ord('a') + column)}{row + 1}"


def _name_of(seat: int, speech: Speech, _: str = "") -> str:
    """A player, or Nobel, who has the seat after the last."""
    return speech.players[seat] if seat < len(speech.players) else NOBEL


@measure
def _another(seat: int, speech: Speech, _: str = "") -> str | None:
    """Whose crystals are moved, if not those of the player who moves them."""
    name = _name_of(seat, speech)
    return None if name == speech.facts["who"] else name


@measure
def _wild(crystal: str, *_: Any) -> str | None:
    """What a wild stands for."""
    wild, __, symbol = crystal.rpartition(":")
    return symbol if wild else None


def _final(_: int, speech: Speech, __: str = "") -> list[str]:
    """What is counted at the end, where there is any."""
    parts, facts = speech.words.templates, speech.facts
    counted = [(name, facts[name]) for name in COUNTED_AT_THE_END]
    return [parts[name].render(speech.about({"number": number})) or "" for name, number in counted if number]


def _ranked(ranks: Sequence[int | None], speech: Speech, _: str = "") -> str:
    """Anna 12, Ben 9: of those who have a rank."""
    people = [seat for seat, rank in enumerate(ranks) if rank]
    return ", ".join(f"{speech.players[seat]} {speech.facts['scores'][seat]}" for seat in people)


FILTERS: dict[str, Callable[..., Any]] = {
    "another": _another,
    "final": _final,
    "name_of": _name_of,
    "places": lambda too_many, speech, *_: speech.facts["level"] + too_many,
    "ranked": _ranked,
    "square": lambda slot, *_: square(slot),
    "wild": _wild,
}
