"""Writes the table file. Nothing in it depends on the clock, on the machine or on the version of SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from rdkit import rdBase

from adjudicator.reference.policy import MEASURED, OVERRIDE, TOO_LOW_K, accept, mask_of
from adjudicator.reference.table import names
from adjudicator.reference.table.schema import (
    DDL,
    PAGE_SIZE,
    REJECTED,
    SCHEMA_VERSION,
    pack_inchikey,
    pack_skeleton,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from adjudicator.reference.policy import BoilingPoint
    from adjudicator.reference.screening import Structure
    from adjudicator.reference.table.sources import Inputs

_CHANGE_COUNTER, _VALID_FOR, _LIBRARY_VERSION = 24, 92, 96  # offsets in the header of an SQLite file
_NO_CID = 1 << 62
ROOM_K = 273.15  # what "boils" below that, though far too low, is a slip of the unit


@dataclass(frozen=True, slots=True)
class Entry:
    """A compound on its way into the table."""

    structure: Structure
    name: str
    inchikey: str
    cid: int | None
    cas: int | None
    values: Mapping[str, float]
    synonyms: tuple[str, ...]  # as the sources have them
    confirmed: tuple[str, ...] = ()  # synonyms that say this structure
    iupac: str = ""
    own_name: bool = False  # whether the name is of our rules or of our lists
    systematic: str | None = None  # beside another name that is shown
    override: float | None = None
    review: str | None = None
    estimate: float | None = None  # by structure, an alarm only
    reviewed_remark: str | None = None
    fame: int = 0  # in how many collections of data it is found; more for what a school knows

    @property
    def boiling(self) -> BoilingPoint | None:
        """The accepted one, if there is one."""
        if self.review == REJECTED:
            return None
        own = {} if self.override is None else {OVERRIDE: self.override}
        return accept({**self.values, **own}, self.estimate)

    @property
    def sources(self) -> tuple[str, ...]:
        """Those that support the boiling point; none when there is no accepted one."""
        found = self.boiling
        return found.sources if found else ()

    @property
    def remark(self) -> str | None:
        """What is known instead of a boiling point, or beside it."""
        if self.reviewed_remark or not self.values or self.review or self.boiling:
            return self.reviewed_remark
        highest = max(self.values.values())
        if self.estimate is None or self.estimate - highest <= TOO_LOW_K or highest < ROOM_K:
            return None
        return (
            f"only {highest - 273.15:.0f} °C is on record, too low: at reduced pressure, or a melting point"
        )

    def order(self) -> tuple[str, int, int, str]:
        """Of one composition the best known first."""
        return self.structure.formula.hill, -self.fame, self.cid or _NO_CID, self.structure.smiles

    def row(self, number: int) -> tuple[Any, ...]:
        return (
            number,
            self.structure.formula.hill,
            self.name,
            self.structure.smiles,
            pack_inchikey(self.inchikey),
            pack_skeleton(self.structure.skeleton),
            self.cid,
            self.cas,
            self.systematic,
            self.fame,
            mask_of(self.sources),
            self.boiling.kelvin if self.boiling else None,
            self.estimate,
            self.remark,
            self.override,
            self.review,
            *(self.values.get(source) for source in MEASURED),
        )


def write_table(target: Path, entries: Sequence[Entry], inputs: Inputs, reviewed: Sequence[bytes]) -> str:
    """Writes the entries in their order and returns the version of the table."""
    rows = [entry.row(number) for number, entry in enumerate(entries, start=1)]
    synonyms = [
        (n, "\n".join(e.confirmed), "\n".join(e.synonyms))
        for n, e in enumerate(entries, start=1)
        if e.confirmed or e.synonyms
    ]
    index = {
        (names.digest(name), n)
        for n, e in enumerate(entries, start=1)
        for name in (e.name, e.systematic, *e.confirmed, *e.synonyms)
        if name
    }

    content = sha256()
    for row in (*rows, *synonyms):
        content.update(repr(row).encode())
    version = f"table@{inputs.version}-{content.hexdigest()[:8]}"
    meta = {
        "version": version,
        "schema": str(SCHEMA_VERSION),
        "chemicals": inputs.version,
        "inputs_sha256": inputs.digest(),
        "reviewed_sha256": sha256(b"".join(reviewed)).hexdigest(),
        "rdkit": rdBase.rdkitVersion,
        "rows": str(len(rows)),
        "formulas": str(len({entry.structure.formula for entry in entries})),
        "boiling": str(sum(entry.sources != () for entry in entries)),
    }

    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial, isolation_level=None)) as database:
        database.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        database.execute("PRAGMA journal_mode = OFF")
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        database.executescript(DDL)
        database.execute("BEGIN")
        database.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
        places = ", ".join("?" * len(rows[0])) if rows else ""
        database.executemany(f"INSERT INTO compound VALUES ({places})", rows)  # noqa: S608 - only marks
        database.executemany("INSERT INTO synonym VALUES (?, ?, ?)", synonyms)
        database.executemany("INSERT INTO name VALUES (?, ?)", sorted(index))
        database.execute("COMMIT")
        database.execute("VACUUM")
    _forget_the_library(partial)
    partial.replace(target)
    return version


def _forget_the_library(path: Path) -> None:
    """SQLite writes its version and a change counter into the header; both are set to constants."""
    with path.open("r+b") as file:
        for offset, value in ((_CHANGE_COUNTER, 1), (_VALID_FOR, 1), (_LIBRARY_VERSION, 3_000_000)):
            file.seek(offset)
            file.write(value.to_bytes(4, "big"))
