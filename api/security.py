"""Headers that keep browsers out of trouble, who may ask from other origins, and how often."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Flask, Response

    from api.config import Config

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
REDIS = ("redis://", "rediss://")
ALLOWED_HEADERS = "Content-Type, Idempotency-Key, X-Request-ID"  # from other origins
UNLIMITED = ("/healthz", "/readyz", "/metrics", "/static/")


def register(app: Flask, config: Config) -> None:
    if config.cors_origin:
        _allow_origin(app, config.cors_origin)
    if config.proxies:
        from werkzeug.middleware.proxy_fix import ProxyFix

        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.proxies, x_proto=config.proxies)  # type: ignore[method-assign]
    if config.rate_limited:
        _limit_rate(app, config)


def _allow_origin(app: Flask, origin: str) -> None:
    def allow(response: Response) -> Response:
        response.vary.add("Origin")
        if request.headers.get("Origin") == origin:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = "GET, POST"
                response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
                response.headers["Access-Control-Max-Age"] = "600"
        return response

    app.after_request(allow)


def _limit_rate(app: Flask, config: Config) -> None:
    """Per client address; counted in Redis where that is the cache, so that all workers count together."""
    from flask_limiter import Limiter
    from flask_limiter.util import get_remote_address

    shared = config.cache_url.startswith(REDIS)
    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[config.rate_limit],
        storage_uri=config.cache_url if shared else "memory://",
        in_memory_fallback_enabled=shared,
    )
    limiter.request_filter(lambda: request.path.startswith(UNLIMITED))

    def say_when(response: Response) -> Response:
        if response.status_code == 429 and limiter.current_limit:
            response.headers["Retry-After"] = str(max(1, int(limiter.current_limit.reset_at - time())))
        return response

    app.after_request(say_when)
