"""Failures of a database, reduced to a few codes; the driver's own message stays in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from sqlalchemy.exc import SQLAlchemyError


class StorageUnavailable(AdjudicatorError):  # noqa: N818
    """A database that cannot be opened, asked or written to; `cause` is for the log."""

    def __init__(self, code: str, message: str, cause: str = "", **details: Any) -> None:
        super().__init__(code, message, **details)
        self.cause = cause


class NoRoom(AdjudicatorError):  # noqa: N818
    """The limit of stored things is reached, for one client or in total."""


UNAVAILABLE = "database_unavailable"
BUSY = "database_busy"
FULL = "disk_full"
READ_ONLY = "database_read_only"
UNWRITABLE = frozenset((FULL, READ_ONLY))  # what is stored can still be read
PASSING = UNWRITABLE | {UNAVAILABLE, BUSY}  # errors that may be over while the service runs

MESSAGES = {
    UNAVAILABLE: "The database does not answer.",
    BUSY: "The database has too much to do. Nothing was lost; ask again in a moment.",
    FULL: "The disk of the database is full: nothing can be written until there is room.",
    READ_ONLY: "The database can only be read.",
}
# By sqlite's primary result code, and by the SQLSTATE of PostgreSQL.
SQLITE = {5: BUSY, 6: BUSY, 8: READ_ONLY, 13: FULL}
POSTGRES = {
    "53100": FULL,
    "53300": BUSY,  # too many connections
    "57014": BUSY,  # statement_timeout
    "55P03": BUSY,  # lock_timeout
    "25006": READ_ONLY,
    "40001": BUSY,
    "40P01": BUSY,  # a deadlock
}


def unavailable(code: str, cause: str = "") -> StorageUnavailable:
    return StorageUnavailable(code, MESSAGES[code], cause)


def told(error: SQLAlchemyError) -> StorageUnavailable:
    """The code for an error of the driver."""
    origin = error.orig if isinstance(error, DBAPIError) else error.__cause__
    number = getattr(origin, "sqlite_errorcode", None)
    state = getattr(origin, "sqlstate", None)
    code = SQLITE.get(number & 0xFF) if number is not None else POSTGRES.get(state or "")
    said = " ".join(
        str(origin or error).split()
    )  # never str(error): it quotes the data that was to be written
    return unavailable(code or UNAVAILABLE, f"{type(origin or error).__name__}: {said}")
