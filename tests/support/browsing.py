"""A person at one of our pages: Debian's chromium driven by Playwright, looked at by axe, photographed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

expect.set_options(timeout=15_000)  # machines are busy
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
GALLERY = {"small": (360, 640), "desktop": SIZES["desktop"], "projector": (1920, 1080)}
TOUCHED = ("phone", "small")
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SCREENSHOTS = Path("var/screenshots")
WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "preload": False,  # there is no film and no sound to look at
}
# What lies below a bar that sticks to the screen can be scrolled away from it: axe looks at it without the bar.
UNSTUCK = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".actions, .panel, .reach, .sheet-foot { position: static !important }");
  const looking = axe.run;
  axe.run = async (options) => {
    document.adoptedStyleSheets = [sheet];
    try { return await looking(options); } finally { document.adoptedStyleSheets = []; }
  };
}"""
# All that dark colours can change; a wider screen has the same ones.
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"], "preload": False}


@contextmanager
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no chromium: the pages cannot be tested")
        pytest.skip("chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitor:
    """One person with one device; notes every request and every complaint of the browser."""

    def __init__(
        self, browser: Browser, url: str, device: str, *, workers: bool = False, language: str = "en"
    ) -> None:
        width, height = (SIZES | GALLERY)[device]
        self.url = url
        self.device = device
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            has_touch=device in TOUCHED,
            locale=language,
            reduced_motion="reduce",
            service_workers="allow" if workers else "block",
        )
        self.context.set_default_timeout(10_000)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("console", lambda line: self._hear(line.type, line.text))
        self.page: Page = self.context.new_page()

    def weigh(self) -> list[float]:
        """The bytes of every answer from now on, as they came over the wire."""
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        received: list[float] = []
        wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
        return received

    @property
    def folder(self) -> Path:
        """Where the pictures go, for people to look at."""
        folder = SCREENSHOTS / self.device
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:
            self.complaints.append(text)

    def look(self, state: str, *, whole: bool = False) -> None:
        """In both colour schemes: axe finds nothing, nothing sticks out sideways, a picture for people."""
        page = self.page
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(
                path=self.folder / f"{state}-{scheme}.png", full_page=whole, animations="disabled"
            )
            if scheme == "light" or self.device in TOUCHED:
                told = self._axe(WCAG if scheme == "light" else CONTRAST)
                assert not told, f"{state}, {scheme}: " + "\n".join(told)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{state}: the page is {wide} px wider than the screen"

    def _axe(self, options: dict[str, Any]) -> list[str]:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
            self.page.evaluate(UNSTUCK)
        found: dict[str, Any] = self.page.evaluate("(options) => axe.run(options)", options)
        return [
            f"{fault['id']} at {node['target']}: {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"][:3]
        ]

    def leave(self) -> None:
        """Whatever was done: nothing came from elsewhere, nothing went wrong in silence."""
        self.context.close()
        strangers = [url for url in self.requests if not url.startswith((f"{self.url}/", "blob:", "data:"))]
        assert not strangers, strangers
        assert not self.complaints, self.complaints
