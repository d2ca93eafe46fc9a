"""Where the chemistry of the boxes, the lessons and our own lists can be looked up: a place, not "any textbook"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine.game import playable_games
from adjudicator.ruleset import load_ruleset

RULESETS = Path("rulesets/adjudicator_rulesets")
VAGUE = re.compile(
    r"\b(?:any|every|such|the same|most) (?:text|school |chemistry )?books?\b|(?:common|general) (?:knowledge|usage)|wikipedia",
    re.IGNORECASE,
)
ORIGINS = {"rulebook", "public", "reconstruction"}  # of the numbers in a box, with `why`
LISTS = (
    "chem/lewis/species.toml",
    "chem/naming/knowledge/ions.toml",
    "chem/naming/knowledge/words/en/common.toml",
    "chem/naming/knowledge/words/de/common.toml",
    "chem/naming/knowledge/words/en/ions.toml",
    "chem/naming/knowledge/words/de/ions.toml",
    "reference/table/school.toml",
)
COMPARED = "Wikipedia's list (read on 2026-11-18)"  # with which a list was compared, and which has its date


def sources(part: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every source in a file, and all that a lesson says under `chemistry`."""
    rows = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in rows:
        if isinstance(value, str):
            cited = key == "source" or where.endswith("chemistry")
            yield from [(f"{where} {key}", value)] if cited and value not in ORIGINS else ()
        else:
            yield from sources(value, f"{where} {key}")


@pytest.mark.rule("K-FACTS")
@pytest.mark.parametrize("game", playable_games())
def test_every_source_of_a_box_and_a_lesson_is_a_place_to_look_up(game: str) -> None:
    """Of the edition that is played; what was released before is never changed."""
    folder = RULESETS / game.replace("-", "_")
    name = load_ruleset(game).edition.label.partition(" ")[0].partition("/")[2]
    for path in (folder / "editions" / f"{name}.toml", folder / "table" / "lesson.toml"):
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        cited = {"chemistry": written.get("chemistry", {})} if path.name == "lesson.toml" else written
        found = dict(sources(cited))
        vague = {where: source for where, source in found.items() if VAGUE.search(source) or len(source) < 10}
        assert vague == {}, path


@pytest.mark.parametrize("name", LISTS)
def test_our_own_lists_name_no_vague_source(name: str) -> None:
    text = Path("adjudicator", name).read_text(encoding="utf-8").replace(COMPARED, "")
    assert VAGUE.findall(" ".join(text.split())) == []


def test_vague_sources_are_seen() -> None:
    assert all(
        VAGUE.search(text) for text in ("any textbook of physiology", "general usage", "every school book")
    )
    assert not VAGUE.search(
        "J. E. Hall, Guyton and Hall Textbook of Medical Physiology, 13th ed. 2016, ch. 25"
    )
