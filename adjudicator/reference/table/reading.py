"""The shipped table of known compounds: looked up by formula or by name, read-only and offline.

Standard library only, so that a cold start stays short. Each thread of each process reads through its own
connection, which makes a CompoundTable safe to share and to fork.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Self

from adjudicator.errors import ReferenceUnavailable
from adjudicator.reference.connections import Connection
from adjudicator.reference.policy import OVERRIDE, SOURCES, accept, check_sources, mask_of, sources_of
from adjudicator.reference.salts import nobody_has_made
from adjudicator.reference.table import names
from adjudicator.reference.table.schema import (
    BOILS,
    SCHEMA_VERSION,
    SUBLIMES,
    unpack_inchikey,
    unpack_skeleton,
    write_cas,
)

SHIPPED = Path(__file__).parent / "table.sqlite"
PATH_VARIABLE = "ADJUDICATOR_REFERENCE_TABLE"
DROP_VARIABLE = "ADJUDICATOR_DROP_SOURCES"
MAX_CACHED = 4096  # formulas
WELL_KNOWN = 20  # collections of data
MAX_NAME_LENGTH = 200  # characters of a name that is asked for

_COLUMNS = (
    "c.formula, c.name, c.smiles, c.inchikey, c.cid, c.cas, c.skeleton, c.boiling, c.review, c.source_mask,"
    " c.remark, c.fame, c.systematic, c.id"
)
_VALUES = f"SELECT estimate, {', '.join(SOURCES)} FROM compound WHERE id = ?"  # noqa: S608 - constants of ours
_BY_FORMULA = f"SELECT {_COLUMNS} FROM compound c WHERE c.formula = ? ORDER BY c.id"  # noqa: S608 - constants
_BY_NAME = (
    f"SELECT {_COLUMNS} FROM name n JOIN compound c ON c.id = n.compound"  # noqa: S608 - constants of ours
    " WHERE n.digest = ? ORDER BY c.id"
)
_MEASURED = "SELECT DISTINCT formula FROM compound WHERE source_mask ORDER BY formula"
_SUPPORTING = tuple(sources_of(mask) for mask in range(1 << len(SOURCES)))
_REVIEWED = mask_of([OVERRIDE])
_SYNONYMS = (
    "SELECT s.confirmed, s.harvested FROM compound c JOIN synonym s ON s.compound = c.id"
    " WHERE c.formula = ? AND c.smiles = ?"
)


class Compound(NamedTuple):
    """A known compound; `boiling_point_k` is None where no measured boiling point is accepted."""

    formula: str  # in Hill's order
    name: str  # that is shown: of our rules or lists, or read back to this structure; the formula without one
    smiles: str
    packed_inchikey: str
    cid: int | None
    cas_number: int | None
    packed_skeleton: str
    boiling_point_k: float | None
    boiling_kind: str  # "boils" or "sublimes"
    sources: tuple[str, ...]  # that support the boiling point
    remark: str | None = None  # what is known instead: decomposes, 58 °C at 22 mmHg, ...
    fame: int = 0  # in how many collections of data it is found; more for what a school knows
    systematic: str | None = None  # the systematic name, where another is shown first

    @property
    def inchikey(self) -> str:
        return unpack_inchikey(self.packed_inchikey)

    @property
    def cas(self) -> str | None:
        return None if self.cas_number is None else write_cas(self.cas_number)

    @property
    def skeleton(self) -> str:
        return unpack_skeleton(self.packed_skeleton)

    @property
    def named(self) -> bool:
        """Whether there is a name to show (C-NAME-SHOWN)."""
        return self.name != self.formula

    @property
    def well_known(self) -> bool:
        """Worth a mention beside an isomer."""
        return self.fame >= WELL_KNOWN


class CompoundTable:
    """`CompoundTable.open().by_formula("C2H6O")`: ethanol and dimethyl ether, each with its boiling point."""

    def __init__(self, path: Path, dropped: frozenset[str]) -> None:
        self.path = path
        self.dropped = dropped
        self._local = threading.local()
        self._cache: dict[str, tuple[Compound, ...]] = {}
        left_out = f" without {','.join(sorted(dropped))}" if dropped else ""
        self.version = self._check() + left_out  # what verdicts name as their authority

    @classmethod
    def open(cls, path: Path | None = None, drop_sources: frozenset[str] = frozenset()) -> Self:
        """The shipped table, or another; raises ReferenceUnavailable where it cannot be read.

        ADJUDICATOR_REFERENCE_TABLE names another file, ADJUDICATOR_DROP_SOURCES sources to leave out.
        """
        named = os.environ.get(PATH_VARIABLE)
        also = os.environ.get(DROP_VARIABLE, "").split(",")
        return cls(path or (Path(named) if named else SHIPPED), check_sources([*drop_sources, *also]))

    def by_formula(self, hill: str) -> tuple[Compound, ...]:
        """Every known compound of that composition, the best known first."""
        found = self._cache.get(hill)
        if found is None:
            if len(self._cache) >= MAX_CACHED:
                self._cache.clear()
            found = self._cache[hill] = self._compounds(_BY_FORMULA, hill)
        return found

    def formulas(self) -> tuple[str, ...]:
        """The formulas, in Hill's order, of which some compound may have an accepted boiling point."""
        return tuple(formula for (formula,) in self._rows(_MEASURED))

    def by_name(self, name: str) -> tuple[Compound, ...]:
        """Every compound that goes by that name; case, spaces and hyphens do not matter."""
        return self._called(name, harvested=True)

    def names_of(self, compound: Compound, *, harvested: bool = True) -> tuple[str, ...]:
        """The name that is shown, synonyms that say its structure, then what sources call it besides."""
        found = [name for name in (compound.name if compound.named else None, compound.systematic) if name]
        for confirmed, others in self._rows(_SYNONYMS, compound.formula, compound.smiles):
            found += filter(None, [*confirmed.split("\n"), *(others.split("\n") if harvested else ())])
        return tuple(found)

    def unmade(self, hill: str) -> bool:
        """Whether our list says that nobody has made a compound of the composition."""
        return nobody_has_made(hill)

    @property
    def attested(self) -> AttestedNames:
        """The same compounds by true names only, for practice and class."""
        return AttestedNames(self)

    def _called(self, name: str, *, harvested: bool) -> tuple[Compound, ...]:
        wanted = names.normalise(name)
        if not wanted or len(name) > MAX_NAME_LENGTH:
            return ()
        hits = self._compounds(_BY_NAME, names.digest(name))
        return tuple(c for c in hits if wanted in map(names.normalise, self.names_of(c, harvested=harvested)))

    def _compounds(self, query: str, key: str | int) -> tuple[Compound, ...]:
        return tuple(self._compound(row) for row in self._rows(query, key))

    def _compound(self, row: tuple[Any, ...]) -> Compound:
        formula, name, smiles, inchikey, cid, cas, skeleton, kelvin, review, mask, remark, *rest = row
        fame, systematic, number = rest
        if self.dropped and mask:
            mask, kelvin = self._without_dropped(number)
        kind = SUBLIMES if review == SUBLIMES and mask & _REVIEWED else BOILS
        return Compound(
            formula,
            name or formula,
            smiles,
            inchikey,
            cid,
            cas,
            skeleton,
            kelvin,
            kind,
            _SUPPORTING[mask],
            remark,
            fame,
            systematic,
        )

    def _without_dropped(self, number: int) -> tuple[int, float | None]:
        """The mask of the sources and the boiling point that those in force establish."""
        [(estimate, *values)] = self._rows(_VALUES, number)
        known = {s: v for s, v in zip(SOURCES, values, strict=True) if v is not None}
        found = accept(known, estimate, self.dropped)
        return (mask_of(found.sources), found.kelvin) if found else (0, None)

    def _rows(self, query: str, *key: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._connection().execute(query, key).fetchall()
        except sqlite3.Error as error:
            self._refuse_corrupt(error)

    def _connection(self) -> sqlite3.Connection:
        """The thread's own, opened again after a fork."""
        local = self._local
        if getattr(local, "process", None) != os.getpid():
            local.connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode=ro&immutable=1",
                uri=True,
                check_same_thread=False,
                factory=Connection,
            )
            local.process = os.getpid()
        connection: sqlite3.Connection = local.connection
        return connection

    def _check(self) -> str:
        """The version label, after checking that the file is a complete table of the schema we read."""
        if not self.path.is_file():
            raise ReferenceUnavailable(
                "table_missing",
                f"There is no reference table at {self.path}. Make one with 'adjudicator reference build',"
                f" or set {PATH_VARIABLE}.",
                path=str(self.path),
            )
        try:
            connection = self._connection()
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            (page_size,) = connection.execute("PRAGMA page_size").fetchone()
            if pages * page_size != self.path.stat().st_size or not pages:
                self._refuse_corrupt("it is not as long as it says")
            if schema != SCHEMA_VERSION:
                raise ReferenceUnavailable(
                    "table_wrong_version",
                    f"The reference table {self.path} has schema version {schema}; this program reads"
                    f" {SCHEMA_VERSION}. Make a new one with 'adjudicator reference build'.",
                    path=str(self.path),
                )
            (label,) = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        except (sqlite3.Error, OSError, TypeError) as error:
            self._refuse_corrupt(error)
        return str(label)

    def _refuse_corrupt(self, why: object) -> NoReturn:
        raise ReferenceUnavailable(
            "table_corrupt",
            f"The reference table {self.path} cannot be read: {why}. Make a new one with"
            " 'adjudicator reference build'.",
            path=str(self.path),
        )


class AttestedNames:
    """A table without the names that only sources give: what a teacher would have to look up is not right."""

    def __init__(self, table: CompoundTable) -> None:
        self._table = table

    def by_formula(self, hill: str) -> tuple[Compound, ...]:
        return self._table.by_formula(hill)

    def by_name(self, name: str) -> tuple[Compound, ...]:
        return self._table._called(name, harvested=False)  # noqa: SLF001 - one module

    def unmade(self, hill: str) -> bool:
        return self._table.unmade(hill)

    def names_of(self, compound: Compound) -> tuple[str, ...]:
        return self._table.names_of(compound, harvested=False)

    @property
    def attested(self) -> AttestedNames:
        return self
