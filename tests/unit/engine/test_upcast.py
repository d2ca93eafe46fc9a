"""A game that changed the shape of its events continues records of its earlier version."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adjudicator.engine.events import Event, Shown
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.replay import Record, record_of, replay
from adjudicator.engine.upcast import event_today
from adjudicator.errors import UnreadableInput
from adjudicator.testing.subject import play
from tests.sixth_game.pick_and_trade.play.game import Done, Offer, State
from tests.support.pick_and_trade import PickAndTrade, subject_of


class Later(PickAndTrade):
    """Two versions later: an offer is one fact instead of two, and a player who is done ends the turn."""

    schemas: Mapping[str, int] = {"trade_offered": 3}
    older: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
        ("trade_offered", 1): lambda old: {
            **{name: value for name, value in old.items() if name not in ("give", "want")},
            "cards": [old["give"], old["want"]],
        },
        ("trade_offered", 2): lambda old: {
            **{name: value for name, value in old.items() if name not in ("to", "cards")},
            "offer": {"to": old["to"], "cards": old["cards"]},
        },
        ("trading_done", 1): lambda old: {**old, "type": "turn_ended"},
    }
    folds: Mapping[str, Any] = {
        **{kind: fold for kind, fold in PickAndTrade.folds.items() if kind != "trading_done"},
        "trade_offered": lambda state, event: PickAndTrade.folds["trade_offered"](state, _as_it_was(event)),
        "turn_ended": PickAndTrade.folds["trading_done"],
    }
    shown: Mapping[str, Shown] = {
        **{kind: shown for kind, shown in PickAndTrade.shown.items() if kind != "trading_done"},
        "trade_offered": Shown(("offer",)),
        "turn_ended": Shown(),
    }

    def decide(self, ledger: Ledger[State], player: int, action: Any, verdict: Any) -> None:
        match action:
            case Offer(to, give, want):
                ledger.record("trade_offered", player, offer={"to": to, "cards": [give, want]})
            case Done():
                ledger.record("turn_ended", player)
            case _:
                super().decide(ledger, player, action, verdict)


def _as_it_was(event: Event) -> Event:
    give, want = event["offer"]["cards"]
    plain = {"to": event["offer"]["to"], "give": give, "want": want}
    return Event.from_json({"version": event.version, "type": event.type, "player": event.player, **plain})


EARLIER, LATER = PickAndTrade(), Later()


def played() -> tuple[Event, ...]:
    subject = subject_of(EARLIER)
    events = max(
        (tuple(play(subject, EARLIER.presets()["three"], seed))[-1].events for seed in range(6)),
        key=lambda events: sum(event.type == "trade_offered" for event in events),
    )
    assert {"trade_offered", "trading_done"} <= {event.type for event in events}
    return events


def test_a_record_of_the_former_version_replays_to_the_same_state() -> None:
    events = played()
    written = json.loads(json.dumps(record_of(EARLIER, events, ["a", "b", "c"]).to_json()))
    record = Record.from_json(written, LATER)
    assert replay(LATER, record.events) == replay(EARLIER, events)
    assert {(e.type, e.schema) for e in record.events} >= {("trade_offered", 3), ("turn_ended", 1)}
    again = Record.from_json(json.loads(json.dumps(record.to_json())), LATER)
    assert again == record, "written again, it is of today"
    shown = {event.type: event for event in LATER.events_shown(record.events, None)}
    assert set(shown["trade_offered"].facts) == {"offer"}


def test_a_game_under_way_goes_on_with_new_events_after_old_ones() -> None:
    events = played()
    middle = next(n for n, event in enumerate(events) if event.type == "trade_answered")
    state = None
    for event in events[: middle + 1]:
        state = LATER.step(state, LATER.read_event(event.to_json()))
    assert state is not None
    trader = state.agenda.top.trader
    after, more = LATER.apply(state, trader, Done())
    assert [(event.type, event.schema) for event in more] == [("turn_ended", 1)]
    stored = [*[event.to_json() for event in events[: middle + 1]], *[event.to_json() for event in more]]
    assert replay(LATER, [LATER.read_event(event) for event in stored]) == after


def test_what_a_newer_program_wrote_is_refused_by_name() -> None:
    events = played()
    record = Record.from_json(record_of(EARLIER, events, ["a", "b", "c"]).to_json(), LATER)
    with pytest.raises(UnreadableInput) as refused:
        replay(EARLIER, record.events)
    assert refused.value.code in ("unknown_schema", "bad_event")


@pytest.mark.parametrize("event", [None, [], 5, {"type": 7}, {}])
def test_what_is_no_event_is_left_for_the_reader_to_refuse(event: Any) -> None:
    assert event_today(event, Later.older) == event
    with pytest.raises(UnreadableInput):
        LATER.read_event(event)
