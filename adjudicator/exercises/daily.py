"""A puzzle for each day and each game, from the date alone: the same for everybody, on every machine.

A game with a board asks for the best play, one that counts runs for the best build, every other for the
substance that fits four clues. The result is told to others without the answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS
from adjudicator.engine.rng import Rng
from adjudicator.errors import AdjudicatorError
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.questions import exercise_from_text, question
from adjudicator.exercises.topics import topic
from adjudicator.exercises.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from adjudicator.exercises.exercise import Exercise

RACK = 7
LAID_BEFORE = 3  # plays that are on the board
CLUES = 4
TRIES = 50


@dataclass(frozen=True, slots=True)
class Daily:
    game: str
    day: str  # 2026-11-17
    exercise: Exercise

    def to_json(self) -> dict[str, Any]:
        """In the language that is spoken; a puzzle of clues shows them instead of the name."""
        puzzle = question(self.exercise, prose.spoken())
        if self.exercise.kind is Kind.WRITE:
            puzzle.pop("name")
            element = naming.substance(self.exercise.material).size == 1
            told = (
                "Which element is it? Write its symbol."
                if element
                else "Which substance is it? Write its formula."
            )
            puzzle["prompt"] = say(told)
            puzzle["clues"] = list(clues(self.exercise))
        return {"game": self.game, "day": self.day, "exercise": self.exercise.text, "question": puzzle}

    def told(self, score: float, tries: int) -> str:
        """The result in a line, without the answer."""
        title = ruleset.game(self.game).title
        full = round(5 * score)
        return f"Adjudicator {self.day} {title}: {'■' * full}{'□' * (5 - full)} {tries}×"


@lru_cache(64)
def daily(game: str, day: date) -> Daily:
    """Raises UnknownRuleset for a game that there is not."""
    rng = Rng.seeded(f"daily:{game}:{day.isoformat()}")
    if ruleset.brings(game, "load_plays"):
        exercise = _play(game, rng)
    elif ruleset.brings(game, "load_exercises"):
        exercise = _build(game, rng)
    else:
        exercise = _riddle(game, rng)
    return Daily(game, day.isoformat(), exercise)


def _pieces(rules: str) -> tuple[str, ...]:
    """Every piece of the box, as often as it is there: of the first table that counts them."""
    for table in ruleset.load_ruleset(rules).describe()["edition"].values():
        rows = [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []
        named = next((name for name in ("symbol", "card") if rows and name in rows[0]), None)
        if named and "count" in rows[0]:
            return tuple(row[named] for row in rows for _ in range(row["count"]))
    raise AdjudicatorError("no_pieces", f"{rules} has no pieces that are counted.")


def _build(game: str, rng: Rng) -> Exercise:
    for _ in range(TRIES):
        drawn, rng = rng.shuffled(_pieces(game))
        try:
            return exercise_from_text(f"build:{' '.join(drawn[:RACK])}@{game}")
        except AdjudicatorError:
            continue  # nothing can be built of these
    raise AdjudicatorError("no_puzzle", f"{game} has no puzzle for this day.")


def _play(game: str, rng: Rng) -> Exercise:
    rules = next(row["name"] for row in ruleset.listed() if row["name"].startswith(game))
    rules = ruleset.DEFAULT_RULES if ruleset.game_of(ruleset.DEFAULT_RULES) == game else rules
    chosen, plays = ruleset.load_ruleset(rules), ruleset.plays_of(rules)
    drawn, _ = rng.shuffled(_pieces(rules))
    board: list[tuple[int, int, str]] = []
    for turn in range(LAID_BEFORE):
        best = plays.best_plays(chosen, drawn[turn * RACK : (turn + 1) * RACK], tuple(board), 1)
        board += [(row, col, symbol) for play in best for row, col, symbol in play.placements]
    rack = drawn[LAID_BEFORE * RACK : (LAID_BEFORE + 1) * RACK]
    return exercise_from_text(f"play:{' '.join(rack)}|{plays.position(chosen, board)}@{rules}")


def _riddle(game: str, rng: Rng) -> Exercise:
    """One whose clues fit nothing else of the game's material in any language, where there is one."""
    asked = [one for one in topic(game).exercises() if one.kind is Kind.WRITE]
    drawn, _ = rng.shuffled(asked)
    alone = set(asked)
    for language in prose.LANGUAGES:  # Kalium and Kupfer have equal letters, potassium and copper have not
        with prose.speaking(language):
            told = {one: tuple(clues(one)) for one in asked}
        times = Counter(told.values())
        alone &= {one for one, said in told.items() if times[said] == 1}
    return next((one for one in drawn if one in alone), drawn[0])


def clues(exercise: Exercise) -> Iterator[str]:
    """Four, from the vague to the telling, in the language that is spoken."""
    formula = naming.substance(exercise.material)
    name = question(exercise, prose.spoken())["name"]
    heaviest = max((ELEMENTS[symbol] for symbol, _ in formula.atoms), key=lambda one: one.number)
    if len(formula.atoms) == 1 and formula.size == 1:
        yield say("It is a metal.") if heaviest.metal else say("It is not a metal.")
        yield say("It is in period {period} of the table.", period=heaviest.period)
    else:
        yield say("Elements: {elements}. Atoms: {atoms}.", elements=len(formula.atoms), atoms=formula.size)
        yield say("The heaviest of its atoms has the number {number}.", number=heaviest.number)
    yield say("Letters of its name: {letters}.", letters=sum(map(str.isalpha, name)))
    yield say("Its name begins with {letter}.", letter=name[0].upper())
