"""Who asks: one client is an address, or the network of a household."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import current_app, request

from adjudicator_api.config import networks
from adjudicator_api.http.problems import Refused

if TYPE_CHECKING:
    from ipaddress import IPv4Address
    from wsgiref.types import WSGIEnvironment

    from adjudicator_api.config import Config
    from adjudicator_api.storage import Storage


@lru_cache(8192)
def client_of(address: str) -> str:
    """One client: an IPv4 address, or the /64 of an IPv6 address, which is what one household has."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return f"{ip_network((found, 64), strict=False).network_address}/64"
    return str(found) if found else "(unknown)"


@lru_cache(8192)
def parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def is_this_machine(host: str) -> bool:
    """Whether only programs on this machine reach it."""
    found = parsed(host.strip("[]"))
    return host.lower() == "localhost" or (found is not None and found.is_loopback)


def asking_client() -> str:
    """The client as it is stored; not on the loop's thread, because it may query the database."""
    storage: Storage = current_app.extensions["storage"]
    return storage.clients.digest(client_of(request.remote_addr or ""))


def origin_for_others() -> str | None:
    """As in `origin.js`: the configured address, else the one requested, else the local network's."""
    config: Config = current_app.extensions["config"]
    if config.public_url:
        return config.public_url
    if config.in_place:
        return None  # a service inside a browser cannot be reached from elsewhere
    if is_this_machine(urlsplit(request.host_url).hostname or ""):
        return config.lan_url or None
    scheme = "https" if "https" in request.args else request.scheme  # a proxy may have ended TLS
    return f"{scheme}://{request.host}"


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
        forwarded = [
            part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()
        ]
        if not forwarded:
            return  # from the proxy itself, or from this machine
        if len(forwarded) < self.number:
            raise Refused(
                400,
                "bad_forwarding",
                f"The request has passed fewer proxies than the service is set up for ({self.number}).",
            )
        environ["REMOTE_ADDR"] = forwarded[-self.number]
        scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip()
        if scheme in {"http", "https"}:
            environ["wsgi.url_scheme"] = scheme

    def is_ours(self, address: str) -> bool:
        found = parsed(address) if self.number else None
        return found is not None and any(found in network for network in self._from)
