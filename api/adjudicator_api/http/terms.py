"""On what terms a route is admitted: where it runs, how long its body may be, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from flask import request

from adjudicator_api.http.environ import GONE, IN_PLACE

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event
    from wsgiref.types import WSGIEnvironment

MAX_BODY = 64 * 1024

View = TypeVar("View", bound="Callable[..., object]")


class Place(Enum):
    LOOP = "in place"
    POOL = "pool"


@dataclass(frozen=True, slots=True)
class Terms:
    place: Place = Place.POOL
    max_body: int = MAX_BODY
    cost: int = 1  # 0: not limited
    route: str = "(none)"  # the rule of the address, for the log and the metrics


USUAL = Terms()


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


def client_gone() -> bool:
    """Whether the client has disconnected: the gate knows it, another server does not tell."""
    gone: Event | None = request.environ.get(GONE)
    return gone is not None and gone.is_set()
