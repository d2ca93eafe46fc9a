"""The knowledge behind the rules, read once from ions.toml: metals, nonmetals, cations and anions.

It has no words: an ion's name is the key of its words in every `Vocabulary`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.chem.formula import Formula

Counts = tuple[tuple[str, int], ...]

FOLDER = Path(__file__).parent
GREEK = (
    "",
    "mono",
    "di",
    "tri",
    "tetra",
    "penta",
    "hexa",
    "hepta",
    "octa",
    "nona",
    "deca",
    "undeca",
    "dodeca",
    "trideca",
    "tetradeca",
    "pentadeca",
    "hexadeca",
    "heptadeca",
    "octadeca",
    "nonadeca",
    "icosa",
)
KIS = ("", "", "bis", "tris", "tetrakis", "pentakis", "hexakis", "heptakis", "octakis", "nonakis", "decakis")
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@dataclass(frozen=True, slots=True)
class Metal:
    symbol: str
    charges: tuple[int, ...]  # the usual ones
    rare: tuple[int, ...]  # always written with their number
    numbered: bool  # whether a careful name gives the number
    traditional: tuple[int, ...] = ()  # the charges of ferrous and ferric
    loose: int = 0  # the charge that school means by a name without a number

    @property
    def all_charges(self) -> tuple[int, ...]:
        return self.charges + self.rare


@dataclass(frozen=True, slots=True)
class Cation:
    """A polyatomic cation, or a group that is named like one: ammonium, carbonyl."""

    name: str
    formula: str
    atoms: Counts
    charge: int
    partners: frozenset[str]  # names of the anions it goes with; empty: any
    free: bool = False  # a name may combine it with any anion

    def goes_with(self, anion: Anion) -> bool:
        return not self.partners or anion.name in self.partners


@dataclass(frozen=True, slots=True)
class Anion:
    name: str
    formula: str
    atoms: Counts
    charge: int
    has_acid: bool = False
    rare: bool = False
    reducing: bool = False  # oxidised by metals of high charge
    mono: str = ""  # the monatomic ion that the same atoms usually are
    structure: str = ""  # of its acid, as a condensed formula
    numbered: tuple[str, int] | None = None  # the family and the oxidation number: chlorate(I)
    base: str = ""  # the ion that the hydrogens are added to
    protons: int = 0

    @property
    def monatomic(self) -> bool:
        return len(self.atoms) == 1 and self.atoms[0][1] == 1

    @property
    def central(self) -> frozenset[str]:
        """What the family is named for: nitrite and nitrate are both of nitrogen."""
        return frozenset(symbol for symbol, _ in self.atoms) - {"O", "H"}


@dataclass(frozen=True, slots=True)
class Knowledge:
    metals: dict[str, Metal]
    numbers: dict[str, tuple[int, ...]]  # positive oxidation numbers of nonmetals, for Stock names
    ides: dict[str, str]  # the ion of a single atom: "oxide", "sulfide", ...
    cations: tuple[Cation, ...]
    anions: tuple[Anion, ...]  # monatomic ones first
    gases: frozenset[str]
    oxidation: dict[str, list[int]]  # numbers of a metal in complexes
    mixed: frozenset[Formula]
    ligands: tuple[dict[str, Any], ...]
    phases: tuple[str, ...]  # compounds whose composition no charges give: MgB2, WC, Fe3C

    def anion(self, name: str) -> Anion:
        return next(anion for anion in self.anions if anion.name == name)


@cache
def knowledge() -> Knowledge:
    plain = tomllib.loads((FOLDER / "ions.toml").read_text(encoding="utf-8"))
    gases = frozenset(plain["acids"]["gases"])
    return Knowledge(
        metals={metal.symbol: metal for row in plain["metal"] for metal in _metals(row)},
        numbers={row["symbol"]: tuple(row["numbers"]) for row in plain["nonmetal"]},
        ides={row["symbol"]: f"{row['ide']}ide" for row in plain["nonmetal"] if "ide" in row},
        cations=tuple(_cation(row) for row in plain["cation"]),
        anions=(
            *(_monatomic(row, gases) for row in plain["nonmetal"] if "ide" in row),
            *(
                anion
                for row in plain["anion"]
                for anion in _with_hydrogens(row, _numbered(row, plain["numbered"]["roots"]), gases)
            ),
        ),
        gases=gases,
        oxidation=plain["oxidation"],
        mixed=frozenset(Formula.parse(text) for text in plain["mixed"]["compounds"]),
        ligands=tuple(plain["complexes"]["ligands"]),
        phases=tuple(plain["phases"]["compounds"]),
    )


def _metals(row: dict[str, Any]) -> list[Metal]:
    charges = tuple(row["charges"])
    traditional = tuple(row.get("traditional", ()))
    numbered = len(charges) > 1 or row.get("stock", False)
    rare, loose = tuple(row.get("rare", ())), row.get("loose", 0)
    return [Metal(symbol, charges, rare, numbered, traditional, loose) for symbol in row["symbols"]]


def _cation(row: dict[str, Any]) -> Cation:
    return Cation(
        row["name"],
        row["formula"],
        Formula.parse(row["formula"]).atoms,
        row["charge"],
        frozenset(row.get("with", ())),
        row.get("free", False),
    )


def _monatomic(row: dict[str, Any], gases: frozenset[str]) -> Anion:
    symbol = row["symbol"]
    return Anion(f"{row['ide']}ide", symbol, ((symbol, 1),), row["charge"], symbol in gases)


def _numbered(row: dict[str, Any], roots: list[str]) -> tuple[str, int] | None:
    """chlorate(I) for hypochlorite: the family's -ate, with the oxidation number of its central atom."""
    stem = row["name"].removeprefix("hypo").removeprefix("per")[:-3]
    atoms = dict(Formula.parse(row["formula"]).atoms)
    oxygens = atoms.pop("O", 0)
    if stem not in roots or len(atoms) != 1:
        return None
    return stem, (2 * oxygens + row["charge"]) // next(iter(atoms.values()))


def _with_hydrogens(
    row: dict[str, Any], numbered: tuple[str, int] | None, gases: frozenset[str]
) -> list[Anion]:
    """The ion, and its hydrogen ions: carbonate, hydrogen carbonate."""
    atoms = Formula.parse(row["formula"]).atoms
    ending = row["name"].endswith(("ate", "ite")) or row["formula"] in gases
    plain = Anion(
        row["name"],
        row["formula"],
        atoms,
        row["charge"],
        row.get("acid", ending),
        row.get("rare", False),
        row.get("reducing", False),
        row.get("mono", ""),
        row.get("structure", ""),
        numbered,
    )
    found = [plain]
    for protons in range(1, row.get("protons", 0) + 1):
        counts = dict(atoms)
        counts["H"] = counts.get("H", 0) + protons
        many = GREEK[protons] if protons > 1 else ""
        found.append(
            Anion(
                f"{many}hydrogen {row['name']}",
                _hydrogen_formula(row["formula"], protons),
                Formula.of(counts).atoms,
                row["charge"] + protons,
                rare=plain.rare,
                reducing=plain.reducing,
                base=plain.name,
                protons=protons,
            )
        )
    return found


def _hydrogen_formula(formula: str, protons: int) -> str:
    """HCO3, H2PO4; H2PO3 where the ion begins with hydrogen itself."""
    counts = dict(Formula.parse(formula).atoms)
    own = counts["H"] if formula.startswith("H") else 0
    rest = formula[1 + len(str(own)) :] if own > 1 else formula[1:] if own else formula
    total = own + protons
    return f"H{total if total > 1 else ''}{rest}"
