"""Worksheets and their answer keys as PDF: several versions, points, and room that fits each answer."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import extras, prose
from adjudicator.errors import UnreadableInput
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.questions import question, solution
from adjudicator.exercises.topics import MAX_ROUND, MAX_VERSIONS
from adjudicator.exercises.words import YES_OR_NO, answer_called, say
from adjudicator.printing.geometry import Box
from adjudicator.printing.press import BLACK, GREY, LINE, THIN, Press
from adjudicator.printing.setting import GLUE, LEADING, POINT, bold, formula, joined, lines_of, plain, width
from adjudicator.printing.setting import prose as chemistry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.exercises.exercise import Exercise
    from adjudicator.printing.geometry import Paper
    from adjudicator.printing.press import Ink
    from adjudicator.printing.setting import Text

# What a right answer is worth: more where a reason is written down, or several numbers or tiles are found.
POINTS = {
    Kind.NAME: 1, Kind.WRITE: 1, Kind.CHARGE: 1, Kind.LEGAL: 2, Kind.MEND: 2, Kind.BALANCE: 2, Kind.BUILD: 3,
    Kind.PLAY: 4,
}  # fmt: skip
BETWEEN = (9.0, 7.0, 5.0, 3.5, 2.5)  # mm between two questions: the first with which they fit on a page
GAP = 8.0  # mm between columns
NUMBER = 8.0  # mm for the number of a question
WORTH = 11.0  # mm for its points
PROMPT, MATERIAL, ANSWER, SCORES = 9.0, 13.0, 10.5, 7.5  # points of type
WRITTEN = 9.0  # mm for a line of handwriting
LETTER = 3.2  # mm for a letter of it
STEPS = 20.0  # mm: lines are so many, or a multiple, and tell little of the answer
REASON = 60.0  # mm for the reason of a yes or a no
TILE = 8.0  # mm
BOARD = 72.0  # mm for a board
LEGEND = 8.0  # mm for what its squares mean
AROUND = 4  # squares that are shown around the tiles of a board
CODE = 32.0  # mm
LONGEST_LINK = 900  # characters that a phone reads from a code of that size


def worksheet(
    exercises: Sequence[Exercise],
    paper: Paper,
    title: str = "",
    link: str = "",
    ink: Ink = "colour",
    versions: int = 1,
) -> bytes:
    """The sheets, then their keys, in the language that is spoken; raises UnreadableInput.

    Versions have the same questions in other orders, for pupils who sit beside each other.
    """
    if not 0 < len(exercises) <= MAX_ROUND:
        said = f"A worksheet has 1 to {MAX_ROUND} exercises, not {len(exercises)}."
        raise UnreadableInput("worksheet_size", said, limit=MAX_ROUND)
    if not 0 < versions <= MAX_VERSIONS:
        said = f"A worksheet has 1 to {MAX_VERSIONS} versions, not {versions}."
        raise UnreadableInput("worksheet_versions", said, limit=MAX_VERSIONS)
    named = title.strip() or say("Worksheet")
    press = Press(paper, ink, named, "", two_sided=False)
    each = [(f"{named} {letter}" if versions > 1 else named, order) for letter, order in
            zip(ascii_uppercase, in_versions(exercises, versions), strict=False)]  # fmt: skip
    for at, (called, order) in enumerate(each):
        press.begin(f"worksheet-{at}", called)
        _sheet(press, order, called, link)
    for at, (called, order) in enumerate(each):
        press.begin(f"key-{at}", f"{called}: {say('Answers')}")
        _key(press, order, f"{called}: {say('Answers')}")
    return press.finish()


def in_versions(exercises: Sequence[Exercise], versions: int) -> Iterator[tuple[Exercise, ...]]:
    """The order that was asked for, then others of it: the same ones for the same exercises.

    No question has the same number in two versions, as far as there are enough of them.
    """
    taken: list[tuple[Exercise, ...]] = []
    for version in range(versions):
        rest = list(exercises)
        if version:
            rest.sort(key=lambda one: sha256(f"{version}:{one.text}".encode()).digest())
        order: list[Exercise] = []
        for place in range(len(exercises)):
            here = {before[place] for before in taken}
            order.append(rest.pop(next((at for at, one in enumerate(rest) if one not in here), 0)))
        for place, one in enumerate(order):  # what was left over for the last places is exchanged
            if any(before[place] == one for before in taken):
                other = next(
                    (at for at in range(len(order)) if _exchangeable(order, place, at, taken)), place
                )
                order[place], order[other] = order[other], one
        taken.append(tuple(order))
        yield taken[-1]


def _exchangeable(
    order: Sequence[Exercise], place: int, other: int, taken: Sequence[Sequence[Exercise]]
) -> bool:
    return all(before[place] != order[other] and before[other] != order[place] for before in taken)


# --- the sheet ----------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A question as it is drawn: tiles, a formula, a name or an equation, a board."""

    question: dict[str, Any]

    @property
    def tiles(self) -> Sequence[str]:
        return self.question.get("rack") or self.question.get("tiles") or ()

    @property
    def material(self) -> Text:
        return _material(self.question)

    @property
    def scores(self) -> Text:
        """What whole compounds score, where the pieces print no points."""
        return plain(self.question.get("scores", ""))

    @property
    def has_board(self) -> bool:
        return "board" in self.question

    def draw_tiles(self, press: Press, box: Box) -> None:
        _tiles(press, box, self.tiles, self.question.get("points", {}))

    def draw_board(self, press: Press, box: Box) -> None:
        """With a legend below it."""
        _board(press, box.top(BOARD - 2), self.question["board"], self.question["points"])
        legend = plain(say("2 or 3: the element counts so many times; in a frame, the compound."))
        press.text(legend, box.below(BOARD).top(LEGEND), PROMPT, align="left", upright="top")


class _Question(NamedTuple):
    """With what is shown of it, where there is anything, and how long a line its answer needs."""

    number: int
    exercise: Exercise
    drawn: Drawn
    prompt: Text  # empty where it stands once, above all of them
    material: Text
    line: float
    wide: float

    @property
    def beside(self) -> bool:
        """Whether the answer has room on the line of what is shown."""
        lines = lines_of(self.material, self.wide, MATERIAL)
        used = width(self.material) * MATERIAL + 3
        return len(lines) == 1 and bool(self.line) and used + self.line <= self.wide

    @property
    def lines(self) -> int:
        """Of handwriting, below what is shown."""
        return 0 if self.beside else ceil(self.line / self.wide - 1e-6)

    @property
    def high(self) -> float:
        high = _lines(self.prompt, self.wide - WORTH, PROMPT) + 1 if self.prompt else 0
        high += TILE + 1 if self.drawn.tiles else 0
        high += _lines(self.drawn.scores, self.wide, SCORES) + 1 if self.drawn.scores else 0
        high += _lines(self.material, self.wide, MATERIAL) + 1 if self.material else 0
        high += BOARD + LEGEND if self.drawn.has_board else 0
        return high + WRITTEN * self.lines + (2 if self.beside else 0)


def _sheet(press: Press, exercises: Sequence[Exercise], title: str, link: str) -> None:
    many = 1 if all(exercise.kind is Kind.BALANCE for exercise in exercises) else 2  # an equation is long
    wide = (press.paper.printable.inset(10, 8).w - GAP * (many - 1)) / many - NUMBER
    asked = [Drawn(question(exercise, prose.spoken())) for exercise in exercises]
    prompts = {one.question["prompt"] for one in asked}
    shared = prompts.pop() if len(prompts) == 1 < len(asked) else ""
    questions = [
        _Question(
            number, exercise, one, () if shared else plain(one.question["prompt"]), one.material,
            _line(exercise, wide), wide - WORTH if shared else wide,
        )
        for number, (exercise, one) in enumerate(zip(exercises, asked, strict=True), start=1)
    ]  # fmt: skip
    worth = sum(POINTS[exercise.kind] for exercise in exercises)
    columns = _columns(press, _first_head(press, title, link, worth), shared, many)
    between = next((gap for gap in BETWEEN if _used(questions, columns[0].h, gap) <= many), BETWEEN[2])
    if _used(questions, columns[0].h, between) <= many:  # columns of one height, as far as that goes
        heights = [*range(1, ceil(columns[0].h)), columns[0].h]
        low = next(high for high in heights if _used(questions, high, between) <= many)
        columns = [column.top(low) for column in columns]
    for one in questions:
        if columns[0].h < one.high:
            columns = columns[1:] or _columns(press, _next_head(press, title), shared, many)
        _ask(press, columns[0].top(one.high), one)
        columns[0] = columns[0].below(one.high + between)


def _used(questions: Sequence[_Question], high: float, between: float) -> int:
    """How many columns of a height the questions fill; more than there are where one is too high for it."""
    columns, left = 1, high
    for one in questions:
        if one.high > high:
            return len(questions) + 2
        if one.high > left:
            columns, left = columns + 1, high
        left -= one.high + between
    return columns


def _line(exercise: Exercise, wide: float) -> float:
    """How long a line the answer needs, in mm, or two of them; a coefficient goes into the equation."""
    if exercise.kind is Kind.BALANCE:
        return 0
    if exercise.kind is Kind.LEGAL:
        return REASON
    needed = max(len(solution(exercise, prose.spoken()).answer), 4) * LETTER
    return 2 * wide if needed > wide else min(ceil(needed / STEPS) * STEPS, wide)


def _first_head(press: Press, title: str, link: str, worth: int) -> Box:
    """A page with lines for name, class, date and points; what is left of it."""
    page = press.page().inset(10, 8)
    head = page.top(CODE)
    room = head.left(head.w - CODE - 6) if link else head
    press.text(bold(title), room.top(11), 20, align="left", lines=1)
    fields = room.below(14).top(8).columns(3, 2, gap=6) + room.below(24).top(8).columns(3, 2, gap=6)
    names = (say("Name:"), say("Class:"), say("Date:"), say("Points:"))
    for place, field in zip(fields, names, strict=True):
        press.text(plain(field), place, 11, align="left", lines=1)
        end = place.right - (14 if field == names[-1] else 0)
        press.line(place.x + 16, place.low - 1.5, end, place.low - 1.5, colour=GREY, thick=THIN)
    press.text(plain(f"/ {worth}"), fields[-1].rightmost(12), 11, align="left", lines=1)
    if link:
        _code(press, head.rightmost(CODE).top(CODE), link)
    press.foot(title)
    return page.below(CODE + 4)


def _next_head(press: Press, title: str) -> Box:
    page = press.page().inset(10, 8)
    press.text(bold(title), page.top(7), 12, align="left", lines=1)
    press.foot(title)
    return page.below(10)


def _columns(press: Press, rest: Box, prompt: str, many: int) -> list[Box]:
    """Below a line, and below the prompt where all questions share one."""
    press.line(rest.x, rest.y - 2, rest.right, rest.y - 2, colour=BLACK, thick=LINE)
    if prompt:
        press.text(plain(prompt), rest.below(1).top(6), 11, align="left", lines=1)
        rest = rest.below(8)
    return rest.below(2).above(6).columns(*[1] * many, gap=GAP)


def _lines(text: Text, wide: float, size: float) -> float:
    """The height of a text in mm."""
    return len(lines_of(text, wide, size)) * size * LEADING * POINT + 0.5


def _ask(press: Press, box: Box, one: _Question) -> None:
    press.text(bold(f"{one.number}"), box.left(NUMBER).top(5), 11, align="left", lines=1)
    below = box.rightmost(box.w - NUMBER)
    worth = plain(f"/ {POINTS[one.exercise.kind]}")
    press.text(worth, below.rightmost(WORTH - 2).top(5), PROMPT, align="right", colour=GREY, lines=1)
    below = below.left(one.wide)
    if one.prompt:
        high = _lines(one.prompt, below.w - WORTH, PROMPT)
        press.text(one.prompt, below.left(below.w - WORTH).top(high), PROMPT, align="left", upright="top")
        below = below.below(high + 1)
    if one.drawn.tiles:
        one.drawn.draw_tiles(press, below.top(TILE))
        below = below.below(TILE + 1)
    if one.drawn.scores:
        high = _lines(one.drawn.scores, below.w, SCORES)
        press.text(one.drawn.scores, below.top(high), SCORES, align="left", upright="top")
        below = below.below(high + 1)
    if one.material:
        high = _lines(one.material, below.w, MATERIAL)
        press.text(one.material, below.top(high), MATERIAL, align="left", upright="top")
        below = below.below(high + 1)
    if one.drawn.has_board:
        one.drawn.draw_board(press, below.top(BOARD + LEGEND))
        below = below.below(BOARD + LEGEND)
    if one.beside:
        base = below.y - 0.5
        press.line(below.right - one.line, base, below.right, base, colour=GREY, thick=THIN)
    start = _to_tick(press, below.top(WRITTEN - 1.5)) if one.exercise.kind is Kind.LEGAL else below.x
    for line in range(one.lines):
        base = below.y + (line + 1) * WRITTEN - 1.5
        end = max(below.x + min(below.w, one.line), start + min(one.line, below.right - start))
        press.line(start, base, end, base, colour=GREY, thick=THIN)


def _to_tick(press: Press, box: Box) -> float:
    """A square for yes and one for no; where the line for the reason begins."""
    x = box.x
    for answer in YES_OR_NO:
        press.rect(Box(x, box.low - 4, 3.6, 3.6), line=BLACK, thick=THIN)
        press.text(
            plain(answer_called(answer)), Box(x + 5, box.low - 4.4, 12, 4.4), PROMPT, align="left", lines=1
        )
        x += 18
    return x


# --- the key ------------------------------------------------------------------------------------------------


def _key(press: Press, exercises: Sequence[Exercise], title: str) -> None:
    room: Box | None = None
    for number, exercise in enumerate(exercises, start=1):
        answer, reason = answer_of(exercise)
        wide = press.paper.printable.inset(10, 8).w - NUMBER - WORTH
        answered, explained = wide * 0.4, wide * 0.6 - 4
        high = max(_lines(answer, answered, ANSWER), _lines(reason, explained, PROMPT) + 0.7)
        if room is None or room.h < high:
            room = press.page().inset(10, 8)
            press.foot(title)
            press.text(bold(title), room.top(9), 15, align="left", lines=1)
            press.line(room.x, room.y + 11, room.right, room.y + 11, colour=BLACK, thick=LINE)
            room = room.below(14).above(6)
        press.text(
            bold(f"{number}"), room.left(NUMBER).top(4.6), ANSWER, align="left", upright="top", lines=1
        )
        cell = Box(room.x + NUMBER, room.y, answered, high)
        press.text(answer, cell, ANSWER, align="left", upright="top")
        cell = Box(cell.right + 4, room.y + 0.5, explained, high)
        press.text(reason, cell, PROMPT, align="left", upright="top")
        worth = plain(f"/ {POINTS[exercise.kind]}")
        press.text(worth, room.rightmost(WORTH - 2).top(4.6), PROMPT, align="right", colour=GREY, lines=1)
        room = room.below(high + 1.6)


def answer_of(exercise: Exercise) -> tuple[Text, Text]:
    """What is right, and why, with other answers that are right."""
    right = solution(exercise, prose.spoken())
    called = chemistry(answer_called(right.answer), "bold")
    also = say("Also right: {answers}.", answers=", ".join(right.also)) if right.also else ""
    return called, chemistry(f"{right.text} {also}".strip())


# --- parts --------------------------------------------------------------------------------------------------


def _board(press: Press, box: Box, board: dict[str, Any], points: Mapping[str, int]) -> None:
    """What can be reached of the board, rows and columns named, with all that a score needs.

    A 2 or 3 on a square is for the element, in a thick frame for the compound.
    """
    kinds = {(square["row"], square["col"]): square["kind"] for square in board["squares"]}
    laid = {(tile["row"], tile["col"]): tile["symbol"] for tile in board["tiles"]}
    if not laid:
        return
    down, across = (
        range(max(1, min(places) - AROUND), min(board["size"], max(places) + AROUND) + 1)
        for places in zip(*laid, strict=True)
    )
    step = min(box.h / (len(down) + 1), box.w / (len(across) + 1), TILE)
    for at, col in enumerate(across, start=1):
        press.text(plain(_letter(col)), Box(box.x + at * step, box.y, step, step), 6, lines=1)
    for at, row in enumerate(down, start=1):
        press.text(plain(str(row)), Box(box.x, box.y + at * step, step, step), 6, lines=1)
        for place, col in enumerate(across, start=1):
            square = Box(box.x + place * step, box.y + at * step, step, step)
            symbol = laid.get((row, col))
            press.rect(square, fill=press.shades_of(symbol).ground if symbol else None, line=GREY, thick=THIN)
            if symbol:
                _tile_on(press, square, symbol, points)
            elif (row, col) in kinds:
                _bonus_on(press, square, kinds[row, col])


def _tile_on(press: Press, square: Box, symbol: str, points: Mapping[str, int]) -> None:
    """The symbol, and its points in the corner."""
    press.text(formula(symbol), square.inset(0.3), 8, lines=1)
    if symbol in points:
        corner = square.rightmost(square.w * 0.36).below(square.h * 0.62)
        press.text(plain(str(points[symbol])), corner, 5, lines=1)


def _bonus_on(press: Press, square: Box, kind: str) -> None:
    if kind.endswith("compound"):
        press.rect(square.inset(0.4), line=BLACK, thick=LINE)
    press.text(plain("2" if kind.startswith("double") else "3"), square, 7, colour=GREY, lines=1)


def _letter(col: int) -> str:
    return chr(ord("A") + col - 1)


def _material(asked: dict[str, Any]) -> Text:
    if "equation" in asked:
        sides = [asked["equation"][side] for side in ("reactants", "products")]
        left, right = (_with_blanks(species) for species in sides)
        return joined(left, f" →{GLUE}", right)
    if "formula" in asked and "name" in asked:
        return joined(plain(asked["name"]), "  ", formula(asked["formula"]))
    if "formula" in asked:
        return formula(asked["formula"])
    return plain(asked["name"]) if "name" in asked else ()


def _with_blanks(species: Sequence[str]) -> Text:
    """A blank stays with its formula, and a sign with the blank after it."""
    parts: list[Text | str] = []
    for place, one in enumerate(species):
        parts += [*([f" +{GLUE}"] if place else []), f"____{GLUE}", formula(one)]
    return joined(*parts)


def _tiles(press: Press, box: Box, tiles: Sequence[str], points: Mapping[str, int]) -> None:
    """Element tiles as the pages and boxes have them; a card of several atoms is plain."""
    size = min(TILE, box.w / max(len(tiles), 1) - 0.8)
    for place, symbol in enumerate(tiles):
        cell = Box(box.x + place * (size + 0.8), box.y, size, size)
        try:
            shades = press.shades_of(symbol)
            press.rect(cell, fill=shades.ground, line=shades.edge, radius=1)
        except KeyError:
            press.rect(cell, line=GREY, radius=1)
        inside = cell.inset(0.6)
        if symbol in points:  # in a line of their own, where nobody takes them for a subscript
            press.text(formula(symbol), inside.top(inside.h * 0.62), 11, lines=1)
            press.text(plain(str(points[symbol])), inside.below(inside.h * 0.62), 7, align="right", lines=1)
        else:
            press.text(formula(symbol), inside, 12, lines=1)


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
