"""How the service is set up: every option of `adjudicator serve`, also as ADJUDICATOR_<OPTION>."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self

from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "ADJUDICATOR_"
OFF = ("off", "none", "0", "")
LEVELS = ("debug", "info", "warning", "error", "off")
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
SERVERS = ("auto", "granian", "waitress")


class ConfigError(AdjudicatorError):
    """Options that make no sense; `details["faults"]` lists every one of them."""


@dataclass(frozen=True, slots=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 64  # of each worker
    server: str = "auto"  # granian where it is installed, waitress otherwise
    database_url: str = "sqlite:///var/adjudicator.sqlite"
    cache_url: str = ""  # redis://...: what the workers share, such as rate limits
    rate_limit: str = "1200 per minute"  # of each client; "off" for none
    cors_origin: str = ""  # the one other origin whose pages may ask; none by default
    proxies: int = 0  # how many proxies in front add X-Forwarded-For
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
        if not 1 <= self.port <= 65535:
            yield f"port is {self.port}; it must be from 1 to 65535"
        if not 1 <= self.workers <= 64:
            yield f"workers is {self.workers}; it must be from 1 to 64"
        if not 1 <= self.threads <= 256:
            yield f"threads is {self.threads}; it must be from 1 to 256"
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
        if self.rate_limited and not _is_limit(self.rate_limit):
            yield f'rate_limit is {quote(self.rate_limit)}; it must be "off" or such as "1200 per minute"'

    def to_env(self) -> dict[str, str]:
        """What makes `from_env` give this again: how options reach the worker processes."""
        given = {option.name: getattr(self, option.name) for option in fields(self)}
        return {PREFIX + name.upper(): str(value) for name, value in given.items() if value != ""}

    @property
    def rate_limited(self) -> bool:
        return self.rate_limit.lower() not in OFF


def _cache_faults(url: str) -> Iterator[str]:
    from adjudicator.reference.cache import cache_place

    try:
        kind, _ = cache_place(url or None)
    except AdjudicatorError as error:
        yield error.message.rstrip(".")
        return
    if kind == "redis" and find_spec("redis") is None:
        yield "cache_url is a Redis, and that needs the package redis: pip install 'adjudicator[server]'"


def _is_limit(text: str) -> bool:
    from limits import parse_many

    try:
        return bool(parse_many(text))
    except ValueError:
        return False
