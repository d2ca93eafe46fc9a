"""GET /v1/substances: by formula and by name, with the rulings of every rule set."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator import ruleset


def looked_up(client: FlaskClient, text: str) -> dict[str, Any]:
    answer = client.get("/v1/substances", query_string={"q": text})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_substance_comes_with_the_ruling_of_every_rule_set(client: FlaskClient) -> None:
    found = looked_up(client, "ethanol")
    assert found["read_as"] == "name"
    [ethanol] = found["substances"]
    rulings = {one["rules"]: one for one in ethanol["rulings"]}
    assert list(rulings) == [listed["name"] for listed in ruleset.listed()]
    assert rulings["compoundit:organic"]["ruling"] == "valid"
    assert rulings["compoundit:standard"]["ruling"] == "invalid"
    for rules, one in rulings.items():
        verdict = client.post("/v1/judge", json={"formula": "C2H6O", "rules": rules}).get_json()
        assert (one["ruling"], one["reason"]) == (verdict["ruling"], verdict["reason"])


def test_games_are_titled_as_on_the_page_of_the_judge(client: FlaskClient) -> None:
    [sulfide] = looked_up(client, "CuS")["substances"]
    titles = {one["rules"]: one["title"] for one in sulfide["rulings"]}
    assert titles["valence-original"] == "Valence, the original"
    assert titles["ion:base"] == "Ion"


def test_an_ion_is_no_question_to_a_game(client: FlaskClient) -> None:
    [nitrate] = looked_up(client, "nitrate")["substances"]
    assert (nitrate["formula"], nitrate["rulings"]) == ("NO3^-", [])


@pytest.mark.parametrize(
    ("text", "code"),
    [("unobtainium", "unknown_substance"), ("", "empty"), ("x" * 500, "invalid_request")],
)
def test_what_is_no_substance_is_refused_with_a_reason(client: FlaskClient, text: str, code: str) -> None:
    answer = client.get("/v1/substances", query_string={"q": text})
    assert answer.status_code == 422
    assert answer.get_json()["code"] == code


def test_a_word_with_two_meanings_has_that_of_the_language_and_names_the_other(client: FlaskClient) -> None:
    for language, meant, other, said in (
        ("en", "Na2CO3·10H2O", "NaHCO3", "In German, natron is NaHCO3 (sodium hydrogen carbonate)."),
        (
            "de",
            "NaHCO3",
            "Na2CO3·10H2O",
            "Auf Englisch ist natron Na2CO3·10H2O (Natriumcarbonat-Decahydrat).",
        ),
    ):
        answer = client.get(
            "/v1/substances", query_string={"q": "natron"}, headers={"Accept-Language": language}
        ).get_json()
        assert [one["formula"] for one in answer["substances"]] == [meant]
        assert [(one["formula"], one["text"]) for one in answer["elsewhere"]] == [(other, said)]
    assert looked_up(client, "soda")["elsewhere"] == looked_up(client, "ethanol")["elsewhere"] == []
