"""For people to look at: tables early, in the middle and late, on three sizes, in both schemes. axe looks at each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

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


# How far a game has come, early, in the middle and late.
COURSES: dict[str, tuple[Callable[[dict[int, Any]], int], tuple[int, int, int]]] = {
    "compoundit": (laid, (4, 40, 80)),
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
