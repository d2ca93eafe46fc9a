"""How a formula looks: numbers below the line, charges above it, dots and bonds on it.

Paper, pages and the terminal set formulas by this module and by nothing else; the scripts of the pages have a
translation (`typeset.js`), and `tests/unit/chem/typeset.json` holds both to the same answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from adjudicator.chem.elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Place = Literal["on", "below", "above"]


class Piece(NamedTuple):
    """Text on the line, below it or above it."""

    text: str
    place: Place = "on"


_SYMBOL = "(?:" + "|".join(sorted(ELEMENTS, key=len, reverse=True)) + ")"
_UNIT = rf"(?:{_SYMBOL}|M(?=\d[A-Z]))\d{{0,3}}"  # M: of any metal, M2O3
_INNER = rf"\((?:{_UNIT})+\)\d{{0,2}}"
_GROUP = rf"\((?:{_UNIT}|{_INNER})+\)\d{{0,2}}"
_COMPLEX = rf"\[(?:{_UNIT}|{_GROUP})+\]\d{{0,2}}"
_WATER = r"·\d{0,2}(?=[A-Z])"
_BOND = r"[=≡](?=[A-Z(])"
_CHARGE = r"\^\d*[+−-]"
_FORMULA = rf"(?:{_UNIT}|{_GROUP}|{_COMPLEX}|{_WATER}|{_BOND})+(?:{_CHARGE}|(?![\w+^]))"
_SQUARE = (
    rf"[A-O]\d{{1,2}} (?:{_SYMBOL})+(?!\w)"  # of a board, before the tiles that lie from there on: H8 NaCl
)
# Within a sentence: no word, no rule's id, no square, and no Mg2+, which could be two ions.
_IN_PROSE = re.compile(rf"(?<![\w-])(?!{_SQUARE})({_FORMULA})|(?<=[x×·] )(10\^\d+)")
_MARKS = re.compile(r"(?P<below>(?<=[A-Za-z)\]])\d+)|\^(?P<above>\d*[+−-]?)")
_SIGNS: dict[Place, dict[int, int]] = {
    "on": {},
    "below": str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
    "above": str.maketrans("0123456789+−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"),
}


def typeset(formula: str) -> tuple[Piece, ...]:
    """A formula in its plain notation, CuSO4·5H2O or SO4^2-: a number after a dot counts molecules."""
    return tuple(_pieces(formula))


def _pieces(formula: str) -> Iterator[Piece]:
    end = 0
    for mark in _MARKS.finditer(formula):
        if formula[end : mark.start()]:
            yield Piece(formula[end : mark.start()])
        if mark["below"]:
            yield Piece(mark["below"], "below")
        elif mark["above"]:
            yield Piece(mark["above"].replace("-", "−"), "above")
        end = mark.end()
    if formula[end:]:
        yield Piece(formula[end:])


def typeset_prose(text: str) -> tuple[Piece, ...]:
    """A sentence; formulas in it are set as such, and so are powers of ten."""
    pieces: list[Piece] = []
    end = 0
    for match in _IN_PROSE.finditer(text):
        if not re.search(r"[\d^]", match[0]):
            continue
        if text[end : match.start()]:
            pieces.append(Piece(text[end : match.start()]))
        pieces += typeset(match[0])
        end = match.end()
    return (*pieces, Piece(text[end:])) if text[end:] else tuple(pieces)


def in_signs(formula: str) -> str:
    """A formula for a terminal, which has one line only: Hg₂²⁺. The judge reads it back."""
    return _signs(typeset(formula))


def prose_in_signs(text: str) -> str:
    """A sentence for a terminal."""
    return _signs(typeset_prose(text))


def _signs(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text.translate(_SIGNS[piece.place]) for piece in pieces)
