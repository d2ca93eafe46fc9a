"""The rules in our words, in two columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.printing.press import GREY, THIN
from adjudicator.printing.setting import ASCENT, LEADING, POINT, Run, bold, lines_of, ruled, worded
from adjudicator.prose import spoken
from adjudicator.rulebook import rulebook, without_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator.rulebook import Section

SIZE = 8.25
TIGHTER = (1.0, 0.97, 0.94, 0.91)  # of all sizes, where that saves a page with next to nothing on it
ALMOST_EMPTY = 0.3  # of a page
GAP = 7.0
MARKS = {"no": "", "part": "ours_in_part", "whole": "ours"}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: how large, how far in, how much room before it, and whether it is a heading."""

    text: Text
    size: float = SIZE
    indent: float = 0.0
    before: float = 1.0
    heading: bool = False  # what follows begins below it, in the same column


@dataclass(frozen=True, slots=True)
class PrintedLine:
    text: Text
    size: float
    indent: float
    before: float
    last: bool  # whether a column may end with it: no line of a paragraph stands alone

    @property
    def high(self) -> float:
        return self.size * LEADING * POINT


def print_rules(press: Press, game: str) -> None:
    blocks = list(_blocks(game))
    room = _area(press.paper.printable)
    column = next(iter(room.columns(1, 1, gap=GAP)))
    pages: list[list[list[PrintedLine]]] = []
    for factor in TIGHTER:
        pages = _pages(list(_lines(blocks, column.w, factor)), column.h)
        if sum(map(_height, pages[-1])) > ALMOST_EMPTY * 2 * column.h:
            break
    for columns in pages:
        _print_page(press, _area(press.page()), columns)
        press.foot("rules_title", press.edition)


def _area(page: Box) -> Box:
    return page.inset(10, 8).above(4)


def _print_page(press: Press, box: Box, columns: list[list[PrintedLine]]) -> None:
    high = max(map(_height, columns))
    press.line(box.centre[0], box.y, box.centre[0], box.y + high, colour=GREY, thick=THIN)
    for place, column in zip(box.columns(1, 1, gap=GAP), columns, strict=False):
        y = place.y
        for at, line in enumerate(column):
            y += line.before if at else 0
            press.write(line.text, place.x + line.indent, y + ASCENT * line.size * POINT, line.size)
            y += line.high


def _lines(blocks: list[Block], room: float, factor: float) -> Iterator[PrintedLine]:
    for block in blocks:
        size = block.size * factor
        lines = lines_of(block.text, room - block.indent, size)
        for at, text in enumerate(lines, start=1):
            alone = at == 1 < len(lines) or at == len(lines) - 1
            yield PrintedLine(
                text,
                size,
                block.indent,
                block.before if at == 1 else 0.0,
                last=not block.heading and not alone,
            )


def _pages(lines: list[PrintedLine], high: float) -> list[list[list[PrintedLine]]]:
    """Columns two by two; those of the last page are of one height."""
    pages = []
    while lines:
        columns, rest = _two(lines, high)
        if not rest:
            low = max(_height(lines) / 2, 1.0)
            while (balanced := _two(lines, low))[1]:
                low += 1.0
            columns = balanced[0]
        pages.append(columns)
        lines = rest
    return pages


def _two(lines: list[PrintedLine], high: float) -> tuple[list[list[PrintedLine]], list[PrintedLine]]:
    left = _fitting(lines, high)
    right = _fitting(lines[left:], high)
    return [lines[:left], lines[left : left + right]], lines[left + right :]


def _fitting(lines: list[PrintedLine], high: float) -> int:
    """How many lines a column takes; at least one."""
    used, most = 0.0, 0
    for at, line in enumerate(lines):
        used += line.high + (line.before if at else 0.0)
        if used > high + 0.01:
            break
        most = at + 1
    if most == len(lines):
        return most
    return next((end for end in range(most, 0, -1) if lines[end - 1].last), max(most, 1))


def _height(column: list[PrintedLine]) -> float:
    return sum(line.high + (line.before if at else 0.0) for at, line in enumerate(column))


def _blocks(game: str) -> Iterator[Block]:
    read = rulebook(game, spoken())
    yield Block(bold(read.title), 18, before=0)
    for text in read.intro:
        yield Block(_paragraph(text), before=1.5)
    for section in read.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[Block]:
    top = section.level <= 2
    yield Block(bold(section.title), 12 if top else 10, before=4 if top else 2.5, heading=True)
    for text in section.paragraphs:
        yield Block(_paragraph(text))
    for rule in section.rules:
        mark = (Run(f"({worded(MARKS[rule.ours])}) ", "italic", 0.85),) if rule.ours != "no" else ()
        yield Block((Run(f"{rule.id} ", "bold", 0.85), *mark, *_paragraph(rule.text)), before=1.1)
    for reading in section.readings:
        yield Block((Run(reading.rule, "bold", 0.85),), before=1.1, heading=True)
        for label, text in reading.labelled:
            yield Block((Run(f"{label}: ", "bold"), *_paragraph(text)), indent=2)
    for text in section.remarks:
        yield Block((Run("• "), *_paragraph(text)), indent=2)


def _paragraph(text: str) -> Text:
    return tuple(ruled(without_code(text)))
