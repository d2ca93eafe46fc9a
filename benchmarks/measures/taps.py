"""How many taps each job on the referee's pages takes, and each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from playwright.sync_api import expect

from tests.support.browsing import Visitor, chromium
from tests.support.seating import SeatedTable
from tests.support.serving import served
from tests.support.tapping import COUNTER, Tapper

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.support.serving import Server

TILES = "Xe 3 9 +2 +4\nBa 2 6 +2\nCr 2 7 +2 +3 +6"


def by_tiles(page: Page) -> None:
    page.goto("/")
    for symbol in ("Mg", "Cl", "Cl"):
        page.locator(f"#keypad [data-key={symbol}]").click()
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_be_visible()


def by_typing(page: Page) -> None:
    page.goto("/")
    page.locator("#typed").click()
    page.keyboard.type("MgCl2")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_be_visible()


def looked_up(page: Page) -> None:
    page.goto("/")
    page.locator("#typed").click()
    page.keyboard.type("ethanol")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lookup?q=ethanol")


def challenged(page: Page) -> None:
    page.goto("/challenge")
    page.get_by_role("gridcell", name="row 8, column 7").click()
    for symbol in ("H", "O", "H"):
        page.locator(f"#keypad [data-key={symbol}]").click()
    page.locator("#layer-move").click()
    page.get_by_role("gridcell", name="row 9, column 8").click()
    page.locator("#keypad [data-key=Mg]").click()
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_be_visible()


def corrected(page: Page) -> None:
    page.goto("/r?tiles=N,Cl,Cl,Cl&rules=compoundit:standard")
    page.get_by_role("button", name="My box differs").click()
    page.get_by_role("group", name="nitrogen has").get_by_role("button", name="+3").click()
    expect(page.locator(".hero[data-ruling=valid]")).to_be_visible()


def challenged_with_blank(page: Page) -> None:
    page.goto("/box/compoundit")
    page.get_by_role("heading", name="Blank tiles").click()
    page.get_by_role("button", name="Number of Blank tiles: more").click()
    page.get_by_role("button", name="Save and use it").click()
    page.wait_for_url("**/box/sha256:*")
    page.get_by_role("link", name="Challenge").last.click()
    page.locator("#layer-move").click()
    for symbol in ("H", "blank", "O", "H"):
        page.locator(f"#keypad [data-key={symbol}]").click()
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_be_visible()


def from_file(page: Page) -> None:
    current = page.request.get("/v1/editions/schemas/compoundit").json()["edition"].split(" ")[1]
    toml = page.request.get(f"/v1/editions/{current}.toml").body().replace(b'"reference-', b'"mine-')
    page.goto("/box")
    page.evaluate("sessionStorage.taps = window.taps += 2")  # the field, and the file in the system's list
    field = page.get_by_label("Open a file (TOML)")
    field.set_input_files({"name": "box.toml", "mimeType": "application/toml", "buffer": toml})
    page.wait_for_url("**/box/sha256:*")


def shared(page: Page) -> None:
    page.goto("/r?tiles=Mg,Cl,Cl&rules=compoundit:standard")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-link")).to_be_visible()  # its code needs an address that others reach


def chosen_tile(page: Page) -> None:
    page.goto("/box/compoundit")
    page.evaluate("sessionStorage.taps = window.taps += 2")  # the list of elements, and one of them
    page.get_by_label("Add a tile").select_option("Ba")
    for field, number in (("Number", "2"), ("Points", "6")):
        page.get_by_role("textbox", name=f"{field} of barium").click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(number)
    page.get_by_role("region", name="barium").get_by_role("button", name="+2").click()


def typed_tiles(page: Page) -> None:
    page.goto("/box/compoundit")
    page.locator("#paste").click()
    page.locator("#paste").fill(TILES)
    page.get_by_role("button", name="Add 3 tiles").click()
    expect(page.locator(".box-tile")).to_have_count(25)


def sealed(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_role("button", name="Seal this device").click()
    page.keyboard.type("2468")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Done").click()


def reported(page: Page) -> None:
    page.goto("/r?tiles=Mg,Cl&rules=compoundit:standard")
    page.get_by_role("button", name="Report this ruling").click()
    page.get_by_role("button", name="Copy").click()


JOBS: dict[str, Callable[[Page], None]] = {
    "a ruling on MgCl2 by tiles": by_tiles,
    "a ruling on MgCl2, typed": by_typing,
    "a name looked up": looked_up,
    "a challenge: water, then Mg on its O": challenged,
    "a tile corrected at the table": corrected,
    "a box with a blank, and a challenge with it": challenged_with_blank,
    "a tile is added to a box": chosen_tile,
    "three tiles typed as lines": typed_tiles,
    "a box from a file": from_file,
    "a ruling shared": shared,
    "a device sealed": sealed,
    "a ruling reported": reported,
}


# The shortest preset of each game, with the seats that it is for.
GAMES: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "compoundit": ({}, ("You", "Bo")),
    "valence-plus": ({}, ("You", "Bo")),
    "ion": ({}, ("You", "Bo")),
    "compounded": ({}, ("You", "Bo", "Cy")),
    "chemistry-monopoly": ({"short": True}, ("You", "Bo")),
}
MOST = 1500  # decisions in a game


def jobs(browser: Browser, server: Server) -> None:
    click.echo(f"{'job':44} {'taps':>4} {'letters':>7}")
    for job, do in JOBS.items():
        visitor = Visitor(browser, server.url, "phone", new=True)
        visitor.context.add_init_script(COUNTER)
        do(visitor.page)
        tapped, letters = visitor.page.evaluate("[sessionStorage.taps, sessionStorage.letters ?? 0]")
        click.echo(f"{job:44} {tapped:>4} {letters:>7}")
        visitor.leave()


def game(browser: Browser, server: Server, name: str, seed: int) -> None:
    options, names = GAMES[name]
    table = SeatedTable.dealt(server, name, seed, names, "greedy", **options)
    visitor = Visitor(browser, server.url, "phone", new=True)
    visitor.context.add_init_script(COUNTER)
    table.sit(visitor.page, 0)
    played = Tapper(visitor.page, table).play(MOST)
    whole = "" if played.over else f"  not over after {MOST} decisions"
    each = played.taps / max(played.turns, 1)
    click.echo(f"{name:24} {seed:>6} {played.turns:>6} {played.taps:>6} {each:>10.1f}{whole}")
    visitor.leave()


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only these games.")
@click.option("--seeds", default=1, help="Games of each, with as many deals.")
def taps(games: tuple[str, ...], seeds: int) -> None:
    """Count the taps that each job on the referee's pages takes, and each game, on a phone of 390 px.

    A tap is a pointer that goes down, or Enter; letters are counted beside them. A browser does the jobs on a
    service that is started for it, as a person would who knows the page, and plays each game to its end
    against bots that think no further than a move. The deal is known; what bots do depends a little on who is
    first. Needs chromium.
    """
    settings = {"ADJUDICATOR_BOT_PAUSE_MS": "60", "ADJUDICATOR_THINKING_PERCENT": "0"}
    with served(**settings) as server, chromium() as browser:
        if not games:
            jobs(browser, server)
        click.echo(f"\n{'game':24} {'deal':>6} {'turns':>6} {'taps':>6} {'taps/turn':>10}")
        for name in games or GAMES:
            for seed in range(seeds):
                game(browser, server, name, seed)
