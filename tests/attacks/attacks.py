"""Attacks that once stopped the service, each as a script bounded in number and time.

They work only against your own service on this machine: `attack(port)` knows no other host.
"""

from __future__ import annotations

import itertools
import json
import random
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path

HOST = "127.0.0.1"
SECONDS = 3.0  # default duration of an attack


@dataclass(frozen=True)
class Attack:
    name: str
    about: str
    run: Callable[[int, float], list[int]]  # port and seconds -> the statuses that the attacker got
    refusals: frozenset[int]  # the statuses with which the service may refuse


ATTACKS: dict[str, Attack] = {}


def attack(
    about: str, *refusals: int
) -> Callable[[Callable[[int, float], list[int]]], Callable[[int, float], list[int]]]:
    def note(run: Callable[[int, float], list[int]]) -> Callable[[int, float], list[int]]:
        ATTACKS[run.__name__] = Attack(run.__name__, about, run, frozenset(refusals))
        return run

    return note


# --- work -------------------------------------------------------------------------------------------------


@attack("66 batches of nonsense at once, again and again, from clients who do not wait", 429, 503)
def nonsense_batches(port: int, seconds: float) -> list[int]:
    return _many(port, seconds, _batches(random.Random(1)), clients=16, patience=2.0)


@attack("drawings of new rings of sixty atoms, as fast as they are answered", 429, 503)
def ring_drawings(port: int, seconds: float) -> list[int]:
    return _many(port, seconds, _rings(random.Random(2)), clients=8, patience=5.0)


@attack("single questions that take as long as any can, each of them new", 429, 503)
def long_questions(port: int, seconds: float) -> list[int]:
    return _many(port, seconds, _long_runs(random.Random(3)), clients=8, patience=5.0)


def _batches(chance: random.Random) -> Iterator[tuple[str, str, bytes]]:
    symbols = ["C", "H", "O", "N", "Cl", "S", "P", "Fe", "Na", "Br"]
    while True:
        items = [{"tiles": chance.choices(symbols, k=60)} for _ in range(300)]
        yield "POST", "/v1/judge/batch", json.dumps({"rules": "compoundit:expert", "items": items}).encode()


def _rings(chance: random.Random) -> Iterator[tuple[str, str, bytes]]:
    while True:
        atoms = "".join(chance.choices(["C", "C", "N", "O"], k=58))
        yield "GET", f"/v1/structures.svg?smiles=C1{atoms}C1", b""


def _long_runs(chance: random.Random) -> Iterator[tuple[str, str, bytes]]:
    while True:
        tiles = chance.choices(["C", "H", "Cl"], k=chance.randint(45, 60))
        yield "POST", "/v1/judge", json.dumps({"tiles": tiles, "rules": "compoundit:expert"}).encode()


def _many(
    port: int, seconds: float, asked: Iterator[tuple[str, str, bytes]], clients: int, patience: float
) -> list[int]:
    late = time.monotonic() + seconds
    statuses: list[int] = []
    lock = threading.Lock()

    def ask_on() -> None:
        while time.monotonic() < late:
            with lock:
                method, path, body = next(asked)
            statuses.append(_ask(port, method, path, body, patience))

    with ThreadPoolExecutor(clients) as pool:
        for _ in range(clients):
            pool.submit(ask_on)
    return [status for status in statuses if status]


RECORD = Path("fixtures/games/compounded/players-5.json")
EDITION = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
ANALYSES, TABLES = 18, 46


def much_work(port: int, seconds: float) -> list[int]:
    """All long work at once: analyses, tables of strong bots, batches, drawings and trials of an edition.

    Not among the attacks that run in sequence on one service: its bots play on when it is over.
    """
    opened = [_ask(port, *_table_of_bots(), patience=10.0) for _ in range(TABLES)]
    asked = {
        ANALYSES: _analyses(),
        16: _batches(random.Random(5)),
        8: _rings(random.Random(6)),
        1: _trials(),
    }
    with ThreadPoolExecutor(len(asked)) as pool:
        begun = [pool.submit(_many, port, seconds, each, number, 10.0) for number, each in asked.items()]
    return [*opened, *(status for kind in begun for status in kind.result())]


MUCH_WORK = Attack(
    "much_work",
    f"{ANALYSES} analyses, {TABLES} tables of strong bots, batches, drawings and trials",
    much_work,
    frozenset((429, 503)),
)


def _table_of_bots() -> tuple[str, str, bytes]:
    wanted = {"game": "compoundit", "seats": [{"bot": "strong"}] * 4}
    return "POST", "/v1/games", json.dumps(wanted).encode()


def _analyses() -> Iterator[tuple[str, str, bytes]]:
    body = json.dumps({"record": json.loads(RECORD.read_text(encoding="utf-8"))}).encode()
    while True:
        yield "POST", "/v1/records/analysis", body


def _trials() -> Iterator[tuple[str, str, bytes]]:
    digest = sha256(EDITION.read_bytes()).hexdigest()
    for first in itertools.cycle(range(50)):
        yield "GET", f"/v1/editions/sha256:{digest}/games?first={first}&count=5", b""


def _ask(port: int, method: str, path: str, body: bytes, patience: float, address: str = HOST) -> int:
    """The status, or 0 if the attacker stopped waiting."""
    return _heard(port, method, path, body, patience, address)[0]


def _heard(
    port: int, method: str, path: str, body: bytes, patience: float, address: str
) -> tuple[int, bytes]:
    connection = HTTPConnection(HOST, port, timeout=patience, source_address=(address, 0))
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        connection.close()


# --- open pages -------------------------------------------------------------------------------------------

PART, PAUSE = (
    12,
    2.0,
)  # decisions that the page asks for at once, and seconds before it asks a busy service again


def open_pages(number: int, address: str, port: int, seconds: float) -> list[int]:
    """So many people behind one address look at a long game again: each page asks for one part after the other."""
    late = time.monotonic() + seconds
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    statuses: list[int] = []

    def look_on() -> None:
        after = 0
        while time.monotonic() < late:
            body = json.dumps({"record": record, "after": after, "search": PART}).encode()
            status, told = _heard(port, "POST", "/v1/records/analysis", body, 40.0, address)
            statuses.append(status)
            if status == 200:
                after = json.loads(told)["next"] or 0
            else:
                time.sleep(PAUSE)

    with ThreadPoolExecutor(number) as pool:
        for _ in range(number):
            pool.submit(look_on)
    return statuses


PRINTERS = tuple(f"127.0.3.{number}" for number in range(1, 21))


def prints_and_pages(pages: int, address: str, port: int, seconds: float) -> list[int]:
    """Twenty addresses print a box again and again, each one at a time, beside so many open pages of another."""
    late = time.monotonic() + seconds
    digest = sha256(EDITION.read_bytes()).hexdigest()
    statuses: list[int] = []

    def print_on(printer: str) -> None:
        while time.monotonic() < late:
            status = _ask(port, "GET", f"/v1/editions/sha256:{digest}.pdf", b"", 40.0, printer)
            statuses.append(status)
            if status != 200:
                time.sleep(PAUSE)

    with ThreadPoolExecutor(len(PRINTERS) + 1) as pool:
        looking = pool.submit(open_pages, pages, address, port, seconds)
        for printer in PRINTERS:
            pool.submit(print_on, printer)
    return [*looking.result(), *statuses]


# --- what is kept -----------------------------------------------------------------------------------------

FILLERS = tuple(f"127.0.0.{number}" for number in range(11, 15))
SYMBOLS = ("H", "Cl", "Na", "O", "Mg", "S", "N", "K")


def kept_rulings(port: int, seconds: float) -> list[int]:
    """Four addresses ask for rulings that nobody will ever open, as fast as they are answered."""
    late = time.monotonic() + seconds
    statuses: list[int] = []

    def fill(address: str) -> None:
        chance = random.Random(address)
        while time.monotonic() < late:
            runs = ["".join(chance.choices(SYMBOLS, k=chance.randint(2, 12))) for _ in range(4)]
            body = json.dumps({"runs": runs, "player": "ann", "challenger": "bob"}).encode()
            status = _ask(port, "POST", "/v1/challenges", body, 10.0, address)
            statuses.append(status)
            if status == 429:
                time.sleep(0.2)

    with ThreadPoolExecutor(2 * len(FILLERS)) as pool:
        for address in FILLERS * 2:
            pool.submit(fill, address)
    return statuses


# --- codes ------------------------------------------------------------------------------------------------

GUESSES, PREFIXES = 10_000, 256


def guessed_codes(port: int, seconds: float) -> list[int]:
    """10,000 wrong codes of tables, in turn from 256 addresses; `seconds` do not matter."""
    del seconds
    chance = random.Random(8)
    guesses = [
        (f"127.0.2.{number % PREFIXES}", "".join(chance.choices("ABCDEFGHJKMNPQRSTVWXYZ23456789", k=6)))
        for number in range(GUESSES)
    ]

    def guess(one: tuple[str, str]) -> int:
        address, code = one
        return _ask(port, "GET", f"/v1/join/{code}", b"", 20.0, address)

    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(guess, guesses))


# --- slow and silent ---------------------------------------------------------------------------------------

HEAD = b"POST /v1/challenges HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"


@attack("200 bodies that come a byte at a time", 408)
def slow_bodies(port: int, seconds: float) -> list[int]:
    return _drip(port, seconds, 200, HEAD, b" ")


@attack("200 heads that come a byte at a time", 408)
def slow_heads(port: int, seconds: float) -> list[int]:
    return _drip(port, seconds, 200, b"POST /v1/judge HTTP/1.1\r\nX-Slow: ", b"x")


@attack("1200 connections that say nothing")
def silent_connections(port: int, seconds: float) -> list[int]:
    return _drip(port, seconds, 1200, b"", b"")


@attack("bodies in chunks that go on for ever", 413)
def endless_chunks(port: int, seconds: float) -> list[int]:
    head = b"POST /v1/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    first = b'10\r\n{"tiles": "HHO"}\r\n'
    return _drip(port, seconds, 20, head + first, b"2000\r\n" + b" " * 0x2000 + b"\r\n")


def _drip(port: int, seconds: float, number: int, first: bytes, then: bytes) -> list[int]:
    """Opens this many connections, sends the beginning of a request on each, and then one piece at a time."""
    statuses: list[int] = []
    late = time.monotonic() + seconds
    with ExitStack() as stack:
        open_ = []
        for _ in range(number):
            with suppress(OSError):  # the service accepts no more
                connection = stack.enter_context(socket.create_connection((HOST, port), timeout=2))
                if first:
                    connection.sendall(first)
                connection.setblocking(False)
                open_.append(connection)
        while time.monotonic() < late:
            for connection in list(open_):
                if not _goes_on(connection, then, statuses):
                    open_.remove(connection)
            time.sleep(0.1)
    return statuses


def _goes_on(connection: socket.socket, piece: bytes, statuses: list[int]) -> bool:
    try:
        got = connection.recv(1 << 16)
    except BlockingIOError:
        got = None
    except OSError:
        return False
    if got is not None:
        if got.startswith(b"HTTP/1.1 "):
            statuses.append(int(got.split()[1]))
        return False
    with suppress(BlockingIOError):
        try:
            if piece:
                connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            return False
    return True


CROWD, DEAF = 4200, 300  # connections from one address


@attack("4200 connections, each of which asks again and again", 429, 503)
def crowding_connections(port: int, seconds: float) -> list[int]:
    """Connections that are closed are opened again."""
    asked = b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"
    statuses: list[int] = []
    late = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for _ in range(CROWD):
            _ask_anew(selector, port, asked)
        while time.monotonic() < late:
            for key, events in selector.select(0.1):
                connection = key.fileobj
                assert isinstance(connection, socket.socket)
                try:
                    if events & selectors.EVENT_READ:
                        got = connection.recv(1 << 16)
                        if not got:
                            raise ConnectionResetError
                        if got.startswith(b"HTTP/1.1 "):
                            statuses.append(int(got.split(maxsplit=2)[1]))
                    connection.send(asked)
                    selector.modify(connection, selectors.EVENT_READ)
                except BlockingIOError:
                    continue
                except OSError:
                    selector.unregister(connection)
                    connection.close()
                    _ask_anew(selector, port, asked)
        for key in list(selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
    return statuses


def _ask_anew(selector: selectors.BaseSelector, port: int, asked: bytes) -> None:
    connection = socket.socket()
    connection.setblocking(False)
    connection.connect_ex((HOST, port))
    selector.register(connection, selectors.EVENT_WRITE)


@attack("300 connections that send one request after the other and never read an answer", 429, 503)
def deaf_connections(port: int, seconds: float) -> list[int]:
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 500
    late = time.monotonic() + seconds
    with ExitStack() as stack:
        open_: list[socket.socket] = []
        while time.monotonic() < late:
            if len(open_) < DEAF:
                with suppress(OSError):
                    connection = stack.enter_context(socket.create_connection((HOST, port), timeout=2))
                    connection.setblocking(False)
                    open_.append(connection)
            else:
                time.sleep(0.05)
            for connection in list(open_):
                try:
                    connection.send(asked)
                except BlockingIOError:
                    continue
                except OSError:
                    connection.close()
                    open_.remove(connection)
    return []


@attack("300 connections that read their long answers a few bytes at a time", 429, 503)
def trickling_readers(port: int, seconds: float) -> list[int]:
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 500
    late = time.monotonic() + seconds
    with ExitStack() as stack:
        open_: list[socket.socket] = []
        while time.monotonic() < late:
            if len(open_) < DEAF:
                with suppress(OSError):
                    connection = stack.enter_context(socket.socket())
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    connection.settimeout(2)
                    connection.connect((HOST, port))
                    connection.setblocking(False)
                    connection.send(asked)
                    open_.append(connection)
            else:
                time.sleep(0.05)
            for connection in list(open_):
                try:
                    if not connection.recv(16):
                        raise ConnectionResetError
                except BlockingIOError:
                    continue
                except OSError:
                    connection.close()
                    open_.remove(connection)
    return []


# --- strangers ---------------------------------------------------------------------------------------------


@attack("questions from clients who leave before the answer", 429, 503)
def leaving_clients(port: int, seconds: float) -> list[int]:
    asked = _batches(random.Random(4))
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        method, path, body = next(asked)
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with suppress(OSError), socket.create_connection((HOST, port), timeout=2) as connection:
            connection.sendall(head.encode() + body)
        time.sleep(0.05)
    return []


@attack("two thousand made-up tokens, one for each request", 429)
def made_up_tokens(port: int, seconds: float) -> list[int]:
    statuses = []
    late = time.monotonic() + seconds
    connection = HTTPConnection(HOST, port, timeout=5)
    for number in range(2000):
        if time.monotonic() > late:
            break
        with suppress(OSError, HTTPException):
            connection.request("GET", "/v1/rulesets", headers={"Authorization": f"Bearer {number}"})
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
    connection.close()
    return statuses
