"""Why a name is another's: the wrong ending, the wrong number or count, or simply another substance."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import write_unit
from adjudicator.chem.naming.common import common
from adjudicator.chem.naming.data import Cation, Metal
from adjudicator.chem.naming.reading import acid_of
from adjudicator.chem.naming.salts import salt_and_water, salts

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula
    from adjudicator.chem.naming.data import Anion
    from adjudicator.chem.naming.reading import Meaning
    from adjudicator.chem.naming.salts import Salt

CACHE = 1 << 12


def explain(formula: Formula, meaning: Meaning) -> tuple[str, dict[str, Any]]:
    """The code of the difference between what was asked and what the name means."""
    other = meaning.formula
    if not meaning.sound:
        return "impossible", {}
    if _elements(formula) == _elements(other):
        mine, theirs = _first_salt(formula), _first_salt(other)
        if (
            mine
            and theirs
            and mine.anions[0][0] == theirs.anions[0][0]
            and _is_metal(mine)
            and _numbers(mine) != _numbers(theirs)
        ):
            return "wrong_number", {"called": _numbers(mine)}
        if meaning.split and not (mine or theirs) and len(formula.atoms) == 2:
            return "wrong_count", {}
    ions = _ion_of(formula), _ion_of(other)
    if all(ions) and ions[0] != ions[1] and _same_family(formula, other):
        mine_ion, their_ion = ions
        assert mine_ion is not None
        assert their_ion is not None
        return "wrong_ending", {"ion": mine_ion.name, "other_ion": their_ion.name}
    return "of_another", {}


def _elements(formula: Formula) -> set[str]:
    return {symbol for symbol, _ in formula.atoms}


def _first_salt(formula: Formula) -> Salt | None:
    found = salts(formula)
    return found[0] if found else None


def _is_metal(salt: Salt) -> bool:
    return len(salt.cations) == len(salt.anions) == 1 and isinstance(salt.cations[0].kind, Metal)


def _numbers(salt: Salt) -> tuple[int, ...]:
    return salt.cations[0].numbers


def _ion_of(formula: Formula) -> Anion | None:
    salt = _first_salt(formula)
    return salt.anions[0][0] if salt and len(salt.anions) == 1 else acid_of(formula)


def _same_family(formula: Formula, other: Formula) -> bool:
    """One cation, and anions of one element: sodium nitrite and sodium nitrate."""
    mine, theirs = _first_salt(formula), _first_salt(other)
    if bool(mine) != bool(theirs):
        return False
    if mine and theirs and {c.kind for c in mine.cations} != {c.kind for c in theirs.cations}:
        return False
    one, two = _ion_of(formula), _ion_of(other)
    return one is not None and two is not None and one.central == two.central


@lru_cache(CACHE)
def written(formula: Formula | str) -> str:
    """How a formula is shown: ions kept together, Mg(NO2)2; the text itself where one was given."""
    if isinstance(formula, str):
        return formula.strip(" ")
    salt = _first_salt(formula) if not formula.charge else None
    if salt and len(salt.anions) == 1:
        parts = []
        for charged in salt.cations:
            kind = charged.kind
            unit = kind.formula if isinstance(kind, Cation) else kind.symbol
            doubled = isinstance(kind, Metal) and kind.symbol == "Hg" and charged.charges[0] == 1
            parts.append(write_unit(unit, charged.count * 2 if doubled else charged.count))
        return "".join([*parts, *(write_unit(anion.formula, n) for anion, n in salt.anions)])
    acid = acid_of(formula)
    if acid and ("C" not in _elements(formula) or "H" not in dict(acid.atoms)):
        hydrogens = dict(formula.atoms)["H"]
        own = dict(acid.atoms).get("H", 0)
        rest = acid.formula.removeprefix(write_unit("H", own)) if own else acid.formula
        return write_unit("H", hydrogens) + rest
    if formula in common().texts:
        return common().texts[formula]
    hydrate = salt_and_water(formula) if not formula.charge else None
    if hydrate:
        dry, waters = hydrate
        return f"{written(dry)}·{waters if waters > 1 else ''}H2O"
    return str(formula) if formula.charge else formula.conventional
