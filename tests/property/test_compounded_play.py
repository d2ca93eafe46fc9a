"""Whole random games of Compounded: crystals, cards, tokens and points are conserved, and all asks are
answered.
"""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from adjudicator.engine.game import Resign
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import WILD, bench, points, tokens
from tests.support.compounded_subject import SUBJECT
from tests.support.sampling import in_turn
from tests.support.walking import Walk

PAYING = ("compound_scored", "final_scored")  # the only events that bring points
# K-GOODS: the number of spaces counts only when the phase has ended.
CROWDED = ("drawing", "nobel_trade", "trading", "surplus")


class Tables(Walk):
    """Random steps at tables of every size; the invariants are checked after each."""

    subject = SUBJECT

    @initialize(players=st.integers(2, 5), seed=st.integers(0, 10**9), offers=st.sampled_from((0, 2, 12)))
    def sit_down(self, players: int, seed: int, offers: int) -> None:
        self.begin({"offers": offers}, seed, players)

    @precondition(lambda self: self.state.result is None and self.state.version > 200)
    @rule(seat=st.integers(0, 4))
    def leave(self, seat: int) -> None:
        if seat in self.state.playing:
            self.do(seat, Resign())

    @invariant()
    def every_wild_stands_for_an_element(self) -> None:
        if self.state is None:
            return
        state = self.state
        lying = Counter(place for place, _ in state.wilds)
        for place, pieces in state.pieces.places:
            if place.startswith(("field ", "unfinished ")):
                assert pieces.count(WILD) == lying[place]

    @invariant()
    def every_point_was_scored(self) -> None:
        if self.state is None:
            return
        earned: Counter[str] = Counter()
        for event in self.events:
            if event.type in PAYING and "accounts" in event.facts:  # Nobel scores for nobody
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


TestTables = in_turn(3)(Tables.TestCase)
TestTables.settings = settings(
    max_examples=10, stateful_step_count=16, suppress_health_check=list(HealthCheck)
)
