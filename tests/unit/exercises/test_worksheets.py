"""The content of a worksheet, including the board, without which a best play cannot be found."""

from __future__ import annotations

from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.worksheets import worksheet
from adjudicator.printing.geometry import PAPERS
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
