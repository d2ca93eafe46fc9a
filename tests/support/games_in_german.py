"""Whole games over HTTP as a German table plays them, and the texts of all answers.

A player follows the hints against a bot to the end; then the record is read, reviewed and analysed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from adjudicator.languages.boxes import NAMES, TEXTS
from tests.support.english_words import english_in, english_in_name
from tests.support.questions_in_german import DATA, SENTENCES
from tests.support.tabling import OnlineTable, drive

GERMAN = {"Accept-Language": "de-AT"}
# Keys for the texts about a game, besides those of every answer.
TOLD = frozenset("played best why prompt".split())
CODES = frozenset(["family"])  # under these keys a single word is for programs

PLAYERS = ("Anna", "Bernd")
MOST_TURNS = 400

Found = tuple[str, str, str]  # where, the English word, the text


def english_left(where: str, answer: Any) -> list[Found]:
    """The English in an answer: in its texts, and on pieces of the box as its `words` name them."""
    words = dict(_words(answer))
    found = []
    for key, text in _said(answer):
        shown = words.get(text, text)
        if " " in shown:
            english = english_in(shown)
        else:  # a name, or a word for programs
            english = english_in_name(shown) if key in NAMES - CODES else []
        found += [(f"{where} {key}", word, shown) for word in english if word not in PLAYERS]
    return found


def _words(answer: Any) -> Iterator[tuple[str, str]]:
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name == "words" and isinstance(value, dict):
                yield from value.items()
            else:
                yield from _words(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _words(value)


def _said(answer: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name == "words" and isinstance(value, dict):
                yield from ((name, text) for text in value.values())
            elif name not in DATA and not (name == "detail" and "ruling" in answer):
                yield from _said(value, name)
    elif isinstance(answer, list):
        for value in answer:
            yield from _said(value, key)
    elif isinstance(answer, str) and key in SENTENCES | TOLD | NAMES | TEXTS:
        yield key, answer


class GermanGame:
    """A table with one person and a bot; every answer is checked."""

    def __init__(self, app: Flask, client: FlaskClient, game: str, **options: Any) -> None:
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = (
            "de-AT"  # bots are named in the language of whoever opens the table
        )
        self.app, self.client = app, client
        seats = [{"name": PLAYERS[0]}, {"bot": "greedy"}]
        self.table = OnlineTable.open(client, game, seats, hints=True, watch="public", options=options)
        self.found: list[Found] = []
        self.asked = 0

    def ask(self, path: str) -> Any:
        return self._looked_at(path, self.table.get(path, 0, **GERMAN).get_json())

    def send(self, path: str, body: Any, version: int) -> Any:
        answer = self.table.post(path, body, 0, **GERMAN, **{"If-Match": f'"{version}"'})
        return self._looked_at(path, answer.get_json())

    def _looked_at(self, path: str, answer: Any) -> Any:
        self.asked += 1
        self.found += english_left(path, answer)
        return answer

    def play(self, most: int = MOST_TURNS) -> bool:
        """Whether the game ended within this many turns of the person."""
        for _ in range(most):
            drive(self.app, self.table)
            view = self.ask("")
            if view["status"] == "over":
                return True
            hints = self.ask("/hints?count=5")["hints"]
            listed = [action for action in view["actions"] if not action.get("open")]
            for action in [*(hint["action"] for hint in hints), *listed[-1:]]:
                self.send("/preview", action, view["version"])
                if "code" not in self.send("/actions", action, view["version"]):
                    break
            else:
                raise AssertionError((hints, listed))
        return False

    def refused(self) -> None:
        """The refusals for actions of every kind at a wrong moment."""
        view = self.ask("")
        catalogue = self.client.get("/v1/games/catalogue", headers=GERMAN).get_json()
        kinds = next(game["actions"] for game in catalogue["games"] if game["game"] == view["game"])
        for kind in kinds:
            self.send("/preview", {"type": kind}, view["version"])

    def look_again(self, search: int) -> None:
        log = self.ask("/log")
        self.ask("/log?after=5")
        self.ask(f"/analysis?search={search}")
        self.found += self._moments(log)

    def _moments(self, log: Any) -> list[Found]:
        record = {key: value for key, value in log.items() if key != "words"}
        last = len(record["events"])
        wanted = [
            {"version": n, "seat": seat} for n in range(2, last, max(1, last // 8)) for seat in (0, None)
        ]
        body = {"record": record, "moments": wanted[:12]}
        return english_left(
            "moments", self.client.post("/v1/records/moments", json=body, headers=GERMAN).get_json()
        )
