"""A worksheet and its answer key as PDF, one page each, with a code that leads a phone to the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import extras, prose
from adjudicator.errors import UnreadableInput
from adjudicator.exercises.questions import question, solution
from adjudicator.exercises.words import YES_OR_NO, answer_called, say
from adjudicator.printing.geometry import Box
from adjudicator.printing.press import BLACK, GREY, LINE, THIN, Press
from adjudicator.printing.setting import bold, fit, formula, joined, plain
from adjudicator.printing.setting import prose as chemistry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.exercises.exercise import Exercise
    from adjudicator.printing.geometry import Paper
    from adjudicator.printing.press import Ink
    from adjudicator.printing.setting import Text

MOST = 20  # exercises on a page
COLUMNS = 2
PROMPT = 8.5  # points of type
LINE_HIGH = 4.5  # mm for a line of a prompt
TILE = 8.0  # mm
AROUND = 4  # squares that are shown around the tiles of a board
LEAST_SQUARE = 2.5  # mm in which a symbol can be read
CODE = 32.0  # mm
LONGEST_LINK = 900  # characters that a phone reads from a code of that size


def worksheet(
    exercises: Sequence[Exercise], paper: Paper, title: str = "", link: str = "", ink: Ink = "colour"
) -> bytes:
    """In the language that is spoken; raises UnreadableInput for none, or more than fit on a page."""
    if not 0 < len(exercises) <= MOST:
        said = f"A worksheet has 1 to {MOST} exercises, not {len(exercises)}."
        raise UnreadableInput("worksheet_size", said, limit=MOST)
    named = title.strip() or say("Worksheet")
    press = Press(paper, ink, named, "", two_sided=False)
    press.begin("worksheet", named)
    _draw(press, exercises, named, link, key=False)
    press.begin("key", say("Answers"))
    _draw(press, exercises, f"{named}: {say('Answers')}", "", key=True)
    return press.finish()


def _draw(press: Press, exercises: Sequence[Exercise], title: str, link: str, *, key: bool) -> None:
    page = press.page().inset(10, 8)
    head, rest = page.top(CODE + 2), page.below(CODE + 6)
    room = head.left(head.w - CODE - 6) if link else head
    press.text(bold(title), room.top(11), 20, align="left", lines=1)
    if not key:
        for place, field in zip(room.below(14).top(8).columns(3, 2, gap=6), ("Name:", "Class:"), strict=True):
            press.text(plain(say(field)), place, 11, align="left", lines=1)
            start = place.x + 16
            press.line(start, place.low - 1.5, place.right, place.low - 1.5, colour=GREY, thick=THIN)
    if link:
        _code(press, head.rightmost(CODE).top(CODE), link)
    press.line(rest.x, rest.y - 2, rest.right, rest.y - 2, colour=BLACK, thick=LINE)
    rows = (len(exercises) + COLUMNS - 1) // COLUMNS
    columns = rest.above(6).columns(*[1] * COLUMNS, gap=8)
    cells = [cell for column in columns for cell in column.rows(*[1] * rows, gap=2)]
    for number, (exercise, cell) in enumerate(zip(exercises, cells, strict=False), start=1):
        asked = question(exercise, prose.spoken())
        body = cell if "board" in asked and not key else cell.top(min(cell.h, 40))
        press.text(bold(f"{number}"), body.left(7).top(6), 11, align="left", lines=1)
        inside = Box(body.x + 8, body.y, body.w - 8, body.h)
        if key:
            press.text(_answer(exercise), inside, 10, align="left", upright="top")
        else:
            _ask(press, inside, asked)
    press.foot(title)


def _answer(exercise: Exercise) -> Text:
    right = solution(exercise, prose.spoken())
    shown = right.answer in right.text and right.answer not in YES_OR_NO
    called = chemistry(answer_called(right.answer), "bold")
    return chemistry(right.text) if shown else joined(called, chemistry(f"  {right.text}"))


def _ask(press: Press, box: Box, asked: dict[str, Any]) -> None:
    prompt = plain(asked["prompt"])
    whole = fit(prompt, (box.w, LINE_HIGH), PROMPT, lines=1).size == PROMPT
    high = LINE_HIGH if whole else 2 * LINE_HIGH - 1
    press.text(prompt, box.top(high), PROMPT, align="left", lines=2)
    below = box.below(high + 0.5)
    tiles = asked.get("rack") or asked.get("tiles")
    if tiles:
        _tiles(press, below.top(TILE), tiles)
        below = below.below(TILE + 1)
    text = _material(asked)
    if text:
        press.text(text, below.top(6), 13, align="left", lines=1)
        below = below.below(7)
    line = min(below.y + 6, box.low - 0.5)
    press.line(box.x, line, box.right, line, colour=GREY, thick=THIN)
    if "board" in asked:
        _board(press, Box(box.x, line + 2, box.w, max(box.low - line - 4, 0)), asked["board"])


def _board(press: Press, box: Box, board: dict[str, Any]) -> None:
    """What can be reached of the board, rows and columns named; where that is too small, a line of tiles."""
    laid = {(tile["row"], tile["col"]): tile["symbol"] for tile in board["tiles"]}
    if not laid:
        return
    down, across = (
        range(max(1, min(places) - AROUND), min(board["size"], max(places) + AROUND) + 1)
        for places in zip(*laid, strict=True)
    )
    step = min(box.h / (len(down) + 1), box.w / (len(across) + 1), TILE)
    if step < LEAST_SQUARE:
        said = " · ".join(f"{row}{_letter(col)} {symbol}" for (row, col), symbol in laid.items())
        press.text(plain(said), Box(box.x, box.y - 6, box.w, 4), 7, align="right", lines=1)
        return
    for at, col in enumerate(across, start=1):
        press.text(plain(_letter(col)), Box(box.x + at * step, box.y, step, step), 6, lines=1)
    for at, row in enumerate(down, start=1):
        press.text(plain(str(row)), Box(box.x, box.y + at * step, step, step), 6, lines=1)
        for place, col in enumerate(across, start=1):
            square = Box(box.x + place * step, box.y + at * step, step, step)
            symbol = laid.get((row, col))
            press.rect(square, fill=press.shades_of(symbol).ground if symbol else None, line=GREY, thick=THIN)
            if symbol:
                press.text(formula(symbol), square.inset(0.3), 8, lines=1)


def _letter(col: int) -> str:
    return chr(ord("A") + col - 1)


def _material(asked: dict[str, Any]) -> Text:
    if "equation" in asked:
        sides = [asked["equation"][side] for side in ("reactants", "products")]
        left, right = (_with_blanks(species) for species in sides)
        return joined(left, "  →  ", right)
    if "formula" in asked and "name" in asked:
        return joined(plain(asked["name"]), "  ", formula(asked["formula"]))
    if "formula" in asked:
        return formula(asked["formula"])
    return plain(asked["name"]) if "name" in asked else ()


def _with_blanks(species: Sequence[str]) -> Text:
    parts: list[Text | str] = []
    for place, one in enumerate(species):
        parts += [*(["  +  "] if place else []), "__ ", formula(one)]
    return joined(*parts)


def _tiles(press: Press, box: Box, tiles: Sequence[str]) -> None:
    """Element tiles as the pages and boxes have them; a card of several atoms is plain."""
    size = min(TILE, box.w / max(len(tiles), 1) - 0.8)
    for place, symbol in enumerate(tiles):
        cell = Box(box.x + place * (size + 0.8), box.y, size, size)
        try:
            shades = press.shades_of(symbol)
            press.rect(cell, fill=shades.ground, line=shades.edge, radius=1)
        except KeyError:
            press.rect(cell, line=GREY, radius=1)
        press.text(formula(symbol), cell.inset(0.6), 12, lines=1)


def _code(press: Press, box: Box, link: str) -> None:
    if len(link) > LONGEST_LINK:
        return
    with extras.told():
        import segno
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix]
    step = box.w / len(rows)
    for at, row in enumerate(rows):
        for place, dark in enumerate(row):
            if dark:
                press.rect(Box(box.x + place * step, box.y + at * step, step, step), fill=BLACK)
