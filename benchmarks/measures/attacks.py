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
from functools import partial
from typing import TYPE_CHECKING

import click

from adjudicator_api.config import Config
from adjudicator_api.games.upkeep.housekeeping import COUNT_SECONDS
from benchmarks.harness import percentile
from tests.attacks.attacks import (
    ATTACKS,
    FILLERS,
    GUESSES,
    MUCH_WORK,
    PREFIXES,
    PRINTERS,
    Attack,
    guessed_codes,
    kept_rulings,
    open_pages,
    prints_and_pages,
)
from tests.attacks.watching import NEIGHBOUR, Felt, ask, under
from tests.support.serving import served

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.attacks.watching import Errand

CONNECTIONS = ("crowding_connections", "deaf_connections", "trickling_readers")
UNREAD = 'adjudicator_limited_total{who="address",why="answer_not_read"}'
NO_LIMIT = "1000000 per minute"
HEAD = f"  {'':<34} {'quiet':>9} {'attacked':>9} {'ratio':>7}"


@click.command()
@click.option("--seconds", default=15.0, show_default=True, help="Of each attack, and of the quiet.")
@click.option(
    "--rate-limit", default=NO_LIMIT, show_default=True, help="Of each client, as for `adjudicator serve`."
)
@click.option(
    "--part",
    "parts",
    type=click.Choice(["work", "connections", "analyses", "prints", "kept", "guesses"]),
    multiple=True,
    help="Only this one; may be given several times.",
)
def attacks(seconds: float, rate_limit: str, parts: tuple[str, ...]) -> None:
    """Measure what a client notices while others flood the service with work, connections and things to keep.

    \b
      python -m tools measure attacks                      about five minutes
      python -m tools measure attacks --seconds 20 --part work
      python -m tools measure attacks --rate-limit "1200 per minute"

    Starts services of its own on this machine. The attacker is 127.0.0.1, the neighbour 127.0.0.2; there is
    no proxy in front. The neighbour asks for one ruling after the other, and beside that in turn for what
    each part lists. The limiter is out of the way unless --rate-limit says otherwise, so that the attack
    meets queues and shares; what is kept and codes that are guessed are measured with the usual limiter.
    Times are seconds on this machine and say little on another; the last column, attacked over quiet in the
    same run, says more.
    """
    click.echo(f"one worker, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for name, measure in PARTS.items():
        if not parts or name in parts:
            measure(seconds, rate_limit)


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
    show_errands(quiet, attacked)
    show_refusals(quiet, attacked)


# --- connections ------------------------------------------------------------------------------------------


def measure_connections(seconds: float, rate_limit: str) -> None:
    """Answers have to be read within half of an attack, so that its second half shows what happens then."""
    patience = str(max(1, int(seconds) // 2))
    with attacked_service(rate_limit, ADJUDICATOR_READ_SECONDS=patience) as port:
        quiet = under(QUIET, port, seconds)
        for name in CONNECTIONS:
            before = _value(port, UNREAD)
            attacked = under(ATTACKS[name], port, seconds)
            click.echo(f" {ATTACKS[name].about}\n{HEAD}")
            show_rulings(quiet, attacked)
            show_refusals(quiet, attacked)
            unread = _value(port, UNREAD) - before
            click.echo(f"  {f'closed, not read for {patience} s':<34} {'':>9} {unread:>9.0f}")


# --- analyses ---------------------------------------------------------------------------------------------

PAGES = (1, 2, 30)
LOOKING = 6  # of them beside prints


class Seat:
    """The neighbour's seat at a table with hints."""

    def __init__(self, port: int) -> None:
        wanted = {"game": "compoundit", "seats": [{"name": "Ann"}, {"name": "Bob"}], "hints": True}
        made = json.loads(ask(port, Felt(), "POST", "/v1/games", wanted))
        self.path = f"/v1/games/{made['id']}"
        self.own = {"Authorization": f"Bearer {made['seats'][0]['token']}"}

    def hint(self, port: int, felt: Felt) -> None:
        ask(port, felt, "GET", f"{self.path}/hints?count=3", **self.own)

    def preview(self, port: int, felt: Felt) -> None:
        ask(port, felt, "POST", f"{self.path}/preview", {"type": "pass"}, **self.own)


def measure_analyses(seconds: float, rate_limit: str) -> None:
    """The pages are open behind the neighbour's own address, as in a school: that is the worst place."""
    behind = [
        Attack(
            "pages",
            f"{number} open analysis pages behind the same address",
            partial(open_pages, number, NEIGHBOUR),
            frozenset((503,)),
        )
        for number in PAGES
    ]
    beside_a_table(seconds, rate_limit, behind)


def measure_prints(seconds: float, rate_limit: str) -> None:
    """Twenty addresses, because one has one print at a time."""
    about = (
        f"{len(PRINTERS)} prints from as many addresses, and {LOOKING} open analysis pages behind the same"
    )
    printed = partial(prints_and_pages, LOOKING, NEIGHBOUR)
    beside_a_table(seconds, rate_limit, [Attack("prints", about, printed, frozenset((503,)))])


def beside_a_table(seconds: float, rate_limit: str, attacks: list[Attack]) -> None:
    with attacked_service(rate_limit) as port:
        seat = Seat(port)
        errands: Mapping[str, Errand] = {
            "hint": seat.hint,
            "preview": seat.preview,
            "drawing": drawing,
            "table opened to bot move": bot_move,
        }
        for errand in errands.values():
            errand(port, Felt())
        quiet = under(QUIET, port, seconds, errands)
        for attack in attacks:
            attacked = under(attack, port, seconds, errands)
            click.echo(f" {attack.about}\n{HEAD}")
            show_rulings(quiet, attacked)
            show_errands(quiet, attacked)
            show_refusals(quiet, attacked)


# --- what is kept -----------------------------------------------------------------------------------------

RULINGS = 400  # so few that a short attack is above it


def measure_kept(seconds: float, _: str) -> None:
    """Four addresses keep rulings; a neighbour keeps playing, and has room for a ruling."""
    settings = {
        "ADJUDICATOR_RULINGS": str(RULINGS),
        "ADJUDICATOR_RULINGS_PER_CLIENT": str(RULINGS // len(FILLERS)),
    }
    with attacked_service(Config().rate_limit, **settings) as port:
        errands: Mapping[str, Errand] = {"ruling kept": keep_ruling, "table opened to bot move": bot_move}
        attack = Attack("kept", str(kept_rulings.__doc__), kept_rulings, frozenset((429, 507)))
        attacked = under(attack, port, seconds, errands)
        kept = _metric(port, "adjudicator_kept_bytes")
        number = _metric(port, 'adjudicator_kept{kind="rulings"}')
        removed = _value(port, 'adjudicator_removed_total{kind="rulings",why="share"}')
    click.echo(
        f" {len(FILLERS)} addresses keep rulings; {RULINGS} may be kept, a quarter by one address\n{HEAD}"
    )
    show_refusals(Felt(), attacked)
    asked = len(attacked.attacker)
    click.echo(f"  {'asked for, and kept at the end':<34} {asked:>9} {number:>9,.0f}")
    click.echo(f"  {'removed to stay within the share':<34} {removed:>19,.0f}")
    click.echo(f"  {'bytes kept at the end':<34} {kept:>19,.0f}")
    for name, times in attacked.errands.items():
        click.echo(f"  {f'{name}, median of {len(times)}':<34} {statistics.median(times):>19.4f}")


def keep_ruling(port: int, felt: Felt) -> None:
    ask(port, felt, "POST", "/v1/challenges", {"runs": ["HHO"], "player": "ann", "challenger": "bob"})


def _metric(port: int, name: str) -> float:
    """The value of a gauge of what is kept, summed over its labels: those are counted once a minute, so this
    waits for the first count.
    """
    began = time.monotonic()
    while not (found := _value(port, name)) and time.monotonic() - began <= COUNT_SECONDS + 10:
        time.sleep(1)
    return found


def _value(port: int, name: str) -> float:
    lines = ask(port, Felt(), "GET", "/metrics").decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


# --- codes ------------------------------------------------------------------------------------------------

PUPILS = 30


def measure_guesses(_: float, __: str) -> None:
    """A class joins while others guess codes: with the usual limiter, all pupils from one address."""
    with attacked_service(Config().rate_limit) as port:
        made = json.loads(ask(port, Felt(), "POST", "/v1/classes", {"exercises": "charge:Na^+"}))
        joined: list[bool] = []

        def join(port: int, felt: Felt) -> None:
            if len(joined) < PUPILS:
                body = {"nickname": f"Pupil {len(joined) + 1}"}
                answer = ask(port, felt, "POST", f"/v1/classes/join/{made['code']}", body)
                joined.append(bool(answer))
            else:
                time.sleep(0.2)

        attack = Attack("guesses", str(guessed_codes.__doc__), guessed_codes, frozenset((404, 429)))
        attacked = under(attack, port, 0.0, {"joining": join})
    click.echo(f" {GUESSES:,} wrong codes from {PREFIXES} addresses while a class joins\n{HEAD}")
    show_refusals(Felt(), attacked)
    click.echo(f"  {'pupils who wanted in, and are in':<34} {len(joined):>9} {sum(joined):>9}")
    times = attacked.errands["joining"][:PUPILS]
    click.echo(f"  {'joining, median and worst':<34} {statistics.median(times):>9.4f} {max(times):>9.4f}")


PARTS = {
    "work": measure_work,
    "connections": measure_connections,
    "analyses": measure_analyses,
    "prints": measure_prints,
    "kept": measure_kept,
    "guesses": measure_guesses,
}


# --- the table --------------------------------------------------------------------------------------------


@contextmanager
def attacked_service(rate_limit: str, **more: str) -> Iterator[int]:
    """The port of a service as one would run it, but for the pause of bots and the limiter."""
    usual = Config()
    settings = {
        "ADJUDICATOR_RATE_LIMIT": rate_limit,
        "ADJUDICATOR_BOT_PAUSE_MS": "0",
        "ADJUDICATOR_LOG": "off",
        "ADJUDICATOR_ANSWER_SECONDS": str(usual.answer_seconds),
        "ADJUDICATOR_BODY_SECONDS": str(usual.body_seconds),
        **more,
    }
    with served(**settings) as started:
        yield started.port


def show_rulings(quiet: Felt, attacked: Felt) -> None:
    show("ruling, median", statistics.median(quiet.judged), statistics.median(attacked.judged))
    show("ruling, p99", percentile(quiet.judged, 0.99), percentile(attacked.judged, 0.99))
    click.echo(f"  {'rulings asked':<34} {len(quiet.judged):>9} {len(attacked.judged):>9}")


def show_errands(quiet: Felt, attacked: Felt) -> None:
    for name in quiet.errands:
        show(f"{name}, median", *(statistics.median(felt.errands[name]) for felt in (quiet, attacked)))
        show(f"{name}, worst", *(max(felt.errands[name]) for felt in (quiet, attacked)))


def show(name: str, quiet: float, attacked: float) -> None:
    click.echo(f"  {name:<34} {quiet:>9.4f} {attacked:>9.4f} {attacked / quiet:>6.1f}×")


def show_refusals(quiet: Felt, attacked: Felt) -> None:
    click.echo(f"  {'refused or not answered':<34} {len(quiet.failed):>9} {len(attacked.failed):>9}")
    for fault, number in Counter([*quiet.failed, *attacked.failed]).most_common(5):
        click.echo(f"    {number} times {fault}")
    got = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(attacked.attacker).items()))
    click.echo(f"  the attacker got {got or 'nothing that it read'}")
