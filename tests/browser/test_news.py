"""News: the strip shows the present and sums up the past, and the log has all of it."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from adjudicator.cli import main
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import playable_games
from adjudicator_api.games.playing.tables import game_of
from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable, asked
from tests.support.serving import Server

# The number of players, and the options that make their game short.
BOTS: dict[str, tuple[int, dict[str, Any]]] = {
    "chemistry-monopoly": (2, {"short": True}),
    "ion": (2, {}),
    "compounded": (3, {}),
}
# What of the strip cannot be read: all of it is inside its bar of one height, and nothing lies over it or its bar.
UNREADABLE = """() => {
  const strip = document.getElementById("news");
  const bar = strip.getBoundingClientRect();
  const faults = [];
  if (Math.round(bar.height) !== 46) faults.push(`the strip is ${bar.height} px high`);
  for (const one of strip.querySelectorAll("*")) {
    const { top, bottom } = one.getBoundingClientRect();
    if (one.checkVisibility() && one.closest(".news-line") === null && (top < bar.top - 1 || bottom > bar.bottom + 1))
      faults.push(`${one.className} sticks out`);
  }
  for (const one of [strip.querySelector(".news-text"), ...document.querySelectorAll("#bar button, #coach button")]) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!one.contains(above)) faults.push(`${one.textContent} is covered by ${above?.className}`);
  }
  return faults;
}"""


def plain(text: str) -> str:
    return " ".join(text.split())


def bots(game: str) -> tuple[list[str], dict[str, Any]]:
    number, options = BOTS.get(game, (2, {}))
    return ["greedy"] * number, options


def test_the_strip_sums_up_what_bots_did_and_returns_to_the_present(phone: Visitor, server: Server) -> None:
    """The bot moves after the test has moved, so speed does not matter."""
    seats = [{"name": "Ann"}, {"bot": "greedy"}]
    table = SeatedTable.open(server.url, "valence-plus", seats, watch="public", hints=True)
    page = phone.page
    table.sit(page, 0)
    strip, bar = page.locator("#news"), page.locator("#bar")
    take_turn(table)
    version = table.view()["version"]
    expect(strip).to_have_attribute("data-told", str(version))
    expect(strip).to_contain_text("Since your turn")
    lines = strip.locator(".news-line")
    expect(lines).to_have_count(1)  # one opponent, one line
    bot = table.view()["players"][1]["name"]
    expect(lines.first).to_contain_text(bot)
    for width, height in ((390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(UNREADABLE) == [], width
    phone.look("news-summary")
    strip.locator(".news-text").click()
    sheet = page.locator("#event-sheet")
    since = [event for event in table.ask("/log", seat=0)["events"] if event["version"] > last_of(table, 0)]
    told = [plain(event["text"]) for event in since if event["text"]]
    assert [plain(text) for text in sheet.locator(".event-line").all_text_contents()] == told
    page.keyboard.press("Escape")
    strip.get_by_role("button", name="See it on the board").click()
    expect(bar).to_contain_text("Step 1 of")
    expect(page.locator("#own")).to_have_attribute("inert", "")
    expect(strip).to_contain_text(told[0])
    phone.look("news-step")
    page.keyboard.press("Escape")
    expect(bar).not_to_contain_text("Step")
    strip.get_by_role("button", name="See it on the board").click()
    expect(bar).to_contain_text("Step 1 of")
    take_turn(table)  # a new event returns to the present
    expect(strip).to_have_attribute("data-told", str(table.view()["version"]))
    expect(bar).not_to_contain_text("Step")
    expect(page.locator("#own")).not_to_have_attribute("inert", "")


def last_of(table: SeatedTable, seat: int) -> int:
    """The version of a player's last event."""
    events = table.ask("/log", seat=seat)["events"]
    version: int = max(event["version"] for event in events if event["player"] == seat)
    return version


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


def is_plain_offer(event: Any) -> bool:
    """Of one partner, who hands nothing on."""
    terms = event.get("terms") or []
    return (
        event["type"] == "offer_made"
        and len(terms) == 1
        and terms[0]["partner"] is not None
        and not terms[0].get("onward")
    )


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
    ending = page.locator(".ending")
    expect(ending.locator("h2")).to_be_in_viewport()
    expect(ending.get_by_role("link", name="New game")).to_be_in_viewport()  # above the long tables
    expect(ending.locator(".ending-why")).not_to_have_text("The game is over.")
    expect(ending.locator(".ranks li").first.locator(".rank-parts")).not_to_be_empty()
    expect(ending.locator(".cheer")).to_have_count(0)  # nobody here has won
    names = [player["name"] for player in table.ask("", Authorization=host)["players"]]
    page.get_by_role("button", name="What happened").click()
    if game == "compoundit":  # a compound is called by its name as soon as the judge has answered
        first = next(event for event in events if event["type"] == "tiles_placed")["runs"][0]["tiles"]
        verdict = asked(f"{server.url}/v1/judge", {"tiles": first, "rules": "compoundit:standard"})
        expect(page.locator("#events-body")).to_contain_text(verdict["name"])
    lines = [plain(text) for text in page.locator("#events-body .event-line").all_text_contents()]
    told = [event for event in events if event["text"]][-200:]  # so many does the page show
    assert len(lines) == len(told)
    for event, line in zip(told, reversed(lines), strict=True):
        assert event["player"] is None or names[event["player"]] in event["text"], event
        moved = event["type"] == "tiles_placed"  # CompoundIt! writes a move with its points and its compounds
        if event["type"] == "end_announced":  # Compounded says by how many points
            assert names[event["player"]] in line, event
            assert f"Turn {event['last']} is the last" in line, event
        elif event["type"] == "offer_carried_out" and len(event["terms"]) == 1:  # who gives whom what
            assert re.search(f"{names[event['player']]} gives .* for ", line), event
        elif is_plain_offer(event):  # what is offered, not its number
            assert re.search(f"{names[event['player']]} offers .* for ", line), event
        elif f"offer {event.get('offer')}" in event["text"] and event["type"] != "offer_made":  # whose it is
            assert names[event["player"]] in line, event
            assert f"offer {event['offer']}" not in line, event
        elif game == "compounded":  # with the formulas of its compounds
            assert all(word in line for word in re.findall(r"\w+", plain(event["text"]))), line
        else:
            assert (f"· {event['score']}" if moved else plain(event["text"])) in line
