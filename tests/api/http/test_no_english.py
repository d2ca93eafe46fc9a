"""An answer over HTTP to a request in German contains no English word, according to a word list.

By day a few questions, at night two thousand, including names, verdicts, evidence, challenges and refusals.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.naming.translating import translation
from adjudicator.reference.table.reading import SHIPPED
from tests.support.english_words import english_in, english_in_name
from tests.support.questions_in_german import KINDS, NAMES, SENTENCES, Question, questions, texts
from tests.support.sampling import more_at_night

if TYPE_CHECKING:
    from flask.testing import FlaskClient

SEED = 36
GERMAN = {"Accept-Language": "de-AT"}


def stays_english(name: str) -> bool:
    """C-NAME-SHOWN: a name of the table that our German rules cannot write is shown as the table has it."""
    return name in names_of_the_table() and translation(name, "de") is None


@cache
def names_of_the_table() -> frozenset[str]:
    with closing(sqlite3.connect(f"file:{SHIPPED}?mode=ro", uri=True)) as table:
        return frozenset(name for (name,) in table.execute("SELECT name FROM compound"))


def english_answers(client: FlaskClient, question: Question) -> list[str]:
    answer = client.open(question.path, method=question.method, json=question.body, headers=GERMAN).get_json()
    asked = question.asked.casefold()
    found = [(word, text) for text in texts(answer, SENTENCES) for word in english_in(text)]
    found += [
        (word, text)
        for text in texts(answer, NAMES)
        if not stays_english(text)
        for word in english_in_name(text)
    ]
    return [f"{word} in {text}" for word, text in found if word.casefold() not in asked]


@pytest.mark.parametrize("number", more_at_night(20, 2000))
def test_answers_have_no_english_word(client: FlaskClient, number: int) -> None:
    asked = questions(number, SEED)
    assert [found for question in asked for found in english_answers(client, question)] == []


def test_the_questions_are_of_every_kind_and_their_answers_say_something(client: FlaskClient) -> None:
    kinds = Counter(question.path.partition("?")[0].rpartition("/")[0] for question in questions(400, 1))
    assert len(kinds) >= len(KINDS) // 2
    answers = [
        client.open(one.path, method=one.method, json=one.body, headers=GERMAN).get_json()
        for one in questions(12, 1)
    ]
    assert all(list(texts(answer, SENTENCES | NAMES)) for answer in answers)


def test_an_english_answer_would_be_found(client: FlaskClient) -> None:
    english = client.post("/v1/judge", json={"tiles": "NaClCl"}).get_json()
    assert [word for text in texts(english, SENTENCES) for word in english_in(text)]
