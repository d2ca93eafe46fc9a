"""Steps a second of two trees of this program, in turns, so that a busy machine hits both alike.

    git archive main | tar -x -C /tmp/before
    python -m tools.compare_steps /tmp/before --rounds 3

Prints for every game the rates of the other tree and of this one, and the median of their ratios.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from adjudicator.engine.game import playable_games

KINDS = ("random", "random bots", "greedy bots", "strong bots")
MEASURE = """
import sys
from adjudicator.engine.game import load_game
from benchmarks.steps import bot_steps, random_steps, rate
game, kind = load_game(sys.argv[1]), sys.argv[2]
print(rate(random_steps(game) if kind == "random" else bot_steps(game, kind.split()[0])))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", action="append", choices=playable_games())
    parser.add_argument("--kind", action="append", choices=KINDS)
    options = parser.parse_args()
    for game in options.game or playable_games():
        for kind in options.kind or KINDS:
            rates = [
                [steps(tree, game, kind) for tree in (options.other, Path.cwd())]
                for _ in range(options.rounds)
            ]
            before, after = (median(column) for column in zip(*rates, strict=True))
            times = median(now / then for then, now in rates)
            print(f"{game:<20} {kind:<12} {before:>8.0f} {after:>8.0f} steps/s  x {times:.2f}", flush=True)


def steps(tree: Path, game: str, kind: str) -> float:
    path = os.pathsep.join(str(tree / part) for part in ("", "rulesets", "api"))
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, game, kind],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(run.stdout.split()[0])


if __name__ == "__main__":
    main()
