"""The news strip: the page reports what others do, where a player on a phone sees it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from adjudicator.cli import main
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import playable_games
from adjudicator_api.games.playing.tables import game_of
from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable
from tests.support.serving import Server

# The number of players, and the options that make their game short.
BOTS: dict[str, tuple[int, dict[str, Any]]] = {
    "chemistry-monopoly": (2, {"short": True}),
    "ion": (2, {}),
    "compounded": (3, {}),
}
# Steps back through everything that was reported, and says of each item whether it could be read: on the
# screen, not covered, and not cut off.
TOLD = """() => {
  const strip = document.getElementById("news");
  const [back, forth] = strip.querySelectorAll(".news-step");
  while (!forth.hasAttribute("aria-disabled")) forth.click();
  const pieces = [];
  for (;;) {
    const text = strip.querySelector(".news-text");
    const seen = text.getBoundingClientRect();
    const whole = text.scrollHeight <= text.clientHeight + 1 && text.scrollWidth <= text.clientWidth;
    const shown = text.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const above = document.elementFromPoint(seen.x + seen.width / 2, seen.y + seen.height / 2);
    const readable = whole && shown && strip.contains(above) && seen.top >= 0 && seen.bottom <= innerHeight;
    pieces.unshift({ text: text.textContent, readable });
    if (back.hasAttribute("aria-disabled")) return pieces;
    back.click();
  }
}"""


def plain(text: str) -> str:
    return " ".join(text.split())


def assert_told(page: Page, events: list[dict[str, Any]], names: list[str]) -> None:
    """Every sentence can be read in the strip, in the order of the events, and says who did it."""
    pieces = page.evaluate(TOLD)
    assert all(piece["readable"] for piece in pieces), [piece for piece in pieces if not piece["readable"]]
    everything = plain(" ".join(piece["text"] for piece in pieces))
    at = 0
    for event in events:
        if not event["text"]:
            continue
        assert event["player"] is None or names[event["player"]] in event["text"], event
        moved = event["type"] == "tiles_placed"  # CompoundIt! writes a move with its points and its compounds
        said = f"· {event['score']}" if moved else plain(event["text"])
        found = everything.find(said, at)
        assert found >= 0, (event, everything[at : at + 200])
        at = found + len(said)


def bots(game: str) -> tuple[list[str], dict[str, Any]]:
    number, options = BOTS.get(game, (2, {}))
    return ["greedy"] * number, options


def test_what_bots_do_is_told_while_they_do_it(phone: Visitor, server: Server) -> None:
    """The bot moves after the test has moved, so speed does not matter."""
    seats = [{"name": "Ann"}, {"bot": "greedy"}]
    table = SeatedTable.open(server.url, "valence-plus", seats, watch="public", hints=True)
    page = phone.page
    page.goto(table.address)
    names = [player["name"] for player in table.view()["players"]]
    take_turn(table)
    expect(page.locator("#news")).to_have_attribute("data-told", str(table.view()["version"]))
    phone.look("news")
    page.get_by_role("button", name="Earlier").click()  # somebody is reading: nothing advances by itself
    shown = page.locator("#news .news-text").text_content() or ""
    told = int(page.locator("#news").get_attribute("data-told") or 0)
    take_turn(table)
    page.wait_for_function("(told) => Number(document.getElementById('news').dataset.told) > told", arg=told)
    expect(page.locator("#news .news-text")).to_contain_text(plain(shown))
    assert_told(page, table.ask("/log")["events"][:told], names)


def take_turn(table: SeatedTable) -> None:
    """Ann plays until the bot has moved after her and it is her turn again."""
    first = table.view()["version"]
    while True:  # the bot moves by itself
        view = table.view(0)
        if not any(ask["player"] == 0 and ask["obliged"] for ask in view["asks"]):
            time.sleep(0.05)
        elif any(event["player"] == 1 and event["version"] > first for event in table.ask("/log")["events"]):
            return
        else:
            table.act(0, table.hinted(view))


@pytest.mark.parametrize("game", playable_games())
def test_all_of_a_whole_game_was_told(phone: Visitor, server: Server, game: str) -> None:
    seats, options = bots(game)
    record = play_out(game_of(game), options, seats, "told").to_json()
    command = ["games", "import", "-", "--database-url", server.database_url]
    made = json.loads(CliRunner().invoke(main, command, input=json.dumps(record)).stdout)
    table = SeatedTable(server.url, made["id"], game, made["host_token"])
    host = f"Bearer {table.host}"
    events = table.ask("/log", Authorization=host)["events"]
    assert events[-1]["type"] == "game_ended"
    page = phone.page
    table.sit(page, host=True)
    expect(page.locator(".ending")).to_be_visible()
    expect(page.locator("#news .news-text")).to_contain_text(plain(events[-1]["text"]))
    assert_told(page, events, [player["name"] for player in table.ask("", Authorization=host)["players"]])
