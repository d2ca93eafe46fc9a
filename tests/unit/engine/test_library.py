"""What a Python user needs: promised names, errors that parsers raise, values that notebooks display."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import adjudicator
from adjudicator import Formula, UnreadableInput, Verdict, is_legal, judge, load_game
from adjudicator.chem.drawing import draw
from adjudicator.engine import play_out, playable_games
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.notation import Position, read_move, written


@pytest.mark.parametrize("package", ["adjudicator", "adjudicator.engine"])
def test_every_promised_name_is_there(package: str) -> None:
    module = import_module(package)
    assert all(hasattr(module, name) for name in module.__all__)
    with pytest.raises(AttributeError):
        _ = adjudicator.nothing_of_the_kind


def test_who_only_judges_does_not_wait_for_games() -> None:
    code = "import sys, adjudicator; adjudicator.judge('HHO'); print('adjudicator.engine' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )


@pytest.mark.parametrize("text", ["mgo", "H2O(", "SO42-", "Zz"])
def test_what_cannot_be_read_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        judge(text)
    assert isinstance(caught.value, UnreadableInput)


@pytest.mark.parametrize("options", [[], ["Ann", "Bob"], "", 0, False])
def test_options_are_said_by_name_or_not_at_all(options: object) -> None:
    with pytest.raises(UnreadableInput) as caught:
        load_game("ion").start(options, 1)  # type: ignore[arg-type]
    shown = "''" if options == "" else json.dumps(options)
    assert caught.value.message == f"The options cannot be read: it must be an object, not {shown}."


@pytest.mark.parametrize("seed", [1.5, object(), b"x"])
def test_a_seed_that_cannot_be_said_again_is_refused(seed: object) -> None:
    with pytest.raises(UnreadableInput, match="A seed is a whole number or text, not "):
        load_game("ion").start({}, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", playable_games())
def test_a_bot_that_is_not_there_is_refused_with_those_that_are(game: str) -> None:
    with pytest.raises(UnreadableInput, match=r"no bot 'clever'.* random, gentle, greedy, policy, strong"):
        play_out(game, {}, ["clever", "greedy"], 1)


def test_is_legal_is_the_ruling_as_a_yes_or_no() -> None:
    assert is_legal("MgNOONOO") is True
    assert is_legal("MgNNOOOO") is False
    assert is_legal(Formula.parse("H2O"), "compoundit:beginner") is True


def test_a_verdict_shows_itself_with_every_check_and_its_structure() -> None:
    verdict = judge("SOO", "compoundit:simple-lewis")
    shown = verdict._repr_html_()
    assert "VALID · SO2 · sulfur dioxide" in shown
    assert all(check.rule in shown for check in verdict.checks)
    assert "<svg" in shown
    assert "<svg" not in judge("NaNaNa")._repr_html_()


def test_names_of_others_cannot_bring_markup_into_a_notebook() -> None:
    plain = {**judge("HHO").to_json(), "name": "<script>"}
    assert "<script>" not in Verdict.from_json(plain)._repr_html_()


def test_drawings_show_themselves() -> None:
    assert ET.fromstring(draw("O=S=O")._repr_svg_()).tag.endswith("svg")


def test_positions_are_read_as_they_are_written() -> None:
    chance, symbols = Random(2), ["H", "Mg", "O", "Cl", "C"]
    for _ in range(300):
        size = chance.randint(1, 15)
        squares = [(row, col) for row in range(1, size + 1) for col in range(1, size + 1)]
        laid = chance.sample(squares, chance.randint(0, len(squares)))
        position = Position.of([Placement(*square, chance.choice(symbols)) for square in laid], size)
        assert Position.parse(str(position)) == position
    assert str(Position.of([Placement(1, 2, "Mg"), Placement(1, 3, "O")], 3)) == "1MgO/3/3"


def test_a_position_of_a_game_shows_its_tiles_and_bonuses() -> None:
    game = load_game("compoundit")
    state, _ = game.start({}, 1, players=2)
    picture = ET.fromstring(Position.of(state.board)._repr_svg_())
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "15", "2e", "3c"} <= set(words)
    shown = Position.parse("MgO1/3/2Cl")._repr_svg_()
    assert all(f">{symbol}</text>" in shown for symbol in ("Mg", "O", "Cl"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Row 1 of the position, '', cannot be read"),
        ("2/3", "Row 2 of the position, '3', cannot be read: it fills 3 squares, and there are 2 rows"),
        ("Zz1/2/3", "'Zz' is no element"),
        ("mg/2", "Row 1"),
        ("-1/2", "Row 1"),
        ("02/2", "Row 1"),
    ],
)
def test_positions_that_cannot_be_read_name_the_row(text: str, said: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        Position.parse(text)
    assert said in caught.value.message


def test_moves_are_read_as_they_are_written() -> None:
    across, down = (
        (Placement(8, 8, "Mg"), Placement(8, 9, "O")),
        (Placement(8, 8, "Mg"), Placement(9, 8, "O")),
    )
    for move in (across, down):
        assert read_move(written(move)) == move
    assert read_move("8H MgO", leapt={(8, 9)}) == (Placement(8, 8, "Mg"), Placement(8, 10, "O"))


@pytest.mark.parametrize("name", playable_games())
def test_a_question_about_nobody_is_refused_and_quotes_it(name: str) -> None:
    game = load_game(name)
    state = game.new({}, 1)
    nobody: tuple[Any, ...] = (7, -1, "0", True)
    for player in nobody:
        for ask in (game.view, game.legal_actions):
            with pytest.raises(UnreadableInput, match="There is no player") as caught:
                ask(state, player)
            assert str(player) in caught.value.message
    no_states: tuple[Any, ...] = (None, {}, "state")
    for wrong in no_states:
        with pytest.raises(UnreadableInput, match=f"A state of {name} is what start and apply give"):
            game.players_to_act(wrong)
