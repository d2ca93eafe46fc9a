"""People in a class, simulated."""

from __future__ import annotations

import http.client
import json
import random
import statistics
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

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


class Wall(threading.Thread):
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


def drive_class(url: str, phones: int, questions: int) -> dict[str, Any]:
    teacher = Phone(url)
    chosen = [f"{EXERCISES[n % len(EXERCISES)]}~load{n}" for n in range(questions)]
    status, made = teacher.ask("/v1/classes", {"exercises": "\n".join(chosen)})
    if status != 201:
        raise SystemExit(f"The class could not be opened: {made}")
    id_, teacher.token = made["id"], made["teacher_token"]
    projector = Wall(url, id_)
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
            phone.ask(
                f"/v1/classes/{joined['id']}"
            )  # a place counts once its device has fetched its own view

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


@click.command("class")
@click.option("--phones", default=40, show_default=True)
@click.option("--questions", default=10, show_default=True)
@click.option("--url", help="Of a service that runs.  [default: one that is started here]")
def class_(phones: int, questions: int, url: str | None) -> None:
    """Let a class of simulated phones answer, all within two seconds of each other.

    \b
      python -m tools drive class --phones 40 --questions 10 --url http://127.0.0.1:8000

    Without an address it serves one here, with SQLite and the limits that a service has by default. It
    reports how long an answer takes, how soon a stream of the projector tells of the last one, and what was
    refused or lost.
    """
    from adjudicator_api import Config
    from tests.support.serving import served

    with ExitStack() as stack:
        if url is None:
            url = stack.enter_context(served(ADJUDICATOR_RATE_LIMIT=Config().rate_limit)).url
        click.echo(json.dumps(drive_class(url, phones, questions), indent=2))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--language", default="en", show_default=True)
@click.option("--phones", default=30, show_default=True)
def lesson(folder: Path, language: str, phones: int) -> None:
    """Drive a whole lesson in Chromium: projector, teacher, three real phones among many.

    \b
      python -m tools drive lesson var/lesson --language de

    All eight kinds of exercise. One pupil comes late, one answers without a connection, and the server is
    killed in the middle of a question; the teacher gives more time, skips, renames, removes and hides names,
    spreads the class over tables and pauses them. Pictures of the projector at 1920 and 1280 and of phones at
    320 and 390 go into FOLDER, with the CSV file and the worksheet. It fails where an answer that was
    acknowledged is lost, where a page is wider than its screen, or where the projector's is taller.
    """
    from tests.browser.lesson import drive

    click.echo(json.dumps(drive(folder, language, phones), indent=2))
