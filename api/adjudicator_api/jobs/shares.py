"""A fair queue: clients take turns, whatever each has asked for, and none holds more than its share.

A plain data structure; locks and clocks are up to its users.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Item = TypeVar("Item")


class Shares(Generic[Item]):
    """At most `places` items are under way, at most `share` of one client, and a limited number waits.

    Next is the client with the fewest under way, and among equals the one served longest ago. When the queue
    is full, a client with fewer waiting items displaces the last item of the client with most.
    """

    def __init__(self, places: int, waiting: int, share: int | None = None) -> None:
        self.places, self.most_waiting = places, waiting
        self.share = max(1, places // 2) if share is None else share
        self.under_way: Counter[str] = Counter()
        self._lines: dict[str, deque[Item]] = {}  # of waiting items, by client
        self._served: dict[str, int] = {}  # when each present client was last served
        self._turns = 0
        self._taken = 0

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    @property
    def admitted(self) -> int:
        """Items under way or waiting."""
        return self._taken + self.waiting

    def of(self, client: str) -> int:
        """A client's items under way or waiting."""
        return self.under_way[client] + len(self._lines.get(client, ()))

    def enter(self, client: str, item: Item) -> Item | None:
        """Queues an item; returns the one displaced by it, which may be itself."""
        line = self._lines.setdefault(client, deque())
        line.append(item)
        if self.waiting <= self._room():
            return None
        longest = max(self._lines, key=lambda one: (len(self._lines[one]), one == client))
        gone = self._lines[longest].pop()
        self._tidy(longest)
        return gone

    def _room(self) -> int:
        """How many may wait, counting those about to begin."""
        return self.most_waiting + self.places - self._taken

    def withdraw(self, client: str, item: Item) -> bool:
        """Takes an item out of the queue; False if it was not there."""
        line = self._lines.get(client)
        if line is None or item not in line:
            return False
        line.remove(item)
        self._tidy(client)
        return True

    @property
    def can_begin(self) -> bool:
        return self._taken < self.places and any(True for _ in self._able())

    def _able(self) -> Iterator[str]:
        return (client for client in self._lines if self.under_way[client] < self.share)

    def next(self) -> Item | None:
        """The item that may begin now, if any; its place is free again after `leave`."""
        if not self.can_begin:
            return None
        client = min(self._able(), key=lambda one: (self.under_way[one], self._served.get(one, 0)))
        item = self._lines[client].popleft()
        self.under_way[client] += 1
        self._taken += 1
        self._turns += 1
        self._served[client] = self._turns
        self._tidy(client)
        return item

    def leave(self, client: str) -> None:
        self._taken -= 1
        self.under_way[client] -= 1
        self._tidy(client)

    def _tidy(self, client: str) -> None:
        """Forgets clients without items."""
        if not self._lines.get(client):
            self._lines.pop(client, None)
            if not self.under_way[client]:
                del self.under_way[client]
                self._served.pop(client, None)
