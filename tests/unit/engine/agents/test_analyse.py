"""A finished game looked at again: what was best, and what each player left on the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.engine.agents.analysis import totals, turns_of
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.agents.simulating import Plan, written
from adjudicator.engine.agents.simulating import played as played_matches
from adjudicator.engine.replay import Record, states
from adjudicator_rulesets.compoundit.bots.bots import Situation
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.valence_plus.bots import players
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from tests.support.sampling import more_at_night

GAME = CompoundItGame()
RECORDED = sorted(Path("fixtures/games/compoundit").glob("*.json"))


def analyse(path: Path | str, *arguments: str, text: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["analyse", str(path), *arguments], input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def played() -> Record:
    return play_out(GAME, {}, ["greedy", "random"], "analysed")


def test_a_greedy_player_loses_nothing_and_a_random_one_a_lot(played: Record) -> None:
    greedy, random = totals(played, list(turns_of(GAME, played)))
    assert played.result is not None
    assert (greedy["score"], random["score"]) == played.result.scores
    assert greedy["lost"] == 0
    assert greedy["best_found"] == greedy["turns"]
    assert random["lost"] > 50


def test_every_turn_is_there_once_with_what_its_player_saw(played: Record) -> None:
    turns = list(turns_of(GAME, played))
    moves = [event.version for event in played.events if event.type in ("tiles_placed", "passed")]
    assert [turn.version for turn in turns] == moves
    before: Any = None
    for event, state in states(GAME, played.events):
        if event.version == moves[2]:
            assert before is not None
            best = Situation.of(GAME.view(before, event.player)).best()[0]
            assert (turns[2].best_score, turns[2].player) == (best.score, event.player)
        before = state


def test_a_bluff_that_is_caught_scores_nothing_and_one_that_stands_loses_nothing() -> None:
    record = play_out(GAME, {"mode": "challenge"}, ["greedy+daring", "greedy"], "caught")
    caught = [turn for turn in turns_of(GAME, record) if turn.taken_back]
    assert caught
    for turn in caught:
        assert (turn.score, turn.lost) == (0, turn.best_score)
        assert turn.best_score > 0
    assert record.result is not None
    found = totals(record, list(turns_of(GAME, record)))
    assert tuple(player["score"] for player in found) == record.result.scores


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_games_of_every_kind_can_be_analysed(path: Path) -> None:
    code, out, err = analyse(path, "--json")
    assert (code, err) == (0, "")
    found, record = json.loads(out), json.loads(path.read_text(encoding="utf-8"))
    assert [player["score"] for player in found["players"]] == record["result"]["scores"]
    fields = {
        "version",
        "player",
        "played",
        "score",
        "best",
        "best_score",
        "why",
        "lost",
        "taken_back",
        "others",
        "until",
        "best_action",
    }
    assert all(set(turn) == fields for turn in found["turns"])


def test_the_annotated_game_for_people(played: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(written(played), encoding="utf-8")
    code, out, err = analyse(path)
    assert (code, err) == (0, "")
    assert "  1. " in out
    assert "no play scores more" in out
    assert "best was " in out
    assert "random: " in out.splitlines()[-1]


def test_two_bots_of_one_kind_are_told_apart_and_luck_is_called_luck() -> None:
    record = play_out(VALENCE, {}, ["greedy", "greedy"], "apart")
    code, out, _ = analyse("-", text=written(record).encode())
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()[-2:]] == ["greedy", "greedy 2"]
    assert "greedy 2: builds " in out
    assert "more than was to be expected" in out
    assert "more than any legal play" not in out
    asked = ["simulate", "valence-plus", "--games", "1", "--workers", "1", "--players", "greedy,greedy"]
    shown = CliRunner().invoke(main, asked).stdout.splitlines()
    assert [line.split("  ")[0] for line in shown[3:5]] == ["greedy", "greedy 2"]


def test_standard_input_by_a_dash(played: Record) -> None:
    code, out, _ = analyse("-", "--json", text=written(played).encode())
    assert code == 0
    assert json.loads(out)["game"] == "compoundit"


def changed(record: Record, **fields: Any) -> bytes:
    return json.dumps({**record.to_json(), **fields}).encode()


def test_what_is_no_record_is_refused_in_a_line(played: Record) -> None:
    for text, said in (
        (b"{", "bad_json"),
        (b"[]", "unknown_schema"),
        (b'{"schema": 1}', "bad_record"),
        (changed(played, schema=3), "unknown_schema"),
        (changed(played, game="chess"), "unknown_ruleset"),
        (changed(played, events=played.to_json()["events"][1:]), "bad_event"),
        (b" " * ((1 << 24) + 1), "file_too_large"),
    ):
        code, out, err = analyse("-", text=text)
        assert (code, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


# --- Valence Plus -------------------------------------------------------------------------------------------

VALENCE = ValencePlusGame()


@pytest.mark.parametrize("games", more_at_night(10, 50))
@pytest.mark.parametrize("cooperative", [False, True])
def test_totals_equal_the_result_of_every_game(cooperative: bool, games: int) -> None:
    """The turn is the unit: what it changed for everybody, the last one too; fifty games together at night."""
    bots = ["strong", "strong", "strong"] if cooperative else ["greedy", "random"]
    for seed in range(games * (3 if cooperative else 7) // 10):
        record = play_out(VALENCE, {"cooperative": cooperative}, bots, f"analysed/{seed}")
        turns = list(turns_of(VALENCE, record))
        assert record.result is not None
        assert tuple(player["score"] for player in totals(record, turns)) == record.result.scores
        last = max(event.version for event in record.events)
        assert turns[-1].version <= last
        assert "The game is over" in turns[-1].played


def test_a_turn_of_valence_begins_with_collecting_and_luck_is_no_loss() -> None:
    record = play_out(VALENCE, {}, ["greedy", "random"], "analysed")
    turns = list(turns_of(VALENCE, record))
    assert all(turn.best is not None for turn in turns), "there is always a way to collect"
    assert all(turn.best.split()[0] in ("draw", "exchange", "trade", "react") for turn in turns if turn.best)
    greedy, random = totals(record, turns)
    assert greedy["lost"] < random["lost"]


@pytest.mark.rule("V-COLLECT")
def test_hints_for_collecting_can_be_played_as_they_are() -> None:
    state = VALENCE.new({}, 5)
    hints = players.hints(VALENCE.view(state, state.turn), 9)
    assert {hint.action.type for hint in hints} >= {"draw", "exchange"}
    assert [hint.value for hint in hints] == sorted((hint.value for hint in hints), reverse=True)
    for hint in hints:
        VALENCE.apply(state, state.turn, hint.action)
        assert hint.why.endswith(".")


def test_a_win_together_is_a_win_of_everybody() -> None:
    plan = Plan("valence-plus", ("strong", "strong"), 6, "t", {"cooperative": True})
    matches = list(played_matches(plan))
    assert all(set(match.wins) in ({0.0}, {1.0}) for match in matches)
    assert any(set(match.wins) == {1.0} for match in matches)
