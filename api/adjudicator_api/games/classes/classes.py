"""Classes over HTTP: opened by a teacher, joined by a code, answered in secret, deleted when closed.

A class is a table whose game is `adjudicator.classroom`, stored, woken and driven like all others. It has
forty places from the start, and each pupil takes one. Its id is shorter than a table's, so that no route for
tables finds it: a finished game would show its players everything.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from adjudicator.classroom import CLASS, PLACES, TEACHER, showing
from adjudicator.classroom.nicknames import alike, is_fit, is_reserved
from adjudicator.engine import codec
from adjudicator_api.games.classes import class_tables
from adjudicator_api.games.opening.lobby import bound, new_code, opened_with, request_row
from adjudicator_api.games.playing import acting
from adjudicator_api.games.playing.clocks import clock_due
from adjudicator_api.games.playing.tables import Table, digest_of
from adjudicator_api.games.playing.views import is_present
from adjudicator_api.http.idempotency import key_reused
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import GameRow, SeatRow, watching

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.idempotency import Key

KEPT = timedelta(days=30)  # then a class is deleted, whatever its state
LONGEST = timedelta(days=28)  # the longest duration of a class
BYTES = 15  # of an id: 20 letters, where a table has 22
GRACE = timedelta(seconds=2)  # as for clocks: see `clocks.GRACE`


def create(
    tables: Tables, options: Mapping[str, Any], opened_by: str | None, key: Key | None
) -> tuple[Table, str]:
    """The class and the teacher's token. Homework begins at once, other classes when the teacher says so."""
    setup = CLASS.setup(options, PLACES + 1)  # raises UnreadableInput
    id_ = key.derived("class")[:20] if key else secrets.token_urlsafe(BYTES)
    token = key.derived("teacher") if key else secrets.token_urlsafe(16)
    now = tables.now()
    places = [SeatRow(id_, seat, "open") for seat in range(PLACES + 1)]
    places[TEACHER] = replace(places[TEACHER], kind="person", token_digest=digest_of(token), seen_at=now)

    def create(connection: Connection) -> tuple[Table, None]:
        earlier = opened_with(tables, connection, key)
        if earlier is not None:
            return earlier, None
        tables.require_room(connection, opened_by, "classes")
        row = GameRow(
            id=id_,
            game=CLASS.name,
            options=codec.plain(setup.options),
            edition=setup.edition,
            seed=secrets.token_hex(16),
            status="playing",
            code=new_code(),
            code_until=now + KEPT,
            host_digest=digest_of(token),
            request_key=key.digest if key else None,
            request_digest=key.asked if key else None,
            created_at=now,
            moved_at=now,
            expires_at=now + KEPT,
            opened_by=opened_by,
            stage=1,
        )
        rows.add_game(connection, row, places)
        state, happened = CLASS.start(row.options, row.seed, players=len(places))
        if setup.options.pace == "homework":
            state, more = CLASS.apply(state, TEACHER, CLASS.read_action({"type": "next"}))
            happened += more
        return tables.happened(connection, Table(row, tuple(places)), state, happened), None

    return tables.written(create)[0], token


def find(tables: Tables, id_: str) -> Table:
    try:
        return tables.find(id_)
    except Refused as refused:
        raise no_such_class() from refused


def by_code(tables: Tables, code: str) -> Table:
    row = tables.database.read(lambda connection: _alive(connection, code, tables.now()))
    if row is None:
        raise no_such_class()
    return find(tables, row.id)


def _alive(connection: Connection, code: str, now: datetime) -> GameRow | None:
    row = rows.find_by_code(connection, code.upper())
    alive = row is not None and row.stage is not None and row.code_until is not None and row.code_until > now
    return row if alive else None


def join(tables: Tables, code: str, nickname: str, key: Key | None) -> tuple[Table, int, str]:
    """Takes the first free place, also while the class is under way."""
    require_fit(nickname)
    found = by_code(tables, code)  # decoded before the transaction
    id_ = found.row.id
    token = key.derived(f"pupil {id_}") if key else secrets.token_urlsafe(16)

    def join(connection: Connection) -> tuple[Table, int]:
        table = tables.table(connection, id_, lock=True)
        before = rows.request_of(connection, bound(key, f"class {id_}")) if key else None
        if key and before and not key.came_with(before.request_digest):
            raise key_reused()
        earlier = [seat for seat in table.seats if seat.token_digest == digest_of(token)]
        if earlier:
            return table, earlier[0].seat
        if table.row.status == "over":
            raise Refused(409, "class_over", "This class is over.")
        _require_free(table, nickname)
        free = [seat for seat in table.seats if seat.kind == "open"]
        if not free:
            raise Refused(409, "class_full", f"All {PLACES} places of this class are taken.")
        now = tables.now()
        taken = replace(free[0], kind="person", name=nickname, token_digest=digest_of(token), seen_at=now)
        if key and before is None:
            rows.add_request(connection, request_row(bound(key, f"class {id_}"), key, table, taken.seat))
        return _seated(tables, connection, table, taken, stage=table.row.stage), taken.seat

    table, seat = tables.written(join)
    return table, seat, token


def _seated(tables: Tables, connection: Connection, table: Table, taken: SeatRow, **values: Any) -> Table:
    """Writes one place; `stage` stays the same if pupils need not be told."""
    given = {name: getattr(taken, name) for name in ("kind", "name", "token_digest", "seen_at")}
    rows.change_seat(connection, table.row.id, taken.seat, **given)
    seats = tuple(taken if seat.seat == taken.seat else seat for seat in table.seats)
    return tables.changed(connection, replace(table, seats=seats), moved_at=tables.now(), **values)


def _require_free(table: Table, nickname: str) -> None:
    if is_reserved(nickname) or alike(nickname) in {alike(seat.name or "") for seat in table.seats}:
        raise Refused(409, "nickname_taken", f"Somebody in this class is already called {nickname!r}.")


def require_fit(nickname: str) -> None:
    if not is_fit(nickname):
        raise Refused(422, "name_unfit", "This nickname is not for a classroom. Choose another.")


def answer(
    tables: Tables, id_: str, token: str | None, question: int, text: str, key: str | None
) -> tuple[Table, int]:
    """A pupil's answer to a question, the first one or a changed one."""
    table = find(tables, id_)
    seat = require_pupil(table, token)
    action = {"type": "answer", "question": question, "answer": text}
    done, _ = acting.act(tables, id_, token, action, table.row.version, key)
    return done, seat


def command(tables: Tables, id_: str, token: str | None, action: Mapping[str, Any], key: str | None) -> Table:
    table = find(tables, id_)
    require_teacher(table, token)
    return acting.act(tables, id_, token, dict(action), table.row.version, key)[0]


def remove(tables: Tables, id_: str, token: str | None, seat: int) -> Table:
    """Removes a pupil: everything of theirs is deleted, and the place is free."""
    return _change_pupil(tables, id_, token, seat, lambda pupil: replace(pupil, kind="open", name=None))


def rename(tables: Tables, id_: str, token: str | None, seat: int, nickname: str) -> Table:
    return _change_pupil(tables, id_, token, seat, lambda pupil: replace(pupil, name=nickname))


def _change_pupil(
    tables: Tables, id_: str, token: str | None, seat: int, change: Callable[[SeatRow], SeatRow]
) -> Table:
    require_teacher(find(tables, id_), token)

    def work(connection: Connection) -> tuple[Table, str | None]:
        table = tables.table(connection, id_, lock=True)
        if not 1 <= seat < len(table.seats) or table.seats[seat].kind != "person":
            raise Refused(404, "no_such_pupil", f"Nobody in this class has the place {seat}.")
        changed = change(table.seats[seat])
        if changed.name is not None and alike(changed.name) != alike(table.seats[seat].name or ""):
            _require_free(table, changed.name)
        if changed.kind == "open":
            changed = replace(changed, token_digest=None, seen_at=None)
            if table.state.result is None:
                clear = CLASS.read_action({"type": "clear", "seat": seat})
                table = tables.happened(connection, table, *CLASS.apply(table.state, TEACHER, clear))
        played_at = class_tables.rename(tables, connection, id_, seat, changed.name)
        return _seated(tables, connection, table, changed), played_at

    table, played_at = tables.written(work)
    if played_at is not None:
        tables.woken(played_at)
        tables.due()
    return table


def close(tables: Tables, id_: str, token: str | None) -> None:
    """Deletes the class with everything in it, its tables included."""
    require_teacher(find(tables, id_), token)
    played_at = tables.database.read(lambda connection: rows.tables_of_class(connection, id_))
    tables.database.write(lambda connection: rows.remove_game(connection, id_))
    for topic in (id_, watching(id_), *(row.id for row in played_at)):
        tables.woken(topic)


# --- what is seen -------------------------------------------------------------------------------------------


def view(tables: Tables, table: Table, viewer: int | None) -> dict[str, Any]:
    """For a pupil, for the teacher (0), or for the projector (None)."""
    row = table.row
    shown = showing.shown(CLASS.view(table.state, viewer), pupils_of(table))
    if viewer is None:
        shown["at_tables"] = class_tables.counted(tables, table)
    elif viewer == TEACHER:
        shown["at_tables"] = class_tables.counted(tables, table)
        there = {seat.seat: is_present(seat, tables.now()) for seat in table.seats}
        shown["table"] = [{**line, "present": there[line["seat"]]} for line in shown["table"]]
    else:
        shown["at_table"] = class_tables.place_of(tables, table, viewer)
    who = {None: "projector", TEACHER: "teacher"}.get(viewer, "pupil")
    common = {
        "id": row.id,
        "version": row.version,
        "viewer": who,
        "seat": viewer,
        "code": row.code,
        "ends_at": _ends_at(tables, table),
        "deleted_at": row.expires_at,
    }
    return {**shown, **common}


def _ends_at(tables: Tables, table: Table) -> datetime | None:
    """When the clock acts, not counting the time that an answer may take to arrive."""
    asks = [ask for ask in CLASS.asked(table.state) if ask.player == TEACHER]
    times = [clock_due(table, ask, tables.pace, tables.now(), tables.clocks(table.row.id)) for ask in asks]
    found = [at - GRACE for at in times if at is not None]
    return found[0] if found else None


def pupils_of(table: Table) -> dict[int, str]:
    pupils = [seat for seat in table.seats if seat.seat != TEACHER and seat.kind == "person"]
    return {seat.seat: seat.name or "" for seat in pupils}


# --- who may ------------------------------------------------------------------------------------------------


def require_teacher(table: Table, token: str | None) -> None:
    table.seat_of(token)  # refuses an unknown token
    if not table.is_host(token):
        raise Refused(403, "teacher_only", "Only the teacher may do this, with the teacher's token.")


def require_pupil(table: Table, token: str | None) -> int:
    seat = table.seat_of(token)
    if seat is None or seat == TEACHER:
        raise Refused(
            401, "token_needed", "Only pupils answer: send the token that joining gave, as a bearer."
        )
    return seat


def no_such_class() -> Refused:
    return Refused(404, "no_such_class", "There is no such class, or it has been closed.")
