"""What is kept, counted in one place: how many things and how many bytes, of each client and in all.

Whoever brings something new asks here for room. Nothing is removed early while a client is within its share.
Above it, the client's own rulings that nobody has opened and its tables with bots that nobody plays at make
room; then the client is told that its share is full. Rulings that were opened or settled and tables with
other people are never removed early, and moves and joining ask for no room. Playing again asks for it at
twice the share: people at a table never notice, and a script that plays again without end is stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import delete, exists, func, select

from adjudicator_api.storage.errors import NoRoom
from adjudicator_api.storage.games import UNFINISHED
from adjudicator_api.storage.schema import challenges, commits, editions, games, seats

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import ColumnElement, Connection, Select

    from adjudicator_api.config import Config

Kind = Literal["rulings", "games", "classes", "editions"]
MEGABYTE = 1 << 20
QUARTER = 4  # a client's share of all bytes
AGAIN = 2  # shares that a client may fill by playing again
SMALL = 100  # a client with less than a hundredth of everything still gets room when all is full
BATCH = 200  # things removed at once
IDLE = timedelta(minutes=10)  # a table with a later move is being played at
CLASSES = 60  # of one client at a time: a school often has one address
SHARE_FULL: Mapping[Kind, str] = {
    "rulings": "You keep as many rulings or bytes here as one client may.",
    "games": "You keep as many games or bytes here as one client may.",
    "classes": "You keep as many classes or bytes here as one client may.",
    "editions": "You keep as many editions or bytes here as one client may.",
}
ALL_FULL: Mapping[Kind, str] = {
    "rulings": "This service cannot store more rulings right now.",
    "games": "This service cannot store more games right now.",
    "classes": "This service cannot store more classes right now.",
    "editions": "This service cannot store more editions right now.",
}


@dataclass(frozen=True, slots=True)
class Kept:
    number: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    of_client: int
    in_all: int


class Room:
    """Room for new things, by the settings. `in_all` is counted from time to time, see `count`."""

    def __init__(self, config: Config, removed: Callable[[str, int], None]) -> None:
        self.limits: dict[Kind, Limit] = {
            "rulings": Limit(config.rulings_per_client, config.rulings),
            "games": Limit(config.games_per_client, config.games),
            "classes": Limit(CLASSES, config.games),
            "editions": Limit(config.editions_per_client, config.editions),
        }
        self.bytes = config.kept_megabytes * MEGABYTE
        self.in_all: dict[Kind, Kept] = {}
        self._removed = removed

    def count(self, connection: Connection) -> dict[Kind, Kept]:
        self.in_all = {kind: _counted(connection, kind) for kind in _KINDS}
        return self.in_all

    def require(
        self, connection: Connection, kind: Kind, client: str | None, size: int, shares: int = 1
    ) -> None:
        """Room for one more thing of this size; raises NoRoom. Operators, who are no client, have it."""
        if client is None:
            return
        for one in self._above(connection, kind, client, size, shares) or ():
            number = _REMOVALS[one](connection, client)
            if number:
                self._removed(one, number)
        if self._above(connection, kind, client, size, shares) is not None:
            raise NoRoom(f"your_{kind}_full", SHARE_FULL[kind])
        self._require_in_all(connection, kind, client, shares)

    def _above(
        self, connection: Connection, kind: Kind, client: str, size: int, shares: int
    ) -> tuple[Kind, ...] | None:
        """None if this fits into the client's share; otherwise the kinds of which some may be removed."""
        mine = {one: _counted(connection, one, client) for one in _KINDS}
        if mine[kind].number >= shares * self.limits[kind].of_client:
            return tuple(one for one in _REMOVALS if one == kind)
        if sum(kept.bytes for kept in mine.values()) + size > shares * self.bytes // QUARTER:
            return tuple(_REMOVALS)
        return None

    def _require_in_all(self, connection: Connection, kind: Kind, client: str, shares: int) -> None:
        """When everything is full, who holds little still gets some room: others have filled it.

        Editions are few and large, so they are counted each time, and all of them have the same limit.
        """
        if kind == "editions" and _counted(connection, kind).number >= self.limits[kind].in_all:
            raise NoRoom(f"{kind}_full", ALL_FULL[kind])
        counted = self.in_all.get(kind, Kept())
        number, most = counted.number, shares * self.limits[kind].in_all
        held, bytes_ = sum(kept.bytes for kept in self.in_all.values()), shares * self.bytes
        if number < most and held < bytes_:
            return
        mine = _counted(connection, kind, client)
        small = mine.number * SMALL < most and mine.bytes * SMALL < bytes_
        if not small or number * 4 >= most * 5 or held * 4 >= bytes_ * 5:
            raise NoRoom(f"{kind}_full", ALL_FULL[kind])


# --- counting -----------------------------------------------------------------------------------------------


def _counted(connection: Connection, kind: Kind, client: str | None = None) -> Kept:
    owner, size, which = _KINDS[kind]
    asked: Select[Any] = select(func.count(), func.coalesce(func.sum(size), 0)).where(*which)
    if client is not None:
        asked = asked.where(owner == client)
    number, size_ = connection.execute(asked).one()
    return Kept(number, int(size_))


_KINDS: dict[Kind, tuple[ColumnElement[Any], ColumnElement[Any], tuple[ColumnElement[bool], ...]]] = {
    "rulings": (challenges.c.brought_by, challenges.c.size, ()),
    "games": (games.c.opened_by, games.c.size, (games.c.stage.is_(None),)),
    "classes": (games.c.opened_by, games.c.size, (games.c.stage.is_not(None),)),
    "editions": (editions.c.brought_by, editions.c.size, ()),
}


# --- making room --------------------------------------------------------------------------------------------


def _remove_unopened(connection: Connection, client: str) -> int:
    """The oldest rulings of a client that were neither read again nor settled."""
    mine = challenges.c.brought_by == client
    unopened = challenges.c.opened_at.is_(None) & challenges.c.settled_at.is_(None)
    which = select(challenges.c.id).where(mine, unopened).order_by(challenges.c.created_at).limit(BATCH)
    found = list(connection.execute(which).scalars())
    connection.execute(delete(challenges).where(challenges.c.id.in_(found)))
    return len(found)


def _remove_unplayed(connection: Connection, client: str) -> int:
    """The oldest tables of a client with bots and at most one person, who has not moved a second time."""
    people = seats.c.game == games.c.id
    others = select(func.count()).where(people, seats.c.kind != "bot").correlate(games).scalar_subquery()
    moves = (
        select(func.count())
        .select_from(commits.join(seats, (seats.c.game == commits.c.game) & (seats.c.seat == commits.c.seat)))
        .where(commits.c.game == games.c.id, seats.c.kind != "bot")
        .correlate(games)
        .scalar_subquery()
    )
    waiting = exists().where(people, seats.c.kind == "open")
    which = (
        select(games.c.id)
        .where(games.c.opened_by == client, games.c.status.in_(UNFINISHED))
        .where(games.c.stage.is_(None), games.c.of_class.is_(None), ~waiting)
        .where(games.c.moved_at < datetime.now(UTC) - IDLE, others <= 1, moves < 2)
        .order_by(games.c.moved_at)
        .limit(BATCH)
    )
    found = list(connection.execute(which).scalars())
    connection.execute(delete(games).where(games.c.id.in_(found)))
    return len(found)


_REMOVALS: dict[Kind, Callable[[Connection, str], int]] = {
    "rulings": _remove_unopened,
    "games": _remove_unplayed,
}
