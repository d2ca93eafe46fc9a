"""Challenges over HTTP: as the contract has them, sealed and full, settled by agreement."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

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
