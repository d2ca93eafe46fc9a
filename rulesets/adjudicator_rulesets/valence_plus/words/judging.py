"""The sentences behind the codes of Valence Plus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, mending, signed
from adjudicator.reference.stability import capital_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def _valences_off(total: int, mends: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> str:
    if parts:
        return f"These cards are not one molecule: build {listed(parts)} instead."
    return f"The valences add up to {signed(total)}.{mending(mends)}"


def _contains_smaller(parts: Sequence[str]) -> str:
    instead = f": build {listed(parts)}" if parts else ""
    return f"A smaller part of these cards already adds up to zero, so it is not one molecule{instead}."


SENTENCES: dict[str, Callable[..., str]] = {
    "real_compound": lambda name: f"{capital_name(name)} is real, but it is no build of element cards.",
    "no_molecule": lambda why: f"These cards are no molecule. {why}",
    "name_is_right": lambda: "That is its name.",
    "names_a_class": lambda: "That is a kind of substance, and the question is which one.",
    "wrong_number": lambda: "Not quite: a number in the name is wrong, missing or too many.",
    "slip_of_the_pen": lambda: "Not quite: look at the spelling.",
    "names_a_part": lambda: "That names only a part of it, or its parts in the wrong way.",
    "no_name": lambda: "That is no name.",
    "names_another": lambda: "That is the name of another substance.",
    "name_undecided": lambda: "The judge cannot decide whether that is its name.",
    "cards_in_edition": lambda: "Every card is in this edition.",
    "cards_not_in_edition": lambda symbols: f"There is no card for {listed(symbols, 'or')} in this edition.",
    "too_few_cards": lambda: "One card is not a molecule; a build has at least two cards.",
    "never_bonds": lambda symbols: f"In this game nothing bonds with {listed(symbols)}.",
    "valences_zero": lambda: "The valences add up to zero.",
    "second_valence": lambda symbols, valence: (
        f"The valences add up to zero, with {listed(symbols)} at the second valence, {signed(valence)}."
    ),
    "valences_off": _valences_off,
    "no_smaller_part": lambda: "No smaller part of the cards adds up to zero.",
    "contains_smaller": _contains_smaller,
    "molecule": lambda molecule, points: (
        f"The colours make it {molecule}, {points} {'point' if points == 1 else 'points'}."
    ),
    "no_such_molecule": lambda colours: f"No molecule in the bank has the colours {listed(colours)}.",
}
