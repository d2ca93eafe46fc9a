"""Practice: a round by keyboard at 320 px, missed exercises that come back, every kind, progress as a file."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from adjudicator.exercises import exercise_from_text, solution
from tests.support.browsing import Visitor
from tests.support.pdf import pages_of

TWO = "name:NaCl;write:iron(III) chloride"


def answer(page: Page, text: str) -> None:
    page.locator("#said").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_be_visible()


def test_a_round_is_answered_by_keyboard_and_what_was_missed_comes_back(small: Visitor) -> None:
    page = small.page
    page.goto("/practice")
    small.look("practice-1-choose", whole=True)
    page.get_by_role("button", name="Compounded", exact=True).click()  # the puzzle of the day
    expect(page.locator(".asked li")).to_have_count(4)
    small.look("practice-daily", whole=True)
    page.goto(f"/practice?set={TWO}")
    expect(page.locator("#said")).to_be_focused()
    expect(page.locator("#round h2")).to_have_text("What is its name?")
    small.look("practice-2-asked")
    page.keyboard.type("potassium chloride")
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_contain_text("Wrong")
    expect(page.locator("#round .note")).to_contain_text("NaCl is sodium chloride.")
    small.look("practice-3-wrong", whole=True)
    page.keyboard.press("Enter")
    expect(page.locator("#round h2")).to_have_text("Write its formula.")
    page.keyboard.type("FeCl3")
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_contain_text("Right")
    page.keyboard.press("Enter")
    expect(page.locator(".asked")).to_contain_text("NaCl")  # again
    page.keyboard.type("sodium chloride")
    page.keyboard.press("Enter")
    expect(page.locator("#round .note")).to_contain_text("Right")
    page.keyboard.press("Enter")
    expect(page.locator(".result-title")).to_have_text("1 of 2 right")
    small.look("practice-4-result", whole=True)
    kept = json.loads(page.evaluate("localStorage.getItem('adjudicator.memories')"))
    assert set(kept) == {"name:NaCl", "write:iron(III) chloride"}
    page.get_by_role("button", name="Another round").click()
    page.evaluate(  # the same device, days later
        """() => { const kept = JSON.parse(localStorage.getItem("adjudicator.memories"));
        for (const one of Object.values(kept)) one.due = "2020-01-01T00:00:00+00:00";
        localStorage.setItem("adjudicator.memories", JSON.stringify(kept)); }"""
    )
    page.goto("/practice")
    page.get_by_role("button", name="2 exercises come back today").click()
    expect(page.locator("#round h2")).to_be_visible()


def test_every_kind_can_be_answered_and_progress_moves_to_another_device(
    small: Visitor, tmp_path: Path
) -> None:
    page = small.page
    kinds = (
        "legal:MgCl",
        "mend:MgCl",
        "build:Na Cl S@ion:base",
        "charge:SO4^2-",
        "balance:H2 + O2 -> H2O",
        "play:Mg O H H O|",
    )
    page.goto(f"/practice?set={';'.join(kinds).replace('+', '%2B')}")
    for text in kinds:
        expect(page.locator("#round h2")).to_be_visible()
        right = solution(exercise_from_text(text), "en").answer
        small.look(f"practice-kind-{text.partition(':')[0]}", whole=True)
        if text.startswith("legal"):
            page.get_by_role("button", name=right.capitalize(), exact=True).click()
        elif text.startswith("balance"):
            for place, number in enumerate(right.split(", ")):
                page.locator(".coefficient").nth(place).fill(number)
            page.keyboard.press("Enter")
        elif text.startswith("build"):
            for symbol in ("sodium", "chlorine"):
                page.locator(f".answers button[aria-label^='{symbol}']").click()
            page.get_by_role("button", name="Check").click()
        else:
            answer(page, right)
        expect(page.locator("#round .note")).to_have_attribute("data-ruling", "valid")
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".result-title")).to_have_text("6 of 6 right")
    page.get_by_role("button", name="Another round").click()
    page.locator(".practice-progress summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "practice.json"
    saved.value.save_as(file)
    page.get_by_role("button", name="Forget it all").click()
    assert page.evaluate("localStorage.getItem('adjudicator.memories')") == "{}"
    page.locator("#file").set_input_files(file)
    expect(page.locator("#progress-done")).to_have_text("Read.")
    assert len(json.loads(page.evaluate("localStorage.getItem('adjudicator.memories')"))) == len(kinds)


def test_a_worksheet_is_saved_and_what_prevents_one_is_told_on_the_page(
    small: Visitor, tmp_path: Path
) -> None:
    page = small.page
    page.goto("/practice")
    page.locator("#versions").select_option("2")
    small.look("practice-worksheet", whole=True)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Worksheet").click()
    sheet = tmp_path / "sheet.pdf"
    saved.value.save_as(sheet)
    assert [page.text()[:5] for page in pages_of(sheet.read_bytes())] == ["IonsA", "IonsB"] * 2
    expect(page.locator("#faults")).to_be_empty()
    page.locator("#topic").select_option("")
    page.locator("#list").fill("NaBr;食盐")
    page.get_by_role("button", name="Worksheet").click()
    expect(page.locator("#faults")).to_contain_text("no sign for '食'")
    assert len(page.context.pages) == 1, "and in no window of its own"


def test_the_board_of_a_play_is_whole_at_320_px_with_all_that_the_score_needs(small: Visitor) -> None:
    page = small.page
    page.goto("/practice?set=play:Mg O H H O|")
    board = page.locator(".class-board")
    expect(board).to_be_visible()
    box, width = board.bounding_box(), page.evaluate("innerWidth")
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width == page.evaluate("document.documentElement.scrollWidth")
    expect(board.locator("td[data-square]")).not_to_have_count(0)
    colours = board.evaluate(
        """table => ["double-element", "triple-compound", null].map((kind) =>
        getComputedStyle(table.querySelector(kind ? `td[data-square="${kind}"]` : "td:not([data-square])")).backgroundColor)"""
    )
    assert len(set(colours)) == 3
    answer(page, "8H MgO")
    expect(page.locator("#round .note")).to_contain_text("Partly right")
    expect(page.locator("#round .note")).to_contain_text("= 11")
    expect(board.locator("sub")).to_have_count(0)  # nothing lies on the board that is shown again
    lines = page.locator("#round .note > p").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().left)"
    )
    assert len(set(lines)) == 1, "sentences stand below each other"
