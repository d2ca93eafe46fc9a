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
LEADING = ("strong", "policy")  # bots that are to be ahead of greedy by a share known to be above BETTER
QUICK = {"greedy", "gentle", "random"}  # levels whose distances have aims: how large they are is sought
WIDE = 0.12  # its interval at most
HEAD = """# How strong the bots are

Two players, the default options of each game; `make tournaments` writes this page. The share is how often
the first bot ranks before the second, ties half, with its 95 % interval. A pairing ends when a sequential
test (50 % against 60 %, 2.5 % wrong either way) has decided, or after 400 games; strong and policy against
greedy go on until the interval lies above 60 % or below; greedy, gentle and random until it is at most 12
points wide, for there levels are to mean the same in every game: greedy beats gentle in 75 to 85 % of
games, gentle beats random in at least 80 %. In Ion both only just hold together: greedy itself does not
beat random more often than in about 94 % (91 to 96 in 400 other games), and a gentle bot that errs as often
as elsewhere beats random in 73 % (69 to 77). Games that bots do not end are counted apart. A move is one
choice of a bot, in milliseconds of one core, in a game against itself.
Policy is the quick choice of a strong bot: simulations, trials and playouts play by it, while the strong bot
of Compounded, Ion and Valence Plus plays its choices out. In Chemistry Monopoly that was tried with 32
playouts for a choice: a few games did not tell it from the policy, which stays the strong bot there.

"""


@click.command()
@click.option("--games", default=400, show_default=True, help="The most of a pairing.")
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

    A pairing ends when a sequential test has decided whether the first bot is the better and, where there is
    an aim, the games tell by how much, or after so many of them. With --write every game is kept at once, so
    that an interrupted run goes on where it was, with more games too; the table says how many games each
    figure rests on. Rows of pairs that were not played here stay as they are on the page.
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
    while played(row) < games and not settled(pair, row["ahead"]) and time.process_time() < until:
        match = play_one(plan, played(row)).match
        if match.is_finished:
            row["ahead"].append(match.ahead(0, 1))
        else:
            row["unfinished"] += 1
        kept.save()


def played(row: Mapping[str, Any]) -> int:
    return len(row["ahead"]) + int(row["unfinished"])


def settled(pair: Sequence[str], ahead: Sequence[float]) -> bool:
    """Whether more games would say nothing: who is better and, where there is an aim, by how much."""
    if not decided(ahead):
        return False
    rate = Rate.of(sum(ahead), len(ahead))
    if QUICK.issuperset(pair):
        return rate.high - rate.low <= WIDE
    return pair[0] not in LEADING or pair[1] != "greedy" or not rate.low < BETTER <= rate.high


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
    """Of pairs and bots that were not played here, and of anything else, what the page says already."""
    before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    sections = dict(part.split("\n", 1) for part in before.split("\n## ")[1:])
    parts = []
    for game in playable_games():
        own = "\n\n".join(tables(kept, game, sections.get(game, "")))
        parts += [own] if own else []
    others = [name for name in sections if name not in playable_games()]
    parts += [f"## {name}\n{sections[name].rstrip()}" for name in others]
    return HEAD + "\n\n".join(parts) + "\n"


def tables(kept: Mapping[str, Any], game: str, before: str = "") -> list[str]:
    """The tables of a game, with the rows that its section had before and that were not played here."""
    own = {tuple(key.split(" ")[1:]): row for key, row in kept.items() if key.split(" ")[0] == game}
    pairs: dict[tuple[str, ...], str] = {
        key: row_of(" against ".join(key), share(row["ahead"]), len(row["ahead"]), row["unfinished"])
        for key, row in own.items()
        if len(key) == 2 and row["ahead"]
    }
    bots: dict[tuple[str, ...], str] = {
        key: row_of(*key, f"{1000 * row['median']:.1f}", f"{1000 * row['slowest']:.0f}", row["moves"])
        for key, row in own.items()
        if len(key) == 1
    }
    known = {key: line for key, line in rows_of(before).items() if key not in own}
    pairs |= {key: line for key, line in known.items() if len(key) == 2}
    bots |= {key: line for key, line in known.items() if len(key) == 1}
    found = []
    if pairs:
        head = ["| pair | ahead | games | unfinished |", "|---|---|---|---|"]
        found.append("\n".join([f"## {game}", "", *head, *in_order(pairs)]))
    if pairs and bots:
        head = ["| bot | a move, ms | slowest | moves |", "|---|---|---|---|"]
        found.append("\n".join([*head, *in_order(bots)]))
    return found


def row_of(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def rows_of(section: str) -> dict[tuple[str, ...], str]:
    """The lines of the tables of a game, by their pair or bot."""
    lines = {
        tuple(line.split(" | ")[0].removeprefix("| ").split(" against ")): line
        for line in section.splitlines()
    }
    return {names: line for names, line in lines.items() if all(name in ORDER for name in names)}


def in_order(rows: Mapping[tuple[str, ...], str]) -> list[str]:
    return [line for _, line in sorted(rows.items(), key=lambda item: [*map(ORDER.index, item[0])])]


def share(ahead: Sequence[float]) -> str:
    rate = Rate.of(sum(ahead), len(ahead))
    return f"{100 * rate.share:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})"
