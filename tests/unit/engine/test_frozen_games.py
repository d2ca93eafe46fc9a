"""Records of earlier versions: read through `upcast`, replayed with their own edition, to the same result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine.frame import ranked
from adjudicator.engine.replay import Record, game_of, record_of, states
from tests.support.sampling import slow_unless_today

FOLDER = Path("fixtures/games/frozen")
FROZEN = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize(
    "path", slow_unless_today(3, FROZEN), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_frozen_record_replays_to_the_same_result(path: Path) -> None:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    record = Record.from_json(data)
    game = game_of(record)
    state = None
    for event, state in states(game, record.events):
        assert state.pieces.census() == game.box(state)
        assert state.edition == record.edition == data["edition"], "it goes on by the edition it began with"
        assert (state.result is None) == (event.type != "game_ended")
    assert state is not None
    assert state.result == record.result
    assert len(state.players) == len(data["players"])
    told = json.loads(json.dumps(record.to_json()))["result"]
    assert {name: told[name] for name in data["result"]} == data["result"]
    assert told["ranks"] == list(ranked(told["scores"], state.seats))
    assert record_of(game, record.events, record.players) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_both_games_are_frozen_in_every_shape_that_was_written() -> None:
    found = {(path.parent.name, json.loads(path.read_text(encoding="utf-8"))["schema"]) for path in FROZEN}
    assert found >= {("compoundit", 1), ("valence_plus", 1)}


def test_what_a_day_card_said_under_its_former_name_is_read() -> None:
    path = FOLDER / "chemistry_monopoly" / "short-2.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    former = [event["text"] for event in data["events"] if event["type"] == "card_drawn"]
    read = [event["says"] for event in Record.from_json(data).events if event.type == "card_drawn"]
    assert former
    assert read == former
