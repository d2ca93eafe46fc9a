"""Kills the service again and again while clients write, and checks that nothing acknowledged is lost.

Clients create challenges and settle some of them. What was acknowledged with 200 is written down at once. A
request whose answer did not come is sent again with the same Idempotency-Key, as a phone at a table would. At
the end `check` compares the log with the database: every acknowledged ruling and settlement is there, and no
request was done twice.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from sqlalchemy import text

from adjudicator_api.storage import Storage
from tests.support.serving import Server

RUNS = ("HHO", "NaCl", "MgNOONOO", "MgCl", "CHHHH", "OH")
CLIENTS = 8
LIFE = (0.2, 1.5)  # seconds between a start and its kill


@dataclass
class Log:
    """What was acknowledged, line by line, on disk before anything else is asked."""

    path: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, line: dict[str, Any]) -> None:
        with self._lock, self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def read(self) -> list[dict[str, Any]]:
        text = self.path.read_text() if self.path.exists() else ""
        return [json.loads(line) for line in text.splitlines()]


def ask(
    port: int, method: str, path: str, body: object = None, key: str | None = None
) -> tuple[int, dict[str, Any]]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def client(port: int, log: Log, over: threading.Event, chance: random.Random) -> None:
    def until_answered(path: str, body: object) -> dict[str, Any] | None:
        """Sent again with its key until there is an answer, or the test is over."""
        key = secrets.token_hex(16)
        while not over.is_set():
            try:
                status, answer = ask(port, "POST", path, body, key)
            except (OSError, HTTPException, ValueError):  # killed: before, while or after it was done
                time.sleep(0.05)
                continue
            if status == 200:
                return {**answer, "key": key}
            if status != 503:
                raise RuntimeError(f"{path}: {status} {answer}")
        return None

    while not over.is_set():
        runs = chance.choices(RUNS, k=chance.randint(1, 4))
        made = until_answered("/v1/challenges", {"runs": runs, "player": "ann", "challenger": "bob"})
        if made is None:
            return
        log.write({"id": made["id"], "ruling": made["ruling"], "runs": runs, "key": made["key"]})
        if chance.random() < 0.3:
            agreed = chance.choice(("valid", "invalid"))
            body = {"ruling": agreed, "agreed_by": ["ann", "bob"], "settlement_key": made["settlement_key"]}
            if until_answered(f"/v1/challenges/{made['id']}/settlement", body) is None:
                return
            log.write({"id": made["id"], "agreed": agreed})


def killable(
    port: int, database_url: str, errors: Path, settings: Mapping[str, str], workers: int = 2
) -> Server:
    """A service that keeps everything, and is started and killed by whoever has it."""
    kept = {"ADJUDICATOR_LOG": "error", "ADJUDICATOR_RETENTION_DAYS": "0", **settings}
    return Server(port, database_url, errors, kept, ("--workers", str(workers)))


def torment(service: Server, log: Log, kills: int, seed: int = 0) -> None:
    chance = random.Random(seed)
    over = threading.Event()
    service.start()
    clients = [
        threading.Thread(target=client, args=(service.port, log, over, random.Random(chance.random())))
        for _ in range(CLIENTS)
    ]
    for thread in clients:
        thread.start()
    for _ in range(kills):
        time.sleep(chance.uniform(*LIFE))
        service.kill()
        service.start()
    time.sleep(LIFE[1])
    over.set()
    for thread in clients:
        thread.join()
    service.kill()


def check(log: Log, database_url: str) -> tuple[Counter[str], list[str]]:
    """How much was acknowledged, and every fault: what is lost, what differs, what was done twice."""
    counted: Counter[str] = Counter()
    faults = []
    storage = Storage(database_url)
    storage.migrate()  # a log may be checked by a later version
    for line in log.read():
        kept = storage.challenges.find(line["id"])
        kind = "settled" if "agreed" in line else "created"
        counted[kind] += 1
        if kept is None:
            faults.append(f"lost: {line}")
        elif kind == "created" and kept.judged != line["ruling"]:
            faults.append(f"another ruling: {line}, kept {kept.judged}")
        elif kind == "settled" and kept.agreed != line["agreed"]:
            faults.append(f"another settlement: {line}, kept {kept.agreed}")
    keys = [line["key"] for line in log.read() if "key" in line]
    faults += [f"done twice: {key}" for key, times in Counter(keys).items() if times > 1]
    rows = storage.database.read(lambda c: c.execute(text("SELECT count(*) FROM challenges")).scalar_one())
    under_way = (
        rows - counted["created"]
    )  # done, and killed before it was acknowledged to a client that then left
    if not 0 <= under_way <= CLIENTS:
        faults.append(f"{rows} kept, {counted['created']} acknowledged")
    storage.close()
    return counted, faults
