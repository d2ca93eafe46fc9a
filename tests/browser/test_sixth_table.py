"""A game from another package brings its own table: found through its entry point, played in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import Visitor
from tests.support.installing import SIXTH, declare, install
from tests.support.serving import Server, serving
from tests.support.snippets import write_files


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with the sixth game installed beside it, and Nim as in the documentation."""
    place: Path = install(SIXTH, tmp_path_factory.mktemp("elsewhere"))
    outside = tmp_path_factory.mktemp("nim")
    write_files(Path("docs/games.md").read_text(encoding="utf-8"), outside)
    folder = tmp_path_factory.mktemp("served")
    found = f"{place}:{declare(outside)}"
    with serving(
        folder, PYTHONPATH=found, ADJUDICATOR_BOT_PAUSE_MS="60", ADJUDICATOR_THINKING_PERCENT="0"
    ) as started:
        yield started


@pytest.mark.parametrize(
    ("language", "about", "play", "pick", "held"),
    [
        ("en", "the highest scores", "Play", "Pick", "in hand"),
        ("de", "die höchste punktet", "Spielen", "Wähle", "auf der Hand"),
    ],
)
def test_a_foreign_game_is_played_on_its_own_table(
    browser: Browser, elsewhere: Server, language: str, about: str, play: str, pick: str, held: str
) -> None:
    visit = Visitor(browser, elsewhere.url, "phone", language=language)
    page = visit.page
    page.goto("/play")
    card = page.locator("a[href='/play/pick-and-trade']")
    expect(card).to_contain_text(about)
    expect(card.locator("img")).to_have_attribute("src", re.compile("picture-pick-and-trade.svg$"))
    card.click()
    page.get_by_role("button", name=play, exact=True).click()
    expect(page.locator(".pt-table")).to_contain_text(held)
    expect(page.locator(".pt-hand .pt-card")).to_have_count(3)
    assert page.locator(".pt-card").first.evaluate("card => getComputedStyle(card).display") == "inline-block"
    expect(page.locator(".plain-table")).to_have_count(0)
    number = page.locator(".pt-hand .pt-card").first.inner_text()
    page.locator(".bar-buttons").get_by_role("button", name=f"{pick} {number}", exact=True).click()
    expect(page.locator(".pt-played .pt-card")).to_have_count(2)  # the bot has picked, too
    expect(page.locator(".pt-played")).to_contain_text(number)
    visit.leave()


def test_nim_is_played_on_the_plain_table(browser: Browser, elsewhere: Server) -> None:
    """A game without pieces, bots or its own table, against the bot that plays anything."""
    visit = Visitor(browser, elsewhere.url, "phone")
    page = visit.page
    page.goto("/play/nim")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".plain-table")).to_contain_text("3")
    page.get_by_role("button", name="Take (12)", exact=True).click()
    page.get_by_role("button", name="Take · 2 · 5", exact=True).click()
    expect(page.locator("body")).to_contain_text(re.compile("takes [1-4] from heap [01]"))
    page.get_by_role("button", name="What happened").click()  # the strip shows the latest alone
    expect(page.locator("body")).to_contain_text("You take 5 from heap 2")
    visit.leave()
