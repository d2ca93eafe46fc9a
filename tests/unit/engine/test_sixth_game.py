"""A third-party game, installed from a folder outside the tree: nothing of ours knows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import SIXTH, install
from tests.support.pdf import pages_of


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(SIXTH, tmp_path_factory.mktemp("elsewhere"))


def run(place: Path, *command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(place), "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=place,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_bots_play_and_its_figures_are_known(installed: Path) -> None:
    done = run(
        installed, "adjudicator", "simulate", "pick-and-trade", "--players", "random,random",
        "--games", "2", "--seed", "1", "--jobs", "1", "--json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert (figures["game"], figures["games"]) == ("pick-and-trade", 2)


def test_it_is_played_in_a_terminal(installed: Path) -> None:
    done = run(
        installed, "adjudicator", "play", "pick-and-trade", "--players", "you,random", "--seed", "1",
        text="help\n?1\npick 99\nfly\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for said in ("face down", "The highest card scores.", "There is no card 99 for this.", "You can pick"):
        assert said in done.stdout


def test_a_translator_writes_only_its_words(installed: Path) -> None:
    done = run(
        installed, "adjudicator", "play", "pick-and-trade", "--players", "you,random", "--seed", "1", "--lang",
        "de", text="help\n?1\npick 99\nfly\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for words in ("verdeckt", "Die höchste Karte zählt.", "Card 99 gibt es hier nicht.", "Du kannst pick"):
        assert words in done.stdout
    assert [word for word in ("Your hand", "face down", "You can", "scores") if word in done.stdout] == []


def test_its_box_is_printed(installed: Path) -> None:
    done = run(installed, "adjudicator", "print", "pick-and-trade", "--players", "2", "--out", "box.pdf")
    assert done.returncode == 0, done.stderr
    _, _, front, back = pages_of((installed / "box.pdf").read_bytes())
    assert front.text().startswith("123456")
    assert back.text().count("PickandTradecard") >= 6


def test_its_own_tests_pass_there(installed: Path) -> None:
    done = run(installed, "pytest", "-q", "-p", "no:cacheprovider", "tests/check_pick_and_trade.py")
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_nobody_else_knows_it() -> None:
    """Without its folder there is no such game: no list of ours names it."""
    done = run(Path.cwd(), "adjudicator", "play", "pick-and-trade")
    assert done.returncode == 2
    assert "There is no game 'pick-and-trade'" in done.stderr
