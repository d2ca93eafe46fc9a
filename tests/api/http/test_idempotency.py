"""A request that is sent again is the same request, also after an upgrade of the service."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from adjudicator_api.games.playing.models import NewGame, NewSeat
from adjudicator_api.http.idempotency import Key
from adjudicator_api.http.operations import Request
from adjudicator_api.storage.schema import games

KEY = {"Idempotency-Key": "k" * 32}
BODY: dict[str, Any] = {"game": "ion", "seats": [{"name": "Ann"}, {}]}


class NewSeatOfTomorrow(NewSeat):
    colour: str | None = None


class NewGameOfTomorrow(NewGame):
    seats: list[NewSeatOfTomorrow]  # type: ignore[assignment]
    tournament: bool = False


def key_of(app: Flask, model: type[Request], body: dict[str, Any]) -> Key:
    with app.test_request_context(headers=KEY):
        key = Key.of(model.model_validate(body))
    assert key is not None
    return key


def test_a_field_that_was_not_sent_changes_no_key(app: Flask) -> None:
    today, tomorrow = (key_of(app, model, BODY) for model in (NewGame, NewGameOfTomorrow))
    assert tomorrow.came_with(today.request)
    other = key_of(app, NewGameOfTomorrow, {**BODY, "tournament": True})
    assert not other.came_with(today.request)
    assert not tomorrow.came_with(None)


def test_a_table_opened_before_the_upgrade_is_found_again(app: Flask, client: FlaskClient) -> None:
    """Earlier versions took the digest of all fields."""
    first = client.post("/v1/games", json=BODY, headers=KEY).get_json()
    before = sha256(NewGame.model_validate(BODY).model_dump_json().encode()).digest()
    app.extensions["tables"].database.write(
        lambda connection: connection.execute(update(games).values(request_digest=before))
    )
    again = client.post("/v1/games", json=BODY, headers=KEY).get_json()
    assert (again["id"], again["host_token"]) == (first["id"], first["host_token"])
    other = client.post("/v1/games", json={**BODY, "hints": True}, headers=KEY)
    assert other.get_json()["code"] == "key_reused"
