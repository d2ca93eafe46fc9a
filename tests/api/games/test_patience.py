"""Programs that play over HTTP are asked only when the game waits for them, and wait as long as they are told
to.
"""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import client as library
from adjudicator.client import Service, ServiceError, Table
from tests.support.tabling import OnlineTable

SEATS = [{"name": name} for name in ("Ann", "Bob", "Cleo")]


def picks(table: OnlineTable, seat: int) -> list[dict[str, Any]]:
    return [
        action for action in table.get("/actions", seat).get_json()["actions"] if action["type"] == "pick"
    ]


def test_I_PICK_the_same_card_again_makes_no_event(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", SEATS)
    first, *others = picks(table, 0)
    picked = table.act(0, first).get_json()
    assert [event["type"] for event in picked["events"]] == ["card_picked"]
    for key in (None, "a-key-of-22-characters"):
        again = table.act(0, first, key=key)
        assert again.status_code == 200
        assert (again.get_json()["version"], again.get_json()["events"]) == (picked["version"], [])
    assert table.view(1)["version"] == picked["version"]
    changed = table.act(0, others[0]).get_json()
    assert changed["version"] == picked["version"] + 1
    back = table.act(0, first).get_json()
    assert back["version"] == changed["version"] + 1


def test_a_bot_that_chooses_again_what_it_has_chosen_lets_the_table_rest(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"bot": "random"}])
    driver, tables = app.extensions["driver"], app.extensions["tables"]
    monkeypatch.setattr(driver, "_question", lambda *asked: asked)
    monkeypatch.setattr(driver, "_think", lambda asked: picks_of(*asked))
    real = tables.now
    for hours in range(1, 4):  # any pause of a bot is over
        monkeypatch.setattr(tables, "now", lambda hours=hours: real() + timedelta(hours=hours))
        driver.act_at(table.id)
    assert [event["type"] for event in table.get("/log", 0).get_json()["events"]].count("card_picked") == 1
    assert tables.find(table.id).row.due_at is None


def picks_of(table: Any, seat: int) -> Any:
    from adjudicator.engine import codec

    found = [action for action in table.game.legal_actions(table.state, seat) if action.type == "pick"]
    return codec.plain(found[0]) if found else None


class Views(Table):
    def views(self) -> Any:
        for number, obliged in enumerate((True, False, None)):
            asks = [] if obliged is None else [{"player": 0, "obliged": obliged}]
            yield {"status": "playing", "you": 0, "version": number, "asks": asks}
        yield {"status": "over", "you": 0, "version": 9, "asks": []}


def test_my_turns_are_those_that_the_game_waits_for() -> None:
    table = Views(Service("http://nowhere.invalid"), "x")
    assert [view["version"] for view in table.my_turns()] == [0, 9]
    assert [view["version"] for view in table.my_turns(chances=True)] == [0, 1, 9]


def answered(status: int, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    problem = {"code": "rate_limited", "detail": "Too many questions."}
    return SimpleNamespace(
        status_code=status,
        ok=status < 400,
        headers=named,
        reason="",
        json=lambda: {} if status < 400 else problem,
    )


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    times: list[float] = []
    monkeypatch.setattr("adjudicator.client.time.sleep", times.append)
    return times


def service_that_says(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> Service:
    service, coming = Service("http://nowhere.invalid"), iter(answers)
    monkeypatch.setattr(service._session, "request", lambda *_, **__: next(coming))
    return service


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_client_waits_as_long_as_429_tells_it(
    monkeypatch: pytest.MonkeyPatch, slept: list[float], method: str
) -> None:
    limited = answered(429, Retry_After="7")
    service = service_that_says(monkeypatch, limited, limited, answered(200))
    assert service.ask(method, "/v1/games/x/preview", {}) == {}
    assert slept == [7.0, 7.0]


def test_in_the_end_it_says_that_it_was_limited(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    service = service_that_says(monkeypatch, *[answered(429, Retry_After="999")] * library.TRIES)
    with pytest.raises(ServiceError) as refused:
        service.ask("GET", "/v1/rulesets")
    assert (refused.value.status, refused.value.retry_after) == (429, library.LONGEST)
    assert slept == [library.LONGEST] * (library.TRIES - 1)


def test_a_stream_that_is_refused_for_now_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    refusals = [ServiceError(429, "rate_limited", "", {}, 3.0)]

    def stream(*_: Any) -> Any:
        if refusals:
            raise refusals.pop()
        yield {"version": 5}

    service = Service("http://nowhere.invalid")
    monkeypatch.setattr(service, "stream", stream)
    assert next(service.table("x").versions()) == 5
    assert slept[0] == 3.0
