"""The name that people use first: isomers ordered by how well known they are, and no catalogue numbers as names."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from adjudicator import Formula, load_ruleset
from adjudicator.chem.naming import check, isomers_among
from adjudicator.chem.naming import names as named
from adjudicator.reference.stability import capital_name
from adjudicator.reference.table import names
from adjudicator.reference.table.building import SCHOOL
from adjudicator.reference.table.reading import SHIPPED, CompoundTable
from adjudicator.reference.table.school import read_school

TABLE = CompoundTable.open()

with closing(sqlite3.connect(SHIPPED)) as _database:
    SHOWN = [name for (name,) in _database.execute("SELECT name FROM compound")]
    SYNONYMS = [
        name
        for row in _database.execute("SELECT confirmed, harvested FROM synonym")
        for joined in row
        for name in joined.split("\n")
        if name
    ]


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("C6H14", "hexane"),
        ("C5H12", "pentane"),
        ("C4H10", "butane"),
        ("C3H6", "propene"),
        ("C4H8O2", "ethyl acetate"),
        ("C2H5NO2", "glycine"),
        ("C7H6O2", "benzoic acid"),
        ("C6H8O7", "citric acid"),
        ("C9H8O4", "acetylsalicylic acid"),
        ("C6H12O6", "glucose"),
        ("C12H22O11", "sucrose"),
        ("C2H6O", "ethanol"),
        ("C3H6O", "acetone"),
        ("C3H6O3", "lactic acid"),
        ("C3H7NO2", "alanine"),
        ("C4H8O", "butanone"),
        ("C6H12", "cyclohexane"),
        ("C8H8O3", "vanillin"),
        ("C8H9NO2", "paracetamol"),
        ("C10H14N2", "nicotine"),
        ("C10H16", "limonene"),
        ("C14H10", "anthracene"),
        ("C9H13NO3", "adrenaline"),
        ("C8H10N4O2", "caffeine"),
        ("C6H4O2", "p-benzoquinone"),
        ("C7H5N3O6", "2,4,6-trinitrotoluene"),
        ("NP", "phosphorus mononitride"),
        ("Cl5P", "phosphorus pentachloride"),
        ("HIO4", "periodic acid"),
        ("Ar", "argon"),
    ],
)
def test_the_name_people_use_comes_first(formula: str, name: str) -> None:
    assert TABLE.by_formula(formula)[0].name == name
    assert named(formula, TABLE)[0] == name


def test_the_judge_shows_it() -> None:
    expert = load_ruleset("compoundit:expert")
    assert expert.judge(Formula.parse("C6H14")).name == "hexane"
    assert expert.judge(Formula.parse("C4H8O2")).name == "ethyl acetate"


def test_what_a_school_knows_is_shown_by_its_name() -> None:
    lessons = read_school(SCHOOL)
    assert len(lessons) >= 500
    for lesson in lessons:
        found = [c for c in TABLE.by_name(lesson.name) if c.fame >= 1000]
        assert lesson.name in {c.name for c in found}, lesson.name


def test_no_row_has_a_code_for_a_name() -> None:
    assert [name for name in SHOWN if names.is_code(name)] == []
    assert [
        name for name in SHOWN if re.match(r"ac1[a-z0-9]{5}|agn-pc|ctk\d|unii-|zinc\d|nsc", name.lower())
    ] == []


def test_no_capitals_are_broken_and_no_formula_is_left_in_brackets() -> None:
    assert [name for name in SHOWN if re.match(r"[A-Z][a-z]{2}", name)] == []
    assert [name for name in SHOWN if re.search(r"(?<![A-Za-z])n,n-|\d+h-[a-z]|\(h[a-z]*\d\)$", name)] == []


@pytest.mark.parametrize(
    ("given", "tidy"),
    [
        ("n,n-dimethylaniline", "N,N-dimethylaniline"),
        ("N,N-Dimethylaniline", "N,N-dimethylaniline"),
        ("n-butyl acetate", "n-butyl acetate"),
        ("n-phenylacetamide", "N-phenylacetamide"),
        ("9h-fluorene", "9H-fluorene"),
        ("(1e,4e)-1,5-diphenylpenta-1,4-diene", "(1E,4E)-1,5-diphenylpenta-1,4-diene"),
        ("(3ar,4s)-octahydroindene", "(3aR,4S)-octahydroindene"),
        ("(nz)-n-benzylidenehydroxylamine", "(NZ)-N-benzylidenehydroxylamine"),
        ("(rs)-cis-permethrin", "(RS)-cis-permethrin"),
        ("7h-benz(de)anthracene", "7H-benz(de)anthracene"),
        ("dl-alanine", "DL-alanine"),
        ("d-limonene", "d-limonene"),
        ("phosphorous nitride", "phosphorus nitride"),
        ("phosphorous acid", "phosphorous acid"),
        ("periodic acid (hio4)", "periodic acid"),
        ("Di-tert-butyl ether", "di-tert-butyl ether"),
    ],
)
def test_names_are_put_as_they_stand_in_a_sentence(given: str, tidy: str) -> None:
    assert names.tidy(given) == tidy


@pytest.mark.parametrize(
    "code", ["ac1l3fa4", "agn-pc-03zyli", "ctk1d6629", "unii-6uop1jug3a", "c13h10n4o3s", "74-82-8"]
)
def test_codes_are_known_for_what_they_are(code: str) -> None:
    assert names.is_code(code)


@pytest.mark.parametrize(
    "name", ["aspirin", "vitamin b12", "2-propanol", "r-limonene", "dioxin", "naphthalene"]
)
def test_names_are_no_codes(name: str) -> None:
    assert not names.is_code(name)


@pytest.mark.parametrize(
    ("name", "first"),
    [("ethanol", "Ethanol"), ("p-benzoquinone", "p-Benzoquinone"), ("β-D-glucopyranose", "β-D-Glucopyranose"),
     ("DL-adrenaline", "DL-Adrenaline"), ("N,N-dimethylaniline", "N,N-Dimethylaniline"), ("2-butanol", "2-Butanol"),
     ("trans-dimethyldiazene", "trans-Dimethyldiazene")],
)  # fmt: skip
def test_a_name_begins_a_sentence_with_the_letter_of_its_word(name: str, first: str) -> None:
    assert capital_name(name) == first


def test_no_substance_goes_by_the_name_of_another() -> None:
    assert TABLE.by_name("cyclopentene-4-one") == () or all(
        c.formula != "Ar" for c in TABLE.by_name("cyclopentene-4-one")
    )
    assert all(c.formula != "Ar" for n in ("3-cyclopentenone", "cyclopentenone") for c in TABLE.by_name(n))
    assert "nikotin" not in SHOWN


@pytest.mark.parametrize(
    ("formula", "said", "meant"),
    [
        ("C2H6O", "etanol", "ethanol"),
        ("C6H6", "benzen", "benzene"),
        ("C3H6O", "aceton", "acetone"),
        ("C7H8", "tolune", "toluene"),
        ("C10H8", "napthalene", "naphthalene"),
        ("C9H8O4", "acetylsalicilic acid", "acetylsalicylic acid"),
        ("C8H10N4O2", "cafeine", "caffeine"),
    ],
)
def test_slips_of_the_pen_in_names_of_molecules(formula: str, said: str, meant: str) -> None:
    answer = check(formula, said, TABLE)
    assert (answer.answer, answer.code) == ("right", "name_misspelt")
    assert dict(answer.params)["spelling"] == meant


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("C6H14", "hexene"),
        ("C4H8O2", "mthyl acetate"),
        ("C2H7N", "ethylimine"),
        ("C3H8O", "propan-3-ol"),
        ("C2H4O", "ethanol"),
        ("C6H12", "hexane"),
    ],
)
def test_a_letter_that_means_another_substance_is_no_slip(formula: str, said: str) -> None:
    assert check(formula, said, TABLE).answer != "right"


def test_V_NAME_UNITS_an_isomer_is_never_given_as_another_name() -> None:
    """Butyne is not butadiene, though both are C4H6."""
    assert "also" not in check("C4H6", "butyne", TABLE).message
    assert "which is also but-1-yne." in check("C4H6", "1-butyne", TABLE).message
    assert "auch 1,3-Butadien" not in check("C4H6", "Butin", TABLE, "de").message
    assert "which is also ethanol." in check("C2H6O", "grain alcohol", TABLE).message


def test_names_of_isomers_are_told_from_other_names() -> None:
    listed = named("C2H6O", TABLE)
    isomers = isomers_among(listed, Formula.parse("C2H6O"), TABLE)
    assert {"dimethyl ether", "methoxymethane"} <= set(isomers)
    assert {"ethyl alcohol", "grain alcohol"}.isdisjoint(isomers)
    salts = named("NaOH", TABLE)
    assert isomers_among(salts, Formula.parse("NaOH"), TABLE) == ()


def test_what_differs_in_space_is_told_apart_and_a_second_name_is_not() -> None:
    """Galactose and mannose have the bonds of glucose, and are other substances; dextrose is glucose."""
    formula = Formula.parse("C6H12O6")
    for language, also, others in (
        ("en", {"dextrose"}, {"galactose", "mannose", "fructose"}),
        ("de", {"Traubenzucker", "Dextrose"}, {"Galactose", "Mannose", "Fructose"}),
    ):
        listed = named(formula, TABLE, language)
        isomers = set(isomers_among(listed, formula, TABLE, language))
        assert others <= isomers & set(listed)
        assert also <= set(listed) - isomers
