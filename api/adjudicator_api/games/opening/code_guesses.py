"""Limits guesses at the codes of tables: six characters must stay secret, whichever process is asked."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from flask import request

from adjudicator_api.config import GUESSES
from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.problems import Refused
from adjudicator_api.server.limiter import THIRTY, Limiter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_api.config import Config

WRONG = "10 per minute"  # wrong codes from one address
CROWDED = 4  # how many times as much a wrong code counts while all together guess thirty times as often
ALL = "codes of all"


class Guesses(Limiter):
    """Counts wrong codes as the limiter counts questions: across workers, and with Redis across machines."""

    def __init__(self, config: Config) -> None:
        super().__init__(replace(config, rate_limit=WRONG), file=GUESSES)

    @contextmanager
    def guessing(self, weight: float = 1.0) -> Iterator[None]:
        """A context in which a code that leads nowhere counts as a guess, with this weight."""
        self.admit_guess()
        try:
            yield
        except Refused as refused:
            if refused.status == 404:
                self.failed(weight)
            raise

    def admit_guess(self) -> None:
        """Raises Refused, also for a right code, after too many wrong ones from this address.

        What others guess never counts here: it would lock out a class whose code is right.
        """
        wait = self.take(_guesser(), 0, self.limit.questions - 1)
        if wait:
            raise Refused(
                429, "too_many_guesses", "Too many wrong codes. Wait a minute.", retry_after=ceil(wait)
            )

    def failed(self, weight: float = 1.0) -> None:
        """Counts a wrong code; it counts more while many guess, so that an address gets fewer of them."""
        crowded = self.take(ALL, weight / THIRTY, self.limit.questions) > 0
        self.take(_guesser(), weight * (CROWDED if crowded else 1))


def _guesser() -> str:
    return f"codes of {client_of(request.remote_addr or '')}"
