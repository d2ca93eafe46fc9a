"""The table of Compounded in the browser: every phase on the field, trading by the sheet, fires, Nobel, to the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browsing import Visitor

PLAY = re.compile("^(Play|Spielen)$")
PATIENCE = 60_000


def seated(page: Page, preset: str) -> None:
    page.goto("/play/compounded")
    page.get_by_text(preset, exact=True).click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".research-field")).to_be_visible(timeout=PATIENCE)


def version(page: Page) -> str:
    return page.locator("#room").get_attribute("data-version") or ""


def mine(page: Page) -> None:
    expect(page.locator(".ask-text[data-mine]")).to_be_visible(timeout=PATIENCE)


def moved(page: Page, before: str) -> None:
    expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)


def test_a_claim_a_placement_and_a_look_at_a_card(visitor: Visitor) -> None:
    page = visitor.page
    seated(page, "Three scientists")
    mine(page)
    visitor.look("compounded-study", whole=True)
    before = version(page)
    page.locator(".compound[data-lit]").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("point")
    visitor.look("compounded-card")
    sheet.get_by_role("button", name=re.compile("^Claim")).click()
    moved(page, before)
    expect(page.locator(".ask-text[data-mine]")).to_contain_text("Research", timeout=PATIENCE)
    chip = page.locator(".my-bench button.chip").first
    chip.click()
    expect(page.locator(".compound[data-lit]").first).to_be_visible()
    visitor.look("compounded-research")
    before = version(page)
    page.locator(".compound[data-lit]").first.click()
    moved(page, before)
