"""The service as the worker of a page calls it: without threads, processes and a network."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from adjudicator_api.app import create_app
from adjudicator_api.config import Config
from adjudicator_api.pocket.device import Device

BASE = "https://host.example/some/where/en/"
MOVE = {
    "rules": "compoundit:standard",
    "board": [],
    "move": [{"row": 8, "col": 8, "symbol": "H"}, {"row": 8, "col": 9, "symbol": "H"}],
    "player": "ann",
    "challenger": "bob",
}


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(str(tmp_path))


def named(language: str) -> dict[str, str]:
    return {"Accept-Language": language, "X-Request-ID": "the-same-for-both"}


def asked(device: Device, method: str, address: str, body: object = None, language: str = "en") -> Any:
    headers = [*named(language).items(), ("Content-Type", "application/json")]
    content = b"" if body is None else json.dumps(body).encode()
    status, _, answer = device.answer(method, address, BASE, headers, content)
    return status, answer


QUESTIONS: list[tuple[str, str, object]] = [
    ("POST", "/v1/judge", {"tiles": "MgNOONOO", "rules": "compoundit:standard"}),
    ("POST", "/v1/judge", {"formula": "C2H6O", "rules": "compoundit:organic"}),
    ("POST", "/v1/judge/batch", {"rules": "valence-plus", "items": [{"formula": "NaOH"}, {"formula": "Xx"}]}),
    ("POST", "/v1/judge", {"tiles": "Qq"}),
    ("POST", "/v1/names/check", {"formula": "NaOH", "name": "lye"}),
    ("POST", "/v1/valence/name", {"cards": ["Na", "O", "H"], "name": "lye"}),
    ("GET", "/v1/structures.svg?formula=H2O", None),
    ("GET", "/v1/reference/C2H6O", None),
    ("GET", "/v1/rulesets/compoundit:standard", None),
    ("GET", "/v1/nothing", None),
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(database_url=f"sqlite:///{tmp_path_factory.mktemp('db')}/x.sqlite", log="off"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_answers_are_those_of_the_service(device: Device, service: Flask, language: str) -> None:
    for method, address, body in QUESTIONS:
        if "structures" in address or "batch" in address:
            continue  # a process of the pool draws these; their content is tested there
        expected = service.test_client().open(address, method=method, json=body, headers=named(language))
        assert asked(device, method, address, body, language) == (expected.status_code, expected.get_data())


def test_long_work_is_done_in_place(device: Device) -> None:
    threads = set(threading.enumerate())
    status, drawing = asked(device, "GET", "/v1/structures.svg?formula=H2O")
    assert (status, drawing[:4]) == (200, b"<svg")
    status, answer = asked(device, *QUESTIONS[2])
    assert status == 200
    valid, unreadable = json.loads(answer)["verdicts"]
    assert valid["ruling"] == "valid"
    assert unreadable["error"]["code"] == "unknown_symbol"
    assert set(threading.enumerate()) <= threads


def test_what_is_kept_is_there_at_the_next_start(device: Device, tmp_path: Path) -> None:
    threads = set(threading.enumerate())
    status, answer = asked(device, "POST", "/v1/challenges", MOVE)
    assert status == 200
    assert set(threading.enumerate()) <= threads
    ruling = json.loads(answer)
    device.app.extensions["storage"].close()
    status, again = asked(Device(str(tmp_path)), "GET", f"/v1/challenges/{ruling['id']}")
    assert status == 200
    assert json.loads(again)["ruling"] == ruling["ruling"] == "valid"
