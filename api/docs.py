"""/openapi.json, and /docs: the same document as a page that loads nothing from elsewhere."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request

from api.layer import JSON

blueprint = Blueprint("docs", __name__)

# A question that can be asked as it stands, for each operation: its address, and its body if it has one.
EXAMPLES: dict[str, tuple[str, Any]] = {
    "POST /v1/judge": ("/v1/judge", {"formula": "Mg(NO2)2", "rules": "compoundit:standard"}),
    "POST /v1/judge/batch": ("/v1/judge/batch", {"items": [{"tiles": "HHO"}, {"formula": "NaCl"}]}),
    "POST /v1/challenges": (
        "/v1/challenges",
        {
            "board": [{"row": 8, "col": 7, "symbol": "H"}, {"row": 8, "col": 8, "symbol": "Cl"}],
            "move": [{"row": 9, "col": 8, "symbol": "Na"}],
            "player": "ann",
            "challenger": "bob",
        },
    ),
    "GET /v1/rulesets": ("/v1/rulesets", None),
    "GET /v1/rulesets/{name}": ("/v1/rulesets/compoundit:standard", None),
    "GET /v1/reference/{formula}": ("/v1/reference/C2H6O", None),
    "GET /v1/structures.svg": ("/v1/structures.svg?formula=H2O", None),
    "GET /v1/names": ("/v1/names?formula=NaOH", None),
    "POST /v1/names/check": ("/v1/names/check", {"formula": "NaOH", "name": "caustic soda"}),
    "POST /v1/valence/name": ("/v1/valence/name", {"cards": ["Na", "O", "H"], "name": "lye"}),
    "GET /healthz": ("/healthz", None),
    "GET /readyz": ("/readyz", None),
    "GET /metrics": ("/metrics", None),
}


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return Response(current_app.extensions["openapi_json"], mimetype=JSON)


@blueprint.get("/docs")
def docs() -> str:
    document = current_app.extensions["openapi"]
    operations = _operations(document)
    return render_template("docs.html", document=document, operations=operations, show=_show, curl=_curl)


def _curl(method: str, path: str) -> str:
    """The example as a command; without one, the bare request."""
    address, body = EXAMPLES.get(f"{method} {path}", (path, None))
    lines = [f"curl '{request.host_url.rstrip('/')}{address}'"]
    if body is not None:
        lines.append(f"  --json '{json.dumps(body, ensure_ascii=False)}'")
    elif method != "GET":
        lines.append(f"  --request {method}")
    return " \\\n".join(lines)


def _operations(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations of each tag, in the order of the document."""
    found: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["tags"][0]].append({**operation, "path": path, "method": method.upper()})
    return found


def _show(schema: dict[str, Any]) -> str:
    """A schema as it stands in the document, cut short where it lists every element."""
    if len(schema.get("enum", ())) > 20:
        schema = {**schema, "enum": [*schema["enum"][:5], "…"]}
    if len(schema.get("pattern", "")) > 80:
        schema = {**schema, "pattern": schema["pattern"][:60] + "…"}
    return json.dumps(schema, indent=2, ensure_ascii=False)
