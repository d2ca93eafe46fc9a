"""The sentences behind CompoundIt!'s codes: short, concrete, in the players' words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming import ide_of
from adjudicator.chem.naming.knowledge.common import DIATOMIC
from adjudicator.prose import listed, mending, signed, spelled
from adjudicator.reference.stability import capital_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def _pairs(listed: Sequence[str]) -> str:
    return ", ".join(f"{symbol}{symbol}" for symbol in listed)


def _other_element(symbol: str, listed: Sequence[str]) -> str:
    if symbol in listed:
        return f"A diatomic element has exactly two tiles: {symbol}{symbol}."
    real = f"{symbol}2 is real, but " if symbol in DIATOMIC else ""
    return f"{real}{symbol} is not one of this game's diatomic elements, which are {_pairs(listed)}."


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


def _ion_name(kind: str, charge: int) -> str:
    """An ion by name, also where it is a single tile: magnesium, fluoride, nitrite."""
    if kind not in ELEMENTS:
        return kind
    return (ide_of(kind) if charge < 0 else None) or ELEMENTS[kind].name


ANIONS = frozenset({"O", "S", "F", "Cl", "Br", "I"})  # negative beside other kinds of ion


def _kinds(kinds: Sequence[str]) -> str:
    return listed([_ion_name(kind, -1 if kind in ANIONS else 1) for kind in kinds])


def _not_two_kinds(kinds: Sequence[str]) -> str:
    if len(kinds) == 2:  # K2O3
        return f"This reads as {_kinds(kinds)}, and their charges cannot balance."
    return (
        "By the rules of ions a compound has one kind of positive and one of negative ion; this reads as"
        f" {_kinds(kinds)}."
    )


def _two_kinds(cation: str, cations: int, anion: str, anions: int) -> str:
    return f"Two kinds of ion: {_so_many(cation, cations, 1)} and {_so_many(anion, anions, -1)}."


def _ion_alone(ion: str, formula: str, charge: int, times: int) -> str:
    what = f"This is the {ion} ion, {formula}" if times == 1 else f"This is only {ion} ions, {formula}"
    return f"{what}, with charge {signed(charge * times)}; a polyatomic ion needs a partner that balances it."


# Rulings that were kept by an older version say with `mends` what `nearest` says now, and have no `charges`.


def _sum_not_zero(total: int, mends: Sequence[Mapping[str, Any]] = ()) -> str:
    return f"The printed oxidation numbers add up to {signed(total)}.{mending(mends)}"


def _charges_off(
    total: int,
    mends: Sequence[Mapping[str, Any]] = (),
    charges: Sequence[tuple[str, Sequence[int]]] = (),
) -> str:
    kinds = listed([_so_many(kind, len(own), own[0]) for kind, own in charges]) if charges else ""
    of = f" of {kinds}" if kinds else ""
    return f"The charges{of} add up to {signed(total)}.{mending(mends)}"


def _ions_contiguous(charges: Sequence[tuple[str, Sequence[int]]] = ()) -> str:
    """+2 −1 −1 = 0: one magnesium and two nitrites, each ion in one piece."""
    if not charges:
        return "The atoms of every ion lie next to each other."
    numbers = [number for _, own in charges for number in own]
    sum_ = f"{' '.join(map(signed, numbers))} = {signed(sum(numbers))}"
    kinds = [_so_many(kind, len(own), own[0]) for kind, own in charges]
    return f"{sum_}: {listed(kinds)}, each ion in one piece."


def _so_many(kind: str, number: int, charge: int) -> str:
    """One magnesium, two nitrites, three ammonium, one fluoride."""
    name = _ion_name(kind, charge)
    return f"{spelled(number)} {name}{'s' if number > 1 and name.endswith(('ide', 'ite', 'ate')) else ''}"


def _not_in_edition(symbols: Sequence[str]) -> str:
    verb = "has no tile" if len(symbols) == 1 else "have no tiles"
    return f"{listed(symbols)} {verb} in this edition."


def _not_organic(missing: Sequence[str], others: Sequence[str]) -> str:
    if missing:
        return f"An organic compound has carbon and hydrogen; this has no {listed(missing, 'and no')}."
    return f"{listed(others)} is not an element of this game's organic compounds."


# The rules that players choose, as they are called in a sentence.
RULES = {
    "beginner": "beginner",
    "standard": "standard",
    "simple-lewis": "simple Lewis",
    "organic": "organic",
    "complex-lewis": "complex Lewis",
    "expert": "expert",
}


def _legal_elsewhere(name: str, real: bool, rules: Sequence[str], playing: Sequence[str]) -> str:
    """Ethanol is real, and legal with the organic rules; you play standard."""
    known = "is real, and legal" if real else "is legal"
    others, yours = listed([RULES[name] for name in rules], "or"), listed([RULES[name] for name in playing])
    return f"{capital_name(name)} {known} with the {others} rules; you play {yours}."


def _real_compound(name: str, tiles: bool) -> str:
    """`tiles`: the edition has them all, and still no rule set accepts the compound."""
    but = ", but no rule set of this game accepts it" if tiles else ""
    return f"{capital_name(name)} is real{but}."


def _not_simplest(counts: Sequence[int], simplest: str | None) -> str:
    instead = f"; that would be {simplest}" if simplest else ""
    return f"{counts[0]} : {counts[1]} is not the simplest ratio{instead}."


SENTENCES: dict[str, Callable[..., str]] = {
    "legal_elsewhere": _legal_elsewhere,
    "real_compound": _real_compound,
    "not_in_edition": _not_in_edition,
    "not_diatomic": lambda listed: f"Not a diatomic element: those are {_pairs(listed)}.",
    "other_element": _other_element,
    "not_two_elements": _not_two_elements,
    "sum_zero_mixed": _sum_zero_mixed,
    "needs_mixing": _needs_mixing,
    "never_opposite": _never_opposite,
    "sum_not_zero": _sum_not_zero,
    "not_simplest": _not_simplest,
    "two_kinds": _two_kinds,
    "not_two_kinds": _not_two_kinds,
    "mixed_ions": _mixed_ions,
    "several_kinds": lambda kinds: f"{spelled(len(kinds))} kinds of ion: {_kinds(kinds)}.",
    "salt_listed": lambda kinds, cite: (
        f"{spelled(len(kinds))} kinds of ion, {_kinds(kinds)}, and the salt is on our list ({cite})."
    ),
    "salt_not_listed": lambda kinds: (
        f"{spelled(len(kinds))} kinds of ion, {_kinds(kinds)}, and no such salt is on our list."
    ),
    "charges_off": _charges_off,
    "ions_contiguous": _ions_contiguous,
    "ion_alone": _ion_alone,
    "ion_or_molecule": _ion_alone,
    "not_organic": _not_organic,
}

# What only says that a run is not of this kind; see `adjudicator.prose.register`.
VAGUE = ("not_diatomic", "not_two_elements", "no_polyatomic_ion", "not_organic", "has_metal")
# C-ALONE: what the run is explains more than how far the other sets were. C-STABLE: where only the boiling
# point is missing, nothing else is. C-WORDS: an ion that the edition lacks is the reason.
LEADING = ("ion_alone", "foreign_ion", "no_boiling_point")
