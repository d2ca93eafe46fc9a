"""The whole service on the device, called by a page's worker instead of over a network.

There are no threads and no processes. Data is kept in one SQLite file, in a folder that the worker copies to
the browser's own storage between two requests, and replaces when another page has changed it there.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

from werkzeug.test import EnvironBuilder, run_wsgi_app

from adjudicator_api.app import create_app
from adjudicator_api.config import Config
from adjudicator_api.http.environ import STREAM
from adjudicator_api.pocket.beside import NotDoneYet, WorkBeside
from adjudicator_api.pocket.tables import Turns, follow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from adjudicator_api.pocket.beside import Task
    from adjudicator_api.pocket.judging import Answer
    from adjudicator_api.pocket.tables import Events

    Given = Iterable[Iterable[str]]  # headers


class Device:
    def __init__(self, folder: str) -> None:
        self.app = create_app(
            Config(
                database_url=f"sqlite:///{folder}/adjudicator.sqlite",
                retention_days=0,
                abandoned_days=0,
                edition_days=0,
                rate_limit="off",
                log="off",
                in_place="yes",
                thinking_percent=25,  # a browser is about four times slower
            )
        )
        self.turns = Turns(self.app)
        self._work = self.app.extensions["work"] = WorkBeside()
        self._tasks: dict[int, Task] = {}  # under way in the second worker, by number
        self._numbers = count(1)
        self._following: set[asyncio.Task[None]] = set()

    def answer(self, method: str, address: str, base: str, headers: Given, body: bytes) -> Answer:
        """`address` is the requested path from the root; `base` is where the page's folder is on the web."""
        return self._answered(_environ(method, address, base, headers, body))[0]

    def ask(
        self, method: str, address: str, base: str, headers: Given, body: bytes, number: int = 0,
        done: bytes = b"",
    ) -> tuple[Answer | None, tuple[int, bytes, str] | None]:  # fmt: skip
        """As `answer`, or what the second worker has to do first: its number, the task, the archive it needs.

        The request is then sent again with that number and the outcome, which is empty if the task failed.
        """
        task = self._tasks.pop(number, None)
        self._work.breaks_off, self._work.done = True, None if task is None else (task, bytes(done))
        try:
            return self.answer(method, address, base, headers, body), None
        except NotDoneYet as not_yet:
            number = next(self._numbers)
            self._tasks[number] = not_yet.task
            return None, (number, not_yet.task.pickled(), not_yet.task.needs)
        finally:
            self._work.breaks_off, self._work.done = False, None

    def follow(
        self, address: str, base: str, headers: Given, send: Callable[[str], None], ended: Callable[[], None]
    ) -> tuple[Answer, Callable[[], object] | None]:
        """The answer, which continues through `send`, and a function that ends it; None if it is complete."""
        answer, goes_on = self._answered(_environ("GET", address, base, headers, b""))
        if goes_on is None or answer[0] != 200:
            return answer, None
        topic, events = goes_on
        task = asyncio.ensure_future(follow(self.app.extensions["bus"], topic, events, send))
        self._following.add(task)
        task.add_done_callback(self._following.discard)
        task.add_done_callback(lambda _: ended())
        return answer, task.cancel

    @property
    def followed(self) -> bool:
        """Whether any table is being followed."""
        return bool(self._following)

    def _answered(self, environ: WSGIEnvironment) -> tuple[Answer, tuple[str, Events] | None]:
        """The answer, and how it continues: see `bus.streamed`."""
        goes_on = []

        def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            pieces = self.app(environ, start_response)
            goes_on.append(environ.get(STREAM))
            return pieces

        pieces, status, answered = run_wsgi_app(app, environ, buffered=True)
        return (int(status.partition(" ")[0]), list(answered), b"".join(pieces)), goes_on[0]


def _environ(method: str, address: str, base: str, headers: Given, body: bytes) -> WSGIEnvironment:
    path, _, query = address.partition("?")
    given = EnvironBuilder(
        path=path,
        base_url=base,
        query_string=query,
        method=method,
        headers=[(name, value) for name, value in headers],
        data=body,
    )
    return given.get_environ()
