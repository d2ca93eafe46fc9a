"""A whole lesson for thirty, through all eight kinds of exercise, with a killed server: see `lesson.py`."""

from __future__ import annotations

import pytest

from tests.browser.lesson import KINDS, SIMULATED, drive
from tests.support.browsing import SCREENSHOTS


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_lesson_of_thirty_loses_no_answer(language: str) -> None:
    report = drive(SCREENSHOTS / "lesson", language)
    assert report == {"pupils": 30, "acknowledged": SIMULATED * len(KINDS), "lost": 0}
