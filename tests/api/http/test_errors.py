"""Every error route answers problem+json with a stable code, wherever the error was raised."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator import ruleset
from adjudicator_api import Config, create_app
from adjudicator_api.http import languages, operations
from adjudicator_api.http.wording import MEDIA_TYPE


def problem(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.mimetype == MEDIA_TYPE
    body: dict[str, Any] = response.get_json()
    assert body["status"] == status
    assert body["code"] == code
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"]
    assert body["request_id"] == response.headers["X-Request-ID"]
    return body


def post(
    client: FlaskClient, data: bytes, path: str = "/v1/judge", kind: str = "application/json"
) -> TestResponse:
    return client.post(path, data=data, content_type=kind)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"HHO", "bad_json"),
        (b'{"tiles": NaN}', "bad_json"),
        (b'{"tiles": -Infinity}', "bad_json"),
        (b'{"tiles": "\xff"}', "bad_json"),
        (b"\xef\xbb\xbf{}", "bad_json"),
        (b'{"tiles": %b}' % (b"9" * 5000), "bad_json"),
        (b'{"tiles": "HHO", "tiles": "HH"}', "duplicate_key"),
        (b"[" * 60_000, "nested_too_deep"),
        (b'{"a":' * 12_000, "nested_too_deep"),
    ],
)
def test_400_a_body_that_is_not_json(client: FlaskClient, data: bytes, code: str) -> None:
    problem(post(client, data), 400, code)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nothing", "not_found"),
        ("/v1/", "not_found"),
        ("/static/nothing.css", "not_found"),
        ("/v1/challenges/short", "not_found"),
        ("/v1/challenges/AAAAAAAAAAAAAAAAAAAAAA", "no_such_challenge"),
        ("/v1/rulesets/chess", "unknown_ruleset"),
        ("/v1/rulesets/compoundit:hard", "unknown_ruleset"),
        ("/v1/rulesets/..%2F..%2Fetc", "not_found"),
    ],
)
def test_404(client: FlaskClient, path: str, code: str) -> None:
    problem(client.get(path), 404, code)


def test_405_says_what_is_allowed(client: FlaskClient) -> None:
    for method, path in (("GET", "/v1/judge"), ("DELETE", "/v1/rulesets"), ("PUT", "/v1/challenges")):
        response = client.open(path, method=method)
        problem(response, 405, "method_not_allowed")
        assert response.headers["Allow"]


def test_413_past_64_kib_and_a_mebibyte_for_batches(client: FlaskClient) -> None:
    body = b'{"tiles": "HHO"}'
    assert post(client, body.ljust(64 * 1024)).status_code == 200
    problem(post(client, body.ljust(64 * 1024 + 1)), 413, "body_too_large")
    batch = b'{"items": [{"tiles": "HHO"}]}'
    assert post(client, batch.ljust(1024 * 1024), "/v1/judge/batch").status_code == 200
    problem(post(client, batch.ljust(1024 * 1024 + 1), "/v1/judge/batch"), 413, "body_too_large")
    problem(post(client, b" " * 70_000, "/v1/challenges"), 413, "body_too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_415_only_json(client: FlaskClient, kind: str) -> None:
    problem(post(client, b'{"tiles": "HHO"}', kind=kind), 415, "unsupported_media_type")


def test_json_with_a_charset_is_json(client: FlaskClient) -> None:
    assert post(client, b'{"tiles": "HHO"}', kind="application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"formula": "Xx"}, "unknown_symbol"),
        ({"tiles": ["H", "Xx"]}, "unknown_symbol"),
        ({"tiles": "hho"}, "wrong_case"),
        ({"formula": "SO42-"}, "ambiguous_charge"),
        ({"formula": "C999"}, "too_many_tiles"),
        ({"formula": "H" * 65}, "invalid_request"),
        ({"tiles": ["H"] * 61}, "invalid_request"),
        ({"tiles": "H" * 61}, "too_many_tiles"),
        ({"tiles": "HHO", "rules": "chess"}, "unknown_ruleset"),
        ({"tiles": "HHO", "formula": "H2O"}, "invalid_request"),
        ({}, "invalid_request"),
        ({"tiles": []}, "empty"),
        ({"tiles": ""}, "empty"),
        ({"formula": ""}, "empty"),
        ({"formula": " "}, "empty"),
        ({"runs": ["NaCl", ""]}, "empty"),
        ({"tiles": "", "formula": "H2O"}, "invalid_request"),
        ({"tiles": "HHO", "rule": "x"}, "invalid_request"),
        ([], "invalid_request"),
        ("HHO", "invalid_request"),
    ],
)
def test_422_what_can_be_read_but_not_answered(client: FlaskClient, body: object, code: str) -> None:
    problem(client.post("/v1/judge", json=body), 422, code)


def test_422_points_at_every_fault(client: FlaskClient) -> None:
    body = {"tiles": 5, "rules": 3, "x/y": None}
    errors = problem(client.post("/v1/judge", json=body), 422, "invalid_request")["errors"]
    assert {error["pointer"] for error in errors} == {"/tiles", "/rules", "/x~1y"}
    batch = {"items": [{"tiles": "HHO"}, {"formula": 7}]}
    errors = problem(client.post("/v1/judge/batch", json=batch), 422, "invalid_request")["errors"]
    assert errors[0]["pointer"] == "/items/1/formula"


@pytest.mark.parametrize("language", ["en", "de"])
def test_422_speaks_our_words(client: FlaskClient, language: str) -> None:
    """Every fault that our own models can find has a sentence; any other has one for all."""
    assert languages.faults("de").keys() == languages.faults("en").keys()
    said = languages.faults(language)
    body = {
        "tiles": 5,
        "formula": "H" * 65,
        "rules": "",
        "wilds": 99,
        "level": 0,
        "box": "x",
        "runs": [],
        "y": 1,
    }
    found = client.post("/v1/judge", json=body, headers={"Accept-Language": language})
    for fault in problem(found, 422, "invalid_request")["errors"]:
        begins = said[fault["code"]].partition("{")[0]
        assert fault["message"].startswith(begins), fault
    assert operations._fault({"type": "date_type", "loc": ("x",), "msg": "Input should", "input": 1}, said) == {
        "pointer": "/x", "code": "date_type", "message": said["other"],
    }  # fmt: skip


HALF = "lye\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/judge", {"formula": HALF}),
        ("/v1/valence/name", {"cards": ["Na", "O", "H"], "name": HALF}),
        ("/v1/names/check", {"formula": "NaOH", "name": HALF}),
        ("/v1/challenges", {"runs": ["HH"], "player": HALF}),
        ("/v1/exercises/mark", {"exercise": "name:NaOH", "answer": HALF}),
        ("/v1/games/import", {"record": {"players": [{"name": HALF}]}}),
        ("/v1/editions", {"game": "ion", HALF: 1}),
    ],
)
def test_422_half_of_a_character_is_named(client: FlaskClient, path: str, body: object) -> None:
    refused = problem(client.post(path, json=body), 422, "bad_character")
    assert "'\\ud800' is half of a character" in refused["detail"]


def test_a_whole_character_in_two_escapes_is_text(client: FlaskClient) -> None:
    body = b'{"formula": "NaOH", "name": "\\ud83d\\ude00"}'
    assert post(client, body, "/v1/names/check").status_code == 200


def test_an_empty_formula_has_one_code(client: FlaskClient) -> None:
    """As on the command line, in a batch in its own place."""
    problem(client.post("/v1/names/check", json={"formula": "", "name": "x"}), 422, "empty")
    problem(client.post("/v1/valence/name", json={"cards": [], "name": "x"}), 422, "empty")
    problem(client.get("/v1/names?formula="), 422, "empty")
    problem(client.get("/v1/structures.svg?formula="), 422, "empty")
    for nothing in ("", "%20"):
        problem(client.get(f"/v1/substances?q={nothing}"), 422, "empty")
    batch = {"items": [{"formula": ""}, {"tiles": "HHO"}, {"tiles": []}]}
    verdicts = client.post("/v1/judge/batch", json=batch).get_json()["verdicts"]
    assert [one.get("ruling") or one["error"]["code"] for one in verdicts] == ["empty", "valid", "empty"]


def test_422_of_a_query(client: FlaskClient) -> None:
    problem(client.get("/v1/structures.svg"), 422, "invalid_request")
    problem(client.get("/v1/structures.svg?smiles=C&formula=CH4"), 422, "invalid_request")
    problem(client.get("/v1/structures.svg?smiles=C&smiles=N"), 422, "repeated_parameter")
    problem(client.get("/v1/structures.svg?smiles=nonsense"), 422, "bad_structure")
    problem(client.get("/v1/names?formula=xyz"), 422, "wrong_case")
    problem(client.get("/v1/reference/Zz"), 422, "unknown_symbol")


def test_429_past_the_rate_limit(config: Config) -> None:
    client = create_app(replace(config, rate_limit="3 per minute")).test_client()
    for _ in range(3):
        assert client.get("/v1/rulesets").status_code == 200
    response = client.post("/v1/judge", json={"tiles": "HHO"})
    problem(response, 429, "rate_limited")
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert client.get("/healthz").status_code == 200
    other = client.get("/v1/rulesets", environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200


def test_500_says_nothing_about_the_inside(app: Flask) -> None:
    def crash() -> str:
        raise RuntimeError("the secret of ann")

    app.add_url_rule("/crash", view_func=crash)
    response = app.test_client().get("/crash")
    problem(response, 500, "internal_error")
    assert "secret" not in response.text
    assert "Traceback" not in response.text


def test_the_judges_question_has_one_path_without_flask_and_errors_as_everywhere(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flask(*_: Any) -> Any:
        raise AssertionError("Flask is asked")

    def crash(*_: Any) -> Any:
        raise RuntimeError("the secret of ann")

    monkeypatch.setattr(app.wsgi_app, "app", flask)
    answer = client.post("/v1/judge", json={"tiles": "HHO"}, headers={"Accept-Language": "de"})
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    assert (answer.headers["Content-Language"], answer.headers["Vary"]) == ("de", "Accept-Language, Cookie")
    play = client.post("/v1/judge", json={"runs": ["HHO", "HHHO"]})
    assert (play.status_code, play.get_json()["ruling"]) == (200, "invalid")
    problem(client.post("/v1/judge", json={"tiles": "hho"}), 422, "wrong_case")
    problem(
        client.post("/v1/judge", json={"tiles": "HHO", "edition": "sha256:0123456789ab"}),
        422,
        "edition_unknown",
    )
    problem(client.post("/v1/judge", json={"tile": "HHO"}), 422, "invalid_request")
    problem(post(client, b"{"), 400, "bad_json")
    problem(post(client, b'{"tiles": "HHO"}', kind="text/plain"), 415, "unsupported_media_type")
    monkeypatch.setattr(app.extensions["verdicts"], "give", crash)
    crashed = client.post("/v1/judge", json={"tiles": "HHO"})
    problem(crashed, 500, "internal_error")
    assert "secret" not in crashed.text
    with pytest.raises(AssertionError, match="Flask is asked"):
        client.get("/v1/judge")


def test_a_game_that_cannot_be_loaded_is_named_and_the_others_go_on(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Any:
        raise ImportError("a secret of the machine")

    sound = ruleset.games()
    monkeypatch.setattr(ruleset, "games", lambda: {**sound, "broken": broken})
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["faulty_games"]) == (200, ["broken"])
    assert "secret" not in ready.text
    offered = [game["game"] for game in client.get("/v1/games/catalogue").get_json()["games"]]
    assert "ion" in offered
    assert "broken" not in offered


def test_503_when_the_database_is_gone(app: Flask, client: FlaskClient) -> None:
    assert client.get("/readyz").get_json()["checks"] == {
        "database": "ok",
        "rulesets": "ok",
        "reference": "ok",
    }
    with app.extensions["storage"].database.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
    body = problem(client.get("/readyz"), 503, "not_ready")
    assert body["checks"]["database"] == "database_unavailable"
    assert client.get("/healthz").status_code == 200
