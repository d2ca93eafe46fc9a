"""What exercises say, in the language that is spoken: the German is in adjudicator/languages/de.toml."""

from __future__ import annotations

from adjudicator.prose import phrase
from adjudicator.ruleset import game, game_of

YES_OR_NO = ("yes", "no")  # as programs read an answer


def say(text: str, /, **facts: object) -> str:
    return phrase("exercises", text).format(**facts)


def rules_called(rules: str) -> str:
    """A rule set as people call it: CompoundIt! (standard)."""
    title, variants = game(game_of(rules)).title, rules.partition(":")[2].replace("-", " ")
    called = ", ".join(map(say, variants.split("+")))
    return f"{title} ({called})" if called else title


def answer_called(answer: str) -> str:
    """An answer as people read it: yes and no in their language."""
    return say(answer) if answer in YES_OR_NO else answer
