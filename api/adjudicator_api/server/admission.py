"""Runs before Flask, under every server, so that refusing a request costs almost nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from adjudicator_api.http import languages
from adjudicator_api.http.environ import ADMITTED, ID, REFUSED, WORKED
from adjudicator_api.http.problems import Refused, refusal
from adjudicator_api.http.terms import Routes
from adjudicator_api.server.limiting.clients import Proxies
from adjudicator_api.server.security import Origins
from adjudicator_api.server.shortcuts import Shortcuts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from adjudicator_api.config import Config
    from adjudicator_api.http.terms import Terms
    from adjudicator_api.server.limiting import Limiter
    from adjudicator_api.server.metrics import Metrics


# In a browser only the time of the whole process is known; nothing else runs there.
thread_time = getattr(time, "thread_time", time.process_time)


class Admission:
    def __init__(self, app: Flask, config: Config, limiter: Limiter) -> None:
        self.app = app.wsgi_app
        self.limiter = limiter
        self.metrics: Metrics = app.extensions["metrics"]
        self.proxies = Proxies(config)
        self.routes = Routes(app)
        self.shortcuts = Shortcuts(app)
        self.origins = Origins(config)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if ADMITTED not in environ:
            self.admit(environ, self.routes.terms(environ["REQUEST_METHOD"], environ["PATH_INFO"]))

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            headers = [*headers, *self.limiter.headers(environ), *self.origins.headers(environ)]
            return start_response(status, headers, exc_info)

        refused = environ.get(REFUSED)
        if refused is not None:
            language = languages.of_environ(environ)
            return refusal(refused, environ, environ[ID], language)(environ, start)
        began = thread_time()
        try:
            return self.shortcuts.answer(environ, start) or self.app(environ, start)
        finally:
            worked = thread_time() - began + environ.pop(WORKED, 0.0)
            self.limiter.debit(environ, worked, environ[ADMITTED])

    def admit(self, environ: WSGIEnvironment, terms: Terms) -> None:
        """Called once per request, by the gate if there is one: records what was paid, or why it is refused.

        Free requests are attributed to their client too, because clients take turns, but are never refused.
        """
        environ[ADMITTED] = terms.cost
        try:
            self.proxies.believe(environ)
            self.limiter.admit(environ, terms.cost)
        except Refused as refused:
            if not terms.cost:
                return
            self.metrics.limit(refused)
            environ[REFUSED] = refused
