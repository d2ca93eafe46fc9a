"""Prints what a first visit to the judge's pages costs: bytes, what jumps, the time until a tap counts.

    python -m tools.measure_pages

Needs chromium. The network is a slow phone's: 400 ms there and back, 1.6 Mbit/s.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.browser.test_figures import SHIFTS
from tests.support.browsing import Visitor, chromium
from tests.support.serving import serving

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


def main() -> None:
    with TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        for path in PAGES:
            received, shifted = _visit(browser, server.url, path)
            print(f"{path:<20} {received / 1000:>5.1f} KB, shifts by {shifted:.4f}")
        taps = [_first_tap(browser, server.url) for _ in range(VISITS)]
        print(f"the first tap counts after {statistics.median(taps):.0f} ms, at most {max(taps):.0f}")


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
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    limits = {
        "offline": False,
        "latency": LATENCY,
        "downloadThroughput": THROUGHPUT,
        "uploadThroughput": THROUGHPUT,
    }
    wire.send("Network.emulateNetworkConditions", limits)
    visitor.context.add_init_script(f"({TAPS})()")
    visitor.page.goto("/")
    visitor.page.wait_for_function("window.usable")
    usable: Any = visitor.page.evaluate("window.usable")
    visitor.leave()
    return float(usable)


if __name__ == "__main__":
    main()
