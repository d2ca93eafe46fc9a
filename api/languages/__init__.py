"""The languages of the pages: one TOML file of sentences each, chosen by the browser or by hand."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Request

HERE = Path(__file__).parent
TABLES = HERE.parent / "static" / "tables"
DEFAULT = "en"
COOKIE = "language"


@lru_cache(1)
def languages() -> dict[str, dict[str, Any]]:
    """Every language by its code, the default first: its sentences by `section.key`."""
    codes = sorted((path.stem for path in HERE.glob("*.toml")), key=lambda code: (code != DEFAULT, code))
    return {code: _flat(tomllib.loads((HERE / f"{code}.toml").read_text(encoding="utf-8"))) for code in codes}


def _flat(sections: dict[str, Any]) -> dict[str, Any]:
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}


@lru_cache(64)
def table_words(game: str, language: str) -> dict[str, Any]:
    """The sentences that the folder of a game's table brings, for the table and for the lobby."""
    own = TABLES / game / f"{language}.toml"
    return _flat(tomllib.loads(own.read_text(encoding="utf-8"))) if own.is_file() else {}


def chosen(request: Request) -> str:
    """By hand, else by the browser, else English."""
    by_hand = request.cookies.get(COOKIE, "")
    if by_hand in languages():
        return by_hand
    wanted = (str(tag).partition("-")[0].lower() for tag in request.accept_languages.values())
    return next((code for code in wanted if code in languages()), DEFAULT)


def sentence(language: str, key: str, **words: object) -> str:
    """A sentence of the catalogue with its words filled in; a key that is not there is an error."""
    text = languages()[language][key]
    if not isinstance(text, str):
        text = text["one" if words["count"] == 1 else "other"]
    return str(text.format(**words)) if words else str(text)
