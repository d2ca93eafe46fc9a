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
store that every request waits for, and charge before the work is known. The table is in `allowances`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app, request

from adjudicator_api.config import ALLOWANCES, LIMIT
from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.environ import ADMITTED
from adjudicator_api.http.problems import CODES, DETAILS, Refused
from adjudicator_api.server.allowances import Allowances

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config

THIRTY = 30  # valid tokens of one address that can use their full allowances together
QUESTION_SECONDS = 0.005  # processor time that one question pays for
TENTH = 10  # a request pays at most a tenth of the allowance for its time: the first after a start is slow
MAX_VOUCHED = 50_000
CLIENT = "adjudicator.client"  # in the environ: whose allowance it is
TABLES = ("/v1/games/", "/v1/classes/")
POLICY = "questions"  # its name in headers
ROUNDING = 1e-6  # of a question, which seconds may miss
KINDS = {"token": "seat", "tokens": "seats of an address"}  # whose allowance was spent; else an address
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


@dataclass(frozen=True, slots=True)
class Limit:
    questions: int
    seconds: float

    @classmethod
    def parse(cls, text: str) -> Limit | None:
        """Reads `1200 per minute`; None if it is not a limit."""
        found = LIMIT.fullmatch(text.strip().lower())
        if not found or not int(found[1]):
            return None
        return cls(int(found[1]), float(SECONDS[found[2]]))


class Limiter:
    """One per process. Nothing here blocks, so it can be called on the loop's thread."""

    FILE = ALLOWANCES  # of the folder that the workers of a machine share

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        limit = Limit.parse(config.rate_limit) if config.rate_limited else None
        self.limit = limit or Limit(1, 1.0)
        self.on = limit is not None
        self._clock = clock  # the same in every process of a machine, and never set back
        self.table = Allowances(Path(config.shared) / self.FILE if config.shared else None, clock)
        self._vouched: dict[bytes, str] = {}  # valid tokens, each with its table

    def admit(self, environ: WSGIEnvironment, cost: int) -> None:
        """Takes the cost from the client's allowance; raises Refused with 429 if it is not enough."""
        if self.on and cost:
            clients = self._clients(environ)
            environ[CLIENT] = clients
            self._take(clients, cost)

    def charge(self, environ: WSGIEnvironment, questions: int) -> None:
        """Charges more once the cost of the question is known; this pays for its work."""
        if CLIENT in environ and questions > 0:
            self._take(environ[CLIENT], questions)
            environ[ADMITTED] = environ.get(ADMITTED, 0) + questions

    def debit(self, environ: WSGIEnvironment, seconds: float, cost: int) -> None:
        """Charges processor time beyond what was paid for; it counts against the next request."""
        if CLIENT in environ:
            questions = min(int(seconds / QUESTION_SECONDS) - cost, self.limit.questions // TENTH)
            if questions > 0:
                now = self._clock()
                for client, share in environ[CLIENT]:
                    self._add(client, questions / share, now, float("inf"))

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """What is left of the allowance, as draft-ietf-httpapi-ratelimit-headers has it; none if it is free.

        Of the allowances that a request is taken from, the one of which least is left.
        """
        if CLIENT not in environ:
            return []
        now, limit = self._clock(), self.limit
        owed = [max(0.0, self.table.whole_at(client, now) - now) for client, _ in environ[CLIENT]]
        most = max(owed)
        left = max(0, floor((limit.seconds - most) * limit.questions / limit.seconds + ROUNDING))
        policy = f'"{POLICY}";q={limit.questions};w={ceil(limit.seconds)}'
        return [("RateLimit-Policy", policy), ("RateLimit", f'"{POLICY}";r={left};t={ceil(most)}')]

    def vouch(self, environ: WSGIEnvironment, table: str) -> None:
        """The token of this request is valid: from now on it has its own allowance at that table."""
        token = _token(environ)
        if token and token not in self._vouched:
            if len(self._vouched) >= MAX_VOUCHED:
                self._vouched.clear()
            self._vouched[token] = table

    def _clients(self, environ: WSGIEnvironment) -> list[tuple[str, int]]:
        """The clients whose allowances it is taken from, each with its multiple of the usual allowance."""
        address = client_of(environ.get("REMOTE_ADDR", ""))
        token = _token(environ)
        table = self._vouched.get(token) if token else None
        if table is not None and table == _table(environ):
            return [(f"token {token.hex()}", 1), (f"tokens of {address}", THIRTY)]
        return [(address, 1)]

    def _take(self, clients: list[tuple[str, int]], questions: int) -> None:
        now = self._clock()
        questions = min(questions, self.limit.questions)  # a whole allowance buys anything
        for client, share in clients:
            wait = self._add(client, questions / share, now, self.limit.seconds)
            if wait:
                who = KINDS.get(client.partition(" ")[0], "address")
                raise Refused(429, CODES[429], DETAILS[429], retry_after=ceil(wait), limited=who)

    def _refuse(self, clients: list[tuple[str, int]], code: str, message: str) -> None:
        """Raises Refused if there is not enough for one more question; takes nothing."""
        now, limit = self._clock(), self.limit
        for client, share in clients:
            owed = max(0.0, self.table.whole_at(client, now) - now)
            wait = owed + limit.seconds / limit.questions / share - limit.seconds
            if wait > 0:
                raise Refused(429, code, message, retry_after=ceil(wait))

    def _add(self, client: str, questions: float, now: float, most: float) -> float:
        seconds = questions * self.limit.seconds / self.limit.questions
        return self.table.add(client, seconds, now, most)


def _token(environ: WSGIEnvironment) -> bytes:
    kind, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return blake2b(token.strip().encode(), digest_size=16).digest() if kind.lower() == "bearer" else b""


def _table(environ: WSGIEnvironment) -> str | None:
    """The id of the table that a request is for."""
    path = environ.get("PATH_INFO", "")
    return path.split("/")[3] if path.startswith(TABLES) else None


def limiter() -> Limiter:
    found: Limiter = current_app.extensions["limiter"]
    return found


def charge(questions: int) -> None:
    """For handlers: charges more than the one question that the route costs."""
    limiter().charge(request.environ, questions)


def vouch(table: str) -> None:
    """For handlers: the bearer token of this request is valid at this table."""
    limiter().vouch(request.environ, table)
