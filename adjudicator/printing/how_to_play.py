"""How a game is played, on one page: the rule card of its table and what a first game needs."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.printing.press import BLACK, LINE
from adjudicator.printing.setting import LEADING, POINT, PrintError, Run, bold, lines_of, width
from adjudicator.printing.setting import prose as chemistry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text

SIZE = 14.0  # read at arm's length
LEAST = 9.0
STEP = 0.25
CARD = ("turn", "score", "end")  # what the rule card says stands first below these headings
BULLET = Run("•  ")


@lru_cache(8)
def headings(language: str) -> dict[str, str]:
    english = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    with prose.speaking(language):
        return {**english, **prose.texts_of(prose.SHARED, "how_to_play")}


def page_of(game: str, language: str) -> dict[str, Any] | None:
    """The card and the lists of a game, from `words/lesson` of its package; None where it has none."""
    said = ruleset.lesson_words(game, language)
    return {**said["paper"], "card": said["card"]} if "paper" in said else None


def print_how_to_play(press: Press, game: str, edition: Any, language: str) -> None:
    """Raises PrintError if it would need more than the page at a size that can be read."""
    said = page_of(game, language)
    assert said is not None
    head = headings(language)
    room = press.page().inset(12, 10).above(6)
    size = SIZE
    while (lines := list(_lines(said, head, edition, room.w, size))) and _height(lines) > room.h - 16:
        size -= STEP
        if size < LEAST:
            raise PrintError("text_too_long", f"How to play {press.title} does not fit on one page.")
    press.text(bold(head["title"].format(title=press.title)), room.top(12), 26, align="left", lines=1)
    press.line(room.x, room.y + 13, room.right, room.y + 13, colour=BLACK, thick=LINE)
    _set(press, room.below(16), lines)
    press.foot(head["part"], press.edition)


def _lines(
    said: dict[str, Any], head: dict[str, str], edition: Any, wide: float, size: float
) -> Iterator[tuple[Text, float, float, float]]:
    """Each line with its size, how far in it begins, and the room before it."""
    indent = width((BULLET,)) * size
    for block in ("aim", "setup", "turn", "score", "end", "mind"):
        lists = [text.format(box=edition) for text in said.get(block, ())]
        card = [said["card"][block].format(box=edition)] if block in CARD else []
        if block == "aim":
            card, lists = lists, []
        yield bold(head[block]), size * 1.15, 0.0, size * 0.32
        for text in card:
            for at, line in enumerate(lines_of(chemistry(text), wide, size)):
                yield line, size, 0.0, 0.0 if at else size * 0.06
        for text in lists:
            for at, line in enumerate(lines_of(chemistry(text), wide - indent, size)):
                yield ((BULLET, *line) if not at else line), size, indent if at else 0.0, 0.0
    for line in lines_of(chemistry(head["rules"], "italic"), wide, size * 0.85):
        yield line, size * 0.85, 0.0, size * 0.32


def _height(lines: list[tuple[Text, float, float, float]]) -> float:
    return sum(before + size * LEADING * POINT for _, size, _, before in lines)


def _set(press: Press, box: Box, lines: list[tuple[Text, float, float, float]]) -> None:
    y = box.y
    for text, size, indent, before in lines:
        y += before + size * LEADING * POINT
        press.write(text, box.x + indent, y, size)
