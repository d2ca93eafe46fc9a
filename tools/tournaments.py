"""Every bot against every other in each game's default preset, as a table in docs/strength.md."""

from __future__ import annotations

import json
import time
from itertools import combinations
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.engine.agents.bots import Character, play_on, players_of, recalling
from adjudicator.engine.agents.simulating import Plan, Rate, play_one
from adjudicator.engine.game import load_game, playable_games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

KEPT = Path("var/strength.json")
PAGE = Path("docs/strength.md")
ORDER = ("strong", "policy", "greedy", "gentle", "random")
EVEN, BETTER = 0.5, 0.6  # the shares between which the sequential test decides
SURE = log(0.975 / 0.025)  # of either answer
HEAD = """# How strong the bots are

Two players, the default options of each game; `make tournaments` writes this page. The share is how often
the first bot ranks before the second, ties half, with its 95 % interval. A pairing ends when a sequential
test (50 % against 60 %, 2.5 % wrong either way) has decided, or after 200 games; games that bots do not end
are counted apart. A move is one choice of a bot, in milliseconds of one core, in a game against itself.
Policy is the quick choice of a strong bot: simulations, trials and playouts play by it, while the strong bot
of Compounded, Ion and Valence Plus plays its choices out.

"""


@click.command()
@click.option("--games", default=200, show_default=True, help="The most of a pairing.")
@click.option("--game", multiple=True, type=click.Choice(playable_games()), help="Only these.")
@click.option("--pair", help="Only this one, as in strong,greedy.")
@click.option("--seconds", default=float("inf"), help="Of this process, for each pairing.")
@click.option(
    "--write", is_flag=True, help="Keep every game in var/strength.json, and write docs/strength.md."
)
def tournaments(games: int, game: tuple[str, ...], pair: str | None, seconds: float, write: bool) -> None:
    """Play every bot against every other and print who is the better one.

    \b
      python -m tools tournaments --games 40 --game ion --pair strong,greedy
      make tournaments        all of them, written to docs/strength.md; a day of one core

    A pairing ends when a sequential test has decided whether the first bot is the better, or after so many
    games. With --write every game is kept at once, so that an interrupted run goes on where it was, with more
    games too; the table says how many games each figure rests on.
    """
    kept = Kept(write)
    for name in game or playable_games():
        names = sorted(players_of(name).BOTS, key=ORDER.index)
        for each in [tuple(pair.split(","))] if pair else combinations(names, 2):
            play(kept, name, each, games, seconds)
        for bot in () if pair else names:
            if f"{name} {bot}" not in kept.rows:
                kept.rows[f"{name} {bot}"] = moves(name, bot)
                kept.save()
        if write:
            PAGE.write_text(page(kept.rows), encoding="utf-8")
        click.echo("\n\n".join(tables(kept.rows, name)))


class Kept:
    """What was played: in memory, or in a file that is written in one step, so that nothing is lost."""

    def __init__(self, write: bool) -> None:
        self.write = write
        known = write and KEPT.exists()
        self.rows: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if known else {}

    def save(self) -> None:
        if self.write:
            KEPT.parent.mkdir(exist_ok=True)
            draft = KEPT.with_suffix(".new")
            draft.write_text(json.dumps(self.rows), encoding="utf-8")
            draft.replace(KEPT)


# --- playing ------------------------------------------------------------------------------------------------


def play(kept: Kept, game: str, pair: tuple[str, ...], games: int, seconds: float) -> None:
    """Plays on from what is kept, until it is decided, or there are as many games, or time is up."""
    plan = Plan(game, pair, games, "tournament/" + "-".join(pair))
    row = kept.rows.setdefault(f"{game} {pair[0]} {pair[1]}", {"ahead": [], "unfinished": 0})
    until = time.process_time() + seconds
    while played(row) < games and not decided(row["ahead"]) and time.process_time() < until:
        match = play_one(plan, played(row)).match
        if match.is_finished:
            row["ahead"].append(match.ahead(0, 1))
        else:
            row["unfinished"] += 1
        kept.save()


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
