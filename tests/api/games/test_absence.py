"""Absent players: clocks of seats behind the curtain stand still, and a table goes on without the absent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.tabling import OnlineTable, pass_time

GRACE = 2  # seconds that a clock allows for an answer to arrive
TWO = [{"name": "Ann"}, {"name": "Bob"}]
THREE = [*TWO, {"name": "Cid"}]


def turn_of(app: Flask, table: OnlineTable) -> int:
    """Who is asked, according to a spectator's view."""
    known = app.extensions["tables"].find(table.id)
    turn: int = next(ask.player for ask in known.game.asked(known.state) if ask.obliged)
    return turn


def settle(table: OnlineTable, by: int, away: int, then: str) -> Any:
    return table.post(f"/seats/{away}/absence", {"then": then}, by)


def test_a_clock_at_one_screen_runs_from_the_look_behind_the_curtain(app: Flask, client: FlaskClient) -> None:
    pass_time(app, 0)
    table = OnlineTable.open(client, "compoundit", TWO, clock={"seconds": 30}, one_screen=True)
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    turn, version = turn_of(app, table), tables.find(table.id).row.version
    other = table.view(1 - turn)  # the player who has the device now, before it is handed over
    assert [ask["by"] for ask in other["asks"] if ask["player"] == turn] == [None]
    pass_time(app, 500)
    assert tables.find(table.id).row.due_at is None
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version, "nobody has looked"
    assert table.view(turn)["asks"][0]["by"] is not None
    seen = tables.find(table.id).row.revision
    assert table.view(turn)["asks"][0]["by"] == table.view(1 - turn)["asks"][0]["by"]
    assert tables.find(table.id).row.revision == seen, "only the first look counts"
    pass_time(app, 31)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version, "the answer may be on its way"
    pass_time(app, 2)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version > version, "from the look on the clock runs"
    assert tables.find(table.id).row.due_at is None, "the next one waits behind the curtain"


def test_a_clock_at_one_screen_does_not_run_from_the_look_at_an_earlier_turn(
    app: Flask, client: FlaskClient
) -> None:
    pass_time(app, 0)
    table = OnlineTable.open(
        client, "valence-plus", TWO, options={"younger": True}, clock={"seconds": 30}, one_screen=True
    )
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    turn = turn_of(app, table)
    for seat in (turn, 1 - turn):
        while turn_of(app, table) == seat:
            action = next(action for action in table.view(seat)["actions"] if not action.get("open"))
            assert table.act(seat, action).status_code == 200
    again = tables.find(table.id)
    assert again.seats[turn].looked_since is not None, "the player has looked, one turn ago"
    assert again.row.due_at is None
    assert [ask["by"] for ask in table.view(1 - turn)["asks"] if ask["player"] == turn] == [None]
    pass_time(app, 500)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == again.row.version, "the curtain is closed"
    assert table.view(turn)["asks"][0]["by"] is not None


@pytest.mark.parametrize(("clock", "seconds"), [(None, 30), (10, 10), (300, 30)])
def test_who_has_left_is_answered_for_after_half_a_minute_or_by_an_earlier_clock(
    app: Flask, client: FlaskClient, clock: int | None, seconds: int
) -> None:
    pass_time(app, 0)
    asked = None if clock is None else {"seconds": clock}
    table = OnlineTable.open(client, "compoundit", TWO, clock=asked, watch="public")
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    assert tables.pace.absent == 30
    start, version, away = tables.now(), table.view()["version"], turn_of(app, table)
    assert table.post("/leave", {}, away).status_code == 200
    due = start + timedelta(seconds=seconds + GRACE)
    assert tables.find(table.id).row.due_at == due
    pass_time(app, seconds + GRACE - 1)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version
    pass_time(app, 1)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version > version


def test_a_clock_at_one_screen_gets_back_the_time_that_the_service_was_away(app: Flask) -> None:
    pass_time(app, 0)
    table = OnlineTable.open(app.test_client(), "compoundit", TWO, clock={"seconds": 30}, one_screen=True)
    tables, driver, minder = (app.extensions[name] for name in ("tables", "driver", "minder"))
    turn = turn_of(app, table)
    pass_time(app, 100)
    version = table.view(turn)["version"]
    for seconds in (0, 4, 304, 4):
        pass_time(app, seconds)
        minder._beat_at = 0.0
        minder.mind()
    driver.act_at(table.id)
    assert tables.find(table.id).row.version == version
    pass_time(app, 40)
    driver.act_at(table.id)
    assert tables.find(table.id).row.version > version


def test_one_seat_alone_or_one_that_joined_is_at_no_common_screen(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(
        client, "compoundit", [{"name": "Ann"}, {}], clock={"seconds": 30}, one_screen=True, watch="public"
    )
    table.join("Bob")
    assert app.extensions["tables"].find(table.id).row.due_at is not None
    view = table.view()
    assert [ask["by"] is None for ask in view["asks"] if ask["obliged"]] == [False]


def test_after_a_minute_anybody_at_the_table_may_let_a_bot_play_on(app: Flask, client: FlaskClient) -> None:
    pass_time(app, 0)
    table = OnlineTable.open(client, "compoundit", TWO, watch="public")
    away = turn_of(app, table)
    here = 1 - away
    assert settle(table, here, away, "bot").get_json()["code"] == "not_absent"
    pass_time(app, 59)
    before = table.get("", here)
    assert settle(table, here, away, "bot").get_json()["code"] == "not_absent"
    pass_time(app, 2)
    assert table.get("", here, **{"If-None-Match": before.headers["ETag"]}).status_code == 200, "it is news"
    assert settle(table, away, here, "bot").get_json()["code"] == "not_absent", "nobody waits for that one"
    assert settle(table, here, here, "bot").get_json()["code"] == "nobody_missing"
    assert settle(table, here, 7, "bot").status_code == 404
    assert table.post(f"/seats/{away}/absence", {"then": "bot"}).status_code == 401
    pass_time(app, 61)  # the request was a sign of life
    assert settle(table, here, away, "bot").status_code == 200
    assert table.view(here)["players"][away]["kind"] == "bot"
    assert table.get("", away).get_json()["code"] == "bad_token", "whoever comes back is told so"
    assert settle(table, here, away, "end").get_json()["code"] == "nobody_missing"


def test_after_a_minute_anybody_at_the_table_may_end_it(app: Flask, client: FlaskClient) -> None:
    pass_time(app, 0)
    table = OnlineTable.open(client, "compoundit", TWO)
    away = turn_of(app, table)
    pass_time(app, 61)
    assert settle(table, 1 - away, away, "end").get_json()["status"] == "over"
    for seat in (0, 1):  # both are told
        view = table.view(seat)
        assert view["result"]["winners"] == [1 - away]
        assert view["players"][away]["out"] == "resigned"
    assert settle(table, 1 - away, away, "end").get_json()["code"] == "game_over"


def test_three_go_on_without_who_has_left(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "valence-plus", THREE)
    assert settle(table, 0, 2, "end").get_json()["code"] == "not_absent"
    assert table.post("/leave", {}, 2).status_code == 200
    assert settle(table, 0, 2, "end").get_json()["status"] == "playing"
    assert table.view(0)["players"][2]["out"] == "resigned"
    assert settle(table, 1, 2, "end").get_json()["code"] == "nobody_missing"
