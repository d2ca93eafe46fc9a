"""Tables for browser tests: opened over HTTP, played to where a test begins, with seats given to browsers."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from click.testing import CliRunner
from playwright.sync_api import Locator, Page, expect

from adjudicator.cli import main
from adjudicator.engine.replay import record_of
from adjudicator_api.games.playing.tables import game_of
from tests.support.browsing import Visitor
from tests.support.serving import Server

MOST_TABS = 250


@dataclass
class SeatedTable:
    """A table of a real server, and the tokens of its seats."""

    url: str
    id: str
    game: str
    host: str
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def open(cls, url: str, game: str, seats: list[dict[str, Any]], **wanted: Any) -> SeatedTable:
        made = asked(f"{url}/v1/games", {"game": game, "seats": seats, **wanted})
        held = {seat["seat"]: seat for seat in made["seats"] if seat["token"]}
        return cls(url, made["id"], game, made["host_token"], held)

    @classmethod
    def dealt(
        cls, server: Server, game: str, seed: int | str, names: Sequence[str], bot: str = "", **options: Any
    ) -> SeatedTable:
        """A table with a known deal, or known dice; all but the first seat are bots where one is named."""
        played = game_of(game)
        _, events = played.start(options, seed, players=len(names))
        seats = [
            {"kind": "bot", "name": name, "bot": bot} if bot and at else {"kind": "person", "name": name}
            for at, name in enumerate(names)
        ]
        record = {**record_of(played, events, names).to_json(), "table": {"seats": seats, "hints": True}}
        command = ["games", "import", "-", "--database-url", server.database_url]
        made = json.loads(CliRunner().invoke(main, command, input=json.dumps(record)).stdout)
        held = {
            int(seat): {"seat": int(seat), "name": names[int(seat)], "token": token}
            for seat, token in made["tokens"].items()
        }
        return cls(server.url, made["id"], game, made["host_token"], held)

    @property
    def address(self) -> str:
        return f"/play/{self.game}/{self.id}"

    def ask(self, path: str, body: Any = None, seat: int | None = None, **headers: str) -> Any:
        if seat is not None:
            headers["Authorization"] = f"Bearer {self.seats[seat]['token']}"
        return asked(f"{self.url}/v1/games/{self.id}{path}", body, headers)

    def view(self, seat: int | None = None) -> Any:
        return self.ask("", seat=seat)

    def act(self, seat: int, action: Mapping[str, Any]) -> Any:
        version = self.view(seat)["version"]
        return self.ask("/actions", dict(action), seat, **{"If-Match": str(version)})

    def play_until(
        self, reached: Callable[[dict[int, Any]], bool], chosen: Callable[[Any], Any], most: int = 200
    ) -> dict[int, Any]:
        """Lets everybody do what `chosen` returns for their view, until the condition holds."""
        for _ in range(most):
            views = {seat: self.view(seat) for seat in self.seats}
            if reached(views):
                return views
            asked = next(a["player"] for a in next(iter(views.values()))["asks"] if a["obliged"])
            self.act(asked, chosen(views[asked]))
        raise AssertionError(f"not reached in {most} moves")

    def hinted(self, view: Any) -> Any:
        """The best hint for a view, or else the last listed action."""
        hints = self.ask("/hints?count=1", seat=view["you"])["hints"]
        listed = [action for action in view["actions"] if not action.get("open")]
        return hints[0]["action"] if hints else listed[-1]

    def sit(self, page: Page, *seats: int, host: bool = False) -> None:
        """Makes the device remember these seats, and opens the table; a device with several seats opened it."""
        held = [{key: self.seats[seat][key] for key in ("seat", "name", "token")} for seat in seats]
        kept = [
            {
                "id": self.id,
                "game": self.game,
                "title": self.game,
                "seats": held,
                "host": self.host if host or len(seats) > 1 else None,
                "code": None,
                "at": "2026-01-01",
            }
        ]
        page.goto("/join")
        page.evaluate("(kept) => localStorage.setItem('adjudicator.tables', kept)", json.dumps(kept))
        page.goto(self.address)


def asked(url: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    for again in range(6):
        try:
            with urlopen(
                Request(url, data, {"Content-Type": "application/json", **(headers or {})})
            ) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code != 503 or again == 5:  # a process that thinks for the first time
                raise
            time.sleep(again)
    raise AssertionError(url)


def everything_in(page: Page) -> str:
    """Everything on this page: shown, spoken, and in attributes."""
    held: str = page.evaluate("document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, '')")
    return held


def behind_the_curtain(
    visitor: Visitor, table: SeatedTable, own: str, turn: Callable[[Page], None], secrets: tuple[str, ...]
) -> None:
    """Two people share one phone: between two turns, neither `own` nor any of the `secrets` is anywhere on the page."""
    page = visitor.page
    table.sit(page, 0, 1)
    first = table.view(0)["asks"][0]["player"]
    names = [player["name"] for player in table.view(0)["players"]]
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text(f"Hand the device to {names[first]}")
    assert own not in everything_in(page)
    length = page.evaluate("history.length")
    page.get_by_role("button", name=f"I am {names[first]}").click()
    expect(page.locator(f".{own}").first).to_be_visible()
    turn(page)
    expect(curtain).to_contain_text(f"Hand the device to {names[1 - first]}")
    visitor.look(f"{table.game}-curtain")
    held = everything_in(page)
    assert not [secret for secret in (own, *secrets) if secret in held]
    assert page.evaluate("history.length") == length
    assert page.evaluate("JSON.stringify(history.state)") in (None, "null")
    page.go_back()  # back to where the table was opened: the curtain stays closed on the way
    page.go_forward()
    expect(curtain).to_be_visible()
    assert own not in everything_in(page)
    page.get_by_role("button", name=f"I am {names[1 - first]}").click()
    expect(page.locator(f".{own}").first).to_be_visible()


def version_of(page: Page) -> str:
    return page.locator("#room").get_attribute("data-version") or ""


def changed_from(page: Page, version: str) -> None:
    """Waits until the page shows another version."""
    expect(page.locator("#room")).not_to_have_attribute("data-version", version)


def clicked(place: Locator) -> None:
    place.click()


# 0 where the focus is on it; -1 where the focus has passed it, so that Shift and Tab lead back to it.
WAY = """(place) => {
  const { activeElement: focused, body } = document;
  if (place === focused) return 0;
  const after = place.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  return focused !== body && after ? -1 : 1;
}"""


def by_key(place: Locator) -> None:
    """Reached and pressed by the keyboard alone."""
    for _ in range(MOST_TABS):
        way = place.evaluate(WAY)
        if way == 0:
            place.page.keyboard.press("Enter")
            return
        place.page.keyboard.press("Tab" if way > 0 else "Shift+Tab")
    raise AssertionError(f"{place} cannot be reached by Tab")


Press = Callable[[Locator], None]


def by_hint(page: Page, does: str, press: Press = clicked) -> None:
    """Does what the best hint says: laid out, by a button that matches `does`, or at once; otherwise ends the turn."""
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    before = version_of(page)
    press(page.locator(".ask-line .icon-button").first)
    page.locator("#hints-sheet[open]").wait_for()
    hints = page.locator("#hints-body .choice-button")
    if hints.count():
        press(hints.first)
        laid = page.locator(".bar-buttons .button.primary:not([aria-disabled])").filter(
            has_text=re.compile(does)
        )
        sure = page.locator(".bar-buttons [data-button='hint']")
        expect(laid.or_(sure).first).to_be_visible()
        press((sure if sure.count() else laid).first)
    else:
        page.keyboard.press("Escape")
        last_button(page, press)
    changed_from(page, before)


def last_button(page: Page, press: Press = clicked) -> None:
    """Presses the last button of the bar that is not a form, and takes the first of what it asks for, as many
    as required.
    """
    before = version_of(page)
    press(page.locator(".bar-buttons .button:not([aria-disabled])").filter(has_not_text="…").last)
    sheet = page.locator("#choice-sheet[open]")
    moved = page.locator(f"#room:not([data-version='{before}'])")
    expect(sheet.or_(moved).first).to_be_attached()
    if sheet.count():
        choices, enough = sheet.locator(".choice-button"), sheet.locator(".sheet-foot button")
        several = enough.count()
        press(choices.first)
        if several:
            for at in range(1, choices.count()):
                if enough.is_disabled():
                    press(choices.nth(at))
            press(enough)


def play_out(page: Page, does: str, most: int, press: Press = clicked) -> Iterator[int]:
    """Plays by hints until the game is over; yields every move, so that a test can check the page."""
    for move in range(most):
        # a bot with one of our editions tries its reactions first, in every process
        expect(page.locator(".ask-text[data-mine], .ending").first).to_be_visible(timeout=60_000)
        if page.locator(".ending").count():
            return
        if page.locator(".moment").count():  # a score to look at, without hints
            press(page.locator(".bar-buttons .button").last)
            expect(page.locator(".moment")).to_have_count(0)
            continue
        by_hint(page, does, press)
        yield move
    raise AssertionError(f"not over after {most} moves")
