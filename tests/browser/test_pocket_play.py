"""Games on the device: opened, played against a bot and looked at again with the network cut and the host gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PlaywrightError

from adjudicator.engine.game import load_game, playable_games
from adjudicator.exercises import daily, solution
from tests.support.browsing import Visitor
from tests.support.pdf import pages_of
from tests.support.pocket import BELOW, KEPT, PATIENCE, hosting
from tests.support.sampling import in_turn
from tests.support.seating import changed_from, last_button

MOST_ACTS = 400
SERVER = "https://club.example"
# My turn, with no request on its way to the worker.
TO_DO = """() => document.querySelector(".ask-text[data-mine]") && !document.querySelector("#bar [aria-busy=true]") &&
  document.querySelector("button[aria-label='Hints']")"""
# Reads the next action and starts it in the same step, with its version: bots move between two looks.
# Offers are accepted if possible: without trade nobody ever has a whole set, and Chemistry Monopoly does not end.
BEGIN = f"""() => {{
  const {{ version }} = document.getElementById("room").dataset;
  if (document.querySelector(".ending")) return ["over", version];
  const answer = (how) => document.querySelector(`#bar [data-button=${{how}}]:not([aria-disabled=true])`);
  const offered = answer("accept") ?? answer("decline");
  const next = offered ?? ({TO_DO})();
  if (next) for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  next?.click();
  return next ? [offered ? "answered" : "hints", version] : null;
}}"""
# There is none if the page or a bot has moved meanwhile.
HINTED = """(before) => document.querySelector("#hints-sheet[open]") ||
  document.getElementById("room").dataset.version !== before"""
# Where only one thing could be done, the page has done it.
STILL_MINE = f"(before) => ({TO_DO})() && document.getElementById('room').dataset.version === before"
# The bar has a button for the hint, or its action is laid out for another one; or bots have moved in the
# meantime, and the driver asks for another hint. The bar changes within a frame after the sheet has closed.
CONFIRM = """async (before) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (document.querySelector("#hints-sheet[open]")) await frame();
  await frame();
  await frame();
  while (document.getElementById("room").dataset.version === before) {
    const next = document.querySelector("#bar [data-button='hint']") ??
      document.querySelector("#bar .primary:not([disabled]):not([aria-disabled=true])");
    if (next) return next.click();
    await frame();
  }
}"""
# Hints that were asked for may still come, in a sheet that would cover the table.
SETTLE = """async () => {
  while (/^Thinking/.test(document.querySelector(".ask-text")?.textContent)) await new Promise(requestAnimationFrame);
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
}"""
# What makes a game short where its rules allow it, in the words of the page.
SHORT = {"chemistry-monopoly": "Short game for two, with auctions"}


@pytest.fixture(scope="module")
def kept(browser: Browser, site: Path) -> Iterator[Visitor]:
    """A visitor who has opened it once. Now the network is cut, and the host is gone as well."""
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        visitor.page.goto(f"{host.url}en/")
        assert visitor.page.evaluate(KEPT)
    visitor.context.set_offline(True)
    yield visitor
    assert visitor.complaints == []
    visitor.leave()
    expect.set_options(timeout=180_000)


def sit_down(visitor: Visitor, game: str, *, people: str = "bots", preset: str | None = None) -> Page:
    page = visitor.page
    page.goto(f"{visitor.url}/en/play/")
    if people == "here":
        page.get_by_role("link", name="At this screen").click()
    page.locator(f"a[data-game='{game}']").click()
    if preset:
        page.get_by_role("button", name=preset).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(rf"/en/play/{game}/table/\?id=[\w-]{{22}}$"))
    return page


def version_of(page: Page) -> int:
    expect(page.locator("#room[data-version]:not([data-version=''])")).to_be_attached()
    return int(page.locator("#room").get_attribute("data-version") or 0)


def take_the_first_hint(page: Page, before: str) -> None:
    """Where there is no hint, as when nothing can be built, ends the turn."""
    page.wait_for_function(HINTED, arg=before)
    hints = page.locator("#hints-body .choice-button")
    if not page.locator("#hints-sheet[open]").count():
        return
    if hints.count():
        hints.first.click()
        page.evaluate(CONFIRM, before)
    else:
        page.keyboard.press("Escape")
        if page.evaluate(STILL_MINE, before):
            last_button(page)


def play_on(page: Page, acts: int = MOST_ACTS) -> bool:
    """Plays by hints, and answers what bots offer. Returns whether the game ended."""
    for _ in range(acts):
        begun, before = page.wait_for_function(BEGIN).json_value()
        if begun == "over":
            return True
        if begun == "hints":
            take_the_first_hint(page, before)
        changed_from(page, before)
    page.evaluate(SETTLE)
    return False


@in_turn(3)
def test_a_game_against_a_bot_goes_on_after_a_kill(kept: Visitor) -> None:
    """Ion: some moves, then the page is closed, opened again from the list of games, and the game is given up."""
    page = sit_down(kept, "ion")
    assert not play_on(page, 2)
    reached = version_of(page)
    page.close()
    kept.page = page = kept.context.new_page()
    page.goto(f"{kept.url}/en/play/")
    page.locator("#mine-list a").first.click()
    assert version_of(page) >= reached
    assert not play_on(page, 1)
    kept.look("pocket-3-table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.locator("#choice-sheet[open] .choice-button").first.click()
    expect(page.locator(".ending")).to_be_visible()
    page.get_by_role("link", name="Look at it again").click()
    expect(page).to_have_url(re.compile(r"/en/look/ion/\?id="))
    expect(page.locator(".step-line").first).to_be_visible()


@in_turn(3)
def test_the_lobby_says_what_needs_a_server(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/play/")
    kept.look("pocket-4-lobby")
    field = page.get_by_label("Address of a server")
    field.fill("no address")
    field.press("Enter")
    expect(page.locator("#server-trouble")).to_contain_text("no address of a server")
    field.fill("club.example")
    field.press("Enter")
    expect(page.get_by_role("link", name="Tables at club.example")).to_have_attribute(
        "href", f"{SERVER}/play"
    )
    page.reload()
    expect(page.get_by_role("link", name="Tables at club.example")).to_be_visible()
    page.goto(f"{kept.url}/en/play/ion/")
    expect(page.get_by_role("button", name="At this screen")).to_be_visible()
    expect(page.get_by_role("button", name="Friends, by link")).to_have_count(0)
    field = page.locator(".chair select").nth(1)
    assert not [text for text in field.locator("option").all_inner_texts() if "friend" in text]


REMEMBERED = (
    """localStorage.setItem("adjudicator.memories", '{"name:H2O": {"due": "2026-11-18T00:00:00Z"}}')"""
)


def forget_all(visitor: Visitor) -> None:
    """As on a new device that has only the pages."""
    visitor.page.goto("about:blank")
    wire = visitor.context.new_cdp_session(visitor.page)
    origin = visitor.url.removesuffix(BELOW.rstrip("/"))
    wire.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb,local_storage"})
    wire.detach()


@in_turn(3)
def test_everything_goes_to_a_file_and_comes_from_it(kept: Visitor, tmp_path: Path) -> None:
    page = sit_down(kept, "ion")
    assert not play_on(page, 1)
    page.wait_for_function(TO_DO)
    reached = version_of(page)
    page.goto(f"{kept.url}/en/box/ion")
    page.get_by_label("Name of this box").fill("ann")
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(re.compile(r"/en/box/sha256:[0-9a-f]{64}$"))
    page.evaluate(REMEMBERED)
    page.goto(f"{kept.url}/en/kept/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Write everything to a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    expect(page.locator("#done")).to_contain_text("1 box of your own, 1 exercise")
    kept.look("pocket-6-kept")
    forget_all(kept)
    page.goto(f"{kept.url}/en/kept/")
    expect(page.locator("main")).to_contain_text("0 games")
    field = page.get_by_label("Bring in a file")
    field.set_input_files(file)
    expect(page.locator("#done")).to_contain_text("The box ann is in use for Ion")
    expect(page.locator("#done")).to_contain_text("1 exercise read")
    kept.look("pocket-7-brought-in")
    page.get_by_role("link", name="Go on").click()
    assert version_of(page) >= reached
    assert not play_on(page, 1)
    page.goto(f"{kept.url}/en/kept/")
    field.set_input_files(file)
    expect(page.locator("#done")).to_contain_text("was here already")
    expect(page.locator("main")).to_contain_text("1 game")
    for content, said in ((b"PK", "no file of Adjudicator"), (file.read_bytes()[:-9], "cut off")):
        field.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": content})
        expect(page.locator("#done")).to_contain_text(said)


def words_of(pdf: Path) -> set[str]:
    return {word for page in pages_of(pdf.read_bytes()) for word in page.words()}


@in_turn(3)
def test_a_box_and_a_worksheet_are_printed_while_the_page_answers(kept: Visitor, tmp_path: Path) -> None:
    """The box with Lewis structures on its cards, which need RDKit."""
    page = kept.page
    page.goto(f"{kept.url}/en/box/{load_game('compounded').editions.current.split()[-1]}")
    printed = page.get_by_role("link", name="Make the PDF")
    with page.expect_download(lambda file: file.suggested_filename.endswith(".pdf")) as made:
        printed.click()
        expect(page.get_by_text("Making the file")).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Download").click()
        assert saved.value.suggested_filename.endswith(".toml")
        expect(page.get_by_text("Making the file")).to_be_visible()  # answered before the file is made
    box = tmp_path / "box.pdf"
    made.value.save_as(box)
    assert "methane" in words_of(box)
    page.goto(f"{kept.url}/en/practice/")
    with page.expect_download() as made:
        page.get_by_role("button", name="Worksheet").click()
    sheet = tmp_path / "sheet.pdf"
    made.value.save_as(sheet)
    assert {"Name", "Class"} <= words_of(sheet)


def take_along(page: Page, folder: Path) -> Path:
    page.wait_for_function(TO_DO)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Take it along as a file").click()
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    return file


@in_turn(3)
def test_a_game_goes_on_at_a_server_and_back_on_the_device(
    kept: Visitor, phone: Visitor, tmp_path: Path
) -> None:
    page = sit_down(kept, "ion")
    assert not play_on(page, 1)
    file = take_along(page, tmp_path)
    reached = version_of(page)
    there = phone.page
    there.goto(f"{phone.url}/play")
    there.get_by_label("A game from a file").set_input_files(file)
    expect(there).to_have_url(re.compile(r"/play/ion/[\w-]{22}$"))
    assert version_of(there) >= reached
    assert not play_on(there, 1)
    back = take_along(there, tmp_path)
    reached = version_of(there)
    page.goto(f"{kept.url}/en/play/")
    page.get_by_label("A game from a file").set_input_files(back)
    expect(page).to_have_url(re.compile(r"/en/play/ion/table/\?id=[\w-]{22}$"))
    assert version_of(page) >= reached
    assert not play_on(page, 1)


@pytest.mark.nightly
def test_a_lesson(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/play/ion/")
    page.get_by_role("link", name="Learn").click()
    expect(page).to_have_url(re.compile(r"/en/play/ion/table/\?id=[\w-]{22}$"))
    expect(page.locator("#coach")).to_contain_text("1 of")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#coach")).to_contain_text("2 of")


@pytest.mark.nightly
def test_at_one_screen_the_curtain_hides_the_hands(kept: Visitor) -> None:
    page = sit_down(kept, "ion", people="here")
    for _ in range(2):
        expect(page.locator("#curtain")).to_be_visible()
        expect(page.locator("#own")).to_be_hidden()
        page.get_by_role("button", name=re.compile("^I am ")).click()
        expect(page.locator("#own")).to_be_visible()
        page.reload()


@pytest.mark.nightly
def test_people_hand_the_device_to_each_other_and_play(kept: Visitor) -> None:
    page = sit_down(kept, "valence-plus", people="here")
    turns = []
    for _ in range(4):
        mine = page.get_by_role("button", name=re.compile("^I am "))
        turns.append(mine.inner_text())
        mine.click()
        my_turn = page.locator(".ask-text[data-mine]")
        expect(my_turn).to_be_visible()
        while my_turn.is_visible():
            before = version_of(page)
            last_button(page)
            changed_from(page, str(before))
            expect(page.locator("#curtain").or_(my_turn).first).to_be_visible()
        expect(page.locator("#own")).to_be_hidden()
    assert turns[0] != turns[1]
    assert turns[:2] == turns[2:]


@pytest.mark.nightly
def test_a_page_that_dies_while_a_bot_moves_has_lost_nothing(kept: Visitor) -> None:
    """The last move is kept, and the bot goes on."""
    page = sit_down(kept, "ion")
    assert not play_on(page, 1)
    reached, address = version_of(page), page.url
    with suppress(PlaywrightError):  # a page that has crashed does not answer
        kept.context.new_cdp_session(page).send("Page.crash", timeout=5_000)
    page.close()
    kept.page = page = kept.context.new_page()
    page.goto(address)
    assert version_of(page) >= reached
    assert not play_on(page, 1)
    reached = version_of(page)
    page.reload()
    assert version_of(page) >= reached
    assert not play_on(page, 1)


RECORD = Path("fixtures/games/compoundit/verified-2.json")


@pytest.mark.nightly
def test_a_finished_game_is_analysed_to_its_end(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/play/")
    page.locator("#record-file").set_input_files(RECORD)
    expect(page.locator(".searched")).to_be_visible()
    steps = page.locator(".look-steps .step-line").count()
    expect(page.locator(".searched")).to_have_count(0)
    assert page.locator(".look-steps .step-line").count() == steps
    page.locator(".step-line:has(.lost-mark)").last.click()
    expect(page.locator(".better")).to_contain_text("Better by")
    kept.look("pocket-8-analysis")


@pytest.mark.nightly
def test_a_round_of_practice_and_the_puzzle_of_the_day(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/practice/?set=name:NaCl;charge:SO4^2-")
    for right in ("sodium chloride", "-2"):
        say(page, right)
        expect(page.locator("#round .note")).to_have_attribute("data-ruling", "valid")
        page.keyboard.press("Enter")
    expect(page.locator(".result-title")).to_have_text("2 of 2 right")
    page.goto(f"{kept.url}/en/practice/")
    page.locator("#daily").get_by_role("button", name="Compounded", exact=True).click()
    expect(page.locator("#said")).to_be_visible()
    today = date.fromisoformat(page.evaluate("new Date().toISOString().slice(0, 10)"))
    say(page, solution(daily("compounded", today).exercise, "en").answer)
    expect(page.locator("#round .note")).to_have_attribute("data-ruling", "valid")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text(f"Adjudicator {today} Compounded")
    kept.look("pocket-9-daily")


def say(page: Page, answer: str) -> None:
    page.locator("#said").fill(answer)
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
def test_a_whole_game_against_a_bot(kept: Visitor, game: str) -> None:
    page = sit_down(kept, game, preset=SHORT.get(game))
    assert play_on(page)
    kept.look(f"pocket-5-{game}-over")
