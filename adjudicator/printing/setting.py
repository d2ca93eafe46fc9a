"""Setting text: chemistry with its numbers below and its charges above the line, measured, wrapped, shrunk.

Widths are those of one point of type and grow with the size, so that a text is measured once.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from adjudicator import extras
from adjudicator import prose as prose_of
from adjudicator.chem.formula.typeset import typeset, typeset_prose
from adjudicator.errors import AdjudicatorError, quote
from adjudicator.rulebook import spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.chem.formula.typeset import Piece, Place

Face = Literal["regular", "bold", "italic"]
FACES: dict[Face, str] = {"regular": "Regular", "bold": "Bold", "italic": "It"}
# Our faces lack the triple bond: it is drawn as three minus signs, so far from each other, in sizes. A font
# that is not embedded, as Symbol, is set too wide by some readers.
TRIPLE, BAR, BARS = "≡", "−", (0.17, 0.0, -0.17)
POINT = 25.4 / 72
LEADING = 1.18
ASCENT, DESCENT = 0.72, 0.21  # of the letters that are used, in sizes
SMALL = 0.68  # numbers below and charges above the line
BELOW, ABOVE = -0.14, 0.34
GLUE = "\u00a0"  # a space at which no line ends
LEAST = 3.5  # smaller than this nobody reads it
STEP = 0.25


class PrintError(AdjudicatorError):
    """What cannot be printed: `text_too_long`, `no_glyph`, `unknown_part`, `bad_paper` and their kind."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one face, some smaller and off the line."""

    text: str
    face: Face = "regular"
    scale: float = 1.0
    rise: float = 0.0


Text = tuple[Run, ...]
Words = tuple[tuple[Run, ...], ...]


# --- words --------------------------------------------------------------------------------------------------

PRINT = "print"  # the section of a game's words
_printed: ContextVar[str] = ContextVar("printed", default=prose_of.SHARED)


@contextmanager
def box_of(game: str) -> Iterator[None]:
    """Inside, constant texts are those of this game's box, in the language that is spoken."""
    before = _printed.set(game)
    try:
        yield
    finally:
        _printed.reset(before)


def worded(text: str, **facts: object) -> str:
    """A text of a box by its code, as the language that is spoken has it, with its facts filled in.

    Names and figures have no code and stay as they are.
    """
    return prose_of.phrase(PRINT, text, _printed.get(), **facts)


def plain(text: str, face: Face = "regular") -> Text:
    return (Run(worded(text), face),)


def bold(text: str) -> Text:
    return (Run(worded(text), "bold"),)


def italic(text: str) -> Text:
    return (Run(worded(text), "italic"),)


def formula(text: str, face: Face = "regular") -> Text:
    """H2O, Mg(NO2)2 and SO4^2-, as chem.formula.typeset has it."""
    return _set(typeset(text), face)


def ion(text: str, charge: int, face: Face = "regular") -> Text:
    """SO4 with 2− above the line; its numbers stand below."""
    return formula(f"{text}^{abs(charge) if abs(charge) > 1 else ''}{'+' if charge > 0 else '-'}", face)


def signed(number: int) -> str:
    """An oxidation number, a valence, a cost: +2, −1, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def prose(text: str, face: Face = "regular") -> Text:
    """A sentence: formulas in it are set as such, and so are powers of ten."""
    return _set(typeset_prose(text.replace("x 10^", "× 10^")), face)


def ruled(text: str) -> Iterator[Run]:
    """A text of our rulebooks."""
    faces: dict[str, Face] = {"strong": "bold", "stress": "italic", "rule": "italic"}
    for span in spans(text):
        yield from _set(span.pieces, faces.get(span.kind, "regular"))


def joined(*parts: Text | str) -> Text:
    return tuple(run for part in parts for run in (plain(part) if isinstance(part, str) else part))


_RISE: dict[Place, float] = {"below": BELOW, "above": ABOVE}


def _set(parts: Iterable[Piece], face: Face) -> Text:
    return tuple(
        Run(part.text, face) if part.place == "on" else Run(part.text, face, SMALL, _RISE[part.place])
        for part in parts
    )


# --- measuring ----------------------------------------------------------------------------------------------


@lru_cache(1)
def faces() -> dict[Face, str]:
    """The names under which the library knows our faces, which come as a package (SIL Open Font License)."""
    from importlib.resources import files

    with extras.told():
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        folder = files("font_source_sans_pro") / "files"
    for style in FACES.values():
        pdfmetrics.registerFont(TTFont(f"Source-{style}", str(folder / f"SourceSansPro-{style}.ttf")))
    return {face: f"Source-{style}" for face, style in FACES.items()}


@lru_cache(4096)
def strokes(text: str, face: Face) -> tuple[tuple[str, str], ...]:
    """The text in parts, each with the font that has its signs; raises PrintError where none has."""
    fonts = [(name, _signs(name)) for name in (faces()[face], faces()["regular"])]
    runs: list[tuple[str, str]] = []
    for letter in text:
        font = next((name for name, signs in fonts if ord(letter) in signs), None)
        if font is None:
            message = f"The font has no sign for {quote(letter)} in {quote(text)}."
            raise PrintError("no_glyph", message, input=text[:200])
        if runs and runs[-1][0] == font and TRIPLE not in (letter, runs[-1][1]):
            runs[-1] = font, runs[-1][1] + letter
        else:
            runs.append((font, letter))
    return tuple(runs)


def advance(font: str, part: str) -> float:
    """How far a part of `strokes` goes, in points, at a size of one point."""
    with extras.told():
        from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.getFont(font).stringWidth(part.replace(TRIPLE, BAR), 1))


@lru_cache(4096)
def _width(text: str, face: Face) -> float:
    return sum(advance(font, part) for font, part in strokes(text, face)) * POINT


def shown(text: str, most: int = 60) -> str:
    """What names and labels of others become at the foot of a page: short, and with signs that there are."""
    known = _signs(faces()["regular"])
    cut = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(letter if ord(letter) in known else "?" for letter in cut)


@lru_cache(len(FACES))
def _signs(font: str) -> frozenset[int]:
    with extras.told():
        from reportlab.pdfbase import pdfmetrics

    glyphs = pdfmetrics.getFont(font).face.charToGlyph
    return frozenset((*(sign for sign, glyph in glyphs.items() if glyph), ord(TRIPLE)))


def width(text: Text) -> float:
    """In millimetres, at a size of one point."""
    return sum(_width(run.text, run.face) * run.scale for run in text)


# --- wrapping -----------------------------------------------------------------------------------------------


def words(text: Text) -> Words:
    """Split at spaces; a formula stays together, and so do a number and its per cent, and what GLUE joins."""
    found: list[list[Run]] = [[]]
    for run in text:
        for at, part in enumerate(re.split(rf"[^\S{GLUE}](?!%)", run.text)):
            if at:
                found.append([])
            if part:
                found[-1].append(replace(run, text=part))
    return tuple(tuple(word) for word in found if word)


@dataclass(frozen=True, slots=True)
class Setting:
    """A text as it fits: its size in points and its lines, each a text."""

    size: float
    lines: tuple[Text, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING * POINT


def lines_of(text: Text, room: float, size: float) -> tuple[Text, ...]:
    """The lines at that size; a word that is longer than a line is broken."""
    space = _width(" ", "regular") * size
    lines: list[Text] = []
    line: list[Run] = []
    used = 0.0
    for word in _short_words(words(text), room / size):
        wide = width(word) * size
        if line and used + space + wide > room + 1e-6:
            lines.append(tuple(line))
            line, used = [], 0.0
        if line:
            line.append(Run(" "))
            used += space
        line += word
        used += wide
    return (*lines, tuple(line)) if line else tuple(lines)


def _short_words(listed: Words, room: float) -> Iterator[tuple[Run, ...]]:
    for word in listed:
        if width(word) <= room + 1e-6:
            yield word
            continue
        part: list[Run] = []
        for run in word:
            for letter in run.text:
                if part and width((*part, replace(run, text=letter))) > room:
                    yield tuple(part)
                    part = []
                part.append(replace(run, text=letter))
        yield tuple(part)


def fit(text: Text, room: tuple[float, float], size: float, *, lines: int | None = None) -> Setting:
    """The largest setting up to that size that fits into width and height, in so many lines at most.

    Words are broken only where the least size does not help. Raises PrintError when nothing does.
    """
    wide, high = room
    widths = [width(word) for word in words(text)]
    longest, whole = max(widths, default=0.0), sum(widths)
    tried = size
    while tried >= LEAST - 1e-6:
        most = min(
            lines or 10_000, int((high + 1e-6) / (tried * LEADING * POINT)) or (1 if _one(tried, high) else 0)
        )
        if whole * tried <= most * wide and (longest * tried <= wide or tried - STEP < LEAST):
            set_lines = lines_of(text, wide, tried)
            if len(set_lines) <= most:
                return Setting(tried, set_lines)
        tried -= STEP
    said = "".join(run.text for run in text)
    raise PrintError(
        "text_too_long",
        f"{quote(said)} does not fit into {wide:.0f} x {high:.0f} mm, even in {LEAST:g} point.",
        input=said[:200],
    )


def _one(size: float, high: float) -> bool:
    """Whether one line fits without the space between lines."""
    return size * (ASCENT + DESCENT) * POINT <= high
