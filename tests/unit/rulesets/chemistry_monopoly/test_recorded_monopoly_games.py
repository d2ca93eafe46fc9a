"""Complete recorded games of Chemistry Monopoly, replayed; an independent referee in tests/oracle follows them."""

from __future__ import annotations

import pytest

from adjudicator import prose
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.replay import Record, record_of, states
from adjudicator_rulesets.chemistry_monopoly.edition import load
from tests.support.monopoly_table import GAME
from tests.support.recorded import Recorded

RECORDED = Recorded("chemistry_monopoly")
NAMES = RECORDED.names
SELDOM = {"interest_owed", "lot_unsold", "set_evaporated"}  # covered by the tests of their rules


def test_two_four_and_six_players_and_every_option_on_and_off_are_on_record() -> None:
    options = [RECORDED.data(name)["options"] for name in NAMES]
    for short in (True, False):
        found = [RECORDED.data(name) for name in NAMES if RECORDED.data(name)["options"]["short"] is short]
        assert {len(data["players"]) for data in found} == {2, 4, 6}
    for option in ("auctions", "go_400", "pot", "pot_base", "short"):
        assert {chosen[option] for chosen in options} == {True, False}


def test_together_they_show_every_type_of_event() -> None:
    events = [event for name in NAMES for event in RECORDED.data(name)["events"]]
    assert {*GAME.shown, "game_ended", "offer_carried_out"} - {e["type"] for e in events} <= SELDOM
    assert {e["reason"] for e in events if e["type"] == "game_ended"} == {"one_left", "richest"}


def test_somebody_is_bankrupt_to_the_Lab_which_auctions_what_was_theirs() -> None:
    found = [
        (event["type"], event.get("to", 0), event.get("estate"))
        for name in NAMES
        for event in RECORDED.data(name)["events"]
        if event["type"] in ("went_bankrupt", "auction_begun")
    ]
    assert ("went_bankrupt", None, None) in found
    assert ("auction_begun", 0, True) in found


def test_a_debt_is_settled_by_a_trade_in_anothers_turn_and_after_an_auction_the_doubles_turn_goes_on() -> (
    None
):
    events = RECORDED.data("short-4")["events"]
    start = next(n for n, event in enumerate(events) if event["type"] == "rolled")
    end = next(n for n, event in enumerate(events) if n > start and event["type"] == "rolled")
    turn = events[start : end + 1]
    types = [event["type"] for event in turn]
    first = turn[0]["player"]
    assert turn[-1]["player"] == first  # the roll after the double
    assert "turn_ended" not in types
    owed, paid = types.index("debt_incurred"), types.index("debt_paid")
    assert turn[owed]["player"] != first
    assert "offer_carried_out" in types[owed:paid]
    left = types.index("estate_left")
    assert paid < left < types.index("auction_begun") < types.index("estate_settled")


@pytest.mark.parametrize("name", NAMES)
def test_replayed_event_by_event(name: str) -> None:
    record = Record.from_json(RECORDED.data(name))
    assert record.edition == load().label, "run python -m tools record"
    total = None
    for event, state in states(GAME, record.events):
        total = state.accounts.total() if total is None else total
        assert state.accounts.total() == total
        if event.version % 25 == 0:
            assert state.pieces.census() == GAME.box(state)
        assert (state.result is None) == (event.type != "game_ended")
    assert state.result == record.result
    assert record_of(GAME, record.events, record.players) == record
    assert written(record) == RECORDED.text(name)


def test_every_event_and_every_sentence_is_there_in_german() -> None:
    english = prose.catalogue_of(GAME.name)
    german = prose.catalogue_of(GAME.name, "de")
    assert set(german) == set(english)
    for name in NAMES:
        record = Record.from_json(RECORDED.data(name))
        for event in record.events:
            told = [prose.tell(GAME.name, event, record.players, language) for language in ("en", "de")]
            assert (told[0] is None) == (told[1] is None), event.type
