"""Shares what clients have spent between machines through Redis, in the background.

If Redis is slow, down or hung, no request waits for it: each machine then counts on its own.
"""

from __future__ import annotations

import threading
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator_api.server.limiting.limiter import Limiter

EVERY = 0.1  # seconds between two exchanges
TIMEOUT = 0.5  # for one of them
REST = 5.0  # before a Redis that did not answer is asked again
REDIS = ("redis://", "rediss://", "unix://")
PREFIX = "adjudicator:allowance:"
# Adds what was spent to each client's debt, by the clock of Redis, and returns all debts.
ADD = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local owed = {}
for i, key in ipairs(KEYS) do
  local whole = math.max(tonumber(redis.call('GET', key) or 0), now) + tonumber(ARGV[i])
  redis.call('SET', key, string.format('%.6f', whole), 'PX', math.ceil((whole - now) * 1000) + 1000)
  owed[i] = string.format('%.6f', whole - now)
end
return owed
"""


def _key(client: str) -> str:
    return PREFIX + blake2b(client.encode(), digest_size=16).hexdigest()  # Redis never sees addresses


class Exchange(threading.Thread):
    """One thread in each worker, running while there is something to report."""

    def __init__(self, limiter: Limiter, url: str, log: Callable[[str, str, dict[str, Any]], None]) -> None:
        super().__init__(name="allowances", daemon=True)
        from redis import Redis

        self._limiter, self._log = limiter, log
        self._redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None)
        self._add = self._redis.register_script(ADD)
        self._answers = True
        limiter.telling = True

    def run(self) -> None:
        while True:
            time.sleep(EVERY if self.exchange() else REST)

    def exchange(self) -> bool:
        """Whether Redis answered; what could not be sent is dropped, and still counts on this machine."""
        from redis import RedisError

        spent = self._limiter.take_spent()
        if not spent:
            return True
        clients = list(spent)
        try:
            owed = self._add([_key(client) for client in clients], [spent[client] for client in clients])
        except (RedisError, OSError, ValueError) as error:
            if self._answers:
                self._log("warning", "cache_unavailable", {"error": type(error).__name__})
            self._answers = False
            return False
        self._answers = True
        self._limiter.learn({client: float(seconds) for client, seconds in zip(clients, owed, strict=True)})
        return True
