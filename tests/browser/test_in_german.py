"""The pages as a German class sees them, on a phone: axe, the word list, the language switch, and a round of names."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.english_words import english_in
from tests.support.sampling import in_turn
from tests.support.seating import SeatedTable
from tests.support.serving import Server

DOCS = ("/docs", "/docs/table", "/docs/class", "/docs/pocket", "/docs/rulings")
GAMES = ("compoundit", "valence-plus", "ion", "compounded", "chemistry-monopoly")
LOANS = frozenset(
    "Browser Browsers Chromium Jod lose Node Python Tests Training Worker https npm Code Link".split()
)
# All text that a person reads or hears, except what is marked as another language or as somebody's name.
SAID = """() => {
  const said = [];
  const own = (element) => element.closest("[lang]").lang === document.documentElement.lang && !element.closest("code, pre, script, style, noscript, [translate=no]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (own(walker.currentNode.parentElement)) said.push(walker.currentNode.data);
  for (const name of ["aria-label", "alt", "title", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]`)) if (own(element)) said.push(element.getAttribute(name));
  return said;
}"""


@pytest.fixture
def german(browser: Browser, server: Server) -> Visitor:
    return Visitor(browser, server.url, "phone", language="de-DE")


def english_on(page: Page) -> list[tuple[str, str]]:
    assert page.locator("html").get_attribute("lang") == "de"
    said = [text for text in page.evaluate(SAID) if text.strip()]
    assert said
    return [(word, text.strip()) for text in said for word in english_in(text) if word not in LOANS]


@in_turn(3)
def test_documentation_in_german(german: Visitor) -> None:
    page = german.page
    for address in DOCS:
        page.goto(address)
        expect(page.locator("article")).to_have_attribute("lang", "de")
        assert english_on(page) == [], address
        german.look(f"german-{address.strip('/').replace('/', '-')}", whole=True)
    page.get_by_label("In der Dokumentation suchen").fill("Schulserver")
    expect(page.locator("#docs-found a", has_text="Im Unterricht").first).to_be_visible()
    page.locator("footer .language select").select_option("en")
    expect(page.locator("article")).to_have_attribute("lang", "en")
    german.leave()


def test_lobby_and_tables_in_german(german: Visitor) -> None:
    page = german.page
    page.goto("/play")
    assert english_on(page) == []
    german.look("german-lobby", whole=True)
    for game in GAMES:
        page.goto(f"/play/{game}")
        expect(page.locator("main")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert english_on(page) == [], game
        german.look(f"german-{game}", whole=True)
    german.leave()


def test_a_round_of_names_in_german(german: Visitor) -> None:
    """A lesson: three names from a teacher's list; the old spelling and the common name are right."""
    page = german.page
    page.goto("/name?set=NaHCO3,Fe2O3,H2SO4#practice")  # a link from an earlier version
    answers = {"NaHCO3": "Natron", "Fe2O3": "Eisen(III)-oxid", "H2SO4": "Schwefelsäure"}
    expect(page.locator("#said")).to_be_focused()
    german.look("german-names-1", whole=True)
    assert english_on(page) == []
    for _ in range(3):
        page.get_by_label("Der Name").fill(answers[page.locator(".asked").inner_text()])
        page.keyboard.press("Enter")
        expect(page.locator("#round .note")).to_contain_text("Richtig")
        assert english_on(page) == []
        page.get_by_role("button", name="Weiter").click()
    expect(page.locator(".result-title")).to_contain_text("3 von 3")
    page.get_by_role("button", name="Noch eine Runde").click()
    page.get_by_label("Was üben").select_option("")
    page.get_by_label("Eine je Zeile").fill("NaCl; Bergkristallsalz\nXx9")
    page.get_by_role("button", name="Los").click()
    page.get_by_label("Der Name").fill("Bergkristallsalz")
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_contain_text("Richtig")
    page.get_by_role("button", name="Aufhören").click()
    expect(page.locator("#faults")).to_contain_text("Zeile 2:")
    assert english_on(page) == []
    german.look("german-names-2-faults", whole=True)
    german.leave()


def test_the_language_is_changed_where_a_table_waits_and_where_it_plays(
    german: Visitor, server: Server
) -> None:
    page = german.page
    waiting = SeatedTable.open(server.url, "ion", [{"name": "Anna"}, {}])
    waiting.sit(page, 0)
    expect(page.locator(".waiting")).to_be_visible()
    assert english_on(page) == []
    german.look("german-waiting", whole=True)
    page.locator("footer .language select").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".waiting")).to_be_visible()
    SeatedTable.open(server.url, "ion", [{"name": "Anna"}, {"name": "Ben"}]).sit(page, 0)
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu-sheet .language select").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".ask-text")).to_be_visible()
    expect(page.locator("footer")).to_be_hidden()
    german.leave()


@in_turn(3)
def test_running_tables_in_german(german: Visitor, server: Server) -> None:
    """Some moves of each game; then the table, its log, its menu and its legend."""
    page = german.page
    for game in GAMES:
        table = SeatedTable.open(server.url, game, [{"name": "Anna"}, {"name": "Ben"}], hints=True)
        begun = table.view(0)["version"]
        table.play_until(partial(moved_on, begun), table.hinted)
        table.sit(page, 0)  # after the moves, because the page itself plays the only possible action
        expect(page.locator("#room")).to_have_attribute("data-version", re.compile(r"\d+"))
        german.look(f"german-running-{game}")
        for button, sheet in (("open-log", "events"), ("open-menu", "menu"), ("open-legend", "legend")):
            page.locator(f"#{button}").click()
            expect(page.locator(f"#{sheet}-sheet")).to_be_visible()
            assert english_on(page) == [], (game, sheet)
            german.look(f"german-running-{game}-{sheet}")
            page.keyboard.press("Escape")
    german.leave()


def moved_on(begun: int, views: dict[int, Any]) -> bool:
    """After some moves: few enough that no game is over by then, even if the cards fall well."""
    return bool(views[0]["version"] >= begun + 12 or views[0]["result"])
