"""CompoundIt! in the browser: a whole game against a bot, a challenge between two, pass and play, everything
by keyboard.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import Visitor
from tests.support.sampling import in_turn
from tests.support.seating import (
    SeatedTable,
    asked,
    behind_the_curtain,
    by_hint,
    by_key,
    changed_from,
    play_out,
    version_of,
)  # fmt: skip
from tests.support.serving import Server

EDITION = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
RECORD = Path("fixtures/games/compoundit/challenge-2.json")
PEOPLE = [{"name": "Ann"}, {"name": "Bob"}]
AGAINST_A_BOT = [{"name": "Ann"}, {"bot": "greedy"}]
PLAYS = r"^(Play|Spielen) · \d+$"


def short_edition() -> str:
    """The printed game with so few tiles to draw that it is over after some turns (C-END).

    With all ten tiles of a rack laid at once three are left: no first move brings the card of the last round.
    """
    text = EDITION.read_text(encoding="utf-8")
    short = text.replace("supplies = { 2 = 52,", "supplies = { 2 = 23,")
    assert short != text
    return short


def opened(server: Server, seats: list[dict[str, str]], **wanted: object) -> SeatedTable:
    return SeatedTable.open(server.url, "compoundit", seats, **wanted)


def squares(page: Page) -> float:
    width: float = page.locator(".square").first.evaluate("(square) => square.getBoundingClientRect().width")
    return width


def lay_two(page: Page) -> None:
    """Legal or not: the others may challenge it."""
    for _ in range(2):
        page.locator(".rack-place .tile-button").first.click()


@in_turn(3)
def test_a_whole_game_against_a_bot_on_a_phone(any_phone: Visitor, server: Server) -> None:
    table = opened(server, AGAINST_A_BOT, hints=True, edition=short_edition())
    page = any_phone.page
    table.sit(page, 0)
    expect(page.locator(".rack-place")).to_have_count(10)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    any_phone.look("compoundit-begun")
    page.locator(".square[data-row='8'][data-col='8']").tap()
    page.locator(".rack-place button").nth(0).tap()
    expect(page.locator(".board-frame.close")).to_be_visible()  # the board zooms in, with a map of the whole
    assert squares(page) >= 44
    expect(page.locator(".board-map")).to_be_visible()
    page.locator(".rack-place .tile-button").first.tap()
    expect(page.locator(".square[data-laid]")).to_have_count(2)
    expect(page.locator(".run-line[data-ruling]").first).to_be_visible()
    any_phone.look("compoundit-laid")
    page.get_by_role("button", name="Recall").click()
    expect(page.locator(".square[data-laid]")).to_have_count(0)
    laid = [{"row": 8, "col": 8, "symbol": "Mg"}, {"row": 8, "col": 9, "symbol": "O"}]
    hint = {"action": {"type": "place", "placements": laid}, "text": "MgO magnesium oxide.", "value": 4}
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    page.locator(".ask-line .icon-button").first.click()
    expect(page.locator("#hints-body .choice-button b")).to_contain_text(
        "MgO magnesium oxide. 4"
    )  # not its tiles
    expect(page.locator("#hints-body .choice-button small")).to_have_text("8\u2060H, across")
    page.keyboard.press("Escape")
    page.unroute("**/hints?count=*")
    page.locator(".rack-place .tile-button").first.focus()
    for _ in range(4):  # held down
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".square[data-laid]")).to_have_count(1)
    page.get_by_role("button", name="Recall").click()
    page.get_by_role("button", name="Large squares").click()
    expect(page.locator(".board-frame.close")).to_have_count(0)
    assert squares(page) < 44
    assert list(play_out(page, PLAYS, 60))
    any_phone.look("compoundit-over", whole=True)
    expect(page.locator(".score-sheet li").first).to_be_visible()
    page.get_by_role("link", name="Look at it again").click()
    expect(page.locator(".course")).to_be_visible()
    expect(page.locator(".look-table .board")).to_be_visible()
    expect(page.locator(".searched")).to_have_count(0)
    own_decisions_first(page)
    expect(page.get_by_role("button", name="Before", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="As played").click()
    expect(page.locator(".look-table .square[data-fresh]").first).to_be_visible()
    board = page.locator(".look-table .board").bounding_box()
    assert board is not None
    assert board["width"] > 0.85 * min(390, page.evaluate("innerWidth")), (
        "as wide as a phone, beside its coordinates"
    )
    any_phone.look("compoundit-look", whole=True)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-link")).to_have_value(re.compile(f"/look/compoundit/{table.id}$"))
    with urlopen(f"{server.url}/v1/games/{table.id}/log") as answer:  # anybody who has the link
        assert json.load(answer)["result"] is not None


def own_decisions_first(page: Page) -> None:
    """Opened at my largest miss, if there is one; the stepper goes through my decisions until I want all."""
    mine, everybodys = (page.get_by_role("button", name=name) for name in ("My decisions", "Everybody's"))
    expect(mine).to_have_attribute("aria-pressed", "true")
    own = page.locator(".look-steps .step-line").count()
    expect(page.locator(".look-step h2")).to_have_text("You")
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".look-step h2")).to_be_in_viewport()  # before the course of the whole game
    expect(page.locator(".look-course + .look-step ~ .look-curve")).to_have_count(1)
    expect(page.locator(".look-table .player-name").first).to_have_text("You")
    expect(page.locator(".look-step")).not_to_contain_text("Ann")
    expect(page.locator(".look-steps")).not_to_contain_text("Ann")
    laid = page.locator(".look-steps .step-line", has_text="You lay").first
    expect(laid).to_contain_text(
        re.compile(r"You lay [\w()]+ [a-z]")
    )  # formula and name, once the judge has answered
    if page.locator(".look-steps .lost-mark").count():
        expect(page.locator(".look-step .better")).to_be_visible()
        page.locator(".stepper .icon-button:not([aria-disabled])").first.click()
        page.get_by_role("button", name="Largest miss").click()
        expect(page.locator(".look-step .better")).to_be_visible()
        page.locator(".stepper .icon-button:not([aria-disabled])").first.click()
        here = page.locator(".stepper").inner_text()
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.reload()  # left and opened again, it is where it was
        expect(page.locator(".look-step .better, .look-step .best-found")).to_be_visible()
        assert page.locator(".stepper").inner_text() == here
        assert not [url for url in requested if "/analysis" in url]
    everybodys.click()
    assert page.locator(".look-steps .step-line").count() > own


@in_turn(3)
def test_a_record_from_a_file_is_looked_at_with_the_best_on_the_board(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/play")
    page.locator("#record-file").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(page.locator("#record-trouble")).to_have_text("This file is no record of a game.")
    held: list[Route] = []  # the analysis comes in parts: the test holds the second one back
    page.route(
        "**/v1/records/analysis",
        lambda route: (
            held.append(route) if route.request.post_data_json["after"] and not held else route.continue_()
        ),
    )
    page.locator("#record-file").set_input_files(RECORD)
    expect(page.locator(".searched")).to_be_visible()
    expect(page.locator(".look-course")).to_contain_text(re.compile(r"\d+ of everybody's \d+ decisions"))
    expect(page.locator(".look-legend")).not_to_contain_text("The whole game")  # nothing before it is known
    expect(page.locator(".look-turning")).to_have_count(0)
    expect(page.get_by_role("button", name="My decisions")).to_have_count(0)  # nobody's seat is this device's
    expect(page.locator(".look-step .better, .look-step .best-found")).to_be_visible()
    told = page.locator(".look-step > p").first  # text for a spectator, who may have been neither of them
    expect(told).to_have_text(re.compile(r"^(?!You )\w+.* (lays|passes)"))
    steps = page.locator(".look-steps .step-line").count()
    any_phone.look("compoundit-searching")
    held[0].continue_()
    expect(page.locator(".searched")).to_have_count(0)
    expect(page.locator(".look-legend")).to_contain_text("The whole game")
    # Every decision is listed from the beginning; steps at which nothing was decided leave the list.
    assert 0 < page.locator(".look-steps .step-line").count() <= steps
    page.locator(".step-line:has(.lost-mark)").last.click()
    expect(page.locator(".look-course")).to_be_in_viewport()  # the list is below the fold
    expect(page.locator(".better")).to_contain_text("Better by")
    page.get_by_role("button", name="The best", exact=True).click()
    expect(page.locator(".look-table .square[data-laid]").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert kept == json.loads(RECORD.read_text(encoding="utf-8"))


def test_an_analysis_of_a_busy_service_is_asked_for_again_by_itself_or_by_a_tap(any_phone: Visitor) -> None:
    page, waits = any_phone.page, ["900", "1"]  # seconds: longer than the test has, and a moment

    def refuse_at_first(route: Route) -> None:
        if not waits:
            route.continue_()
            return
        problem = {"type": "about:blank", "status": 503, "code": "busy", "detail": "Ask again soon."}
        headers = {"Retry-After": waits.pop(0), "Content-Type": "application/problem+json"}
        route.fulfill(status=503, headers=headers, body=json.dumps(problem))

    page.route("**/v1/records/analysis", refuse_at_first)
    page.goto("/play")
    page.locator("#record-file").set_input_files(RECORD)
    expect(page.get_by_role("alert")).to_have_text("Many questions at once. Asked again in 900 s.")
    expect(page.locator(".look-table .board")).to_be_visible()  # nothing else waits for it
    expect(page.locator(".stepper")).not_to_contain_text("/")  # which events were decisions is not known yet
    any_phone.look("compoundit-look-busy")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"Asked again in \d s\."))
    expect(page.locator(".look-step .better, .look-step .best-found")).to_be_visible()  # without a tap
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(page.locator(".stepper")).to_contain_text(" / ")


@in_turn(3)
def test_a_challenge_between_two_with_a_reload_a_lost_connection_and_a_spectator(
    browser: Browser, server: Server
) -> None:
    table = opened(server, PEOPLE, options={"mode": "challenge"}, watch="public")
    author = table.view(0)["asks"][0]["player"]
    ann, bob, eve = (Visitor(browser, server.url, size) for size in ("desktop", "phone", "phone"))
    first, second = ann.page, bob.page
    table.sit(first, author)
    table.sit(second, 1 - author)
    eve.page.goto(table.address)
    expect(eve.page.locator(".ask-text")).to_contain_text("You are watching")
    for page, held in ((first, 10), (second, 10), (eve.page, 0)):
        expect(page.locator(".rack-place")).to_have_count(held)
    # Bob thinks ahead: his draft survives Ann's move.
    second.locator(".square[data-row='14'][data-col='2']").tap()
    second.locator(".rack-place .tile-button").first.tap()
    lay_two(first)
    expect(first.locator(".run-line")).to_contain_text("point")
    judged = first.locator(".run-line[data-ruling], .outlines [data-ruling]")
    assert not judged.count(), "its author knows no more"
    first.get_by_role("button", name=re.compile(PLAYS)).click()
    for page in (second, eve.page):
        expect(page.locator(".square[data-fresh]")).to_have_count(2)
    expect(second.locator(".square[data-laid]")).to_have_count(1)
    eve.look("compoundit-watched")
    second.reload()
    second.get_by_role("button", name="Challenge").click()
    expect(first.locator(".talk")).to_be_visible()
    first.get_by_role("button", name="It stands").click()
    expect(second.locator(".talk-said")).to_contain_text("legal")
    for visitor in (ann, bob):
        visitor.look("compoundit-talk")
    second.get_by_role("button", name="Ask the judge").click()
    for page in (first, second, eve.page):
        expect(page.locator(".ruled")).to_contain_text(re.compile("loses? "))
    for page in (first, second):  # it stays until its players have read it
        expect(page.locator(".moment")).to_contain_text("challenged")
        page.get_by_role("button", name="Play on").click()
        expect(page.locator(".moment")).to_have_count(0)
    expect(eve.page.locator(".moment")).to_have_count(0)
    told = [page.locator(".ruled").inner_text() for page in (first, second)]
    assert sum("You " in text for text in told) == 1  # whose move it was, or who challenged it
    second.locator(".ruled").click()
    expect(second.locator("#event-body .hero")).to_be_visible()
    expect(second.locator("#event-body .run-card")).to_have_count(1)
    bob.look("compoundit-ruling")
    second.keyboard.press("Escape")
    # Without a connection a move is kept, and sent once the connection is back.
    mover = ann if table.view(author)["asks"][0]["player"] == author else bob
    before = version_of(mover.page)
    for visitor in (ann, bob):
        visitor.context.set_offline(True)
        expect(visitor.page.locator("#link-state")).to_contain_text("Reconnecting")
    mover.page.get_by_role("button", name="Pass").click()
    expect(mover.page.locator(".ask-text")).to_contain_text("Your move is kept")
    for visitor in (ann, bob):  # whoever moves: a phone has less room to say so
        visitor.look("compoundit-offline")
        visitor.context.set_offline(False)
    changed_from(mover.page, before)
    expect(eve.page.locator("#announcement")).to_contain_text(": pass")
    passed = [event for event in table.ask("/log")["events"] if event["type"] == "passed"]
    assert len(passed) == 1, "sent once"
    for visitor in (ann, bob, eve):
        visitor.leave()


def test_pass_and_play_hides_the_other_rack_behind_the_curtain(phone: Visitor, server: Server) -> None:
    table = opened(server, PEOPLE, hints=True)
    behind_the_curtain(
        phone, table, "rack-place", lambda page: by_hint(page, PLAYS), ("element-tile", "draws")
    )


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game_by_keyboard_alone_on_a_desktop(browser: Browser, server: Server, language: str) -> None:
    table = opened(server, AGAINST_A_BOT, hints=True, edition=short_edition())
    ann = Visitor(browser, server.url, "desktop", language=language)
    page = ann.page
    table.sit(page, 0)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    page.locator(".square[tabindex='0']").focus()
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
    assert list(play_out(page, PLAYS, 60, by_key))
    ann.look(f"compoundit-keyboard-{language}")
    page.goto(f"/play/compoundit/{table.id}?plain")  # the plain table shows the same game
    expect(page.locator(".ending")).to_be_visible()
    ann.leave()


def test_a_finger_drops_a_tile_on_the_square_that_it_aims_at(phone: Visitor, server: Server) -> None:
    """The squares grow below the tile, and the one that it is over stays in place."""
    table, page = opened(server, AGAINST_A_BOT), phone.page
    table.sit(page, 0)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    aimed = page.locator(".square[data-row='4'][data-col='12']")
    start, target = page.locator(".rack-place").first.bounding_box(), aimed.bounding_box()
    assert start is not None
    assert target is not None
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    above = 44  # the tile is shown above the finger
    at = (target["x"] + target["width"] / 2, target["y"] + target["height"] / 2 + above)
    touch("touchStart", start["x"] + 20, start["y"] + 20)
    touch("touchMove", start["x"] + 20, start["y"] + 5)
    touch("touchMove", *at)
    expect(page.locator(".board-frame.close")).to_be_visible()
    expect(aimed).to_have_attribute("data-over", "")
    touch("touchMove", at[0] + 1, at[1])
    expect(aimed).to_have_attribute("data-over", "")
    touch("touchEnd", *at)
    expect(aimed.locator("element-tile")).to_be_visible()


THREE_NUMBERS = ["S", "P", "O", "H", "N", "S", "P", "O", "H", "N"]
# What of the numbers on tiles sticks out of its tile.
STICKING_OUT = """() => [...document.querySelectorAll(".rack element-tile .numbers")].flatMap((numbers) => {
  const range = document.createRange();
  range.selectNodeContents(numbers);
  const [text, tile] = [range.getBoundingClientRect(), numbers.closest("element-tile").getBoundingClientRect()];
  return text.left < tile.left - 0.5 || text.right > tile.right + 0.5 ? [numbers.textContent] : [];
})"""
# The laid tiles and the names at the edge that something covers, or that are out of sight.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".square[data-laid], .board-cols")].flatMap((one) => {
  const [box, view] = [one, document.querySelector(".board-view")].map((each) => each.getBoundingClientRect());
  const middle = Math.min(Math.max((box.left + box.right) / 2, view.left + 30), view.right - 30);
  const there = document.elementFromPoint(middle, (box.top + box.bottom) / 2);
  return there && one.contains(there) ? [] : [one.className + one.textContent];
})"""


def test_a_small_phone_shows_whole_numbers_the_edge_and_my_tiles_zoomed_in(small: Visitor) -> None:
    page = small.page
    page.set_viewport_size({"width": 320, "height": 640})

    def with_rack(route: Route) -> None:
        real = route.fetch()
        body = real.json() if real.status == 200 else {}
        if "table" in body:
            body["table"]["rack"] = THREE_NUMBERS
        route.fulfill(response=real, json=body) if body else route.fulfill(response=real)

    page.route("**/v1/games/*", with_rack)
    SeatedTable.open(small.url, "compoundit", PEOPLE).sit(page, 0)
    expect(page.locator(".rack element-tile .numbers[data-count='3']")).to_have_count(4)
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.locator(".square[data-row='8'][data-col='8']").tap()
    for _ in range(4):
        page.locator(".rack-place .tile-button").first.tap()
    expect(page.locator(".square[data-laid]")).to_have_count(4)
    expect(page.locator(".board-frame.close")).to_be_visible()
    page.wait_for_function(f"({OUT_OF_SIGHT})().length === 0")  # the board scrolls a frame later
    small.look("compoundit-small-zoomed")


@pytest.mark.nightly
def test_tiles_can_be_dragged_and_the_numbers_are_a_tap_away(browser: Browser, server: Server) -> None:
    table = opened(server, AGAINST_A_BOT)
    ann = Visitor(browser, server.url, "desktop", language="de")
    page = ann.page
    table.sit(page, 0)
    expect(page.locator(".ask-text[data-mine]")).to_have_text("Du bist dran: lege Plättchen oder passe.")
    square = page.locator(".square[data-row='14'][data-col='2']")
    page.locator(".rack-place").first.drag_to(square)
    expect(square.locator("element-tile")).to_be_visible()
    square.drag_to(page.locator(".square[data-row='14'][data-col='3']"))
    expect(square.locator("element-tile")).to_have_count(0)
    expect(page.locator(".square[data-laid]")).to_have_count(1)
    page.locator(".square[data-laid]").drag_to(page.locator(".rack-place").nth(4))
    expect(page.locator(".square[data-laid]")).to_have_count(0)
    page.locator(".rack-tools button").last.press("Enter")
    expect(page.locator(".ion-table li").first).to_be_visible()
    ann.look("compoundit-reference")
    ann.leave()


def test_a_screen_reader_hears_compounds_by_their_names(phone: Visitor, server: Server) -> None:
    """Regression: it heard the tiles, as the judge had not answered yet."""
    page = phone.page
    table = SeatedTable.open(server.url, "compoundit", [{"name": "Ann"}, {"name": "Bob"}], hints=True)
    if table.view(0)["asks"][0]["player"] == 0:
        table.act(0, {"type": "pass"})
    table.sit(page, 0)
    expect(page.locator("#news")).to_have_attribute("data-told", str(table.view(0)["version"]))
    table.act(1, table.hinted(table.view(1)))
    placed = next(event for event in table.ask("/log", seat=0)["events"] if event["type"] == "tiles_placed")
    tiles = placed["runs"][0]["tiles"]
    verdict = asked(f"{server.url}/v1/judge", {"tiles": tiles, "rules": "compoundit:standard"})
    expect(page.locator("#announcement")).to_contain_text(verdict["name"])
