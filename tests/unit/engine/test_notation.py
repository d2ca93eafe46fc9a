"""How players write actions: one declaration serves reading and writing, and no input can do harm."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from adjudicator import prose
from adjudicator.engine import load_game
from adjudicator.engine.notation import COUNTED, Field, Notation
from adjudicator.engine.terminal import terminal_of
from adjudicator.errors import UnreadableInput

GAMES = ("chemistry-monopoly", "compounded", "ion", "valence-plus")


@dataclass(frozen=True)
class Bond:
    card: str
    onto: int | None = None
    type: Literal["bond_card"] = "bond_card"


@dataclass(frozen=True)
class Wait:
    last: bool = False
    type: Literal["wait"] = "wait"


HELP = """\
  lay Na             a card alone
  bond Cl to 2       a card onto group 2,
                     as numbered on the table
  wait, wait last    for others"""
NOTATION = Notation(
    "no-game",
    HELP,
    {
        "lay {card}": Bond,
        "bond {card} to {onto:group}": Bond,
        "wait": Wait(),
        "wait last": Wait(last=True),
    },
    {"group": COUNTED, "card": Field(r"[a-z]+", lambda text, _: text.capitalize())},
)


@pytest.mark.parametrize(
    ("text", "action", "written"),
    [
        ("lay na", Bond("Na"), "lay Na"),
        ("BOND  cl TO 2", Bond("Cl", 1), "bond Cl to 2"),
        ("bond_card cl", Bond("Cl"), "lay Cl"),
        ("bond card cl to 12", Bond("Cl", 11), "bond Cl to 12"),
        ("wait", Wait(), "wait"),
        ("wait last", Wait(last=True), "wait last"),
    ],
)
def test_a_form_is_read_and_written_by_one_template(text: str, action: Any, written: str) -> None:
    assert NOTATION.read(text, {}) == action
    assert NOTATION.write(action) == written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bond Cl", "That is written bond Cl to 2: a card onto group 2, as numbered on the table."),
        ("wait long", "That is written wait, wait last: for others."),
        ("bond Cl to 9999", "That is written bond Cl to 2: a card onto group 2, as numbered on the table."),
        ("dance", "You can write lay, bond, wait, not 'dance'."),
        ("", "You can write lay, bond, wait, not ''."),
    ],
)
def test_a_refusal_quotes_the_page_of_help(text: str, said: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        NOTATION.read(text, {})
    assert refused.value.message == said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", prose.LANGUAGES)
def test_whatever_is_typed_is_an_action_or_refused(game: str, language: str) -> None:
    terminal = terminal_of(game)
    played = load_game(game)
    view = played.view(played.new({}, 1, players=played.numbers[1]), 0)
    words = [
        *terminal.NOTATION.replace(",", " ").replace(";", " ").split(),
        *"0 999 ² -1 ( \\ é : nothing".split(),
    ]
    verbs = sorted({line.split()[0].strip(",") for line in terminal.NOTATION.splitlines()})
    chance = random.Random(game)
    read = 0
    with prose.speaking(language):
        for _ in range(1500):
            text = " ".join([chance.choice(verbs), *chance.choices(words, k=chance.randint(0, 5))])
            with suppress(UnreadableInput):
                action = terminal.read(text, view)
                assert terminal.read(terminal.write(action), view) == action, text
                read += 1
    assert read > 20
