"""Names collected by other people, and names set aside before the units were built: every one is answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.naming import check
from adjudicator.reference.table.reading import CompoundTable
from benchmarks.measures.names import pairs
from tests.support.sampling import more_at_night, part_of_today

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path("fixtures/naming")
LISTS = [FOLDER / f"{name}.csv" for name in ("collected", "textbook")]
AFRESH = {"afresh": "en", "german_afresh": "de", "german_school": "de"}  # with the language of the question
# Left open, because nothing speaks against them except that we do not know them.
OPEN = {
    ("PbH4", "plumbine"),
    ("C10H14O", "carvonic acid"),
    ("[Cu(NH3)4]SO4", "tetraaminecopper(I) sulfate"),
    ("YBa2Cu3O7", "yttrium barium copper oxide"),
    ("HF", "fluoric acid"),
    ("Fe2O3", "limonite"),
    ("Fe2O3", "ferro oxide"),
    ("CO2", "carbonium dioxide"),
    ("ZnCl2", "zincous chloride"),
    ("NaCl", "sodium chloridate"),
    ("H2SO4", "sulfuring acid"),
    ("[Ag(NH3)2]Cl", "Diaminsilber(II)-chlorid"),
    ("NH4NO3", "Ammoniaknitrat"),
}


@pytest.mark.rule("V-NAME", "V-NAME-REAL")
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_name_is_answered_as_a_teacher_would(path: Path) -> None:
    answer_as_a_teacher(pairs(path), "en")


@pytest.mark.rule("V-NAME", "V-NAME-REAL")
@pytest.mark.parametrize(("name", "language"), AFRESH.items())
@pytest.mark.parametrize("part", more_at_night(8, 1))
def test_names_set_aside_are_answered_as_a_teacher_would(name: str, language: str, part: int) -> None:
    answer_as_a_teacher(part_of_today(part, pairs(FOLDER / f"{name}.csv")), language)


def answer_as_a_teacher(listed: Sequence[tuple[str, str, str]], language: str) -> None:
    table = CompoundTable.open()
    answers = {(f, n): (check(f, n, table, language), expected) for f, n, expected in listed}
    wrong = {pair: found.message for pair, (found, expected) in answers.items() if found.answer != expected}
    assert wrong.keys() <= OPEN, wrong
    assert all(answers[pair][0].answer == "unresolved" for pair in wrong)


def test_the_lists_are_long_enough() -> None:
    assert [len(pairs(path)) for path in LISTS] == [467, 172]
    assert [len(pairs(FOLDER / f"{name}.csv")) for name in AFRESH] == [605, 153, 99]
