"""Without a network: pages open, the last ruling is readable, and a question is kept until the judge is back."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browsing import Visitor
from tests.support.sampling import in_turn
from tests.support.serving import Server, serving

KEPT = "caches.match(document.documentElement.dataset.device).then((found) => found !== undefined)"
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"

# Chromium 150 reports this after a reload without a network; only requests show the actual state.
LYING = "Object.defineProperty(navigator, 'onLine', { get: () => true })"


@in_turn(3)
def test_offline(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        visitor = Visitor(browser, server.url, "phone", workers=True)
        page = visitor.page
        page.add_init_script(LYING)
        page.goto("/")
        page.wait_for_function(READY)
        page.goto("/docs")
        page.wait_for_function("caches.match('/docs/http').then((found) => found !== undefined)")
        page.goto("/r?tiles=C,O,O&rules=compoundit:standard")
        expect(page.locator(".structure svg")).to_be_visible()
        page.goto("/r?tiles=H,H,O&rules=compoundit:standard")
        expect(page.locator(".hero")).to_contain_text("water")
        server.stop()
        visitor.context.set_offline(True)

        page.reload()
        expect(page.locator(".hero")).to_contain_text("water")
        expect(page.locator(".note")).to_contain_text("Asked on this device")
        expect(page.get_by_text("Offline. What was seen still opens.")).to_be_visible()
        visitor.look("offline-1-last-ruling")

        page.get_by_role("button", name="Log").click()
        page.locator("#log-list a").nth(1).click()
        expect(page.locator(".hero")).to_contain_text("carbon dioxide")
        expect(page.locator(".structure svg")).to_be_visible()

        for address in ("/challenge", "/name", "/rules", "/rules/compoundit", "/docs", "/docs/http"):
            page.goto(address)
            expect(page.locator("h1").first).to_be_attached()
        page.goto("/")
        page.get_by_label("Or type it").fill("NaCl")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Yes").click()
        expect(page.get_by_role("heading", name="The judge cannot be reached")).to_be_visible()
        visitor.look("offline-2-question-kept")

        visitor.context.set_offline(False)
        visitor.requests.clear()
        page.route("**/v1/judge", lambda route: route.abort())
        page.get_by_role("button", name="Change the question").click()
        expect(page.locator("tile-run .symbol")).to_have_text(["Na", "Cl"])
        visitor.leave()


def test_the_finite_games_are_answered_on_the_device(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "phone", workers=True)
    page = visitor.page
    page.goto("/")
    page.wait_for_function(READY)
    page.wait_for_function(KEPT)
    visitor.context.set_offline(True)
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Valence Plus").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_label("Or type it").fill("ohna")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_contain_text("sodium hydroxide")
    expect(page.locator(".note")).to_contain_text("Answered on this device")
    visitor.look("offline-3-on-the-device")
    page.keyboard.press("n")
    page.get_by_label("Or type it").fill("nacl2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_contain_text("only the server can say")
    page.goto("/r?run=Na,O,H&run=H2O&rules=valence-plus")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".runs > li")).to_have_count(2)
    visitor.complaints.clear()
    visitor.leave()


def test_a_second_visit_works_with_the_server_hung(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "phone", workers=True)
    page = visitor.page
    page.goto("/")
    page.wait_for_function(READY)
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    processes = [parent, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        page.goto("/", wait_until="commit")
        page.locator("#keypad button").first.click()
        expect(page.locator("tile-run .symbol")).to_have_text(["H"])
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
    visitor.complaints.clear()
    visitor.leave()


def test_installable(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    for drawn in manifest["icons"]:
        assert page.request.get(drawn["src"]).ok
