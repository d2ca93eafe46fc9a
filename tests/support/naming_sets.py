"""Sets of compositions for testing names."""

from __future__ import annotations

from functools import cache
from math import gcd, lcm
from typing import TYPE_CHECKING

from adjudicator import Formula, Ruling, load_ruleset
from adjudicator.chem.naming.families.acids import acids
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TILES = 12

METALS = "Li Na K Mg Ca Ba Al Zn Cd Ag Fe Cu Pb Sn Hg Co Ni Cr Mn Ti Au".split()

MOLECULES = """
H2O NH3 CH4 PH3 SiH4 N2H4 H2S HCl HBr HI HF H2O2 CO CO2 CS2 COS N2O NO NO2 N2O3 N2O4 N2O5 SO2 SO3 SF2 SF4 SF6 SCl2 PF3 PCl3
PBr3 PI3 PF5 PCl5 AsCl3 AsF5 BF3 BCl3 BBr3 NF3 NCl3 NBr3 NI3 CF4 CCl4 CBr4 SiF4 SiCl4 SiBr4 OF2 Cl2O ClO2 Cl2O7 ClF ClF3 BrF
BrF3 BrF5 IF5 IF7 ICl ICl3 IBr XeF2 XeF4 XeF6 SeO2 SeO3 SeF6 TeO2 TeF6 I2O5 SiO2 B2O3 P4O10 P4O6 COCl2 COF2 COClF CSCl2 SOCl2
SO2Cl2 POCl3 PSCl3 NOCl NOF CCl2F2 CCl3F CClF3 CHCl3 CH2Cl2 CH3Cl CHBr3 CHI3 CHF3 CBrClF2 HCN HN3 C2N2 ClCN O2 O3 N2 H2 F2 Cl2
""".split()


@cache
def compoundit_legal() -> tuple[Formula, ...]:
    """Every legal composition of CompoundIt! standard with up to twelve tiles: two kinds of unit, or a pair."""
    rules = load_ruleset("compoundit:standard")
    assert isinstance(rules, CompoundIt)
    legal = {f for f in _candidates(rules) if rules.judge(f).ruling is Ruling.VALID}
    return tuple(sorted(legal))


def _candidates(rules: CompoundIt) -> set[Formula]:
    units = [((tile.symbol, 1),) for tile in rules.edition.tiles] + [ion.counts for ion in rules.edition.ions]
    found = {Formula.of({tile.symbol: 2}) for tile in rules.edition.tiles}
    found |= {exception.formula for exception in rules.edition.exceptions if "binary" in exception.sets}
    for place, one in enumerate(units):
        for other in units[place + 1 :]:
            for n in range(1, MAX_TILES):
                for m in range(1, MAX_TILES):
                    total = n * sum(k for _, k in one) + m * sum(k for _, k in other)
                    if total <= MAX_TILES and gcd(n, m) == 1:
                        found.add(_sum((one, n), (other, m)))
    return found


def school_salts() -> Iterator[Formula]:
    """The salts of the metals and ions taught at school, one for each usual charge."""
    for symbol in METALS:
        for charge in knowledge().metals[symbol].charges:
            for anion in knowledge().anions:
                if not anion.rare:
                    both = lcm(charge, -anion.charge)
                    metals = both // charge * (2 if (symbol, charge) == ("Hg", 1) and both % 2 else 1)
                    yield _sum((((symbol, 1),), metals), (anion.atoms, metals * charge // -anion.charge))


def school_acids() -> tuple[Formula, ...]:
    return tuple(acids())


def molecules() -> tuple[Formula, ...]:
    return tuple(Formula.parse(text) for text in MOLECULES)


def _sum(*parts: tuple[tuple[tuple[str, int], ...], int]) -> Formula:
    counts: dict[str, int] = {}
    for atoms, times in parts:
        for symbol, n in atoms:
            counts[symbol] = counts.get(symbol, 0) + n * times
    return Formula.of(counts)
