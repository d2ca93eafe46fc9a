"""The pages as a German class sees them, on a phone: axe, the word list, the switch, and a round of names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.english_words import english_in
from tests.support.serving import Server

DOCS = ("/docs", "/docs/table", "/docs/class", "/docs/pocket", "/docs/rulings")
GAMES = ("compoundit", "valence-plus", "ion", "compounded", "chemistry-monopoly")
LOANS = frozenset("Browser Browsers Jod Node Python Tests Training Worker https npm Code Link".split())
# All that a person reads or hears, but what says that it is in another language or the name of somebody.
SAID = """() => {
  const said = [];
  const own = (element) => element.closest("[lang]").lang === document.documentElement.lang && !element.closest("code, pre, script, style, [translate=no]");
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


def test_documentation_in_german(german: Visitor) -> None:
    page = german.page
    for address in DOCS:
        page.goto(address)
        expect(page.locator("article")).to_have_attribute("lang", "de")
        assert english_on(page) == [], address
        german.look(f"german-{address.strip('/').replace('/', '-')}", whole=True)
    page.get_by_label("In der Dokumentation suchen").fill("Schulserver")
    expect(page.locator("#docs-found a", has_text="Im Unterricht").first).to_be_visible()
    page.locator("#language").select_option("en")
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
    """A lesson: three names from a teacher's list; old spelling and common name are right."""
    page = german.page
    page.goto("/name?set=NaHCO3,Fe2O3,H2SO4#practice")  # a link of earlier days
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
