"""Why a name is another's: the wrong ending, the wrong number or count, or simply another substance."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS, HALOGENS, METALS
from adjudicator.chem.formula import Formula, write_anions, write_by, write_charge, write_unit
from adjudicator.chem.naming.families.acids import is_written_acid
from adjudicator.chem.naming.families.complexes import carbonyl_of
from adjudicator.chem.naming.families.salts import plain_salts, salt_and_water, salts
from adjudicator.chem.naming.families.units import is_group, same
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import Anion, Metal, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.grammar import CationWord
from adjudicator.chem.naming.reading.meaning import acid_of, read
from adjudicator.chem.naming.reading.structures import isomeric_ion
from adjudicator.chem.naming.writing.formulas import cation_units
from adjudicator.chem.naming.writing.names import names

if TYPE_CHECKING:
    from adjudicator.chem.naming.families.salts import Salt
    from adjudicator.chem.naming.knowledge.data import Cation
    from adjudicator.chem.naming.reading.grammar import Split
    from adjudicator.chem.naming.reading.meaning import Meaning

CACHE = 1 << 12


def shown(meaning: Meaning) -> str:
    """How what a name means is written, its water apart; a common name's as our list has it."""
    if meaning.split is None and meaning.units is None and not meaning.waters and meaning.formula.text:
        return meaning.formula.text
    if meaning.text or not meaning.waters:
        return meaning.text or _with_its_ion(_written_salt(meaning.formula), meaning.split)
    counts = dict(meaning.formula.atoms)
    dry = Formula.of({s: n - meaning.waters * {"H": 2, "O": 1}.get(s, 0) for s, n in counts.items()})
    halved = Formula.of({s: n // 2 for s, n in dry.atoms}) if "half" in meaning.notes else None
    return (
        f"{_written_salt(dry) if halved is None else '2' + _written_salt(halved)}·{_many(meaning.waters)}H2O"
    )


def _written_salt(formula: Formula) -> str:
    """As a chemist writes the salts of an acid of carbon: CH3COONa, Cu(CH3COO)2, and not NaC2H3O2."""
    plain = plain_salts(formula)
    if not plain or len(plain[0].anions) > 1:
        return written(formula)
    ((anion, n),), cations = plain[0].anions, "".join(cation_units(plain[0]))
    if anion.charge != -1 or not anion.structure.endswith("OH"):
        return written(formula)
    ion = anion.structure.removesuffix("H")
    return f"{ion}{cations}" if n == 1 else f"{cations}({ion}){n}"


def _with_its_ion(text: str, split: Split | None) -> str:
    """A salt of CNO is a cyanate or a fulminate: as the name has it."""
    if split is None or any(isinstance(t.word, CationWord) and t.word.symbol == "H" for t in split.cations):
        return text
    ions = " ".join(part.word.name for part in split.anions if isinstance(part.word, Anion))
    return isomeric_ion(text, ions) or text


def _unit(anion: Anion, count: int) -> str:
    """So many of the anion, what is a complex in its brackets: [Fe(CN)6]3."""
    return f"[{anion.formula}]{_many(count)}" if _is_complex(anion) else write_unit(anion.formula, count)


def _is_complex(anion: Anion) -> bool:
    return "(" in anion.formula and any(ELEMENTS[symbol].metal for symbol, _ in anion.atoms)


def _many(count: int) -> str:
    return str(count) if count > 1 else ""


@lru_cache(CACHE)
def names_back(key: str, meaning: Meaning, language: str = ENGLISH) -> bool:
    """Whether we know the substance: listed, or written as a formula whose names have the same units.

    Only then a formula is said to be what the name means (V-NAME-HONEST).
    """
    if meaning.split is None and not meaning.text:
        return True
    if not meaning.sound or _is_on_paper_only(meaning):
        return False
    for name in names(Formula.parse(shown(meaning)), language=language):
        again = normalise(name, language)
        if again == key or any(_is_same(meaning, other) for other in read(again, language).definite):
            return True
    return False


def _is_on_paper_only(meaning: Meaning) -> bool:
    """Carbon acetate: a nonmetal in the place of a metal."""
    split = meaning.split
    nonmetal = split is not None and any(
        isinstance(part.word, CationWord) and isinstance(part.word.kind, str) and part.word.kind != "H"
        for part in split.cations
    )
    return nonmetal and any(is_group(kind) for kind, _ in meaning.units or ())


def _is_same(one: Meaning, other: Meaning) -> bool:
    units = one.units, other.units
    alike = units[0] is not None and units[1] is not None and same(units[0], units[1])
    return one.formula == other.formula and one.waters == other.waters and alike and other.sound


def explain(formula: Formula, meaning: Meaning, language: str = ENGLISH) -> tuple[str, dict[str, Any]]:
    """The code of the difference between what was asked and what the name means."""
    other = meaning.formula
    if not meaning.sound:
        return "impossible", {}
    if _elements(formula) == _elements(other):
        mine, theirs = _first_salt(formula), _first_salt(other)
        if (
            mine
            and theirs
            and meaning.split is not None  # calomel says no number
            and not meaning.split.counted  # iron trioxide says another
            and mine.anions[0][0] == theirs.anions[0][0]
            and _is_metal(mine)
            and _numbers(mine) != _numbers(theirs)
        ):
            return "wrong_number", {"called": _numbers(mine)}
        counted = meaning.split is not None and meaning.split.counted
        if counted and len(formula.atoms) == len(other.atoms) == 2:
            return "wrong_count", {}
    ions = _ion_of(formula), _ion_of(other)
    if _is_molecule(formula) or _is_molecule(other):
        return "of_another", {}  # an ester has no ion
    if all(ions) and ions[0] != ions[1] and _same_family(formula, other):
        mine_ion, their_ion = ions
        assert mine_ion is not None
        assert their_ion is not None
        words = vocabulary(language)
        return "wrong_ending", {"ion": words.ion(mine_ion), "other_ion": words.ion(their_ion)}
    return "of_another", {}


def _is_molecule(formula: Formula) -> bool:
    """Whether it is a carbon compound that is not written as an acid: a composition has many."""
    elements = _elements(formula)
    metal = any(ELEMENTS[symbol].metal for symbol in elements)
    return {"C", "H"} <= elements and not (metal or formula.charge or is_written_acid(formula))


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
    if formula.charge:
        return _written_ion(formula)
    return written_apart(formula) or formula.conventional


def written_apart(formula: Formula) -> str | None:
    """How a composition is shown of which its ions, its hydrogen or its water stand apart; None of others."""
    plain = plain_salts(formula)  # one of two kinds of anion is written as a composition
    if plain:
        salt = plain[0]
        return "".join((*cation_units(salt), *(_unit(anion, n) for anion, n in salt.anions)))
    carbonyl = carbonyl_of(formula)
    if carbonyl is not None:  # Ni(CO)5, not NiC5O5
        symbol, metal, many = carbonyl
        return write_unit(symbol, metal) + write_unit("CO", many)
    acid = acid_of(formula)
    if acid and ("C" not in _elements(formula) or "H" not in dict(acid.atoms)):
        hydrogens = dict(formula.atoms)["H"]
        own = dict(acid.atoms).get("H", 0)
        rest = acid.formula.removeprefix(write_unit("H", own)) if own else acid.formula
        return write_unit("H", hydrogens) + (f"[{rest}]" if _is_complex(acid) else rest)
    if formula in common().texts:
        return common().texts[formula]
    hydrate = salt_and_water(formula)
    if hydrate:
        dry, waters = hydrate
        return f"{written(dry)}·{waters if waters > 1 else ''}H2O"
    basic = [salt for salt in salts(formula) if _is_basic(salt)]
    if len(basic) == 1:
        return "".join(cation_units(basic[0])) + write_anions((a.formula, n) for a, n in basic[0].anions)
    return None


def _is_basic(salt: Salt) -> bool:
    """Of hydroxide beside halides and oxoanions: Mg(OH)Cl, Mg(OH)NO3."""
    anions = [anion for anion, _ in salt.anions if anion.formula != "OH"]
    return 0 < len(anions) < len(salt.anions) and all(
        HALOGENS.issuperset(elements) if anion.monatomic else METALS.isdisjoint(elements)
        for anion in anions
        for elements in [{symbol for symbol, _ in anion.atoms}]
    )


write_by(written)


def _written_ion(formula: Formula) -> str:
    """SO4^2-, NH4^+, OH^-: as the list of ions has it, else metals first."""
    listed: tuple[Anion | Cation, ...] = (*knowledge().anions, *knowledge().cations)
    texts = [ion.formula for ion in listed if (ion.atoms, ion.charge) == (formula.atoms, formula.charge)]
    return write_charge(texts[0] if texts else Formula(formula.atoms).conventional, formula.charge)
