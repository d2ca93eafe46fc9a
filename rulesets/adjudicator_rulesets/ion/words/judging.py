"""The sentences behind the codes of Ion's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, mending, signed, spelled
from adjudicator.reference.stability import capital_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

CLASSES = {"acid": "an acid", "base": "a base", "salt": "a salt", "water": "water, no acid, base or salt"}


def points(number: int) -> str:
    return f"{number} point{'' if abs(number) == 1 else 's'}"


def _charges_remain(sum: int, mends: Sequence[Mapping[str, Any]]) -> str:  # noqa: A002 - its name in the verdict
    return f"The charges add up to {signed(sum)}, so it is not neutral.{mending(mends)}"


def _mixed(kinds: Sequence[str], sign: str, layable: bool) -> str:
    bond = " Such a bond may be laid, but it never becomes neutral." if layable else ""
    return f"A compound has one kind of {sign} card; here are {listed(kinds)}.{bond}"


def _there(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['there']} {row['card']}" for row in short])


def _needed(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['number']} {row['card']}" for row in short])


SENTENCES: dict[str, Callable[..., str]] = {
    "real_compound": lambda name: f"{capital_name(name)} is real; these cards do not make it.",
    "cards_in_deck": lambda: "There is a card for each of these in this deck.",
    "zero_for_letter": lambda text, meant: (
        f"{text} has a zero in it. Did you mean {meant}, with the letter O?"
    ),
    "not_in_deck": lambda text, missing: (
        f"{text} cannot be laid with the cards of this deck: there is none for {listed(missing)}."
    ),
    "no_cards_make_it": lambda text: f"No cards of this deck together make {text}.",
    "expansion_missing": lambda card, expansion: (
        f"{card} is a card of the {expansion} expansion, which is not in play."
    ),
    "single_card": lambda: "One card is not a compound: it needs a partner of the other charge.",
    "noble_never_bonds": lambda gases, worth: (
        f"{listed(gases)}: in this game noble gases, with their full shells, bond with nothing. By "
        f"themselves they score {points(worth)}."
    ),
    "radioactive_never_bonds": lambda cards: (
        f"{listed(cards)}: a radioactive card has no charge and never bonds in this game."
    ),
    "both_signs": lambda: "Positive and negative cards meet.",
    "one_sign": lambda sign: f"All these cards are {sign}; in this game only unlike charges bond.",
    "one_kind_each": lambda: "One kind of positive card and one kind of negative card.",
    "mixed_kinds": _mixed,
    "charges_cancel": lambda: "The charges add up to zero.",
    "charges_remain": _charges_remain,
    "can_be_laid": lambda: "These cards can be laid as one group.",
    "finished_before": lambda finished, after: (
        f"{' '.join(finished)} is finished before {'another ' if after in finished else ''}{after} comes, "
        "and a finished compound takes no more cards. So these cards never lie in one group."
    ),
    "several_times": lambda number, formula: (
        f"It is {formula} {spelled(number)} times in one group: all its cards score, and for goals it counts "
        "once."
    ),
    "enough_cards": lambda: "The box has enough of each card.",
    "any_box": lambda: "Only the charges are asked for; how many cards the box has is not counted.",
    "neutral_but_short": lambda formula, short: (
        f"{formula} is neutral, but not from this box: it needs {_needed(short)}, and there is only "
        f"{_there(short)}."
    ),
    "box_is_short": lambda short: f"It needs {_needed(short)}; this box has only {_there(short)}.",
    "compound": lambda formula, worth, kind: f"{formula} is worth {points(worth)}. It is {CLASSES[kind]}.",
}
