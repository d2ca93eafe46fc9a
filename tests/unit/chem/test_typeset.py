"""Formulas as paper, pages and the terminal show them; tests/js/dom.test.js reads the same table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.chem.formula.typeset import Piece, in_signs, prose_in_signs, typeset, typeset_prose
from adjudicator.printing.setting import ABOVE, BELOW, formula, ion

TABLE = json.loads(Path(__file__).with_name("typeset.json").read_text(encoding="utf-8"))
MARKS = {"on": "{}", "below": "{{{}}}", "above": "<{}>"}


def _shown(pieces: tuple[Piece, ...]) -> str:
    return "".join(MARKS[piece.place].format(piece.text) for piece in pieces)


@pytest.mark.parametrize(("text", "shown"), TABLE["formulas"].items())
def test_a_formula(text: str, shown: str) -> None:
    assert _shown(typeset(text)) == shown
    assert Formula.parse(in_signs(text)) == Formula.parse(text), "a terminal's formula is read back"


@pytest.mark.parametrize(("text", "shown"), TABLE["sentences"].items())
def test_a_formula_within_a_sentence(text: str, shown: str) -> None:
    assert _shown(typeset_prose(text)) == shown


def test_a_terminal_has_signs_below_and_above_the_line() -> None:
    assert in_signs("Hg2^2+") == "Hg₂²⁺"
    assert prose_in_signs("SO4^2- in CuSO4·5H2O") == "SO₄²⁻ in CuSO₄·5H₂O"


def test_paper_puts_charges_above_and_numbers_below_the_line() -> None:
    assert [(run.text, run.rise) for run in formula("Hg2^2+")] == [("Hg", 0), ("2", BELOW), ("2+", ABOVE)]
    assert ion("SO4", -2) == formula("SO4^2-")
