"""The table of Compounded in the browser: every phase on the field, trading by the sheet, fires, Nobel, to the end."""

from __future__ import annotations

import re
from typing import Any

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


# --- a table opened over HTTP, with somebody who answers by hand ---------------------------------------------------


class Seat:
    """Somebody at the table without a browser, or what the browser's player could see besides."""

    def __init__(self, page: Page, table: str, token: str) -> None:
        self.page, self.path = page, f"/v1/games/{table}"
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str = "") -> Any:
        return self.page.request.get(f"{self.path}{path}", headers=self.headers).json()

    def act(self, action: dict[str, Any]) -> None:
        seen = {**self.headers, "If-Match": f'"{self.get()["version"]}"'}
        answer = self.page.request.post(f"{self.path}/actions", data=action, headers=seen)
        assert answer.ok, answer.text()

    def goes_on(self, kinds: tuple[str, ...] = ("pass", "end", "done", "raise", "discard", "score")) -> bool:
        """Declines whatever is asked; whether anything was."""
        view = self.get()
        if not any(ask["player"] == view["you"] and ask["obliged"] for ask in view["asks"]):
            return False
        self.act(next(action for kind in kinds for action in view["actions"] if action["type"] == kind))
        return True


def opened(page: Page, seats: list[dict[str, Any]]) -> list[Seat]:
    """The page sits on the first seat; the others with names are held by the test."""
    made = page.request.post("/v1/games", data={"game": "compounded", "seats": seats, "hints": True}).json()
    held = [seat for seat in made["seats"] if seat.get("token")]
    own = {"seat": 0, "name": held[0]["name"], "token": held[0]["token"]}
    kept = [
        {
            "id": made["id"],
            "game": "compounded",
            "title": "Compounded",
            "seats": [own],
            "host": None,
            "code": None,
            "at": "",
        }
    ]
    page.goto("/play")
    page.evaluate("(kept) => localStorage.setItem('adjudicator.tables', JSON.stringify(kept))", kept)
    page.goto(f"/play/compounded/{made['id']}")
    expect(page.locator(".research-field")).to_be_visible(timeout=PATIENCE)
    return [Seat(page, made["id"], seat["token"]) for seat in held]


def until(page: Page, phase: str, *others: Seat) -> None:
    """Everybody declines until this phase is on the table, and the page has it."""
    ann = others[0]
    for _ in range(80):
        view = ann.get()
        if view["table"]["phase"] == phase:
            expect(page.locator("#room")).to_have_attribute(
                "data-version", str(view["version"]), timeout=PATIENCE
            )
            return
        for one in others:
            one.goes_on()
    raise AssertionError(f"never came to {phase}")


def test_an_offer_is_countered_and_the_counter_taken(phone: Visitor) -> None:
    page = phone.page
    ann, bob = opened(page, [{"name": "Ann"}, {"name": "Bob"}, {"bot": "greedy"}])
    until(page, "discovery", ann, bob)
    phone.look("compounded-trading")
    own, his = (ann.get()["table"]["benches"][seat]["crystals"] for seat in (0, 1))
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.get_by_role("combobox").select_option(label="Bob")
    sheet.locator("fieldset").nth(0).get_by_role("button").first.click()
    sheet.locator("fieldset").nth(1).get_by_role("button").first.click()
    phone.look("compounded-offer")
    sheet.get_by_role("button", name="offer").last.click()
    expect(page.locator(".offer")).to_be_visible(timeout=PATIENCE)
    counter = {
        "partner": 0,
        "gives": {"pieces": [his[0]], "amounts": []},
        "gets": {"pieces": [own[0], "wild"], "amounts": []},
    }
    bob.act({"type": "counter_offer", "offer": ann.get()["offers"]["open"][0]["id"], "terms": [counter]})
    expect(page.locator(".offer")).to_contain_text("Wild", timeout=PATIENCE)
    phone.look("compounded-countered")
    page.locator(".offer").get_by_role("button", name="Accept").click()
    expect(page.locator(".offer")).to_have_count(0, timeout=PATIENCE)
    assert ann.get()["table"]["benches"][1]["kit"].count("wild") == 2
