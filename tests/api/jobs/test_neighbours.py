"""A neighbour's batch, drawing and bot move begin after at most one running job per process, over HTTP.

The test has its own clock: a job that has begun ends when the test says so.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from adjudicator_api import Config, create_app
from adjudicator_api.games.bots.decisions import Part
from adjudicator_api.games.bots.driver import OF_ONE
from adjudicator_api.jobs.pool import Work
from adjudicator_api.jobs.shares import Shares
from tests.support.patience import PATIENCE, wait_until

CROWD, NEIGHBOUR = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
MANY, TABLES = 18, 6
BEHIND = Config().threads // 4  # analyses under way: each holds a thread, of which one client has half
RECORD = json.loads(Path("fixtures/games/compoundit/challenge-2.json").read_text(encoding="utf-8"))
NOTHING = Part((), [], None)
BOX = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")


class Jobs:
    """Stands in for the processes: notes which jobs have begun, and ends each when told to."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, tuple[Any, ...]]] = []
        self._may_end = threading.Semaphore(0)

    def ask(self, function: Callable[..., Any], arguments: tuple[Any, ...], *_: object) -> Any:
        self.begun.append((function.__name__, arguments))
        self._may_end.acquire()
        stand_ins = {"analysis": NOTHING, "print_edition": b"%PDF"}
        return stand_ins.get(function.__name__) or function(*arguments)

    def end(self, number: int = 1) -> None:
        self._may_end.release(number)

    def close(self) -> None:
        """All jobs end, even if the test fails."""
        self.end(1000)


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    jobs = Jobs()
    monkeypatch.setattr(Work, "_ask", lambda _, *question: jobs.ask(*question))
    return jobs


@pytest.fixture(params=[1, 2, 4])
def processes(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture
def app(config: Config, processes: int) -> Flask:
    return create_app(
        replace(config, processes=processes, bot_processes=processes, work_waiting=MANY, bot_pause_ms=0)
    )


def ask(app: Flask, path: str, body: Any = None, who: Any = NEIGHBOUR) -> Any:
    client = app.test_client()
    answer = client.post(path, json=body, environ_base=who) if body else client.get(path, environ_base=who)
    assert answer.status_code in (200, 201), answer.text
    return answer.get_json(silent=True)


def under_way(app: Flask) -> tuple[int, int]:
    """Jobs that people wait for, and jobs in the background; all are the first kind if one pool does both."""
    work: Work = app.extensions["work"]
    return work.under_way, 0 if work.background is work else work.background.under_way


def analyse(app: Flask) -> None:
    ask(app, "/v1/records/analysis", {"record": RECORD}, CROWD)


def begin_analyses(app: Flask, threads: ThreadPoolExecutor, jobs: Jobs) -> None:
    """As many as may wait, one of them begun. Waits for what happens anyway, and only then checks where."""
    for _ in range(BEHIND):
        threads.submit(analyse, app)
    wait_until(lambda: sum(under_way(app)) == BEHIND and jobs.begun)
    assert under_way(app) == (0, BEHIND), "analyses are in nobody's way"


CROWDED = ("/v1/judge/batch", {"items": [{"tiles": "MgO"}] * 3})
JOBS = pytest.mark.parametrize(
    ("job", "question"),
    [
        ("judge_items", ("/v1/judge/batch", {"items": [{"tiles": "HHO"}]})),
        ("draw_anew", ("/v1/structures.svg?smiles=CCO",)),
    ],
)


@JOBS
def test_a_batch_and_a_drawing_begin_after_at_most_one_job_of_each_process(
    app: Flask, processes: int, jobs: Jobs, job: str, question: tuple[Any, ...]
) -> None:
    work: Work = app.extensions["work"]
    ahead = max(1, processes // 2)  # the most that the crowd may have under way
    with ThreadPoolExecutor(MANY + 1) as threads, closing(jobs):
        for _ in range(MANY):
            threads.submit(ask, app, *CROWDED, CROWD)
        wait_until(lambda: work.under_way == MANY and len(jobs.begun) == ahead)
        answer = threads.submit(ask, app, *question)
        wait_until(lambda: work.under_way == MANY + 1)
        if processes == 1:  # it is busy with the crowd
            jobs.end()
        wait_until(lambda: len(jobs.begun) > ahead)
        assert [name for name, _ in jobs.begun] == ["judge_items"] * ahead + [job]
        assert [len(arguments[0]) for name, arguments in jobs.begun[:ahead]] == [3] * ahead
        assert job != "judge_items" or len(jobs.begun[ahead][1][0]) == 1, "the neighbour's"
        jobs.close()
        answer.result()


def begins_beside_analyses(app: Flask, jobs: Jobs, job: str) -> None:
    wait_until(lambda: sum(under_way(app)) == BEHIND + 1)
    assert under_way(app) == (1, BEHIND)
    wait_until(lambda: len(jobs.begun) > 1)
    assert [name for name, _ in jobs.begun] == ["analysis", job]
    jobs.close()


@JOBS
def test_a_batch_and_a_drawing_begin_at_once_beside_any_number_of_analyses(
    app: Flask, jobs: Jobs, job: str, question: tuple[Any, ...]
) -> None:
    with ThreadPoolExecutor(MANY + 1) as threads, closing(jobs):
        begin_analyses(app, threads, jobs)
        answer = threads.submit(ask, app, *question)
        begins_beside_analyses(app, jobs, job)
        answer.result()


@JOBS
def test_analyses_of_one_address_leave_threads_for_what_it_asks_besides(
    app: Flask, jobs: Jobs, job: str, question: tuple[Any, ...]
) -> None:
    """A school has one address: pupils who look at games hold up nobody who plays there."""
    config: Config = app.extensions["config"]
    pool: Shares[str] = Shares(config.threads, config.waiting)  # as the gate has it
    refused = []
    with ThreadPoolExecutor(2 * MANY) as threads, closing(jobs):

        def analyse_or_be_refused() -> None:
            answer = app.test_client().post(
                "/v1/records/analysis", json={"record": RECORD}, environ_base=CROWD
            )
            if answer.status_code == 503:
                refused.append((answer.get_json()["code"], answer.headers["Retry-After"]))

        for _ in range(MANY):
            threads.submit(analyse_or_be_refused)
        wait_until(lambda: len(refused) + sum(under_way(app)) == MANY and jobs.begun)
        assert refused == [("busy", "2")] * (MANY - BEHIND)
        assert under_way(app) == (0, BEHIND)
        for number in range(BEHIND + 1):  # what waits, and one question more
            pool.enter("the school", str(number))
        assert [pool.next() for _ in range(BEHIND + 1)][-1] == str(BEHIND), "it has a thread at once"
        path, *body = question
        answer = threads.submit(ask, app, path, body[0] if body else None, CROWD)
        begins_beside_analyses(app, jobs, job)
        answer.result()


def test_a_print_is_next_whatever_is_analysed_behind_the_same_address(app: Flask, jobs: Jobs) -> None:
    """A teacher prints a box while her pupils look at games: it begins when the first of these has ended."""
    digest = sha256(BOX.read_bytes()).hexdigest()
    with ThreadPoolExecutor(MANY + 1) as threads, closing(jobs):
        begin_analyses(app, threads, jobs)
        threads.submit(partial(ask, app, f"/v1/editions/sha256:{digest}.pdf", who=CROWD))
        waiting = app.extensions["work"].background._shares._lines
        wait_until(lambda: any("printing" in client for client in waiting) or len(jobs.begun) > 1)
        assert under_way(app) == (0, BEHIND), "it has displaced the last analysis, and is in nobody's way"
        jobs.end()
        wait_until(lambda: len(jobs.begun) > 1)
        assert [name for name, _ in jobs.begun] == ["analysis", "print_edition"]
        jobs.close()


def test_a_bot_of_a_neighbour_thinks_after_at_most_one_job_of_each_process(
    app: Flask, processes: int, jobs: Jobs
) -> None:
    """Bots of many tables from one address are due, and then one of another address."""
    tables, driver, work = (app.extensions[name] for name in ("tables", "driver", "bots"))
    wanted = {"game": "ion", "seats": [{"bot": "random"}] * 2}
    for _ in range(TABLES):
        ask(app, "/v1/games", wanted, CROWD)
    now = tables.now() + timedelta(hours=1)
    tables.now = lambda: now
    with closing(jobs):
        driver.look()
        ahead = max(1, processes // 2)
        wait_until(lambda: work.under_way == OF_ONE and len(jobs.begun) == min(ahead, OF_ONE))
        seed = tables.find(ask(app, "/v1/games", wanted)["id"]).row.seed
        tables.now = lambda: now + timedelta(hours=1)
        driver.look()
        wait_until(lambda: work.under_way == OF_ONE + 1)
        if processes == 1:  # it is busy with the crowd
            jobs.end()
        wait_until(lambda: len(jobs.begun) > ahead)
        assert [name for name, _ in jobs.begun] == ["choose"] * (ahead + 1)
        assert seed in jobs.begun[ahead][1]
    driver.stop()
    driver.finish(PATIENCE)
