"""In front of Flask, under every server: whoever is not admitted gets a problem and costs nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.gate.terms import REFUSED
from api.observing import ID
from api.problems import problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class Admission:
    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        refused = environ.get(REFUSED)
        if refused is not None:
            return problem_of(refused, environ[ID])(environ, start_response)
        return self.app(environ, start_response)
