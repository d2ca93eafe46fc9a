"""A person at one of our pages: Debian's chromium driven by Playwright, checked by axe, photographed."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support import slowness
from tests.support.wording import spoken_in

expect.set_options(timeout=180_000)  # a busy machine must not fail a test
# The shell is the same engine without windows, menus and tabs, which take a third of the work.
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None
)
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
GERMAN = "german"  # a small phone, checked in German
DEVICES = {**SIZES, **GALLERY, GERMAN: GALLERY["small"]}
TOUCHED = ("phone", "small", GERMAN)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SCREENSHOTS = Path("var/screenshots")
PICTURES = "ADJUDICATOR_TEST_PICTURES" in os.environ
# What a device remembers of its last visitor; cached files are kept.
REMEMBERED = "cookies,local_storage,indexeddb,cache_storage"
WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "preload": False,  # there is no video or audio to check
}
# Which elements do, for the message of a failing test.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .map((element) => `${element.tagName}.${element.className} ends at ${element.getBoundingClientRect().right}`)
  .join("; ")"""
# What is behind a sticky bar can be scrolled out from under it: axe checks it without the bar.
UNSTUCK = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".actions, .panel, .reach, .sheet-foot, .look-stepper { position: static !important }");
  const looking = axe.run;
  axe.run = async (options) => {
    document.adoptedStyleSheets = [sheet];
    try { return await looking(options); } finally { document.adoptedStyleSheets = []; }
  };
}"""
# Everything that dark colours can change; a wider screen has the same colours.
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"], "preload": False}

# A camera that shows the file of --use-file-for-fake-video-capture, and may be used without asking.
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A browser, with more arguments than usual."""
    slowness.starts("a browser")
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no chromium: the pages cannot be tested")
        pytest.skip("chromium is not installed (apt-get install chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *more])
        yield browser
        browser.close()


# Unused devices, by kind: creating one takes longer than most of what is done with it.
_idle: WeakKeyDictionary[Browser, dict[tuple[str, ...], list[BrowserContext]]] = WeakKeyDictionary()


class Visitor:
    """One person with one device; records every request and every complaint of the browser.

    The device may have had another visitor and forgets them, unless it is new or keeps pages for later.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        device: str,
        *,
        workers: bool = False,
        language: str = "en",
        new: bool = False,
    ) -> None:
        self.url = url
        self.device = device
        idle = _idle.setdefault(browser, defaultdict(list))[url, device, language]
        self._returned_to = None if new or workers else idle
        found = idle.pop() if idle and self._returned_to is not None else None
        self.context = found or _device(browser, url, device, workers=workers, language=language)
        self.context.set_default_timeout(180_000)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._heard: dict[Any, Any] = {
            "request": lambda request: self.requests.append(request.url),
            "weberror": lambda error: self.complaints.append(str(error.error)),
            "console": lambda line: self._hear(line.type, line.text),
        }
        self.page: Page = self.context.new_page()
        if found:
            wire = self.context.new_cdp_session(self.page)
            wire.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": REMEMBERED})
            wire.detach()
        for event, heard in self._heard.items():
            self.context.on(event, heard)

    def weigh(self) -> list[float]:
        """The bytes of every page, script, style sheet and picture from now on, as they came over the wire.

        Answers about a game are left out: how often they are requested depends on how fast bots move.
        """
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        said: set[str] = set()
        received: list[float] = []

        def responded(event: Any) -> None:
            if "/v1/" in event["response"]["url"]:
                said.add(event["requestId"])

        def loaded(event: Any) -> None:
            if event["requestId"] not in said:
                received.append(event["encodedDataLength"])

        wire.on("Network.responseReceived", responded)
        wire.on("Network.loadingFinished", loaded)
        return received

    def slow_network(self, latency: int, throughput: float = -1) -> None:
        """From now on: ms there and back, and bytes a second (-1: as many as there are)."""
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        speed = {"downloadThroughput": throughput, "uploadThroughput": throughput}
        wire.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speed})

    @property
    def folder(self) -> Path:
        """The folder for pictures, for people to look at."""
        folder = SCREENSHOTS / self.device
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:
            self.complaints.append(text)

    def look(self, state: str, *, whole: bool = False) -> None:
        """Axe finds nothing, and nothing overflows sideways. Nightly in both colour schemes, with a picture."""
        if self.device != GERMAN:
            self._look(state, whole=whole)
            return
        with spoken_in(self.page, "de") as exchanged:
            assert exchanged, f"{state}: nothing is said in German"
            self._look(state, whole=whole)

    def _look(self, state: str, *, whole: bool) -> None:
        page = self.page
        for scheme in SCHEMES if PICTURES else SCHEMES[:1]:
            page.emulate_media(color_scheme=scheme)
            self.photograph(f"{state}-{scheme}", whole=whole)
            if scheme == "light" or self.device in TOUCHED:
                told = self._axe(WCAG if scheme == "light" else CONTRAST)
                assert not told, f"{state}, {scheme}: " + "\n".join(told)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (
            f"{state}: the page is {wide} px wider than the screen: {page.evaluate(STICKING_OUT)}"
        )

    def photograph(self, name: str, *, whole: bool = False) -> None:
        """Takes a picture for people to look at, if the environment asks for it."""
        if PICTURES:
            self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole, animations="disabled")

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
        """Checks that nothing came from elsewhere and nothing failed silently."""
        if self._returned_to is None:
            self.context.close()
        else:
            for page in self.context.pages:
                page.close()
            for event, heard in self._heard.items():
                self.context.remove_listener(event, heard)
            self._returned_to.append(self.context)
        strangers = [url for url in self.requests if not url.startswith((f"{self.url}/", "blob:", "data:"))]
        assert not strangers, strangers
        assert not self.complaints, self.complaints


def seal(page: Page, pin: str = "2468") -> None:
    """Seals the page as a referee does, where the page offers it."""
    page.get_by_role("button", name="Seal this device").click()
    page.get_by_label("PIN of the referee").fill(pin)
    page.keyboard.press("Enter")
    page.locator("#seal-sheet").wait_for(state="hidden")


def _device(browser: Browser, url: str, device: str, *, workers: bool, language: str) -> BrowserContext:
    width, height = DEVICES[device]
    return browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        has_touch=device in TOUCHED,
        locale=language,
        reduced_motion="reduce",
        service_workers="allow" if workers else "block",
    )
