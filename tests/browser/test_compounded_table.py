"""The table of Compounded in the browser: every phase on the field, trading by the sheet, fires, Nobel, to the end."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browsing import Visitor
from tests.support.serving import Server

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

    def goes_on(self, phase: str) -> bool:
        """Declines whatever is asked until it is this phase; whether anything was."""
        view, kinds = self.get(), ("pass", "end", "done", "raise", "discard", "score")
        if view["table"]["phase"] == phase or not any(
            ask["player"] == view["you"] and ask["obliged"] for ask in view["asks"]
        ):
            return False
        self.act(next(action for kind in kinds for action in view["actions"] if action["type"] == kind))
        return True


def opened(page: Page, seats: list[dict[str, Any]]) -> list[Seat]:
    """The page sits on the first seat; the others with names are held by the test."""
    page.set_default_timeout(PATIENCE)
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
            one.goes_on(phase)  # bots may have brought it about by now
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


# --- gestures: every action as a finger does it ---------------------------------------------------------------------


def tap(page: Page, slot: int) -> None:
    page.locator(".research-field > li").nth(slot).locator(".compound").click()


def do(page: Page, action: dict[str, Any]) -> None:
    """One action on the page; most are buttons of the bar, the others are taps on crystals and cards."""
    match action["type"]:
        case "claim":
            tap(page, action["slot"])
            page.locator("#choice-sheet").get_by_role("button", name=re.compile("^Claim")).click()
        case "move_claim":
            tap(page, action["source"])
            tap(page, action["target"])
        case "place":
            choose_crystal(page, action)
            if action["slot"] is None:
                page.locator(".my-bench button.tool[data-lit]").click()
            else:
                tap(page, action["slot"])
        case kind:
            pressed(page, kind, action)


def choose_crystal(page: Page, action: dict[str, Any]) -> None:
    if action["source"] == "wild":
        page.locator(".my-bench button.tool").filter(has_text="Wild").click()
        page.locator("#choice-sheet").get_by_role("button", name=action["crystal"], exact=True).click()
        return
    row = (
        page.locator(".my-bench .bench-row").filter(has_text="Goggles")
        if action["source"] == "goggles"
        else page
    )
    row.get_by_role("button", name=f"Choose {action['crystal']}", exact=True).last.click()


BUTTONS = {
    "done": "Done trading", "end": "End", "pass": "Not now", "use_key": "Use a Lab Key", "score": "Score",
    "raise": "Raise", "keep": "Keep", "discard": "Put", "grant": "rises", "cylinder": "down",
    "extinguish": "Spare", "scatter": " to ", "scatter_card": "First", "use_goggles": "Use", "swap": "to the bag",
    "swap_nobel": "to Nobel", "take_back": "Take back", "burn": "Burner on", "accept_offer": "Accept",
    "decline_offer": "Decline",
}  # fmt: skip


def pressed(page: Page, kind: str, action: dict[str, Any]) -> None:
    """The button of the bar; where there are many, one of the sheet that it opens."""
    words = [str(value).title() for field, value in action.items() if field in ("experiment", "down", "up")]
    words += [str(action[field]) for field in ("crystal", "give", "get") if field in action]
    words += [square(action["slot"])] if "slot" in action else []
    if kind.endswith("_offer"):
        answer = page.locator(".offer").get_by_role("button", name=BUTTONS[kind]).first
        if answer.count():  # who made it may have said done meanwhile
            answer.click()
        return

    def of(place: Locator) -> Locator:
        found = place.get_by_role("button").filter(has_text=BUTTONS[kind])
        for word in words:
            found = found.filter(has_text=word)
        return found.first

    bar = page.locator(".bar-buttons")
    if of(bar).count():
        of(bar).click()
        return
    bar.get_by_role("button", name=re.compile("…$")).first.click()
    of(page.locator("#choice-sheet")).click()


def square(slot: int) -> str:
    return f"({'abcd'[slot % 4]}{slot // 4 + 1})"


def best(seat: Seat, view: Any) -> Any:
    """What a hint says; at trading nothing more than done, or to take what is offered."""
    kinds = {action["type"]: action for action in view["actions"]}
    if "accept_offer" in kinds:
        return kinds["accept_offer"]
    if "done" in kinds:
        return kinds["done"]
    hints = seat.get("/hints?count=1")["hints"]
    return hints[0]["action"] if hints else kinds.get("pass") or kinds["end"]


def beg(page: Page, seat: Seat, bot: int) -> None:
    """A poor offer: something for nothing. A strong bot answers with a better one, where there is one."""
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.get_by_role("combobox").select_option(value=str(bot))
    sheet.locator("fieldset").nth(1).get_by_role("button").first.click()
    before = seat.get()["version"]
    sheet.locator(".sheet-foot button").click()
    for _ in range(100):
        if seat.get()["version"] > before:
            return
        time.sleep(0.1)


def play_on(visitor: Visitor, seat: Seat, seen: set[str], most: int) -> Any:
    """Plays until the game is over, or so many actions; looks at everything that is asked for the first time."""
    page = visitor.page
    begged = 0
    for _ in range(most):
        view = seat.get()
        if view["status"] == "over":
            break
        mine = [ask for ask in view["asks"] if ask["player"] == 0 and ask["obliged"]]
        if not mine or version(page) != str(view["version"]):  # bots move, or the page is still behind
            time.sleep(0.2)
            continue
        about = mine[0]["about"]
        if about not in seen:
            seen.add(about)
            visitor.look(f"compounded-{about}", whole=True)
        if any(offer["by"] != 0 and offer["counters"] for offer in view["offers"]["open"]):
            if "countered" not in seen:
                visitor.look("compounded-counter", whole=True)
            seen.add("countered")
        if about == "trading" and begged < view["table"]["round"] and "countered" not in seen:
            begged = view["table"]["round"]
            bots = [player["seat"] for player in view["players"] if player["kind"] == "bot"]
            others = [bot for bot in bots if view["table"]["benches"][bot]["crystals"]]
            if others and not view["offers"]["open"]:
                beg(page, seat, others[begged % len(others)])
                continue
        if about == "fire" or "exploded" in {event["type"] for event in seat.get("/log")["events"][-12:]}:
            seen.add("burnt")
        action = best(seat, view)
        print(view["version"], about, action)  # what was tried last, if it fails
        do(page, action)
        expect(page.locator("#room")).not_to_have_attribute(
            "data-version", str(view["version"]), timeout=PATIENCE
        )
    return seat.get()


@pytest.mark.nightly
def test_a_whole_game_on_a_phone_with_a_counter_offer_and_a_fire(phone: Visitor) -> None:
    (ann,) = opened(phone.page, [{"name": "Ann"}, {"bot": "strong"}, {"bot": "strong"}])
    seen: set[str] = set()
    view = play_on(phone, ann, seen, 4000)
    assert view["status"] == "over"
    expect(phone.page.locator(".ending")).to_be_visible(timeout=PATIENCE)
    phone.look("compounded-over", whole=True)
    assert {"claiming", "research", "lab", "trading"} <= seen
    assert "burnt" in seen
    assert "countered" in seen


@pytest.mark.nightly
def test_nobel_on_a_desktop(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop")
    (ann,) = opened(visitor.page, [{"name": "Ann"}, {"bot": "greedy"}])
    seen: set[str] = set()
    play_on(visitor, ann, seen, 200)
    expect(visitor.page.locator(".other-bench").filter(has_text="Nobel")).to_be_visible()
    visitor.look("compounded-nobel", whole=True)
    visitor.leave()
