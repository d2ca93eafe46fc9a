"""Tables for browser tests: opened over HTTP, played to where a test begins, and seats given to browsers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect


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
        made = _asked(f"{url}/v1/games", {"game": game, "seats": seats, **wanted})
        held = {seat["seat"]: seat for seat in made["seats"] if seat["token"]}
        return cls(url, made["id"], game, made["host_token"], held)

    @property
    def address(self) -> str:
        return f"/play/{self.game}/{self.id}"

    def ask(self, path: str, body: Any = None, seat: int | None = None, **headers: str) -> Any:
        if seat is not None:
            headers["Authorization"] = f"Bearer {self.seats[seat]['token']}"
        return _asked(f"{self.url}/v1/games/{self.id}{path}", body, headers)

    def view(self, seat: int | None = None) -> Any:
        return self.ask("", seat=seat)

    def act(self, seat: int, action: Mapping[str, Any]) -> Any:
        version = self.view(seat)["version"]
        return self.ask("/actions", dict(action), seat, **{"If-Match": str(version)})

    def play_until(
        self, reached: Callable[[dict[int, Any]], bool], chosen: Callable[[Any], Any], most: int = 200
    ) -> dict[int, Any]:
        """Lets everybody do what `chosen` takes for their view, until a test can begin."""
        for _ in range(most):
            views = {seat: self.view(seat) for seat in self.seats}
            if reached(views):
                return views
            asked = next(a["player"] for a in next(iter(views.values()))["asks"] if a["obliged"])
            self.act(asked, chosen(views[asked]))
        raise AssertionError(f"not reached in {most} moves")

    def sit(self, page: Page, *seats: int, host: bool = False) -> None:
        """Makes the device remember these seats, and opens the table; whoever has several opened it."""
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


def _asked(url: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    for again in range(6):
        try:
            with urlopen(
                Request(url, data, {"Content-Type": "application/json", **(headers or {})})
            ) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code != 503 or again == 5:  # a process that begins to think for the first time
                raise
    raise AssertionError(url)


def version_of(page: Page) -> str:
    return page.locator("#room").get_attribute("data-version") or ""


def changed_from(page: Page, version: str) -> None:
    """Waits until the page shows another version."""
    expect(page.locator("#room")).not_to_have_attribute("data-version", version)


def by_hint(page: Page, does: str) -> None:
    """Does what the best hint says: laid out, by a button that `does` matches, or at once; else ends the turn."""
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    before = version_of(page)
    page.get_by_role("button", name="Hints").click()
    page.locator("#hints-sheet[open]").wait_for()
    hints = page.locator("#hints-body .choice-button")
    if hints.count():
        hints.first.click()
        laid = page.locator(".bar-buttons .button.primary:not([aria-disabled])").filter(
            has_text=re.compile(does)
        )
        sure = page.locator("#choice-sheet[open] .choice-button")
        expect(laid.or_(sure).first).to_be_visible()
        (sure if sure.count() else laid).first.click()
    else:
        page.keyboard.press("Escape")
        last_button(page)
    changed_from(page, before)


def last_button(page: Page) -> None:
    """Presses the last button of the bar that is no form, and takes the first of what it asks for."""
    before = version_of(page)
    page.locator(".bar-buttons .button:not([aria-disabled])").filter(has_not_text="…").last.click()
    sheet = page.locator("#choice-sheet[open]")
    moved = page.locator(f"#room:not([data-version='{before}'])")
    expect(sheet.or_(moved).first).to_be_attached()
    if sheet.count():
        sheet.locator(".choice-button").first.click()
        if sheet.locator(".sheet-foot button").count():
            sheet.locator(".sheet-foot button").click()
