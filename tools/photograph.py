"""The pictures of the docs."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
import requests

from adjudicator.prose import ENGLISH, LANGUAGES
from tests.support.browsing import FAKE_CAMERA, chromium
from tests.support.scenes import Scene, film, photographed
from tests.support.serving import served
from tools.files import ROOT, settle, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, Page

RULING = "/r?tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard"
MAGNESIUM_NITRITE = ["Mg", "N", "O", "O", "N", "O", "O"]
ASKED = "\n".join(
    f"charge:{ion}" for ion in ["SO4^2-", "NO3^-", "NH4^+", "CO3^2-", "PO4^3-", "OH^-", "Mg^2+"]
)
WRITTEN = "write:iron(III) sulfate\nwrite:calcium hydroxide"
AT_TABLES = ("Ada", "Ben", "Cleo", "Dara", "Emil", "Fia", "Gus", "Hana", "Ivo")
LAPTOP = "http://192.168.1.5:8000"  # an address that a laptop in a classroom may have
SERVER = "http://adjudicator.school:8000"
LARGEST = 300_000  # bytes
WINDOWS = """
body { margin: 20px; background: #dfe5ec; font-family: "DejaVu Sans", sans-serif }
section { background: white; border: 1px solid #8894a5; border-radius: 8px; overflow: hidden }
section + section { margin-top: 20px }
header { background: #c3ccd8; padding: 8px 14px; min-height: 18px; font-size: 15px }
.terminal { background: #10151d; color: #e8edf4 }
pre { margin: 0; padding: 12px 14px; font: 16px/1.6 "DejaVu Sans Mono", monospace }
img { display: block; width: 100% }
"""
FILM = """
body { margin: 0; padding: 10px; display: flex; align-items: start; gap: 10px; background: #dfe5ec }
img { width: 295px; border: 1px solid #8894a5; border-radius: 8px }
"""


@click.command()
@writing
def photograph(write: bool) -> None:
    """Take the pictures of the docs in every language: a ruling, the camera, classes, how to start.

    Starts a service of its own; needs chromium. Pages whose look has changed have other pictures.
    """
    with (
        TemporaryDirectory() as films,
        served(ADJUDICATOR_ANSWER_SECONDS="600", ADJUDICATOR_PUBLIC_URL=LAPTOP) as server,
        filming(Path(films) / "run.mjpeg") as browser,
    ):
        for language in LANGUAGES:
            folder = ROOT / "docs" / ("" if language == ENGLISH else language)
            ruling = _picture(browser, f"{server.url}{RULING}", ".hero", language, (390, 844), 2)
            closed = f"{server.url}/class/{_answered_class(server.url, language).id}"
            asked = _picture(browser, closed, ".closed", language, (960, 560), 1)
            written = _Class(server.url, language, WRITTEN, ["Iron Owl"])
            written.lead("next")
            formula = _picture(
                browser,
                f"{server.url}/class/join/{written.code}",
                "#nickname",
                language,
                (390, 780),
                1,
                _join,
            )
            spread = _Class(server.url, language, WRITTEN, AT_TABLES)
            spread.post("/tables", {"game": "compoundit", "players": 3}, spread.token)
            glance = f"{server.url}/class/{spread.id}/tables/compoundit#{spread.token}"
            tables = _picture(browser, glance, ".glance-board", language, (1280, 800), 1)
            phones = _picture(browser, f"{server.url}/phones", "#phone-code[src]", language, (960, 560), 1)
            camera = film_strip(browser, server.url, language)
            pictures = {"judge.png": ruling, "camera.png": camera, "class.png": asked, "phones.png": phones}
            pictures |= {"lesson-phone.png": formula, "lesson-tables.png": tables}
            home = _picture(browser, server.url, "main", language, (960, 560), 1)
            for name, prompt, address, opened in (
                ("windows", r"C:\Users\school\Downloads> ", f"{LAPTOP}/phones", phones),
                ("unix", "$ ", f"{LAPTOP}/phones", phones),
                ("server", "$ ", SERVER, home),
            ):
                typed = [f"{prompt}{line}" for line in lines_to_type(language)[name]]
                pictures[f"start-{name}.png"] = _started(browser, typed, address, opened)
            settle({folder / name: picture for name, picture in pictures.items()}, write=write)


def lines_to_type(language: str) -> dict[str, list[str]]:
    """The three ways to start, as the page for teachers has them: what to type for each."""
    page = ROOT / "docs" / ("" if language == ENGLISH else language) / "class.md"
    blocks = re.findall(r"^```\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return dict(zip(("windows", "unix", "server"), (block.splitlines() for block in blocks), strict=False))


def _started(browser: Browser, typed: Sequence[str], address: str, opened: bytes) -> bytes:
    """A terminal with the lines to type, and below it the browser with what opens then."""
    lines = "".join(f"<div>{escape(line)}</div>" for line in typed)
    shown = b64encode(opened).decode()
    page = browser.new_page(viewport={"width": 1000, "height": 760}, color_scheme="light")
    page.set_content(
        f"""<style>{WINDOWS}</style><section class="terminal"><header></header><pre>{lines}</pre></section>
        <section><header>{escape(address)}</header><img src="data:image/png;base64,{shown}"></section>"""
    )
    page.locator("img").first.wait_for()
    picture = page.screenshot(full_page=True)
    page.close()
    return _small_enough(picture, address)


@contextmanager
def filming(seen: Path) -> Iterator[Browser]:
    """A browser whose camera sees a run on a table."""
    with chromium(*FAKE_CAMERA, f"--use-file-for-fake-video-capture={seen}") as browser:
        page = browser.new_page()
        seen.write_bytes(film(photographed(page, Scene(MAGNESIUM_NITRITE, height=240))))
        page.close()
        yield browser


def film_strip(browser: Browser, url: str, language: str) -> bytes:
    """A run under a phone's camera, from the button to the ruling, one screen beside the other."""
    page = _page(browser, language, (390, 844), 1)
    page.goto(url)
    screens = [page.screenshot()]
    page.locator("#camera").click()
    page.locator(f"#camera-sheet[data-reading='{' '.join(MAGNESIUM_NITRITE)}'][data-sure=true]").wait_for()
    screens.append(page.screenshot())
    page.locator("#camera-take").click()
    page.locator("#run .tile-button").nth(len(MAGNESIUM_NITRITE) - 1).wait_for()
    screens.append(page.screenshot())
    page.locator("#ask").click()
    page.locator("#confirm-yes").click()
    page.locator(".hero").wait_for()
    screens.append(page.screenshot())
    page.close()
    page = browser.new_page(viewport={"width": 1240, "height": 662})
    shown = "".join(f'<img src="data:image/png;base64,{b64encode(screen).decode()}">' for screen in screens)
    page.set_content(f"<style>{FILM}</style>{shown}")
    page.locator("img").last.wait_for()
    picture = page.locator("body").screenshot()
    page.close()
    return _small_enough(picture, url)


class _Class:
    """A class with pupils in it, as their devices make it."""

    def __init__(self, url: str, language: str, exercises: str, nicknames: Sequence[str]) -> None:
        self.url, self.path = url, "/v1/classes"
        made = self.post("", {"exercises": exercises, "language": language})
        self.id, self.code, self.token = (str(made[name]) for name in ("id", "code", "teacher_token"))
        self.tokens = [self.post(f"/join/{self.code}", {"nickname": name})["token"] for name in nicknames]
        self.path = f"/v1/classes/{self.id}"
        for token in self.tokens:  # a place counts once its device has fetched its own view
            requests.get(url + self.path, headers={"Authorization": f"Bearer {token}"}, timeout=600)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        head = {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.post(self.url + self.path + path, json=body, headers=head, timeout=600)
        answer.raise_for_status()
        return answer.json()

    def lead(self, command: str) -> None:
        self.post("/commands", {"type": command}, self.token)


def _answered_class(url: str, language: str) -> _Class:
    """A class of two whose first question is closed: one answer is right, one is wrong."""
    class_ = _Class(url, language, ASKED, ("Neon Otter", "Iron Owl"))
    class_.lead("next")
    for token, answer in zip(class_.tokens, ("-2", "+1"), strict=True):
        class_.post("/answers", {"question": 0, "answer": answer}, token)
    class_.lead("close")
    return class_


def _join(page: Page) -> None:
    """A pupil joins and has begun to write a formula."""
    page.locator("#nickname").fill("Neon Otter")
    page.locator("#class-room button.primary").click()
    for symbol in ("Fe", "S"):
        page.locator(f"[data-key={symbol}]").click()


def _picture(
    browser: Browser,
    address: str,
    there: str,
    language: str,
    size: tuple[int, int],
    scale: int,
    act: Callable[[Page], None] = lambda _: None,
) -> bytes:
    page = _page(browser, language, size, scale)
    page.goto(address)
    page.locator(there).first.wait_for()
    act(page)
    picture = page.screenshot()
    page.close()
    return _small_enough(picture, address)


def _page(browser: Browser, language: str, size: tuple[int, int], scale: int) -> Page:
    return browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        locale=language,
    )


def _small_enough(picture: bytes, address: str) -> bytes:
    if len(picture) > LARGEST:
        raise click.ClickException(
            f"{address} takes {len(picture)} bytes; at most {LARGEST} go into the docs."
        )
    return picture
