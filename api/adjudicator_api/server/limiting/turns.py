"""Long work that each client may have done one piece at a time: games of bots, boxes to print."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from flask import request

from adjudicator_api.http.addresses import client_of
from adjudicator_api.http.problems import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

_busy: set[str] = set()
_lock = Lock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Raises Refused with 429 while other such work is under way for the same client."""
    client = client_of(request.remote_addr or "")
    with _lock:
        if client in _busy:
            raise Refused(
                429, "one_at_a_time", "Something is being made for you already; ask when it is done.",
                retry_after=2,
            )  # fmt: skip
        _busy.add(client)
    try:
        yield
    finally:
        with _lock:
            _busy.discard(client)
