"""Every language has the same keys: codes beside those of English, and texts that are looked up by their English."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.game import load_game, playable_games

FOLDERS = ("adjudicator", "rulesets", "api")
SAYING = frozenset(("say", "_say", "phrase", "worded"))  # a constant text, by its English
OTHERS = [language for language in prose.LANGUAGES if language != prose.ENGLISH]
SHARED = Path("adjudicator/languages")
GAMES = Path("rulesets/adjudicator_rulesets")
BY_CODE = ("sentences", "events", "actions")  # parts and tables belong to the grammar of a language


def constant_texts() -> Iterator[tuple[Path, str]]:
    for path in (path for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py"))):
        source = path.read_text(encoding="utf-8")
        if not any(f"{name}(" in source for name in SAYING):
            continue
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", getattr(node.func, "id", "")) in SAYING
            ):
                for said in node.args:
                    if isinstance(said, ast.Constant) and isinstance(said.value, str) and " " in said.value:
                        yield path, said.value


@cache
def texts_of(folder: Path, language: str) -> frozenset[str]:
    """The English texts for which a language file has an entry, in all its sections."""
    path = folder / f"{language}.toml"
    if not path.is_file():
        return frozenset()
    sections = tomllib.loads(path.read_text(encoding="utf-8")).values()
    return frozenset(text for section in sections if isinstance(section, dict) for text in section)


@pytest.mark.parametrize("language", OTHERS)
def test_every_constant_text_is_in_the_words(language: str) -> None:
    texts = list(constant_texts())
    assert len(texts) > 100
    lacking = []
    for path, text in texts:
        own = Path(*path.parts[:3]) / "words" if path.parts[0] == "rulesets" else SHARED
        if text not in texts_of(own, language) | texts_of(SHARED, language):
            lacking.append((str(path), text))
    assert lacking == []


def test_a_text_that_is_lacking_is_seen() -> None:
    assert "There is no such text here." not in texts_of(SHARED, OTHERS[0])


def keys(value: object, above: str = "") -> Iterator[str]:
    """The paths of all texts."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from keys(each, f"{above}{name}/")
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for place, each in enumerate(value):
            yield from keys(each, f"{above}{place}/")
    else:
        yield above


def written(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def codes(path: Path) -> set[str]:
    """What both files have: all of the tables and lessons, and what games say by code."""
    own = written(path)
    if path.parent.name != "words":
        return set(keys(own))
    return {*keys({name: own.get(name, {}) for name in BY_CODE}), *({"notation"} & set(own["terminal"]))}


@pytest.mark.parametrize("language", OTHERS)
def test_english_lies_beside_every_language_in_a_game_with_the_same_keys(language: str) -> None:
    own = sorted(GAMES.glob(f"*/**/{language}.toml"))
    english = sorted(GAMES.glob("*/**/en.toml"))
    assert [path.parent for path in own] == [path.parent for path in english]
    assert len(own) == 3 * len(list(GAMES.glob("*/words")))
    differing = {
        str(path.parent): sorted(codes(path) ^ codes(beside))
        for path, beside in zip(own, english, strict=True)
        if codes(path) != codes(beside)
    }
    assert differing == {}


def test_no_game_says_anything_in_python() -> None:
    for name in playable_games():
        load_game(name)
    ours = {game for game, home in prose._HOMES.items() if home.startswith("adjudicator_rulesets.")}
    assert len(ours) == len(list(GAMES.glob("*/words")))
    assert {game: said for game in ours if (said := [*prose._ENGLISH[game], *prose._TOLD[game]])} == {}
