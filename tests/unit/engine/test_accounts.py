"""Balances: every payment has a recipient, and nobody pays what they do not have."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts, ShortAccount, burn, gained, mint, pay

BANK = Accounts.of({"money 0": 100, "money 1": 20, "points 0": 0}, overdrawn=("points 0",))


def test_transfers_of_one_event_count_together() -> None:
    """A player with 20 can pay 50 to somebody who pays back 40 in the same event."""
    after = BANK.after([pay("money 1", "money 0", 50), pay("money 0", "money 1", 40), mint("points 0", 3)])
    assert dict(after.balances) == {"money 0": 110, "money 1": 10, "points 0": 3}
    assert BANK.after([burn("points 0", 5)])["points 0"] == -5


@pytest.mark.parametrize(
    "wrong",
    [
        [pay("money 1", "money 0", 21)],
        [burn("money 0", 60), burn("money 0", 60)],
        [pay("money 0", "money 1", 0)],
        [pay("money 0", "money 1", -5)],
        [pay("money 0", "money 0", 5)],
        [pay("money 0", "money 2", 5)],
        [{"from": None, "to": None, "amount": 5}],
        [{"from": "money 0", "to": "money 1", "amount": True}],
    ],
)
def test_what_is_no_transfer_is_refused(wrong: Any) -> None:
    with pytest.raises(ShortAccount):
        BANK.after(wrong)


def test_there_is_no_account_that_was_not_opened() -> None:
    assert "money 2" not in BANK
    with pytest.raises(KeyError):
        BANK["money 2"]


NAMES = st.sampled_from(["money 0", "money 1", "points 0", None])
TRANSFERS = st.lists(
    st.fixed_dictionaries({"from": NAMES, "to": NAMES, "amount": st.integers(1, 60)}).filter(
        lambda transfer: transfer["from"] != transfer["to"]
    ),
    max_size=5,
)


@given(st.lists(TRANSFERS, max_size=5), st.randoms(use_true_random=False))
def test_the_total_changes_only_by_what_comes_and_goes(events: Any, random: Random) -> None:
    bank = BANK
    for transfers in events:
        shuffled = random.sample(transfers, len(transfers))
        by_hand = dict(bank.balances)
        for transfer in transfers:
            for name, sign in ((transfer["from"], -1), (transfer["to"], 1)):
                if name is not None:
                    by_hand[name] += sign * transfer["amount"]
        if by_hand["money 0"] < 0 or by_hand["money 1"] < 0:
            with pytest.raises(ShortAccount):
                bank.after(transfers)
            continue
        after = bank.after(transfers)
        assert dict(after.balances) == by_hand
        assert after == bank.after(shuffled)
        assert after.total() == bank.total() + gained(transfers)
        assert codec.read(Accounts, json.loads(json.dumps(codec.plain(after))), "accounts") == after
        bank = after
