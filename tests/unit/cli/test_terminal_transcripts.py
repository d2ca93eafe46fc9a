"""Both games as people play them: in a real pseudo-terminal, with hints typed back, a curtain, and a resumed record."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sampling import by_day

PROMPT = re.compile(r"\)> $|at the screen\. $|^\Z", re.MULTILINE)
TURNS = 10
PATIENCE = 60.0  # seconds without a sign of life


class Screen:
    """A terminal in which the program runs."""

    def __init__(self, *arguments: str) -> None:
        self._own, theirs = pty.openpty()
        command = [sys.executable, "-m", "adjudicator", "play", *arguments]
        environment = {**os.environ, "NO_COLOR": "1", "TERM": "dumb"}
        self._program = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
        )
        os.close(theirs)
        self._output = select.poll()  # not select.select: a process of many tests has numbers above its 1023
        self._output.register(self._own, select.POLLIN)
        self.seen = ""

    def until_asked(self) -> str:
        """What is printed until the program waits for a line or has ended."""
        text = ""
        while True:
            assert self._output.poll(PATIENCE * 1000), f"nothing happens after: {text[-300:]}"
            try:
                new = os.read(self._own, 1 << 16).decode(errors="replace").replace("\r\n", "\n")
            except OSError:  # the other end is closed
                new = ""
            text += new
            if not new or text.endswith((")> ", "the screen. ")):
                self.seen += text
                return text

    def write(self, line: str) -> str:
        os.write(self._own, f"{line}\n".encode())
        return self.until_asked()

    def close(self) -> int:
        code = self._program.wait(timeout=PATIENCE)
        os.close(self._own)
        return code


def best_hint(text: str) -> str | None:
    """The action of the first hint as it is printed, to be typed back."""
    found = re.search(r"^ +[-\d.]+  (\S.*?)(?:  |\n)", text, re.MULTILINE)
    return found[1].strip() if found else None


def play_by_hints(screen: Screen, text: str, end: str) -> None:
    """Plays this many turns: the first hint typed back, or the words that end a turn."""
    turns = 0
    while turns < TURNS:
        while "the screen. " in text[-40:]:
            turns += 1
            text = screen.write("")
        hint = best_hint(screen.write("?1"))
        text = screen.write(hint or end)
        assert "The game is over" not in text, f"after {turns} turns"
        assert "✘" not in text.split("\n")[1], text[:400]


@pytest.mark.parametrize(
    ("game", "end", "shelf"),
    by_day(
        3,
        [
            pytest.param("compoundit", "pass", ["tiles", "ions", "rule C-POLY"]),
            pytest.param("valence-plus", "end", ["cards", "reactions"]),
            pytest.param("ion", "ready", ["cards", "rule I-BOND"]),
        ],
    ),
)
@pytest.mark.slow
def test_two_people_play_behind_a_curtain_and_go_on_later(
    game: str, end: str, shelf: list[str], tmp_path: Path
) -> None:
    target = tmp_path / "game.json"
    screen = Screen(game, "--players", "@Ann,@Bob", "--seed", "4", "--record", str(target))
    text = screen.until_asked()
    assert re.search(r"(Ann|Bob), press Enter when only you can see the screen\. $", text)
    assert "Your rack" not in text
    assert "Your hand" not in text
    text = screen.write("")
    for word in shelf:
        assert len(screen.write(word)) > 60, word
    play_by_hints(screen, text, end)
    assert screen.seen.count("press Enter") >= 2
    assert "Ann:" in screen.seen
    assert "Bob:" in screen.seen
    screen.write("quit")
    assert screen.close() == 0
    record = json.loads(target.read_text(encoding="utf-8"))
    assert record["players"] == ["Ann", "Bob"]

    again = Screen(game, "--players", "@Ann,@Bob", "--resume", str(target), "--record", str(target))
    assert f"continue after event {record['events'][-1]['version']}" in again.until_asked()
    again.write("")
    again.write("quit")
    assert again.close() == 0
    assert json.loads(target.read_text(encoding="utf-8")) == record, "a record is never overwritten"
    assert (tmp_path / "game-2.json").exists()
