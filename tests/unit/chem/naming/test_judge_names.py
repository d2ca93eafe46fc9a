"""What `judge` calls a compound: by the reading that made it legal, and as `name --is` accepts it."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from adjudicator import Formula, Ruling, Tiles, Verdict, load_ruleset
from adjudicator.chem.naming import check, name_of_ions, names
from adjudicator.chem.naming.families import salts
from adjudicator.chem.naming.writing import by_ions
from adjudicator.chem.naming.writing import names as writing
from adjudicator.reference.table.reading import CompoundTable
from tests.support.naming_sets import compoundit_legal
from tests.support.sampling import in_turn, more_at_night, part_of_today

if TYPE_CHECKING:
    from adjudicator.parts import RuleSet

PARTS = [
    8,
    pytest.param(1, marks=pytest.mark.nightly),
]  # of the compounds of the game: one part a day, all of them nightly


@pytest.fixture(scope="module")
def standard() -> RuleSet:
    return load_ruleset("compoundit:standard")


@pytest.fixture(scope="module")
def table() -> CompoundTable:
    return CompoundTable.open()


@pytest.mark.parametrize(
    ("tiles", "name"),
    [
        ("NHHHHCN", "ammonium cyanide"),
        ("NHHHHCCHHHOO", "ammonium acetate"),
        ("NHHHHSCN", "ammonium thiocyanate"),
        ("PClClClClCl", "phosphorus pentachloride"),
        ("PPOOOOO", "diphosphorus pentoxide"),
        ("SiClClClCl", "silicon tetrachloride"),
        ("FeFeOOO", "iron(III) oxide"),
        ("FeFeFeOOOO", "iron(II,III) oxide"),
        ("MgNOONOO", "magnesium nitrite"),
        ("HHO", "water"),
        ("NHHH", "ammonia"),
        ("HCl", "hydrogen chloride"),
        ("HNOOO", "nitric acid"),
        ("HHSOOOO", "sulfuric acid"),
        ("HCCHHHOO", "acetic acid"),
        ("HCN", "hydrogen cyanide"),
        ("HOHO", "hydrogen peroxide"),
        ("CO", "carbon monoxide"),
        ("OO", "oxygen"),
        ("AlAlAlAlCCC", "aluminium carbide"),
        ("CuCuO", "copper(I) oxide"),
        ("PbOO", "lead(IV) oxide"),
        ("NaNaOO", "sodium peroxide"),
    ],
)
def test_the_reading_that_made_it_legal_names_it(standard: RuleSet, tiles: str, name: str) -> None:
    verdict = standard.judge(Tiles.parse(tiles))
    assert verdict.ruling is Ruling.VALID
    assert verdict.name == name


def test_no_molecule_is_shown_as_evidence_of_an_ammonium_salt() -> None:
    for rules in ("compoundit:standard", "compoundit:expert"):
        for text in ("NH4CN", "NH4C2H3O2", "NH4SCN"):
            verdict = load_ruleset(rules).judge(Formula.parse(text))
            assert verdict.name is not None
            assert verdict.name.startswith("ammonium")
            assert verdict.known is None


def test_torn_ions_are_named_for_what_they_would_be(standard: RuleSet) -> None:
    verdict = standard.judge(Tiles.parse("NMgNOOOO"))
    assert verdict.ruling is Ruling.INVALID
    assert verdict.name == "magnesium nitrite"


def test_a_refused_substance_that_exists_has_its_name_and_nonsense_has_none(standard: RuleSet) -> None:
    assert standard.judge(Formula.parse("KMnO4")).name == "potassium permanganate"
    assert standard.judge(Formula.parse("KAl(SO4)2")).name == "aluminium potassium sulfate"
    assert standard.judge(Tiles.parse("HHHO")).name is None
    assert standard.judge(Tiles.parse("NaONaFeOFeO")).name is None


@pytest.mark.parametrize("parts", PARTS)
def test_every_compound_of_the_game_is_shown_by_a_name_that_is_right(
    standard: RuleSet, table: CompoundTable, parts: int
) -> None:
    refused = {}
    for formula in part_of_today(parts, compoundit_legal()):
        verdict = standard.judge(formula)
        assert verdict.name is not None, verdict.formula
        if check(verdict.formula, verdict.name, table).answer != "right":
            refused[verdict.formula] = verdict.name
    assert refused == {}


@in_turn(3)
@pytest.mark.parametrize("number", more_at_night(250, 2000))
def test_every_name_shown_for_a_formula_of_the_table_is_right(table: CompoundTable, number: int) -> None:
    expert = load_ruleset("compoundit:expert")
    formulas = [f for f in table.formulas() if Formula.parse(f).size <= 60]
    refused = {}
    for hill in islice(formulas, 0, None, max(1, len(formulas) // number)):
        name = expert.judge(Formula.parse(hill)).name
        if name is not None and check(hill, name, table).answer != "right":
            refused[hill] = name
    assert refused == {}


@pytest.mark.parametrize("parts", PARTS)
def test_names_by_ions_agree_with_the_search_through_all_readings(standard: RuleSet, parts: int) -> None:
    """`names` takes the composition apart by itself; where both are sure, they agree."""
    differing = {
        verdict.formula: verdict.name
        for formula in part_of_today(parts, compoundit_legal())
        if (verdict := standard.judge(formula)).name not in names(formula) and "C" not in dict(formula.atoms)
    }
    assert differing == {}


@pytest.mark.parametrize(
    ("anion", "charge", "name"),
    [
        ("HCO3", -1, "carbonic acid"),
        ("HC2O4", -1, "oxalic acid"),
        ("H2C6H5O7", -1, "citric acid"),
        ("HSO4", -1, "sulfuric acid"),
        ("TiO3", -2, "hydrogen titanate"),
    ],
)
def test_hydrogen_in_front_of_an_anion_makes_its_acid_or_has_no_number(
    anion: str, charge: int, name: str
) -> None:
    assert name_of_ions((("H", 1),), (1,) * -charge, Formula.parse(anion).atoms, (charge,)) == name


def test_an_ion_that_no_school_knows_is_called_as_the_edition_says() -> None:
    assert name_of_ions((("Na", 1),), (1,), (("Xe", 3),), (-1,)) is None


def test_no_name_is_sought_in_writing_json(standard: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = [standard.judge(Tiles.parse(run)) for run in ("MgNOONOO", "NaONaFeOFeO", "HHO")]

    def fail(*_: object) -> None:
        raise AssertionError("a serialiser that starts chemistry")

    for module, function in ((writing, "names"), (by_ions, "name_of_ions"), (salts, "salts")):
        monkeypatch.setattr(module, function, fail)
    for verdict in verdicts:
        plain = json.loads(json.dumps(verdict.to_json()))
        assert Verdict.from_json(plain) == verdict
        assert plain["name"] == verdict.name


def test_a_long_run_that_is_refused_is_never_searched_for_a_name(
    standard: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search through all readings of 60 tiles took 228 ms, so it is not started."""
    searched: list[object] = []

    def note(counts: object) -> list[object]:
        searched.append(counts)
        return []

    monkeypatch.setattr(salts, "_inside", note)  # the first step of every search
    for run in ("NaOFe" * 20, "MnONa" * 20, "FeNOO" * 15, "CaPOOK" * 10):
        verdict = standard.judge(Tiles.parse(run))
        verdict.to_json()
        assert verdict.name is None
    assert searched == []
