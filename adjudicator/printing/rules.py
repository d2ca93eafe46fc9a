"""The rules by our digest, in two columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.digest import digest
from adjudicator.printing.press import GREY, THIN
from adjudicator.printing.setting import ASCENT, LEADING, POINT, Run, bold, lines_of, ruled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.digest import Section
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text

SIZE = 8.25
GAP = 7.0


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: how large, how far in, how much room before it, and whether the next stays with it."""

    text: Text
    size: float = SIZE
    indent: float = 0.0
    before: float = 1.0
    keep: int = 0  # lines of what follows that have to stand below it


def print_rules(press: Press, game: str) -> None:
    columns = _columns(press)
    column = next(columns)
    y = column.y
    for block in _blocks(game):
        high = block.size * LEADING * POINT
        lines = lines_of(block.text, column.w - block.indent, block.size)
        if y > column.y:
            y += block.before
        if y + high * (min(len(lines), 2) + block.keep) > column.low:
            column = next(columns)
            y = column.y
        for line in lines:
            if y + high > column.low + 0.01:
                column = next(columns)
                y = column.y
            press.write(line, column.x + block.indent, y + ASCENT * block.size * POINT, block.size)
            y += high


def _columns(press: Press) -> Iterator[Box]:
    """Columns of as many pages as are asked for."""
    while True:
        box = press.page().inset(10, 8).above(4)
        press.foot("The rules by our digest", press.edition)
        left, right = box.columns(1, 1, gap=GAP)
        press.line(box.centre[0], box.y, box.centre[0], box.low, colour=GREY, thick=THIN)
        yield left
        yield right


def _blocks(game: str) -> Iterator[Block]:
    read = digest(game)
    yield Block(bold(read.title), 18, before=0)
    for text in read.intro:
        yield Block(tuple(ruled(text)), before=1.5)
    for section in read.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[Block]:
    top = section.level <= 2
    yield Block(bold(section.title), 12 if top else 10, before=4 if top else 2.5, keep=3)
    for text in section.paragraphs:
        yield Block(tuple(ruled(text)))
    for rule in section.rules:
        yield Block((Run(f"{rule.id} ", "bold", 0.85), *ruled(rule.text)), before=1.1)
    for text in section.remarks:
        yield Block((Run("• "), *ruled(text)), indent=2)
