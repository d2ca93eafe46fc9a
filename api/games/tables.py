"""What happens at a table: creating, joining, starting, acting, leaving. Each is one transaction.

The row of the game is locked while it is changed, so of two who act at once one comes second, and is judged
by the state that the first left. An answer is stale only if what its seat was asked has changed (412).
"""

from __future__ import annotations

import hmac
import json
import secrets
import zlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.asking import stale
from adjudicator.engine.bots import Character, players_of
from adjudicator.engine.game import Resign, load_game
from adjudicator.errors import AdjudicatorError
from api.games.due import due_at
from api.idempotency import key_reused
from api.problems import Refused
from api.storage import games as rows
from api.storage.games import CommitRow, GameRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection

    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from api.games.due import Pace
    from api.idempotency import Key
    from api.storage import Database

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # nothing that sounds or looks like something else
CODE_LENGTH = 6
CODE_DAYS = 1
SEEN_SECONDS = 20  # how often it is noted that somebody is there
STATES = 512  # kept in memory

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
        """As they are called in sentences, seats that nobody sits on included."""
        named = [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]
        extra = [] if self.state is None else self.state.seats[len(named) :]
        return [*named, *("Nobody" for _ in extra)]

    def seat_of(self, token: str | None) -> int | None:
        """The seat that this token belongs to; None for whoever only watches. A dead token is refused."""
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
class Done:
    """What an act came to: the table after it, and its events."""

    table: Table
    events: tuple[Event, ...]


class Tables:
    """All tables of a database. `woken` is called with the id of a game whenever it has changed."""

    def __init__(
        self,
        database: Database,
        pace: Pace,
        woken: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.database = database
        self.pace = pace
        self.now = now
        self._woken = woken
        self._states: OrderedDict[str, Any] = OrderedDict()

    # --- looking --------------------------------------------------------------------------------------------

    def find(self, id_: str) -> Table:
        return self.database.read(partial(self._table, id_=id_))

    def events(self, id_: str, after: int = 0) -> tuple[Event, ...]:
        def read(connection: Connection) -> tuple[Event, ...]:
            row = rows.find(connection, id_)
            if row is None:
                return ()
            read_event = game_of(row.game).read_event
            return tuple(read_event(event) for event in rows.events_after(connection, id_, after))

        return self.database.read(read)

    def _table(self, connection: Connection, id_: str, *, lock: bool = False) -> Table:
        row = rows.find(connection, id_, lock=lock)
        if row is None or row.status == "cancelled":
            raise Refused(404, "no_such_game", "There is no game with this id.")
        return Table(row, rows.seats_of(connection, id_), self._state(connection, row))

    def _state(self, connection: Connection, row: GameRow) -> Any:
        """From memory, the snapshot or the events: whatever is nearest; the events are the truth."""
        if row.version == 0:
            return None
        game = game_of(row.game)
        self._know_edition(connection, game, row.edition)
        state = self._states.get(row.id)
        if state is not None and state.version == row.version:
            return state
        if state is None or state.version > row.version:
            state = None
            if row.snapshot is not None:
                with suppress(AdjudicatorError):  # written by another version of this program
                    state = game.state_from_json(json.loads(zlib.decompress(row.snapshot)))
        after = 0 if state is None else state.version
        for event in rows.events_after(connection, row.id, after, row.version):
            state = game.step(state, game.read_event(event))
        self._keep(row.id, state)
        return state

    def _keep(self, id_: str, state: Any) -> None:
        self._states[id_] = state
        self._states.move_to_end(id_)
        while len(self._states) > STATES:
            self._states.popitem(last=False)

    def _know_edition(self, connection: Connection, game: Game[Any, Any], label: str) -> None:
        try:
            game.editions.text_of(label)
        except AdjudicatorError:
            text = rows.edition_text(connection, label)
            if text is not None:
                game.editions.remember(text)

    # --- setting up -----------------------------------------------------------------------------------------

    def create(self, wanted: Mapping[str, Any], key: Key | None) -> tuple[Table, str, dict[int, str]]:
        """The table, the host's token and those of the seats with a name; the same ones for the same key."""
        game = game_of(wanted["game"])
        label = game.editions.label_of(wanted["edition"])
        places = wanted["seats"]
        setup = game.setup(wanted["options"], len(places), label)
        for place in places:
            if place["bot"] is not None:
                players_of(game.name).bot(Character.parse(place["bot"]))  # raises UnreadableInput
        id_ = key.derived("game") if key else secrets.token_urlsafe(16)
        host = key.derived("host") if key else secrets.token_urlsafe(16)
        tokens = {
            seat: key.derived(f"seat {seat}") if key else secrets.token_urlsafe(16)
            for seat, place in enumerate(places)
            if place["name"] is not None and place["bot"] is None
        }
        now = self.now()
        row = GameRow(
            id=id_,
            game=game.name,
            options=codec.plain(setup.options),
            edition=label,
            seed=secrets.token_hex(16),
            status="waiting",
            version=0,
            revision=1,
            hints=wanted["hints"],
            watch=wanted["watch"],
            clock=wanted["clock"],
            code=new_code(),
            code_until=now + timedelta(days=CODE_DAYS),
            host_digest=digest_of(host),
            request_key=key.digest if key else None,
            request_digest=key.asked if key else None,
            created_at=now,
            moved_at=now,
        )
        seats = _named([_seat(id_, seat, place, tokens.get(seat), now) for seat, place in enumerate(places)])
        released = label in game.editions.released

        def create(connection: Connection) -> Table:
            earlier = rows.find_by_key(connection, key.digest) if key else None
            if earlier is not None:
                if key is not None and earlier.request_digest != key.asked:
                    raise key_reused()
                return self._table(connection, earlier.id)
            if not released:
                rows.keep_edition(connection, label, game.name, game.editions.text_of(label), now)
            rows.add_game(connection, row, seats)
            return self._begin_if_full(connection, Table(row, seats))

        return self._written(create), host, tokens

    def join(
        self, find: Callable[[Connection], GameRow | None], name: str, key: Key | None
    ) -> tuple[Table, int, str]:
        """Takes an open seat, or one that was left. Unknown, full and dead codes are refused alike."""
        token = key.derived("join") if key else secrets.token_urlsafe(16)

        def join(connection: Connection) -> tuple[Table, int]:
            found = find(connection)
            if found is None:
                raise no_such_code()
            table = self._table(connection, found.id, lock=True)
            for seat in table.seats:
                if key is not None and seat.request_key == key.digest:
                    if seat.request_digest != key.asked:
                        raise key_reused()
                    return table, seat.seat
            free = [seat for seat in table.seats if seat.kind in ("open", "left")]
            if not free or table.row.status == "over":
                raise no_such_code()
            if name.casefold() in {
                (seat.name or "").casefold() for seat in table.seats if seat.kind != "left"
            }:
                raise Refused(409, "name_taken", f"Somebody at this table is already called {name!r}.")
            taken = replace(
                free[0],
                kind="person",
                name=name,
                bot=None,
                token_digest=digest_of(token),
                seen_at=self.now(),
                request_key=key.digest if key else None,
                request_digest=key.asked if key else None,
            )
            table = self._seated(connection, table, taken)
            return self._begin_if_full(connection, table), taken.seat

        table, seat = self._written(join)
        return table, seat, token

    def start(self, id_: str, token: str | None, fill: str, bot: str) -> Table:
        """The host says that it begins: open seats are closed, or given to bots."""

        def start(connection: Connection) -> Table:
            table = self._table(connection, id_, lock=True)
            require_host(table, token)
            if table.row.status != "waiting":
                raise Refused(409, "already_started", "This game has begun.")
            if fill == "close":
                kept = [seat for seat in table.seats if seat.kind != "open"]
            else:
                players_of(table.row.game).bot(Character.parse(bot))
                kept = [
                    replace(seat, kind="bot", bot=bot, name=None) if seat.kind == "open" else seat
                    for seat in table.seats
                ]
            seats = _named([replace(seat, seat=place) for place, seat in enumerate(kept)])
            table.game.setup(table.row.options, len(seats), table.row.edition)  # raises UnreadableInput
            rows.replace_seats(connection, id_, seats)
            return self._begin_if_full(connection, replace(table, seats=seats))

        return self._written(start)

    def change_seat(
        self, id_: str, token: str | None, seat: int, wanted: Mapping[str, Any]
    ) -> tuple[Table, str | None]:
        """The host gives a seat to a bot, opens it, or makes a new token for whoever sits there."""
        new = secrets.token_urlsafe(16)

        def change(connection: Connection) -> Table:
            table = self._table(connection, id_, lock=True)
            require_host(table, token)
            if not 0 <= seat < len(table.seats):
                raise Refused(404, "no_such_seat", f"There is no seat {seat} at this table.")
            if table.row.status == "over":
                raise Refused(409, "game_over", "This game is over.")
            place = table.seats[seat]
            if wanted["bot"] is not None:
                players_of(table.row.game).bot(Character.parse(wanted["bot"]))
                changed = replace(place, kind="bot", bot=wanted["bot"], token_digest=None, name=None)
            elif wanted["open"]:
                kind = "open" if table.row.status == "waiting" else "left"
                changed = replace(place, kind=kind, bot=None, token_digest=None)
            elif place.kind != "person":
                raise Refused(409, "nobody_there", "Nobody sits there who could get a new token.")
            else:
                changed = replace(place, token_digest=digest_of(new))
            return self._begin_if_full(connection, self._seated(connection, table, changed))

        table = self._written(change)
        return table, new if wanted["token"] else None

    def cancel(self, id_: str, token: str | None) -> None:
        def cancel(connection: Connection) -> Table:
            table = self._table(connection, id_, lock=True)
            require_host(table, token)
            if table.row.status == "over":
                raise Refused(409, "game_over", "This game is over.")
            row = self._changed(connection, table.row, status="cancelled", code=None, due_at=None)
            return replace(table, row=row)

        self._written(cancel)

    def leave(self, id_: str, token: str | None) -> Table:
        """The seat stays in the game and may be taken over; its token dies."""

        def leave(connection: Connection) -> Table:
            table = self._table(connection, id_, lock=True)
            seat = table.seats[require_seat(table, token)]
            waiting = table.row.status == "waiting"
            kind = "open" if waiting else "left"
            name = None if waiting else seat.name
            gone = replace(
                seat, kind=kind, name=name, token_digest=None, request_key=None, request_digest=None
            )
            return self._seated(connection, table, gone)

        return self._written(leave)

    def rematch(self, id_: str, token: str | None) -> tuple[Table, int, str]:
        """The same table again, one seat further round. Whoever asks first makes it."""
        new_id, host, own = (secrets.token_urlsafe(16) for _ in range(3))

        def rematch(connection: Connection) -> tuple[Table, int]:
            table = self._table(connection, id_, lock=True)
            seat = require_seat(table, token)
            if table.row.status != "over":
                raise Refused(409, "not_over", "This game is not over yet.")
            number = len(table.seats)
            place = (seat - 1) % number
            if table.row.rematch is None:
                again = self._again(table.row, new_id, host)
                seats = tuple(
                    replace(
                        old,
                        game=new_id,
                        seat=(old.seat - 1) % number,
                        kind="bot" if old.kind == "bot" else "open",
                        token_digest=None,
                        request_key=None,
                        request_digest=None,
                    )
                    for old in table.seats
                )
                rows.add_game(connection, again, sorted(seats, key=lambda seat: seat.seat))
                self._changed(connection, table.row, rematch=new_id)
                following = Table(again, tuple(sorted(seats, key=lambda seat: seat.seat)))
            else:
                following = self._table(connection, table.row.rematch, lock=True)
            mine = following.seats[place]
            if mine.kind == "bot" or (mine.kind == "person" and mine.name != table.seats[seat].name):
                raise Refused(
                    409, "seat_taken", "Your seat in the next game has been given to somebody else."
                )
            mine = replace(
                mine,
                kind="person",
                name=table.seats[seat].name,
                token_digest=digest_of(own),
                seen_at=self.now(),
            )
            following = self._seated(connection, following, mine)
            return self._begin_if_full(connection, following), place

        table, place = self._written(rematch)
        self._woken(id_)
        return table, place, own

    def _again(self, row: GameRow, id_: str, host: str) -> GameRow:
        now = self.now()
        return replace(
            row,
            id=id_,
            seed=secrets.token_hex(16),
            status="waiting",
            version=0,
            revision=1,
            code=new_code(),
            code_until=now + timedelta(days=CODE_DAYS),
            host_digest=digest_of(host),
            request_key=None,
            request_digest=None,
            created_at=now,
            moved_at=now,
            due_at=None,
            lease_until=None,
            follows=row.id,
            snapshot=None,
            snapshot_version=None,
        )

    # --- acting ---------------------------------------------------------------------------------------------

    def act(self, id_: str, token: str | None, action: Any, seen: int, key: str) -> Done:
        """An action of a seat, by somebody who saw that version."""
        return self._commit(id_, lambda table: require_seat(table, token), action, seen, key)

    def act_for(self, id_: str, seat: int, action: Any, seen: int, key: str) -> Done:
        """An action of a bot, or of a clock."""
        return self._commit(id_, lambda _: seat, action, seen, key)

    def _commit(self, id_: str, seat_of: Callable[[Table], int], action: Any, seen: int, key: str) -> Done:
        asked = sha256(json.dumps(action, sort_keys=True).encode()).digest()
        request_key = sha256(key.encode()).digest()

        def commit(connection: Connection) -> Done:
            table = self._table(connection, id_, lock=True)
            seat = seat_of(table)
            earlier = rows.commit_of(connection, id_, seat, request_key)
            if earlier is not None:
                if earlier.request_digest != asked:
                    raise key_reused()
                stored = rows.events_after(connection, id_, earlier.first - 1, earlier.last)
                return Done(table, tuple(table.game.read_event(event) for event in stored))
            require_playing(table)
            game = table.game
            wanted = game.read_action(action)
            _refuse_stale(table, seat, wanted, seen)
            try:
                with prose.seated(table.names):
                    state, happened = game.apply(table.state, seat, wanted)
            except IllegalAction as illegal:
                raise Refused(
                    422, "illegal_action", illegal.message, verdict=illegal.details["verdict"]
                ) from None
            rows.add_commit(
                connection,
                CommitRow(id_, happened[0].version, happened[-1].version, seat, request_key, asked),
            )
            return Done(self._happened(connection, table, state, happened), happened)

        return self._written(commit)

    def resign(self, id_: str, token: str | None, key: str) -> Done:
        table = self.find(id_)
        return self.act(id_, token, {"type": "resign"}, table.row.version, key)

    # --- what every change does -----------------------------------------------------------------------------

    def _begin_if_full(self, connection: Connection, table: Table) -> Table:
        """The last seat and the start are one transaction."""
        if table.row.status != "waiting" or any(seat.kind == "open" for seat in table.seats):
            return table
        row = table.row
        self._know_edition(connection, table.game, row.edition)
        state, happened = table.game.start(
            row.options, row.seed, players=len(table.seats), edition=row.edition
        )
        table = replace(table, row=replace(row, status="playing", code=None))
        return self._happened(connection, table, state, happened)

    def _happened(self, connection: Connection, table: Table, state: Any, happened: Sequence[Event]) -> Table:
        now = self.now()
        game = table.game
        rows.add_events(connection, table.row.id, [event.to_json() for event in happened], now)
        table = replace(table, state=state)
        snapshot = zlib.compress(json.dumps(game.state_to_json(state)).encode(), 1)
        row = self._changed(
            connection,
            table.row,
            version=state.version,
            status="playing" if state.result is None else "over",
            code=table.row.code,
            moved_at=now,
            snapshot=snapshot,
            snapshot_version=state.version,
        )
        return self._due_anew(connection, replace(table, row=row))

    def _due_anew(self, connection: Connection, table: Table) -> Table:
        at = None
        if table.row.status == "playing":
            asked_at = lru_cache(None)(partial(rows.time_of, connection, table.row.id))
            at = due_at(table, self.pace, self.now(), asked_at)
        rows.change_game(connection, table.row.id, due_at=at, lease_until=None)
        return replace(table, row=replace(table.row, due_at=at, lease_until=None))

    def rest(self, id_: str, version: int, until: datetime | None) -> None:
        """No bot has anything to do at this version: nothing is due before then."""

        def rest(connection: Connection) -> None:
            row = rows.find(connection, id_, lock=True)
            if row is not None and row.version == version:
                rows.change_game(connection, id_, due_at=until, lease_until=None)

        self.database.write(rest)

    def _seated(self, connection: Connection, table: Table, seat: SeatRow) -> Table:
        seats = _named([seat if place.seat == seat.seat else place for place in table.seats])
        rows.replace_seats(connection, table.row.id, seats)
        row = self._changed(connection, table.row)
        return self._due_anew(connection, replace(table, row=row, seats=seats))

    def _changed(self, connection: Connection, row: GameRow, **values: Any) -> GameRow:
        values["revision"] = row.revision + 1
        rows.change_game(connection, row.id, **values)
        return replace(row, **values)

    def saw(self, table: Table, seat: int) -> None:
        """Notes that somebody is there, now and then."""
        now = self.now()
        seen = table.seats[seat].seen_at
        if seen is None or now - seen > timedelta(seconds=SEEN_SECONDS):
            self.database.write(
                lambda connection: rows.change_seat(connection, table.row.id, seat, seen_at=now)
            )

    def _written(self, work: Callable[[Connection], Result]) -> Result:
        """Whoever follows the table is woken, and its state kept, only once it is on disk."""
        done = self.database.write(work)
        table = done[0] if isinstance(done, tuple) else done.table if isinstance(done, Done) else done
        assert isinstance(table, Table)
        if table.state is not None:
            self._keep(table.row.id, table.state)
        self._woken(table.row.id)
        return done


# --- who may ----------------------------------------------------------------------------------------------


def require_seat(table: Table, token: str | None) -> int:
    seat = table.seat_of(token)
    if seat is None:
        raise Refused(
            401, "token_needed", "Only who sits at the table may do this: send the seat's token as a bearer."
        )
    return seat


def require_host(table: Table, token: str | None) -> None:
    if not table.is_host(token):
        raise Refused(403, "host_only", "Only the host may do this, with the host's token.")


def require_playing(table: Table) -> None:
    if table.row.status == "waiting":
        raise Refused(409, "not_started", "This game has not begun: seats are open.")


def _refuse_stale(table: Table, seat: int, action: Any, seen: int) -> None:
    """412 only if what this seat was asked has changed since the version it saw."""
    version = table.row.version
    if seen > version:
        raise Refused(412, "version_to_come", f"The game is at version {version}; {seen} has not come yet.")
    if isinstance(action, Resign):
        return
    asks = [ask for ask in table.game.asked(table.state) if ask.player == seat]
    fitting = [ask for ask in asks if action.type in ask.kinds]
    late = all(stale(ask, seen, version) for ask in fitting) if fitting else seen != version
    if late:
        raise Refused(
            412,
            "asked_anew",
            f"What you were asked has changed since version {seen}; look again.",
            version=version,
        )


# --- small things -----------------------------------------------------------------------------------------


@lru_cache(64)
def game_of(name: str) -> Game[Any, Any]:
    return load_game(name)


def digest_of(token: str) -> bytes:
    return sha256(token.encode()).digest()


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def no_such_code() -> Refused:
    return Refused(404, "no_open_seat", "No table with an open seat answers to this.")


def _seat(id_: str, seat: int, place: Mapping[str, Any], token: str | None, now: datetime) -> SeatRow:
    if place["bot"] is not None:
        return SeatRow(id_, seat, "bot", place["name"], place["bot"])
    if place["name"] is not None:
        digest = None if token is None else digest_of(token)
        return SeatRow(id_, seat, "person", place["name"], token_digest=digest, seen_at=now)
    return SeatRow(id_, seat, "open")


def _named(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Bots without a name are called what they are, told apart by a number where there are several."""
    taken = {(seat.name or "").casefold() for seat in seats}
    named = []
    for seat in seats:
        if seat.kind == "bot" and seat.name is None:
            base = f"{(seat.bot or 'bot').capitalize()} bot"[:20]
            name, number = base, 1
            while name.casefold() in taken:
                number += 1
                name = f"{base} {number}"
            taken.add(name.casefold())
            seat = replace(seat, name=name)  # noqa: PLW2901 - the same seat
        named.append(seat)
    return tuple(named)
