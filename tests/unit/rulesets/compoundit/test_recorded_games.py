"""Complete recorded games: replayed, played again action by action, and scored by another program."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.agents.simulating import written
from adjudicator.engine.replay import Record, record_of, replay, states
from adjudicator.errors import UnreadableInput
from adjudicator_rulesets.compoundit.edition import load
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle
from tests.support.recorded import Recorded

GAME = CompoundItGame()
RECORDED = Recorded("compoundit")
NAMES = RECORDED.names


def record_named(name: str) -> Record:
    return Record.from_json(RECORDED.data(name))


def test_two_three_and_four_players_in_each_mode_are_on_record() -> None:
    played = {(RECORDED.data(name)["options"]["mode"], len(RECORDED.data(name)["players"])) for name in NAMES}
    assert played == {(mode, players) for mode in ("verified", "challenge") for players in (2, 3, 4)}


def test_together_they_show_every_type_of_event_both_rulings_and_both_ends() -> None:
    events = [event for name in NAMES for event in RECORDED.data(name)["events"]]
    assert {event["type"] for event in events} == {*GAME.shown, "game_ended"}
    rulings = {(e["ruling"], e["decided_by"]) for e in events if e["type"] == "ruling_given"}
    assert {("valid", "judge"), ("invalid", "judge")} < rulings
    assert any(decided_by == "agreement" for _, decided_by in rulings)
    assert {e["reason"] for e in events if e["type"] == "game_ended"} == {"supply_low", "all_passed"}


@pytest.mark.parametrize("name", NAMES)
def test_they_are_of_the_shipped_edition(name: str) -> None:
    assert record_named(name).edition == load().label, "run python -m tools record"


@pytest.mark.parametrize("name", NAMES)
def test_replayed_event_by_event(name: str) -> None:
    record = record_named(name)
    for event, state in states(GAME, record.events):
        assert state.version == event.version
        assert state.pieces.census() == GAME.box(state)
        assert (state.result is None) == (event.type != "game_ended")
    assert replay(GAME, record.events).result == record.result
    assert record_of(GAME, record.events, record.players) == record
    assert written(record) == RECORDED.text(name)


# The judge's wording may change; rulings may not.
WORDS = ("reason", "geometry", "runs")


def fixed(event: Any) -> dict[str, Any]:
    plain: dict[str, Any] = event.to_json()
    return {k: v for k, v in plain.items() if event.type != "ruling_given" or k not in WORDS}


def actions(record: Record) -> list[tuple[int, Any]]:
    """What the players must have asked for to cause these events."""
    found: list[tuple[int, Any]] = []
    said: list[str] = []
    move = 0
    for event in record.events:
        who = event.player or 0
        if event.type == "tiles_placed":
            move = event.version
            found.append((who, Place(tuple(Placement(**tile) for tile in event["placements"]))))
        elif event.type == "opinion_given":
            said.append(event["ruling"])
            found.append((who, Settle(event["ruling"])))
        elif event.type == "challenged":
            said = []
            found.append((who, Challenge(move)))
        elif event.type == "ruling_given" and event["decided_by"] == "judge":
            if record.options["consensus"] and len(set(said)) < 2:
                found.append((0, AskJudge()))
        elif event.type in ("passed", "move_accepted"):
            found.append((who, Pass() if event.type == "passed" else Accept(move)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_played_again_action_by_action(name: str) -> None:
    record = record_named(name)
    state, events = GAME.start(record.options, record.events[0]["rng"]["seed"], players=len(record.players))
    for player, action in actions(record):
        state, more = GAME.apply(state, player, action)
        events += more
    assert [fixed(event) for event in events] == [fixed(event) for event in record.events]


# --- records that cannot be read ------------------------------------------------------------------------------


@pytest.mark.parametrize("schema", [0, 3, "1", None])
def test_an_unknown_schema_is_refused_by_name(schema: object) -> None:
    said = "this program reads schema 2" if schema is not None else "This is not a record of a game"
    with pytest.raises(UnreadableInput, match=said) as refused:
        Record.from_json({**RECORDED.data(NAMES[0]), "schema": schema})
    assert refused.value.code == "unknown_schema"


def test_damaged_records_are_refused_with_the_event() -> None:
    data = RECORDED.data(NAMES[0])
    for key in ("game", "edition", "options", "players", "events", "result"):
        with pytest.raises(UnreadableInput):
            Record.from_json({k: v for k, v in data.items() if k != key})
    for damage in (
        data["events"][1:],
        [*data["events"][:3], *data["events"][4:]],
        [{**event, "type": "exploded"} if event["version"] == 5 else event for event in data["events"]],
        [{**event, "symbols": ["Pb"] * 9} if event["version"] == 2 else event for event in data["events"]],
        [],
    ):
        with pytest.raises(UnreadableInput):
            replay(GAME, Record.from_json({**data, "events": damage}).events)
    for damage in ([{"version": 1}], [7], 7):
        with pytest.raises(UnreadableInput):
            Record.from_json({**data, "events": damage})
