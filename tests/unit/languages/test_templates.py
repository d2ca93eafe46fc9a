"""Texts with gaps: what a language file may contain, and that each of ours can be filled in."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.languages.catalogue import HERE, _filters, catalogue, words_of
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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{up|yes hoch}", "There is no filter 'yes'. There are above, abs, "),
        ("{who: stops", "A brace in '{who: stops' has no partner; one to be read is written twice."),
        ("{state|of states}", "There is no [tables.states], which {…|of states} uses."),
        ("{cards|each part row|list and}", "There is no row in [parts], which {…|each part row} uses."),
    ],
)
def test_a_fault_names_its_file_and_key(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_words").mkdir()
    file = tmp_path / "faulty_words" / "en.toml"
    file.write_text(f"[events]\nguessed = {json.dumps(text)}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=re.escape(f"{file}, [events] guessed: {fault}")):
        catalogue.__wrapped__("faulty_words", "en")


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "de.toml"
    file.write_text("[events]\nguessed = x\n", encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{file} is not TOML: Invalid value (at line 2")):
        prose.words_at(file)


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
