"""The pages for people: judge, challenge, names, rules. Rendered here, brought to life by static/js."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template, url_for
from markupsafe import Markup, escape

from adjudicator.ruleset import load_ruleset
from api import catalogue, digests

blueprint = Blueprint("pages", __name__)

HERE = Path(__file__).parent
PARTS = ("static", "templates")  # what makes a new version when it changes
# Kept by the browser from the first visit on, so that the pages open without a network.
OFFLINE_PAGES = ("/", "/challenge", "/name", "/rules", *(f"/rules/{game}" for game in digests.GAMES))
NOT_OFFLINE = ("docs.css", "docs.html")


@blueprint.get("/")
@blueprint.get("/r")
def judge() -> str:
    """`/r?tiles=Mg,N,O,O&rules=compoundit:standard` asks that question at once: the link to a ruling."""
    return _page("judge.html", {"games": catalogue.games(), "elements": catalogue.elements()})


@blueprint.get("/challenge")
@blueprint.get("/challenge/<id>")
def challenge(**_path: str) -> str:
    """With an id, the page fetches the ruling of that id by itself."""
    return _page("challenge.html", {"games": catalogue.games()[:1], "elements": catalogue.elements()})


@blueprint.get("/name")
def name() -> str:
    cards = catalogue.games()[1:]
    dealt = {game["id"]: catalogue.builds(game["id"]) for game in cards}
    return _page("name.html", {"games": cards, "builds": dealt, "elements": catalogue.elements()})


@blueprint.get("/rules")
def rules() -> str:
    judged = {game["digest"] for game in catalogue.games()}
    shown = [digests.digest(game) for game in digests.GAMES]
    return render_template("rules.html", digests=shown, judged=judged)


@blueprint.get("/rules/<game>")
def rules_of(game: str) -> str | tuple[str, int]:
    if game not in digests.GAMES:
        return render_template("missing.html"), 404
    return render_template("rules_of.html", digest=digests.digest(game), **_edition(game))


@blueprint.app_template_filter("lowered")
def lowered(formula: str) -> Markup:
    """A formula with its numbers below the line."""
    return Markup(re.sub(r"(\d+)", r"<sub>\1</sub>", str(escape(formula))))  # noqa: S704 - escaped just here


def _edition(game: str) -> dict[str, Any]:
    """What the reference page of a game shows beside its rules: nothing yet for games that are not judged."""
    if not any(known["id"] == game for known in catalogue.games()):
        return {"edition": None}
    edition = load_ruleset(game).describe()["edition"]
    tiles = catalogue.tiles(edition)
    return {"edition": edition, "tiles": tiles, "families": catalogue.families(tiles)}


def _page(template: str, data: dict[str, Any]) -> str:
    shown = {game["digest"] for game in data["games"]}
    rules = [(game, rule) for game in digests.GAMES if game in shown for rule in digests.digest(game).rules]
    return render_template(template, data=data, rules=rules)


# --- installed on a phone, and without a network -----------------------------------------------------------


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return Response(render_template("manifest.webmanifest"), mimetype="application/manifest+json")


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """At the root, because a service worker serves the pages below its own address."""
    files = [url_for("static", filename=name) for name in _files("static") if name not in NOT_OFFLINE]
    kept = [*OFFLINE_PAGES, "/manifest.webmanifest", *files]
    answer = Response(render_template("sw.js", version=_version(), kept=kept), mimetype="text/javascript")
    answer.cache_control.no_cache = True
    return answer


def _files(part: str) -> list[str]:
    folder = HERE / part
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@lru_cache(1)
def _version() -> str:
    digest = sha256()
    for part in PARTS:
        for name in _files(part):
            digest.update(name.encode() + b"\0" + (HERE / part / name).read_bytes())
    return digest.hexdigest()[:12]
