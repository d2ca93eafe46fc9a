"""Rulings written by an earlier version: migrated on a copy, read as they were, and small."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import text

from adjudicator.chem.formula import Tiles
from adjudicator.ruleset import load_ruleset
from adjudicator_api import Config, create_app
from adjudicator_api.storage import Storage, games, migrating
from adjudicator_api.storage.compact import MAX_BYTES, pack, unpack
from adjudicator_rulesets.compoundit.judging.board.challenge import from_json, rule_on_runs
from tests.support.databases import BACKENDS, database

ROWS: list[dict[str, Any]] = json.loads(Path("fixtures/challenges/version-0001.json").read_text())
INSERT = text(
    "INSERT INTO challenges (id, created_at, sealed, judged, answer, key_digest, settled_at, agreed_by)"
    " VALUES (:id, :created_at, :sealed, :judged, :answer, :key_digest, :settled_at, :agreed_by)"
)


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as url:
        yield url


def make_version_1(url: str) -> None:
    storage = Storage(url)
    with storage.database.engine.begin() as connection:
        config = migrating.alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for row in ROWS:
            plain = {
                **row,
                "sealed": bool(row["sealed"]),
                "answer": json.dumps(row["answer"]),
                "agreed_by": row["agreed_by"] and json.dumps(row["agreed_by"]),
                "key_digest": bytes.fromhex(row["key_digest"]),
            }
            connection.execute(INSERT, plain)
    storage.close()


def without_sentences(answer: Any) -> Any:
    """Sentences are rendered again; the facts behind them stay."""
    if isinstance(answer, dict):
        anew = {"message", "reason"}
        return {name: without_sentences(value) for name, value in answer.items() if name not in anew}
    return [without_sentences(item) for item in answer] if isinstance(answer, list) else answer


def holds(shown: Any, kept: Any) -> bool:
    """Everything stored is still there as it was; later versions may add fields."""
    if isinstance(kept, dict):
        return all(name in shown and holds(shown[name], value) for name, value in kept.items())
    if isinstance(kept, list):
        return len(shown) == len(kept) and all(map(holds, shown, kept))
    return bool(shown == kept)


def test_rulings_of_version_1_are_read_as_they_were(url: str) -> None:
    make_version_1(url)
    app = create_app(Config(database_url=url, rate_limit="off", log="off", retention_days=0))
    client = app.test_client()
    assert {(row["judged"], row["answer"]["ruling"]) for row in ROWS} == {
        (judged, ruling) for judged in ("valid", "invalid") for ruling in ("valid", "invalid")
    }
    for row in ROWS:
        shown = client.get(f"/v1/challenges/{row['id']}").get_json()
        assert shown["detail"] == ("sealed" if row["sealed"] else "full")
        kept = row["answer"]
        names = ["ruling", "consequence", "decided_by"]
        if not row["sealed"]:
            names += ["rules", "edition", "player", "challenger", "geometry", "runs", "score"]
            assert shown["judged"] == row["judged"]
            assert (shown["settlement"] is not None) == (row["settled_at"] is not None)
            for check in (check for run in shown["runs"] for check in run["verdict"]["checks"]):
                assert check["message"] != check["code"].replace("_", " ").capitalize()  # no sentence is lost
        assert holds(shown, without_sentences({name: kept[name] for name in names}))
    storage = app.extensions["storage"]
    sizes = storage.database.read(
        lambda c: c.execute(text("SELECT length(packed) FROM challenges")).scalars().all()
    )
    assert len(sizes) == len(ROWS)
    assert max(sizes) <= MAX_BYTES
    storage.close()


def test_a_database_of_version_1_that_is_empty_is_brought_up_to_date(url: str) -> None:
    rows, ROWS[:] = ROWS[:], []
    try:
        make_version_1(url)
    finally:
        ROWS[:] = rows
    storage = Storage(url)
    storage.migrate()
    storage.check()
    storage.close()


def test_keys_of_seats_that_were_taken_go_along(url: str) -> None:
    at = "2026-01-02 03:04:05+00:00"
    storage = Storage(url)
    with storage.database.engine.begin() as connection:
        config = migrating.alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        connection.execute(
            text(
                "INSERT INTO games (id, game, options, edition, seed, status, version, revision, hints, watch,"
                " host_digest, created_at, moved_at) VALUES ('one', 'compoundit', '{}', '', '', 'playing', 7, 9,"
                " :no, 'players', :some, :at, :at)"
            ),
            {"no": False, "some": b"h", "at": at},
        )
        for seat, kind in enumerate(("person", "left", "person")):
            connection.execute(
                text(
                    "INSERT INTO seats (game, seat, kind, name, request_key, request_digest)"
                    " VALUES ('one', :seat, :kind, :name, :key, :asked)"
                ),
                {
                    "seat": seat,
                    "kind": kind,
                    "name": f"Player {seat}",
                    "key": None if seat == 2 else b"k" * 32,
                    "asked": None if seat == 2 else b"a" * 32,
                },
            )
    storage.migrate()
    wanted = sha256(b"k" * 32 + sha256(b"one").digest()).digest()
    kept, seats = storage.database.read(
        lambda connection: (games.request_of(connection, wanted), games.seats_of(connection, "one"))
    )
    assert kept == games.RequestRow(wanted, "one", b"a" * 32, 0, "playing", 7)
    assert [(seat.kind, seat.name) for seat in seats] == [
        ("person", "Player 0"),
        ("left", "Player 1"),
        ("person", "Player 2"),
    ]
    storage.close()


def test_a_migration_is_called_after_its_file() -> None:
    """Versions are read from file names, because importing Alembic takes long."""
    scripts = ScriptDirectory.from_config(migrating.alembic_config())
    assert migrating._versions() == tuple(script.revision for script in scripts.walk_revisions())


def test_a_start_on_a_database_of_today_does_without_alembic(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/today.sqlite"
    Storage(address).prepare()
    code = (
        "import sys; from adjudicator_api.storage import Storage\n"
        f"Storage({address!r}).prepare()\n"
        "print([name for name in sys.modules if name.partition('.')[0] == 'alembic'])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_the_largest_rulings_fit_and_come_back_as_they_were() -> None:
    rules = load_ruleset("compoundit:expert")
    symbols = [tile.symbol for tile in rules.edition.tiles]  # type: ignore[attr-defined]
    chance = random.Random(11)
    for kinds in (2, 3, 6, 22, 22):
        some = chance.sample(symbols, kinds)
        runs = [Tiles(tuple(chance.choices(some, k=60))) for _ in range(16)]
        ruling = rule_on_runs(rules, runs, "\U0001f9ea" * 64, "\U0001f9eb" * 64)
        packed = pack(ruling.to_json())
        assert len(packed) <= MAX_BYTES
        assert from_json(unpack(packed)) == ruling


def test_beyond_the_limit_witnesses_are_left_out_and_nothing_else() -> None:
    rules = load_ruleset("compoundit:standard")
    answer = rule_on_runs(rules, [Tiles.parse("MgNOONOO"), Tiles.parse("NaCl")], "ann", "bob").to_json()
    long = answer["runs"][0]["verdict"]["checks"][-1]
    long["witness"] = {"noise": random.Random(1).randbytes(6000).hex()}
    packed = pack(answer)
    assert len(packed) <= MAX_BYTES
    kept = unpack(packed)
    assert kept["runs"][0]["verdict"]["checks"][-1]["witness"] is None
    assert long["witness"] is not None  # the input is left unchanged
    assert kept["runs"][1]["verdict"]["checks"] == [
        {name: value for name, value in check.items() if name != "message"}
        for check in answer["runs"][1]["verdict"]["checks"]
    ]
