"""The shared session: what is cached and for how long, polite pauses, and failing storage."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.reference.online.cache import Settings, Web, cache_place
from adjudicator.reference.online.failures import SourceFailed
from adjudicator.reference.online.pace import Manners, Pace
from adjudicator.reference.online.pubchem import check_answer
from adjudicator.reference.online.recent import Recent
from adjudicator.reference.online.store import GuardedStore, SqliteStore
from adjudicator.reference.online.transport import KEEP_ABSENCES, KEEP_ANSWERS
from tests.support.online import quick, stay_on_this_machine
from tests.support.pubchem_server import GREEN, HTML, FakePubChem, fake_pubchem, fixture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ETHANOL = "/rest/pug_view/data/compound/702/JSON?heading=Boiling+Point"
NO_DATA = "/rest/pug_view/data/compound/767/JSON?heading=Boiling+Point"
PROPERTIES = "/rest/pug/compound/cid/property/Title/JSON"
BUSY = fixture("faults/busy.json")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePubChem]:
    stay_on_this_machine(monkeypatch)
    with fake_pubchem() as running:
        yield running


def open_web(server: FakePubChem, settings: Settings) -> Web:
    web = Web(settings)
    web.add_source("pubchem", server.url, check_answer)
    return web


def ask(web: Web, server: FakePubChem, path: str = ETHANOL, **how: Any) -> Any:
    return web.ask("pubchem", "POST" if "data" in how else "GET", server.url + path, **how)


def make_old(web: Web) -> None:
    """Makes every cached answer expire."""
    store = web.session.cache.responses
    for key in list(store):
        kept = store[key]
        kept.reset_expiration(-10)
        store[key] = kept


# --- what is kept -----------------------------------------------------------------------------------------


def test_answers_are_kept_long_and_absences_short(server: FakePubChem) -> None:
    web = open_web(server, quick())
    for _ in range(3):
        assert ask(web, server)["Record"]["RecordNumber"] == 702
        assert ask(web, server, NO_DATA)["Fault"]["Code"] == "PUGVIEW.NotFound"
    assert len(server.requests) == 2
    kept = {r.request.url.split("/")[-2]: r.expires_delta or 0 for r in web.session.cache.responses.values()}
    assert KEEP_ANSWERS - 60 < kept["702"] <= KEEP_ANSWERS
    assert KEEP_ABSENCES - 60 < kept["767"] <= KEEP_ABSENCES


def test_a_post_is_kept_by_its_body(server: FakePubChem) -> None:
    web = open_web(server, quick())
    for cid in ("702", "8254", "702"):
        body = ask(web, server, PROPERTIES, data={"cid": cid})
        assert [row["CID"] for row in body["PropertyTable"]["Properties"]] == [int(cid)]
    assert len(server.requests) == 2


@pytest.mark.parametrize("scheme", ["", "sqlite:///"])
def test_the_file_outlives_the_session(server: FakePubChem, tmp_path: Path, scheme: str) -> None:
    file = tmp_path / "deep" / "answers.sqlite"
    for _ in range(2):
        web = open_web(server, quick(f"{scheme}{file}"))
        assert ask(web, server)["Record"]
        web.close()
    assert len(server.requests) == 1
    assert file.exists()


@pytest.mark.parametrize("status", [200, 400, 503])
@pytest.mark.parametrize("fault", ["busy", "server_error", "bad_request"])
def test_faults_are_never_kept_whatever_their_status(server: FakePubChem, status: int, fault: str) -> None:
    web = open_web(server, quick())
    server.always(status, fixture(f"faults/{fault}.json"))
    with pytest.raises(SourceFailed, match="PUGREST"):
        ask(web, server)
    server.fault = None
    assert ask(web, server)["Record"]


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, fixture("faults/portal.html"), HTML),
        (200, BUSY, "application/json"),
        (200, b'{"Record": {"Sec', "application/json"),
        (503, BUSY, "application/json"),
        (500, b"oops", "text/plain"),
        (302, b"{}", "application/json"),
    ],
)
def test_an_old_answer_serves_in_an_outage_and_survives_it(
    server: FakePubChem, status: int, body: bytes, kind: str
) -> None:
    web = open_web(server, quick())
    right = ask(web, server)
    make_old(web)
    server.always(status, body, kind)
    assert ask(web, server) == right
    assert ask(web, server) == right
    server.fault = None
    server.requests.clear()
    assert ask(web, server) == right
    assert len(server.requests) == 1


def test_an_old_absence_does_not_serve_in_an_outage(server: FakePubChem) -> None:
    """What was not on record last month must not become unstable today."""
    web = open_web(server, quick())
    ask(web, server, NO_DATA)
    make_old(web)
    server.always(503, BUSY)
    with pytest.raises(SourceFailed, match="ServerBusy"):
        ask(web, server, NO_DATA)


def test_only_sources_that_were_added_can_be_asked(server: FakePubChem) -> None:
    web = Web(quick())
    with pytest.raises(SourceFailed, match="No connection adapters"):
        ask(web, server)
    assert not server.requests


# --- politeness -------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def slots(pace: Pace, clock: Clock, n: int) -> list[float]:
    """When n requests that are wanted at once are sent."""
    waits = [pace.reserve(1e9) for _ in range(n)]
    return [clock.now + wait for wait in waits if wait is not None]


def test_at_most_five_requests_a_second_and_400_a_minute() -> None:
    clock = Clock()
    at = slots(Pace(Manners(), clock), clock, 1000)
    assert all(later - earlier >= 1 for earlier, later in zip(at, at[5:], strict=False))
    assert all(later - earlier >= 60 for earlier, later in zip(at, at[400:], strict=False))
    assert at == sorted(at)


def test_all_processes_of_a_service_ask_at_one_pace(tmp_path: Path) -> None:
    """Four processes that share a file, each reading what another wrote, are no faster than one."""
    clock, file = Clock(), tmp_path / "PubChem.json"
    shared = [Pace(Manners(), clock, file) for _ in range(4)]
    alone = Pace(Manners(), clock)
    waits = [(shared[number % 4].reserve(1000), alone.reserve(1000)) for number in range(60)]
    assert [together for together, _ in waits] == [by_itself for _, by_itself in waits]
    shared[0].heed("Request Count status: Black (100%), Service status: Green (1%)")
    assert shared[1].reserve(30) is None, "what one was told, all heed"


def test_a_request_that_would_wait_too_long_gets_no_slot() -> None:
    pace = Pace(Manners(per_second=1), Clock())
    assert [pace.reserve(0.5), pace.reserve(0.5), pace.reserve(1.5)] == [0.0, None, 1.0]


def test_the_throttle_header_slows_us_down() -> None:
    clock = Clock()
    pace = Pace(Manners(), clock)
    header = "Request Count status: {}, Request Time status: Green (0%), Service status: {}"
    steps = []
    for count, service in [
        ("Green (1%)", "Green (2%)"),
        ("Yellow (60%)", "Green (2%)"),
        ("Red (80%)", "Black (99%)"),
    ]:
        pace.heed(header.format(count, service))
        clock.now += 100
        first, second = slots(pace, clock, 2)
        steps.append(second - first)
    assert steps == [0.0, 0.5, 5.0]
    pace.heed(header.format("Black (100%)", "Green (2%)"))
    assert pace.reserve(30) is None
    pace.heed(None)
    pace.heed("nonsense")


def test_too_many_requests_slow_us_down_though_every_colour_is_green() -> None:
    clock = Clock()
    pace = Pace(Manners(backoff=0.5), clock)

    def gap() -> float:
        clock.now += 100
        first, second = slots(pace, clock, 2)
        return second - first

    said = f"{GREEN}, too many requests per second or blacklisted"
    gaps = [gap()]
    for header, refused in [(said, False), (GREEN, True), (GREEN, False), (GREEN, False), (GREEN, False)]:
        pace.heed(header, refused=refused)
        gaps.append(gap())
    assert gaps == [0.0, 0.5, 1.0, 0.5, 0.25, 0.125]
    for _ in range(10):
        pace.heed(GREEN, refused=True)
    assert gap() == 5.0
    for _ in range(10):
        pace.heed(GREEN)
    assert gap() == 0.0


def test_a_busy_answer_slows_the_next_question_down(server: FakePubChem) -> None:
    web = open_web(server, quick(backoff=0.2, tries=2))
    adapter: Any = web.session.get_adapter(server.url + "/")
    adapter._pace._clock = Clock()
    server.times(1, 503, BUSY)
    assert ask(web, server)["Record"]
    waits: list[float] = []
    adapter._sleep = waits.append
    ask(web, server, NO_DATA)
    assert waits[0] > 0


def test_kept_answers_cost_no_slot(server: FakePubChem) -> None:
    web = open_web(server, quick(per_minute=1, patience=30))  # the next slot comes in a minute
    for _ in range(5):
        assert ask(web, server)["Record"]
    with pytest.raises(SourceFailed, match="limit of requests"):
        ask(web, server, NO_DATA)


def test_threads_share_one_pace(server: FakePubChem) -> None:
    clock = Clock()
    pace = Pace(Manners(per_second=5, per_minute=40), clock)
    waits: list[float | None] = []
    threads = [threading.Thread(target=lambda: waits.append(pace.reserve(1e9))) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(w for w in waits if w is not None) == [float(i // 5) for i in range(40)]


# --- repeating and resting --------------------------------------------------------------------------------


def test_busy_is_asked_again_with_growing_pauses(server: FakePubChem) -> None:
    web = open_web(server, quick(backoff=0.5, tries=4))
    adapter: Any = web.session.get_adapter(server.url + "/")
    pauses: list[float] = []
    adapter._sleep = pauses.append
    server.times(3, 503, BUSY)
    assert ask(web, server)["Record"]
    assert len(server.requests) == 4
    assert [pause for pause in pauses if pause in {0.5, 1.0, 2.0}] == [0.5, 1.0, 2.0]


def test_retry_after_is_obeyed_within_reason(server: FakePubChem) -> None:
    web = open_web(server, quick(patience=100))
    adapter: Any = web.session.get_adapter(server.url + "/")
    pauses: list[float] = []
    adapter._sleep = pauses.append
    server.answer_headers["Retry-After"] = "7"
    server.times(1, 503, BUSY)
    assert ask(web, server)["Record"]
    assert [pause for pause in pauses if pause] == [7.0]


def test_a_source_that_failed_rests_while_kept_answers_go_on(server: FakePubChem) -> None:
    web = open_web(server, quick(rest=1000.0))
    assert ask(web, server)["Record"]
    server.always(503, BUSY)
    server.requests.clear()
    for _ in range(5):
        with pytest.raises(SourceFailed) as failed:
            ask(web, server, NO_DATA)
        assert failed.value.code == "busy"
    assert len(server.requests) == 3  # the attempts for the first question
    assert ask(web, server)["Record"]


# --- storages that fail -----------------------------------------------------------------------------------


def test_a_damaged_cache_file_is_moved_aside(
    server: FakePubChem, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "answers.sqlite"
    file.write_bytes(b"this is no database" * 1000)
    web = open_web(server, quick(str(file)))
    for _ in range(2):
        assert ask(web, server)["Record"]
    assert len(server.requests) == 1
    assert (tmp_path / "answers.sqlite.corrupt").read_bytes().startswith(b"this is no")
    assert "is damaged" in caplog.text
    assert len(SqliteStore(str(file))) == 1


def test_a_cache_file_damaged_while_it_is_used(
    server: FakePubChem, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "answers.sqlite"
    web = open_web(server, quick(str(file)))
    ask(web, server)
    web.close()
    content = bytearray(file.read_bytes())
    content[100:] = b"\x07" * (len(content) - 100)
    file.write_bytes(content)
    web = open_web(server, quick(str(file)))
    assert ask(web, server)["Record"]
    assert "is damaged" in caplog.text


def test_garbled_rows_are_no_rows(server: FakePubChem, tmp_path: Path) -> None:
    file = tmp_path / "answers.sqlite"
    web = open_web(server, quick(str(file)))
    for garbage in ("", "{", "null", "[]", "{}", '{"status_code": "x"}', "\x00\x01"):
        ask(web, server)
        with sqlite3.connect(file) as database:
            database.execute("UPDATE answer SET value = ?", (garbage,))
        assert ask(web, server)["Record"]


@pytest.mark.parametrize("place", ["/proc/no/such/answers.sqlite", "{file}/answers.sqlite", "{folder}"])
def test_a_place_that_cannot_be_written(
    server: FakePubChem, tmp_path: Path, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    web = open_web(server, quick(place.format(file=tmp_path / "file", folder=tmp_path)))
    for _ in range(3):
        assert ask(web, server)["Record"]
    assert len(server.requests) == 1  # memory took its place
    assert caplog.text.count("cannot be used") == 1


def test_a_cache_file_that_becomes_read_only(
    server: FakePubChem, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite refuses to write to a file that was moved away, as it does to a read-only one."""
    file = tmp_path / "answers.sqlite"
    web = open_web(server, quick(str(file)))
    ask(web, server)
    file.rename(tmp_path / "elsewhere")
    for _ in range(2):
        assert ask(web, server, NO_DATA)["Fault"]
        assert ask(web, server)["Record"]
    assert "readonly" in caplog.text


def test_a_read_only_file_still_serves_what_it_holds(
    server: FakePubChem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "answers.sqlite"
    open_web(server, quick(str(file)))
    web = open_web(server, quick(str(file)))
    ask(web, server)
    web.close()
    open_as_given = sqlite3.connect
    monkeypatch.setattr(
        sqlite3,
        "connect",
        lambda path, **how: (
            open_as_given(f"file:{path}?mode=ro", uri=True, **how)
            if path == str(file)
            else open_as_given(path, **how)
        ),
    )
    server.requests.clear()
    web = open_web(server, quick(str(file)))
    assert ask(web, server)["Record"]
    assert not server.requests
    assert ask(web, server, NO_DATA)["Fault"]
    assert "readonly" in caplog.text


def test_a_storage_is_tried_again_after_its_rest() -> None:
    class Moody(SqliteStore):
        works = False

        def __len__(self) -> int:
            if not self.works:
                raise ConnectionError("away")
            return 7

    clock = Clock()
    moody = Moody(":memory:")
    store = GuardedStore(moody, "moody", rest=30, clock=clock)
    assert len(store) == 0
    moody.works = True
    assert len(store) == 0
    clock.now += 31
    assert len(store) == 7


def test_the_oldest_answers_go_when_there_are_too_many(tmp_path: Path, server: FakePubChem) -> None:
    web = open_web(server, quick())
    ask(web, server)
    answer = next(iter(web.session.cache.responses.values()))
    store = SqliteStore(str(tmp_path / "answers.sqlite"))
    store._limit = 10
    for number in range(25):
        store[f"key {number}"] = answer
    assert list(store) == [f"key {number}" for number in range(15, 25)]


# --- Redis ------------------------------------------------------------------------------------------------

REDIS = os.environ.get("ADJUDICATOR_TEST_REDIS")


@pytest.mark.slow
@pytest.mark.skipif(REDIS is None, reason="ADJUDICATOR_TEST_REDIS names no Redis server")
def test_redis_keeps_answers_for_every_process(server: FakePubChem) -> None:
    assert REDIS is not None
    for _ in range(2):
        web = open_web(server, quick(REDIS))
        assert ask(web, server)["Record"]
        assert ask(web, server, NO_DATA)["Fault"]
        web.close()
    assert len(server.requests) == 2
    kept = web.session.cache.responses  # others use this Redis too: a key may be gone before it is read
    assert any(server.url in found.url for key in list(kept) if (found := kept.get(key)))


def test_redis_that_is_down_is_done_without(server: FakePubChem, caplog: pytest.LogCaptureFixture) -> None:
    web = open_web(server, quick("redis://user:secret@127.0.0.1:1/0"))
    for _ in range(3):
        assert ask(web, server)["Record"]
    assert len(server.requests) == 1
    assert "cannot be used" in caplog.text
    assert "secret" not in caplog.text


def test_a_redis_address_that_is_none(server: FakePubChem, caplog: pytest.LogCaptureFixture) -> None:
    web = open_web(server, quick("redis://127.0.0.1:port/x"))
    assert ask(web, server)["Record"]
    assert "cannot be used" in caplog.text


# --- settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "place"),
    [
        (None, ("file", "")),
        ("/var/cache/a.sqlite", ("file", "/var/cache/a.sqlite")),
        ("sqlite:////var/cache/a.sqlite", ("file", "/var/cache/a.sqlite")),
        ("sqlite:///a.sqlite", ("file", "a.sqlite")),
        ("sqlite://", ("memory", "")),
        ("memory:", ("memory", "")),
        ("redis://h:6379/1", ("redis", "redis://h:6379/1")),
        ("rediss://h:6379/1", ("redis", "rediss://h:6379/1")),
    ],
)
def test_cache_addresses(url: str | None, place: tuple[str, str]) -> None:
    assert cache_place(url) == place


def test_other_addresses_are_refused() -> None:
    with pytest.raises(AdjudicatorError, match="postgres://, which is no cache") as refused:
        cache_place("postgres://user:secret@host/db")
    assert "secret" not in str(refused.value)


def test_the_default_is_a_file_in_the_users_cache_folder(
    server: FakePubChem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = Settings.from_env()
    assert settings.cache_url is None
    ask(open_web(server, Settings(None, quick().manners)), server)
    assert [file.name for file in tmp_path.rglob("*.sqlite")] == ["answers.sqlite"]


def test_one_session_for_each_process() -> None:
    settings = quick()
    found: list[Web] = []
    threads = [threading.Thread(target=lambda: found.append(Web.shared(settings))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(web) for web in found}) == 1


def test_recent_answers_are_bounded_and_run_out() -> None:
    clock = Clock()
    asked: list[int] = []

    def ask_for(key: int) -> int:
        asked.append(key)
        return -key

    recent: Recent[int, int] = Recent(most=2, keep_seconds=10, clock=clock)
    assert [recent.get(key, ask_for) for key in (1, 1, 2, 1, 3, 1, 2)] == [-1, -1, -2, -1, -3, -1, -2]
    assert asked == [1, 2, 3, 2]
    clock.now += 11
    recent.get(2, ask_for)
    assert asked[-1] == 2
    assert len(asked) == 5


def test_nothing_is_printed_for_a_stale_answer(
    server: FakePubChem, capfd: pytest.CaptureFixture[str]
) -> None:
    web = open_web(server, quick())
    ask(web, server)
    make_old(web)
    server.always(503, BUSY)
    with_handlers = logging.getLogger().handlers[:]
    logging.getLogger().handlers.clear()
    try:
        assert json.dumps(ask(web, server))
    finally:
        logging.getLogger().handlers[:] = with_handlers
    assert capfd.readouterr().err == ""
