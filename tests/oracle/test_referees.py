"""Referees that share nothing with the games: records by day, thousands of games at night."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.engine.agents.bots import next_action, seated
from adjudicator.engine.game import Resign, load_game
from adjudicator.engine.replay import record_of
from tests.oracle import (
    compounded_referee,
    compoundit_referee,
    ion_referee,
    monopoly_referee,
    valence_referee,
)
from tests.support.corrupting import catch_rate
from tests.support.sampling import at_night, by_day, in_turn, more_at_night, one_in

REFEREES: dict[str, Any] = {
    "ion": ion_referee.Referee,
    "compounded": compounded_referee.Referee,
    "chemistry-monopoly": monopoly_referee.Referee,
    "compoundit": compoundit_referee.Referee,
    "valence-plus": valence_referee.Referee,
}
LONGEST = 2500  # events of a game between bots, after which they leave one by one
LEAVING = {
    "chemistry-monopoly": 400,
    "valence-plus": 60,
}  # in one game of three somebody leaves after about this many events


def records_of(game: str, folder: str = "") -> list[Path]:
    return sorted(Path("fixtures/games", folder, game.replace("-", "_")).glob("*.json"))


RECORDS = [path for game in REFEREES for folder in ("", "frozen") for path in records_of(game, folder)]


def data_of(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in Path("tests/oracle").glob("*referee*.py") if "test" not in path.stem)
)
def test_a_referee_imports_nothing_of_the_product(name: str) -> None:
    tree = ast.parse(Path(f"tests/oracle/{name}.py").read_text(encoding="utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    ]
    assert not [module for module in imported if module.startswith("adjudicator")]


@pytest.mark.parametrize(
    "path", RECORDS, ids=lambda path: f"{path.parent.parent.name}/{path.parent.name}/{path.stem}"
)
def test_recorded_games_are_by_the_rules(path: Path) -> None:
    record = data_of(path)
    assert REFEREES[record["game"]](record).points == record["result"]["scores"]


def cases() -> list[tuple[str, str, int, int]]:
    """Every preset with every possible number of players, in any order; nightly with forty seeds."""
    found = []
    for seed in range(40):
        for game in REFEREES:
            playable = load_game(game)
            for preset in playable.presets():
                few = 3 if playable.presets()[preset].options.get("radioactive") else playable.numbers[0]
                found += [(game, preset, players, seed) for players in range(few, playable.numbers[-1] + 1)]
    Random(34).shuffle(found)
    return found


def played(name: str, options: Mapping[str, Any], players: int, seed: int) -> dict[str, Any]:
    """The record of a game between bots, some of whom leave where the case says so."""
    game, random = load_game(name), Random(seed)
    names = [("greedy", "random")[(seat + seed) % 2] for seat in range(players)]
    bots = dict(enumerate(seated(name, names)))
    state, events = game.start(options, seed, players=players)
    while chosen := next_action(game, state, bots, seed):
        leaves = name in LEAVING and seed % 3 == 0 and random.random() < 1 / LEAVING[name]
        if leaves or len(events) > LONGEST:
            chosen = random.choice(state.playing), Resign()
        state, more = game.apply(state, *chosen)
        events += more
    record: dict[str, Any] = json.loads(json.dumps(record_of(game, events, names).to_json()))
    return record


@in_turn(3)
@pytest.mark.parametrize("case", one_in(600, cases()), ids=str)
def test_games_of_bots_are_by_the_rules(case: tuple[str, str, int, int]) -> None:
    name, preset, players, seed = case
    record = played(name, load_game(name).presets()[preset].options, players, seed)
    assert REFEREES[name](record).points == record["result"]["scores"]


# Readings that no preset has, each of which the referee follows too.
READINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("compounded", 2, {"grants_to": "all"}),
    ("compounded", 3, {"raising": "must", "starting": "listed"}),
    ("compoundit", 3, {"mode": "challenge", "passing": "until-next-move"}),
    ("compoundit", 2, {"mode": "challenge", "passing": "until-next-move", "consensus": False}),
    ("ion", 4, {"mixed": "positive", "polyatomic": True, "transition": True, "tiles": True}),
]


@in_turn(3)
@pytest.mark.parametrize("seed", [1, *at_night(2), *at_night(3)])
@pytest.mark.parametrize("case", READINGS, ids=str)
def test_games_by_other_readings_are_by_the_rules(case: tuple[str, int, dict[str, Any]], seed: int) -> None:
    name, players, options = case
    record = played(name, options, players, seed)
    assert REFEREES[name](record).points == record["result"]["scores"]


@pytest.mark.parametrize("game", by_day(5, REFEREES))
@pytest.mark.parametrize("number", more_at_night(40, 2000))
def test_nine_in_ten_false_records_are_refused(game: str, number: int) -> None:
    """The rest are simultaneous picks and passes whose order means nothing, and names, which no rule governs."""
    records = [data_of(path) for path in records_of(game)]
    rate, missed = catch_rate(REFEREES[game], records, number, seed=1)
    assert rate >= 0.9, f"{len(missed)} of {number} were believed"
