"""Compresses JSON, text and drawings for clients that accept gzip.

Pages compress themselves. Secrets differ in every answer, so compressed lengths reveal nothing.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from werkzeug.http import parse_accept_header

from adjudicator_api.http.environ import STREAM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

KINDS = ("application/json", "application/problem+json", "image/svg+xml", "text/plain")
LEAST = 1000  # bytes; anything shorter fits into one packet
MOST_KEPT = 64 * 1024
LEVEL = 4


class Compressed:
    """WSGI middleware that compresses answers worth compressing."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "HEAD" or not _takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return self.app(environ, start_response)
        started: list[Any] = []

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            started[:] = [status, headers, exc_info]
            return _no_write

        pieces = self.app(environ, start)
        status, headers, exc_info = started
        fields = {name.lower(): value for name, value in headers}
        kind = fields.get("content-type", "").partition(";")[0]
        if (
            kind not in KINDS
            or "content-encoding" in fields
            or STREAM in environ
            or status[:3] in {"206", "304"}
        ):
            start_response(status, headers, exc_info)
            return pieces
        body = b"".join(pieces)
        headers.append(("Vary", "Accept-Encoding"))
        if len(body) >= LEAST:
            body = _kept(body) if len(body) <= MOST_KEPT else _gzip(body)
            headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
            headers += [("Content-Encoding", "gzip"), ("Content-Length", str(len(body)))]
        start_response(status, headers, exc_info)
        return [body]


@lru_cache(64)
def _takes_gzip(accepted: str) -> bool:
    """Respects q-values, by the same code as pages."""
    return bool(parse_accept_header(accepted)["gzip"])


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


_kept = lru_cache(256)(_gzip)  # the same questions recur


def _no_write(_piece: bytes) -> object:
    raise NotImplementedError("the write() callable of WSGI is not supported")
