"""Writes the recorded games of fixtures/games/compoundit: python -m tools.record_games

Seeded, so it writes the same files again until the rules, the edition or the judge change. The players are
those of `tools.random_play`, every other one greedy.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from adjudicator.engine.agents.simulating import written
from adjudicator.engine.frame import Preset
from adjudicator.engine.replay import record_of
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from tools.random_play import act

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record

OUT = Path("fixtures/games/compoundit")
RULES = {2: "compoundit:standard", 3: "compoundit:beginner", 4: "compoundit:simple-lewis+organic"}
GAMES: dict[str, Preset] = {
    f"{mode}-{players}": Preset(players, {"mode": mode, "consensus": False, "rules": rules})
    for mode in ("verified", "challenge")
    for players, rules in RULES.items()
} | {
    f"consensus-{players}": Preset(
        players, {"mode": "challenge", "consensus": True, "rules": "compoundit:standard"}
    )
    for players in (2, 3)
}
MOST_ACTIONS = 1000
FIRST_SEED = 20


def play(preset: Preset, seed: int) -> Record:
    game, random = CompoundItGame(), Random(seed)
    state, events = game.start(preset.options, seed, players=preset.players)
    for _ in range(MOST_ACTIONS):
        acting = game.players_to_act(state)
        if not acting:
            break
        player = random.choice(acting)
        greedy = player % 2 == 0
        tries = 3000 if greedy else 1500
        state, more = game.apply(state, player, act(game, state, player, random, tries=tries, greedy=greedy))
        events += more
    names = ["greedy" if player % 2 == 0 else "random" for player in state.players]
    return record_of(game, events, names)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for number, (name, preset) in enumerate(GAMES.items()):
        record = play(preset, seed=FIRST_SEED + number)
        (OUT / f"{name}.json").write_text(written(record), encoding="utf-8")
        print(f"{name}: {len(record.events)} events, {record.result}")


if __name__ == "__main__":
    main()
