"""Takes pictures of every table at six moments, on a phone and on a desktop, for people to look at.

    python -m tools.photograph_tables [--language de] [game ...]

Set-up, lesson, a first move laid out, what a bot did, an offer or a claim or a challenge, the end; at the end
and at the first move in the dark as well. Needs chromium; the pictures go to var/screenshots/tables. It names
what sticks out sideways and which moments could not be reached, and goes on with the next.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner
from playwright.sync_api import TimeoutError as Late

from adjudicator.cli import main as command
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.game import playable_games
from adjudicator_api.games.playing.tables import game_of
from tests.browser import test_compounded_moments as compounded
from tests.browser import test_monopoly_moments as monopoly
from tests.support.browsing import SIZES, STICKING_OUT, chromium
from tests.support.moments import shown
from tests.support.seating import SeatedTable
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.support.serving import Server

FOLDER = Path("var/screenshots/tables")
SCREENS = {"phone": SIZES["phone"], "narrow": (320, 640), "desktop": SIZES["desktop"]}
PATIENCE = 180_000  # ms: a busy machine is no failure
MOVES = 2  # until something lies on the table
IN_THE_DARK = ("3-move", "6-end")
BOTS = {"chemistry-monopoly": (2, {"short": True}), "compounded": (3, {}), "ion": (3, {})}  # how many play


class Photographer:
    """One game on both screens."""

    def __init__(self, browser: Browser, server: Server, game: str, language: str) -> None:
        self.server, self.game, self.language = server, game, language
        self.pages: dict[str, Page] = {}
        for screen, (width, height) in SCREENS.items():
            size: Any = {"width": width, "height": height}
            context = browser.new_context(
                base_url=server.url,
                viewport=size,
                has_touch=screen != "desktop",
                reduced_motion="reduce",
                locale=language,
            )
            context.set_default_timeout(PATIENCE)
            self.pages[screen] = context.new_page()

    def leave(self) -> None:
        for page in self.pages.values():
            page.context.close()

    def take(self, moment: str) -> None:
        for screen, page in self.pages.items():
            for scheme in ("light", "dark") if moment in IN_THE_DARK else ("light",):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=FOLDER / f"{self.game}-{moment}-{screen}-{scheme}-{self.language}.png")
            page.emulate_media(color_scheme="light")
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                print(f"{self.game}, {moment}, {screen}: {page.evaluate(STICKING_OUT)}", flush=True)

    # --- the moments ----------------------------------------------------------------------------------------

    def set_up(self) -> None:
        for page in self.pages.values():
            page.goto(f"/play/{self.game}")
        self.take("1-set-up")

    def lesson(self) -> None:
        for page in self.pages.values():
            page.goto(f"/play/{self.game}/lesson")
            page.locator(".coach-text").wait_for()
        self.take("2-lesson")

    def move(self) -> None:
        """Laid out by a hint, and not sent."""
        number, options = BOTS.get(self.game, (2, {}))
        seats = [{"name": "Ann"}, *[{"bot": "greedy"}] * (number - 1)]
        table = SeatedTable.open(self.server.url, self.game, seats, options=options, hints=True)
        for page in self.pages.values():
            table.sit(page, 0)
            page.locator(".ask-text[data-mine]").wait_for()
            _take_a_hint(page)
        self.take("3-move")

    def told(self) -> None:
        """A player who opens the table again reads what happened since."""
        number, options = BOTS.get(self.game, (2, {}))
        seats = [{"name": "Ann"}, *[{"bot": "greedy"}] * (number - 1)]
        table = SeatedTable.open(self.server.url, self.game, seats, options=options, hints=True)
        moves = 0
        while moves < MOVES:
            view = table.view(0)
            if any(ask["player"] == 0 and ask["obliged"] for ask in view["asks"]):
                table.act(0, table.hinted(view))
                moves += 1
            else:
                time.sleep(0.3)  # the bots move by themselves
        for page in self.pages.values():
            table.sit(page, 0)
            page.locator(".ask-text[data-mine]").wait_for()
            page.locator("#news .news-text").wait_for()
        self.take("4-told")

    def matter(self) -> None:
        MATTERS[self.game](self)
        self.take("5-matter")

    def end(self) -> None:
        number, options = BOTS.get(self.game, (2, {}))
        record = play_out(game_of(self.game), options, ["greedy"] * number, "told").to_json()
        names = ["Ann", "Bob", "Cid"][:number]
        record["players"] = names
        record["table"] = {"seats": [{"kind": "person", "name": name} for name in names]}
        asked = ["games", "import", "-", "--database-url", self.server.database_url]
        made = json.loads(CliRunner().invoke(command, asked, input=json.dumps(record)).stdout)
        winner = record["result"]["winners"][0]
        seat = {"seat": winner, "name": names[winner], "token": made["tokens"][str(winner)]}
        table = SeatedTable(self.server.url, made["id"], self.game, made["host_token"], {winner: seat})
        for page in self.pages.values():
            page.unroute_all()
            table.sit(page, winner)
            page.locator(".ending").wait_for()
        self.take("6-end")

    # --- offers, claims, challenges -------------------------------------------------------------------------

    def played_until(self, reached: Callable[[Any], bool], **wanted: Any) -> None:
        people = [{"name": "Ann"}, {"name": "Bob"}]
        table = SeatedTable.open(self.server.url, self.game, people, hints=True, **wanted)
        table.play_until(lambda views: reached(views[0]), table.hinted)
        for page in self.pages.values():
            table.sit(page, 0)
            page.locator(".ask-text").wait_for()

    def laid_out(self, module: Any, state: Any, number: int, ready: str) -> None:
        """A state by hand, as the tests of moments lay it out."""
        people = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dan")[:number]]
        table = SeatedTable.open(self.server.url, self.game, people, hints=True)
        for page in self.pages.values():
            table.sit(page, 0)
            shown(page, table.id, module.GAME, state, ready)


def _take_a_hint(page: Page) -> None:
    page.locator(".ask-line .icon-button").first.click()
    page.locator("#hints-sheet[open]").wait_for()
    first = page.locator("#hints-body .choice-button").first
    try:
        first.click(timeout=3000)
    except Late:
        page.keyboard.press("Escape")
    page.wait_for_timeout(800)  # what the rules say of it comes a moment later


def _listed(kind: str, view: Any) -> bool:
    return any(action["type"] == kind for action in view["actions"])


def _placing(view: Any) -> bool:
    return len([action for action in view["actions"] if action["type"] == "place"]) > 1


def _trading(photographer: Photographer) -> None:
    laid = compounded.middle()
    compounded.trading(laid)
    photographer.laid_out(compounded, laid.state, 3, ".c-table, .co-table, .at-table")


def _offers(photographer: Photographer) -> None:
    laid = monopoly.middle()
    monopoly.offers(laid)
    photographer.laid_out(monopoly, laid.state, 4, ".m-table")


MATTERS: dict[str, Callable[[Photographer], None]] = {
    "compoundit": lambda one: one.played_until(partial(_listed, "challenge"), options={"mode": "challenge"}),
    "valence-plus": lambda one: one.played_until(partial(_listed, "react")),
    "ion": lambda one: one.played_until(_placing),
    "compounded": _trading,
    "chemistry-monopoly": _offers,
}


def main(games: list[str], language: str) -> int:
    """How many moments could not be reached."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    missed = 0
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder), ADJUDICATOR_BOT_PAUSE_MS="60") as server,
        chromium() as browser,
    ):
        for game in games or playable_games():
            one = Photographer(browser, server, game, language)
            for moment in (one.set_up, one.lesson, one.move, one.told, one.matter, one.end):
                try:
                    moment()
                    print(f"{game}: {moment.__name__}", flush=True)
                except (Late, OSError, AssertionError) as error:
                    missed += 1
                    print(f"{game}: {moment.__name__} could not be reached: {error}", flush=True)
            one.leave()
    return missed


if __name__ == "__main__":
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--language", default="en")
    asked.add_argument("games", nargs="*")
    given = asked.parse_args()
    sys.exit(1 if main(given.games, given.language) else 0)
