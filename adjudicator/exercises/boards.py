"""The best play of a rack on a board, for games that look for plays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.errors import quote
from adjudicator.exercises.exercise import refuse
from adjudicator.exercises.marking import Finding, Solution, refused, right_if
from adjudicator.exercises.words import rules_called, say
from adjudicator.ruleset import load_ruleset, plays_of
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from adjudicator.exercises.exercise import Exercise
    from adjudicator.ruleset import Play

MAX_RACK = 12


class BestPlay:
    """The material is the rack, a bar and the position: "Mg O H|15/15/…"."""

    def read(self, exercise: Exercise) -> str:
        rack, bar, board = exercise.material.partition("|")
        tiles = Tiles.parse(rack)
        if not bar or len(tiles) > MAX_RACK:
            said = (
                f"A best play is asked as a rack of up to {MAX_RACK} tiles, a bar and a board: {quote(rack)}."
            )
            raise refuse("bad_play", said, exercise.material)
        material = f"{' '.join(tiles)}|{board.strip()}"
        if _best(exercise.rules, material) is None:
            raise refuse("no_play", f"{quote(rack)} has no legal play on this board.", exercise.material)
        return material

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        rack, _, board = exercise.material.partition("|")
        rules = load_ruleset(exercise.rules)
        size, tiles = plays_of(exercise.rules).tiles_on(rules, board)
        prompt = say("Find the play that scores most by {rules}.", rules=rules_called(exercise.rules))
        shown = [{"row": row, "col": col, "symbol": symbol} for row, col, symbol in tiles]
        return {
            "prompt": prompt,
            "answer": "play",
            "rack": rack.split(),
            "board": {"size": size, "tiles": shown},
        }

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        rack, _, board = exercise.material.partition("|")
        rules = load_ruleset(exercise.rules)
        ruling = plays_of(exercise.rules).rule_on_play(rules, rack.split(), board, answer)
        if ruling.ruling is not Ruling.VALID:
            outcome = refused(ruling.ruling)
            return Finding(outcome, "play_refused", ruling.message, read_as=ruling.text)
        best = _best(exercise.rules, exercise.material)
        assert best is not None, "looked for when the exercise was read"
        said = "{play} scores {points}. The best there is scores {best}."
        reason = say(said, play=ruling.text, points=ruling.score, best=best.score)
        outcome = right_if(ruling.score >= best.score)
        score = min(1.0, ruling.score / best.score) if best.score else 1.0
        return Finding(outcome, "play", reason, score=score, read_as=ruling.text, points=ruling.score)

    def solve(self, exercise: Exercise) -> Solution:
        best = _best(exercise.rules, exercise.material)
        assert best is not None, "looked for when the exercise was read"
        said = say("{play} scores {points}.", play=str(best), points=best.score)
        return Solution(str(best), said, points=best.score)


@lru_cache(256)
def _best(rules: str, material: str) -> Play | None:
    rack, _, board = material.partition("|")
    found = plays_of(rules).best_plays(load_ruleset(rules), rack.split(), board or (), 1)
    return found[0] if found else None
