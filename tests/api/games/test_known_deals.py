"""A deal that somebody knows stays private: once it was in a file, nobody new gets a seat, by no route."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator_api.games.opening import records
from adjudicator_api.games.playing.tables import Table
from tests.api.games.test_taking_along import ALONE, TWO, brought
from tests.support.tabling import OnlineTable


def change(table: OnlineTable, seat: int, **wanted: Any) -> TestResponse:
    headers = {"Authorization": f"Bearer {table.host}"}
    return table.client.put(f"/v1/games/{table.id}/seats/{seat}", json=wanted, headers=headers)


def code_of(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.get_json().get("code", "")


KNOWN = (409, "deal_known")


def test_a_host_who_has_read_all_hands_lets_nobody_in(client: FlaskClient) -> None:
    """A bot is put on a friend's seat, the game is exported, and the friend shall come back."""
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}])
    table.join("Bob")
    assert change(table, 1, bot="random").status_code == 200
    assert table.view(0)["disclosed"] is None
    assert table.get("/export", 0).status_code == 200
    assert table.view(0)["disclosed"] == "exported"
    assert code_of(change(table, 1, open=True)) == KNOWN
    assert code_of(table.post("/seats", {"name": "Bob"})) == (404, "no_open_seat"), "a bot sits there"


def test_a_seat_that_its_player_left_is_taken_by_a_bot_only(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO, one_screen=True, watch="public")
    assert table.get("/export", 0).status_code == 200
    assert table.post("/leave", {}, 1).status_code == 200
    answer = table.post("/seats", {"name": "Eve"}, None, **{"Accept-Language": "de"})
    assert code_of(answer) == KNOWN
    assert "Datei" in answer.get_json()["detail"]
    assert table.view()["disclosed"] == "exported", "spectators are told, too"
    assert change(table, 1, bot="random").status_code == 200
    assert table.act(0, table.view(0)["actions"][0]).status_code == 200, "and the game goes on"


def test_an_imported_game_is_marked_and_closed(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", ALONE)
    again = brought(client, table.get("/export", 0).get_json())
    assert again.view(0)["disclosed"] == "imported"
    assert code_of(change(again, 1, open=True)) == KNOWN
    assert code_of(change(again, 0, open=True)) == KNOWN
    assert again.get().get_json()["open"] is False


def test_a_seat_at_one_screen_does_not_become_a_friends(client: FlaskClient) -> None:
    """A new token could go to anybody; who plays alone may take the own seat to another device."""
    shared = OnlineTable.open(client, "ion", TWO, one_screen=True)
    alone = OnlineTable.open(client, "ion", ALONE)
    for table in (shared, alone):
        assert table.get("/export", 0).status_code == 200
    assert code_of(change(shared, 1, token=True)) == KNOWN
    assert shared.view(1)["you"] == 1, "tokens that exist are good on any device"
    moved = change(alone, 0, token=True)
    assert moved.status_code == 200
    alone.tokens[0] = moved.get_json()["token"]
    assert alone.view(0)["you"] == 0


def test_the_next_deal_is_nobodys(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO, one_screen=True)
    assert table.get("/export", 0).status_code == 200
    assert table.post("/resign", {}, 0).status_code == 200
    again = table.post("/rematch", {}, 0)
    assert again.status_code == 201
    made = again.get_json()
    following = OnlineTable(client, made["id"], made["host_token"], None, {made["seat"]: made["token"]})
    view = following.view(made["seat"])
    assert (view["status"], view["disclosed"]) == ("waiting", None)
    following.code = view["code"]
    following.join("Eve")


def test_finished_games_are_not_marked(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO)
    assert table.post("/resign", {}, 0).status_code == 200
    assert table.get("/export", 1).status_code == 200
    assert table.view(1)["disclosed"] is None


def test_a_lesson_has_a_known_deal(client: FlaskClient) -> None:
    made = client.post("/v1/lessons/ion", json={}).get_json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    lesson = OnlineTable(client, made["id"], made["host_token"], made["code"], tokens)
    assert lesson.view(0)["disclosed"] == "lesson"
    assert code_of(change(lesson, 1, open=True)) == KNOWN


def test_the_mark_is_on_disk_before_the_record_is_read(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that dies while it answers has let nothing out unmarked."""
    table = OnlineTable.open(client, "ion", ALONE)

    def dying(*_: Any) -> None:
        raise SystemExit

    monkeypatch.setattr(records, "record_of", dying)
    with pytest.raises(SystemExit):
        table.get("/export", 0)
    row = app.extensions["tables"].find(table.id).row
    assert row.disclosed == "exported"
    fresh: Table = app.extensions["tables"].database.read(
        lambda connection: app.extensions["tables"].table(connection, table.id)
    )
    assert fresh.row.disclosed == "exported"


def test_operators_move_games_as_they_are(app: Flask, client: FlaskClient) -> None:
    """The export of a whole service marks nothing, and marks move with the game."""
    tables = app.extensions["tables"]
    open_ = OnlineTable.open(client, "ion", ALONE)
    known = OnlineTable.open(client, "ion", ALONE)
    assert known.get("/export", 0).status_code == 200
    for table, mark in ((open_, None), (known, "exported")):
        moved, _, _ = records.imported(tables, records.exported(tables, table.id))
        assert (table.view(0)["disclosed"], moved.row.disclosed) == (mark, mark)
