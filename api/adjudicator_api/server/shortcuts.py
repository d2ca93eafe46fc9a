"""The question that is asked most, without Flask, which costs three times as much as the answer.

Only in place and only what is plain: one well-formed question that is quickly judged. Everything else, and
every error, goes the usual way. tests/api/server/ holds the two ways together (test_alike.py), and the two
ways to read a question (test_shortcuts.py).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import ValidationError

from adjudicator import prose
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError
from adjudicator.ruleset import DEFAULT_RULES
from adjudicator_api.http import languages
from adjudicator_api.http.environ import IN_PLACE, OVERSIZED, ROUTE
from adjudicator_api.http.models import Question
from adjudicator_api.http.operations import JSON, decode
from adjudicator_api.http.problems import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from adjudicator_api.config import Config
    from adjudicator_api.jobs.verdicts import Verdicts

JUDGE = "/v1/judge"
# As almost every program writes it; to read it as JSON and by its model takes longer than to find it here.
PLAIN = re.compile(
    rb'\{"(tiles|formula)": ?"([A-Za-z0-9() ]{1,64})"(?:, ?"rules": ?"([a-z0-9:+-]{1,200})")?\}'
)


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
            asked = _read_plain(raw) or _read(raw)
            if asked is None or not self._verdicts.is_quick(*asked):
                return None
            return self._verdicts.give(*asked)[0]
        except (Refused, ValidationError, AdjudicatorError):
            return None


def _read_plain(raw: bytes) -> tuple[str, Tiles | Formula] | None:
    found = PLAIN.fullmatch(raw)
    if found is None:
        return None
    kind, text, rules = found.groups()
    read = Tiles.parse if kind == b"tiles" else Formula.parse
    return DEFAULT_RULES if rules is None else rules.decode(), read(text.decode())


def _read(raw: bytes) -> tuple[str, Tiles | Formula] | None:
    body = Question.model_validate(decode(raw))
    question = body.read()
    if question is None or body.runs or body.edition or body.terms:
        return None
    return body.rules, question
