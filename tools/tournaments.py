"""Every bot against every other in each game's default preset, as a table in docs/strength.md.

    python tools/tournaments.py --games 40 --game ion

What was played is kept in var/tournaments.json after every game, so that an interrupted run goes on where it
was, with more games too; the table says how many games each figure rests on.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.agents.simulating import Plan, Rate, play_one
from adjudicator.engine.game import playable_games

KEPT = Path("var/tournaments.json")
PAGE = Path("docs/strength.md")
HEAD = """# How strong the bots are

Two players, the default options of each game; `make tournaments` writes this page. The share is how often
the first bot ranks before the second, ties half, with its 95 % interval. Seconds are of one core for a turn,
both bots together.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="the most of a pairing")
    parser.add_argument("--game", action="append", choices=playable_games(), help="only these")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="of this process, for each pairing"
    )
    options = parser.parse_args()
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    KEPT.parent.mkdir(exist_ok=True)
    for game in options.game or playable_games():
        names = sorted(players_of(game).BOTS, key=["strong", "greedy", "gentle", "random"].index)
        for pair in combinations(names, 2):
            play(kept, game, pair, options.games, options.seconds)
            PAGE.write_text(HEAD + "\n\n".join(tables(kept)) + "\n", encoding="utf-8")


def play(kept: dict[str, Any], game: str, pair: tuple[str, str], games: int, seconds: float) -> None:
    """Plays on from what is kept, until there are as many games, or it has been long enough."""
    plan = Plan(game, pair, games, "tournament/" + "-".join(pair))
    row = kept.setdefault(f"{game} {pair[0]} {pair[1]}", {"ahead": [], "seconds": 0.0, "turns": 0})
    until = time.process_time() + seconds
    while len(row["ahead"]) < games and time.process_time() < until:
        began = time.process_time()
        match = play_one(plan, len(row["ahead"])).match
        row["seconds"] += time.process_time() - began
        row["turns"] += sum(match.turns)
        row["ahead"].append(match.ahead(0, 1))
        KEPT.write_text(json.dumps(kept), encoding="utf-8")


def tables(kept: dict[str, Any]) -> list[str]:
    found = []
    for game in playable_games():
        rows = [(key.split(" ")[1:], row) for key, row in kept.items() if key.split(" ")[0] == game]
        lines = [
            f"| {one} against {other} | {shown(row)} | {len(row['ahead'])} | {a_turn(row):.3f} |"
            for (one, other), row in rows
            if row["ahead"]
        ]
        if lines:
            head = ["| pair | ahead | games | seconds a turn |", "|---|---|---|---|"]
            title = f"## {game}"
            found.append("\n".join([title, "", *head, *lines]))
    return found


def a_turn(row: dict[str, Any]) -> float:
    return float(row["seconds"]) / max(1, int(row["turns"]))


def shown(row: dict[str, Any]) -> str:
    rate = Rate.of(sum(row["ahead"]), len(row["ahead"]))
    return f"{100 * rate.share:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})"


if __name__ == "__main__":
    main()
