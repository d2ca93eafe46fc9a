"""Texts that are looked up by their English exist in every other language: one that a language file lacks
fails here.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator import prose

FOLDERS = ("adjudicator", "rulesets", "api")
SAYING = frozenset(("say", "_say", "phrase", "worded"))  # a constant text, by its English
OTHERS = [language for language in prose.LANGUAGES if language != prose.ENGLISH]
SHARED = Path("adjudicator/languages")


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
