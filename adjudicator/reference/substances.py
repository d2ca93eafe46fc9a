"""What a known substance is called, whether a game allows it or not: the `name` of every verdict.

Known is what stands somewhere: a molecule of the table, a salt of the handbook or a hydrate of one, what our
own lists of names have, an element, a complex as it is written. What charges allow and nobody lists is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.naming import listed_names, names, plain_name, structure_of
from adjudicator.reference.salts import identified_salts, is_of_listed_salt, listed_salt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.chem.naming import KnownCompound, KnownNames


def name_of_known(formula: Formula, table: KnownNames | None) -> str | None:
    """The name of a known substance; none of an ion, nor of what has only a formula on record."""
    if formula.charge:
        return None
    if len(formula.atoms) == 1 and formula.size > 1:
        found = table.by_formula(formula.hill) if table is not None else ()
        return found[0].name if found else None
    if "[" in formula.text:
        return listed_name(formula)
    recorded = recorded_name(formula, table)
    if recorded not in (None, formula.conventional):
        return recorded
    return next(iter(names(formula, table)), None) if structure_of(formula) else listed_name(formula)


def recorded_name(formula: Formula, table: KnownNames | None) -> str | None:
    """The name of a compound that the table or the handbook has: the best known with these atoms, or with the
    structure that is written. Its formula, where it has no name.
    """
    if formula.charge or len(formula.atoms) < 2:
        return None
    if is_hydrate(formula):
        return listed_name(formula) if is_of_listed_salt(formula) else None
    salt = listed_salt(formula)
    if not METALS.isdisjoint([symbol for symbol, _ in formula.atoms]):
        return salt
    found = table.by_formula(formula.hill) if table is not None else ()
    structure = structure_of(formula) if found else None
    if structure is not None:
        if structure.ammonium:
            return salt
        found = [compound for compound in found if compound.skeleton in structure.skeletons]
    if not found:
        return salt
    return found[0].name if found[0].named else rule_name(found) or formula.conventional


def listed_name(formula: Formula) -> str | None:
    """The name of a salt, of what our own lists have, of one atom; by rule of a hydrate and of a complex."""
    if formula.charge:
        return None
    if is_hydrate(formula) or "[" in formula.text:
        return next(iter(names(formula)), None)
    salt = listed_salt(formula) or identified_salts().get(formula.hill)
    if salt is not None:
        return salt
    if formula.size == 1:
        return ELEMENTS[formula.atoms[0][0]].name
    return next(listed_names(formula), None)


def rule_name(found: Sequence[KnownCompound]) -> str | None:
    """What our rules call the only compound of a composition, if it has no name on record: H2SiO3."""
    return None if len(found) != 1 or found[0].named else plain_name(Formula.parse(found[0].formula))


def is_hydrate(formula: Formula) -> bool:
    """Whether water is written after a dot: CuSO4·5H2O."""
    return "·" in formula.text and Written.of(formula).waters > 0
