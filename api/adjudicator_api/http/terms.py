"""On what terms a route is admitted: where it runs, how long its body may be, what it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from flask import request

from adjudicator_api.http.environ import GONE, IN_PLACE

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from flask import Flask

MAX_BODY = 64 * 1024
PATHS = 2048  # remembered, if they are short
SHORT = 80  # characters

View = TypeVar("View", bound="Callable[..., object]")


class Place(Enum):
    LOOP = "in place"
    POOL = "pool"


@dataclass(frozen=True, slots=True)
class Terms:
    place: Place = Place.POOL
    max_body: int = MAX_BODY
    cost: int = 1  # 0: not limited


USUAL = Terms()
NOBODY = Terms(Place.LOOP)  # no route: 404 and 405 are answered on the loop's thread


def on_terms(terms: Terms) -> Callable[[View], View]:
    """Declares the terms of a view."""

    def mark(view: View) -> View:
        view.terms = terms  # type: ignore[attr-defined]
        return view

    return mark


def terms_of(view: Callable[..., object]) -> Terms:
    found: Terms = getattr(view, "terms", USUAL)
    return found


class Elsewhere(BaseException):
    """The request has more to do than is allowed on the loop's thread; it starts again in the pool.

    Not derived from Exception, so that it passes Flask's error handlers.
    """


def move_on(environ: WSGIEnvironment | None = None) -> None:
    """Call before any side effect: on the loop's thread, restarts the request in the pool.

    A bare operation gives its environ, since Flask does not know of the request.
    """
    if IN_PLACE in (request.environ if environ is None else environ):
        raise Elsewhere


class Gone:
    """Whether a client has left; set on the loop's thread, checked by the code that works for it."""

    def __init__(self) -> None:
        self._gone = False

    def set(self) -> None:
        self._gone = True

    def __bool__(self) -> bool:
        return self._gone


def client_gone() -> bool:
    """Whether the client has disconnected: the gate knows it, another server does not tell."""
    return bool(request.environ.get(GONE))


class Routes:
    """The terms of every route of an application."""

    def __init__(self, app: Flask) -> None:
        self._views = app.view_functions
        self._match = app.url_map.bind("").match
        self._found = lru_cache(PATHS)(self._find)  # the same tables are requested again and again
        self.bare: dict[tuple[str, str], Callable[..., Any]] = {}  # views that Flask does not call
        self._fixed = {  # paths without parameters, which are most requests
            (method, rule.rule): self._of(rule.endpoint, method)
            for rule in app.url_map.iter_rules()
            if not rule.arguments and rule.methods
            for method in rule.methods
        }
        for rule in app.url_map.iter_rules():
            view = self._views[rule.endpoint]
            if hasattr(view, "bare"):
                self.bare |= {(method, rule.rule): view for method in (rule.methods or set()) - {"OPTIONS"}}

    def terms(self, method: str, path: str) -> Terms:
        found = self._fixed.get((method, path))
        if found is None:
            found = self._found(method, path) if len(path) <= SHORT else self._find(method, path)
        return found

    def _find(self, method: str, path: str) -> Terms:
        from werkzeug.exceptions import HTTPException

        try:
            endpoint, _ = self._match(path, method)
        except HTTPException:
            return NOBODY
        return self._of(endpoint, method)

    def _of(self, endpoint: str, method: str) -> Terms:
        """A browser that asks whether it may ask pays nothing: it would not tell its page of a refusal."""
        terms = terms_of(self._views[endpoint])
        return replace(terms, cost=0) if method == "OPTIONS" else terms
