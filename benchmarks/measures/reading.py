"""How well the camera's page reads pictures of tiles: through its own script, in a real browser."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from PIL import Image

from adjudicator.ruleset import load_ruleset
from tests.support.browsing import Visitor, chromium
from tests.support.scenes import Scene, photographed
from tests.support.serving import served

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from playwright.sync_api import Browser, Page

LABELS = "labels.json"
EXAMPLE = '{"file": "001.jpg", "run": ["Mg", "O"]}'
BLANK = "?"
LENGTHS = (2, 4, 7, 10)
# What makes a picture harder, one thing at a time.
KINDS: dict[str, dict[str, Any]] = {
    "from above": {},
    "aslant": {"tilt": 28.0, "slope": 2.0},
    "dim at one end": {"light": 0.35},
    "blurred": {"blur": 1.1},
    "small": {"height": 36},
    "coloured": {"colours": "families", "table": "slate"},
    "dark tiles": {"colours": "dark", "table": "cloth"},
    "steep": {"tilt": 48.0, "slope": 3.0, "askew": 5.0},
    "mirrored lamp": {"glare": 0.85, "colours": "families"},
    "worn": {"worn": 0.85, "askew": 4.0},
    "finger": {"hand": True, "table": "cloth"},
    "column": {"column": True},
    "all at once": {
        "tilt": 36.0,
        "slope": 2.0,
        "askew": 4.0,
        "light": 0.45,
        "glare": 0.5,
        "worn": 0.6,
        "blur": 0.8,
        "hand": True,
        "colours": "families",
        "height": 48,
    },
}
STRIP = 2  # times as long as high: the page frames the whole of such a picture by itself
OPEN = """(box) => document.dispatchEvent(new CustomEvent("camera-opens",
  { detail: { ...box, take: () => {} } }))"""
STARTED = "#camera-sheet[open] .camera-view:not(.starting)"  # with a camera or without one
# Notes what each question to the page's worker took: milliseconds, and how many strips were looked at.
TIMED = """globalThis.timed = [];
globalThis.Worker = class extends Worker {
  postMessage(question) {
    const begun = performance.now();
    const noted = ({ data }) => {
      if (data.id !== question.id) return;
      this.removeEventListener("message", noted);
      timed.push([performance.now() - begun, data.looks]);
    };
    if (question.strips) this.addEventListener("message", noted);
    super.postMessage(question);
  }
};"""
FORGET = """() => {
  document.querySelector("#camera-sheet").dataset.sure = "";
  globalThis.hinted = document.querySelector("#camera-hint").textContent;
}"""
DONE = """() => {
  const { sure } = document.querySelector("#camera-sheet").dataset;
  const trouble = document.querySelector("#camera-hint[role=alert]")?.textContent ?? hinted;
  return document.querySelector(".camera-view.photo") ? sure !== "" : trouble !== hinted;
}"""
TROUBLE = """() => document.querySelector("#camera-hint[role=alert]")?.textContent"""
READ = """() => { const { reading, sure } = document.querySelector("#camera-sheet").dataset;
  return [reading ? reading.split(" ") : [], sure === "true"] }"""
# The corners of the picture within the view, on the screen.
CORNERS = """() => {
  const box = document.querySelector(".camera-view").getBoundingClientRect();
  const { width, height } = document.querySelector(".camera-picture canvas");
  const scale = Math.min(box.width / width, box.height / height);
  const [x, y] = [box.left + (box.width - width * scale) / 2, box.top + (box.height - height * scale) / 2];
  return [x + 1, y + 1, x + width * scale - 1, y + height * scale - 1];
}"""


@dataclass(frozen=True)
class Picture:
    path: Path
    run: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Result:
    picture: Picture
    read: tuple[str, ...]
    sure: bool
    strip_ms: float  # of the browser, for a strip

    @property
    def whole(self) -> bool:
        return self.read == self.picture.run

    @property
    def tiles(self) -> int:
        """How many tiles of the run are read, in their order."""
        matching = SequenceMatcher(None, self.picture.run, self.read, autojunk=False).get_matching_blocks()
        return sum(block.size for block in matching)


@click.command()
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--edition",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The box, as TOML, whose symbols are read; else CompoundIt!'s reference.",
)
@click.option(
    "--fonts",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="For pictures of our own: a folder of .ttf and .otf files; else the browser's sans-serif and serif.",
)
@click.option("--number", default=6, show_default=True, help="Own pictures of each kind, length and font.")
@click.option("--each", is_flag=True, help="Print every run that is read otherwise than it lies.")
def reading(folder: Path | None, edition: Path | None, fonts: Path | None, number: int, each: bool) -> None:
    """Count how many runs of tiles the camera's page reads from pictures.

    \b
      python -m tools measure reading PICTURES --each
      python -m tools measure reading --fonts /usr/share/fonts/truetype/dejavu

    The folder has a labels.json: a list of {"file": "001.jpg", "run": ["Mg", "O"]}, with "?" for a blank
    tile, and "kind" where results are to be told apart. The frame is laid over the whole of each picture, as
    somebody would draw it. Without a folder pictures of our own are drawn by the browser, in fonts that may
    be given; which ones the reader was trained with, tools/reading/card.md says. Needs chromium.
    """
    box = box_of(edition)
    listed = labelled(folder) if folder else []
    tell_impossible(listed, box)
    with served() as server, chromium() as browser, TemporaryDirectory() as drawn:
        pictures = listed or list(own(browser, Path(drawn), box, faces_in(fonts), number))
        results = list(read_all(browser, server.url, pictures, box))
    report(results)
    if each:
        for result in results:
            if not result.whole:
                mark = "sure" if result.sure else "unsure"
                lies, read = " ".join(result.picture.run), " ".join(result.read)
                click.echo(f"{result.picture.path.name}: {lies} was read as {read or 'nothing'} ({mark})")


def box_of(edition: Path | None) -> dict[str, Any]:
    """What the page tells its camera of a box."""
    described = load_ruleset("compoundit", edition).describe()["edition"]
    tiles = [{"symbol": tile["symbol"], "name": tile["symbol"], "family": "", "points": None, "numbers": None,
              "count": tile["count"]} for tile in described["tiles"]]  # fmt: skip
    return {"tiles": tiles, "blanks": (described.get("blank") or {}).get("count", 0)}


# --- pictures ---------------------------------------------------------------------------------------------


def labelled(folder: Path) -> list[Picture]:
    file = folder / LABELS
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be read as a list of labels: {error}") from error
    if not listed:
        raise click.ClickException(f"{file} lists no picture; a label is {EXAMPLE}.")
    return [picture_of(label, file) for label in (listed if isinstance(listed, list) else [listed])]


def picture_of(label: Any, file: Path) -> Picture:
    match label:
        case {"file": str(name), "run": [*symbols]} if all(isinstance(symbol, str) for symbol in symbols):
            path = file.parent / name
        case _:
            said = f"{file}: {json.dumps(label)[:80]} is no label; one is {EXAMPLE}."
            raise click.ClickException(said)
    try:
        with Image.open(path) as image:
            image.verify()
    except (OSError, SyntaxError) as error:  # the second, of a broken PNG
        raise click.ClickException(f"{path} is no picture that can be opened.") from error
    return Picture(path, tuple(symbols), str(label.get("kind") or ""))


def tell_impossible(pictures: Iterable[Picture], box: dict[str, Any]) -> None:
    """Held to a box, nobody reads a run of tiles that it does not have."""
    counts = {BLANK: box["blanks"]} | {tile["symbol"]: tile["count"] for tile in box["tiles"]}
    for picture in pictures:
        lacking = [
            f"{number} × {symbol}"
            for symbol, number in Counter(picture.run).items()
            if number > counts.get(symbol, 0)
        ]
        if lacking:
            click.echo(
                f"{picture.path.name} cannot be read whole: the box has no {', '.join(lacking)}", err=True
            )


def faces_in(folder: Path | None) -> dict[str, str]:
    """Fonts by name, with their addresses."""
    files = (
        [] if folder is None else sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf"))
    )
    return {path.stem: path.resolve().as_uri() for path in files} or {"sans-serif": "", "serif": ""}


def own(
    browser: Browser, folder: Path, box: dict[str, Any], faces: dict[str, str], number: int
) -> Iterator[Picture]:
    """Drawn by the browser, of which the trainer knows nothing; no run has more tiles than the box."""
    chance = random.Random(1)
    all_tiles = [tile["symbol"] for tile in box["tiles"] for _ in range(tile["count"])]
    start = folder / "start.html"
    start.write_text("", encoding="utf-8")
    page = browser.new_page()
    page.goto(start.as_uri())  # a page of a file may use fonts of files
    count = 0
    for kind, looks in KINDS.items():
        for name, address in faces.items():
            for length in LENGTHS:
                for _ in range(number):
                    run = chance.sample(all_tiles, length)
                    scene = Scene(run, font=name, faces={name: address} if address else {}, **looks)
                    count += 1
                    path = folder / f"{count:05}.png"
                    photographed(page, scene).save(path)
                    yield Picture(path, tuple(run), kind)
    page.close()


# --- reading ----------------------------------------------------------------------------------------------


def read_all(
    browser: Browser, url: str, pictures: Sequence[Picture], box: dict[str, Any]
) -> Iterator[Result]:
    visitor = Visitor(browser, url, "phone")
    page = visitor.page
    page.add_init_script(TIMED)
    page.goto("/")
    page.locator("#camera").click()  # loads the script
    page.locator(STARTED).wait_for(state="attached")
    page.evaluate("() => document.querySelector('#camera-sheet').close()")
    page.evaluate(OPEN, box)
    page.locator(STARTED).wait_for(state="attached")
    with click.progressbar(pictures, label="reading", file=sys.stderr) as shown:
        for picture in shown:
            yield read_one(page, picture)
    visitor.leave()


def read_one(page: Page, picture: Picture) -> Result:
    page.evaluate(FORGET)
    page.locator("#camera-photo").set_input_files(picture.path)
    page.wait_for_function(DONE)
    if trouble := page.evaluate(TROUBLE):
        raise click.ClickException(f"{picture.path}: {trouble}")
    with Image.open(picture.path) as image:
        is_strip = image.width >= STRIP * image.height
    if not is_strip:
        left, top, right, bottom = page.evaluate(CORNERS)
        page.evaluate(FORGET)
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(right, bottom, steps=3)
        page.mouse.up()
        page.wait_for_function(DONE)
    run, sure = page.evaluate(READ)
    took, looks = page.evaluate("timed.at(-1)")
    return Result(picture, tuple(run), sure, took / looks)


# --- what came of it --------------------------------------------------------------------------------------


def report(results: Sequence[Result]) -> None:
    click.echo(f"{'':<24}{'runs':>7}{'whole':>9}{'tiles':>9}{'sure':>9}{'wrong among sure':>20}")
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        groups[f"{len(result.picture.run)} tiles"].append(result)
    for name in sorted(groups, key=lambda name: int(name.split()[0])):
        row(name, groups[name])
    kinds: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.picture.kind:
            kinds[result.picture.kind].append(result)
    for kind, of_kind in kinds.items():
        row(kind, of_kind)
    row("all", results)
    times = sorted(result.strip_ms for result in results)
    slow = times[int(len(times) * 0.95)]
    click.echo(f"milliseconds a strip: {median(times):.0f} in the middle, {slow:.0f} at 95 %")


def row(name: str, results: Sequence[Result]) -> None:
    def share(some: Iterable[int], all_: int) -> str:
        return f"{100 * sum(some) / all_:.1f} %" if all_ else "-"

    sure = [result for result in results if result.sure]
    tiles = sum(len(result.picture.run) for result in results)
    click.echo(
        f"{name:<24}{len(results):>7}"
        f"{share((result.whole for result in results), len(results)):>9}"
        f"{share((result.tiles for result in results), tiles):>9}"
        f"{share((result.sure for result in results), len(results)):>9}"
        f"{share((not result.whole for result in sure), len(sure)):>20}"
    )
