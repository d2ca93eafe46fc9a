"""A finished game looked at again: what was best, and what each player left on the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.analysing import totals, turns_of
from adjudicator.cli import main
from adjudicator.engine.bots import play_out
from adjudicator.engine.replay import Record, states
from adjudicator.simulating import written
from rulesets.compoundit.play.bots import Situation
from rulesets.compoundit.play.game import CompoundItGame

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
    fields = {"version", "player", "played", "score", "best", "best_score", "why", "lost", "taken_back"}
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
