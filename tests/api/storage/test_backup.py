"""`adjudicator backup` and `restore`: complete, of one moment, while others write; from each kind of database
to each.
"""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Connection, Select, select

from adjudicator.cli import main
from adjudicator.errors import AdjudicatorError
from adjudicator_api import Config, create_app
from adjudicator_api.storage import Storage
from adjudicator_api.storage.clients import Clients
from adjudicator_api.storage.commands import backup, restore
from adjudicator_api.storage.engines import shown_url
from adjudicator_api.storage.errors import StorageUnavailable
from adjudicator_api.storage.schema import KEPT
from tests.api.routes.test_challenges import ask
from tests.api.storage.test_migrating import ROWS, make_version_1
from tests.support.databases import BACKENDS, database


def run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize("other", BACKENDS)
def test_what_was_backed_up_is_restored(kind: str, other: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with database(kind, tmp_path) as url, database(other, tmp_path / "other") as second:
        make_version_1(url)
        client = create_app(
            Config(database_url=url, rate_limit="off", log="off", retention_days=0)
        ).test_client()
        ask(client, player="Zoë \U0001f9ea")
        game = {"game": "compoundit", "seats": [{"name": "Zoë"}, {"name": "Ann"}]}
        assert client.post("/v1/games", json=game).status_code == 201
        file = tmp_path / "back-up.sqlite"
        kept = [everything(url)]
        total = sum(map(len, kept[0].values()))
        assert f"{total} rows" in run(backup, file, "--database-url", url).output
        assert f"Restored {total} rows" in run(restore, file, "--database-url", second).output
        kept += [everything(source) for source in (second, f"sqlite:///{file}")]
        assert len(kept[0]["challenges"]) == len(ROWS) + 1
        assert all(kept[0][table] for table in ("games", "seats", "events"))
        assert kept[0] == kept[1] == kept[2]
        assert len({digest_of_a_client(source) for source in (url, second, f"sqlite:///{file}")}) == 1
        again = run(restore, file, "--database-url", second)
        assert isinstance(again.exception, AdjudicatorError)
        assert again.exception.code == "database_not_empty"


def digest_of_a_client(url: str) -> str:
    """As stored: keyed with the secret of the database."""
    storage = Storage(url)
    found = Clients(storage.database).digest("192.0.2.7")
    storage.close()
    return found


def everything(url: str) -> dict[str, list[list[object]]]:
    """Every row of every table that is backed up."""
    storage = Storage(url)
    found = {}
    for table in KEPT:
        asked = select(table).order_by(*table.primary_key)
        rows = storage.database.read(partial(_all, asked))
        found[table.name] = [[in_utc(value) for value in row] for row in rows]
    storage.close()
    return found


def _all(asked: Select[Any], connection: Connection) -> list[Any]:
    return list(connection.execute(asked).all())


def in_utc(value: object) -> object:
    """SQLite forgets the time zone."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


@pytest.mark.parametrize("kind", BACKENDS)
def test_a_back_up_is_of_one_moment(kind: str, tmp_path: Path) -> None:
    """Each writer moves a unit between two rows; no back-up misses one or has it twice."""
    with database(kind, tmp_path) as url:
        app = create_app(Config(database_url=url, rate_limit="off", log="off"))
        client, storage = app.test_client(), app.extensions["storage"]
        first, second = (ask(client)["id"] for _ in range(2))
        stop = threading.Event()

        def swap() -> None:
            names = ("valid", "invalid")
            while not stop.is_set():
                names = names[::-1]

                def write(connection: Connection, names: tuple[str, str] = names) -> None:
                    for id_, judged in zip((first, second), names, strict=True):
                        connection.exec_driver_sql(
                            f"UPDATE challenges SET judged = '{judged}' WHERE id = '{id_}'"
                        )

                storage.database.write(write)

        swapping = threading.Thread(target=swap)
        swapping.start()
        for number in range(8):
            file = tmp_path / f"{number}.sqlite"
            assert run(backup, file, "--database-url", url).exit_code == 0
            with sqlite3.connect(file) as copy:
                found = sorted(judged for (judged,) in copy.execute("SELECT judged FROM challenges"))
            # The second value: before the first swap.
            assert found in (["invalid", "valid"], ["valid", "valid"])
        stop.set()
        swapping.join()
        storage.close()


def test_a_back_up_that_cannot_be_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept.sqlite"
    absent = run(backup, tmp_path / "x.sqlite", "--database-url", url).exception
    assert isinstance(absent, AdjudicatorError)
    assert (absent.code, str(tmp_path / "kept.sqlite") in absent.message) == ("no_database", True)
    assert list(tmp_path.iterdir()) == []
    storage = Storage(url)
    storage.migrate()
    storage.close()
    (tmp_path / "taken").write_text("mine")
    refused = run(backup, tmp_path / "taken", "--database-url", url)
    assert isinstance(refused.exception, AdjudicatorError)
    assert (refused.exception.code, (tmp_path / "taken").read_text()) == ("file_exists", "mine")
    (tmp_path / "nonsense").write_text("no database " * 100)
    assert isinstance(
        run(restore, tmp_path / "nonsense", "--database-url", url).exception, StorageUnavailable
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.sqlite", "nonsense", "taken"]


@pytest.mark.parametrize("command", [["games", "list"], ["games", "show", "x"], ["challenges", "prune"]])
def test_a_command_names_its_database_and_never_makes_one(command: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "deep" / "kept.sqlite"
    refused = CliRunner().invoke(main, [*command, "--database-url", f"sqlite:///{kept}"])
    assert (refused.exit_code, str(kept) in refused.output) == (2, True)
    assert not kept.parent.exists()
    storage = Storage(f"sqlite:///{kept}")
    storage.migrate()
    storage.close()
    said = CliRunner().invoke(main, [*command, "--database-url", f"sqlite:///{kept}"])
    assert f"Database: {kept}\n" in said.stderr
    assert "Database" not in said.stdout


def test_a_password_is_never_shown() -> None:
    assert shown_url("postgresql://ann:secret@db/games") == "postgresql://ann:***@db/games"
