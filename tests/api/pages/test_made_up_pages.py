"""The pages in a made-up language in which every sentence is wrapped: unwrapped text does not come from the
language files.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator import prose, ruleset
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from adjudicator.engine.game import playable_games
from adjudicator_api.http import languages
from adjudicator_api.pages import tables

MADE_UP = "xx"
OPEN, CLOSE = "⟦", "⟧"
BY_DAY = ("/play", "/nowhere")
AT_NIGHT = ("/", "/challenge", "/name", "/lookup", "/box", "/rules")
PAGES = (*BY_DAY, *(pytest.param(path, marks=pytest.mark.nightly) for path in AT_NIGHT))
SAID = frozenset(("aria-label", "alt", "title", "placeholder", "aria-description", "data-label"))
SILENT = frozenset(("script", "style", "code"))
VOID = frozenset("area br col hr img input link meta path rect circle use wbr".split())
# Names of elements come from the vocabulary and those of games from the games; some texts are there to be
# typed.
TITLES = " ".join(ruleset.game(name).title for name in playable_games())
NAMES = {
    "Adjudicator",
    *vocabulary("en").elements.values(),
    *re.findall(r"\w+", TITLES),
    "MgNOONOO",
    "ABC",
    "DEF",
}


def wrapped(text: Any) -> Any:
    if isinstance(text, str):
        return f"{OPEN}{text}{CLOSE}"
    if isinstance(text, list):
        return [wrapped(each) for each in text]
    return {key: wrapped(each) for key, each in text.items()}


class Wrapped(dict[str, str]):
    """Returns every text wrapped."""

    def get(self, text: str, _default: Any = None) -> str:
        return f"{OPEN}{text}{CLOSE}"


class Bare(HTMLParser):
    """Text of a page, visible or for screen readers, that is not wrapped; parts in another language are
    marked as such.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within: list[tuple[str, bool]] = []  # open elements, and whether their content is ignored

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        silent = tag in SILENT or dict(attrs).get("lang", MADE_UP) != MADE_UP
        if tag not in VOID:
            self._within.append((tag, silent or self._silent))
        if not silent and not self._silent:
            self._hear([value or "" for name, value in attrs if name in SAID])

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self._within and self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._hear([data])

    @property
    def _silent(self) -> bool:
        return bool(self._within) and self._within[-1][1]

    def _hear(self, texts: list[str]) -> None:
        left = (without_words(text) for text in texts)
        words = ((text, set(re.findall(r"[^\W\d_]{3,}", text))) for text in left)
        self.found += [" ".join(text.split()) for text, found in words if found - NAMES]


def without_words(text: str) -> str:
    """What is left of a text when wrapped sentences, and the sentences around them, are removed."""
    inner = re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", text)
    return inner if inner == text else without_words(inner)


@pytest.fixture
def made_up(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    known, of_tables = languages.languages(), tables.words
    words = {key: wrapped(text) for key, text in known["en"].items()}
    monkeypatch.setattr(languages, "languages", lambda: {**known, MADE_UP: words})
    monkeypatch.setattr(tables, "words", lambda game, _: wrapped(of_tables(game, "en")))
    monkeypatch.setattr(prose, "texts_of", lambda *_: Wrapped() if prose.spoken() == MADE_UP else {})
    client.set_cookie(languages.COOKIE, MADE_UP)
    return client


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_nothing_but_words(path: str, made_up: FlaskClient) -> None:
    page = made_up.get(path, headers={"Accept": "text/html"}).text
    assert f'lang="{MADE_UP}"' in page
    bare = Bare()
    bare.feed(page)
    assert bare.found == []
