"""/v1/exercises: topics, rounds, lists and marks, in both languages."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pypdfium2
from flask.testing import FlaskClient

from adjudicator.exercises import make_round

GERMAN = {"Accept-Language": "de"}
SHEET = "name:NaCl;write:iron(III) chloride;legal:MgCl;balance:H2 + O2 -> H2O;charge:SO4^2-;build:Na Cl S@ion:base"


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
    assert mark(client, "mend:MgCl", "MgF2")["score"] == 0.5


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


def test_a_worksheet_has_a_page_of_exercises_and_a_page_of_answers(client: FlaskClient) -> None:
    for paper, size in (("A4", (595, 842)), ("Letter", (612, 792))):
        answer = client.get(
            "/v1/exercises/worksheet.pdf", query_string={"set": SHEET, "paper": paper, "language": "de"}
        )
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        with closing(pypdfium2.PdfDocument(answer.get_data())) as pdf:
            assert len(pdf) == 2
            assert tuple(map(round, pdf[0].get_size())) == size
            asked, key = (page.get_textpage().get_text_range() for page in pdf)
        assert "Natriumchlorid" not in asked
        assert "Natriumchlorid" in key
        assert "Eisen(III)-chlorid" in asked
        assert "Lösungen" in key


def test_a_worksheet_may_be_cards_to_cut_out(client: FlaskClient) -> None:
    query = {"set": SHEET, "layout": "cards", "language": "de"}
    answer = client.get("/v1/exercises/worksheet.pdf", query_string=query)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    with closing(pypdfium2.PdfDocument(answer.get_data())) as pdf:
        front, back = (page.get_textpage().get_text_range() for page in pdf)
    assert "Natriumchlorid" not in front
    assert "Natriumchlorid" in back
    wrong = client.get("/v1/exercises/worksheet.pdf", query_string={**query, "layout": "poster"})
    assert wrong.status_code == 422


def test_a_worksheet_has_a_code_where_phones_reach_the_service_and_only_there(client: FlaskClient) -> None:
    alone = client.get("/v1/exercises/worksheet.pdf", query_string={"set": SHEET}).get_data()
    reached = client.get(
        "/v1/exercises/worksheet.pdf", query_string={"set": SHEET}, base_url="http://10.0.0.7"
    ).get_data()
    assert len(reached) > len(alone) + 500
    for query, code in (
        ({"set": "paint:x"}, "unknown_kind"),
        ({"set": "name:Xx"}, "unknown_symbol"),
        ({}, "invalid_request"),
    ):
        refused = client.get("/v1/exercises/worksheet.pdf", query_string=query)
        assert (refused.status_code, refused.get_json()["code"]) == (422, code)
    many = ";".join(make_round(topic, 0, 24, "x").text for topic in ("chemistry-monopoly", "salts"))
    assert (
        client.get("/v1/exercises/worksheet.pdf", query_string={"set": many}).get_json()["code"]
        == "worksheet_size"
    )


def test_a_worksheet_comes_in_versions(client: FlaskClient) -> None:
    answer = client.get("/v1/exercises/worksheet.pdf", query_string={"set": SHEET, "versions": 2})
    assert answer.status_code == 200, answer.get_json()
    with closing(pypdfium2.PdfDocument(answer.get_data())) as pdf:
        assert len(pdf) == 4
    refused = client.get("/v1/exercises/worksheet.pdf", query_string={"set": SHEET, "versions": 5})
    assert refused.get_json()["code"] == "invalid_request"


def test_a_worksheet_that_is_too_long_is_told_in_words(client: FlaskClient) -> None:
    query = {"set": ";".join(f"name:NaCl!{'x' * 500}{n}" for n in range(13))}
    for language, said in {"en": "too long for a worksheet", "de": "für ein Arbeitsblatt zu lang"}.items():
        refused = client.get(
            "/v1/exercises/worksheet.pdf", query_string=query, headers={"Accept-Language": language}
        ).get_json()
        assert refused["code"] == "worksheet_size"
        assert said in refused["detail"]
        assert "/set" not in refused["detail"]
