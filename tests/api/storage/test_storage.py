"""Where rulings are kept: many concurrent writers lose nothing; on SQLite always, on PostgreSQL when there is one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select, text

from adjudicator_api.storage import Storage, StorageUnavailable, StoredChallenge
from adjudicator_api.storage.schema import challenges, metadata
from tests.support.databases import BACKENDS, database
from tests.support.patience import PATIENCE


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as url:
        yield url


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    storage = Storage(url)
    storage.migrate()
    yield storage
    storage.close()


def a_challenge(id_: str) -> StoredChallenge:
    return StoredChallenge(
        id_, datetime.now(UTC), sealed=False, judged="valid", packed=b"\0\xff" * 40, key_digest=b"k" * 32
    )


def count(storage: Storage) -> int:
    asked = select(func.count()).select_from(challenges)
    return storage.database.read(lambda connection: connection.execute(asked).scalar_one())


def test_what_is_written_is_read(storage: Storage) -> None:
    kept = a_challenge("one")
    storage.challenges.add(kept)
    assert storage.challenges.find("one") == kept
    assert storage.challenges.find("two") is None


def test_a_challenge_is_settled_once(storage: Storage) -> None:
    storage.challenges.add(a_challenge("one"))
    results: list[bool] = []

    def settle() -> None:
        results.append(storage.challenges.settle("one", "invalid", ["ann", "Zoë \U0001f9ea"]))

    threads = [threading.Thread(target=settle) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False] * 7 + [True]
    settled = storage.challenges.find("one")
    assert settled is not None
    assert settled.settled_at is not None
    assert settled.settled_at.tzinfo is not None
    assert (settled.agreed, settled.agreed_by) == ("invalid", ["ann", "Zoë \U0001f9ea"])
    assert not storage.challenges.settle("nobody", "valid", [])


def test_threads_lose_nothing(storage: Storage) -> None:
    def write(thread: int) -> None:
        for number in range(25):
            storage.challenges.add(a_challenge(f"{thread}-{number}"))

    threads = [threading.Thread(target=write, args=(thread,)) for thread in range(8)]
    for started in threads:
        started.start()
    for started in threads:
        started.join()
    assert count(storage) == 200


def write_many(url: str, name: str, number: int) -> None:
    storage = Storage(url)
    storage.migrate()  # all of them try at once
    for i in range(number):
        storage.challenges.add(a_challenge(f"{name}-{i}"))
    storage.close()


@pytest.mark.slow
def test_processes_that_start_together_migrate_once_and_lose_nothing(url: str) -> None:
    spawn = get_context("spawn")
    processes = [spawn.Process(target=write_many, args=(url, f"p{i}", 25)) for i in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0] * 4
    storage = Storage(url)
    storage.check()
    assert count(storage) == 100
    storage.close()


def test_readers_do_not_wait_for_a_writer(storage: Storage) -> None:
    storage.challenges.add(a_challenge("one"))
    with storage.database.engine.begin() as writing:
        writing.execute(challenges.delete())
        assert storage.challenges.find("one") is not None
        writing.rollback()


def test_migrations_make_the_tables_that_the_code_declares(storage: Storage) -> None:
    storage.migrate()  # twice changes nothing
    with storage.database.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert differences == []
    storage.check()


def test_a_database_that_is_not_ready_says_so(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/empty.sqlite")
    with pytest.raises(StorageUnavailable, match="does not answer"):
        storage.check()
    storage.migrate()
    with storage.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for step in (storage.check, storage.migrate):
        with pytest.raises(StorageUnavailable, match="9999") as told:
            step()
        assert told.value.code == "database_newer"


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://x/y", "sqlite:////proc/nowhere/x.sqlite"])
def test_a_url_that_makes_no_sense_is_refused(url: str) -> None:
    with pytest.raises(StorageUnavailable):
        Storage(url).migrate()


def test_sqlite_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/wal.sqlite")
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):
        assert value == storage.database.read(
            lambda connection, pragma=pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()  # type: ignore[misc]
        )
    storage.close()
