"""CompoundIt! in the browser: a whole game against a bot, a challenge between two, and everything by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.serving import Server

EDITION = Path("rulesets/compoundit/editions/reference-2.toml")
RECORD = Path("fixtures/games/compoundit/challenge-2.json")
PLAY = re.compile("^Play · [0-9]+$")


def short_edition() -> str:
    """The printed game with so few tiles to draw that it is over after some turns (C-END)."""
    text = EDITION.read_text(encoding="utf-8")
    short = text.replace("supplies = { 2 = 52,", "supplies = { 2 = 14,")
    assert short != text
    return short


def opened(server: Server, **table: Any) -> dict[str, Any]:
    body = json.dumps({"game": "compoundit", **table}).encode()
    request = Request(f"{server.url}/v1/games", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def sit(visitor: Visitor, made: dict[str, Any], *seats: int) -> Page:
    """The device keeps these seats, as if it had opened the table."""
    kept = {
        "id": made["id"],
        "game": "compoundit",
        "title": "CompoundIt!",
        "seats": [{name: made["seats"][seat][name] for name in ("seat", "name", "token")} for seat in seats],
        "host": None,
        "code": None,
        "at": "2026-01-01T00:00:00Z",
    }
    page = visitor.page
    page.goto("/rules")
    page.evaluate("(kept) => localStorage.setItem('adjudicator.tables', JSON.stringify([kept]))", kept)
    page.goto(f"/play/compoundit/{made['id']}")
    return page


def squares(page: Page) -> float:
    width: float = page.locator(".square").first.evaluate("(square) => square.getBoundingClientRect().width")
    return width


def play_hint(page: Page) -> None:
    """The first hint, laid out and played; where there is none, a pass."""
    version = page.locator("#room").get_attribute("data-version") or ""
    page.get_by_role("button", name="Hints").click()
    first = page.locator("#hints-body .choice-button").first
    expect(first.or_(page.get_by_text("Nothing comes to mind."))).to_be_visible()
    if first.count():
        first.click()
        button = page.get_by_role("button", name=PLAY)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()
    else:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Pass").click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", version)


def test_a_whole_game_against_a_bot_on_a_phone(phone: Visitor, server: Server) -> None:
    made = opened(server, seats=[{"name": "Ann"}, {"bot": "greedy"}], hints=True, edition=short_edition())
    page = sit(phone, made, 0)
    expect(page.locator(".rack-place")).to_have_count(10)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    phone.look("compoundit-begun")
    page.locator(".square[data-row='8'][data-col='8']").tap()
    page.locator(".rack-place button").nth(0).tap()
    assert squares(page) >= 44  # the board comes close, with a map of the whole
    expect(page.locator(".board-map")).to_be_visible()
    page.locator(".rack-place .tile-button").first.tap()
    expect(page.locator(".square[data-laid]")).to_have_count(2)
    expect(page.locator(".run-line[data-ruling]").first).to_be_visible()
    phone.look("compoundit-laid")
    page.get_by_role("button", name="Recall").click()
    expect(page.locator(".square[data-laid]")).to_have_count(0)
    page.get_by_role("button", name="Large squares").click()
    assert squares(page) < 44
    ended = page.locator(".ending")
    for _ in range(12):
        expect(page.locator(".ask-text[data-mine]").or_(ended)).to_be_visible()
        if ended.count():
            break
        play_hint(page)
    expect(ended).to_be_visible()
    phone.look("compoundit-over", whole=True)
    expect(page.locator(".score-sheet li").first).to_be_visible()
    page.get_by_role("link", name="Look at it again").click()
    expect(page.locator(".course")).to_be_visible()
    expect(page.locator(".look-table .board")).to_be_visible()
    page.get_by_role("button", name="The next decision").click()
    expect(page.locator(".stepper")).to_contain_text("2 /")
    expect(page.locator(".look-table .square[data-fresh]").first).to_be_visible()
    phone.look("compoundit-look", whole=True)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-link")).to_have_value(re.compile(f"/look/compoundit/{made['id']}$"))
    with urlopen(f"{server.url}/v1/games/{made['id']}/log") as answer:  # whoever has the link
        assert json.load(answer)["result"] is not None


def test_a_record_from_a_file_is_looked_at_with_the_best_on_the_board(phone: Visitor) -> None:
    page = phone.page
    page.goto("/play")
    page.locator("#record-file").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(page.locator("#record-trouble")).to_have_text("This file is no record of a game.")
    page.locator("#record-file").set_input_files(RECORD)
    expect(page.locator(".course")).to_be_visible(timeout=40_000)
    page.locator(".step-line:has(.lost-mark)").first.click()
    expect(page.locator(".better")).to_contain_text("possible")
    page.get_by_role("button", name="The best", exact=True).click()
    expect(page.locator(".look-table .square[data-laid]").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert kept == json.loads(RECORD.read_text(encoding="utf-8"))


def test_a_challenge_between_two_with_a_reload_in_the_middle(browser: Browser, server: Server) -> None:
    options = {"mode": "challenge"}
    made = opened(server, seats=[{"name": "Ann"}, {"name": "Bob"}], options=options)
    ann, bob = Visitor(browser, server.url, "desktop"), Visitor(browser, server.url, "phone")
    one, two = sit(ann, made, 0), sit(bob, made, 1)
    for page in (one, two):
        expect(page.locator(".rack-place")).to_have_count(10)
    first, second = (one, two) if one.locator(".ask-text[data-mine]").count() else (two, one)
    for _ in range(2):
        first.locator(".rack-place .tile-button").first.click()
    expect(first.locator(".run-line")).to_contain_text("point")
    assert not first.locator(
        ".run-line[data-ruling], .outlines [data-ruling]"
    ).count()  # its author knows no more
    first.get_by_role("button", name=PLAY).click()
    expect(second.locator(".square[data-fresh]")).to_have_count(2)
    second.reload()
    second.get_by_role("button", name="Challenge").click()
    expect(first.locator(".talk")).to_be_visible()
    first.get_by_role("button", name="It stands").click()
    expect(second.locator(".talk-said")).to_contain_text("legal")
    for visitor in (ann, bob):
        visitor.look("compoundit-talk")
    second.get_by_role("button", name="Ask the judge").click()
    for page in (first, second):
        expect(page.locator(".ruled")).to_contain_text("loses")
    second.locator(".ruled").click()
    expect(second.locator("#event-body .hero")).to_be_visible()
    expect(second.locator("#event-body .run-card")).to_have_count(1)
    bob.look("compoundit-ruling")
    for visitor in (ann, bob):
        visitor.leave()


@pytest.mark.nightly
def test_a_move_by_keyboard_alone(browser: Browser, server: Server) -> None:
    made = opened(server, seats=[{"name": "Ann"}, {"bot": "greedy"}])
    ann = Visitor(browser, server.url, "desktop")
    page = sit(ann, made, 0)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    start = page.locator(".square[tabindex='0']")
    start.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".square[aria-selected='true']")).to_be_focused()
    tiles = page.locator(".rack-place element-tile .symbol").all_inner_texts()
    for letter in min((tile for tile in tiles), key=len):
        page.keyboard.press(letter)
    expect(page.locator(".square[data-laid]")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator("game-board")).to_have_attribute("data-down", "")
    page.keyboard.press("Backspace")
    expect(page.locator(".square[data-laid]")).to_have_count(0)
    page.get_by_role("button", name="Oxidation numbers and ions").press("Enter")
    expect(page.locator(".ion-table li").first).to_be_visible()
    ann.look("compoundit-reference")
    ann.leave()


@pytest.mark.nightly
def test_tiles_can_be_dragged_and_both_languages_speak(browser: Browser, server: Server) -> None:
    made = opened(server, seats=[{"name": "Ann"}, {"bot": "greedy"}])
    ann = Visitor(browser, server.url, "desktop", language="de")
    page = sit(ann, made, 0)
    expect(page.locator(".ask-text[data-mine]")).to_have_text("Du bist dran: lege Steine oder passe.")
    square = page.locator(".square[data-row='14'][data-col='2']")
    page.locator(".rack-place").first.drag_to(square)
    expect(square.locator("element-tile")).to_be_visible()
    square.drag_to(page.locator(".square[data-row='14'][data-col='3']"))
    expect(square.locator("element-tile")).to_have_count(0)
    expect(page.locator(".square[data-laid]")).to_have_count(1)
    page.locator(".square[data-laid]").drag_to(page.locator(".rack-place").nth(4))
    expect(page.locator(".square[data-laid]")).to_have_count(0)
    page.goto(f"/play/compoundit/{made['id']}?plain")  # the plain table plays the same game
    expect(page.locator(".plain-table")).to_be_visible()
    ann.leave()
