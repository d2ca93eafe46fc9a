"""What the Tab key offers, and what is suggested for a misspelt word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete, get_completion_class
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.engine.game import load_game
from tests.support.sampling import in_turn

VARIABLE = "_ADJUDICATOR_COMPLETE"


def shell(name: str) -> ShellComplete:
    kind = get_completion_class(name)
    assert kind is not None
    return kind(main, {}, "adjudicator", VARIABLE)


def offered(line: str) -> list[str]:
    """What is offered for the last word of the line, in any shell; `file` means that files are offered too."""
    *words, last = line.split(" ")
    items = shell("fish").get_completions(words, last)
    return [item.type if item.type != "plain" else item.value for item in items]


def in_bash(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As bash asks: a colon is a word of its own."""
    words = f"adjudicator {line}".replace(":", " : ").split()
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return shell("bash").complete().splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("judge --rules ion:", ["ion:base", "ion:transition", "ion:polyatomic", "ion:radioactive"]),
        ("judge --rules valence-o", ["valence-original"]),
        ("judge --rules ion:base+p", ["ion:base+polyatomic"]),
        ("judge --rules ion:base+b", []),
        ("judge --rules nothing:a+", []),
        ("name --rules valence-p", ["valence-plus"]),
        ("practise --rules ion:b", ["ion:base"]),
        ("rulesets compounde", ["compounded"]),
        ("simulate i", ["ion"]),
        ("play chem", ["chemistry-monopoly"]),
        ("print valence", ["valence-original", "valence-plus"]),
        ("games list --game io", ["ion"]),
        ("edition new io", ["ion"]),
        ("edition show io", ["ion", "file"]),
        ("judge --rules valence-plus --edition ref", ["reference-1", "file"]),
        ("judge --edition my", ["file"]),
        ("judge NaCl --lang ", list(prose.LANGUAGES)),
        ("jud", ["judge"]),
        ("judge --no-h", ["--no-header"]),
    ],
)
def test_names_are_completed(line: str, expected: list[str]) -> None:
    assert offered(line) == expected


def test_editions_are_those_of_the_game() -> None:
    labels = load_game("compoundit").editions.released
    names = [label.partition(" ")[0].rpartition("/")[2] for label in labels]
    assert offered("simulate compoundit --edition ") == [*names, "file"]
    assert len(names) > 1


def test_bash_replaces_what_follows_the_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_bash("judge --rules ion:ba", monkeypatch) == ["plain,base"]
    assert in_bash("judge --rules ion:", monkeypatch)[0] == "plain,base"
    assert in_bash("judge --rules ion:base+p", monkeypatch) == ["plain,base+polyatomic"]
    assert in_bash("judge --rules io", monkeypatch)[0] == "plain,ion:base"
    assert in_bash("judge --rules ion:base --edition ref", monkeypatch)[-1] == "file,ref"
    monkeypatch.setenv("COMP_WORDS", "adjudicator judge --rules ion:ba")  # where it is no word of its own
    monkeypatch.setenv("COMP_CWORD", "3")
    assert shell("bash").complete() == "plain,ion:base"


@in_turn(3)
def test_a_bash_uses_the_script(tmp_path: Path) -> None:
    commands = Path(sys.executable).parent
    script = f"""
eval "$({VARIABLE}=bash_source adjudicator)"
COMP_WORDS=(adjudicator judge --rules ion : po) COMP_CWORD=5
_adjudicator_completion adjudicator
echo "${{COMPREPLY[@]}}"
"""
    around = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=around, capture_output=True, text=True, check=True
    )
    assert run.stdout == "polyatomic\n"


@pytest.mark.parametrize(
    ("line", "language", "said"),
    [
        ("judg NaCl", "en", "No such command 'judg'. Did you mean 'judge'?"),
        ("judg NaCl", "de", "Meintest du 'judge'?"),
        ("xyzzy", "en", "No such command 'xyzzy'.\n"),
        ("edition shwo ion", "en", "Did you mean 'show'?"),
        ("judge NaCl --formla", "en", "No such option '--formla'. Did you mean '--formula'?"),
        ("--versoin", "en", "Did you mean '--version'?"),
    ],
)
def test_a_misspelt_word_is_answered_with_the_nearest(line: str, language: str, said: str) -> None:
    result = CliRunner().invoke(main, line.split(), env={"LC_ALL": f"{language}.UTF-8"})
    assert result.exit_code == 2
    assert said in result.stderr
