"""What clients have spent, told between machines through Redis: in the background, a tenth of a second late.

If Redis is slow, down or hung, no request waits for it: each machine then counts on its own.
"""

from __future__ import annotations

import threading
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator_api.server.limiter import Allowances

EVERY = 0.1  # seconds between two exchanges
TIMEOUT = 0.5  # for one of them
REST = 5.0  # before a Redis that did not answer is asked again
REDIS = ("redis://", "rediss://", "unix://")
PREFIX = "adjudicator:owed:"  # and a hash: Redis never sees addresses
# Adds what was spent to each client's debt, and returns all debts. The clock of Redis is the time of day and
# can be set back: so each debt is kept with its time, and is as it was while that is still to come.
ADD = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local owed = {}
for i, key in ipairs(KEYS) do
  local debt, at = string.match(redis.call('GET', key) or '0 0', '(%S+) (%S+)')
  debt = math.max(0, debt - math.max(0, now - at)) + ARGV[i]
  redis.call('SET', key, string.format('%.6f %.6f', debt, now), 'PX', math.ceil(debt * 1000) + 1000)
  owed[i] = string.format('%.6f', debt)
end
return owed
"""


class Exchange(threading.Thread):
    """One thread in each worker, running while there is something to report."""

    def __init__(self, table: Allowances, url: str, log: Callable[[str, str, dict[str, Any]], None]) -> None:
        super().__init__(name="allowances", daemon=True)
        from redis import Redis

        self._table, self._log = table, log
        redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None)
        self._add = redis.register_script(ADD)
        self._answers = True
        table.take_spent()  # from now on it is noted

    def run(self) -> None:
        while True:
            time.sleep(EVERY if self.exchange() else REST)

    def exchange(self) -> bool:
        """Whether Redis answered; what could not be sent is dropped, and still counts on this machine."""
        from redis import RedisError

        spent = self._table.take_spent()
        if not spent:
            return True
        keys = [PREFIX + blake2b(client.encode(), digest_size=16).hexdigest() for client in spent]
        try:
            debts = self._add(keys, list(spent.values()))
        except (RedisError, OSError, ValueError) as error:
            if self._answers:
                self._log("warning", "cache_unavailable", {"error": type(error).__name__})
            self._answers = False
            return False
        self._answers = True
        self._table.learn({client: float(debt) for client, debt in zip(spent, debts, strict=True)})
        return True
