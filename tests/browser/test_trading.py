"""The ways out of trading: the dialog closed or the offer made, and in Compounded the two ends of the phase."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable
from tests.support.serving import Server

NAMES = ("Ann", "Bob", "Cem")
DECLINED = ("pass", "end", "done", "raise", "discard", "score")


def trading(views: dict[int, Any]) -> bool:
    return any(ask["about"] == "trading" for ask in views[0]["asks"])


def declined(view: Any) -> Any:
    return next(action for kind in DECLINED for action in view["actions"] if action["type"] == kind)


def claimed(view: Any) -> Any:
    """Claims what can be claimed, and otherwise declines."""
    return next((one for one in view["actions"] if one["type"] == "claim"), None) or declined(view)


def compounded(phone: Visitor) -> SeatedTable:
    table = opened(phone, "compounded")
    table.play_until(trading, declined)
    return table


def monopoly(phone: Visitor) -> SeatedTable:
    return opened(phone, "chemistry-monopoly")


def opened(phone: Visitor, game: str) -> SeatedTable:
    table = SeatedTable.open(phone.url, game, [{"name": name} for name in NAMES])
    table.sit(phone.page, 0)
    return table


def up_to_date(page: Page, table: SeatedTable) -> str:
    version = str(table.view(0)["version"])
    expect(page.locator("#room")).to_have_attribute("data-version", version)
    return version


@pytest.mark.parametrize("begun", [compounded, monopoly])
def test_the_dialog_is_left_without_an_offer_or_with_one(phone: Visitor, begun: Any) -> None:
    page, table = phone.page, begun(phone)
    page.set_viewport_size({"width": 320, "height": 500})  # the dialog is longer
    before = up_to_date(page, table)
    sent: list[str] = []

    def heard(asked: Request) -> None:
        if asked.url.endswith("/actions"):
            sent.append(asked.url)

    page.on("request", heard)
    trade, sheet = page.get_by_role("button", name="Trade"), page.locator("#offer-sheet")
    short = sheet.locator(".offer-short")
    close = sheet.locator("[data-close]")
    for key in (None, "Escape"):
        trade.click()
        sheet.get_by_role("combobox").select_option(label="Bob")
        wish(page)
        expect(short).to_be_visible()
        sheet.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
        if key is None:
            close.click()
        else:
            page.keyboard.press(key)
        expect(sheet).to_be_hidden()
        expect(trade).to_be_focused()
    assert not sent
    assert str(table.view(0)["version"]) == before
    trade.click()
    expect(short).to_have_count(0)  # nothing is left of what was given up
    assert sheet.evaluate("(one) => one.scrollTop") == 0  # nor of where it was scrolled to
    sheet.get_by_role("combobox").select_option(label="Bob")
    wish(page)
    sheet.get_by_role("button", name="Make the offer").click()
    expect(sheet).to_be_hidden()
    expect(page.locator(".offer")).to_be_visible()
    (offer,) = table.view(0)["offers"]["open"]
    assert (offer["by"], [term["partner"] for term in offer["terms"]]) == (0, [1])
    assert len(sent) == 1


def test_an_offer_after_the_roll_waits_for_its_answer_which_says_whose_it_was(
    phone: Visitor, server: Server
) -> None:
    """Regression: with nothing else left to do, the turn ended by itself, and the offer lapsed with it."""
    page, table = phone.page, SeatedTable.dealt(server, "chemistry-monopoly", 8, NAMES)
    table.sit(page, 0)
    for name in ("Roll", "Buy for 120"):
        page.get_by_role("button", name=name, exact=True).click()
    for answer in ("decline_offer", "accept_offer"):
        page.get_by_role("button", name="Trade").click()
        sheet = page.locator("#offer-sheet")
        sheet.get_by_role("combobox").select_option(label="Bob")
        wish(page)
        sheet.get_by_role("button", name="Make the offer").click()
        expect(page.locator(".offer")).to_be_visible()
        (offer,) = table.view(0)["offers"]["open"]
        up_to_date(page, table)
        table.act(1, {"type": answer, "offer": offer["id"]})
        up_to_date(page, table)
        if answer == "decline_offer":
            expect(page.locator("#news")).to_contain_text("Bob: declines your offer")
        expect(page.get_by_role("button", name="End turn")).to_be_visible()
        assert table.view(0)["table"]["turn"] == 0


def wish(page: Page) -> None:
    """A piece or an amount of the partner's."""
    side = page.locator("#offer-sheet").get_by_role("group", name="I get")
    amount = side.get_by_role("spinbutton")
    if amount.count():
        amount.fill("5")
    else:
        side.get_by_role("button").first.click()


@pytest.mark.parametrize(("button", "asks"), [("Done trading", False), ("Done, move claim", True)])
def test_trading_ends_with_the_question_about_claims_or_without(
    phone: Visitor, button: str, asks: bool
) -> None:
    """Who has claims decides with the end of trading whether to be asked about moving one of them."""
    page, table = phone.page, opened(phone, "compounded")
    table.play_until(lambda views: trading(views) and views[0]["table"]["round"] == 2, claimed)
    before = up_to_date(page, table)
    page.locator(".bar-buttons").get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before)
    said = page.locator(".ask-text")
    if asks:
        table.play_until(moving_or_over, claimed)
        expect(said).to_contain_text("You may move one older claim")
    else:
        with page.expect_request(passes):  # the page says it by itself
            table.play_until(moving_or_over, claimed)
        expect(said).not_to_contain_text("You may move one older claim")


def passes(asked: Request) -> bool:
    return asked.url.endswith("/actions") and (asked.post_data_json or {}).get("type") == "pass"


def moving_or_over(views: dict[int, Any]) -> bool:
    mine = [ask["about"] for ask in views[0]["asks"] if ask["player"] == 0 and ask["obliged"]]
    return "moving" in mine or views[0]["table"]["phase"] == "research"
