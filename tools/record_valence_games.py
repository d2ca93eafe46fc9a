"""Writes the recorded games of fixtures/games/valence_plus: python -m tools.record_valence_games

Seeded, so it writes the same files again until the rules, the edition or the bots change. In the games with
names every third name is wrong or cannot be decided, and a coin decides whether a reaction is blocked: the
records show what then happens.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from adjudicator.engine.agents.bots import seated
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.frame import Preset
from adjudicator.engine.replay import record_of
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from adjudicator_rulesets.valence_plus.play.state import Block, Build, SettleName

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.valence_plus.play.state import Action

OUT = Path("fixtures/games/valence_plus")
GAMES: dict[str, Preset] = {
    "players-2": Preset(2),
    "players-3": Preset(3),
    "players-4": Preset(4),
    "younger-2": Preset(2, {"younger": True}),
    "naming-3": Preset(3, {"naming": True}),
    "original-2": Preset(2, {"original": True}),
    "cooperative-3": Preset(3, {"cooperative": True}),
    "cooperative-4": Preset(4, {"cooperative": True}),
    "cooperative-original-2": Preset(2, {"cooperative": True, "original": True}),
    "noble-2": Preset(2, {"helium": True, "oganesson": True}),
}
BOTS = ("strong", "greedy", "random", "greedy")
OTHER_NAMES = ("unobtainium", "base", "qwertzuiop")
SEEDS = {name: 40 + number for number, name in enumerate(GAMES)} | {
    "cooperative-original-2": 64,
    "cooperative-4": 22,
}  # wins


def play(preset: Preset, seed: int) -> Record:
    game, random = ValencePlusGame(), Random(seed)
    together = preset.options.get("cooperative") and preset.players > 3
    names = ("strong",) * preset.players if together else BOTS[: preset.players]
    bots = seated(game.name, names)
    state, events = game.start(preset.options, seed, players=preset.players)
    while acting := game.players_to_act(state):
        player = acting[0]
        action = bots[player].choose(game.view(state, player), random)
        assert action is not None
        state, more = game.apply(state, player, _misspoken(action, random))
        events += more
    return record_of(game, events, names)


def _misspoken(action: Action, random: Random) -> Action:
    if isinstance(action, Build) and action.name is not None and random.random() < 0.3:
        return replace(action, name=random.choice(OTHER_NAMES))
    if isinstance(action, SettleName):
        return SettleName(accept=random.random() < 0.7)
    if isinstance(action, Block):  # some are blocked and some are not
        return Block(block=random.random() < 0.5)
    return action


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, preset in GAMES.items():
        record = play(preset, seed=SEEDS[name])
        (OUT / f"{name}.json").write_text(written(record), encoding="utf-8")
        print(f"{name}: {len(record.events)} events, {record.result}")


if __name__ == "__main__":
    main()
