"""Complete recorded games of Compounded: replayed, and followed by another program that does not use the engine."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.replay import Record, record_of, replay, states
from adjudicator_rulesets.compounded.edition import TOOLS, load
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from tests.oracle.compounded_referee import CARDS, Referee, atoms
from tests.support.recorded import Recorded
from tests.support.sampling import slow_unless_today

GAME = CompoundedGame()
RECORDED = Recorded("compounded")
NAMES = RECORDED.names
# Events that only a departure causes, or that no player of these games caused.
RARE = {
    "resigned",
    "player_out",
    "offer_voided",
    "claim_too_many",
    "claim_taken_back",
    "bench_too_full",
    "bench_settled",
}


def test_two_to_five_players_and_nearly_every_type_of_event_are_on_record() -> None:
    assert {len(RECORDED.data(name)["players"]) for name in NAMES} == {2, 3, 4, 5}
    seen = {event["type"] for name in NAMES for event in RECORDED.data(name)["events"]}
    assert {*GAME.shown, "offer_made", "offer_carried_out", "offer_declined", "game_ended"} - seen <= RARE


@pytest.mark.rule("K-VOLATILE", "K-EXPLODE")
def test_a_volatile_explodes_a_completed_compound() -> None:
    assert any(_exploded_complete(RECORDED.data(name)["events"]) for name in NAMES)


def _exploded_complete(events: list[dict[str, Any]]) -> bool:
    cause = ""
    for event in events:
        if event["type"] == "fire_broke_out":
            cause = event["cause"]
        elif event["type"] == "refilling":
            cause = event["step"]
        elif event["type"] == "exploded" and cause == "volatile":
            full = [
                len(row["crystals"]) == atoms(CARDS[row["card"]]["formula"]).total() for row in event["cards"]
            ]
            if any(full):
                return True
    return False


@pytest.mark.rule("K-FLAMES", "K-EXT")
def test_a_fire_with_two_extinguishers() -> None:
    most = 0
    for event in RECORDED.data("two-extinguishers-2")["events"]:
        if event["type"] == "fire_broke_out":
            used = 0
        elif event["type"] == "flame_prevented":
            used += 1
            most = max(most, used)
    assert most >= 2


@pytest.mark.rule("K-GRANT-SHARE")
def test_a_grant_that_shares_points() -> None:
    scored = [
        event for event in RECORDED.data("shared-grant-4")["events"] if event["type"] == "compound_scored"
    ]
    shared = [event for event in scored if event["shared"] is not None]
    assert shared
    assert all(event["points"] == CARDS[event["card"]]["points"] // 2 for event in shared)


@pytest.mark.rule("K-TRADE", "K-GOODS")
def test_K_GROUP_a_ring_that_all_three_accept() -> None:
    rings = [
        event
        for event in RECORDED.data("ring-3")["events"]
        if event["type"] == "offer_carried_out" and any(term["onward"] for term in event["terms"])
    ]
    assert rings
    moves = [(move["from"], move["to"]) for move in rings[0]["moves"]]
    assert moves == [("bench 0", "bench 1"), ("bench 1", "bench 2"), ("bench 2", "bench 0")]


def test_a_tool_that_is_traded() -> None:
    moved = [
        piece
        for event in RECORDED.data("traded-tools-3")["events"]
        if event["type"] == "offer_carried_out"
        for move in event["moves"]
        for piece in move["pieces"]
    ]
    assert set(moved) & set(TOOLS)


@pytest.mark.parametrize("name", slow_unless_today(3, NAMES))
def test_replayed_event_by_event(name: str) -> None:
    assert RECORDED.data(name)["edition"] == load().label, "run python -m tools record"
    record = Record.from_json(RECORDED.data(name))
    before = None
    for event, state in states(GAME, record.events):
        assert state.pieces.census() == GAME.box(state)
        if before is not None:
            assert state.accounts == before.accounts.after(event.facts.get("accounts", ()))
        before = state
    assert replay(GAME, record.events).result == record.result
    assert record_of(GAME, record.events, record.players) == record
    assert written(record) == RECORDED.text(name)


@pytest.mark.parametrize("name", NAMES)
def test_another_program_finds_every_event_sound_and_reckons_the_same_points(name: str) -> None:
    record = RECORDED.data(name)
    assert Referee(record).points == record["result"]["scores"]


@pytest.mark.parametrize("language", prose.LANGUAGES)
def test_everything_that_happened_can_be_told(language: str) -> None:
    """With and without Nobel among the names, from what a spectator sees."""
    for name in ("players-2", "volatile-5"):
        record = Record.from_json(RECORDED.data(name))
        people = [f"P{seat}" for seat in range(len(record.players))]
        for names in (people, [*people, "Nobel"]):
            told = [
                prose.tell("compounded", e, names, language) for e in GAME.events_shown(record.events, None)
            ]
            assert all(text is None or text.strip() for text in told)
            assert sum(text is not None for text in told) > 300
