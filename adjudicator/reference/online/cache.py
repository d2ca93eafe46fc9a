"""The session for all outside sources: it caches, respects rate limits, and raises one error.

`cache_place` and `Settings` cost nothing to import; requests and requests-cache are loaded with the first
question.
"""

from __future__ import annotations

import logging
import os
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from adjudicator.errors import AdjudicatorError
from adjudicator.reference.online.failures import SourceFailed
from adjudicator.reference.online.pace import Manners

if TYPE_CHECKING:
    from collections.abc import Callable

    from requests_cache import CachedSession
    from requests_cache.backends.base import BaseStorage

    from adjudicator.reference.online.transport import Keep

CACHE_VARIABLE = "ADJUDICATOR_CACHE_URL"
FILE_NAME = "answers.sqlite"
REDIS_SCHEMES = ("redis", "rediss", "unix")
REDIS_TIMEOUT = 1.0  # seconds
REDIS_KEEPS_STALE = 60 * 24 * 3600  # seconds beyond its time that an answer still serves in an outage


_sharing = threading.Lock()


@dataclass(frozen=True, slots=True)
class Settings:
    """Where answers are kept (None: the user's cache folder) and how sources are asked."""

    cache_url: str | None = None
    manners: Manners = field(default_factory=Manners)

    @classmethod
    def from_env(cls) -> Settings:
        return cls(os.environ.get(CACHE_VARIABLE) or None)


def cache_place(url: str | None) -> tuple[str, str]:
    """("file", path), ("redis", url) or ("memory", ""): reads a path, sqlite:///path, redis://…, memory:."""
    if url is None:
        return "file", ""
    scheme, colon, rest = url.partition(":")
    if scheme in REDIS_SCHEMES and rest.startswith("//"):
        return "redis", url
    if scheme == "sqlite" and rest.startswith("///") and rest != "///:memory:" and len(rest) > 3:
        return "file", rest[3:]
    if url in {"memory:", "memory://", "sqlite://", "sqlite:///:memory:", ":memory:"}:
        return "memory", ""
    if colon and rest.startswith("//"):
        raise AdjudicatorError(
            "bad_cache_url",
            f"{CACHE_VARIABLE} begins with {scheme}://, which is no cache. Give a path, sqlite:///path,"
            " redis://host:port/number or memory: instead.",
        )
    return "file", url


class Web:
    """A cached session and the sources it may query. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.session: CachedSession = _new_session(settings.cache_url)

    @classmethod
    def shared(cls, settings: Settings) -> Web:
        """One per process, so that rate limits hold and answers are stored once."""
        with _sharing:
            return _shared(settings, os.getpid())

    def add_source(self, source: str, base_url: str, check: Callable[[int, Any], Keep]) -> None:
        """Lets `base_url` be asked; adding a source again changes nothing."""
        from adjudicator.reference.online.transport import PoliteAdapter

        prefix = f"{base_url.rstrip('/')}/".lower()  # requests compares in lower case
        if prefix not in self.session.adapters:
            self.session.mount(prefix, PoliteAdapter(source, check, self.settings.manners))

    def ask(self, source: str, method: str, url: str, **how: Any) -> Any:
        """The JSON of a fresh or cached answer, or of a stale one in an outage; raises only SourceFailed."""
        try:
            response = self.session.request(method, url, allow_redirects=False, **how)
            if _is_stale_absence(response):
                # A stale "not found" proves nothing, so it is not used; the error itself is raised.
                self.session.cache.delete(response.cache_key)
                response = self.session.request(method, url, allow_redirects=False, **how)
            return response.json()
        except SourceFailed:
            raise
        except Exception as error:
            raise SourceFailed(
                source, "unexpected", f"asking it went wrong ({type(error).__name__}: {error})"
            ) from error

    def close(self) -> None:
        self.session.close()  # type: ignore[no-untyped-call]


def _is_stale_absence(response: Any) -> bool:
    from adjudicator.reference.online.transport import Keep

    kept = response.headers.get("Cache-Control")
    return bool(getattr(response, "is_expired", False)) and kept == Keep.SHORT.value


@lru_cache(maxsize=8)
def _shared(settings: Settings, process: int) -> Web:  # noqa: ARG001 - a forked process needs its own
    return Web(settings)


def _new_session(cache_url: str | None) -> CachedSession:
    from requests_cache import CachedSession
    from requests_cache.backends.base import BaseCache

    # Stale answers are not reported on the terminal; they appear in the log where one is configured.
    logging.getLogger("requests_cache").addHandler(logging.NullHandler())
    cache = BaseCache()
    cache.responses = _new_store(cache_url)
    session = CachedSession(
        backend=cache,
        allowable_methods=("GET", "POST"),
        allowable_codes=(200, 404),  # 404 is kept only where the source's own fault code says "nothing"
        stale_if_error=True,
        cache_control=True,  # the transport says how long, by Cache-Control
        ignored_parameters=("apikey", "Authorization"),  # also keeps keys out of the cache
    )
    session.adapters.clear()  # only sources that were added can be asked
    session.headers["User-Agent"] = "adjudicator (a referee for chemistry games)"
    return session


def _new_store(cache_url: str | None) -> BaseStorage[str, Any]:
    from adjudicator.reference.online.store import MEMORY, GuardedStore, SqliteStore

    kind, place = cache_place(cache_url)
    if kind == "memory":
        return SqliteStore(MEMORY)
    if kind == "file":
        path = place or _default_path()
        return GuardedStore(SqliteStore(path), path)
    name = urlsplit(place)._replace(query="").geturl().rpartition("@")[2]
    try:
        return GuardedStore(_redis_store(place), name)
    except (ImportError, ValueError) as error:
        logging.getLogger("adjudicator.reference").warning(
            "The cache %s cannot be used (%s); going on without it.", name, type(error).__name__
        )
        return SqliteStore(MEMORY)


def _redis_store(url: str) -> BaseStorage[str, Any]:
    from redis import Redis
    from requests_cache.backends.redis import RedisDict

    connection = Redis.from_url(url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT)
    return RedisDict(
        "adjudicator", connection=connection, serializer="json", ttl=True, ttl_offset=REDIS_KEEPS_STALE
    )


def _default_path() -> str:
    from platformdirs import user_cache_path

    return str(user_cache_path("adjudicator", appauthor=False) / FILE_NAME)
