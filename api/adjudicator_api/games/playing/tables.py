"""All tables of a database: how they are read, and what every change to one of them does.

The changes are in `acting` and `opening.lobby`, each one a transaction. The game's row is locked while it is
changed, so of two simultaneous actions the second is judged by the state that the first one left.
"""

from __future__ import annotations

import hmac
import json
import re
import threading
import zlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator import prose
from adjudicator.classroom import CLASS
from adjudicator.editions.labels import digest_in
from adjudicator.engine.agents.bots import RECALLED, Character, players_of
from adjudicator.engine.game import load_game
from adjudicator.errors import AdjudicatorError
from adjudicator_api.games.playing.clocks import asks_of, due_at, has_looked
from adjudicator_api.http.problems import Refused
from adjudicator_api.storage import editions
from adjudicator_api.storage import games as rows
from adjudicator_api.storage.games import watching
from adjudicator_api.storage.uptimes import Clock, away_since

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from adjudicator_api.games.playing.clocks import Pace, TimeOf
    from adjudicator_api.storage import Database
    from adjudicator_api.storage.games import GameRow, SeatRow
    from adjudicator_api.storage.kept import Kind, Room

    Read = Callable[[Callable[[Connection], Any]], Any]  # runs a query

SEEN_SECONDS = 20  # how often a player's presence is recorded
BOT_NAMES = {
    "random": "Careless bot",
    "gentle": "Gentle bot",
    "greedy": "Quick bot",
    "strong": "Strong bot",
}  # as the pages call them
NUMBERED = re.compile(r"(Player|.+ bot) ?(\d*)")  # who has no name of their own, as it is stored
STATES = 512  # kept in memory
SNAPSHOT_EVENTS = 16  # folded at most when a game is read: cheaper than writing a snapshot with every move

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Table:
    """A game as it is in the database at one moment."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    state: Any = None  # None before it begins

    @property
    def game(self) -> Game[Any, Any]:
        return game_of(self.row.game)

    @property
    def names(self) -> list[str]:
        """The names in sentences, including those of empty seats."""
        named = names_of(self.seats)
        extra = [] if self.state is None else self.state.seats[len(named) :]
        return [*named, *(self.game.neutral for _ in extra)]

    def seat_of(self, token: str | None) -> int | None:
        """The seat that this token belongs to; None for spectators. An expired token is refused."""
        if token is None:
            return None
        digest = digest_of(token)
        for seat in self.seats:
            if seat.token_digest is not None and hmac.compare_digest(seat.token_digest, digest):
                return seat.seat
        if hmac.compare_digest(self.row.host_digest, digest):
            return None
        raise Refused(401, "bad_token", "This token belongs to no seat at this table, or no longer does.")

    def is_host(self, token: str | None) -> bool:
        return token is not None and hmac.compare_digest(self.row.host_digest, digest_of(token))


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as read from the database, not yet decoded."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    state: Any  # the latest one that this process knows
    events: list[Any]  # after that state, or after the snapshot


@dataclass(frozen=True, slots=True)
class Change:
    """A change to write, computed before the database is locked for it."""

    before: GameRow
    after: Table
    events: list[Any]
    values: dict[str, Any]  # of the row


class Tables:
    """`woken` is called with the id of a game whenever it has changed, `due` if something is due there."""

    def __init__(
        self,
        database: Database,
        pace: Pace,
        woken: Callable[[str], None],
    ) -> None:
        self.database = database
        self.pace = pace
        self.room: Room | None = None  # for new tables, and for editions uploaded with them
        self.clock = Clock()
        self.now: Callable[[], datetime] = self.clock
        self.woken = woken
        self.due: Callable[[], None] = lambda: None
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._keeping = threading.Lock()

    # --- looking --------------------------------------------------------------------------------------------

    def find(self, id_: str) -> Table:
        stored = self.database.read(partial(self._stored, id_=id_))
        table = self._decoded(stored, self.database.read)  # after that: only the query has a deadline
        self._keep(table)
        return table

    def events(self, id_: str, after: int = 0) -> tuple[Event, ...]:
        def read(connection: Connection) -> tuple[GameRow | None, list[Any]]:
            return rows.find(connection, id_), rows.events_after(connection, id_, after)

        row, events = self.database.read(read)  # decoded after that: only the query has a deadline
        return () if row is None else tuple(map(game_of(row.game).read_event, events))

    def recalled(self, table: Table, seat: int, bot: str) -> list[dict[str, Any]]:
        """What a seat has seen happen lately, for a bot that remembers; else nothing is read."""
        if Character.parse(bot).name not in getattr(players_of(table.game.name), "RECALLING", ()):
            return []
        events = self.events(table.row.id)[: table.row.version][-RECALLED:]
        return [event.to_json() for event in table.game.events_shown(events, seat)]

    def table(self, connection: Connection, id_: str, *, lock: bool = False) -> Table:
        """For a transaction, after `find`: what is already known is not decoded again."""
        return self._decoded(self._stored(connection, id_, lock=lock), lambda work: work(connection))

    def to_act_at(self, connection: Connection, id_: str) -> Table:
        """Locked. From memory if that is still current, except for what is due and who is present."""
        known = self._known.get(id_)
        if known is not None and (known.row.revision, known.row.seed) == rows.locked_revision(
            connection, id_
        ):
            return known
        return self.table(connection, id_, lock=True)

    def known(self, id_: str, version: int) -> Table:
        """From memory, if this process has seen that version; it may have changed since."""
        table = self._known.get(id_)
        return table if table is not None and table.row.version >= version else self.find(id_)

    def _stored(self, connection: Connection, id_: str, *, lock: bool = False) -> Stored:
        """From memory, the snapshot or the events, whichever is nearest; the events are authoritative."""
        row = rows.find(connection, id_, lock=lock)
        if row is None or row.status == "cancelled":
            raise Refused(404, "no_such_game", "There is no game with this id.")
        known = self._known.get(id_)
        state = None if known is None or known.row.seed != row.seed else known.state
        if state is not None and state.version > row.version:
            state = None
        after = (row.snapshot_version or 0) if state is None else state.version
        events = rows.events_after(connection, id_, after, row.version) if after < row.version else []
        return Stored(row, rows.seats_of(connection, id_), state, events)

    def _decoded(self, stored: Stored, read: Read) -> Table:
        """Queries again only if the edition is new here, or the snapshot cannot be read."""
        row, state, events = stored.row, stored.state, stored.events
        if row.version == 0:
            return Table(row, stored.seats)
        game = game_of(row.game)
        self.know_edition(read, row)
        if state is None and row.snapshot is not None:
            try:
                state = game.state_from_json(unpacked(row.snapshot))
            except AdjudicatorError:  # written by another version of this program
                events = read(lambda connection: rows.events_after(connection, row.id, 0, row.version))
        for event in events:
            state = game.step(state, game.read_event(event))
        return Table(row, stored.seats, state)

    def _keep(self, table: Table) -> None:
        """Only what is on disk: what a transaction sees before its commit may still be rolled back."""
        id_ = table.row.id
        with self._keeping:
            known = self._known.get(id_)
            row = table.row
            if row.status == "cancelled":  # it can no longer be found or changed
                self._known.pop(id_, None)
                return
            if known is None or known.row.revision <= row.revision or known.row.seed != row.seed:
                self._known[id_] = table
            self._known.move_to_end(id_)
            while len(self._known) > STATES:
                self._known.popitem(last=False)

    def know_edition(self, read: Read, row: GameRow) -> None:
        known = game_of(row.game).editions
        try:
            known.text_of(row.edition)
        except AdjudicatorError:
            if row.edition_text is not None:
                text = unpacked(row.edition_text)
            else:
                text = read(partial(editions.edition_text, label=row.edition))
            if text is not None:
                known.remember(text)

    # --- clocks ---------------------------------------------------------------------------------------------

    def time_of(self, connection: Connection, id_: str) -> TimeOf:
        """When a version was made, each queried once; time in which the service was down does not count."""

        def at(since: int | datetime) -> datetime | None:
            time = since if isinstance(since, datetime) else rows.time_of(connection, id_, since)
            return None if time is None else time + away_since(connection, time)

        return lru_cache(None)(at)

    def clocks(self, id_: str, read: Read | None = None) -> TimeOf:
        """The same outside a transaction, or with the given way to run queries."""
        read = read or self.database.read

        def at(since: int | datetime) -> datetime | None:
            found: datetime | None = read(lambda connection: self.time_of(connection, id_)(since))
            return found

        return lru_cache(None)(at)

    def require_room(
        self, connection: Connection, client: str | None, kind: Kind = "games", shares: int = 1
    ) -> None:
        """Before a new table is added; raises NoRoom. Its events are counted as they happen."""
        if self.room is not None:
            self.room.require(connection, kind, client, 0, shares)

    # --- what every change does -----------------------------------------------------------------------------

    def begin_if_full(self, connection: Connection, table: Table) -> Table:
        """The last seat and the start are one transaction."""
        if table.row.status != "waiting" or any(seat.kind == "open" for seat in table.seats):
            return table
        row = table.row
        self.know_edition(lambda work: work(connection), row)
        state, happened = table.game.start(
            row.options, row.seed, players=len(table.seats), edition=row.edition
        )
        return self.happened(connection, table, state, happened, code=None)

    def happened(
        self, connection: Connection, table: Table, state: Any, happened: Sequence[Event], **values: Any
    ) -> Table:
        time_of = self.time_of(connection, table.row.id)
        change = self.change(table, state, happened, time_of, **values)
        rows.change_game(connection, table.row.id, **change.values)
        return self._written_down(connection, change)

    def change(
        self, table: Table, state: Any, happened: Sequence[Event], time_of: TimeOf, **values: Any
    ) -> Change:
        now = self.now()
        events = [event.to_json() for event in happened]
        values |= {"version": state.version, "status": "playing" if state.result is None else "over"}
        values["size"] = table.row.size + sum(len(json.dumps(event)) for event in events)
        clock = table.game.clock(state, table.row.clock)
        if clock != table.row.clock:
            values["clock"] = clock
        if table.row.stage is not None and table.game.quiet(happened):
            values["stage"] = table.row.stage
        if state.version - (table.row.snapshot_version or 0) >= SNAPSHOT_EVENTS:
            values |= {"snapshot": packed(table.game.state_to_json(state)), "snapshot_version": state.version}
        text = None if state.result is None else table.game.editions.unreleased_text(table.row.edition)
        if text is not None:
            values["edition_text"] = packed(text)  # it no longer depends on the stored edition
            values["size"] += len(values["edition_text"])
        after, values = self._after(replace(table, state=state), now, time_of, moved_at=now, **values)
        return Change(table.row, after, events, values)

    def write_if_still(self, connection: Connection, change: Change) -> bool:
        """Writes it if nothing has changed since it was computed; returns whether it did."""
        still = rows.change_game_still(connection, change.before, **change.values)
        if still:
            self._written_down(connection, change)
        return still

    def _written_down(self, connection: Connection, change: Change) -> Table:
        row = change.after.row
        rows.add_events(connection, row.id, change.events, row.moved_at)
        if "edition_text" in change.values:
            editions.use(connection, digest_in(row.edition), row.moved_at)  # its age counts from here
        return change.after

    def seated(self, connection: Connection, table: Table, seat: SeatRow) -> Table:
        require_nobody_new(table, seat)
        seats = named([seat if place.seat == seat.seat else place for place in table.seats])
        rows.replace_seats(connection, table.row.id, seats)
        return self.changed(connection, replace(table, seats=seats), moved_at=self.now())

    def changed(self, connection: Connection, table: Table, **values: Any) -> Table:
        time_of = self.time_of(connection, table.row.id)
        after, values = self._after(table, self.now(), time_of, **values)
        rows.change_game(connection, table.row.id, **values)
        return after

    def _after(
        self, table: Table, now: datetime, time_of: TimeOf, **values: Any
    ) -> tuple[Table, dict[str, Any]]:
        """The row after a change, with what is due next and a new revision."""
        goes_with_class = table.row.stage is not None or table.row.of_class is not None
        values = {
            "expires_at": table.row.expires_at if goes_with_class else None,
            "due_at": None,
            "lease_until": None,
            "asked": 0,
            **values,
            "revision": table.row.revision + 1,
        }
        if table.row.stage is not None:
            values.setdefault("stage", table.row.revision + 1)
        if values.get("status", table.row.status) == "playing":
            changed = replace(table, row=replace(table.row, **values))
            values["due_at"] = due_at(changed, self.pace, now, time_of)
            values["asked"] = sum(ask.obliged for ask in asks_of(changed, "person", "left"))
        return replace(table, row=replace(table.row, **values)), values

    def rest(self, id_: str, version: int, until: datetime | None) -> None:
        """No bot wants to act at this version, so nothing is due before then."""

        def rest(connection: Connection) -> None:
            row = rows.find(connection, id_, lock=True)
            if row is not None and row.version == version:
                rows.change_game(connection, id_, due_at=until, lease_until=None)

        self.database.write(rest)

    def saw(self, table: Table, seat: int) -> Table:
        """Records from time to time that a player is present."""
        now, mine = self.now(), table.seats[seat]
        if mine.seen_at is not None and now - mine.seen_at <= timedelta(seconds=SEEN_SECONDS):
            return table
        self.database.write(lambda connection: rows.change_seat(connection, table.row.id, seat, seen_at=now))
        there = replace(mine, seen_at=now)
        return replace(table, seats=(*table.seats[:seat], there, *table.seats[seat + 1 :]))

    def looked(self, table: Table, seat: int) -> Table:
        """A seat at a shared screen sees what it is asked, so its clock starts."""
        if self._first_look(table, seat) is None:
            return table

        def look(connection: Connection) -> tuple[Table, None]:
            now = self.table(connection, table.row.id, lock=True)
            since = self._first_look(now, seat)
            if since is None:
                return now, None
            place = replace(now.seats[seat], looked_since=since, looked_at=self.now())
            rows.change_seat(
                connection, now.row.id, seat, looked_since=place.looked_since, looked_at=place.looked_at
            )
            seats = (*now.seats[:seat], place, *now.seats[seat + 1 :])
            expires_at = now.row.expires_at
            return self.changed(connection, replace(now, seats=seats), expires_at=expires_at), None

        return self.written(look)[0]

    def _first_look(self, table: Table, seat: int) -> int | None:
        """Since when this seat has been asked what it has not seen, if its clock waits for that."""
        place = table.seats[seat]
        if not place.one_screen or table.row.clock is None or table.row.status != "playing":
            return None
        asks = [ask for ask in asks_of(table, "person") if ask.player == seat and ask.obliged]
        return max((ask.since for ask in asks if not has_looked(place, ask)), default=None)

    def written(self, work: Callable[[Connection], tuple[Table, Result]]) -> tuple[Table, Result]:
        """Wakes the followers and keeps the state in memory only once the change is on disk."""
        table, result = self.database.write(work)
        self._keep(table)
        for topic in topics_of(table.row):
            self.woken(topic)
        if table.row.due_at is not None:
            self.due()
        return table, result


# --- who may ----------------------------------------------------------------------------------------------


def require_seat(table: Table, token: str | None) -> int:
    seat = table.seat_of(token)
    if seat is None:
        raise Refused(
            401,
            "token_needed",
            "Only players at the table may do this: send the seat's token as a bearer token.",
        )
    return seat


def require_alone(table: Table, token: str | None) -> int:
    """For a player who plays with bots only or shares a screen with all: no one else has secrets here."""
    seat = require_seat(table, token)
    people = [place for place in table.seats if place.kind != "bot"]
    together = len(people) == 1 or all(place.kind == "person" and place.one_screen for place in people)
    if not together or table.row.of_class is not None:
        raise Refused(409, "others_play", "Others play here from devices of their own: the game stays here.")
    return seat


def require_undisclosed(table: Table) -> None:
    """For seats that people could take who do not sit there."""
    if table.row.disclosed is not None:
        raise Refused(
            409,
            "deal_known",
            "Somebody knows from a file what is hidden in this game: nobody new may sit down. Start another.",
        )


def require_nobody_new(table: Table, seat: SeatRow) -> None:
    """Whatever way a seat is taken: at a table whose deal is known, no seat becomes another person's.

    A new token takes a seat to another device, perhaps somebody else's, so it is for the only person there.
    """
    before = table.seats[seat.seat]
    if seat.kind != "person" or seat.token_digest == before.token_digest:
        return
    if before.kind != "person" or sum(place.kind == "person" for place in table.seats) > 1:
        require_undisclosed(table)


def require_host(table: Table, token: str | None) -> None:
    table.seat_of(token)  # refuses an unknown token
    if not table.is_host(token):
        raise Refused(403, "host_only", "Only the host may do this, with the host's token.")


def require_hints(table: Table) -> None:
    if not table.row.hints:
        raise Refused(403, "hints_off", "This table plays without hints.")


def require_playing(table: Table) -> None:
    if table.row.status == "waiting":
        raise Refused(409, "not_started", "This game has not begun: seats are open.")


def require_not_paused(table: Table) -> None:
    if table.row.paused_at is not None:
        raise Refused(409, "table_paused", "The teacher has paused this table.")


def require_waiting(table: Table) -> None:
    if table.row.status != "waiting":
        raise Refused(409, "already_started", "This game has begun.")


def require_over(table: Table) -> None:
    if table.row.status != "over":
        raise Refused(409, "not_over", "This game is not over yet.")


def require_not_over(table: Table) -> None:
    if table.row.status == "over":
        raise Refused(409, "game_over", "This game is over.")


def require_place(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused(404, "no_such_seat", f"There is no seat {seat} at this table.")


def require_other_seat(table: Table, token: str | None, seat: int) -> None:
    """For players on another seat than this one."""
    if table.row.game == CLASS.name:
        raise Refused(404, "no_such_game", "There is no game with this id.")  # nobody goes on for a pupil
    require_playing(table)
    require_not_over(table)
    require_place(table, seat)
    if require_seat(table, token) == seat:
        raise Refused(409, "nobody_missing", f"Nobody is missing on seat {seat}.")


# --- small things -----------------------------------------------------------------------------------------


@lru_cache(64)
def game_of(name: str) -> Game[Any, Any]:
    return CLASS if name == CLASS.name else load_game(name)


def topics_of(row: GameRow) -> tuple[str, ...]:
    """The topics that the last change concerns: what only watchers see does not wake a class's pupils."""
    if row.stage is None:
        return (row.id,)
    return (row.id, watching(row.id)) if row.stage == row.revision else (watching(row.id),)


def digest_of(token: str) -> bytes:
    return sha256(token.encode()).digest()


def packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value).encode(), 1)


def unpacked(value: bytes) -> Any:
    return json.loads(zlib.decompress(value))


def names_of(seats: Sequence[SeatRow]) -> list[str]:
    """The names of the seats, in the language that is spoken where they are not somebody's own."""
    return [
        _worded(seat.name) if seat.name else prose.phrase("terminal", "Seat {n}", n=seat.seat + 1)
        for seat in seats
    ]


def _worded(name: str) -> str:
    """A number or a kind in place of a name, as in "Player 2" or "Quick bot"; a name as it is."""
    found = NUMBERED.fullmatch(name)
    if found is None:
        return name
    kind, number = found.groups()
    if kind == "Player" and number:
        return prose.phrase("terminal", "Player {n}", n=number)
    if kind in BOT_NAMES.values():
        return f"{prose.phrase('terminal', kind)} {number}".rstrip()
    return name


def named(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Names nameless bots by their kind, which is put into words for each reader; several are numbered."""
    taken = {(seat.name or "").casefold() for seat in seats}
    all_named = []
    for seat in seats:
        if seat.kind == "bot" and seat.name is None:
            base = BOT_NAMES.get(seat.bot or "", f"{(seat.bot or 'bot').capitalize()} bot")[:20]
            name, number = base, 1
            while name.casefold() in taken:
                number += 1
                name = f"{base} {number}"
            taken.add(name.casefold())
            seat = replace(seat, name=name)  # noqa: PLW2901 - the same seat
        all_named.append(seat)
    return tuple(all_named)
