"""What the pocket edition weighs and how long it takes."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from benchmarks.measures.browser import plain_page
from tests.support.browsing import chromium
from tests.support.device_questions import KINDS, OURS
from tests.support.pocket import hosting, judging_in_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from benchmarks.measures.browser import PlainPage
    from tests.support.pocket import NodeJudge

MB = 1e6
# What is fetched before the first tap: the judge's page with its files.
FIRST_PAGE = "en/index.html"
AWAKE = "document.documentElement.dataset.judge"
KEPT = "navigator.serviceWorker.ready.then(() => true)"
STORED = "navigator.storage.estimate().then(({ usage }) => Math.ceil(usage / 1e6))"
SNAPSHOT = """caches.open("pocket-memory").then(async (cache) => {
  const [place] = await cache.keys();
  return place ? (await (await cache.match(place)).blob()).size / 1e6 : 0;
})"""
# What the judge needs before the table and RDKit.
JUDGE = ("pyodide", "python_stdlib", "judge.", "second.", "worker.")
RUNS = ["HHO", "NaCl", "MgNOONOO", "COO", "NHHH", "CHHHH", "KCl", "CaO", "SOO", "NaNa"]
# Asked after these: of the first rulings some are the first of their kind.
LATER = ["HCl", "LiF", "HHS", "MgO", "NOO", "CaClCl", "PHHH", "KF", "AlClClCl"]
# Asked as the page asks: a link to a ruling, opened without leaving the page.
ASK = """async (tiles) => {
  const began = performance.now();
  history.pushState(null, "", `../en/r?tiles=${tiles}&rules=compoundit:standard`);
  document.querySelector("#ruling").replaceChildren();
  dispatchEvent(new PopStateEvent("popstate"));
  while (!document.querySelector(".hero")) await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - began;
}"""


def sizes(site: Path) -> list[tuple[str, float, float]]:
    plain: Counter[str] = Counter()
    packed: Counter[str] = Counter()
    for path in site.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            inside = path.relative_to(site).parts
            kind = inside[-1] if inside[0] == "judge" else "pages"
            plain[kind] += len(content)
            packed[kind] += len(gzip.compress(content, 6))
    rows = [(kind, plain[kind] / MB, packed[kind] / MB) for kind, _ in packed.most_common()]
    first = [kind for kind in packed if kind.startswith(JUDGE)]
    judge = ("the judge", sum(plain[kind] for kind in first) / MB, sum(packed[kind] for kind in first) / MB)
    return [*rows, judge, ("everything", plain.total() / MB, packed.total() / MB)]


def first_page(site: Path) -> float:
    """Gzipped bytes of the page of the judge and of the files that it names."""
    page = (site / FIRST_PAGE).read_text(encoding="utf-8")
    named = {site / "en" / name for name in re.findall(r'(?:href|src|data-icons)="\./([\w./-]+\.\w+)"', page)}
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in {site / FIRST_PAGE, *named})


def processor_time(browser: Browser) -> float:
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return taken([one["id"] for one in found if one["type"] == "renderer"])


def taken(processes: list[int]) -> float:
    """Seconds of processors so far; unlike waiting times, they mean something on a busy machine too."""
    stats = [Path(f"/proc/{one}/stat").read_text() for one in processes]
    fields = [stat.rpartition(")")[2].split() for stat in stats]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


GAMES = Path("fixtures/games")
POSITIONS = 12  # of every game
WARMING = 2  # the first of them, which do not count: what a bot reads first is read once
LOADED = ("GET", "/v1/games/catalogue")  # bots are there when the service has answered
# Run by both Pythons: how many seconds a strong bot takes for a question.
TURN = """
import json, time
from adjudicator_api.games.bots.decisions import choose

def seconds(question):
    began = time.perf_counter()
    choose(*json.loads(question))
    return time.perf_counter() - began
"""


def positions(game: str) -> list[str]:
    """Questions to a strong bot out of recorded games of two, as the service puts them."""
    from adjudicator.engine.replay import Record, game_of, states

    record = min((GAMES / game).glob("*-2.json"))
    read = Record.from_json(json.loads(record.read_text(encoding="utf-8")))
    played = game_of(read)
    found = []
    for _, state in states(played, read.events):
        with suppress(Exception):  # between the events of one action no player is asked
            asks = [ask for ask in played.asked(state) if ask.obliged]
            if asks:
                seat = asks[0].player
                found.append((played.name, None, played.view(state, seat), "strong", "seed", seat))
    return [json.dumps(found[len(found) * at // (POSITIONS + 1)]) for at in range(1, POSITIONS + 1)]


def turns(site: Path) -> None:
    """Each question once, first to one and then to the other: neither has answered it before."""
    here: dict[str, Any] = {}
    exec(TURN, here)
    with judging_in_node(site) as node:
        node.ask(*LOADED)
        node.run(TURN)
        for folder in sorted({path.parent for path in GAMES.glob("*/*-2.json")}):
            asked = positions(folder.name)
            times = [(here["seconds"](one), float(node.run(f"str(seconds({one!r}))"))) for one in asked]
            server, device = (sum(column) for column in zip(*times[WARMING:], strict=True))
            label = f"strong turn, {folder.name.replace('_', ' ')}"
            took = [f"{1000 * seconds / (POSITIONS - WARMING):6.1f} ms" for seconds in (server, device)]
            click.echo(f"{label:36} server {took[0]}, device {took[1]}: {device / server:.1f} times")


MOVES = (0, 100, 200, 400, 800, 1200, 1600, 2000)
# The chairs of two bots are filled, and the game is begun.
BOTS_SIT_DOWN = """(bots) => {
  const chairs = [...document.querySelectorAll(".chair select")].slice(-bots.length);
  for (const [at, chair] of chairs.entries()) {
    chair.value = `bot ${bots[at]}`;
    chair.dispatchEvent(new Event("change", { bubbles: true }));
  }
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Play").click();
}"""
CHAIRS = "document.querySelectorAll('.chair select').length > 1"
VERSION = "Number(document.getElementById('room')?.dataset.version)"
ENDED = "document.querySelector('.ending') !== null"
ASKED = "document.querySelector('.ask-text[data-mine]') !== null"
QUIET = 15  # seconds after which a page that nobody touches has tidied up
RESTED = 120 + QUIET  # seconds after which the second worker has ended, too: web/second.mjs


def open_table(page: Page, url: str, game: str, *bots: str) -> None:
    """These bots on the last seats of two; a person has the first if there is only one of them."""
    page.goto(f"{url}en/play/{game}/")
    chairs = page.locator(".chair select")
    for at, bot in enumerate(reversed(bots), start=1):
        chairs.nth(chairs.count() - at).select_option(f"bot {bot}")
    page.get_by_role("button", name="Play", exact=True).click()


def memory(site: Path) -> None:
    """At a judge, at a table of bots until there are enough events, and at one where a person thinks."""
    with plain_page() as page, hosting(site) as host:
        page.goto(f"{host.url}en/")
        page.wait_for(f"{AWAKE} === 'ready'")
        page.evaluate(KEPT)
        page.open()
        page.goto(f"{host.url}en/")
        page.wait_for(f"{AWAKE} === 'ready'")
        _say_memory(page, "judge ready")
        for run in RUNS:
            _ask(page, run)
        _say_memory(page, f"judge, {len(RUNS)} rulings")
        time.sleep(QUIET)
        _say_memory(page, f"judge, {QUIET} s later")
        before = 0  # events of the games that are over
        _watch_bots(page, host.url)
        for moves in MOVES:
            page.wait_for(f"{VERSION} >= {moves - before + 2} || {ENDED}")
            while page.evaluate(ENDED):
                before += page.evaluate(VERSION)
                _watch_bots(page, host.url)
                page.wait_for(f"{VERSION} >= {moves - before + 2} || {ENDED}")
            _say_memory(page, f"table, {moves} events")
        _sit_down(page, host.url, "ion", "greedy")
        page.wait_for(ASKED)
        _say_memory(page, "table, a person is asked")
        time.sleep(RESTED)
        _say_memory(page, f"table, {RESTED} s later")


def _watch_bots(page: PlainPage, url: str) -> None:
    _sit_down(page, url, "compounded", "greedy", "greedy")


def _sit_down(page: PlainPage, url: str, game: str, *bots: str) -> None:
    page.open()
    page.goto(f"{url}en/play/{game}/")
    page.wait_for(CHAIRS)
    page.evaluate(f"({BOTS_SIT_DOWN})({json.dumps(bots)})")


def _say_memory(page: PlainPage, where: str) -> None:
    click.echo(f"{f'memory, {where}':28} {page.resident() / MB:6.0f} MB, resident")


# Run by the Python of the device: how many modules there are, ours and all.
COUNTED = f"""
import sys
str(sum(name.partition(".")[0] in {OURS} for name in sys.modules)) + " of " + str(len(sys.modules))
"""
SERVES = "import sys; str('flask' in sys.modules)"


def modules(site: Path) -> None:
    """In the worker of the judge; what one kind of question has imported is there for the next."""
    with judging_in_node(site) as node:
        for kind, questions in KINDS.items():
            for method, address, body in questions:
                node.ask(method, address, body)
            _say_modules(node, kind)
        node.ask(*LOADED)
        _say_modules(node, "the service")


def _say_modules(node: NodeJudge, kind: str) -> None:
    served = "" if node.run(SERVES) == "False" else ", with the service"
    click.echo(f"{f'modules, {kind}':28} {node.run(COUNTED)}{served}")


PLAYING = {"nobody plays": ("strong",), "bots play": ("strong", "strong")}
TAPPED_GAMES = ("compounded", "compoundit", "chemistry-monopoly")
TAPS = 60  # of every game
PAUSE = (50, 170, 290, 410, 530)  # ms between two of them
# Each opens a sheet or closes it.
TAPPED = ("#open-log", "#events-sheet [data-close]", "#open-menu", "#menu-sheet [data-close]")
LISTEN = """() => {
  globalThis.answers = [];
  addEventListener("click", ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => answers.push(performance.now() - timeStamp)));
  }, true);
}"""
BEGUN = """() => Number(document.getElementById("room")?.dataset.version) >= 5 ||
  document.querySelector(".ask-text[data-mine]")"""
ANSWERED = "(taps) => globalThis.answers.length >= taps"


def taps(site: Path) -> None:
    """While a person is waited for, and while strong bots play in front of the page."""
    for game, (label, bots) in product(TAPPED_GAMES, PLAYING.items()):
        answers, moved = _taps(site, game, bots)
        said = f"{median(answers):6.0f} ms, worst {max(answers):.0f} ms of {len(answers)}"
        click.echo(f"{f'tap, {game}, {label}':42} {said}, while {moved} events happened")


def _taps(site: Path, game: str, bots: tuple[str, ...]) -> tuple[list[float], int]:
    with visiting(site, viewport={"width": 390, "height": 844}, has_touch=True) as (page, url):
        open_table(page, url, game, *bots)
        page.wait_for_function(BEGUN)
        began = _version(page)
        page.evaluate(LISTEN)
        for at in range(TAPS):
            page.locator(TAPPED[at % len(TAPPED)]).tap()
            page.wait_for_function(ANSWERED, arg=at + 1)
            page.wait_for_timeout(PAUSE[at % len(PAUSE)])  # at any moment of what the bots and the page do
        return page.evaluate("answers"), _version(page) - began


def _version(page: Page) -> int:
    return int(page.locator("#room").get_attribute("data-version") or 0)


PARTS = ("sizes", "start", "link", "pages", "memory", "modules", "taps", "turns")


@click.command()
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="One of the parts; may be said again.")
def pocket(site: Path, only: tuple[str, ...]) -> None:
    """Print the sizes and times of a folder that `adjudicator site` has written.

    \b
      sizes    of files as they are, and as gzip sends them
      start    Chromium on this machine: from an empty page to a judge that is awake, the first time and from
               what is kept, then of single rulings; then with a processor that is four times slower
      link     the first ruling of a first visit over 2 MB/s
      pages    from one page to the answer of another
      memory   of a judge and of a page at which bots play, in a browser that nothing else listens to
      modules  that one kind of question after the other imports, and last the service; by Node
      taps     how long the page takes to answer a tap while strong bots play
      turns    of strong bots, beside the same turns in the Python of a server; by Node
    \b
      python -m tools measure pocket site --only sizes --only start
    """
    for part in only or PARTS:
        MEASURED[part](site)


def weights(site: Path) -> None:
    for kind, plain, packed in sizes(site):
        click.echo(f"{kind:24} {plain:7.2f} MB  {packed:7.2f} MB gzipped")
    click.echo(f"{'before the judge is loaded':28} {first_page(site) / 1000:6.0f} kB gzipped, the page alone")


def start(site: Path) -> None:
    with plain_page() as page, hosting(site) as host:
        _start(page, host.url, "first visit")
        page.evaluate(KEPT)
        stored = page.evaluate(STORED)
        snapshot = f"of which Python's memory is {page.evaluate(SNAPSHOT):.0f} MB"
        click.echo(f"{'then stored':28} {stored:6.0f} MB, as the foot of the page says, {snapshot}")
        page.open()
        _start(page, host.url, "from what is kept")
        _rule(page)
        page.open()
        page.goto(f"{host.url}icon.svg")  # in the process of this site, before it is slowed
        page.wait_for("location.href.startsWith('http') && document.readyState === 'complete'")
        with slowed(page.processes()):
            _start(page, host.url, f"{SLOWER} times slower")
            _rule(page)


LINK = 2e6  # bytes a second


def link(site: Path) -> None:
    """A first visit over a link of 2 MB/s, from a host that does not compress."""
    with chromium() as browser, hosting(site) as host:
        page = browser.new_context().new_page()
        page.set_default_timeout(600_000)
        host.slow_down(LINK)
        began = time.perf_counter()
        page.goto(f"{host.url}en/r/?tiles=Na,Cl&rules=compoundit:standard")
        page.wait_for_selector(".hero")
        took = f"{time.perf_counter() - began:6.1f} s, {host.sent / MB:.1f} MB"
        click.echo(f"{'first ruling at 2 MB/s':28} {took}")


# What is asked with the address, and what shows the answer.
PAGES = {
    "name": ("name/?cards=Na,O,H&name=lye&rules=valence-plus", ".hero"),
    "lookup": ("lookup/?q=ethanol", "#found article"),
    "practice": ("practice/?set=name:NaCl", "#said"),
    "judge": ("r/?formula=CO2&rules=compoundit:expert", ".hero"),
}


# As a link on the page does.
FOLLOW = """(address) => {
  const link = document.createElement("a");
  link.href = address;
  document.body.append(link);
  link.click();
}"""


def pages(site: Path) -> None:
    """From a page of the edition to another one, until it shows its answer; by a link, then opened anew."""
    with visiting(site) as (page, url):
        browser = page.context.browser
        assert browser is not None
        page.goto(f"{url}en/")
        page.wait_for_selector("html[data-judge=ready]")
        page.evaluate(KEPT)
        for way in ("by a link", "opened anew"):
            for name, (address, answered) in PAGES.items():
                began, worked = time.perf_counter(), processor_time(browser)
                if way == "by a link":
                    page.evaluate(FOLLOW, f"{url}en/{address}")
                else:
                    page.goto(f"{url}en/{address}")
                page.wait_for_selector(f"{answered} >> visible=true")
                took = f"{time.perf_counter() - began:6.2f} s"
                work = f"{processor_time(browser) - worked:.2f} s of the processor"
                click.echo(f"{f'{name}, {way}':28} {took}, {work}")


@contextmanager
def visiting(site: Path, **device: Any) -> Iterator[tuple[Page, str]]:
    """A page of a new browser, and where the folder is hosted."""
    with chromium() as browser, hosting(site) as host:
        page = browser.new_context(**device).new_page()
        page.set_default_timeout(600_000)
        yield page, host.url


SLOWER = 4
PERIOD = 0.02  # seconds


@contextmanager
def slowed(processes: list[int]) -> Iterator[None]:
    """These processes run for one part of every period, and stand still for the others."""
    over = threading.Event()

    def send(what: signal.Signals) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def stop_and_go() -> None:
        while not over.is_set():
            send(signal.SIGSTOP)
            time.sleep(PERIOD * (SLOWER - 1) / SLOWER)
            send(signal.SIGCONT)
            time.sleep(PERIOD / SLOWER)

    slowing = threading.Thread(target=stop_and_go)
    slowing.start()
    try:
        yield
    finally:
        over.set()
        slowing.join()
        send(signal.SIGCONT)


def _start(page: PlainPage, url: str, label: str) -> None:
    began = time.perf_counter()
    page.goto(f"{url}en/")
    for steps in (["judge", "ready"], ["ready"]):
        page.wait_for(f"{json.dumps(steps)}.includes({AWAKE})")
        click.echo(f"{label + ', to ' + steps[0]:28} {time.perf_counter() - began:6.1f} s")


def _rule(page: PlainPage) -> None:
    first, *others = [_ask(page, run) for run in RUNS]
    click.echo(f"{'first ruling':28} {first:6.0f} ms")
    click.echo(f"{'a ruling after that':28} {median(others):6.0f} ms (median of {len(others)})")
    before = taken(page.processes("renderer"))
    later = [_ask(page, run) for run in LATER]
    work = 1000 * (taken(page.processes("renderer")) - before) / len(later)
    told = f"(median of {len(later)}), {work:.0f} ms of the processor (mean)"
    click.echo(f"{'a ruling after ten':28} {median(later):6.0f} ms {told}")


def _ask(page: PlainPage, run: str) -> float:
    """Milliseconds to the ruling on these tiles."""
    took: float = page.evaluate(f"({ASK})({json.dumps(','.join(_tiles(run)))})")
    return took


def _tiles(run: str) -> tuple[str, ...]:
    from adjudicator import Tiles

    return tuple(Tiles.parse(run))


MEASURED: dict[str, Callable[[Path], None]] = {
    "sizes": weights,
    "start": start,
    "link": link,
    "pages": pages,
    "memory": memory,
    "modules": modules,
    "taps": taps,
    "turns": turns,
}
