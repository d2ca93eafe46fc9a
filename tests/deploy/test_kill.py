"""Nothing acknowledged is lost when the service is killed, and the checker for this finds planted faults."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator_api.storage import Storage, StoredChallenge
from tests.deploy.kill_service import Log, check, killable, torment
from tests.support.databases import BACKENDS, database
from tests.support.serving import free_port

KILLS = 50


@pytest.mark.nightly
@pytest.mark.parametrize("kind", BACKENDS)
def test_nothing_acknowledged_is_lost(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as url:
        log = Log(tmp_path / "acknowledged.jsonl")
        torment(killable(free_port(), url, tmp_path / "errors.txt", {}), log, KILLS)
        counted, faults = check(log, url)
        assert faults == []
        assert counted["created"] > KILLS
        assert counted["settled"] > 0


def test_the_checker_finds_what_is_lost_changed_or_done_twice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept.sqlite"
    storage = Storage(url)
    storage.migrate()
    for id_ in ("one", "two"):
        storage.challenges.add(
            StoredChallenge(id_, datetime.now(UTC), sealed=False, judged="valid", packed=b"", key_digest=b"")
        )
    storage.challenges.settle("two", "invalid", ["ann", "bob"])
    log = Log(tmp_path / "log.jsonl")
    log.write({"id": "one", "ruling": "valid", "key": "a"})
    log.write({"id": "two", "ruling": "valid", "key": "b"})
    log.write({"id": "two", "agreed": "invalid"})
    assert check(log, url) == ({"created": 2, "settled": 1}, [])
    log.write({"id": "gone", "ruling": "valid", "key": "c"})
    log.write({"id": "one", "ruling": "invalid", "key": "a"})
    log.write({"id": "one", "agreed": "valid"})
    _, faults = check(log, url)
    assert [fault.partition(":")[0] for fault in faults] == [
        "lost", "another ruling", "another settlement", "done twice", "2 kept, 4 acknowledged",
    ]  # fmt: skip
    storage.close()
