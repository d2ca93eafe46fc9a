"""The fonts have every sign that our data can print: each string of every topic, language and game is set."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import adjudicator
import adjudicator_rulesets
from adjudicator.printing.setting import FACES, PrintError, formula, shown, strokes, width
from adjudicator.rulebook import FOLDER

HOMES = [Path(str(package.__file__)).parent for package in (adjudicator, adjudicator_rulesets)]
FILES = sorted(file for home in HOMES for file in home.rglob("*.toml"))
NEVER_PRINTED = {"terminal", "lookalikes"}  # sections of words; letters of other scripts that look like ours


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            if key not in NEVER_PRINTED:
                yield key
                yield from _strings(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _strings(inside)


def test_every_string_of_our_data_can_be_printed_in_every_face() -> None:
    texts = {text for file in FILES for text in _strings(tomllib.loads(file.read_text(encoding="utf-8")))}
    texts |= {file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.md")}
    signs = {sign for text in texts for sign in text if not sign.isspace()}
    assert {"≡", "→", "−", "ß", "·"} <= signs
    for face in FACES:
        for sign in sorted(signs):
            strokes(sign, face)


def test_a_triple_bond_is_drawn_with_our_own_face() -> None:
    """A font that is not embedded is set too wide by some readers, so that the letters overlap."""
    parts = (("Source-Bold", "HC"), ("Source-Bold", "≡"), ("Source-Bold", "CH"))
    assert strokes("HC≡CH", "bold") == parts
    assert width(formula("HC≡CH")) == pytest.approx(width(formula("HC−CH")))
    with pytest.raises(PrintError, match="no sign for '水'"):
        strokes("水", "regular")
    assert shown("≡水") == "≡?"
