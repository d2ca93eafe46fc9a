"""Errors by RFC 9457: application/problem+json, always with a stable code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.exceptions import HTTPException

from adjudicator.errors import AdjudicatorError
from adjudicator_api.http import languages
from adjudicator_api.http.environ import CRASH, ID, request_id
from adjudicator_api.http.wording import MEDIA_TYPE, problem_text, status_of
from adjudicator_api.storage.errors import NoRoom, StorageUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from flask import Flask

RETRY_SECONDS = "2"  # for a database that may be back by then
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    408: "timed_out",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    429: "rate_limited",
    431: "headers_too_large",
    500: "internal_error",
    503: "unavailable",
}
DETAILS = {
    404: "There is nothing at this address.",
    405: "This address does not support that method.",
    413: "The body is larger than this address takes.",
    429: "Too many questions in a short time. Wait a little, then ask again.",
    500: "Something went wrong on our side. It has been logged under this request id.",
}


# No script and nothing to compute: it is sent to clients that ask too much already.
WAIT = """<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="refresh" content="{seconds}">
  <title>{title} · Adjudicator</title>
  <link rel="stylesheet" href="/app/now/style.css">
</head>
<body>
  <main id="main">
    <div class="trouble stack">
      <h1>{heading}</h1>
      <p role="status">{about}</p>
      <p><a href="">{again}</a></p>
      {others}
    </div>
  </main>
</body>
</html>
"""
# A page without a script: the same text in the other language is a tap away.
IN_ANOTHER = '<details lang="{language}"><summary>{name}</summary><p>{about}</p></details>'


class Fault(BaseModel):
    """One fault of a request."""

    pointer: str = Field(description="Where, as a JSON pointer into the body or the name of a parameter.")
    code: str
    message: str


class Problem(BaseModel):
    """An error (RFC 9457). `code` is stable; `detail` is for people."""

    model_config = ConfigDict(extra="allow")

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    request_id: str
    errors: list[Fault] | None = None


class Refused(Exception):  # noqa: N818 - the request was refused, nothing failed
    """Ends a request with a problem; `retry_after` says in how many seconds it may be asked again."""

    def __init__(
        self, status: int, code: str, detail: str, *, retry_after: int | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.more = status, code, detail, more
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:  # it may have been raised in another process
        return _refused, (self.status, self.code, self.detail, self.retry_after, self.more)


def _refused(status: int, code: str, detail: str, retry_after: int | None, more: dict[str, Any]) -> Refused:
    return Refused(status, code, detail, retry_after=retry_after, **more)


def busy(what: str) -> Refused:
    """All workers are busy and the queue is full."""
    return Refused(503, "busy", f"Too much is asked of {what} just now. Ask again soon.", retry_after=2)


def problem_of(refused: Refused, request_id: str, language: str) -> Response:
    answer = _problem(refused.status, refused.code, refused.detail, request_id, language, refused.more)
    if refused.retry_after is not None:
        answer.headers["Retry-After"] = str(refused.retry_after)
    return answer


def refusal(refused: Refused, environ: WSGIEnvironment, request_id: str, language: str) -> Response:
    """A problem for programs; a browser that has to wait gets a page that tries again."""
    if refused.retry_after is None or environ["REQUEST_METHOD"] != "GET" or not _for_reading(environ):
        return problem_of(refused, request_id, language)
    seconds = refused.retry_after
    words = {
        name: languages.sentence(language, f"wait.{name}", count=seconds)
        for name in ("title", "heading", "about", "again")
    }
    others = [
        IN_ANOTHER.format(
            language=code,
            name=texts["language.name"],
            about=languages.sentence(code, "wait.about", count=seconds),
        )
        for code, texts in languages.languages().items()
        if code != language
    ]
    page = WAIT.format(language=language, seconds=seconds, others="\n      ".join(others), **words)
    answer = Response(page, refused.status, mimetype="text/html")
    answer.headers["Retry-After"] = str(refused.retry_after)
    answer.headers["Cache-Control"] = "no-store"
    return languages.negotiated(answer, language)


def _for_reading(environ: WSGIEnvironment) -> bool:
    """Whether a person is waiting for a page: scripts and programs do not ask for HTML."""
    return "text/html" in environ.get("HTTP_ACCEPT", "")


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    return _problem(status, code, detail, request_id(), languages.chosen(request), more)


def _problem(
    status: int, code: str, detail: str, request_id: str, language: str, more: dict[str, Any]
) -> Response:
    text = problem_text(status, code, detail, request_id, language, more)
    return languages.negotiated(Response(text, status, mimetype=MEDIA_TYPE), language)


def register(app: Flask) -> None:
    """Handles every error of every route, including Flask's own."""
    count = app.extensions["metrics"].limit
    app.register_error_handler(Exception, lambda error: answer_to(error, request.environ, count))


def answer_to(error: Exception, environ: WSGIEnvironment, count: Callable[[Refused], None]) -> Response:
    """The problem that tells of an error, for handlers with and without Flask's contexts.

    What is refused is counted by `count`.
    """
    language = languages.of_environ(environ)

    def told(status: int, code: str, detail: str, **more: Any) -> Response:
        return _problem(status, code, detail, environ.get(ID, ""), language, more)

    if isinstance(error, Refused):
        count(error)
        return refusal(error, environ, environ.get(ID, ""), language)
    if isinstance(error, StorageUnavailable):
        environ[CRASH] = error  # logged with what the driver said
        answer = told(503, error.code, error.message)
        answer.headers["Retry-After"] = RETRY_SECONDS
        return answer
    if isinstance(error, AdjudicatorError):
        status = 507 if isinstance(error, NoRoom) else status_of(error)
        details = {} if status == 503 else error.details  # paths of this machine are not sent out
        return told(status, error.code, error.message, **details)
    if isinstance(error, HTTPException):
        return _of_http(error, told)
    environ[CRASH] = error  # logged with the request
    return told(500, CODES[500], DETAILS[500])


def _of_http(error: HTTPException, told: Callable[[int, str, str], Response]) -> Response:
    status = error.code or 500
    if status < 400:  # a redirection
        return Response(status=status, headers=error.get_headers())
    answer = told(status, CODES.get(status, "http_error"), DETAILS.get(status, error.description or ""))
    for name, value in error.get_headers():
        if name.lower() not in {"content-type", "content-length"}:
            answer.headers[name] = value
    return answer
