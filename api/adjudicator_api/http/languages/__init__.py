"""The languages of the pages: one TOML file of sentences each, chosen by the browser or by hand.

Werkzeug is imported where it is needed: the judge of a device refuses in these words before it has loaded.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from flask import Request, Response

HERE = Path(__file__).parent
DEFAULT = "en"
COOKIE = "language"
DECIDING = ("Accept-Language", "Cookie")  # headers that choose the language
MAX_HEADER = 400  # characters of Accept-Language that are read


@lru_cache(1)
def languages() -> dict[str, dict[str, Any]]:
    """Every language by its code, the default first: its sentences by `section.key`.

    Missing sentences fall back to the default language; tests make sure that ours lack none.
    """
    codes = sorted((path.stem for path in HERE.glob("*.toml")), key=lambda code: (code != DEFAULT, code))
    default = own_sentences(DEFAULT)
    return {code: {**default, **own_sentences(code)} for code in codes}


def own_sentences(code: str) -> dict[str, Any]:
    """The sentences in the file of a language."""
    return _flat(tomllib.loads((HERE / f"{code}.toml").read_text(encoding="utf-8")))


@lru_cache(8)
def problems(language: str) -> dict[str, str]:
    """Translated refusals by code; none for English, which is in the code."""
    return {code: said for code, said in _of_problems(language).items() if isinstance(said, str)}


def faults(language: str) -> dict[str, str]:
    """What is said of a fault of a request, by its code."""
    found: dict[str, str] = _of_problems(DEFAULT)["faults"] | _of_problems(language).get("faults", {})
    return found


def titles(language: str) -> dict[str, str]:
    """Translated titles of HTTP statuses; empty for English."""
    found: dict[str, str] = _of_problems(language).get("titles", {})
    return found


@lru_cache(8)
def _of_problems(language: str) -> dict[str, Any]:
    own = HERE / "problems" / f"{language}.toml"
    return tomllib.loads(own.read_text(encoding="utf-8")) if own.is_file() else {}


def _flat(sections: dict[str, Any]) -> dict[str, Any]:
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}


def chosen(request: Request) -> str:
    """The language chosen by hand, else by the browser, else English."""
    return of_environ(request.environ)


def of_environ(environ: WSGIEnvironment) -> str:
    """The same, before Flask is involved."""
    cookies = environ.get("HTTP_COOKIE", "")
    by_hand = _by_hand(cookies) if COOKIE in cookies else ""
    if by_hand in languages():
        return by_hand
    return _first_spoken(environ.get("HTTP_ACCEPT_LANGUAGE", "")[:MAX_HEADER])


def _by_hand(cookies: str) -> str:
    from werkzeug.http import parse_cookie

    return parse_cookie(cookies).get(COOKIE, "")


@lru_cache(256)
def _first_spoken(header: str) -> str:
    from werkzeug.datastructures import LanguageAccept
    from werkzeug.http import parse_accept_header

    accepted = parse_accept_header(header, LanguageAccept)
    wanted = (str(tag).partition("-")[0].lower() for tag in accepted.values())
    return next((code for code in wanted if code in languages()), DEFAULT)


def negotiated(answer: Response, language: str) -> Response:
    """Names the language, unless the handler has chosen another, and the headers that decided on it."""
    headers = answer.headers
    headers.setdefault("Content-Language", language)
    named = headers.get("Vary", "").replace(",", " ").split()
    headers["Vary"] = ", ".join(dict.fromkeys([*named, *DECIDING]))
    return answer


def sentence(language: str, key: str, **words: object) -> str:
    """A sentence of the catalogue with its words filled in; an unknown key is an error."""
    text = languages()[language][key]
    if not isinstance(text, str):
        text = text["one" if words["count"] == 1 else "other"]
    return str(text.format(**words)) if words else str(text)
