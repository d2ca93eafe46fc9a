"""Lessons: a fixed deal of a game, the learner's steps, and the others' moves in between.

A game has its lesson in `table/lesson.toml`, and its sentences in `words/lesson`, one file per language.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator import ruleset
from adjudicator.engine.game import playable_games

NONE = "none"  # TOML has no null


@lru_cache(64)
def lesson_of(game: str) -> dict[str, Any] | None:
    if game not in playable_games():
        return None
    path = Path(str(ruleset.game(game).__file__)).parent / "table" / "lesson.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def steps_in(game: str, language: str) -> dict[str, Any] | None:
    """The lesson for a page, in its language."""
    lesson = lesson_of(game)
    if lesson is None:
        return None
    words = ruleset.lesson_words(game, language)
    steps = [
        {
            "text": text,
            "does": _action(step["does"]),
            "look": step.get("look"),
            "then": [
                {"seat": other["seat"], "action": _action(other["action"])} for other in step.get("then", ())
            ],
        }
        for text, step in zip(words["steps"], lesson["steps"], strict=True)
    ]
    return {"steps": steps, "end": words["end"]}


def card_in(game: str, language: str) -> dict[str, str] | None:
    """The rules on one screen: a turn, what scores, how it ends; with the figures of the whole box."""
    if lesson_of(game) is None:
        return None
    box = ruleset.load_ruleset(ruleset.whole_box(game)).edition if ruleset.variants_of(game) else None
    said: dict[str, str] = ruleset.lesson_words(game, language)["card"]
    return {part: text.format(box=box) for part, text in said.items()}


def _action(written: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value == NONE else value for name, value in written.items()}
