"""What a device keeps, in one file: written on one, read on another, with boxes that have a list of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_pocket import lay_nitrogen_trichloride
from tests.support.browsing import Visitor
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
    page.get_by_label("New name").fill("Zwei")
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
    expect(there.locator("#done")).to_contain_text("1 challenge")
    assert there.evaluate("document.documentElement.dataset.theme") == theme
    assert there.evaluate("localStorage.getItem('adjudicator.name')") == '"Bob"', "what was chosen here stays"
    there.route(
        "**/v1/challenges/*", lambda route: route.fulfill(status=404, json={"status": 404, "code": "x"})
    )
    there.goto(challenge)
    expect(there.locator(".hero")).to_be_visible()  # as the file has it, where the server has not
    other.leave()


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


def test_two_rows_of_one_game_are_told_apart(phone: Visitor) -> None:
    page = phone.page
    for _ in range(2):
        page.goto("/play/ion")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/play/ion/*")
    page.goto("/play")
    rows = page.locator("#mine-list li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator("[translate=no]")).to_be_visible()
    texts = rows.all_inner_texts()
    assert texts[0] != texts[1]
    labels = [row.get_by_role("button").get_attribute("aria-label") for row in rows.all()]
    assert labels[0] != labels[1]
