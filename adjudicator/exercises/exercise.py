"""An exercise as a value, and as a short text for an address.

    name:NaCl                            legal:MgNOONOO@compoundit:beginner
    name:NaCl!Steinsalz~salts.1          balance:H2 + O2 -> H2O
    name:CuSO4!-

The kind, a colon, the material; then, each only where it is needed, names that a teacher accepts besides ours
after "!", the rule set after "@", topic and level after "~". "!-" accepts no name that school uses loosely.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.errors import UnreadableInput, quote
from adjudicator.ruleset import DEFAULT_RULES

MAX_TEXT = 600  # characters; a full board of a best play has about 500
LEVELS = range(1, 4)
_TOPIC = re.compile(r"[a-z][a-z0-9-]{0,30}")
_TAIL = re.compile(r"(?P<topic>[^~.]*)(?:\.(?P<level>[0-9]))?")


class Kind(StrEnum):
    NAME = "name"  # a formula is shown, its name is typed
    WRITE = "write"  # a name is shown, its formula is written
    LEGAL = "legal"  # is this run of tiles legal by these rules?
    MEND = "mend"  # make an illegal run legal; the fewer changes, the better
    BUILD = "build"  # the best compound of a rack
    CHARGE = "charge"  # of an ion, or of a piece of a box
    BALANCE = "balance"  # the coefficients of an equation
    PLAY = "play"  # the best play of a rack on a board


STRICT = "-"  # in the place of an accepted name
BY_RULES = frozenset((Kind.LEGAL, Kind.MEND, Kind.BUILD, Kind.PLAY))  # these always have a rule set


@dataclass(frozen=True, slots=True)
class Exercise:
    """`exercise_from_text(exercise.text) == exercise`."""

    kind: Kind
    material: str  # as canonical text: a formula, a name, tiles, an equation, a rack and a board
    rules: str = ""  # the rule set that judges; "" where chemistry alone does
    topic: str = ""
    level: int = 0  # 1 to 3; 0: none
    accepted: tuple[str, ...] = ()  # names that a teacher accepts besides ours
    strict: bool = False  # whether names that school uses loosely are wrong: copper sulfate for CuSO4

    @property
    def text(self) -> str:
        names = "".join(f"!{name}" for name in (*([STRICT] if self.strict else []), *self.accepted))
        usual = DEFAULT_RULES if self.kind in BY_RULES else ""
        rules = "" if self.rules == usual else f"@{self.rules}"
        level = f".{self.level}" if self.level else ""
        topic = f"~{self.topic}{level}" if self.topic or self.level else ""
        return f"{self.kind}:{self.material}{names}{rules}{topic}"

    def __str__(self) -> str:
        return self.text


def read_parts(text: str) -> Exercise:
    """The parts of a text, the material as it stands; raises UnreadableInput."""
    if len(text) > MAX_TEXT:
        raise refuse("exercise_too_long", f"An exercise has up to {MAX_TEXT} characters: {quote(text)}", text)
    head, _, tail = text.strip().partition("~")
    head, _, rules = head.partition("@")
    kind, colon, material = head.partition(":")
    material, *accepted = (part.strip() for part in material.split("!"))
    if not colon or kind not in tuple(Kind):
        kinds = ", ".join(Kind)
        raise refuse(
            "unknown_kind", f"An exercise begins with its kind, one of {kinds}: not {quote(text)}.", text
        )
    if not material:
        raise refuse("no_material", f"{quote(text)} has nothing after the colon, as name:NaCl has.", text)
    topic, level = _read_tail(tail, text)
    chosen = Kind(kind)
    usual = DEFAULT_RULES if chosen in BY_RULES else ""
    names = tuple(name for name in accepted if name and name != STRICT)
    return Exercise(chosen, material, rules.strip() or usual, topic, level, names, STRICT in accepted)


def _read_tail(tail: str, text: str) -> tuple[str, int]:
    found = _TAIL.fullmatch(tail.strip())
    level = int(found["level"] or 0) if found else 0
    if found and (not found["topic"] or _TOPIC.fullmatch(found["topic"])) and (not level or level in LEVELS):
        return found["topic"], level
    raise refuse("bad_topic", f"After ~ come a topic and a level, as in ~salts.2, not {quote(tail)}.", text)


def refuse(code: str, message: str, text: str) -> UnreadableInput:
    return UnreadableInput(code, message, input=text[:200])
