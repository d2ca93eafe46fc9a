"""Whole games of Valence Plus, played by chance: nothing is lost, nothing breaks, and they end."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from rulesets.valence_plus.state import hand, stash
from tests.support.valence_subject import GAME, act, candidates, lasting_twin

VARIANTS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("younger", "naming", "original", "cooperative", "helium", "oganesson")}
)
MOST_ACTIONS = 3000


class Tables(RuleBasedStateMachine):
    """Random steps from any mixture of variants; what must hold is checked after each."""

    state: Any = None
    events: tuple[Any, ...] = ()

    @initialize(options=VARIANTS, players=st.integers(2, 4), seed=st.integers(0, 10**9))
    def sit_down(self, options: dict[str, Any], players: int, seed: int) -> None:
        self.state, self.events = GAME.start(options, seed, players=players)

    @precondition(lambda self: self.state.result is None)
    @rule(seed=st.integers(0, 10**9), number=st.integers(1, 12))
    def play(self, seed: int, number: int) -> None:
        random = Random(seed)
        for _ in range(number):
            acting = GAME.players_to_act(self.state)
            if not acting:
                return
            player = random.choice(acting)
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
        """Hidden hands, the deck and the generator may be any: no view changes."""
        random = Random(seed)
        viewer = random.choice(self.state.players)
        view = GAME.view(self.state, viewer)
        assert GAME.view(lasting_twin(self.state, viewer, random), viewer) == view
        assert GAME.view(GAME.imagine(view, Rng(str(seed))), viewer) == view

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        if self.state is None:
            return
        state = self.state
        assert state.pieces.census() == GAME.box(state)
        for player in state.players:
            assert state.pieces[stash(player)] == tuple(card.molecule for card in state.stashes[player])
            if player != state.turn or state.phase == "collect":
                assert len(state.pieces[hand(player)]) <= 6

    @invariant()
    def somebody_acts_until_somebody_has_won(self) -> None:
        if self.state is not None:
            assert bool(GAME.players_to_act(self.state)) == (self.state.result is None)

    def teardown(self) -> None:
        if self.state is not None:
            assert replay(GAME, self.events) == self.state


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=25, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)


def test_random_games_of_every_variant_end() -> None:
    for number, preset in enumerate(GAME.presets().values()):
        random = Random(number)
        state = GAME.new(preset.options, number, players=preset.players)
        for _ in range(MOST_ACTIONS):
            acting = GAME.players_to_act(state)
            if not acting:
                break
            state = GAME.apply(state, acting[0], act(state, acting[0], random))[0]
        assert state.result is not None
