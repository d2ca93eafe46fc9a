"""`adjudicator_api.wsgi`: what any WSGI server runs, where granian cannot."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask

from adjudicator_api.http.bus import POLLING
from tests.support.patience import PATIENCE, wait_until

ALLOWANCE = 20


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """As a server imports it: nothing but settings in the environment."""
    monkeypatch.setenv("ADJUDICATOR_DATABASE_URL", f"sqlite:///{tmp_path}/wsgi.sqlite")
    monkeypatch.setenv("ADJUDICATOR_BOT_PAUSE_MS", "0")
    monkeypatch.setenv("ADJUDICATOR_RATE_LIMIT", f"{ALLOWANCE} per day")
    monkeypatch.setenv("ADJUDICATOR_LOG", "off")
    sys.modules.pop("adjudicator_api.wsgi", None)
    app = importlib.import_module("adjudicator_api.wsgi").app
    yield app
    app.extensions["driver"].stop()
    app.extensions["driver"].join(PATIENCE)
    app.extensions["driver"].finish(PATIENCE)
    app.extensions["live"].finish(PATIENCE)
    app.extensions["storage"].close()
    del sys.modules["adjudicator_api.wsgi"]


def test_bots_move_followers_poll_and_the_limiter_counts(app: Flask) -> None:
    client = app.test_client()
    seats = [{"name": "Ann"}, {"bot": "greedy"}]
    made = client.post("/v1/games", json={"game": "ion", "seats": seats, "watch": "public"}).get_json()

    addresses = (f"10.0.{number // 250}.{number % 250}" for number in count())

    def version() -> int:
        """Asked from another address each time, which has its own allowance."""
        asked = client.get(f"/v1/games/{made['id']}", environ_overrides={"REMOTE_ADDR": next(addresses)})
        return int(asked.get_json()["version"])

    wait_until(lambda: version() > made["version"])
    followed = client.get(f"/v1/games/{made['id']}/events")
    assert followed.data.startswith(b"retry: 1500\n\ndata: ")
    assert followed.data.endswith(POLLING)
    statuses = [client.get("/v1/rulesets").status_code for _ in range(ALLOWANCE)]
    assert {*statuses} == {200, 429}
