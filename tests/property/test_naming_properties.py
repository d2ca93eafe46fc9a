"""Any input gets an answer, soon, and the same one for every spelling of the same name."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator import Formula
from adjudicator.chem.naming import MAX_NAME, SENTENCES, check, names, normalise
from adjudicator.chem.naming.reading.grammar import anion_words, cation_words
from tests.support.naming_sets import molecules, school_acids
from tests.support.steps import calls_of

SOON = 500_000  # calls; the first check of all spends 160,000 on reading the words of a language

FORMULAS = [
    *school_acids(),
    *molecules(),
    *map(Formula.parse, ("NaCl", "Fe3O4", "Mg(NO2)2", "CuSO4·5H2O", "KAl(SO4)2")),
]
PARTS = [
    *list(cation_words())[::3],
    *list(anion_words())[::3],
    "di",
    "tri",
    "bis(",
    ")",
    "(ii)",
    "(ii,iii)",
    "acid",
    " ",
    "-",
    "pentahydrate",
    "hydro",
    "per",
]
ELEMENTS = "H C N O F Na Mg Al Si P S Cl K Ca Fe Cu Zn Br Ag I Hg Pb".split()

texts = st.text(max_size=MAX_NAME + 20)
jargon = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)
compositions = st.dictionaries(st.sampled_from(ELEMENTS), st.integers(1, 12), min_size=1, max_size=4).map(
    Formula.of
)


@settings(max_examples=100)
@given(st.sampled_from(FORMULAS), texts | jargon)
@example(Formula.parse("NaCl"), "di" * 60)
@example(Formula.parse("NaCl"), "sodium" * 20)
@example(Formula.parse("NaCl"), "monotri" * 17)
@example(Formula.parse("NaCl"), "iron(ii)" * 15)
@example(Formula.parse("NaCl"), "oxide" * 24)
@example(Formula.parse("NaCl"), "((((((((((" * 12)
def test_check_always_answers_and_soon(formula: Formula, name: str) -> None:
    names(formula)
    assert calls_of(lambda: check(formula, name)) < SOON
    found = check(formula, name)
    assert found.answer in {"right", "wrong", "unresolved"}
    assert found.code in SENTENCES
    assert found.message


@given(texts | jargon)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@settings(max_examples=80)
@given(compositions)
def test_every_name_of_any_composition_is_right(formula: Formula) -> None:
    for name in names(formula):
        assert check(formula, name).answer == "right", name
        assert check(formula, name.upper()).answer == "right", name
        assert check(formula, name.replace(" ", "-")).answer == "right", name


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from(ELEMENTS), st.integers(1, 400), min_size=2, max_size=8).map(Formula.of)
)
def test_any_composition_is_named_or_not_within_bounds(formula: Formula) -> None:
    assert calls_of(lambda: names(formula)) < SOON
