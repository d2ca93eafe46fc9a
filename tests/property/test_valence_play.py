"""Whole random games of Valence Plus: nothing is lost, nothing breaks, and they end."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from adjudicator_rulesets.valence_plus.play.state import hand, stash
from tests.support.sampling import in_turn
from tests.support.valence_subject import GAME, SUBJECT, act
from tests.support.walking import Walk

VARIANTS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("younger", "naming", "original", "cooperative", "helium", "oganesson")}
)
MOST_ACTIONS = 3000


class Tables(Walk):
    """Random steps from any mixture of variants; the invariants are checked after each."""

    subject = SUBJECT

    @initialize(options=VARIANTS, players=st.integers(2, 4), seed=st.integers(0, 10**9))
    def sit_down(self, options: dict[str, Any], players: int, seed: int) -> None:
        self.begin(options, seed, players)

    @invariant()
    def stashes_and_hands_are_as_they_may_be(self) -> None:
        if self.state is None:
            return
        state = self.state
        for player in state.players:
            assert state.pieces[stash(player)] == tuple(card.molecule for card in state.stashes[player])
            if player != state.turn or state.phase == "collect":
                assert len(state.pieces[hand(player)]) <= 6


TestTables = in_turn(3)(Tables.TestCase)
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
