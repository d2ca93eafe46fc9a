"""Whole games of Chemistry Monopoly, played by chance: no AMUny and no piece is lost, nothing breaks, all asks are answered."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from rulesets.chemistry_monopoly.holdings import board_of, holdings
from rulesets.chemistry_monopoly.state import LAB
from tests.support.chemistry_monopoly_subject import GAME, act, candidates, lasting_twin

OPTIONS = st.fixed_dictionaries({name: st.booleans() for name in ("auctions", "go_400", "pot", "short")})


class Tables(RuleBasedStateMachine):
    """Random steps with any mixture of options; what must hold is checked after each."""

    state: Any = None
    events: tuple[Any, ...] = ()
    total = 0

    @initialize(options=OPTIONS, players=st.integers(2, 6), seed=st.integers(0, 10**9), base=st.booleans())
    def sit_down(self, options: dict[str, Any], players: int, seed: int, base: bool) -> None:
        options = {**options, "pot_base": base and options["pot"]}
        self.state, self.events = GAME.start(options, seed, players=players)
        self.total = self.state.accounts.total()

    @precondition(lambda self: self.state.result is None)
    @rule(seed=st.integers(0, 10**9), number=st.integers(1, 25))
    def play(self, seed: int, number: int) -> None:
        random = Random(seed)
        for _ in range(number):
            acting = GAME.players_to_act(self.state)
            if not acting:
                return
            player = acting[0] if random.random() < 0.7 else random.choice(acting)
            self.state, more = GAME.apply(self.state, player, act(self.state, player, random))
            self.events += more

    @rule(seed=st.integers(0, 10**9))
    def ask_for_anything(self, seed: int) -> None:
        """Whatever is asked gets a verdict with a reason, and nothing happens by asking."""
        random, before = Random(seed), self.state
        for player in self.state.players:
            for action in candidates(self.state, player, random):
                assert GAME.judge(self.state, player, action).reason
        assert self.state == before

    @rule(seed=st.integers(0, 10**9))
    def look_through_other_eyes(self, seed: int) -> None:
        """The decks and the generator may be any: no view changes."""
        random = Random(seed)
        viewer = random.choice(self.state.players)
        view = GAME.view(self.state, viewer)
        assert GAME.view(lasting_twin(self.state, viewer, random), viewer) == view
        assert GAME.view(GAME.imagine(view, Rng(str(seed))), viewer) == view

    @invariant()
    def nothing_is_lost(self) -> None:
        if self.state is None:
            return
        accounts = self.state.accounts
        assert accounts.total() == self.total
        assert all(balance >= 0 for name, balance in accounts.balances if name != LAB)
        assert self.state.pieces.census() == GAME.box(self.state)

    @invariant()
    def what_is_condensed_is_not_transferred(self) -> None:
        if self.state is None:
            return
        now, board = holdings(self.state), board_of(self.state)
        assert not [deed for deed in now.transferred if now.level(deed)]
        assert all(0 <= level <= board.solid for level in now.levels.values())

    @invariant()
    def somebody_acts_until_it_is_over(self) -> None:
        if self.state is not None:
            assert bool(GAME.players_to_act(self.state)) == (self.state.result is None)

    def teardown(self) -> None:
        if self.state is not None:
            assert replay(GAME, self.events) == self.state


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=12, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)
