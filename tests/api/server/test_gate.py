"""The gate by itself: bodies with limit and deadline, answers in place or from the pool, streams that hold no thread."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
import redis
from flask import Flask, Response

from adjudicator_api import Config, create_app
from adjudicator_api.http.bus import Bus, Stream, bus, streamed
from adjudicator_api.http.terms import Place, Terms, client_gone, move_on, on_terms
from adjudicator_api.server import logging
from adjudicator_api.server.gate.gate import Gate, Watch
from adjudicator_api.server.gate.waits import OF_ONE
from adjudicator_api.storage.waiting import JobQueue
from tests.support.patience import PATIENCE, wait_until
from tests.support.rsgi import FakeClient, ask, on_loop, post, until

HHO = b'{"tiles": "HHO"}'


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def gate(app: Flask, config: Config) -> Gate:
    app.extensions["verdicts"].warm()
    return Gate(app, replace(config, threads=2, waiting=2, streams=6))


def code(client: FakeClient) -> tuple[int, str]:
    return client.status, json.loads(client.body)["code"]


# --- bodies -----------------------------------------------------------------------------------------------


def test_a_body_in_pieces_is_read_and_one_that_is_too_long_is_413(gate: Gate) -> None:
    async def test() -> None:
        chunked = {"content_type": "application/json", "transfer_encoding": "chunked"}
        good = await ask(gate, "POST", "/v1/judge", FakeClient([HHO[:5], HHO[5:]]), **chunked)
        assert (good.status, json.loads(good.body)["ruling"]) == (200, "valid")
        long = FakeClient([HHO.ljust(40_000), b" " * 40_000])
        assert code(await ask(gate, "POST", "/v1/judge", long, **chunked)) == (413, "body_too_large")
        told = await ask(gate, "POST", "/v1/judge", content_type="application/json", content_length="70000")
        assert code(told) == (413, "body_too_large")
        # other faults of a request are reported first, as without the gate
        assert code(await ask(gate, "POST", "/v1/judge", content_length="70000"))[0] == 415
        assert code(await ask(gate, "POST", "/nothing", content_length="70000")) == (404, "not_found")

    on_loop(gate, test)


def test_a_body_that_does_not_come_is_408_and_holds_nobody_up(gate: Gate) -> None:
    class Silent(FakeClient):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

    async def test() -> None:
        slow = [
            asyncio.create_task(
                ask(
                    gate,
                    "POST",
                    "/v1/challenges",
                    Silent(),
                    content_type="application/json",
                    content_length="100",
                )
            )
            for _ in range(50)
        ]
        await until(lambda: len(gate.bodies._ends) == 50)
        assert (await post(gate, "/v1/judge", HHO)).status == 200
        assert (await ask(gate, "GET", "/v1/rulesets")).status == 200
        assert gate.waiting == 0
        gate.bodies._ends = dict.fromkeys(gate.bodies._ends, 0)  # their time is up
        gate.bodies._look()
        for client in await asyncio.gather(*slow):
            assert code(client) == (408, "timed_out")

    on_loop(gate, test)


# --- in place, or in the pool -----------------------------------------------------------------------------


def test_quick_questions_are_answered_in_place_and_others_move_on(app: Flask, gate: Gate) -> None:
    threads: dict[str, int] = {}
    verdicts = app.extensions["verdicts"]
    judge = verdicts._judge

    def noted(rules: str, question: Any, *edition: Any) -> Any:
        threads[f"{rules} {''.join(question)}"] = threading.get_ident()
        return judge(rules, question, *edition)

    verdicts._judge = noted

    async def test() -> None:
        for tiles, rules in (("NaCl", "compoundit:standard"), ("H" * 30, "compoundit:standard")):
            body = json.dumps({"tiles": tiles, "rules": rules}).encode()
            assert (await post(gate, "/v1/judge", body)).status == 200
        body = b'{"tiles": "KCl", "rules": "compoundit:beginner"}'  # these rules are not loaded yet
        assert (await post(gate, "/v1/judge", body)).status == 200
        body = b'{"tiles": "KBr", "rules": "compoundit:beginner"}'
        assert (await post(gate, "/v1/judge", body)).status == 200
        here = threading.get_ident()
        assert [thread == here for thread in threads.values()] == [True, False, False, True]

    on_loop(gate, test)


@pytest.fixture
def stuck(app: Flask) -> Iterator[threading.Event]:
    """A route that waits, and the event that releases it."""
    let_go = threading.Event()
    app.add_url_rule("/stuck", "stuck", lambda: str(let_go.wait(PATIENCE)))
    yield let_go
    let_go.set()


def test_a_full_pool_answers_503_at_once_and_quick_questions_go_on(
    app: Flask, stuck: threading.Event, config: Config
) -> None:
    gate = Gate(app, replace(config, threads=2, waiting=2))

    async def test() -> None:
        waiting = [asyncio.create_task(ask(gate, "GET", "/stuck")) for _ in range(4)]
        await until(lambda: gate.waiting == 4)
        full = await ask(gate, "GET", "/v1/rulesets")
        assert code(full) == (503, "busy")
        assert int(full.headers["retry-after"]) >= 1
        assert full.headers["x-request-id"]
        assert (await ask(gate, "GET", "/healthz")).status == 200
        stuck.set()
        assert [client.status for client in await asyncio.gather(*waiting)] == [200] * 4
        assert gate.waiting == 0

    on_loop(gate, test)


def test_one_address_that_fills_the_pool_leaves_the_others_in_peace(
    app: Flask, stuck: threading.Event, config: Config
) -> None:
    gate = Gate(app, replace(config, threads=2, waiting=3))

    async def test() -> None:
        crowd = [asyncio.create_task(ask(gate, "GET", "/stuck")) for _ in range(20)]
        await until(lambda: sum(task.done() for task in crowd) == 15)  # refused at once
        assert gate.shares.under_way == {"127.0.0.1": 1}
        neighbour = await ask(gate, "GET", "/v1/rulesets", address="192.0.2.9")
        assert neighbour.status == 200
        stuck.set()
        statuses = [client.status for client in await asyncio.gather(*crowd)]
        assert (statuses.count(200), statuses.count(503)) == (4, 16)  # one more made room for the neighbour

    on_loop(gate, test)


def test_who_comes_after_a_crowd_is_answered_before_most_of_it(gate: Gate) -> None:
    """Without waiting for a thread: a neighbour comes after a hundred questions from one address."""
    order: list[str] = []

    async def question(address: str) -> None:
        client = await ask(gate, "GET", "/healthz", address=address)
        assert client.status == 200
        order.append(address)

    async def test() -> None:
        await asyncio.gather(*(question(address) for address in ["127.0.0.1"] * 100 + ["192.0.2.9"]))
        assert order.index("192.0.2.9") == OF_ONE
        assert len(order) == 101

    on_loop(gate, test)


def test_an_answer_that_takes_too_long_is_503_and_is_told_so(
    app: Flask, stuck: threading.Event, config: Config
) -> None:
    gate = Gate(app, replace(config, threads=1, answer_seconds=1))

    async def test() -> None:
        assert code(await ask(gate, "GET", "/stuck")) == (503, "took_too_long")
        assert gate.waiting == 1  # the thread is still busy with it
        stuck.set()

    on_loop(gate, test)


def test_nothing_keeps_an_answer_that_took_a_while() -> None:
    """Granian cannot be told to stop watching a client that stays, and the answer to a batch can have a megabyte."""

    class Staying(FakeClient):
        async def client_disconnect(self) -> None:
            self.watched = True
            while not gone.is_set():
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(0.01)

    gone = threading.Event()

    async def test() -> None:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Any] = loop.create_future()
        kept = weakref.ref(answered)
        client: Any = Staying()
        watch = Watch(loop, client, gone, answered, PATIENCE)
        await until(lambda: client.watched)
        answered.set_result(None)
        watch.end()
        del watch, answered
        await asyncio.sleep(0.05)
        was_kept = kept() is not None
        gone.set()
        assert not was_kept

    asyncio.run(test())


def test_who_has_left_is_not_worked_for(app: Flask, stuck: threading.Event, config: Config) -> None:
    worked: list[bool] = []
    begun, noticed = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        wait_until(client_gone)
        noticed.set()
        return "nobody is there"

    def note() -> str:
        worked.append(True)
        return "noted"

    app.add_url_rule("/noted", view_func=note)
    app.add_url_rule("/work", view_func=work)
    gate = Gate(app, replace(config, threads=1))

    async def test() -> None:
        first = asyncio.create_task(ask(gate, "GET", "/stuck"))
        leaver = FakeClient()
        second = asyncio.create_task(ask(gate, "GET", "/noted", leaver))
        await until(lambda: gate.waiting == 2 and leaver.watched)
        leaver.left.set()
        await until(lambda: not leaver.watched)
        await asyncio.sleep(0)  # and that is passed on
        stuck.set()
        await asyncio.gather(first, second)
        assert (worked, leaver.status) == ([], 0)
        leaver = FakeClient()
        third = asyncio.create_task(ask(gate, "GET", "/work", leaver))
        await until(begun.is_set)
        leaver.left.set()
        await third
        assert noticed.is_set()

    on_loop(gate, test)


def test_a_handler_moves_on_only_once(app: Flask, config: Config) -> None:
    def view() -> str:
        move_on()
        return "moved" if threading.current_thread().name.startswith("pool") else "not moved"

    app.add_url_rule("/view", view_func=on_terms(Terms(Place.LOOP))(view))
    gate = Gate(app, config)

    async def test() -> None:
        assert (await ask(gate, "GET", "/view")).body == b"moved"

    on_loop(gate, test)
    assert app.test_client().get("/view").text == "not moved"  # there is no other place


# --- what may not be done in place --------------------------------------------------------------------------

FORBIDDEN = frozenset((
    "sqlite3.connect", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "open",
    "subprocess.Popen", "os.posix_spawn", "os.system", "os.fork", "os.exec", "time.sleep",
))  # fmt: skip


class Watched:
    """Makes everything that blocks raise on one thread.

    An audit hook cannot be removed, so this one is switched on and off and reads no globals while off.
    """

    thread = 0
    installed = False


def watch(name: str, _arguments: tuple[Any, ...], watched: type[Watched] = Watched) -> None:
    if watched.thread and name in FORBIDDEN and threading.get_ident() == watched.thread:
        raise RuntimeError(f"{name} on the loop's thread")


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Watched.installed:
        sys.addaudithook(watch)
        Watched.installed = True

    def refuse(*_arguments: Any, **_options: Any) -> None:
        if threading.get_ident() == Watched.thread:
            raise RuntimeError("waiting on the loop's thread")

    def refused_there(owner: Any, name: str) -> None:
        before = getattr(owner, name)

        def checked(*arguments: Any, **options: Any) -> Any:
            refuse()
            return before(*arguments, **options)

        monkeypatch.setattr(owner, name, checked)

    refused_there(JobQueue, "do")  # the database
    refused_there(logging.Direct, "put")  # a line of the log
    refused_there(redis.connection.AbstractConnection, "connect")
    refused_there(redis.connection.AbstractConnection, "send_packed_command")


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """What the service logs in the background."""
    out = io.BytesIO()
    monkeypatch.setattr(logging, "_background", [logging.Background(out)])
    return out


def test_nothing_that_waits_happens_on_the_thread_of_the_loop(
    config: Config, watched: None, log: io.BytesIO
) -> None:
    config = replace(config, log="info")
    app = create_app(config)

    def reads_a_file() -> str:
        with open("/etc/hostname") as file:  # noqa: PTH123
            return file.read()

    def asks_the_database() -> str:
        app.extensions["storage"].challenges.find("x" * 22)
        return "asked"

    def asks_redis() -> str:
        redis.Redis(port=1).ping()
        return "asked"

    def asks_somebody() -> str:
        socket.create_connection(("127.0.0.1", 1), timeout=1)
        return "asked"

    def starts_a_process() -> str:
        subprocess.run(["true"], check=True)
        return "done"

    bad = (reads_a_file, asks_the_database, asks_redis, asks_somebody, starts_a_process)
    for view in bad:
        app.add_url_rule(f"/{view.__name__}", view_func=on_terms(Terms(Place.LOOP))(view))
    app.extensions["verdicts"].warm()
    gate = Gate(app, config)
    refused = {f"/{view.__name__}" for view in bad}
    in_place = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if gate.app.routes.terms("GET", rule.rule).place is Place.LOOP
    ]
    questions = [
        {"tiles": "MgNOONOO"}, {"tiles": "NaCl"}, {"formula": "C2H6O", "rules": "compoundit:expert"}, {"tiles": "WO"},
        {"formula": "Fe2(SO4)3"}, {"tiles": "CCHHHHHHO", "rules": "compoundit:expert"}, {"tiles": "H" * 60},
        {"tiles": "xx"}, {"formula": "Xx"}, {"tiles": "HHO", "rules": "chess"}, {"cards": []}, [], {"tiles": "KOH", "rules": "valence-plus"},
    ]  # fmt: skip

    async def asked() -> None:
        for path in refused:
            assert (await ask(gate, "GET", path)).status == 500, path
        for path in in_place:
            if path not in refused:
                assert (await ask(gate, "GET", path)).status in {200, 404, 405, 422}, path
        for question, language in itertools.product(questions, ("en", "de", "en", "de")):
            answer = await post(gate, "/v1/judge", json.dumps(question).encode(), accept_language=language)
            assert answer.status in {200, 422}, answer.body
        body = json.dumps({"runs": ["HHO"], "player": "ann", "challenger": "bob"}).encode()
        assert (await post(gate, "/v1/challenges", body)).status == 200  # in the pool
        assert (await ask(gate, "GET", "/readyz")).status == 200

    async def test() -> None:
        Watched.thread = threading.get_ident()
        try:
            await asked()
        finally:
            Watched.thread = 0

    on_loop(gate, test)
    logging.writer().finish(PATIENCE)
    told = [json.loads(line) for line in log.getvalue().splitlines()]
    assert {line["event"] for line in told} == {"request", "crashed"}
    assert len([line for line in told if line["event"] == "crashed"]) == len(bad)


def test_a_log_that_nobody_reads_holds_nobody_up_and_says_what_it_lost() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as out, os.fdopen(reading, "rb") as log:
        lines = logging.Background(out, most=100)
        for number in range(5000):  # far more than a pipe holds
            lines.put(b'{"event": "request", "number": %d, "filler": "%s"}' % (number, b"x" * 200))
        got: list[dict[str, Any]] = []
        while (
            sum(line.get("number", 0) for line in got if line["event"] == "log_lines_lost")
            + len([line for line in got if line["event"] == "request"])
            < 5000
        ):
            got.append(json.loads(log.readline()))
        asked = [line["number"] for line in got if line["event"] == "request"]
        assert asked == sorted(asked)
        assert len(asked) < 5000
        lines.finish(PATIENCE)


# --- streams ----------------------------------------------------------------------------------------------


@pytest.fixture
def counting(app: Flask) -> dict[str, Any]:
    """A stream that sends a number whenever it changes."""
    truth: dict[str, Any] = {"number": 0, "open": 0}

    async def tell(stream: Stream) -> AsyncIterator[bytes]:
        truth["open"] += 1
        try:
            while not stream.ending:
                await stream.woken(10)
                yield await stream.in_pool(lambda: b"data: %d\n\n" % truth["number"])
        finally:
            truth["open"] -= 1

    def follow() -> Response:
        return streamed(Response(b"retry: 1000\n\n", mimetype="text/event-stream"), "numbers", tell)

    def change() -> str:
        truth["number"] += 1
        bus().wake("numbers")
        return "changed"

    app.add_url_rule("/follow", view_func=follow)
    app.add_url_rule("/change", view_func=change, methods=["POST"])
    return truth


def test_streams_wake_up_hold_no_thread_and_end_with_the_service(
    counting: dict[str, Any], gate: Gate
) -> None:
    async def test() -> None:
        clients = [FakeClient() for _ in range(3)]
        open_ = [asyncio.create_task(ask(gate, "GET", "/follow", client)) for client in clients]
        await until(lambda: all(len(client.events) == 2 for client in clients))
        assert gate.waiting == 0
        assert clients[0].headers["content-type"].startswith("text/event-stream")
        assert "content-length" not in clients[0].headers
        more = await ask(gate, "GET", "/follow")  # over the half of one address: answered, and ended
        assert (more.body, more.events) == (b"retry: 1000\n\n", [])
        assert (await ask(gate, "POST", "/change")).body == b"changed"
        await until(lambda: all(client.events[-1] == b"data: 1\n\n" for client in clients))
        clients[0].left.set()
        await open_[0]
        assert len(gate.bus) == counting["open"] == 2
        gate.bus.close()
        await asyncio.gather(*open_)
        assert counting["open"] == len(gate.bus) == 0

    on_loop(gate, test)


def test_a_change_that_is_written_while_the_service_ends_wakes_nobody() -> None:
    """Its thread answers as ever: the change is on disk."""
    loop, bus = asyncio.new_event_loop(), Bus()
    bus.open(loop)
    loop.close()
    bus.wake("a table")
    bus.wake_all()


def test_without_a_gate_a_stream_answers_once_and_ends(app: Flask, counting: dict[str, Any]) -> None:
    answer = app.test_client().get("/follow")
    assert answer.data == b"retry: 1000\n\n"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert app.test_client().post("/change").status_code == 200


def test_the_term_signal_lets_streams_go(app: Flask, config: Config, counting: dict[str, Any]) -> None:
    gate = Gate(app, config)

    async def test() -> None:
        following = asyncio.create_task(ask(gate, "GET", "/follow"))
        await until(lambda: counting["open"])
        signal.raise_signal(signal.SIGTERM)
        await following

    on_loop(gate, test)


def test_a_question_passes_twelve_files_of_the_service_before_its_game_hears_of_it(gate: Gate) -> None:
    """Whoever follows a question reads them all; one more has to say which question of its own it answers."""
    passed: dict[str, None] = {}

    def note(frame: FrameType, kind: str, _what: object) -> None:
        path = frame.f_code.co_filename
        if kind == "call" and f"{os.sep}adjudicator_api{os.sep}" in path:
            passed[path.rpartition("adjudicator_api")[2]] = None
        elif f"{os.sep}adjudicator_rulesets{os.sep}" in path:
            sys.setprofile(None)

    async def test() -> None:
        sys.setprofile(note)
        assert (await post(gate, "/v1/judge", b'{"tiles": "MgCl"}')).status == 200
        assert sys.getprofile() is None, "a game was asked"

    on_loop(gate, test)
    assert len(passed) <= 12, list(passed)
