"""The best play of a rack on a board, for games that look for plays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.errors import quote
from adjudicator.exercises.exercise import refuse
from adjudicator.exercises.marking import Finding, Solution, refused
from adjudicator.exercises.words import points_printed, rules_called, say
from adjudicator.ruleset import load_ruleset, plays_of
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from adjudicator.exercises.exercise import Exercise
    from adjudicator.parts import Play

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
        needed = {*rack.split(), *(symbol for _, _, symbol in tiles)}
        return {
            "prompt": prompt,
            "answer": "play",
            "rack": rack.split(),
            "board": {"size": size, "tiles": shown, "squares": _squares(exercise.rules)},
            "points": {symbol: n for symbol, n in points_printed(exercise.rules).items() if symbol in needed},
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
        points = ruling.score
        counted = say("{play} scores {points}.", play=ruling.text, points=points)
        if points >= best.score:
            reason = say("{counted} Nothing scores more.", counted=counted)
            return Finding("right", "play", reason, read_as=ruling.text, points=points)
        said = "It is legal, but not the best. {counted} {better} {why}"
        better = say("{play} scores {points}.", play=str(best), points=best.score)
        reason = say(said, counted=counted, better=better, why=_account(exercise, best))
        return Finding("wrong", "play", reason, score=points / best.score, read_as=ruling.text, points=points)

    def solve(self, exercise: Exercise) -> Solution:
        best = _best(exercise.rules, exercise.material)
        assert best is not None, "looked for when the exercise was read"
        said = say("{play} scores {points}.", play=str(best), points=best.score)
        return Solution(str(best), f"{said} {_account(exercise, best)}", points=best.score)


def _account(exercise: Exercise, best: Play) -> str:
    """How the score of a play comes about: K2O: (3 × 2 + 3 + 1) × 2 = 20."""
    rack, _, board = exercise.material.partition("|")
    rules = load_ruleset(exercise.rules)
    ruling = plays_of(exercise.rules).rule_on_play(rules, rack.split(), board, str(best))
    return f"{ruling.account}."


def _squares(rules: str) -> list[dict[str, Any]]:
    """The squares on which a tile or a run counts more, as the edition prints them."""
    board = load_ruleset(rules).describe()["edition"].get("board", {})
    return [dict(square) for square in board.get("bonuses", ())]


@lru_cache(256)
def _best(rules: str, material: str) -> Play | None:
    rack, _, board = material.partition("|")
    found = plays_of(rules).best_plays(load_ruleset(rules), rack.split(), board or (), 1)
    return found[0] if found else None
