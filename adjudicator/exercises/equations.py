"""Equations to balance, made by rule from equations.toml: which salt forms follows from the charges."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from itertools import product
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.chem import reactions
from adjudicator.chem.formula import Formula, write_unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FILE = Path(__file__).with_name("equations.toml")
HYDROGEN, HYDROXIDE, OXIDE = "H^+", "OH^-", "O^2-"

Row = dict[str, Any]
Species = tuple[str, ...]


@lru_cache(1)
def equations() -> Mapping[int, tuple[str, ...]]:
    """The equations of each level, each once, without those that need no numbers."""
    made: dict[int, dict[str, None]] = {}
    for rule, rows in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        for row in rows:
            level = made.setdefault(row["level"], {})
            level |= {_text(*sides): None for sides in RULES[rule](row) if not _needs_no_numbers(*sides)}
            made[row["level"]] = level
    return {level: tuple(texts) for level, texts in sorted(made.items())}


def _text(before: Species, after: Species) -> str:
    return f"{' + '.join(before)} -> {' + '.join(after)}"


def _needs_no_numbers(before: Species, after: Species) -> bool:
    left, right = (tuple((one, 1) for one in species) for species in (before, after))
    return reactions.is_balanced(left, right)


def salt_of(cation: str, anion: str) -> str:
    """The neutral compound of two ions: Al^3+ and SO4^2- are Al2(SO4)3."""
    plus, minus = Formula.parse(cation).charge, -Formula.parse(anion).charge
    common = gcd(plus, minus)
    return write_unit(_bare(cation), minus // common) + write_unit(_bare(anion), plus // common)


def _bare(ion: str) -> str:
    return ion.partition("^")[0]


def _element(ion: str) -> str:
    """The element of a cation, as it reacts: hydrogen in pairs."""
    return "H2" if ion == HYDROGEN else _bare(ion)


def _synthesis(row: Row) -> Iterator[tuple[Species, Species]]:
    for (molecule, anion), cation in product(row["nonmetals"], row["cations"]):
        yield (_element(cation), molecule), (salt_of(cation, anion),)


def _combustion(row: Row) -> Iterator[tuple[Species, Species]]:
    for fuel in row["fuels"]:
        yield (fuel, "O2"), ("CO2", "H2O")


def _neutralisation(row: Row) -> Iterator[tuple[Species, Species]]:
    for anion, cation in product(row["acids"], row["bases"]):
        yield (salt_of(HYDROGEN, anion), salt_of(cation, HYDROXIDE)), (salt_of(cation, anion), "H2O")


def _displacement(row: Row) -> Iterator[tuple[Species, Species]]:
    for anion, cation in product(row["acids"], row["metals"]):
        yield (_bare(cation), salt_of(HYDROGEN, anion)), (salt_of(cation, anion), "H2")


def _dissolving(row: Row) -> Iterator[tuple[Species, Species]]:
    for anion, cation in product(row["acids"], row["metals"]):
        yield (salt_of(cation, OXIDE), salt_of(HYDROGEN, anion)), (salt_of(cation, anion), "H2O")


def _reduction(row: Row) -> Iterator[tuple[Species, Species]]:
    for (oxide, metal), (agent, oxidised) in product(row["oxides"], row["by"]):
        yield (oxide, agent), (metal, oxidised)


def _precipitation(row: Row) -> Iterator[tuple[Species, Species]]:
    for (cation, anion), (other, partner) in row["salts"]:
        yield (
            (salt_of(cation, anion), salt_of(other, partner)),
            (salt_of(cation, partner), salt_of(other, anion)),
        )


def _redox(row: Row) -> Iterator[tuple[Species, Species]]:
    for (oxidant, reduced), (reductant, oxidised) in product(row["oxidants"], row["reductants"]):
        yield (oxidant, reductant, HYDROGEN), (reduced, oxidised, "H2O")


def _written(row: Row) -> Iterator[tuple[Species, Species]]:
    for text in row["equations"]:
        before, after = (tuple(side.split(" + ")) for side in text.split(" -> "))
        yield before, after


RULES: Mapping[str, Callable[[Row], Iterator[tuple[Species, Species]]]] = {
    "synthesis": _synthesis,
    "combustion": _combustion,
    "neutralisation": _neutralisation,
    "displacement": _displacement,
    "dissolving": _dissolving,
    "reduction": _reduction,
    "precipitation": _precipitation,
    "redox": _redox,
    "written": _written,
}
