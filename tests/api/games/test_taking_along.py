"""A running game as a file: somebody who plays alone or at one screen takes it along and continues it elsewhere."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.engine.agents.acts import acts_of, states_of
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import Record
from adjudicator_api import Config, create_app
from adjudicator_api.pocket.device import Device
from tests.api.pocket.test_device import asked
from tests.support.sampling import by_day, slow_unless_today
from tests.support.tabling import OnlineTable, drive

ALONE = [{"name": "Ann"}, {"bot": "random"}]
TWO = [{"name": "Ann"}, {"name": "Bob"}]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Flask:
    return create_app(
        Config(
            database_url=f"sqlite:///{tmp_path}/elsewhere.sqlite",
            rate_limit="off",
            log="off",
            in_place="yes",
        )
    )


def brought(client: FlaskClient, record: Any, **headers: str) -> OnlineTable:
    answer = client.post("/v1/games/import", json={"record": record}, headers=headers)
    assert answer.status_code == 201, answer.text
    made = answer.get_json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]}
    return OnlineTable(client, made["id"], made["host_token"], made["code"], tokens)


def refused(client: FlaskClient, record: Any) -> str:
    answer = client.post("/v1/games/import", json={"record": record})
    assert answer.status_code == 422, answer.text
    return str(answer.get_json()["code"])


@pytest.mark.parametrize("game", by_day(3, playable_games()))
def test_a_game_goes_from_a_device_to_a_server_and_back(
    game: str, client: FlaskClient, app: Flask, tmp_path: Path
) -> None:
    device = Device(str(tmp_path))
    there = OnlineTable.open(device.app.test_client(), game, ALONE, hints=True)
    drive(device.app, there, most=2)
    here = brought(client, there.get("/export", 0).get_json())
    before, after = there.view(0), here.view(0)
    for same in ("version", "table", "asks", "hints", "clock", "options", "edition"):
        assert before[same] == after[same], same
    assert here.post("/resign", {}, 0).status_code == 200
    record = here.get("/export", 0).get_json()
    status, answer = asked(device, "POST", "/v1/games/import", {"record": record})
    assert (status, json.loads(answer)["status"]) == (201, "over")


def test_at_one_screen_everybody_comes_along(client: FlaskClient, elsewhere: Flask) -> None:
    table = OnlineTable.open(client, "ion", TWO, one_screen=True, clock={"seconds": 60})
    again = brought(elsewhere.test_client(), table.get("/export", 1).get_json())
    assert set(again.tokens) == {0, 1}
    assert again.code is None
    assert [again.view(seat)["table"] for seat in (0, 1)] == [table.view(seat)["table"] for seat in (0, 1)]
    assert again.get("/export", 0).status_code == 200, "and further along"


def test_a_box_of_ones_own_comes_along(client: FlaskClient, elsewhere: Flask) -> None:
    told = client.get("/v1/rulesets/compoundit").get_json()["edition"]
    plain = client.get(f"/v1/editions/{told['label'].split()[-1]}.toml").text
    mine = plain.replace('name = "', 'name = "ann-', 1)
    table = OnlineTable.open(client, "compoundit", ALONE, edition=mine)
    again = brought(elsewhere.test_client(), table.get("/export", 0).get_json())
    assert again.view(0)["edition"] == table.view(0)["edition"]
    assert "ann-" in again.view(0)["edition"]


def test_what_friends_hold_stays_hidden(client: FlaskClient) -> None:
    """Games joined by link or code, with a seat that is open, left or has a new token, are all refused."""
    friends = OnlineTable.open(client, "ion", TWO)
    opened = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"bot": "random"}, {}])
    here = OnlineTable.open(client, "ion", TWO, one_screen=True)
    left = OnlineTable.open(client, "ion", TWO, one_screen=True)
    assert friends.get("/export", 0).get_json()["code"] == "others_play"
    assert opened.get("/export", 0).get_json()["code"] == "not_started"
    assert opened.join("Bob") == 2
    assert opened.get("/export", 0).get_json()["code"] == "others_play"
    changed = client.put(
        f"/v1/games/{here.id}/seats/1", json={"token": True}, headers={"Authorization": f"Bearer {here.host}"}
    )
    assert changed.status_code == 200
    assert here.get("/export", 0).get_json()["code"] == "others_play"
    assert left.post("/leave", {}, 1).status_code == 200
    assert left.get("/export", 0).get_json()["code"] == "others_play"
    assert friends.get("/export").get_json()["code"] == "token_needed"
    assert friends.by_host("/resign", {}).status_code == 401
    assert friends.post("/resign", {}, 0).status_code == 200
    assert friends.get("/export", 1).status_code == 200, "everything is told once it is over"


def test_the_host_of_a_game_that_another_plays_with_bots_gets_nothing(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", [{}, {"bot": "random"}])
    table.join("Bob")
    answer = client.get(f"/v1/games/{table.id}/export", headers={"Authorization": f"Bearer {table.host}"})
    assert answer.get_json()["code"] == "token_needed"


def test_the_same_file_with_the_same_key_is_the_same_table(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", ALONE)
    record = table.get("/export", 0).get_json()
    first = brought(client, record, **{"Idempotency-Key": "f" * 32})
    assert first.post("/resign", {}, 0).status_code == 200
    again = brought(client, record, **{"Idempotency-Key": "f" * 32})
    assert (again.id, again.tokens, again.host) == (first.id, first.tokens, first.host)
    assert again.view(0)["status"] == "over"
    other = client.post(
        "/v1/games/import", json={"record": {**record, "table": {}}}, headers={"Idempotency-Key": "f" * 32}
    )
    assert other.get_json()["code"] == "key_reused"


def test_nobody_else_can_join_or_watch(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", ALONE, watch="public")
    again = brought(client, table.get("/export", 0).get_json())
    assert again.get().get_json()["code"] == "players_only"
    assert again.post("/seats", {"name": "Eve"}).status_code == 404


def test_files_that_cannot_be_gone_on_with_are_refused(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", ALONE)
    good = table.get("/export", 0).get_json()
    assert refused(client, {}) == "unknown_schema"
    assert refused(client, {**good, "schema": 99}) == "unknown_schema"
    assert refused(client, {**good, "game": "go"}) in ("unknown_ruleset", "unknown_rules")
    assert refused(client, {**good, "events": good["events"][1:]}) in ("bad_record", "bad_event")
    assert refused(
        client, {**good, "result": {"scores": [1, 2], "winners": [1], "reason": "x", "ranks": [2, 1]}}
    )
    for wrong in (7, [1], {"seats": 7}, {"seats": [7, 8]}, {"seats": [{"name": "a\u202eb"}] * 2}, {"clock": 1},
                  {"seats": [{"name": "A"}] * 5}, {"seats": [{"kind": "bot", "bot": "x"}] * 2}):  # fmt: skip
        assert refused(client, {**good, "table": wrong}) in ("bad_record", "bad_bot"), wrong


def swapped(value: Any, old: str, new: Any) -> bool:
    """Replaces the first such piece in a list of the event; whether there was one."""
    if isinstance(value, dict):
        return any(swapped(inner, old, new) for inner in value.values())
    if isinstance(value, list):
        if old in value:
            value[value.index(old)] = new
            return True
        return any(swapped(inner, old, new) for inner in value)
    return False


@pytest.mark.parametrize("game", playable_games())
def test_imported_pieces_are_those_of_the_box(game: str, client: FlaskClient, app: Flask) -> None:
    table = OnlineTable.open(client, game, ALONE)
    good = table.get("/export", 0).get_json()
    tables = app.extensions["tables"]
    state = tables.find(table.id).state
    hidden = {piece for _, pieces in state.pieces.places for piece in pieces}
    for new in ("<b>x</b>", "-1", "Zz", -1, ["H"], max(hidden)):
        bad = deepcopy(good)
        old = next(piece for piece in sorted(hidden) if piece != new and swapped(bad["events"], piece, new))
        answer = client.post("/v1/games/import", json={"record": bad})
        assert answer.status_code == 422, (old, new)
        assert answer.get_json()["code"] in ("bad_record", "bad_event"), answer.text


FOREIGN = re.compile(r"pydantic|Input should|validation|Error\(|Facts|\b(None|True|False)\b")
SPOILT: dict[str, dict[str, Any]] = {
    "no edition": {"edition": None},
    "no schema": {"schema": None},
    "players that are no names": {"players": [None, True]},
    "a game that is no name": {"game": {"x": 1}},
    "events that are none": {"events": 7},
    "an event without a type": {"events": [{"version": 1}]},
    "a result that is none": {"result": [True]},
    "seats that are none": {"table": {"seats": [{"name": None, "bot": []}, {"kind": "pydantic"}]}},
    "a table that is none": {"table": True},
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_file_is_refused_in_our_words(client: FlaskClient, language: str) -> None:
    """Neither in those of Python nor of what reads requests, also within an event."""
    good = OnlineTable.open(client, "ion", ALONE).get("/export", 0).get_json()
    first, *others = good["events"]
    spoilt = {**SPOILT, **{
        f"a first event with {name} {wrong}": {"events": [{**first, name: wrong}, *others]}
        for name in ("options", "seats", "rng", "edition")
        for wrong in (None, {"tiles": {"x": None}}, [None], True)
    }}  # fmt: skip
    without = [
        {name: good[name] for name in good if name != missing} for missing in good if missing != "table"
    ]
    for wrong in [*({**good, **change} for change in spoilt.values()), *without]:
        answer = client.post(
            "/v1/games/import", json={"record": wrong}, headers={"Accept-Language": language}
        )
        assert answer.status_code in (404, 422), (wrong.keys(), wrong["events"][:1])
        assert not FOREIGN.search(answer.get_json()["detail"]), answer.text


@pytest.mark.parametrize("game", slow_unless_today(1, playable_games()))
def test_a_finished_game_goes_on_from_before_a_decision(game: str, client: FlaskClient) -> None:
    """As the page of a finished game does it: its record up to there, and bots for the others."""
    played = load_game(game)
    record = play_out(played, {}, ["greedy", "greedy"], "again").to_json()
    decided = list(acts_of(played, Record.from_json(record), states_of(played, Record.from_json(record))))
    for act in (decided[len(decided) // 2], decided[-1]):
        seats = [{"kind": "bot", "bot": "random", "name": f"B{seat}"} for seat in range(2)]
        seats[act.player] = {"kind": "person", "name": "Ann"}
        cut = {"events": record["events"][: act.version - 1], "result": None, "table": {"seats": seats}}
        table = brought(client, {**record, **cut})
        view = table.view(act.player)
        assert (view["status"], view["version"]) == ("playing", act.version - 1)
        assert any(ask["player"] == act.player for ask in view["asks"])
