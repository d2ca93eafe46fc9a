"""The sentences behind CompoundIt!'s codes: short, concrete, in the players' words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.prose import listed, mending, signed, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def _pairs(listed: Sequence[str]) -> str:
    return ", ".join(f"{symbol}{symbol}" for symbol in listed)


def _other_element(symbol: str, listed: Sequence[str]) -> str:
    if symbol in listed:
        return f"A diatomic element has exactly two tiles: {symbol}{symbol}."
    return f"{symbol} is not one of this game's diatomic elements, which are {_pairs(listed)}."


def _not_two_elements(elements: Sequence[str]) -> str:
    if len(elements) == 1:
        return f"A binary compound has two different elements; this is only {elements[0]}."
    number = spelled(len(elements))
    return f"A binary compound has two different elements; this has {number}: {listed(elements)}."


def _sum_zero_mixed(elements: Sequence[str]) -> str:
    return f"The oxidation numbers add up to zero, with {listed(elements)} in several of its printed numbers."


def _needs_mixing(elements: Sequence[str], policy: str) -> str:
    if policy == "same-sign":
        rule = "be positive and negative in the same compound"
    else:
        rule = "take two different numbers in the same compound"
    return f"The sum would be zero only if {listed(elements)} could {rule}, which is not allowed."


def _never_opposite(elements: Sequence[str]) -> str:
    return (
        f"On these tiles {listed(elements)} print no opposite numbers, so no count of them adds up to zero."
    )


def _mixed_ions(ions: Sequence[str], partners: Sequence[str]) -> str:
    rule = (
        f"only {listed(partners)} may be combined with another one"
        if partners
        else "they may not be combined"
    )
    return f"{listed(ions)} are different polyatomic ions; {rule}."


def _two_kinds(cation: str, cations: int, anion: str, anions: int) -> str:
    return f"Two kinds of ion: {spelled(cations)} {cation} and {spelled(anions)} {anion}."


def _ion_alone(ion: str, formula: str, charge: int, times: int) -> str:
    what = f"This is the {ion} ion, {formula}" if times == 1 else f"This is only {ion} ions, {formula}"
    return f"{what}, with charge {signed(charge * times)}; a polyatomic ion needs a partner that balances it."


# Rulings that were kept by an older version say with `mends` what `nearest` says now, and have no `charges`.


def _sum_not_zero(total: int, mends: Sequence[Mapping[str, Any]] = ()) -> str:
    return f"The oxidation numbers add up to {signed(total)}.{mending(mends)}"


def _charges_off(total: int, mends: Sequence[Mapping[str, Any]] = ()) -> str:
    return f"The charges add up to {signed(total)}.{mending(mends)}"


def _ions_contiguous(charges: Sequence[tuple[str, Sequence[int]]] = ()) -> str:
    """+2 −1 −1 = 0: one magnesium and two nitrites, each ion in one piece."""
    if not charges:
        return "The atoms of every ion lie next to each other."
    numbers = [number for _, own in charges for number in own]
    sum_ = f"{' '.join(map(signed, numbers))} = {signed(sum(numbers))}"
    return f"{sum_}: {listed([_so_many(kind, len(own)) for kind, own in charges])}, each ion in one piece."


def _so_many(kind: str, number: int) -> str:
    """One magnesium, two nitrites, three ammonium."""
    name = ELEMENTS[kind].name if kind in ELEMENTS else kind
    return f"{spelled(number)} {name}{'s' if number > 1 and name.endswith(('ide', 'ite', 'ate')) else ''}"


def _not_in_edition(symbols: Sequence[str]) -> str:
    verb = "has no tile" if len(symbols) == 1 else "have no tiles"
    return f"{listed(symbols)} {verb} in this edition."


def _not_organic(missing: Sequence[str], others: Sequence[str]) -> str:
    if missing:
        return f"An organic compound has carbon and hydrogen; this has no {listed(missing, 'and no')}."
    return f"{listed(others)} is not an element of this game's organic compounds."


SENTENCES: dict[str, Callable[..., str]] = {
    "long_enough": lambda: "Two or more tiles.",
    "too_short": lambda: "A single tile is not a compound; a run has at least two tiles.",
    "in_edition": lambda: "Every tile is in this edition.",
    "not_in_edition": _not_in_edition,
    "diatomic": lambda symbol: f"{symbol}{symbol} is one of this game's diatomic elements.",
    "not_diatomic": lambda listed: f"Not a diatomic element: those are {_pairs(listed)}.",
    "other_element": _other_element,
    "two_elements": lambda elements: f"Two different elements: {listed(elements)}.",
    "not_two_elements": _not_two_elements,
    "sum_zero": lambda: "The oxidation numbers add up to zero.",
    "sum_zero_mixed": _sum_zero_mixed,
    "needs_mixing": _needs_mixing,
    "never_opposite": _never_opposite,
    "sum_not_zero": _sum_not_zero,
    "simplest_ratio": lambda counts: f"{counts[0]} : {counts[1]} is the simplest ratio.",
    "not_simplest": lambda counts, simplest: (
        f"{counts[0]} : {counts[1]} is not the simplest ratio; that would be {simplest}."
    ),
    "named_exception": lambda passage: f"The rulebook allows it by name. {passage}.",
    "no_polyatomic_ion": lambda: "No polyatomic ion of the list can be found in these tiles.",
    "two_kinds": _two_kinds,
    "not_two_kinds": lambda kinds: (
        f"A compound has one kind of positive and one kind of negative ion; this reads as {listed(kinds)}."
    ),
    "mixed_ions": _mixed_ions,
    "several_metals": lambda elements: (
        f"{spelled(len(elements))} different metals in one compound: {listed(elements)}. Only one is allowed."
    ),
    "several_kinds": lambda kinds: f"{spelled(len(kinds))} kinds of ion: {listed(kinds)}.",
    "salt_listed": lambda kinds, cite: (
        f"{spelled(len(kinds))} kinds of ion, {listed(kinds)}, and the salt is on our list ({cite})."
    ),
    "salt_not_listed": lambda kinds: (
        f"{spelled(len(kinds))} kinds of ion, {listed(kinds)}, and no such salt is on our list."
    ),
    "ions_neutral": lambda: "The charges add up to zero.",
    "charges_off": _charges_off,
    "ions_contiguous": _ions_contiguous,
    "ion_torn": lambda ion, formula, tile: (
        f"The atoms of {ion} ({formula}) must lie next to each other; the run breaks apart at tile {tile}."
    ),
    "ion_alone": _ion_alone,
    "ion_or_molecule": _ion_alone,
    "no_metal": lambda: "No metal.",
    "organic_elements": lambda: "Carbon and hydrogen, and only elements of organic chemistry.",
    "not_organic": _not_organic,
    "octets": lambda: "It has a Lewis structure: eight electrons around every atom, two around hydrogen.",
    "centre_atom": lambda element: f"One atom, {ELEMENTS[element].name}, is bonded to all others.",
    "not_on_record": lambda: "Playable, but no such compound is on record.",
}

# What only says that a run is not of this kind; see `adjudicator.prose.register`.
VAGUE = ("not_diatomic", "not_two_elements", "no_polyatomic_ion", "not_organic", "has_metal")
# C-ALONE: what the run is explains more than how far the other sets were. C-STABLE: where only the boiling
# point is missing, nothing else is.
LEADING = ("ion_alone", "no_boiling_point")
