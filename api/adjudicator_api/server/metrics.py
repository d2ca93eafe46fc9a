"""What the service counts, for Prometheus; without personal data, as in the log (`server.logging`)."""

from __future__ import annotations

import os
from functools import partial
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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator_api.http.problems import Refused
    from adjudicator_api.storage.games import Counts
    from adjudicator_api.storage.kept import Kept

LIMITED = frozenset((429, 503))
MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"  # the name that prometheus_client gives it
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a counter was made is of no use


class Metrics:
    """One set per app, so that several can live in one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        gauge = partial(Gauge, registry=registry, multiprocess_mode="mostrecent")
        histogram = partial(Histogram, registry=registry, buckets=_SECONDS)
        self.rulings = counter("adjudicator_rulings", "Rulings given.", ["rules", "ruling"])
        self.seconds = histogram(
            "adjudicator_request_seconds", "How long requests take.", ["method", "route", "status"]
        )
        self.cache = counter("adjudicator_cache", "Verdicts looked up in the cache.", ["result"])
        self.source_failures = counter(
            "adjudicator_source_failures", "Outside sources and tables that could not be asked.", ["source"]
        )
        self.games = gauge("adjudicator_games", "Games that are kept.", ["status"])
        self.asks = gauge("adjudicator_asks_waiting", "Answers of people that games wait for.")
        self.overdue = gauge(
            "adjudicator_bot_queue", "Tables at which a bot or a clock should have acted by now."
        )
        self.streams = gauge(
            "adjudicator_streams", "Connections that follow a game.", multiprocess_mode="livesum"
        )
        self.moves = histogram(
            "adjudicator_move_seconds", "How long moves take to be judged and written.", ["by"]
        )
        self.thinking = histogram("adjudicator_bot_seconds", "How long bots think.")
        self.delivery = histogram(
            "adjudicator_delivery_seconds", "From a move to the event that tells a follower of it."
        )
        self.limited = counter(
            "adjudicator_limited",
            "Requests sent away to come again, and connections closed: whose share was spent, and why.",
            ["who", "why"],
        )
        self.kept = gauge("adjudicator_kept", "Things that are kept.", ["kind"])
        self.kept_bytes = gauge("adjudicator_kept_bytes", "Bytes of the things that are kept.", ["kind"])
        self.removed = counter(
            "adjudicator_removed",
            "Things removed: before their time because a client was above its share, or by age.",
            ["kind", "why"],
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
        self.asks.set(counts.asks)
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
