"""Whole games of Compounded, played by chance: crystals, cards, tokens and points are conserved, all asks are answered."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adjudicator.engine.game import Resign
from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from rulesets.compounded import lab
from rulesets.compounded.state import WILD, bench, points, tokens
from tests.support.compounded_subject import GAME, act, candidates, lasting_twin

PAYING = ("compound_scored", "final_scored")  # the only events that bring points
CROWDED = ("drawing", "nobel_trade", "trading", "surplus")  # K-GOODS: spaces bind when the phase has ended


class Tables(RuleBasedStateMachine):
    """Random steps at tables of every size; what must hold is checked after each."""

    state: Any = None
    events: tuple[Any, ...] = ()

    @initialize(players=st.integers(2, 5), seed=st.integers(0, 10**9), offers=st.sampled_from((0, 2, 12)))
    def sit_down(self, players: int, seed: int, offers: int) -> None:
        self.state, self.events = GAME.start({"offers": offers}, seed, players=players)

    @precondition(lambda self: self.state.result is None)
    @rule(seed=st.integers(0, 10**9), number=st.integers(1, 25))
    def play(self, seed: int, number: int) -> None:
        random = Random(seed)
        for _ in range(number):
            acting = GAME.players_to_act(self.state)
            if not acting:
                return
            self.do(player := random.choice(acting), act(self.state, player, random))

    @precondition(lambda self: self.state.result is None and self.state.version > 200)
    @rule(seat=st.integers(0, 4))
    def leave(self, seat: int) -> None:
        if seat in self.state.playing:
            self.do(seat, Resign())

    def do(self, player: int, action: Any) -> None:
        self.state, more = GAME.apply(self.state, player, action)
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
        """The deck and the generator may be any: no view changes."""
        random = Random(seed)
        viewer = random.choice(self.state.players)
        view = GAME.view(self.state, viewer)
        assert GAME.view(lasting_twin(self.state, viewer, random), viewer) == view
        assert GAME.view(GAME.imagine(view, Rng(str(seed))), viewer) == view

    @invariant()
    def every_piece_is_somewhere_once(self) -> None:
        if self.state is None:
            return
        state = self.state
        assert state.pieces.census() == GAME.box(state)
        lying = Counter(place for place, _ in state.wilds)
        for place, pieces in state.pieces.places:
            if place.startswith(("field ", "unfinished ")):
                assert pieces.count(WILD) == lying[place], "every wild that lies there stands for an element"

    @invariant()
    def every_point_was_scored(self) -> None:
        if self.state is None:
            return
        earned: Counter[str] = Counter()
        for event in self.events:
            if event.type in PAYING:
                earned.update({paid["to"]: paid["amount"] for paid in event["accounts"]})
        for player in self.state.players:
            assert self.state.accounts[points(player)] == earned[points(player)]

    @invariant()
    def cards_benches_and_claims_are_within_their_limits(self) -> None:
        if self.state is None:
            return
        state = self.state
        matters = [entry.matter.type for entry in state.agenda.entries]
        for compound in lab.compounds(state):
            symbols = Counter(map(lab.symbol_of, compound.crystals))
            assert symbols <= Counter(compound.card.places)
            assert not compound.temporary or (compound.full and compound.owner is not None)
        for seat in range(len(state.seats)):
            on_field = sum(compound.owner == seat for compound in lab.compounds(state))
            assert on_field + len(state.pieces[tokens(seat)]) == lab.edition_of(state).play.claims
            if "taking_back" not in matters and seat in state.players:
                assert len(lab.claimed(state, seat)) <= lab.value_of(state, "study", seat)
            if matters and not set(matters) & set(CROWDED):
                assert len(state.pieces[bench(seat)]) <= lab.value_of(state, "lab", seat)

    @invariant()
    def somebody_acts_until_it_is_over(self) -> None:
        if self.state is not None:
            assert bool(GAME.players_to_act(self.state)) == (self.state.result is None)

    def teardown(self) -> None:
        if self.state is not None:
            assert replay(GAME, self.events) == self.state


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=10, stateful_step_count=16, suppress_health_check=list(HealthCheck)
)
