"""The camera reads a run: from the button to the ruling, from a photo, and what is said when it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_in_german import english_on
from tests.support.browsing import ARGUMENTS, CHROMIUM, FAKE_CAMERA, Visitor, chromium
from tests.support.pocket import KEPT, PATIENCE, hosting
from tests.support.sampling import in_turn
from tests.support.scenes import Scene, film, photographed
from tests.support.serving import Server

RUN = ["Mg", "N", "O", "O", "N", "O", "O"]
STATUS = "#camera-sheet [role=status]"
HINT = "#camera-hint"
# A device whose browser answers so when the camera is asked for.
FAILS = (
    """(name) => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name)) }"""
)


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("films")


@pytest.fixture(scope="module")
def browser(films: Path) -> Iterator[Browser]:
    """Its camera sees a run of magnesium nitrite on a table."""
    place = films / "run.mjpeg"
    with chromium(*FAKE_CAMERA, f"--use-file-for-fake-video-capture={place}") as found:
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
    expect(page.locator(STATUS)).to_have_text("Read: Mg, N, O, O, N, O, O")
    expect(page.locator("#camera-sheet")).to_contain_text("The picture stays on this device")
    camera.photograph("camera-reading")
    page.locator("#camera-take").click()
    expect(page.locator("#run .tile-button")).to_have_count(len(RUN))
    expect(page.locator("#announcement")).to_have_text("Taken: Mg, N, O, O, N, O, O")
    camera.photograph("camera-taken")
    page.locator("#ask").click()
    page.locator("#confirm-yes").click()
    expect(page.locator(".hero")).to_contain_text("valid", ignore_case=True)
    camera.photograph("camera-ruled")
    sent = [address for address in camera.requests if not address.startswith(camera.url)]
    assert sent == []


@in_turn(3)
def test_without_a_network_a_run_under_the_camera_is_read_and_ruled_on(browser: Browser, site: Path) -> None:
    """By the pocket edition, opened once: now the network is cut, and the host is gone as well."""
    with hosting(site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        page = visitor.page
        page.goto(host.url)
        expect(page.locator("html[data-judge=ready]")).to_be_attached(timeout=PATIENCE)
        assert page.evaluate(KEPT)
    visitor.context.set_offline(True)
    page.reload()
    page.locator("#camera").click()
    reading(page, RUN)
    expect(page.locator(STATUS)).to_have_text("Read: Mg, N, O, O, N, O, O")
    page.locator("#camera-take").click()
    page.locator("#ask").click()
    page.locator("#confirm-yes").click()
    expect(page.locator(".hero")).to_contain_text("magnesium nitrite", timeout=PATIENCE)
    assert visitor.complaints == []
    visitor.leave()


def test_the_challenge_lays_what_was_read_from_the_chosen_square_on(camera: Visitor) -> None:
    page = camera.page
    page.goto("/challenge")
    page.locator("#camera").click()
    reading(page, RUN)
    page.locator("#camera-take").click()
    expect(page.locator("#board [data-symbol], #board element-tile")).to_have_count(len(RUN))


def test_a_blank_tile_is_named_and_its_square_stays_free(camera: Visitor, films: Path) -> None:
    page = camera.page
    drawing = camera.context.new_page()
    photographed(drawing, Scene(["Mg", "", "O"])).save(films / "blank.png")
    drawing.close()
    page.goto("/challenge")
    page.evaluate(FAILS, "NotFoundError")
    page.evaluate("document.addEventListener('camera-opens', ({ detail }) => { detail.blanks = 2; })")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "blank.png")
    reading(page, ["Mg", "?", "O"])
    expect(page.locator(STATUS)).to_contain_text("Read: Mg, Blank tile, O")
    expect(page.locator(HINT)).to_contain_text("A blank tile was read.")
    page.locator("#camera-take").click()
    expect(page.locator("#announcement")).to_have_text("Taken: Mg, O")
    laid = page.locator("#board [data-col]:has(element-tile)")
    expect(laid).to_have_count(2)
    first, second = (laid.nth(at).get_attribute("data-col") or "" for at in range(2))
    assert int(second) == int(first) + 2


def test_a_photo_is_read_within_a_frame_over_it(camera: Visitor, films: Path) -> None:
    page = camera.page
    page.goto("/")
    page.locator("#camera").click()
    page.locator("#camera-photo").set_input_files(films / "run.png")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("NotAllowedError", "The camera may not be used here."),
        ("NotFoundError", "There is no camera here."),
        ("NotReadableError", "The camera does not start"),
    ],
)
def test_without_a_camera_it_says_why_and_typing_is_one_key_away(
    camera: Visitor, error: str, sentence: str
) -> None:
    page = camera.page
    page.goto("/")
    page.evaluate(FAILS, error)
    page.locator("#camera").click()
    expect(page.locator(f"{HINT}[role=alert]")).to_contain_text(sentence)
    expect(page.locator(HINT)).to_contain_text("hoose a photo, or type the tiles.")
    page.keyboard.press("Escape")
    expect(page.locator("#camera")).to_be_focused()
    page.locator("#typed").fill("HHO")
    expect(page.locator("#run .tile-button")).to_have_count(3)


def test_a_page_without_a_secure_address_has_no_camera_but_photos(camera: Visitor, films: Path) -> None:
    page = camera.page
    page.goto("/")
    page.evaluate("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.evaluate("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("only on pages with a secure address")
    page.locator("#camera-photo").set_input_files(films / "run.png")
    reading(page, RUN)
    page.locator("#camera-photo").set_input_files(__file__)
    expect(page.locator(HINT)).to_have_text("This file is no picture that the browser can show.")


def test_too_dark_and_too_blurred_are_said_and_not_taken_for_sure(camera: Visitor, films: Path) -> None:
    page = camera.page
    drawing = camera.context.new_page()
    photographed(drawing, Scene(["Mg", "O"], blur=9.0)).save(films / "blurred.png")
    drawing.close()
    Image.new("RGB", (360, 90), "tan").save(films / "empty.png")
    with Image.open(films / "blurred.png") as blurred:
        blurred.point(lambda value: value // 16).save(films / "dark.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    for name, words in (("dark", "too dark"), ("blurred", "blurred"), ("empty", "Draw a frame over the run")):
        page.locator("#camera-photo").set_input_files(films / f"{name}.png")
        expect(page.locator(HINT)).to_contain_text(words)
        expect(page.locator(STATUS)).to_contain_text(words)
        expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "false")
    expect(page.locator("#camera-take")).to_have_attribute("aria-disabled", "true")
    page.locator("#camera-take").click(force=True)
    expect(page.locator("#camera-sheet")).to_be_visible()


@pytest.mark.parametrize("run", [["K", "Mg", "P", "S"], ["Cl", "Br", "O", "Ca"]])
def test_a_run_that_lies_upside_down_is_offered_as_read_from_the_other_side(
    camera: Visitor, films: Path, run: list[str]
) -> None:
    """Read as it lies it is not sure, though the second would be: held to the box, by other symbols."""
    page = camera.page
    drawing = camera.context.new_page()
    photographed(drawing, Scene(run)).rotate(180).save(films / "turned.png")
    drawing.close()
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "turned.png")
    expect(page.locator(STATUS)).to_contain_text("upside down")
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "false")
    page.get_by_role("button", name=f"Read from the other side: {', '.join(run)}", exact=True).click()
    reading(page, run)
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")
    page.locator("#camera-take").click()
    expect(page.locator("#run .tile-button")).to_have_count(len(run))


def test_a_frame_across_the_run_is_not_sure_of_the_one_tile_in_it(camera: Visitor, films: Path) -> None:
    """O looks the same from all sides, so the reader itself has no doubt."""
    page = camera.page
    drawing = camera.context.new_page()
    along = photographed(drawing, Scene(["Mg", "O", "K"], height=240))
    drawing.close()
    across = along.rotate(90, expand=True)
    middle = across.crop((0, across.height // 2 - 110, across.width, across.height // 2 + 110))
    wide = Image.new("RGB", (600, middle.height), middle.getpixel((2, 2)))
    wide.paste(middle, (180, 0))
    wide.save(films / "across.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "across.png")
    reading(page, ["O"])
    expect(page.locator(STATUS)).to_have_text(
        "Read: O. Only one tile is in the frame: lay the frame along the run, from one end to the other."
    )
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "false")
    expect(page.locator(".camera-read .doubtful")).to_have_count(1)


def test_a_run_that_goes_on_beyond_the_frame_is_not_sure(camera: Visitor, films: Path) -> None:
    """A third of a tile is no letter to the reader, and the tiles before it are as likely as ever."""
    page = camera.page
    drawing = camera.context.new_page()
    whole = photographed(drawing, Scene(["Mg", "O", "K", "Cl"], height=240))
    drawing.close()
    whole.crop((0, 0, whole.width - 210, whole.height)).save(films / "cut.png")
    on_table = Image.new("RGB", (960, 720), whole.getpixel((2, 2)))
    on_table.paste(whole.resize((840, round(whole.height * 840 / whole.width))), (275, 300))
    on_table.save(films / "beyond.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    for name in ("cut", "beyond"):
        page.locator("#camera-photo").set_input_files(films / f"{name}.png")
        reading(page, ["Mg", "O", "K"])
        expect(page.locator(STATUS)).to_contain_text("seems to go on beyond the frame")
        expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "false")


def test_two_tiles_that_fill_the_frame_from_end_to_end_are_read(camera: Visitor, films: Path) -> None:
    """Tiles that reach out of the frame, above and below."""
    page = camera.page
    drawing = camera.context.new_page()
    run = photographed(drawing, Scene(["Mg", "C"], height=240))
    drawing.close()
    near = Image.new("RGB", (720, 960), run.getpixel((2, 2)))
    near.paste(run.resize((640, round(run.height * 640 / run.width))), (40, 340))
    near.save(films / "near.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "near.png")
    reading(page, ["Mg", "C"])
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")


def test_everything_is_reached_by_keys(camera: Visitor, films: Path) -> None:
    """From the button to the bench; over a photo the arrows move the frame, and with Shift they size it."""
    page = camera.page
    page.goto("/")
    page.locator("#camera").focus()
    page.keyboard.press("Enter")
    reading(page, RUN)
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("(({ id, innerText }) => id || innerText)(document.activeElement)"))
    assert {"Turn the frame", "camera-photo", "camera-take"} <= set(reached)
    page.locator("#camera-photo").set_input_files(films / "run.png")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)
    frame = "document.querySelector('.camera-frame').getBoundingClientRect().toJSON()"
    page.locator(".camera-view").focus()
    before = page.evaluate(frame)
    page.keyboard.press("Shift+ArrowLeft")
    narrower = page.evaluate(frame)
    assert narrower["width"] < before["width"]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(frame)["x"] > narrower["x"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    reading(page, RUN)
    page.locator("#camera-take").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#camera-sheet")).to_be_hidden()
    expect(page.locator("#camera")).to_be_focused()
    expect(page.locator("#run .tile-button")).to_have_count(len(RUN))


def test_the_frame_stays_over_its_part_of_a_photo_when_the_phone_is_turned(
    camera: Visitor, films: Path
) -> None:
    page = camera.page
    page.goto("/")
    page.locator("#camera").click()
    page.locator("#camera-photo").set_input_files(films / "run.png")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)
    within = """() => {
      const [view, frame] = [".camera-view", ".camera-frame"].map((one) =>
        document.querySelector(`#camera-sheet ${one}`).getBoundingClientRect());
      const { width, height } = document.querySelector(".camera-picture canvas");
      const scale = Math.min(view.width / width, view.height / height);
      const [x, y] = [(view.width - width * scale) / 2, (view.height - height * scale) / 2];
      return [(frame.x - view.x - x) / scale / width, (frame.y - view.y - y) / scale / height,
              frame.width / scale / width, frame.height / scale / height];
    }"""
    page.locator(".camera-view").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowRight")
    before = page.evaluate(within)
    assert before == pytest.approx([0.02, 0, 0.98, 1], abs=0.03)
    upright = page.viewport_size
    assert upright
    page.set_viewport_size({"width": upright["height"], "height": upright["width"]})
    page.wait_for_function(f"(within) => Math.abs(({within})()[0] - within[0]) < 0.02", arg=before)
    assert page.evaluate(within) == pytest.approx(before, abs=0.02)
    page.locator(".camera-view").focus()
    page.keyboard.press("ArrowLeft")
    reading(page, RUN)


def test_on_the_narrowest_phone_in_german(browser: Browser, server: Server, films: Path) -> None:
    """Reading, a photo, and no camera: checked by axe, within 320 pixels, all in German, the main button in sight."""
    visitor = Visitor(browser, server.url, "phone", language="de-DE")
    page = visitor.page
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/")
    page.locator("#camera").click()
    reading(page, RUN)
    expect(page.locator(STATUS)).to_have_text("Gelesen: Mg, N, O, O, N, O, O")
    seen(visitor, "camera-german-reading")
    page.locator("#camera-photo").set_input_files(films / "run.png")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)
    seen(visitor, "camera-german-photo")
    page.evaluate(FAILS, "NotAllowedError")
    page.get_by_role("button", name="Zurück zur Kamera").click()
    expect(page.locator(f"{HINT}[role=alert]")).to_contain_text("Die Kamera darf hier nicht benutzt werden.")
    seen(visitor, "camera-german-refused")
    visitor.leave()


def seen(visitor: Visitor, state: str) -> None:
    assert english_on(visitor.page) == []
    visitor.look(state)
    expect(visitor.page.locator("#camera-take")).to_be_in_viewport(ratio=0.9)
    expect(visitor.page.locator("#camera-sheet [data-close]")).to_be_in_viewport(ratio=0.9)


# As if another program covered the page, and as if it were gone.
HIDES = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
FILMED = "() => document.querySelector('#camera-sheet video')?.srcObject?.active ?? false"
# A device that asks whether the camera may be used until `allow` is called.
ASKS = """() => {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  globalThis.opened = [];
  navigator.mediaDevices.getUserMedia = async (what) => {
    await new Promise((resolve) => { globalThis.allow = resolve; });
    opened.push(await open(what));
    return opened.at(-1);
  };
}"""
ON = "() => opened.length && opened.filter((stream) => stream.active).length"


def test_a_camera_that_ends_is_said_and_starts_again(camera: Visitor) -> None:
    page = camera.page
    page.goto("/")
    page.locator("#camera").click()
    reading(page, RUN)
    page.evaluate("""() => {
      const [track] = document.querySelector("#camera-sheet video").srcObject.getTracks();
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }""")
    expect(page.locator(f"{HINT}[role=alert]")).to_contain_text("The camera has stopped.")
    expect(page.locator("#camera-take")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Back to the camera").click()
    reading(page, RUN)


def test_a_sheet_that_is_opened_again_at_once_starts_the_camera(camera: Visitor) -> None:
    """Regression: the news that it was closed came late and stopped the camera of the sheet that was open again."""
    page = camera.page
    page.goto("/")
    page.evaluate(
        """() => document.addEventListener("camera-opens", ({ detail }) => { globalThis.box = detail; })"""
    )
    page.locator("#camera").click()
    reading(page, RUN)
    page.evaluate("""() => {
      document.querySelector("#camera-sheet").close();
      document.dispatchEvent(new CustomEvent("camera-opens", { detail: box }));
    }""")
    expect(page.locator("#camera-sheet .camera-view.camera")).to_be_visible()
    reading(page, RUN)


def test_a_hidden_page_films_nobody_and_goes_on_or_takes_a_photo(camera: Visitor, films: Path) -> None:
    """A phone's gallery covers the page while a photo is chosen."""
    page = camera.page
    page.goto("/")
    page.locator("#camera").click()
    reading(page, RUN)
    page.evaluate(HIDES, True)
    assert not page.evaluate(FILMED)
    page.evaluate(HIDES, False)
    reading(page, RUN)
    assert page.evaluate(FILMED)
    page.evaluate(HIDES, True)
    page.evaluate(HIDES, False)
    page.locator("#camera-photo").set_input_files(films / "run.png")  # while the camera starts again
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)
    assert not page.evaluate(FILMED)


def test_a_camera_that_is_allowed_too_late_is_switched_off(camera: Visitor, films: Path) -> None:
    page = camera.page
    page.goto("/")
    page.evaluate(ASKS)
    page.locator("#camera").click()
    page.wait_for_function("() => globalThis.allow")
    page.locator("#camera-photo").set_input_files(films / "run.png")
    reading(page, RUN)
    page.evaluate("allow()")
    page.wait_for_function(f"({ON})() === 0")
    expect(page.locator(".camera-view.photo")).to_be_visible()
    reading(page, RUN)


def test_a_run_cut_out_of_a_photo_is_framed_whole(camera: Visitor, films: Path) -> None:
    """Two tiles, and the same on their end; the next photo is read from this side again; large ones are scaled."""
    page = camera.page
    drawing = camera.context.new_page()
    cut = photographed(drawing, Scene(["Mg", "Cl"], height=240))
    drawing.close()
    cut.save(films / "cut.png")
    cut.rotate(90, expand=True).save(films / "on_end.png")
    cut.rotate(180).resize((cut.width * 10, cut.height * 10)).save(films / "large.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "large.png")
    page.get_by_role("button", name="Read from the other side: Mg, Cl", exact=True).click()
    reading(page, ["Mg", "Cl"])
    assert page.evaluate("document.querySelector('.camera-picture canvas').width") == 4096
    for name in ("cut", "on_end"):
        page.locator("#camera-photo").set_input_files(films / f"{name}.png")
        reading(page, ["Mg", "Cl"])
        expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")


def test_a_column_of_upright_tiles_is_read_from_above(camera: Visitor, films: Path) -> None:
    """As down a board: a photo of it, and the same from the other side of the table. Its weights come only then."""
    page = camera.page
    run = ["Mg", "Cl", "K", "Na"]
    drawing = camera.context.new_page()
    down = photographed(drawing, Scene(run, column=True))
    drawing.close()
    down.save(films / "down.png")
    down.rotate(180).save(films / "up.png")
    columns = re.compile(r"reader-columns\.bin")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "run.png")
    reading(page, RUN)
    assert not any(columns.search(address) for address in camera.requests)
    page.locator("#camera-photo").set_input_files(films / "down.png")
    reading(page, run)
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")
    assert any(columns.search(address) for address in camera.requests)
    page.locator("#camera-photo").set_input_files(films / "up.png")
    expect(page.locator(STATUS)).to_contain_text("upside down")
    page.get_by_role("button", name=f"Read from the other side: {', '.join(run)}", exact=True).click()
    reading(page, run)
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")


def test_a_column_under_the_camera_is_read_when_the_frame_is_turned(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    place = tmp_path / "column.mjpeg"
    run = ["H", "Cl", "O", "Na", "F"]
    drawing = browser.new_page()
    place.write_bytes(film(photographed(drawing, Scene(run, column=True)), long=0.12))
    drawing.close()
    arguments = [*ARGUMENTS, *FAKE_CAMERA, f"--use-file-for-fake-video-capture={place}"]
    over_a_column = browser.browser_type.launch(executable_path=CHROMIUM, args=arguments)
    visitor = Visitor(over_a_column, server.url, "phone")
    page = visitor.page
    page.goto("/")
    page.locator("#camera").click()
    page.get_by_role("button", name="Turn the frame").click()
    reading(page, run)
    expect(page.locator("#camera-sheet")).to_have_attribute("data-sure", "true")
    visitor.photograph("camera-column")
    visitor.leave()
    over_a_column.close()


def test_what_is_transparent_in_a_picture_is_white(camera: Visitor, films: Path) -> None:
    """Black letters on nothing, as somebody's program exports a run."""
    page = camera.page
    drawing = camera.context.new_page()
    ink = photographed(drawing, Scene(["Mg", "O"], colours="white", table="paper", corners=False)).convert(
        "L"
    )
    drawing.close()
    picture = Image.new("RGBA", ink.size, "black")
    picture.putalpha(ink.point(lambda value: 255 - value))
    picture.save(films / "transparent.png")
    page.goto("/")
    page.evaluate(FAILS, "NotFoundError")
    page.locator("#camera").click()
    expect(page.locator(HINT)).to_contain_text("no camera")
    page.locator("#camera-photo").set_input_files(films / "transparent.png")
    reading(page, ["Mg", "O"])


def test_what_could_not_be_loaded_is_loaded_by_the_next_try(camera: Visitor) -> None:
    page = camera.page
    page.goto("/")
    camera.context.route("**/*reader*.bin", lambda route: route.abort())
    page.locator("#camera").click()
    expect(page.locator(f"{HINT}[role=alert]")).to_contain_text("could not be loaded")
    camera.context.unroute("**/*reader*.bin")
    page.get_by_role("button", name="Back to the camera").click()
    reading(page, RUN)
    camera.complaints.clear()  # of the file that did not come


def test_a_box_of_ones_own_is_what_the_reader_holds_to(camera: Visitor, films: Path) -> None:
    """With a single magnesium in the box two are not read, and what is read instead is not sure."""
    page = camera.page
    drawing = camera.context.new_page()
    photographed(drawing, Scene(["Mg", "Mg", "O"])).save(films / "twice.png")
    drawing.close()
    for count, runs in ((2, True), (1, False)):
        page.goto("/box/compoundit")
        page.get_by_label("Name of this box").fill(f"{count} magnesium")
        page.get_by_role("button", name="magnesium, three points").click()
        number = page.get_by_role("textbox", name="Number of magnesium")
        number.fill(str(count))
        number.blur()
        page.get_by_role("button", name="Save and use it").click()
        expect(page).to_have_url(re.compile("sha256:"))
        page.goto("/")
        expect(page.locator("#box-line")).to_contain_text("By your box")
        page.evaluate(FAILS, "NotFoundError")
        page.locator("#camera").click()
        expect(page.locator(HINT)).to_contain_text("no camera")
        page.locator("#camera-photo").set_input_files(films / "twice.png")
        sheet = page.locator("#camera-sheet")
        expect(sheet).to_have_attribute("data-sure", str(runs).lower())
        read = (sheet.get_attribute("data-reading") or "").split()
        assert read.count("Mg") == count
        assert (read == ["Mg", "Mg", "O"]) == runs


def test_only_games_with_tiles_have_the_button(camera: Visitor) -> None:
    page = camera.page
    page.goto("/")
    expect(page.locator("#camera")).to_be_visible()
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Valence Plus").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#camera")).to_be_hidden()
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("CompoundIt!").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#camera")).to_be_visible()
