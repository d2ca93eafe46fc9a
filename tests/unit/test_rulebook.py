"""The rulebooks in our words: what printed pages leave out."""

from __future__ import annotations

import pytest

from adjudicator.rulebook import without_code


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("It is illegal (`too_short`).", "It is illegal."),
        ('By an option (`flames = "box"`) there are 15.', "By an option there are 15."),
        ("It takes Mg(NO2)2 (so C-POLY).", "It takes Mg(NO2)2 (so C-POLY)."),
        ("All (Ca(OH)2, or `x` here) of it.", "All of it."),
        ("Open ( brackets and ) `code`.", "Open ( brackets and ) `code`."),
    ],
)
def test_brackets_with_code_are_for_programs(text: str, paper: str) -> None:
    assert without_code(text) == paper
