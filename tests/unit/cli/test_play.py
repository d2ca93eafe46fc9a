"""A game in the terminal: the board in letters, moves as people write them, and a safe way out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.engine.answers import refusal
from adjudicator.engine.events import Event
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, record_of
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import Facts
from adjudicator_rulesets.compoundit.bots import players
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle
from adjudicator_rulesets.compoundit.shown import terminal

GAME = CompoundItGame()
STATE = GAME.new({}, 1, players=2)
VIEW = GAME.view(STATE, 0)


def play(*arguments: str, text: str = "", game: str = "compoundit") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["play", game, *arguments], input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


# --- notation -----------------------------------------------------------------------------------------------

ACROSS = Place((Placement(8, 7, "Mg"), Placement(8, 8, "O")))
DOWN = Place((Placement(7, 8, "Mg"), Placement(8, 8, "O")))


@pytest.mark.parametrize("text", ["8G MgO", "8g Mg O", "8 G MgO", "8 7 across MgO", "8,7 ACROSS Mg O"])
def test_the_row_first_is_across(text: str) -> None:
    assert terminal.read(text, VIEW) == ACROSS


@pytest.mark.parametrize("text", ["H7 MgO", "h7 Mg O", "7 8 down MgO"])
def test_the_column_first_is_down(text: str) -> None:
    assert terminal.read(text, VIEW) == DOWN


@pytest.mark.parametrize("move", [ACROSS, DOWN, Place((Placement(1, 15, "Na"),))])
def test_what_is_written_is_read_back(move: Place) -> None:
    assert terminal.read(terminal.write(move), VIEW) == move


def test_words_are_actions() -> None:
    words = ["pass", "CHALLENGE", "accept", "valid", "invalid", "judge"]
    actions: list[Any] = [Pass(), Challenge(7), Accept(7), Settle("valid"), Settle("invalid"), AskJudge()]
    view = {**VIEW, "table": {**VIEW["table"], "last_move": {"version": 7}}}
    assert [terminal.read(word, view) for word in words] == actions
    assert [terminal.write(action) for action in actions] == [word.lower() for word in words]


@pytest.mark.parametrize("text", ["", "MgO", "8G", "H MgO", "8 8 MgO", "8G mgo", "8G Xx", "8G Mg2", "💥"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput):
        terminal.read(text, VIEW)


def test_C_LINE_tiles_leap_only_where_the_edition_says_so() -> None:
    shipped = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml").read_text(
        encoding="utf-8"
    )
    leaping = shipped.replace('new_tiles = "consecutive"', 'new_tiles = "unbroken-line"')
    taken = [{"row": 8, "col": 8, "symbol": "O"}]
    view = {**VIEW, "table": {**VIEW["table"], "board": taken}}
    assert terminal.read("8G NaNa", view) == Place((Placement(8, 7, "Na"), Placement(8, 8, "Na")))
    view["edition"] = GAME.editions.remember(leaping)
    assert terminal.read("8G NaNa", view) == Place((Placement(8, 7, "Na"), Placement(8, 9, "Na")))


# --- the board ----------------------------------------------------------------------------------------------


def test_the_board_shows_tiles_bonus_squares_and_coordinates() -> None:
    board = [{"row": 8, "col": 8, "symbol": "Na"}, {"row": 8, "col": 9, "symbol": "Cl"}]
    view = {**VIEW, "table": {**VIEW["table"], "board": board}}
    lines = click.unstyle(terminal.draw(view, ["ann", "bob"])).splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMNO")
    assert len(lines[1:16]) == 15
    first, eighth = lines[1].split(), lines[8].split()
    assert (first[0], first[1], first[-1]) == ("1", "3c", "1")
    assert eighth[8:10] == ["Na", "Cl"]
    assert lines[8].index("Na") == lines[0].index("H")
    assert lines[4].split()[4] == "✶"
    text = "\n".join(lines)
    assert "ann" in text
    assert "42 in the supply" in text
    rack = next(line for line in lines if line.startswith("Your rack"))
    assert len(rack.split()) == 32, "of every tile its symbol, its numbers and its points"
    assert re.search(r"Cl −1 \[2\]|H \+1 \[1\]", rack)


def test_who_only_watches_sees_no_rack() -> None:
    assert "rack:" not in terminal.draw(GAME.view(STATE, None), ["ann", "bob"])


def test_events_that_go_without_saying_are_not_told() -> None:
    assert prose.tell("compoundit", Event(1, "tiles_drawn", 0, Facts(number=3)), ["ann", "bob"]) is None


# --- at the table -------------------------------------------------------------------------------------------


def test_a_whole_game_by_hints_and_its_record(tmp_path: Path) -> None:
    """A script that asks for the best play and plays it, to the end."""
    game = load_game("compoundit")
    target = tmp_path / "game.json"
    text = ""
    for _ in range(40):
        target.unlink(missing_ok=True)  # a record is never overwritten
        code, out, _ = play(
            "--players", "you,greedy", "--seed", "9", "--record", str(target), text=text + "?1\n"
        )
        assert code == 0
        if "The game is over" in out:
            break
        hint = re.split(" {2,}", out.split(")> ")[-2].split("\n")[0].strip())
        text += f"{hint[1]}\n" if hint[0].isdecimal() else "pass\n"
    assert "The game is over" in out
    record = Record.from_json(json.loads(target.read_text(encoding="utf-8")))
    assert record.players == ("you", "greedy")
    assert record.result is not None
    assert record_of(game, record.events, record.players) == record


def test_a_refused_move_shows_its_verdict_and_costs_nothing() -> None:
    code, out, _ = play("--seed", "3", "--players", "you,greedy", text="8A HH\n1A HHO\nquit\n")
    assert code == 0
    assert "No compound of this move uses a tile that was there before." in out
    assert out.count("✘") == 2
    assert "You leave the table." in out


def test_help_board_and_unreadable_moves() -> None:
    code, out, _ = play("--seed", "3", text="help\nboard\nnonsense\n8H zz\n\n?99\nquit\n")
    assert code == 0
    for line in (*terminal.NOTATION.splitlines(), "leave the game", "as in 8H MgO, not 'nonsense'"):
        assert line in out
    assert out.count("Your rack:") == 2


@pytest.mark.parametrize("text", ["", "quit\n", "q\n", "?\n"])
def test_the_end_of_input_leaves_the_table_quietly(text: str) -> None:
    code, out, err = play("--seed", "1", text=text)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("You leave the table.")


def bluffed(seed: int, *more: str, text: str) -> str:
    arguments = ("--players", "you,greedy+daring", "--mode", "challenge", "--seed", str(seed))
    return play(*arguments, *more, text=text)[1]


@pytest.mark.rule("C-CHAL")
def test_a_bluff_can_be_challenged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator_rulesets.compoundit.bots.bots.BLUFFS", 1.0)
    for seed in range(30):
        out = bluffed(seed, "--option", "consensus=false", text="challenge\nquit\n")
        if "it is invalid" in out:
            break
    assert "you challenged the move of greedy+daring; it is invalid." in out
    assert "greedy+daring: takes the tiles back" in out
    assert "greedy+daring: loses that turn." in out


@pytest.mark.rule("C-CONSENSUS")
def test_a_table_that_talks_settles_a_challenge() -> None:
    """You challenge a good move, and wait for the opinions of the others."""
    for seed in range(30):
        out = bluffed(seed, "--option", "consensus=true", text="challenge\nvalid\n\nquit\n")
        if "holds the move to be" in out:
            break
    assert "you holds the move to be valid." in out
    assert "greedy+daring holds the move to be valid." in out
    assert "you challenged the move of greedy+daring; it is valid." in out
    assert "you: loses next turn." in out


def test_three_at_a_table_where_you_need_not_speak() -> None:
    arguments = ("--players", "greedy,you,greedy", "--mode", "challenge", "--seed", "2")
    code, out, _ = play(*arguments, text="\n\npass\n\n\nquit\n")
    assert code == 0
    assert "or Enter to wait" in out
    assert "you: pass" in out


def test_you_are_at_the_table_even_if_you_do_not_say_so() -> None:
    assert "compoundit: you, greedy." in play("--players", "greedy", "--seed", "1")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "you,clever"), "There is no bot 'clever'"),
        (("--level", "7"), "strong has levels 1 to 5, not 7"),
        (("--rules", "compoundit:nonsense"), "no rule set 'nonsense'"),
        (("--mode", "blind"), "mode must be one of"),
    ],
)
def test_bad_questions(arguments: tuple[str, ...], said: str) -> None:
    code, _, err = play(*arguments)
    assert code == 2
    assert said in err


def test_a_level_is_for_bots_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    original = players.bot

    def noting(character: Any) -> Any:
        asked.append(str(character))
        return original(character)

    monkeypatch.setattr(players, "bot", noting)
    play("--level", "2", "--players", "you,strong,greedy,strong:1", text="")
    assert asked == ["strong:2", "greedy", "strong:1"]


def test_an_unwritable_record_is_an_error_in_a_line(tmp_path: Path) -> None:
    code, _, err = play("--record", str(tmp_path / "no" / "where.json"), text="quit\n")
    assert code == 2
    assert "cannot be written" in err


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("compoundit", ["compoundit:beginner", "compoundit:expert", "--mode", "consensus", "greedy"]),
        ("valence-plus", ["cooperative=…", "true or false; by default false", "ask or always", "strong"]),
        ("valence-original", ["naming=…"]),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_lists_what_a_game_can_be_told(command: str, game: str, told: list[str]) -> None:
    result = CliRunner().invoke(main, [command, game, "--help"])
    assert result.exit_code == 0
    for words in told:
        assert words in result.output
    without = CliRunner().invoke(main, [command, "--help"])
    assert "compoundit, " in without.output
    assert "consensus" not in without.output


def test_refusals_call_people_by_name() -> None:
    """Where nobody has given names, players are counted from one, as people do."""
    check = refusal("C-TURN", "not_your_turn", turn=1)
    assert check.message == "It is the turn of player 2."
    with prose.seated(("Ann", "Bob")):
        assert check.message == "It is the turn of Bob."
        assert refusal("V-TARGET", "no_such_player", player=4, players=(0, 1)).message == (
            "There is no player 5 among Ann and Bob."
        )


def test_what_the_box_prints_is_at_hand() -> None:
    _, salts, _ = play("--seed", "3", text="salts\nquit\n")
    assert salts.count("NaNH₄HPO₄ ") == 1, "a salt that can be laid in two ways is one salt"
    _, cards, _ = play("--seed", "3", text="cards\nquit\n", game="valence-plus")
    assert "12 × O−2, " in cards
    assert "8 × S−2/+6, " in cards
    assert "4 Halocarbon (stable): CCl₄, " in cards


def test_where_names_are_asked_the_refusal_shows_how_a_name_is_said() -> None:
    arguments = ("--seed", "9", "--option", "naming=true")
    _, out, _ = play(*arguments, text="draw\nbuild H Cl\nbuild HHO as water\nquit\n", game="valence-plus")
    assert "build NaOH as sodium hydroxide" in out.split("✘")[1]
    assert "builds H₂O, water" in out


@pytest.mark.parametrize(
    ("type_", "facts", "english", "german"),
    [
        ("turn_ended", {"points": 1}, "ends the turn, 1 point built", "1 Punkt gebaut"),
        ("turn_ended", {"points": 4}, "ends the turn, 4 points built", "4 Punkte gebaut"),
        (
            "cards_drawn",
            {"number": 1, "source": "discard", "face_up": ("O",)},
            "draws 1 card from the discard pile: O",
            "vom Ablagestapel",
        ),
        ("deck_reshuffled", {"number": 1}, "is shuffled: 1 card.", "1 Karte"),
    ],
)
def test_one_is_not_many(type_: str, facts: dict[str, Any], english: str, german: str) -> None:
    event = Event(1, type_, 0, Facts(**facts))
    assert english in (prose.tell("valence-plus", event, ["Ann"]) or "")
    assert german in (prose.tell("valence-plus", event, ["Ann"], "de") or "")
