"""Acting at a table: judged and written in one transaction, once per key.

An action is stale (412) only if what its seat was asked has changed since the version it saw, and late only
if it reached the service after its clock had run out.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agenda import stale
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.game import Resign
from adjudicator.errors import UnreadableInput
from adjudicator_api.games.playing.clocks import clock_due
from adjudicator_api.games.playing.tables import (
    require_not_paused,
    require_other_seat,
    require_playing,
    require_seat,
)
from adjudicator_api.games.playing.views import require_absent
from adjudicator_api.http.idempotency import key_reused
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.tokens import new_token
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import CommitRow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.events import Event
    from adjudicator_api.games.playing.tables import Change, Read, Table, Tables

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
    """An action of a seat by a player who saw that version, received at that time."""
    late = partial(_refuse_late, tables, arrived=arrived or tables.now())
    return _Act(
        tables, id_, lambda table: require_seat(table, token), action, seen, key, late, _refuse_restless
    ).done()


def act_for(tables: Tables, id_: str, seat: int, action: Any, seen: int, key: str) -> Done:
    """An action of a bot or a clock: only if this seat has not acted since, whatever it is asked now."""

    def refuse_overtaken(read: Read, table: Table, _: list[Ask]) -> None:
        require_not_paused(table)
        if read(lambda connection: rows.acted_since(connection, id_, seat, seen)):
            raise _stale_answer(seen, table.row.version)

    return _Act(tables, id_, lambda _: seat, action, seen, key, refuse_overtaken).done()


def answer_for(tables: Tables, id_: str, seat: int, action: Any, seen: int) -> Done:
    """An answer that the teacher or host gives for a seat, even while the table is paused."""
    return _Act(tables, id_, lambda _: seat, action, seen, None, lambda *_: None).done()


def resign(tables: Tables, id_: str, token: str | None, key: str | None) -> Done:
    return act(tables, id_, token, {"type": "resign"}, tables.find(id_).row.version, key)


def end_for_absent(tables: Tables, id_: str, token: str | None, seat: int) -> Done:
    """Any player at the table resigns for an absent one; with two players that ends the game."""

    def seat_of(table: Table) -> int:
        require_other_seat(table, token, seat)
        require_absent(table, seat, tables.now())
        return seat

    version = tables.find(id_).row.version
    return _Act(tables, id_, seat_of, {"type": "resign"}, version, None, lambda *_: None).done()


class _Act:
    """The result of an action is computed beforehand, so that the database is not locked meanwhile.

    If the table has changed by then, it is computed again, once for each state.
    """

    def __init__(
        self,
        tables: Tables,
        id_: str,
        seat_of: Callable[[Table], int],
        action: Any,
        seen: int,
        key: str | None,
        refuse_late: Callable[[Read, Table, list[Ask]], None],
        refuse_restless: Callable[[Read, Table, list[Ask], Any], None] = lambda *_: None,
    ) -> None:
        self.tables, self.id, self.seat_of, self.action, self.seen = tables, id_, seat_of, action, seen
        self.refuse_late, self.refuse_restless = refuse_late, refuse_restless
        self.digest = sha256(json.dumps(action, sort_keys=True).encode()).digest()
        self.has_key = bool(key)
        self.request_key = sha256((key or new_token()).encode()).digest()
        self.ruled: tuple[Any, int, Ruling] | None = None  # for a state and a seat

    def done(self) -> Done:
        self.prepared = self.ahead()
        return self.tables.written(self.commit)

    def ahead(self) -> tuple[Change, tuple[Event, ...]] | None:
        """Computed from the table as this process knows it."""
        before = self.tables.known(self.id, self.seen)
        try:
            state, happened = self.outcome(before, self.tables.database.read)
        except Refused:
            return None  # decided in the transaction, by the table as it is then
        if not happened:
            return None
        return self.tables.change(before, state, happened, self.tables.clocks(self.id)), happened

    def commit(self, connection: Connection) -> Done:
        if self.prepared is not None:
            change, happened = self.prepared
            seat = self.acting_seat
            first = self.earlier(connection, seat) is None
            if first and self.tables.write_if_still(connection, change):
                self.note(connection, seat, happened)
                return change.after, happened
        table = self.tables.to_act_at(connection, self.id)
        seat = self.seat_of(table)
        earlier = self.earlier(connection, seat)
        if earlier is not None:
            if earlier.request_digest != self.digest:
                raise key_reused()
            stored = rows.events_after(connection, self.id, earlier.first - 1, earlier.last)
            return table, tuple(table.game.read_event(event) for event in stored)
        state, happened = self.outcome(table, lambda work: work(connection))
        if not happened:
            return table, ()
        self.note(connection, seat, happened)
        return self.tables.happened(connection, table, state, happened), happened

    def earlier(self, connection: Connection, seat: int) -> CommitRow | None:
        """What this request did when it first arrived."""
        return rows.commit_of(connection, self.id, seat, self.request_key) if self.has_key else None

    def note(self, connection: Connection, seat: int, happened: Sequence[Event]) -> None:
        first, last = happened[0].version, happened[-1].version
        rows.add_commit(connection, CommitRow(self.id, first, last, seat, self.request_key, self.digest))

    def outcome(self, table: Table, read: Read) -> tuple[Any, tuple[Event, ...]]:
        """The state after it and what happened, or Refused."""
        game, seat = table.game, self.seat_of(table)
        self.acting_seat = seat
        require_playing(table)
        try:
            wanted = game.read_action(self.action)
        except UnreadableInput:
            require_current(table, seat, self.seen)
            raise
        asks: list[Ask] = []
        if not isinstance(wanted, Resign):
            asks = [a for a in game.asked(table.state) if a.player == seat and wanted.type in a.kinds]
            _refuse_stale(table, asks, self.seen)
            self.refuse_late(read, table, asks)
        ruling = self.ruling(table, seat, wanted)
        if isinstance(ruling, IllegalAction):
            raise Refused(422, "illegal_action", ruling.message, verdict=ruling.details["verdict"])
        self.refuse_restless(read, table, asks, ruling[0])
        return ruling

    def ruling(self, table: Table, seat: int, wanted: Any) -> Ruling:
        ruled = self.ruled
        if ruled is None or ruled[0] is not table.state or ruled[1] != seat:
            with prose.seated(table.names):
                try:
                    found: Ruling = _changed(table.state, *table.game.apply(table.state, seat, wanted))
                except IllegalAction as illegal:
                    found = illegal
            ruled = self.ruled = table.state, seat, found
        return ruled[2]


def _changed(before: Any, after: Any, happened: tuple[Event, ...]) -> tuple[Any, tuple[Event, ...]]:
    """Choosing again what is already chosen changes nothing, so nothing is written or announced."""
    return (before, ()) if replace(after, version=before.version) == before else (after, happened)


def require_current(table: Table, seat: int, seen: int) -> None:
    """For an action that cannot be read: whether this seat is still asked what it was asked then."""
    require_playing(table)
    _refuse_stale(table, [ask for ask in table.game.asked(table.state) if ask.player == seat], seen)


def _refuse_stale(table: Table, asks: list[Ask], seen: int) -> None:
    """412 only if what this seat was asked has changed since the version it saw."""
    version = table.row.version
    if seen > version:
        raise Refused(412, "version_to_come", f"The game is at version {version}; {seen} has not come yet.")
    late = all(stale(ask, seen, version) for ask in asks) if asks else seen != version
    if late:
        raise _stale_answer(seen, version)


def _stale_answer(seen: int, version: int) -> Refused:
    return Refused(
        412,
        "asked_anew",
        f"What you were asked has changed since version {seen}; look again.",
        version=version,
    )


def _refuse_late(tables: Tables, read: Read, table: Table, asks: list[Ask], *, arrived: datetime) -> None:
    """The clock has run out, but the default action of this seat is not written yet."""
    require_not_paused(table)
    time_of = tables.clocks(table.row.id, read)
    due = [clock_due(table, ask, tables.pace, tables.now(), time_of) for ask in asks]
    if due and all(at is not None and at < arrived for at in due):
        raise Refused(412, "clock_ran_out", "Your time for this was over.", version=table.row.version)


def _refuse_restless(read: Read, table: Table, asks: list[Ask], after: Any) -> None:
    """A choice can be made anew until it counts, but not without end: every one is kept.

    Whatever lets the game go on is never refused.
    """
    game, row = table.game, table.row
    for ask in asks:
        most = game.most_acts(table.state, ask)
        if row.version - ask.since < most:
            continue  # nobody can have acted so often
        if after.result is not None or (ask.player, ask.since) not in _matters(game.asked(after)):
            continue  # it is settled now
        if read(partial(rows.acts_since, id_=row.id, seat=ask.player, version=ask.since)) >= most:
            said = f"You have chosen {most} times here: what you chose last stays."
            raise Refused(409, "chosen_often", said)


def _matters(asks: Sequence[Ask]) -> set[tuple[int, int]]:
    return {(ask.player, ask.since) for ask in asks}
