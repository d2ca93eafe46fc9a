"""The pocket edition in Chromium: opened once, then judged with the network cut and the host gone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator_api.pocket.parts import default_folder
from adjudicator_api.pocket.site import build
from tests.support.browsing import Visitor
from tests.support.pocket import hosting

KEPT = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ||
  new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve))).then(() => true)"""
PATIENCE = 600_000  # milliseconds: a crowded machine, and an interpreter that begins


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make site` has built it where CI says so; else built here."""
    built = os.environ.get("ADJUDICATOR_TEST_SITE")
    folder = Path(built) if built else tmp_path_factory.mktemp("pocket") / "site"
    if not built:
        build(folder, default_folder())
    return folder


@pytest.fixture(scope="module")
def kept(browser: Browser, site: Path) -> Iterator[Visitor]:
    """Somebody who has opened it once. Now the network is cut, and the host is gone as well."""
    with hosting(site) as host:
        visitor = Visitor(browser, host.url, "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        page = visitor.page
        page.goto(host.url)
        expect(page).to_have_url(f"{host.url}en/")
        assert page.evaluate(KEPT)
        expect(page.locator("html[data-judge=ready]")).to_be_attached(timeout=PATIENCE)
        foreign = [asked for asked in visitor.requests if not asked.startswith(host.url)]
        assert not foreign
    visitor.context.set_offline(True)
    yield visitor
    assert visitor.complaints == []
    visitor.leave()


def ask_for(page: Page, text: str) -> None:
    page.get_by_label("Or type it").fill(text)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()


RULINGS = [
    ("NaCl", "compoundit:beginner", "valid"),
    ("MgNOONOO", "compoundit:standard", "valid"),
    ("CO2", "compoundit:simple-lewis", "valid"),
    ("C2H6O", "compoundit:organic", "valid"),
    ("C6H6", "compoundit:complex-lewis", "valid"),
    ("NaNa", "compoundit:expert", "invalid"),
    ("NaOH", "valence-plus", "valid"),
    ("NaOH", "valence-original", "valid"),
    ("NaCl", "ion:base", "valid"),
    ("H2O", "compounded", "valid"),
    ("H2O", "chemistry-monopoly", "valid"),
]


def test_rulings_without_a_network(kept: Visitor) -> None:
    """In every rule set, by the page's own way to ask: a link to a ruling, which is a start and a reload each."""
    page = kept.page
    for text, rules, ruling in RULINGS:
        asked = f"formula={text}" if re.search(r"\d", text) or "valence" in rules else f"tiles={text}"
        page.goto(f"{kept.url}en/r?{asked}&rules={rules}")
        expect(page.locator(f".hero[data-ruling='{ruling}']"), rules).to_be_visible(timeout=PATIENCE)


def test_typed_drawn_and_reloaded(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}en/")
    ask_for(page, "COO")
    expect(page.locator(".hero")).to_contain_text("carbon dioxide", timeout=PATIENCE)
    expect(page.locator(".structure svg")).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.locator(".hero")).to_contain_text("carbon dioxide", timeout=PATIENCE)


def test_a_start_from_the_icon(kept: Visitor) -> None:
    """The address that the manifest gives the icon leads to the language that was chosen."""
    page = kept.context.new_page()
    page.goto(kept.url)
    expect(page).to_have_url(f"{kept.url}en/")
    page.get_by_label("Language").select_option("de")
    expect(page).to_have_url(f"{kept.url}de/")
    page.goto(kept.url)
    expect(page).to_have_url(f"{kept.url}de/")
    expect(page.get_by_role("link", name="Regeln").first).to_be_visible()
    page.get_by_label("Sprache").select_option("en")
    page.close()


def test_names(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}en/name?cards=Na,O,H&name=lye&rules=valence-plus")
    expect(page.locator(".hero[data-ruling='valid']")).to_be_visible(timeout=PATIENCE)


def test_every_link_leads_somewhere(site: Path) -> None:
    """On a host that knows nothing but files, and without the worker: folders have their index."""
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        place = page.relative_to(site).as_posix().removesuffix("index.html")
        for link in re.findall(
            r' (?:href|src|data-icons|data-device|data-pocket)="([^"#]*)', page.read_text()
        ):
            address = urlsplit(urljoin(f"http://host/{place}", link))
            assert not link.startswith("/"), (place, link)
            if address.netloc != "host" or not link:
                continue
            found = site / address.path.removeprefix("/")
            assert found.is_file() or (found / "index.html").is_file(), (place, link)
