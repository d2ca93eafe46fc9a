"""`create_app(config)`: the whole service as one WSGI application."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from api import (
    admission,
    challenges,
    compressing,
    docs,
    editions,
    health,
    judge,
    languages,
    looking,
    names,
    observing,
    play,
    prints,
    problems,
    reference,
    rulesets,
    security,
    structures,
    trials,
    valence,
)
from api.config import Config
from api.games import routes
from api.games.driver import Driver
from api.games.due import Pace
from api.games.following import Followed
from api.games.guessing import Guesses
from api.games.live import Live
from api.games.minding import Minder
from api.games.tables import Tables
from api.gate.bus import Bus
from api.gate.terms import Terms, on_terms
from api.limiting import Limiter
from api.limiting.exchange import REDIS, Exchange
from api.openapi import document
from api.storage import Storage
from api.verdicts import Verdicts
from api.work import Work

if TYPE_CHECKING:
    from api.layer import Resource

RESOURCES: tuple[Resource, ...] = (
    judge.resource,
    challenges.resource,
    rulesets.resource,
    editions.resource,
    trials.resource,
    prints.resource,
    reference.resource,
    structures.resource,
    names.resource,
    valence.resource,
    routes.resource,
    looking.resource,
    health.resource,
)


class Service(Flask):
    """Flask, which also notes the route for whoever logs and counts around it."""

    def dispatch_request(self, *context: Any) -> Any:
        asked = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - once, not thrice
        if asked.url_rule is not None:
            asked.environ[observing.ROUTE] = asked.url_rule.rule
        return super().dispatch_request(*context)


def create_app(config: Config | None = None) -> Flask:
    """Opens the database and brings it up to date, or does so when it answers; raises what will not pass."""
    config = config or Config.from_env()
    app = Service("api")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    storage = Storage(config.database_url, config.retention_days)
    storage.prepare()
    app.extensions["storage"] = storage
    app.extensions["config"] = config
    app.extensions["editions"] = editions.Boxes(storage.database, config)
    bus = app.extensions["bus"] = Bus()
    metrics = app.extensions["metrics"] = observing.Metrics()
    app.extensions["verdicts"] = Verdicts(metrics.note)
    app.extensions["work"] = Work(config.processes, config.work_waiting)
    log = observing.Log(config)
    live = app.extensions["live"] = Live(bus, storage.database, config.cache_url, log)
    tables = app.extensions["tables"] = Tables(storage.database, Pace.of(config), live.changed)
    followed = app.extensions["followed"] = Followed(tables, metrics)
    minder = app.extensions["minder"] = Minder(
        tables, followed, metrics, config, app.extensions["editions"].prune
    )
    app.extensions["driver"] = Driver(tables, app.extensions["work"], minder.mind, metrics, log)
    guesses = app.extensions["guesses"] = Guesses(config)
    app.extensions["drawings"] = structures.Drawings()
    app.extensions["openapi"], app.extensions["openapi_json"] = _described()
    app.url_map.converters["edition"] = editions.Digest
    problems.register(app)
    security.register(app, config)
    for resource in RESOURCES:
        app.register_blueprint(resource)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(play.blueprint)  # all pages: those to play are of the same blueprint
    languages.languages()  # read now: pages that are at hand are given out where nothing may be read
    app.view_functions["static"] = on_terms(Terms(cost=0))(app.view_functions["static"])
    limiter = app.extensions["limiter"] = Limiter(config)
    if config.cache_url.startswith(REDIS):
        for counted in (limiter, guesses):
            if counted.on:
                Exchange(counted, config.cache_url, log.tell).start()
    app.wsgi_app = app.extensions["admission"] = admission.Admission(app, config, limiter)  # type: ignore[method-assign]
    app.wsgi_app = compressing.Compressed(app.wsgi_app)  # type: ignore[method-assign]
    app.wsgi_app = observing.Observed(app.wsgi_app, config, metrics, security.HEADERS)  # type: ignore[method-assign]
    return app


@cache
def _described() -> tuple[dict[str, Any], bytes]:
    """The OpenAPI document, which is the same for every application of a process; and as it is sent."""
    described = document(RESOURCES)
    return described, json.dumps(described, ensure_ascii=False).encode()


def begin_games(app: Flask) -> None:
    """Bots move, clocks run and streams wake from now on: in the process that serves, not in tests."""
    driver = app.extensions["driver"]
    app.extensions["tables"].due = driver.wake
    app.extensions["live"].start()
    driver.start()
