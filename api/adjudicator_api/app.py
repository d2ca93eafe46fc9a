"""`create_app(config)`: the whole service as one WSGI application."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask

from adjudicator_api.config import Config
from adjudicator_api.games.bots.driver import Driver
from adjudicator_api.games.following.notifications import Live
from adjudicator_api.games.following.streams import Followed
from adjudicator_api.games.opening.code_guesses import Guesses
from adjudicator_api.games.playing.clocks import Pace
from adjudicator_api.games.playing.tables import Tables
from adjudicator_api.games.upkeep.housekeeping import Minder
from adjudicator_api.http import languages, problems
from adjudicator_api.http.bus import Bus
from adjudicator_api.http.openapi import document
from adjudicator_api.http.terms import on_terms, terms_of
from adjudicator_api.jobs.pool import work_for
from adjudicator_api.jobs.verdicts import Verdicts
from adjudicator_api.pages import documentation, phones, play
from adjudicator_api.routes import (
    card_names,
    challenges,
    class_tables,
    classes,
    editions,
    exercises,
    games,
    health,
    judge,
    names,
    prints,
    records,
    reference,
    rulesets,
    structures,
    substances,
    trials,
)
from adjudicator_api.server.exchange import REDIS, Exchange
from adjudicator_api.server.limiter import Limiter
from adjudicator_api.server.logging import Log
from adjudicator_api.server.metrics import Metrics
from adjudicator_api.server.middleware import Middleware
from adjudicator_api.storage import Storage
from adjudicator_api.storage.kept import Room

if TYPE_CHECKING:
    from adjudicator_api.http.operations import Resource

DAY = 24 * 3600  # seconds
RESOURCES: tuple[Resource, ...] = (
    judge.resource,
    challenges.resource,
    rulesets.resource,
    editions.resource,
    trials.resource,
    prints.resource,
    reference.resource,
    structures.resource,
    substances.resource,
    names.resource,
    card_names.resource,
    exercises.resource,
    games.resource,
    classes.resource,
    class_tables.resource,
    records.resource,
    health.resource,
)


def create_app(config: Config | None = None) -> Flask:
    """Opens and migrates the database, later if it is unreachable now; raises errors that will not pass."""
    config = config or Config.from_env()
    app = Flask("adjudicator_api.pages")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = (
        DAY  # for the emblem and the icon, so that not every page requests them
    )
    storage = Storage(config.database_url, config.retention_days, in_place=bool(config.in_place))
    storage.prepare()
    app.extensions["storage"] = storage
    app.extensions["config"] = config
    metrics = app.extensions["metrics"] = Metrics()
    room = storage.challenges.room = Room(config, metrics.remove)
    app.extensions["editions"] = editions.Boxes(storage.database, config, room)
    bus = app.extensions["bus"] = Bus()
    app.extensions["verdicts"] = Verdicts(metrics.note)
    app.extensions["work"] = work_for(config, config.processes)
    app.extensions["bots"] = work_for(config, config.bot_processes)
    log = Log(config)
    live = app.extensions["live"] = Live(bus, storage.database, config.cache_url, log)
    tables = app.extensions["tables"] = Tables(storage.database, Pace.of(config), live.changed)
    tables.room = room
    followed = app.extensions["followed"] = Followed(tables, metrics)
    minder = app.extensions["minder"] = Minder(
        tables, followed, metrics, config, app.extensions["editions"].prune
    )
    app.extensions["driver"] = Driver(
        tables, app.extensions["bots"], minder.mind, metrics, log, config.thinking_percent / 100
    )
    guesses = app.extensions["guesses"] = Guesses(config)
    app.extensions["drawings"] = structures.Drawings()
    app.extensions["openapi"], app.extensions["openapi_json"] = _described()
    app.url_map.converters["edition"] = editions.Digest
    problems.register(app)
    for resource in RESOURCES:
        app.register_blueprint(resource)
    app.register_blueprint(documentation.blueprint)
    app.register_blueprint(phones.blueprint)  # all pages: those of tables and of phones belong to the same
    for language in languages.languages():  # read now: no file may be read on the loop's thread
        languages.problems(language)
    _give_pages_away(app)
    limiter = app.extensions["limiter"] = Limiter(config)
    if config.cache_url.startswith(REDIS):
        for counted in (limiter, guesses):
            if counted.on:
                Exchange(counted.table, config.cache_url, log.tell).start()
    app.wsgi_app = Middleware(app, config, limiter)  # type: ignore[method-assign]
    return app


def _give_pages_away(app: Flask) -> None:
    """Pages and their parts cost nothing: a well-behaved browser is never refused one."""
    free = ("static", f"{documentation.blueprint.name}.", f"{play.blueprint.name}.")
    for endpoint, view in app.view_functions.items():
        if endpoint.startswith(free):
            app.view_functions[endpoint] = on_terms(replace(terms_of(view), cost=0))(view)


@cache
def _described() -> tuple[dict[str, Any], bytes]:
    """The OpenAPI document and its encoding, the same for every application in a process."""
    described = document(RESOURCES)
    return described, json.dumps(described, ensure_ascii=False).encode()


def begin_games(app: Flask) -> None:
    """Starts bots, clocks and streams: called in serving processes, not in tests."""
    driver = app.extensions["driver"]
    app.extensions["tables"].due = driver.wake
    app.extensions["live"].start()
    driver.start()
