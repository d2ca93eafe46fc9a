"""Setting up a table: opening it, taking seats, starting, leaving, playing again. Each is one transaction."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator_api.games.playing.tables import (
    Table,
    digest_of,
    game_of,
    named,
    require_host,
    require_not_over,
    require_other_seat,
    require_over,
    require_place,
    require_seat,
    require_undisclosed,
    require_waiting,
)
from adjudicator_api.games.playing.views import is_present, require_absent
from adjudicator_api.http.idempotency import key_reused
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.tokens import new_token
from adjudicator_api.storage import editions
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import FREE, GameRow, RequestRow, SeatRow
from adjudicator_api.storage.kept import AGAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from sqlalchemy import Connection

    from adjudicator_api.games.playing.tables import Tables
    from adjudicator_api.http.idempotency import Key

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without characters that sound or look alike
CODE_LENGTH = 6
CODE_DAYS = 1


def create(
    tables: Tables, wanted: Mapping[str, Any], key: Key | None, seed: str | None = None
) -> tuple[Table, str, dict[int, str]]:
    """The table, the host's token and the tokens of named seats; the same ones for the same key.

    Only lessons have a known seed: all their seats are the learner's.
    """
    game = game_of(wanted["game"])
    label = game.editions.label_of(wanted["edition"])
    places = wanted["seats"]
    setup = game.setup(wanted["options"], len(places), label)
    for place in places:
        if place["bot"] is not None:
            require_bot(game.name, place["bot"])
    id_, host = secret_of(key, "game"), secret_of(key, "host")
    tokens = {
        seat: secret_of(key, f"seat {seat}")
        for seat, place in enumerate(places)
        if place["name"] is not None and place["bot"] is None
    }
    now = tables.now()
    one_screen = bool(wanted.get("one_screen")) and len(tokens) > 1
    seats = named(
        [
            replace(_seat(id_, seat, place, tokens.get(seat), now), one_screen=one_screen and seat in tokens)
            for seat, place in enumerate(places)
        ]
    )
    released = label in game.editions.released

    def create(connection: Connection) -> tuple[Table, None]:
        earlier = opened_with(tables, connection, key)
        if earlier is not None:
            return earlier, None
        tables.require_room(connection, wanted["opened_by"])
        if not released:
            bringing = editions.Bringing(now, wanted["opened_by"], tables.room)
            editions.keep(connection, label, game.name, game.editions.text_of(label), bringing)
        row = GameRow(
            id=id_,
            game=game.name,
            options=codec.plain(setup.options),
            edition=label,
            seed=seed or secrets.token_hex(16),
            hints=wanted["hints"],
            watch=wanted["watch"],
            clock=wanted["clock"],
            code=new_code(),
            code_until=now + timedelta(days=CODE_DAYS),
            host_digest=digest_of(host),
            request_key=key.digest if key else None,
            request_digest=key.request if key else None,
            created_at=now,
            moved_at=now,
            opened_by=wanted["opened_by"],
            remarks=[] if wanted.get("phrases") else None,
            disclosed=None if seed is None else "lesson",
        )
        rows.add_game(connection, row, seats)
        return tables.begin_if_full(connection, Table(row, seats)), None

    table, _ = tables.written(create)
    return table, host, tokens


def opened_with(tables: Tables, connection: Connection, key: Key | None) -> Table | None:
    """The table that the same request opened before."""
    earlier = rows.find_by_key(connection, key.digest) if key else None
    if key is None or earlier is None:
        return None
    if not key.came_with(earlier.request_digest):
        raise key_reused()
    return tables.table(connection, earlier.id)


def invited(tables: Tables, find: Callable[[Connection], GameRow | None]) -> Table:
    """The table of an invitation, as long as a seat is free."""
    table = _invited_table(tables, find)
    if table is None or table.row.status == "over" or not any(seat.kind in FREE for seat in table.seats):
        raise no_such_code()
    require_undisclosed(table)
    return table


def _invited_table(tables: Tables, find: Callable[[Connection], GameRow | None]) -> Table | None:
    """Decodes before the transaction begins, to keep it short."""
    row = tables.database.read(find)
    try:
        return None if row is None else tables.find(row.id)
    except Refused:  # cancelled
        return None


def join(
    tables: Tables, way: str, find: Callable[[Connection], GameRow | None], name: str, key: Key | None
) -> tuple[Table, int, str]:
    """Takes an open or abandoned seat. Unknown, full and expired codes get the same refusal.

    `way` is the id or the code that the player used. A code expires when the table is full, so a repeated
    request for the last seat is recognised by the code as well as by the id.
    """

    def join(connection: Connection) -> tuple[Table, tuple[int, str]]:
        found = find(connection)
        there = found is not None and found.status != "cancelled"
        table = tables.table(connection, found.id, lock=True) if found and there else None
        ways = {way, table.row.id if table else way}
        earlier = _joined_before(connection, key, ways) if key else None
        if earlier:
            return tables.table(connection, earlier.game), (earlier.seat, _joining(key, earlier.game))
        if table is None:
            raise no_such_code()
        token = _joining(key, table.row.id)
        free = [seat for seat in table.seats if seat.kind in FREE]
        if not free or table.row.status == "over":
            raise no_such_code()
        called = [seat for seat in table.seats if (seat.name or "").casefold() == name.casefold()]
        if any(seat.kind not in FREE for seat in called):
            raise Refused(409, "name_taken", f"Somebody at this table is already called {name!r}.")
        taken = replace(
            (called or free)[0],  # the open seats of a rematch keep the names of those it waits for
            kind="person",
            name=name,
            bot=None,
            token_digest=digest_of(token),
            seen_at=tables.now(),
            one_screen=False,
        )
        table = tables.begin_if_full(connection, tables.seated(connection, table, taken))
        if key:
            for known in ways:
                rows.add_request(connection, request_row(bound(key, known), key, table, taken.seat))
        return table, (taken.seat, token)

    _invited_table(tables, find)
    table, (seat, token) = tables.written(join)
    return table, seat, token


def _joined_before(connection: Connection, key: Key, ways: Iterable[str]) -> RequestRow | None:
    for way in ways:
        earlier = rows.request_of(connection, bound(key, way))
        if earlier is not None:
            if not key.came_with(earlier.request_digest):
                raise key_reused()
            return earlier
    return None


def start(tables: Tables, id_: str, token: str | None, fill: str, bot: str) -> Table:
    """The host starts the game: open seats are closed or given to bots."""

    def start(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        require_host(table, token)
        require_waiting(table)
        if fill == "close":
            kept = [seat for seat in table.seats if seat.kind != "open"]
        else:
            require_bot(table.row.game, bot)
            kept = [
                replace(seat, kind="bot", bot=bot, name=None) if seat.kind == "open" else seat
                for seat in table.seats
            ]
        seats = named([replace(seat, seat=place) for place, seat in enumerate(kept)])
        table.game.setup(table.row.options, len(seats), table.row.edition)  # raises UnreadableInput
        rows.replace_seats(connection, id_, seats)
        return tables.begin_if_full(connection, replace(table, seats=seats)), None

    return tables.written(start)[0]


def change_seat(
    tables: Tables, id_: str, token: str | None, seat: int, wanted: Mapping[str, Any]
) -> tuple[Table, str | None]:
    """The host gives a seat to a bot, opens it, or makes a new token for its player."""
    new = new_token()

    def change(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        require_host(table, token)
        require_place(table, seat)
        require_not_over(table)
        place = table.seats[seat]
        if wanted["bot"] is not None:
            require_bot(table.row.game, wanted["bot"])
            changed = replace(place, kind="bot", bot=wanted["bot"], token_digest=None, name=None)
        elif wanted["open"]:
            require_undisclosed(table)
            _require_away(table, place, tables.now())
            kind = "open" if table.row.status == "waiting" else "left"
            changed = replace(place, kind=kind, bot=None, token_digest=None)
        elif place.kind != "person":
            raise Refused(409, "nobody_there", "Nobody sits there who could get a new token.")
        else:
            _require_away(table, place, tables.now())
            changed = replace(place, token_digest=digest_of(new), one_screen=False)
        return tables.begin_if_full(connection, tables.seated(connection, table, changed)), None

    table, _ = tables.written(change)
    return table, new if wanted["token"] else None


def _require_away(table: Table, place: SeatRow, now: datetime) -> None:
    """Before a seat goes to whoever has its new token, or joins first: the host could look into a hand.

    Who plays alone is the host, and at one screen everybody trusts the others.
    """
    people = sum(seat.kind == "person" for seat in table.seats)
    elsewhere = place.kind == "person" and not place.one_screen and people > 1
    if elsewhere and table.row.status == "playing" and is_present(place, now):
        said = f"{table.names[place.seat]} is there, or was within a minute: nobody else gets the seat."
        raise Refused(409, "still_there", said)


def bot_for_absent(tables: Tables, id_: str, token: str | None, seat: int, bot: str) -> Table:
    """Any player at the table lets a bot play on for an absent one."""

    def change(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        require_other_seat(table, token, seat)
        require_absent(table, seat, tables.now())
        require_bot(table.row.game, bot)
        changed = replace(table.seats[seat], kind="bot", bot=bot, token_digest=None, name=None)
        return tables.seated(connection, table, changed), None

    return tables.written(change)[0]


def cancel(tables: Tables, id_: str, token: str | None) -> None:
    def cancel(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        require_host(table, token)
        require_not_over(table)
        return tables.changed(connection, table, status="cancelled", code=None), None

    tables.written(cancel)


def share(tables: Tables, id_: str, token: str | None) -> Table:
    """Opens a finished game, visible to its players only until now, to anyone with its address."""

    def share(connection: Connection) -> tuple[Table, None]:
        table = tables.table(connection, id_, lock=True)
        require_seat(table, token)
        require_over(table)
        if table.row.watch != "players":
            return table, None
        return tables.changed(connection, table, watch="link", expires_at=table.row.expires_at), None

    return tables.written(share)[0]


def leave(tables: Tables, id_: str, token: str | None, key: Key | None) -> tuple[str, int]:
    """The seat stays in the game and can be taken over; its token expires. Returns status and version."""
    request_key = (
        bound(key, f"leave {id_} {token}") if key else b""
    )  # when the request is repeated, its token has expired

    def leave(connection: Connection) -> tuple[Table, tuple[str, int]]:
        table = tables.table(connection, id_, lock=True)
        earlier = rows.request_of(connection, request_key) if key else None
        if earlier:
            return table, (earlier.status, earlier.version)
        seat = table.seats[require_seat(table, token)]
        waiting = table.row.status == "waiting"
        gone = replace(
            seat,
            kind="open" if waiting else "left",
            name=None if waiting else seat.name,
            token_digest=None,
        )
        table = tables.seated(connection, table, gone)
        if key:
            rows.add_request(connection, request_row(request_key, key, table, seat.seat))
        return table, (table.row.status, table.row.version)

    return tables.written(leave)[1]


def rematch(
    tables: Tables, id_: str, token: str | None, key: Key | None, client: str | None
) -> tuple[Table, int, str, str | None]:
    """Opens the same table again, moved by one seat. The first to ask is its host; it counts as theirs."""
    own = secret_of(key, f"rematch {id_} {token}")
    host = secret_of(key, f"host of rematch {id_} {token}")
    request_key = bound(key, f"rematch {id_} {token}") if key else b""

    def rematch(connection: Connection) -> tuple[Table, int]:
        table = tables.table(connection, id_, lock=True)
        seat = require_seat(table, token)
        require_over(table)
        place = (seat - 1) % len(table.seats)
        if key and table.row.rematch and rows.request_of(connection, request_key):
            return tables.table(connection, table.row.rematch), place
        if table.row.rematch is None:
            tables.require_room(connection, client, shares=AGAIN)
            following = _again(tables, connection, table, host, client)
        else:
            following = tables.table(connection, table.row.rematch, lock=True)
        name, mine = table.seats[seat].name, following.seats[place]
        if mine.kind == "bot" or (mine.kind == "person" and mine.name != name):
            raise Refused(409, "seat_taken", "Your seat in the next game has been given to somebody else.")
        mine = replace(mine, kind="person", name=name, token_digest=digest_of(own), seen_at=tables.now())
        following = tables.begin_if_full(connection, tables.seated(connection, following, mine))
        if key:
            rows.add_request(connection, request_row(request_key, key, table, place))
        return following, place

    following, place = tables.written(rematch)
    tables.woken(id_)
    return following, place, own, host if following.is_host(host) else None


def _again(tables: Tables, connection: Connection, table: Table, host: str, client: str | None) -> Table:
    """The next game, with the seats of the people open."""
    now, number, new_id = tables.now(), len(table.seats), new_token()
    row = replace(
        table.row,
        id=new_id,
        seed=secrets.token_hex(16),
        status="waiting",
        version=0,
        revision=1,
        code=new_code(),
        code_until=now + timedelta(days=CODE_DAYS),
        host_digest=table.row.host_digest if table.row.of_class else digest_of(host),
        request_key=None,
        request_digest=None,
        created_at=now,
        moved_at=now,
        opened_by=client,
        follows=table.row.id,
        snapshot=None,
        snapshot_version=None,
        edition_text=None,
        remarks=None if table.row.remarks is None else [],
        disclosed=None,
        size=0,
    )
    text = table.game.editions.unreleased_text(row.edition)
    if text is not None:  # stored again if it was deleted; a rematch is never refused for lack of room
        editions.keep(connection, row.edition, row.game, text, editions.Bringing(now, row.opened_by))
    seats = [
        replace(
            old,
            game=new_id,
            seat=(old.seat - 1) % number,
            kind="bot" if old.kind == "bot" else "open",
            token_digest=None,
            looked_since=None,
            looked_at=None,
        )
        for old in table.seats
    ]
    seats.sort(key=lambda seat: seat.seat)
    rows.add_game(connection, row, seats)
    tables.changed(connection, table, rematch=new_id)
    return Table(row, tuple(seats))


# --- small things -----------------------------------------------------------------------------------------


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def no_such_code() -> Refused:
    return Refused(404, "no_open_seat", "No table with an open seat answers to this.")


def secret_of(key: Key | None, purpose: str) -> str:
    """The same secret for a repeated request."""
    return key.derived(purpose) if key else new_token()


def bound(key: Key, way: str) -> bytes:
    """A key for this one operation: the same client key elsewhere is a different one."""
    return sha256(key.digest + digest_of(way)).digest()


def _joining(key: Key | None, id_: str) -> str:
    return secret_of(key, f"join {id_}")


def request_row(request_key: bytes, key: Key, table: Table, seat: int) -> RequestRow:
    row = table.row
    return RequestRow(request_key, row.id, key.request, seat, row.status, row.version)


def require_bot(game: str, bot: str) -> None:
    players_of(game).bot(Character.parse(bot))  # raises UnreadableInput


def _seat(id_: str, seat: int, place: Mapping[str, Any], token: str | None, now: datetime) -> SeatRow:
    if place["bot"] is not None:
        return SeatRow(id_, seat, "bot", place["name"], place["bot"])
    if place["name"] is not None:
        digest = None if token is None else digest_of(token)
        return SeatRow(id_, seat, "person", place["name"], token_digest=digest, seen_at=now)
    return SeatRow(id_, seat, "open")
