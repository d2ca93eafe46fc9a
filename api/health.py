"""/healthz, /readyz and /metrics: for whoever runs the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, request

from adjudicator.errors import AdjudicatorError
from adjudicator.reference.table import Table
from adjudicator.ruleset import load_ruleset
from api.gate import Place
from api.layer import Resource
from api.models import DEFAULT_RULES, Health, Readiness
from api.observing import CRASH, metrics
from api.problems import Refused

if TYPE_CHECKING:
    from flask import Response

resource = Resource("health", __name__)


@resource.operation(
    "GET", "/healthz", summary="Is the process alive?", answer=Health, place=Place.LOOP, cost=0
)
def healthz() -> dict[str, str]:
    """Answers without looking at anything else."""
    return {"status": "ok"}


@resource.operation("GET", "/readyz", summary="Can it answer?", answer=Readiness, problems=(503,))
def readyz() -> dict[str, Any]:
    """Asks the database and its migrations, the rule sets and the reference."""
    checks = {}
    for name, check in {
        "database": current_app.extensions["storage"].check,
        "rulesets": lambda: load_ruleset(DEFAULT_RULES),
        "reference": Table.open,
    }.items():
        try:
            check()
            checks[name] = "ok"
        except AdjudicatorError as error:
            checks[name] = error.code
            request.environ[CRASH] = error  # the log says more
    if set(checks.values()) != {"ok"}:
        raise Refused(503, "not_ready", "Not everything that is needed to answer is there.", checks=checks)
    return {"status": "ok", "checks": checks}


@resource.operation("GET", "/metrics", summary="Metrics for Prometheus", media_type="text/plain")
def prometheus() -> Response:
    return metrics().response()
