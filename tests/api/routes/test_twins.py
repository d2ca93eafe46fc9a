"""Two editions whose digests begin with the same twelve digits are never confused.

The files are `fixtures/editions/twin-*.toml`; the README there says how they were found. In the forged one H is
worth 90 points and NCl3 is a binary compound.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from adjudicator.editions.labels import short_label
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, game_of, record_of, replay
from adjudicator_api import Config, create_app
from tests.support.databases import BACKENDS, database
from tests.support.older import AFTER_0010
from tests.support.tabling import OnlineTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient

PLAIN, FORGED = (
    Path(f"fixtures/editions/twin-{name}.toml").read_bytes().decode() for name in ("plain", "forged")
)
EDITIONS = load_game("compoundit").editions
SEATS = [{"name": "Ann"}, {"name": "Bob"}]
NCL3 = {"tiles": "NClClCl", "rules": "compoundit:beginner"}


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as url:
        yield url


@pytest.fixture(autouse=True)
def _same_racks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann and Bob draw an H."""
    monkeypatch.setattr("adjudicator_api.games.opening.lobby.secrets.token_hex", lambda _: "5e" * 16)


def started(url: str) -> Flask:
    """A service that knows no edition yet."""
    EDITIONS._brought.clear()
    return create_app(Config(database_url=url, rate_limit="off", log="off"))


def best(table: OnlineTable) -> tuple[int, Any, Any]:
    """The player to move, the best play with an H in it, and what the table says about it."""
    seat = table.view(0)["asks"][0]["player"]
    for hint in players_of("compoundit").hints(table.view(seat), 20):
        action = codec.plain(hint.action)
        if any(tile["symbol"] == "H" for tile in action.get("placements", ())):
            return seat, action, table.post("/preview", action, seat).get_json()
    raise AssertionError("no play with an H")


def test_they_are_twins() -> None:
    one, other = EDITIONS.read(PLAIN), EDITIONS.read(FORGED)
    assert one.label != other.label
    assert short_label(one.label) == short_label(other.label)
    assert [edition.tiles[0].points for edition in (one, other)] == [1, 90]


@pytest.mark.parametrize("restarted", [False, True])
def test_no_stranger_changes_a_running_game_by_a_twin_of_its_edition(url: str, restarted: bool) -> None:
    app = started(url)
    table = OnlineTable.open(app.test_client(), "compoundit", SEATS, edition=PLAIN)
    seat, action, before = best(table)
    if restarted:
        app = started(url)
    stranger = app.test_client().post(
        "/v1/games", json={"game": "compoundit", "seats": SEATS, "edition": FORGED}
    )
    table.client = app.test_client()
    assert stranger.status_code == 201
    assert table.post("/preview", action, seat).get_json() == before
    assert before["score"] < 90
    placed = table.act(seat, action)
    assert (placed.status_code, table.view(seat)["players"][seat]["score"]) == (200, before["score"])
    theirs = OnlineTable(app.test_client(), stranger.get_json()["id"], "", None)
    theirs.tokens = {one["seat"]: one["token"] for one in stranger.get_json()["seats"]}
    assert best(theirs)[2]["score"] >= 90
    app.extensions["storage"].close()


def test_both_are_kept_and_judge_apart(url: str) -> None:
    client = started(url).test_client()
    digests = []
    for content, ruling in ((PLAIN, "invalid"), (FORGED, "valid")):
        brought = client.post("/v1/editions", data=content.encode(), content_type="application/toml")
        assert brought.status_code == 201
        digests.append(brought.get_json()["digest"])
        assert client.post("/v1/judge", json={**NCL3, "edition": digests[-1]}).get_json()["ruling"] == ruling
    for digest, content in zip(digests, (PLAIN, FORGED), strict=True):
        assert started(url).test_client().get(f"/v1/editions/{digest}.toml").get_data(as_text=True) == content
    short = digests[0][:19]
    assert digests[1].startswith(short)
    refused = client.get(f"/v1/editions/{short}")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "edition_ambiguous")
    judged = client.post("/v1/judge", json={**NCL3, "edition": short})
    assert (judged.status_code, judged.get_json()["code"]) == (422, "edition_ambiguous")


def test_what_is_brought_now_is_not_found_by_twelve_digits(client: FlaskClient) -> None:
    brought = client.post("/v1/editions", data=PLAIN.encode(), content_type="application/toml").get_json()
    missing = client.get(f"/v1/editions/{brought['digest'][:19]}")
    assert (missing.status_code, missing.get_json()["code"]) == (404, "edition_unknown")


def as_before(app: Flask, whole: str) -> None:
    """The database as the previous version wrote it: twelve digits in every row and in the first event."""
    short = short_label(whole)
    with app.extensions["storage"].database.engine.begin() as connection:
        for statement in (
            *AFTER_0010,
            "DROP INDEX editions_known_as",
            "ALTER TABLE editions DROP COLUMN known_as",
            "ALTER TABLE games DROP COLUMN edition_text",
            "ALTER TABLE games DROP COLUMN opened_by",
            "DROP INDEX editions_brought_by",
            "ALTER TABLE editions DROP COLUMN brought_by",
            "DROP TABLE secrets",
            "UPDATE alembic_version SET version_num = '0006'",
        ):
            connection.execute(text(statement))
        rows = {"short": short, "whole": whole, "digest": short.rpartition(" ")[2]}
        connection.execute(
            text("UPDATE editions SET label = :short, digest = :digest WHERE label = :whole"), rows
        )
        connection.execute(text("UPDATE challenges SET edition = :short WHERE edition = :whole"), rows)
        connection.execute(text("UPDATE games SET edition = :short WHERE edition = :whole"), rows)
        for game, event in connection.execute(text("SELECT game, event FROM events WHERE version = 1")).all():
            told = json.loads(event) if isinstance(event, str) else event
            connection.execute(
                text("UPDATE events SET event = :event WHERE game = :game AND version = 1"),
                {"event": json.dumps({**told, "edition": short}), "game": game},
            )
    app.extensions["storage"].close()


def test_rows_from_before_are_read_and_no_twin_gets_between(url: str) -> None:
    app = started(url)
    table = OnlineTable.open(app.test_client(), "compoundit", SEATS, edition=PLAIN)
    whole, (seat, action, before) = table.view(0)["edition"], best(table)
    asked = {"runs": ["NClClCl"], "rules": NCL3["rules"], "edition": whole.rpartition(" ")[2]}
    ruled = app.test_client().post("/v1/challenges", json=asked).get_json()
    as_before(app, whole)
    app = started(url)
    client = app.test_client()
    table.client = client
    digest, short = whole.rpartition(" ")[2], whole.rpartition(" ")[2][:19]
    for known_as in (short, digest):
        found = client.get(f"/v1/editions/{known_as}").get_json()
        assert (found["label"], found["digest"], found["kept"]) == (whole, digest, True)
    assert table.view(0)["edition"] == whole
    stranger = client.post("/v1/games", json={"game": "compoundit", "seats": SEATS, "edition": FORGED})
    assert stranger.status_code == 201
    assert table.post("/preview", action, seat).get_json() == before
    assert table.act(seat, action).status_code == 200
    refused = started(url).test_client().get(f"/v1/editions/{short}")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "edition_ambiguous")
    table.client = started(url).test_client()
    assert table.view(seat)["players"][seat]["score"] == before["score"]
    assert table.client.get(f"/v1/challenges/{ruled['id']}").get_json()["ruling"] == "invalid"
    app.extensions["storage"].close()


def test_a_record_from_before_is_read_by_the_text_that_it_brings(client: FlaskClient) -> None:
    game = load_game("compoundit")
    state, events = game.start({}, "twins", edition=PLAIN)
    data = json.loads(json.dumps(record_of(game, events, ["ann", "bob"]).to_json()))
    data["edition"] = data["events"][0]["edition"] = short_label(state.edition)
    EDITIONS._brought.clear()
    game.editions.remember(FORGED)
    record = Record.from_json(data)
    assert record.edition == state.edition
    assert replay(game_of(record), record.events) == state
