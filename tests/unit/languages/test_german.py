"""German on request: nothing is missing, nothing is left in English, and the same facts are said."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adjudicator import judge, prose, ruleset
from adjudicator.chem.formula import Tiles
from adjudicator.chem.lewis import structure  # noqa: F401 - register what they say
from adjudicator.chem.naming import check
from adjudicator.cli import (
    helping,
    main,
    render,  # noqa: F401
)
from adjudicator.engine.agents import analyst  # noqa: F401
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.answers import refusal
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.replay import Record, game_of
from adjudicator.errors import AdjudicatorError
from adjudicator.languages.catalogue import Sentence
from adjudicator.languages.templates import Template, Words
from adjudicator_rulesets.compoundit.judging.board import challenge  # noqa: F401
from adjudicator_rulesets.compoundit.play.notation import Position
from tests.support.english_words import english_in
from tests.support.sampling import slow_unless_today

# Small words that no German sentence has; names of substances and passages of rulebooks stay English.
LEFT_IN_ENGLISH = re.compile(
    r"\b(the|is|are|and|with|has|no|one|two|three|four|[Pp]oints?|[Ff]ire\w*|liquids?|solids?|[Cc]opper|[Cc]arbon)\b"
)
ENGLISH = re.compile(r"\b(the|is|are|of|and|with|has|have|not|this|that|you|your|can|may|for)\b")


@cache
def translated() -> list[str]:
    """Everything that has its sentences in a place of its own, once all of it is loaded."""
    for name in playable_games():
        load_game(name)
        players_of(name)
    for rules in ruleset.listed():
        ruleset.load_ruleset(rules["name"])
    return sorted(prose.homes())


def parameters(sentence: Callable[..., Any]) -> set[str] | None:
    """The facts that an English sentence takes, by its gaps or by its parameters."""
    if isinstance(sentence, Sentence):
        return _with_parts(sentence.template, sentence.words)
    found = inspect.signature(sentence).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in found):
        return None
    return {p.name for p in found}


def _with_parts(template: Template, words: Words) -> set[str]:
    """The facts of a sentence and of the parts that it is made of."""
    named = [re.search(r"\bpart (\w+)", each) for gap in template.gaps for each in gap.filters]
    parts = [words.templates[part[1]] for part in named if part]
    return template.facts.union(*(_with_parts(part, words) for part in parts))


@pytest.mark.parametrize("game", translated())
def test_every_sentence_is_there_and_takes_the_same_facts(game: str) -> None:
    english, german = prose.catalogue_of(game), prose.catalogue_of(game, "de")
    assert set(german) == set(english)
    for code, sentence in english.items():
        told, has_gaps_for = parameters(sentence), facts_of(german[code])
        assert told is None or has_gaps_for <= told, code
    of_all = set(prose.told_in(prose.SHARED))  # a game may tell these in the words of its box
    assert set(prose.told_in(game, "de")) | of_all == set(prose.told_in(game)) | of_all


def facts_of(sentence: Callable[..., Any]) -> set[str]:
    """The facts that a sentence of a file has gaps for."""
    template: Template = inspect.unwrap(sentence).template
    return template.facts


def said(german: str | None, english: str | None, what: str) -> None:
    assert (german is None) == (english is None), what
    if german is not None:
        assert german != english or ":" in german, what
        assert not ENGLISH.search(re.sub(r"\(.*?\)", "", german).partition(": ")[0]), german


def records() -> list[Path]:
    """Records of the translated games."""
    found = [path for folder in ("", "frozen/") for path in Path("fixtures/games").glob(f"{folder}*/*.json")]
    return [
        path for path in sorted(found) if json.loads(path.read_text(encoding="utf-8"))["game"] in translated()
    ]


def test_a_right_name_is_told_in_german_whatever_language_it_was_said_in() -> None:
    """Bots use the English name. A wrong name is quoted as it was given."""
    path = Path("fixtures/games/valence_plus/naming-3.json")
    record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
    given = [event for event in record.events if event.type == "name_given"]
    with prose.speaking("de"):
        told = [prose.tell("valence-plus", event, ("Ann", "Bob", "Cid")) for event in given]
    assert given[0]["answer"] == "wrong"
    assert "'base'" in (told[0] or "")
    assert given[2]["name"] == "sodium fluoride"
    assert "'Natriumfluorid'" in (told[2] or "")


@pytest.mark.parametrize(
    "path", slow_unless_today(3, records()), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_whole_games_are_told(path: Path) -> None:
    record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
    game = game_of(record)
    names = [f"Anna{seat}" for seat, _ in enumerate(record.players)]
    for event in game.events_shown(record.events, None):
        said(prose.tell(game.name, event, names, "de"), prose.tell(game.name, event, names, "en"), event.type)


def questions() -> Iterator[tuple[str, str]]:
    for run in (
        "HH NN HHO MgNOONOO MgNOONO NaCl NaClCl CaSO COO NH NHHH NaMgO FeO OH Na CHHHH CHHHOH CHF HeH".split()
    ):
        for rules in ("compoundit:standard", "compoundit:expert"):
            yield run, rules
        yield run, "valence-plus"


@pytest.mark.parametrize(("run", "rules"), list(questions()))
def test_verdicts_are_given_in_german(run: str, rules: str) -> None:
    verdict = ruleset.load_ruleset(rules).judge(Tiles.parse(run))
    english = [found.message for found in verdict.checks]
    with prose.speaking("de"):
        german = [found.message for found in verdict.checks]
    for one, other in zip(german, english, strict=True):
        said(one, other, run)


SAID_OF_BOXES = (
    ("ion:base", "Mg2Cl4 MgCl2F Mg2Cl3 NaOHCl HeNe H20 NaNO3 Na20 AgCl"),
    ("ion:transition+polyatomic+radioactive", "Fe2(SO4)3 NaHCO3 RnCl FeCl NH4NO3"),
    ("compounded", "CO2 C2H5OH H2O NaCl H20 NH7 CaC2 H2SO4 N2H4 NO2 C2H2 H6"),
    ("chemistry-monopoly", "F F2 F5Cl3I4 F4Cl4I3 F5Cl5I5 F9 CuAgAu CuAg CuNa C Si2 U F4Cl4"),
)


@pytest.mark.parametrize(
    ("rules", "formula"), [(rules, asked) for rules, text in SAID_OF_BOXES for asked in text.split()]
)
def test_the_judges_that_know_a_box_leave_no_english_word(rules: str, formula: str) -> None:
    verdict = judge(formula, rules)
    with prose.speaking("de"):
        for found in verdict.checks:
            assert not LEFT_IN_ENGLISH.search(found.message), found.message


@pytest.mark.rule("K-ASK")
def test_K_ASK_a_bench_is_answered_in_german() -> None:
    rules = ruleset.load_ruleset("compounded")
    verdict = ruleset.ask(rules, None, {"bench": "H H O C", "wilds": 1, "level": 3})
    with prose.speaking("de"):
        told = " ".join(found.message for found in verdict.checks)
    assert not LEFT_IN_ENGLISH.search(told), told
    assert "Feuerlöscher (CO2, 3 Punkte) mit einem Joker für O" in told
    assert "Formaldehyd (CH2O): die Karte hat vier Plätze, die Forschung legt aber nur 3 je Zug;" in told


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("NaOH", "sodium hydroxide"), ("NaOH", "caustic soda"), ("FeCl3", "iron chloride"), ("FeCl3", "iron(II) chloride"),
        ("CO2", "carbon monoxide"), ("NaCl", "salt"), ("NaCl", "sodium"), ("NaCl", ""), ("NaCl", "NaCl"), ("NaCl", "xyzzy"),
        ("C2H6O", "ethanol"), ("CH3OCH3", "ethanol"), ("K2SO4", "potassium sulfite"), ("CuSO4·5H2O", "copper(II) sulfate"),
        ("NaCl", "sodium cloride"), ("CuZn", "brass"), ("HCl", "chlorine hydride"), ("MgO", "magnesium(II) oxide"),
    ],
)  # fmt: skip
def test_names_are_ruled_on_in_german(formula: str, name: str) -> None:
    german = check(formula, name, language="de").message
    assert german != check(formula, name).message
    assert german.split(":")[0].split(",")[0].split(" ")[0] in {
        "Ja", "Nein", "Das", "Für", "Ein",
    }, german  # fmt: skip


def test_players_without_a_name_have_a_number_in_every_language() -> None:
    late = refusal("C-TURN", "not_your_turn", turn=1)
    assert late.message == "It is the turn of player 2."
    with prose.speaking("de"):
        assert late.message == "Spieler 2 ist am Zug."
        with prose.seated(["Ann", "Bob"]):
            assert late.message == "Bob ist am Zug."


def test_errors_are_retold_by_their_pattern_with_their_facts() -> None:
    said = "There is no bot 'clever'. There are: random, greedy."
    assert prose.retold(said) == said
    with prose.speaking("de"):
        assert prose.retold(said) == "Einen Bot 'clever' gibt es nicht. Es gibt: random, greedy."
        assert prose.retold("Something else.") == "Something else."


@pytest.mark.parametrize(
    ("fail", "german"),
    [
        (
            lambda: ruleset.plays_of("valence-plus"),
            "Valence Plus hat kein Brett, auf dem sich Züge suchen lassen.",
        ),
        (
            lambda: ruleset.compounds_scored("compounded"),
            "Compounded sagt nichts über die Punkte einer einzelnen Reihe.",
        ),
        (
            lambda: Position.parse("5/5"),
            (
                "Zeile 1 der Stellung, '5', lässt sich nicht lesen: sie füllt 5 Felder, und es sind 2 Zeilen. "
                "Eine Zeile hat Symbole und dazwischen die Zahlen leerer Felder, wie 7MgO6."
            ),
        ),
        (
            lambda: load_game("compounded").setup({"offers": 100, "lead": 9}),
            (
                "Dieses Spiel lässt sich nicht aufbauen: „offers“ ist 100; richtig ist 0 bis 99; "
                "„lead“ ist 9; richtig ist ein Spieler von 1 bis 2 oder 0."
            ),
        ),
    ],
)
def test_what_an_error_is_composed_of_is_german_too(fail: Callable[[], object], german: str) -> None:
    with pytest.raises(AdjudicatorError) as failed:
        fail()
    with prose.speaking("de"):
        assert prose.retold(failed.value.message) == german


def test_why_a_source_gave_no_answer_is_german() -> None:
    """As a source on the net says it in a clause, and as the table does in a sentence."""
    reasons = (
        "ChemSpider: the calls that the key buys are used up",
        "The table: There is no reference table at x. Make one with 'adjudicator reference build', or set Y.",
    )
    with prose.speaking("de"):
        told = prose.render(prose.SHARED, "source_failed", {"formula": "XeF2", "reasons": reasons})
    assert told.partition(". ")[2] == (
        "ChemSpider: die Abfragen, für die der Schlüssel gilt, sind aufgebraucht. The table: Unter x ist keine "
        "Referenztabelle. Erstelle eine mit 'adjudicator reference build', oder setze Y."
    )


def test_figures_have_the_decimal_mark_of_the_language() -> None:
    assert (prose.decimal(1.25, 2), prose.percent(0.5)) == ("1.25", "50.0%")
    with prose.speaking("de"):
        assert (prose.decimal(1.25, 2), prose.percent(0.5)) == ("1,25", "50,0 %")


@pytest.mark.parametrize("tag", ["de", "de-AT", "de-CH", "de_AT.UTF-8", "DE"])
def test_a_tag_of_a_country_is_that_language(tag: str) -> None:
    assert prose.language_of(tag) == "de"
    assert prose.language_of("fr-CH") == prose.language_of("") == "en"


@pytest.mark.parametrize("command", [["play", "--help", "--lang", "de-AT"], ["play", "--help"]])
def test_help_is_told_in_german(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_CH.UTF-8")
    german = CliRunner().invoke(main, command).output
    assert german.startswith("Aufruf:")
    assert "Im Terminal gegen Bots spielen." in german
    monkeypatch.setenv("LC_ALL", "C")
    assert CliRunner().invoke(main, ["play", "--help"]).output.startswith("Usage:")


@pytest.mark.parametrize(
    "name", ["analyse", "judge", "name", "play", "practise", "print", "reference", "simulate"]
)
def test_every_sentence_of_a_players_help_has_its_german(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    paragraphs = [text for text in helping.paragraphs(command.help or "") if not text.startswith("\b")]
    sentences = [" ".join(text.split()) for text in paragraphs]
    sentences += [
        option.help for option in command.params if isinstance(option, click.Option) and option.help
    ]
    with prose.speaking("de"):
        assert [text for text in sentences if prose.phrase("help", text) == text] == []


def test_the_language_is_said_before_a_command_or_after_it() -> None:
    def first(*command: str) -> str:
        return CliRunner().invoke(main, command).output.splitlines()[0]

    assert first("--lang", "de", "name", "H2O") == first("name", "H2O", "--lang", "de") == "Wasser"
    assert first("--lang", "de", "name", "H2O", "--lang", "en") == "water"
    assert first("--lang=de", "--help").startswith("Aufruf:")


@pytest.mark.parametrize("command", [["--lang", "fr", "name", "H2O"], ["name", "H2O", "--lang", "fr"]])
def test_a_language_that_is_asked_for_and_not_there_is_refused(command: list[str]) -> None:
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 2
    assert "Invalid value for '--lang': 'fr' is not one of en, de." in told.output


@pytest.mark.parametrize(
    "command",
    [
        "judge", "name", "judge --in x.csv", "judge H2O --draw", "judge H2O x y", "judge HHO --jsonl", "name NaOH --jsonl",
        "name NaOH --rules valence-plus", "name NaOH --edition x", "print ion --tile 20", "print ion --board=1 --list=2",
        "challenge nowhere.json", "analyse nowhere.json", "edition check nowhere", "judge --in nowhere.csv --out x.csv",
        "simulate ion --csv x", "play ion --join K7QXMA", "judge ethanol", "reference 'iron chloride'", "serve --port x",
    ],
)  # fmt: skip
def test_how_a_command_is_called_is_told_in_german(command: str) -> None:
    told = CliRunner().invoke(main, ["--lang", "de", *shlex.split(command)], catch_exceptions=False)
    assert told.exit_code == 2
    said = told.stderr.splitlines()[-1].replace("'iron chloride'", "")
    assert said.startswith("Fehler: ")
    assert english_in(said) == []


def test_the_help_of_a_game_tells_its_rule_sets_in_german() -> None:
    told = CliRunner().invoke(main, ["--lang", "de", "play", "compoundit", "--help"]).output
    assert "zweiatomige Elemente und binäre Verbindungen" in told
    assert "diatomic" not in told


def test_faults_of_a_value_are_retold_each() -> None:
    said = (
        "The action cannot be read: cards is missing; owner must be a whole number, not 'x'; "
        "'y' does not belong here; there are: a, b."
    )
    with prose.speaking("de"):
        told = prose.retold(said)
    assert told == (
        "Die Aktion lässt sich nicht lesen: „cards“ fehlt; „owner“ muss eine ganze Zahl sein, nicht 'x'; "
        "'y' gehört nicht hierher; es gibt: a, b."
    )


@pytest.mark.rule("C-WORDS")
def test_what_is_on_a_card_is_told_in_german_too() -> None:
    with prose.speaking("de"):
        assert judge("At2", "ion:radioactive").decisive.message.startswith("Astat: ")
        assert judge("U2", "ion:radioactive").decisive.message.startswith("Uran: ")
        urea = judge("H2NCONH2", "compounded").decisive.message
        assert urea.startswith("Harnstoff, 7 Punkte. Wöhler machte ihn 1828")
        missing = judge("HH", "compounded").decisive.message
        assert missing.endswith(": 1 O fehlt.")
        assert judge("C4H2N2", "compounded").shown_name == "Fumaronitril"
