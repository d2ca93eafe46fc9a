"""Exercises on cards to cut out: a front and its back lie on each other when the sheet is printed on both sides."""

from __future__ import annotations

import pytest

from adjudicator.exercises.cards import EDGE, SIZE, WITH_BOARD, cards
from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.topics import make_round, topics
from adjudicator.printing.geometry import MARGIN, PAPERS, Grid
from adjudicator.printing.press import FOOT_LINE
from adjudicator.prose import speaking
from tests.support.pdf import pages_of
from tests.support.sampling import by_day

SMALLEST = 4  # points, of the line at the foot
DENSE, DARK = 8, 128  # pixels a millimetre; of 255
BOARD = "play:C O O O H H F|15/15/15/15/15/15/6FAg7/6HCl7/15/15/15/15/15/15/15"


def test_the_answer_is_on_the_back_of_its_question() -> None:
    asked = [exercise_from_text(text) for text in ("write:sodium sulfite", "name:CaCO3", "charge:Mg^2+")]
    front, back = pages_of(cards(asked, PAPERS["A4"], "Salts"))
    grid = Grid(PAPERS["A4"], *SIZE)
    for place, (question, answer) in enumerate(
        (("sodiumsulfite", "Na2SO3"), ("CaCO3", "calciumcarbonate"), ("magnesiumion", "+2"))
    ):
        for page, text, mirrored in ((front, question, False), (back, answer, True)):
            cell = grid.cell(place, mirrored=mirrored)
            assert text in page.text(cell.inset(EDGE - 1)), text


def test_ten_cards_fill_a_sheet_and_the_next_begins_another() -> None:
    exercises = make_round("ions", 1, 11, "seed").exercises
    for paper in ("A4", "Letter"):
        assert Grid(PAPERS[paper], *SIZE).size in (8, 10)
    assert len(pages_of(cards(exercises, PAPERS["A4"]))) == 4


def test_there_are_cut_marks_around_the_cards() -> None:
    grid = Grid(PAPERS["A4"], *SIZE)
    marks = list(grid.marks([grid.cell(0)]))
    assert len(marks) >= 4
    front, _ = pages_of(cards([exercise_from_text("name:NaCl")], PAPERS["A4"]))
    shown = front.pixels(DENSE)
    for x, y, end, low in marks:
        row, column = (round((y + low) / 2 * DENSE), round((x + end) / 2 * DENSE))
        assert shown[row - 2 : row + 3, column - 2 : column + 3].min() < DARK, (x, y)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [SIZE, WITH_BOARD])
def test_no_cut_mark_crosses_the_line_at_the_foot(paper: str, size: tuple[float, float]) -> None:
    page = PAPERS[paper]
    grid = Grid(page, *size)
    marks = list(grid.marks([grid.cell(place) for place in range(grid.size)]))
    assert max(low for *_, low in marks) <= page.h - MARGIN - FOOT_LINE


def test_a_best_play_has_its_board_on_a_larger_card() -> None:
    front, _ = pages_of(cards([exercise_from_text(BOARD)], PAPERS["A4"]))
    assert all(part in front.text() for part in ("Ag", "Cl", "12", "L"))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("topic", by_day(10, topics()))
def test_every_topic_and_level_fits_on_cards(topic: str, language: str) -> None:
    with speaking(language):
        for level in (1, 2, 3):
            for page in pages_of(cards(make_round(topic, level, 10, "seed").exercises, PAPERS["A4"])):
                assert min(size for letter, size in page.sizes if letter.isalpha()) >= SMALLEST
