"""Prints what a client notices while another one floods the service with work and connections.

    python -m tools.measure_attacks                      both servers, about four minutes
    python -m tools.measure_attacks --server granian --seconds 20
    python -m tools.measure_attacks --rate-limit "1200 per minute"

Starts services of its own on this machine. The attacker is 127.0.0.1, the neighbour 127.0.0.2; there is no
proxy in front. The neighbour asks for one ruling after the other, and beside that for a batch, a drawing and
a bot's move in turn. The limiter is out of the way unless --rate-limit says otherwise, so that the attack
meets queues and shares. Times are seconds on this machine and say little on another; the last column,
attacked over quiet in the same run, says more.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import statistics
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from adjudicator_api.config import Config
from benchmarks.harness import percentile
from tests.attacks.attacks import ATTACKS, MUCH_WORK, Attack
from tests.attacks.watching import Felt, ask, under
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.attacks.watching import Errand

SERVERS = ("granian", "waitress")
CONNECTIONS = ("crowding_connections", "deaf_connections")
SECONDS = 15.0
NO_LIMIT = "1000000 per minute"
HEAD = f"  {'':<34} {'quiet':>9} {'attacked':>9} {'ratio':>7}"


def main() -> None:
    about, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m tools.measure_attacks",
        description=about,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--server", choices=SERVERS, action="append", help="only this one")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="of each attack, and of the quiet  [%(default)s]"
    )
    parser.add_argument(
        "--rate-limit", default=NO_LIMIT, help="of each client, as for `adjudicator serve`  [%(default)s]"
    )
    options = parser.parse_args()
    for server in options.server or SERVERS:
        print(f"{server}, one worker, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        measure_work(server, options.seconds, options.rate_limit)
        measure_connections(server, options.seconds, options.rate_limit)


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


def measure_work(server: str, seconds: float, rate_limit: str) -> None:
    with served(server, rate_limit) as port:
        for errand in ERRANDS.values():
            errand(port, Felt())  # processes start, rules are read
        quiet = under(QUIET, port, seconds, ERRANDS)
        attacked = under(MUCH_WORK, port, seconds, ERRANDS)
    print(f" {MUCH_WORK.about}\n{HEAD}")
    show_rulings(quiet, attacked)
    for name in ERRANDS:
        show(f"{name}, median", *(statistics.median(felt.errands[name]) for felt in (quiet, attacked)))
    show_refusals(quiet, attacked)


# --- connections ------------------------------------------------------------------------------------------


def measure_connections(server: str, seconds: float, rate_limit: str) -> None:
    with served(server, rate_limit) as port:
        quiet = under(QUIET, port, seconds)
        for name in CONNECTIONS:
            attacked = under(ATTACKS[name], port, seconds)
            print(f" {ATTACKS[name].about}\n{HEAD}")
            show_rulings(quiet, attacked)
            show_refusals(quiet, attacked)


# --- the table --------------------------------------------------------------------------------------------


@contextmanager
def served(server: str, rate_limit: str) -> Iterator[int]:
    """The port of a service as one would run it, but for the pause of bots and the limiter."""
    usual = Config()
    with (
        TemporaryDirectory() as folder,
        serving(
            Path(folder), "--server", server,
            ADJUDICATOR_RATE_LIMIT=rate_limit, ADJUDICATOR_BOT_PAUSE_MS="0", ADJUDICATOR_LOG="off",
            ADJUDICATOR_ANSWER_SECONDS=str(usual.answer_seconds),
            ADJUDICATOR_BODY_SECONDS=str(usual.body_seconds),
        ) as started,
    ):  # fmt: skip
        yield started.port


def show_rulings(quiet: Felt, attacked: Felt) -> None:
    show("ruling, median", statistics.median(quiet.judged), statistics.median(attacked.judged))
    show("ruling, p99", percentile(quiet.judged, 0.99), percentile(attacked.judged, 0.99))
    print(f"  {'rulings asked':<34} {len(quiet.judged):>9} {len(attacked.judged):>9}")


def show(name: str, quiet: float, attacked: float) -> None:
    print(f"  {name:<34} {quiet:>9.4f} {attacked:>9.4f} {attacked / quiet:>6.1f}×")


def show_refusals(quiet: Felt, attacked: Felt) -> None:
    print(f"  {'refused or not answered':<34} {len(quiet.failed):>9} {len(attacked.failed):>9}")
    for fault, number in Counter([*quiet.failed, *attacked.failed]).most_common(5):
        print(f"    {number} times {fault}")
    got = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(attacked.attacker).items()))
    print(f"  the attacker got {got or 'nothing that it read'}", flush=True)


if __name__ == "__main__":
    main()
