"""How the service is set up: every option of `adjudicator serve`, also as ADJUDICATOR_<OPTION>."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from importlib.util import find_spec
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Self

from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from ipaddress import IPv4Network, IPv6Network

PREFIX = "ADJUDICATOR_"
OFF = ("off", "none", "0", "")
LEVELS = ("debug", "info", "warning", "error", "off")
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
SERVERS = ("auto", "granian", "waitress")
ALLOWANCES = "allowances"  # the file of the shared folder in which the limiter has its table
LIMIT = re.compile(r"(\d{1,9})\s*(?:per|/)\s*(second|minute|hour|day)s?")
NEARBY = "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7"  # where proxies stand
RANGES = {
    "port": (1, 65535),
    "workers": (1, 64),
    "threads": (1, 256),
    "waiting": (0, 10_000),
    "processes": (1, 64),
    "work_waiting": (0, 1000),
    "connections": (16, 100_000),
    "streams": (0, 100_000),
    "body_seconds": (1, 600),
    "answer_seconds": (1, 600),
    "silent_seconds": (1, 600),
    "proxies": (0, 10),
    "retention_days": (0, 36500),
}


class ConfigError(AdjudicatorError):
    """Options that make no sense; `details["faults"]` lists every one of them."""


@dataclass(frozen=True, slots=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 32  # of each worker, for what may wait: the database, files, outside sources
    waiting: int = 256  # requests that may wait for a thread of a worker; further ones are told to come back
    processes: int = 2  # of each worker, for longer work: batches, drawings, bots
    work_waiting: int = 16  # pieces of longer work that may wait for a process of a worker
    connections: int = 4096  # that a worker keeps open at once
    streams: int = 2000  # of them, those that follow a game
    body_seconds: int = 10  # for the body of a request to come
    answer_seconds: int = 30  # for an answer to be made
    silent_seconds: int = 10  # that a connection may be open without a word
    server: str = "auto"  # granian where it is installed, waitress otherwise
    database_url: str = "sqlite:///var/adjudicator.sqlite"
    retention_days: int = 400  # how long rulings can be read; 0 for good
    cache_url: str = ""  # redis://...: what the workers share, such as rate limits
    rate_limit: str = "1200 per minute"  # of each client; "off" for none
    cors_origin: str = ""  # the one other origin whose pages may ask; none by default
    proxies: int = 0  # how many proxies in front add X-Forwarded-For
    proxy_addresses: str = NEARBY  # where they stand: networks, with commas between them
    shared: str = ""  # a folder for what the workers of this machine share; made by `serve`
    log: str = "info"

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
        config = cls(**given)
        faults += config.faults()
        if faults:
            raise ConfigError("bad_configuration", f"{'; '.join(faults)}.", faults=faults)
        return config

    def faults(self) -> Iterator[str]:
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                yield f"{name} is {value}; it must be from {least} to {most}"
        if self.server not in SERVERS:
            yield f"server is {quote(self.server)}; it must be one of {', '.join(SERVERS)}"
        if self.log not in LEVELS:
            yield f"log is {quote(self.log)}; it must be one of {', '.join(LEVELS)}"
        yield from _cache_faults(self.cache_url)
        if self.cors_origin and not ORIGIN.fullmatch(self.cors_origin):
            yield (
                f"cors_origin is {quote(self.cors_origin)}; it must be the one other origin whose pages"
                " may ask, such as https://club.example"
            )
        try:
            networks(self.proxy_addresses)
        except ValueError as error:
            yield f"proxy_addresses is {quote(self.proxy_addresses)}: {error}"
        if self.rate_limited and not LIMIT.fullmatch(self.rate_limit.strip().lower()):
            yield f'rate_limit is {quote(self.rate_limit)}; it must be "off" or such as "1200 per minute"'

    def to_env(self) -> dict[str, str]:
        """What makes `from_env` give this again: how options reach the worker processes."""
        given = {option.name: getattr(self, option.name) for option in fields(self)}
        return {PREFIX + name.upper(): str(value) for name, value in given.items() if value != ""}

    @property
    def rate_limited(self) -> bool:
        return self.rate_limit.lower() not in OFF


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Raises ValueError."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def _cache_faults(url: str) -> Iterator[str]:
    from adjudicator.reference.cache import cache_place

    try:
        kind, _ = cache_place(url or None)
    except AdjudicatorError as error:
        yield error.message.rstrip(".")
        return
    if kind == "redis" and find_spec("redis") is None:
        yield "cache_url is a Redis, and that needs the package redis: pip install 'adjudicator[server]'"
