"""Many games between bots: reproducible on any number of cores, fair seats, correct figures, records."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.batch.executors import workforce
from adjudicator.cli import main
from adjudicator.engine.agents import bots, simulating
from adjudicator.engine.agents.figures import PlainFigures
from adjudicator.engine.agents.simulating import Match, Plan, Rate, played, summary
from adjudicator.engine.events import Event
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import Record, record_of
from tests.support.sampling import in_turn

MODES = ("verified", "challenge")


def test_plain_figures_count_the_turns_of_every_seat() -> None:
    """A turn is what one player does until another does something; what nobody does is no turn."""
    by = [None, 0, 0, None, 1, 0, 2, 2]
    events = tuple(Event(version, "did", player) for version, player in enumerate(by, 1))
    record = Record("plain", "plain/1", {}, ("Ann", "Bob", "Cid"), events, None)
    measures = PlainFigures().measure(record)
    assert (measures.first, measures.turns) == (0, (2, 1, 1))


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["simulate", *arguments], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def figures(*arguments: str) -> dict[str, Any]:
    code, out, err = run("compoundit", "--seed", "1", "--jobs", "1", *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_on_any_number_of_cores(tmp_path: Path) -> None:
    def records(name: str, jobs: int) -> list[str]:
        plan = Plan("compoundit", ("strong:1", "greedy"), 2, "7", {}, tmp_path / name)
        with workforce(jobs) as force:
            outcomes[name] = list(played(plan, force))
        return [path.read_text(encoding="utf-8") for path in sorted((tmp_path / name).iterdir())]

    outcomes: dict[str, list[Match]] = {}
    assert records("one", jobs=1) == records("two", jobs=2)
    assert outcomes["one"] == outcomes["two"]


def cut_short(monkeypatch: pytest.MonkeyPatch, unfinished: Callable[[str], bool]) -> None:
    """Games with such a seed stop one event before their end."""
    whole = bots.play_on

    def play_on(game: Any, options: Any, players: Any, seed: Any, edition: Any = None) -> Record:
        record = whole(game, options, players, seed, edition)
        return replace(record, events=record.events[:-1], result=None) if unfinished(seed) else record

    monkeypatch.setattr(simulating, "play_on", play_on)


def test_a_game_that_does_not_end_is_a_row_unfinished_never_the_end_of_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan = Plan("compoundit", ("greedy", "random"), 5, "1")
    ended = summary(plan, [match for number, match in enumerate(played(plan)) if number not in (1, 3)])
    cut_short(monkeypatch, lambda seed: seed.endswith(("/1", "/3")))
    plan = replace(plan, record=tmp_path)
    found = summary(plan, list(played(plan)))
    assert (found["games"], found["unfinished"]) == (5, 2)
    assert found["ends"]["unfinished"] == 0.4
    assert sum(found["ends"].values()) == pytest.approx(1)
    for name in ("players", "pairs", "turns", "first_player_wins", "idle"):
        assert found[name] == ended[name], "only what ended counts"
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(tmp_path.iterdir())]
    assert [record["result"] is None for record in records] == [False, True, False, True, False]


def test_if_no_game_ends_the_run_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.engine.agents.bots.MOST_ACTIONS", 3)
    for players in (("--players", "random,random"), ("--players", "random,greedy", "--round-robin")):
        code, out, _ = run("chemistry-monopoly", "--games", "2", "--seed", "1", "--workers", "1", *players)
        assert code == 0
        assert "Unfinished            2 of 2 games; they count for nobody" in out


def test_seats_rotate_and_figures_follow_the_player_not_the_seat(tmp_path: Path) -> None:
    plan = Plan("compoundit", ("greedy", "random"), 4, "1", {}, tmp_path)
    outcomes = list(played(plan))
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(tmp_path.iterdir())]
    assert [record["players"] for record in records] == [["greedy", "random"], ["random", "greedy"]] * 2
    for outcome, record in zip(outcomes, records, strict=True):
        scores = dict(zip(record["players"], record["result"]["scores"], strict=True))
        assert outcome.scores == (scores["greedy"], scores["random"])
        first = record["events"][0]["first"]
        assert plan.players[outcome.first] == record["players"][first]


def test_records_have_the_shape_of_the_contract_and_replay(tmp_path: Path) -> None:
    figures("--games", "3", "--players", "greedy,random,random", "--record", str(tmp_path / "games"))
    files = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in files] == [f"compoundit-0000{number}.json" for number in (1, 2, 3)]
    game = load_game("compoundit")
    for path in files:
        data = json.loads(path.read_text(encoding="utf-8"))
        assert set(data) == {"schema", "game", "edition", "options", "players", "events", "result"}
        assert [event["version"] for event in data["events"]] == list(range(1, len(data["events"]) + 1))
        assert set(data["result"]) == {"scores", "winners", "reason", "ranks"}
        record = Record.from_json(data)
        assert record_of(game, record.events, record.players) == record


@in_turn(3)
def test_greedy_beats_random_and_the_figures_add_up() -> None:
    found = figures("--games", "6", "--players", "greedy,random")
    greedy, random = found["players"]
    assert greedy["wins"]["share"] + random["wins"]["share"] == 1
    assert greedy["wins"]["share"] >= 0.9
    assert greedy["score"]["mean"] > 1.5 * random["score"]["mean"]
    assert sum(found["ends"].values()) == pytest.approx(1)
    assert 0 <= found["passes_before_end"] < 0.1
    left = greedy["pieces_left"] + random["pieces_left"]  # each rounded to hundredths
    assert found["pieces_left"]["mean"] == pytest.approx(left, abs=0.02)
    assert found["options"] == {
        "rules": "compoundit:standard", "mode": "verified", "consensus": True, "passing": "own",
        "starts": "any-atom",
    }  # fmt: skip


def test_the_table_shows_what_the_figures_say() -> None:
    arguments = ("compoundit", "--seed", "1", "--jobs", "1", "--games", "2", "--players", "greedy,random")
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "2 games of compoundit, seed 1"
    assert lines[3].split()[:2] == ["greedy", "100.0%"]
    for line in (
        "Turns a game",
        "Points a turn",
        "Passes before the end",
        "First player wins",
        "Pieces left",
    ):
        assert line in out


def test_without_a_seed_the_games_are_others_and_can_be_had_again() -> None:
    def ask(*seed: str) -> dict[str, Any]:
        arguments = ("compoundit", "--games", "2", "--players", "greedy,random", "--jobs", "1", "--json")
        found: dict[str, Any] = json.loads(run(*arguments, *seed)[1])
        return found

    one, other = ask(), ask()
    assert one["seed"] != other["seed"]
    assert ask("--seed", one["seed"]) == one


def test_options_reach_the_game(tmp_path: Path) -> None:
    arguments = ["--games", "1", "--players", "greedy+daring,greedy", "--rules", "compoundit:beginner"]
    arguments += ["--mode", "challenge", "--option", "consensus=true", "--record", str(tmp_path)]
    found = figures(*arguments)
    assert found["options"]["consensus"] is True
    options = json.loads(next(tmp_path.iterdir()).read_text(encoding="utf-8"))["options"]
    assert (options["rules"], options["mode"], options["consensus"]) == (
        "compoundit:beginner",
        "challenge",
        True,
    )


def test_an_edition_of_ones_own_is_named_by_its_label(tmp_path: Path) -> None:
    shipped = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml").read_text(
        encoding="utf-8"
    )
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace('name = "reference-2"', 'name = "mine"'), encoding="utf-8")
    found = figures("--games", "1", "--players", "greedy,random", "--edition", str(own))
    assert found["edition"].startswith("compoundit/mine sha256:")
    assert "edition" not in found["options"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "There is no game 'chess'"),
        (("compoundit", "--players", "clever,greedy"), "There is no bot 'clever'"),
        (("compoundit", "--players", "greedy"), "not for 1"),
        (("compoundit", "--rules", "compoundit:nonsense"), "no rule set 'nonsense'"),
        (("compoundit", "--option", "colour=red"), "'colour' does not belong here"),
        (("compoundit", "--option", "colour"), "NAME=VALUE"),
        (("compoundit", "--edition", "missing.toml"), "missing.toml"),
        (("compoundit", "--games", "0"), "0"),
    ],
)
def test_bad_questions_end_the_run_before_it_starts(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_terminal_gets_a_progress_bar() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "adjudicator", "simulate", "compoundit", "--games", "2"]
    command += ["--players", "greedy,random", "--seed", "1", "--jobs", "1", "--json"]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=theirs, check=True, env={**os.environ, "TERM": "xterm"}
    )
    os.close(theirs)
    assert b"playing" in os.read(ours, 1 << 16)
    os.close(ours)
    assert json.loads(done.stdout)["games"] == 2


# --- figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    [
        # Wilson score intervals, as in Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_of_the_literature(successes: int, number: int, low: float, high: float) -> None:
    rate = Rate.of(successes, number)
    assert rate.low == pytest.approx(low, abs=5e-5)
    assert rate.high == pytest.approx(high, abs=5e-5)


def test_a_shared_win_is_half_a_win() -> None:
    plan = Plan("compoundit", ("greedy", "greedy"), 1, "1")
    tie = Match((5, 5), (0.5, 0.5), 1, (3, 3), (0, 1), (10, 9), "supply_low")
    found = summary(plan, [tie])
    assert [player["wins"]["share"] for player in found["players"]] == [0.5, 0.5]
    assert found["first_player_wins"]["share"] == 0.5
    assert found["passes_before_end"] == pytest.approx(1 / 6, abs=1e-4)


# --- the long run: make nightly -----------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("mode", MODES)
def test_many_games_end_without_an_error(mode: str) -> None:
    plans = [
        Plan("compoundit", ("greedy+daring", "random"), 100, mode, {"mode": mode}),
        Plan("compoundit", ("greedy", "random", "greedy+daring"), 75, mode, {"mode": mode}),
        Plan("compoundit", ("greedy", "greedy+daring", "random", "greedy"), 50, mode, {"mode": mode}),
        Plan(
            "compoundit",
            ("strong:1+daring", "greedy"),
            25,
            mode,
            {"mode": mode, "rules": "compoundit:expert"},
        ),
    ]
    assert sum(len(list(played(plan))) for plan in plans) == 250


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "least"), [(("strong", "greedy"), 0.60), (("greedy", "random"), 0.95)])
def test_the_better_bot_wins(players: tuple[str, str], least: float) -> None:
    plan = Plan("compoundit", players, 200, "win rates")
    wins = summary(plan, list(played(plan)))["players"][0]["wins"]
    print(players, wins)
    assert wins["share"] >= least
