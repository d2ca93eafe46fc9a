"""Ready sets by topic and level, and rounds of them: ours in topics.toml, a game's in its exercises.toml.

A game has that file beside it, as it has its editions. Where a topic lists kinds, each of them is asked about
every piece of its material; otherwise the material is exercises in their own text.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises.equations import equations
from adjudicator.exercises.exercise import LEVELS, Kind
from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.sets import ExerciseSet
from adjudicator.exercises.words import say
from adjudicator.ruleset import game, sound_games

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.exercises.exercise import Exercise

OURS = Path(__file__).with_name("topics.toml")
FILE = "exercises.toml"  # of a game
MADE = {"equations": equations}  # material made by rule, by level
MAX_ROUND = 40
MAX_VERSIONS = 4  # of a worksheet


@dataclass(frozen=True, slots=True)
class Topic:
    name: str
    english: str
    about: str
    texts: tuple[tuple[str, ...], ...]  # of exercises, by level
    kinds: tuple[Kind, ...]
    game: str = ""  # whose material it is; "" for chemistry

    @property
    def title(self) -> str:
        return self.english if self.game else say(self.english)

    def exercises(self, level: int = 0) -> tuple[Exercise, ...]:
        """Of a level; without one, of all levels."""
        chosen = [self.texts[level - 1]] if level else self.texts
        return tuple(exercise_from_text(text) for texts in chosen for text in texts)

    def to_json(self) -> dict[str, Any]:
        return {
            "topic": self.name,
            "title": self.title,
            "about": say(self.about),
            "game": self.game or None,
            "kinds": [kind.value for kind in self.kinds],
            "levels": [len(texts) for texts in self.texts],
        }


@lru_cache(1)
def topics() -> dict[str, Topic]:
    """By name: ours, then those of the installed games."""
    found = list(_read(OURS, ""))
    for name in sound_games():
        file = Path(game(name).__file__ or "").parent / FILE
        if file.is_file() and not hasattr(game(name), "plays"):  # a game with options has that game's topics
            found += _read(file, name)
    return {topic.name: topic for topic in found}


def topic(name: str) -> Topic:
    """Raises UnreadableInput for a topic that there is not."""
    try:
        return topics()[name]
    except KeyError:
        said = f"There is no topic {quote(name)}; there are {', '.join(topics())}."
        raise UnreadableInput("unknown_topic", said, input=name[:200]) from None


def _read(file: Path, of: str) -> Iterable[Topic]:
    for row in tomllib.loads(file.read_text(encoding="utf-8"))["topic"]:
        kinds = tuple(Kind(kind) for kind in row.get("kinds", ()))
        texts = [tuple(_texts(row, kinds, level)) for level in LEVELS]
        asked = kinds or tuple(dict.fromkeys(Kind(text.partition(":")[0]) for line in texts for text in line))
        yield Topic(row["id"], row["title"], row["about"], tuple(texts), asked, of)


def _texts(row: dict[str, Any], kinds: Sequence[Kind], level: int) -> Iterable[str]:
    tail = f"~{row['id']}.{level}"
    made = MADE[row["made"]]().get(level, ()) if "made" in row else ()
    for material in (*row.get(f"level-{level}", ()), *made):
        asked = [
            kind for kind in kinds if kind is not Kind.CHARGE or material not in row.get("charge-in-name", ())
        ]
        yield from (f"{kind}:{material}{tail}" for kind in asked) if kinds else (f"{material}{tail}",)


def make_round(
    name: str, level: int = 0, count: int = 10, seed: str = "", kinds: Sequence[Kind | str] = ()
) -> ExerciseSet:
    """So many exercises of a topic, the same for the same seed.

    Each material is asked in one way: "name it" beside "write it" would answer itself, on paper and on a
    projector. A topic with less material gives a shorter round. Raises UnreadableInput for a topic, a level
    or kinds that there are not.
    """
    chosen = topic(name)
    if level and level not in LEVELS:
        raise UnreadableInput("bad_level", f"Levels are 1, 2 and 3, not {level}.", input=str(level)[:20])
    wanted = [kind for kind in chosen.kinds if not kinds or kind in kinds]
    if not wanted:
        said = f"{quote(name)} asks {', '.join(chosen.kinds)}, not {quote(', '.join(kinds))}."
        raise UnreadableInput("no_such_kind", said, input=", ".join(kinds)[:200])
    found = [one for one in chosen.exercises(level) if one.kind in wanted]
    found.sort(key=lambda one: sha256(f"{seed}:{one.text}".encode()).digest())
    once: dict[tuple[str, str], Exercise] = {}
    for one in found:
        once.setdefault(_material_of(one), one)
    return ExerciseSet(tuple(once.values())[: min(count, MAX_ROUND)])


def _material_of(exercise: Exercise) -> tuple[str, str]:
    """The material, by its rules: that Na Cl has a name tells that NaCl is legal."""
    return exercise.material.replace(" ", ""), exercise.rules
