"""Plays CompoundIt! without much thought, for records and tests; it does not know the move generator."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Tiles
from adjudicator.engine.agenda import Open
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.opening import rules_of
from adjudicator_rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle, rack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
    from adjudicator_rulesets.compoundit.play.game import CompoundItGame
    from adjudicator_rulesets.compoundit.play.state import Action, State

LENGTHS = (1, 1, 2, 2, 2, 3, 3, 4, 5)
DARE = 0.1  # how often a guess is played unchecked


@lru_cache(1 << 16)
def _legal(rules: CompoundIt, tiles: tuple[str, ...]) -> bool:
    return rules.judge(Tiles(tiles)).ruling == "valid"


def guesses(state: State, player: int, random: Random) -> Iterator[Place]:
    """Tiles of the rack on squares in a row, through an anchor where a move can be: mostly illegal."""
    rules, tiles = rules_of(state), state.pieces[rack(player)]
    layout, taken = laying.layout_of(rules.edition), laying.position_of(state.board)
    near = [(r + x, c + y) for r, c in taken for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    if rules.atom_starts and (taken or not rules.centre_first):
        near += sorted(layout.atoms)
    anchors = [s for s in near if s not in taken and max(s) <= layout.size and min(s) >= 1] or [layout.centre]
    while True:
        row, col = random.choice(anchors)
        down, right = random.choice(((0, 1), (1, 0)))
        back = random.choice((0, 0, 1, 2))
        row, col = row - back * down, col - back * right
        laid = random.sample(tiles, min(random.choice(LENGTHS), len(tiles)))
        yield Place(tuple(Placement(row + i * down, col + i * right, tile) for i, tile in enumerate(laid)))


def guess(state: State, player: int, random: Random) -> Place:
    return next(guesses(state, player, random))


def worth(rules: CompoundIt, before: Sequence[Placement], move: Sequence[Placement]) -> int | None:
    """What a legal move scores; None for any other."""
    layout = laying.layout_of(rules.edition)
    position, new = laying.position_of(before), laying.position_of(move)
    if not position.keys().isdisjoint(new) or not all(
        1 <= x <= layout.size for square in new for x in square
    ):
        return None
    runs = laying.runs_of(position, new)
    if not runs or not all(_legal(rules, run.tiles) for run in runs):
        return None
    starts = {"atom_starts": rules.atom_starts, "centre_first": rules.centre_first}
    checks = laying.geometry(layout, position, new, runs, **starts)
    return sum(laying.score(layout, run, new) for run in runs) if all(c.passed for c in checks) else None


def move_or_pass(state: State, player: int, random: Random, tries: int, *, greedy: bool) -> Place | Pass:
    """A legal move among so many guesses, the best or the first; a pass when there is none."""
    rules, before = rules_of(state), state.board
    best: Place | None = None
    most = -1
    for move in islice(guesses(state, player, random), tries):
        score = worth(rules, before, move.placements)
        if score is not None and score > most:
            best, most = move, score
            if not greedy:
                break
    return best or Pass()


def act(
    game: CompoundItGame, state: State, player: int, random: Random, *, tries: int = 300, greedy: bool = False
) -> Action:
    """One of the things that this player may do now; in `challenge` mode now and then an unchecked guess."""
    allowed = game.legal_actions(state, player)
    small = [action for action in allowed if not isinstance(action, Open)]
    if AskJudge() in allowed:
        honest = Settle("valid" if _last_is_legal(state) else "invalid")
        return honest if honest in allowed and random.random() < 0.8 else random.choice(small)
    replies = {action.type: action for action in small if isinstance(action, (Challenge, Accept))}
    if "challenge" in replies and random.random() < _suspicion(state):
        return replies["challenge"]
    if Open("place") not in allowed or ("accept" in replies and random.random() < 0.3):
        return replies["accept"]
    if state.options.mode == "challenge" and random.random() < DARE:
        for move in islice(guesses(state, player, random), 20):
            if game.judge(state, player, move).ruling == "valid":
                return move
    return move_or_pass(state, player, random, tries, greedy=greedy)


def _suspicion(state: State) -> float:
    """How likely the last move is challenged: these players know more than they show."""
    return 0.05 if _last_is_legal(state) else 0.6


def _last_is_legal(state: State) -> bool:
    return worth(rules_of(state), state.before_last_move, state.laid_last) is not None
