"""The sentences behind the codes of Compounded's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

RAISES = {"liquid": "Discovery", "gas": "Research", "solid": "Study"}


def _state(state: str) -> str:
    return f"A {state} at room temperature, so it raises {RAISES[state]}."


def _flames(limit: int | None) -> str:
    if limit is None:
        return "It does not burn."
    return f"It burns: {spelled(limit)} flame{'' if limit == 1 else 's'} and it explodes."


def _wild(number: int) -> str:
    return f"{spelled(number)} wild{'' if number == 1 else 's'}"


def _lacking(card: Mapping[str, Any], level: int) -> str:
    """What a card lacks, beyond what wilds can stand for."""
    faults = []
    if card["lacks"]:
        wilds = f" ({_wild(card['wilds'])} at hand)" if card["wilds"] else ""
        faults.append(f"lacks {' '.join(card['lacks'])}{wilds}")
    if card["too_many"]:
        faults.append(
            f"has {spelled(level + card['too_many'])} places, while Research places {level} in a turn"
        )
    return f"{card['card']} ({card['formula']}) {' and '.join(faults)}"


def _ready(card: Mapping[str, Any]) -> str:
    wilds = f" with {_wild(card['wilds'])} for {' '.join(card['lacks'])}" if card["lacks"] else ""
    return f"{_worth(card)}{wilds}"


def _worth(card: Mapping[str, Any]) -> str:
    return f"{card['card']} ({card['formula']}, {card['points']} points)"


def _completes(cards: Sequence[Mapping[str, Any]]) -> str:
    enough = listed([_worth(card) for card in cards], "or")
    return f"No card is made of just these crystals. They are enough for {enough}."


def _nearest(cards: Sequence[str], missing: Sequence[str]) -> str:
    return f"These crystals complete no card. Nearest is {listed(cards, 'or')}: {listed(missing)} is missing."


SENTENCES: dict[str, Callable[..., str]] = {
    "state_of_card": _state,
    "flames_of_card": _flames,
    "bench_completes": lambda cards: (
        f"On bare cards this bench now completes {listed([_ready(card) for card in cards], 'or')}."
    ),
    "bench_completes_none": lambda wilds, level: (
        f"This bench with {_wild(wilds)} completes no bare card in a turn that places {level}."
    ),
    "bench_lacks": lambda cards, level: (
        f"Nearest of the others: {'; '.join(_lacking(card, level) for card in cards)}."
    ),
    "bench_completes_it": lambda card: f"The bench completes it now: {_ready(card)}.",
    "bench_lacks_for_it": lambda card, level: f"The bench does not complete it now: {_lacking(card, level)}.",
    "crystals_complete": _completes,
    "crystals_short": _nearest,
}
