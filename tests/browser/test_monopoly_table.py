"""The table of Chemistry Monopoly in the browser: a whole short game with an auction, a trade, a debt and a
bankruptcy.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Visitor
from tests.support.monopoly_table import GAME
from tests.support.seating import SeatedTable
from tests.support.serving import Server

PLAY = re.compile("^(Play|Spielen)$")
PATIENCE = 180_000
MOST = 60  # actions of one person
END = "End turn"
# Immediately, if the button is still there: when nothing is left to decide, the page ends the turn by itself.
PRESS_IF_THERE = """(name) => {
  const buttons = [...document.querySelectorAll(".bar-buttons button")];
  buttons.find((button) => button.textContent.trim() === name)?.click();
}"""
SEED = 82  # with these dice somebody who gives everything away is bankrupt after a dozen actions


def seated(page: Page, preset: str) -> None:
    page.goto("/play/chemistry-monopoly")
    page.get_by_text(preset, exact=True).click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible(timeout=PATIENCE)


def version(page: Page) -> str:
    return page.locator("#room").get_attribute("data-version") or ""


def pressed(page: Page, name: re.Pattern[str] | str) -> None:
    """Presses one button of the bar, and what follows."""
    before = version(page)
    page.locator(".bar-buttons").get_by_role("button", name=name).first.click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)


def mine_or_over(page: Page) -> bool:
    """Waits until something is asked of me, which may be an offer of the other player; False when the game is over."""
    any_of = page.locator(".ask-text:is([data-mine], [data-offer]), .ending")
    expect(any_of.first).to_be_visible(timeout=PATIENCE)
    return not page.locator(".ending").is_visible()


def bar(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".bar-buttons button").all_inner_texts()]


class Spendthrift:
    """Declines, bids once, gives all the money away, and is soon bankrupt."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.done: set[str] = set()

    def act(self) -> None:
        page, seen = self.page, version(self.page)
        shown = bar(page)
        offered = page.locator("#bar [data-button='decline']")
        if offered.count():
            before = version(page)
            offered.first.click()
            expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)
        elif any(text.startswith("Bid") for text in shown) and "auction" not in self.done:
            self.done.add("auction")
            page.get_by_role("button", name="1 more", exact=True).click()
            pressed(page, re.compile("^Bid"))
        elif "Roll" in shown and "auction" in self.done and "trade" not in self.done:
            self.done.add("trade")
            self.give_everything()
        elif "Give up" in shown:
            self.done.add("bankruptcy")
            before = version(page)
            page.locator(".bar-buttons").get_by_role("button", name="Give up").click()
            page.get_by_role("dialog").locator(".choice-button").click()
            expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)
        elif any(text.startswith("Raise money") for text in shown):
            before = version(page)
            page.locator(".bar-buttons").get_by_role("button", name=re.compile("^Raise")).click()
            page.get_by_role("dialog").locator(".choice-button").first.click()
            expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)
        else:
            wanted = ("Decline", "Pass", "Roll", "Pay 200", END, *shown)
            self.press(next((text for text in wanted if text in shown), END), seen)

    def press(self, name: str, seen: str) -> None:
        """The bar may have changed since that version: the turn is over, or the other's move was shown."""
        if name != END:
            pressed(self.page, name)
            return
        self.page.evaluate(PRESS_IF_THERE, END)
        expect(self.page.locator("#room")).not_to_have_attribute("data-version", seen, timeout=PATIENCE)

    def give_everything(self) -> None:
        """With the offer sheet."""
        page = self.page
        page.get_by_role("button", name="Trade").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label(re.compile("^AMUny")).first.fill("99999")
        self.visitor.look("monopoly-offer-sheet")
        before = version(page)
        sheet.get_by_role("button", name="Make the offer").click()
        expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)
        expect(page.locator(".offer")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.nightly
def test_a_whole_short_game_with_an_auction_a_trade_and_a_bankruptcy(phone: Visitor, server: Server) -> None:
    table = SeatedTable.dealt(server, GAME.name, SEED, ("Ann", "Bo"), "greedy", short=True, auctions=True)
    table.sit(phone.page, 0)
    ann = Spendthrift(phone)
    for _ in range(MOST):
        if not mine_or_over(phone.page):
            break
        ann.act()
    expect(phone.page.locator(".ending")).to_be_visible(timeout=PATIENCE)
    assert ann.done == {"auction", "trade", "bankruptcy"}
    phone.look("monopoly-over", whole=True)


def test_the_ring_shows_squares_deeds_and_the_chemistry_of_a_family(visitor: Visitor) -> None:
    page = visitor.page
    seated(page, "Short game")
    expect(page.locator(".m-holdings").first).to_be_visible()
    page.locator(".m-square[data-kind='lot']:visible").first.click()
    expect(page.locator(".m-looked")).to_contain_text("Rent")
    visitor.look("monopoly-square", whole=True)
    page.locator(".m-looked .icon-button").click()
    expect(page.locator(".m-looked")).to_have_count(0)


@pytest.mark.nightly
def test_a_regular_game_is_begun_in_german_on_both_screens(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/play/chemistry-monopoly?lang=de")
    visitor.look("monopoly-lobby-de", whole=True)


def test_after_a_purchase_the_turn_is_the_buyers_to_end(phone: Visitor, server: Server) -> None:
    """Regression: the page ended it before it had read what was bought."""
    page = phone.page
    table = SeatedTable.open(server.url, GAME.name, [{"name": "Ann"}, {"name": "Bob"}])
    table.play_until(buys_after_no_double, without_buying)
    table.sit(page, 0)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    pressed(page, re.compile("^Buy for"))
    expect(page.locator("#news")).to_have_attribute("data-told", str(table.view(0)["version"]))
    expect(page.locator(".bar-buttons").get_by_role("button", name=END)).to_be_visible()
    assert not any("end_turn" in body for body in sent)
    pressed(page, END)
    assert table.view(0)["asks"][0]["player"] == 1


def buys_after_no_double(views: dict[int, Any]) -> bool:
    again = any(matter.get("again") for matter in views[0]["table"]["matters"])
    return not again and any(action["type"] == "buy" for action in views[0]["actions"])


def without_buying(view: Any) -> Any:
    order = ("decline", "pass", "roll", "end_turn", "pay_interest")
    listed = [action for action in view["actions"] if not action.get("open")]
    return next((one for kind in order for one in listed if one["type"] == kind), listed[-1])
