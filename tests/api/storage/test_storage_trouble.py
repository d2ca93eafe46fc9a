"""Databases that are gone, hang, are full or belong to somebody else: reported soon, with a code, and only
while it lasts.
"""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event, make_url, text

from adjudicator_api import Config, create_app
from adjudicator_api.storage import Storage, StorageUnavailable, migrating
from adjudicator_api.storage import database as databases
from adjudicator_api.storage.waiting import JobQueue
from tests.support.databases import BACKENDS, Freezer, database, needs_postgres
from tests.support.patience import PATIENCE, wait_until

CHALLENGE = {"runs": ["HHO"], "player": "ann", "challenger": "bob"}


@contextmanager
def impatient() -> Iterator[None]:
    """Short deadlines only while the database does not answer; an answer may take any time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "ANSWER_SECONDS", 0.3)
        yield


def code_of(client: FlaskClient) -> tuple[int, str, str | None]:
    answer = client.post("/v1/challenges", json=CHALLENGE)
    return answer.status_code, answer.get_json().get("code", ""), answer.headers.get("Retry-After")


def ready(client: FlaskClient) -> str:
    answer = client.get("/readyz").get_json()
    return str(answer["checks"]["database"])


def served(url: str, log: str = "off") -> FlaskClient:
    return create_app(Config(database_url=url, rate_limit="off", log=log)).test_client()


# --- a line ------------------------------------------------------------------------------------------------


def test_a_line_serves_in_order_and_one_at_a_time() -> None:
    line, order, inside = JobQueue(1), [], []

    def job(number: int) -> None:
        inside.append(number)
        assert len(inside) == 1
        order.append(number)
        inside.remove(number)

    gate, begun = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        gate.wait(PATIENCE)

    first = threading.Thread(target=line.do, args=(hold, PATIENCE))
    first.start()
    assert begun.wait(PATIENCE)  # taken from the queue: from here on the queue holds only those who wait
    waiting = []
    for number in range(20):
        waiting.append(threading.Thread(target=line.do, args=(lambda number=number: job(number), PATIENCE)))
        waiting[-1].start()
        wait_until(lambda: line._jobs.qsize() == len(waiting))
    gate.set()
    for thread in [first, *waiting]:
        thread.join()
    assert order == list(range(20))
    line.close()


def test_who_waited_too_long_is_told_and_the_job_never_begun() -> None:
    line, done, ended = JobQueue(1), [], threading.Event()
    with pytest.raises(TimeoutError):  # begun or not
        line.do(lambda: ended.wait(PATIENCE), 0.01)
    ended.set()

    begun, gate = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        gate.wait(PATIENCE)

    holder = threading.Thread(target=line.do, args=(hold, PATIENCE))
    holder.start()
    assert begun.wait(PATIENCE)
    with pytest.raises(TimeoutError):
        line.do(lambda: done.append(1), 0.01)
    gate.set()
    holder.join()
    assert line.do(lambda: "now", PATIENCE) == "now"
    assert done == []
    with pytest.raises(ZeroDivisionError):
        line.do(lambda: 1 // 0, PATIENCE)
    line.close()


# --- PostgreSQL --------------------------------------------------------------------------------------------


def test_a_database_that_refuses_connections_is_unavailable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    storage = Storage(f"postgresql://nobody@127.0.0.1:{port}/x")
    for ask in (storage.check, partial(storage.challenges.find, "x"), storage.migrate):
        with pytest.raises(StorageUnavailable) as told:
            ask()
        assert told.value.code == "database_unavailable"
    storage.close()


def test_a_database_that_accepts_and_says_nothing_is_left_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "monotonic", lambda: 1.0)
    with impatient(), socket.create_server(("127.0.0.1", 0)) as silent:
        storage = Storage(f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/x")
        for _ in range(databases.HANGS):
            with pytest.raises(StorageUnavailable) as told:
                storage.check()
            assert (told.value.code, told.value.cause) == ("database_unavailable", "no answer within 0.3 s")
        with pytest.raises(StorageUnavailable) as told:
            storage.challenges.find("x")
        assert told.value.cause == "no answer a moment ago"
        storage.close()


@pytest.mark.slow
@needs_postgres
def test_one_slow_question_refuses_nobody_else(tmp_path: Path) -> None:
    with database("postgresql", tmp_path) as url:
        storage, let_go = Storage(url), threading.Event()
        storage.migrate()
        with impatient(), pytest.raises(StorageUnavailable):
            storage.database.read(lambda _connection: let_go.wait(PATIENCE))
        assert storage.challenges.find("x") is None
        with impatient(), pytest.raises(StorageUnavailable):
            storage.database.read(lambda _connection: let_go.wait(PATIENCE))
        assert storage.challenges.find("x") is None
        let_go.set()
        storage.close()


@pytest.mark.slow
@needs_postgres
def test_a_database_that_hangs_answers_503_and_then_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with database("postgresql", tmp_path) as url:
        freezer = Freezer(make_url(url).port or 5432)
        slow = make_url(url).set(port=freezer.port).render_as_string(hide_password=False)
        client = served(slow, log="error")
        assert code_of(client) == (200, "", None)
        freezer.thawed.clear()
        with impatient():
            assert code_of(client) == (503, "database_unavailable", "2")
            assert ready(client) == "database_unavailable"
        assert client.get("/healthz").status_code == 200
        freezer.thawed.set()
        storage: Storage = client.application.extensions["storage"]
        wait_until(lambda: not storage.database._ask_again)  # those that hung have their answers now
        assert ready(client) == "ok"
        assert code_of(client) == (200, "", None)
        storage.close()
        freezer.close()
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert lines[0]["error"] == "database_unavailable"
    assert lines[0]["cause"] == "no answer within 0.3 s"


@pytest.mark.slow
@needs_postgres
def test_a_statement_that_takes_too_long_is_stopped_by_the_server(tmp_path: Path) -> None:
    with database("postgresql", tmp_path) as url:
        storage = Storage(url)
        with storage.database.engine.connect() as connection:
            limits = [
                connection.execute(text(f"SHOW {name}")).scalar_one()
                for name in ("statement_timeout", "lock_timeout")
            ]
        assert limits == ["6s", "6s"]
        with pytest.raises(StorageUnavailable) as told:
            storage.database.read(lambda c: c.execute(text("SET statement_timeout = 10; SELECT pg_sleep(5)")))
        assert told.value.code == "database_busy"
        storage.close()


# --- either ------------------------------------------------------------------------------------------------


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as url:
        yield url


def test_a_write_that_meets_another_begins_again(url: str) -> None:
    storage = Storage(url)
    storage.migrate()
    calls = []

    def taken(connection: Any) -> None:
        calls.append(1)
        connection.execute(text("INSERT INTO alembic_version VALUES (:v)"), {"v": migrating.head()})

    with pytest.raises(StorageUnavailable) as told:
        storage.database.write(taken)
    assert told.value.code == "database_busy"
    assert len(calls) == databases.TRIES
    assert storage.database.write(lambda _: "through") == "through"
    storage.close()


def test_a_full_disk_is_said_and_is_over_when_there_is_room(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    client = served(f"sqlite:///{tmp_path}/small.sqlite", log="error")
    engine = client.application.extensions["storage"].database.engine
    limit = ["PRAGMA max_page_count = 1"]  # like a full disk: SQLite cannot make the file longer
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(limit[0]))
    refused = next(answer for _ in range(500) if (answer := code_of(client)) != (200, "", None))
    assert refused == (503, "disk_full", "2")
    assert ready(client) == "disk_full"
    assert client.post("/v1/judge", json={"tiles": "HHO"}).status_code == 200
    limit[0] = "PRAGMA max_page_count = 100000"
    assert ready(client) == "ok"
    assert code_of(client) == (200, "", None)
    assert "database or disk is full" in capfd.readouterr().err


class ReadOnly:
    """A folder that can only be read from now on: a connection that is opened meanwhile never writes."""

    def __init__(self, client: FlaskClient) -> None:
        self.now = True
        engine = client.application.extensions["storage"].database.engine
        engine.dispose()
        event.listen(engine, "connect", self._opened)

    def _opened(self, connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA query_only = {int(self.now)}")


def test_a_folder_that_can_only_be_read_is_said_and_is_over_when_it_can_be_written(tmp_path: Path) -> None:
    client = served(f"sqlite:///{tmp_path}/kept.sqlite")
    id_ = client.post("/v1/challenges", json=CHALLENGE).get_json()["id"]
    folder = ReadOnly(client)
    for _ in range(3):
        assert code_of(client) == (503, "database_read_only", "2")
    assert ready(client) == "database_read_only"
    assert client.get(f"/v1/challenges/{id_}").status_code == 200
    assert client.post("/v1/judge", json={"tiles": "HHO"}).status_code == 200
    folder.now = False
    assert ready(client) == "ok"
    for _ in range(8):
        assert code_of(client) == (200, "", None)


def test_a_worker_that_begins_while_the_folder_can_only_be_read_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rules on, and writes as soon as it can."""
    url = f"sqlite:///{tmp_path}/kept.sqlite"
    assert code_of(served(url)) == (200, "", None)
    migrate = migrating.migrate

    def refused(_: object) -> None:
        raise StorageUnavailable("database_read_only", "The database can only be read.")

    monkeypatch.setattr(migrating, "migrate", refused)
    client = served(url)
    assert ready(client) == "database_read_only"
    assert client.post("/v1/judge", json={"tiles": "HHO"}).status_code == 200
    monkeypatch.setattr(migrating, "migrate", migrate)
    assert ready(client) == "ok"
    assert code_of(client) == (200, "", None)


def test_a_disk_that_was_full_is_tried_again(url: str) -> None:
    storage = Storage(url)
    storage.migrate()
    storage.database._unwritable = True
    storage.check()
    assert not storage.database._unwritable
    storage.close()


def test_a_disk_that_is_nearly_full_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = served(f"sqlite:///{tmp_path}/kept.sqlite")
    monkeypatch.setattr(databases, "MIN_FREE", 1 << 60)
    assert ready(client) == "disk_full"


def test_a_file_that_another_process_holds_is_busy(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    client = served(f"sqlite:///{tmp_path}/held.sqlite", log="error")
    holding = sqlite3.connect(tmp_path / "held.sqlite", isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    with impatient():
        assert code_of(client) == (503, "database_busy", "2")
        assert code_of(client) == (503, "database_busy", "2")
    assert ready(client) == "ok"  # it can still be read
    holding.execute("ROLLBACK")
    holding.close()
    assert code_of(client) == (200, "", None)
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["error"] for line in lines] == ["database_busy"], "said once, however many meet it"


@pytest.mark.slow
@needs_postgres
def test_a_worker_that_begins_during_an_outage_is_ready_when_it_is_over(tmp_path: Path) -> None:
    with database("postgresql", tmp_path) as url:
        freezer = Freezer(make_url(url).port or 5432)
        slow = make_url(url).set(port=freezer.port).render_as_string(hide_password=False)
        freezer.thawed.clear()
        with impatient():
            client = served(slow)
            assert ready(client) == "database_unavailable"
        assert client.post("/v1/judge", json={"tiles": "HHO"}).status_code == 200
        freezer.thawed.set()
        wait_until(lambda: ready(client) == "ok")
        assert code_of(client) == (200, "", None)
        client.application.extensions["storage"].close()
        freezer.close()


# --- at the start ------------------------------------------------------------------------------------------

WITHOUT = "import sys; sys.modules[{0!r}] = None; sys.argv[0] = 'adjudicator'; from adjudicator.cli import main; main()"


def start(*options: str, without: str = "nothing_of_this_name") -> str:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(without), "serve", *options],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_database_of_a_newer_version_is_refused_in_a_sentence(url: str) -> None:
    storage = Storage(url)
    storage.migrate()
    storage.database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    storage.close()
    assert "a newer Adjudicator wrote it" in start("--database-url", url)


def test_a_file_that_cannot_be_made_is_named_with_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").mkdir()
    with pytest.raises(StorageUnavailable) as refused:
        Storage(f"sqlite:///{tmp_path}/x.sqlite").migrate()
    said = refused.value.message
    assert said.startswith(f"The database {tmp_path}/x.sqlite cannot be opened: ")
    assert said.endswith("The service has to be able to write this file and its folder.")


@pytest.mark.slow
def test_missing_drivers_and_impossible_settings_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = start("--database-url", "postgresql://x@127.0.0.1/y", without="psycopg")
    assert "[missing_driver]" in said
    assert "adjudicator[server]" in said
    assert "needs the package redis" in start("--cache-url", "redis://127.0.0.1", without="redis")
    assert "memcached://, which is no cache" in start("--cache-url", "memcached://127.0.0.1")
    monkeypatch.setenv("ADJUDICATOR_CORS_ORIGIN", "*")
    assert "cors_origin is '*'" in start()
