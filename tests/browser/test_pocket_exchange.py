"""Pages of the pocket edition that ask the judge alone take each other's place: Python starts once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import Visitor
from tests.support.pocket import PATIENCE, Host, hosting
from tests.support.sampling import in_turn

READY = "html[data-judge=ready]"
MARK = "globalThis.mark = (globalThis.mark ?? 0) + 1"
NAMES = r"/en/name/?$"


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as found:
        yield found
    expect.set_options(timeout=180_000)


@pytest.fixture
def visitor(browser: Browser, host: Host) -> Iterator[Visitor]:
    visit = Visitor(browser, host.url.rstrip("/"), "phone")
    visit.context.set_default_timeout(PATIENCE)
    yield visit
    assert visit.complaints == []
    visit.leave()


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()


def starts(host: Host) -> int:
    """How often Python was fetched: the host's files are not kept, and the browser's cache is asked for them."""
    return sum(path.endswith("judge.pack") for path in host.asked)


def listeners(page: Page) -> list[int]:
    """How many there are outside of the page's own content."""
    wire = page.context.new_cdp_session(page)
    found = []
    for name in ("window", "document", "navigator.serviceWorker"):
        held = wire.send("Runtime.evaluate", {"expression": name})["result"]
        if "objectId" in held:
            heard = wire.send("DOMDebugger.getEventListeners", {"objectId": held["objectId"]})
            found.append(len(heard["listeners"]))
    wire.detach()
    return found


def test_a_second_page_has_the_judge_of_the_first(visitor: Visitor, host: Host) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/r?tiles=Na,Cl&rules=compoundit:standard")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(READY)).to_be_attached()
    expect(page.locator("#log-list li")).to_have_count(0)  # it is filled when somebody looks
    page.get_by_role("button", name="Log").first.click()
    expect(page.locator("#log-list li")).to_have_count(1)
    page.locator("#log-sheet [data-close]").click()
    page.evaluate(MARK)
    follow(page, "Names")
    expect(page).to_have_url(re.compile(NAMES))
    expect(page).to_have_title("Names · Adjudicator")
    expect(page.locator("nav [aria-current=page]")).to_have_text("Names")
    expect(page.locator("h1#enter-title")).to_be_focused()
    page.locator("#keypad button[aria-label^='sodium,']").click()
    page.locator("#keypad button[aria-label^='chlorine,']").click()
    page.locator("#said").fill("sodium chloride")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    named = page.url
    follow(page, "Look up")
    expect(page).to_have_title("Look up · Adjudicator")
    page.locator("#q").fill("ethanol")
    page.keyboard.press("Enter")
    expect(page.locator("#found .structure svg").first).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page).to_have_url(named)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    page.go_forward()
    expect(page.locator("#lookup-form")).to_be_visible()
    assert page.evaluate("globalThis.mark") == 1
    assert len(page.workers) == 1
    assert starts(host) == 1


SENT_AT_ONCE = """() => new MutationObserver((_, watching) => {
  const form = document.querySelector("#lookup-form");
  if (!form) return;
  watching.disconnect();
  form.querySelector("#q").value = "ethanol";
  form.requestSubmit();
}).observe(document.documentElement, { childList: true })"""


def test_what_is_sent_before_the_script_of_a_page_is_there_is_not_lost(visitor: Visitor, host: Host) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/r?tiles=Na,Cl&rules=compoundit:standard")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(READY)).to_be_attached()
    page.evaluate(MARK)
    page.evaluate(SENT_AT_ONCE)
    follow(page, "Look up")
    expect(page.locator("#found .structure svg").first).to_be_visible()
    assert page.evaluate("globalThis.mark") == 1


@in_turn(3)
def test_practice_looks_as_when_it_is_opened_alone(visitor: Visitor, host: Host) -> None:
    """It has a style sheet of its own."""
    page = visitor.page
    page.goto(f"{host.url}en/practice/")
    expect(page.locator(READY)).to_be_attached()
    page.wait_for_load_state()
    looks = "document.querySelector('main').offsetHeight"
    alone = page.evaluate(looks)
    page.goto(f"{host.url}en/name/")
    page.evaluate(MARK)
    follow(page, "Practice")
    expect(page.locator("#practice-title")).to_be_focused()
    assert page.evaluate(looks) == alone
    assert page.evaluate("globalThis.mark") == 1


def test_a_page_that_was_left_hears_nothing_more(visitor: Visitor, host: Host) -> None:
    """Neither of events nor of an answer that comes late."""
    page = visitor.page
    host.hold("table.pack")
    page.goto(f"{host.url}en/")
    follow(page, "Names")
    follow(page, "Judge")
    expect(page.locator("#typed")).to_be_visible()
    before = listeners(page)
    for name in ("Names", "Look up", "Judge"):
        follow(page, name)
        expect(page.locator("main h1").first).to_be_focused()
    assert listeners(page) == before
    page.locator("#typed").fill("CO2")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()
    expect(page).to_have_url(re.compile(r"/en/r\?"))
    follow(page, "Names")
    expect(page).to_have_url(re.compile(NAMES))
    host.release()
    expect(page.locator(READY)).to_be_attached()
    page.locator("#keypad button[aria-label^='sodium,']").click()
    page.locator("#keypad button[aria-label^='chlorine,']").click()
    page.locator("#said").fill("sodium chloride")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_contain_text("sodium chloride")
    expect(page).to_have_url(re.compile(r"/en/name\?"))


SLOW_TO_READ = """() => {
  const read = Response.prototype.json;
  const released = new Promise((resolve) => (globalThis.release = resolve));
  Response.prototype.json = async function () {
    globalThis.beingRead ||= !this.url; // an answer of the judge on this device
    const content = await read.call(this);
    await released;
    return content;
  };
}"""


def test_an_answer_that_was_being_read_when_its_page_was_left_is_dropped(
    visitor: Visitor, host: Host
) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/")
    expect(page.locator(READY)).to_be_attached()
    page.evaluate(SLOW_TO_READ)
    page.locator("#typed").fill("NaCl")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()
    page.wait_for_function("() => globalThis.beingRead")
    follow(page, "Look up")
    expect(page.locator("#lookup-form")).to_be_visible()
    page.evaluate("release()")
    page.locator("#q").fill("ethanol")
    page.keyboard.press("Enter")
    expect(page.locator("#found .structure svg").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/en/lookup/?\?q=ethanol"))


def test_back_is_where_the_reader_was(visitor: Visitor, host: Host) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/lookup/?q=ethanol")
    expect(page.locator("#found article").first).to_be_visible()
    page.evaluate("scrollTo(0, 300)")
    far = page.evaluate("scrollY")
    assert far > 100
    page.evaluate(MARK)
    page.evaluate("document.querySelector('nav a[href$=name]').click()")  # a tap would scroll there first
    expect(page.locator("#said")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page.locator("#found article").first).to_be_visible()
    page.wait_for_function("(far) => Math.abs(scrollY - far) < 2", arg=far)
    assert page.evaluate("globalThis.mark") == 1


@in_turn(3)
def test_a_table_is_a_page_of_its_own(visitor: Visitor, host: Host) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/")
    expect(page.locator(READY)).to_be_attached()
    follow(page, "Names")
    expect(page.locator("#said")).to_be_visible()
    page.evaluate(MARK)
    follow(page, "Play")
    expect(page).to_have_url(re.compile(r"/en/play/$"))
    assert page.evaluate("globalThis.mark") is None
    page.go_back()
    expect(page.locator("#said")).to_be_visible()
    page.go_back()
    expect(page.locator("#typed")).to_be_visible()
    page.locator("#typed").fill("NaCl")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")


@pytest.mark.parametrize("part", ["data-pocket", "script"])
def test_a_page_of_another_version_is_an_ordinary_visit(visitor: Visitor, host: Host, part: str) -> None:
    page = visitor.page
    page.goto(f"{host.url}en/")
    page.evaluate(MARK)

    def other(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        changed: Any = (
            re.sub(r'(data-pocket="[^"]*judge/)', r"\1x", text)
            if part == "data-pocket"
            else re.sub(r'(src="[^"]*app/)(?=\w+/exchanged)', r"\1x", text)
        )
        assert changed != text
        route.fulfill(response=answer, body=changed)

    visitor.context.route(re.compile(r"/en/name/?$"), other)
    follow(page, "Names")
    expect(page).to_have_url(re.compile(NAMES))
    page.wait_for_function("globalThis.mark === undefined")
    visitor.complaints.clear()  # nothing of that version is there
