"""Lessons: each is played to its end by its own steps, with the real engine, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator import ruleset
from adjudicator.chem.formula import Formula
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.engine.game import playable_games
from adjudicator.reference.salts import listed_salt
from adjudicator_api.games.opening.lessons import card_in, lesson_of, steps_in
from tests.support.tabling import OnlineTable

LANGUAGES = ("en", "de")
LONGEST = 190  # characters in a step: five lines on a phone
WHOLE_CARD = 700  # characters on a rule card: one screen


@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_played_to_its_end_by_its_own_steps(
    client: FlaskClient, game: str, language: str
) -> None:
    lesson = steps_in(game, language)
    assert lesson is not None
    assert 3 <= len(lesson["steps"]) <= 10
    for step in lesson["steps"]:
        assert 20 < len(step["text"]) <= LONGEST, step["text"]
    played(client, game)
    assert lesson["end"]


NO_MOLECULES = ("NO", "OH")  # a radical, and an ion: the table has neither
CHEMISTRY = re.compile(
    r"\b((?:[A-Z][a-z]?[0-9]*){2,}|(?:acid|base|salt|water|oxide|noble|volatile|flammable)(?=s?\b))"
)


@pytest.mark.parametrize("game", playable_games())
def test_every_formula_and_word_of_chemistry_in_a_lesson_has_its_source(game: str) -> None:
    lesson, words = lesson_of(game), ruleset.lesson_words(game, "en")
    assert lesson is not None
    sources = lesson.get("chemistry", {})
    spoken = set(CHEMISTRY.findall(" ".join((*words["steps"], words["end"]))))
    assert spoken == set(sources)
    assert not [term for term, source in sources.items() if len(source) < 20]
    for formula in [Formula.parse(term) for term in spoken if term[0].isupper() and term not in NO_MOLECULES]:
        assert ruleset.default_authority().real(formula) or listed_salt(formula)


def played(client: FlaskClient, game: str) -> Any:
    """What the learner sees when all steps are done."""
    lesson = steps_in(game, "en")
    assert lesson is not None
    made = client.post(f"/v1/lessons/{game}", json={"name": "Eva"}).get_json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    table = OnlineTable(client, made["id"], made["host_token"], made["code"], tokens)
    for step in lesson["steps"]:
        assert any(ask["player"] == 0 for ask in table.view(0)["asks"]), step["text"]
        for seat, action in [(0, step["does"]), *((o["seat"], o["action"]) for o in step["then"])]:
            answer = table.act(seat, action)
            assert answer.status_code == 200, (step["text"], seat, action, answer.text)
    return table.view(0)


def test_I_GOALS_the_lesson_ends_with_the_goal_that_its_sentences_promise(client: FlaskClient) -> None:
    """Regression: the box got other goals, and the lesson spoke of one that was not on the table."""
    lesson = steps_in("ion", "en")
    assert lesson is not None
    assert "One pays for NaCl or KCl, more for both." in lesson["steps"][0]["text"]
    (sheet,) = played(client, "ion")["table"]["sheets"]
    counted = {(line["what"], tuple(line["cards"])): line["points"] for line in sheet[0]}
    assert counted == {
        ("compound", ("Na", "Cl")): 7,
        ("compound", ("K", "Cl")): 7,
        ("nobles", ("Ar", "Ne")): 5,
        ("goal", ("Cl", "Na", "Cl", "K")): 5,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_square_of_the_board_is_set_like_a_formula(language: str) -> None:
    """Regression: "H on H9 and Na on H10" was shown with the numbers below the line."""
    lesson = steps_in("compoundit", language)
    assert lesson is not None
    for step in lesson["steps"]:
        squares = re.findall(r"\b[A-O]\d{1,2}\b", step["text"])
        signs = prose_in_signs(step["text"])
        assert [square for square in squares if square not in signs] == []


@pytest.mark.parametrize("game", playable_games())
def test_every_language_says_the_same_steps(game: str) -> None:
    folder = Path(str(ruleset.game(game).__file__)).parent / "words" / "lesson"
    shapes = [shape(tomllib.loads(path.read_text(encoding="utf-8"))) for path in folder.glob("*.toml")]
    assert len(shapes) == len(LANGUAGES)
    assert all(each == shapes[0] for each in shapes)


def shape(words: Any) -> Any:
    if isinstance(words, dict):
        return {name: shape(each) for name, each in words.items()}
    return len(words) if isinstance(words, list) else None


def test_a_language_without_a_lesson_gets_the_english_one() -> None:
    assert steps_in("ion", "tlh") == steps_in("ion", "en") != steps_in("ion", "de")


@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_card_fits_one_screen(game: str, language: str) -> None:
    card = card_in(game, language)
    assert card is not None
    assert set(card) == {"turn", "score", "end"}
    assert sum(map(len, card.values())) < WHOLE_CARD
    assert not [text for text in card.values() if "{" in text]


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("compounded", "somebody has 50 points, or 3 complete experiments"),
        ("valence-plus", "Whoever first has 16 points wins"),
    ],
)
def test_the_rule_card_says_how_many_points_end_the_game(game: str, end: str) -> None:
    card = card_in(game, "en")
    assert card is not None
    assert end in card["end"]


def test_the_deal_of_a_lesson_is_the_same_every_time_and_that_of_a_game_is_not(client: FlaskClient) -> None:
    def hand(path: str, body: dict[str, object]) -> object:
        made = client.post(path, json=body).get_json()
        table = OnlineTable(client, made["id"], made["host_token"], None, {0: made["seats"][0]["token"]})
        return table.view(0)["table"]["rack"]

    seats = [{"name": "Eva"}, {"name": "Bob"}]
    assert hand("/v1/lessons/compoundit", {}) == hand("/v1/lessons/compoundit", {})
    games = [hand("/v1/games", {"game": "compoundit", "seats": seats}) for _ in range(3)]
    assert games[0] != games[1] or games[1] != games[2]


def test_a_game_without_a_lesson_says_so(client: FlaskClient) -> None:
    assert lesson_of("chess") is None
    answer = client.post("/v1/lessons/chess", json={})
    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_game")


def test_a_scripted_partner_is_never_missing(client: FlaskClient) -> None:
    """Nothing turns a lesson into a game: no bot takes over for a partner, however long the game waits for one."""
    made = client.post("/v1/lessons/valence-plus", json={"name": "Eva"}).get_json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    table = OnlineTable(client, made["id"], made["host_token"], made["code"], tokens)
    assert table.act(0, {"type": "draw", "source": "deck"}).status_code == 200
    assert table.act(0, {"type": "end_turn", "discards": ["Cu"]}).status_code == 200
    assert [ask["player"] for ask in table.view(0)["asks"] if ask["obliged"]] == [1]
    answer = table.post("/seats/1/absence", {"then": "bot", "bot": "greedy"}, 0)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "nobody_missing")
