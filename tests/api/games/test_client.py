"""Two server processes, one database, real streams: the client library, the example bot and the terminal."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.client import Service, ServiceError, Table
from adjudicator.engine import Bot, seated
from adjudicator.engine.game import playable_games
from adjudicator_api.config import Config
from docs.example_bot import choose, play
from tests.support.patience import PATIENCE
from tests.support.sampling import by_day, in_turn
from tests.support.serving import Server, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("client")
    with serving(
        folder, "--workers", "2", ADJUDICATOR_BOT_PAUSE_MS="0", ADJUDICATOR_THINKING_PERCENT="0"
    ) as running:
        yield running


@in_turn(3)
def test_the_example_bot_plays_a_whole_game_against_ours(server: Server) -> None:
    service = Service(server.url)
    table = service.open(
        "valence-plus", [{"bot": "greedy"}, {}], hints=True, options={"younger": True}, watch="public"
    )
    assert table.code is not None
    finished = play(server.url, table.code)
    assert finished["status"] == "over"
    assert finished["result"]["ranks"]
    versions = [event["version"] for event in service.table(table.id).log()["events"]]
    assert versions == list(range(1, len(versions) + 1))


class FirstThing:
    """A bot as `play_out` takes it; it knows no game, and returns actions as they are in JSON."""

    def choose(self, view: Mapping[str, Any], random: Random) -> dict[str, Any] | None:
        listed = [action for action in view["actions"] if not action.get("open")]
        return random.choice(listed) if listed else None


@pytest.mark.parametrize("bot", [FirstThing(), *seated("valence-plus", ["greedy"])], ids=["own", "ours"])
def test_a_bot_of_the_library_plays_a_seat_to_the_end(server: Server, bot: Bot[Any]) -> None:
    seats = [{"name": "Ann"}, {"bot": "random"}]
    table = Service(server.url).open("valence-plus", seats, options={"younger": True})
    finished = table.play(bot, seed=1)
    assert (finished["status"], len(finished["result"]["ranks"])) == ("over", 2)


@pytest.mark.parametrize("game", by_day(3, playable_games()))
def test_the_example_bot_plays_every_game_with_the_usual_limits(game: str, tmp_path: Path) -> None:
    """Regression: in Ion the bot chose the same card again and again until the service refused it."""
    with serving(
        tmp_path, ADJUDICATOR_RATE_LIMIT=Config().rate_limit, ADJUDICATOR_BOT_PAUSE_MS="0"
    ) as limited:
        service = Service(limited.url)
        least = next(one["players"][0] for one in service.catalogue()["games"] if one["game"] == game)
        opened = service.open(game, [{"bot": "random"}] * (least - 1) + [{}], watch="public")
        assert opened.code is not None
        table = service.join(opened.code, "Example")
        seen: list[int] = []
        over = False
        for view in table.my_turns():
            over = view["status"] == "over"
            action = None if over or len(seen) == 12 else choose(table, view)
            if action is None:
                break
            seen.append(view["version"])
            with suppress(ServiceError):  # 412: somebody was faster
                table.act(action, view["version"])
    # CompoundIt! is over as soon as the other bot has no play: about one game in fifty is that short.
    assert over or len(seen) > 5
    assert len(set(seen)) == len(seen), "every act changes the table"


def test_a_stream_tells_of_another_players_move_in_whichever_process(server: Server) -> None:
    service = Service(server.url)
    ann = service.open("compoundit", [{"name": "Ann"}, {}])
    assert ann.code is not None
    heard: list[int] = []

    def follow() -> None:
        for version in ann.versions():
            heard.append(version)
            if version > 3:
                return

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    bob = Service(server.url).join(ann.code, "Bob")
    turn = ann if ann.view()["asks"][0]["player"] == ann.view()["you"] else bob
    turn.act({"type": "pass"})
    follower.join(PATIENCE)
    assert heard[-1] > 3
    assert heard == sorted(heard)


def test_the_client_says_what_the_service_said(server: Server) -> None:
    service = Service(server.url)
    with pytest.raises(ServiceError) as refused:
        service.join("ZZZZZZ", "Eve")
    assert (refused.value.status, refused.value.code) == (404, "no_open_seat")
    with pytest.raises(ServiceError) as refused:
        service.open("chess", [{"name": "Ann"}])
    assert refused.value.code == "no_such_game"


def test_a_game_in_a_terminal_at_a_table_on_the_server(server: Server) -> None:
    ann = Service(server.url).open("compoundit", [{"name": "Ann"}, {}])
    ours, theirs = pty.openpty()
    terminal = subprocess.Popen(
        [sys.executable, "-m", "adjudicator", "play", "compoundit", "--server", server.url, "--join", str(ann.code), "--name", "Bob"],
        stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "NO_COLOR": "1", "TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    said = ""
    try:
        for view in ann.views():
            if view["status"] == "playing" and any(ask["player"] == 0 for ask in view["asks"]):
                ann.act({"type": "pass"}, view["version"])
            elif view["status"] == "playing":
                said += _until(ours, r"Bob \(.*\)> ")
                os.write(ours, b"pass\n")
        said += _until(ours, r"The game is over\. Winner")
    finally:
        terminal.send_signal(signal.SIGKILL)
        terminal.wait()
        os.close(ours)
    assert "Ann" in said


def _until(terminal: int, wanted: str) -> str:
    """What the terminal prints up to a given text."""
    said, late = "", time.monotonic() + PATIENCE
    while not re.search(wanted, said) and time.monotonic() < late:
        try:
            said += os.read(terminal, 4096).decode(errors="replace")
        except OSError:
            break
    assert re.search(wanted, said), said
    return said


def test_whoever_has_no_token_only_watches_where_that_is_allowed(server: Server) -> None:
    table = Service(server.url).open("compoundit", [{"name": "Ann"}, {"bot": "random"}])
    with pytest.raises(ServiceError) as refused:
        Service(server.url).table(table.id).view()
    assert refused.value.code == "players_only"


def test_what_a_notebook_shows_of_a_table_has_no_secrets() -> None:
    table = Table(Service("http://127.0.0.1:1"), "t" * 22, "s3at", "ABCDEF", "h0st", {0: "s3at"})
    assert "ABCDEF" in repr(table)
    assert "s3at" not in repr(table)
    assert "h0st" not in repr(table)
