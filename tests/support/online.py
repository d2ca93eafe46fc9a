"""Asking outside sources in tests: without pauses, and only on this machine."""

from __future__ import annotations

import ipaddress
import os
import socket
from typing import TYPE_CHECKING, Any

from adjudicator.reference.online import cache
from adjudicator.reference.online.cache import Settings
from adjudicator.reference.online.pace import Manners
from tests.support.patience import PATIENCE

if TYPE_CHECKING:
    import pytest

QUICK = Manners(
    connect_timeout=PATIENCE,
    read_timeout=PATIENCE,
    patience=PATIENCE,
    tries=3,
    backoff=0.001,
    rest=0.0,
    per_second=10_000,
    per_minute=10_000,
)


def quick(cache_url: str = "memory:", **manners: Any) -> Settings:
    plain = {name: getattr(QUICK, name) for name in QUICK.__slots__}
    return Settings(cache_url, Manners(**{**plain, **manners}))


def stay_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection elsewhere fails the test that tries it; no proxy, and no settings of the user."""
    connect = socket.socket.connect

    def local_only(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not ipaddress.ip_address(address[0]).is_loopback:
            raise AssertionError(f"a test wants to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", local_only)
    cache._shared.cache_clear()  # a port may be reused, but its answers should not be
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or (
            name.startswith("ADJUDICATOR_") and name != "ADJUDICATOR_TEST_REDIS"
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_PROXY", "*")
