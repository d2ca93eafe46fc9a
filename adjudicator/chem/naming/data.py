"""The knowledge behind the rules, read once from ions.toml: metals, nonmetals, cations and anions."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.chem.elements import ELEMENTS
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
    name: str
    charges: tuple[int, ...]  # the usual ones
    rare: tuple[int, ...]  # always written with their number
    numbered: bool  # whether a careful name gives the number
    traditional: tuple[tuple[int, str], ...]  # (2, "ferrous"), (3, "ferric")

    @property
    def all_charges(self) -> tuple[int, ...]:
        return self.charges + self.rare


@dataclass(frozen=True, slots=True)
class Cation:
    """A polyatomic cation, or a group that is named like one: ammonium, carbonyl."""

    name: str
    synonyms: tuple[str, ...]
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
    synonyms: tuple[str, ...]
    formula: str
    atoms: Counts
    charge: int
    acid: str | None = None  # None: by rule; "": it has none
    rare: bool = False
    mono: str = ""  # the monatomic ion that the same atoms usually are
    structure: str = ""  # of its acid, as a condensed formula

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.synonyms)

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
    roots: dict[str, str]  # "ox", "sulf", ...
    cations: tuple[Cation, ...]
    anions: tuple[Anion, ...]  # monatomic ones first
    acid_stems: dict[str, str]
    gases: frozenset[str]
    mixed: frozenset[Formula]
    fold: tuple[tuple[str, str], ...]
    slips: dict[str, str]
    lookalikes: frozenset[str]
    molecules: frozenset[str]  # that are taken for ions
    ligands: tuple[dict[str, Any], ...]
    ate_stems: dict[str, str]  # ferr(ate), cupr(ate)
    phases: tuple[str, ...]  # compounds whose composition no charges give: MgB2, WC, Fe3C

    def anion(self, name: str) -> Anion:
        return next(anion for anion in self.anions if anion.name == name)


@cache
def knowledge() -> Knowledge:
    plain = tomllib.loads((FOLDER / "ions.toml").read_text(encoding="utf-8"))
    return Knowledge(
        metals={metal.symbol: metal for row in plain["metal"] for metal in _metals(row)},
        numbers={row["symbol"]: tuple(row["numbers"]) for row in plain["nonmetal"]},
        roots={row["symbol"]: row["ide"] for row in plain["nonmetal"] if "ide" in row},
        cations=tuple(_cation(row) for row in plain["cation"]),
        anions=(
            *(_monatomic(row) for row in plain["nonmetal"] if "ide" in row),
            *(
                anion
                for row in plain["anion"]
                for anion in _with_hydrogens(row, _numbered(row, plain["numbered"]["roots"]))
            ),
        ),
        acid_stems=plain["acids"]["stems"],
        gases=frozenset(plain["acids"]["gases"]),
        mixed=frozenset(Formula.parse(text) for text in plain["mixed"]["compounds"]),
        fold=tuple((old, new) for old, new in plain["spelling"]["fold"]),
        slips=plain["spelling"]["slips"],
        lookalikes=frozenset(plain["spelling"]["lookalikes"]),
        molecules=frozenset(plain["spelling"]["molecules"]),
        ligands=tuple(plain["complexes"]["ligands"]),
        ate_stems=plain["complexes"]["stems"],
        phases=tuple(plain["phases"]["compounds"]),
    )


def _metals(row: dict[str, Any]) -> list[Metal]:
    charges = tuple(row["charges"])
    traditional = tuple((row[key][1], row[key][0]) for key in ("ous", "ic") if key in row)
    numbered = len(charges) > 1 or row.get("stock", False)
    return [
        Metal(symbol, ELEMENTS[symbol].name, charges, tuple(row.get("rare", ())), numbered, traditional)
        for symbol in row["symbols"]
    ]


def _cation(row: dict[str, Any]) -> Cation:
    return Cation(
        row["name"],
        tuple(row.get("synonyms", ())),
        row["formula"],
        Formula.parse(row["formula"]).atoms,
        row["charge"],
        frozenset(row.get("with", ())),
        row.get("free", False),
    )


def _monatomic(row: dict[str, Any]) -> Anion:
    symbol = row["symbol"]
    return Anion(row["ide"] + "ide", (), symbol, ((symbol, 1),), row["charge"])


def _numbered(row: dict[str, Any], roots: list[str]) -> tuple[str, ...]:
    """chlorate(I) for hypochlorite: the family's -ate, with the oxidation number of its central atom."""
    stem = row["name"].removeprefix("hypo").removeprefix("per")[:-3]
    atoms = dict(Formula.parse(row["formula"]).atoms)
    oxygens = atoms.pop("O", 0)
    if stem not in roots or len(atoms) != 1:
        return ()
    number = (2 * oxygens + row["charge"]) // next(iter(atoms.values()))
    return (f"{stem}ate({ROMAN[number]})",)


def _with_hydrogens(row: dict[str, Any], numbered: tuple[str, ...]) -> list[Anion]:
    """The ion, and its hydrogen ions: carbonate, hydrogen carbonate (also called bicarbonate)."""
    atoms = Formula.parse(row["formula"]).atoms
    synonyms = (*row.get("synonyms", ()), *numbered)
    plain = Anion(
        row["name"],
        synonyms,
        row["formula"],
        atoms,
        row["charge"],
        row.get("acid"),
        row.get("rare", False),
        row.get("mono", ""),
        row.get("structure", ""),
    )
    found = [plain]
    for protons in range(1, row.get("protons", 0) + 1):
        counts = dict(atoms)
        counts["H"] = counts.get("H", 0) + protons
        many = GREEK[protons] if protons > 1 else ""
        others = [f"bi{row['name']}"] if protons == -row["charge"] - 1 else []
        others += [f"{many}hydrogen {synonym}" for synonym in synonyms]
        others += [f"monohydrogen {name}" for name in plain.names if protons == 1]
        found.append(
            Anion(
                f"{many}hydrogen {row['name']}",
                tuple(others),
                _hydrogen_formula(row["formula"], protons),
                Formula.of(counts).atoms,
                row["charge"] + protons,
                acid="",
                rare=plain.rare,
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
