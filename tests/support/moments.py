"""A situation of a game set up by hand, as its table in the browser shows it: on three screens, in both
schemes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, Route, expect

from adjudicator.engine.game import Game
from tests.support.browsing import GALLERY, SCHEMES, SCREENSHOTS, Visitor
from tests.support.seating import SeatedTable

NOT_CHANGED = 304


def sat_down(visitor: Visitor, game: str, names: Sequence[str]) -> str:
    """Takes the first seat of a table where nobody moves; returns the table's address in the service."""
    table = SeatedTable.open(visitor.url, game, [{"name": name} for name in names], hints=True)
    table.sit(visitor.page, 0)
    return table.id


def shown(page: Page, table: str, game: Game[Any, Any], state: Any, ready: str) -> None:
    """The page sees this state, although the service has a game that has just begun."""
    view = game.view(state, 0)
    own = {
        name: view[name] for name in ("options", "asks", "actions", "accounts", "offers", "table", "result")
    }

    def answer(route: Route) -> None:
        real = route.fetch()
        if real.status == NOT_CHANGED:
            route.fulfill(response=real)
            return
        body: dict[str, Any] = {**real.json(), **own}
        for player, score, seat in zip(body["players"], view["scores"], view["seats"], strict=True):
            player.update(score=score, out=seat["out"])
        body["status"] = "over" if own["result"] else "playing"
        route.fulfill(response=real, json=body)

    page.unroute_all(behavior="wait")
    page.route(f"**/v1/games/{table}", answer)
    page.goto(f"/play/{game.name}/{table}")
    expect(page.locator(ready)).to_be_visible()


def look_everywhere(visitor: Visitor, name: str) -> None:
    """Checks with axe on a small phone, and that nothing overflows on any screen; takes pictures for people."""
    page = visitor.page
    for screen, (width, height) in GALLERY.items():
        page.set_viewport_size({"width": width, "height": height})
        if screen == visitor.device:
            visitor.look(name, whole=True)
            continue
        folder = SCREENSHOTS / screen
        folder.mkdir(parents=True, exist_ok=True)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"{name}-{scheme}.png", animations="disabled")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (name, screen)
    width, height = GALLERY[visitor.device]
    page.set_viewport_size({"width": width, "height": height})
