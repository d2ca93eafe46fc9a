"""Pages of a service with a pocket edition: it takes over by itself when the server cannot be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import Visitor
from tests.support.pocket import KEPT, PATIENCE, Host, hosting
from tests.support.sampling import in_turn
from tests.support.serving import Server, serving

READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
TAKEN_OVER = "The judge on this phone answers."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("service"), ADJUDICATOR_POCKET_URL="/pocket/") as started:
        yield started


@pytest.fixture(scope="module")
def host(site: Path, service: Server) -> Iterator[Host]:
    with hosting(site, "/pocket/", f"127.0.0.1:{service.port}") as found:
        yield found


@pytest.fixture
def patient() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=180_000)


def keep_on_this_phone(page: Page, host: Host) -> None:
    """What somebody does who opens the page of the service for the first time."""
    page.goto("/")
    page.wait_for_function(READY)
    page.get_by_role("link", name="Keep on this phone").click()
    expect(page).to_have_url(f"{host.url}en/")
    assert page.evaluate(KEPT)
    expect(page.locator("#keeping")).to_contain_text(re.compile(r"Kept on this phone, \d+ MB"))


@pytest.mark.usefixtures("patient")
@in_turn(2)
def test_it_takes_over_when_the_network_is_cut_and_hands_back(
    browser: Browser, service: Server, host: Host
) -> None:
    visitor = Visitor(browser, host.origin, "phone", workers=True)
    visitor.context.set_default_timeout(PATIENCE)
    page = visitor.page
    keep_on_this_phone(page, host)
    page.goto("/")
    expect(page.get_by_role("link", name="Kept on this phone: judges without a network")).to_be_visible()
    expect(page.locator("#offline-note")).to_be_hidden()

    visitor.context.set_offline(True)
    host.cut_off(True)
    page.goto("/r?formula=C2H6O&rules=compoundit:organic")
    expect(page.locator(".hero")).to_contain_text("ethanol")
    expect(page.locator(".structure svg").first).to_be_visible()
    expect(page.locator("#offline-note")).to_contain_text(TAKEN_OVER)
    visitor.look("takeover-1-ruling")
    page.goto("/name?cards=Na,O,H&name=lye&rules=valence-plus")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    page.goto("/challenge")
    page.get_by_label("The move", exact=True).check()
    page.locator("game-board [data-row='8'][data-col='7']").click()
    for symbol in ("hydrogen", "hydrogen", "oxygen"):
        page.locator(f"#keypad button[aria-label^='{symbol},']").click()
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page).to_have_url(re.compile(r"/challenge/[\w-]{22}$"))
    challenge = page.url
    page.goto("/box/compoundit")
    expect(page).to_have_url(f"{host.url}en/box/compoundit/")
    expect(page.get_by_role("button", name="Save and use it")).to_be_visible()
    page.goto("/play/ion")
    expect(page).to_have_url(f"{host.url}en/play/ion/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    visitor.context.set_offline(False)
    host.cut_off(False)
    page.evaluate("localStorage.removeItem('adjudicator.log')")
    page.goto(challenge)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")  # the server does not have it
    expect(page.locator("#offline-note")).to_be_hidden()

    service.stop()  # its proxy is still running
    page.goto("/r?formula=H2O2&rules=compoundit:expert")
    expect(page.locator(".hero")).to_contain_text("hydrogen peroxide")
    expect(page.locator("#offline-note")).to_contain_text(TAKEN_OVER)
    visitor.leave()


OVER_PLAIN_HTTP = "http://judge.lan"  # not a secure origin, unlike 127.0.0.1
ELSEWHERE = "https://club.example/judge/"


@pytest.mark.parametrize(("url", "address"), [(ELSEWHERE, ELSEWHERE), ("/pocket/", None)])
def test_over_plain_http_the_page_says_that_it_cannot(
    browser: Browser, tmp_path: Path, url: str, address: str | None
) -> None:
    with serving(tmp_path, ADJUDICATOR_POCKET_URL=url) as server:

        def answer(route: Route) -> None:
            route.fulfill(response=route.fetch(url=route.request.url.replace(OVER_PLAIN_HTTP, server.url)))

        visitor = Visitor(browser, OVER_PLAIN_HTTP, "phone", new=True)
        page = visitor.page
        page.route(f"{OVER_PLAIN_HTTP}/**", answer)
        page.goto("/")
        assert page.evaluate("isSecureContext") is False
        said = page.locator("#keeping")
        expect(said).to_contain_text("they do not open without the network")
        expect(said.get_by_role("link")).to_have_count(1 if address else 0)
        if address:
            expect(said.get_by_role("link", name=address)).to_have_attribute("href", address)
        visitor.look("plain-http")
        page.unroute(f"{OVER_PLAIN_HTTP}/**")
        visitor.context.set_offline(True)
        expect(page.locator("#offline-note")).to_contain_text("over plain http")
        visitor.complaints = [one for one in visitor.complaints if "Opener-Policy" not in one]  # https only
        visitor.leave()
