"""The documentation under /docs, with the HTTP interface at /docs/api, and /openapi.json."""

from __future__ import annotations

import json
import re
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, current_app, g, redirect, render_template, request
from markupsafe import escape

from adjudicator.prose import ENGLISH
from adjudicator_api.http.operations import JSON
from adjudicator_api.pages import handbook
from adjudicator_api.pages.pages import blueprint as pages
from adjudicator_api.pages.pages import page_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as Answer

blueprint = Blueprint("docs", __name__)

API = "/docs/api"
BY_EXAMPLE = "/docs/http"
EXAMPLE_HOST = "http://127.0.0.1:8000"  # as written in the pages


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return Response(current_app.extensions["openapi_json"], mimetype=JSON)


@pages.get("/docs")
@pages.get("/docs/<name>")
def docs(name: str = "") -> str | Answer | tuple[str, int]:
    """A page of the handbook; its file name works as an address too."""
    address = f"/docs/{name}" if name else "/docs"
    if address in handbook.pages():
        return page_of("handbook.html", lambda: _shown(address), address)
    stem = name.removesuffix(".md").lower()
    moved = "/docs" if stem in {"readme", "index"} else f"/docs/{stem}"
    if moved != address and moved in handbook.pages():
        return redirect(moved, 301)
    return render_template("missing.html"), 404


@pages.get("/docs/")
def docs_folder() -> Answer:
    return redirect("/docs", 301)


@pages.get("/docs/files/<path:_path>")
def file(_path: str) -> Response | tuple[str, int]:
    """A file that a page links to, as it is in the repository."""
    found = handbook.files().get(request.path)
    if found is None or not found.is_file():
        return render_template("missing.html"), 404
    kind = guess_type(found.name)[0] or ""
    return Response(found.read_bytes(), mimetype=kind if kind.startswith("image/") else "text/plain")


@pages.get(API)
def api() -> str:
    """The commands in it use the address at which this service was requested."""
    return page_of("docs.html", _described, API).replace(EXAMPLE_HOST, escape(request.host_url.rstrip("/")))


def _described() -> dict[str, Any]:
    document = current_app.extensions["openapi"]
    return {
        **_shown(API),
        "document": document,
        "operations": _operations(document),
        "show": _show,
        "curl": _curl,
        "by_example": BY_EXAMPLE,
        "commands": handbook.examples(BY_EXAMPLE, "console"),
        "anchors": {heading.title: heading.anchor for heading in handbook.pages()[BY_EXAMPLE].headings},
    }


def _shown(address: str) -> dict[str, Any]:
    pages = handbook.pages(g.language)
    page = pages.get(address)
    return {
        "address": address,
        "page": page,
        "written_in": page.language if page else ENGLISH,
        "sections": [heading for heading in page.headings if heading.level == 2] if page else [],
        "navigation": handbook.navigation(g.language),
        "listed_in": pages["/docs"].language,
    }


def _curl(example: str) -> str:
    """The first command of an example that sends a request to this service."""
    command = re.search(r"^\$ (.*curl(?:.*\\\n)*.*)$", example, re.MULTILINE)
    assert command
    return command[1]


def _operations(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations of each tag, in the order of the document."""
    found: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["tags"][0]].append({**operation, "path": path, "method": method.upper()})
    return found


def _show(schema: dict[str, Any]) -> str:
    """A schema as in the document, shortened where it lists every element."""
    if len(schema.get("enum", ())) > 20:
        schema = {**schema, "enum": [*schema["enum"][:5], "…"]}
    if len(schema.get("pattern", "")) > 80:
        schema = {**schema, "pattern": schema["pattern"][:60] + "…"}
    return json.dumps(schema, indent=2, ensure_ascii=False)
