"""CompoundIt! as a subject of the contract suite."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.rng import Rng
from adjudicator.testing.subject import Subject
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.game import ANSWERS, CompoundItGame
from adjudicator_rulesets.compoundit.play.state import BOARD, REPLIES, Action, Place, State, rack, supply
from tests.support import random_play

GAME = CompoundItGame()
SMALL = [action for kind, actions in ANSWERS.items() for action in actions if kind != "place"]


def act(state: State, player: int, random: Random) -> Action:
    return random_play.act(GAME, state, player, random, tries=150)


def candidates(state: State, player: int, random: Random) -> list[Any]:
    """Every small action, impossible moves, guesses, and a legal move if one is found."""
    nowhere = Place((Placement(0, 99, "H"),))
    foreign = Place((Placement(8, 8, "U"), Placement(8, 9, "Zz")))
    twice = Place((Placement(8, 8, "H"), Placement(8, 8, "H")))
    moves: list[Any] = [nowhere, foreign, twice, Place(())]
    if state.pieces[rack(player)]:
        moves += [random_play.guess(state, player, random) for _ in range(3)]
        moves.append(random_play.move_or_pass(state, player, random, 30, greedy=False))
    last = 0 if state.last_move is None else state.last_move.version
    replies = [reply(move) for reply in REPLIES.values() for move in (last, last + 1)]
    return [*SMALL, *replies, *moves]


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Everything is dealt again except the board, the viewer's rack and the viewer's next draws."""
    places = dict(state.pieces.places)
    changed = [place for place in places if place not in (BOARD, rack(viewer), supply(viewer))]
    pool = [tile for place in changed for tile in places[place]]
    random.shuffle(pool)
    for place in changed:
        places[place] = tuple(pool.pop() for _ in places[place])
    return replace(state, pieces=Inventory.of(places), rng=Rng(str(random.random()), random.randrange(99)))


SUBJECT = Subject(GAME, act, candidates, lasting_twin, players=partial(players_of, GAME.name))
