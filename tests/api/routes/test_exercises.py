"""/v1/exercises: topics, rounds, lists and marks, in both languages."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

GERMAN = {"Accept-Language": "de"}


def mark(client: FlaskClient, exercise: str, answer: str, **headers: str) -> dict[str, Any]:
    answered = client.post(
        "/v1/exercises/mark", json={"exercise": exercise, "answer": answer}, headers=headers
    )
    assert answered.status_code == 200
    found: dict[str, Any] = answered.get_json()
    return found


def test_topics_are_told_in_the_language_of_the_request(client: FlaskClient) -> None:
    topics = client.get("/v1/exercises/topics", headers=GERMAN).get_json()["topics"]
    ions = next(topic for topic in topics if topic["topic"] == "ions")
    assert (ions["title"], ions["kinds"], ions["game"]) == ("Ionen", ["name", "write", "charge"], None)
    assert {topic["game"] for topic in topics} > {"compoundit", "ion"}


def test_a_round_is_made_asked_and_marked(client: FlaskClient) -> None:
    asked = {"topic": "salts", "level": 1, "count": 5, "seed": "a"}
    made = client.post("/v1/exercises", json=asked).get_json()
    assert len(made["exercises"]) == 5
    assert made == client.post("/v1/exercises", json=asked).get_json(), "the same for the same seed"
    for one in made["exercises"]:
        expected = mark(client, one["exercise"], "")["expected"]["answer"]
        assert mark(client, one["exercise"], expected)["right"] is True
        assert expected in one["choices"]
        assert expected not in str(one["question"])


def test_a_list_shows_its_bad_lines_and_uses_the_rest(client: FlaskClient) -> None:
    made = client.post("/v1/exercises", json={"list": "NaCl;Kochsalz\nXx9\nH2O"}, headers=GERMAN).get_json()
    assert [one["exercise"] for one in made["exercises"]] == ["name:NaCl!Kochsalz", "name:H2O"]
    assert [(fault["line"], fault["code"]) for fault in made["faults"]] == [(2, "unknown_symbol")]
    assert "Element" in made["faults"][0]["message"]
    again = client.post("/v1/exercises", json={"list": made["set"]}).get_json()
    assert again["set"] == made["set"]


def test_marks_explain_in_the_language_of_the_request(client: FlaskClient) -> None:
    wrong = mark(client, "write:iron(III) chloride", "FeCl2", **GERMAN)
    assert (wrong["right"], wrong["score"]) == (False, 0)
    assert "Eisen(III)-chlorid ist FeCl3" in wrong["reason"]
    assert mark(client, "mend:MgCl", "MgO")["score"] == 0.5


def test_bad_requests_are_refused_with_a_stable_code(client: FlaskClient) -> None:
    for body, code in (
        ({"topic": "alchemy"}, "unknown_topic"),
        ({"topic": "ions", "list": "NaCl"}, "invalid_request"),
        ({}, "invalid_request"),
        ({"topic": "ions", "count": 4000}, "invalid_request"),
        ({"topic": "acids", "kinds": ["play"]}, "no_such_kind"),
    ):
        refused = client.post("/v1/exercises", json=body)
        assert (refused.status_code, refused.get_json()["code"]) == (422, code)
    for exercise, code in (("paint:x", "unknown_kind"), ("legal:NaCl@chess", "unknown_ruleset")):
        refused = client.post("/v1/exercises/mark", json={"exercise": exercise, "answer": "x"})
        assert (refused.status_code, refused.get_json()["code"]) == (422, code)
    long = mark(client, "name:NaCl", "x" * 9_000)
    assert (long["right"], long["code"]) == (False, "answer_too_long")
