"""Sentences for people are in language files, so that a language is only more files. Python has only English
that inflects.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from adjudicator import prose
from adjudicator.engine.game import load_game, playable_games

FOLDERS = ("adjudicator", "rulesets", "api")
# Words that no English sentence, no formula and no function name contains.
GERMAN = re.compile(
    r"\b(?:nicht|wird|werden|kein\w*|eine[mnrs]?|oder|und|ist|sind|hat|mit|von|für|Karten?|Plättchen|Zug|du|dein\w*)\b"
)
SENTENCE = 2  # number of such words
LETTERS = re.compile(r"(?<=\w)[äöüß]|[äöüß](?=\w)")  # inside a word, not alone
MAYBE = re.compile(
    r"[äöüß]|\b(?:nicht|wird|kein\w*|eine[mnrs]?|oder|und|ist)\b"
)  # cheaper than parsing them all


def german_in(path: Path) -> Iterator[str]:
    """The German texts of a module: those with two small German words or a letter that only German has."""
    source = path.read_text(encoding="utf-8")
    if not MAYBE.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if len(GERMAN.findall(node.value)) >= SENTENCE or LETTERS.search(node.value):
            yield f"{path}:{node.lineno}: {node.value[:60]}"


def modules() -> list[Path]:
    return [path for folder in FOLDERS for path in Path(folder).rglob("*.py")]


def test_no_sentence_of_german_is_python() -> None:
    assert [text for path in modules() for text in german_in(path)] == []


def constant_sentences(source: str) -> Iterator[str]:
    """Sentences, by code, without facts or with unchanged facts: these belong in a language file."""
    for node in ast.walk(ast.parse(source)):
        for said in node.values if isinstance(node, ast.Dict) else ():
            if not isinstance(said, ast.Lambda):
                continue
            parts = said.body.values if isinstance(said.body, ast.JoinedStr) else [said.body]
            texts = [
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            facts = [
                part.value for part in parts if isinstance(part, ast.FormattedValue) and not part.format_spec
            ]
            plain = len(texts) + len(facts) == len(parts) and all(
                isinstance(fact, ast.Name) for fact in facts
            )
            if plain and " " in "".join(texts):
                yield "{}".join(texts)


def test_no_constant_sentence_of_english_is_python() -> None:
    registering = [
        path for path in modules() if "SENTENCES" in (text := path.read_text()) or "register(" in text
    ]
    assert len(registering) > 10
    assert [(str(path), text) for path in registering for text in constant_sentences(path.read_text())] == []
    assert list(
        constant_sentences('{"a": lambda n: f"There are {n}.", "b": lambda n: f"{spelled(n)} are"}')
    ) == ["There are {}."]


def test_english_says_a_code_once() -> None:
    """Either in a file or in Python."""
    for name in playable_games():
        load_game(name)
    for game in prose.homes():
        written = prose._words_of(game, prose.ENGLISH)
        assert not written["SENTENCES"].keys() & prose._ENGLISH.get(game, {}).keys()
        assert not written["TOLD"].keys() & prose._TOLD.get(game, {}).keys()


def test_no_module_is_a_language() -> None:
    languages = set(prose.LANGUAGES)
    assert [path for path in modules() if path.stem.partition("_")[0] in languages] == []


def test_a_sentence_in_python_is_found(tmp_path: Path) -> None:
    module = tmp_path / "words.py"
    module.write_text(
        'SAID = {"a": lambda: f"Das ist {1} und nicht mehr."}\nLEGT = "Plättchen"\n', encoding="utf-8"
    )
    assert len(list(german_in(module))) == 2
    module.write_text('SAID = "This is no German."\n', encoding="utf-8")
    assert list(german_in(module)) == []
