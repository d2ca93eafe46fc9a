"""Games over HTTP: every route of the contract, from the engine's protocol alone."""

from __future__ import annotations

# The modules add their operations to the resource; the OpenAPI document lists them in this order.
# isort: off
from adjudicator_api.routes.games.asking import resource
from adjudicator_api.routes.games import opening, viewing, reviewing, acting  # noqa: F401

__all__ = ["resource"]
