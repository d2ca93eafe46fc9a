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
from hashlib import blake2b
from math import ceil, floor, inf
from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app, request

from adjudicator_api.config import ALLOWANCES, Limit
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
