"""Limits guesses at the codes of tables: six characters must stay secret, whichever process is asked."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from flask import request

from adjudicator_api.config import GUESSES
from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.problems import Refused
from adjudicator_api.server.limiting import Limiter
from adjudicator_api.server.limiting.limiter import THIRTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_api.config import Config

WRONG = "10 per minute"  # wrong codes from one address; thirty times as many from all together


class Guesses(Limiter):
    """Counts wrong codes as the limiter counts questions: across workers, and with Redis across machines."""

    FILE = GUESSES

    def __init__(self, config: Config) -> None:
        super().__init__(replace(config, rate_limit=WRONG))

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
        """Raises Refused after too many wrong codes."""
        self._refuse(_guessers(), "too_many_guesses", "Too many wrong codes. Wait a minute.")

    def failed(self, weight: float = 1.0) -> None:
        now = self._clock()
        for client, share in _guessers():
            self._add(client, weight / share, now, float("inf"))


def _guessers() -> list[tuple[str, int]]:
    return [(f"codes of {client_of(request.remote_addr or '')}", 1), ("codes of all", THIRTY)]
