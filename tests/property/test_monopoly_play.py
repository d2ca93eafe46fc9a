"""Whole random games of Chemistry Monopoly: no AMUny and no piece is lost, nothing breaks, all asks are
answered.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB
from tests.support.chemistry_monopoly_subject import SUBJECT
from tests.support.sampling import in_turn
from tests.support.walking import Walk

OPTIONS = st.fixed_dictionaries({name: st.booleans() for name in ("auctions", "go_400", "pot", "short")})


class Tables(Walk):
    """Random steps with any mixture of options; the invariants are checked after each."""

    subject = SUBJECT
    first = 0.7
    total = 0

    @initialize(options=OPTIONS, players=st.integers(2, 6), seed=st.integers(0, 10**9), base=st.booleans())
    def sit_down(self, options: dict[str, Any], players: int, seed: int, base: bool) -> None:
        options = {**options, "pot_base": base and options["pot"]}
        self.begin(options, seed, players)
        self.total = self.state.accounts.total()

    @invariant()
    def no_amuny_is_lost(self) -> None:
        if self.state is None:
            return
        accounts = self.state.accounts
        assert accounts.total() == self.total
        assert all(balance >= 0 for name, balance in accounts.balances if name != LAB)

    @invariant()
    def what_is_condensed_is_not_transferred(self) -> None:
        if self.state is None:
            return
        now, board = holdings(self.state), board_of(self.state)
        assert not [deed for deed in now.transferred if now.level(deed)]
        assert all(0 <= level <= board.solid for level in now.levels.values())


TestTables = in_turn(3)(Tables.TestCase)
TestTables.settings = settings(
    max_examples=12, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)
