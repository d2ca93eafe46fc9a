"""Tables in the browser: the lobby, the frame of all games, and the plain table."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.serving import Server

PLAY = re.compile("^(Play|Spielen)$")


def seated(page: Page, game: str) -> None:
    """Three taps from the lobby to the first move: the game, Play, the move."""
    page.goto("/play")
    page.locator(f"a[href='/play/{game}']").click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible()


def answered(page: Page, button: str) -> None:
    """Presses a button of the bar once it is our turn, and waits until the move was taken."""
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    before = page.locator("#room").get_attribute("data-version")
    page.locator(".bar-buttons").get_by_role("button", name=button).last.click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before or "")


def test_three_taps_to_the_first_move_on_a_plain_table(phone: Visitor) -> None:
    page = phone.page
    page.goto("/play")
    phone.look("lobby")
    page.get_by_role("link", name="Valence Plus").click()
    phone.look("set-up")
    page.get_by_text("More options").click()
    page.get_by_label("Whoever builds names the substance").check()
    phone.look("set-up-more", whole=True)
    page.reload()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible()
    page.goto(f"{page.url}?plain")
    answered(page, "Draw · deck")
    phone.look("plain-table")
    expect(page.locator("#announcement")).to_contain_text("draws")
    page.reload()  # the device remembers the seat
    expect(page.locator(".bar-buttons")).to_contain_text("End turn")
    answered(page, "End turn")
    page.get_by_role("button", name="What happened").click()
    phone.look("log")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    phone.look("menu")


def test_friends_join_by_a_code_and_others_watch(browser: Browser, server: Server) -> None:
    ann, bob, eve = (Visitor(browser, server.url, size) for size in ("desktop", "phone", "phone"))
    ann.page.goto("/play/valence-plus")
    ann.page.get_by_label("Name at seat 1").fill("Ann")
    ann.page.get_by_label("Seat 2").select_option("friend")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("Anybody may watch").check()
    ann.page.get_by_role("button", name="Open the table and invite").click()
    code = ann.page.locator(".said-code").inner_text()
    ann.look("waiting")
    bob.page.goto("/play")
    bob.page.get_by_label("Somebody told you a code?").fill(code.lower())
    bob.page.get_by_role("button", name="Join").click()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.look("join")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".strip")).to_contain_text("Ann")
    expect(ann.page.locator(".strip")).to_contain_text("Bob")
    eve.page.goto("/play")
    eve.page.locator("#watch-list a").filter(has_text="Ann, Bob").click()
    expect(eve.page.locator(".ask-text")).to_contain_text("You are watching")
    expect(eve.page.locator(".bar-buttons button")).to_have_count(0)
    for visitor in (ann, bob, eve):
        visitor.leave()
