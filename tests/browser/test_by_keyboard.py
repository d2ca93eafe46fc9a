"""Whole games by the keyboard alone: every piece, card and button that a game needs is reached by Tab."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable, by_key
from tests.support.serving import Server
from tests.support.tapping import Tapper

MOST = 600  # decisions


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "options", "names"),
    [
        ("compounded", {}, ("Ann", "Bo", "Cy")),
        ("chemistry-monopoly", {"short": True}, ("Ann", "Bo")),
    ],
)
def test_a_game_of_many_pieces_is_played_to_its_end_by_keyboard_alone(
    browser: Browser, server: Server, game: str, options: dict[str, Any], names: tuple[str, ...]
) -> None:
    visitor = Visitor(browser, server.url, "desktop")
    visitor.context.set_default_timeout(10_000)  # what a bot's move has taken away is not waited for
    table = SeatedTable.dealt(server, game, 1, names, "greedy", **options)
    table.sit(visitor.page, 0)
    player = Tapper(visitor.page, table, by_key)
    assert player.play(MOST).over
    assert not player.unreached
    ending = visitor.page.locator(".ending")
    expect(ending).to_be_visible()
    by_key(ending.get_by_role("button", name="Play again"))
    expect(visitor.page.locator(".ask-text")).to_be_visible()
    visitor.leave()
