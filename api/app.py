"""`create_app(config)`: the whole service as one WSGI application."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from api import (
    admission,
    challenges,
    docs,
    health,
    judge,
    names,
    observing,
    pages,
    problems,
    reference,
    rulesets,
    security,
    structures,
    valence,
)
from api.config import Config
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
    reference.resource,
    structures.resource,
    names.resource,
    valence.resource,
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
    app.extensions["bus"] = Bus()
    app.extensions["config"] = config
    metrics = app.extensions["metrics"] = observing.Metrics()
    app.extensions["verdicts"] = Verdicts(metrics.note)
    app.extensions["work"] = Work(config.processes, config.work_waiting)
    app.extensions["drawings"] = structures.Drawings()
    app.extensions["openapi"] = document(RESOURCES)
    app.extensions["openapi_json"] = json.dumps(app.extensions["openapi"], ensure_ascii=False).encode()
    problems.register(app)
    security.register(app, config)
    for resource in RESOURCES:
        app.register_blueprint(resource)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(pages.blueprint)
    app.view_functions["static"] = on_terms(Terms(cost=0))(app.view_functions["static"])
    limiter = app.extensions["limiter"] = Limiter(config)
    if limiter.on and config.cache_url.startswith(REDIS):
        Exchange(limiter, config.cache_url, observing.Log(config).tell).start()
    app.wsgi_app = app.extensions["admission"] = admission.Admission(app, config, limiter)  # type: ignore[method-assign]
    app.wsgi_app = observing.Observed(app.wsgi_app, config, metrics, security.HEADERS)  # type: ignore[method-assign]
    return app
