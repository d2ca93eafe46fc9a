"""What the documentation shows for one game holds for all: its examples run with the name of another game.

Some of the commands in every run, others each day; all of them nightly.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import UnreadableInput
from adjudicator.cli import main
from adjudicator.engine.game import load_game, playable_games
from tests.support.sampling import by_day, in_turn, slow_unless_today
from tests.support.serving import serving
from tests.support.snippets import FILE, Step, blocks, commands_of, printed_by

GAMES = playable_games()
PAGES = {
    str(path): path.read_text(encoding="utf-8") for path in (Path("README.md"), *Path("docs").glob("*.md"))
}
VERBS = ("edition new", "edition diff", "play", "simulate", "print")
SHOWN = re.compile(
    rf"\badjudicator ((?:{'|'.join(VERBS)}) (?:{'|'.join(GAMES)})(?:$| [^|>`\n]*))", re.MULTILINE
)
ELSEWHERE = ("--server", "--cluster", "learn_ion:")  # a service, a cluster, a bot that plays only Ion
OWN = ("--option", "--parts")  # these name things that only the rules or the box of the shown game have
ENOUGH = {  # enough of a command to show that it works; the last value of an option counts
    "play": ("--seed", "1"),
    "simulate": ("--games", "1", "--jobs", "1", "--seed", "1"),
    "print": ("--parts", "how-to-play"),
}


def shown_commands() -> list[str]:
    """Each command that names a game, in blocks and in running text."""
    found = {shown.partition("   ")[0].strip() for page in PAGES.values() for shown in SHOWN.findall(page)}
    return sorted(one for one in found if not any(word in one for word in ELSEWHERE))


def of_another(command: str, game: str) -> list[str]:
    words = shlex.split(command)
    shown = next(word for word in words if word in GAMES)
    for option in OWN if game != shown else ():
        if option in words:
            at = words.index(option)
            words = words[:at] + words[at + 2 :]
    if words[0] in {"play", "simulate"} and "--players" not in words:
        words += ["--players", "you,greedy" if words[0] == "play" else "greedy,random"]
    told = [game if word == shown else word.replace("adviser:", f"{adviser(game)}:") for word in words]
    return [*(word.replace("strong", "greedy") for word in told), *ENOUGH.get(words[0], ())]


def adviser(game: str) -> str:
    """The module of the bot in docs/bots.md, for another game."""
    return f"adviser_of_{game.replace('-', '_')}"


def source_of_adviser(game: str) -> str:
    source = next(text for _, text in blocks(PAGES["docs/bots.md"]) if FILE.match(text))
    return source.replace('"valence-plus"', f'"{game}"')


def test_commands_of_every_kind_are_shown() -> None:
    shown = shown_commands()
    assert len(shown) > 15
    assert [verb for verb in VERBS if not any(one.startswith(verb) for one in shown)] == []


@pytest.mark.parametrize(
    ("command", "game"),
    by_day(12, [pytest.param(command, game) for command in shown_commands() for game in GAMES]),
)
def test_a_command_works_for_every_game(
    command: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "my.toml" in command and "--out my.toml" not in command:
        CliRunner().invoke(main, ["edition", "new", game, "--out", "my.toml"])
    if "adviser:" in command:
        Path(f"{adviser(game)}.py").write_text(source_of_adviser(game), encoding="utf-8")
    told = CliRunner().invoke(main, of_another(command, game), input="help\n", catch_exceptions=False)
    assert told.exit_code == (1 if command.startswith("edition diff") else 0), told.output
    if "--out" in command:
        assert Path(command.partition("--out ")[2].split()[0]).stat().st_size > 100
    if "--record" in command:
        assert Path("games", f"{game}-00001.json").exists()


def follow(page: str, heading: str, game: str, around: dict[str, Any]) -> dict[str, Any]:
    """Runs the sessions below a heading for another game; expected exceptions have to be raised again."""
    _, _, below = PAGES[page].partition(f"\n## {heading}\n")
    sessions = [content for language, content in blocks(below.partition("\n## ")[0]) if language == "pycon"]
    text = re.sub(rf'"(?:{"|".join(GAMES)})"', f'"{game}"', "\n".join(sessions))
    for example in doctest.DocTestParser().get_examples(text):
        with pytest.raises(UnreadableInput) if example.exc_msg else nullcontext():
            exec(example.source, around)
    return around


@pytest.mark.parametrize("game", slow_unless_today(5, GAMES))
def test_python_plays_every_game(game: str) -> None:
    left = follow("docs/python.md", "Play in ten lines", game, {})
    assert left["state"].result.ranks


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_python_replays_records_of_every_game(game: str) -> None:
    left = follow("docs/python.md", "Records", game, {"game": load_game(game)})
    assert left["replay"](left["game"], left["record"].events).result == left["record"].result


@pytest.mark.parametrize("game", GAMES)
def test_python_trains_and_advises_in_every_game(game: str) -> None:
    left = follow("docs/python.md", "Train one", game, {})
    assert left["seen"]["action_mask"].sum() == len(left["env"].choices())
    assert follow("docs/verbs.md", "best_plays", game, {})["game"].name == game


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_that_is_shown_plays_every_game(game: str) -> None:
    """Some decisions; `simulate --players adviser:Adviser,random` plays whole games."""
    around: dict[str, Any] = {"__name__": adviser(game)}
    exec(source_of_adviser(game), around)
    table, bot = around["GAME"], around["Adviser"]()
    state, acted = table.start({}, seed=1, players=2)[0], 0
    while state.result is None and acted < 6:
        for player in table.players_to_act(state):
            action = bot.choose(table.view(state, player), Random(state.version))
            if action is not None:
                state, acted = table.apply(state, player, action)[0], acted + 1
                break
    assert acted > 1


WHO_MOVES = """MOVES=$(curl -s http://127.0.0.1:8000/v1/games/$GAME | jq 'first(.asks[] | select(.obliged)).player')
case $MOVES in 1) OWN=$ANN ANN=$BOB BOB=$OWN;; 2) OWN=$ANN ANN=$CID CID=$OWN;; esac"""


PROBLEM = re.compile(r'"status":[45]\d\d|error', re.IGNORECASE)


@in_turn(3)
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("curl") or not shutil.which("jq"), reason="no curl, or no jq")
def test_the_service_answers_for_every_game(tmp_path: Path) -> None:
    """From the opening of a table to its analysis; Ann is the player with the first move."""
    page = PAGES["docs/http.md"]
    below = page[page.index("\n## A table\n") : page.index("\n## For whoever runs it\n")]
    around = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with serving(tmp_path) as served:
        for game in GAMES:
            folder = tmp_path / game
            folder.mkdir()
            found = commands_of(re.sub(r"(?<![\w-])ion(?![\w.])", game, below))
            begun = next(place for place, step in enumerate(found) if "/start " in step.command)
            found.insert(begun + 1, Step(WHO_MOVES, ""))
            printed = printed_by(found, folder, around, served.url.removeprefix("http://"))
            faults = [
                (game, step.command, text)
                for step, text in zip(found, printed, strict=True)
                if "illegal_action" not in step.shown and PROBLEM.search(text)
            ]
            assert faults == []
            assert '"status":"over"' in "".join(printed), game
