"""A terminal sets formulas by `chem.formula.typeset`; what a program reads stays plain."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from adjudicator.cli import main

PLAIN = re.compile(r"[A-Z][a-z]?\d|\)\d|\^")  # a number on the line after a symbol or a bracket


def printed(*words: str) -> str:
    return CliRunner().invoke(main, list(words)).output


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "words",
    [
        ("judge", "Mg(NO2)2"),
        ("judge", "SO4^2-"),
        ("judge", "NaSOOOO"),
        ("judge", "Fe2(SO4)3", "--rules", "ion:transition+polyatomic", "--box", "any"),
        ("judge", "HHSOOOO", "--rules", "valence-plus"),
        ("name", "CuCl2", "--is", "copper(I) chloride"),
        ("name", "iron chloride"),
        ("rulesets", "compoundit:standard"),
        ("rulesets", "ion:polyatomic"),
    ],
)
def test_formulas_have_their_numbers_below_and_charges_above_the_line(
    words: tuple[str, ...], language: str
) -> None:
    shown = printed("--lang", language, *words)
    bare = [line for line in shown.splitlines() if PLAIN.search(line) and "sha256" not in line]
    assert re.search("[₂₃₄]", shown)
    assert not bare


def test_what_programs_read_stays_plain() -> None:
    assert json.loads(printed("judge", "Mg(NO2)2", "--json"))["formula"] == "Mg(NO2)2"
    assert json.loads(printed("name", "iron chloride", "--json"))["substances"][0]["formula"] == "FeCl2"


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("C2H5OH", "--rules", "compoundit:organic"), "C₂H₅OH  ethanol"),
        (("CH3COOH",), "CH₃COOH  acetic acid"),
        (("MgNH4PO4",), "MgNH₄PO₄  ammonium magnesium phosphate"),
        (("H3PO3",), "H₃PO₃  phosphorous acid"),
        (("SO4^2-",), "SO₄²⁻"),
        (("NaK",), "NaK"),
        (("CaFCl", "--rules", "valence-plus"), "CaFCl  calcium chloride fluoride"),
        (("AlOOH",), "AlOOH  aluminium hydroxide oxide"),
        (("MgOHCl",), "Mg(OH)Cl  magnesium chloride hydroxide"),
        (("Li Na K", "--rules", "chemistry-monopoly"), "Li, Na, K"),
        (("MgNOONOO",), "Mg(NO₂)₂  magnesium nitrite"),  # tiles have no numbers
        (("HNaO",), "NaOH  sodium hydroxide"),
    ],
)
def test_C_WORDS_a_verdict_is_headed_by_what_was_written(words: tuple[str, ...], title: str) -> None:
    assert printed("judge", *words).splitlines()[0].split("ALID")[1].strip() == title
