"""Ion at its table in the browser: a whole game on a phone with everything on, and four people picking at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.serving import Server

EVERYTHING = {"tiles": True, "transition": True, "polyatomic": True, "radioactive": True}
MINE = ".ask-text[data-mine]"


def opened(visitor: Visitor, seats: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    body = {"game": "ion", "options": options, "seats": seats, "hints": True}
    made: dict[str, Any] = visitor.context.request.post("/v1/games", data=body).json()
    return made


def sit(visitor: Visitor, made: dict[str, Any], seat: int) -> Page:
    """As if this device had opened the table: it remembers the seat."""
    own = made["seats"][seat]
    kept = {
        "id": made["id"], "game": "ion", "title": "Ion", "host": None, "code": None, "at": "2026-01-01T00:00:00Z",
        "seats": [{"seat": seat, "name": own["name"], "token": own["token"]}],
    }  # fmt: skip
    visitor.page.goto("/play")
    visitor.page.evaluate("kept => localStorage.setItem('adjudicator.tables', JSON.stringify([kept]))", kept)
    visitor.page.goto(f"/play/ion/{made['id']}")
    expect(visitor.page.locator(".io-table")).to_be_visible()
    return visitor.page


def said(page: Page) -> str:
    text: str = page.evaluate("document.querySelector('.ask-text[data-mine]')?.innerText ?? ''")
    return text


class Player:
    """Plays by tapping: uses each tile once, bonds where it can, and looks at every phase the first time."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.bar = self.page.locator(".bar-buttons")
        self.seen: set[str] = set()
        self.used: set[str] = set()
        self.acts = 0

    def look(self, phase: str) -> None:
        if phase not in self.seen:
            self.seen.add(phase)
            self.visitor.look(f"ion-{phase}")

    def act(self, asked: str) -> None:
        page, self.acts = self.page, self.acts + 1
        if asked.startswith("Pick"):
            self.pick()
        elif asked.startswith("Place"):
            self.look("metal" if page.locator(".io-charges").count() else "placing")
            target = page.locator(".io-target")
            (target.first if target.count() else page.locator("button.io-empty").first).click()
        else:
            self.look("taking" if "RXN" in asked else "settling" if "polyatomic" in asked else "ready")
            self.bar.get_by_role("button").first.click()

    def pick(self) -> None:
        page = self.page
        middle = page.locator(".io-middle button.io-card")
        rxn = self.bar.get_by_role("button", name="RXN", exact=True)
        two = page.get_by_label("Select Two")
        cards = page.locator(".io-hand button.io-card")
        if self.acts > 3 and "take" not in self.used and middle.count():
            self.used.add("take")
            middle.first.click()
            self.look("take")
            page.get_by_role("button", name="Use Take from Center").click()
        elif self.acts > 7 and "rxn" not in self.used and rxn.count():
            self.used.add("rxn")
            rxn.click()
            page.locator(".io-rxn button.io-card").first.click()
            self.look("rxn")
            page.locator(".io-rxn button.io-card").first.click()
            self.bar.get_by_role("button", name="use RXN").click()
        elif self.acts > 10 and "two" not in self.used and two.count():
            self.used.add("two")
            two.check()
            cards.nth(0).click()
            cards.nth(1).click()
            self.look("two")
            self.bar.get_by_role("button", name=re.compile("^Pick .+ and ")).click()
        else:
            self.look("picking")
            cards.nth(self.acts % cards.count()).click()
            self.bar.get_by_role("button", name=re.compile("^Pick ")).click()

    def play(self, most: int = 150) -> None:
        page = self.page
        for _ in range(most):
            page.wait_for_function(
                f"""() => document.querySelector('.ending')
                  || (document.querySelector('{MINE}') && !document.querySelector('{MINE}').innerText.includes('Sending'))"""
            )
            if page.locator(".ending").count():
                return
            before = page.locator("#room").get_attribute("data-version")
            asked = said(page)
            if asked:
                self.act(asked)
                expect(page.locator("#room")).not_to_have_attribute("data-version", before or "")
        raise AssertionError("the game did not end")


@pytest.mark.nightly
def test_a_whole_game_with_everything_on_a_phone_looked_at_in_every_phase(
    browser: Browser, server: Server
) -> None:
    visitor = Visitor(browser, server.url, "phone")
    made = opened(visitor, [{"name": "Ann"}, {"bot": "strong"}, {"bot": "greedy"}], EVERYTHING)
    sit(visitor, made, 0)
    player = Player(visitor)
    player.play()
    visitor.look("ion-over", whole=True)
    assert player.used == {"take", "rxn", "two"}
    assert {"picking", "placing", "take", "rxn", "two"} <= player.seen
    expect(visitor.page.locator(".io-sheets section")).to_have_count(4)
    visitor.leave()


def test_a_round_of_the_base_game_against_a_bot_on_a_phone(phone: Visitor) -> None:
    made = opened(phone, [{"name": "Ann"}, {"bot": "greedy"}], {})
    page = sit(phone, made, 0)
    phone.look("ion-base")
    player = Player(phone)
    for _ in range(60):
        if page.locator(".io-sheet").count():
            break
        page.wait_for_function(
            f"() => document.querySelector('.io-sheet') || (document.querySelector('{MINE}') && "
            f"!document.querySelector('{MINE}').innerText.includes('Sending'))"
        )
        asked = said(page)
        before = page.locator("#room").get_attribute("data-version")
        if asked and not page.locator(".io-sheet").count():
            player.act(asked)
            expect(page.locator("#room")).not_to_have_attribute("data-version", before or "")
    page.locator(".io-sheet summary").click()
    expect(page.locator(".io-lines")).to_be_visible()
    page.locator(".io-other summary").first.click()
    phone.look("ion-sheet")


def test_four_people_pick_at_once_and_see_nothing_before_the_reveal(browser: Browser, server: Server) -> None:
    names = ["Ann", "Bob", "Cem", "Dora"]
    visitors = [Visitor(browser, server.url, "phone") for _ in names]
    made = opened(visitors[0], [{"name": name} for name in names], {})
    pages = [sit(visitor, made, seat) for seat, visitor in enumerate(visitors)]
    for number, page in enumerate(pages[:3]):
        page.locator(".io-hand button.io-card").first.click()
        page.locator(".bar-buttons").get_by_role("button", name=re.compile("^Pick ")).click()
        expect(page.locator(".io-heading")).to_contain_text(f"{number + 1} of 4 have picked")
        expect(page.locator(".io-card[aria-pressed=true]")).to_have_count(1)
    expect(pages[3].locator(".io-heading")).to_contain_text("3 of 4 have picked")
    expect(pages[3].locator(".io-others .io-card")).to_have_count(0)
    # Ann changes her mind while Dora still thinks.
    pages[0].locator(".io-hand button.io-card").nth(3).click()
    pages[0].locator(".bar-buttons").get_by_role("button", name=re.compile("^Pick ")).click()
    expect(pages[0].locator(".io-card[aria-pressed=true]")).to_have_count(1)
    hand = pages[3].locator(".io-hand button.io-card")
    hand.first.click()
    hand.first.click()  # the second tap confirms
    for page in pages:
        expect(page.locator(".io-new")).to_be_visible()
        expect(page.locator(".io-others")).to_contain_text("places")
    visitors[0].look("ion-revealed")
    for visitor in visitors:
        visitor.leave()


def test_the_words_of_the_table_are_there_in_both_languages(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop", language="de")
    made = opened(visitor, [{"name": "Ann"}, {"bot": "greedy"}], {"tiles": True, "transition": True})
    page = sit(visitor, made, 0)
    expect(page.locator(".ask-text")).to_contain_text("Wähle eine Karte")
    assert "ion." not in page.locator("#room").inner_text()
    visitor.look("ion-german")
    visitor.leave()
