"""Every language has the same keys in a game; what all games share is by code, or looked up by its English."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import described_bots, players_of
from adjudicator.engine.game import load_game, playable_games

FOLDERS = ("adjudicator", "rulesets", "api")
SAYING = frozenset(("say", "_say", "phrase", "worded"))  # a constant text, by its English
OTHERS = [language for language in prose.LANGUAGES if language != prose.ENGLISH]
SHARED = Path("adjudicator/languages")
GAMES = Path("rulesets/adjudicator_rulesets")
# The English of a box is in the editions, of faults where they are found; `said` lists facts to be translated.
ELSEWHERE = frozenset(("box", "faults", "said"))
SHOWING = SAYING | {"_told", "plain", "bold", "italic", "cut_out", "heading", "score_sheet"}


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
    assert len(texts) > 50
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


def keys_of(path: Path) -> set[str]:
    return {*keys({name: each for name, each in written(path).items() if name not in ELSEWHERE})}


@pytest.mark.parametrize("language", OTHERS)
def test_english_lies_beside_every_language_in_a_game_with_the_same_keys(language: str) -> None:
    own = sorted(GAMES.glob(f"*/**/{language}.toml"))
    english = sorted(GAMES.glob("*/**/en.toml"))
    assert [path.parent for path in own] == [path.parent for path in english]
    assert len(own) == 3 * len(list(GAMES.glob("*/words")))
    differing = {
        str(path.parent): sorted(keys_of(path) ^ keys_of(beside))
        for path, beside in zip(own, english, strict=True)
        if keys_of(path) != keys_of(beside)
    }
    assert differing == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("section", ["print", "bots"])
def test_what_all_games_share_has_the_same_keys(language: str, section: str) -> None:
    own, english = (written(SHARED / f"{code}.toml")[section] for code in (language, prose.ENGLISH))
    assert own.keys() == english.keys()


@pytest.mark.parametrize("game", playable_games())
def test_every_bot_is_described_in_every_language(game: str) -> None:
    """By the keys of `words`, so that no English line stands in Python."""
    names = set(players_of(game).BOTS)
    for language in prose.LANGUAGES:
        own, shared = (prose._section(home, "bots", language) for home in (game, prose.SHARED))
        assert names <= {*own, *shared}
        assert own.keys() <= names  # nobody else is described
        with prose.speaking(language):
            assert described_bots(game) == {name: {**shared, **own}[name] for name in names}


@pytest.mark.parametrize(
    "game", [path.parent for path in sorted(GAMES.glob("*/words"))], ids=lambda p: p.name
)
def test_the_english_of_a_box_is_in_its_editions(game: Path) -> None:
    """Or in the modules that name what an edition leaves out: the corners of a board."""
    editions = [written(path) for path in (game / "editions").glob("*.toml")]
    known = {
        *(text for place in ("edition.py", "judging", "play") for text in constants(game / place)),
        *(t for e in editions for t in all_texts(e)),
    }
    boxes = [written(game / "words" / f"{language}.toml")["box"] for language in OTHERS]
    assert boxes
    assert [text for box in boxes for text in box if text not in known] == []


def constants(place: Path) -> Iterator[str]:
    for path in [place] if place.is_file() else sorted(place.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def all_texts(value: object) -> Iterator[str]:
    """Keys too: an edition may name a thing by one."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from all_texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from all_texts(each)


def shown_by(path: Path) -> Iterator[str]:
    """The constant texts that a module of `shown` says or prints."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Call) and name in SHOWING:
            for each in (each for argument in node.args[:3] for each in ast.walk(argument)):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.value


@pytest.mark.parametrize(
    "game", [path.parent for path in sorted(GAMES.glob("*/shown"))], ids=lambda p: p.name
)
def test_every_code_that_is_shown_has_its_english(game: Path) -> None:
    """Names and figures are no codes; an English text in Python would have a space between two words."""
    english, shared = written(game / "words" / "en.toml"), written(SHARED / "en.toml")
    known = {*english["print"], *english["terminal"], *shared["print"]}
    used = {text for path in sorted((game / "shown").glob("*.py")) for text in shown_by(path)}
    codes = {text for text in used if "_" in text.strip("_")}
    assert len(codes) > 5
    assert codes - known == set()
    assert {text for text in used if re.search("[a-z]{2} [a-z]{2}", text)} == set()


@pytest.mark.parametrize("path", [SHARED, *sorted(GAMES.glob("*/words"))], ids=str)
def test_no_name_on_a_box_is_taken_for_a_code(path: Path) -> None:
    """Names pass through the same functions as codes, so a code is its own English, or has an underscore."""
    texts = written(path / "en.toml")["print"]
    assert [
        code for code, text in texts.items() if "_" not in code and text.casefold() != code.casefold()
    ] == []


def test_no_game_says_anything_in_python() -> None:
    for name in playable_games():
        load_game(name)
    ours = {game for game, home in prose._HOMES.items() if home.startswith("adjudicator_rulesets.")}
    assert len(ours) == len(list(GAMES.glob("*/words")))
    assert {game: said for game in ours if (said := [*prose._ENGLISH[game], *prose._TOLD[game]])} == {}
