"""Who asks: the address, as far as it can be believed."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from adjudicator_api.config import networks
from adjudicator_api.http.problems import Refused

if TYPE_CHECKING:
    from ipaddress import IPv4Address
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config


class Proxies:
    """Reads what proxies say of the client: only those that are configured, only as many as there are."""

    def __init__(self, config: Config) -> None:
        self.number = config.proxies
        self._from = networks(config.proxy_addresses)

    def believe(self, environ: WSGIEnvironment) -> None:
        """Puts the client's own address and scheme in place of the proxy's; raises Refused when the proxies
        in front are fewer than configured, for then a client could choose its address.
        """
        if not self.number or not self._is_ours(environ.get("REMOTE_ADDR", "")):
            return
        said = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        if not said:
            return  # asked by the proxy itself, or from this machine
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

    def _is_ours(self, address: str) -> bool:
        found = _parse(address)
        return found is not None and any(found in network for network in self._from)


@lru_cache(8192)
def client_of(address: str) -> str:
    """One client: an IPv4 address, or the /64 of an IPv6 address, which is what one household has."""
    found = _parse(address)
    if isinstance(found, IPv6Address):
        return f"{ip_network((found, 64), strict=False).network_address}/64"
    return str(found) if found else "(unknown)"


@lru_cache(8192)
def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
