"""The table of Compounded in the browser: every phase on the field, trading with the sheet, fires, Nobel, to the end."""

from __future__ import annotations

import re
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable, version_of
from tests.support.serving import Server

PLAY = re.compile("^(Play|Spielen)$")
PATIENCE = 180_000


def seated(page: Page, preset: str) -> None:
    page.goto("/play/compounded")
    page.get_by_text(preset, exact=True).click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".research-field")).to_be_visible(timeout=PATIENCE)


def mine(page: Page) -> None:
    expect(page.locator(".ask-text[data-mine]")).to_be_visible(timeout=PATIENCE)


def moved(page: Page, before: str) -> None:
    expect(page.locator("#room")).not_to_have_attribute("data-version", before, timeout=PATIENCE)


def test_a_claim_a_placement_and_a_look_at_a_card(visitor: Visitor) -> None:
    page = visitor.page
    seated(page, "Three scientists")
    mine(page)
    visitor.look("compounded-study", whole=True)
    before = version_of(page)
    page.locator(".compound[data-can]").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("point")
    visitor.look("compounded-card")
    sheet.get_by_role("button", name=re.compile("^Claim")).click()
    moved(page, before)
    expect(page.locator(".ask-text[data-mine]")).to_contain_text("Research", timeout=PATIENCE)
    chip = page.locator(".my-bench button.chip").first
    chip.click()
    expect(page.locator(".compound[data-can]").first).to_be_visible()
    visitor.look("compounded-research")
    before = version_of(page)
    page.locator(".compound[data-can]").first.click()
    moved(page, before)


# --- a table opened over HTTP --------------------------------------------------------------------------------------


def opened(visitor: Visitor, seats: list[dict[str, Any]]) -> SeatedTable:
    """The page takes the first seat."""
    visitor.page.set_default_timeout(PATIENCE)
    table = SeatedTable.open(visitor.url, "compounded", seats, hints=True)
    table.sit(visitor.page, 0)
    expect(visitor.page.locator(".research-field")).to_be_visible(timeout=PATIENCE)
    return table


def declined(view: Any) -> Any:
    kinds = ("pass", "end", "done", "raise", "discard", "score")
    return next(action for kind in kinds for action in view["actions"] if action["type"] == kind)


def trading(views: dict[int, Any]) -> bool:
    return any(ask["about"] == "trading" for ask in views[0]["asks"])


def test_an_offer_is_countered_and_the_counter_taken(phone: Visitor) -> None:
    page = phone.page
    table = opened(phone, [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cem"}])
    view = table.play_until(trading, declined)[0]
    expect(page.locator("#room")).to_have_attribute("data-version", str(view["version"]), timeout=PATIENCE)
    phone.look("compounded-trading")
    own, his = (view["table"]["benches"][seat]["crystals"] for seat in (0, 1))
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.get_by_role("combobox").select_option(label="Bob")
    sheet.locator("fieldset").nth(0).get_by_role("button").first.click()
    sheet.locator("fieldset").nth(1).get_by_role("button").first.click()
    short = sheet.locator(".sheet-foot .offer-short")  # beside the button, wherever the sheet is scrolled
    expect(short).to_have_text(f"I give Bob: {own[0]} · Bob gives me: {his[0]}")
    expect(short).to_be_in_viewport()
    phone.look("compounded-offer")
    sheet.get_by_role("button", name="offer").last.click()
    expect(page.locator(".offer")).to_be_visible(timeout=PATIENCE)
    counter = {
        "partner": 0,
        "gives": {"pieces": [his[0]], "amounts": []},
        "gets": {"pieces": [own[0], "wild"], "amounts": []},
    }
    offer = table.view(0)["offers"]["open"][0]["id"]
    table.act(1, {"type": "counter_offer", "offer": offer, "terms": [counter]})
    bar = page.locator("#bar")
    # The offer takes the place of the action bar, and its main button is the answer; it stands nowhere else.
    expect(bar.locator(".ask-text")).to_contain_text("Bob offers you", timeout=PATIENCE)
    expect(bar.locator(".ask-text")).to_contain_text("Wild")
    expect(bar.get_by_role("button", name="Accept")).to_have_class("button primary")
    expect(page.locator(".offer")).to_have_count(0)
    phone.look("compounded-countered")
    bar.get_by_role("button", name="Hints").click()  # about the offer alone
    page.locator("#hints-body .choice-button").click()
    expect(bar.get_by_role("button", name="Do it")).to_be_visible()
    expect(bar.get_by_role("button", name="Accept")).to_have_count(0)
    bar.get_by_role("button", name="Hide hint").click()
    expect(bar.get_by_role("button", name="Accept")).to_be_visible()
    bar.get_by_role("button", name="Later").click()
    expect(bar.get_by_role("button", name="Accept")).to_have_count(0)
    page.get_by_role("button", name="An offer", exact=True).click()
    expect(page.locator(".offer").get_by_role("button", name="Accept")).to_be_in_viewport(timeout=PATIENCE)
    page.locator(".offer").get_by_role("button", name="Accept").click()
    expect(page.locator(".offer")).to_have_count(0, timeout=PATIENCE)
    assert table.view(0)["table"]["benches"][1]["kit"].count("wild") == 2


def test_K_GROUP_a_ring_is_laid_out_and_accepted_by_both(phone: Visitor) -> None:
    """Ann gives Bob a crystal, Bob hands one on to Cem, and Cem gives one to Ann."""
    page = phone.page
    table = opened(phone, [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cem"}])
    view = table.play_until(trading, declined)[0]
    expect(page.locator("#room")).to_have_attribute("data-version", str(view["version"]), timeout=PATIENCE)
    before = [Counter(bench["crystals"]) for bench in view["table"]["benches"]]
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.get_by_role("combobox").select_option(label="Bob")
    sheet.get_by_role("button", name="also with Cem").click()
    sheet.get_by_role("group", name="I give Bob").get_by_role("button").first.click()
    sheet.get_by_role("group", name="Cem gives me").get_by_role("button").first.click()
    sheet.locator("summary", has_text="Bob gives Cem").click()
    sheet.get_by_role("group", name="Bob gives Cem").get_by_role("button").first.click()
    phone.look("compounded-ring")
    sheet.get_by_role("button", name="offer").last.click()
    expect(page.locator(".offer")).to_contain_text("Bob gives", timeout=PATIENCE)
    (offer,) = table.view(0)["offers"]["open"]
    (to_bob, to_cem), (handed,) = offer["terms"], offer["terms"][0]["onward"]
    assert (to_bob["partner"], to_cem["partner"], handed["to"]) == (1, 2, 2)
    for seat in (1, 2):
        table.act(seat, {"type": "accept_offer", "offer": offer["id"]})
    expect(page.locator(".offer")).to_have_count(0, timeout=PATIENCE)
    after = [Counter(bench["crystals"]) for bench in table.view(0)["table"]["benches"]]
    given = [
        Counter(to_bob["gives"]["pieces"]),
        Counter(handed["goods"]["pieces"]),
        Counter(to_cem["gets"]["pieces"]),
    ]
    assert all(one.total() == 1 for one in given)
    assert after == [
        before[0] - given[0] + given[2],
        before[1] - given[1] + given[0],
        before[2] - given[2] + given[1],
    ]


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


WORDS = tomllib.loads(
    Path("rulesets/adjudicator_rulesets/compounded/table/en.toml").read_text(encoding="utf-8")
)["compounded"]


def label(view: Any, action: dict[str, Any]) -> str:
    """The label of an action's button."""
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
    """A button of the bar; where there are many, one of the sheet that the bar opens."""
    bar, text = page.locator(".bar-buttons"), label(view, action)
    button = bar.get_by_role("button", name=text, exact=True)
    if not button.count():
        bar.get_by_role("button", name=f"{WORDS['do_' + action['type']]} …", exact=True).click()
        button = page.locator("#choice-sheet").get_by_role("button", name=text, exact=True)
    button.click()


# --- a whole game -----------------------------------------------------------------------------------------------------


class Player:
    """Ann, who plays by hints, by tapping, and trades until somebody makes a counter-offer."""

    def __init__(self, visitor: Visitor, table: SeatedTable, seen: set[str] | None = None) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        self.seen = seen or set()  # what she was asked, and what happened to her
        self.offered: set[tuple[int, int]] = set()  # the turn, and the bot
        self.begged: set[tuple[int, int]] = set()

    def play(self, most: int) -> Any:
        """Plays until the game is over, or for this many looks at the table."""
        for _ in range(most):
            view = self.table.view(0)
            if view["status"] == "over":
                break
            asks = [ask for ask in view["asks"] if ask["player"] == 0 and ask["obliged"]]
            if not asks or version_of(self.page) != str(view["version"]):
                time.sleep(0.1)  # bots move, or the page is still behind
                continue
            if self.look(asks[0]["about"]):
                continue  # that took a while
            if asks[0]["about"] == "trading":
                self.trade(view)
            else:
                self.act(view, self.table.hinted(view))
            moved(self.page, str(view["version"]))
        return self.table.view(0)

    def look(self, what: str, *, whole: bool = True) -> bool:
        """Checks with axe whatever appears for the first time; returns whether it did."""
        if what in self.seen:
            return False
        self.seen.add(what)
        self.visitor.look(f"compounded-{what}", whole=whole)
        return True

    def act(self, view: Any, action: dict[str, Any]) -> None:
        print(view["version"], action)  # shows the last action if the test fails
        do(self.page, view, action)

    # --- trading ------------------------------------------------------------------------------------------------

    def counters_taken(self) -> bool:
        """Whether a counter-offer was carried out."""
        events = self.table.ask("/log", seat=0)["events"]
        counters = {event["offer"] for event in events if event["type"] == "offer_made" and event["counters"]}
        return any(event["type"] == "offer_carried_out" and event["offer"] in counters for event in events)

    def trade(self, view: Any) -> Any:
        """Until a counter-offer was accepted, Ann declines bots' offers and asks for gifts; then she accepts
        everything.
        """
        turn, taken = view["table"]["round"], self.counters_taken()
        for offer in view["offers"]["open"]:
            if not any(term["partner"] == 0 for term in offer["terms"]):
                continue
            if offer["counters"] is not None and self.look("countered", whole=False):
                self.consider_a_counter(view)
            if taken or offer["counters"] is not None:
                return self.answer(view, "Accept")
            self.offered.add((turn, offer["by"]))  # there is a trade from which both gain
            return self.answer(view, "Decline")
        if any(ask["about"] == "trading" and ask["player"] for ask in view["asks"]):
            return None  # bots are not done: an offer may still come
        for bot in [] if taken else [bot for when, bot in sorted(self.offered) if when == turn]:
            if (turn, bot) not in self.begged and view["table"]["benches"][bot]["crystals"]:
                self.begged.add((turn, bot))
                return self.beg(bot)
        return None if view["offers"]["open"] else self.act(view, {"type": "done"})

    def answer(self, view: Any, how: str) -> bool:
        """Returns whether the answer was given: bots go on trading, and the offer may be gone."""
        try:
            button = self.page.locator("#bar").get_by_role("button", name=how, exact=True)
            button.click(timeout=5_000)
        except TooLate:
            assert version_of(self.page) != str(view["version"])
            return False
        return True

    def consider_a_counter(self, view: Any) -> None:
        """Opens the offer reversed, with one more wish on my side, and closes it again, because theirs is good enough."""
        if self.answer(view, "Counter"):
            wished = self.page.locator("#offer-sheet fieldset").nth(1).get_by_role("button", pressed=False)
            if wished.count():
                wished.first.click()
            self.look("counter")
            self.page.keyboard.press("Escape")
            expect(self.page.locator("#offer-sheet")).to_be_hidden()

    def beg(self, bot: int) -> None:
        """Asks for something for nothing: a strong bot answers with a trade from which both gain, if there is one."""
        self.page.get_by_role("button", name="Trade").click()
        sheet = self.page.locator("#offer-sheet")
        sheet.get_by_role("combobox").select_option(value=str(bot))
        sheet.locator("fieldset").nth(1).get_by_role("button").first.click()
        self.send_offer()

    def send_offer(self) -> None:
        """The sheet closes; if the offer is refused because benches have changed, the sheet is closed by hand."""
        sheet = self.page.locator("#offer-sheet")
        sheet.locator(".sheet-foot button").click()
        expect(
            sheet.locator(".trouble-text").or_(self.page.locator("#offer-sheet:not([open])"))
        ).not_to_have_count(0)
        if sheet.locator(".trouble-text").is_visible():
            self.page.keyboard.press("Escape")


@pytest.mark.nightly
def test_a_whole_game_on_a_phone_with_a_counter_offer_and_a_fire(phone: Visitor) -> None:
    seats = [{"name": "Ann"}, {"bot": "policy"}, {"bot": "policy"}]
    player = Player(phone, opened(phone, seats))
    view = player.play(6000)
    assert view["status"] == "over"
    expect(phone.page.locator(".ending")).to_be_visible(timeout=PATIENCE)
    phone.look("compounded-over", whole=True)
    events = player.table.ask("/log", seat=0)["events"]
    assert {"fire_broke_out", "flames_placed"} <= {event["type"] for event in events}
    for _ in range(3):  # it is luck whether a bot has anything to swap with her
        if player.counters_taken():
            break
        player = Player(phone, opened(phone, seats), player.seen)
        player.play(6000)
    assert {"claiming", "research", "lab", "trading", "counter", "countered"} <= player.seen
    assert player.counters_taken()


@pytest.mark.nightly
def test_nobel_on_a_desktop(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop")
    player = Player(visitor, opened(visitor, [{"name": "Ann"}, {"bot": "greedy"}]))
    view = player.play(6000)
    assert view["status"] == "over"
    assert "nobel_trade" in player.seen
    expect(visitor.page.locator(".other-bench").filter(has_text="Nobel")).to_be_visible()
    visitor.look("compounded-nobel", whole=True)
    visitor.leave()


def test_a_lesson_shows_both_taps_of_a_placement(phone: Visitor) -> None:
    """Regression: the crystal was lit before and after "Show me", and the card never."""
    page = phone.page
    page.goto("/play/compounded/lesson")
    show, do = page.get_by_role("button", name="Show me"), page.get_by_role("button", name="Do it")
    show.click()
    do.click()
    expect(page.locator(".coach-text")).to_contain_text("2 of")
    expect(page.locator(".my-bench [data-aim]")).to_have_count(1)
    show.click()
    expect(page.locator(".research-field [data-aim]")).to_have_count(1)
    expect(page.locator(".my-bench [aria-pressed='true']")).to_have_count(1)
    phone.look("lesson-shown")
    do.click()
    expect(page.locator(".coach-text")).to_contain_text("3 of")
