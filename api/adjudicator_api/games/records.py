"""Games as files: a record as anybody can replay it, and beside it who sat where, so that play can go on."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator.engine.replay import Record, game_of, record_of, replay
from adjudicator.errors import AdjudicatorError, UnreadableInput
from adjudicator_api.games.tables import Table, digest_of, named
from adjudicator_api.http.tokens import new_token
from adjudicator_api.storage import editions
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from adjudicator_api.games.tables import Tables


def exported(tables: Tables, id_: str) -> dict[str, Any]:
    """The whole record, secrets included, with its table: for whoever runs the service, not for players."""
    table = tables.find(id_)
    if table.state is None:
        raise AdjudicatorError("not_started", "This game has not begun: there is nothing to export.")
    record = record_of(table.game, tables.events(id_), table.names).to_json()
    seats = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats]
    row = table.row
    return {**record, "table": {"seats": seats, "hints": row.hints, "watch": row.watch, "clock": row.clock}}


def imported(tables: Tables, data: Mapping[str, Any]) -> tuple[Table, str, dict[int, str]]:
    """A new table with that game, the host's token and those of its people; raises UnreadableInput.

    Any record will do, finished or not. Where it does not say who sat there, its players are people.
    """
    record = Record.from_json(data)
    game = game_of(record)
    state = replay(game, record.events)
    if codec.plain(state.result) != codec.plain(record.result):
        raise UnreadableInput("bad_record", "The result of this record is not that of its events.")
    about = data.get("table") or {}
    id_, host, now = new_token(), new_token(), tables.now()
    known = about.get("seats") or [{"name": name} for name in record.players[: len(state.players)]]
    tokens = {place: new_token() for place in range(len(known))}
    seats = named([_seat(game.name, id_, place, seat, tokens[place]) for place, seat in enumerate(known)])
    if len(seats) != len(state.players):
        raise UnreadableInput("bad_record", f"{len(seats)} sit at a table for {len(state.players)}.")
    row = GameRow(
        id=id_,
        game=game.name,
        options=codec.plain(state.options),
        edition=state.edition,
        seed=secrets.token_hex(16),
        status="waiting",
        version=0,
        revision=1,
        hints=about.get("hints") is True,
        watch="public" if about.get("watch") == "public" else "players",
        clock=about["clock"] if isinstance(about.get("clock"), int) else None,
        code=None,
        code_until=None,
        host_digest=digest_of(host),
        request_key=None,
        request_digest=None,
        created_at=now,
        moved_at=now,
    )
    text = game.editions.unreleased_text(state.edition)

    def bring_in(connection: Connection) -> tuple[Table, None]:
        if text is not None:
            editions.keep(connection, state.edition, game.name, text, editions.Bringing(now))
        rows.add_game(connection, row, seats)
        return tables.happened(connection, Table(row, seats), state, record.events), None

    table, _ = tables.written(bring_in)
    return table, host, _of_people(seats, tokens)


def _seat(game: str, id_: str, place: int, seat: Mapping[str, Any], token: str) -> SeatRow:
    name, bot = seat.get("name"), seat.get("bot")
    if seat.get("kind") == "bot":
        players_of(game).bot(Character.parse(str(bot)))  # raises UnreadableInput
        return SeatRow(id_, place, "bot", name, bot)
    return SeatRow(
        id_, place, "person", str(name or f"Player {place + 1}")[:24], token_digest=digest_of(token)
    )


def _of_people(seats: Sequence[SeatRow], tokens: Mapping[int, str]) -> dict[int, str]:
    return {seat.seat: tokens[seat.seat] for seat in seats if seat.kind == "person"}
