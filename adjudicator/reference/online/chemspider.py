"""ChemSpider: is there an entry for a structure? It has no boiling points to give.

A key is needed and buys 1,000 calls a month, so every answer is kept: a question costs three calls once, and
nothing while it is kept.
"""

from __future__ import annotations

import os
import re
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from adjudicator.reference.online.cache import Settings, Web
from adjudicator.reference.online.failures import SourceFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.reference.online.transport import Keep

SOURCE = "chemspider"
KEY_VARIABLE = "ADJUDICATOR_CHEMSPIDER_KEY"
URL_VARIABLE = "ADJUDICATOR_CHEMSPIDER_URL"
BASE_URL = "https://api.rsc.org/compounds/v1"
POLLS = 4  # times that a search is looked after
POLL_PAUSE = 1.0  # seconds before the second look; doubles with every further one

_INCHIKEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")
_QUERY_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_UNFINISHED = {"Created", "Queued", "Processing", "Running", "Incomplete"}


class ChemSpider:
    """Raises SourceFailed, and nothing else, for whatever goes wrong."""

    def __init__(
        self,
        key: str,
        settings: Settings | None = None,
        base_url: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._key = key
        self._settings = settings or Settings.from_env()
        self.base_url = (base_url or os.environ.get(URL_VARIABLE) or BASE_URL).rstrip("/")
        self._sleep = sleep

    def has_entry(self, inchikey: str) -> bool:
        if not _INCHIKEY.fullmatch(inchikey):
            raise SourceFailed(SOURCE, "bad_request", f"{inchikey[:40]!r} is not an InChIKey")
        try:
            return bool(self._search(inchikey, refresh=False))
        except SourceFailed as failure:
            if failure.code != "expired":
                raise
        return bool(self._search(inchikey, refresh=True))  # the search we kept has been forgotten over there

    def _search(self, inchikey: str, *, refresh: bool) -> list[Any]:
        begun = self._ask("POST", "filter/inchikey", json={"inchikey": inchikey}, force_refresh=refresh)
        query = begun.get("queryId")
        if not isinstance(query, str) or not _QUERY_ID.fullmatch(query):
            _fail("unexpected_shape", "its answer names no search")
        self._await(query)
        results = self._ask("GET", f"filter/{query}/results").get("results")
        if not isinstance(results, list):
            _fail("unexpected_shape", "its answer has no results")
        return results

    def _await(self, query: str) -> None:
        for look in range(POLLS):
            if look:
                self._sleep(POLL_PAUSE * 2 ** (look - 1))
            status = self._ask("GET", f"filter/{query}/status").get("status")
            if status == "Complete":
                return
            if status == "Not Found":
                _fail("expired", "it has forgotten the search")
            if status not in _UNFINISHED:
                _fail("fault", f"its search ended as {status!r}")
        _fail("timeout", "its search does not come to an end")

    def _ask(self, method: str, path: str, **how: Any) -> dict[str, Any]:
        body: dict[str, Any] = self._web.ask(
            SOURCE, method, f"{self.base_url}/{path}", headers={"apikey": self._key}, **how
        )
        return body

    @cached_property
    def _web(self) -> Web:
        web = Web.shared(self._settings)
        web.add_source(SOURCE, self.base_url, check_answer)
        return web


def check_answer(status: int, body: Any) -> Keep:
    """Finished searches are kept; one that goes on is not, and an empty result only for a short time."""
    from adjudicator.reference.online.transport import Keep

    if status in {401, 403}:
        _fail("bad_key", f"it does not accept the key in {KEY_VARIABLE}")
    if status == 429:
        _fail("quota", "the calls that the key buys are used up")
    if not isinstance(body, dict):
        _fail("unexpected_shape", "its answer is not a JSON object")
    if status == 404:
        _fail("expired", "it has forgotten the search")
    if status >= 400:
        raise SourceFailed(SOURCE, "http_error", f"it answers HTTP {status}", passing=status >= 500)
    if "status" in body:
        return Keep.LONG if body["status"] == "Complete" else Keep.NEVER
    return Keep.SHORT if body.get("results") == [] else Keep.LONG


def _fail(code: str, reason: str) -> NoReturn:
    raise SourceFailed(SOURCE, code, reason)
