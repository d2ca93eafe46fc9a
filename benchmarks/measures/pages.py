"""What a first visit to the judge's pages costs."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

import click

from tests.browser.test_figures import SHIFTS
from tests.support.browsing import Visitor, chromium
from tests.support.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGES = ("/", "/challenge", "/name", "/rules/compoundit")
LATENCY, THROUGHPUT = 400, 1.6e6 / 8  # ms; bytes a second
VISITS = 5
# Taps the first tile of the keypad at every frame until it is in the run.
TAPS = """() => {
  const tap = () => {
    const tile = document.querySelector(".keypad button");
    if (document.querySelector("#run")?.children.length) { window.usable = performance.now(); return; }
    tile?.click();
    requestAnimationFrame(tap);
  };
  requestAnimationFrame(tap);
}"""


@click.command()
def pages() -> None:
    """Print what a first visit to the judge's pages costs: bytes, what jumps, the time until a tap counts.

    Needs chromium. The network is a slow phone's: 400 ms there and back, 1.6 Mbit/s.
    """
    with served() as server, chromium() as browser:
        for path in PAGES:
            received, shifted = _visit(browser, server.url, path)
            click.echo(f"{path:<20} {received / 1000:>5.1f} KB, shifts by {shifted:.4f}")
        taps = [_first_tap(browser, server.url) for _ in range(VISITS)]
        click.echo(f"the first tap counts after {statistics.median(taps):.0f} ms, at most {max(taps):.0f}")


def _visit(browser: Browser, url: str, path: str) -> tuple[float, float]:
    visitor = Visitor(browser, url, "phone")
    received = visitor.weigh()
    visitor.context.add_init_script(f"({SHIFTS})()")
    visitor.page.goto(path, wait_until="networkidle")
    shifted: Any = visitor.page.evaluate("window.shifted")
    visitor.leave()
    return sum(received), float(shifted)


def _first_tap(browser: Browser, url: str) -> float:
    visitor = Visitor(browser, url, "phone")
    visitor.slow_network(LATENCY, THROUGHPUT)
    visitor.context.add_init_script(f"({TAPS})()")
    visitor.page.goto("/")
    visitor.page.wait_for_function("window.usable")
    usable: Any = visitor.page.evaluate("window.usable")
    visitor.leave()
    return float(usable)
