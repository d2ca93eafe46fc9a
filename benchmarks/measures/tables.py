"""What tables in the browser cost."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any

import click

from adjudicator.engine.game import playable_games
from tests.support.browsing import Visitor, chromium
from tests.support.seating import SeatedTable
from tests.support.serving import served

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

LATENCY = 50  # ms
SLOWER = 4
TABS = 8
# When the page shows a version: after the next frame, in ms of the same clock as ours.
WATCH = """() => {
  window.shown = {};
  const note = () => {
    const version = document.getElementById("room").dataset.version;
    requestAnimationFrame(() => setTimeout(() => { window.shown[version] ??= Date.now(); }));
  };
  new MutationObserver(note).observe(document.getElementById("room"), { attributes: true });
  note();
}"""
# What the browser measures for every press: until the page hears of it, and until the next frame is
# painted; the latter in steps of 8 ms, from 16 on.
DELAYS = """() => {
  window.delays = {};
  const note = ({ interactionId, startTime, processingStart, duration }) => {
    const [heard, shown] = window.delays[interactionId] ?? [0, 0];
    const now = [Math.max(heard, processingStart - startTime), Math.max(shown, duration)];
    if (interactionId) window.delays[interactionId] = now;
  };
  const seen = (list) => list.getEntries().forEach(note);
  new PerformanceObserver(seen).observe({ type: "event", durationThreshold: 16 });
}"""
FULL = 50  # tiles on the board
BETWEEN = 150  # ms between two presses: no player is quicker


@click.command()
@click.option("--moves", default=500, show_default=True, help="After so many the memory is measured.")
def tables(moves: int) -> None:
    """Print what tables cost: bytes, a move to the changed pixel, input, memory, eight tabs at once.

    Needs chromium. The network has 50 ms each way to come, the processor is four times slower for input,
    which the browser measures: from a real press to the frame that shows what came of it, with much on the
    table.
    """
    with served() as server, chromium() as browser:
        for game in playable_games():
            click.echo(
                f"{game}: {_bytes(browser, server.url, game) / 1000:.0f} KB on the first visit to a table"
            )
        table = _table(server.url)
        visitor = Visitor(browser, server.url, "phone")
        wire = visitor.context.new_cdp_session(visitor.page)
        visitor.slow_network(LATENCY)
        visitor.page.goto(table.address)
        visitor.page.locator(".ask-text").wait_for()
        visitor.page.evaluate(WATCH)
        heap = _heap(wire)
        shown = [_move(table, visitor.page) for _ in range(moves)]
        early = statistics.median(shown[:50])
        click.echo(f"another's move to the changed pixel, {LATENCY} ms network: median {early:.0f} ms")
        click.echo(f"memory: {heap:.1f} MB at first, {_heap(wire):.1f} MB after {moves} moves")
        for game, pressed in PRESSED.items():
            heard, seen = zip(*_input(browser, _late(server.url, game), pressed), strict=True)
            click.echo(f"{game}: {len(seen)} presses on a processor {SLOWER} times slower")
            click.echo(f"  heard after {_few(heard)}; frame shown after {_few(seen)}")
        click.echo(f"{TABS} tabs at once: all changed after {_tabs(browser, server.url):.0f} ms")


def _table(url: str) -> SeatedTable:
    """For two people, and public."""
    return SeatedTable.open(url, "valence-plus", [{"name": "Ann"}, {"name": "Bob"}], watch="public")


def _bytes(browser: Browser, url: str, game: str) -> float:
    visitor = Visitor(browser, url, "phone")
    received = visitor.weigh()
    visitor.page.goto(f"/play/{game}/nowhere", wait_until="networkidle")
    visitor.context.close()
    return sum(received)


def _move(table: SeatedTable, page: Page) -> float:
    """A player draws or ends a turn; from the server's answer to the frame that shows it, in ms."""
    view = table.view(0)
    player = view["asks"][0]["player"]
    mine = table.view(player)
    if mine["table"]["phase"] == "collect":
        action: dict[str, Any] = {"type": "exchange", "cards": mine["table"]["hand"]}  # no turn stays idle
    else:
        action = next(one for one in mine["actions"] if one["type"] == "end_turn" and not one.get("open"))
    done = table.act(player, action)
    then = time.time() * 1000
    version = str(done["version"])
    page.wait_for_function("(version) => version in window.shown", arg=version)
    shown: float = page.evaluate("(version) => window.shown[version]", version)
    return max(0.0, shown - then)


def _heap(wire: Any) -> float:
    wire.send("HeapProfiler.collectGarbage")
    used: float = wire.send("Runtime.getHeapUsage")["usedSize"]
    return used / 1e6


# What is pressed, again and again, in a hand and on a board.
PRESSED = {
    "compoundit": (".rack-place button", ".square[data-row='2']", ".rack-place button"),
    "valence-plus": (".v-card",),
    "ion": (".io-hand button.io-card",),
}


def _late(url: str, game: str) -> SeatedTable:
    """A table with much on it, and something asked of the first seat."""
    table = SeatedTable.open(url, game, [{"name": "Ann"}, {"name": "Bob"}], hints=True)

    def reached(views: dict[int, Any]) -> bool:
        mine = any(ask["player"] == 0 and ask["obliged"] for ask in views[0]["asks"])
        return mine and (game != "compoundit" or len(views[0]["table"]["board"]) >= FULL)

    table.play_until(reached, table.hinted)
    return table


def _input(browser: Browser, table: SeatedTable, pressed: Sequence[str]) -> list[tuple[float, float]]:
    visitor = Visitor(browser, table.url, "phone")
    page = visitor.page
    table.sit(page, 0)
    page.locator(pressed[0]).first.wait_for()
    visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(DELAYS)
    presses = 0
    for selector in pressed:
        for place in page.locator(selector).all()[:10]:
            place.scroll_into_view_if_needed()
            box = place.bounding_box()
            assert box is not None
            # not `tap`: Playwright would look meanwhile for what is below the finger, on the same processor
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(BETWEEN)
            presses += 1
    page.wait_for_timeout(500)  # entries come after their frames
    slow: list[tuple[float, float]] = page.evaluate("Object.values(window.delays)")
    visitor.context.close()
    return [*slow, *[(0.0, 0.0)] * (presses - len(slow))]  # the others took less than 16 ms


def _few(times: Sequence[float]) -> str:
    nine_in_ten = statistics.quantiles(times, n=10, method="inclusive")[-1]
    return f"{statistics.median(times):.0f} ms (nine in ten {nine_in_ten:.0f}, at most {max(times):.0f})"


def _tabs(browser: Browser, url: str) -> float:
    table = _table(url)
    visitor = Visitor(browser, url, "desktop")
    pages = [visitor.page, *(visitor.context.new_page() for _ in range(TABS - 1))]
    for page in pages:
        page.goto(table.address)
        page.locator(".ask-text").wait_for()
        page.evaluate(WATCH)
    delays = [_move(table, pages[0])]
    version = str(table.view(0)["version"])
    for page in pages[1:]:
        page.wait_for_function("(version) => version in window.shown", arg=version)
    first = pages[0].evaluate("(version) => window.shown[version]", version)
    last = max(page.evaluate("(version) => window.shown[version]", version) for page in pages)
    visitor.context.close()
    return float(delays[0] + last - first)
