"""Complete recorded games of Ion: replayed, and followed by another program that computes every score."""

from __future__ import annotations

import pytest

from adjudicator.engine.agents.simulating import written
from adjudicator.engine.replay import Record, record_of, record_shown, replay, states
from adjudicator_rulesets.ion.edition import load
from adjudicator_rulesets.ion.play.game import IonGame
from tests.oracle.ion_referee import Referee
from tests.support.recorded import Recorded

GAME = IonGame()
RECORDED = Recorded("ion")
NAMES = RECORDED.names


def test_two_four_and_seven_players_and_every_part_of_the_game_are_on_record() -> None:
    chosen = {tuple(name for name, on in RECORDED.data(n)["options"].items() if on is True) for n in NAMES}
    assert {len(RECORDED.data(name)["players"]) for name in NAMES} >= {2, 4, 7}
    assert chosen == {
        (), ("tiles",), ("transition",), ("tiles", "polyatomic"), ("radioactive",),
        ("tiles", "transition", "polyatomic", "radioactive"),
    }  # fmt: skip


def test_together_they_show_every_type_of_event() -> None:
    events = [event for name in NAMES for event in RECORDED.data(name)["events"]]
    assert {event["type"] for event in events} == {*GAME.shown, "game_ended"}
    assert {e["tile"] for e in events if e["type"] == "tile_used"} == {"select_two", "take", "rxn"}
    assert {e["lies"] for e in events if e["type"] == "radioactives_settled"} == {
        "face_up", "turned", "face_down",
    }  # fmt: skip


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


@pytest.mark.parametrize("name", NAMES)
def test_another_program_finds_every_event_legal_and_reckons_the_same_result(name: str) -> None:
    record = RECORDED.data(name)
    assert Referee(record).points == record["result"]["scores"]


@pytest.mark.rule("I-VIEW", "I-TILE-HIDDEN")
@pytest.mark.parametrize("name", ["base-4", "everything-7"])
def test_the_record_as_it_is_shown_keeps_picks_hands_deck_and_tiles(name: str) -> None:
    """A spectator learns no card before it is face up, and a seat learns only the hands it has held in addition."""
    record = Record.from_json(RECORDED.data(name))
    for viewer in (0, None):
        for event in record_shown(GAME, record.events, record.players, viewer).events:
            facts = set(event.facts)
            assert not facts & {"deck", "sets", "rng"}
            if event.type in ("card_picked", "cards_dealt", "card_drawn", "choice_made"):
                own = event.player == viewer
                assert own or not facts & {"cards", "card", "hand", "refresh"}
