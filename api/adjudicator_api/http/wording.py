"""The text of a problem in the caller's language. Without Flask: a device refuses before it is there."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.drawing import DrawingError
from adjudicator.errors import ReferenceUnavailable
from adjudicator_api.http import languages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.errors import AdjudicatorError

MEDIA_TYPE = "application/problem+json"
# Python 3.13 renames these; a title must not depend on the Python version.
RENAMED = {
    413: "Request Entity Too Large",
    414: "Request-URI Too Long",
    416: "Requested Range Not Satisfiable",
    422: "Unprocessable Entity",
}


def problem_text(
    status: int, code: str, detail: str, request_id: str, language: str, more: Mapping[str, Any]
) -> str:
    body = {
        "type": "about:blank",
        "title": languages.titles(language).get(str(status)) or _phrase(status),
        "status": status,
        "code": code,
        "detail": _in_words(language, code, detail),
        "request_id": request_id,
        **more,
    }
    # ASCII, so that invalid Unicode is returned as the escapes it was sent in.
    return json.dumps(body)


def status_of(error: AdjudicatorError) -> int:
    """Whether the question is at fault, or what answers it."""
    failed = isinstance(error, DrawingError) and error.code == "drawing_failed"
    return 503 if failed or isinstance(error, ReferenceUnavailable) else 422


def _phrase(status: int) -> str:
    return RENAMED.get(status) or HTTPStatus(status).phrase


def _in_words(language: str, code: str, detail: str) -> str:
    """The detail with its facts if its pattern is translated, else a sentence for the code."""
    with prose.speaking(language):
        told = prose.retold(detail)
    return languages.problems(language).get(code, detail) if told == detail else told
