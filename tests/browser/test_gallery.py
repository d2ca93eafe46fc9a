"""Screenshots for people: tables early, in the middle and late, in three sizes, in both schemes. axe checks each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from adjudicator.engine.game import playable_games
from adjudicator_api.games.playing.tables import game_of
from tests.support.browsing import GALLERY, Visitor
from tests.support.seating import SeatedTable
from tests.support.serving import Server

pytestmark = pytest.mark.nightly
PEOPLE = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Wilhelmine von Humboldt"}]


def reached(measure: Callable[[dict[int, Any]], int], stage: int, views: dict[int, Any]) -> bool:
    return measure(views) >= stage


def laid(views: dict[int, Any]) -> int:
    return len(views[0]["table"]["board"])


def built(views: dict[int, Any]) -> int:
    return sum(map(len, views[0]["table"]["stashes"]))


# How far a game has progressed: early, in the middle and late.
COURSES: dict[str, tuple[Callable[[dict[int, Any]], int], tuple[int, int, int]]] = {
    "compoundit": (laid, (4, 30, 55)),
    "valence-plus": (built, (0, 4, 9)),
}


@pytest.mark.parametrize("game", list(COURSES))
def test_a_game_early_in_the_middle_and_late(browser: Browser, server: Server, game: str) -> None:
    table = SeatedTable.open(server.url, game, PEOPLE, hints=True)
    visitors = [Visitor(browser, server.url, device) for device in GALLERY]
    for visitor in visitors:
        table.sit(visitor.page, 0)
    measure, stages = COURSES[game]
    for moment, stage in zip(("1-early", "2-middle", "3-late"), stages, strict=True):
        views = table.play_until(partial(reached, measure, stage), table.hinted, 400)
        for visitor in visitors:
            shown = str(views[0]["version"])
            expect(visitor.page.locator("#room")).to_have_attribute("data-version", shown)
            visitor.look(f"gallery-{game}-{moment}")
    for visitor in visitors:
        visitor.leave()


@pytest.mark.parametrize("game", playable_games())
def test_no_table_is_cut_off_on_any_screen(browser: Browser, server: Server, game: str) -> None:
    """320 px, a phone in landscape, and text at twice its size, in German, which has the longer words."""
    number = min(4, max(game_of(game).numbers))
    table = SeatedTable.open(server.url, game, [*PEOPLE, {"name": "Çağla 24 Zeichen <b>lang"}][:number])
    visitor = Visitor(browser, server.url, "phone", language="de")
    page = visitor.page
    asked = next(ask["player"] for ask in table.view(0)["asks"] if ask["obliged"])
    table.sit(page, asked)
    button = page.locator(".bar-buttons .button").first
    expect(button).to_be_visible()
    for name, width, height, text in (
        ("small", 320, 568, "100%"),
        ("side", 740, 360, "100%"),
        ("large", 390, 844, "200%"),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
        page.screenshot(path=visitor.folder / f"{name}-{game}.png")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name}: {wide} px too wide"
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.9)
        page.screenshot(path=visitor.folder / f"{name}-{game}-button.png")
    visitor.leave()
