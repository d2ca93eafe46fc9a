"""Whole random games for Hypothesis: the invariants after every step of any game under the contract."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng

if TYPE_CHECKING:
    from adjudicator.testing.subject import Subject


class Walk(RuleBasedStateMachine):
    """A game names itself, says how a table begins, and adds its own steps and invariants."""

    subject: Subject
    first = 0.0  # how often the first player asked is the one who acts
    state: Any = None
    events: tuple[Any, ...] = ()

    def begin(self, options: dict[str, Any], seed: int, players: int) -> None:
        self.state, self.events = self.subject.game.start(options, seed, players=players)

    def do(self, player: int, action: Any) -> None:
        self.state, more = self.subject.game.apply(self.state, player, action)
        self.events += more

    @precondition(lambda self: self.state.result is None)
    @rule(seed=st.integers(0, 10**9), number=st.integers(1, 25))
    def play(self, seed: int, number: int) -> None:
        random = Random(seed)
        for _ in range(number):
            acting = self.subject.game.players_to_act(self.state)
            if not acting:
                return
            player = acting[0] if random.random() < self.first else random.choice(acting)
            self.do(player, self.subject.act(self.state, player, random))

    @rule(seed=st.integers(0, 10**9))
    def ask_for_anything(self, seed: int) -> None:
        """Any question gets a verdict with a reason, and asking changes nothing."""
        random, before = Random(seed), self.state
        for player in self.state.players:
            for action in self.subject.candidates(self.state, player, random):
                assert self.subject.game.judge(self.state, player, action).reason
        assert self.state == before

    @rule(seed=st.integers(0, 10**9))
    def look_through_other_eyes(self, seed: int) -> None:
        """Hidden information and the generator may be anything: no view changes."""
        random, game = Random(seed), self.subject.game
        viewer = random.choice(self.state.players)
        view = game.view(self.state, viewer)
        assert game.view(self.subject.twin(self.state, viewer, random), viewer) == view
        assert game.view(game.imagine(view, Rng(str(seed))), viewer) == view

    @invariant()
    def no_piece_is_lost(self) -> None:
        if self.state is not None:
            assert self.state.pieces.census() == self.subject.game.box(self.state)

    @invariant()
    def somebody_acts_until_it_is_over(self) -> None:
        if self.state is not None:
            assert bool(self.subject.game.players_to_act(self.state)) == (self.state.result is None)

    def teardown(self) -> None:
        if self.state is not None:
            assert replay(self.subject.game, self.events) == self.state
