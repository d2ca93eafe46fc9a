"""No English word in a German answer: names, reasons, evidence, logs. A list of words decides.

By day a sample of the questions, at night all of them and whole games.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose, ruleset
from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.common import common
from adjudicator.chem.naming.data import knowledge
from adjudicator.chem.naming.vocabulary import vocabulary
from adjudicator.engine.replay import Record, game_of

LITTLE = (
    "the is are of and with has have not this that you your can may for or but from by at no yes which it its "
    "be to tile tiles card cards molecule compound acid base salt"
)
ALIKE = {"base", "fluoride", "chloride", "oxide", "gas", "silane"}  # German words too, some of them plurals
WORD = re.compile(r"[^\W\d_]+")
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


@cache
def english_words() -> frozenset[str]:
    """Of names and sentences, without what German has too."""
    english, german = (_words_of_names(language) for language in ("en", "de"))
    return (english | set(LITTLE.split())) - german - ALIKE


def _words_of_names(language: str) -> frozenset[str]:
    words = vocabulary(language)
    names = [*words.elements.values()]
    names += [name for ion in knowledge().anions for name in words.anion(ion)]
    names += [name for group in knowledge().cations for name in words.cation(group)]
    names += [name for spoken in common(language).written.values() for name in spoken]
    return frozenset(word.casefold() for name in names for word in WORD.findall(name) if len(word) > 2)


def english_in(text: str) -> list[str]:
    """The English words; what somebody said in quotation marks and rule ids do not count."""
    plain = re.sub(r"'[^']*'|\([^)]*(?:Handbook|CRC|Wikidata|NIST)[^)]*\)|\b[CVIKM]-[A-Z-]+", "", text)
    return [word for word in WORD.findall(plain) if not word.isupper() and word.casefold() in english_words()]


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
    assert english_in("sodium acid is the salt of Natrium") == [
        "sodium", "acid", "is", "the", "salt", "of",
    ]  # fmt: skip
    assert english_in("Natriumchlorid ist ein Salz; Methan, Ethanol und Wasser sind keine.") == []


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


@pytest.mark.nightly
def test_thousands_of_verdicts_have_no_english_word() -> None:
    chance = random.Random(36)
    symbols = "H O C N Cl S Na K Mg Ca F P Fe Cu Al Br I Si B Li".split()
    runs = ["".join(chance.choices(symbols, k=chance.randint(2, 7))) for _ in range(400)]
    assert [found for run, rules in product(runs, RULES) for found in judged(run, rules)] == []


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
