"""A version of the pocket edition with another database arrives while a game is running."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator_api.pocket.site import write_keeper
from tests.browser.test_pocket_play import play_on, sit_down, version_of
from tests.browser.test_pocket_updates import SWAPPED, UPDATE, leave
from tests.support import earlier
from tests.support.browsing import Visitor
from tests.support.pocket import KEPT, PATIENCE, hosting

pytestmark = pytest.mark.nightly

TEXTS = ("*.html", "*.js", "*.mjs")
# The file of the database in the browser's own storage, as Emscripten keeps it.
STORED = """(change) => new Promise((resolve, reject) => {
  const [name, store, file] = ["/kept", "FILE_DATA", "/kept/adjudicator.sqlite"];
  const opening = indexedDB.open(name);
  opening.onerror = reject;
  opening.onsuccess = () => {
    const files = opening.result.transaction(store, "readwrite").objectStore(store);
    files.get(file).onsuccess = ({ target: { result } }) => {
      if (change) files.put({ ...result, timestamp: new Date(),
        contents: Uint8Array.from(atob(change), (letter) => letter.charCodeAt(0)) }, file);
      files.transaction.oncomplete = () => {
        opening.result.close();
        resolve(btoa(Array.from(result.contents, (byte) => String.fromCharCode(byte)).join("")));
      };
    };
  };
})"""


def other_version(site: Path, folder: Path) -> Path:
    """The same edition with a judge of another name, which is loaded anew."""
    shutil.copytree(site, folder)
    (judge,) = (folder / "judge").iterdir()
    name = judge.name[::-1]
    for path in (path for kind in TEXTS for path in folder.rglob(kind)):
        text = path.read_text(encoding="utf-8")
        if judge.name in text:
            path.write_text(text.replace(judge.name, name), encoding="utf-8")
    judge.rename(judge.with_name(name))
    write_keeper(folder)
    return folder


@pytest.fixture
def patient() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=180_000)


def stored(page: Page, file: Path) -> None:
    file.write_bytes(base64.b64decode(page.evaluate(STORED, None)))


@pytest.mark.usefixtures("patient")
def test_a_running_game_goes_on_after_a_broken_update_and_after_a_migration(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    second = other_version(site, tmp_path / "second")
    broken = Path(shutil.copytree(second, tmp_path / "broken"))
    page_of_the_table = broken / "en" / "play" / "ion" / "table" / "index.html"
    page_of_the_table.write_bytes(page_of_the_table.read_bytes()[:-100])
    with hosting(site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        visitor.page.goto(f"{host.url}en/")
        assert visitor.page.evaluate(KEPT)
        page = sit_down(visitor, "ion")
        assert not play_on(page, 1)
        table, judge = page.url, page.locator("html").get_attribute("data-pocket")

        host.show(broken)
        assert page.evaluate(UPDATE) == "redundant"
        visitor.complaints.clear()  # the browser reports that the version was refused
        visitor.context.set_offline(True)
        page.reload()
        assert not play_on(page, 1)
        visitor.context.set_offline(False)
        reached = version_of(page)

        host.show(second)
        assert page.evaluate(UPDATE) == "installed"
        leave(page, host)
        page.evaluate(SWAPPED, host.url)
        now, then = tmp_path / "now.sqlite", tmp_path / "then.sqlite"
        stored(page, now)
        newest = earlier.version_of(now)
        earlier.as_of_an_earlier_version(now, then)
        assert earlier.version_of(then) != newest
        page.evaluate(STORED, base64.b64encode(then.read_bytes()).decode())
        visitor.complaints.clear()  # there is nothing elsewhere
        visitor.requests.remove(f"{host.origin}/elsewhere")

        visitor.context.set_offline(True)
        page.goto(table)
        assert page.locator("html").get_attribute("data-pocket") != judge
        assert version_of(page) >= reached
        assert not play_on(page, 1)
        page.goto(f"{host.url}en/rules/")
        stored(page, now)
        assert earlier.version_of(now) == newest
        assert visitor.complaints == []
        visitor.leave()
