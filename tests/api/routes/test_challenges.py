"""Challenges over HTTP: as in the contract, sealed and full, settled by agreement."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from adjudicator_api import Config, create_app
from adjudicator_api.storage.commands import prune
from adjudicator_api.storage.schema import challenges

WATER = [
    {"row": 8, "col": 7, "symbol": "H"},
    {"row": 8, "col": 8, "symbol": "O"},
    {"row": 8, "col": 9, "symbol": "H"},
]
GOOD = [{"row": 9, "col": 8, "symbol": "H"}, {"row": 10, "col": 8, "symbol": "H"}]
BODY: dict[str, Any] = {
    "rules": "compoundit:standard", "board": WATER, "move": GOOD, "player": "ann", "challenger": "bob",
}  # fmt: skip


def ask(client: FlaskClient, **changes: Any) -> dict[str, Any]:
    response = client.post("/v1/challenges", json={**BODY, **changes})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.get_json()
    assert response.headers["Location"] == f"/v1/challenges/{answer['id']}"
    return answer


def test_a_valid_move_costs_the_challenger_the_next_turn(client: FlaskClient) -> None:
    answer = ask(client)
    assert answer["ruling"] == "valid"
    assert [check["rule"] for check in answer["geometry"]] == ["C-LINE", "C-TOUCH", "C-RUN"]
    assert answer["runs"][0]["squares"] == [[8, 8], [9, 8], [10, 8]]
    assert answer["runs"][0]["tiles"] == ["O", "H", "H"]
    assert answer["runs"][0]["score"] == 4
    assert answer["runs"][0]["verdict"]["formula"] == "H2O"
    assert answer["score"] == 4
    assert answer["consequence"] == {"player": "bob", "loses": "next turn", "tiles_back": False}


def test_an_invalid_move_goes_back(client: FlaskClient) -> None:
    answer = ask(client, move=GOOD[:1])
    assert answer["ruling"] == "invalid"
    assert answer["score"] == 0
    assert answer["consequence"] == {"player": "ann", "loses": "this turn", "tiles_back": True}
    assert answer["reason"].startswith("OH: ")


def test_a_ruling_stays_readable(client: FlaskClient) -> None:
    answer = ask(client)
    kept = client.get(f"/v1/challenges/{answer['id']}").get_json()
    answer.pop("settlement_key")
    assert kept == answer


def test_ids_cannot_be_guessed(client: FlaskClient) -> None:
    ids = {ask(client)["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(id_) == 22 for id_ in ids)


def test_sealed_gives_the_ruling_and_never_a_reason(client: FlaskClient) -> None:
    answer = ask(client, detail="sealed")
    assert answer.keys() == {
        "id", "detail", "created_at", "ruling", "consequence", "decided_by", "settlement_key",
    }  # fmt: skip
    kept = client.get(f"/v1/challenges/{answer['id']}").get_json()
    assert kept.keys() == answer.keys() - {"settlement_key"}
    assert kept["ruling"] == "valid"


def test_without_a_board_the_runs_are_enough(client: FlaskClient) -> None:
    response = client.post("/v1/challenges", json={"runs": ["HHO", ["Na", "Cl"]]})
    answer = response.get_json()
    assert answer["ruling"] == "valid"
    assert answer["score"] is None
    assert answer["geometry"] == []
    assert [run["squares"] for run in answer["runs"]] == [None, None]
    assert answer["consequence"]["player"] == "challenger"
    assert client.post("/v1/challenges", json={"runs": ["HHO"], "board": []}).status_code == 422
    assert client.post("/v1/challenges", json={"runs": ["HHO"], "move": GOOD}).status_code == 422
    assert client.post("/v1/challenges", json={"board": WATER}).status_code == 422


def test_an_impossible_board_is_refused_with_every_fault(client: FlaskClient) -> None:
    board = [*WATER, WATER[0], {"row": 0, "col": 3, "symbol": "H"}, {"row": 1, "col": 1, "symbol": "Li"}]
    move = [{"row": 1, "col": 2, "symbol": "Li"}, {"row": 1, "col": 3, "symbol": "Qq"}]
    response = client.post("/v1/challenges", json={**BODY, "board": board, "move": move, "challenger": "ann"})
    assert response.status_code == 422
    problem = response.get_json()
    assert problem["code"] == "impossible_position"
    assert {fault["code"] for fault in problem["faults"]} == {
        "square_taken", "off_board", "no_more_tiles", "unknown_tile", "own_move",
    }  # fmt: skip
    assert all(fault["message"].endswith(".") for fault in problem["faults"])


def settle(client: FlaskClient, answer: dict[str, Any], **changes: Any) -> Any:
    body = {
        "ruling": "invalid",
        "agreed_by": ["ann", "bob", "eve"],
        "settlement_key": answer["settlement_key"],
    }
    return client.post(f"/v1/challenges/{answer['id']}/settlement", json={**body, **changes})


@pytest.mark.rule("C-CONSENSUS")
def test_the_table_settles_by_agreement_once(client: FlaskClient) -> None:
    answer = ask(client)
    settled = settle(client, answer).get_json()
    assert settled["ruling"] == "invalid"
    assert settled["judged"] == "valid"
    assert settled["decided_by"] == "agreement"
    assert settled["score"] == 0
    assert settled["consequence"] == {"player": "ann", "loses": "this turn", "tiles_back": True}
    assert settled["settlement"]["agreed_by"] == ["ann", "bob", "eve"]
    assert client.get(f"/v1/challenges/{answer['id']}").get_json() == settled
    again = settle(client, answer, ruling="valid")
    assert (again.status_code, again.get_json()["code"]) == (409, "already_settled")


@pytest.mark.rule("C-CONSENSUS")
def test_settling_needs_the_key_and_both_sides(client: FlaskClient) -> None:
    answer = ask(client)
    stranger = settle(client, answer, settlement_key="guess")
    assert (stranger.status_code, stranger.get_json()["code"]) == (403, "wrong_settlement_key")
    alone = settle(client, answer, agreed_by=["bob", "eve"])
    assert (alone.status_code, alone.get_json()["code"]) == (422, "not_all_agreed")
    assert alone.get_json()["missing"] == ["ann"]
    assert settle(client, answer, ruling="unresolved").status_code == 422
    nobody = settle(client, {**answer, "id": "A" * 22})
    assert nobody.status_code == 404


def test_a_sealed_ruling_stays_sealed_when_it_is_settled(client: FlaskClient) -> None:
    answer = ask(client, detail="sealed")
    settled = settle(client, answer).get_json()
    assert settled["ruling"] == "invalid"
    assert settled["decided_by"] == "agreement"
    assert "runs" not in settled


def test_names_are_text(client: FlaskClient) -> None:
    html = "<img src=x onerror=alert(1)>"
    answer = ask(client, player=html, challenger="Zoë 🧪")
    assert answer["player"] == html
    response = client.get(f"/v1/challenges/{answer['id']}")
    assert response.mimetype == "application/json"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.get_json()["challenger"] == "Zoë 🧪"


def test_the_key_is_not_kept(app: Flask, client: FlaskClient) -> None:
    answer = ask(client)
    rows = app.extensions["storage"].database.read(
        lambda connection: connection.exec_driver_sql("SELECT * FROM challenges").fetchall()
    )
    assert answer["settlement_key"] not in str(rows)


# --- sent twice ---------------------------------------------------------------------------------------------

KEY = {"Idempotency-Key": "0f8fad5b-d9cb-469f-a165-70867728950e"}


def post(client: FlaskClient, body: dict[str, Any], path: str = "/v1/challenges", **headers: str) -> Any:
    return client.post(path, json=body, headers={**KEY, **headers})


def test_a_challenge_that_is_sent_again_is_answered_again(client: FlaskClient) -> None:
    first, second = (post(client, BODY).get_json() for _ in range(2))
    assert first == second
    assert settle(client, second).get_json()["ruling"] == "invalid"
    assert post(client, BODY).get_json()["decided_by"] == "agreement"
    other = post(client, {**BODY, "player": "eve"})
    assert (other.status_code, other.get_json()["code"]) == (422, "key_reused")
    assert (
        post(client, BODY, **{"Idempotency-Key": "another-key-of-some-length"}).get_json()["id"]
        != first["id"]
    )
    metrics = client.get("/metrics").text
    assert 'adjudicator_rulings_total{rules="compoundit:standard",ruling="valid"} 2.0' in metrics


def test_many_who_send_the_same_at_once_get_the_same(app: Flask) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post(app.test_client(), BODY).get_json(), range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert ask(app.test_client())["settlement_key"] != answers[0]["settlement_key"]


def test_a_settlement_that_is_sent_again_is_answered_again(client: FlaskClient) -> None:
    answer = ask(client)
    path = f"/v1/challenges/{answer['id']}/settlement"
    body = {"ruling": "invalid", "agreed_by": ["ann", "bob"], "settlement_key": answer["settlement_key"]}
    first, second = (post(client, body, path) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.get_json() == second.get_json()
    for changes, headers, refusal in (
        ({"ruling": "valid"}, {}, (422, "key_reused")),
        ({}, {"Idempotency-Key": "another-key-of-some-length"}, (409, "already_settled")),
    ):
        refused = post(client, {**body, **changes}, path, **headers)
        assert (refused.status_code, refused.get_json()["code"]) == refusal
    assert settle(client, answer).status_code == 409


@pytest.mark.parametrize("key", ["", "short", "x" * 256, "with a space in it ...", "Zoë-Zoë-Zoë-Zoë-Zoë"])
def test_a_key_that_makes_no_sense_is_refused(client: FlaskClient, key: str) -> None:
    refused = post(client, BODY, **{"Idempotency-Key": key})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "bad_idempotency_key")


# --- how long it is kept ------------------------------------------------------------------------------------


def grow_old(app: Flask, id_: str, days: int) -> None:
    old = (
        update(challenges)
        .where(challenges.c.id == id_)
        .values(created_at=datetime.now(UTC) - timedelta(days))
    )
    app.extensions["storage"].database.write(lambda connection: connection.execute(old))


def test_an_old_ruling_has_expired_pruned_or_not(app: Flask, client: FlaskClient, config: Config) -> None:
    answers = {days: ask(client) for days in (0, 399, 401, 801)}
    for days, answer in answers.items():
        grow_old(app, answer["id"], days)

    def statuses() -> list[int]:
        return [client.get(f"/v1/challenges/{answer['id']}").status_code for answer in answers.values()]

    assert statuses() == [200, 200, 410, 410]
    refused = settle(client, answers[401])
    assert (refused.status_code, refused.get_json()["code"]) == (410, "expired")
    for said in ("Emptied 1, forgot 1.", "Emptied 0, forgot 0."):
        done = CliRunner().invoke(prune, ["--database-url", config.database_url])
        assert done.stdout.strip() == said
    assert statuses() == [200, 200, 410, 404]
    done = CliRunner().invoke(prune, ["--database-url", config.database_url, "--retention-days", "300"])
    assert done.stdout.strip() == "Emptied 1, forgot 0."
    assert statuses() == [200, 410, 410, 404]


def test_rulings_can_be_kept_for_good(tmp_path: Path) -> None:
    app = create_app(
        Config(database_url=f"sqlite:///{tmp_path}/x.sqlite", rate_limit="off", log="off", retention_days=0)
    )
    answer = ask(app.test_client())
    grow_old(app, answer["id"], 20_000)
    assert app.extensions["storage"].challenges.prune() == (0, 0)
    assert app.test_client().get(f"/v1/challenges/{answer['id']}").status_code == 200
