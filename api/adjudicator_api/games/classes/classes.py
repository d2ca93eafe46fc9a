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
from adjudicator.classroom.nicknames import alike
from adjudicator.engine import codec
from adjudicator_api.games.classes import class_tables, joining
from adjudicator_api.games.opening.lobby import new_code, opened_with
from adjudicator_api.games.playing import acting
from adjudicator_api.games.playing.clocks import clock_due
from adjudicator_api.games.playing.tables import Table, digest_of
from adjudicator_api.games.playing.views import is_present
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import GameRow, SeatRow, watching

if TYPE_CHECKING:
    from collections.abc import Mapping
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
            request_digest=key.request if key else None,
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
    found = by_code(tables, code)  # decoded before the transaction
    return joining.join(tables, found.row.id, nickname, key)


def _seated(tables: Tables, connection: Connection, table: Table, taken: SeatRow, **values: Any) -> Table:
    """Writes one place; `stage` stays the same if pupils need not be told."""
    given = {name: getattr(taken, name) for name in ("kind", "name", "token_digest", "seen_at")}
    rows.change_seat(connection, table.row.id, taken.seat, **given)
    seats = tuple(taken if seat.seat == taken.seat else seat for seat in table.seats)
    return tables.changed(connection, replace(table, seats=seats), moved_at=tables.now(), **values)


def answer(
    tables: Tables, id_: str, token: str | None, question: int, text: str, key: str | None
) -> tuple[Table, int]:
    """A pupil's answer to a question, the first one or a changed one."""
    table = find(tables, id_)
    seat = require_pupil(table, token)
    table, seat = joining.arrive(tables, table, seat)
    action = {"type": "answer", "question": question, "answer": text}
    done, _ = acting.act(tables, id_, token, action, table.row.version, key)
    return _closed_by_itself(tables, done), seat


def command(tables: Tables, id_: str, token: str | None, action: Mapping[str, Any], key: str | None) -> Table:
    table = find(tables, id_)
    require_teacher(table, token)
    return _closed_by_itself(tables, acting.act(tables, id_, token, dict(action), table.row.version, key)[0])


def _closed_by_itself(tables: Tables, table: Table) -> Table:
    """Closes the question if every pupil of the class has answered and the teacher wants that."""

    def work(connection: Connection) -> tuple[Table, None]:
        now = tables.table(connection, table.row.id, lock=True)
        if not _all_answered(now):
            return now, None
        close = CLASS.read_action({"type": "close"})
        return tables.happened(connection, now, *CLASS.apply(now.state, TEACHER, close)), None

    return tables.written(work)[0] if _all_answered(table) else table


def _all_answered(table: Table) -> bool:
    """A pupil whose phone sleeps is still thinking; one who has left is for the teacher to remove."""
    state = table.state
    if not state.closes or not state.together or state.stage != "open" or state.over:
        return False
    pupils = pupils_of(table)
    return bool(pupils) and all(state.sheets[seat][state.number] is not None for seat in pupils)


def remove(tables: Tables, id_: str, token: str | None, seat: int) -> Table:
    """Removes a pupil: everything of theirs is deleted, and the place is free for who waits."""
    table = find(tables, id_)
    require_teacher(table, token)
    _require_there(table, seat)
    return _closed_by_itself(tables, joining.remove(tables, id_, [seat]))


def undo_burst(tables: Tables, id_: str, token: str | None) -> Table:
    """Removes the pupils of the latest burst at once."""
    require_teacher(find(tables, id_), token)
    return _closed_by_itself(tables, joining.remove(tables, id_, None))


def rename(tables: Tables, id_: str, token: str | None, seat: int, nickname: str) -> Table:
    require_teacher(find(tables, id_), token)

    def work(connection: Connection) -> tuple[Table, str | None]:
        table = tables.table(connection, id_, lock=True)
        _require_there(table, seat)
        if alike(nickname) != alike(table.seats[seat].name or ""):
            joining.require_free(table, nickname)
        played_at = class_tables.rename(tables, connection, id_, seat, nickname)
        return _seated(tables, connection, table, replace(table.seats[seat], name=nickname)), played_at

    table, played_at = tables.written(work)
    if played_at is not None:
        tables.woken(played_at)
        tables.due()
    return table


def _require_there(table: Table, seat: int) -> None:
    if not 1 <= seat < len(table.seats) or table.seats[seat].kind not in ("person", joining.WAITING):
        raise Refused(404, "no_such_pupil", f"Nobody in this class has the place {seat}.")


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
    row, line = table.row, joining.line_of(table)
    if viewer is not None and viewer > PLACES:
        watched = CLASS.view(table.state, None)
        shown = showing.waiting(watched, table.seats[viewer].name or "", viewer - PLACES)
    else:
        shown = showing.shown(CLASS.view(table.state, viewer), pupils_of(table, viewer))
    if viewer is None:
        shown["at_tables"] = class_tables.counted(tables, table)
    elif viewer == TEACHER:
        shown["at_tables"] = class_tables.counted(tables, table)
        there = {seat.seat: is_present(seat, tables.now()) for seat in table.seats}
        shown["table"] = [{**line, "present": there[line["seat"]]} for line in shown["table"]]
        shown["line"] = [{"seat": seat.seat, "nickname": seat.name or ""} for seat in line]
        shown["burst"] = len(joining.burst_of(table))
    elif viewer <= PLACES:
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


def pupils_of(table: Table, viewer: int | None = None) -> dict[int, str]:
    """Whose places count, and the viewer's own: see `joining`."""
    pupils = [
        seat
        for seat in table.seats
        if seat.seat != TEACHER
        and seat.kind == "person"
        and (seat.seen_at is not None or seat.seat == viewer)
    ]
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
    if table.seats[seat].kind == joining.WAITING:
        raise Refused(409, "in_line", "All places of this class are taken: you wait in the line.")
    return seat


def no_such_class() -> Refused:
    return Refused(404, "no_such_class", "There is no such class, or it has been closed.")
