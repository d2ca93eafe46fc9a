"""The rules of seeds/ as HTML for the pages."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from adjudicator import rulebook as seeds
from adjudicator.chem.formula.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.chem.formula.typeset import Piece
    from adjudicator.rulebook import Rulebook, RuleReading, Section

GAMES = seeds.GAMES
_MARKS = {
    "plain": Markup("{}"),
    "code": Markup("<code>{}</code>"),
    "strong": Markup("<strong>{}</strong>"),
    "stress": Markup("<em>{}</em>"),
    "rule": Markup('<a href="#{0}">{0}</a>'),
}


@lru_cache(4 * len(GAMES))
def rulebook(game: str, language: str) -> Rulebook:
    """The rules of one of GAMES, its texts as HTML."""
    read = seeds.rulebook(game, language)
    return replace(read, intro=tuple(map(inline, read.intro)), sections=tuple(map(_marked, read.sections)))


def _marked(section: Section) -> Section:
    return replace(
        section,
        paragraphs=[inline(text) for text in section.paragraphs],
        rules=[replace(rule, text=inline(rule.text)) for rule in section.rules],
        readings=[_beside(reading) for reading in section.readings],
        remarks=[inline(text) for text in section.remarks],
    )


def _beside(reading: RuleReading) -> RuleReading:
    return reading._replace(labelled=tuple((label, inline(text)) for label, text in reading.labelled))


def inline(text: str) -> Markup:
    """Escaped, with code, emphasis and links to rules; a hyphen before a digit becomes a minus."""
    marked = (_MARKS[span.kind].format(_html(span.pieces)) for span in seeds.spans(text))
    return Markup("").join(marked)


def formula(text: str) -> Markup:
    """A formula with subscripts and a superscript charge."""
    return _html(typeset(text))


_PLACES = {"on": Markup("{}"), "below": Markup("<sub>{}</sub>"), "above": Markup("<sup>{}</sup>")}


def _html(pieces: Iterable[Piece]) -> Markup:
    return Markup("").join(_PLACES[piece.place].format(piece.text) for piece in pieces)
