"""The file format of the shipped table: SQLite, one row per compound, in the order of formulas."""

from __future__ import annotations

import re

from adjudicator.reference.policy import MEASURED

SCHEMA_VERSION = 4
PAGE_SIZE = 4096
BOILS, SUBLIMES, REJECTED = "boils", "sublimes", "rejected"

_BOILING = ",\n  ".join(f"{source} REAL" for source in MEASURED)
DDL = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE compound (
  id INTEGER PRIMARY KEY,
  formula TEXT NOT NULL,
  name TEXT NOT NULL,
  smiles TEXT NOT NULL,
  inchikey TEXT NOT NULL,
  skeleton TEXT NOT NULL,
  cid INTEGER,
  cas INTEGER,
  systematic TEXT,
  fame INTEGER NOT NULL,
  source_mask INTEGER NOT NULL,
  boiling REAL,
  estimate REAL,
  remark TEXT,
  override REAL,
  review TEXT,
  {_BOILING}
);
CREATE INDEX compound_formula ON compound (formula);
CREATE TABLE synonym (compound INTEGER PRIMARY KEY, confirmed TEXT NOT NULL, harvested TEXT NOT NULL);
CREATE TABLE name (digest INTEGER, compound INTEGER, PRIMARY KEY (digest, compound)) WITHOUT ROWID;
"""

# One letter for each of the commonest atoms of a skeleton key: small letters that no nonmetal's symbol has.
_CODES = dict(
    zip(
        (
            "[CH]",
            "[C]",
            "[CH2]",
            "[CH3]",
            "[O]",
            "[N]",
            "[OH]",
            "[F]",
            "[Cl]",
            "[NH]",
            "[S]",
            "[NH2]",
            "[Br]",
            "[P]",
        ),
        "acbdogfhjkmpuq",
        strict=True,
    )
)
_ATOM = re.compile(r"\[[^\]]*\]")
_UNPACK = str.maketrans({letter: atom for atom, letter in _CODES.items()})
_NO_STEREO = "-UHFFFAOYSA-N"


def pack_skeleton(key: str) -> str:
    return _ATOM.sub(lambda atom: _CODES.get(atom.group(), atom.group()), key)


def unpack_skeleton(packed: str) -> str:
    return packed.translate(_UNPACK)


def pack_inchikey(key: str) -> str:
    return key.removesuffix(_NO_STEREO)


def unpack_inchikey(packed: str) -> str:
    return packed if "-" in packed else packed + _NO_STEREO


def write_cas(number: int) -> str:
    digits = str(number)
    return f"{digits[:-3]}-{digits[-3:-1]}-{digits[-1]}"
