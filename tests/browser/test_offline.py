"""Without a network: pages open, the last ruling is readable, a question is kept until the judge is back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browsing import Visitor
from tests.support.serving import serving

READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def test_offline(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        visitor = Visitor(browser, server.url, "phone", workers=True)
        page = visitor.page
        page.goto("/")
        page.wait_for_function(READY)
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

        for address in ("/challenge", "/name", "/rules", "/rules/compoundit"):
            page.goto(address)
            expect(page.locator("h1").first).to_be_attached()
        page.goto("/")
        page.get_by_label("Or type it").fill("NaCl")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Yes").click()
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        visitor.look("offline-2-question-kept")

        visitor.context.set_offline(False)
        visitor.requests.clear()
        page.route("**/v1/judge", lambda route: route.abort())
        page.get_by_role("button", name="Change the question").click()
        expect(page.locator("tile-run .symbol")).to_have_text(["Na", "Cl"])
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
