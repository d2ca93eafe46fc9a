"""How many taps each job on the referee's pages takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from playwright.sync_api import expect

from tests.support.browsing import Visitor, chromium
from tests.support.serving import served

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

COUNTER = """
window.taps = Number(sessionStorage.taps ?? 0);
window.letters = Number(sessionStorage.letters ?? 0);
addEventListener("pointerdown", () => (sessionStorage.taps = window.taps += 1), true);
addEventListener("keydown", (event) => {
  if (event.key === "Enter") sessionStorage.taps = window.taps += 1;
  else sessionStorage.letters = window.letters += 1;
}, true);
"""
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


@click.command()
def taps() -> None:
    """Count the taps that each job on the referee's pages takes, on a phone of 390 px.

    A tap is a pointer that goes down, or Enter; letters are counted beside them. A browser does the jobs on a
    service that is started for it, as a person would who knows the page. Needs chromium.
    """
    with served() as server, chromium() as browser:
        click.echo(f"{'job':44} {'taps':>4} {'letters':>7}")
        for job, do in JOBS.items():
            visitor = Visitor(browser, server.url, "phone", new=True)
            visitor.context.add_init_script(COUNTER)
            do(visitor.page)
            tapped, letters = visitor.page.evaluate("[sessionStorage.taps, sessionStorage.letters ?? 0]")
            click.echo(f"{job:44} {tapped:>4} {letters:>7}")
            visitor.leave()
