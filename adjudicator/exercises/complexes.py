"""Complexes in exercises: written in square brackets, with the charge that metal and ligands make."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula, Written, write_charge, write_unit
from adjudicator.chem.naming.families.complexes import complexes_at
from adjudicator.chem.naming.families.units import sphere

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_COMPLEXES = 4  # in one formula: Fe4[Fe(CN)6]3 has three


class Complex(NamedTuple):
    """A complex in a formula: how it is written, and what it is made of, the metal first."""

    text: str  # in brackets, without its charge
    charge: int
    parts: tuple[tuple[str, int], ...]  # ions and molecules, each with its number

    @property
    def ion(self) -> str:
        return write_charge(self.text, self.charge)


def complex_in(formula: Formula, name: str) -> Complex | None:
    """The complex that a name says, in any language; None where there is none."""
    for language in prose.LANGUAGES:
        key = naming.normalise(name, language)
        for start in range(len(key)):
            for found, _, left_open in complexes_at(key, start, language):
                made = None if left_open or not found.charge else _made(found.formula, found.charge)
                if made is not None and next(_salts(formula, made), None) is not None:
                    return made
    return None


def _made(text: str, charge: int) -> Complex | None:
    around = sphere(Written.parse(text).parts[0].groups[0].inside)
    if around is None or around.metal not in METALS:
        return None
    for charges in product(*(ligand.charges for ligand, _ in around.ligands)):
        ligands = list(zip(around.ligands, charges, strict=True))
        number = charge - sum(each * n for (_, n), each in ligands)
        if number >= 0:
            parts = [(write_charge(ligand.formula, each), n) for (ligand, n), each in ligands]
            return Complex(text, charge, ((write_charge(around.metal, number), 1), *parts))
    return None


class Salt(NamedTuple):
    """So many complexes and so many other ions; nothing is beside a complex ion that stands alone."""

    complexes: int
    beside: Formula | None
    times: int


def _salts(formula: Formula, made: Complex) -> Iterator[Salt]:
    one = dict(Formula.parse(made.text).atoms)
    for count in range(1, MOST_COMPLEXES):
        rest = _less(dict(formula.atoms), one, count)
        if rest is None:
            return
        charge = formula.charge - count * made.charge
        if not rest:
            if not charge and count == 1:
                yield Salt(1, None, 0)
            continue
        for times in range(max(rest.values()), 0, -1):
            if charge and not charge % times and not any(n % times for n in rest.values()):
                beside = Formula.of({symbol: n // times for symbol, n in rest.items()}, charge // times)
                if naming.names(beside):
                    yield Salt(count, beside, times)


def _less(atoms: Mapping[str, int], one: Mapping[str, int], times: int) -> dict[str, int] | None:
    rest = {symbol: atoms.get(symbol, 0) - one.get(symbol, 0) * times for symbol in {**atoms, **one}}
    return None if min(rest.values()) < 0 else {symbol: n for symbol, n in rest.items() if n}


def salt_in(formula: Formula, made: Complex) -> Salt:
    return next(_salts(formula, made))


def with_brackets(formula: Formula, name: str) -> Formula:
    """The same substance, written with the brackets of the complex that its name says."""
    if "[" in formula.text:
        return formula
    made = complex_in(formula, name)
    if made is None:
        return formula
    salt = salt_in(formula, made)
    units = [(made.text, salt.complexes, made.charge)]
    if salt.beside is not None:
        bare = naming.written(salt.beside).partition("^")[0]
        units.append((bare, salt.times, salt.beside.charge))
    units.sort(key=lambda unit: unit[2] < 0)
    return Formula.parse(write_charge("".join(write_unit(text, n) for text, n, _ in units), formula.charge))


def shown(formula: Formula) -> str:
    """A complex as it was written, in brackets; any other formula as it is usually written."""
    return write_charge(formula.text, formula.charge) if "[" in formula.text else naming.written(formula)
