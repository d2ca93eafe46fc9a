"""Writes the recorded games of fixtures/games/compoundit: python -m tools.record_games

Seeded, so it writes the same files again until the rules, the edition or the judge change. The players are
those of `tools.random_play`, every other one greedy.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from adjudicator.engine.replay import record_of
from rulesets.compoundit.play.game import CompoundItGame
from tools.random_play import act

if TYPE_CHECKING:
    from adjudicator.engine.replay import Record

OUT = Path("fixtures/games/compoundit")
RULES = {2: "compoundit:standard", 3: "compoundit:beginner", 4: "compoundit:simple-lewis+organic"}
GAMES: dict[str, dict[str, Any]] = {
    f"{mode}-{players}": {"players": players, "mode": mode, "rules": rules}
    for mode in ("verified", "challenge")
    for players, rules in RULES.items()
} | {
    f"consensus-{players}": {
        "players": players,
        "mode": "challenge",
        "consensus": True,
        "rules": "compoundit:standard",
    }
    for players in (2, 3)
}
MOST_ACTIONS = 1000
FIRST_SEED = 20


def play(options: dict[str, Any], seed: int) -> Record:
    game, random = CompoundItGame(), Random(seed)
    state, events = game.start(options, seed)
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


def written(record: Record) -> str:
    """One event a line, so that a change of a record can be read."""
    plain = record.to_json()
    events = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in plain.pop("events"))
    head = json.dumps(plain, ensure_ascii=False)[:-1]
    return f'{head},\n "events": [\n{events}\n]}}\n'


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for number, (name, options) in enumerate(GAMES.items()):
        record = play(options, seed=FIRST_SEED + number)
        (OUT / f"{name}.json").write_text(written(record), encoding="utf-8")
        print(f"{name}: {len(record.events)} events, {record.result}")


if __name__ == "__main__":
    main()
