"""Writes that wait for SQLite at the same time share a transaction without affecting each other."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from adjudicator_api.storage import StorageUnavailable
from adjudicator_api.storage.database import TOGETHER, Database
from adjudicator_api.storage.locking import WriterLock
from tests.support.patience import PATIENCE, wait_until


class RefusalError(Exception):
    """The refusal that a write raises itself."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path}/together.sqlite")
    database.write(lambda connection: connection.execute(text("CREATE TABLE kept (name TEXT PRIMARY KEY)")))
    yield database
    database.close()


@pytest.fixture
def commits(database: Database) -> list[int]:
    """Gains an entry for every transaction on disk."""
    found: list[int] = []
    event.listen(database.engine, "commit", lambda _: found.append(1))
    return found


def keep(name: str) -> Callable[[Connection], str]:
    def write(connection: Connection) -> str:
        connection.execute(text("INSERT INTO kept VALUES (:name)"), {"name": name})
        return name

    return write


def refuse(_: Connection) -> None:
    raise RefusalError("before anything was written")


def refuse_late(connection: Connection) -> None:
    keep("half")(connection)
    raise RefusalError("after something was written")


def kept(database: Database) -> set[str]:
    return database.read(lambda connection: set(connection.execute(text("SELECT name FROM kept")).scalars()))


def all_at_once(database: Database, works: list[Callable[[Connection], Any]]) -> list[Any]:
    """While the first write is under way the others queue behind it; returns what each gave or raised."""
    begun, go_on = threading.Event(), threading.Event()
    outcomes: list[Any] = [None] * len(works)

    def first(_: Connection) -> None:
        begun.set()
        go_on.wait(PATIENCE)

    def lead() -> None:
        with suppress(StorageUnavailable):
            database.write(first)

    def ask(number: int) -> None:
        try:
            outcomes[number] = database.write(works[number])
        except (RefusalError, StorageUnavailable) as error:
            outcomes[number] = error

    leading = threading.Thread(target=lead)
    leading.start()
    begun.wait(PATIENCE)
    others = []
    for number in range(len(works)):
        others.append(threading.Thread(target=ask, args=(number,)))
        others[-1].start()
        wait_until(lambda: database._line._jobs.qsize() == len(others))  # queued, in this order
    go_on.set()
    for thread in (leading, *others):
        thread.join(PATIENCE)
    return outcomes


def test_those_who_wait_share_a_transaction(database: Database, commits: list[int]) -> None:
    names = [f"n{number}" for number in range(10)]
    assert all_at_once(database, [keep(name) for name in names]) == names
    assert kept(database) == set(names)
    assert len(commits) == 2, "that of the first, and one for the ten"


def test_a_crowd_is_taken_in_parts(database: Database, commits: list[int]) -> None:
    names = [f"n{number}" for number in range(TOGETHER + 1)]
    assert all_at_once(database, [keep(name) for name in names]) == names
    assert len(commits) == 3


def test_who_is_refused_before_writing_does_not_disturb(database: Database, commits: list[int]) -> None:
    first, refused, last = all_at_once(database, [keep("a"), refuse, keep("b")])
    assert (first, last) == ("a", "b")
    assert isinstance(refused, RefusalError)
    assert kept(database) == {"a", "b"}
    assert len(commits) == 2


@pytest.mark.parametrize("spoil", [refuse_late, keep("a")], ids=["half done", "a conflict"])
def test_who_fails_half_way_leaves_nothing_and_the_others_are_written(
    database: Database, spoil: Callable[[Connection], Any]
) -> None:
    first, failed, last = all_at_once(database, [keep("a"), spoil, keep("b")])
    assert (first, last) == ("a", "b")
    assert isinstance(failed, RefusalError | StorageUnavailable)
    assert kept(database) == {"a", "b"}, "nothing of what failed"


def test_each_sees_what_those_before_it_wrote(database: Database) -> None:
    def look(connection: Connection) -> set[str]:
        return set(connection.execute(text("SELECT name FROM kept")).scalars())

    assert all_at_once(database, [keep("a"), look, keep("b"), look])[1::2] == [{"a"}, {"a", "b"}]


def test_a_commit_that_fails_is_told_to_everybody(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:

    def full(_: object) -> None:
        raise database.engine.dialect.loaded_dbapi.OperationalError("database or disk is full")

    monkeypatch.setattr(database.engine.dialect, "do_commit", full)
    outcomes = all_at_once(database, [keep("a"), keep("b")])
    assert all(isinstance(outcome, StorageUnavailable) for outcome in outcomes)
    monkeypatch.undo()
    assert kept(database) == set()


# --- between processes ------------------------------------------------------------------------------------


def hold(file: str, held: Any, release: Any) -> None:
    with WriterLock(file):
        held.set()
        release.wait(PATIENCE)


@pytest.mark.slow
def test_the_next_writer_is_woken_when_the_turn_is_free_or_its_holder_killed(tmp_path: Path) -> None:
    file, spawn = str(tmp_path / "x.sqlite"), multiprocessing.get_context("spawn")
    for kill in (False, True):
        held, release, entered = spawn.Event(), spawn.Event(), threading.Event()
        other = spawn.Process(target=hold, args=(file, held, release))
        other.start()
        held.wait(PATIENCE)

        def enter(entered: threading.Event = entered) -> None:
            with WriterLock(file):
                entered.set()

        mine = threading.Thread(target=enter)
        mine.start()
        assert not entered.wait(0.2), "it is the other's turn"
        other.kill() if kill else release.set()
        assert entered.wait(PATIENCE)
        mine.join()
        other.join()


def test_without_a_place_for_the_file_nobody_waits() -> None:
    for place in (None, ":memory:", "/proc/nowhere/x.sqlite"):
        with WriterLock(place):
            pass
