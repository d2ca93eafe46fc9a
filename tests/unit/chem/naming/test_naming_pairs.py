"""Hand-checked pairs of formula and name; fixtures/naming/pairs.csv gives the sources."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.chem.naming import check
from adjudicator.reference.table.reading import CompoundTable

LINES = Path("fixtures/naming/pairs.csv").read_text(encoding="utf-8").splitlines()
PAIRS = [
    (row["formula"], row["name"], row["answer"]) for row in csv.DictReader(x for x in LINES if x[0] != "#")
]


def test_there_are_enough_and_each_once() -> None:
    answers = Counter(answer for _, _, answer in PAIRS)
    assert len(PAIRS) >= 500
    assert len({(formula, name) for formula, name, _ in PAIRS}) == len(PAIRS)
    assert answers["right"] >= 200
    assert answers["wrong"] >= 150


@pytest.mark.parametrize(("formula", "name", "answer"), PAIRS)
def test_pair(formula: str, name: str, answer: str) -> None:
    found = check(formula, name)
    assert found.answer == answer, found.message
    if answer == "wrong" and found.code != "name_is_a_formula":
        assert any(right in found.message for right in found.names)


@pytest.mark.slow
def test_the_reference_table_changes_no_answer_of_a_rule() -> None:
    table = CompoundTable.open()
    other = {
        (formula, name): check(formula, name, table).code
        for formula, name, answer in PAIRS
        if answer != "unresolved" and check(formula, name, table).answer != answer
    }
    assert other == {}
