"""The documentation is true: examples give what they show, links lead somewhere, no endpoint or page is missing."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import click
import pytest
from flask.testing import FlaskClient

from adjudicator.cli import main
from adjudicator.engine import game
from adjudicator.prose import ENGLISH, LANGUAGES
from adjudicator_api import create_app
from adjudicator_api.config import Config
from adjudicator_api.pages import documentation, handbook
from tests.support.english_words import english_in
from tests.support.installing import SIXTH, declare, install
from tests.support.sampling import by_day, in_turn, slow_unless_today
from tests.support.serving import free_port, serving
from tests.support.snippets import FILE, HOST, blocks, follow, session, steps, write_files

PAGES = {
    path: path.read_text(encoding="utf-8")
    for path in (Path("README.md"), *sorted(Path("docs").rglob("*.md")))
}
TRANSLATED = [path for path in PAGES if path.parent.parent == Path("docs")]
SERVED = ("http.md",)  # a service is running while they are read
COMMANDS = [path for path, text in PAGES.items() if "```console" in text and path.name not in SERVED]
# Every command is a process of its own: one page in three in a run without the slow ones, and of those in another
# language, whose commands are the same, one in four a day.
SHELL = [
    *slow_unless_today(
        3,
        [
            pytest.param(
                path, marks=[pytest.mark.slow] if "$ adjudicator serve" in PAGES[path] else [], id=str(path)
            )
            for path in COMMANDS
            if path not in TRANSLATED
        ],
    ),
    *by_day(
        4,
        [pytest.param(path, marks=pytest.mark.slow, id=str(path)) for path in COMMANDS if path in TRANSLATED],
    ),
]
LOANS = set(
    "Browsers Chromium Jod lose Node Python Shell Tests Training Worker fish https npm".split()
)  # German uses them too; Jod is quoted
PYTHON = [path for path, text in PAGES.items() if "```pycon" in text]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    kept = tmp_path_factory.mktemp("docs") / "kept.sqlite"
    return create_app(Config(database_url=f"sqlite:///{kept}", log="warning")).test_client()


def environment() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"}


@pytest.mark.parametrize("path", SHELL)
def test_commands_print_what_the_page_shows(path: Path, tmp_path: Path) -> None:
    """A page that starts the service uses its own port; for the page on games, our example game is installed."""
    port = str(free_port())
    around = {**environment(), "ADJUDICATOR_PORT": port}
    if path in TRANSLATED:
        around |= {"LC_ALL": f"{path.parent.name}.UTF-8"}
    if path.name == "games.md":
        write_files(PAGES[path], tmp_path)
        around["PYTHONPATH"] = f"{declare(tmp_path)}:{install(SIXTH, tmp_path / 'pick-and-trade')}"
    assert follow(PAGES[path], tmp_path, around, f"127.0.0.1:{port}") == ""


# Elsewhere an example shows what a wrong type is answered, or takes a witness for granted.
TYPED = [path for path in PYTHON if path.name in {"editions.md", "scale.md", "stability.md", "start.md"}]


@in_turn(3)
@pytest.mark.slow
def test_sessions_pass_a_strict_checker_of_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="the lock of what checks is not installed")
    for path in TYPED:
        examples = doctest.DocTestParser().get_examples(session(PAGES[path]))
        source = "".join(example.source for example in examples)
        (tmp_path / f"{path.stem}_session.py").write_text(source, encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 4
    config = ["--config-file", os.devnull, "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", "--strict", *config, str(tmp_path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("curl") or not shutil.which("jq"), reason="no curl, or no jq")
@pytest.mark.parametrize("name", SERVED)
def test_the_service_answers_what_the_page_shows(name: str, tmp_path: Path) -> None:
    """With the default limits of a service."""
    with serving(tmp_path, ADJUDICATOR_RATE_LIMIT=Config().rate_limit) as served:
        host = served.url.removeprefix("http://")
        assert follow(PAGES[Path("docs") / name], tmp_path, environment(), host) == ""


@pytest.mark.parametrize("path", PYTHON, ids=str)
def test_python_answers_what_the_page_shows(path: Path) -> None:
    test = doctest.DocTestParser().get_doctest(session(PAGES[path]), {}, str(path), str(path), 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.attempted > 0
    assert results.failed == 0


def test_what_is_shown_of_a_game_is_what_there_is() -> None:
    files = [path.read_text(encoding="utf-8") for path in SIXTH.rglob("*") if path.suffix in {".py", ".toml"}]
    shown = [
        text
        for language, text in blocks(PAGES[Path("docs/games.md")])
        if language in {"python", "toml"} and not FILE.match(text)
    ]
    assert len(shown) > 5
    assert [text for text in shown if not any(text in file for file in files)] == []


def test_the_page_on_games_has_nim_and_the_protocol_as_they_are() -> None:
    page = PAGES[Path("docs/games.md")]
    assert Path("docs/nim.py").read_text(encoding="utf-8") in [text for _, text in blocks(page)]
    assert str(game.__doc__).strip() in page


# --- links ----------------------------------------------------------------------------------------------------


def anchors(client: FlaskClient, address: str, language: str = ENGLISH) -> set[str]:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200, address
    found = re.findall(r' id="([^"]+)"', answer.text)
    assert len(found) == len(set(found)), (address, language)
    return set(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(language: str, client: FlaskClient) -> None:
    """On the pages of the site and in the README, including links to headings, rules and files."""
    pages = handbook.pages(language)
    known: dict[str, set[str]] = {
        address: anchors(client, address, language) for address in (*pages, documentation.API)
    }
    links = {
        (page.path, link)
        for page in (handbook.read("README.md"), *pages.values())
        for link in page.links
        if not link.startswith("http")
    }
    links |= {
        (documentation.API, link)
        for link in re.findall(r'href="([^"]+)"', client.get(documentation.API).text)
    }
    for path, link in sorted(links):
        address, _, anchor = link.partition("#")
        if address.startswith("/docs/files/"):
            assert (handbook.ROOT / address.removeprefix("/docs/files/")).is_file(), (path, link)
            continue
        page = address or (
            path if path == documentation.API else next(a for a, p in pages.items() if p.path == path)
        )
        if page not in known:
            known[page] = anchors(client, page, language)
        assert not anchor or anchor in known[page], (path, link)


def test_every_file_of_docs_is_a_page_and_every_linked_file_is_given_out(client: FlaskClient) -> None:
    listed = {address for group in handbook.navigation() for address, _ in group.pages}
    assert listed | {"/docs"} == set(handbook.pages())
    assert {path.as_posix() for path in Path("docs").rglob("*.md")} <= {
        page.path for language in LANGUAGES for page in handbook.pages(language).values()
    }
    assert handbook.files()
    for address, path in handbook.files().items():
        assert client.get(address).data == path.read_bytes()
    assert client.get("/docs/files/api/app.py").status_code == 404  # no page links to it


def test_addresses_that_moved_and_names_of_files_lead_to_the_page(client: FlaskClient) -> None:
    for asked, meant in {
        "/docs/": "/docs",
        "/docs/README.md": "/docs",
        "/docs/python.md": "/docs/python",
    }.items():
        answer = client.get(asked)
        assert (answer.status_code, answer.headers["Location"]) == (301, meant)


def test_a_page_has_nothing_that_the_policy_forbids(client: FlaskClient) -> None:
    for address, language in product((*handbook.pages(), documentation.API), LANGUAGES):
        page = client.get(address, headers={"Accept-Language": language}).text
        assert not re.findall(
            r"""(?:src|action)=["']?https?:|<script(?! (?:src|type="module" src))|\sstyle=|<style""", page
        )


# --- other languages --------------------------------------------------------------------------------------------

PLAY_AND_TEACH = [address for address, _ in handbook.navigation()[0].pages]
TAUGHT = ("/docs", "/docs/start", *PLAY_AND_TEACH)
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def commands_of(page: handbook.Page) -> list[tuple[str, str]]:
    """What the reader types, except text in quotes: names of substances and of people."""
    typed = [
        (block.language, "".join(f"{step.command}\n" for step in steps(block.text)) or block.text)
        for block in page.blocks
    ]
    return [(language, re.sub(r'"[^"]*"', '""', text)) for language, text in typed]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("address", TAUGHT)
def test_pages_for_players_and_teachers_say_the_same_in_every_language(address: str, language: str) -> None:
    english, own = handbook.pages()[address], handbook.pages(language)[address]
    assert (english.language, own.language) == (ENGLISH, language)
    assert [(h.level, h.anchor) for h in own.headings] == [(h.level, h.anchor) for h in english.headings]
    assert commands_of(own) == commands_of(english)
    linked = [{link.partition("#")[0] for link in page.links} for page in (own, english)]
    assert linked[0] == linked[1]


def figures_of(text: str, language: str) -> list[list[str]]:
    """The numbers in each line of a table, written as in English."""
    swapped = str.maketrans(",.", ".,") if language != ENGLISH else {}
    rows = [line.translate(swapped) for line in text.splitlines() if line.startswith("|")]
    numbers = [re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", row) for row in rows]
    return [sorted(number.replace(",", "") for number in row) for row in numbers]


@pytest.mark.parametrize("path", TRANSLATED, ids=str)
def test_tables_have_the_same_figures_in_every_language(path: Path) -> None:
    english = figures_of(PAGES[path.parent.parent / path.name], ENGLISH)
    assert figures_of(PAGES[path], path.parent.name) == english


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_is_served_in_the_language_of_the_request(language: str, client: FlaskClient) -> None:
    for address in (*handbook.pages(), documentation.API):
        answer = client.get(address, headers={"Accept-Language": f"{language}, en;q=0.5"})
        written = handbook.pages(language)[address].language if address != documentation.API else ENGLISH
        assert f'<html lang="{language}"' in answer.text
        assert f'<article class="docs-text" lang="{written}">' in answer.text
        assert ('class="note">Diese Seite gibt es nur auf Englisch' in answer.text) == (written == ENGLISH)
        titles = [title for group in handbook.navigation(language) for _, title in group.pages]
        assert all(f">{title}<" in answer.text for title in titles)
    assert titles != [title for group in handbook.navigation() for _, title in group.pages]


@pytest.mark.parametrize("path", [path for path in TRANSLATED if path.parent.name == "de"], ids=str)
def test_pages_in_german_have_no_english_word(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", " ", PAGES[path], flags=re.DOTALL)
    assert [word for word in english_in(text) if word not in LOANS] == []


# --- nothing is missing -----------------------------------------------------------------------------------------


def test_every_endpoint_has_an_example_that_asks_it(client: FlaskClient) -> None:
    """A new endpoint needs its own heading in docs/http.md, and below it a curl command with its answer."""
    document = client.get("/openapi.json").get_json()
    shown = {block.below: block.text for block in reversed(handbook.pages()[documentation.BY_EXAMPLE].blocks)}
    for path, methods in document["paths"].items():
        for method in (name.upper() for name in methods):
            asked = re.escape(f"http://{HOST}{path}").replace(r"\{", "{")
            asked = re.sub(r"\{\w+\\?\}", r"[^/ ]+", asked)
            example = shown[f"{method} {path}"]
            assert re.search(rf"curl .*{asked}(?=[\s?'\"])", example), (
                method,
                path,
            )
            sent = "PUT" if "-X PUT" in example else "POST" if re.search("--json|--data", example) else "GET"
            assert sent == method, (method, path)
    page = client.get(documentation.API).text
    assert page.count("<h3>Example</h3>") == sum(len(methods) for methods in document["paths"].values())
    assert "http://localhost/v1/judge" in page  # the address of the request


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every `adjudicator …` that is shown, also in blocks that are not run."""
    for path in (*PAGES, *map(Path, ("CONTRIBUTING.md", "SECURITY.md"))):
        text = path.read_text(encoding="utf-8")
        lines = [line for language, block in blocks(text) if not language for line in block.splitlines()]
        for line in [*lines, *re.findall(r"`(adjudicator [^`]+)`", text)]:
            if line.startswith("adjudicator "):
                yield f"{path}: {line}", shlex.split(line.partition("   ")[0].replace("|", " "))[1:]


@pytest.mark.parametrize("page", sorted(map(str, Path("docs").rglob("*.md"))))
def test_nothing_is_installed_into_a_python_that_its_system_manages(page: str) -> None:
    """PEP 668: on macOS and Linux pip refuses that, so the lines go by an environment of their own."""
    lines = [line.strip() for line in Path(page).read_text().splitlines()]
    assert [line for line in lines if line.startswith(("pip install", "python3 -m pip install"))] == []


def test_every_command_that_is_shown_is_one_that_there_is() -> None:
    for shown, (name, *rest) in commands():
        for one in name.split("|"):
            command: click.Command | None = main.get_command(click.Context(main), one)
            assert command, shown
            options = {option for parameter in command.params for option in parameter.opts}
            if isinstance(command, click.Group):
                inner = [command.get_command(click.Context(command), word) for word in rest[:1]]
                options |= {o for found in inner if found for p in found.params for o in p.opts}
            assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= options | {
                "--help"
            }, shown
