"""Plays CompoundIt! without much thought, for records and tests; it does not know the move generator."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.engine.game import Open
from rulesets.compoundit import BEGINNER, board
from rulesets.compoundit.board import Placement
from rulesets.compoundit.opening import rules_in_force
from rulesets.compoundit.state import Accept, AskJudge, Challenge, Pass, Place, Settle, rack

if TYPE_CHECKING:
    from random import Random

    from rulesets.compoundit.rules import CompoundIt
    from rulesets.compoundit.state import Action, State

LONGEST = 5


@lru_cache(1 << 16)
def _legal(rules: CompoundIt, tiles: tuple[str, ...]) -> bool:
    return rules.judge(Tiles(tiles)).ruling == "valid"


def guess(state: State, player: int, random: Random) -> Place:
    """Some tiles of the rack on free squares in a row, by an anchor where a move can be: mostly illegal."""
    layout = board.layout_of(rules_in_force(state).edition)
    taken = board.position_of(state.board)
    near = [(r + x, c + y) for r, c in taken for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    anchors = near or [layout.centre]
    if taken and rules_in_force(state).sets == BEGINNER:
        anchors += sorted(layout.atoms)
    free = [s for s in anchors if s not in taken and max(s) <= layout.size and min(s) >= 1]
    row, col = random.choice(free or [layout.centre])
    down, right = random.choice(((0, 1), (1, 0)))
    back = random.choice((0, 0, 1, 2))
    row, col = row - back * down, col - back * right
    tiles = random.sample(
        state.pieces[rack(player)], min(random.randint(1, LONGEST), len(state.pieces[rack(player)]))
    )
    return Place(tuple(Placement(row + i * down, col + i * right, tile) for i, tile in enumerate(tiles)))


def worth(state: State, move: Place) -> int | None:
    """What a legal move scores; None for any other."""
    rules = rules_in_force(state)
    layout, before = board.layout_of(rules.edition), state.board
    if board.faults(layout, before, move.placements):
        return None
    position, new = board.position_of(before), board.position_of(move.placements)
    runs = board.runs_of(position, new)
    if not all(_legal(rules, run.tiles) for run in runs):
        return None
    checks = board.geometry(layout, position, new, runs, atom_starts=rules.sets == BEGINNER)
    return sum(board.score(layout, run, new) for run in runs) if all(c.passed for c in checks) else None


def move_or_pass(state: State, player: int, random: Random, tries: int, *, greedy: bool) -> Place | Pass:
    """A legal move among so many guesses, the best or the first; a pass when there is none."""
    best: Place | None = None
    most = -1
    for _ in range(tries):
        move = guess(state, player, random)
        score = worth(state, move)
        if score is not None and score > most:
            best, most = move, score
            if not greedy:
                break
    return best or Pass()


def act(
    game: Any,
    state: State,
    player: int,
    random: Random,
    *,
    tries: int = 300,
    greedy: bool = False,
    dare: float = 0.1,
) -> Action:
    """One of the things that this player may do now; `dare` is how often a guess is played unchecked."""
    allowed = game.legal_actions(state, player)
    replies = [a for a in allowed if isinstance(a, Challenge | Accept | Settle | AskJudge)]
    if replies and (Open("place") not in allowed or random.random() < 0.3):
        weights = [1 if isinstance(a, Challenge | AskJudge) else 5 for a in replies]
        reply: Action = random.choices(replies, weights)[0]
        return reply
    if state.options.mode == "challenge" and random.random() < dare:
        for _ in range(20):
            move = guess(state, player, random)
            if game.judge(state, player, move).ruling == "valid":
                return move
    return move_or_pass(state, player, random, tries, greedy=greedy)
