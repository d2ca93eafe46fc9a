"""Tables on the device: in this thread, with the same bodies as a server's stream."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine.game import playable_games
from adjudicator_api.games.bots.decisions import choose
from adjudicator_api.pocket.device import Device
from adjudicator_api.pocket.thinking import think
from tests.api.pocket.test_device import BASE, asked, named
from tests.support.earlier import as_of_an_earlier_version
from tests.support.sampling import at_night

BEGAN = datetime(2026, 11, 17, 12, tzinfo=UTC)
LOOKS = 30  # rounds of the loop between two steps: by then all messages are sent


class Table:
    """A table on a device whose clock the test controls."""

    def __init__(self, folder: Path) -> None:
        self.device = Device(str(folder))
        self.now = BEGAN
        self.device.app.extensions["tables"].now = lambda: self.now
        self.sent: list[str] = []

    def open(self, game: str, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        self.sent.clear()
        body = {"game": game, "seats": seats, **more}
        status, answer = asked(self.device, "POST", "/v1/games", body)
        assert status == 201, answer
        made: dict[str, Any] = json.loads(answer)
        self.made = made
        self.token = next((one["token"] for one in self.made["seats"] if one["token"]), None)
        return made

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        given = [*named("en").items(), ("Content-Type", "application/json"), *headers.items()]
        given.append(("Authorization", f"Bearer {self.token or self.made['host_token']}"))
        content = b"" if body is None else json.dumps(body).encode()
        status, _, answer = self.device.answer(
            method, f"/v1/games/{self.made['id']}{path}", BASE, given, content
        )
        assert status < 300, answer
        return json.loads(answer)

    def follow(self) -> Any:
        given = [("Authorization", f"Bearer {self.token or self.made['host_token']}")]
        (status, headers, first), stop = self.device.follow(
            f"/v1/games/{self.made['id']}/events", BASE, given, self.sent.append, lambda: None
        )
        assert (status, dict(headers)["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        self.sent.append(first.decode())
        return stop

    async def step(self) -> bool:
        """Does one thing that is due; returns whether there is more to come."""
        question, seconds = self.device.turns.next()
        while question is not None:
            question, seconds = self.device.turns.decide(think(question))
        for _ in range(LOOKS):
            await asyncio.sleep(0)
        self.now += timedelta(seconds=seconds or 0)
        return seconds is not None


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """All tests share one device; each opens its own table."""
    threads = set(threading.enumerate())
    made = Table(tmp_path_factory.mktemp("device"))
    yield made
    assert set(threading.enumerate()) <= threads
    made.device.app.extensions["storage"].close()


def event(table: Table, version: int) -> str:
    return f'data: {{"game": "{table.made["id"]}", "version": {version}}}\n\n'


EVERY_GAME = ["ion", *(one for game in playable_games() for one in at_night(f"{game} to its end"))]


@pytest.mark.parametrize("played", EVERY_GAME)
def test_bots_move_and_who_follows_is_told(table: Table, played: str) -> None:
    game, _, whole = played.partition(" ")

    async def play() -> None:
        table.open(game, {"bot": "random", "name": "A"}, {"bot": "greedy", "name": "B"})
        stop = table.follow()
        await asyncio.sleep(0)
        assert table.device.followed
        for _ in range(100_000 if whole else 4):
            if not await table.step():
                break
        view = table.ask("GET", "")
        assert view["version"] > 1
        assert view["status"] == ("over" if whole else "playing")
        first, *others = table.sent
        assert first.startswith('retry: 1500\n\ndata: {"game": ')
        assert others[-1] == event(table, view["version"])
        stop()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not table.device.followed

    asyncio.run(play())


def test_a_table_nobody_follows_waits(table: Table) -> None:
    table.open("ion", {"bot": "random", "name": "A"}, {"bot": "random", "name": "B"})
    assert table.device.turns.next() == (None, None)


def test_a_bot_that_fails_does_not_hold_up_the_table(table: Table) -> None:
    """The obligation of the bot is fulfilled for it."""

    async def play() -> None:
        made = table.open("ion", {"bot": "random", "name": "A"}, {"bot": "random", "name": "B"})
        table.follow()
        await asyncio.sleep(0)
        _, seconds = table.device.turns.next()
        table.now += timedelta(seconds=seconds or 0)
        question, _ = table.device.turns.next()
        assert question is not None
        while question is not None:
            question, _ = table.device.turns.decide(None)
        assert table.ask("GET", "")["version"] > made["version"]

    asyncio.run(play())


def test_a_choice_that_comes_too_late_changes_nothing(table: Table) -> None:
    async def play() -> None:
        table.open("ion", {"name": "Ann"}, {"bot": "random", "name": "B"})
        table.follow()
        await asyncio.sleep(0)
        table.device.turns.next()
        table.ask("POST", "/resign", {})
        assert table.device.turns.decide('{"type": "resign"}')[0] is None
        assert table.ask("GET", "")["status"] == "over"

    asyncio.run(play())


@pytest.mark.parametrize("played", EVERY_GAME)
def test_what_is_asked_of_a_bot_is_text(table: Table, played: str) -> None:
    """The view goes to another worker as JSON, and the choice is the same as for the view itself."""
    game, driver = played.partition(" ")[0], table.device.app.extensions["driver"]
    made = table.open(game, {"bot": "greedy", "name": "A"}, {"bot": "greedy", "name": "B"})
    table.now += timedelta(minutes=1)
    question = next(driver.steps_at(made["id"]))
    assert json.loads(think(json.dumps(question.arguments))) == choose(*question.arguments)


def test_a_clock_counts_only_while_somebody_follows(table: Table) -> None:
    """After an hour away, nothing has been done for the player to move."""
    table.open("ion", {"name": "Ann"}, {"name": "Bob"}, clock={"seconds": 300})

    async def look() -> int:
        table.device.app.extensions["minder"]._beat_at = 0.0  # it uses another clock than the table
        stop = table.follow()
        for _ in range(3):
            await table.step()
        stop()
        version: int = table.ask("GET", "")["version"]
        return version

    begun = asyncio.run(look())
    table.now += timedelta(hours=1)
    assert asyncio.run(look()) == begun


def test_a_running_game_goes_on_after_an_update(tmp_path: Path) -> None:
    """What an earlier version has stored is brought up to date when the new one first opens it."""

    async def play(table: Table) -> dict[str, Any]:
        stop = table.follow()
        for _ in range(6):
            await table.step()
        stop()
        view: dict[str, Any] = table.ask("GET", "")
        return view

    (tmp_path / "earlier").mkdir()
    before = Table(tmp_path)
    before.open("ion", {"bot": "random", "name": "A"}, {"bot": "greedy", "name": "B"})
    left = asyncio.run(play(before))
    before.device.app.extensions["storage"].close()
    as_of_an_earlier_version(tmp_path / "adjudicator.sqlite", tmp_path / "earlier" / "adjudicator.sqlite")
    after = Table(tmp_path / "earlier")
    after.made, after.token, after.now = before.made, before.token, before.now
    found = after.ask("GET", "")
    assert found == left
    assert asyncio.run(play(after))["version"] > left["version"]
    after.device.app.extensions["storage"].close()
