"""Writes the recorded games of fixtures/games/ion: python -m tools.record_ion_games

Seeded, so it writes the same files again until the rules, the edition or the bots change. Now and then
a player does anything that is allowed instead: changes a pick, turns a metal, holds back, takes from the
middle in the midst of picking. The records show what then happens.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import seated
from adjudicator.engine.agents.simulating import written
from adjudicator.engine.frame import Preset
from adjudicator.engine.replay import record_of
from adjudicator_rulesets.ion.play.game import EVERYTHING, IonGame

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record

OUT = Path("fixtures/games/ion")
GAMES: dict[str, Preset] = {
    "base-2": Preset(2),
    "base-4": Preset(4),
    "base-7": Preset(7),
    "tiles-4": Preset(4, {"tiles": True}),
    "transition-3": Preset(3, {"transition": True}),
    "polyatomic-3": Preset(3, {"tiles": True, "polyatomic": True}),
    "radioactive-5": Preset(5, {"radioactive": True}),
    "everything-4": Preset(4, EVERYTHING),
    "everything-7": Preset(7, EVERYTHING),
}
BOTS = ("strong", "greedy", "random", "greedy", "strong", "random", "greedy")
ANYTHING = 0.12  # share of decisions in which a player does any listed action


def play(preset: Preset, seed: int) -> Record:
    game, random = IonGame(), Random(seed)
    names = BOTS[: preset.players]
    bots = seated(game.name, names)
    state, events = game.start(preset.options, seed, players=preset.players)
    while acting := game.players_to_act(state):
        player = acting[0]
        action = bots[player].choose(game.view(state, player), random)
        if action is None or random.random() < ANYTHING:
            player = random.choice(acting)
            listed = [a for a in game.legal_actions(state, player) if not isinstance(a, Open)]
            action = random.choice(listed)
        state, more = game.apply(state, player, action)
        events += more
    return record_of(game, events, names)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for seed, (name, preset) in enumerate(GAMES.items(), 60):
        record = play(preset, seed)
        (OUT / f"{name}.json").write_text(written(record), encoding="utf-8")
        print(f"{name}: {len(record.events)} events, {record.result}")


if __name__ == "__main__":
    main()
