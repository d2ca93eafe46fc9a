"""Commands for developers: each explains itself, each changes files only with --write, each that is named exists."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from adjudicator.prose import ENGLISH, LANGUAGES
from tools import files
from tools.__main__ import Commands, main
from tools.derive import DERIVED
from tools.photograph import lines_to_type

FOLDERS = ("adjudicator", "docs", "fixtures", "locks", "tools")
DOCUMENTS = [
    *map(Path, ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Makefile")),
    *sorted(path for folder in ("docs", "fixtures", "deploy") for path in Path(folder).rglob("*.md")),
]
TARGETS = set(re.findall(r"^([\w-]+):", Path("Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(group: Commands = main, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name in group.list_commands(click.Context(group)):
        yield (*before, name)
        inner = group.get_command(click.Context(group), name)
        if isinstance(inner, Commands):
            yield from commands(inner, (*before, name))


def found(words: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for word in words:
        assert isinstance(command, Commands), words
        inner = command.get_command(click.Context(command), word)
        assert inner is not None, words
        command = inner
    return command


COMMANDS = list(commands())


def stamps() -> dict[Path, int]:
    return {
        path: path.stat().st_mtime_ns
        for folder in FOLDERS
        for path in Path(folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_asking_for_help_teaches_and_changes_nothing() -> None:
    before = stamps()
    for words in [(), *COMMANDS]:
        shown = CliRunner().invoke(main, [*words, "--help"])
        assert shown.exit_code == 0, (words, shown.output)
        command = found(words)
        assert len((command.help or "").split()) >= 6, words
        unexplained = [
            option.name
            for option in command.params
            if isinstance(option, click.Option) and not option.help and not option.show_default
        ]
        assert unexplained == [], words
    assert stamps() == before
    assert len(COMMANDS) > 15


def test_what_needs_more_than_users_install_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """After `make setup` and no more, there is no pytest, which the browser of tests is run with."""
    for name in ("benchmarks.measures.reading", "tests.support.browsing"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "pytest", None)
    asked = CliRunner().invoke(main, ["measure", "reading"])
    assert asked.exit_code == 1
    assert "pytest is not installed: run `make .venv/.dev`." in asked.output


@pytest.mark.parametrize("words", [("derive",), ("photograph",), ("positions",), ("record",), ("tournaments",), ("measure", "accuracy")], ids=" ".join)  # fmt: skip
def test_what_changes_the_repository_has_to_be_told_so(words: tuple[str, ...]) -> None:
    (write,) = (option for option in found(words).params if option.name == "write")
    assert isinstance(write, click.Option)
    assert write.is_flag
    assert write.default is not True


def test_without_it_only_the_difference_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, picture = tmp_path / "old.txt", tmp_path / "new/new.txt", tmp_path / "picture.png"
    old.write_text("one\ntwo\n")
    picture.write_bytes(b"\xff")
    wanted: dict[Path, str | bytes] = {old: "one\nthree\nfour\n", new: "first\n", picture: b"\xfe\xfe"}
    files.settle(wanted, write=False)
    assert old.read_text() == "one\ntwo\n"
    assert not new.exists()
    assert capsys.readouterr().out.splitlines() == [
        f"{old}: 2 lines more, 1 less; --write would write it",
        f"{new}: 1 lines more, 0 less; --write would write it",
        f"{picture}: 1 bytes become 2; --write would write it",
    ]
    files.settle(wanted, write=True)
    assert {path: path.read_bytes() for path in wanted} == {
        path: text.encode() if isinstance(text, str) else text for path, text in wanted.items()
    }
    capsys.readouterr()
    files.settle(wanted, write=True)
    assert capsys.readouterr().out.splitlines() == [f"{path}: as it is" for path in wanted]


def test_what_is_derived_quickly_is_as_derived() -> None:
    """Playthroughs and locks have tests of their own; salts and misnomers are reviewed by people."""
    before = stamps()
    said = CliRunner().invoke(main, ["derive", "elements", "settings"])
    assert said.exit_code == 0, said.output
    assert [line.partition(": ")[2] for line in said.output.splitlines()] == ["as it is"] * 2
    assert stamps() == before
    assert {path.stem for path in Path("tools/derived").glob("[a-z]*.py")} == set(DERIVED)


def named() -> Iterator[tuple[Path, str]]:
    """Every command of ours that a document, a comment or the Makefile names."""
    sources = [
        path
        for folder in ("tests", "tools", "benchmarks", "adjudicator")
        for path in Path(folder).rglob("*.py")
    ]
    for path in (*DOCUMENTS, *sources):
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"python -m tools((?: [^\s`\"'|]+)*)", text):
            yield path, line


def test_every_command_that_is_named_is_one_that_there_is() -> None:
    lines = list(named())
    assert len(lines) > 25
    for path, line in lines:
        words = line.partition("   ")[0].split()
        names: tuple[str, ...] = ()
        while words and isinstance(found(names), Commands) and words[0].isalpha():
            names = (*names, words.pop(0))
        options = {option for parameter in found(names).params for option in parameter.opts} | {"--help"}
        assert set(re.findall(r"--[a-z-]+", line)) <= options, (path, line)
    assert not [
        (path, old)
        for path in DOCUMENTS
        for old in re.findall(
            r"tools[./][a-z]+_[a-z]+|python -m benchmarks", path.read_text(encoding="utf-8")
        )
    ]


def test_every_target_that_is_named_is_one_that_there_is() -> None:
    shown = {
        (path, target)
        for path in DOCUMENTS
        for target in re.findall(r"`make ([a-z][a-z-]+)", path.read_text(encoding="utf-8"))
    }
    assert len(shown) > 10
    assert {(path, target) for path, target in shown if target not in TARGETS} == set()


def test_the_pictures_of_how_to_start_show_what_the_pages_say() -> None:
    """`python -m tools photograph` reads the lines to type from the page for teachers."""
    for language in LANGUAGES:
        ways = lines_to_type(language)
        assert {way: len(lines) for way, lines in ways.items()} == {"windows": 2, "unix": 2, "server": 1}
        assert ways["windows"][1].startswith("py -m adjudicator serve")
        assert ways["server"] == ["docker compose up -d --build"]
        folder = Path("docs") / ("" if language == ENGLISH else language)
        for page, way in product((folder / "class.md", folder / "start.md"), ways):
            assert f"](start-{way}.png)" in page.read_text(encoding="utf-8")
            assert (folder / f"start-{way}.png").is_file()
