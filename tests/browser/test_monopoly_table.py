"""The table of Chemistry Monopoly in the browser: a whole short game with an auction, a trade, a debt and a bankruptcy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Visitor

PLAY = re.compile("^(Play|Spielen)$")
PATIENCE = 60_000
MOST = 160  # of what one person does


def seated(page: Page, preset: str) -> None:
    page.goto("/play/chemistry-monopoly")
    page.get_by_text(preset, exact=True).click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible(timeout=PATIENCE)


def version(page: Page) -> str:
    return page.locator("#room").get_attribute("data-version") or ""


def pressed(page: Page, name: re.Pattern[str] | str) -> None:
    """One button of the bar, and what follows."""
    before = version(page)
    page.locator(".bar-buttons").get_by_role("button", name=name).first.click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)


def mine_or_over(page: Page) -> bool:
    """Waits until something is asked of me; False when the game is over."""
    both = page.locator(".ask-text[data-mine], .m-result")
    expect(both.first).to_be_visible(timeout=PATIENCE)
    return not page.locator(".m-result").is_visible()


def bar(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".bar-buttons button").all_inner_texts()]


def give_everything(phone: Visitor) -> None:
    """By the offer sheet: all my money for nothing."""
    page = phone.page
    page.get_by_role("button", name="Trade").click()
    sheet = page.get_by_role("dialog")
    field = sheet.get_by_label(re.compile("^AMUny")).first
    field.fill("99999")
    phone.look("monopoly-offer-sheet")
    before = version(page)
    sheet.get_by_role("button", name="Make the offer").click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)


@pytest.mark.nightly
def test_a_whole_short_game_with_an_auction_a_trade_and_a_bankruptcy(phone: Visitor) -> None:
    page, seen = phone.page, set[str]()
    seated(page, "Short game for two, with auctions")
    for _ in range(MOST):
        if not mine_or_over(page):
            break
        shown = bar(page)
        kind = page.locator(".ask-text").inner_text()
        if kind not in seen:
            seen.add(kind)
            phone.look(
                f"monopoly-{len(seen)}-{re.sub('[^a-z]+', '-', kind.lower())[:24].strip('-')}", whole=True
            )
        if any(text.startswith("Bid") for text in shown):
            if "auction" not in seen:
                page.get_by_role("button", name="1 more", exact=True).click()
                pressed(page, re.compile("^Bid"))
                seen.add("auction")
            else:
                pressed(page, "Pass")
        elif "Decline" in shown:
            pressed(
                page,
                re.compile("^Buy for")
                if "auction" in seen and not shown[0].startswith("Decline")
                else "Decline",
            )
        elif "auction" in seen and "trade" not in seen and "Roll" in shown:
            give_everything(phone)
            seen.add("trade")
            phone.look("monopoly-offer", whole=True)
            expect(page.locator(".offer")).to_have_count(0, timeout=PATIENCE)
        elif "Give up" in shown:
            seen.add("bankrupt")
            pressed(page, "Give up")
        elif any(text.startswith("Raise money") for text in shown):
            page.locator(".bar-buttons").get_by_role("button", name=re.compile("^Raise")).click()
            before = version(page)
            page.get_by_role("dialog").locator(".choice-button").first.click()
            expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)
        else:
            last = next(text for text in ("Roll", "Pay 200", "End turn", shown[0]) if text in shown)
            pressed(page, last)
    expect(page.locator(".m-result")).to_be_visible(timeout=PATIENCE)
    assert {"auction", "trade", "bankrupt"} <= seen
    phone.look("monopoly-over", whole=True)


def test_the_ring_shows_squares_deeds_and_the_chemistry_of_a_family(any_visitor: Visitor) -> None:
    page = any_visitor.page
    seated(page, "Short game")
    expect(page.locator(".m-holdings").first).to_be_visible()
    page.locator(".m-square[data-kind='lot']:visible").first.click()
    expect(page.locator(".m-looked")).to_contain_text("Rent")
    any_visitor.look("monopoly-square", whole=True)
    page.locator(".m-looked .icon-button").click()
    expect(page.locator(".m-looked")).to_have_count(0)


@pytest.mark.nightly
def test_a_regular_game_is_begun_in_german_on_both_screens(any_visitor: Visitor) -> None:
    page = any_visitor.page
    page.goto("/play/chemistry-monopoly?lang=de")
    any_visitor.look("monopoly-lobby-de", whole=True)
