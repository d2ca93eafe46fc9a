"""Who is next: clients take turns, whatever each of them has asked for, and none holds more than its share.

A plain data structure without a lock or a clock: whoever uses it brings those.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Item = TypeVar("Item")


class Shares(Generic[Item]):
    """`places` at which something can be under way, of which a client has at most `share`; and so many wait.

    Next is the client with the least under way, and of several the one that was served longest ago. When as
    many wait as may, one more of a client that waits for less pushes out the last of the client that waits
    for most.
    """

    def __init__(self, places: int, waiting: int, share: int | None = None) -> None:
        self.places, self.most_waiting = places, waiting
        self.share = max(1, places // 2) if share is None else share
        self.under_way: Counter[str] = Counter()
        self._lines: dict[str, deque[Item]] = {}  # of those who wait
        self._served: dict[str, int] = {}  # of those who are here, when they were served last
        self._turns = 0
        self._taken = 0

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    @property
    def admitted(self) -> int:
        """How many are under way or wait."""
        return self._taken + self.waiting

    def of(self, client: str) -> int:
        """How many of a client are under way or wait."""
        return self.under_way[client] + len(self._lines.get(client, ()))

    def enter(self, client: str, item: Item) -> Item | None:
        """Puts it in line; gives the one that has to go for it, which may be itself."""
        line = self._lines.setdefault(client, deque())
        line.append(item)
        if self.waiting <= self._room():
            return None
        longest = max(self._lines, key=lambda one: (len(self._lines[one]), one == client))
        gone = self._lines[longest].pop()
        self._tidy(longest)
        return gone

    def _room(self) -> int:
        """What may wait, and what is about to begin."""
        return self.most_waiting + self.places - self._taken

    def withdraw(self, client: str, item: Item) -> bool:
        """It does not wait any more; False where it was not in line."""
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
        """What begins now, if anything may; its place is free again after `leave`."""
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
        """Forgets who is not here any more."""
        if not self._lines.get(client):
            self._lines.pop(client, None)
            if not self.under_way[client]:
                del self.under_way[client]
                self._served.pop(client, None)
