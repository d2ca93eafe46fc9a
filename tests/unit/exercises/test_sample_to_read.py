"""The sample of exercises that a chemist reads: all topics, levels and languages, and nothing that is wrong by itself."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.exercises import topics
from tools.exercises import described, exercises, sample

FAULTS = ("SOLUTION MARKED", "ALSO NOT RIGHT", "CHOICE NOT WRONG")


def test_the_sample_has_every_topic_level_and_language_and_no_exercise_twice() -> None:
    found = list(sample(400, "read"))
    assert len(set(found)) == len(found) == 400
    cells = {(exercise.topic, exercise.level, language) for exercise, language in found}
    assert len(cells) == 3 * len(topics()) * len(prose.LANGUAGES)


def test_the_table_counts_what_is_printed() -> None:
    result = CliRunner().invoke(exercises, ["--count", "80", "--table"], catch_exceptions=False)
    lines = [line.split("\t") for line in result.output.splitlines()]
    assert sum(int(many) for *_, many in lines) == 80
    assert {(topic, level) for topic, level, *_ in lines} >= {(name, "1") for name in topics()}


def test_no_exercise_of_a_small_sample_is_wrong_by_itself() -> None:
    for exercise, language in list(sample(400, "small"))[::20]:
        assert not [cell for cell in described(exercise, language) if cell.startswith(FAULTS)], exercise.text


@pytest.mark.nightly
def test_no_exercise_of_the_whole_sample_is_wrong_by_itself() -> None:
    for exercise, language in sample(400, "read"):
        assert not [cell for cell in described(exercise, language) if cell.startswith(FAULTS)], exercise.text
