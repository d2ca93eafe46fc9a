"""Games as rows: the table itself, its seats, its events, and the requests that made them.

These are functions of a connection, so that callers can combine several of them in one transaction.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from adjudicator_api.storage.schema import commits, events, games, requests, seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import BindParameter, Connection, Select

LISTED = 50
UNFINISHED = ("waiting", "playing")
STATUSES = (*UNFINISHED, "over", "cancelled")

FREE = ("open", "left")  # kinds of seats that can be taken
MOST_REQUESTS = 200  # noted at one table: more than people at it can have just made


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    id: str
    game: str
    options: Mapping[str, Any]
    edition: str
    seed: str
    status: str = "waiting"
    version: int = 0
    revision: int = 1
    hints: bool = False
    watch: str = "players"
    clock: int | None = None
    code: str | None = None
    code_until: datetime | None = None
    host_digest: bytes
    request_key: bytes | None = None
    request_digest: bytes | None = None
    created_at: datetime
    moved_at: datetime
    due_at: datetime | None = None
    lease_until: datetime | None = None
    rematch: str | None = None
    follows: str | None = None
    snapshot: bytes | None = None
    snapshot_version: int | None = None
    expires_at: datetime | None = None
    asked: int = 0
    opened_by: str | None = None
    edition_text: bytes | None = None
    stage: int | None = None
    remarks: Sequence[dict[str, Any]] | None = None
    of_class: str | None = None
    number: int | None = None
    paused_at: datetime | None = None
    disclosed: str | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    game: str
    seat: int
    kind: str  # person, bot, open, left
    name: str | None = None
    bot: str | None = None
    token_digest: bytes | None = None
    seen_at: datetime | None = None
    one_screen: bool = False
    looked_since: int | None = None
    looked_at: datetime | None = None
    pupil: int | None = None
    joined_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class CommitRow:
    game: str
    first: int
    last: int
    seat: int
    request_key: bytes
    request_digest: bytes


@dataclass(frozen=True, slots=True)
class RequestRow:
    """The answer to a request with a key."""

    request_key: bytes
    game: str
    request_digest: bytes
    seat: int
    status: str
    version: int


@dataclass(frozen=True, slots=True)
class Counts:
    games: Mapping[str, int]  # by status
    asks: int  # answers of people that games wait for
    overdue: int  # tables at which a bot or a clock should have acted by now


# --- reading ------------------------------------------------------------------------------------------------


# The statements of every move are built once: building one takes longer than executing it.
_ID: BindParameter[Any] = bindparam("id_")
_SEAT: BindParameter[Any] = bindparam("place")
_KEY: BindParameter[Any] = bindparam("key")
_VERSION: BindParameter[Any] = bindparam("after")
_LAST: BindParameter[Any] = bindparam("until")
_GAME = select(games).where(games.c.id == _ID)
_GAME_LOCKED = _GAME.with_for_update()
_REVISION_LOCKED = select(games.c.revision, games.c.seed).where(games.c.id == _ID).with_for_update()
_SEATS = select(seats).where(seats.c.game == _ID).order_by(seats.c.seat)
_EVENTS = (
    select(events.c.event)
    .where(events.c.game == _ID, events.c.version > _VERSION, events.c.version <= _LAST)
    .order_by(events.c.version)
)
_TIME = select(events.c.at).where(events.c.game == _ID, events.c.version == _VERSION)
_COMMIT = select(commits).where(commits.c.game == _ID, commits.c.seat == _SEAT, commits.c.request_key == _KEY)
_CHANGE_GAME = update(games).where(games.c.id == _ID)
_CHANGE_STILL = _CHANGE_GAME.where(games.c.revision == bindparam("was"), games.c.seed == bindparam("of"))
_ADD_EVENTS, _ADD_COMMIT = insert(events), insert(commits)
NO_END = 2**31 - 1  # above every version


def find(connection: Connection, id_: str, *, lock: bool = False) -> GameRow | None:
    """With `lock`, no other transaction can change it until this one ends."""
    return _game(connection, _GAME_LOCKED if lock else _GAME, id_=id_)


def locked_revision(connection: Connection, id_: str) -> tuple[int, str] | None:
    """Locks the row as `find` does; returns its revision, and its seed because an id may be reused."""
    row = connection.execute(_REVISION_LOCKED, {"id_": id_}).one_or_none()
    return None if row is None else (row.revision, row.seed)


def find_by_code(connection: Connection, code: str) -> GameRow | None:
    return _game(connection, select(games).where(games.c.code == code))


def find_by_key(connection: Connection, request_key: bytes) -> GameRow | None:
    return _game(connection, select(games).where(games.c.request_key == request_key))


def seats_of(connection: Connection, id_: str) -> tuple[SeatRow, ...]:
    rows = connection.execute(_SEATS, {"id_": id_}).mappings()
    return tuple(SeatRow(**_times_in_utc(row)) for row in rows)


def events_after(connection: Connection, id_: str, version: int, last: int = NO_END) -> list[Any]:
    return list(connection.execute(_EVENTS, {"id_": id_, "after": version, "until": last}).scalars())


def time_of(connection: Connection, id_: str, version: int) -> datetime | None:
    found = connection.execute(_TIME, {"id_": id_, "after": version}).scalar_one_or_none()
    return None if found is None else in_utc(found)


def commit_of(connection: Connection, id_: str, seat: int, request_key: bytes) -> CommitRow | None:
    asked = {"id_": id_, "place": seat, "key": request_key}
    row = connection.execute(_COMMIT, asked).mappings().one_or_none()
    return None if row is None else CommitRow(**row)


def request_of(connection: Connection, request_key: bytes) -> RequestRow | None:
    asked = select(requests).where(requests.c.request_key == request_key)
    row = connection.execute(asked).mappings().one_or_none()
    return None if row is None else RequestRow(**row)


def acted_since(connection: Connection, id_: str, seat: int, version: int) -> bool:
    """Whether this seat acted after that version."""
    asked = select(commits.c.last).where(
        commits.c.game == id_, commits.c.seat == seat, commits.c.last > version
    )
    return connection.execute(asked.limit(1)).scalar_one_or_none() is not None


def acts_since(connection: Connection, id_: str, seat: int, version: int) -> int:
    """How often this seat acted after that version."""
    asked = select(func.count()).where(
        commits.c.game == id_, commits.c.seat == seat, commits.c.first > version
    )
    number: int = connection.execute(asked).scalar_one()
    return number


def forget_acts(connection: Connection, id_: str, seat: int) -> None:
    """For whoever takes this seat next: keys and acts were those of somebody else."""
    connection.execute(delete(commits).where(commits.c.game == id_, commits.c.seat == seat))


def public_games(connection: Connection) -> list[GameRow]:
    """Games that may be watched, the most active first."""
    asked = (
        select(games)
        .where(games.c.watch == "public", games.c.status.in_(UNFINISHED))
        .order_by(games.c.moved_at.desc())
        .limit(LISTED)
    )
    return [_row(row) for row in connection.execute(asked).mappings()]


def listed_games(connection: Connection, status: str | None, game: str | None, most: int) -> list[GameRow]:
    """The most active first, for operators."""
    asked = select(games).order_by(games.c.moved_at.desc()).limit(most)
    if status is not None:
        asked = asked.where(games.c.status == status)
    if game is not None:
        asked = asked.where(games.c.game == game)
    return [_row(row) for row in connection.execute(asked).mappings()]


def quiet_games(connection: Connection, since: datetime) -> list[str]:
    """Unfinished games without activity since then whose seats have not been warned."""
    asked = select(games.c.id).where(
        games.c.status.in_(UNFINISHED), games.c.moved_at < since, games.c.expires_at.is_(None)
    )
    return list(connection.execute(asked).scalars())


def expired_games(connection: Connection, now: datetime, *, classes: bool = False) -> list[str]:
    """With `classes`, only classes: they are never kept longer than promised."""
    asked = select(games.c.id).where(games.c.expires_at <= now)
    if classes:
        asked = asked.where(games.c.stage.is_not(None))
    return list(connection.execute(asked).scalars())


def tables_of_class(connection: Connection, id_: str) -> list[GameRow]:
    """The tables of a class by number; after a rematch, only the latest game."""
    asked = select(games).where(
        games.c.of_class == id_, games.c.rematch.is_(None), games.c.status != "cancelled"
    )
    return [_row(row) for row in connection.execute(asked.order_by(games.c.number)).mappings()]


def seat_of_pupil(connection: Connection, id_: str, pupil: int) -> tuple[GameRow, int] | None:
    """The table at which a pupil of this class plays, and the seat there."""
    asked = (
        select(games, seats.c.seat)
        .join(seats, seats.c.game == games.c.id)
        .where(games.c.of_class == id_, games.c.rematch.is_(None), games.c.status != "cancelled")
        .where(seats.c.pupil == pupil)
    )
    row = connection.execute(asked).mappings().first()
    if row is None:
        return None
    values = dict(row)
    seat = values.pop("seat")
    return _row(values), seat


def counts(connection: Connection, now: datetime) -> Counts:
    by_status = select(games.c.status, func.count(), func.sum(games.c.asked)).group_by(games.c.status)
    found = {status: (number, asked or 0) for status, number, asked in connection.execute(by_status)}
    overdue = connection.execute(
        select(func.count()).select_from(games).where(games.c.due_at <= now)
    ).scalar_one()
    return Counts(
        {status: found.get(status, (0, 0))[0] for status in STATUSES},
        found.get("playing", (0, 0))[1],
        overdue,
    )


def due_games(connection: Connection, now: datetime, most: int) -> list[tuple[str, str]]:
    """Tables at which something is due and that no process has claimed, each with the client that opened it.

    Clients take turns: first the longest due table of each, then the next of each.
    """
    owner = func.coalesce(games.c.opened_by, games.c.id)
    turn = func.row_number().over(partition_by=owner, order_by=games.c.due_at)
    due = (
        select(games.c.id, owner.label("owner"), games.c.due_at, turn.label("turn"))
        .where(games.c.due_at <= now, (games.c.lease_until.is_(None)) | (games.c.lease_until < now))
        .subquery()
    )
    asked = select(due.c.id, due.c.owner).order_by(due.c.turn, due.c.due_at).limit(most)
    return [(row.id, row.owner) for row in connection.execute(asked)]


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a game is: its revision, version and stage."""

    revision: int = 0
    version: int = 0
    moved_at: datetime | None = None
    stage: int | None = None

    @property
    def seen_by_all(self) -> tuple[object, ...]:
        """A number that changes with everything all players must know of, in a class with nothing else."""
        return (self.revision, self.version, self.moved_at) if self.stage is None else (self.stage,)


WATCHING = "+"


def watching(id_: str) -> str:
    """The topic of subscribers to everything that happens in a class."""
    return id_ + WATCHING


def followed(topic: str) -> str:
    """The game that a topic is about."""
    return topic.removesuffix(WATCHING)


def marks(connection: Connection, ids: Iterable[str]) -> dict[str, Mark]:
    columns = games.c.id, games.c.revision, games.c.version, games.c.moved_at, games.c.stage
    asked = select(*columns).where(games.c.id.in_(list(ids)))
    return {
        id_: Mark(revision, version, in_utc(moved_at), stage)
        for id_, revision, version, moved_at, stage in connection.execute(asked)
    }


# --- writing ------------------------------------------------------------------------------------------------


def add_game(connection: Connection, row: GameRow, places: Sequence[SeatRow]) -> None:
    connection.execute(insert(games).values(**_values(row)))
    connection.execute(insert(seats), [_values(place) for place in places])


def change_game(connection: Connection, id_: str, **values: Any) -> None:
    connection.execute(_CHANGE_GAME, {"id_": id_, **values})


def change_game_still(connection: Connection, was: GameRow, **values: Any) -> bool:
    """Changes it if it is still at that revision and has that seed (ids may be reused); whether it did."""
    given = {"id_": was.id, "was": was.revision, "of": was.seed, **values}
    return connection.execute(_CHANGE_STILL, given).rowcount == 1


def claim(connection: Connection, id_: str, now: datetime, until: datetime) -> bool:
    """Claims what is due there until the lease runs out; returns whether that succeeded."""
    claimed = (
        update(games)
        .where(
            games.c.id == id_,
            games.c.due_at <= now,
            (games.c.lease_until.is_(None)) | (games.c.lease_until < now),
        )
        .values(lease_until=until)
    )
    return connection.execute(claimed).rowcount == 1


def release(connection: Connection, ids: Iterable[str]) -> None:
    """Releases the claims of this process, so that another one can take over."""
    connection.execute(update(games).where(games.c.id.in_(list(ids))).values(lease_until=None))


def change_seat(connection: Connection, id_: str, seat: int, **values: Any) -> None:
    connection.execute(update(seats).where(seats.c.game == id_, seats.c.seat == seat).values(**values))


def note_seen(connection: Connection, present: Iterable[tuple[str, int]], now: datetime) -> None:
    seen = (
        update(seats)
        .where(seats.c.game == bindparam("id_"), seats.c.seat == bindparam("place"))
        .values(seen_at=now)
    )
    connection.execute(seen, [{"id_": id_, "place": seat} for id_, seat in present])


def replace_seats(connection: Connection, id_: str, places: Sequence[SeatRow]) -> None:
    connection.execute(delete(seats).where(seats.c.game == id_))
    if places:
        connection.execute(insert(seats), [_values(place) for place in places])


def add_events(connection: Connection, id_: str, happened: Sequence[Mapping[str, Any]], at: datetime) -> None:
    rows = [{"game": id_, "version": event["version"], "event": event, "at": at} for event in happened]
    connection.execute(_ADD_EVENTS, rows)


def add_commit(connection: Connection, row: CommitRow) -> None:
    connection.execute(_ADD_COMMIT, _values(row))


def add_request(connection: Connection, row: RequestRow) -> None:
    """Requests are repeated within seconds: of a table that is joined and left without end, few are kept."""
    of_game = requests.c.game == row.game
    if connection.execute(select(func.count()).where(of_game)).scalar_one() >= MOST_REQUESTS:
        connection.execute(delete(requests).where(of_game))
    connection.execute(insert(requests).values(**_values(row)))


def remove_game(connection: Connection, id_: str) -> None:
    """With everything that belongs to it, by cascading; the tables of a class are deleted with it.

    An edition stays while another game may use it.
    """
    connection.execute(delete(games).where((games.c.id == id_) | (games.c.of_class == id_)))


def remove_tables_of_class(connection: Connection, id_: str) -> None:
    connection.execute(delete(games).where(games.c.of_class == id_))


# --- rows ---------------------------------------------------------------------------------------------------


def _values(row: GameRow | SeatRow | CommitRow | RequestRow) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row)}


def _game(connection: Connection, asked: Select[Any], **given: Any) -> GameRow | None:
    row = connection.execute(asked, given).mappings().one_or_none()
    return None if row is None else _row(row)


def _row(row: Any) -> GameRow:
    return GameRow(**_times_in_utc(row))


def _times_in_utc(row: Any) -> dict[str, Any]:
    """SQLite forgets the time zone; everything is written in UTC."""
    return {str(name): in_utc(value) if isinstance(value, datetime) else value for name, value in row.items()}


def in_utc(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)
