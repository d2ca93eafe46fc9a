"""What a client notices while another one floods the service with work and connections."""

from __future__ import annotations

import itertools
import json
import os
import random
import statistics
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from adjudicator_api.config import Config
from benchmarks.harness import percentile
from tests.attacks.attacks import ATTACKS, MUCH_WORK, Attack
from tests.attacks.watching import Felt, ask, under
from tests.support.serving import served

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.attacks.watching import Errand

CONNECTIONS = ("crowding_connections", "deaf_connections")
NO_LIMIT = "1000000 per minute"
HEAD = f"  {'':<34} {'quiet':>9} {'attacked':>9} {'ratio':>7}"


@click.command()
@click.option("--seconds", default=15.0, show_default=True, help="Of each attack, and of the quiet.")
@click.option(
    "--rate-limit", default=NO_LIMIT, show_default=True, help="Of each client, as for `adjudicator serve`."
)
def attacks(seconds: float, rate_limit: str) -> None:
    """Measure what a client notices while another one floods the service with work and connections.

    \b
      python -m tools measure attacks                      about two minutes
      python -m tools measure attacks --seconds 20
      python -m tools measure attacks --rate-limit "1200 per minute"

    Starts services of its own on this machine. The attacker is 127.0.0.1, the neighbour 127.0.0.2; there is
    no proxy in front. The neighbour asks for one ruling after the other, and beside that for a batch, a
    drawing and a bot's move in turn. The limiter is out of the way unless --rate-limit says otherwise, so
    that the attack meets queues and shares. Times are seconds on this machine and say little on another; the
    last column, attacked over quiet in the same run, says more.
    """
    click.echo(f"one worker, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    measure_work(seconds, rate_limit)
    measure_connections(seconds, rate_limit)


# --- work -------------------------------------------------------------------------------------------------

_rings = random.Random(7)
_new = itertools.count()


def batch(port: int, felt: Felt) -> None:
    ask(port, felt, "POST", "/v1/judge/batch", {"items": [{"tiles": "MgNOONOO"}] * 100})


def drawing(port: int, felt: Felt) -> None:
    """Of a molecule that was not requested before."""
    chain = "".join(_rings.choices("CCNO", k=20))
    ask(port, felt, "GET", f"/v1/structures.svg?smiles=C{chain}C{'C' * (next(_new) % 9)}")


def bot_move(port: int, felt: Felt) -> None:
    """From a new table to the first pick of the bot; it picks once and then waits for the person."""
    opened = ask(
        port, felt, "POST", "/v1/games",
        {"game": "ion", "seats": [{"name": "Ann"}, {"bot": "greedy"}], "watch": "public"},
    )  # fmt: skip
    if not opened:
        return
    made = json.loads(opened)
    while seen := ask(port, felt, "GET", f"/v1/games/{made['id']}"):
        if json.loads(seen)["version"] > made["version"]:
            return
        time.sleep(0.02)


ERRANDS: Mapping[str, Errand] = {
    "batch of 100": batch,
    "drawing": drawing,
    "table opened to bot move": bot_move,
}


def rest(_port: int, seconds: float) -> list[int]:
    time.sleep(seconds)
    return []


QUIET = Attack("quiet", "no attack", rest, frozenset())


def measure_work(seconds: float, rate_limit: str) -> None:
    with attacked_service(rate_limit) as port:
        for errand in ERRANDS.values():
            errand(port, Felt())  # processes start, rules are read
        quiet = under(QUIET, port, seconds, ERRANDS)
        attacked = under(MUCH_WORK, port, seconds, ERRANDS)
    click.echo(f" {MUCH_WORK.about}\n{HEAD}")
    show_rulings(quiet, attacked)
    for name in ERRANDS:
        show(f"{name}, median", *(statistics.median(felt.errands[name]) for felt in (quiet, attacked)))
    show_refusals(quiet, attacked)


# --- connections ------------------------------------------------------------------------------------------


def measure_connections(seconds: float, rate_limit: str) -> None:
    with attacked_service(rate_limit) as port:
        quiet = under(QUIET, port, seconds)
        for name in CONNECTIONS:
            attacked = under(ATTACKS[name], port, seconds)
            click.echo(f" {ATTACKS[name].about}\n{HEAD}")
            show_rulings(quiet, attacked)
            show_refusals(quiet, attacked)


# --- the table --------------------------------------------------------------------------------------------


@contextmanager
def attacked_service(rate_limit: str) -> Iterator[int]:
    """The port of a service as one would run it, but for the pause of bots and the limiter."""
    usual = Config()
    settings = {
        "ADJUDICATOR_RATE_LIMIT": rate_limit,
        "ADJUDICATOR_BOT_PAUSE_MS": "0",
        "ADJUDICATOR_LOG": "off",
        "ADJUDICATOR_ANSWER_SECONDS": str(usual.answer_seconds),
        "ADJUDICATOR_BODY_SECONDS": str(usual.body_seconds),
    }
    with served(**settings) as started:
        yield started.port


def show_rulings(quiet: Felt, attacked: Felt) -> None:
    show("ruling, median", statistics.median(quiet.judged), statistics.median(attacked.judged))
    show("ruling, p99", percentile(quiet.judged, 0.99), percentile(attacked.judged, 0.99))
    click.echo(f"  {'rulings asked':<34} {len(quiet.judged):>9} {len(attacked.judged):>9}")


def show(name: str, quiet: float, attacked: float) -> None:
    click.echo(f"  {name:<34} {quiet:>9.4f} {attacked:>9.4f} {attacked / quiet:>6.1f}×")


def show_refusals(quiet: Felt, attacked: Felt) -> None:
    click.echo(f"  {'refused or not answered':<34} {len(quiet.failed):>9} {len(attacked.failed):>9}")
    for fault, number in Counter([*quiet.failed, *attacked.failed]).most_common(5):
        click.echo(f"    {number} times {fault}")
    got = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(attacked.attacker).items()))
    click.echo(f"  the attacker got {got or 'nothing that it read'}")
