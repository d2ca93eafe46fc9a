"""On the device: all of the service, called by the worker of a page instead of over a network.

There are no threads and no processes. What is kept is an SQLite file in a folder that the worker writes to
the browser's own storage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from werkzeug.test import EnvironBuilder, run_wsgi_app

from adjudicator_api.app import create_app
from adjudicator_api.config import Config

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator_api.pocket.judging import Answer


class Device:
    def __init__(self, folder: str) -> None:
        self.app = create_app(
            Config(
                database_url=f"sqlite:///{folder}/adjudicator.sqlite",
                retention_days=0,
                rate_limit="off",
                log="off",
                in_place="yes",
            )
        )

    def rest(self) -> None:
        """Closes the database: all of it is in its one file then, which the worker may copy or replace."""
        self.app.extensions["storage"].database.engine.dispose()

    def answer(
        self, method: str, address: str, base: str, headers: Iterable[Iterable[str]], body: bytes
    ) -> Answer:
        """`address` is what a page asks for, from the root; `base` where the page's folder is on the web."""
        path, _, query = address.partition("?")
        given = EnvironBuilder(
            path=path,
            base_url=base,
            query_string=query,
            method=method,
            headers=[(name, value) for name, value in headers],
            data=body,
        )
        pieces, status, answered = run_wsgi_app(self.app, given.get_environ(), buffered=True)
        return int(status.partition(" ")[0]), list(answered), b"".join(pieces)
