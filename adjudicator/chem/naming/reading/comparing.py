"""Whether a name says what was written, and not only the same atoms (V-NAME-UNITS)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Written
from adjudicator.chem.formula.written import together
from adjudicator.chem.naming.families.acids import acids
from adjudicator.chem.naming.families.salts import nonmetal_salts, salt_and_water, salts
from adjudicator.chem.naming.families.units import (
    Kind,
    bound,
    has_complex,
    is_group,
    kind_of,
    readings,
    same,
    units_of,
    with_aqua_as_water,
)
from adjudicator.chem.naming.knowledge.data import Cation, knowledge

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula
    from adjudicator.chem.naming.families.salts import Salt
    from adjudicator.chem.naming.families.units import FormulaReading, Units
    from adjudicator.chem.naming.reading.meaning import Meaning

CACHE = 1 << 12
HYDROGEN = Kind((("H", 1),))

Comparison = Literal["same", "other", "unknown"]


def compare(formula: Formula, meaning: Meaning) -> Comparison:
    """Of a name with the composition of the formula.

    "other": the formula is written as something else. "unknown": it is written as a composition only, and no
    substance is known to us that has it and is built as the name says.
    """
    complexes = bound(formula)
    if complexes and meaning.units is None and (meaning.text or _is_parted_hydride(formula, complexes)):
        return "other"  # H2[Sn(C2H4)] is no Sn(CH3)2, H[SbH2] no stibine
    written = readings(formula.text, formula.charge)
    if any(reading.firm for reading in written):
        if meaning.units and is_bare_sum(formula):
            return "same" if not meaning.waters and _is_built_of(formula, meaning.units) else "other"
        if any(_says(meaning, r.units, r.waters) for r in written):
            return "same"
        return "same" if not complexes and _is_hydrate(meaning, written) else "other"
    if complexes and meaning.units is not None:
        if any(_says(meaning, r.units, r.waters) for r in written):
            return "same"
        if not _keeps(meaning.units, complexes):
            return "other"
    waters = Written.of(formula).waters
    if waters:
        return "same" if meaning.waters == waters or _is_plain_name(meaning) else "other"
    if meaning.waters and not salt_and_water(formula):
        return "unknown"
    if meaning.units is None or meaning.waters or len(formula.atoms) < 3 or formula.charge:
        return "same"
    if not any(is_group(kind) for kind, _ in meaning.units):
        return "same"  # atoms have nothing to be mistaken for
    if _is_built_of(formula, meaning.units):
        return "same"
    organic = {"C", "H", "N"} == {symbol for symbol, _ in formula.atoms}
    return "other" if organic else "unknown"  # amines are no salts of ammonium


def is_bare_sum(formula: Formula) -> bool:  # no cache: formulas are equal whatever their text
    """Whether the text has every element once and no brackets: FeO2H2 and ZrS2O8 say a composition only.

    NH4ClO is none: it begins with an ion that nobody writes by chance; nor is H3AlF6, where hydrogen stands
    before a metal as in an acid.
    """
    groups = [group for part in Written.of(formula).parts for group in part.groups]
    once = len(groups) == len(formula.atoms) > 2
    if formula.charge or not once or any(group.bracket for group in groups) or not _known(formula):
        return False
    first, second, *_ = groups
    if first.symbol == "H" and second.symbol in METALS and all(group.symbol != "O" for group in groups):
        return False
    atoms = together(first.atoms, second.atoms)
    return not any(cation.atoms == atoms for cation in knowledge().cations)


def _is_parted_hydride(formula: Formula, complexes: tuple[Kind, ...]) -> bool:
    """Whether hydrogen stands within the brackets and outside, and nothing else beside one metal."""
    hydride = len(formula.atoms) == 2 and "H" in dict(formula.atoms)
    return hydride and all(own.atoms != formula.atoms for own in complexes)


def _is_built_of(formula: Formula, units: Units) -> bool:
    """Whether a chemist sees these units in the composition; complexes have nothing to be mistaken for."""
    return has_complex(units) or any(same(units, other) for other in _known(formula))


def _keeps(units: Units, complexes: tuple[Kind, ...]) -> bool:
    """Whether the complexes of a formula are whole in what a name says."""
    return all(
        any(kind.atoms == own.atoms and kind.ligands in ((), own.ligands) for kind, _ in units)
        for own in complexes
    )


def _is_hydrate(meaning: Meaning, written: tuple[FormulaReading, ...]) -> bool:
    """Tetraaquacopper(II) sulfate monohydrate, of CuSO4·5H2O: the brackets are left out."""
    units = sorted(meaning.units or (), key=lambda unit: not unit[0].ligands)
    ways = [(dry, waters + meaning.waters) for dry, waters in with_aqua_as_water(units) if waters]
    return any(
        reading.waters == waters and same(dry, reading.units) for reading in written for dry, waters in ways
    )


def _is_plain_name(meaning: Meaning) -> bool:
    """Gypsum, blue vitriol: a name of the whole, which says no units."""
    return meaning.units is None and not meaning.waters


def _says(meaning: Meaning, units: Units, waters: int) -> bool:
    if meaning.units is None:
        return not meaning.waters or meaning.waters == waters
    return meaning.waters == waters and same(meaning.units, units)


@lru_cache(CACHE)
def _known(formula: Formula) -> tuple[Units, ...]:
    """The salts and acids that a chemist sees in a composition, and what only a game makes of it."""
    ions = acids().get(formula, ())
    seen = [salt for salt in salts(formula) if not _is_unknown(salt)]
    acidic = [units_of([(HYDROGEN, -ion.charge), (kind_of(ion), 1)]) for ion in ions]
    return (*(_units(salt) for salt in (*seen, *nonmetal_salts(formula))), *acidic)


def _is_unknown(salt: Salt) -> bool:
    """Ammonium acetylide: C2H8N2 is ethylenediamine, and an acetylide takes the proton of ammonium."""
    groups = all(isinstance(charged.kind, Cation) for charged in salt.cations)
    return groups and any(anion.name == "acetylide" for anion, _ in salt.anions)


def _units(salt: Salt) -> Units:
    counts = [(kind_of(anion), n) for anion, n in salt.anions]
    for charged in salt.cations:
        kind = charged.kind
        if isinstance(kind, Cation):
            counts.append((kind_of(kind), charged.count))
        else:  # Hg2 with 2+ is counted as one
            doubled = 2 if kind.symbol == "Hg" and charged.charges[0] == 1 else 1
            counts.append((Kind(((kind.symbol, 1),)), charged.count * doubled))
    return units_of(counts)
