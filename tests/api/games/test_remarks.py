"""Quick phrases: everybody at the table reads them in their own language; they are bounded, and not part of the game."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator_api.games.playing.models import Phrase
from adjudicator_api.http.languages import languages, own_sentences
from tests.support.tabling import OnlineTable, pass_time

TWO = [{"name": "Ann"}, {"name": "Bob"}]


def say(table: OnlineTable, seat: int | None, phrase: str) -> Any:
    return table.post("/remarks", {"phrase": phrase}, seat)


def test_a_phrase_is_told_to_the_table_in_every_language(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO, watch="public")
    before = table.view(1)
    assert (before["phrases"], before["remarks"]) == (True, [])
    said = say(table, 0, "well_played")
    assert said.status_code == 201, said.text
    assert said.get_json()["text"] == "Well played!"
    for listener in (0, 1, None):
        heard = table.view(listener)["remarks"]
        assert [(one["number"], one["seat"], one["phrase"]) for one in heard] == [(1, 0, "well_played")]
    german = table.get("", 1, **{"Accept-Language": "de"}).get_json()
    assert german["remarks"][0]["text"] == "Gut gespielt!"


def test_a_phrase_is_no_move(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", [*TWO, {"bot": "random"}], clock={"seconds": 60})
    tables = app.extensions["tables"]
    row, before = tables.find(table.id).row, table.view(0)
    log = table.get("/log", 0).get_json()
    etag = table.get("", 0).headers["ETag"]
    woken: list[str] = []
    tables.woken = woken.append
    assert say(table, 0, "hello").status_code == 201
    after = tables.find(table.id).row
    assert woken == [table.id], "whoever follows the table is told"
    assert (after.version, after.due_at, after.moved_at) == (row.version, row.due_at, row.moved_at)
    assert table.get("/log", 0).get_json() == log
    assert table.get("", 0, **{"If-None-Match": etag}).status_code == 200
    acted = table.act(0, table.view(0)["actions"][0], before["version"])
    assert acted.status_code == 200, "what somebody was about to do is not stale by it"


def test_three_phrases_in_twenty_seconds_are_enough(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO)
    pass_time(app, 0)
    for phrase in ("hello", "wow", "oops"):
        assert say(table, 0, phrase).status_code == 201
    pass_time(app, 12.5)
    refused = say(table, 0, "yes")
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too_many_remarks")
    assert refused.headers["Retry-After"] == "8"
    assert say(table, 1, "no").status_code == 201, "each seat has its own"
    assert say(table, 1, "no").status_code == 201
    pass_time(app, 7.5)
    assert say(table, 0, "yes").status_code == 201
    assert [one["number"] for one in table.view(0)["remarks"]] == [1, 2, 3, 4, 5, 6]


def test_only_the_last_phrases_are_kept(app: Flask, client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO)
    for _ in range(30):
        pass_time(app, 20)
        assert say(table, 0, "hm").status_code == 201
    assert [one["number"] for one in table.view(0)["remarks"]] == list(range(7, 31))


def test_a_table_can_do_without_phrases(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", TWO, phrases=False)
    assert (table.view(0)["phrases"], table.view(0)["remarks"]) == (False, [])
    refused = say(table, 0, "hello")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "phrases_off")
    assert say(table, 0, "no such phrase").get_json()["code"] == "phrases_off", "nothing is told of the list"


def test_only_who_sits_there_says_something_and_only_from_the_list(client: FlaskClient) -> None:
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {}], watch="public")
    assert say(table, None, "hello").get_json()["code"] == "token_needed"
    assert table.by_host("/remarks", {"phrase": "hello"}).get_json()["code"] == "token_needed"
    for body in ({"phrase": "you are stupid"}, {"phrase": ""}, {}, {"phrase": ["hello"]}, {"text": "hello"}):
        assert table.post("/remarks", body, 0).status_code == 422
    assert say(table, 0, "hello").status_code == 201, "before the game has begun, too"
    assert table.view(0)["remarks"][0]["phrase"] == "hello"


def test_a_lesson_and_the_next_game_begin_in_silence(client: FlaskClient) -> None:
    lesson = client.post("/v1/lessons/ion", json={"name": "Ann"}).get_json()
    headers = {"Authorization": f"Bearer {lesson['seats'][0]['token']}"}
    assert client.get(f"/v1/games/{lesson['id']}", headers=headers).get_json()["phrases"] is False
    table = OnlineTable.open(client, "ion", TWO)
    assert say(table, 0, "hello").status_code == 201
    table.post("/resign", {}, 0)
    again = table.post("/rematch", {}, 1).get_json()
    view = client.get(f"/v1/games/{again['id']}", headers={"Authorization": f"Bearer {again['token']}"})
    assert (view.get_json()["phrases"], view.get_json()["remarks"]) == (True, [])


@pytest.mark.parametrize("language", languages())
def test_every_phrase_has_its_words(language: str) -> None:
    worded = {key.removeprefix("phrases.") for key in own_sentences(language) if key.startswith("phrases.")}
    assert worded == set(get_args(Phrase))
