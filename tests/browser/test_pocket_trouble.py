"""The pocket edition in trouble: no room, no storage, hostile files, two tabs, an interrupted download."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from adjudicator.engine.replay import Record
from tests.browser.test_pocket_play import (
    BEGIN,
    TO_DO,
    play_on,
    sit_down,
    take_the_first_hint,
    version_of,
)
from tests.support.browsing import Visitor
from tests.support.pocket import KEPT, PATIENCE, Host, hosting
from tests.support.seating import changed_from, last_button

pytestmark = pytest.mark.nightly


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as found:
        yield found
    expect.set_options(timeout=180_000)


@pytest.fixture
def visitor(browser: Browser, host: Host) -> Iterator[Visitor]:
    """A visitor who has opened it once."""
    visit = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
    visit.context.set_default_timeout(PATIENCE)
    visit.page.goto(f"{host.url}en/")
    assert visit.page.evaluate(KEPT)
    yield visit
    visit.leave()


def altered(browser: Browser, host: Host, script: str, language: str = "en") -> Visitor:
    """A visitor whose browser runs this script wherever the judge runs."""
    visitor = Visitor(browser, host.url.rstrip("/"), "phone", language=language)
    visitor.context.set_default_timeout(PATIENCE)

    def add(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text() + script)

    visitor.context.route("**/judge/*/worker.mjs", add)
    return visitor


# Simulated by the page: no test fills the disk of its machine.
FULL = """
let full = false;
new BroadcastChannel("full").onmessage = ({ data }) => (full = data);
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  return put.apply(this, given);
};
"""
SAY = "(full) => new BroadcastChannel('full').postMessage(full)"


def test_with_no_room_a_move_is_refused_and_the_game_goes_on_later(browser: Browser, host: Host) -> None:
    visitor = altered(browser, host, FULL)
    page = sit_down(visitor, "valence-plus")
    page.wait_for_function(TO_DO)
    page.evaluate(SAY, True)
    before = version_of(page)
    page.wait_for_function(BEGIN)
    take_the_first_hint(page, str(before))
    expect(page.locator("main")).to_contain_text("Nothing has changed")
    visitor.look("pocket-no-room")
    assert version_of(page) == before
    page.reload()
    assert version_of(page) == before
    page.evaluate(SAY, False)
    assert not play_on(page, 2)
    visitor.leave()


# As with all cookies blocked.
DENIED = """
indexedDB.open = () => { throw new DOMException("denied", "SecurityError"); };
caches.open = () => Promise.reject(new DOMException("denied", "SecurityError"));
navigator.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
"""


# The page itself is denied everything as well.
DENIED_TO_PAGES = """
const deny = () => { throw new DOMException("denied", "SecurityError"); };
const reject = () => Promise.reject(new DOMException("denied", "SecurityError"));
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(globalThis, name, { get: deny });
navigator.serviceWorker.register = reject;
navigator.serviceWorker.getRegistration = reject;
for (const name of ["persist", "persisted", "estimate"]) navigator.storage[name] = reject;
"""


@pytest.mark.parametrize("outright", [False, True], ids=["by its worker", "outright"])
def test_where_a_browser_keeps_nothing_it_rules_and_says_so(
    browser: Browser, host: Host, outright: bool
) -> None:
    visitor = altered(browser, host, DENIED)
    page = visitor.page
    if outright:
        page.add_init_script(DENIED_TO_PAGES)
    page.goto(f"{visitor.url}/en/play/ion/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".trouble-text")).to_contain_text("Nothing has changed")
    expect(page.locator("#keeping")).to_contain_text("This browser keeps nothing")
    visitor.look("pocket-keeps-nothing", whole=True)
    page.goto(f"{visitor.url}/en/r/?formula=H2O2&rules=compoundit:expert")
    expect(page.locator(".hero")).to_contain_text("hydrogen peroxide")
    page.goto(f"{visitor.url}/en/kept/")
    expect(page.locator("#keeping-page h2").first).to_be_visible()
    if outright:
        page.get_by_role("button", name="Ask the browser to keep it").click()
        expect(page.locator("#done")).to_contain_text("has not promised it")
    assert visitor.complaints == []
    visitor.leave()


@pytest.mark.parametrize(
    ("language", "keeps_nothing", "peroxide"),
    [
        ("en", "This browser keeps nothing", "hydrogen peroxide"),
        ("de", "Dieser Browser behält für diese Seite nichts", "Wasserstoffperoxid"),
    ],
)
def test_a_judge_that_is_denied_all_storage_says_so_at_once(
    browser: Browser, host: Host, language: str, keeps_nothing: str, peroxide: str
) -> None:
    """No table, box or challenge is needed to learn it."""
    visitor = altered(browser, host, DENIED, language)
    page = visitor.page
    page.add_init_script(DENIED_TO_PAGES)
    page.goto(f"{visitor.url}/{language}/r/?formula=H2O2&rules=compoundit:expert")
    expect(page.locator("#keeping")).to_contain_text(keeps_nothing)
    expect(page.locator(".hero")).to_contain_text(peroxide)
    page.wait_for_selector("html[data-judge=ready]")
    expect(page.locator("#keeping")).to_contain_text(keeps_nothing)
    assert visitor.complaints == []
    visitor.leave()


# The worker for bots and long work dies of its work; bots still think in the next one.
DIES = """
addEventListener("message", ({ data }) => {
  if (data.task) setTimeout(() => { throw new Error("dies"); });
});
"""


def test_a_second_worker_that_dies_does_not_take_the_judge_with_it(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    spoilt_site = shutil.copytree(site, tmp_path / "site")
    (worker,) = spoilt_site.glob("judge/*/worker.mjs")
    worker.write_text(worker.read_text(encoding="utf-8") + DIES, encoding="utf-8")
    with hosting(spoilt_site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone")
        page = sit_down(visitor, "valence-plus")
        page.wait_for_function(TO_DO)
        before = version_of(page)
        page.locator("button[aria-label='Hints']").click()
        expect(page.locator("#bar")).to_contain_text("too long")
        last_button(page)
        changed_from(page, str(before))
        expect(page.locator("html[data-judge=ready]")).to_be_attached()
        visitor.complaints.clear()  # the browser says that a worker has died
        visitor.leave()


STARTS = """
if (self.name === "bots") new BroadcastChannel("bots").postMessage("started");
"""
COUNT = """
globalThis.started = 0;
new BroadcastChannel("bots").onmessage = () => (globalThis.started += 1);
"""


def test_a_second_worker_that_ends_after_every_move_starts_again_for_the_next(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    restless = shutil.copytree(site, tmp_path / "site")
    (judge,) = restless.glob("judge/*")
    worker, second = judge / "worker.mjs", judge / "second.mjs"
    worker.write_text(worker.read_text(encoding="utf-8") + STARTS, encoding="utf-8")
    text, times = re.subn(r"(?<=const REST = )[\d_]+", "1", second.read_text(encoding="utf-8"))
    assert times == 1
    second.write_text(text, encoding="utf-8")
    with hosting(restless) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone")
        visitor.context.set_default_timeout(PATIENCE)
        visitor.page.add_init_script(COUNT)
        page = sit_down(visitor, "ion")
        assert not play_on(page, 1)
        page.wait_for_function("started > 1")
        reached = version_of(page)
        page.reload()
        assert version_of(page) >= reached
        assert visitor.complaints == []
        visitor.leave()


def test_two_tabs_at_one_table_see_the_same_moves(visitor: Visitor) -> None:
    """Each tab has its own judge, but they share one storage."""
    first = sit_down(visitor, "ion")
    assert not play_on(first, 1)
    second = visitor.context.new_page()
    second.goto(first.url)
    assert version_of(second) >= version_of(first) - 1
    for here, there in ((first, second), (second, first)):
        assert not play_on(here, 1)
        reached = version_of(here)
        there.wait_for_function(
            "(reached) => Number(document.getElementById('room').dataset.version) >= reached", arg=reached
        )
    second.close()
    assert not play_on(first, 1)


def spoilt(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Files that look like this one but have false content."""
    events = record["events"]
    yield {**record, "events": events[:3] + events[4:]}
    yield {**record, "events": [*events[:5], {**events[5], "player": 10**9}, *events[6:]]}
    yield {**record, "events": [{"version": at, "type": "game_started"} for at in range(1, 50)]}
    yield {**record, "game": "__proto__"}
    yield {**record, "game": "<img src=x onerror=alert(1)>"}
    yield {**record, "result": {"scores": "many"}}


def harmless(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Events decide, and names are only text: these games are imported."""
    yield {**record, "players": ["<img src=x onerror=alert(1)>"] * len(record["players"])}
    yield {**record, "edition": "ion/reference-1 sha256:" + "0" * 64}
    yield {**record, "options": {"players": -1, "__proto__": {"tiles": True}}}


def test_a_hostile_file_is_refused_line_by_line(visitor: Visitor) -> None:
    page = visitor.page
    record = json.loads(Path("fixtures/games/ion/base-2.json").read_text(encoding="utf-8"))
    Record.from_json(record)
    games = [
        {"id": f"../{at}", "at": "never", "record": one}
        for at, one in enumerate([*spoilt(record), *harmless(record)])
    ]
    practice = {
        "adjudicator": "practice",
        "version": 1,
        "memories": {"__proto__": {"due": 7}, "name:H2O": []},
    }
    contents: tuple[dict[str, Any], ...] = (
        {"games": games, "boxes": ["", "game = 7", "[" * 10_000], "practice": practice},
        {"games": [{"id": "x", "at": "x", "record": None}], "boxes": [], "practice": None},
        {"games": "all", "boxes": [], "practice": None},
    )
    for content in contents:
        page.goto(f"{visitor.url}/en/kept/")
        file = json.dumps({"adjudicator": "device", "version": 1, "at": "", **content}).encode()
        page.get_by_label("Bring in a file").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": file}
        )
        expect(page.locator("#done li").first).to_be_visible()
    page.goto(f"{visitor.url}/en/play/")
    expect(page.locator("#mine-list a")).to_have_count(len(list(harmless(record))))
    assert page.locator("img[src=x]").count() == 0
    assert not play_on(sit_down(visitor, "ion"), 1), "and one can still play"


def test_a_first_download_that_breaks_off_is_said_and_goes_on_later(browser: Browser, host: Host) -> None:
    visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
    visitor.context.set_default_timeout(PATIENCE)
    page = visitor.page
    host.hold("service.pack")
    page.goto(f"{host.url}en/")
    expect(page.locator("html[data-judge=ready]")).to_be_attached()
    host.break_off()
    expect(page.locator("#keeping")).to_contain_text("Not kept yet")
    host.hold()
    fetched = len(host.asked)
    page.reload()
    expect(page.locator("#keeping")).to_contain_text("Kept on this phone")
    assert not [path for path in host.asked[fetched:] if path.endswith("rdkit.pack")], (
        "what came before stays"
    )
    visitor.context.set_offline(True)
    page.goto(f"{host.url}en/play/ion/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    visitor.complaints.clear()  # the browser reports that the version was refused
    visitor.leave()


SNAPSHOT = """async (damage) => {
  const cache = await caches.open("pocket-memory");
  const [place] = await cache.keys();
  if (!place) return null;
  const found = await cache.match(place);
  let content = new Uint8Array(await found.arrayBuffer());
  const half = content.length >> 1;
  if (damage === "cut off") content = content.slice(0, half);
  else if (damage === "one byte") content[half] ^= 1;
  else if (damage === "empty") content = new Uint8Array();
  if (damage) await cache.put(place, new Response(content, { headers: found.headers }));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].join(" ");
}"""
KEEPS = f"async () => Boolean(await ({SNAPSHOT})())"
ANEW = f"async (damaged) => {{ const now = await ({SNAPSHOT})(); return now && now !== damaged; }}"


@pytest.mark.parametrize("damage", ["one byte", "cut off", "empty"])
def test_a_damaged_snapshot_of_python_is_thrown_away(visitor: Visitor, damage: str) -> None:
    page = visitor.page
    page.wait_for_function(KEEPS)
    damaged = page.evaluate(SNAPSHOT, damage)
    page.goto(f"{visitor.url}/en/r/?tiles=Na,Cl&rules=compoundit:standard")
    expect(page.locator(".hero")).to_contain_text("sodium chloride", ignore_case=True)
    page.wait_for_function(ANEW, arg=damaged)
    page.reload()
    expect(page.locator(".hero")).to_contain_text("sodium chloride", ignore_case=True)
