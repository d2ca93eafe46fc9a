"""Playing over HTTP in tests: a table with its seats, and a player who knows no game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator import ruleset
from adjudicator_api.games.playing.tables import game_of


@dataclass
class OnlineTable:
    """A game on the service, and the tokens that the test holds."""

    client: FlaskClient
    id: str
    host: str
    code: str | None
    tokens: dict[int, str] = field(default_factory=dict)
    said: list[tuple[int | None, str]] = field(default_factory=list)  # who got which bytes

    @classmethod
    def open(cls, client: FlaskClient, game: str, seats: list[dict[str, Any]], **wanted: Any) -> OnlineTable:
        answer = client.post("/v1/games", json={"game": game, "seats": seats, **wanted})
        assert answer.status_code == 201, answer.text
        made = answer.get_json()
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]}
        return cls(client, made["id"], made["host_token"], made["code"], tokens)

    def headers(self, seat: int | None, **more: str) -> dict[str, str]:
        return more if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}", **more}

    def get(self, path: str = "", seat: int | None = None, **headers: str) -> TestResponse:
        answer = self.client.get(f"/v1/games/{self.id}{path}", headers=self.headers(seat, **headers))
        self.said.append((seat, answer.text))
        return answer

    def post(self, path: str, body: Any = None, seat: int | None = None, **headers: str) -> TestResponse:
        answer = self.client.post(
            f"/v1/games/{self.id}{path}", json=body or {}, headers=self.headers(seat, **headers)
        )
        self.said.append((seat, answer.text))
        return answer

    def by_host(self, path: str, body: Any) -> TestResponse:
        return self.client.post(
            f"/v1/games/{self.id}{path}", json=body, headers={"Authorization": f"Bearer {self.host}"}
        )

    def view(self, seat: int | None = None) -> Any:
        answer = self.get("", seat)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def act(
        self, seat: int, action: Mapping[str, Any], version: int | None = None, key: str | None = None
    ) -> TestResponse:
        seen = self.view(seat)["version"] if version is None else version
        more = {"If-Match": f'"{seen}"'} | ({"Idempotency-Key": key} if key else {})
        return self.post("/actions", dict(action), seat, **more)

    def join(self, name: str) -> int:
        answer = self.client.post(f"/v1/join/{self.code}", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.tokens[answer.get_json()["seat"]] = answer.get_json()["token"]
        seat: int = answer.get_json()["seat"]
        return seat


def pass_time(app: Flask, seconds: float) -> None:
    """From now on it is so much later for the tables."""
    tables = app.extensions["tables"]
    now = tables.now() + timedelta(seconds=seconds)
    tables.now = lambda: now


def drive(app: Flask, table: OnlineTable, most: int = 400) -> None:
    """Lets bots move until they have nothing to do, without waiting for pauses."""
    driver, tables = app.extensions["driver"], app.extensions["tables"]
    real = tables.now
    try:
        for hours in range(1, most + 1):
            tables.now = lambda hours=hours: real() + timedelta(hours=hours)
            before = tables.find(table.id).row.version
            driver.act_at(table.id)
            if tables.find(table.id).row.version == before:
                return
    finally:
        tables.now = real


def made_up(schema: Mapping[str, Any], random: Random, words: list[str]) -> Any:
    """Some value that a JSON Schema allows; `words` are texts on the table."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "anyOf" in schema:
        return made_up(random.choice(schema["anyOf"]), random, words)
    match schema.get("type"):
        case "object":
            known = schema.get("properties", {})
            asked = [name for name in known if name in schema.get("required", ()) or random.random() < 0.5]
            return {name: made_up(known[name], random, words) for name in asked}
        case "array":
            parts = schema.get("prefixItems")
            if parts:
                return [made_up(part, random, words) for part in parts]
            return [made_up(schema.get("items", {}), random, words) for _ in range(random.randint(0, 3))]
        case "integer":
            return random.randint(schema.get("minimum", 0), min(schema.get("maximum", 15), 15))
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case _:
            return random.choice(words)


class Stranger:
    """Knows no game: plays listed actions, and fills in forms by their schema as well as it can."""

    def __init__(self, catalogue: Mapping[str, Any], seed: int) -> None:
        self.catalogue, self.random = catalogue, Random(seed)

    def act(self, table: OnlineTable, seat: int) -> bool:
        """Returns whether it found something to do."""
        view = table.view(seat)
        schemas = next(g for g in self.catalogue["games"] if g["game"] == view["game"])["actions"]
        listed = view["actions"]
        complete = [action for action in listed if not action.get("open")]
        forms = [action for action in listed if action.get("open")]
        words = sorted(set(_words(view["table"]))) or ["x"]
        for form in forms:
            for _ in range(2):
                tried = {**made_up(schemas[form["type"]], self.random, words), "type": form["type"]}
                answer = table.act(seat, tried, view["version"])
                assert answer.status_code in (200, 412, 422), (tried, answer.text)
                if answer.status_code == 200:
                    return True
        if not complete:
            return False
        action = self.random.choice(complete)
        answer = table.act(seat, action, view["version"])
        assert answer.status_code == 200, (action, answer.text)
        return True


def _words(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if len(value) < 30 else []
    if isinstance(value, Mapping):
        return [word for item in value.values() for word in _words(item)]
    return [word for item in value for word in _words(item)] if isinstance(value, list) else []


def together(*acts: Callable[[], Any]) -> list[Any]:
    """The results when all begin at the same moment, each in its own thread."""
    ready = threading.Barrier(len(acts))

    def act(number: int) -> Any:
        ready.wait()
        return acts[number]()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, range(len(acts))))


def codes_of(answers: list[TestResponse]) -> list[str]:
    """The codes of problems, and "" for success."""
    return sorted(
        answer.get_json().get("code", "") if answer.status_code >= 400 else "" for answer in answers
    )


@contextmanager
def playable(game: Any, title: str) -> Iterator[None]:
    """A game that only a test knows, in the catalogue for the time of the test."""
    installed = SimpleNamespace(
        title=title, variants=dict, load=None, playable=lambda: game, load_players=lambda: NOBODY
    )
    known = ruleset.games()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "games", lambda: {**known, game.name: lambda: installed})
        game_of.cache_clear()
        yield
    game_of.cache_clear()


NOBODY = SimpleNamespace(BOTS={}, LEVELLED=frozenset())  # stands in for the bots of a game without any
