"""The content of a worksheet, including the board, without which a best play cannot be found."""

from __future__ import annotations

import pytest

from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.worksheets import worksheet
from adjudicator.printing.geometry import PAPERS
from adjudicator.prose import speaking
from tests.support.pdf import pages_of

BOARD = "play:C O O O H H F|15/15/15/15/15/15/6FAg7/6HCl7/15/15/15/15/15/15/15"
MANY = [
    f"name:{formula}" for formula in ("NaF", "NaCl", "NaBr", "NaI", "KF", "KCl", "KBr", "KI", "MgO", "CaO")
]


def test_a_best_play_comes_with_its_board() -> None:
    sheet, _ = pages_of(worksheet([exercise_from_text(BOARD)], PAPERS["A4"]))
    said = sheet.text()
    assert all(part in said for part in ("Ag", "Cl", "12", "L"))


def test_where_a_board_has_no_room_its_tiles_stand_in_a_line() -> None:
    many = [exercise_from_text(text) for text in (BOARD, *MANY, *(f"{text}!other" for text in MANY[:9]))]
    sheet, _ = pages_of(worksheet(many, PAPERS["A4"]))
    assert "7GF·7HAg·8GH·8HCl" in sheet.text().replace(" ", "")


@pytest.mark.parametrize(("language", "word"), [("en", "no"), ("de", "nein")])
def test_the_key_says_yes_or_no_in_the_language_of_the_sheet(language: str, word: str) -> None:
    """Also where the reason has the letters of the answer in it: not neutral."""
    with speaking(language):
        _, key = pages_of(worksheet([exercise_from_text("legal:MgCl@ion:base")], PAPERS["A4"]))
    assert word in key.words()


def test_a_long_prompt_is_wrapped_before_it_is_shrunk() -> None:
    with speaking("de"):
        exercises = [exercise_from_text("mend:MgCl@compoundit:beginner")]
        sheet, _ = pages_of(worksheet(exercises, PAPERS["A4"]))
    assert min(size for letter, size in sheet.sizes if letter in "äöü") >= 7
