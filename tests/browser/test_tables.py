"""Tables in the browser: the lobby, the frame that all games share, and the plain table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count, islice
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from adjudicator.cli import main
from adjudicator.engine.agents import bots
from adjudicator.engine.game import load_game, playable_games
from adjudicator_api.games.opening.lessons import steps_in
from adjudicator_api.games.playing.tables import game_of
from tests.support import qr
from tests.support.browsing import STICKING_OUT, Visitor
from tests.support.sampling import by_day, in_turn
from tests.support.seating import SeatedTable, asked, by_key, changed_from, last_button, play_out, version_of
from tests.support.serving import Server

PLAY = re.compile("^(Play|Spielen)$")
# The set-up page and the table: 1.5 kB of it say how long a game takes, name the bots and light the steps of a lesson,
# another that points are to come, that an offer lapsed, why hints differ and what was done to oneself; 0.3 kB, which
# level of bots comes next; 0.8 kB, in the script of the set-up page, what is wrong with a file.
MOST_BYTES = 101_000


def seated(page: Page, game: str) -> None:
    """Three taps from the lobby to the first move: the game, Play, the move."""
    page.goto("/play")
    page.locator(f"a[href='/play/{game}']").click()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible()


def answered(page: Page, button: str) -> None:
    """Presses a button of the bar once it is our turn, and waits until the move is accepted."""
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    before = page.locator("#room").get_attribute("data-version")
    page.locator(".bar-buttons").get_by_role("button", name=button).last.click()
    expect(page.locator("#room")).not_to_have_attribute("data-version", before or "")


@in_turn(3)
def test_three_taps_to_the_first_move_on_a_plain_table(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/play")
    any_phone.look("lobby")
    page.locator("a.game-card", has_text="Valence Plus").click()
    any_phone.look("set-up")
    length = page.locator(".set-up-length")
    expect(length).to_contain_text("min")
    expect(length).to_be_in_viewport()
    page.get_by_text("More options").click()
    page.get_by_label("Whoever builds names the substance").check()
    any_phone.look("set-up-more", whole=True)
    page.reload()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".ask-text")).to_be_visible()
    page.goto(f"{page.url}?plain")
    answered(page, "Draw · deck")
    any_phone.look("plain-table")
    expect(page.locator("#announcement")).to_contain_text("You draw")
    page.reload()  # the device remembers the seat
    expect(page.locator(".bar-buttons")).to_contain_text("End turn")
    answered(page, "End turn")
    page.get_by_role("button", name="What happened").click()
    any_phone.look("log")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    any_phone.look("menu")


def test_friends_join_by_a_code_and_others_watch(browser: Browser, server: Server) -> None:
    ann, bob, eve = (Visitor(browser, server.url, size) for size in ("desktop", "phone", "phone"))
    ann.page.goto("/play/valence-plus")
    ann.page.get_by_role("button", name="Three players").click()
    expect(ann.page.locator(".chair")).to_have_count(3)
    ann.page.get_by_role("button", name="Take seat 3 away").click()
    expect(ann.page.get_by_role("button", name="Two players")).to_have_attribute("aria-pressed", "true")
    ann.page.get_by_label("Seat 2").select_option("friend")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("Anybody may watch").check()
    ann.page.get_by_role("button", name="Open the table and invite").click()
    expect(ann.page.get_by_label("Name at seat 1")).to_be_focused()  # friends want to know
    ann.page.keyboard.type("Ann")
    ann.page.get_by_role("button", name="Open the table and invite").click()
    code = ann.page.locator(".said-code").inner_text()
    expect(ann.page.locator(".qr:visible")).to_have_count(0)  # no phone reaches 127.0.0.1
    ann.look("waiting")
    bob.page.goto("/play")
    bob.page.get_by_label("I have a code").fill(code.lower())
    bob.page.get_by_role("button", name="Join").click()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.look("join")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".strip")).to_contain_text("Ann")
    expect(ann.page.locator(".strip")).to_contain_text("Bob")
    eve.page.goto(f"/join/{code.replace(' ', '')}")  # it was for the seat that Bob has taken
    expect(eve.page.locator("#join-trouble")).to_contain_text("No table waits under this code.")
    address = urlsplit(ann.page.url).path
    listed = eve.page.locator(f"#watch-list a[href='{address}']")
    expect(listed).to_contain_text("Going on · Ann 0, Bob 0")
    eve.look("join-watch")
    listed.click()
    expect(eve.page.locator(".ask-text")).to_contain_text("You are watching")
    expect(eve.page.locator(".bar-buttons button")).to_have_text(["New game"])
    bob.page.goto(f"/join/{code.replace(' ', '')}")  # he sits there, and finds his way back
    bob.page.get_by_role("link", name="Back to your table").click()
    expect(bob.page.locator(".strip")).to_contain_text("Ann")
    phrases_in_place_of_a_chat(ann, bob, eve)
    for visitor in (ann, bob, eve):
        visitor.leave()


def phrases_in_place_of_a_chat(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    """A player sends a phrase by keyboard or tap; everybody sees it, except on a device that has phrases switched off."""
    say = "Say something"
    expect(eve.page.get_by_role("button", name=say)).to_have_count(0)  # she only watches
    bob.page.get_by_role("button", name=say).tap()
    bob.page.set_viewport_size({"width": 320, "height": 568})
    bob.look("phrases")
    bob.page.get_by_role("button", name="Good luck!").tap()
    for visitor, name in ((ann, "Bob"), (bob, "You"), (eve, "Bob")):
        expect(visitor.page.locator("#announcement")).to_have_text(f"{name}: Good luck!")
    expect(ann.page.locator("#news .news-said")).to_have_text("Bob: Good luck!")
    bob.page.get_by_role("button", name="Menu").tap()
    bob.page.get_by_label("Quick phrases").uncheck()
    bob.page.keyboard.press("Escape")
    expect(bob.page.get_by_role("button", name=say)).to_have_count(0)
    ann.page.get_by_role("button", name=say).focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("button", name="Thank you!").press("Enter")
    expect(eve.page.locator("#announcement")).to_have_text("Ann: Thank you!")
    expect(bob.page.locator("#announcement")).to_have_text("You: Good luck!")


def test_a_stranger_with_the_text_of_the_qr_code_learns_sits_down_and_moves_in_six_taps(
    browser: Browser, server: Server
) -> None:
    """The host's screen is read as a phone's camera reads it, and opened on a second device."""
    ann, bob = (Visitor(browser, server.url, "phone") for _ in range(2))
    table = SeatedTable.open(server.url, "valence-plus", [{"name": "Ann"}, {}])
    table.sit(ann.page, 0)
    code = ann.page.locator(".said-code").inner_text().replace(" ", "")
    drawn = ann.context.request.get(f"/join/{code}.svg", headers={"Host": "club.example"})  # not 127.0.0.1
    address = qr.text_of(drawn.text())
    assert address == f"http://club.example/join/{code}"
    page, taps = bob.page, 0
    page.goto(urlsplit(address).path)
    expect(page.locator("#join-title")).to_have_text("Valence Plus")
    expect(page.locator("#join-about")).to_contain_text("Ann")
    bob.look("join-by-qr")

    def tap(place: Locator) -> None:
        nonlocal taps
        taps += 1
        place.tap()

    tap(page.locator("#join-lesson"))
    tap(page.locator("[data-aim]"))
    expect(page.locator(".coach-text")).to_contain_text("2 of")
    tap(page.get_by_role("link", name="End the lesson"))
    expect(page.locator("#join-name")).to_be_focused()
    page.keyboard.type("Bob")
    tap(page.get_by_role("button", name="Sit down"))
    expect(page.locator("#room")).not_to_have_attribute("data-version", "")
    table.play_until(lambda views: views[0]["asks"][0]["player"] == 1, idle_turn)
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    before = page.locator("#room").get_attribute("data-version") or ""
    tap(page.locator(".bar-buttons .button.primary").first)
    expect(page.locator("#room")).not_to_have_attribute("data-version", before)
    assert taps <= 6
    ann.leave()
    bob.leave()


def idle_turn(view: Any) -> Any:
    """Draws, then ends the turn."""
    return next(one for one in view["actions"] if one["type"] in ("draw", "end_turn") and not one.get("open"))


def test_who_leaves_is_taken_over_and_the_host_gives_seats_away(browser: Browser, server: Server) -> None:
    table = SeatedTable.open(
        server.url, "valence-plus", [{"name": "Ann"}, {"name": "Bob"}], watch="public", clock={"seconds": 600}
    )
    ann, bob = (Visitor(browser, server.url, "phone") for _ in range(2))
    table.sit(ann.page, 0)
    table.sit(bob.page, 1)
    expect(bob.page.locator("time.clock")).to_have_text(re.compile(r"^\d+:\d\d$"))
    bob.page.get_by_role("button", name="Menu").click()
    bob.page.get_by_role("button", name="Leave the table").click()
    bob.page.locator("#choice-body").get_by_role("button", name="Leave the table").click()
    bob.page.wait_for_url("**/play")
    expect(ann.page.locator(".strip")).to_contain_text("left the table")
    expect(ann.page.locator(".gone p")).to_have_text(
        "Bob has left the table. You can wait, or go on without."
    )
    bob.page.goto(table.address)
    expect(bob.page.locator(".gone p")).to_have_text("Bob has left the table.")  # a spectator cannot go on
    bob.page.get_by_label("Your name").fill("Cleo")
    bob.look("take-over")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".v-fan")).to_be_visible()
    expect(ann.page.locator(".strip")).to_contain_text("Cleo")
    # The host gives the seat to a bot: the player who sat there no longer has it.
    table.sit(ann.page, 0, host=True)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Seat: Cleo").click()
    ann.look("host-seat")
    ann.page.get_by_role("button", name="Quick bot takes it").click()
    expect(ann.page.locator(".strip .player").nth(1)).to_contain_text("Quick bot")
    expect(bob.page.locator(".v-fan")).to_have_count(0)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.locator("#choice-body").get_by_role("button", name="Give up").click()
    expect(ann.page.locator("#ending-title")).to_contain_text("Quick bot has won")
    expect(ann.page.locator("#ending-title")).to_be_in_viewport()
    expect(ann.page.locator(".ending-why")).to_have_text("Nobody else is left.")
    for visitor in (ann, bob):
        visitor.leave()


def test_the_first_page_leads_back_and_my_games_say_who_won(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    expect(page.locator(".door")).to_have_count(3)
    expect(page.locator("#go-on")).to_be_hidden()  # nothing was done here yet
    phone.look("home")
    page.goto("/play/ion")
    expect(page.get_by_role("button", name="Two players")).to_contain_text("2 players, about 10 min")
    expect(page.locator(".bot-lines")).to_have_text("Gentle bot: lets good things pass; for a first game.")
    page.get_by_text("More ways to play").click()
    expect(page.get_by_role("button", name="Everything")).to_be_visible()
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".strip")).to_contain_text("Marie")
    table = urlsplit(page.url).path
    page.goto("/")
    page.get_by_role("link", name="Go on: Ion").click()
    expect(page).to_have_url(re.compile(f"{table}$"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.locator("#choice-body").get_by_role("button", name="Give up").click()
    expect(page.locator("#ending-title")).to_contain_text("Marie has won")
    page.goto("/play")
    expect(page.locator("#mine-list li")).to_contain_text("You lost")
    page.locator("#mine-list button").click()
    page.goto("/")
    expect(page.locator("#go-on")).to_be_hidden()  # this device has forgotten the table


def won_against(server: Server, bot: str) -> SeatedTable:
    """A finished game of Ion that Ann, whose moves are those of a better bot, has won."""
    records = (bots.play_out(load_game("ion"), {}, ["greedy", "random"], seed) for seed in count())
    record = next(record for record in records if record.result and record.result.winners == (0,)).to_json()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "name": "Bo", "bot": bot}]
    command = ["games", "import", "-", "--database-url", server.database_url]
    told = CliRunner().invoke(main, command, input=json.dumps({**record, "table": {"seats": seats}}))
    made = json.loads(told.stdout)
    ann = {"seat": 0, "name": "Ann", "token": made["tokens"]["0"]}
    return SeatedTable(server.url, made["id"], "ion", made["host_token"], {0: ann})


def test_after_a_win_the_next_level_is_offered_and_the_chosen_one_stays(
    phone: Visitor, server: Server
) -> None:
    page = phone.page
    won_against(server, "gentle").sit(page, 0)
    expect(page.locator("#ending-title")).to_have_text("You have won")
    phone.look("won")
    page.get_by_role("link", name="Next level: Quick bot").click()
    expect(page.locator(".bot-lines")).to_have_text("Quick bot: takes what counts most at once.")
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".strip")).to_contain_text("Marie")
    page.goto("/play/ion")
    expect(page.locator(".bot-lines")).to_contain_text("Quick bot")
    page.goto("/play/compounded")  # which was not played here
    expect(page.locator(".bot-lines")).to_contain_text("Gentle bot")
    won_against(server, "strong").sit(page, 0)
    expect(page.locator("#ending-title")).to_have_text("You have won")
    expect(page.locator(".ending").get_by_role("link", name="Next level")).to_have_count(0)
    phone.leave()


def test_a_name_that_is_refused_is_told_without_its_place_in_the_request(phone: Visitor) -> None:
    page = phone.page
    page.goto("/play/ion")
    page.locator(".chair input").first.fill("a\u202eb")
    page.get_by_role("button", name=PLAY).click()
    expect(page.locator(".trouble-text")).to_have_text(
        "A name has letters, digits, spaces and signs, nothing invisible."
    )


def test_a_first_visit_to_a_table_is_small(browser: Browser, server: Server) -> None:
    for game in playable_games():
        visitor = Visitor(browser, server.url, "phone", new=True)
        received = visitor.weigh()
        visitor.page.goto(f"/play/{game}")
        visitor.page.get_by_role("button", name=PLAY).click()
        expect(visitor.page.locator(".ask-text")).to_be_visible()
        assert 0 < sum(received) <= MOST_BYTES, (game, sum(received))
        visitor.leave()


LESSONS = [(game, language) for game in playable_games() for language in ("en", "de")]


PHONES = ((320, 640), (390, 844))
# What of the coach, its buttons, the lit target and what a step speaks of is covered by something else or out of sight.
COVERED = """(look) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  [...document.querySelectorAll(`#coach, #coach button, #coach a, [data-aim], ${look ?? "#coach"}`)].flatMap((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  const hidden = points.filter(([x, y]) => {
    const there = document.elementFromPoint(left + x * width, top + y * height);
    return !there || !one.contains(there);
  });
  return hidden.length ? [`${one.tagName} ${one.className} ${one.textContent.slice(0, 20)}: ${hidden.join(" ")}`] : [];
})))))"""


@pytest.mark.parametrize(("game", "language"), by_day(5, [pytest.param(*one) for one in LESSONS]))
def test_a_lesson_is_played_to_its_end_on_the_page(
    browser: Browser, server: Server, game: str, language: str
) -> None:
    """Each step lights what to tap; it and the coach lie open on small phones. The button shows the step, then does it."""
    visitor = Visitor(browser, server.url, "phone", language=language)
    page = visitor.page
    lesson = steps_in(game, language)
    assert lesson is not None
    page.goto(f"/play/{game}/lesson")
    for step in lesson["steps"]:
        expect(page.locator(".coach-text")).to_contain_text(step["text"])
        expect(page.locator("#coach button:not([aria-disabled])")).to_have_count(1)
        expect(page.locator("[data-aim]")).to_have_count(1)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED, step["look"]) == [], (step["text"], width)
        expect(page.locator(".player-state, .gone")).to_have_count(0)  # scripted partners are not away
        page.locator("#coach button").click()
        expect(page.locator("#coach button.primary")).to_be_visible()
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], (step["text"], width, "shown")
        page.locator("#coach button.primary").click()
    expect(page.locator(".coach-text")).to_contain_text(lesson["end"])
    if game == "compounded":
        expect(page.locator(".coach-text sub")).to_have_text("2")  # CH2O, as on its card
    expect(page.locator("#coach a.primary")).to_be_visible()
    expect(page.locator(".bar-trouble, [data-aim], .gone")).to_have_count(0)
    expect(page.locator(".bar-buttons button")).to_have_count(0)  # nothing makes it a real game
    expect(page.locator(".io-lines:visible")).to_have_count(1 if game == "ion" else 0)  # the round has ended
    visitor.look(f"lesson-{game}-{language}")
    page.locator("#coach a.primary").click()
    expect(page.get_by_role("button", name=PLAY)).to_be_visible()
    visitor.leave()


def test_a_lesson_waits_until_the_others_have_moved(phone: Visitor) -> None:
    """Regression: a step taken while the others moved made their moves stale, and they never moved again."""
    page = phone.page
    lesson = steps_in("ion", "en")
    assert lesson is not None
    mine: set[str] = set()
    held: list[Route] = []

    def hold(route: Route) -> None:
        who = route.request.headers["authorization"]
        if not mine:
            mine.add(who)  # the learner moves first
        if who in mine:
            route.continue_()
        else:
            held.append(route)

    def is_of_another(request: Request) -> bool:
        return request.url.endswith("/actions") and bool(mine - {request.headers.get("authorization", "")})

    page.route("**/v1/games/*/actions", hold)
    page.goto("/play/ion/lesson")
    waited = 0
    for step in lesson["steps"][:-1]:
        expect(page.locator(".coach-text")).to_contain_text(step["text"])
        page.locator("#coach button:not([aria-disabled])").click()
        go_on: Callable[[], None] = page.locator("#coach button.primary").click
        for _ in [other for other in step["then"] if other["seat"] != 0]:  # the learner's own are not held
            with page.expect_request(is_of_another):
                go_on()
            expect(page.locator("#coach button[aria-disabled]")).to_have_count(1)
            assert page.locator("#coach button:not([aria-disabled])").count() == 0
            waited += 1
            go_on = held.pop().continue_
        go_on()
    assert waited
    phone.leave()


MOVES = 6


@pytest.mark.parametrize("game", by_day(5, playable_games()))
def test_the_keyboard_is_never_lost_when_what_was_pressed_is_gone(
    browser: Browser, server: Server, game: str
) -> None:
    """Regression: after most moves the focus was nowhere, and a screen reader began at the top of the page."""
    visitor = Visitor(browser, server.url, "desktop")
    page = visitor.page
    others = max(2, min(game_of(game).numbers)) - 1
    table = SeatedTable.open(server.url, game, [{"name": "Ann"}, *[{"bot": "random"}] * others], hints=True)
    table.sit(page, 0)
    for _ in islice(play_out(page, ".", MOVES, by_key), MOVES):
        expect(page.locator(".ask-text[data-mine], .ending").first).to_be_visible()
        assert page.evaluate("document.activeElement.localName") != "body"
    visitor.leave()


LONG = (
    "Maximiliane-Friederike 1",
    "Bartholomäus von der He",
    "Quecksilberoxidhändlerin",
    "Wolfgang-Amadeus Großma",
)
# Text on a button or in the head of the table that is cut off.
CUT = """() => [...document.querySelectorAll("#room button, #room a, .link-state span:not(.out-of-sight), .player[data-me] .player-name")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("game", by_day(2, playable_games()))
def test_four_long_names_in_german_fit_the_smallest_phone(
    browser: Browser, server: Server, game: str
) -> None:
    """With a connection and without one."""
    visitor = Visitor(browser, server.url, "phone", language="de")
    page = visitor.page
    page.set_viewport_size({"width": 320, "height": 640})
    names = LONG[: max(game_of(game).numbers)]
    table = SeatedTable.open(server.url, game, [{"name": name} for name in names], hints=True)
    table.sit(page, 0)
    expect(page.locator(".ask-text")).to_be_visible()
    for link in ("live", "lost"):
        visitor.context.set_offline(link == "lost")
        expect(page.locator("#link-state")).to_have_attribute("data-link", link)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (link, page.evaluate(STICKING_OUT))
        assert page.evaluate(CUT) == [], link
    visitor.context.set_offline(False)
    visitor.leave()


def test_a_sheet_that_is_asked_for_while_it_is_open_shows_what_was_asked_last(
    phone: Visitor, server: Server
) -> None:
    """As by a hint that comes late: the event of the first closing comes after the second opening."""
    table = SeatedTable.open(server.url, "ion", [{"name": "Ann"}, {"name": "Bob"}], hints=True)
    page = phone.page
    table.sit(page, 0)
    sure = page.locator(".bar-buttons [data-button='hint']")
    for _ in range(2):
        page.locator("button[aria-label='Hints']").evaluate("(button) => button.click()")
        page.locator("#hints-sheet[open] .choice-button").first.click()
        expect(page.locator("#hints-sheet[open]")).to_have_count(0)
        expect(sure).to_be_visible()
    before = version_of(page)
    sure.click()
    changed_from(page, before)


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_plain_table_plays_every_game(browser: Browser, server: Server, game: str, language: str) -> None:
    """Twenty answers of the players who are asked, by the buttons alone."""
    visitor = Visitor(browser, server.url, "phone", language=language)
    numbers = game_of(game).numbers
    table = SeatedTable.open(
        server.url, game, [{"name": "Ann"}, *[{"bot": "random"}] * (max(2, min(numbers)) - 1)]
    )
    page = visitor.page
    table.sit(page, 0)
    page.goto(f"{table.address}?plain")
    for _ in range(20):
        expect(page.locator(".ask-text[data-mine], .ending").first).to_be_visible(timeout=180_000)
        if page.locator(".ending").count():
            break
        last_button(page)
        expect(page.locator("#choice-sheet[open], #form-sheet[open]")).to_have_count(0)
    visitor.look(f"plain-{game}-{language}")
    visitor.leave()


def test_a_host_sees_the_code_and_then_the_friend_at_every_game(phone: Visitor, server: Server) -> None:
    """Regression: three tables were asked what to do before anything lay on them, and never appeared."""
    for game in playable_games():
        table = SeatedTable.open(server.url, game, [{"name": "Ann"}, {}])
        table.sit(phone.page, 0, host=True)
        expect(phone.page.locator(".said-code")).to_be_visible()
        asked(f"{server.url}/v1/join/{table.view(0)['code']}", {"name": "Bob"})
        expect(phone.page.locator(".strip")).to_contain_text("Bob")
        expect(phone.page.locator(".waiting")).to_have_count(0)
        expect(phone.page.locator("#link-state")).to_have_attribute("data-link", "live")
