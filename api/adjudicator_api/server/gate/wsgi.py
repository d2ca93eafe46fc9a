"""A request of granian as the environ of a WSGI application."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from granian.rsgi import Scope

SEPARATORS = {"cookie": "; "}  # of a header that comes more than once

_FIXED: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "Adjudicator",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
_NAMES: dict[str, str] = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_MAX_NAMES = 200


def environ_of(scope: Scope) -> WSGIEnvironment:
    """Everything but the body, which `put_body` adds when it has arrived."""
    host, _, port = scope.server.rpartition(":")
    environ = {
        **_FIXED,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/" + scope.http_version,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
    }
    for name, value in scope.headers.items():
        key = _NAMES.get(name) or _environ_name(name)
        if key in environ:
            environ[key] += SEPARATORS.get(name, ",") + value
        else:
            environ[key] = value
    return environ


def _environ_name(name: str) -> str:
    key = "HTTP_" + name.upper().replace("-", "_")
    if len(_NAMES) < _MAX_NAMES:
        _NAMES[name] = key
    return key


def put_body(environ: WSGIEnvironment, body: bytes) -> None:
    environ["wsgi.input"] = BytesIO(body)
    if body:
        environ["CONTENT_LENGTH"] = str(len(body))
