"""Drives a class of simulated phones against a service: all answer within two seconds of each other.

    python -m tools.drive_class --phones 40 --questions 10 [--url http://127.0.0.1:8000]

Without an address it serves one here, with SQLite and the limits that a service has by default. It reports
how long an answer takes, how soon a stream of the projector tells of the last one, and what was refused or
lost.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

WITHIN = 2.0  # seconds
EXERCISES = ("charge:SO4^2-", "charge:Na^+", "name:NaCl", "write:sodium chloride", "legal:MgNOONOO")
ANSWERS = {"charge:": ("-2", "+1", "-3"), "name:N": ("sodium chloride", "salt"), "write:": ("NaCl", "NaCl2")}


class Phone:
    """One connection, kept open as a browser keeps it."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        self.connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=30)
        self.token = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        head = {"Content-Type": "application/json"}
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        sent = None if body is None else json.dumps(body)
        self.connection.request("GET" if body is None else "POST", path, sent, head)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


class Projector(threading.Thread):
    """Follows the class; notes when it was told of something, and how often."""

    def __init__(self, url: str, id_: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.id = Phone(url), id_
        self.told: list[float] = []

    def run(self) -> None:
        self.phone.connection.request("GET", f"/v1/classes/{self.id}/events")
        answer = self.phone.connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data:"):
                self.told.append(time.monotonic())


def drive(url: str, phones: int, questions: int) -> dict[str, Any]:
    teacher = Phone(url)
    chosen = [f"{EXERCISES[n % len(EXERCISES)]}~load{n}" for n in range(questions)]
    status, made = teacher.ask("/v1/classes", {"exercises": "\n".join(chosen)})
    if status != 201:
        raise SystemExit(f"The class could not be opened: {made}")
    id_, teacher.token = made["id"], made["teacher_token"]
    projector = Projector(url, id_)
    projector.start()
    pupils = [Phone(url) for _ in range(phones)]
    took: list[float] = []
    refused: list[Any] = []

    def all_do(act: Any) -> None:
        threads = [threading.Thread(target=act, args=one) for one in enumerate(pupils)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def join(number: int, phone: Phone) -> None:
        status, joined = phone.ask(f"/v1/classes/join/{made['code']}", {"nickname": f"Phone {number}"})
        if status != 201:
            refused.append(joined)
        else:
            phone.token = joined["token"]

    def answer(question: int) -> Any:
        def act(_: int, phone: Phone) -> None:
            time.sleep(random.uniform(0, WITHIN))
            said = random.choice(ANSWERS.get(chosen[question][:7].rstrip("aAS"), ("yes", "no")))
            began = time.monotonic()
            status, told = phone.ask(f"/v1/classes/{id_}/answers", {"question": question, "answer": said})
            took.append(time.monotonic() - began)
            if status != 200:
                refused.append(told)
            if phone.ask(f"/v1/classes/{id_}")[0] != 200:
                refused.append("view")

        return act

    all_do(join)
    lost, follows = 0, []
    for question in range(questions):
        teacher.ask(f"/v1/classes/{id_}/commands", {"type": "next"})
        all_do(answer(question))
        last = time.monotonic()
        time.sleep(1)
        after = [at - last for at in projector.told if at > last]
        follows.append(max(after, default=0.0))
        lost += phones - teacher.ask(f"/v1/classes/{id_}")[1]["answered"]
        teacher.ask(f"/v1/classes/{id_}/commands", {"type": "close"})
    teacher.ask(f"/v1/classes/{id_}/close", {})
    cuts = statistics.quantiles(took, n=100)
    return {
        "phones": phones,
        "answers": len(took),
        "refused": len(refused),
        "lost": lost,
        "median_ms": round(1000 * cuts[49]),
        "p99_ms": round(1000 * cuts[98]),
        "worst_ms": round(1000 * max(took)),
        "projector_told": len(projector.told),
        "projector_behind_ms": round(1000 * max(follows)),
        "first_refusal": str(refused[:1])[:200],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--phones", type=int, default=40)
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--url")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        url = wanted.url
        if url is None:
            from adjudicator_api import Config
            from tests.support.serving import serving

            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            limit = Config().rate_limit
            url = stack.enter_context(serving(folder, ADJUDICATOR_RATE_LIMIT=limit)).url
        print(json.dumps(drive(url, wanted.phones, wanted.questions), indent=2))


if __name__ == "__main__":
    main()
