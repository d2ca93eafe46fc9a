"""What a device keeps, in one file: written on one, read on another, with boxes that have a list of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_pocket import lay_nitrogen_trichloride
from tests.support.browsing import Visitor
from tests.support.sampling import in_turn
from tests.support.serving import Server

# Three boxes of one game: the reference under other names.
SAVE = """async (names) => {
  const read = async (path, more) => (await fetch(path, more)).json();
  const { edition: label } = await read("/v1/editions/schemas/compoundit");
  const { edition } = await read(`/v1/editions/${label.split(" ").at(-1)}`);
  const headers = { "Content-Type": "application/json" };
  const saved = [];
  for (const name of names)
    saved.push(await read("/v1/editions", { method: "POST", headers, body: JSON.stringify({ ...edition, name }) }));
  return saved.map(({ digest }) => digest);
}"""


def boxes_of(page: Page) -> list[str]:
    return page.locator("#saved-boxes > li > a").all_inner_texts()


def bring(page: Page, file: Path) -> None:
    page.get_by_label("Bring in a file").set_input_files(file)
    expect(page.locator("#done li").first).to_be_visible()


@in_turn(3)
def test_everything_is_in_the_file_and_boxes_are_renamed_and_deleted(
    phone: Visitor, browser: Browser, server: Server, tmp_path: Path
) -> None:
    page = phone.page
    page.goto("/kept")
    for digest in page.evaluate(SAVE, ["One", "Two", "Three"]):
        page.goto(f"/box/{digest}")
        expect(page.locator("#box h1")).to_be_visible()
        expect(page.get_by_role("link", name="Download")).to_be_visible()
    page.evaluate("localStorage.setItem('adjudicator.name', JSON.stringify('Ann'))")
    page.locator("#theme").click()
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.get_by_role("link", name="Challenge").first.click()
    expect(page.locator("#box-line")).to_contain_text("By your box")  # its script has loaded
    lay_nitrogen_trichloride(page)
    expect(page.locator(".hero")).to_be_visible()
    challenge = page.url
    page.goto("/kept")
    assert boxes_of(page) == ["Three", "Two", "One"]
    expect(page.locator("#keeping-page")).to_contain_text("1 challenge")

    page.get_by_role("button", name="Rename Two").click()
    expect(page.get_by_label("New name")).to_be_focused()
    page.keyboard.type("Zwei")  # over the name that it has
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("now called Zwei")
    page.get_by_role("button", name="Delete One").click()
    expect(page.locator("#done")).to_contain_text("One is no longer among yours")
    assert boxes_of(page) == ["Zwei", "Three"]
    expect(page.locator("#saved-boxes li", has_text="Three")).to_contain_text("in use")
    phone.look("keeping-boxes", whole=True)
    page.reload()
    assert boxes_of(page) == ["Zwei", "Three"]

    with page.expect_download() as saved:
        page.get_by_role("button", name="Write everything to a file").click()
    expect(page.locator("#done")).to_contain_text("2 boxes of your own")
    file = tmp_path / "device.json"
    saved.value.save_as(file)
    written: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    assert [name in text for text, name in zip(written["boxes"], ("Zwei", "Three"), strict=True)] == [
        True,
        True,
    ]
    assert [entry["kind"] for entry in written["challenges"]] == ["challenge"]
    assert (written["settings"]["name"], written["settings"]["theme"]) == ("Ann", theme)

    other = Visitor(browser, server.url, "phone", new=True)
    there = other.page
    there.goto("/kept")
    there.evaluate("localStorage.setItem('adjudicator.name', JSON.stringify('Bob'))")
    bring(there, file)
    assert sorted(boxes_of(there)) == ["Three", "Zwei"]
    for name, times in (("Three", 1), ("Zwei", 0)):
        in_use = there.locator("#saved-boxes li", has_text=name).get_by_text("in use")
        expect(in_use).to_have_count(times)  # as on the device that wrote the file
    expect(there.locator("#done")).to_contain_text("1 challenge")
    assert there.evaluate("document.documentElement.dataset.theme") == theme
    assert there.evaluate("localStorage.getItem('adjudicator.name')") == '"Bob"', "what was chosen here stays"
    there.route(
        "**/v1/challenges/*", lambda route: route.fulfill(status=404, json={"status": 404, "code": "x"})
    )
    there.goto(challenge)
    expect(there.locator(".hero")).to_be_visible()  # as the file has it, where the server has not
    other.leave()


@pytest.mark.parametrize(
    ("path", "label", "line"),
    [("/play", "A game from a file", "#record-trouble"), ("/practice", "", "#progress-done")],
)
def test_any_page_that_takes_a_file_says_that_it_is_cut_off_or_too_large(
    phone: Visitor, tmp_path: Path, path: str, label: str, line: str
) -> None:
    page = phone.page
    page.goto(path)
    file = tmp_path / "device.json"
    field = page.get_by_label(label) if label else page.locator("#file")
    for content, said in (
        ('{"adjudicator": "practice", "ver', "cut off"),
        ("PK", "This file is no" if path == "/play" else "no file of practice"),
        ("", "cut off"),
    ):
        file.write_text(content)
        field.set_input_files(file)
        expect(page.locator(line)).to_contain_text(said)
    with file.open("wb") as large:
        large.truncate(50_000_001)
    field.set_input_files(file)
    expect(page.locator(line)).to_contain_text("too large")


def test_more_games_than_are_shown_at_once_can_be_reached(phone: Visitor) -> None:
    page = phone.page
    set_up_once(page)
    copies = """() => {
      const [table] = JSON.parse(localStorage.getItem("adjudicator.tables"));
      const tables = Array.from({ length: 11 }, (_, at) => ({ ...table, id: at === 10 ? table.id : `AAAA${at}` }));
      localStorage.setItem("adjudicator.tables", JSON.stringify(tables));
    }"""
    page.evaluate(copies)
    page.route("**/v1/games/AAAA*", lambda route: route.abort())
    page.goto("/play")
    page.get_by_role("button", name="3 more games").click()
    expect(page.locator("#mine-list a")).to_have_count(11)
    expect(page.locator("#mine-list a").last).to_contain_text(re.compile(r"\b0\b"))  # how it stands


def test_an_empty_file_and_a_bad_name_of_a_box_are_refused_with_their_fault(
    phone: Visitor, tmp_path: Path
) -> None:
    page = phone.page
    page.goto("/kept")
    file = tmp_path / "device.json"
    content = {"adjudicator": "device", "version": 1, "at": "", "games": [], "practice": None, "boxes": [""]}
    file.write_text(json.dumps(content))
    bring(page, file)
    expect(page.locator("#done")).to_contain_text("game is missing")
    [digest] = page.evaluate(SAVE, ["One"])
    page.goto(f"/box/{digest}")
    expect(page.get_by_role("link", name="Download")).to_be_visible()
    page.goto("/kept")
    page.get_by_role("button", name="Rename One").click()
    page.get_by_label("New name").fill("x\u202ey")
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("can be shown")


@pytest.mark.parametrize(("end", "said"), [(-3, "cut off"), (None, "damaged")])
def test_a_file_that_is_cut_off_is_called_that(
    phone: Visitor, tmp_path: Path, end: int | None, said: str
) -> None:
    page = phone.page
    page.goto("/kept")
    file = tmp_path / "device.json"
    file.write_text(json.dumps({"adjudicator": "device", "version": 1, "at": "", "games": []})[:end])
    bring(page, file)
    expect(page.locator("#done")).to_contain_text(said)


def test_a_file_that_is_too_large_is_called_that(phone: Visitor, tmp_path: Path) -> None:
    page = phone.page
    page.goto("/kept")
    file = tmp_path / "device.json"
    with file.open("wb") as large:
        large.truncate(50_000_001)
    bring(page, file)
    expect(page.locator("#done")).to_contain_text("too large")


def set_up_once(page: Page) -> None:
    page.goto("/play/ion")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/play/ion/."))


def times_of_rows(page: Page) -> list[str]:
    page.goto("/play")
    rows = page.locator("#mine-list li")
    expect(rows).to_have_count(2)
    return rows.locator("time").all_inner_texts()


def test_two_rows_of_one_game_are_told_apart(phone: Visitor) -> None:
    page = phone.page
    page.clock.set_fixed_time("2026-11-18T09:30:02")
    set_up_once(page)
    page.clock.set_fixed_time("2026-11-18T09:30:40")
    set_up_once(page)
    times = times_of_rows(page)
    assert times[0] != times[1], "begun in one minute, so the second is said"
    labels = [one.get_attribute("aria-label") or "" for one in page.locator("#mine-list button").all()]
    assert [label.endswith(time) for label, time in zip(labels, times, strict=True)] == [True, True], labels


def test_two_rows_of_different_days_need_no_seconds(phone: Visitor) -> None:
    page = phone.page
    page.clock.set_fixed_time("2026-11-16T09:30:02")
    set_up_once(page)
    page.clock.set_fixed_time("2026-11-18T09:30:40")
    set_up_once(page)
    times = times_of_rows(page)
    assert times[0] != times[1]
    assert [time.count(":") for time in times] == [1, 1]


def test_a_box_that_is_not_brought_in_says_its_first_faults(phone: Visitor, tmp_path: Path) -> None:
    page = phone.page
    page.goto("/kept")
    file = tmp_path / "device.json"
    boxes = ['game = "chess"\n']
    kept = {"adjudicator": "device", "version": 1, "at": "", "games": [], "boxes": boxes, "practice": None}
    file.write_text(json.dumps(kept))
    bring(page, file)
    expect(page.locator("#done")).to_contain_text("A box was not brought in: ")
    expect(page.locator("#done")).to_contain_text("chess")
