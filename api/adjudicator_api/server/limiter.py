"""How much each client may ask: one limiter, under every server.

A client has an allowance of questions, which comes back with time ("1200 per minute": all at once, or one
after another). A request takes what its route costs (`cost`, see `http.terms`), a batch one for each of its
questions (`charge`), and work beyond that is charged afterwards by the processor time that it took, in the
thread of the request and in the process that worked for it; waiting and starting processes are free. Pages
and their parts cost nothing.

A client is the token of a seat, once a handler has found it valid (`vouch`), and only at the routes of its
table; otherwise it is the address, for IPv6 its /64. So thirty phones behind one school address that sit at
tables have thirty allowances, made-up tokens have none, and all valid tokens of one address together have as
much as THIRTY of them.

Ours rather than the library `limits` or flask-limiter: they share counts between processes only through a
store that every request waits for, and charge before the work is known.
"""

from __future__ import annotations

import mmap
import secrets
import struct
import threading
import time
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from math import ceil, floor, inf
from pathlib import Path
from typing import IO, TYPE_CHECKING

from flask import current_app, request

from adjudicator_api.config import ALLOWANCES, Limit
from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.environ import ADMITTED
from adjudicator_api.http.problems import CODES, DETAILS, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config

try:
    import fcntl
except ImportError:  # Windows, where granian has one worker
    fcntl = None  # type: ignore[assignment]

THIRTY = 30  # valid tokens of one address that can use their full allowances together
QUESTION_SECONDS = 0.005  # processor time that one question pays for
TENTH = 10  # a request pays at most a tenth of the allowance for its time: the first after a start is slow
MAX_VOUCHED = 50_000
CLIENT = "adjudicator.client"  # in the environ: whose allowance it is
TABLES = ("/v1/games/", "/v1/classes/")
ROUNDING = 1e-6  # of a question, which seconds may miss


class Limiter:
    """One per process. Nothing here blocks, so it can be called on the loop's thread."""

    def __init__(
        self, config: Config, clock: Callable[[], float] = time.monotonic, file: str = ALLOWANCES
    ) -> None:
        self.on = config.limit is not None
        self.limit = config.limit or Limit(1, 1.0)
        self.table = Allowances(Path(config.shared) / file if config.shared else None, clock)
        self._vouched: dict[bytes, str] = {}  # valid tokens, each with its table

    def admit(self, environ: WSGIEnvironment, cost: int) -> None:
        """Notes whose allowance it is, and charges the cost of the route."""
        if self.on and cost:
            environ[CLIENT] = self._clients(environ)
            self.charge(environ, cost)

    def charge(self, environ: WSGIEnvironment, questions: int) -> None:
        """Takes that many, which pays for their work; raises Refused with 429 if fewer are left."""
        if CLIENT not in environ or questions <= 0:
            return
        most = self.limit.questions
        for client, share, who in environ[CLIENT]:
            wait = self.take(client, min(questions, most) / share, most)  # a whole allowance buys anything
            if wait:
                raise Refused(429, CODES[429], DETAILS[429], retry_after=ceil(wait), limited=who)
        environ[ADMITTED] = environ.get(ADMITTED, 0) + questions

    def debit(self, environ: WSGIEnvironment, seconds: float) -> None:
        """Charges processor time beyond what was paid for; it counts against the next request."""
        unpaid = min(int(seconds / QUESTION_SECONDS) - environ[ADMITTED], self.limit.questions // TENTH)
        for client, share, _ in environ.get(CLIENT, ()) if unpaid > 0 else ():
            self.take(client, unpaid / share)

    def take(self, client: str, questions: float, most: float = inf) -> float:
        """Takes that many, or returns how many seconds to wait until no more than `most` are spent."""
        one = self.limit.seconds / self.limit.questions
        return self.table.add(client, questions * one, most * one)

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """What is left of the allowance, as draft-ietf-httpapi-ratelimit-headers has it; none if it is free.

        Of the allowances that a request is taken from, the one of which least is left.
        """
        if CLIENT not in environ:
            return []
        limit, owed = self.limit, max(self.take(client, 0, 0) for client, _, _ in environ[CLIENT])
        left = max(0, floor((limit.seconds - owed) * limit.questions / limit.seconds + ROUNDING))
        policy = f'"questions";q={limit.questions};w={ceil(limit.seconds)}'
        return [("RateLimit-Policy", policy), ("RateLimit", f'"questions";r={left};t={ceil(owed)}')]

    def vouch(self, environ: WSGIEnvironment, table: str) -> None:
        """The token of this request is valid: from now on it has its own allowance at that table."""
        token = _token(environ)
        if token and token not in self._vouched:
            if len(self._vouched) >= MAX_VOUCHED:
                self._vouched.clear()
            self._vouched[token] = table

    def _clients(self, environ: WSGIEnvironment) -> list[tuple[str, int, str]]:
        """Clients whose allowances it takes from, with the multiple of the usual one and the kind of each."""
        address, token = client_of(environ.get("REMOTE_ADDR", "")), _token(environ)
        table, path = self._vouched.get(token), environ.get("PATH_INFO", "")
        if table is None or not path.startswith(TABLES) or path.split("/")[3] != table:
            return [(address, 1, "address")]
        together = (f"tokens of {address}", THIRTY, "seats of an address")
        return [(f"token {token.hex()}", 1, "seat"), together]


def _token(environ: WSGIEnvironment) -> bytes:
    kind, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return blake2b(token.strip().encode(), digest_size=16).digest() if kind.lower() == "bearer" else b""


def charge(questions: int) -> None:
    """For handlers: charges more than the one question that the route costs."""
    current_app.extensions["limiter"].charge(request.environ, questions)


def vouch(table: str) -> None:
    """For handlers: the bearer token of this request is valid at this table."""
    current_app.extensions["limiter"].vouch(request.environ, table)


# --- the table --------------------------------------------------------------------------------------------

SLOTS = 1 << 16
PROBES = 8  # slots that one client may occupy
SALT = 16  # bytes at the beginning, so that outsiders cannot predict which clients share a slot
ROW = struct.Struct("=Qd")  # the client, and when its allowance is full again
SIZE = SALT + SLOTS * ROW.size


class Allowances:
    """When each client's allowance will be full again: a table in memory that the workers of a machine share.
    Rows of clients whose allowance is full are free; without a free slot, the one closest to that is lost.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = path.open("r+b") if path else None
        self._memory = mmap.mmap(self._file.fileno() if self._file else -1, SIZE)
        self._salt = self._memory[:SALT] if path else secrets.token_bytes(SALT)
        self._lock = threading.Lock()
        self._digest = lru_cache(4096)(self._digest_of)  # a request asks for its client's several times
        self._clock = clock  # the same in every process of a machine, and never set back
        self.spent: dict[str, float] | None = None  # since other machines were told, if anybody tells them

    @staticmethod
    def create(path: Path) -> None:
        """Called before the processes start that share it."""
        path.write_bytes(secrets.token_bytes(SALT).ljust(SIZE, b"\0"))

    def add(self, client: str, seconds: float, most: float = inf) -> float:
        """Adds that many seconds and returns 0, or returns how long to wait in order to stay below `most`."""
        with self._turn():
            place, owed = self._find(client)
            wait = max(0.0, owed + seconds - most)
            if seconds and not wait:
                self._put(place, client, owed + seconds)
                if self.spent is not None:
                    self.spent[client] = self.spent.get(client, 0.0) + seconds
            return wait

    def take_spent(self) -> dict[str, float]:
        """What clients have spent here since the last call, in seconds."""
        with self._lock:
            spent, self.spent = self.spent or {}, {}
        return spent

    def learn(self, debts: dict[str, float]) -> None:
        """Takes over from other machines in how many seconds the clients' allowances will be full again."""
        for client, seconds in debts.items():
            with self._turn():
                place, ours = self._find(client)
                self._put(place, client, max(ours, seconds))

    def _turn(self) -> AbstractContextManager[object]:
        """While a row is read and written: threads take turns, and then processes that share the table."""
        return self._lock if fcntl is None or self._file is None else self._turn_of_processes(self._file)

    @contextmanager
    def _turn_of_processes(self, file: IO[bytes]) -> Iterator[None]:
        with self._lock:
            fcntl.lockf(file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(file, fcntl.LOCK_UN)

    def _find(self, client: str) -> tuple[int, float]:
        """The client's slot, or the best one for it, and in how many seconds its allowance is full."""
        digest, now = self._digest(client), self._clock()
        best, least = 0, inf
        for probe in range(PROBES):
            place = SALT + (digest + probe) % SLOTS * ROW.size
            whose, whole = ROW.unpack_from(self._memory, place)
            if whose == digest:
                return place, max(0.0, whole - now)
            if whole < least:
                best, least = place, whole
        return best, 0.0

    def _put(self, place: int, client: str, owed: float) -> None:
        ROW.pack_into(self._memory, place, self._digest(client), self._clock() + owed)

    def _digest_of(self, client: str) -> int:
        return int.from_bytes(blake2b(client.encode(), digest_size=8, key=self._salt).digest(), "big")
