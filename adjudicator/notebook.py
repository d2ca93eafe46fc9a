"""How values show themselves in notebooks: HTML in which nothing that was given can be markup."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CHARGE = re.compile(r"\^([0-9]*[+-])")
_SUBSCRIPT = re.compile(r"(?<=[A-Za-z)\]])([0-9]+)")


def html_table(heads: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    first = "".join(f"<th>{escape(str(head))}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>"


def html_answer(answer: str, *sentences: str) -> str:
    """An answer in bold and what is said about it."""
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
    return f"<div><b>{escape(answer)}</b>{said}</div>"


def html_formula(text: str) -> str:
    """Mg(NO2)2 with its numbers below the line, SO4^2- with its charge above."""
    return _CHARGE.sub(r"<sup>\1</sup>", _SUBSCRIPT.sub(r"<sub>\1</sub>", escape(text)))


def _cell(value: object) -> str:
    return f"<td style='text-align:left'>{escape(str(value))}</td>"
