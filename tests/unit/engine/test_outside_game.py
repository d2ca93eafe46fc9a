"""Nim, as the documentation writes it: under the contract, in the terminal, over HTTP; and what the contract finds."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

import adjudicator.game
from adjudicator import ruleset
from adjudicator.cli import main
from adjudicator.engine.agents.bots import play_out, players_of
from adjudicator.engine.agents.figures import figures_of
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.game import load_game
from adjudicator.engine.terminal import terminal_of
from adjudicator.errors import EditionError, UnknownRuleset, UnreadableInput
from adjudicator.testing import GameContract, Subject, contract
from adjudicator.testing.suite import moments
from adjudicator_api import create_app
from adjudicator_api.config import Config
from tests.support.installing import declare
from tests.support.pig import Pig
from tests.support.snippets import write_files


def _nim() -> ModuleType:
    spec = importlib.util.spec_from_file_location("nim", "docs/nim.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["nim"] = module  # where dataclasses look types up
    spec.loader.exec_module(module)
    return module


nim: Any = _nim()
NIM = nim.Nim()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = ruleset.games()
    monkeypatch.setattr(ruleset, "games", lambda: {**sound, "nim": lambda: nim})


class TestNim(GameContract):
    game = NIM


def test_forty_lines_are_enough() -> None:
    lines = Path("docs/nim.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.startswith(("#", '"""', "from"))]
    assert len(code) <= 40


def test_every_promised_name_is_there() -> None:
    assert all(hasattr(adjudicator.game, name) for name in adjudicator.game.__all__)


@pytest.mark.parametrize("word", ["name", "numbers", "state_type", "actions", "folds", "shown"])
def test_a_game_that_lacks_a_declaration_says_which(word: str) -> None:
    body = {each: value for each, value in vars(nim.Nim).items() if each not in (word, "editions")}
    with pytest.raises(TypeError, match=f"Nim does not say its {word}. A game says name, numbers, "):
        type("Nim", (adjudicator.game.OpenGame,), body)()


def test_an_event_that_is_not_declared_is_refused() -> None:
    class Secretive(nim.Nim):  # type: ignore[misc]
        shown: ClassVar[dict[str, Any]] = {}

    game = Secretive()
    state = game.new(seed=1)
    with pytest.raises(UnreadableInput, match="nim has no event 'taken', for `shown` does not name it"):
        game.apply(state, 0, game.legal_actions(state, 0)[0])


# --- what the contract finds ----------------------------------------------------------------------------------


class TakesAnything(nim.Nim):  # type: ignore[misc]
    def refusals(self, *_: Any) -> tuple[()]:
        return ()


class ForgetsToEnd(nim.Nim):  # type: ignore[misc]
    def decide(self, ledger: Any, player: int, action: Any, _: Any) -> None:
        ledger.record("taken", player, heap=action.heap, count=action.count)


class SaysNothingOfTheTurn(nim.Nim):  # type: ignore[misc]
    def table(self, state: Any, viewer: int | None) -> dict[str, Any]:
        return {**super().table(state, viewer), "turn": 0}


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TakesAnything, contract.listed_means_valid),
        (SaysNothingOfTheTurn, contract.hidden_stays_hidden),
    ],
)
def test_a_broken_nim_is_found_out(broken: type[Any], check: Any) -> None:
    for game, found in ((NIM, False), (broken(), True)):
        subject = Subject.of(game)
        seen = []
        for number, moment in enumerate(moments(subject, "usual", 0)):
            try:
                check(subject, moment, Random(number))
            except AssertionError as fault:
                seen.append(fault)
        assert bool(seen) is found, game


class WaitsForWhoHasLeft(Pig):
    def mover(self, state: Any) -> int:
        return int(state.turn)


def test_one_that_waits_for_somebody_who_has_left_is_found_out() -> None:
    """None of its presets has more than two players; the contract also plays it with the largest number."""
    for game, fault in ((Pig(), None), (WaitsForWhoHasLeft(), AssertionError)):
        subject = Subject.of(game)
        with (
            nullcontext()
            if fault is None
            else pytest.raises(fault, match="put to somebody who does not play")
        ):
            for way in ("usual", "most players"):
                for number, moment in enumerate(moments(subject, way, 0)):
                    contract.anybody_may_leave(subject, moment, Random(number))


def test_what_the_page_says_of_more_players_is_how_it_is_done() -> None:
    page, game = (
        Path(name).read_text(encoding="utf-8") for name in ("docs/games.md", "tests/support/pig.py")
    )
    _, _, section = page.partition("## More than two players, and chance")
    lines = re.findall(r"^    (.*)$", section.partition("\n## ")[0], re.MULTILINE)
    assert len(lines) == 4
    assert [line for line in lines if line and line.strip() not in game] == []


def test_one_that_does_not_end_is_found_out() -> None:
    with pytest.raises(AssertionError, match="not over"):
        moments(Subject.of(ForgetsToEnd()), "usual", 0)


def test_pytest_finds_the_contract_by_itself(tmp_path: Path) -> None:
    """In an outside project with a broken game, without other plug-ins of this machine."""
    write_files(Path("docs/games.md").read_text(encoding="utf-8"), tmp_path)
    broken = "\n    def refusals(self, *_: Any) -> tuple[()]:\n        return ()\n"
    text = (tmp_path / "nim.py").read_text(encoding="utf-8").replace("\n\nplayable", f"{broken}\n\nplayable")
    (tmp_path / "nim.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "adjudicator", "-p", "no:cacheprovider",
         "--contract-games", "2", "-k", "listed_means_valid or json"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(declare(tmp_path)), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "2 failed, 2 passed" in done.stdout
    assert "listed_means_valid" in done.stdout


# --- what needs not be said -----------------------------------------------------------------------------------


def test_it_has_one_edition_and_refuses_others() -> None:
    label = NIM.editions.current
    assert NIM.new(edition=label).edition == label == NIM.new().edition
    with pytest.raises(EditionError, match="nim has no editions"):
        NIM.new(edition="other-1")


def test_what_is_not_listed_is_refused_with_a_reason() -> None:
    state = NIM.new()
    with pytest.raises(IllegalAction, match="not among what you can do"):
        NIM.apply(state, 0, nim.Take(0, 9))
    with pytest.raises(IllegalAction, match="the turn of player 1"):
        NIM.apply(state, 1, nim.Take(0, 1))


def test_options_whose_type_a_state_does_not_say_are_read() -> None:
    state = replace(NIM.new(), options=nim.Options(2))
    saved = NIM.state_to_json(state)
    assert NIM.state_from_json(saved).options == nim.Options(2)


@pytest.mark.usefixtures("installed")
def test_a_random_bot_plays_it_and_its_figures_are_told() -> None:
    record = play_out(load_game("nim"), {}, ["random", "random"], 7)
    assert record.result is not None
    assert record.result.reason == "last_one_taken"
    taking = [event.player for event in record.events if event.type == "taken"]
    measured = figures_of("nim").measure(record)
    assert (measured.first, sum(measured.turns)) == (0, len(taking))
    with pytest.raises(UnreadableInput, match=r"There is no bot 'strong'\. There are: random"):
        play_out(load_game("nim"), {}, ["strong", "random"], 7)
    assert players_of("nim").hints({}, 5) == ()


@pytest.mark.usefixtures("installed")
def test_it_is_drawn_read_and_written_in_a_terminal() -> None:
    terminal, view = terminal_of("nim"), NIM.view(NIM.new(), 0)
    assert "heaps: 3, 4, 5" in terminal.draw(view, ["Ann", "Bob"])
    for action in NIM.legal_actions(NIM.new(), 0):
        assert terminal.read(terminal.write(action), view) == action
    assert terminal.read('{"type": "take", "heap": 1, "count": 2}', view) == nim.Take(1, 2)
    for text, said in (
        ("fly", "You can write take, resign"),
        ("take 1", "written take HEAP COUNT"),
        ("take x y", "whole"),
    ):
        with pytest.raises(UnreadableInput, match=said):
            terminal.read(text, view)


@pytest.mark.usefixtures("installed")
def test_it_has_nothing_to_judge() -> None:
    assert "nim" not in {row["game"] for row in ruleset.listed()}
    with pytest.raises(UnknownRuleset, match="Nim has nothing to judge"):
        ruleset.load_ruleset("nim")


# --- bots of one's own ----------------------------------------------------------------------------------------

PERFECT = """
class Perfect:
    def choose(self, view, random):
        for action in view["actions"]:
            heaps = list(view["table"]["heaps"])
            heaps[action["heap"]] -= action["count"]
            if not heaps[0] ^ heaps[1] ^ heaps[2]:
                return action
        return random.choice(view["actions"])


class Mute:
    pass
"""


def simulate(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["simulate", "nim", "--jobs", "1", "--seed", "1", *arguments])


@pytest.mark.usefixtures("installed")
def test_a_bot_of_ones_own_is_rated_with_an_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "perfect_nim.py").write_text(PERFECT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    told = simulate("--players", "perfect_nim:Perfect,random", "--games", "40", "--json")
    assert told.exit_code == 0, told.output
    own, other = json.loads(told.stdout)["players"]
    assert (own["player"], other["player"]) == ("perfect_nim:Perfect", "random")
    assert own["wins"]["low"] > 0.8
    assert own["wins"]["low"] < own["wins"]["share"] <= own["wins"]["high"]
    rated = simulate("--players", "perfect_nim:Perfect,random", "--games", "10", "--round-robin", "--json")
    first, second = json.loads(rated.stdout)["players"]
    assert (first["player"], second["player"]) == ("perfect_nim:Perfect", "random")
    assert first["low"] < first["elo"] < first["high"]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("perfect_nim:Nobody", "has no attribute 'Nobody'"),
        ("perfect_nim:Mute", "A bot has choose(view, random)"),
    ],
)
def test_a_bot_that_cannot_be_made_is_refused(
    named: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "perfect_nim.py").write_text(PERFECT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    told = simulate("--players", f"{named},random")
    assert (told.exit_code, said in told.output) == (2, True), told.output


# --- over HTTP ------------------------------------------------------------------------------------------------


@pytest.fixture
def client(installed: None, tmp_path: Path) -> FlaskClient:
    config = Config(database_url=f"sqlite:///{tmp_path / 'kept.sqlite'}", log="warning")
    return create_app(config).test_client()


def test_it_is_played_over_http_to_its_end(client: FlaskClient) -> None:
    offered = {game["game"]: game for game in client.get("/v1/games/catalogue").get_json()["games"]}
    assert offered["nim"]["bots"] == [{"name": "random", "about": "does anything that is allowed"}]
    body = {"game": "nim", "options": {"heaps": 1}, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    opened = client.post("/v1/games", json=body).get_json()
    address, tokens = f"/v1/games/{opened['id']}", [seat["token"] for seat in opened["seats"]]
    for turn, count in enumerate((1, 2)):
        head = {"Authorization": f"Bearer {tokens[turn]}"}
        version = client.get(address, headers=head).get_json()["version"]
        took = client.post(
            f"{address}/actions",
            json={"type": "take", "heap": 0, "count": count},
            headers={**head, "If-Match": str(version), "Idempotency-Key": f"the-key-of-turn-{turn}"},
        )
        assert took.status_code == 200, took.text
        assert took.get_json()["events"][0]["text"] == f"You take {count} from heap 0"
    ann = {"Authorization": f"Bearer {tokens[0]}", "Accept-Language": "de"}
    assert client.get(address, headers=ann).get_json()["result"]["winners"] == [1]
    log = client.get(f"{address}/log", headers=ann).get_json()
    assert "Gewonnen: Bob" in str(log["events"][-1])


@pytest.mark.slow
def test_its_page_is_the_plain_table(client: FlaskClient) -> None:
    assert "Nim" in client.get("/play").text
    assert client.get("/play/nim").status_code == 200
