"""/healthz, /readyz and /metrics, for operators."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

from flask import current_app, request

from adjudicator.errors import AdjudicatorError
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.ruleset import DEFAULT_RULES, faulty_games, load_ruleset
from adjudicator_api.http.answers import Health, Readiness
from adjudicator_api.http.environ import CRASH
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.terms import Place
from adjudicator_api.server.metrics import metrics

if TYPE_CHECKING:
    from flask import Response

    from adjudicator_api.config import Config

resource = Resource("health", __name__)


@resource.operation(
    "GET", "/healthz", summary="Is the process alive?", answer=Health, place=Place.LOOP, cost=0
)
def healthz() -> dict[str, str]:
    """Answers without checking anything else."""
    return {"status": "ok"}


@resource.operation("GET", "/readyz", summary="Can it answer?", answer=Readiness, problems=(503,), cost=0)
def readyz() -> dict[str, Any]:
    """Checks the database and its migrations, the rule sets and the reference.

    An installed game that cannot be loaded is left out and named in `faulty_games`; the log says why.
    """
    checks = {}
    for name, check in {
        "database": current_app.extensions["storage"].check,
        "rulesets": lambda: load_ruleset(DEFAULT_RULES),
        "reference": CompoundTable.open,
    }.items():
        try:
            check()
            checks[name] = "ok"
        except AdjudicatorError as error:
            checks[name] = error.code
            request.environ[CRASH] = error  # for the log, which has the details
    if set(checks.values()) != {"ok"}:
        raise Refused(503, "not_ready", "The service is not ready to answer.", checks=checks)
    return {"status": "ok", "checks": checks, "faulty_games": list(faulty_games())}


@resource.operation(
    "GET",
    "/metrics",
    summary="Metrics for Prometheus",
    media_type="text/plain",
    problems=(401, 403, 404),
    cost=0,
)
def prometheus() -> Response:
    """Needs the configured token; if none is set, only this machine may ask. May have its own port."""
    config: Config = current_app.extensions["config"]
    if config.metrics_port:
        raise Refused(404, "not_found", "There is nothing at this address.")
    if config.metrics_token:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), config.metrics_token.encode()):
            raise Refused(401, "token_needed", "Metrics need a token here.")
    elif not _is_from_here():
        raise Refused(
            403, "metrics_private", "Metrics are available to this machine only; see --metrics-token."
        )
    return metrics().response()


def _is_from_here() -> bool:
    """Whether it comes from this machine and was not forwarded by a proxy."""
    address = request.remote_addr or "127.0.0.1"  # none: asked without a network
    return "X-Forwarded-For" not in request.headers and (address == "::1" or address.startswith("127."))
