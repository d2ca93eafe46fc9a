"""What lies below the cache: a real request, asked politely, whose answer is checked before it may be kept.

Whatever is no answer leaves here as SourceFailed, so it never gets into the cache, and never throws out an
older answer that is still good (`stale_if_error`).
"""

from __future__ import annotations

import json
import threading
import time
from enum import Enum
from http.client import HTTPException
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn

import requests
import urllib3
from requests.adapters import HTTPAdapter

from adjudicator.reference.online.failures import SourceFailed
from adjudicator.reference.online.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from adjudicator.reference.online.pace import Manners

KEEP_ANSWERS = 30 * 24 * 3600  # seconds
KEEP_ABSENCES = 24 * 3600
MAX_WAIT = 60.0  # seconds of a Retry-After that we believe


class Keep(Enum):
    """How long an answer may be kept: something is there, nothing is there, or it says nothing yet."""

    LONG = f"max-age={KEEP_ANSWERS}"
    SHORT = f"max-age={KEEP_ABSENCES}"
    NEVER = "no-store"


class PoliteAdapter(HTTPAdapter):
    """Carries the requests to one source. `check` tells an answer from a fault, by status and JSON body."""

    def __init__(
        self,
        source: str,
        check: Callable[[int, Any], Keep],
        manners: Manners,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__()
        self._source = source
        self._check = check
        self._manners = manners
        self._pace = Pace.of_source(source, manners)
        self._sleep = sleep
        self._lock = threading.Lock()
        self._resting: tuple[float, SourceFailed] | None = None

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: ARG002 - the signature of requests
        timeout: Any = None,  # noqa: ARG002
        verify: bool | str = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> requests.Response:
        self._refuse_while_resting()
        ends = time.monotonic() + self._manners.patience
        for attempt in range(1, self._manners.tries + 1):
            try:
                return self._ask(request, ends, verify=verify, cert=cert, proxies=proxies)
            except SourceFailed as failure:
                if not failure.passing:
                    raise
                pause = max(self._manners.backoff * 2 ** (attempt - 1), failure.wait)
                if attempt == self._manners.tries or time.monotonic() + pause > ends:
                    self._rest(failure)
                    raise
            self._sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _ask(self, request: requests.PreparedRequest, ends: float, **how: Any) -> requests.Response:
        wait = self._pace.reserve(ends - time.monotonic())
        if wait is None:
            self._fail("busy", "its limit of requests is used up for the moment", passing=True)
        self._sleep(wait)
        timeout = (self._manners.connect_timeout, self._manners.read_timeout)
        try:
            raw = super().send(request, stream=True, timeout=timeout, **how)
            try:
                content = self._read(raw, ends)
            finally:
                raw.close()
        except (
            requests.RequestException,
            urllib3.exceptions.HTTPError,
            HTTPException,
            OSError,
            ValueError,
        ) as error:
            self._fail_by(error)
        throttle = raw.headers.get("X-Throttling-Control")
        try:
            keep = self._judge(raw, content)
        except SourceFailed as failure:
            self._pace.heed(throttle, refused=failure.code == "busy")
            raise
        self._pace.heed(throttle)
        return self._response(request, raw, content, keep)

    def _read(self, raw: requests.Response, ends: float) -> bytes:
        """The whole body, in chunks: a slow answer hits the timeout, a huge one the size limit."""
        content = bytearray()
        while piece := raw.raw.read1(65536, decode_content=True):
            content += piece
            if len(content) > self._manners.max_bytes:
                self._fail("too_large", f"its answer is longer than {self._manners.max_bytes:,} bytes")
            if time.monotonic() > ends:
                self._fail("timeout", "its answer does not come to an end", passing=True)
        return bytes(content)

    def _judge(self, raw: requests.Response, content: bytes) -> Keep:
        if 300 <= raw.status_code < 400:
            self._fail("redirected", f"it sends us elsewhere (HTTP {raw.status_code})")
        try:
            body = json.loads(content)
        except (ValueError, RecursionError):
            self._fail_unreadable(raw, content)
        try:
            return self._check(raw.status_code, body)
        except SourceFailed as failure:
            failure.wait = _retry_after(raw.headers.get("Retry-After"))
            raise

    def _response(
        self, request: requests.PreparedRequest, raw: requests.Response, content: bytes, keep: Keep
    ) -> requests.Response:
        """The answer under our own rules of keeping; validators and the server's rules are left out."""
        kept = urllib3.HTTPResponse(
            body=BytesIO(content),
            headers={"Content-Type": "application/json", "Cache-Control": keep.value},
            status=raw.status_code,
            reason=raw.reason,
            preload_content=False,
            request_method=request.method,
            request_url=request.url,
        )
        return self.build_response(request, kept)

    # --- failing ------------------------------------------------------------------------------------------

    def _refuse_while_resting(self) -> None:
        """A source that has just failed is not tried again for a while, so that long runs do not hang."""
        with self._lock:
            if self._resting is None:
                return
            until, failure = self._resting
            if time.monotonic() >= until:
                self._resting = None
                return
        raise SourceFailed(self._source, failure.code, failure.reason)

    def _rest(self, failure: SourceFailed) -> None:
        with self._lock:
            self._resting = (time.monotonic() + max(self._manners.rest, failure.wait), failure)

    def _fail(self, code: str, reason: str, *, passing: bool = False, wait: float = 0.0) -> NoReturn:
        raise SourceFailed(self._source, code, reason, passing=passing, wait=wait)

    def _fail_by(self, error: Exception) -> NoReturn:
        if isinstance(error, requests.exceptions.SSLError):
            self._fail("tls", "no secure connection can be made")
        timeouts = (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)
        if isinstance(error, timeouts) or "timed out" in str(error):
            self._fail("timeout", "it does not answer in time", passing=True)
        if isinstance(error, requests.exceptions.ConnectionError | urllib3.exceptions.HTTPError | OSError):
            self._fail("unreachable", "no connection, or it broke off", passing=True)
        self._fail("bad_request", f"the request cannot be sent ({type(error).__name__})")

    def _fail_unreadable(self, raw: requests.Response, content: bytes) -> NoReturn:
        wait = _retry_after(raw.headers.get("Retry-After"))
        if raw.status_code in {429, 503}:
            self._fail("busy", f"it is busy (HTTP {raw.status_code})", passing=True, wait=wait)
        if raw.status_code >= 400:
            passing = raw.status_code >= 500
            self._fail("http_error", f"it answers HTTP {raw.status_code}", passing=passing, wait=wait)
        if content.lstrip()[:1] == b"<":
            self._fail("not_json", "it answers with a web page instead of data")
        self._fail("unreadable", "its answer is cut off or garbled", passing=True)


def _retry_after(header: str | None) -> float:
    """Seconds only; for a date the usual backoff applies."""
    return min(float(header), MAX_WAIT) if header and header.isascii() and header.isdigit() else 0.0
