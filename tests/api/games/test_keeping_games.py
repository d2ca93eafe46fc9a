"""Keeping games: the command `adjudicator games`, abandoned tables, metrics, streams and what they share."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from adjudicator.cli import main
from adjudicator.engine.replay import Record, game_of, replay
from adjudicator_api import Config, create_app
from adjudicator_api.games.upkeep.housekeeping import expire
from adjudicator_api.routes.games import viewing
from adjudicator_api.server.gate.gate import Gate
from adjudicator_api.storage import games as rows
from adjudicator_api.storage import schema
from tests.support.patience import PATIENCE, wait_until
from tests.support.rsgi import FakeClient, ask, on_loop, until
from tests.support.tabling import OnlineTable, drive

TWO = [{"name": "Ann"}, {"name": "Bob"}]


def run(config: Config, *command: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["games", *command, "--database-url", config.database_url])
    assert done.exit_code == code, done.output
    return done.output if code else done.stdout


# --- the command ----------------------------------------------------------------------------------------------


def test_games_are_listed_and_shown_without_secrets(client: FlaskClient, app: Flask, config: Config) -> None:
    waiting = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    playing = OnlineTable.open(client, "valence-plus", TWO)
    listed = run(config, "list")
    assert waiting.id in listed
    assert "Ann, Bob" in listed
    only = [json.loads(line) for line in run(config, "list", "--status", "playing", "--json").splitlines()]
    assert [game["id"] for game in only] == [playing.id]
    assert run(config, "list", "--game", "ion") == ""
    shown = run(config, "show", playing.id)
    assert json.loads(shown)["seats"][1]["name"] == "Bob"
    assert json.loads(shown)["asked"] == 1
    hand = playing.view(0)["table"]
    assert app.extensions["tables"].find(playing.id).row.seed not in shown
    assert json.loads(shown)["view"]["table"] != hand
    assert "no_such_game" in run(config, "show", "A" * 22, code=2)


def test_a_game_from_an_operators_file_is_at_no_common_screen(
    client: FlaskClient, config: Config, tmp_path: Path
) -> None:
    """Its players come back from devices of their own, so the clock does not wait for a look."""
    table = OnlineTable.open(client, "compoundit", TWO, clock={"seconds": 60})
    file = _written(tmp_path, json.loads(run(config, "export", table.id)))
    made = json.loads(run(config, "import", file))
    found = create_app(config).extensions["tables"].find(made["id"])
    assert (len(found.seats), any(seat.one_screen for seat in found.seats)) == (2, False)
    assert found.row.due_at is not None


def test_a_game_goes_on_from_a_file(client: FlaskClient, app: Flask, config: Config, tmp_path: Path) -> None:
    seats = [{"name": "Ann"}, {"bot": "random"}]
    table = OnlineTable.open(client, "compoundit", seats, hints=True, clock={"seconds": 60})
    drive(app, table, most=1)
    file = tmp_path / "game.json"
    run(config, "export", table.id, str(file))
    record = Record.from_json(json.loads(file.read_text()))
    assert replay(game_of(record), record.events).version == table.view(0)["version"]
    elsewhere = Config(database_url=f"sqlite:///{tmp_path}/elsewhere.sqlite", rate_limit="off", log="off")
    made = json.loads(run(elsewhere, "import", str(file)))
    app = create_app(elsewhere)
    again = OnlineTable(app.test_client(), made["id"], made["host_token"], None, {0: made["tokens"]["0"]})
    before, after = table.view(0), again.view(0)
    after["asks"][0]["by"] = before["asks"][0]["by"]  # the clock starts again
    for same in ("version", "table", "asks", "hints", "clock", "options"):
        assert before[same] == after[same]
    while again.view(0)["status"] == "playing":
        if any(ask["player"] == 0 for ask in again.view(0)["asks"]):
            assert again.act(0, {"type": "pass"}).status_code == 200
        drive(app, again, most=1)
    finished = json.loads(run(elsewhere, "export", made["id"]))
    third = json.loads(run(elsewhere, "import", _written(tmp_path, finished)))
    assert third["status"] == "over"


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_id_may_begin_with_a_hyphen(command: str, config: Config) -> None:
    assert "no_such_game" in run(config, command, "-4" + "A" * 20, code=2)


def _written(folder: Path, data: Any) -> str:
    file = folder / "written.json"
    file.write_text(json.dumps(data))
    return str(file)


def test_a_record_that_was_tampered_with_is_refused(
    client: FlaskClient, config: Config, tmp_path: Path
) -> None:
    table = OnlineTable.open(client, "compoundit", TWO)
    assert table.post("/resign", {}, 0).status_code == 200
    good = json.loads(run(config, "export", table.id))
    won = {**good, "result": {**good["result"], "winners": [0]}}
    assert "bad_record" in run(config, "import", _written(tmp_path, won), code=2)
    cut = {**good, "events": good["events"][:2] + good["events"][3:]}
    assert "bad_event" in run(config, "import", _written(tmp_path, cut), code=2)
    crowded = {**good, "table": {"seats": [{"kind": "person", "name": "Ann"}] * 3}}
    assert "bad_record" in run(config, "import", _written(tmp_path, crowded), code=2)
    assert "bad_bot" in run(
        config, "import", _written(tmp_path, {**good, "table": {"seats": [{"kind": "bot"}] * 2}}), code=2
    )
    (tmp_path / "no.json").write_text("{")
    assert "bad_record" in run(config, "import", str(tmp_path / "no.json"), code=2)
    waiting = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    assert "not_started" in run(config, "export", waiting.id, code=2)


# --- abandoned games ------------------------------------------------------------------------------------------


def test_abandoned_games_go_after_a_warning_to_their_seats(app: Flask, client: FlaskClient) -> None:
    tables = app.extensions["tables"]
    left, kept, waiting = (
        OnlineTable.open(client, "compoundit", seats) for seats in (TWO, TWO, [{"name": "Ann"}, {}])
    )
    over = OnlineTable.open(client, "compoundit", TWO)
    assert over.post("/resign", {}, 0).status_code == 200
    assert expire(tables, 60, 7) == (0, 0)
    real = tables.now
    tables.now = lambda: real() + timedelta(days=54)
    etag = left.get("", 0).headers["ETag"]
    assert expire(tables, 60, 7) == (3, 0)
    assert expire(tables, 60, 7) == (0, 0), "they are warned once"
    assert left.get("", 0, **{"If-None-Match": etag}).status_code == 200, "who looks again is told"
    assert left.view(1)["expires_at"].startswith((tables.now() + timedelta(days=7)).strftime("%Y-%m-%d"))
    turn = kept.view(0)["asks"][0]["player"]
    assert kept.act(turn, {"type": "pass"}).status_code == 200
    assert kept.view(0)["expires_at"] is None, "whatever happens lifts the warning"
    tables.now = lambda: real() + timedelta(days=62)
    assert expire(tables, 60, 7) == (0, 2)
    assert left.get("", 0).get_json()["code"] == "no_such_game"
    assert waiting.get("", 0).status_code == 404
    assert kept.view(0)["status"] == "playing"
    assert over.view(0)["status"] == "over", "what was finished is kept"
    assert expire(tables, 0, 7) == (0, 0), "0 is never"
    left_over = tables.database.read(
        lambda c: [c.exec_driver_sql(f"SELECT count(*) FROM {t} WHERE game = '{left.id}'").scalar_one() for t in ("events", "seats", "commits")]
    )  # fmt: skip
    assert left_over == [0, 0, 0]


def test_nothing_of_a_removed_game_is_left(app: Flask, client: FlaskClient) -> None:
    """Nothing remains in any table with a column for its game: moves, seats and requests with a key."""
    database = app.extensions["tables"].database
    table = OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {"name": "Bob"}, {}])
    key = {"Idempotency-Key": "a-key-that-nobody-guesses"}
    assert client.post(f"/v1/games/{table.id}/seats", json={"name": "Cem"}, headers=key).status_code == 201
    assert table.post("/resign", {}, 0).status_code == 200

    def kept() -> set[str]:
        belonging = [each for each in schema.metadata.tables.values() if "game" in each.c]
        asked = {each.name: select(func.count()).where(each.c.game == table.id) for each in belonging}
        return {name for name, many in asked.items() if database.read(lambda c, m=many: c.scalar(m))}

    assert kept() == {"events", "seats", "commits", "requests"}
    database.write(lambda connection: rows.remove_game(connection, table.id))
    assert kept() == set()


def test_the_command_expires_them_too(client: FlaskClient, app: Flask, config: Config) -> None:
    table = OnlineTable.open(client, "compoundit", TWO)
    old = app.extensions["tables"].now() - timedelta(days=100)
    app.extensions["tables"].database.write(
        lambda connection: rows.change_game(connection, table.id, moved_at=old)
    )
    assert run(config, "expire", "--abandoned-days", "30", "--notice-days", "1") == "Warned 1, removed 0.\n"
    assert table.view(0)["expires_at"] is not None
    assert run(config, "expire") == "Warned 0, removed 0.\n"


# --- metrics --------------------------------------------------------------------------------------------------


def test_metrics_tell_of_games_asks_the_queue_and_how_long_things_take(
    app: Flask, client: FlaskClient
) -> None:
    OnlineTable.open(client, "compoundit", [{"name": "Ann"}, {}])
    table = OnlineTable.open(client, "compoundit", TWO)
    OnlineTable.open(client, "compoundit", [{"bot": "random"}, {"bot": "random"}])
    turn = table.view(0)["asks"][0]["player"]
    assert table.act(turn, {"type": "pass"}).status_code == 200
    drive(app, table, most=1)
    tables, real = app.extensions["tables"], app.extensions["tables"].now
    tables.now = lambda: real() + timedelta(seconds=5)
    app.extensions["minder"].mind()
    told = client.get("/metrics").text
    for line in (
        'adjudicator_games{status="waiting"} 1.0',
        'adjudicator_games{status="playing"} 2.0',
        "adjudicator_asks_waiting 1.0",
        "adjudicator_bot_queue 1.0",
        "adjudicator_streams 0.0",
        'adjudicator_move_seconds_count{by="person"} 1.0',
    ):
        assert line in told, line
    assert "adjudicator_bot_seconds" in told
    assert "adjudicator_delivery_seconds" in told


# --- streams --------------------------------------------------------------------------------------------------


def test_bots_of_many_tables_take_turns_by_who_opened_them(app: Flask, client: FlaskClient) -> None:
    """Tables of strong bots from one address, then one table from another: its bot is second, not last."""
    seats, crowd, neighbour = (
        [{"bot": "strong"}] * 2,
        {"REMOTE_ADDR": "192.0.2.1"},
        {"REMOTE_ADDR": "192.0.2.2"},
    )
    asked = {"game": "ion", "seats": seats}
    for _ in range(6):
        assert client.post("/v1/games", json=asked, environ_base=crowd).status_code == 201
    late = client.post("/v1/games", json=asked, environ_base=neighbour).get_json()["id"]
    tables, driver = app.extensions["tables"], app.extensions["driver"]
    now = tables.now() + timedelta(hours=1)
    due = tables.database.read(lambda connection: rows.due_games(connection, now, 50))
    assert [id_ for id_, _ in due].index(late) == 1
    begun, go_on = [], threading.Event()

    def act_at(id_: str) -> None:
        begun.append(id_)
        go_on.wait(PATIENCE)

    driver.act_at, tables.now = act_at, lambda: now
    try:
        driver.look()
        wait_until(lambda: len(begun) == 3)
        driver.look()
        # two of the crowd, one of the neighbour: a place is left for somebody else
        assert set(driver._claimed) == set(begun)
        assert late in begun
    finally:
        go_on.set()
        driver.finish(PATIENCE)


def test_a_heartbeat_tells_what_nobody_was_woken_for(
    app: Flask, client: FlaskClient, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process was killed between the commit and the message: the next heartbeat reads the current version."""
    monkeypatch.setattr(viewing, "HEARTBEAT", 0.2)
    table = OnlineTable.open(client, "compoundit", TWO)
    other = create_app(config).test_client()
    gate = Gate(app, config)
    version = table.view(0)["version"]

    async def test() -> None:
        follower = FakeClient()
        path = f"/v1/games/{table.id}/events"
        task = asyncio.create_task(
            ask(gate, "GET", path, follower, authorization=f"Bearer {table.tokens[0]}")
        )
        await until(lambda: len(follower.events) > 1)
        elsewhere = OnlineTable(other, table.id, "", None, table.tokens)
        turn = elsewhere.view(0)["asks"][0]["player"]
        answer = await asyncio.to_thread(elsewhere.act, turn, {"type": "pass"}, version)
        assert answer.status_code == 200
        told = f'"version": {answer.get_json()["version"]}'.encode()
        await until(lambda: told in follower.events[-1])
        assert b"Ann" not in b"".join(follower.events)
        follower.left.set()
        await task

    on_loop(gate, test)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_follows_from_a_seat_is_present(
    app: Flask, client: FlaskClient, config: Config, monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    monkeypatch.setattr(viewing, "HEARTBEAT", 0.1)
    table = OnlineTable.open(client, "compoundit", TWO)
    tables, real = app.extensions["tables"], app.extensions["tables"].now
    tables.now = lambda: real() + timedelta(minutes=10)

    def present() -> list[bool]:
        """As the host sees it, who sits nowhere: a look from a seat would be a sign of life."""
        as_host = {"Authorization": f"Bearer {table.host}"}
        players = client.get(f"/v1/games/{table.id}", headers=as_host).get_json()["players"]
        return [player["present"] for player in players]

    assert present() == [False, False]
    gate = Gate(app, config)

    async def test() -> None:
        follower = FakeClient()
        path = f"/v1/games/{table.id}/events"
        task = asyncio.create_task(
            ask(gate, "GET", path, follower, authorization=f"Bearer {table.tokens[seat]}")
        )
        await until(lambda: len(follower.events) > 1)
        await asyncio.to_thread(app.extensions["followed"].write_present)
        follower.left.set()
        await task

    on_loop(gate, test)
    assert present() == [seat == 0, seat == 1]
    table.view(1 - seat)
    assert present() == [True, True]


def test_streams_of_one_game_share_a_look_and_one_address_has_its_share(
    app: Flask, client: FlaskClient, config: Config
) -> None:
    from dataclasses import replace

    table = OnlineTable.open(client, "compoundit", TWO, watch="public")
    gate = Gate(app, replace(config, streams_per_address=20))
    looks: list[set[str]] = []
    followed = app.extensions["followed"]
    read = followed._read

    def counted(ids: Any) -> Any:
        looks.append(set(ids))
        return read(ids)

    followed._read = counted

    async def test() -> None:
        path = f"/v1/games/{table.id}/events"
        followers = [FakeClient() for _ in range(20)]
        tasks = [asyncio.create_task(ask(gate, "GET", path, follower)) for follower in followers]
        await until(lambda: all(len(follower.events) > 1 for follower in followers))
        more = await ask(gate, "GET", path)
        assert (more.status, more.events) == (200, []), "told once, and to come back later"
        before = len(looks)
        turn = (await asyncio.to_thread(table.view, 0))["asks"][0]["player"]
        answer = await asyncio.to_thread(table.act, turn, {"type": "pass"})
        told = f'"version": {answer.get_json()["version"]}'.encode()
        await until(lambda: all(told in follower.events[-1] for follower in followers))
        assert len(looks) - before <= 3
        assert "adjudicator_streams 20.0" in (await asyncio.to_thread(client.get, "/metrics")).text
        for follower in followers:
            follower.left.set()
        await asyncio.gather(*tasks)
        assert not gate.following

    on_loop(gate, test)


def test_a_database_that_is_away_ends_no_stream(
    app: Flask, client: FlaskClient, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adjudicator_api.storage.errors import BUSY, unavailable

    monkeypatch.setattr(viewing, "HEARTBEAT", 0.1)
    table = OnlineTable.open(client, "compoundit", TWO, watch="public")
    gate = Gate(app, config)
    followed = app.extensions["followed"]
    read, away, refused = followed._read, True, 0

    def sometimes(ids: Any) -> Any:
        nonlocal refused
        if away:
            refused += 1
            raise unavailable(BUSY)
        return read(ids)

    followed._read = sometimes

    async def test() -> None:
        nonlocal away
        follower = FakeClient()
        task = asyncio.create_task(ask(gate, "GET", f"/v1/games/{table.id}/events", follower))
        await until(lambda: refused > 2 or task.done())
        assert not task.done()
        away = False
        await until(lambda: len(follower.events) > 1)
        follower.left.set()
        await task

    on_loop(gate, test)
