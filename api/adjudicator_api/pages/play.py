"""The pages to play: the lobby, setting up a table, joining one, and the table of every game.

A page is the same for everyone: scripts learn from /v1/games who sits where, and tokens are never in an
address. A game with a folder `table` has its own table; every other game has the plain one.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from flask import Response, g, request

from adjudicator import ruleset
from adjudicator.engine.game import playable_games
from adjudicator.languages.boxes import with_words_of
from adjudicator_api.games.opening.catalogue import described, title_of
from adjudicator_api.games.opening.lessons import card_in, lesson_of
from adjudicator_api.http import languages
from adjudicator_api.http.addresses import origin_for_others
from adjudicator_api.http.questions import EDITION_PATTERN
from adjudicator_api.jobs.drawings import draw_code
from adjudicator_api.jobs.pool import work
from adjudicator_api.pages import catalogue, rulebooks, tables
from adjudicator_api.pages.pages import AT_HAND, app_address, blueprint, page_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["blueprint"]

CODE = re.compile(r"[A-HJKMNP-Z2-9]{6}")
OWN_PAGE = re.compile(r"/(?![/\\])[!-~]{0,799}")  # a path here, with its query


@blueprint.get("/play")
@AT_HAND
def lobby() -> str:
    """Each game in a few words, where to begin first; the script adds one's own games and those to watch."""
    return page_of(
        "lobby.html",
        lambda: {"games": sorted(map(_offered, playable_games()), key=lambda game: not game["first"])},
    )


@blueprint.get("/join")
@blueprint.get("/join/<code>")
@AT_HAND
def join(**_path: str) -> str:
    """The script reads the code from the address."""
    return page_of("join.html", dict)


@blueprint.get("/play/<game>")
@AT_HAND
def set_up(game: str) -> str | tuple[str, int]:
    if game not in playable_games():
        return page_of("missing.html", dict), 404
    return page_of(
        "set_up.html",
        lambda: (
            _offered(game)
            | {
                "schema": {name: part for name, part in described(game).items() if name != "actions"},
                "foremost": tables.lobby(game).get("presets", []),
                "opponent": tables.lobby(game).get("opponent", "gentle"),
                "words": _lobby_words(game),
            }
        ),
        game,
    )


@blueprint.get("/play/<game>/<id>")
@AT_HAND
def table(game: str, **_path: str) -> str | tuple[str, int]:
    """With `?plain`, the plain table even if the game has its own."""
    if game not in playable_games():
        return page_of("missing.html", dict), 404
    script = game if tables.folder(game) and "plain" not in request.args else tables.PLAIN
    return page_of("table.html", lambda: _laid(game, script), f"{game} {script}")


@blueprint.get("/look/<game>")
@blueprint.get("/look/<game>/<id>")
@AT_HAND
def look(game: str, **_path: str) -> str | tuple[str, int]:
    """Reviews a finished game decision by decision: one played here, or any record."""
    if game not in playable_games():
        return page_of("missing.html", dict), 404
    script = game if tables.folder(game) else tables.PLAIN
    return page_of("look.html", lambda: _looked_at(game, script), f"look {game}")


def _looked_at(game: str, script: str) -> dict[str, Any]:
    laid = _laid(game, script)
    return {**laid, "table": {**laid["table"], "look": True}}


def _lobby_words(game: str) -> dict[str, Any]:
    """The sentences of its set-up page; the pages' common script has only the `about` of each game."""
    words = tables.words(game, g.language)
    return {key: text for key, text in words.items() if key.startswith("lobby-")}


def _offered(game: str) -> dict[str, Any]:
    """What the lobby says about a game, in the language of the page."""
    words = tables.words(game, g.language)
    return {
        "game": game,
        "title": described(game)["title"],
        "about": words.get(f"lobby-{game}.about", languages.sentence(g.language, "lobby.about_plain")),
        "card": card_in(game, g.language),
        "picture": app_address(f"picture-{game}.svg") if tables.picture(game) else "/static/icon.svg",
        "first": tables.lobby(game).get("start_here", False),
        "facts": " · ".join(_facts(game)),
    }


def _facts(game: str) -> Iterator[str]:
    """Players, minutes and difficulty, as far as the game says them."""
    say = partial(languages.sentence, g.language)
    numbers, known = described(game)["players"], tables.lobby(game)
    yield say("lobby.players_range", count=max(numbers), n=_range(numbers))
    if known:
        yield say("lobby.minutes", n=_range([preset["minutes"] for preset in known["presets"]]))
        yield say(f"lobby.difficulty_{known['difficulty']}")


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"


def _laid(game: str, script: str) -> dict[str, Any]:
    known = [shown for shown in catalogue.games() if shown["id"] == game]
    return {
        "games": known,
        "elements": catalogue.elements(),
        "table": {
            **{name: described(game)[name] for name in ("game", "title", "actions", "bots")},
            "rules": game if game in rulebooks.GAMES else None,
            "box": ruleset.whole_box(game),
            "edition": _edition(game),
            "script": script,
            "lesson": app_address(f"lesson-{game}.{g.language}.json") if lesson_of(game) else None,
            "card": card_in(game, g.language),
        },
    }


def _edition(game: str, *, cited: bool = False) -> dict[str, Any]:
    """The contents of its box, for its table; only the label for a game without a judge."""
    if not ruleset.variants_of(game):
        return {"label": described(game)["edition"]}
    edition = ruleset.load_ruleset(ruleset.whole_box(game)).describe()["edition"]
    return with_words_of(game, edition, cited=cited)


@blueprint.get("/class")
@AT_HAND
def open_class() -> str:
    """To open a class, or to join one."""
    return page_of("class.html", dict)


@blueprint.get("/class/<id>")
@AT_HAND
def class_screen(**_path: str) -> str:
    """For the projector: needs no token, and shows only what the whole room may see."""
    return _class_room("class_screen")


@blueprint.get("/class/<id>/teacher")
@AT_HAND
def class_teacher(**_path: str) -> str:
    """The teacher's token is behind the #, which browsers never send."""
    return _class_room("class_teacher")


@blueprint.get("/class/<id>/tables/<game>")
@AT_HAND
def class_tables(game: str, **_path: str) -> str | tuple[str, int]:
    """All tables of a class at a glance, for its teacher."""
    if game not in playable_games():
        return page_of("missing.html", dict), 404
    script = game if tables.folder(game) else tables.PLAIN
    return page_of("class_tables.html", lambda: _glanced_at(game, script), game)


def _glanced_at(game: str, script: str) -> dict[str, Any]:
    laid = _laid(game, script)
    return {**laid, "table": {**laid["table"], "glance": True}}


@blueprint.get("/class/join/<code>")
@AT_HAND
def class_pupil(**_path: str) -> str:
    return _class_room("class_pupil")


def _class_room(script: str) -> str:
    return page_of("class_room.html", lambda: _in_class(script), script)


def _in_class(script: str) -> dict[str, Any]:
    played = [_spread_over(game) for game in playable_games()] if script == "class_teacher" else []
    return {"script": script, "elements": catalogue.elements(), "played": played}


def _spread_over(game: str) -> dict[str, Any]:
    """A game that a class can play at tables, with its presets in the language of the page."""
    known, words = described(game), tables.words(game, g.language)
    presets = [
        {**preset, "label": words.get(f"lobby-{game}.preset_{_slug(preset['name'])}")}
        for preset in known["presets"]
    ]
    return {"game": game, "title": known["title"], "players": known["players"], "presets": presets}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


@blueprint.get("/box")
@blueprint.get("/box/<which>")
@AT_HAND
def box(which: str = "") -> str:
    """The editor of a box: begins with a game, or with the digest of an edition, which the script fetches."""
    game = which if which in playable_games() else ""
    return page_of("box.html", lambda: _boxes(game), game)


def _boxes(game: str) -> dict[str, Any]:
    return {
        "script": f"box-{game}" if tables.editor(game) else "box",
        "words": _edition(game, cited=True).get("words", {}) if game else {},
        "games": [_offered(game) | _boxed(game) for game in playable_games()],
        "elements": catalogue.elements(),
    }


def _boxed(game: str) -> dict[str, Any]:
    """What can be done with the box of a game, and the rule sets that use it."""
    sharing = ruleset.sharing_box(game)
    return {
        "rules": sharing,
        "judged": not ruleset.question_forms().keys().isdisjoint(sharing),
        "challenged": ruleset.takes_challenges(game),
    }


@blueprint.get("/kept")
@AT_HAND
def kept() -> str:
    """What this device has stored, which only its script knows."""
    return page_of("kept.html", _kept)


def _kept() -> dict[str, Any]:
    games = [
        {"game": game, "title": title_of(game), "rules": ruleset.sharing_box(game)}
        for game in playable_games()
    ]
    return {"games": games, "elements": catalogue.elements()}


@blueprint.get("/box/<digest>.svg")
def box_picture(digest: str) -> Response | tuple[str, int]:
    """The address of an edition as a QR code."""
    if re.fullmatch(EDITION_PATTERN, digest) is None:
        return page_of("missing.html", dict), 404
    return _picture(f"/box/{digest}")


@blueprint.get("/qr.svg")
def link_picture() -> Response | tuple[str, int]:
    """The address of a page of this service, and of no other site, as a QR code."""
    to = request.args.get("to", "")
    if OWN_PAGE.fullmatch(to) is None:
        return page_of("missing.html", dict), 404
    return _picture(to)


@blueprint.get("/join/<code>.svg")
def join_picture(code: str) -> Response | tuple[str, int]:
    """The address to join a table as a QR code, for the phones around this screen."""
    if CODE.fullmatch(code) is None:
        return page_of("missing.html", dict), 404
    return _picture(f"/join/{code}")


def _picture(path: str) -> Response | tuple[str, int]:
    """404 if phones cannot reach this service: a code for 127.0.0.1 would lead a phone to itself."""
    origin = origin_for_others()
    if origin is None:
        return page_of("missing.html", dict), 404
    answer = Response(_qr(f"{origin}{path}"), mimetype="image/svg+xml")
    answer.cache_control.private = True
    answer.cache_control.max_age = 3600
    return answer


@lru_cache(64)
def _qr(text: str) -> bytes:
    return work().run(draw_code, text)
