"""The sentences behind the codes of Ion's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, mending, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

CLASSES = {"acid": "an acid", "base": "a base", "salt": "a salt", "water": "water, no acid, base or salt"}


def points(number: int) -> str:
    return f"{number} point{'' if abs(number) == 1 else 's'}"


def _charges_remain(sum: int, mends: Sequence[Mapping[str, Any]]) -> str:  # noqa: A002 - its name in the verdict
    return f"The charges add up to {signed(sum)}, so it is not neutral.{mending(mends)}"


def _mixed(kinds: Sequence[str], sign: str) -> str:
    return (
        f"A compound has one kind of {sign} card; here are {listed(kinds)}. "
        "Such a bond may be laid, but it never becomes neutral."
    )


SENTENCES: dict[str, Callable[..., str]] = {
    "cards_in_deck": lambda: "Every card is in this deck.",
    "not_in_deck": lambda text, missing: (
        f"{text} cannot be laid with the cards of this deck: there is none for {listed(missing)}."
    ),
    "no_cards_make_it": lambda text: f"No cards of this deck together make {text}.",
    "expansion_missing": lambda card, expansion: (
        f"{card} is a card of the {expansion} expansion, which is not in play."
    ),
    "single_card": lambda: "One card is not a compound: it needs a partner of the other charge.",
    "noble_never_bonds": lambda gases, worth: (
        f"{listed(gases)}: noble gases have full shells and bond with nothing. By themselves they score "
        f"{points(worth)}."
    ),
    "radioactive_never_bonds": lambda cards: (
        f"{listed(cards)}: a radioactive card has no charge and never bonds in this game."
    ),
    "both_signs": lambda: "Positive and negative cards meet.",
    "one_sign": lambda sign: f"All charges are {sign}; only unlike charges bond.",
    "one_kind_each": lambda: "One kind of positive card and one kind of negative card.",
    "mixed_kinds": _mixed,
    "charges_cancel": lambda: "The charges add up to zero.",
    "charges_remain": _charges_remain,
    "smallest_ratio": lambda: "No smaller number of these cards is neutral.",
    "several_compounds": lambda number, formula: (
        f"These are {number} compounds {formula}, not one: a finished compound takes no more cards."
    ),
    "compound": lambda formula, worth, kind: f"{formula} is worth {points(worth)}. It is {CLASSES[kind]}.",
}
