"""Kept things are counted: a client that fills has a share, and who plays is never refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from werkzeug.test import TestResponse

from adjudicator import prose
from adjudicator.engine.game import Game
from adjudicator_api import Config, create_app
from adjudicator_api.config import ConfigError
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.kept import MEGABYTE, Kept
from adjudicator_api.storage.schema import challenges, commits, games, requests
from tests.support.tabling import OnlineTable

MOVE: dict[str, Any] = {
    "player": "ann",
    "challenger": "bob",
    "board": [],
    "move": [{"row": 8, "col": 7, "symbol": "H"}, {"row": 8, "col": 8, "symbol": "Cl"}],
}
SHARE = 6


@pytest.fixture
def app(config: Config) -> Flask:
    return create_app(
        replace(
            config, rulings_per_client=SHARE, rulings=4 * SHARE, games_per_client=SHARE, games=4 * SHARE,
        )
    )  # fmt: skip


def rule(client: FlaskClient, address: str = "198.51.100.1") -> TestResponse:
    return client.post("/v1/challenges", json=MOVE, environ_overrides={"REMOTE_ADDR": address})


def stored(app: Flask, table: Any = challenges) -> int:
    counted = select(func.count()).select_from(table)
    found: int = app.extensions["storage"].database.read(
        lambda connection: connection.execute(counted).scalar_one()
    )
    return found


def removed(app: Flask, kind: str) -> float:
    value = app.extensions["metrics"].removed.labels(kind, "share")._value.get()
    return float(value)


def test_within_its_share_nothing_of_a_client_is_removed(app: Flask, client: FlaskClient) -> None:
    ids = [rule(client).get_json()["id"] for _ in range(SHARE)]
    assert [client.get(f"/v1/challenges/{id_}").status_code for id_ in ids] == [200] * SHARE
    assert removed(app, "rulings") == 0


def test_above_it_unopened_rulings_make_room_and_others_stay(app: Flask, client: FlaskClient) -> None:
    opened, settled, *_ = [rule(client).get_json() for _ in range(SHARE)]
    assert client.get(f"/v1/challenges/{opened['id']}").status_code == 200
    agreed = {"ruling": "valid", "agreed_by": ["ann", "bob"], "settlement_key": settled["settlement_key"]}
    assert client.post(f"/v1/challenges/{settled['id']}/settlement", json=agreed).status_code == 200
    before = rule(client, "198.51.100.2").get_json()
    for _ in range(3 * SHARE):
        assert rule(client).status_code == 200
    assert stored(app) <= SHARE + 1
    for kept in (opened, settled, before):
        assert client.get(f"/v1/challenges/{kept['id']}").status_code == 200, (
            "opened, settled, or somebody else's"
        )
    assert removed(app, "rulings") > 0


def test_a_client_whose_rulings_are_all_opened_is_told(app: Flask, client: FlaskClient) -> None:
    for _ in range(SHARE):
        client.get(f"/v1/challenges/{rule(client).get_json()['id']}")
    full = client.post(
        "/v1/challenges",
        json=MOVE,
        environ_overrides={"REMOTE_ADDR": "198.51.100.1"},
        headers={"Accept-Language": "de"},
    )
    assert (full.status_code, full.get_json()["code"]) == (507, "your_rulings_full")
    assert "Urteile" in full.get_json()["detail"]
    assert rule(client, "198.51.100.2").status_code == 200, "a neighbour has a share of its own"
    assert stored(app) == SHARE + 1


def aged(app: Flask) -> None:
    """No table has had a move for a while."""
    then = datetime.now(UTC) - timedelta(hours=1)
    app.extensions["tables"].database.write(
        lambda connection: connection.execute(update(games).values(moved_at=then))
    )


def open_table(client: FlaskClient, *seats: dict[str, Any]) -> TestResponse:
    return client.post("/v1/games", json={"game": "ion", "seats": [{"name": "Ann"}, *seats]})


def test_tables_with_bots_that_nobody_plays_make_room(app: Flask, client: FlaskClient) -> None:
    friends = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    invites = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}])
    played = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"bot": "random"}], one_screen=True)
    tables = app.extensions["tables"]
    for number in range(2):  # a second move, as the store knows it
        tables.database.write(
            lambda connection, number=number: connection.execute(
                commits.insert().values(
                    game=played.id, first=900 + number, last=900 + number, seat=0,
                    request_key=bytes([number]), request_digest=b"",
                )
            )
        )  # fmt: skip
    unplayed = [open_table(client, {"bot": "random"}).get_json()["id"] for _ in range(SHARE - 3)]
    aged(app)
    assert open_table(client, {"bot": "random"}).status_code == 201
    assert stored(app, games) == 4
    for table in (friends, invites, played):
        assert table.view(0)["status"] in ("playing", "waiting")
    assert all(client.get(f"/v1/games/{id_}").status_code == 404 for id_ in unplayed)
    assert removed(app, "games") == SHARE - 3


def test_who_plays_is_never_refused(app: Flask, client: FlaskClient) -> None:
    """A full client is told when it opens a table; moves, joining and playing again go on."""
    open_ = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}])
    friends = [OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}]) for _ in range(SHARE - 1)]
    full = open_table(client, {"bot": "random"})
    assert (full.status_code, full.get_json()["code"]) == (507, "your_games_full")
    open_.join("Bob")
    assert friends[0].act(0, friends[0].view(0)["actions"][0]).status_code == 200
    assert friends[0].post("/resign", {}, 0).status_code == 200
    assert friends[0].post("/rematch", {}, 0).status_code == 201


def test_playing_again_without_end_is_refused_at_twice_the_share(app: Flask, client: FlaskClient) -> None:
    """A script resigns and plays again, which keeps a finished game each time."""
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"bot": "random"}])
    for _ in range(3 * SHARE):
        (seat,) = table.tokens
        assert table.post("/resign", {}, seat).status_code == 200
        again = table.post("/rematch", {}, seat)
        if again.status_code != 201:
            break
        made = again.get_json()
        table = OnlineTable(client, made["id"], made["host_token"], None, {made["seat"]: made["token"]})
    assert (again.status_code, again.get_json()["code"]) == (507, "your_games_full")
    assert stored(app, games) == 2 * SHARE


def test_who_plays_again_keeps_the_table_not_who_opened_the_first(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    assert table.post("/resign", {}, 0).status_code == 200
    own = {"Authorization": f"Bearer {table.tokens[1]}"}
    elsewhere = {"REMOTE_ADDR": "198.51.100.2"}
    again = client.post(f"/v1/games/{table.id}/rematch", json={}, headers=own, environ_overrides=elsewhere)
    assert again.status_code == 201
    owners = app.extensions["storage"].database.read(
        lambda connection: list(connection.execute(select(games.c.opened_by)).scalars())
    )
    assert len(set(owners)) == 2


def test_bytes_are_counted_as_well(app: Flask, client: FlaskClient) -> None:
    """Of all kinds together: a client has a quarter of them."""
    room = app.extensions["tables"].room
    size = len(rule(client).data)
    room.bytes = 4 * 3 * size
    for _ in range(20):
        rule(client)
    held = app.extensions["storage"].database.read(room.count)["rulings"]
    assert 0 < held.number <= SHARE
    assert held.bytes <= 3 * size
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    before = app.extensions["storage"].database.read(room.count)["games"].bytes
    assert before > 0
    assert table.act(0, table.view(0)["actions"][0]).status_code == 200
    assert app.extensions["storage"].database.read(room.count)["games"].bytes > before


def test_a_choice_is_not_made_anew_without_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every choice is kept. What lets the game go on is never refused."""
    monkeypatch.setattr(Game, "most_acts", lambda *_: 4)
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    picks = table.view(0)["actions"][:2]
    answers = [table.act(0, picks[number % 2]) for number in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [409] * 2
    assert answers[-1].get_json()["code"] == "chosen_often"
    monkeypatch.setattr(Game, "most_acts", lambda *_: 0)
    assert table.act(1, table.view(1)["actions"][0]).status_code == 200, "the last one who had not chosen"


def test_of_joining_and_leaving_without_end_little_is_kept(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST_REQUESTS", 7)
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}, {}])
    for number in range(6):
        key = {"Idempotency-Key": f"joins-and-leaves-{number}"}
        made = client.post(f"/v1/games/{table.id}/seats", json={"name": "Bob"}, headers=key)
        again = client.post(f"/v1/games/{table.id}/seats", json={"name": "Bob"}, headers=key)
        assert made.get_json()["token"] == again.get_json()["token"], "a repeated request is known"
        table.tokens[1] = made.get_json()["token"]
        assert table.post("/leave", {}, 1, **{"Idempotency-Key": f"leaves-{number:012}"}).status_code == 200
    assert 0 < stored(app, requests) <= 7


def test_the_box_that_a_finished_game_keeps_is_counted(app: Flask, client: FlaskClient) -> None:
    """A game that is over has a copy of its own box, which may be larger than all its moves."""
    label = client.get("/v1/rulesets/ion").get_json()["edition"]["label"]
    box = client.get(f"/v1/editions/{label.split()[-1]}.toml").text.replace('name = "', 'name = "ann-', 1)
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}], edition=box)
    size = app.extensions["tables"].find(table.id).row.size
    assert table.post("/resign", {}, 0).status_code == 200
    row = app.extensions["tables"].find(table.id).row
    assert row.size > size + len(row.edition_text) > size + 500


def test_four_addresses_fill_and_a_neighbour_goes_on(app: Flask, client: FlaskClient) -> None:
    """Four quarters are everything: who holds little still gets room, up to a quarter more."""
    room = app.extensions["tables"].room
    for place in range(4):
        for _ in range(SHARE):
            answer = rule(client, f"203.0.113.{place}").get_json()
            client.get(f"/v1/challenges/{answer['id']}")
    app.extensions["storage"].database.read(room.count)
    assert room.in_all["rulings"].number == 4 * SHARE
    assert {rule(client, f"203.0.113.{place}").status_code for place in range(4)} == {507}
    room.limits["rulings"] = replace(room.limits["rulings"], in_all=4 * SHARE)
    assert rule(client, "198.51.100.9").status_code == 200
    room.in_all["rulings"] = Kept(5 * SHARE, MEGABYTE)
    assert rule(client, "198.51.100.10").get_json()["code"] == "rulings_full", "but not without end"


def test_operators_see_what_is_kept(app: Flask, client: FlaskClient) -> None:
    rule(client)
    OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}])
    app.extensions["minder"].mind()
    shown = client.get("/metrics").text
    assert 'adjudicator_kept{kind="rulings"} 1.0' in shown
    assert 'adjudicator_kept{kind="games"} 1.0' in shown
    assert 'adjudicator_kept_bytes{kind="games"}' in shown


@pytest.mark.parametrize("kind", ["games", "rulings"])
def test_a_client_has_at_most_a_quarter(kind: str) -> None:
    with pytest.raises(
        ConfigError, match=rf"{kind}_per_client is 50, more than a quarter of {kind}; .* at least 200"
    ) as refused:
        Config.from_env(
            {f"ADJUDICATOR_{kind.upper()}": "100", f"ADJUDICATOR_{kind.upper()}_PER_CLIENT": "50"}
        )
    with prose.speaking("de"):
        assert prose.retold(refused.value.message) == (
            f"{kind}_per_client ist 50, mehr als ein Viertel von --{kind};"
            f" es muss höchstens 25 sein oder --{kind} mindestens 200."
        )


@pytest.mark.parametrize(
    ("setting", "value", "german"),
    [
        ("THREADS", "0", "threads ist 0; es muss von 1 bis 256 sein."),
        ("THREADS", "x", "ADJUDICATOR_THREADS ist 'x'; es muss eine ganze Zahl sein."),
        ("SERVER", "x", "server ist 'x'; es muss eines davon sein: auto, granian."),
    ],
)
def test_no_other_fault_of_a_setting_is_half_german(setting: str, value: str, german: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Config.from_env({f"ADJUDICATOR_{setting}": value})
    with prose.speaking("de"):
        assert prose.retold(refused.value.message) == german
