"""What the service reports about itself: request ids, one log line per request, Prometheus metrics.

No personal data: no addresses, no names, no paths with ids of rulings; routes are logged instead of paths.
"""

from __future__ import annotations

import os
import re
import secrets
import traceback
from random import Random
from time import monotonic, perf_counter, time
from typing import TYPE_CHECKING, Any

from flask import Response, current_app
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from pydantic_core import to_json

from adjudicator_api.config import LEVELS
from adjudicator_api.http.environ import CRASH, ID, ROUTE
from adjudicator_api.server import logging
from adjudicator_api.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from adjudicator_api.config import Config
    from adjudicator_api.http.problems import Refused
    from adjudicator_api.storage.games import Counts
    from adjudicator_api.storage.kept import Kept

HEADER = "X-Request-ID"
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"))
LIMITED = frozenset((429, 503))
QUIET = frozenset(("/healthz", "/readyz", "/metrics"))  # polled by machines; not logged
MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"  # the name that prometheus_client gives it
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CHANCE = Random(secrets.randbits(128))  # noqa: S311 - ids must be distinct, not secret
SAME_NEWS_SECONDS = 60.0  # between two lines about the same fault of the database
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a counter was made is of no use


class Metrics:
    """One set per app, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rulings = Counter(
            "adjudicator_rulings", "Rulings given.", ["rules", "ruling"], registry=self.registry
        )
        self.seconds = Histogram(
            "adjudicator_request_seconds",
            "How long requests take.",
            ["method", "route", "status"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.cache = Counter(
            "adjudicator_cache", "Verdicts looked up in the cache.", ["result"], registry=self.registry
        )
        self.source_failures = Counter(
            "adjudicator_source_failures",
            "Outside sources and tables that could not be asked.",
            ["source"],
            registry=self.registry,
        )
        self.games = Gauge(
            "adjudicator_games",
            "Games that are kept.",
            ["status"],
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.asks = Gauge(
            "adjudicator_asks_waiting",
            "Answers of people that games wait for.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.overdue = Gauge(
            "adjudicator_bot_queue",
            "Tables at which a bot or a clock should have acted by now.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.streams = Gauge(
            "adjudicator_streams",
            "Connections that follow a game.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.moves = Histogram(
            "adjudicator_move_seconds",
            "How long moves take to be judged and written.",
            ["by"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "adjudicator_bot_seconds", "How long bots think.", buckets=_SECONDS, registry=self.registry
        )
        self.delivery = Histogram(
            "adjudicator_delivery_seconds",
            "From a move to the event that tells a follower of it.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.limited = Counter(
            "adjudicator_limited",
            "Requests sent away to come again, and connections closed: whose share was spent, and why.",
            ["who", "why"],
            registry=self.registry,
        )
        self.kept = Gauge(
            "adjudicator_kept",
            "Things that are kept.",
            ["kind"],
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.kept_bytes = Gauge(
            "adjudicator_kept_bytes",
            "Bytes of the things that are kept.",
            ["kind"],
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.removed = Counter(
            "adjudicator_removed",
            "Things removed: before their time because a client was above its share, or by age.",
            ["kind", "why"],
            registry=self.registry,
        )
        self._noted: dict[tuple[str, ...], Any] = {}  # looking them up by label is slow

    def note(self, what: tuple[str, ...], times: int = 1) -> None:
        """Counts ("ruling", rules, ruling), ("cache", "hit" or "miss") or ("silent", source)."""
        counter = self._noted.get(what)
        if counter is None:
            kind, *labels = what
            of = {"ruling": self.rulings, "cache": self.cache, "silent": self.source_failures}[kind]
            counter = self._noted[what] = of.labels(*labels)
        counter.inc(times)

    def limit(self, refused: Refused) -> None:
        if refused.status in LIMITED:
            self.limited.labels(refused.more.get("limited", "address"), refused.code).inc()

    def limit_connection(self, why: str) -> None:
        self.limited.labels("address", why).inc()

    def count_games(self, counts: Counts) -> None:
        for status, number in counts.games.items():
            self.games.labels(status).set(number)
        self.asks.set(counts.asked)
        self.overdue.set(counts.overdue)

    def count_kept(self, kept: Mapping[Any, Kept]) -> None:
        for kind, one in kept.items():
            self.kept.labels(kind).set(one.number)
            self.kept_bytes.labels(kind).set(one.bytes)

    def remove(self, kind: str, number: int, why: str = "share") -> None:
        if number:
            self.removed.labels(kind, why).inc(number)

    def exposed(self) -> bytes:
        """Of all workers together."""
        if MULTIPROCESS not in os.environ:
            return generate_latest(self.registry)
        everywhere = CollectorRegistry()
        multiprocess.MultiProcessCollector(everywhere)  # type: ignore[no-untyped-call]
        return generate_latest(everywhere)

    def response(self) -> Response:
        return Response(self.exposed(), content_type=CONTENT_TYPE_LATEST)


def metrics() -> Metrics:
    found: Metrics = current_app.extensions["metrics"]
    return found


class Log:
    """JSON lines on standard error, from a level on."""

    def __init__(self, config: Config) -> None:
        self.level = LEVELS.index(config.log)
        self._out = logging.writer()

    def takes(self, level: str) -> bool:
        return LEVELS.index(level) >= self.level

    def tell(self, level: str, event: str, facts: dict[str, Any]) -> None:
        """Writes the line if its level is enabled."""
        if self.takes(level):
            self.line(level, event, facts)

    def line(self, level: str, event: str, facts: dict[str, Any]) -> None:
        self._out.put(
            to_json({"time": round(time(), 3), "level": level, "event": event, **facts}, fallback=str)
        )


class Observed:
    """Around the whole application: gives every request its id and fixed headers, counts it and logs it.

    Plain WSGI rather than Flask's hooks, which cost more than the judging.
    """

    def __init__(
        self, app: WSGIApplication, config: Config, metrics: Metrics, headers: dict[str, str]
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.headers = list(headers.items())
        self.header_names = frozenset(headers)
        self.log = Log(config)
        self.logging = self.log.takes("info")
        self.histograms: dict[tuple[str, str, str], Any] = {}  # looking them up by label is slow
        self.told: dict[str, float] = {}  # when a database that fails was last logged, by code

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started = perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID")
        id_ = given if given and _REQUEST_ID.fullmatch(given) else f"{_CHANCE.getrandbits(64):016x}"
        environ[ID] = id_

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            present = {name for name, _ in headers}
            headers.append((HEADER, id_))
            missing = self.header_names.isdisjoint(present)
            headers += self.headers if missing else [one for one in self.headers if one[0] not in present]
            self.note(environ, status[:3], perf_counter() - started)
            return start_response(status, headers, exc_info)

        return self.app(environ, start)

    def note(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        route = environ.get(ROUTE, "(none)")
        method = environ["REQUEST_METHOD"]
        method = method if method in METHODS else "(other)"
        key = (method, route, status)
        histogram = self.histograms.get(key)
        if histogram is None:
            histogram = self.histograms[key] = self.metrics.seconds.labels(*key)
        histogram.observe(seconds)
        if CRASH in environ and self.log.takes("error") and self._is_news(environ[CRASH]):
            self.log.line(
                "error", "crashed", {"request_id": environ[ID], "route": route, **_crash(environ[CRASH])}
            )
        if self.logging and route not in QUIET:
            facts = {
                "request_id": environ[ID],
                "method": method,
                "route": route,
                "status": int(status),
                "ms": round(seconds * 1000, 2),
            }
            self.log.line("info", "request", facts)

    def _is_news(self, error: Exception) -> bool:
        """A failing database fails every request that needs it, so this is logged only now and then."""
        if not isinstance(error, StorageUnavailable):
            return True
        now = monotonic()
        if now - self.told.get(error.code, -SAME_NEWS_SECONDS) < SAME_NEWS_SECONDS:
            return False
        self.told[error.code] = now
        return True


def _crash(error: Exception) -> dict[str, Any]:
    """Where it happened, without the message, which may quote user input."""
    if isinstance(error, StorageUnavailable):
        return {"error": error.code, "cause": error.cause}
    frames = traceback.walk_tb(error.__traceback__)  # reads no source file: we may be on the loop's thread
    at = [f"{frame.f_code.co_filename}:{line} {frame.f_code.co_name}" for frame, line in frames]
    return {"error": type(error).__name__, "at": at}
