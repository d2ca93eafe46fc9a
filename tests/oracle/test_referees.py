"""Referees of Ion and Compounded that share nothing with the games: records by day, thousands of games at night."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.engine.agents.bots import seated
from adjudicator.engine.game import load_game
from adjudicator.engine.replay import record_of
from tests.oracle import compounded_referee, ion_referee
from tests.support.corrupting import catch_rate
from tests.support.sampling import more_at_night, one_in

REFEREES: dict[str, Any] = {"ion": ion_referee.Referee, "compounded": compounded_referee.Referee}
RECORDS = sorted(
    path for game in REFEREES for path in (*Path(f"fixtures/games/{game}").glob("*.json"), *Path(f"fixtures/games/frozen/{game}").glob("*.json"))
)  # fmt: skip


def data_of(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("name", ["ion_referee", "compounded_referee"])
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
    """Every preset with every number of players that it can be played with; at night forty seeds of each."""
    found = []
    for seed in range(40):
        for game in REFEREES:
            playable = load_game(game)
            for preset in playable.presets():
                few = 3 if playable.presets()[preset].options.get("radioactive") else playable.numbers[0]
                found += [(game, preset, players, seed) for players in range(few, playable.numbers[-1] + 1)]
    return found


@pytest.mark.parametrize("case", one_in(97, cases()), ids=str)
def test_games_of_bots_are_by_the_rules(case: tuple[str, str, int, int]) -> None:
    name, preset, players, seed = case
    game, random = load_game(name), Random(seed)
    names = [("greedy", "random")[(seat + seed) % 2] for seat in range(players)]
    bots = seated(name, names)
    state, events = game.start(game.presets()[preset].options, seed, players=players)
    while acting := game.players_to_act(state):
        player = next(p for p in acting if any(ask.obliged for ask in game.asked(state) if ask.player == p))
        action = bots[player].choose(game.view(state, player), random)
        state, more = game.apply(state, player, action)
        events += more
    record = json.loads(json.dumps(record_of(game, events, names).to_json()))
    assert REFEREES[name](record).points == record["result"]["scores"]


@pytest.mark.parametrize("game", REFEREES)
@pytest.mark.parametrize("number", more_at_night(60, 2000))
def test_nine_in_ten_false_records_are_refused(game: str, number: int) -> None:
    """What is not: picks and passes of several at once whose order means nothing, and names, which are no rule."""
    records = [data_of(path) for path in sorted(Path(f"fixtures/games/{game}").glob("*.json"))]
    rate, missed = catch_rate(REFEREES[game], records, number, seed=1)
    assert rate >= 0.9, f"{len(missed)} of {number} were believed"
