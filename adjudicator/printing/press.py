"""The press: pages of a PDF, and what can be drawn on them. The only module that knows the PDF library.

Everything is vector, in millimetres from the upper left corner. With black ink every colour becomes a grey,
and the grounds of families stay white; their patterns tell them apart with and without colour.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from adjudicator import extras
from adjudicator.chem.elements import ELEMENTS
from adjudicator.hues import FAMILIES, family
from adjudicator.printing.geometry import MARGIN, Box
from adjudicator.printing.setting import (
    ASCENT,
    BAR,
    BARS,
    DESCENT,
    LEADING,
    POINT,
    TRIPLE,
    advance,
    faces,
    fit,
    plain,
    shown,
    strokes,
    width,
    worded,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.printing.geometry import Paper
    from adjudicator.printing.setting import Setting, Text

Ink = Literal["colour", "black"]
Align = Literal["left", "centre", "right"]
BLACK, GREY, PALE, WHITE = "#15191e", "#7a828a", "#c9ced4", "#ffffff"
HAIR, THIN, LINE, THICK = 0.1, 0.18, 0.3, 0.6
FOOT = 5.0  # size of the line at the foot of a page
FOOT_LINE = 2.2  # its height, mm


@dataclass(frozen=True, slots=True)
class Shades:
    """The inks of a family of elements on this press, and its pattern."""

    ground: str
    edge: str
    ink: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a page: what it is, where, and which piece it is the back of, if it is one."""

    page: int
    part: str
    piece: str
    box: Box
    back: bool = False


class Press:
    def __init__(self, paper: Paper, ink: Ink, title: str, edition: str, *, two_sided: bool) -> None:
        with extras.told():
            from reportlab.pdfgen.canvas import Canvas

        self.paper, self.ink, self.title, self.edition = paper, ink, title, edition
        self.two_sided = two_sided
        self.placed: list[Placed] = []
        self.pages = 0
        self.part = ""
        self._bytes = BytesIO()
        # invariant: the same box is the same file, byte for byte
        self._canvas: Any = Canvas(
            self._bytes, pagesize=(1, 1), invariant=1, initialFontName=faces()["regular"]
        )
        self._canvas.setTitle(title)
        self._canvas.setSubject(edition)
        self._canvas.setAuthor("Adjudicator")
        self._canvas.setCreator("adjudicator print")
        self._open: Paper | None = None

    # --- pages ----------------------------------------------------------------------------------------------

    def begin(self, part: str, title: str) -> None:
        """A part of the box: it begins on a sheet of its own, and the outline leads to it."""
        self.part = part
        self.even()
        self._outline = title

    def page(self, paper: Paper | None = None) -> Box:
        """A new page; what can be printed on."""
        self._close()
        self._open = paper or self.paper
        self._canvas.setPageSize((self._open.w / POINT, self._open.h / POINT))
        self.pages += 1
        outline, self._outline = self._outline, ""
        if outline:
            self._canvas.bookmarkPage(self.part)
            self._canvas.addOutlineEntry(outline, self.part, level=0)
        return self._open.printable

    def even(self) -> None:
        """Two-sided: leaves the back of the last sheet empty, so that what comes next is a front."""
        if self.two_sided and self.pages % 2:
            self.page(self._open)

    def foot(self, left: str, right: str = "") -> None:
        """A small line at the inner edge of the bottom margin, clear of the cut marks."""
        assert self._open is not None
        box = Box(MARGIN + 10, self._open.h - MARGIN - FOOT_LINE, 62, FOOT_LINE)
        self.text(shown(worded(left)), box, FOOT, align="left", colour=GREY)
        if right:
            other = Box(self._open.w - MARGIN - 10 - 62, box.y, 62, FOOT_LINE)
            self.text(shown(right), other, FOOT, align="right", colour=GREY)

    def _close(self) -> None:
        if self._open is not None:
            self._canvas.showPage()

    _outline = ""
    _window: Box | None = None

    @contextmanager
    def later(self, name: str) -> Iterator[None]:
        """Drawn now, shown where `later_here(name)` was called: a table of contents, for instance."""
        self._close()
        self._canvas.beginForm(name)
        self._open = self.paper
        yield
        self._canvas.endForm()
        self._open = None

    def later_here(self, name: str) -> None:
        self._canvas.doForm(name)

    def sees(self, box: Box) -> bool:
        """Whether any part of it falls on the sheet being drawn; posters skip the rest."""
        return self._window is None or self._window.meets(box)

    def shows(self, box: Box) -> bool:
        """Whether all of it does; what a seam would cut is drawn whole on the next sheet."""
        return self._window is None or self._window.holds(box)

    def finish(self) -> bytes:
        self._close()
        self._open = None
        self._canvas.save()
        return self._bytes.getvalue()

    # --- inks -----------------------------------------------------------------------------------------------

    def shades(self, name: str) -> Shades:
        """Of a family of elements."""
        hue = FAMILIES[name]
        ground = WHITE if self.ink == "black" else hue.ground[0]
        return Shades(ground, hue.edge[0], hue.ink[0], hue.pattern)

    def shades_of(self, symbol: str) -> Shades:
        return self.shades(family(ELEMENTS[symbol]))

    def named(self, colour: str) -> str | None:
        """The colour of a common or CSS name, such as light blue; None if the name is unknown."""
        from reportlab.lib.colors import getAllNamedColors

        found = getAllNamedColors().get(colour.replace(" ", "").lower())
        return None if found is None else f"#{found.hexval()[2:]}"

    def contrast(self, ground: str) -> str:
        """Black or white, whichever contrasts better with that background."""
        red, green, blue = self._colour(ground)
        return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else WHITE

    def _colour(self, colour: str) -> tuple[float, float, float]:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        if self.ink == "black":
            grey = 0.299 * red + 0.587 * green + 0.114 * blue
            return grey, grey, grey
        return red, green, blue

    def _pen(self, line: str | None, thick: float, fill: str | None, dash: Sequence[float] = ()) -> None:
        canvas = self._canvas
        if line is not None:
            canvas.setStrokeColorRGB(*self._colour(line))
            canvas.setLineWidth(thick / POINT)
            canvas.setDash([part / POINT for part in dash])
        if fill is not None:
            canvas.setFillColorRGB(*self._colour(fill))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        assert self._open is not None
        return x / POINT, (self._open.h - y) / POINT

    # --- shapes ---------------------------------------------------------------------------------------------

    def rect(
        self,
        box: Box,
        *,
        fill: str | None = None,
        line: str | None = None,
        thick: float = LINE,
        radius: float = 0.0,
        dash: Sequence[float] = (),
    ) -> None:
        self._pen(line, thick, fill, dash)
        x, y = self._at(box.x, box.low)
        shape = (x, y, box.w / POINT, box.h / POINT)
        flags = {"stroke": int(line is not None), "fill": int(fill is not None)}
        if radius:
            self._canvas.roundRect(*shape, radius / POINT, **flags)
        else:
            self._canvas.rect(*shape, **flags)

    def line(
        self, x: float, y: float, to_x: float, to_y: float, *,
        colour: str = BLACK, thick: float = LINE, dash: Sequence[float] = (), round_ends: bool = False,
    ) -> None:  # fmt: skip
        self._pen(colour, thick, None, dash)
        self._canvas.setLineCap(1 if round_ends else 0)
        self._canvas.line(*self._at(x, y), *self._at(to_x, to_y))
        self._canvas.setLineCap(0)

    def circle(
        self, x: float, y: float, radius: float, *,
        fill: str | None = None, line: str | None = None, thick: float = LINE,
    ) -> None:  # fmt: skip
        self._pen(line, thick, fill)
        stroke, filled = int(line is not None), int(fill is not None)
        self._canvas.circle(*self._at(x, y), radius / POINT, stroke=stroke, fill=filled)

    def shape(
        self, points: Sequence[tuple[float, ...]], *,
        fill: str | None = None, line: str | None = None, thick: float = LINE, closed: bool = True,
    ) -> None:  # fmt: skip
        """Through points; one of six numbers is a curve: two guides and where it ends."""
        self._pen(line, thick, fill)
        path = self._canvas.beginPath()
        path.moveTo(*self._at(points[0][0], points[0][1]))
        for point in points[1:]:
            ends = [self._at(point[at], point[at + 1]) for at in range(0, len(point), 2)]
            if len(ends) == 1:
                path.lineTo(*ends[0])
            else:
                path.curveTo(*ends[0], *ends[1], *ends[2])
        if closed:
            path.close()
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path, stroke=int(line is not None), fill=int(fill is not None))

    @contextmanager
    def inside(self, box: Box) -> Iterator[None]:
        """What is drawn here ends at the box."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        x, y = self._at(box.x, box.low)
        path.rect(x, y, box.w / POINT, box.h / POINT)
        self._canvas.clipPath(path, stroke=0, fill=0)
        outside, self._window = self._window, box
        yield
        self._window = outside
        self._canvas.restoreState()

    @contextmanager
    def turned(
        self, x: float, y: float, degrees: float, shift: tuple[float, float] = (0.0, 0.0)
    ) -> Iterator[None]:
        """Turned around a point, clockwise."""
        self._canvas.saveState()
        at_x, at_y = self._at(x, y)
        self._canvas.translate(at_x + shift[0] / POINT, at_y - shift[1] / POINT)
        self._canvas.rotate(-degrees)
        self._canvas.translate(-at_x, -at_y)
        yield
        self._canvas.restoreState()

    # --- text -----------------------------------------------------------------------------------------------

    def text(
        self, text: Text | str, box: Box, size: float, *,
        align: Align = "centre", colour: str = BLACK, upright: Literal["top", "middle", "low"] = "middle",
        lines: int | None = None,
    ) -> Setting:  # fmt: skip
        """Inside the box, as large as it fits up to that size."""
        setting = fit(as_text(text), (box.w, box.h), size, lines=lines)
        high = (len(setting.lines) - 1) * setting.size * LEADING * POINT
        body = (ASCENT + DESCENT) * setting.size * POINT
        top = {"top": box.y, "middle": box.y + (box.h - high - body) / 2, "low": box.low - high - body}[
            upright
        ]
        for at, line in enumerate(setting.lines):
            base = top + ASCENT * setting.size * POINT + at * setting.size * LEADING * POINT
            wide = width(line) * setting.size
            x = {"left": box.x, "centre": box.x + (box.w - wide) / 2, "right": box.right - wide}[align]
            self.write(line, x, base, setting.size, colour)
        return setting

    def write(self, line: Text, x: float, base: float, size: float, colour: str = BLACK) -> None:
        """One line, from that point on its base line."""
        left, low = self._at(x, base)
        pen = self._canvas.beginText(left, low)
        pen.setFillColorRGB(*self._colour(colour))
        for run in line:
            pen.setRise(run.rise * size)
            for font, text in strokes(run.text, run.face):
                pen.setFont(font, size * run.scale)
                if text == TRIPLE:
                    self._canvas.drawText(pen)
                    self._triple(left, low + run.rise * size, size * run.scale, font)
                left += advance(font, text) * size * run.scale
                if text == TRIPLE:
                    pen = self._canvas.beginText(left, low)
                    pen.setRise(run.rise * size)
                else:
                    pen.textOut(text)
        self._canvas.drawText(pen)

    def _triple(self, left: float, low: float, size: float, font: str) -> None:
        """Three bars, which who copies or listens to the text has as one sign."""
        self._canvas.addLiteral(f"/Span <</ActualText <FEFF{ord(TRIPLE):04X}>>> BDC")
        self._canvas.setFont(font, size)
        for rise in BARS:
            self._canvas.drawString(left, low + rise * size, BAR)
        self._canvas.addLiteral("EMC")

    # --- pieces ---------------------------------------------------------------------------------------------

    def place(self, piece: str, box: Box, *, back: bool = False) -> None:
        """Notes what is placed where, for tests and page counts."""
        self.placed.append(Placed(self.pages, self.part, piece, box, back=back))


def as_text(text: Text | str) -> Text:
    return plain(text) if isinstance(text, str) else text
