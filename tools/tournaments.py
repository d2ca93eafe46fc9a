"""Every bot against every other in each game's default preset, as a table in docs/strength.md.

    python tools/tournaments.py --games 40 --game ion --pair strong,greedy

A pairing ends when a sequential test has decided whether the first bot is the better one, or after so many
games. What was played is kept in var/strength.json after every game, so that an interrupted run goes on
where it was, with more games too; the table says how many games each figure rests on.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import combinations
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.engine.agents.bots import Character, play_on, players_of, recalling
from adjudicator.engine.agents.simulating import Plan, Rate, play_one
from adjudicator.engine.game import load_game, playable_games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

KEPT = Path("var/strength.json")
PAGE = Path("docs/strength.md")
ORDER = ("strong", "greedy", "gentle", "random")
EVEN, BETTER = 0.5, 0.6  # the shares between which the sequential test decides
SURE = log(0.975 / 0.025)  # of either answer
HEAD = """# How strong the bots are

Two players, the default options of each game; `make tournaments` writes this page. The share is how often
the first bot ranks before the second, ties half, with its 95 % interval. A pairing ends when a sequential
test (50 % against 60 %, 2.5 % wrong either way) has decided, or after 200 games; games that bots do not end
are counted apart. A move is one choice of a bot, in milliseconds of one core, in a game against itself.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="the most of a pairing")
    parser.add_argument("--game", action="append", choices=playable_games(), help="only these")
    parser.add_argument("--pair", help="only this one, as in strong,greedy")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="of this process, for each pairing"
    )
    options = parser.parse_args()
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for game in options.game or playable_games():
        names = sorted(players_of(game).BOTS, key=ORDER.index)
        wanted = [tuple(options.pair.split(","))] if options.pair else combinations(names, 2)
        for pair in wanted:
            play(kept, game, pair, options.games, options.seconds)
        for bot in names:
            if f"{game} {bot}" not in kept:
                kept[f"{game} {bot}"] = moves(game, bot)
                keep(kept)
        PAGE.write_text(page(kept), encoding="utf-8")


def keep(kept: dict[str, Any]) -> None:
    """In one step, so that a run that is stopped amid it loses nothing."""
    KEPT.parent.mkdir(exist_ok=True)
    draft = KEPT.with_suffix(".new")
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(KEPT)


# --- playing ------------------------------------------------------------------------------------------------


def play(kept: dict[str, Any], game: str, pair: tuple[str, ...], games: int, seconds: float) -> None:
    """Plays on from what is kept, until it is decided, or there are as many games, or time is up."""
    plan = Plan(game, pair, games, "tournament/" + "-".join(pair))
    row = kept.setdefault(f"{game} {pair[0]} {pair[1]}", {"ahead": [], "unfinished": 0})
    until = time.process_time() + seconds
    while played(row) < games and not decided(row["ahead"]) and time.process_time() < until:
        match = play_one(plan, played(row)).match
        if match.is_finished:
            row["ahead"].append(match.ahead(0, 1))
        else:
            row["unfinished"] += 1
        keep(kept)


def played(row: Mapping[str, Any]) -> int:
    return len(row["ahead"]) + int(row["unfinished"])


def decided(ahead: Sequence[float]) -> bool:
    """Wald's sequential test: whether the games tell one share from the other."""
    won = sum(ahead)
    ratio = won * log(BETTER / EVEN) + (len(ahead) - won) * log((1 - BETTER) / (1 - EVEN))
    return abs(ratio) >= SURE


class Timed:
    """A bot, and how long each of its choices took."""

    def __init__(self, bot: Any, taken: list[float]) -> None:
        self.bot, self.taken = bot, taken

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        began = time.process_time()
        action = self.bot.choose(view, random)
        self.taken.append(time.process_time() - began)
        return action

    def recalling(self, seen: Sequence[Any]) -> Timed:
        return Timed(recalling(self.bot, seen), self.taken)


def moves(game: str, bot: str) -> dict[str, float]:
    """How long a bot thinks, over one game against itself."""
    taken: list[float] = []
    seats = [Timed(players_of(game).bot(Character(bot)), taken) for _ in range(2)]
    play_on(load_game(game), {}, seats, "tournament/time")
    taken.sort()
    return {"median": taken[len(taken) // 2], "slowest": taken[-1], "moves": len(taken)}


# --- the page -----------------------------------------------------------------------------------------------


def page(kept: Mapping[str, Any]) -> str:
    """Of a game that was not played here, and of anything else, what the page says already."""
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    sections = dict(part.split("\n", 1) for part in before.split("\n## ")[1:])
    found = []
    for game in playable_games():
        own = "\n\n".join(tables(kept, game))
        if own or game in sections:
            found.append(own or f"## {game}\n{sections[game].rstrip()}")
    others = [name for name in sections if name not in playable_games()]
    found += [f"## {name}\n{sections[name].rstrip()}" for name in others]
    return HEAD + "\n\n".join(found) + "\n"


def tables(kept: Mapping[str, Any], game: str) -> list[str]:
    own = {tuple(key.split(" ")[1:]): row for key, row in kept.items() if key.split(" ")[0] == game}
    pairs = [
        f"| {' against '.join(pair)} | {share(row['ahead'])} | {len(row['ahead'])} | {row['unfinished']} |"
        for pair, row in sorted(own.items(), key=lambda item: [ORDER.index(name) for name in item[0]])
        if len(pair) == 2 and row["ahead"]
    ]
    bots = [
        f"| {bot[0]} | {1000 * row['median']:.1f} | {1000 * row['slowest']:.0f} | {row['moves']} |"
        for bot, row in sorted(own.items(), key=lambda item: [ORDER.index(name) for name in item[0]])
        if len(bot) == 1
    ]
    found = []
    if pairs:
        found.append(
            "\n".join(
                [f"## {game}", "", "| pair | ahead | games | unfinished |", "|---|---|---|---|", *pairs]
            )
        )
    if pairs and bots:
        found.append("\n".join(["| bot | a move, ms | slowest | moves |", "|---|---|---|---|", *bots]))
    return found


def share(ahead: Sequence[float]) -> str:
    rate = Rate.of(sum(ahead), len(ahead))
    return f"{100 * rate.share:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})"


if __name__ == "__main__":
    main()
