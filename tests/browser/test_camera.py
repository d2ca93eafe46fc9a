"""The camera reads a run: from the button to the ruling, from a photo, and what is said when it cannot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.measures.reading import box_of, labelled, read_all, report
from tests.support.browsing import Visitor, chromium
from tests.support.scenes import Scene, film, photographed
from tests.support.serving import Server

RUN = ["Mg", "N", "O", "O", "N", "O", "O"]
FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("films")


@pytest.fixture(scope="module")
def browser(films: Path) -> Iterator[Browser]:
    """Its camera sees a run of magnesium nitrite on a table."""
    place = films / "run.mjpeg"
    with chromium(*FAKE, f"--use-file-for-fake-video-capture={place}") as found:
        page = found.new_page()
        picture = photographed(page, Scene(RUN, height=240))
        page.close()
        place.write_bytes(film(picture))
        picture.save(films / "run.png")
        yield found


@pytest.fixture
def camera(browser: Browser, server: Server) -> Iterator[Visitor]:
    visit = Visitor(browser, server.url, "phone")
    yield visit
    visit.leave()


def reading(page: Page, run: list[str]) -> None:
    expect(page.locator("#camera-sheet")).to_have_attribute("data-reading", " ".join(run))


def test_a_run_under_the_camera_is_read_taken_and_ruled_on(camera: Visitor) -> None:
    page = camera.page
    page.goto("/")
    assert not any("camera." in address or "reader." in address for address in camera.requests)
    page.locator("#camera").click()
    reading(page, RUN)
    expect(page.locator("#camera-sheet [role=status]")).to_have_text("Read: Mg, N, O, O, N, O, O")
    expect(page.locator("#camera-sheet")).to_contain_text("The picture stays on this device")
    camera.photograph("camera-reading")
    page.locator("#camera-take").click()
    expect(page.locator("#run .tile-button")).to_have_count(len(RUN))
    camera.photograph("camera-taken")
    page.locator("#ask").click()
    page.locator("#confirm-yes").click()
    expect(page.locator(".hero")).to_contain_text("valid", ignore_case=True)
    camera.photograph("camera-ruled")
    sent = [address for address in camera.requests if not address.startswith(camera.url)]
    assert sent == []


def test_the_challenge_lays_what_was_read_from_the_chosen_square_on(camera: Visitor) -> None:
    page = camera.page
    page.goto("/challenge")
    page.locator("#camera").click()
    reading(page, RUN)
    page.locator("#camera-take").click()
    expect(page.locator("#board [data-symbol], #board element-tile")).to_have_count(len(RUN))


def test_a_photo_is_read_within_a_frame_over_it(camera: Visitor, films: Path) -> None:
    page = camera.page
    page.goto("/")
    page.locator("#camera").click()
    page.locator("#camera-photo").set_input_files(films / "run.png")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)


def test_the_tool_counts_what_the_page_reads(
    browser: Browser, server: Server, films: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a strip and of a picture that is no strip, over which the frame is drawn; the second label is wrong."""
    page = browser.new_page()
    photographed(page, Scene(["Mg", "O"], share=0.6)).save(films / "short.png")
    page.close()
    labels = [{"file": "run.png", "run": RUN}, {"file": "short.png", "run": ["Mg", "S"], "kind": "short"}]
    (films / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    box = box_of(None)
    results = list(read_all(browser, server.url, list(labelled(films)), box))
    assert [(result.read, result.whole, result.tiles) for result in results] == [
        (tuple(RUN), True, len(RUN)),
        (("Mg", "O"), False, 1),
    ]
    report(results)
    assert capsys.readouterr().out.splitlines()[-1].split()[:4] == ["all", "2", "50.0", "%"]
