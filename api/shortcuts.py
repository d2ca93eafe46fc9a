"""The question that is asked most, without Flask, which costs three times as much as the answer.

Only in place and only what is plain: one well-formed question that is quickly judged. Everything else, and
every error, goes the usual way. tests/api/test_alike.py holds the two ways together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from adjudicator import prose
from adjudicator.errors import AdjudicatorError
from api import languages
from api.gate.terms import IN_PLACE, OVERSIZED
from api.layer import JSON, decode
from api.models import Question
from api.observing import ROUTE
from api.problems import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from api.config import Config
    from api.verdicts import Verdicts

JUDGE = "/v1/judge"


class Shortcuts:
    def __init__(self, app: Flask, config: Config) -> None:
        self._verdicts: Verdicts = app.extensions["verdicts"]
        self._on = not config.cors_origin  # whose headers are Flask's business

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes] | None:
        """None: go the usual way."""
        if (
            environ["PATH_INFO"] != JUDGE
            or IN_PLACE not in environ
            or environ["REQUEST_METHOD"] != "POST"
            or environ.get("CONTENT_TYPE") != JSON
            or OVERSIZED in environ
            or not self._on
        ):
            return None
        with prose.speaking(languages.of_environ(environ)):
            verdict = self._judge(environ["wsgi.input"].getvalue())
        if verdict is None:
            return None
        environ[ROUTE] = JUDGE
        start_response("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(verdict)))])
        return [verdict]

    def _judge(self, raw: bytes) -> bytes | None:
        try:
            body = Question.model_validate(decode(raw))
            if body.runs or body.edition:
                return None
            question = body.read()
            if not self._verdicts.is_quick(body.rules, question):
                return None
            return self._verdicts.give(body.rules, question)[0]
        except (Refused, ValidationError, AdjudicatorError):
            return None
