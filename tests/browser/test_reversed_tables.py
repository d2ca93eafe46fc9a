"""Tables of all games in a language that is only files of TOML, German with every word reversed: no other word is left.

Everything else that is said in it: tests/unit/languages/test_reversed_language.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from adjudicator.engine.game import playable_games
from tests.browser.test_in_german import SAID, moved_on
from tests.support.browsing import Visitor
from tests.support.reversed_language import REVERSED, Strangers, lay_out_reversed, paths_of
from tests.support.sampling import by_day
from tests.support.seating import SeatedTable
from tests.support.serving import Server, serving

SHEETS = {"open-log": "events", "open-menu": "menu", "open-legend": "legend"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("reversed")
    lay_out_reversed(root)
    return root


@pytest.fixture(scope="module")
def reversed_server(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    with serving(folder, at=str(tree), PYTHONPATH=paths_of(tree)) as started:
        yield started


@pytest.mark.parametrize("game", by_day(2, playable_games()))
def test_a_running_table_has_no_other_word(
    game: str, browser: Browser, reversed_server: Server, tree: Path
) -> None:
    """After some moves: the table, its log, its menu and its legend."""
    visitor = Visitor(browser, reversed_server.url, "phone", language=REVERSED)
    page, strangers = visitor.page, Strangers(tree)
    table = SeatedTable.open(reversed_server.url, game, [{"name": "Aaa"}, {"name": "Bbb"}], hints=True)
    table.play_until(partial(moved_on, table.view(0)["version"]), table.hinted)
    table.sit(page, 0)
    expect(page.locator("#room")).to_have_attribute("data-version", re.compile(r"\d+"))
    assert page.locator("html").get_attribute("lang") == REVERSED
    left = set()
    for button, sheet in SHEETS.items():
        page.locator(f"#{button}").click()
        expect(page.locator(f"#{sheet}-sheet")).to_be_visible()
        texts = page.evaluate(SAID)
        assert len(texts) > len(SHEETS)
        left |= {(sheet, word) for word in strangers.in_texts(texts)}
        page.keyboard.press("Escape")
    assert left == set()
    assert visitor.complaints == []
    visitor.leave()
