"""The pocket edition: opened once in Chromium, then used with the network cut and the host gone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from adjudicator import judge
from adjudicator.ruleset import listed
from adjudicator_api.pocket.device import Device
from tests.api.pocket.test_device import MOVE, QUESTIONS, asked
from tests.support import states
from tests.support.browsing import Visitor
from tests.support.pocket import KEPT, PATIENCE, NodeJudge, hosting, judging_in_node
from tests.support.sampling import by_day, in_turn, more_at_night
from tests.support.scenes import Scene, photographed
from tools.__main__ import main as tools

ANOTHER = (
    """(address) => { history.pushState(null, "", address); dispatchEvent(new PopStateEvent("popstate")); }"""
)


@pytest.fixture(scope="module")
def kept(browser: Browser, site: Path) -> Iterator[Visitor]:
    """A visitor who has opened it once. Now the network is cut, and the host is gone as well."""
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        page = visitor.page
        page.goto(host.url)
        expect(page).to_have_url(f"{host.url}en/")
        expect(page.locator("html[data-judge=ready]")).to_be_attached()
        assert page.evaluate(KEPT)
        assert all(url.startswith(host.url) for url in visitor.requests)
    visitor.context.set_offline(True)
    yield visitor
    assert visitor.complaints == []
    visitor.leave()
    expect.set_options(timeout=180_000)


RULINGS = [
    *((f"formula=NaCl&rules={one['name']}", str(judge("NaCl", one["name"]).ruling)) for one in listed()),
    ("tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard", "valid"),
    ("formula=CO2&rules=compoundit:simple-lewis", "valid"),
    ("formula=C2H6O&rules=compoundit:organic", "valid"),
    ("formula=C6H6&rules=compoundit:complex-lewis", "valid"),
    ("tiles=Na,Na&rules=compoundit:expert", "invalid"),
    ("formula=NaOH&rules=valence-plus", "valid"),
    ("formula=NaOH&rules=valence-original", "valid"),
    ("formula=NaCl&rules=ion:base", "valid"),
    ("formula=H2O&rules=compounded", "valid"),
    ("formula=H2O&rules=chemistry-monopoly", "invalid"),
]


@in_turn(3)
def test_without_a_network_rulings_drawings_and_a_reload(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/r?formula=H2O2&rules=compoundit:expert")
    expect(page.locator(".hero")).to_contain_text("hydrogen peroxide")
    for query, ruling in RULINGS:
        page.evaluate(ANOTHER, f"{kept.url}/en/r?{query}")
        expect(page.locator("#ruling .fine-print").first).to_contain_text(query.partition("rules=")[2])
        expect(page.locator(".hero")).to_have_attribute("data-ruling", ruling)
    page.evaluate(ANOTHER, f"{kept.url}/en/r?tiles=C,O,O&rules=compoundit:simple-lewis")
    expect(page.locator(".hero")).to_contain_text("carbon dioxide")
    expect(page.locator(".structure svg").first).to_be_visible()
    page.get_by_role("link", name="Rules").first.click()
    expect(page).to_have_url(f"{kept.url}/en/rules/")
    page.go_back()
    expect(page.locator(".hero")).to_contain_text("carbon dioxide")
    page.reload()
    expect(page.locator(".hero")).to_contain_text("carbon dioxide")


def test_without_a_network_a_start_from_the_icon_in_the_language_chosen(kept: Visitor) -> None:
    """The address that the manifest gives the icon leads to the chosen language."""
    page = kept.context.new_page()
    page.goto(f"{kept.url}/manifest.webmanifest")
    start = urljoin(page.url, json.loads(page.locator("body").inner_text())["start_url"])
    page.goto(start)
    expect(page).to_have_url(f"{kept.url}/en/")
    page.get_by_label("Language").select_option("de")
    expect(page).to_have_url(f"{kept.url}/de/")
    page.goto(start)
    expect(page).to_have_url(f"{kept.url}/de/")
    expect(page.get_by_role("link", name="Regeln").first).to_be_visible()
    page.get_by_label("Sprache").select_option("en")
    expect(page).to_have_url(f"{kept.url}/en/")
    page.close()


def test_without_a_network_a_name(kept: Visitor) -> None:
    page = kept.page
    page.goto(f"{kept.url}/en/name?cards=Na,O,H&name=lye&rules=valence-plus")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")


def test_without_a_network_tiles_are_read_from_a_photo(kept: Visitor, tmp_path: Path) -> None:
    """Also where the judge's page has taken the place of another one, twice."""
    drawing = kept.context.new_page()
    photographed(drawing, Scene(["Mg", "Cl", "Cl"])).save(tmp_path / "run.png")
    drawing.close()
    page = kept.page
    page.goto(f"{kept.url}/en/name/")
    expect(page.locator("html[data-judge=ready]")).to_be_attached()
    page.evaluate("globalThis.stayed = true")
    for _ in range(2):
        page.get_by_role("link", name="Judge", exact=True).first.click()
        page.locator("#camera").click()
        expect(page.locator("#camera-hint")).to_contain_text("There is no camera here")
        page.locator("#camera-photo").set_input_files(tmp_path / "run.png")
        expect(page.locator("#camera-sheet")).to_have_attribute("data-reading", "Mg Cl Cl")
        page.go_back()  # the sheet closes with its page
        expect(page.locator("#said")).to_be_visible()
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("link", name="Judge", exact=True).first.click()
    page.locator("#camera").click()
    page.locator("#camera-photo").set_input_files(tmp_path / "run.png")
    expect(page.locator("#camera-sheet")).to_have_attribute("data-reading", "Mg Cl Cl")
    page.locator("#camera-take").click()
    page.locator("#ask").click()
    page.locator("#confirm-yes").click()
    expect(page.locator(".hero")).to_contain_text("magnesium chloride")
    assert page.evaluate("globalThis.stayed")


@in_turn(2)
def test_without_a_network_a_box_of_ones_own_and_a_challenge_by_it(kept: Visitor) -> None:
    """The ruling is kept on the device and can be read after a reload."""
    page = kept.page
    page.goto(f"{kept.url}/en/box/compoundit")
    page.get_by_label("Name of this box").fill("Ann's box")
    page.get_by_role("button", name="nitrogen, two points").click()
    panel = page.get_by_role("region", name="nitrogen")
    panel.get_by_role("button", name="+5", exact=True).click()
    panel.get_by_role("button", name="+3", exact=True).click()
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(re.compile(r"/en/box/sha256:[0-9a-f]{64}$"))
    expect(page.locator(".differences")).to_contain_text("[-3,3]")
    box = page.url
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download").click()
    page.goto(f"{kept.url}/en/box/")
    page.get_by_label("Open a file").set_input_files(saved.value.path())
    expect(page).to_have_url(box)
    page.get_by_role("link", name="Challenge").first.click()
    expect(page.locator("#box-line")).to_contain_text("By your box")
    lay_nitrogen_trichloride(page)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page).to_have_url(re.compile(r"/en/challenge/[\w-]{22}$"))
    page.evaluate("localStorage.removeItem('adjudicator.log')")
    page.reload()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")


def lay_nitrogen_trichloride(page: Page) -> None:
    """Legal only with this box, in which nitrogen may be +3."""
    page.get_by_label("The move", exact=True).check()
    page.locator("game-board [data-row='8'][data-col='6']").click()
    for symbol in ("nitrogen", "chlorine", "chlorine", "chlorine"):
        page.locator(f"#keypad button[aria-label^='{symbol},']").click()
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()


EARLY = [
    ("tiles=H,H&rules=compoundit:beginner", "valid"),
    ("tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard", "valid"),
    ("tiles=C,H,H,O&rules=compoundit:standard", "invalid"),
    ("formula=NaOH&rules=valence-plus", "valid"),
    ("formula=NaCl&rules=ion:base", "valid"),
    ("formula=H2O&rules=compounded", "valid"),
    ("formula=H2O&rules=chemistry-monopoly", "invalid"),
    ("tiles=H,H,O&rules=compoundit:standard", "valid"),
]


@in_turn(3)
def test_most_rulings_come_before_the_table_and_rdkit(browser: Browser, site: Path) -> None:
    """Tiles can be laid while the judge starts; a Lewis set says that it is still loading, and never gives a
    wrong "no".
    """
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as host:
        host.hold("table.pack", "rdkit.pack")
        visitor = Visitor(browser, host.url.rstrip("/"), "phone", workers=True)
        visitor.context.set_default_timeout(PATIENCE)
        page = visitor.page
        page.goto(f"{host.url}en/")
        for symbol in ("sodium", "chlorine"):
            page.locator(f"#keypad button[aria-label^='{symbol},']").click()
        expect(page.locator("#waking-note progress")).to_be_visible()
        page.get_by_role("button", name="Ask for a ruling").click()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
        expect(page.locator("#waking-note")).to_contain_text("still loading")
        visitor.look("pocket-1-early")
        page.evaluate(ANOTHER, f"{host.url}en/r?formula=CH4&rules=compoundit:simple-lewis")
        expect(page.locator("#ruling .skeleton")).to_contain_text("still loading")
        expect(page.locator(".hero")).to_have_count(0)
        visitor.look("pocket-2-still-loading")
        for query, ruling in EARLY:
            page.evaluate(ANOTHER, f"{host.url}en/r?{query}")
            expect(page.locator("#ruling .fine-print").first).to_contain_text(query.partition("rules=")[2])
            expect(page.locator(".hero")).to_have_attribute("data-ruling", ruling)
        expect(page.locator("#ruling .known")).to_have_count(0)
        host.release()
        expect(page.locator("#ruling .known")).to_contain_text(
            "Water"
        )  # the same ruling, with what is on record
        expect(page.locator("#waking-note")).to_be_hidden()
        page.evaluate(ANOTHER, f"{host.url}en/r?formula=CH4&rules=compoundit:simple-lewis")
        expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
        assert visitor.complaints == []
        visitor.leave()
    expect.set_options(timeout=180_000)


@in_turn(3)
def test_nothing_that_judges_starts_the_service(browser: Browser, site: Path) -> None:
    """Rulings with their drawings, names, look-ups and practice; a box of one's own is the first to need it."""
    expect.set_options(timeout=PATIENCE)
    with hosting(site) as host:
        visitor = Visitor(browser, host.url.rstrip("/"), "phone")
        visitor.context.set_default_timeout(PATIENCE)
        page = visitor.page
        page.goto(f"{host.url}en/r?formula=H2O2&rules=compoundit:expert")
        expect(page.locator(".structure svg").first).to_be_visible()
        page.evaluate(ANOTHER, f"{host.url}en/r?formula=Qq&rules=compoundit:expert")
        expect(page.locator("#ruling")).to_contain_text("Qq")
        page.goto(f"{host.url}en/name/?cards=Na,O,H&name=lye&rules=valence-plus")
        expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
        page.goto(f"{host.url}en/lookup/?q=ethanol")
        expect(page.locator("#found .structure svg").first).to_be_visible()
        page.goto(f"{host.url}en/practice/?set=name:NaCl")
        page.locator("#said").fill("sodium chloride")
        page.keyboard.press("Enter")
        expect(page.locator("#round .note")).to_contain_text("Right")
        page.goto(f"{host.url}en/practice/")
        page.get_by_role("button", name="CompoundIt!", exact=True).click()
        expect(page.locator("#round")).to_be_visible()
        fetched = [path.rpartition("/")[2] for path in host.asked]
        assert {"judge.pack", "table.pack", "bots.pack"} <= set(fetched)
        assert "service.pack" not in fetched
        host.hold("service.pack")
        page.goto(f"{host.url}en/box/compoundit/")
        expect(page.locator("#waking-note")).to_contain_text("getting ready what this page needs")
        host.release()
        expect(page.get_by_label("Name of this box")).to_be_visible()
        expect(page.locator("#waking-note")).to_be_hidden()
        assert any(path.endswith("service.pack") for path in host.asked)
        assert visitor.complaints == []
        visitor.leave()
    expect.set_options(timeout=180_000)


@in_turn(3)
def test_the_tool_measures_the_site(site: Path) -> None:
    shown = CliRunner().invoke(
        tools, ["measure", "pocket", os.path.relpath(site), "--only", "sizes", "--only", "modules"]
    )
    assert shown.exit_code == 0, shown.output
    assert "everything" in shown.output
    counted = [line for line in shown.output.splitlines() if line.startswith("modules, ")]
    assert [line.endswith(", with the service") for line in counted] == [False] * 5 + [True]


def test_every_link_leads_somewhere(site: Path) -> None:
    """On a host that serves only files, and without the worker: folders have their index."""
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


# --- the same bytes as the command line ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def node(site: Path) -> Iterator[NodeJudge]:
    with judging_in_node(site) as judge:
        yield judge


@pytest.mark.parametrize("language", by_day(2, ["en", "de"]))
def test_the_python_of_the_device_answers_as_the_service_does(
    node: NodeJudge, tmp_path: Path, language: str
) -> None:
    """The whole service in Python 3.14, without threads and processes, not only rulings."""
    assert node.python.startswith("3.14.")
    service = Device(str(tmp_path))
    for method, address, body in [*QUESTIONS, ("POST", "/v1/editions/check", {"game": "ion"})]:
        status, expected = asked(service, method, address, body, language)
        found, answer = node.ask(method, address, body, language)
        assert found == status, address
        if address.startswith("/v1/structures"):
            assert answer.startswith("<svg")  # drawn by RDKit.js
        else:
            assert _unmarked(json.loads(answer)) == _unmarked(json.loads(expected)), address


def _unmarked(answer: dict[str, object]) -> dict[str, object]:
    """Without the id of each request."""
    return {key: value for key, value in answer.items() if key != "request_id"}


def test_what_the_device_has_kept_is_read_again_under_its_python(node: NodeJudge) -> None:
    status, answer = node.ask("POST", "/v1/challenges", MOVE)
    assert status == 200
    ruling = json.loads(answer)
    status, again = node.ask("GET", f"/v1/challenges/{ruling['id']}")
    assert (status, json.loads(again)["ruling"]) == (200, "valid")


LEFT = """
import os, sys
files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
" ".join(file for file in files if file.startswith("/adjudicator/") and os.path.exists(file))
"""


def test_files_of_modules_that_were_imported_take_no_memory(node: NodeJudge) -> None:
    """Only of the few that something imports after the start."""
    assert node.ask("GET", "/v1/games/catalogue")[0] == 200
    left = node.run(LEFT).split()
    assert not [file for file in left if "/pydantic_core/" in file or file.endswith("/app.pyc")]
    imported = int(node.run("import sys; str(len(sys.modules))"))
    assert len(left) < imported / 5


HEAP = "from pyodide_js import _module; str(_module.HEAPU8.length)"


def test_what_is_read_again_and_again_takes_no_more_memory(node: NodeJudge) -> None:
    """An open and close of a WAL leaves its index in WebAssembly's memory: 67 kB each time."""
    _, answer = node.ask("POST", "/v1/challenges", MOVE)
    address = f"/v1/challenges/{json.loads(answer)['id']}"
    sizes = []
    for _ in range(2):
        assert {node.ask("GET", address)[0] for _ in range(400)} == {200}
        sizes.append(int(node.run(HEAP)))
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize("count", more_at_night(100, 10_000))
def test_seeded_questions_have_the_same_answers_as_on_the_command_line(node: NodeJudge, count: int) -> None:
    assert node.python.startswith("3.14.")
    made = _run("-m", "tests.support.questions", "--count", str(count), "--seed", "39")
    questions = made.splitlines()
    assert len(questions) == count
    for question, line in zip(
        questions, _run("-m", "adjudicator", "judge", "--jsonl", given=made).splitlines(), strict=True
    ):
        body = {key: value for key, value in json.loads(question).items() if key != "id"}
        status, answer = node.ask("POST", "/v1/judge", body)
        expected = {key: value for key, value in json.loads(line).items() if key != "id"}
        if "error" in expected:
            assert status == 422, question
            assert json.loads(answer)["code"] == expected["error"]["code"], question
        else:
            assert answer == json.dumps(expected, ensure_ascii=False, separators=(",", ":")), question


def _run(*command: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command], input=given, capture_output=True, text=True, check=False
    )
    return done.stdout


# --- the same games -------------------------------------------------------------------------------------------

RECORDED = sorted(Path("fixtures/games").rglob("*.json"))


@pytest.mark.nightly
def test_recorded_games_lead_to_the_same_states_under_its_python(node: NodeJudge) -> None:
    """Every state on the way, and what each seat sees at the end, including older records."""
    assert len(RECORDED) > 80
    node.run(Path(states.__file__).read_text(encoding="utf-8"))
    differing = [
        path
        for path in RECORDED
        for record in [path.read_text(encoding="utf-8")]
        if json.loads(node.run(f"json.dumps(led_to({record!r}))")) != states.led_to(record)
    ]
    assert not differing
