"""A new version of the pocket edition arrives complete or not at all: damaged on its way, and with two tabs open."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator_api.pocket.site import KEEPER, write_keeper
from tests.support.browsing import Visitor
from tests.support.pocket import KEPT, Host, hosting

PAGES = ("rules", "rules/ion", "rules/compoundit")
# The fate of the version that the host offers now.
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return "none";
  while (coming.state === "installing")
    await new Promise((resolve) => coming.addEventListener("statechange", resolve, { once: true }));
  return coming.state;
}"""
# A waiting version takes over a moment after the last page of the previous one is closed.
SWAPPED = """async (scope) => {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  while (registration.waiting || registration.active.state !== "activated")
    await new Promise((resolve) => setTimeout(resolve, 50));
}"""
FILES = "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length)"


def edition(of: Path, folder: Path, name: str) -> Path:
    """The edition as it was built, with a name on its pages and without the judge, which no page here needs."""
    shutil.copytree(of, folder, ignore=shutil.ignore_patterns("judge", KEEPER))
    for page in PAGES:
        place = folder / "en" / page / "index.html"
        place.write_text(place.read_text().replace("</main>", f'<p id="edition">{name}</p></main>'))
    write_keeper(folder)
    return folder


@pytest.fixture
def first(site: Path, tmp_path: Path) -> Path:
    return edition(site, tmp_path / "first", "first")


@pytest.fixture
def second(site: Path, tmp_path: Path) -> Path:
    return edition(site, tmp_path / "second", "second")


@pytest.fixture
def host(first: Path) -> Iterator[Host]:
    with hosting(first) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, host: Host) -> Iterator[Visitor]:
    """A visitor who has the first edition."""
    visit = Visitor(browser, host.origin, "phone", workers=True)
    visit.page.goto(f"{host.url}en/rules/")
    assert visit.page.evaluate(KEPT)
    yield visit
    visit.leave()


def sees(page: Page, host: Host, name: str) -> None:
    """Sees all of this edition, and nothing of another one, without a network."""
    page.context.set_offline(True)
    for one in PAGES:
        page.goto(f"{host.url}en/{one}/")
        expect(page.locator("#edition")).to_have_text(name)
        expect(page.locator("header.frame")).to_have_css("display", "flex")  # its style sheet has loaded
    page.reload()
    expect(page.locator("#edition")).to_have_text(name)
    page.context.set_offline(False)


def leave(page: Page, host: Host) -> None:
    """Goes to a page of the same host that does not belong to the edition."""
    page.goto(f"{host.origin}/elsewhere")


def missing(folder: Path) -> None:
    (folder / "en" / "rules" / "index.html").unlink()


def damaged(folder: Path) -> None:
    place = folder / "en" / "rules" / "index.html"
    place.write_bytes(place.read_bytes()[:-100])


def unreadable(folder: Path) -> None:
    (folder / KEEPER).write_text("this is no script(")


@pytest.mark.parametrize("spoil", [missing, damaged])
def test_after_a_broken_update_the_edition_before_goes_on(
    visitor: Visitor, host: Host, second: Path, tmp_path: Path, spoil: object
) -> None:
    page = visitor.page
    broken = tmp_path / "broken"
    shutil.copytree(second, broken)
    assert callable(spoil)
    spoil(broken)
    host.show(broken)
    assert page.evaluate(UPDATE) == "redundant"
    sees(page, host, "first")
    visitor.complaints.clear()  # the browser reports that the version was refused

    host.show(second)
    assert page.evaluate(UPDATE) == "installed"
    sees(page, host, "first")  # an open page keeps its edition
    leave(page, host)
    page.evaluate(SWAPPED, host.url)
    sees(page, host, "second")


def test_a_host_that_is_away_during_an_update_changes_nothing(
    visitor: Visitor, host: Host, second: Path, tmp_path: Path
) -> None:
    page = visitor.page
    broken = tmp_path / "broken"
    shutil.copytree(second, broken)
    unreadable(broken)
    host.show(broken)
    refused = page.evaluate(f"({UPDATE})().catch((error) => error.name)")
    assert refused == "TypeError"
    visitor.complaints.clear()
    host.show(tmp_path / "nothing")
    assert page.evaluate(f"({UPDATE})().catch((error) => error.name)") == "TypeError"
    visitor.complaints.clear()
    sees(page, host, "first")


def test_two_tabs_have_one_edition_until_both_are_closed(visitor: Visitor, host: Host, second: Path) -> None:
    one, other = visitor.page, visitor.context.new_page()
    other.goto(f"{host.url}en/rules/ion/")
    expect(other.locator("#edition")).to_have_text("first")
    kept = one.evaluate(FILES)
    host.show(second)
    assert one.evaluate(UPDATE) == "installed"
    assert one.evaluate(FILES) == kept + len(PAGES)  # both are complete
    for page in (one, other):
        sees(page, host, "first")
    leave(one, host)
    sees(one, host, "first")  # the other tab still has it
    leave(one, host)
    other.close()
    one.evaluate(SWAPPED, host.url)
    sees(one, host, "second")
    assert one.evaluate(FILES) == kept  # the previous edition is gone


def test_a_version_that_waits_is_said_and_can_be_used_at_once(
    visitor: Visitor, host: Host, second: Path
) -> None:
    """In all tabs: the files of the version before are gone."""
    one, other = visitor.page, visitor.context.new_page()
    other.goto(f"{host.url}en/rules/ion/")
    expect(one.locator("#update-note")).to_be_hidden()
    host.show(second)
    assert one.evaluate(UPDATE) == "installed"
    for page in (one, other):
        expect(page.locator("#update-note")).to_contain_text("A new version is on this device")
    visitor.look("pocket-update-waits")
    one.get_by_role("button", name="Use it now").click()
    for page in (one, other):
        expect(page.locator("#edition")).to_have_text("second")
        expect(page.locator("#update-note")).to_be_hidden()
    sees(one, host, "second")


USED = """async () => {
  let bytes = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) bytes += (await (await cache.match(key)).blob()).size;
  }
  return bytes / 1e6;
}"""
UNANSWERED = "navigator.storage.persist = () => new Promise(() => {})"  # Firefox asks the user


def test_the_foot_says_what_is_used_before_anybody_has_answered(browser: Browser, host: Host) -> None:
    visitor = Visitor(browser, host.origin, "phone", workers=True)
    page = visitor.page
    page.add_init_script(UNANSWERED)
    page.goto(f"{host.url}en/rules/")
    expect(page.locator("#keeping")).to_contain_text("Kept on this phone")
    said = int("".join(filter(str.isdigit, page.locator("#keeping").inner_text())))
    used = page.evaluate(USED)
    assert used <= said < used + 2
    assert visitor.complaints == []
    visitor.leave()
