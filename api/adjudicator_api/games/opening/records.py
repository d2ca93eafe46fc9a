"""Games as files: a record that anyone can replay, and who sat where, so that play can go on."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator.engine.replay import Record, game_of, record_of
from adjudicator.errors import AdjudicatorError, UnreadableInput
from adjudicator_api.games.bots.decisions import replayed
from adjudicator_api.games.opening.lobby import opened_with, secret_of
from adjudicator_api.games.playing.models import MAX_NAME, FiledTable
from adjudicator_api.games.playing.tables import Table, digest_of, named, require_alone
from adjudicator_api.storage import editions
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from adjudicator_api.games.playing.models import FiledSeat
    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.idempotency import Key


def exported(tables: Tables, id_: str) -> dict[str, Any]:
    """The whole record with its table, secrets included: for the operator, not for players."""
    table = tables.find(id_)
    if table.state is None:
        raise AdjudicatorError("not_started", "This game has not started: there is nothing to export.")
    record = record_of(table.game, tables.events(id_), table.names).to_json()
    seats = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats]
    row = table.row
    about = {"seats": seats, "hints": row.hints, "watch": row.watch, "clock": row.clock}
    known = {} if row.disclosed is None else {"disclosed": row.disclosed}
    return {**record, "table": {**about, **known}}


def taken_along(tables: Tables, id_: str, token: str | None) -> dict[str, Any]:
    """The same for a player: of a running game only if all who play it share the screen.

    From then on nobody new gets a seat. That is on disk before the record is read: see `require_nobody_new`.
    """

    def disclose(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        if table.row.status != "over":
            require_alone(table, token)
        if table.row.status != "playing" or table.row.disclosed is not None:
            return table, None
        return tables.changed(connection, table, disclosed="exported", expires_at=table.row.expires_at), None

    tables.written(disclose)
    return exported(tables, id_)


def imported(
    tables: Tables, data: Mapping[str, Any], client: str | None = None, key: Key | None = None
) -> tuple[Table, str, dict[int, str]]:
    """A new table with that game, the host's token and those of its people; raises UnreadableInput.

    Any record will do, finished or not. If it does not say who sat there, all players are people. With a
    `client`, all people share that client's screen, and no one else can join or watch.
    """
    record = Record.from_json(data)
    game = game_of(record)
    state = replayed(game, record)
    about = _table_in(data, record.players[: len(state.players)])
    if len(about.seats) != len(state.players):
        raise UnreadableInput("bad_record", f"{len(about.seats)} sit at a table for {len(state.players)}.")
    id_, host, now = secret_of(key, "game"), secret_of(key, "host"), tables.now()
    tokens = {
        place: secret_of(key, f"seat {place}") for place, seat in enumerate(about.seats) if seat.kind != "bot"
    }
    one_screen = client is not None and len(tokens) > 1
    seats = named(
        [_seat(game.name, id_, place, seat, tokens.get(place)) for place, seat in enumerate(about.seats)]
    )
    seats = tuple(replace(seat, one_screen=one_screen and seat.kind == "person") for seat in seats)
    row = GameRow(
        id=id_,
        game=game.name,
        options=codec.plain(state.options),
        edition=state.edition,
        seed=secrets.token_hex(16),
        hints=about.hints,
        watch=about.watch if client is None else "players",
        clock=about.clock,
        host_digest=digest_of(host),
        request_key=key.digest if key else None,
        request_digest=key.request if key else None,
        created_at=now,
        moved_at=now,
        opened_by=client,
        disclosed=about.disclosed if client is None else "imported",
    )
    text = game.editions.unreleased_text(state.edition)

    def bring_in(connection: Connection) -> tuple[Table, None]:
        earlier = opened_with(tables, connection, key)
        if earlier is not None:
            return earlier, None
        tables.require_room(connection, client)
        if text is not None:
            room = None if client is None else tables.room
            bringing = editions.Bringing(now, client, room)
            editions.keep(connection, state.edition, game.name, text, bringing)
        rows.add_game(connection, row, seats)
        return tables.happened(connection, Table(row, seats), state, record.events), None

    table, _ = tables.written(bring_in)
    return table, host, tokens


def _table_in(data: Mapping[str, Any], players: Sequence[str]) -> FiledTable:
    about = data.get("table") or {}
    try:
        seats = about.get("seats") or [{"name": str(name)[:MAX_NAME]} for name in players]
        return FiledTable.model_validate({**about, "seats": seats})
    except (AttributeError, TypeError, ValidationError) as error:
        raise UnreadableInput("bad_record", "The table of this record cannot be read.") from error


def _seat(game: str, id_: str, place: int, seat: FiledSeat, token: str | None) -> SeatRow:
    if token is None:
        players_of(game).bot(Character.parse(str(seat.bot)))  # raises UnreadableInput
        return SeatRow(id_, place, "bot", seat.name, seat.bot)
    return SeatRow(id_, place, "person", seat.name or f"Player {place + 1}", token_digest=digest_of(token))
