"""Nothing is invented (V-NAME-HONEST): a formula is given for a name only if the formula has that name."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.chem.naming import check, names, normalise
from adjudicator.chem.naming.families.units import same
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.reading.grammar import anion_words, cation_words
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.reference.table.reading import CompoundTable
from tests.support.sampling import DAY, in_turn, more_at_night

pytestmark = pytest.mark.rule("V-NAME-HONEST")

COUNTS = ("", "", "", "", "mono", "di", "tri", "tetra", "penta", "hexa", "sesqui", "bis", "hepta")
NUMBERS = ("", "", "", "(I)", "(II)", "(III)", "(IV)", "(VI)", "(2+)", "(4-)", "(1-)", "(II,III)")
WATER = ("", "", "", "", " monohydrate", " dihydrate", " hemihydrate", " heptahydrate")
LIGANDS = ("ammine", "chloro", "chlorido", "aqua", "cyano", "oxo", "nitro", "sulfato", "tris(oxalato)")
FORMULAS = (
    "NaCl",
    "H2O",
    "CuSO4",
    "KMnO4",
    "C2H6O",
    "Fe2O3",
    "MgSO4·7H2O",
    "K4[Fe(CN)6]",
    "NH3",
    "H2SO4",
    "CO2",
)
# Statements about a substance; statements about the counts in a name are not among them.
SAYS = {"name_of_another", "name_wrong_number", "name_wrong_ending", "name_wrong_count"}


def _invented(random: Random) -> str:
    cations, anions = sorted(cation_words()), sorted(anion_words())
    kind = random.random()
    if kind < 0.15:
        ligands = "".join(random.choice(COUNTS) + random.choice(LIGANDS) for _ in range(random.randint(1, 2)))
        metal = random.choice(("cobalt", "platinum", "iron", "copper", "ferrate", "platinate", "aluminate"))
        complex_ = f"{ligands}{metal}{random.choice(NUMBERS)}"
        outside = random.choice(("chloride", "sulfate", "potassium", "sodium"))
        return f"{outside} {complex_}" if outside.endswith("ium") else f"{complex_} {outside}"
    many = [
        random.choice(COUNTS) + random.choice(cations) + random.choice(NUMBERS)
        for _ in range(1 + (kind < 0.3))
    ]
    many += [random.choice(COUNTS) + random.choice(anions) for _ in range(1 + (kind > 0.8))]
    return " ".join(many) + random.choice(WATER)


def _names_back(name: str, formula: str, table: CompoundTable) -> bool:
    """The slow way: the formula is read again and named, and each of its names is read in turn."""
    key = normalise(name)
    if key in common().formulas or table.by_name(name):
        return True
    mine = [m.units for m in read(key).definite if m.units]
    for other in names(formula, table):
        again = normalise(other)
        if again == key:
            return True
        theirs = [m.units for m in read(again).definite if m.units]
        if any(same(one, two) for one in mine for two in theirs):
            return True
    return any(m.split is None for m in read(key).definite)


@in_turn(3)
@pytest.mark.parametrize("count", more_at_night(400, 100_000))
def test_made_up_names_are_never_given_a_substance_that_is_not_theirs(count: int) -> None:
    random, table = Random(f"invented {DAY}"), CompoundTable.open()
    said, false = 0, []
    for _ in range(count):
        name, formula = _invented(random), random.choice(FORMULAS)
        found = check(formula, name, table)
        params = dict(found.params)
        if found.code in SAYS and params.get("other"):
            said += 1
            if not _names_back(name, params["other"], table):
                false.append((name, formula, found.message))
        for option in params.get("options", ()):
            said += 1
            if not names(option, table):
                false.append((name, formula, found.message))
    assert false == []
    assert said > count // 20


@pytest.mark.parametrize(
    ("formula", "name", "answer"),
    [
        ("NaCl", "potassium tetrachloroplatinate", "wrong"),
        ("NaCl", "magnesium trisilicate", "wrong"),
        ("HCl", "chlorine hydride", "wrong"),
        ("MgO", "magnesium sulfate monohydrate", "wrong"),
        ("Mg2Si3O8", "sodium trisilicate", "wrong"),
        ("Na2CO3", "disodium tricarbonate", "wrong"),
    ],
)
def test_what_was_invented_is_no_longer(formula: str, name: str, answer: str) -> None:
    found = check(formula, name)
    assert found.answer == answer
    for invented in ("KPt4H7Cl24", "Na2C3H4O9", "MgSi3H4O9", "H7Cl", "hydrogen sulfate hydroxide"):
        assert invented not in found.message
