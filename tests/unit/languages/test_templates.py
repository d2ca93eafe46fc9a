"""Texts with gaps: what a language file may contain, and that each of ours can be filled in."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.languages.catalogue import HERE, _filters, words_of
from adjudicator.languages.templates import FILTERS, Speech, Template, Words, _Gap

WORDS = Words(
    "en",
    {"how": {"boils": "bubbles", "else": "does something"}},
    {"row": "{n} {card}", "point": ["{it|is 1}one point", "{it|spelled} points"]},
    ("no", "one", "two"),
    str.upper,
    {},
)


def said(text: str | list[str], **facts: Any) -> str | None:
    return Template(text).render(Speech(WORDS, facts, ["Ann", "Bob"]))


@pytest.mark.parametrize(
    ("text", "facts", "wanted"),
    [
        ("plain", {}, "plain"),
        ('{{"tiles": {x|quote}}}', {"x": "H"}, "{\"tiles\": 'H'}"),
        ("{a} and {b.c} and {b.d.1}", {"a": 1, "b": {"c": 2, "d": [3, 4]}}, "1 and 2 and 4"),
        ("{xs|list and}", {"xs": ["a", "b", "c"]}, "a, b and c"),
        ("{xs|size|spelled}", {"xs": [1, 2]}, "two"),
        ("{n|spelled} {m|spelled}", {"n": -1, "m": 13}, "-1 13"),
        ("{n|count a card/cards}, {m|count a card/cards}", {"n": 1, "m": 2}, "a card, two cards"),
        ("{xs|one is/are} {n|one point/points}", {"xs": ["a"], "n": -1}, "is point"),
        ("{kind|of how}, {other|of how}", {"kind": "boils", "other": "x"}, "bubbles, does something"),
        ("{rows|each part row|list and}", {"rows": [{"n": 1, "card": "a"}, {"n": 2, "card": "b"}]}, "1 a and 2 b"),
        ("{n|part point}", {"n": 1}, "one point"),
        ("{xs|row|else nothing}", {"xs": []}, "nothing"),
        ("{seat|player} {scores|scored}", {"seat": 1, "scores": [3, 4]}, "Bob Ann 3, Bob 4"),
        ("{name|say}", {"name": "go"}, "GO"),
        (["{x|if}with {x}", "without"], {"x": 0}, "without"),
        (["{seat|given}of {seat|player}", "of nobody"], {"seat": 0}, "of Ann"),
        (["{seat|given}of {seat|player}", "of nobody"], {"seat": None}, "of nobody"),
        (["{sign|is a}first {n}", "{sign|is b}second {n}", "last {n}"], {"sign": "b", "n": 0}, "second 0"),
        (["both {a} {b}", "only {a}"], {"a": 1, "b": 0}, "only 1"),
        (["{n|above 5|if}many", "few"], {"n": 5}, "few"),
        (["{a|unless b|if}{a}", ""], {"a": 1, "b": 1}, None),
        ("", {}, None),
    ],
)  # fmt: skip
def test_gaps_are_filled(text: str | list[str], facts: dict[str, Any], wanted: str | None) -> None:
    assert said(text, **facts) == wanted


def homes() -> list[str]:
    games = Path("rulesets/adjudicator_rulesets").glob("*/words/de.toml")
    return [HERE, *sorted(f"adjudicator_rulesets.{path.parts[2]}.words" for path in games)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("home", homes())
def test_every_filter_table_and_part_of_a_file_is_there(home: str, language: str) -> None:
    words = words_of(home, language)
    folder = Path(home.replace(".", "/")) if home == HERE else Path("rulesets", *home.split("."))
    written = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    used: set[tuple[str, str]] = set()
    for section in ("sentences", "events", "actions", "parts"):
        for text in written.get(section, {}).values():
            used |= {step for gap in Template(text, words.filters).gaps for step in steps(gap)}
    known = {"each", *FILTERS, *_filters(HERE), *_filters(home)}
    assert {name for name, _ in used} <= known
    assert {wanted for name, wanted in used if name == "of"} <= set(words.tables)
    assert {wanted for name, wanted in used if name == "part"} <= set(words.parts)
    assert {name for name in written.get("tables", {}) if ("of", name) not in used} <= {"colours"}


def steps(gap: _Gap) -> set[tuple[str, str]]:
    found = {step.removeprefix("each ").partition(" ")[::2] for step in gap.filters}
    return {*found, *([("each", "")] if any(step.startswith("each ") for step in gap.filters) else [])}
