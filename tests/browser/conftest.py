"""A server and a browser for all tests of the pages, and a new visitor for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from adjudicator_api.pocket.parts import default_folder
from adjudicator_api.pocket.site import build
from tests.support.browsing import GERMAN, Visitor, chromium
from tests.support.serving import Server, serving

expect.set_options(timeout=180_000)  # allows for a crowded machine and a bot that thinks for the first time


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file only: Playwright keeps a loop running, which breaks other tests of this worker."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("pages")
    with serving(
        folder,
        ADJUDICATOR_BOT_PAUSE_MS="60",
        ADJUDICATOR_OFFER_SECONDS="8",  # long enough to answer; games of bots that offer go on
        ADJUDICATOR_ANALYSIS_PLAYOUTS="8",
        ADJUDICATOR_THINKING_PERCENT="0",
    ) as started:
        yield started


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pocket edition that `make site` has built, where CI names it; otherwise built here."""
    built = os.environ.get("ADJUDICATOR_TEST_SITE")
    folder = Path(built) if built else tmp_path_factory.mktemp("pocket") / "site"
    if not built:
        build(folder, default_folder())
    return folder


NIGHTLY = pytest.mark.nightly
IN_GERMAN = pytest.param(GERMAN, marks=NIGHTLY)


@pytest.fixture(params=["phone", pytest.param("desktop", marks=NIGHTLY), IN_GERMAN])
def visitor(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Visitor]:
    """On a phone; nightly also on a desktop and in German."""
    visit = Visitor(browser, server.url, request.param)
    yield visit
    visit.leave()


@pytest.fixture(params=["phone", IN_GERMAN])
def any_phone(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Visitor]:
    """On a phone; nightly also in German."""
    visit = Visitor(browser, server.url, request.param)
    yield visit
    visit.leave()


@pytest.fixture
def small(browser: Browser, server: Server) -> Iterator[Visitor]:
    """The smallest of the gallery's screens."""
    visit = Visitor(browser, server.url, "small")
    yield visit
    visit.leave()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visitor]:
    visit = Visitor(browser, server.url, "phone")
    yield visit
    visit.leave()
