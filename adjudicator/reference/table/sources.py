"""Reads the files of the `chemicals` package: identifiers, and boiling points by source.

Plain text files read as text. The package itself is only located, never imported, which spares its pandas.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Where several files have one structure, the later file has the better name and registry number.
IDENTIFIER_FILES = (
    "Identifiers/chemical identifiers pubchem large.tsv",
    "Identifiers/chemical identifiers pubchem small.tsv",
    "Identifiers/chemical identifiers example user db.tsv",  # without it there is no methane
    "Identifiers/Inorganic db.tsv",
)
BOILING_FILES = {
    "crc_inorg": "Misc/Physical Constants of Inorganic Compounds.csv",
    "crc_org": "Misc/Physical Constants of Organic Compounds.csv",
    "heos": "Misc/heos_constants.tsv",
    "webbook": "Misc/webbook_constants.tsv",
    "common_chemistry": "Misc/common_chemistry_data.tsv",
    "wikidata": "Misc/wikidata_properties.tsv",
    "yaws": "Phase Change/Yaws Boiling Points.tsv",
}
_CAS = re.compile(r"\b[0-9]{2,7}-[0-9]{2}-[0-9]\b")
_PREDICTED = re.compile(r"predict|joback|psi4|_ANN", re.IGNORECASE)
HANDBOOK_NAMES = {"crc_inorg": "Chemical", "crc_org": "Name"}


@dataclass(frozen=True, slots=True)
class Record:
    """One line of an identifier file, as it stands there."""

    file: int  # position in IDENTIFIER_FILES
    cid: int | None
    cas: int
    formula: str
    smiles: str
    inchikey: str
    iupac: str
    common: str
    synonyms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inputs:
    """A directory laid out as the `chemicals` package is, and its version."""

    directory: Path
    version: str

    @classmethod
    def installed(cls) -> Inputs:
        found = util.find_spec("chemicals")
        if found is None or found.origin is None:
            raise AdjudicatorError(
                "chemicals_missing",
                "The package 'chemicals' is needed to build the table: pip install 'adjudicator[reference]'.",
            )
        return cls(Path(found.origin).parent, metadata.version("chemicals"))

    def digest(self) -> str:
        """One digest over all files that are read: equal digests mean that two tables have the same data."""
        whole = sha256()
        named = [self.directory / name for name in (*IDENTIFIER_FILES, *BOILING_FILES.values())]
        for path in (*named, *self._collections()):
            whole.update(sha256(path.read_bytes()).digest())
        return whole.hexdigest()

    def count_lines(self) -> int:
        return sum((self.directory / name).read_bytes().count(b"\n") for name in IDENTIFIER_FILES)

    def records(self) -> Iterator[Record]:
        for number, name in enumerate(IDENTIFIER_FILES):
            with (self.directory / name).open(encoding="utf-8", newline="\n") as lines:
                for line in lines:
                    yield _read_record(number, line.rstrip("\n").split("\t"))

    def boiling_points(self) -> dict[int, dict[str, float]]:
        """Kelvin by source, by CAS number."""
        values: dict[int, dict[str, float]] = {}
        for source, name in BOILING_FILES.items():
            for row in self._table(name):
                if row["Tb"]:
                    values.setdefault(read_cas(row["CAS"]), {})[source] = round(float(row["Tb"]), 2)
        return values

    def mentions(self) -> dict[int, int]:
        """By CAS number, in how many of the package's collections of data a substance is found.

        Handbooks, tables of constants, safety lists: how well a substance is known. What was predicted, and
        lists of identifiers, do not count.
        """
        found: dict[int, int] = {}
        for path in self._collections():
            text = path.read_text(encoding="utf-8", errors="replace")
            for cas in {read_cas(number) for number in _CAS.findall(text)}:
                found[cas] = found.get(cas, 0) + 1
        return found

    def _collections(self) -> list[Path]:
        files = [path for path in self.directory.rglob("*") if path.suffix in {".tsv", ".csv"}]
        return sorted(p for p in files if p.parent.name != "Identifiers" and not _PREDICTED.search(p.name))

    def handbook_names(self) -> dict[int, str]:
        return {
            read_cas(row["CAS"]): row[column]
            for source, column in HANDBOOK_NAMES.items()
            for row in self._table(BOILING_FILES[source])
        }

    def _table(self, name: str) -> Iterator[dict[str, str]]:
        with (self.directory / name).open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines, delimiter="\t")


@dataclass(frozen=True, slots=True)
class HandbookLine:
    """One line of handbook.tsv: a substance of the handbook that no identifier file has."""

    cas: int
    smiles: str
    name: str


def read_handbook(path: Path) -> list[HandbookLine]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        HandbookLine(read_cas(row["cas"]), row["smiles"], row["name"])
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    ]


def read_cas(text: str) -> int:
    return int(text.replace("-", ""))


def _read_record(file: int, fields: list[str]) -> Record:
    cid, cas, formula, _, smiles, _, inchikey, iupac, common, *synonyms = fields
    return Record(
        file=file,
        cid=int(cid) if int(cid) > 0 else None,
        cas=read_cas(cas),
        formula=formula,
        smiles=smiles,
        inchikey=inchikey,
        iupac=iupac,
        common=common,
        synonyms=tuple(synonyms),
    )
