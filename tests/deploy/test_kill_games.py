"""Games on processes that are killed: every acknowledged move is there once, and nobody was shown too much.

The checker is tested too: each fault that it looks for is planted, and found.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import random
from typing import Any

import pytest
from sqlalchemy import create_engine, delete, func, make_url, text, update

from adjudicator_api import Config, create_app
from adjudicator_api.games.playing.tables import packed
from adjudicator_api.storage.schema import commits, events, games
from tests.deploy.kill_games import Site, check, torment
from tests.support.databases import POSTGRES, database, needs_postgres
from tests.support.nginx import NGINX, REDIS, nginx
from tests.support.sampling import in_turn
from tests.support.serving import free_port
from tests.support.tabling import OnlineTable, drive

needs_nginx = pytest.mark.skipif(not NGINX, reason="no nginx")
needs_redis = pytest.mark.skipif(not REDIS, reason="no Redis: set ADJUDICATOR_TEST_REDIS to its URL")
KEY = "a-key-that-nobody-guesses"


def played(
    kind: str,
    folder: Path,
    processes: int,
    kills: int,
    cache_url: str = "",
    instead: Callable[[str], None] | None = None,
) -> None:
    with database(kind, folder) as url:
        site = Site.of(folder / "games", [free_port() for _ in range(processes)], url, cache_url)
        torment(site, kills, instead=None if instead is None else partial(instead, url))
        counted, faults = check(site, url)
        assert faults == []
        assert counted["moves"] > kills
        assert counted["answers"] > counted["moves"]


@in_turn(3)
def test_games_outlive_a_process_that_is_killed(tmp_path: Path) -> None:
    played("sqlite", tmp_path, processes=1, kills=1)


@pytest.mark.nightly
def test_games_outlive_many_kills_on_one_machine(tmp_path: Path) -> None:
    played("sqlite", tmp_path, processes=2, kills=30)


@pytest.mark.nightly
@needs_postgres
@needs_redis
def test_games_outlive_many_kills_on_many_machines(tmp_path: Path) -> None:
    played("postgresql", tmp_path, processes=2, kills=30, cache_url=REDIS)


def restarted(url: str) -> None:
    """As a restart of PostgreSQL looks to the service: all connections are cut, and none is made for a while."""
    name = make_url(url).database
    server = create_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"),
            {"name": name},
        )
        time.sleep(random() * 2)  # at any moment, and for any time
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    server.dispose()


@in_turn(3)
@needs_postgres
def test_games_outlive_a_restart_of_the_database(tmp_path: Path) -> None:
    played("postgresql", tmp_path, processes=1, kills=1, instead=restarted)


@pytest.mark.nightly
@needs_postgres
@needs_redis
def test_games_outlive_many_restarts_of_the_database(tmp_path: Path) -> None:
    played("postgresql", tmp_path, processes=2, kills=20, cache_url=REDIS, instead=restarted)


@pytest.mark.nightly
@needs_nginx
def test_a_rolling_restart_loses_no_move_and_no_stream(tmp_path: Path) -> None:
    """Behind nginx, the processes are restarted one after the other, as a service manager would."""
    ports = [free_port(), free_port()]
    url = f"sqlite:///{tmp_path}/rolling.sqlite"
    site = Site.of(tmp_path / "games", ports, url)
    with nginx(tmp_path / "nginx", ports) as port:
        site.ports = [port]
        torment(site, 2, clients=2, gently=True)
    counted, faults = check(site, url)
    assert faults == []
    assert counted["moves"] > 2


# --- the checker ----------------------------------------------------------------------------------------------


class Acknowledged:
    """A short game, and what its players would have noted."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder}/games.sqlite"
        self.site = Site.of(folder / "games", [free_port()], self.url)
        self.site.services[0].errors.write_text("")
        app = create_app(Config(database_url=self.url, rate_limit="off", log="off"))
        self.database = app.extensions["storage"].database
        seats = [{"name": "Ann"}, {"name": "Bob"}, {"bot": "random"}]
        self.table = table = OnlineTable.open(app.test_client(), "compoundit", seats)
        opened = {"game": table.id, "tokens": [*table.tokens.values(), table.host]}
        self.site.acknowledged.write({"opened": opened})
        for _ in range(12):
            view = table.view(0)
            if view["status"] == "over":  # everybody has passed
                return
            turn = view["asks"][0]["player"]
            if turn == 2:
                drive(app, table, most=1)
                continue
            key = f"{KEY} {view['version']}".replace(" ", "-")
            answer = table.act(turn, {"type": "pass"}, view["version"], key)
            if answer.status_code == 200:
                facts = {"game": table.id, "seat": turn, "key": key, "events": answer.get_json()["events"]}
                self.site.acknowledged.write({"acted": facts})
            if table.view(0)["status"] == "playing":
                self.site.told.write({"game": table.id, "seat": 0, "text": table.get("/log", 0).text})

    def faults(self) -> str:
        return " | ".join(check(self.site, self.url)[1])

    def change(self, statement: Any) -> None:
        self.database.write(lambda connection: connection.execute(statement) and None)


@pytest.fixture
def kept(tmp_path: Path) -> Acknowledged:
    found = Acknowledged(tmp_path)
    assert found.faults() == ""
    return found


def test_it_finds_a_lost_event_and_a_lost_game(kept: Acknowledged) -> None:
    kept.change(delete(events).where(events.c.version == 4))
    assert "versions" in kept.faults()
    kept.site.acknowledged.write({"opened": {"game": "gone", "tokens": []}})
    assert "lost: gone" in kept.faults()


def test_it_finds_a_lost_move_and_one_that_was_told_otherwise(kept: Acknowledged) -> None:
    acted = [line["acted"] for line in kept.site.acknowledged.read() if "acted" in line]
    kept.site.acknowledged.write({"acted": {**acted[0], "key": "another"}})
    assert "is there 0 times: another" in kept.faults()
    lie = [{**event, "player": 1 - acted[0]["seat"]} for event in acted[0]["events"]]
    kept.site.acknowledged.write({"acted": {**acted[0], "events": lie}})
    assert "told otherwise" in kept.faults()
    assert "a key twice" in kept.faults()


def test_it_finds_events_of_no_move_and_a_bot_that_moved_twice(kept: Acknowledged) -> None:
    kept.change(delete(commits).where(commits.c.seat == 0))
    assert "belong to no move" in kept.faults()
    kept.change(update(commits).where(commits.c.seat == 2).values(request_key=func.randomblob(32)))
    assert "bot 2" in kept.faults()


def test_it_finds_a_snapshot_that_its_events_do_not_lead_to(kept: Acknowledged) -> None:
    game = kept.table.client.application.extensions["tables"].find(kept.table.id)
    other = game.game.new(seed=5, players=3)
    wrong = packed(game.game.state_to_json(other))
    kept.change(update(games).values(snapshot=wrong, snapshot_version=other.version))
    assert "the snapshot of" in kept.faults()


def test_it_finds_what_somebody_should_not_have_been_told(kept: Acknowledged) -> None:
    whole = kept.table.client.application.extensions["tables"].events(kept.table.id)
    drawn = next(e for e in whole if e.type == "tiles_drawn" and e.player == 1)
    text = json.dumps(drawn.to_json(), separators=(",", ":"))
    kept.site.told.write({"game": kept.table.id, "seat": 1, "text": text})
    assert kept.faults() == "", "one's own is no secret"
    kept.site.told.write({"game": kept.table.id, "seat": 0, "text": text})
    assert "0 was told" in kept.faults()
    kept.site.services[0].errors.write_text(kept.table.tokens[0])
    assert "None was told" in kept.faults()
