"""The address that a request comes from, as far as proxies can be trusted to name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_api.config import networks
from adjudicator_api.http.addresses import parsed
from adjudicator_api.http.problems import Refused

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config


class Proxies:
    """Reads what proxies say about the client: only configured proxies, and only as many as configured."""

    def __init__(self, config: Config) -> None:
        self.number = config.proxies
        self._from = networks(config.proxy_addresses)

    def believe(self, environ: WSGIEnvironment) -> None:
        """Replaces the proxy's address and scheme by the client's; raises Refused if there are fewer proxies
        than configured, because a client could then choose its address.
        """
        if not self.is_ours(environ.get("REMOTE_ADDR", "")):
            return
        said = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        if not said:
            return  # from the proxy itself, or from this machine
        if len(said) < self.number:
            raise Refused(
                400,
                "bad_forwarding",
                f"The request has passed fewer proxies than the service is set up for ({self.number}).",
            )
        environ["REMOTE_ADDR"] = said[-self.number]
        scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip()
        if scheme in {"http", "https"}:
            environ["wsgi.url_scheme"] = scheme

    def is_ours(self, address: str) -> bool:
        found = parsed(address) if self.number else None
        return found is not None and any(found in network for network in self._from)
