"""Stored data is decoded outside the database's deadline, so that a slow machine does not look like a hanging
database.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator_api.games.playing.tables import game_of
from adjudicator_api.games.upkeep.housekeeping import expire
from adjudicator_api.storage.database import ANSWER_SECONDS
from adjudicator_api.storage.errors import UNAVAILABLE, unavailable
from tests.support.tabling import OnlineTable

SLOW = 10 * ANSWER_SECONDS  # seconds to decode anything


class Hurried:
    """A database that gives up as PostgreSQL does, by a clock that only decoding advances."""

    def __init__(self, database: Any) -> None:
        self.database, self.time = database, 0.0

    def read(self, work: Any) -> Any:
        return self._in_time(self.database.read, work)

    def write(self, work: Any) -> Any:
        return self._in_time(self.database.write, work)

    def _in_time(self, ask: Callable[[Any], Any], work: Any) -> Any:
        began = self.time
        found = ask(work)
        if self.time - began > ANSWER_SECONDS:
            raise unavailable(UNAVAILABLE, "no answer by the test's clock")
        return found


@pytest.fixture
def hurried(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Hurried:
    tables, kind = app.extensions["tables"], type(game_of("compoundit"))
    found = Hurried(tables.database)
    monkeypatch.setattr(tables, "database", found)

    def slow(decode: Any) -> Any:
        def decoded(*given: Any) -> Any:
            found.time += SLOW
            return decode(*given)

        return decoded

    for name in ("read_event", "state_from_json"):
        monkeypatch.setattr(kind, name, slow(getattr(kind, name)))
    return found


def test_a_table_is_decoded_outside_of_the_deadline(
    app: Flask, client: FlaskClient, hurried: Hurried
) -> None:
    """In a process that does not know the table yet: looking, joining, acting and housekeeping."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Eve")]
    table, tables = OnlineTable.open(client, "compoundit", seats), app.extensions["tables"]
    first = table.view(0)["asks"][0]["player"]
    turn, leaving = (first + 1) % 3, (first + 2) % 3
    assert table.act(first, {"type": "pass"}).status_code == 200
    assert table.post("/leave", {}, leaving).status_code == 200
    assert hurried.time == 0.0, "what is known is not decoded again"
    version = table.view(turn)["version"]

    def met_for_the_first_time(status: int, method: str, path: str, body: Any = None) -> None:
        tables._known.clear()
        before = hurried.time
        headers = table.headers(turn, **{"If-Match": str(version)})
        answer = client.open(f"/v1/games/{table.id}{path}", method=method, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        assert hurried.time > before

    for path in ("", "/log", "/actions"):
        met_for_the_first_time(200, "GET", path)
    met_for_the_first_time(201, "POST", "/seats", {"name": "Zoe"})
    met_for_the_first_time(200, "POST", "/actions", {"type": "pass"})
    tables._known.clear()
    real = tables.now
    tables.now = lambda: real() + timedelta(days=29)
    assert expire(tables, 30, 7) == (1, 0)
