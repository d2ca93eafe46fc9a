"""Whole random games of CompoundIt!, action by action: nothing is lost, nothing breaks, everything ends."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adjudicator.engine.agenda import Open
from adjudicator.engine.events import Event
from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import State, rack, supply
from tests.support import random_play
from tests.support.compoundit_subject import candidates, lasting_twin
from tests.support.sampling import examples, in_turn

GAME = CompoundItGame()
RULES = ("beginner", "standard", "simple-lewis", "organic", "expert")


class WholeGame(RuleBasedStateMachine):
    state: State
    events: tuple[Event, ...]

    @initialize(
        players=st.integers(2, 4),
        rules=st.sampled_from(RULES),
        mode=st.sampled_from(("verified", "challenge")),
        consensus=st.booleans(),
        seed=st.integers(0, 10**6),
    )
    def start(self, players: int, rules: str, mode: str, consensus: bool, seed: int) -> None:
        options = {"rules": f"compoundit:{rules}", "mode": mode, "consensus": consensus}
        self.state, self.events = GAME.start(options, f"never to be seen {seed}", players=players)

    def do(self, player: int, action: Any) -> None:
        before = self.state
        self.state, more = GAME.apply(before, player, action)
        self.events += more
        assert self.state.version == len(self.events)

    def going_on(self) -> bool:
        return self.state.result is None

    @precondition(going_on)
    @rule(seed=st.integers(0, 10**6), whose=st.integers(0, 3))
    def act(self, seed: int, whose: int) -> None:
        random, acting = Random(seed), GAME.players_to_act(self.state)
        player = acting[whose % len(acting)]
        self.do(player, random_play.act(GAME, self.state, player, random, tries=60))

    @precondition(going_on)
    @rule(whose=st.integers(0, 3), which=st.integers(0, 9))
    def do_something_small(self, whose: int, which: int) -> None:
        acting = GAME.players_to_act(self.state)
        player = acting[whose % len(acting)]
        small = [action for action in GAME.legal_actions(self.state, player) if not isinstance(action, Open)]
        self.do(player, small[which % len(small)])

    @rule(seed=st.integers(0, 10**6), viewer=st.integers(0, 3))
    def what_is_hidden_changes_no_byte(self, seed: int, viewer: int) -> None:
        """The player's own supply is hidden too: nothing of it shows before it is drawn."""
        state, viewer, random = self.state, viewer % len(self.state.seats), Random(seed)
        view = json.dumps(GAME.view(state, viewer))
        twin = lasting_twin(state, viewer, random)
        order = list(twin.pieces[supply(viewer)])
        random.shuffle(order)
        for other in (
            GAME.imagine(json.loads(view), Rng(str(seed))),
            twin,
            _with_supply(twin, viewer, order),
        ):
            assert json.dumps(GAME.view(other, viewer)) == view
            for action in candidates(state, viewer, random):
                told = [json.dumps(GAME.judge(s, viewer, action).to_json()) for s in (state, other)]
                assert told[0] == told[1]

    @invariant()
    def every_tile_is_somewhere_once(self) -> None:
        state = self.state
        assert state.pieces.census() == GAME.box(state)
        assert len(set(state.squares)) == len(state.squares)
        assert min(state.scores) >= 0
        for player in state.players:
            mine = state.last_move is not None and state.last_move.player == player
            assert len(state.pieces[rack(player)]) == 10 or mine or not state.pieces[supply(player)]

    @invariant()
    def somebody_can_act_until_the_end(self) -> None:
        assert bool(GAME.players_to_act(self.state)) == (self.state.result is None)

    def teardown(self) -> None:
        """From any state the game ends when everybody passes; then it replays, and the seed stays hidden."""
        if not hasattr(self, "state"):
            return
        for _ in range(12 * len(self.state.seats)):
            acting = GAME.players_to_act(self.state)
            if not acting:
                break
            player = acting[-1]
            allowed = GAME.legal_actions(self.state, player)
            self.do(player, next(a for a in allowed if a.type in ("pass", "ask_judge", "accept")))
        assert self.state.result is not None
        again = replay(GAME, [Event.from_json(json.loads(json.dumps(e.to_json()))) for e in self.events])
        assert again == self.state
        assert GAME.state_from_json(json.loads(json.dumps(GAME.state_to_json(self.state)))) == self.state
        for viewer in (*self.state.players, None):
            sent = [event.to_json() for event in GAME.events_shown(self.events, viewer)]
            assert "never to be seen" not in json.dumps([sent, GAME.view(self.state, viewer)])


def _with_supply(state: State, player: int, order: list[str]) -> State:
    return replace(state, pieces=state.pieces.rearranged(supply(player), order))


WholeGame.TestCase.settings = settings(
    max_examples=examples(2, 100),
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
)
TestWholeGames = in_turn(3)(WholeGame.TestCase)
