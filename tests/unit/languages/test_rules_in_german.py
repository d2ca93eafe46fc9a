"""Our pages of the rules in other languages: the same rules, in the same order, none left in English."""

from __future__ import annotations

import re

import pytest

from adjudicator.rulebook import GAMES, Rulebook, rulebook, without_code

LITTLE = re.compile(r"\b(the|is|are|of|and|with|has|have|not|this|that|you|your|can|may|for)\b")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_the_same(game: str) -> None:
    english, german = rulebook(game), rulebook(game, "de")
    assert german.language == "de"
    assert [rule.id for rule in german.rules] == [rule.id for rule in english.rules]
    shape = [(section.level, section.anchor, len(section.remarks)) for section in english.sections]
    assert [(section.level, section.anchor, len(section.remarks)) for section in german.sections] == shape
    assert readings(german) == readings(english)
    for one, other in zip(english.rules, german.rules, strict=True):
        assert named(one.text) == named(other.text), one.id


def readings(read: Rulebook) -> list[tuple[str, int]]:
    """The rules to compare, each with the amount of its text."""
    return [
        (reading.rule, len(reading.labelled)) for section in read.sections for reading in section.readings
    ]


def named(text: str) -> list[str]:
    """The rules that a text names, its code, and its formulas with a number, in any order."""
    return sorted(re.findall(r"\b[A-Z]-[A-Z0-9-]+\b|`[^`]+`|\b(?:[A-Z][a-z]?\d)[A-Za-z0-9]*", text))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_in_english(game: str) -> None:
    texts = texts_of(rulebook(game, "de"))
    plain = [re.sub(r"`[^`]*`|\*[^*]*\*|\([^)]*Games[^)]*\)", "", text) for text in texts]
    assert [text for text in plain if LITTLE.search(text)] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_paper_is_for_programs(game: str, language: str) -> None:
    """Names of options, codes and commands are in brackets, which printed pages leave out."""
    on_paper = [without_code(text) for text in texts_of(rulebook(game, language))]
    assert [text for text in on_paper if "`" in text] == []


def texts_of(read: Rulebook) -> list[str]:
    texts = [*read.intro, *(rule.text for rule in read.rules)]
    for section in read.sections:
        texts += [section.title, *section.paragraphs, *section.remarks]
        texts += [text for reading in section.readings for _, text in reading.labelled]
    return texts


def test_a_language_without_rules_has_the_english_ones() -> None:
    assert rulebook(GAMES[0], "xx") == rulebook(GAMES[0])
