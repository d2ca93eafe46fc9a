"""Everything between a server and Flask, read from top to bottom: who is it, may it pass, what is the answer,
what did it cost, how is it told.

A request is refused in this order; the first reason counts:

1. 400 `bad_forwarding`: it has passed fewer proxies than configured, so its address is not known.
2. 429 `rate_limited`: the client has spent its allowance. Pages and their parts cost nothing and are never
   refused here.
3. Under the gate (`server.gate`): 408 the body does not come in time, 413 it is too long, 503 `busy` too many
   requests wait, 503 `took_too_long`.
4. Flask: 404 and 405 no such route, then the handlers' own order (`http.operations`): 401, 403, 404, 412 and
   428 before 400, 415 and 422. The judge's question (`bare`) is answered without Flask, in the same order.

Plain WSGI rather than Flask's hooks: those run once a request context exists, which costs more than a refusal
or a ruling, and they do not see what Flask itself refuses.
"""

from __future__ import annotations

import gzip
import re
import secrets
import time
import traceback
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header

from adjudicator_api.http import languages
from adjudicator_api.http.addresses import Proxies
from adjudicator_api.http.environ import ADMITTED, CRASH, ID, REFUSED, ROUTE, STREAM, WORKED
from adjudicator_api.http.problems import Refused, answer_to, refusal
from adjudicator_api.http.terms import Place, Terms, terms_of
from adjudicator_api.server.logging import Log
from adjudicator_api.server.security import HEADERS, Origins
from adjudicator_api.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask
    from werkzeug.routing import Rule

    from adjudicator_api.config import Config
    from adjudicator_api.server.limiter import Limiter
    from adjudicator_api.server.metrics import Metrics

Headers = list[tuple[str, str]]

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"))
QUIET = frozenset(("/healthz", "/readyz", "/metrics"))  # polled by machines; not logged
SAME_NEWS_SECONDS = 60.0  # between two lines about the same fault of the database
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CHANCE = Random(secrets.randbits(128))  # noqa: S311 - ids must be distinct, not secret

# In a browser only the time of the whole process is known; nothing else runs there.
thread_time = getattr(time, "thread_time", time.process_time)


class Middleware:
    """Around one Flask application; under the gate, other servers and the test client alike."""

    def __init__(self, app: Flask, config: Config, limiter: Limiter) -> None:
        self.app = app.wsgi_app
        self.limiter = limiter
        self.metrics: Metrics = app.extensions["metrics"]
        self.proxies = Proxies(config)
        self.routes = Routes(app)
        self.parts = app.extensions
        self.origins = Origins(config)
        self.log = Log(config)
        self.histograms: dict[tuple[str, str, str], Any] = {}  # looking them up by label is slow
        self.told: dict[str, float] = {}  # when a database that fails was last logged, by code

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answer = self.answer(environ)
        start_response(answer.status, answer.headers)
        return [answer.body]

    def answer(self, environ: WSGIEnvironment) -> Answer:
        began = time.perf_counter()
        environ[ID] = _id(environ.get("HTTP_X_REQUEST_ID"))
        if ADMITTED not in environ:  # the gate asks before it reads the body
            self.admit(environ, self.routes.terms(environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        answer = Answer()
        answer.take(self._answer(environ, answer.start))
        answer.headers += [*self.limiter.headers(environ), *self.origins.headers(environ)]
        answer.compress(environ)
        answer.add_headers(environ[ID])
        self._note(environ, answer.status[:3], time.perf_counter() - began)
        return answer

    # --- who is it, may it pass ---------------------------------------------------------------------------

    def admit(self, environ: WSGIEnvironment, terms: Terms) -> None:
        """Called once per request: records what was paid, or why the request is refused.

        Free requests are attributed to their client too, because clients take turns, but are never refused.
        """
        environ[ADMITTED] = 0
        environ[ROUTE] = terms.route
        try:
            self.proxies.believe(environ)
            self.limiter.admit(environ, terms.cost)
        except Refused as refused:
            if not terms.cost:
                return
            self.metrics.limit(refused)
            environ[REFUSED] = refused

    # --- what is the answer, what did it cost -------------------------------------------------------------

    def _answer(self, environ: WSGIEnvironment, start: Callable[..., Any]) -> Iterable[bytes]:
        refused = environ.get(REFUSED)
        if refused is not None:
            return refusal(refused, environ, environ[ID], languages.of_environ(environ))(environ, start)
        began = thread_time()
        try:
            view = self.routes.bare.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
            return self.app(environ, start) if view is None else self._bare(view, environ, start)
        finally:
            worked = thread_time() - began + environ.pop(WORKED, 0.0)
            self.limiter.debit(environ, worked)

    def _bare(
        self, view: Callable[..., Any], environ: WSGIEnvironment, start: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Without Flask; its errors are told in the same words."""
        try:
            return view(environ, self.parts, start)  # type: ignore[no-any-return]
        except Exception as error:  # noqa: BLE001 - as Flask's handlers have it
            return answer_to(error, environ, self.metrics.limit)(environ, start)

    # --- how is it told -----------------------------------------------------------------------------------

    def _note(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        """Counts and logs the request."""
        route = environ[ROUTE]
        method = environ["REQUEST_METHOD"]
        method = method if method in METHODS else "(other)"
        key = (method, route, status)
        histogram = self.histograms.get(key)
        if histogram is None:
            histogram = self.histograms[key] = self.metrics.seconds.labels(*key)
        histogram.observe(seconds)
        if CRASH in environ and self._is_news(environ[CRASH]):
            self.log.tell(
                "error", "crashed", {"request_id": environ[ID], "route": route, **_crash(environ[CRASH])}
            )
        if route not in QUIET:
            facts = {
                "request_id": environ[ID],
                "method": method,
                "route": route,
                "status": int(status),
                "ms": round(seconds * 1000, 2),
            }
            self.log.tell("info", "request", facts)

    def _is_news(self, error: Exception) -> bool:
        """A failing database fails every request that needs it, so this is logged only now and then."""
        if not isinstance(error, StorageUnavailable):
            return True
        now = time.monotonic()
        if now - self.told.get(error.code, -SAME_NEWS_SECONDS) < SAME_NEWS_SECONDS:
            return False
        self.told[error.code] = now
        return True


def _id(given: str | None) -> str:
    return given if given and _REQUEST_ID.fullmatch(given) else f"{_CHANCE.getrandbits(64):016x}"


def _crash(error: Exception) -> dict[str, Any]:
    """Where it happened, without the message, which may quote user input."""
    if isinstance(error, StorageUnavailable):
        return {"error": error.code, "cause": error.cause}
    frames = traceback.walk_tb(error.__traceback__)  # reads no source file: we may be on the loop's thread
    at = [f"{frame.f_code.co_filename}:{line} {frame.f_code.co_name}" for frame, line in frames]
    return {"error": type(error).__name__, "at": at}


# --- on what terms ----------------------------------------------------------------------------------------

PATHS = 2048  # remembered, if they are short
SHORT = 80  # characters
NOBODY = Terms(Place.LOOP)  # no route: 404 and 405 are answered on the loop's thread


class Routes:
    """The terms of every route of an application."""

    def __init__(self, app: Flask) -> None:
        self._views = app.view_functions
        self._match = app.url_map.bind("").match
        self._found = lru_cache(PATHS)(self._find)  # the same tables are requested again and again
        self._fixed: dict[tuple[str, str], Terms] = {}  # paths without parameters, which are most requests
        self.bare: dict[tuple[str, str], Callable[..., Any]] = {}  # views that Flask does not call
        for rule in app.url_map.iter_rules():
            for method in () if rule.arguments else rule.methods or ():
                self._fixed[method, rule.rule] = self._of(rule, method)
                if method != "OPTIONS" and hasattr(self._views[rule.endpoint], "bare"):
                    self.bare[method, rule.rule] = self._views[rule.endpoint]

    def terms(self, method: str, path: str) -> Terms:
        found = self._fixed.get((method, path))
        if found is None:
            found = self._found(method, path) if len(path) <= SHORT else self._find(method, path)
        return found

    def _find(self, method: str, path: str) -> Terms:
        try:
            rule, _ = self._match(path, method, return_rule=True)
        except HTTPException:
            return NOBODY
        return self._of(rule, method)

    def _of(self, rule: Rule, method: str) -> Terms:
        """A browser that asks whether it may ask pays nothing: it would not tell its page of a refusal."""
        terms = replace(terms_of(self._views[rule.endpoint]), route=rule.rule)
        return replace(terms, cost=0) if method == "OPTIONS" else terms


# --- headers and compression ------------------------------------------------------------------------------

FIXED = list(HEADERS.items())
VARY = "Vary"
FIXED_NAMES = frozenset(HEADERS)
# Pages compress themselves. Secrets differ in every answer, so compressed lengths reveal nothing.
COMPRESSED = ("application/json", "application/problem+json", "image/svg+xml", "text/plain")
LEAST = 1000  # bytes; anything shorter fits into one packet
MOST_KEPT = 64 * 1024
LEVEL = 4


class Answer:
    """What is answered, until it is sent."""

    __slots__ = ("body", "headers", "status")

    status: str
    headers: Headers
    body: bytes

    def start(self, status: str, headers: Headers, _exc_info: Any = None) -> Callable[[bytes], object]:
        self.status, self.headers = status, headers
        return _no_write

    @property
    def code(self) -> int:
        return int(self.status[:3])

    def take(self, pieces: Iterable[bytes]) -> None:
        try:
            self.body = b"".join(pieces)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def add_headers(self, id_: str) -> None:
        """Adds the request's id, and the security headers that the answer does not set itself."""
        names = [name for name, _ in self.headers]
        if names.count(VARY) > 1:
            self._replace(VARY, ", ".join([value for name, value in self.headers if name == VARY]))
        self.headers.append(("X-Request-ID", id_))
        missing = FIXED_NAMES.isdisjoint(names)
        self.headers += FIXED if missing else [one for one in FIXED if one[0] not in names]

    def compress(self, environ: WSGIEnvironment) -> None:
        """Compresses the body if that is worth it and the client accepts gzip."""
        if environ["REQUEST_METHOD"] == "HEAD" or not _takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return
        fields = {name.lower(): value for name, value in self.headers}
        kind = fields.get("content-type", "").partition(";")[0]
        encoded = "content-encoding" in fields
        if kind not in COMPRESSED or encoded or STREAM in environ or self.code in {206, 304}:
            return
        self.headers.append((VARY, "Accept-Encoding"))
        if len(self.body) >= LEAST:
            self.body = _kept(self.body) if len(self.body) <= MOST_KEPT else _gzip(self.body)
            self.headers.append(("Content-Encoding", "gzip"))
            self._replace("Content-Length", str(len(self.body)))

    def _replace(self, name: str, value: str) -> None:
        self.headers = [one for one in self.headers if one[0].lower() != name.lower()] + [(name, value)]


@lru_cache(64)
def _takes_gzip(accepted: str) -> bool:
    """Respects q-values, by the same code as pages."""
    return bool(parse_accept_header(accepted)["gzip"])


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


_kept = lru_cache(256)(_gzip)  # the same questions recur


def _no_write(_piece: bytes) -> object:
    raise NotImplementedError("the write() callable of WSGI is not supported")
