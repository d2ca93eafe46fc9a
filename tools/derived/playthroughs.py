"""fixtures/playthroughs: games as text, so that a change of behaviour shows as a difference.

Choices are drawn from all that can be done, not by bots.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.editions.labels import short_label
from adjudicator.engine import codec, load_game, playable_games
from adjudicator.engine.agents.listing import WAIT, choices, turn
from tools.files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from adjudicator.engine import Event, Game

FOLDER = ROOT / "fixtures/playthroughs"
SEED = "playthrough"
ACTIONS = 60
MOST = 40  # choices of a turn that are listed
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gil")


def playthrough(name: str, preset: str) -> str:
    return "\n".join(_lines(load_game(name), preset)) + "\n"


def _lines(game: Game[Any, Any], preset: str) -> Iterator[str]:
    chosen = game.presets()[preset]
    state, events = game.start(chosen.options, SEED, players=chosen.players)
    chance = Random(SEED)
    yield f"{game.name}, preset {preset!r}, {chosen.players} players, {short_label(state.edition)}"
    yield f"options {_json(codec.plain(state.options))}"
    yield from _told(game, events, len(state.seats))
    waited: frozenset[int] = frozenset()
    for _ in range(ACTIONS):
        if state.result is not None:
            break
        player, free = turn(game, state, waited)
        able = choices(game, state, player, MOST, free=free)
        action = WAIT if free and chance.random() < 0.7 else chance.choice(able)
        if action is WAIT:
            waited |= {player}
            continue
        yield ""
        yield f"{NAMES[player]} ({len(able)} choices): {_json(codec.plain(action))}"
        state, events = game.apply(state, player, action)
        waited = frozenset()
        yield from _told(game, events, len(state.seats))
        yield f"  scores {' '.join(map(str, game.scores(state)))}"


def _told(game: Game[Any, Any], events: tuple[Event, ...], seats: int) -> Iterator[str]:
    for event in game.events_shown(events, None):
        told = prose.tell(game.name, event, NAMES[:seats])
        yield f"  {event.version} {event.type}" + (f": {told}" if told else "")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def games() -> dict[Path, tuple[str, str]]:
    """Of every game its first preset, which is the usual game, and its last, which has the most."""
    presets = {name: tuple(load_game(name).presets()) for name in playable_games()}
    return {
        FOLDER / f"{name}{ending}.txt": (name, presets[name][place])
        for name in presets
        for ending, place in (("", 0), ("-rich", -1))
    }


def files() -> dict[Path, str]:
    return {path: playthrough(*played) for path, played in games().items()}
