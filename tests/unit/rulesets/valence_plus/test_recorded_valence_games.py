"""Complete recorded games of Valence Plus, replayed; an independent referee in tests/oracle follows them."""

from __future__ import annotations

import pytest

from adjudicator.engine.agents.simulating import written
from adjudicator.engine.replay import Record, record_of, replay, states
from adjudicator_rulesets.valence_plus.edition import load
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from tests.support.recorded import Recorded

GAME = ValencePlusGame()
RECORDED = Recorded("valence_plus")
NAMES = RECORDED.names


def test_two_three_and_four_players_and_every_variant_are_on_record() -> None:
    options = [RECORDED.data(name)["options"] for name in NAMES]
    assert {len(RECORDED.data(name)["players"]) for name in NAMES} == {2, 3, 4}
    for variant in ("younger", "naming", "original", "cooperative", "helium", "oganesson"):
        assert {o[variant] for o in options} == {True, False}


def test_together_they_show_every_type_of_event_and_every_answer_to_a_name() -> None:
    events = [event for name in NAMES for event in RECORDED.data(name)["events"]]
    assert {event["type"] for event in events} == {*GAME.shown, "game_ended"}
    assert {e["answer"] for e in events if e["type"] == "name_given"} == {"right", "wrong", "unresolved"}
    assert {e["why"] for e in events if e["type"] == "cards_drawn"} >= {"deal", "draw", "react"}
    ends = {e["reason"] for e in events if e["type"] == "game_ended"}
    assert ends == {"target_reached", "all_kinds_made", "cards_ran_out"}
    assert {e["source"] for e in events if e["type"] == "cards_drawn"} == {"deck", "discard"}


@pytest.mark.rule("V-BLOCK")
def test_together_somebody_let_a_reaction_happen_and_somebody_blocked_one() -> None:
    events = {event["type"] for event in RECORDED.data("cooperative-4")["events"]}
    assert {"reaction_aimed", "reaction_allowed", "reaction_blocked"} <= events


@pytest.mark.parametrize("name", NAMES)
def test_they_are_of_the_shipped_edition(name: str) -> None:
    assert RECORDED.data(name)["edition"] == load().label, "run python -m tools record"


@pytest.mark.parametrize("name", NAMES)
def test_replayed_event_by_event(name: str) -> None:
    record = Record.from_json(RECORDED.data(name))
    for event, state in states(GAME, record.events):
        assert state.pieces.census() == GAME.box(state)
        assert (state.result is None) == (event.type != "game_ended")
    assert replay(GAME, record.events).result == record.result
    assert record_of(GAME, record.events, record.players) == record
    assert written(record) == RECORDED.text(name)
