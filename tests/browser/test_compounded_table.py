"""The table of Compounded in the browser: every phase on the field, trading by the sheet, fires, Nobel, to the end."""

from __future__ import annotations

import re
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

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


def do(page: Page, view: Any, action: dict[str, Any]) -> None:
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
        case _:
            pressed(page, view, action)


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


WORDS = tomllib.loads(Path("api/static/tables/compounded/en.toml").read_text(encoding="utf-8"))["compounded"]


def label(view: Any, action: dict[str, Any]) -> str:
    """What the button of an action says."""
    kind = action["type"]
    if kind == "grant" and action["experiment"] is None:
        kind = "grant_share"
    names = {field: WORDS[action[field]] for field in ("experiment", "down", "up") if action.get(field)}
    if "slot" in action:
        card = view["table"]["field"][action["slot"]]
        names["square"] = f"{'abcd'[action['slot'] % 4]}{action['slot'] // 4 + 1}"
        names["card"] = f"{card['card'] if card else 'empty'} ({names['square']})"
    if "player" in action:
        names["name"] = view["players"][action["player"]]["name"]
    facts = {"symbol": action.get("crystal"), "n": action.get("number"), **action, **names}
    text: str = WORDS.get(f"act_{kind}", WORDS[f"do_{action['type']}"])
    return text.format(**facts)


def pressed(page: Page, view: Any, action: dict[str, Any]) -> None:
    """The button of the bar; where there are many, one of the sheet that it opens."""
    bar, text = page.locator(".bar-buttons"), label(view, action)
    button = bar.get_by_role("button", name=text, exact=True)
    if not button.count():
        bar.get_by_role("button", name=f"{WORDS['do_' + action['type']]} …", exact=True).click()
        button = page.locator("#choice-sheet").get_by_role("button", name=text, exact=True)
    button.click()


# --- a whole game -----------------------------------------------------------------------------------------------------


class Player:
    """Ann, who plays by hints with her fingers and haggles until she has been countered."""

    def __init__(self, visitor: Visitor, seat: Seat) -> None:
        self.visitor, self.page, self.seat = visitor, visitor.page, seat
        self.seen: set[str] = set()  # what she was asked, and what happened to her
        self.begged: set[tuple[int, int]] = set()  # in which turn of which bot

    def play(self, most: int) -> Any:
        """Until the game is over, or so many looks at the table."""
        for _ in range(most):
            view = self.seat.get()
            if view["status"] == "over":
                break
            asks = [ask for ask in view["asks"] if ask["player"] == 0 and ask["obliged"]]
            if not asks or version(self.page) != str(
                view["version"]
            ):  # bots move, or the page is still behind
                time.sleep(0.1)
                continue
            self.look(asks[0]["about"])
            if asks[0]["about"] == "trading":
                self.trade(view)
            else:
                self.act(view, self.best(view))
            moved(self.page, str(view["version"]))
        return self.seat.get()

    def look(self, what: str) -> None:
        """With axe, at what is seen for the first time."""
        if what not in self.seen:
            self.seen.add(what)
            self.visitor.look(f"compounded-{what}", whole=True)

    def best(self, view: Any) -> Any:
        hints = self.seat.get("/hints?count=1")["hints"]
        return hints[0]["action"] if hints else view["actions"][-1]

    def act(self, view: Any, action: dict[str, Any]) -> None:
        print(view["version"], action)  # what was tried last, if it fails
        do(self.page, view, action)

    # --- trading ------------------------------------------------------------------------------------------------

    def trade(self, view: Any) -> None:
        """Counters are taken; other offers too, once all has been seen. Until then she begs of whoever offered."""
        open_now = view["offers"]["open"]
        turn = view["table"]["round"]
        for at, offer in enumerate(open_now):
            if offer["by"] == 0 or not any(term["partner"] in (0, None) for term in offer["terms"]):
                continue
            if offer["counters"] is not None:
                self.look("countered")
                return self.answer(at, "Accept")
            if {"countered", "counter"} <= self.seen:
                return self.answer(at, "Accept")
            if "counter" not in self.seen:
                return self.counter(at)
            return self.answer(at, "Decline")
        bots = [player["seat"] for player in view["players"] if player["kind"] == "bot"]
        for bot in bots:
            crystals = view["table"]["benches"][bot]["crystals"]
            if "countered" not in self.seen and crystals and (turn, bot) not in self.begged:
                self.begged.add((turn, bot))
                return self.beg(bot)
        if any(offer["by"] == 0 for offer in open_now):
            return None  # it is still being thought about
        return self.act(view, {"type": "done"})

    def answer(self, at: int, how: str) -> None:
        self.page.locator(".offer").nth(at).get_by_role("button", name=how, exact=True).click()

    def counter(self, at: int) -> None:
        """The offer turned round, with a wish more on my side."""
        self.answer(at, "Counter")
        sheet = self.page.locator("#offer-sheet")
        wished = sheet.locator("fieldset").nth(1).get_by_role("button", pressed=False)
        if wished.count():
            wished.first.click()
        self.look("counter")
        sheet.locator(".sheet-foot button").click()

    def beg(self, bot: int) -> None:
        """Something for nothing: a strong bot answers with what both gain by, where there is such a thing."""
        self.page.get_by_role("button", name="Trade").click()
        sheet = self.page.locator("#offer-sheet")
        sheet.get_by_role("combobox").select_option(value=str(bot))
        sheet.locator("fieldset").nth(1).get_by_role("button").first.click()
        sheet.locator(".sheet-foot button").click()


@pytest.mark.nightly
def test_a_whole_game_on_a_phone_with_a_counter_offer_and_a_fire(phone: Visitor) -> None:
    (ann,) = opened(phone.page, [{"name": "Ann"}, {"bot": "strong"}, {"bot": "strong"}])
    player = Player(phone, ann)
    view = player.play(6000)
    assert view["status"] == "over"
    expect(phone.page.locator(".ending")).to_be_visible(timeout=PATIENCE)
    phone.look("compounded-over", whole=True)
    assert {"claiming", "research", "lab", "trading", "counter", "countered"} <= player.seen
    events = ann.get("/log")["events"]
    carried_out = {event["offer"] for event in events if event["type"] == "offer_carried_out"}
    counters = {event["offer"] for event in events if event["type"] == "offer_made" and event["counters"]}
    assert counters & carried_out, "a counter-offer was taken"
    assert {"fire_broke_out", "flames_placed"} <= {event["type"] for event in events}


@pytest.mark.nightly
def test_nobel_on_a_desktop(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop")
    (ann,) = opened(visitor.page, [{"name": "Ann"}, {"bot": "greedy"}])
    player = Player(visitor, ann)
    view = player.play(6000)
    assert view["status"] == "over"
    assert "nobel_trade" in player.seen
    expect(visitor.page.locator(".other-bench").filter(has_text="Nobel")).to_be_visible()
    visitor.look("compounded-nobel", whole=True)
    visitor.leave()
