"""Games as data: what is declared of each is what happens when it is played; and playthroughs that must not change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from adjudicator import UnknownRuleset
from adjudicator.engine import about, load_game, playable_games
from adjudicator.engine.agents.listing import WAIT, choices, turn
from tests.support.sampling import slow_unless_today
from tools.derived.playthroughs import games, playthrough

FILES = games()


def waits_for_several(name: str, preset: str, actions: int) -> bool:
    game = load_game(name)
    chosen = game.presets()[preset]
    state, chance = game.new(chosen.options, 5, players=chosen.players), Random(5)
    waited: frozenset[int] = frozenset()
    for _ in range(actions):
        if state.result is not None:
            return False
        if len({ask.player for ask in game.asked(state) if ask.obliged}) > 1:
            return True
        player, free = turn(game, state, waited)
        action = chance.choice(choices(game, state, player, 60, free=free))
        if action is WAIT:
            waited |= {player}
        else:
            state, waited = game.apply(state, player, action)[0], frozenset()
    return False


@pytest.mark.parametrize("name", playable_games())
def test_games_that_wait_for_several_say_so(name: str) -> None:
    presets = list(load_game(name).presets())
    seen = any(waits_for_several(name, preset, 30) for preset in (presets[0], presets[-1]))
    assert about(name).simultaneous >= seen


@pytest.mark.parametrize("name", playable_games())
def test_a_game_is_described(name: str) -> None:
    found = about(name)
    fewest, most = found.seats
    assert 2 <= fewest <= most
    assert found.presets
    assert {"random", "greedy", "strong"} <= set(found.bots)
    assert found.to_json()["options"]["type"] == "object"


def test_the_five_games_are_of_these_kinds() -> None:
    """As in the rulebooks: the number of players, whether hands are hidden, whether there are trades."""
    kinds = {name: about(name) for name in playable_games()}
    assert {name: kind.seats for name, kind in kinds.items()} == {
        "compoundit": (2, 4),
        "valence-plus": (2, 4),
        "ion": (2, 7),
        "compounded": (2, 5),
        "chemistry-monopoly": (2, 6),
    }
    assert all(kind.chance for kind in kinds.values())
    in_turn = {name for name, kind in kinds.items() if not kind.simultaneous}
    assert in_turn == {"chemistry-monopoly"}
    assert {name for name, kind in kinds.items() if kind.trading} == {"compounded", "chemistry-monopoly"}
    assert {name for name, kind in kinds.items() if kind.hidden} == {"compoundit", "valence-plus", "ion"}
    with pytest.raises(UnknownRuleset):
        about("chess")


@pytest.mark.parametrize("path", slow_unless_today(3, FILES), ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert playthrough(*FILES[path]) == written, "meant? then run python -m tools derive playthroughs --write"


def test_playthroughs_are_of_games_that_are_there() -> None:
    folder = next(iter(FILES)).parent
    assert set(folder.glob("*.txt")) == set(FILES)
