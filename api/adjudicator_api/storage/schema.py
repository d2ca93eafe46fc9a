"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("judged", String(16), nullable=False),  # the judge's ruling
    Column("packed", LargeBinary),  # the judge's whole answer, see `compact`; null when pruned
    Column("key_digest", LargeBinary, nullable=False),  # of the settlement key
    Column("request_key", LargeBinary),  # digest of the idempotency key that created it
    Column("request_digest", LargeBinary),  # of the request with that key
    Column("agreed", String(16)),  # the ruling that the table agreed on
    Column("agreed_by", JSON),
    Column("settled_at", DateTime(timezone=True)),
    Column("settled_with", LargeBinary),  # digests of the key and the request that settled it
    Column("edition", String(200)),  # the label of its edition, if that is in `editions`
    Column("brought_by", String(32)),  # the client's digest: see `storage.clients`
    Column("size", Integer, nullable=False, server_default="0"),  # bytes of `packed`: see `storage.kept`
    Column("opened_at", DateTime(timezone=True)),  # when it was first read by its id
    Index("challenges_brought_by", "brought_by", "size"),
    Index("challenges_created_at", "created_at"),
    Index("challenges_edition", "edition"),
    Index("challenges_request_key", "request_key", unique=True),
)
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column(
        "edition", String(200), nullable=False
    ),  # its label; the text is in `editions` while the game runs
    Column("seed", String(64), nullable=False),  # the table's secret
    Column("status", String(16), nullable=False),  # waiting, playing, over, cancelled
    Column("version", Integer, nullable=False),  # of the game: how many events it has
    Column(
        "revision", Integer, nullable=False
    ),  # of everything that a view shows: joins, names, leaves, moves
    Column("hints", Boolean, nullable=False),
    Column("watch", String(16), nullable=False),  # public, players, or link (anyone with the address)
    Column("clock", Integer),  # seconds for an answer
    Column("code", String(8)),  # for joining, while seats are open
    Column("code_until", DateTime(timezone=True)),
    Column("host_digest", LargeBinary, nullable=False),
    Column("request_key", LargeBinary),  # digest of the idempotency key that created it
    Column("request_digest", LargeBinary),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("moved_at", DateTime(timezone=True), nullable=False),
    Column("due_at", DateTime(timezone=True)),  # when a bot moves or a clock runs out
    Column("lease_until", DateTime(timezone=True)),  # while a process has claimed it
    Column("rematch", String(32)),  # the game that followed
    Column("follows", String(32)),  # the game that this one is the rematch of
    Column("snapshot", LargeBinary),  # of the state, a cache: see `snapshot_version`
    Column("snapshot_version", Integer),
    Column("expires_at", DateTime(timezone=True)),  # when it is deleted unless a player moves
    Column("asked", Integer, nullable=False, server_default="0"),  # answers that it awaits from people
    Column("opened_by", String(32)),  # the client's digest: see `storage.clients`
    Column("edition_text", LargeBinary),  # of a finished game with an uploaded edition
    Column("stage", Integer),  # of a class: the last revision announced to its pupils
    Column("remarks", JSON(none_as_null=True)),  # quick phrases; null if there are none
    Column("of_class", String(32)),  # the class that this table belongs to, and is deleted with
    Column("number", Integer),  # of a table in its class
    Column("paused_at", DateTime(timezone=True)),  # set while play is paused
    Column("disclosed", String(16)),  # why somebody knows what is hidden: exported, imported, lesson
    Column("size", Integer, nullable=False, server_default="0"),  # bytes of its events: see `storage.kept`
    Index("games_code", "code", unique=True),
    Index("games_due_at", "due_at"),
    Index("games_edition", "edition"),
    Index("games_expires_at", "expires_at"),
    Index("games_moved_at", "moved_at"),
    Index("games_opened_by", "opened_by", "size"),
    Index("games_of_class", "of_class"),
    Index("games_request_key", "request_key", unique=True),
)
seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot, open, left; in a class also waiting
    Column("name", String(24)),
    Column("bot", String(64)),  # which one, as in strong:3
    Column("token_digest", LargeBinary),
    Column("seen_at", DateTime(timezone=True)),
    Column("one_screen", Boolean, nullable=False, server_default=false()),  # shares it with other seats
    Column("looked_since", Integer),  # the ask, by its version, that a seat at one screen has seen
    Column("looked_at", DateTime(timezone=True)),  # and when: its clock runs from then on
    Column("pupil", Integer),  # at a table of a class: the seat's pupil, by number in the class
    Column("joined_at", DateTime(timezone=True)),  # of a pupil in a class
    Index("seats_token", "token_digest", unique=True),
)
events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("event", JSON, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)
commits = Table(
    "commits",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True),  # versions of its events
    Column("last", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("request_key", LargeBinary, nullable=False),  # digest of the key that the action came with
    Column("request_digest", LargeBinary, nullable=False),
    Index("commits_request_key", "game", "seat", "request_key", unique=True),
)
requests = Table(  # that took or left a seat or asked for a rematch, in case they are sent again
    "requests",
    metadata,
    Column("request_key", LargeBinary, primary_key=True),  # digest of the key and its purpose
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("request_digest", LargeBinary, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("status", String(16), nullable=False),  # of the game then
    Column("version", Integer, nullable=False),
    Index("requests_game", "game"),
)
editions = Table(
    "editions",
    metadata,
    Column("label", String(200), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("digest", String(80), nullable=False, server_default=""),  # as in the label: sha256:…
    Column("used_at", DateTime(timezone=True)),
    Column("known_as", String(80)),  # of old editions: the twelve digits that named them
    Column("brought_by", String(32)),  # the client's digest, as `opened_by`
    Column("size", Integer, nullable=False, server_default="0"),  # characters of its text
    Index("editions_digest", "digest", unique=True),
    Index("editions_known_as", "known_as"),
    Index("editions_used_at", "used_at"),
    Index("editions_brought_by", "brought_by", "size"),
)
secrets = Table(  # created with the database and shared by all processes
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    info={"passing": True},  # exists in an empty database; included in back-ups
)
uptimes = Table(  # periods in which the service was up
    "uptimes",
    metadata,
    Column("began_at", DateTime(timezone=True), primary_key=True),
    Column("last_at", DateTime(timezone=True), nullable=False),
    info={"passing": True},  # belongs to the running service; not in back-ups
)
KEPT = [table for table in metadata.sorted_tables if not table.info.get("passing")]
