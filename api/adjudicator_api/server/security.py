"""Security headers, and which other origins may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_api.config import origins

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}

# Of the camera's reader, which multiplies in WebAssembly; its pages keep the policy above.
READER_POLICY = f"{HEADERS['Content-Security-Policy']}; script-src 'self' 'wasm-unsafe-eval'"

# What pages of other origins may use and read. There are no cookies: a seat's token is in a header that they
# set themselves, so they can use only tokens that they were given.
CORS = (
    (
        "Access-Control-Expose-Headers",
        "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID",
    ),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)
PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, POST, PUT"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-ID",
    ),
    ("Access-Control-Max-Age", "600"),
)


class Origins:
    """The other origins whose pages may ask; every answer to them says so, refusals included."""

    def __init__(self, config: Config) -> None:
        self._allowed = frozenset(origins(config.cors_origin))

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        if not self._allowed:
            return []
        varying = ("Vary", "Origin")
        origin = environ.get("HTTP_ORIGIN", "")
        if origin not in self._allowed:
            return [varying]
        preflight = PREFLIGHT if environ["REQUEST_METHOD"] == "OPTIONS" else ()
        return [varying, ("Access-Control-Allow-Origin", origin), *CORS, *preflight]
