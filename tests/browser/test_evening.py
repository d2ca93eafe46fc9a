"""One browser, used for a whole evening, never reaches the rate limit: production settings, on a busy machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, Response, Route
from playwright.sync_api import TimeoutError as Late

from adjudicator_api.config import Config
from tests.support.browsing import Visitor
from tests.support.patience import PATIENCE
from tests.support.sampling import in_turn
from tests.support.serving import serving

EDITION = Path("rulesets/adjudicator_rulesets/ion/editions/reference-1.toml")
SHORT = {"rounds = 3": "rounds = 1", "hand = 8": "hand = 6"}
PLAYERS = 5
MOST_ACTS = 80
GIVEN_UP = 20_000  # ms
LOOPS = 2 * (os.cpu_count() or 1)
# Runs at low priority, so that tests beside it go on, and ends with the process that started it.
LOOP = """
import os
os.nice(5)
while os.getppid() == {parent}:
    sum(range(100_000))
"""
TO_DO = """() => {
  const sends = document.querySelector(".ask-text")?.innerText.includes("Sending");
  return document.querySelector(".ending") || (!sends && document.querySelector("button[aria-label='Hints']"));
}"""


@contextmanager
def busy_machine() -> Iterator[None]:
    """Loops that compete with the service and the browser for every processor."""
    loop = LOOP.format(parent=os.getpid())
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(LOOPS)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def shorten(route: Route) -> None:
    """Makes the page open its table with an edition of one round of four picks."""
    text = EDITION.read_text(encoding="utf-8")
    for printed, short in SHORT.items():
        assert printed in text
        text = text.replace(printed, short)
    wanted = json.loads(route.request.post_data or "")
    route.continue_(post_data=json.dumps({**wanted, "edition": text}))


def take_the_first_hint(page: Page, refused: list[str]) -> None:
    hints, sure = page.locator("#hints-sheet[open]"), page.locator(".bar-buttons [data-button='hint']")
    while not hints.count():
        page.get_by_role("button", name="Hints", exact=True).click()
        with suppress(Late):  # the page gives up after a while, and a person who wants a hint asks again
            hints.wait_for(timeout=GIVEN_UP)
        assert not refused
    hints.locator(".choice-button").first.click()
    with page.expect_request(lambda asked: asked.url.endswith("/actions")):
        sure.click()


def is_limited(url: str) -> bool:
    """Whether a program at the same address is limited when it asks a thousand questions ten times."""
    body = json.dumps({"items": [{"tiles": "HHO"}] * 1000}).encode()
    for _ in range(10):
        try:
            urlopen(Request(f"{url}/v1/judge/batch", body, {"Content-Type": "application/json"})).close()
        except HTTPError as refused:
            return refused.code == 429
    return False


@in_turn(3)
@pytest.mark.parametrize("game", ["short", pytest.param("whole", marks=pytest.mark.nightly)])
def test_first_visit_lobby_set_up_a_game_of_five_with_hints_and_its_analysis_meet_no_limit(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    """Bots pause for less time than people would like, so that there are more requests per minute than at any
    real table.
    """
    limit = Config().rate_limit
    with (
        serving(tmp_path, ADJUDICATOR_RATE_LIMIT=limit, ADJUDICATOR_BOT_PAUSE_MS="60") as server,
        busy_machine(),
    ):
        visitor = Visitor(browser, server.url, "phone", new=True)
        visitor.context.set_default_timeout(PATIENCE * 1000)  # the loops slow everything down
        page = visitor.page
        refused: list[str] = []

        def hear(answer: Response) -> None:
            if answer.status == 429:
                refused.append(answer.url)

        visitor.context.on("response", hear)
        page.goto("/")
        page.goto("/play")
        page.locator("a[href='/play/ion']").click()
        while page.locator(".chair").count() < PLAYERS:
            page.get_by_role("button", name="One more seat").click()
        if game == "short":
            page.route("**/v1/games", shorten)
        page.get_by_role("button", name="Play", exact=True).click()
        for _ in range(MOST_ACTS):
            page.wait_for_function(TO_DO)
            if page.locator(".ending").count():
                break
            take_the_first_hint(page, refused)
        with page.expect_response(lambda answer: "/analysis?after=0" in answer.url):
            page.get_by_role("link", name="Look at it again").click()
        page.get_by_role("button", name="The next decision").click()
        with urlopen(f"{server.url}/metrics") as answer:
            counted = answer.read().decode()
        assert not refused
        assert 'why="rate_limited"' not in counted
        visitor.leave()
        assert is_limited(server.url), "the limiter is on"
