"""A German answer contains no English word, according to a word list: names, reasons, evidence, logs.

Thousands of questions over HTTP: tests/api/http/test_no_english.py.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose, ruleset
from adjudicator.chem.naming import check, names
from adjudicator.engine.replay import Record, game_of
from tests.support.english_words import FOLDERS, english_in, english_in_name, english_words, texts_in

QUESTIONS = [
    *(
        "HHO HH NaCl NaClCl MgNOONOO MgNOONO CaSOOOO OH NaH FeO KBrOOO SOOO HCOOH CHHHOH CHHCHHHOH NHHHCl HeH"
    ).split(),
    *(
        "NaHCOOO KMnOOOO NaNaCOOO CuSOOOO AlClClCl CClClClCl COO CO NN NNO PbIsomer HCl HHS HHSOOOO FF CNN"
    ).split(),
]
RULES = (
    "compoundit:standard",
    "compoundit:expert",
    "valence-plus",
    "ion:base",
    "compounded",
    "chemistry-monopoly",
)


# What is typed in a terminal, and names in files, including those of an edition, are the same in every
# language.
TYPED = set(
    "help game gentle greedy compounded beginner expert pick lay bond turn hold take rxn draw exchange trade react build"
    " end play you verified challenge ruling reason formula tiles question black simulate random Bearer Parquet"
    " Port Node npm psycopg granian waitress WSGI pubchempy None Formula ulimit systemd LimitNOFILE"
    " true false source nearest life supply fine kinds sets supplies stacks worth sulfur acid salt noble pays decay".split()
)


def said(answer: dict[str, Any]) -> Iterator[str]:
    yield answer["reason"]
    yield from (found["message"] for found in answer["checks"])
    yield answer["name"] or ""
    yield (answer["known"] or {}).get("name") or ""


def judged(run: str, rules: str) -> list[str]:
    try:
        asked = ruleset.read_question(run)
    except ValueError:
        return []
    with prose.speaking("de"):
        answer = ruleset.load_ruleset(rules).judge(asked).to_json()
    return [f"{rules} {run}: {word} in {text}" for text in said(answer) for word in english_in(text)]


def test_the_list_knows_english_from_german() -> None:
    assert english_in("Sodium acid is the salt of Natrium") == ["Sodium", "acid", "the", "salt"]
    assert english_in("Natriumchlorid ist ein Salz; Methan, Ethanol und Wasser sind keine.") == []
    assert english_in("'the salt' heißt NaCl, nach C-THE-RUN; 2-methyl-but-1-en") == []
    assert english_in_name("1,3-Dimethylurea") == ["urea"]
    assert english_in_name("Cyclohexanone") == ["none"]
    assert (
        english_in_name("Cyclohexanon")
        == english_in_name("Natriumoxid")
        == english_in_name("12-Krone-4")
        == []
    )


def test_the_words_of_english_are_those_that_we_say() -> None:
    """In a file of words, in a sentence of Python by its German, and in a name."""
    assert {"reaction", "unresolved", "written", "sulfate", "the"} <= english_words()
    assert not {"sulfat", "verbindung", "name"} & english_words()


def test_the_words_of_german_have_no_english_one() -> None:
    words = {
        path: tomllib.loads(path.read_text(encoding="utf-8"))
        for folder in FOLDERS
        for path in Path(folder).rglob("de.toml")
    }
    for own in words.values():
        own.pop("said", {})  # names of facts
        own.get("terminal", {}).pop("notation", "")  # typed text: test_terminal_in_german.py
    found = [
        (str(path), word, text)
        for path, own in words.items()
        for text in texts_in(own)
        for word in english_in(text)
        if word not in TYPED
    ]
    assert found == []


@pytest.mark.parametrize("rules", RULES)
def test_verdicts_have_no_english_word(rules: str) -> None:
    assert [found for run in QUESTIONS for found in judged(run, rules)] == []


@pytest.mark.parametrize("formula", ["NaOH", "Fe2O3", "CuSO4·5H2O", "C2H6O", "H2SO4", "K4[Fe(CN)6]", "CaCO3"])
def test_names_have_no_english_word(formula: str) -> None:
    table = ruleset.default_authority().table
    spoken = names(formula, table, "de")
    answers = [
        check(formula, name, table, "de").message for name in (*spoken[:3], "Natriumoxid", "Eisensulfat")
    ]
    assert [word for text in (*spoken, *answers) for word in english_in(text)] == []


@pytest.mark.parametrize("game", ["chemistry_monopoly", "compounded", "compoundit", "ion", "valence_plus"])
def test_a_whole_game_has_no_english_word(game: str) -> None:
    path = sorted(Path("fixtures/games").glob(f"{game.replace('_', '-')}/*.json"))
    path = path or sorted(Path("fixtures/games").glob(f"{game}/*.json"))
    record = Record.from_json(json.loads(path[0].read_text(encoding="utf-8")))
    played = game_of(record)
    players = [f"Anna{seat}" for seat, _ in enumerate(record.players)]
    lines = {
        prose.tell(record.game, event, players, "de") or ""
        for event in played.events_shown(record.events, None)
    }
    assert [(word, line) for line in sorted(lines) for word in english_in(line)] == []
