"""/openapi.json, and /docs: the same document as a page that loads nothing from elsewhere."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from api.layer import JSON

blueprint = Blueprint("docs", __name__)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return Response(current_app.extensions["openapi_json"], mimetype=JSON)


@blueprint.get("/docs")
def docs() -> str:
    document = current_app.extensions["openapi"]
    return render_template("docs.html", document=document, operations=_operations(document), show=_show)


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
