"""The pages for people: judge, challenge, names, rules. Rendered here; static/js makes them interactive."""

from __future__ import annotations

import gzip
import json
import re
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import version as package_version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, current_app, g, render_template, request, url_for
from markupsafe import Markup

from adjudicator import prose
from adjudicator.exercises import topics
from adjudicator.ruleset import load_ruleset
from adjudicator_api.games.opening.lessons import steps_in
from adjudicator_api.http import languages
from adjudicator_api.http.problems import CODES, DETAILS, problem
from adjudicator_api.http.terms import Place, Terms, move_on, on_terms
from adjudicator_api.pages import bundling, catalogue, rulebooks, tables
from adjudicator_api.server.security import READER_POLICY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.exceptions import HTTPException

blueprint = Blueprint("pages", __name__)

HERE = Path(__file__).parent
# Cached by the browser on the first visit, so that the pages open without a network.
OFFLINE_PAGES = ("/", "/challenge", "/name", "/rules", *(f"/rules/{game}" for game in rulebooks.GAMES))
SCRIPTS = ("judge", "challenge", "name", "rules", "rules_index", "frame")
BEFORE = ("play", "set_up")  # pages before a game
MORE_SCRIPTS = (*BEFORE, "played", "box", "docs", "lookup", "practice", "keeping", "phones", "camera")
READERS = ("reader.bin", "reader-columns.bin")  # weights: for rows of tiles, and for columns
# What the script of the camera loads from beside it.
OF_THE_CAMERA = ("camera.css", "reader.js", *READERS)
CLASS_SCRIPTS = ("class", "class_screen", "class_teacher", "class_pupil")
# The key of a sentence in a script, or the common prefix of several.
_KEY = re.compile(r"""["'`]([a-z][\w-]*\.[\w.-]*)(\$\{)?""")
PLAYED = "played"  # the script shared by the pages before a game and all tables
# In the pocket edition these take each other's place in one document, in which another script stays.
EXCHANGED = ("judge", "name", "lookup", "practice")
EXCHANGE = "exchange"
PIECES = ("brand.svg", "icon.svg")  # of static/, by their own address
AT_HAND = on_terms(Terms(Place.LOOP))  # once they are rendered
FOREVER = 365 * 24 * 3600


@blueprint.get("/")
@blueprint.get("/r")
@AT_HAND
def judge() -> str:
    """`/r?tiles=Mg,N,O,O&rules=…` asks that question at once, so it is the link to a ruling."""
    return page_of("judge.html", lambda: {"games": catalogue.games(), "elements": catalogue.elements()})


@blueprint.get("/challenge")
@blueprint.get("/challenge/<id>")
@AT_HAND
def challenge(**_path: str) -> str:
    """With an id, the page's script fetches that ruling."""
    return page_of(
        "challenge.html",
        lambda: {"games": catalogue.games_with_challenges(), "elements": catalogue.elements()},
    )


@blueprint.get("/name")
@AT_HAND
def name() -> str:
    return page_of("name.html", _named)


def _named() -> dict[str, Any]:
    return {"games": catalogue.games_with_names(), "elements": catalogue.elements()}


@blueprint.get("/practice")
@AT_HAND
def practise() -> str:
    """`/practice?topic=ions&level=1`, or `?set=` and exercises; the script reads the address."""
    return page_of("practice.html", _topics)


def _topics() -> dict[str, Any]:
    found = [topic.to_json() for topic in topics().values()]
    return {"games": [], "topics": found, "elements": catalogue.elements()}


@blueprint.get("/lookup")
@AT_HAND
def lookup() -> str:
    """`/lookup?q=ethanol` looks that up at once; the script reads the address."""
    return page_of("lookup.html", _looked_up)


def _looked_up() -> dict[str, Any]:
    judged = [game["id"] for game in catalogue.games()]
    return {"games": [], "judged": judged, "elements": catalogue.elements()}


@blueprint.get("/rules")
def rules() -> str:
    judged = {game["rulebook"] for game in catalogue.games()}
    shown = [rulebooks.rulebook(game, g.language) for game in rulebooks.GAMES]
    return render_template("rules.html", rulebooks=shown, judged=judged)


@blueprint.get("/rules/<game>")
def rules_of(game: str) -> str | tuple[str, int]:
    if game not in rulebooks.GAMES:
        return render_template("missing.html"), 404
    with prose.speaking(g.language):
        return render_template(
            "rules_of.html", rulebook=rulebooks.rulebook(game, g.language), **_edition(game)
        )


blueprint.add_app_template_filter(rulebooks.formula, "formula")


def _edition(game: str) -> dict[str, Any]:
    """What a game's reference page shows beside its rules; nothing for games without a judge."""
    if not any(known["id"] == game for known in catalogue.games()):
        return {"edition": None}
    edition = load_ruleset(game).describe()["edition"]
    tiles = catalogue.tiles(edition)
    return {"edition": _in_words(game, edition), "tiles": tiles, "families": catalogue.families(tiles)}


def _in_words(game: str, edition: dict[str, Any]) -> dict[str, Any]:
    """Ions, molecules and reactions in the language of the page."""
    own = tables.words(game, g.language)
    name = partial(prose.worded, game)

    def choice(word: str) -> str:
        return str(own.get(f"box-{game}.word_{word}", word))

    return {
        **edition,
        "ions": [{**ion, "name": name(ion["name"])} for ion in edition.get("ions", [])],
        "molecules": [
            {
                **molecule,
                "name": name(molecule["name"]),
                "colours": [" + ".join(map(choice, way.split(" + "))) for way in molecule["colours"]],
                "marks": list(map(choice, molecule["marks"])),
            }
            for molecule in edition.get("molecules", [])
        ],
        "reactions": [
            {
                "reactors": list(map(name, reaction["reactors"])),
                "target": name(reaction["target"]),
                "products": list(map(name, reaction["products"])),
            }
            for reaction in edition.get("reactions", [])
        ],
    }


def page_of(template: str, data: Callable[[], dict[str, Any]], of: str = "") -> str:
    """The same for all readers of a language, so it is rendered once; `of` distinguishes its variants."""
    pages: dict[tuple[str, str, str], str] = current_app.extensions.setdefault("pages", {})
    page = pages.get((template, of, g.language))
    if page is None:
        move_on()
        with prose.speaking(g.language):
            page = pages[template, of, g.language] = render_template(template, data=data())
    return page


@blueprint.app_errorhandler(404)
def missing(_error: HTTPException) -> Response | tuple[str, int]:
    """Browsers get a page; programs get the problem."""
    wants_page = "text/html" in request.headers.get("Accept", "")
    if wants_page and not request.path.startswith("/v1"):
        move_on()
        choose_language()
        return render_template("missing.html"), 404
    return problem(404, CODES[404], DETAILS[404])


# --- the language of the page ------------------------------------------------------------------------------


@blueprint.before_request
def choose_language() -> None:
    g.language = languages.chosen(request)


@blueprint.after_request
def say_language(response: Response) -> Response:
    if response.mimetype == "text/html":
        languages.negotiated(response, g.language)
    return response


# --- small on the wire -------------------------------------------------------------------------------------


@blueprint.after_request
def compress(response: Response) -> Response:
    """Pages and their files are text, and the same for all who ask in the same language."""
    response.vary.add("Accept-Encoding")
    if response.status_code == 200 and request.accept_encodings["gzip"]:
        response.set_data(_gzipped(response.get_data()))
        response.content_encoding = "gzip"
    return response


@lru_cache(64)
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


@blueprint.app_context_processor
def words() -> dict[str, Any]:
    """For every template: the sentences of its language and the addresses of its scripts."""
    if "language" not in g:
        choose_language()
    say = partial(languages.sentence, g.language)
    return {
        "language": g.language,
        "pocket": current_app.extensions.get("pocket"),
        "pocket_url": current_app.extensions["config"].pocket_url,
        "program": f"adjudicator {package_version('adjudicator')}",
        "languages": [(code, texts["language.name"]) for code, texts in languages.languages().items()],
        "t": say,
        "config": current_app.extensions["config"],
        "app": app_address,
        "module": module,
        "default_rules": partial(catalogue.default_rules, say),
        "spoken": partial(catalogue.spoken, say),
        "numbers_text": catalogue.numbers_text,
    }


# --- scripts and styles, one file each, kept by the browser for as long as they are the same ---------------


def app_address(file: str) -> str:
    return f"/app/{version()}/{file}"


def module(script: str) -> Markup:
    imported = PLAYED if script in BEFORE or script.startswith("table-") else ""
    if script in EXCHANGED and "pocket" in current_app.extensions:
        script, imported = f"exchanged-{script}", EXCHANGE
    address = app_address(f"{script}.{g.language}.js")
    tag = Markup('<script type="module" src="{}"></script>').format(address)
    if imported:
        shared = app_address(f"{imported}.{g.language}.js")
        return Markup('<link rel="modulepreload" href="{}">').format(shared) + tag
    return tag


@blueprint.get("/app/<of>/<file>")
def app_file(of: str, file: str) -> Response | tuple[str, int]:
    """A page older than the server gets the current files, but does not cache them."""
    found = _app_file(file)
    if found is None:
        return render_template("missing.html"), 404
    content, mimetype = found
    answer = Response(content, mimetype=mimetype)
    if file == "reader.js":
        answer.headers["Content-Security-Policy"] = READER_POLICY
    if of == version():
        answer.cache_control.public = True
        answer.cache_control.max_age = FOREVER
        answer.cache_control.immutable = True
    else:
        answer.cache_control.no_cache = True
    return answer


@lru_cache(64)
def _app_file(file: str) -> tuple[str | bytes, str] | None:
    if file == "style.css":
        return bundling.hues() + bundling.style(*bundling.SHEETS), "text/css"
    if file == "table.css":
        return bundling.hues() + bundling.style(*bundling.TABLE_SHEETS), "text/css"
    if file == "look.css":
        return bundling.style("look"), "text/css"
    if file == "camera.css":
        return bundling.style("camera"), "text/css"
    if file == "reader.js":
        return bundling.script("js/reader/worker.js"), "text/javascript"
    if file in READERS:
        return (HERE / "static" / file).read_bytes(), "application/octet-stream"
    if file in ("practice.css", "class.css"):
        return bundling.style(file.removesuffix(".css"), "playboard"), "text/css"
    if file == "docs.css":
        return bundling.style("docs"), "text/css"
    if file == "icons.svg":
        return (HERE / "static" / file).read_text(encoding="utf-8"), "image/svg+xml"
    if file == "theme.js":
        return (HERE / "static" / "js" / file).read_text(encoding="utf-8"), "text/javascript"
    script, _, rest = file.partition(".")
    if script == "device":
        return _device_file(rest.removesuffix(".json")) if rest.endswith(".json") else None
    language = rest.removesuffix(".js")
    if script.startswith("picture-"):
        drawn = tables.picture(script.removeprefix("picture-")) if rest == "svg" else None
        return (drawn.read_text(encoding="utf-8"), "image/svg+xml") if drawn else None
    if script.startswith("later-"):
        return _later_file(script.removeprefix("later-"), rest)
    if script.startswith("lesson-"):
        return _lesson_file(script.removeprefix("lesson-"), rest)
    if script.startswith("table-"):
        return _table_file(script.removeprefix("table-"), rest)
    if file == "box.css":
        return bundling.style("box", "lobby"), "text/css"
    if script.startswith("box-"):
        return _box_file(script.removeprefix("box-"), rest)
    exchanged = script.removeprefix("exchanged-")
    known = script in (*SCRIPTS, *MORE_SCRIPTS, *CLASS_SCRIPTS, EXCHANGE) or exchanged in EXCHANGED
    if not known or language not in languages.languages() or rest == language:
        return None
    if script in BEFORE:
        before = bundling.before_script(script, _played(language))
        of_games = _words_of_games("lobby-", language) if script == "play" else {}
        about = {key: text for key, text in of_games.items() if key.endswith(".about")}
        return _with_more_words(before, language, about), "text/javascript"
    if script == EXCHANGE:
        return bundling.exchange_script(), "text/javascript"
    if script != exchanged:
        words = _words(bundling.script(f"js/{exchanged}.js"), language, {})
        return bundling.exchanged_script(f"./{EXCHANGE}.{language}.js", exchanged, words), "text/javascript"
    source = bundling.played_script() if script == PLAYED else bundling.script(f"js/{script}.js")
    of_games = _words_of_games("box-", language) if script == "box" else {}
    return _with_words(source, language, of_games), "text/javascript"


def _box_file(game: str, rest: str) -> tuple[str, str] | None:
    """`box-ion.de.js`: the page of a box, with the game's own way to show its pieces."""
    editor = tables.editor(game)
    language = rest.removesuffix(".js")
    if editor is None or language not in languages.languages() or rest == language:
        return None
    script = bundling.script(editor.name, editor.parent)
    return _with_words(script, language, _words_of_games("box-", language)), "text/javascript"


def _device_file(language: str) -> tuple[str, str] | None:
    """The answers that a device gives without a network, in its language."""
    if language not in languages.languages():
        return None
    with prose.speaking(language):
        known = {"builds": catalogue.device()}
    return _json(known), "application/json"


def _table_file(game: str, rest: str) -> tuple[str, str] | None:
    """`table-ion.css`: what the game adds to the style of all tables; `table-ion.de.js`: its whole script."""
    own = tables.folder(game)
    if own is None and game != tables.PLAIN:
        return None
    if rest == "css":
        added = own / "table.css" if own else None
        own_style = added.read_text(encoding="utf-8") if added and added.is_file() else ""
        return bundling.short_style(own_style), "text/css"
    language = rest.removesuffix(".js")
    if language not in languages.languages() or rest == language:
        return None
    elsewhere = ("box-", "lobby-")  # sentences of other pages about the game
    words = tables.words(game, language)
    said = {key: text for key, text in words.items() if not key.startswith(elsewhere)}
    return _with_more_words(_table(game, language), language, said), "text/javascript"


def _table(game: str, language: str) -> str:
    return bundling.table_script(_played(language), f"./later-{game}.{language}.js", tables.folder(game))


def _later_file(game: str, rest: str) -> tuple[str, str] | None:
    """`later-ion.de.js`: the modules that a table's script loads on demand, with their extra sentences."""
    language = rest.removesuffix(".js")
    if tables.folder(game) is None and game != tables.PLAIN:
        return None
    if language not in languages.languages() or rest == language:
        return None
    table = f"./table-{game}.{language}.js"
    script = bundling.later_script(_played(language), table, tables.folder(game))
    return _with_more_words(script, language, {}, _table(game, language)), "text/javascript"


def _lesson_file(game: str, rest: str) -> tuple[str, str] | None:
    """`lesson-ion.de.json`: the steps of a lesson."""
    language = rest.removesuffix(".json")
    lesson = None if rest == language or language not in languages.languages() else steps_in(game, language)
    return None if lesson is None else (_json(lesson), "application/json")


def _words_of_games(begun: str, language: str) -> dict[str, Any]:
    """Every game's sentences about itself in the lobby ("lobby-"), or about its box's fields ("box-")."""
    return {
        key: text
        for game in tables.folders()
        for key, text in tables.words(game, language).items()
        if key.startswith(begun)
    }


def _played(language: str) -> str:
    """The address of the shared script, relative to the script that imports it."""
    return f"./{PLAYED}.{language}.js"


def _with_words(script: str, language: str, of_games: Mapping[str, Any]) -> str:
    return _words(script, language, of_games) + script


def _words(script: str, language: str, of_games: Mapping[str, Any]) -> str:
    """The sentences of a script, as the statement that it begins with."""
    words = _json({"language": language, "sentences": {**_sentences_of(script, language), **of_games}})
    return f"globalThis.adjudicatorWords = {words};\n"


def _with_more_words(script: str, language: str, own: Mapping[str, Any], *imported: str) -> str:
    """A script with the sentences it needs beyond those of the scripts it imports."""
    there = {key for each in (bundling.played_script(), *imported) for key in _sentences_of(each, language)}
    more = {key: text for key, text in _sentences_of(script, language).items() if key not in there}
    return f"Object.assign(globalThis.adjudicatorWords.sentences, {_json({**more, **own})});\n{script}"


def _sentences_of(script: str, language: str) -> dict[str, Any]:
    """The sentences that a script uses, by a whole key or by the prefix of several.

    "words." and `words.${what}` stand for the whole section.
    """
    named = _KEY.findall(script)
    whole = {key for key, _ in named}
    begun = tuple({key for key, goes_on in named if goes_on or key.endswith((".", "_"))})
    words = languages.languages()[language]
    return {key: text for key, text in words.items() if key in whole or key.startswith(begun)}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- installed on a phone, and without a network -----------------------------------------------------------


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return Response(render_template("manifest.webmanifest"), mimetype="application/manifest+json")


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """At the root, because a service worker serves the pages below its own address; one per language."""
    asked = request.args.get("language", g.language)
    language = asked if asked in languages.languages() else languages.DEFAULT
    files = [app_address(file) for file in ("style.css", "icons.svg", "theme.js", f"device.{language}.json")]
    files += [app_address(f"{script}.{language}.js") for script in SCRIPTS]
    files += [url_for("static", filename=name) for name in PIECES]
    kept = [*OFFLINE_PAGES, "/manifest.webmanifest", *files]
    pocket = current_app.extensions["config"].pocket_url
    text = render_template(
        "sw.js",
        version=f"{version()}-{language}",
        kept=kept,
        pocket=pocket if pocket.startswith("/") else "",
        language=language,
    )
    answer = Response(text, mimetype="text/javascript")
    answer.cache_control.no_cache = True
    return answer


@lru_cache(1)
def version() -> str:
    """Changes with every script, style, template and sentence of the pages, including those of games."""
    digest = sha256()
    for folder in (HERE / "static", HERE / "templates", languages.HERE, *tables.folders().values()):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
