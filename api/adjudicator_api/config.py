"""How the service is set up: every option of `adjudicator serve`, also as ADJUDICATOR_<OPTION>."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from adjudicator.chem.naming import added_names
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from dataclasses import Field
    from ipaddress import IPv4Network, IPv6Network

PREFIX = "ADJUDICATOR_"
# Read directly by the reference and the names, with what each means; names with TEST are for our tests.
OTHERS = {
    "SOURCES": "Who is asked about known compounds, separated by commas: `table` (the default, shipped), "
    "`pubchem`, `chemspider`.",
    "CHEMSPIDER_KEY": "The key for ChemSpider, from developer.rsc.org; without one it is not asked.",
    "PACE": "The folder in which processes share the pace at which they ask a source, at most 5 requests a "
    "second and 400 a minute; by default shared by the processes of one `serve`. Name one folder for all "
    "services behind one address; it must not outlive a restart of the machine.",
    "PUBCHEM_URL": "Another address for PubChem, such as a proxy of yours.",
    "CHEMSPIDER_URL": "Another address for ChemSpider.",
    "REFERENCE_TABLE": "Another table of known compounds than the shipped one: a file.",
    "DROP_SOURCES": "Sources of boiling points that do not count, separated by commas; "
    "[SOURCES.md](../adjudicator/reference/SOURCES.md) names them.",
    "NAMES": "A file with [names of your school](operating.md#names-of-your-school).",
}
FOR_TESTS = "TEST_"
OFF = ("off", "none", "0", "")
LEVELS = ("debug", "info", "warning", "error", "off")
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
POCKET = re.compile(r"(https?://[a-z0-9.-]+(:[0-9]{1,5})?)?/([\w.~-]+/)*")
REPORTS = re.compile(r"[^\s@?&#<>\"]+@[a-zA-Z0-9.-]+|https://[^\s<>\"]*\{text\}[^\s<>\"]*")
SERVERS = ("auto", "granian", "waitress")  # the last one is refused with a sentence
# Files of the shared folder that hold the limiters' tables.
ALLOWANCES, GUESSES = "allowances", "guesses"
LIMIT = re.compile(r"(\d{1,9})\s*(?:per|/)\s*(second|minute|hour|day)s?")
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
THIS_MACHINE = "127.0.0.0/8,::1/128"
FEWEST = 16  # connections of a worker
USUAL_SHARE = 512  # connections of one address
SCHOOL = 200  # connections of a school behind one address
LEAST_READ = 16 * 1024  # bytes; a client that takes less in `read_seconds` does not read its answer


class Limit(NamedTuple):
    """`1200 per minute`."""

    questions: int
    seconds: float


class ConfigError(AdjudicatorError):
    """Invalid options; `details["faults"]` lists all of them."""


def _setting(default: Any, about: str, least: int = 0, most: int = 0) -> Any:
    """An option of `serve`: what it means, and the least and most that it may be if it is a number."""
    return field(default=default, metadata={"about": about, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Config:
    """docs/settings.md shows all of it."""

    host: str = _setting("127.0.0.1", "The address to listen on.")
    port: int = _setting(8000, "The port to listen on.", 1, 65535)
    server: str = _setting(
        "auto", "The server to use: auto and granian are the same, for another see Running Adjudicator."
    )
    workers: int = _setting(1, "Worker processes.", 1, 64)
    threads: int = _setting(32, "Threads per worker, for waiting work such as the database.", 1, 256)
    waiting: int = _setting(256, "Requests per worker that may wait for a thread; more get 503.", 0, 10_000)
    processes: int = _setting(
        2, "Processes per worker for longer work: hints, drawings, small batches.", 1, 64
    )
    background_processes: int = _setting(
        1, "Processes per worker for what may wait: analyses, trials, large batches, prints.", 1, 64
    )
    bot_processes: int = _setting(2, "Processes per worker for bots.", 1, 64)
    work_waiting: int = _setting(16, "Longer jobs per worker that may wait; more get 503.", 0, 1000)
    connections: int = _setting(4096, "Open connections per worker.", FEWEST, 100_000)
    connections_per_address: int = _setting(
        0,
        "Of these, connections from one address, at most half; 0 for 512, or half where that is less. "
        f"A school behind one address needs about {SCHOOL}.",
        0,
        50_000,
    )
    streams: int = _setting(
        2000, "Of the connections, at most half, those that may follow a game at a time.", 0, 100_000
    )
    streams_per_address: int = _setting(
        256,
        "Of these, at most half, streams to one address; a class of thirty phones shares one address.",
        1,
        100_000,
    )
    body_seconds: int = _setting(10, "Time limit for receiving a request's body; then 408.", 1, 600)
    answer_seconds: int = _setting(
        30, "Time limit for an answer, then 503; limits for longer work scale with it.", 1, 600
    )
    read_seconds: int = _setting(
        20, "Time in which a client must read 16 KiB of its answer, or the rest of it.", 1, 600
    )
    silent_seconds: int = _setting(
        10, "How long a connection may stay open without sending anything.", 1, 600
    )
    stop_seconds: int = _setting(10, "Time for running requests to finish when the service stops.", 1, 600)
    database_url: str = _setting(
        "sqlite:///var/adjudicator.sqlite", "The database: sqlite:///file or postgresql://…"
    )
    retention_days: int = _setting(400, "How long rulings can be read; 0 for ever.", 0, 36500)
    bot_pause_ms: int = _setting(
        800, "Milliseconds before a bot moves, so that people can follow.", 0, 60_000
    )
    chance_seconds: int = _setting(
        8, "Time for people to challenge before a bot's move ends that chance.", 0, 600
    )
    offer_seconds: int = _setting(
        90, "Time for people to read and answer an offer before a bot's move ends it.", 0, 600
    )
    absent_seconds: int = _setting(
        30, "Time after which the service answers for a player who has left the table.", 1, 86_400
    )
    analysis_playouts: int = _setting(
        32,
        "How often an analysis plays out a decision at most, in long games less: more is more precise.",
        4,
        2000,
    )
    thinking_percent: int = _setting(
        100,
        "Playouts of strong bots and hints: 100 is about half a second of a core for a move, 0 is none.",
        0,
        400,
    )
    abandoned_days: int = _setting(
        60, "Games without a move for this long are removed; 0 for never.", 0, 36500
    )
    notice_days: int = _setting(7, "How long before the removal of a game its seats are warned.", 1, 365)
    edition_days: int = _setting(
        180,
        "Editions without a ruling or a running game are removed when unused for this long; 0 for never.",
        0,
        36500,
    )
    kept_megabytes: int = _setting(
        4096,
        "Megabytes of rulings, games, classes and editions; one client may have a quarter.",
        4,
        10**9,
    )
    rulings: int = _setting(400_000, "Rulings stored here, in total.", 4, 10**9)
    rulings_per_client: int = _setting(
        20_000, "Of these, rulings from one client; then its oldest that nobody opened are removed.", 1, 10**9
    )
    games: int = _setting(100_000, "Games stored here, in total.", 4, 10**9)
    games_per_client: int = _setting(
        5000,
        "Of these, games from one client; then its idle tables with bots are removed.",
        1,
        10**9,
    )
    editions: int = _setting(5000, "Users' own editions stored here, in total.", 0, 1_000_000)
    editions_per_client: int = _setting(100, "Of these, editions from one client.", 1, 1_000_000)
    cache_url: str = _setting("", "Where several machines share rate limits and the like: redis://…")
    rate_limit: str = _setting("1200 per minute", 'Limit for the questions of each client, or "off".')
    proxies: int = _setting(0, "The number of proxies in front that add X-Forwarded-For.", 0, 10)
    proxy_addresses: str = _setting(THIS_MACHINE, "The networks of these proxies, separated by commas.")
    public_url: str = _setting(
        "",
        "The address for links and QR codes, such as https://club.example; by default that of the request.",
    )
    cors_origin: str = _setting("", "The other origins whose pages may send requests, separated by commas.")
    pocket_url: str = _setting(
        "", "The pocket edition for phones without a network: https://… or a path such as /pocket/."
    )
    report_to: str = _setting(
        "",
        "Where to report disputed rulings: an e-mail address, or https://…{text} with a gap for the text.",
    )
    metrics_port: int = _setting(0, "A separate port for /metrics; 0 for none.", 0, 65535)
    metrics_token: str = _setting(
        "", "The bearer token for /metrics; without one, only this machine has access."
    )
    log: str = _setting("info", f"The lowest level to log: {', '.join(LEVELS)}.")
    lan_url: str = field(default="")  # where phones reach a service opened at 127.0.0.1; set by `serve`
    shared: str = field(default="")  # the folder that the workers of this machine share; made by `serve`
    in_place: str = field(default="")  # not empty where there are no threads and no processes: in a browser

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Self:
        """Reads ADJUDICATOR_PORT, ADJUDICATOR_DATABASE_URL and so on; raises ConfigError with every fault."""
        env = os.environ if env is None else env
        given: dict[str, Any] = {}
        faults = []
        for option in fields(cls):
            text = env.get(PREFIX + option.name.upper())
            if text is None:
                continue
            if option.type == "int":
                if not text.strip().isdecimal():
                    faults.append(
                        f"{PREFIX}{option.name.upper()} is {quote(text)}; it must be a whole number"
                    )
                    continue
                given[option.name] = int(text)
            else:
                given[option.name] = text.strip()
        faults += [*_misspelt(env), *_unread_names(env)]
        config = cls(**given)
        faults += config.faults()
        if faults:
            raise ConfigError("bad_configuration", f"{'; '.join(faults)}.", faults=faults)
        return config

    def faults(self) -> Iterator[str]:
        for option in settings():
            value, least, most = getattr(self, option.name), option.metadata["least"], option.metadata["most"]
            if isinstance(value, int) and not least <= value <= most:
                yield f"{option.name} is {value}; it must be from {least} to {most}"
        if self.metrics_port == self.port:
            yield f"metrics_port is {self.port}, as the port of the service is; they must differ"
        if self.server not in SERVERS:
            yield f"server is {quote(self.server)}; it must be one of {', '.join(SERVERS[:2])}"
        if self.server == "waitress":
            yield (
                "waitress is not started from here any more; any WSGI server can run"
                " adjudicator_api.wsgi:app, and docs/operating.md says what it has to guard itself"
            )
        if self.log not in LEVELS:
            yield f"log is {quote(self.log)}; it must be one of {', '.join(LEVELS)}"
        for kind in ("rulings", "games"):
            most, quarter = getattr(self, f"{kind}_per_client"), getattr(self, kind) // 4
            if most > quarter:
                yield (
                    f"{kind}_per_client is {most}, more than a quarter of {kind}; it must be at most"
                    f" {quarter}, or {kind} at least {4 * most}"
                )
        if self.connections_per_address > self.connections // 2:
            yield (
                f"connections_per_address is {self.connections_per_address}, more than half of connections"
                f" ({self.connections}); it must be at most {self.connections // 2}, or connections at least"
                f" {2 * self.connections_per_address}"
            )
        yield from _cache_faults(self.cache_url)
        for origin in origins(self.cors_origin):
            if not ORIGIN.fullmatch(origin):
                yield (
                    f"cors_origin is {quote(self.cors_origin)}; it must be the other origins whose pages may"
                    " ask, separated by commas, such as https://club.example,https://school.example"
                )
        if self.pocket_url and not POCKET.fullmatch(self.pocket_url):
            yield (
                f"pocket_url is {quote(self.pocket_url)}; it must be the address of a folder, such as"
                " https://club.example/judge/ or /pocket/"
            )
        if self.report_to and not REPORTS.fullmatch(self.report_to):
            yield (
                f"report_to is {quote(self.report_to)}; it must be a mail address, such as"
                " judge@club.example, or an address with a place for the text, such as"
                " https://club.example/report?body={text}"
            )
        if self.public_url and not ORIGIN.fullmatch(self.public_url):
            yield (
                f"public_url is {quote(self.public_url)}; it must be the address of this service as others"
                " reach it, without a path, such as https://club.example"
            )
        try:
            networks(self.proxy_addresses)
        except ValueError:
            yield (
                f"proxy_addresses is {quote(self.proxy_addresses)}; it must be networks, separated by commas,"
                " such as 10.0.0.0/8,192.168.1.7"
            )
        if self.rate_limit.lower() not in OFF and not LIMIT.fullmatch(self.rate_limit.strip().lower()):
            yield f'rate_limit is {quote(self.rate_limit)}; it must be "off" or such as "1200 per minute"'

    def to_env(self) -> dict[str, str]:
        """The environment from which `from_env` gives the same: how options reach the worker processes."""
        given = {option.name: getattr(self, option.name) for option in fields(self)}
        return {PREFIX + name.upper(): str(value) for name, value in given.items() if value != ""}

    @property
    def share_of_address(self) -> int:
        """Connections that one address may have."""
        return self.connections_per_address or min(USUAL_SHARE, self.connections // 2)

    @property
    def most_streams(self) -> int:
        """Streams at a time: the other half of the connections is for questions and moves."""
        return min(self.streams, self.connections // 2)

    @property
    def streams_of_address(self) -> int:
        return min(self.streams_per_address, max(1, self.most_streams // 2))

    @property
    def limit(self) -> Limit | None:
        """Of the questions of each client; None if it is off."""
        found = LIMIT.fullmatch(self.rate_limit.strip().lower())
        return Limit(int(found[1]), float(SECONDS[found[2]])) if found and int(found[1]) else None


def _misspelt(env: Mapping[str, str]) -> Iterator[str]:
    """Variables that look like settings but are not: silently ignored, they would have no effect."""
    known = [*(option.name.upper() for option in fields(Config)), *OTHERS]
    for variable in sorted(env):
        name = variable.removeprefix(PREFIX)
        if name != variable and name not in known and not name.startswith(FOR_TESTS):
            close = [f"{PREFIX}{right} is" for right in get_close_matches(name, known, n=1)]
            yield f"{variable} is no setting; {' '.join(close) or 'see docs/settings.md'}"


def _unread_names(env: Mapping[str, str]) -> Iterator[str]:
    try:
        added_names(env)
    except AdjudicatorError as error:
        yield error.message.rstrip(".")


def settings() -> list[Field[Any]]:
    """What people may set."""
    return [option for option in fields(Config) if option.metadata]


def origins(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Raises ValueError."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def _cache_faults(url: str) -> Iterator[str]:
    from adjudicator.reference.online.cache import cache_place

    try:
        kind, _ = cache_place(url or None)
    except AdjudicatorError as error:
        yield error.message.rstrip(".")
        return
    if kind == "redis" and find_spec("redis") is None:
        yield "cache_url is a Redis, and that needs the package redis: pip install 'adjudicator[server]'"
