"""What exercises say, in the language that is spoken: the German is in adjudicator/languages/de.toml."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.prose import phrase
from adjudicator.ruleset import game, game_of, load_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

YES_OR_NO = ("yes", "no")  # as programs read an answer


def say(text: str, /, **facts: object) -> str:
    return phrase("exercises", text).format(**facts)


def rules_called(rules: str) -> str:
    """A rule set as people call it: CompoundIt! (standard)."""
    title, variants = game(game_of(rules)).title, rules.partition(":")[2].replace("-", " ")
    called = ", ".join(map(say, variants.split("+")))
    return f"{title} ({called})" if called else title


def is_called(formula: str, name: str) -> str:
    """H2O is water; SO4^2- is the sulfate ion."""
    ion = name.endswith((" ion", "-Ion"))
    return say("{formula} is the {name}." if ion else "{formula} is {name}.", formula=formula, name=name)


@lru_cache(64)
def are_cards(rules: str) -> bool:
    """Whether the pieces of a rule set are cards; tiles print oxidation numbers."""
    tiles = load_ruleset(rules).describe()["edition"].get("tiles", ())
    return not any(isinstance(row, dict) and "oxidation" in row for row in tiles)


@lru_cache(64)
def points_printed(rules: str) -> Mapping[str, int]:
    """The points that the box of a rule set prints on its tiles or cards."""
    tables = [
        table for table in load_ruleset(rules).describe()["edition"].values() if isinstance(table, list)
    ]
    rows = [row for table in tables for row in table if isinstance(row, dict)]
    named = [(row.get("symbol") or row.get("card"), row.get("points")) for row in rows]
    return {piece: points for piece, points in named if piece and isinstance(points, int)}


def answer_called(answer: str) -> str:
    """An answer as people read it: yes and no in their language."""
    return say(answer) if answer in YES_OR_NO else answer


def points_told(question: Mapping[str, Any]) -> str:
    """What the pieces of a question print, in a line: Na 2, Cl 2; empty where that is not needed."""
    return ", ".join(f"{piece} {points}" for piece, points in question.get("points", {}).items())
