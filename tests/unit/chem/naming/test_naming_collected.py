"""Names collected by somebody else, and names set aside before the units were built: every one is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.chem.naming import check
from adjudicator.reference.table.reading import Table
from tools.measure_names import pairs

LISTS = [Path(f"fixtures/naming/{name}.csv") for name in ("collected", "textbook")]
# Left open, because nothing that we know speaks against them but that we do not know them.
OPEN = {("PbH4", "plumbine"), ("C10H14O", "carvonic acid")}


@pytest.mark.rule("V-NAME", "V-NAME-REAL")
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_name_is_answered_as_a_teacher_would(path: Path) -> None:
    table = Table.open()
    answers = {(f, n): (check(f, n, table), expected) for f, n, expected in pairs(path)}
    wrong = {pair: found.message for pair, (found, expected) in answers.items() if found.answer != expected}
    assert wrong.keys() <= OPEN, wrong
    assert all(answers[pair][0].answer == "unresolved" for pair in wrong)


def test_the_lists_are_long_enough() -> None:
    assert [len(pairs(path)) for path in LISTS] == [467, 172]
