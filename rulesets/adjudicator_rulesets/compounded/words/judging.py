"""The sentences behind the codes of Compounded's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RAISES = {"liquid": "Discovery", "gas": "Research", "solid": "Study"}


def _state(state: str) -> str:
    return f"A {state} at room temperature, so it raises {RAISES[state]}."


def _flames(limit: int | None) -> str:
    if limit is None:
        return "It does not burn."
    return f"It burns: {spelled(limit)} flame{'' if limit == 1 else 's'} and it explodes."


def _completes(cards: Sequence[str]) -> str:
    return f"No card is made of just these crystals. They are enough for {listed(cards, 'or')}."


def _nearest(cards: Sequence[str], missing: Sequence[str]) -> str:
    return f"These crystals complete no card. Nearest is {listed(cards, 'or')}: {listed(missing)} is missing."


SENTENCES: dict[str, Callable[..., str]] = {
    "crystals_in_bag": lambda: "There are crystals of every element.",
    "no_such_crystal": lambda symbols: f"The bag has no crystals of {listed(symbols)}.",
    "too_few_crystals": lambda symbol, count: f"There are only {count} crystals of {symbol}.",
    "is_card": lambda name, points, lesson: f"{name}, {points} points. {lesson}",
    "state_of_card": _state,
    "flames_of_card": _flames,
    "crystals_complete": _completes,
    "crystals_short": _nearest,
}
