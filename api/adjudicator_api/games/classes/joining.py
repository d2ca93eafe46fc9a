"""Who comes into a class: places, the line for more than forty, and bursts that no pupils make.

A school has one address, so nothing here goes by addresses. A place counts once its device has fetched its
own view of the class. Who joins when all places are taken waits in a line; a waiting device that fetches its
view takes a place that is free or does not count yet. So forty requests of a script take nobody's place.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.classroom import CLASS, PLACES, TEACHER
from adjudicator.classroom.nicknames import alike, beside, is_fit, is_ours, is_reserved, offered
from adjudicator.engine.rng import Rng
from adjudicator_api.games.classes import class_tables
from adjudicator_api.games.opening.lobby import bound, request_row
from adjudicator_api.games.playing.tables import digest_of
from adjudicator_api.http.idempotency import key_reused
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import SeatRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator_api.games.playing.tables import Table, Tables
    from adjudicator_api.http.idempotency import Key

LINE = 40  # who can wait at a time
BURST = 8  # joins within the time below are shown to the teacher: pupils type slower
BURST_WITHIN = timedelta(seconds=2)
CROWDED_WITHIN = timedelta(seconds=4)  # once there is a line: one class has rarely more than forty
WAITING = "waiting"


def join(tables: Tables, id_: str, nickname: str, key: Key | None) -> tuple[Table, int, str]:
    """A place, or the end of the line, also while the class is under way."""
    token = key.derived(f"pupil {id_}") if key else secrets.token_urlsafe(16)

    def join(connection: Connection) -> tuple[Table, int]:
        table = tables.table(connection, id_, lock=True)
        before = rows.request_of(connection, bound(key, f"class {id_}")) if key else None
        if key and before and not key.came_with(before.request_digest):
            raise key_reused()
        earlier = [seat for seat in table.seats if seat.token_digest == digest_of(token)]
        if earlier:
            return table, earlier[0].seat
        _require_open(table, nickname)
        table = _without_last_uncounted(table)
        free = next((seat for seat in table.seats if seat.kind == "open"), None)
        place = free or SeatRow(id_, len(table.seats), WAITING)
        kind = "person" if free else WAITING
        taken = replace(
            place,
            kind=kind,
            name=nickname,
            token_digest=digest_of(token),
            joined_at=tables.now(),
            seen_at=None,
        )
        if key and before is None:
            rows.add_request(connection, request_row(bound(key, f"class {id_}"), key, table, taken.seat))
        return _arranged(tables, connection, table, [taken], stage=table.row.stage), taken.seat

    table, seat = tables.written(join)
    return table, seat, token


def _require_open(table: Table, nickname: str) -> None:
    if table.state.over:
        raise Refused(409, "class_over", "This class is over.")
    if table.state.locked:
        raise Refused(409, "class_locked", "The teacher has locked the door of this class.")
    if table.state.our_names and not is_ours(nickname):
        said = "In this class, take one of the names that are offered."
        raise Refused(422, "name_not_offered", said, instead=_offered(table))
    require_fit(nickname)
    require_free(table, nickname)


def require_free(table: Table, nickname: str) -> None:
    taken = _names_in(table)
    if is_reserved(nickname):
        said = f"{nickname!r} is the teacher's name here. Choose another."
        raise Refused(409, "name_reserved", said, instead=_offered(table))
    if alike(nickname) in map(alike, taken):
        said = f"Somebody in this class is already called {nickname!r}."
        own = "" if table.state.our_names else beside(nickname, taken)
        raise Refused(409, "nickname_taken", said, instead=[own] if own else _offered(table))


def _names_in(table: Table) -> list[str]:
    return [seat.name for seat in table.seats if seat.name]


def _offered(table: Table) -> list[str]:
    return offered(Rng.seeded(None), _names_in(table), prose.spoken())


def require_fit(nickname: str) -> None:
    if not is_fit(nickname):
        raise Refused(422, "name_unfit", "This nickname is not for a classroom. Choose another.")


def _without_last_uncounted(table: Table) -> Table:
    """Room in a full line, at the cost of somebody whose device has never come back for its view."""
    if len(table.seats) <= PLACES + LINE:
        return table
    uncounted = [seat for seat in line_of(table) if seat.seen_at is None]
    if not uncounted:
        said = f"All {PLACES} places of this class are taken, and {LINE} wait."
        raise Refused(409, "class_full", said)
    gone = uncounted[0].seat
    seats = [seat for seat in table.seats if seat.seat != gone]
    return replace(table, seats=tuple(replace(seat, seat=place) for place, seat in enumerate(seats)))


def arrive(tables: Tables, table: Table, seat: int) -> tuple[Table, int]:
    """A device fetches its own view: its place counts from now on; if it waits, it may get a place."""
    mine = table.seats[seat]
    if mine.seen_at is not None and (mine.kind != WAITING or _place_for_one(table) is None):
        return tables.saw(table, seat), seat
    digest = mine.token_digest

    def move_up(connection: Connection) -> tuple[Table, int]:
        now = tables.table(connection, table.row.id, lock=True)
        mine = next((one for one in now.seats if one.token_digest == digest), None)
        if mine is None:
            raise Refused(401, "bad_token", "This token belongs to no seat at this table, or no longer does.")
        mine = replace(mine, seen_at=tables.now())
        place = _place_for_one(now) if mine.kind == WAITING else None
        if place is None:
            return _arranged(tables, connection, now, [mine], stage=now.row.stage), mine.seat
        seated = _moved(mine, place.seat, "person")
        left = _moved(place, mine.seat, WAITING) if place.kind == "person" else None
        if left is None:
            changed = _arranged(tables, connection, now, [seated], gone={mine.seat}, stage=now.row.stage)
        else:
            changed = _arranged(tables, connection, now, [seated, left], stage=now.row.stage)
        return changed, seated.seat

    return tables.written(move_up)


def _place_for_one(table: Table) -> SeatRow | None:
    """A free place, or the latest taken one that does not count yet."""
    places = [seat for seat in table.seats if seat.seat != TEACHER]
    free = next((seat for seat in places if seat.kind == "open"), None)
    uncounted = [seat for seat in places if seat.kind == "person" and seat.seen_at is None]
    return free or max(uncounted, key=lambda seat: (_time(seat), seat.seat), default=None)


def line_of(table: Table) -> list[SeatRow]:
    return [seat for seat in table.seats if seat.kind == WAITING]


# --- bursts -------------------------------------------------------------------------------------------------


def burst_of(table: Table) -> list[SeatRow]:
    """The latest joins that came faster than pupils type, if there are any.

    Of these only the places that do not count, if they are many: a pupil who came at the same time stays.
    """
    joined = [seat for seat in table.seats if seat.joined_at is not None and seat.kind in ("person", WAITING)]
    joined.sort(key=_time)
    within = CROWDED_WITHIN if line_of(table) else BURST_WITHIN
    for last in range(len(joined), BURST - 1, -1):
        if _time(joined[last - 1]) - _time(joined[last - BURST]) <= within:
            first = last - BURST
            while first and _time(joined[first + BURST - 2]) - _time(joined[first - 1]) <= within:
                first -= 1
            burst = joined[first:last]
            uncounted = [seat for seat in burst if seat.seen_at is None]
            return uncounted if len(uncounted) >= BURST else burst
    return []


def _time(seat: SeatRow) -> datetime:
    assert seat.joined_at is not None
    return seat.joined_at


def remove(tables: Tables, id_: str, which: Iterable[int] | None) -> Table:
    """Removes these pupils with everything of theirs, or the whole latest burst; then the line moves up."""

    def work(connection: Connection) -> tuple[Table, list[str]]:
        table = tables.table(connection, id_, lock=True)
        gone = {seat.seat for seat in burst_of(table)} if which is None else set(which)
        played_at = []
        for seat in sorted(gone):
            if table.seats[seat].kind != "person":
                continue
            if table.state.result is None:
                clear = CLASS.read_action({"type": "clear", "seat": seat})
                table = tables.happened(connection, table, *CLASS.apply(table.state, TEACHER, clear))
            rows.forget_acts(connection, id_, seat)
            at_table = class_tables.rename(tables, connection, id_, seat, None)
            played_at += [at_table] if at_table else []
        waiting = [seat for seat in line_of(table) if seat.seat not in gone]
        places = sorted(seat for seat in gone if seat <= PLACES)
        places += [seat.seat for seat in table.seats if seat.kind == "open"]
        changed = [SeatRow(id_, seat, "open") for seat in places]
        for one in [seat for seat in waiting if seat.seen_at is not None][: len(places)]:
            gone.add(one.seat)
            changed.append(_moved(one, places.pop(0), "person"))
        gone = {seat for seat in gone if seat > PLACES}
        return _arranged(tables, connection, table, changed, gone=gone), played_at

    table, played_at = tables.written(work)
    for at_table in played_at:
        tables.woken(at_table)
    if played_at:
        tables.due()
    return table


# --- writing ------------------------------------------------------------------------------------------------


def _moved(seat: SeatRow, place: int, kind: str) -> SeatRow:
    return replace(seat, seat=place, kind=kind)


def _arranged(
    tables: Tables,
    connection: Connection,
    table: Table,
    changed: Sequence[SeatRow],
    gone: Iterable[int] = (),
    **values: Any,
) -> Table:
    """Writes changed places and the line, numbered without gaps; `stage` stays if pupils need no telling."""
    by_place = {seat.seat: seat for seat in (*table.seats, *changed)}
    kept = [by_place[place] for place in sorted(by_place) if place not in set(gone)]
    seats = tuple(replace(seat, seat=place) for place, seat in enumerate(kept))
    rows.replace_seats(connection, table.row.id, seats)
    return tables.changed(connection, replace(table, seats=seats), moved_at=tables.now(), **values)
