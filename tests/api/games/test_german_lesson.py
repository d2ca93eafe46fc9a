"""A German lesson: a person plays Valence Plus with names against a bot over HTTP, in German throughout."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.chem.naming import names
from tests.support.english_words import english_in
from tests.support.questions_in_german import SENTENCES, texts
from tests.support.tabling import OnlineTable, drive

GERMAN = {"Accept-Language": "de-DE"}
SAID = SENTENCES - {"source"}  # the source of a draw, deck or discard: a value for programs
MOST_TURNS = 120


def said(table: OnlineTable, path: str) -> list[str]:
    """The English words in an answer to somebody at the table."""
    answer = table.get(path, 0, **GERMAN).get_json()
    return [word for text in texts(answer, SAID) for word in english_in(text)]


def turn(table: OnlineTable, view: dict[str, Any]) -> dict[str, Any]:
    """The action that a hint suggests, with the German name of what is built."""
    hints = table.get("/hints?count=1", 0, **GERMAN).get_json()["hints"]
    listed = [action for action in view["actions"] if not action.get("open")]
    action: dict[str, Any] = dict(hints[0]["action"]) if hints else listed[-1]
    if action["type"] == "build":
        action["name"] = names(formula_of(action["cards"]), None, "de")[0]
    return action


def formula_of(cards: list[str]) -> str:
    return "".join(f"{symbol}{cards.count(symbol)}" for symbol in dict.fromkeys(cards))


@pytest.mark.nightly
def test_a_round_of_names_against_a_bot_in_german(app: Flask, client: FlaskClient) -> None:
    # The bot's name is in the language of whoever opens the table.
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de-DE"
    seats = [{"name": "Anna"}, {"bot": "greedy"}]
    table = OnlineTable.open(client, "valence-plus", seats, options={"naming": True}, hints=True)
    named: list[str] = []
    for _ in range(MOST_TURNS):
        drive(app, table)
        view = table.get("", 0, **GERMAN).get_json()
        if view["status"] == "over":
            break
        assert said(table, "") == []
        action = turn(table, view)
        answer = table.post("/actions", action, 0, **GERMAN, **{"If-Match": f'"{view["version"]}"'})
        told = answer.get_json()
        assert answer.status_code == 200, (action, told)
        assert [word for text in texts(told, SAID) for word in english_in(text)] == []
        named += [action["name"]] if action["type"] == "build" else []
    assert view["status"] == "over"
    assert len(named) >= 4
    log = table.get("/log", 0, **GERMAN).get_json()
    right = [event for event in log["events"] if event["type"] == "name_given" and event["player"] == 0]
    assert [event["answer"] for event in right] == ["right"] * len(named)
    assert said(table, "") == []
