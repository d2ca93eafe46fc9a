"""The sentences behind the codes of Compounded's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled
from adjudicator.reference.stability import capital_name

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


TOOLS = {
    "goggles": "Safety Goggles: discarded, they draw crystals for one Research turn",
    "key": "a Lab Key: discarded, it makes you the lead scientist of the next turn",
    "pipet": "a Pipet: two equal crystals for one from the bag instead of three",
    "cylinder": "a Graduated Cylinder: one experiment a level down, another a level up, once a turn",
    "burner": "a Bunsen Burner: discarded, it puts a flame on a card that has none",
    "journal": "a Journal: once in a Lab phase a crystal of what you score stays with you",
}
REACTIONS = {
    "grant": "Grant: whoever scores it raises an experiment of another scientist",
    "volatile": "Volatile: when it is scored, every card that burns gets a flame",
}


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
    "real_compound": lambda name: f"{capital_name(name)} is real, but no card of this box has it.",
    "crystals_in_bag": lambda: "There are crystals of every element.",
    "no_such_crystal": lambda symbols: f"The bag has no crystals of {listed(symbols)}.",
    "too_few_crystals": lambda symbol, count: f"There are only {count} crystals of {symbol}.",
    "is_card": lambda name, points, lesson: f"{name}, {points} points. {lesson}",
    "state_of_card": _state,
    "flames_of_card": _flames,
    "tool_of_card": lambda tool: f"It brings {TOOLS[tool]}.",
    "reaction_of_card": lambda reaction: f"It sets off a reaction. {REACTIONS[reaction]}.",
    "is_extinguisher": lambda crystals, worth: (
        f"The fire extinguisher: every scientist builds one of {listed(crystals)}. Ready, it keeps a flame "
        f"off one card; unused, it is worth {worth} points at the end."
    ),
    "real_but_no_card": lambda text, name: (
        f"{text} is {name}: a real compound, but no card of this box has it."
    ),
    "no_card_not_on_record": lambda text: f"No card has {text}, and no such compound is on record.",
    "zero_for_letter": lambda text, meant: (
        f"{text} has a zero in it. Did you mean {meant}, with the letter O?"
    ),
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
