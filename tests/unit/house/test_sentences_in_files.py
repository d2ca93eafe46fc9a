"""What is said to people in German stands in files of words, never in Python: a language is only more files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from adjudicator import prose

FOLDERS = ("adjudicator", "rulesets", "api")
# Words that no English sentence, no formula and no name of a function has.
GERMAN = re.compile(
    r"\b(?:nicht|wird|werden|kein\w*|eine[mnrs]?|oder|und|ist|sind|hat|mit|von|für|Karten?|Plättchen|Zug|du|dein\w*)\b"
)
SENTENCE = 2  # of such words
LETTERS = re.compile(r"(?<=\w)[äöüß]|[äöüß](?=\w)")  # in a word, not by themselves
MAYBE = re.compile(
    r"[äöüß]|\b(?:nicht|wird|kein\w*|eine[mnrs]?|oder|und|ist)\b"
)  # cheaper than to parse them all


def german_in(path: Path) -> Iterator[str]:
    """The texts of a module that are German, by two of its small words or a letter that only German has."""
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
