"""From a composition to its names: the careful name first, then the others a teacher would accept.

The rules propose, and the reader confirms: a name is given only if it reads back as the same composition.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.acids import acid_names
from adjudicator.chem.naming.common import alloy_names, common, element_names
from adjudicator.chem.naming.comparing import compare
from adjudicator.chem.naming.complexes import carbonyl_names, complex_names, complex_salt_names
from adjudicator.chem.naming.data import GREEK, ROMAN, knowledge
from adjudicator.chem.naming.molecular import molecular_names
from adjudicator.chem.naming.normalise import normalise
from adjudicator.chem.naming.reading import read
from adjudicator.chem.naming.salts import nonmetal_salts, plain_salts, salt_and_water, salt_names, salts
from adjudicator.chem.naming.structures import isomeric_ion, on_record, skeletons_of, structure_of
from adjudicator.errors import AmbiguousInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.chem.naming.data import Anion, Cation
    from adjudicator.chem.naming.known import KnownCompound, KnownNames
    from adjudicator.chem.naming.structures import Structure

CACHE = 1 << 12
MAX_ISOMERS = 20  # of the reference table that are listed
_HYDRATE = re.compile(r"(?P<two>2?)(?P<dry>[A-Z(\[][^·]*)·(?P<waters>[0-9]{0,2})H2O\Z")


def names(formula: Formula | str, known: KnownNames | None = None) -> tuple[str, ...]:
    """The preferred name, then other right ones; empty when no rule and no record has any.

    A text may have its water apart, CuSO4·5H2O, or be a condensed formula, CH3OCH3: then only names of that
    structure are given. Raises UnreadableInput where the text is no formula.
    """
    whole = substance(formula) if isinstance(formula, str) else formula
    hydrate = _HYDRATE.fullmatch(whole.text)
    if hydrate is not None:
        return _hydrate_names(whole, hydrate["dry"], int(hydrate["waters"] or 1), half=bool(hydrate["two"]))
    found = _names(whole, known)
    if "[" in whole.text:
        proposed = list(complex_names(whole))
        if whole.charge:
            found = _each_once([*(f"{name} ion" for name in proposed), *proposed, *found])
        else:  # what is in brackets is one ion: [Cu(NH3)4]SO4 is no salt of ammonium
            spoken = list(confirmed(whole, proposed))
            salt = not spoken or _says_ammonium(spoken[0])
            found = _each_once([*spoken, *(name for name in found if salt or not _says_ammonium(name))])
    found = tuple(
        name for name in found if not isomeric_ion(whole.text, name) and _is_as_written(whole, name)
    )
    structure = structure_of(whole)
    return found if structure is None else _of_structure(whole, structure, found, known)


def _is_as_written(formula: Formula, name: str) -> bool:
    """Whether the name, where a rule gives it, says what stands in the text."""
    meanings = [m for m in read(normalise(name)).definite if m.formula == formula]
    return not meanings or any(compare(formula, meaning) == "same" for meaning in meanings)


def substance(text: str) -> Formula:
    """A formula as people write it. NO3- is nitrate, for there is no NO^3-; what O2- is nobody can tell."""
    try:
        return Formula.parse(text)
    except AmbiguousInput as ambiguous:
        readings = [Formula.parse(reading) for reading in ambiguous.details["readings"]]
        ions = [formula for formula in readings if next(ion_names(formula), None)]
        if ambiguous.code != "ambiguous_charge" or len(ions) != 1:
            raise
        return ions[0]


def _of_structure(
    formula: Formula, structure: Structure, found: tuple[str, ...], known: KnownNames | None
) -> tuple[str, ...]:
    """The names that are not of an isomer, and those on record for the structure."""
    if structure.ammonium:
        return tuple(name for name in found if not skeletons_of(name, formula, known))
    recorded = [name for c in on_record(formula, structure, known) for name in _names_on_record(c, known)]
    fitting = []
    for name in found:
        skeletons = skeletons_of(name, formula, known)
        if structure.fits(skeletons) or not (skeletons or _says_ammonium(name)):
            fitting.append(name)
    return _each_once([*fitting, *recorded])


def _names_on_record(compound: KnownCompound, known: KnownNames | None) -> Iterator[str]:
    """Those that no rule gives to something else."""
    for name in known.names_of(compound) if known is not None else ():
        reading = read(normalise(name))
        meanings = reading.definite or reading.possible
        if not meanings or any(meaning.formula.hill == compound.formula for meaning in meanings):
            yield name


def _says_ammonium(name: str) -> bool:
    return normalise(name).startswith(("ammonium", "diammonium", "triammonium"))


def _names(formula: Formula, known: KnownNames | None) -> tuple[str, ...]:
    by_rule = _rule_names(formula)
    if known is None or formula.charge:
        return by_rule or _paper_names(formula)
    isomers = list(_isomers(formula, known))
    best = known.by_formula(formula.hill)[:1] if {"C", "H"} <= {symbol for symbol, _ in formula.atoms} else ()
    first = [
        compound.name for compound in best if compound.well_known and compound.name in (*by_rule, *isomers)
    ]
    return _each_once([*first, *by_rule, *isomers]) or _paper_names(formula)


@lru_cache(CACHE)
def _rule_names(formula: Formula) -> tuple[str, ...]:
    return _each_once(ion_names(formula) if formula.charge else _by_rule(formula))


@lru_cache(CACHE)
def _paper_names(formula: Formula) -> tuple[str, ...]:
    """For what only a game makes: phosphorus(V) hydroxide."""
    return _each_once(
        name for salt in nonmetal_salts(formula) for name in confirmed(formula, salt_names(salt))
    )


def _by_rule(formula: Formula) -> Iterator[str]:
    listed = common()
    yield from listed.first.get(formula, ())
    yield from listed.phases.get(formula, ())
    yield from element_names(formula)
    yield from confirmed(formula, acid_names(formula))
    yield from confirmed(formula, (*complex_salt_names(formula), *carbonyl_names(formula)))
    for salt in salts(formula):
        yield from confirmed(formula, salt_names(salt))
    yield from confirmed(formula, molecular_names(formula))
    yield from _as_hydrate(formula)
    yield from listed.names.get(formula, ())
    yield from alloy_names(formula)


def plain_name(formula: Formula) -> str | None:
    """The careful name of a substance with one kind of anion, or of a molecule.

    For what a ruling refused: KAl(SO4)2 is worth naming, what nomenclature makes of just any atoms is not.
    """
    proposed = (
        *common().first.get(formula, ()),
        *element_names(formula),
        *acid_names(formula),
        *(next(salt_names(salt)) for salt in plain_salts(formula)[:1] if not any(salt.rarity[:3])),
        *molecular_names(formula),
    )
    return next(confirmed(formula, proposed), None)


def confirmed(formula: Formula, proposed: Iterable[str]) -> Iterator[str]:
    """Those that read back as this composition."""
    for name in proposed:
        if any(meaning.formula == formula and meaning.sound for meaning in read(normalise(name)).definite):
            yield name


def _isomers(formula: Formula, known: KnownNames) -> Iterator[str]:
    """Every isomer by the name it is shown with, unless by rule that is the name of something else."""
    for compound in known.by_formula(formula.hill)[:MAX_ISOMERS]:
        reading = read(normalise(compound.name))
        if not (reading.definite or reading.possible):
            yield compound.name


def _each_once(found: Iterable[str]) -> tuple[str, ...]:
    by_key: dict[str, str] = {}
    for name in found:
        by_key.setdefault(normalise(name), name)
    return tuple(by_key.values())


# --- water ------------------------------------------------------------------------------------------------


def _hydrate_names(whole: Formula, dry: str, waters: int, *, half: bool = False) -> tuple[str, ...]:
    """`half`: of two of the salt, as in 2CaSO4·H2O, the hemihydrate."""
    listed = (*common().first.get(whole, ()), *common().names.get(whole, ()))
    if waters >= len(GREEK) or (half and waters > 1):
        return listed
    salt = Formula.parse(dry)
    everyday = common().names.get(salt, ())  # there is no anhydrite dihydrate
    many = "hemi" if half else GREEK[waters]
    by_rule = (f"{name} {many}hydrate" for name in names(salt) if name not in everyday)
    confirmed = [n for n in by_rule if any(m.formula == whole for m in read(normalise(n)).definite)]
    return _each_once([*confirmed, *listed])


def _as_hydrate(formula: Formula) -> Iterator[str]:
    parts = salt_and_water(formula)
    if parts:
        dry, waters = parts
        yield from _hydrate_names(formula, dry.hill, waters)


# --- ions -------------------------------------------------------------------------------------------------


def ion_names(formula: Formula) -> Iterator[str]:
    """Sulfate for SO4^2-, iron(III) for Fe^3+, each with the word ion."""
    listed = knowledge()
    ions: tuple[Anion | Cation, ...] = (*listed.anions, *listed.cations)
    for ion in ions:
        if ion.atoms == formula.atoms and ion.charge == formula.charge:
            yield from (f"{name} ion" for name in (ion.name, *ion.synonyms))
            yield from (ion.name, *ion.synonyms)
    symbol, count = formula.atoms[0]
    metal = listed.metals.get(symbol)
    if (formula.atoms, formula.charge) == ((("H", 1),), 1):
        yield from ("hydrogen ion", "proton")
    mercurous = (symbol, formula.size, formula.charge) == ("Hg", 2, 2)
    number = 1 if mercurous else formula.charge
    if metal and (formula.size == count == 1 or mercurous) and number in metal.all_charges:
        stock = f"({ROMAN[number]})" if metal.numbered else ""
        yield f"{metal.name}{stock} ion"
        yield from [f"{metal.name}{stock}"] if stock else []
        for old in (old for charge, old in metal.traditional if charge == number):
            yield from (f"{old} ion", old)
