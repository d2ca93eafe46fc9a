"""Acting at a table: judged and written in one transaction, once for each key.

An answer is stale only if what its seat was asked has changed since the version it saw (412), and late only
if it came to the service after its clock had run out.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.asking import stale
from adjudicator.engine.game import Resign
from api.games.due import clock_due
from api.games.tables import require_playing, require_seat
from api.idempotency import key_reused
from api.problems import Refused
from api.storage import games as rows
from api.storage.games import CommitRow

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator.engine.asking import Ask
    from adjudicator.engine.events import Event
    from api.games.tables import Table, Tables

    Done = tuple[Table, tuple[Event, ...]]  # the table after an act, and what happened
    Ruling = tuple[Any, tuple[Event, ...]] | IllegalAction  # the state after it, or why not


def act(
    tables: Tables,
    id_: str,
    token: str | None,
    action: Any,
    seen: int,
    key: str | None,
    arrived: datetime | None = None,
) -> Done:
    """An action of a seat, by somebody who saw that version; it came to the service at that time."""
    return _commit(
        tables,
        id_,
        lambda table: require_seat(table, token),
        action,
        seen,
        key,
        partial(_refuse_late, tables, arrived=arrived or tables.now()),
    )


def act_for(tables: Tables, id_: str, seat: int, action: Any, seen: int, key: str) -> Done:
    """An action of a bot, or of a clock: only if nothing was done on this seat since, whatever is asked."""

    def refuse_overtaken(connection: Connection, table: Table, _: list[Ask]) -> None:
        if rows.acted_since(connection, id_, seat, seen):
            raise _asked_anew(seen, table.row.version)

    return _commit(tables, id_, lambda _: seat, action, seen, key, refuse_overtaken)


def resign(tables: Tables, id_: str, token: str | None, key: str | None) -> Done:
    return act(tables, id_, token, {"type": "resign"}, tables.find(id_).row.version, key)


def _commit(
    tables: Tables,
    id_: str,
    seat_of: Callable[[Table], int],
    action: Any,
    seen: int,
    key: str | None,
    refuse_late: Callable[[Connection, Table, list[Ask]], None],
) -> Done:
    asked = sha256(json.dumps(action, sort_keys=True).encode()).digest()
    request_key = sha256((key or secrets.token_urlsafe(16)).encode()).digest()
    ruled = _Ruled(action)
    before = tables.known(id_, seen)
    if before.row.status == "playing":
        with suppress(Refused):  # decided below, by the table as it is then
            ruled.on(before, seat_of(before))  # what takes long is done before anybody has to wait for us

    def commit(connection: Connection) -> Done:
        table = tables.to_act_at(connection, id_)
        seat = seat_of(table)
        earlier = rows.commit_of(connection, id_, seat, request_key) if key else None
        if earlier is not None:
            if earlier.request_digest != asked:
                raise key_reused()
            stored = rows.events_after(connection, id_, earlier.first - 1, earlier.last)
            return table, tuple(table.game.read_event(event) for event in stored)
        require_playing(table)
        game = table.game
        wanted = game.read_action(action)
        if not isinstance(wanted, Resign):
            asks = [a for a in game.asked(table.state) if a.player == seat and wanted.type in a.kinds]
            _refuse_stale(table, asks, seen)
            refuse_late(connection, table, asks)
        ruling = ruled.on(table, seat)
        if isinstance(ruling, IllegalAction):
            raise Refused(422, "illegal_action", ruling.message, verdict=ruling.details["verdict"])
        state, happened = ruling
        rows.add_commit(
            connection,
            CommitRow(id_, happened[0].version, happened[-1].version, seat, request_key, asked),
        )
        return tables.happened(connection, table, state, happened), happened

    return tables.written(commit)


class _Ruled:
    """What an action comes to, worked out once for each version that the game has meanwhile."""

    def __init__(self, action: Any) -> None:
        self._action = action
        self._known: tuple[int, int, Ruling] | None = None

    def on(self, table: Table, seat: int) -> Ruling:
        known, version = self._known, table.state.version
        if known is None or known[:2] != (version, seat):
            known = self._known = version, seat, self._ruling(table, seat)
        return known[2]

    def _ruling(self, table: Table, seat: int) -> Ruling:
        game = table.game
        with prose.seated(table.names):
            try:
                return game.apply(table.state, seat, game.read_action(self._action))
            except IllegalAction as illegal:
                return illegal


def _refuse_stale(table: Table, asks: list[Ask], seen: int) -> None:
    """412 only if what this seat was asked has changed since the version it saw."""
    version = table.row.version
    if seen > version:
        raise Refused(412, "version_to_come", f"The game is at version {version}; {seen} has not come yet.")
    late = all(stale(ask, seen, version) for ask in asks) if asks else seen != version
    if late:
        raise _asked_anew(seen, version)


def _asked_anew(seen: int, version: int) -> Refused:
    return Refused(
        412,
        "asked_anew",
        f"What you were asked has changed since version {seen}; look again.",
        version=version,
    )


def _refuse_late(
    tables: Tables, connection: Connection, table: Table, asks: list[Ask], *, arrived: datetime
) -> None:
    """The clock has run out, and what is done for this seat has only not been written yet."""
    asked_at = tables.asked_at(connection, table.row.id)
    due = [clock_due(table, ask, tables.pace, tables.now(), asked_at) for ask in asks]
    if due and all(at is not None and at < arrived for at in due):
        raise Refused(412, "clock_ran_out", "Your time for this was over.", version=table.row.version)
