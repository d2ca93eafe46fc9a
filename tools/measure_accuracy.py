"""How well bots play by the analyst's measures: strong is to come before greedy, greedy before random.

    python tools/measure_accuracy.py --games 10 --game ion --decisions 12 --playouts 24

Every game is played by one bot against itself, each bot in turn, and looked at again: who plays against a
much better one has hardly a chance left to lose. Of a bot's decisions
`accuracy` is the share whose loss is below two standard errors, `loss` the mean loss of winning chance, each
with its own standard error. What was found is kept in var/accuracy.json after every game, so that an
interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import play_on
from adjudicator.engine.agents.rollouts import Estimate, finished
from adjudicator.engine.game import load_game, playable_games

KEPT = Path("var/accuracy.json")
BOTS = ("strong", "greedy", "random")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--game", action="append", choices=playable_games(), help="only these")
    parser.add_argument("--decisions", type=int, default=0, help="of each game, evenly spread; 0 for all")
    parser.add_argument("--playouts", type=int, default=24, help="for each decision")
    parser.add_argument("--fresh", action="store_true", help="forget what was found before")
    options = parser.parse_args()
    KEPT.parent.mkdir(exist_ok=True)
    known = KEPT.exists() and not options.fresh
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if known else {}
    for game in options.game or playable_games():
        for number in range(options.games):
            key = f"{game} {number} {options.decisions} {options.playouts}"
            if key not in kept:
                kept[key] = losses(game, number, options.decisions, options.playouts)
                KEPT.write_text(json.dumps(kept), encoding="utf-8")
        wanted = [
            f"{game} {number} {options.decisions} {options.playouts}" for number in range(options.games)
        ]
        print(f"{game}: {options.games} games, {options.playouts} playouts a decision")
        print("\n".join(lines([loss for key in wanted for loss in kept[key]])), flush=True)


def losses(name: str, number: int, most: int, playouts: int) -> list[tuple[str, bool, float]]:
    """Of each decision that is looked into: whose, whether it was as good as the best, and the loss."""
    bot = BOTS[number % len(BOTS)]
    game = load_game(name)
    record = play_on(game, {}, (bot, bot), f"accuracy/{number}")
    analyst = Analyst(game, record, playouts)
    decisions = list(analyst.turns())
    if most and len(decisions) > most:
        decisions = [decisions[place * len(decisions) // most] for place in range(most)]
    found = [finished(analyst.looked_into(*decision)) for decision in decisions]
    return [(bot, bool(turn.accurate), turn.chance_lost or 0.0) for turn in found]


def lines(found: list[tuple[str, bool, float]]) -> list[str]:
    told, means = [], []
    for bot in BOTS:
        own = [(accurate, loss) for player, accurate, loss in found if player == bot]
        accuracy = Estimate.of([float(accurate) for accurate, _ in own])
        loss = Estimate.of([loss for _, loss in own])
        means.append((-accuracy.mean, loss.mean))
        told.append(
            f"  {bot:<7} {len(own):>4} decisions"
            f"  accuracy {100 * accuracy.mean:5.1f} ± {100 * accuracy.error:.1f} %"
            f"  loss {100 * loss.mean:5.2f} ± {100 * loss.error:.2f} %"
        )
    in_order = all(list(column) == sorted(column) for column in zip(*means, strict=True))
    return [*told, f"  strong > greedy > random by both: {'yes' if in_order else 'NO'}"]


if __name__ == "__main__":
    main()
