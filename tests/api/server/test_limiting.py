"""One limiter: per valid token or per address, by cost, shared by workers and machines, never waiting."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from adjudicator_api import Config, create_app
from adjudicator_api.config import ALLOWANCES, ConfigError, Limit
from adjudicator_api.games.opening.code_guesses import Guesses
from adjudicator_api.http.addresses import Proxies, client_of
from adjudicator_api.http.environ import ADMITTED, REFUSED
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs.pool import WorkInPlace
from adjudicator_api.pages import play
from adjudicator_api.server import limiter as limits
from adjudicator_api.server.exchange import PREFIX, Exchange
from adjudicator_api.server.limiter import THIRTY, Allowances, Limiter, vouch
from adjudicator_api.server.middleware import Middleware

TABLE = "a-table"
REDIS = os.environ.get("ADJUDICATOR_TEST_REDIS", "")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(config: Config, clock: Clock) -> Limiter:
    return Limiter(replace(config, rate_limit="60 per minute"), clock)


def asked(address: str = "192.0.2.1", token: str = "") -> dict[str, Any]:
    at = {"PATH_INFO": f"/v1/games/{TABLE}/actions", "HTTP_AUTHORIZATION": f"Bearer {token}"}
    return {"REMOTE_ADDR": address, **(at if token else {})}


def admitted(limiter: Limiter, number: int, cost: int = 1, **who: str) -> int:
    """How many of this many requests are admitted."""
    count, codes = 0, set()
    for _ in range(number):
        try:
            limiter.admit(asked(**who), cost)
            count += 1
        except Refused as refused:
            codes.add((refused.status, refused.code, bool(refused.retry_after)))
    assert codes <= {(429, "rate_limited", True)}
    return count


def test_a_clock_that_is_set_back_costs_nobody_an_hour(config: Config) -> None:
    """Allowances were counted by the time of day: set back an hour, it refused whoever had just asked for that long."""
    for counted in (Limiter(config), Guesses(config)):
        assert counted.table._clock is time.monotonic


# --- allowances -------------------------------------------------------------------------------------------


def test_an_allowance_is_spent_at_once_and_comes_back_with_time(limiter: Limiter, clock: Clock) -> None:
    assert admitted(limiter, 100) == 60
    assert admitted(limiter, 10, address="192.0.2.2") == 10
    clock.now += 10
    assert admitted(limiter, 100) == 10
    clock.now += 3600
    assert admitted(limiter, 100) == 60


def test_retry_after_tells_when(limiter: Limiter, clock: Clock) -> None:
    admitted(limiter, 60)
    with pytest.raises(Refused) as refused:
        limiter.admit(asked(), 5)
    assert refused.value.retry_after == 5
    clock.now += 5
    limiter.admit(asked(), 5)


def test_headers_say_what_is_left_and_when_all_is_back(limiter: Limiter, clock: Clock) -> None:
    """As in draft-ietf-httpapi-ratelimit-headers: q questions in w seconds, r left, all back in t seconds."""
    environ = asked()
    assert limiter.headers(environ) == [], "it was free"
    limiter.admit(environ, 15)
    assert limiter.headers(environ) == [
        ("RateLimit-Policy", '"questions";q=60;w=60'),
        ("RateLimit", '"questions";r=45;t=15'),
    ]
    clock.now += 5.5
    assert limiter.headers(environ)[1][1] == '"questions";r=50;t=10'
    assert admitted(limiter, 60) == 50
    assert limiter.headers(environ)[1][1] == '"questions";r=0;t=60'
    clock.now += 3600
    for left in range(60, -1, -1):
        assert limiter.headers(environ)[1][1] == f'"questions";r={left};t={60 - left}'
        admitted(limiter, 1)


def test_every_answer_that_counts_has_them_refusals_included(config: Config) -> None:
    client = create_app(replace(config, rate_limit="2 per day")).test_client()
    assert "RateLimit" not in client.get("/healthz").headers
    answers = [client.post("/v1/judge", json={"tiles": "NaCl"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer.headers["RateLimit"].split(";")[1] for answer in answers] == ["r=1", "r=0", "r=0"]
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"questions";q=2;w=86400'}
    assert answers[-1].headers["Retry-After"]


def test_costs_count_and_a_whole_allowance_buys_anything(limiter: Limiter, clock: Clock) -> None:
    assert admitted(limiter, 20, cost=10) == 6
    clock.now += 60
    environ = asked()
    limiter.admit(environ, 1)
    with pytest.raises(Refused):
        limiter.charge(environ, 1000)
    clock.now += 60
    limiter.admit(environ, 1000)
    assert admitted(limiter, 1) == 0


def test_work_beyond_what_was_paid_is_felt_by_the_next_request(limiter: Limiter) -> None:
    environ = asked()
    limiter.admit(environ, 1)
    limiter.debit(environ, 0.004)  # as long as a question may take
    assert admitted(limiter, 60) == 59
    for seconds, questions in ((0.02, 4), (10.0, 1 + 6)):  # at most a tenth of the allowance
        other = asked(f"192.0.2.{questions}")
        limiter.admit(other, 1)
        limiter.debit(other, seconds)
        assert admitted(limiter, 60, address=other["REMOTE_ADDR"]) == 60 - questions


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("1200 per minute", Limit(1200, 60)),
        ("5/second", Limit(5, 1)),
        ("1 per day", Limit(1, 86400)),
        ("0 per minute", None),
        ("off", None),
        ("often", None),
        ("5 per fortnight", None),
    ],
)
def test_limits_as_people_write_them(text: str, limit: Limit | None) -> None:
    assert Config(rate_limit=text).limit == limit


# --- who --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("nonsense", "", True),
    ],
)
def test_addresses(one: str, other: str, same: bool) -> None:
    assert (client_of(one) == client_of(other)) is same


def test_thirty_phones_behind_one_address_play_and_made_up_tokens_do_not(limiter: Limiter) -> None:
    for phone in range(30):
        limiter.vouch(asked(token=f"seat-{phone}"), TABLE)
    assert sum(admitted(limiter, 60, token=f"seat-{phone}") for phone in range(30)) == 30 * 60
    assert admitted(limiter, 1, token="seat-0") == 0
    # a token that was not found valid counts as the address, whatever it says
    assert sum(admitted(limiter, 1, token=f"made-up-{n}") for n in range(200)) == 60
    # and valid tokens from one address have a common bound
    for phone in range(30, 90):
        limiter.vouch(asked(token=f"seat-{phone}"), TABLE)
    assert sum(admitted(limiter, 60, token=f"seat-{phone}") for phone in range(30, 90)) == (THIRTY - 30) * 60


def test_a_handler_vouches_for_the_token_it_has_found_good(config: Config) -> None:
    app = create_app(replace(config, rate_limit="5 per hour"))

    def seat() -> str:
        vouch(TABLE)
        return "good"

    app.add_url_rule(f"/v1/games/{TABLE}/seat", view_func=seat)
    client = app.test_client()
    headers, path = {"Authorization": "Bearer abc"}, f"/v1/games/{TABLE}/seat"
    assert client.get(path, headers=headers).status_code == 200
    for _ in range(4):
        assert client.get("/v1/rulesets").status_code == 200
    assert client.get("/v1/rulesets").status_code == 429
    assert [client.get(path, headers=headers).status_code for _ in range(6)] == [200] * 5 + [429]
    limited = app.extensions["metrics"].exposed().decode()
    assert 'adjudicator_limited_total{who="address",why="rate_limited"} 1.0' in limited
    assert 'adjudicator_limited_total{who="seat",why="rate_limited"} 1.0' in limited
    assert 'request_seconds_count{method="GET",route="/v1/rulesets",status="429"} 1.0' in limited


def test_a_seat_pays_for_the_routes_of_its_table_and_for_nothing_else(limiter: Limiter) -> None:
    """Opening forty tables does not buy forty allowances for batches and drawings."""
    for seat in range(40):
        limiter.vouch(asked(token=f"seat-{seat}"), TABLE)
    elsewhere = ("/v1/judge/batch", "/v1/games", "/v1/games/another-table/hints", f"/v1/games/{TABLE}x")
    spent = 0
    for seat in range(40):
        for path in elsewhere:
            try:
                limiter.admit({**asked(token=f"seat-{seat}"), "PATH_INFO": path}, 1)
                spent += 1
            except Refused as refused:
                assert refused.more == {"limited": "address"}  # noqa: PT017 - whose it was
    assert spent == 60  # of the address
    assert admitted(limiter, 60, token="seat-0") == 60


def test_waiting_costs_nothing_and_work_costs_its_processor_time(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine makes everything slow, and nobody is charged for that."""
    clock = {"wall": 0.0, "processor": 0.0}
    monkeypatch.setattr("time.perf_counter", lambda: clock["wall"])
    monkeypatch.setattr("adjudicator_api.server.middleware.thread_time", lambda: clock["processor"])
    app = create_app(replace(config, rate_limit="40 per hour"))

    def spend(wall: float, processor: float) -> str:
        clock["wall"] += wall
        clock["processor"] += processor
        return "done"

    app.add_url_rule("/v1/slow", "slow", lambda: spend(20.0, 0.0))
    app.add_url_rule("/v1/hard", "hard", lambda: spend(20.0, 0.021))
    client = app.test_client()
    assert [client.get("/v1/slow").status_code for _ in range(41)] == [200] * 40 + [429]
    address = {"REMOTE_ADDR": "192.0.2.7"}
    found = [client.get("/v1/hard", environ_base=address).status_code for _ in range(11)]
    assert found == [200] * 10 + [429]  # four questions each


def test_a_batch_is_not_paid_for_twice(limiter: Limiter) -> None:
    environ = asked()
    limiter.admit(environ, 1)
    limiter.charge(environ, 20)
    assert environ[ADMITTED] == 21
    limiter.debit(environ, 0.005 * 21)
    assert admitted(limiter, 60) == 60 - 21


def test_pages_are_not_priced_and_who_has_to_wait_is_told_in_words(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "work", WorkInPlace)
    seen_by_phones = replace(config, rate_limit="3 per hour", lan_url="http://192.168.1.5:8000")
    client = create_app(seen_by_phones).test_client()
    pages = ("/", "/play", "/play/ion", "/challenge", "/name", "/rules", "/box", "/docs", "/docs/api", "/sw.js",
             "/manifest.webmanifest", "/app/now/style.css", "/static/icon.svg", "/join/ABCDEF.svg")  # fmt: skip
    assert {client.get(page).status_code for page in pages * 2} == {200}
    assert [client.get("/v1/rulesets").status_code for _ in range(4)] == [200] * 3 + [429]
    assert {client.get(page).status_code for page in pages} == {200}  # even over the limit
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "de-CH"}
    told = client.get("/v1/rulesets", headers=browser)
    seconds = told.headers["Retry-After"]
    assert (told.status_code, told.mimetype, told.headers["Content-Language"]) == (429, "text/html", "de")
    assert f"in {seconds} Sekunden von selbst wieder" in told.text
    assert f'<meta http-equiv="refresh" content="{seconds}">' in told.text
    assert '<details lang="en"><summary>English</summary><p>More was asked for' in told.text, "the switch"
    program = client.get("/v1/rulesets", headers={"Accept": "*/*"})
    assert (program.status_code, program.mimetype) == (429, "application/problem+json")
    assert (program.headers["Retry-After"], program.get_json()["limited"]) == (seconds, "address")
    sent = client.post("/v1/judge", json={"tiles": "HHO"}, headers=browser)
    assert sent.mimetype == "application/problem+json"


def test_batches_cost_as_much_as_their_questions(config: Config) -> None:
    client = create_app(replace(config, rate_limit="50 per hour")).test_client()
    batch = {"items": [{"tiles": "HHO"}] * 30}
    assert client.post("/v1/judge/batch", json=batch).status_code == 200
    refused = client.post("/v1/judge/batch", json=batch)
    assert (refused.status_code, refused.get_json()["code"]) == (429, "rate_limited")
    assert int(refused.headers["Retry-After"]) > 0
    assert client.post("/v1/judge", json={"runs": ["HHO"] * 12}).status_code == 200
    # 30 and 12 questions and a refusal: at most seven are left, fewer where the processor was slow.
    assert 429 in [client.get("/v1/rulesets").status_code for _ in range(8)]
    assert client.get("/healthz").status_code == client.get("/static/icon.svg").status_code == 200


# --- proxies ----------------------------------------------------------------------------------------------


def through(config: Config, peer: str, said: str, proxies: int = 1, **more: str) -> dict[str, Any]:
    environ = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": said, "wsgi.url_scheme": "http", **more}
    Proxies(replace(config, proxies=proxies)).believe(environ)
    return environ


def test_forwarded_addresses_are_believed_only_from_proxies_and_only_as_many(config: Config) -> None:
    assert through(config, "127.0.0.1", "198.51.100.7")["REMOTE_ADDR"] == "198.51.100.7"
    assert through(config, "127.0.0.1", "10.9.9.9, 198.51.100.7")["REMOTE_ADDR"] == "198.51.100.7"
    assert through(config, "127.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", 2)["REMOTE_ADDR"] == "198.51.100.7"
    # Not a proxy of ours.
    assert through(config, "203.0.113.5", "198.51.100.7")["REMOTE_ADDR"] == "203.0.113.5"
    assert through(config, "127.0.0.1", "198.51.100.7", 0)["REMOTE_ADDR"] == "127.0.0.1"
    assert through(config, "127.0.0.1", "")["REMOTE_ADDR"] == "127.0.0.1"
    with pytest.raises(Refused, match="fewer proxies"):
        through(config, "127.0.0.1", "198.51.100.7", 2)
    secure = through(config, "127.0.0.1", "198.51.100.7", HTTP_X_FORWARDED_PROTO="https")
    assert secure["wsgi.url_scheme"] == "https"


def test_who_asks_for_a_page_through_a_proxy_is_known_as_well_and_never_refused(config: Config) -> None:
    """Pages are free, but requests for them take turns with others, and links get the right scheme."""
    middleware = create_app(replace(config, proxies=2)).wsgi_app
    assert isinstance(middleware, Middleware)

    def admitted(said: str) -> dict[str, Any]:
        environ = {
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_X_FORWARDED_FOR": said,
            "HTTP_X_FORWARDED_PROTO": "https",
            "wsgi.url_scheme": "http",
        }
        middleware.admit(environ, middleware.routes.terms("GET", "/play"))
        return environ

    seen = admitted("198.51.100.7, 10.0.0.2")
    assert (seen["REMOTE_ADDR"], seen["wsgi.url_scheme"]) == ("198.51.100.7", "https")
    by_hand = admitted("198.51.100.7")  # fewer entries than proxies: not trusted
    assert by_hand["REMOTE_ADDR"] == "127.0.0.1"
    assert REFUSED not in by_hand


def test_networks_that_are_none_are_refused() -> None:
    with pytest.raises(ConfigError, match="proxy_addresses"):
        Config.from_env({"ADJUDICATOR_PROXY_ADDRESSES": "10.0.0.0/99"})
    assert Config.from_env({"ADJUDICATOR_PROXY_ADDRESSES": "203.0.113.0/24"}).proxies == 0


# --- the table --------------------------------------------------------------------------------------------


def test_the_table_agrees_with_a_dictionary() -> None:
    """The slow twin keeps one number for each client."""
    clock, twin = Clock(), dict[str, float]()
    table = Allowances(clock=clock)
    import random

    chance = random.Random(3)
    for _ in range(5000):
        clock.now += chance.random()
        client, seconds = f"client {chance.randrange(300)}", chance.random() * 20
        later = max(twin.get(client, 0.0), clock.now) + seconds
        wait = max(0.0, later - clock.now - 60)
        if not wait:
            twin[client] = later
        assert table.add(client, seconds, 60) == pytest.approx(wait)
        assert table.add(client, 0, 0) == pytest.approx(max(0.0, twin[client] - clock.now)), "what is owed"


def test_a_table_that_is_full_forgets_whoever_is_nearest_to_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLOTS", slots := 1 << 10)
    table = Allowances(clock=Clock())
    for number in range(2 * slots):
        table.add(f"passer-by {number}", 1.0, 60)
    for _ in range(60):
        table.add("offender", 1.0, 60)
    for number in range(slots):
        table.add(f"another {number}", 1.0, 60)
    assert table.add("offender", 1.0, 60) > 0
    rows = table._memory[:]
    assert table.add("who only looks", 0, 0) == 0
    assert table._memory[:] == rows, "and took nobody's row"


def test_a_client_is_hashed_once_however_often_it_asks() -> None:
    table = Allowances()
    for _ in range(5):
        table.add("client", 1.0, 60)
        table.add("client", 0, 0)
    assert table._digest.cache_info().misses == 1


def spend(path: str, number: int) -> int:
    table = Allowances(Path(path), Clock())
    return sum(not table.add("client", 1.0, 100) for _ in range(number))


@pytest.mark.slow
def test_processes_share_one_allowance_exactly(tmp_path: Path) -> None:
    Allowances.create(tmp_path / ALLOWANCES)
    with get_context("spawn").Pool(3) as pool:
        taken = pool.starmap(spend, [(str(tmp_path / ALLOWANCES), 80)] * 3)
    assert sum(taken) == 100


def test_threads_share_one_allowance_exactly(tmp_path: Path) -> None:
    Allowances.create(tmp_path / ALLOWANCES)
    table = Allowances(tmp_path / ALLOWANCES, Clock())
    taken: list[bool] = []
    threads = [
        threading.Thread(target=lambda: taken.extend(not table.add("client", 1.0, 100) for _ in range(50)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == 100


# --- between machines -------------------------------------------------------------------------------------


def test_what_other_machines_tell_raises_a_debt_and_never_lowers_it(limiter: Limiter) -> None:
    """Another machine may have been told less: it was started later, or Redis has lost what it knew."""
    assert limiter.table.take_spent() == {}, "from now on somebody tells them"
    assert admitted(limiter, 40) == 40
    (client,) = limiter.table.take_spent()
    for seconds, left in ((0.0, 20), (5.0, 19), (50.0, 10)):
        limiter.table.learn({client: seconds})
        assert admitted(limiter, 1) == 1
        with pytest.raises(Refused) as refused:
            limiter.admit(asked(), left)
        assert refused.value.retry_after == 1
    assert admitted(limiter, 100) == 9


@pytest.mark.slow
@pytest.mark.skipif(not REDIS, reason="no Redis: set ADJUDICATOR_TEST_REDIS to its URL")
def test_machines_share_what_was_spent(config: Config) -> None:
    config = replace(config, rate_limit="60 per hour")
    here, there = Limiter(config), Limiter(config)
    said: list[str] = []
    exchanges = [
        Exchange(limiter.table, REDIS, lambda _level, event, _facts: said.append(event))
        for limiter in (here, there)
    ]
    address = f"10.{os.getpid() % 250}.{time.time_ns() % 250}.{time.time_ns() // 250 % 250}"
    assert admitted(here, 40, address=address) == 40
    assert exchanges[0].exchange()
    assert admitted(there, 1, address=address) == 1
    assert exchanges[1].exchange()
    assert admitted(there, 40, address=address) in {18, 19}
    assert said == []


@pytest.mark.slow
@pytest.mark.skipif(not REDIS, reason="no Redis: set ADJUDICATOR_TEST_REDIS to its URL")
def test_a_redis_whose_clock_is_set_back_costs_nobody_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a client owes was kept as a time of day: set back an hour, it owed an hour more."""
    from redis import Redis

    client, redis = f"somebody {os.getpid()} {time.time_ns()}", Redis.from_url(REDIS)
    owed: dict[str, float] = {}
    table = Allowances()
    exchange = Exchange(table, REDIS, lambda *_: None)
    monkeypatch.setattr(table, "learn", owed.update)
    for spent, least, most in ((600.0, 600.0, 600.0), (5.0, 5.0, 605.0)):
        table.add(client, spent)
        assert exchange.exchange()
        assert least <= owed[client] <= most
    key = PREFIX + blake2b(client.encode(), digest_size=16).hexdigest()
    debt, at = map(float, redis.get(key).split())  # type: ignore[union-attr]
    redis.set(key, f"{debt} {at + 3600}", px=60_000)  # as if the clock had been set back since then
    for spent in (2.0, 1.0):
        table.add(client, spent)
        assert exchange.exchange()
    assert 0 < owed[client] <= debt + 3
    redis.delete(key)


@pytest.fixture
def hung() -> Iterator[str]:
    """A Redis that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0"


def test_a_redis_that_hangs_or_is_gone_costs_requests_nothing(config: Config, hung: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        gone = f"redis://127.0.0.1:{closed.getsockname()[1]}/0"
    for url in (hung, gone):
        limiter = Limiter(replace(config, rate_limit="60 per hour"))
        said: list[str] = []
        exchange = Exchange(limiter.table, url, lambda _level, event, _facts, said=said: said.append(event))  # type: ignore[misc]
        limiter.admit(asked(), 1)
        assert not exchange.exchange()
        limiter.admit(asked(), 1)
        assert not exchange.exchange()
        assert said == ["cache_unavailable"]  # once, not every time
        assert admitted(limiter, 100) == 58


def test_an_app_with_a_hung_redis_answers_and_limits(
    config: Config, hung: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator_api.server.middleware.thread_time", lambda: 0.0)
    app: Flask = create_app(replace(config, cache_url=hung, rate_limit="20 per hour"))
    client = app.test_client()
    assert [client.get("/v1/rulesets").status_code for _ in range(25)].count(429) == 5
