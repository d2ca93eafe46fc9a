"""The tables of a class, filled up with bots: opened together, paused, answered and cleared.

A table of a class is a table like any other. The teacher is its host; a pupil's seat has no token until the
pupil sits down, and that token is derived from the pupil's own, so it is not stored. Latecomers take the
place of bots. Closing a class deletes its tables.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import players_of
from adjudicator_api.games.opening.catalogue import title_of
from adjudicator_api.games.opening.lobby import require_bot, secret_of
from adjudicator_api.games.playing import acting
from adjudicator_api.games.playing.clocks import asks_of
from adjudicator_api.games.playing.tables import Table, digest_of, game_of, named
from adjudicator_api.games.playing.views import is_present
from adjudicator_api.http.idempotency import key_reused
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.tokens import BYTES, spelled
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator.engine.agenda import Ask
    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.idempotency import Key

    Pupils = Mapping[int, str]  # nicknames by number in the class

USUAL = 4  # players at a table, where the game allows it
BOT = "greedy"  # plays on for a removed pupil, if the game has this bot


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the class is distributed over tables."""

    game: str
    options: Mapping[str, Any]
    players: int | None = None  # at a table
    bot: str = BOT


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that can be opened: its deal is computed before the transaction begins."""

    table: Table
    state: Any
    happened: tuple[Any, ...]


def groups(pupils: Sequence[int], players: int) -> list[list[int]]:
    """As few tables as possible, with numbers of pupils that differ by at most one."""
    tables = -(-len(pupils) // players)
    return [list(pupils[number::tables]) for number in range(tables)]


def spread(tables: Tables, class_: Table, pupils: Pupils, wanted: Wanted, key: Key | None) -> None:
    """Every pupil gets a seat at a table of this game; bots take the other seats, and all tables begin."""
    game = game_of(wanted.game)
    players = wanted.players or max(n for n in game.numbers if n <= max(USUAL, game.numbers[0]))
    game.setup(wanted.options, players)  # raises UnreadableInput
    require_bot(game.name, wanted.bot)
    if not pupils:
        raise Refused(409, "nobody_here", "Nobody has joined this class yet.")
    laid = [
        _laid(tables, class_, wanted, players, number, {pupil: pupils[pupil] for pupil in group}, key)
        for number, group in enumerate(groups(sorted(pupils), players), start=1)
    ]

    def open_all(connection: Connection) -> tuple[Table, None]:
        now = tables.table(connection, class_.row.id, lock=True)
        there = rows.tables_of_class(connection, class_.row.id)
        if there and key is not None and there[0].request_key == laid[0].table.row.request_key:
            if not key.came_with(there[0].request_digest):
                raise key_reused()
            return now, None
        if there:
            raise Refused(409, "tables_there", "This class is at tables already: clear them first.")
        gone = {pupil for pupil in pupils if now.seats[pupil].kind != "person"}
        for one in laid:
            table = replace(one.table, seats=_without(one.table.seats, gone, wanted.bot))
            rows.add_game(connection, table.row, table.seats)
            tables.happened(connection, table, one.state, one.happened)
        return tables.changed(connection, now, moved_at=tables.now()), None

    tables.written(open_all)
    tables.due()


def _laid(
    tables: Tables, class_: Table, wanted: Wanted, players: int, number: int, group: Pupils, key: Key | None
) -> Laid:
    game, now = game_of(wanted.game), tables.now()
    id_ = secret_of(key, f"table {number} of {class_.row.id}")
    setup = game.setup(wanted.options, players)
    row = GameRow(
        id=id_,
        game=game.name,
        options=codec.plain(setup.options),
        edition=setup.edition,
        seed=secrets.token_hex(16),
        host_digest=class_.row.host_digest,
        request_key=digest_of(id_) if key else None,
        request_digest=key.request if key else None,
        created_at=now,
        moved_at=now,
        expires_at=class_.row.expires_at,
        opened_by=class_.row.opened_by,
        of_class=class_.row.id,
        number=number,
    )
    people = [  # whose phones have not connected yet
        SeatRow(id_, seat, "person", group[pupil], seen_at=now, pupil=pupil)
        for seat, pupil in enumerate(group)
    ]
    bots = [SeatRow(id_, seat, "bot", bot=wanted.bot) for seat in range(len(people), players)]
    state, happened = game.start(row.options, row.seed, players=players, edition=row.edition)
    return Laid(Table(row, named([*people, *bots])), state, happened)


def _without(seats: Sequence[SeatRow], gone: set[int], bot: str) -> tuple[SeatRow, ...]:
    """Bots play for pupils who have been removed in the meantime."""
    return named([_given_to(seat, bot) if seat.pupil in gone else seat for seat in seats])


def _given_to(seat: SeatRow, bot: str) -> SeatRow:
    return replace(seat, kind="bot", bot=bot, name=None, token_digest=None, pupil=None)


def sit(tables: Tables, class_: Table, pupil: int, token: str) -> tuple[Table, int, str]:
    """The pupil's own seat with its token, also for latecomers and for pupils who come back."""
    id_, name = class_.row.id, class_.seats[pupil].name or ""
    for row in tables.database.read(lambda connection: rows.tables_of_class(connection, id_)):
        tables.find(row.id)  # decoded before the transaction

    def sit(connection: Connection) -> tuple[Table, tuple[int, str]]:
        tables.table(connection, id_, lock=True)  # one after the other
        found = rows.seat_of_pupil(connection, id_, pupil)
        if found is None:
            table, seat = _free_seat(tables, connection, class_)
        else:
            table, seat = tables.table(connection, found[0].id, lock=True), found[1]
        own = spelled(hmac.digest(token.encode(), f"seat {table.row.id}".encode(), "sha256")[:BYTES])
        mine = table.seats[seat]
        if mine.token_digest == digest_of(own) and mine.kind == "person":
            return table, (seat, own)
        mine = replace(
            mine, kind="person", name=name, bot=None, token_digest=digest_of(own), seen_at=tables.now(),
            pupil=pupil,
        )  # fmt: skip
        return tables.seated(connection, table, mine), (seat, own)

    table, (seat, own) = tables.written(sit)
    return table, seat, own


def _free_seat(tables: Tables, connection: Connection, class_: Table) -> tuple[Table, int]:
    """A bot's seat at the table with most bots; if there are no bots, a seat at an additional table."""
    there = rows.tables_of_class(connection, class_.row.id)
    if not there:
        raise Refused(409, "no_tables", "This class is not at tables now.")
    found = [tables.table(connection, row.id, lock=True) for row in there if row.status != "over"]
    bots = {table.row.id: [seat.seat for seat in table.seats if seat.kind == "bot"] for table in found}
    most = max(found, key=lambda table: len(bots[table.row.id]), default=None)
    if most is not None and bots[most.row.id]:
        return most, bots[most.row.id][0]
    last = there[-1]
    players = len(rows.seats_of(connection, last.id))
    wanted = Wanted(last.game, last.options, players, _bot_of(last.game))
    laid = _laid(tables, class_, wanted, players, (last.number or 0) + 1, {}, None)
    table = replace(laid.table, row=replace(laid.table.row, paused_at=last.paused_at))
    rows.add_game(connection, table.row, table.seats)
    return tables.happened(connection, table, laid.state, laid.happened), 0


def _bot_of(game: str) -> str:
    known = players_of(game).BOTS
    return BOT if BOT in known else next(iter(known))


def rename(tables: Tables, connection: Connection, id_: str, pupil: int, name: str | None) -> str | None:
    """Renames a pupil at the table as well; without a name a bot takes over. Returns the changed table."""
    found = rows.seat_of_pupil(connection, id_, pupil)
    if found is None:
        return None
    row, seat = found
    table = tables.table(connection, row.id, lock=True)
    mine = table.seats[seat]
    if name is None:
        changed = _given_to(mine, _bot_of(row.game))
    elif mine.kind == "bot":
        return None
    else:
        changed = replace(mine, name=name)
    tables.seated(connection, table, changed)
    return row.id


def clear(tables: Tables, class_: Table) -> None:
    """Deletes the tables; phones return to the class."""
    there = tables.database.read(lambda connection: rows.tables_of_class(connection, class_.row.id))

    def work(connection: Connection) -> tuple[Table, None]:
        now = tables.table(connection, class_.row.id, lock=True)
        rows.remove_tables_of_class(connection, class_.row.id)
        return tables.changed(connection, now, moved_at=tables.now()), None

    tables.written(work)
    for row in there:
        tables.woken(row.id)


def pause(tables: Tables, class_: Table, paused: bool) -> None:
    """Pauses all tables at once, bots and clocks included."""
    at = tables.now() if paused else None
    for table in all_of(tables, class_):
        if table.row.status == "over" or (table.row.paused_at is not None) == paused:
            continue
        tables.written(partial(_set, tables, id_=table.row.id, at=at))
    if not paused:
        tables.due()


def _set(tables: Tables, connection: Connection, id_: str, at: datetime | None) -> tuple[Table, None]:
    table = tables.table(connection, id_, lock=True)
    return tables.changed(connection, table, paused_at=at, moved_at=tables.now()), None


def answer(tables: Tables, class_: Table, id_: str, action: Mapping[str, Any]) -> None:
    """The teacher answers what a table is asked about a move or a name, for all who have not answered.

    If a player has already answered differently, the rules of the game decide the result.
    """
    table = _of_class(tables, class_, id_)
    asked = _refereed(table)
    matter = {(ask.about, ask.since) for ask in asked}
    if not asked or not any(dict(action) in _ways(table, ask) for ask in asked):
        raise Refused(409, "nothing_to_answer", "This table asks nothing that can be answered so.")
    for _ in table.seats:
        now = next((ask for ask in _refereed(table) if (ask.about, ask.since) in matter), None)
        if now is None or dict(action) not in _ways(table, now):
            return
        table, _ = acting.answer_for(tables, id_, now.player, dict(action), table.row.version)


def _refereed(table: Table) -> list[Ask]:
    """Answers that players owe and the teacher may give for them."""
    if table.state is None or table.row.status != "playing":
        return []
    asks = asks_of(table, "person", "left")
    return [ask for ask in asks if ask.obliged and not set(ask.kinds).isdisjoint(table.game.refereed)]


def _ways(table: Table, ask: Ask) -> list[dict[str, Any]]:
    listed = table.game.listed(table.state, ask)
    return [codec.plain(action) for action in listed if action.type in table.game.refereed]


def _of_class(tables: Tables, class_: Table, id_: str) -> Table:
    table = tables.find(id_)
    if table.row.of_class != class_.row.id:
        raise Refused(404, "no_such_game", "There is no game with this id.")
    return table


# --- what is seen -------------------------------------------------------------------------------------------


def all_of(tables: Tables, class_: Table) -> list[Table]:
    there = tables.database.read(lambda connection: rows.tables_of_class(connection, class_.row.id))
    return [tables.find(row.id) for row in there]


def place_of(tables: Tables, class_: Table, pupil: int) -> dict[str, Any] | None:
    """Where a pupil plays; latecomers may sit down anywhere."""

    def read(connection: Connection) -> tuple[GameRow, bool] | None:
        there = rows.tables_of_class(connection, class_.row.id)
        mine = rows.seat_of_pupil(connection, class_.row.id, pupil) if there else None
        return (mine[0], True) if mine else (there[0], False) if there else None

    found = tables.database.read(read)
    if found is None:
        return None
    row, seated = found
    place = {"id": row.id, "number": row.number} if seated else {"id": None, "number": None}
    return {**place, "game": row.game, "title": title_of(row.game)}


def counted(tables: Tables, class_: Table) -> dict[str, Any] | None:
    """Which game the class plays, and at how many tables."""
    there = tables.database.read(lambda connection: rows.tables_of_class(connection, class_.row.id))
    if not there:
        return None
    return {"game": there[0].game, "title": title_of(there[0].game), "count": len(there)}


def at_a_glance(tables: Tables, class_: Table) -> dict[str, Any]:
    """All tables, for the teacher; each board has its own address."""
    found, now = all_of(tables, class_), tables.now()
    playing = [table for table in found if table.row.status != "over"]
    return {
        "tables": [_glanced_at(table, now) for table in found],
        "paused": bool(playing) and all(table.row.paused_at is not None for table in playing),
    }


def _glanced_at(table: Table, now: datetime) -> dict[str, Any]:
    row, state = table.row, table.state
    scores = table.game.scores(state) if state is not None else [0] * len(table.seats)
    asks = [] if state is None or row.status == "over" else table.game.asked(state)
    return {
        "id": row.id,
        "number": row.number,
        "game": row.game,
        "title": title_of(row.game),
        "status": row.status,
        "revision": row.revision,
        "paused": row.paused_at is not None,
        "players": [
            {
                "seat": seat.seat,
                "name": seat.name or "",
                "kind": seat.kind,
                "score": scores[seat.seat],
                "present": is_present(seat, now),
            }
            for seat in table.seats
        ],
        "waits_for": sorted({ask.player for ask in asks if ask.obliged}),
        "to_answer": _open_answers(table),
        "winners": None if state is None or state.result is None else list(state.result.winners),
    }


def _open_answers(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for ask in _refereed(table):
        found += [way for way in _ways(table, ask) if way not in found]
    return found
