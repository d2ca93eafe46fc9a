"""The questions that are measured: fixed, seeded runs of tiles and formulas, the same in every run."""

from __future__ import annotations

import random
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

from adjudicator_rulesets.compoundit.edition import DEFAULT, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.chem.ions import Ion
    from adjudicator_rulesets.compoundit.edition import Edition

SEED = 20_25
SHORTEST, LONGEST = 2, 12

Run = tuple[str, ...]


@lru_cache(1)
def shipped() -> Edition:
    return load(DEFAULT)


@lru_cache(1)
def mixed_runs(size: int = 2_000) -> list[str]:
    """Runs of 2 to 12 tiles as players type them: half drawn from the bag, half valid or nearly so."""
    rng = random.Random(SEED)
    edition = shipped()
    bag = [tile.symbol for tile in edition.tiles for _ in range(tile.count)]
    runs = [rng.sample(bag, rng.randint(SHORTEST, LONGEST)) for _ in range(size // 2)]
    near = compounds(rng)
    runs += [list(next(near)) for _ in range(size - len(runs))]
    rng.shuffle(runs)
    return ["".join(run) for run in runs]


def compounds(rng: random.Random) -> Iterator[Run]:
    """Two of three are neutral and laid correctly; the third has one fault."""
    while True:
        pieces = _neutral(rng)
        if rng.random() < 1 / 3:
            pieces = rng.choice(FAULTS)(rng, pieces)
        run = tuple(tile for piece in pieces for tile in piece)
        if SHORTEST <= len(run) <= LONGEST:
            yield run


def _neutral(rng: random.Random) -> list[Run]:
    """The ions of a neutral compound of two kinds, each shuffled, in any order."""
    edition = shipped()
    cation, up = rng.choice([(tile, n) for tile in edition.tiles for n in tile.oxidation if n > 0])
    downs: list[tuple[Run, int]] = [((t.symbol,), n) for t in edition.tiles for n in t.oxidation if n < 0]
    downs = [down for down in downs if down[0] != (cation.symbol,)]
    downs += [(ion.letters, ion.charges[0]) for ion in edition.ions if ion.charges[0] < 0]
    anion, down = rng.choice(downs)
    common = gcd(up, down)
    pieces = [(cation.symbol,)] * (-down // common) + [_shuffled(rng, anion) for _ in range(up // common)]
    rng.shuffle(pieces)
    return pieces


def _shuffled(rng: random.Random, tiles: Run) -> Run:
    return tuple(rng.sample(tiles, len(tiles)))


def _tear(rng: random.Random, pieces: list[Run]) -> list[Run]:
    return [_shuffled(rng, tuple(tile for piece in pieces for tile in piece))]


def _swap(rng: random.Random, pieces: list[Run]) -> list[Run]:
    run = [tile for piece in pieces for tile in piece]
    run[rng.randrange(len(run))] = rng.choice(shipped().tiles).symbol
    return [tuple(run)]


def _double(_: random.Random, pieces: list[Run]) -> list[Run]:
    return pieces + pieces


def _drop(rng: random.Random, pieces: list[Run]) -> list[Run]:
    place = rng.randrange(len(pieces))
    return pieces[:place] + pieces[place + 1 :]


def _mix(rng: random.Random, pieces: list[Run]) -> list[Run]:
    ion: Ion = rng.choice(shipped().ions)
    return [*pieces, ion.letters]


FAULTS: tuple[Callable[[random.Random, list[Run]], list[Run]], ...] = (_tear, _swap, _double, _drop, _mix)


# Patterns that are repeated to the length wanted: their pieces fit in very many ways, or in hardly any.
ADVERSARIAL = (
    "O", "N", "H", "C", "NO", "HO", "CN", "SO", "ClO", "NOO", "NHHHH", "HNO", "HNOO", "OHO", "CHNO",
    "NHHHHNOOO", "HCOOO", "CCHHHOO", "HSOOOO", "HHPOOOO", "SCN", "FeO", "FeSOOOO", "PbSOOOO", "CuNPS",
    "NaHO", "MgNOONOO", "FeNOONOOO", "NPSFe", "HCNOSPCl",
)  # fmt: skip


def adversarial_runs(length: int) -> list[Run]:
    """Each pattern as it is, shuffled, and with one metal in front."""
    rng = random.Random(SEED)
    runs = []
    for pattern in ADVERSARIAL:
        row = (_symbols(pattern) * length)[:length]
        runs += [row, _shuffled(rng, row), ("Fe", *row[1:]), ("Na", *row[1:])]
    return runs


def _symbols(text: str) -> Run:
    from adjudicator.chem.formula import Tiles

    return tuple(Tiles.parse(text))


METALS = ("Li", "Na", "K", "Mg", "Ca", "Ba", "Al", "Fe", "Cu", "Zn", "Ag", "Pb", "Mn", "Cr", "Ni", "Co")
ANIONS = ("F", "Cl", "Br", "I", "O", "S", "N", "OH", "NO3", "NO2", "CN", "SO4", "CO3", "PO4", "ClO4")
LIGANDS = ("CN", "NH3", "H2O", "OH", "CO", "NO2")


@lru_cache(1)
def formulas(size: int = 800) -> list[str]:
    """Different plain formulas: salts, salts with brackets, complexes with nested brackets, organics.

    There are more than any peer's cache holds, so that going through them in order never hits the cache.
    """
    rng = random.Random(SEED)
    kinds = (_salt, _salt, _complex, _organic)
    found: dict[str, None] = {}
    while len(found) < size:
        found[rng.choice(kinds)(rng)] = None
    return list(found)


def _times(unit: str, count: int) -> str:
    if count == 1:
        return unit
    return f"{unit}{count}" if len(unit) == 1 or unit[1:].islower() else f"({unit}){count}"


def _salt(rng: random.Random) -> str:
    return _times(rng.choice(METALS), rng.randint(1, 3)) + _times(rng.choice(ANIONS), rng.randint(1, 4))


def _complex(rng: random.Random) -> str:
    core = rng.choice(METALS) + _times(rng.choice(LIGANDS), rng.randint(2, 6))
    return _times(rng.choice(METALS), rng.randint(1, 4)) + f"({core}){rng.randint(2, 3)}"


def _organic(rng: random.Random) -> str:
    carbons = rng.randint(1, 30)
    tail = _times(rng.choice(("O", "N", "S", "Cl")), rng.randint(1, 6))
    return _times("C", carbons) + f"H{rng.randint(2, 2 * carbons + 2)}" + tail


# Small inorganic, organic and impossible ones, as they come up at the table; the largest has 30 atoms.
LEWIS = """
H2O NH3 CH4 CO CO2 N2O SO2 SO3 HCN COCl2 NCl3 OF2 PCl3 SiCl4 CH2O N2H4 HNO3 H2SO4 H3PO4 HClO4 C2H2 C2H4
C2H6O C2H4O2 CH3NO2 C2H6OS C3H6O C4H10 C6H6 C6H5Cl C7H8 C8H8O2 C9H8O4 C10H8 C6H12O6 C8H10N4O2 C10H20
C9H20O N2O4 N2O5 P4O10 S4N4 B3N3H6 BCl3 NO NO2 SF6 PCl5 BF3 B2H6 XeF4 XeO3 O3 CH5 CH2N2 C3O2
""".split()  # noqa: SIM905 - a page of quotes would say less
