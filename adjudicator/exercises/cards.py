"""Exercises as cards to cut out: the question on the front, its answer with the reason on the back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.exercises.questions import question
from adjudicator.exercises.words import say
from adjudicator.exercises.worksheets import BOARD, LEGEND, TILE, Drawn, answer_of
from adjudicator.printing.press import GREY, Press
from adjudicator.printing.setting import bold, plain
from adjudicator.printing.sheets import Piece, cut_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.exercises.exercise import Exercise
    from adjudicator.printing.geometry import Box, Paper
    from adjudicator.printing.press import Ink

SIZE = (88.0, 55.0)  # mm: ten on a page, whose foot is below the cut marks
WITH_BOARD = (88.0, 118.0)
EDGE = 4.0  # mm that stay free around a card
SMALL, PROMPT, MATERIAL, ANSWER, REASON = 7.0, 11.0, 20.0, 18.0, 10.0  # points of type, at most


def cards(exercises: Sequence[Exercise], paper: Paper, title: str = "", ink: Ink = "colour") -> bytes:
    """Sheets of cards with cut marks, and their backs, in the language that is spoken."""
    named = title.strip() or say("Cards")
    press = Press(paper, ink, named, "", two_sided=True)
    press.begin("cards", named)
    made = [_Card(number, exercise, named) for number, exercise in enumerate(exercises, start=1)]
    size = WITH_BOARD if any("board" in card.drawn.question for card in made) else SIZE
    cut_out(press, named, [Piece(card.name, card.front, card.back) for card in made], size)
    return press.finish()


class _Card:
    def __init__(self, number: int, exercise: Exercise, title: str) -> None:
        self.name = f"{number}"
        self._exercise, self._title = exercise, title
        self.drawn = Drawn(question(exercise, prose.spoken()))

    def front(self, press: Press, cell: Box) -> None:
        room = self._head(press, cell)
        asked = room.top(room.h * 0.4 if not self.drawn.has_board else 16)
        press.text(plain(self.drawn.question["prompt"]), asked, PROMPT, align="left", upright="top")
        below = room.below(asked.h + 1)
        if self.drawn.tiles:
            self.drawn.draw_tiles(press, below.top(TILE))
            below = below.below(TILE + 1)
        if self.drawn.scores:
            press.text(self.drawn.scores, below, SMALL, align="left", upright="top")
        if self.drawn.material:
            press.text(self.drawn.material, below.top(min(below.h, 18)), MATERIAL)
        if self.drawn.has_board:
            self.drawn.draw_board(press, below.top(BOARD + LEGEND))

    def back(self, press: Press, cell: Box) -> None:
        room = self._head(press, cell)
        answer, reason = answer_of(self._exercise)
        press.text(answer, room.top(room.h * 0.35), ANSWER)
        press.text(reason, room.below(room.h * 0.35 + 2), REASON, align="left", upright="top")

    def _head(self, press: Press, cell: Box) -> Box:
        room = cell.inset(EDGE)
        head = room.top(4)
        press.text(bold(self.name), head, SMALL + 1, align="right", lines=1)
        press.text(plain(self._title), head.left(room.w - 12), SMALL, align="left", colour=GREY, lines=1)
        return room.below(5)
