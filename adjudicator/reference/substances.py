"""What a known substance is called, whether a game allows it or not: the `name` of every verdict.

Known is what stands somewhere: a molecule of the table, a salt of the handbook or a hydrate of one, what our
own lists of names have, an element, a complex as it is written. What charges allow and nobody lists is not.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.naming import (
    check,
    isomeric_ion,
    listed_names,
    names,
    plain_name,
    structure_of,
    written,
)
from adjudicator.reference.salts import identified_salts, listed_salts, unmade

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.chem.naming import KnownCompound, KnownNames


class _Entry(NamedTuple):
    """What our lists say of a composition. Without a name our rules write it: white lead."""

    name: str | None
    real: bool
    common: frozenset[str] = frozenset()  # names of which one must be right for the formula as it is written


@cache
def _listed() -> Mapping[str, _Entry]:
    """Every composition of our lists, in Hill's order: of handbook, identifier files and our own names.

    Of our own, compounds of metals count as real: no table has them. Depositors list what nobody has made.
    """
    entries = {hill: _Entry(name, real=False) for hill, name in identified_salts().items()}
    for formula, common in listed_names():
        known = entries.get(formula.hill, _Entry(None, real=False))
        real = _has_metal(formula) and unmade(formula) is None
        entries[formula.hill] = _Entry(known.name, real, frozenset(common))
    entries.update((hill, _Entry(name, real=True)) for hill, name in listed_salts().items())
    return entries


def name_of_known(formula: Formula, table: KnownNames | None) -> str | None:
    """The name of a known substance; none of an ion, nor of what has only a formula on record."""
    if formula.charge:
        return None
    if len(formula.atoms) == 1 and formula.size > 1:
        found = table.by_formula(formula.hill) if table is not None else ()
        return found[0].name if found else None
    if not (_is_apart(formula) or _has_metal(formula)):
        recorded = recorded_name(formula, table)
        if recorded not in (None, formula.conventional):
            return recorded
        if structure_of(formula):
            return next(iter(names(formula, table)), None)
    return listed_name(formula)


def recorded_name(formula: Formula, table: KnownNames | None) -> str | None:
    """The name of a compound that the table, the handbook or our own list has: the best known with these
    atoms, or with the structure that is written. Its formula, where it has no name.
    """
    if formula.charge or len(formula.atoms) < 2 or unmade(formula) == "unmade":
        return None
    if _has_metal(formula) or is_hydrate(formula):
        return listed_name(formula) if is_real_salt(formula) else None
    found = table.by_formula(formula.hill) if table is not None else ()
    structure = structure_of(formula)
    molecule = structure is not None and not structure.ammonium
    if structure is not None:
        found = [compound for compound in found if compound.skeleton in structure.skeletons]
    if not found:
        return listed_name(formula) if is_real_salt(formula) and not molecule else None
    return found[0].name if found[0].named else rule_name(found) or formula.conventional


def usual_formula(formula: Formula, table: KnownNames | None) -> str:
    """A composition with its ions kept together, unless that is an isomer of what is known: HOCN of HNCO."""
    usual = written(formula)
    name = recorded_name(formula, table) if usual != formula.conventional else None
    return usual if name is None or check(usual, name, table).answer == "right" else formula.conventional


def listed_name(formula: Formula) -> str | None:
    """The name of a salt, of what our own lists have, of one atom; by rule of a hydrate and of a complex."""
    if formula.charge:
        return None
    if formula.size == 1:
        return ELEMENTS[formula.atoms[0][0]].name
    if _is_apart(formula):
        return next(iter(names(formula)), None)
    entry = _listed().get(formula.hill)
    if entry is None:
        return None
    if entry.name is None or isomeric_ion(formula.text, entry.name):
        return next(iter(names(formula)), None)
    return entry.name


def is_real_salt(formula: Formula) -> bool:
    """Whether it is in a handbook or on our own list, as it is written, or a hydrate of what is."""
    written = _as_listed(formula)
    return written or (is_hydrate(formula) and _as_listed(Written.of(formula).dry or formula))


def _as_listed(formula: Formula) -> bool:
    entry = _listed().get(formula.hill)
    if entry is None or not entry.real:
        return False
    return not entry.common or not entry.common.isdisjoint(names(formula))


def rule_name(found: Sequence[KnownCompound]) -> str | None:
    """What our rules call the only compound of a composition, if it has no name on record: H2SiO3."""
    return None if len(found) != 1 or found[0].named else plain_name(Formula.parse(found[0].formula))


def is_hydrate(formula: Formula) -> bool:
    """Whether water is written after a dot: CuSO4·5H2O."""
    return "·" in formula.text and Written.of(formula).waters > 0


def _is_apart(formula: Formula) -> bool:
    """Whether water or a complex is written apart, so that the composition alone does not say what it is."""
    return "[" in formula.text or is_hydrate(formula)


def _has_metal(formula: Formula) -> bool:
    return not METALS.isdisjoint([symbol for symbol, _ in formula.atoms])
