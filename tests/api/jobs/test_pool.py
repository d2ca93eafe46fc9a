"""Long work in processes: bounded, killed when its time is up or nobody waits, and gone with its parent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from adjudicator.errors import UnreadableInput
from adjudicator_api.config import Config
from adjudicator_api.http.environ import GONE, WORKED
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs import pool as api_work
from adjudicator_api.jobs.pool import Work, WorkInPlace, work_for
from adjudicator_api.jobs.verdicts import judge_items
from tests.support import working
from tests.support.patience import PATIENCE, wait_until
from tests.support.tabling import OnlineTable


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work(processes=1, waiting=1)
    yield work
    work.close()


def code(work: Work, seconds: float, *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        work.run(working.sleep, *arguments, seconds=seconds)
    assert refused.value.status == 503
    return refused.value.code


def test_results_and_errors_come_back(work: Work) -> None:
    assert work.run(working.double, 21) == 42
    with pytest.raises(UnreadableInput) as error:
        work.run(working.fail, "CaCO3")
    assert (error.value.code, error.value.details) == ("no_good", {"input": "CaCO3"})
    with pytest.raises(Refused) as refused:
        work.run(working.refuse)
    assert refused.value.more == {"faults": [1, 2]}
    with pytest.raises(RuntimeError, match="cannot be sent back"):
        work.run(working.unspeakable)
    first = work.run(os.getpid)
    assert first == work.run(os.getpid) != os.getpid()  # the process is kept for the next job


def test_on_a_slow_machine_everything_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """One setting gives more time both to answers and to the work for them."""
    monkeypatch.setattr(Work, "_ask", lambda _self, _function, _arguments, seconds, _gone: seconds)
    allowed = {
        seconds: work_for(Config(answer_seconds=seconds), processes=1).run(os.getpid, seconds=20.0, client="")
        for seconds in (15, Config().answer_seconds, 300)
    }
    assert allowed == {15: 10.0, 30: 20.0, 300: 200.0}


def test_past_its_time_it_is_killed_and_another_takes_its_place(work: Work) -> None:
    first = work.run(os.getpid)
    assert code(work, 0.3, 60) == "took_too_long"
    assert not working.alive(first)
    assert work.run(os.getpid) != first
    assert work.under_way == 0


def test_a_process_that_dies_is_replaced(work: Work) -> None:
    with pytest.raises(Refused) as refused:
        work.run(working.die)
    assert refused.value.code == "work_failed"
    os.kill(work.run(os.getpid), signal.SIGKILL)
    wait_until(lambda: not work._idle[-1].alive)
    assert work.run(working.double, 1) == 2


@pytest.fixture
def held(tmp_path: Path) -> Path:
    """Work that waits ends when this file is deleted."""
    file = tmp_path / "held"
    file.touch()
    return file


def test_when_too_many_wait_the_next_is_told_at_once(work: Work, held: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(work.run, working.hold, str(held))
        wait_until(lambda: work.under_way == 2)
        with pytest.raises(Refused) as refused:
            work.run(working.double, 1)
        held.unlink()
    assert (refused.value.code, refused.value.retry_after) == ("busy", 2)
    assert work.run(working.double, 4) == 8


def test_one_whose_turn_does_not_come_leaves(work: Work, held: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work.run, working.hold, str(held))
        wait_until(lambda: work.under_way == 1)  # it holds the only place
        monkeypatch.setattr(api_work, "PATIENCE", 0.0)
        assert code(work, 5, 0) == "busy"
        held.unlink()


def test_work_is_paid_by_its_processor_time(work: Work, app: Flask) -> None:
    work.run(working.double, 1)
    with app.test_request_context():
        work.run(working.sleep, 0.5)
        assert request.environ[WORKED] < 0.25  # waiting does not count as work
        work.run(working.toil, 0.5)
        paid = request.environ[WORKED]
        assert paid >= 0.5
        with pytest.raises(Refused):
            work.run(working.toil, 60.0, seconds=1.0)
        if sys.platform == "linux":
            assert request.environ[WORKED] > paid  # killed work is charged, too


def test_work_for_a_client_who_has_left_is_killed(work: Work, app: Flask) -> None:
    process = work.run(os.getpid)
    gone = threading.Event()
    threading.Timer(0.3, gone.set).start()
    with app.test_request_context(environ_overrides={GONE: gone}):
        assert code(work, 30, 30) == "client_gone"
    assert not working.alive(process)


def test_the_processes_end_with_their_parent(tmp_path: Path) -> None:
    """Even if the parent was killed, and in the middle of work."""
    script = (
        "import os, sys; from adjudicator_api.jobs.pool import Work; from tests.support import working\n"
        "if __name__ == '__main__':\n"
        "    work = Work(2, 0); print(work.run(os.getpid), flush=True)\n"
        "    work.run(working.begin, sys.argv[1], seconds=3600)\n"
    )
    (tmp_path / "parent.py").write_text(script)
    begun = tmp_path / "begun"
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py"), str(begun)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    wait_until(begun.exists)
    assert working.alive(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not working.alive(child))


# --- batches ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", ["HHO", "Xx"])  # a verdict, and an error
@pytest.mark.parametrize("id_", [0, -7, "", 'a "quoted", {braced} \\ id', "é\n\u2028"])
def test_an_answer_with_an_id_is_the_same_answer_with_that_id(id_: str | int, tiles: str) -> None:
    items = [("compoundit:standard", "tiles", tiles, (), each) for each in (None, id_)]
    without, with_id = json.loads(judge_items(items)[0])
    assert with_id == {"id": id_, **without}


def test_a_batch_past_its_budget_says_which_questions_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, *[1.0] * 2, *[9.0] * 10])
    monkeypatch.setattr("adjudicator_api.jobs.verdicts.time.process_time", lambda: next(clock))
    items = [("compoundit:standard", "tiles", "HHO", (), number) for number in range(4)]
    raw, tally = judge_items(items)
    answers = json.loads(raw)
    assert [answer["id"] for answer in answers] == [0, 1, 2, 3]
    assert [answer.get("ruling") for answer in answers] == ["valid", "valid", None, None]
    assert {answer["error"]["code"] for answer in answers[2:]} == {"budget_spent"}
    assert tally["ruling", "compoundit:standard", "valid"] == 2


def test_what_nobody_waits_for_has_processes_of_its_own_that_give_way(tmp_path: Path) -> None:
    """Hints and drawings begin at once, whatever is analysed."""
    config = Config(processes=1, background_processes=1)
    work = work_for(config, config.processes)
    assert work.background is not work, "or the job below would wait for the one that it lets go on"
    (tmp_path / "go").touch()
    try:
        with ThreadPoolExecutor() as threads:
            long = threads.submit(work.background.run, working.hold, str(tmp_path / "go"), seconds=PATIENCE)
            wait_until(lambda: work.background.under_way == 1)
            assert work.run(working.double, 21) == 42
            assert not long.done()
            (tmp_path / "go").unlink()
            long.result()
        ours, behind = (pool.run(os.getpriority, os.PRIO_PROCESS, 0) for pool in (work, work.background))
        assert behind > ours, "the system gives it what others leave"
    finally:
        work.close()


def test_long_work_goes_to_the_background(app: Flask, client: FlaskClient) -> None:
    """Analyses, trials, prints and large batches; everything else stays where people wait for it."""
    asked: list[tuple[str, str]] = []

    class Noting(WorkInPlace):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def run(self, function: Any, *_arguments: Any, **_: Any) -> Any:
            asked.append((self.name, function.__name__))
            raise Refused(503, "busy", "Noted.", retry_after=1)

    noting = Noting("work")
    noting.background = Noting("background")
    app.extensions["work"] = noting
    table = OnlineTable.open(client, "ion", [{"name": "Ann"}, {"name": "Bob"}], hints=True)
    table.get("/hints", 0)
    client.post("/v1/judge/batch", json={"items": [{"tiles": "HHO"}] * 3})
    assert {name for name, _ in asked} == {"work"}
    asked.clear()
    table.post("/resign", {}, 0)
    table.get("/analysis", 0)
    client.post("/v1/records/analysis", json={"record": {}})
    client.post("/v1/judge/batch", json={"items": [{"tiles": "HHO"}] * 200})
    digest = client.get("/v1/rulesets/compoundit").get_json()["edition"]["label"].split()[-1]
    client.get(f"/v1/editions/{digest}.pdf")
    client.get(f"/v1/editions/{digest}/games?first=40&count=1")
    client.get("/v1/exercises/worksheet.pdf?set=mend:MgCl@compoundit:beginner")
    assert [name for name, _ in asked] == ["background"] * 6, asked
