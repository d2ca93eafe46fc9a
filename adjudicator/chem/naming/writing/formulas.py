"""How salts, acids and ions are written: the cations first, each ion in one piece."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING

from adjudicator.chem.elements import METALS, WRITING_ORDER
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.formula.written import Written
from adjudicator.chem.naming.families.acids import acids
from adjudicator.chem.naming.families.salts import plain_salts, salts
from adjudicator.chem.naming.knowledge.data import Cation, Metal, knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming.families.salts import Charged, Salt
    from adjudicator.chem.naming.knowledge.data import Anion

CACHE = 1 << 12
HALOGENS = frozenset(("F", "Cl", "Br", "I"))
Ions = tuple[tuple[Formula, int], ...]  # each with its count, cations first


def _electropositive_first(cation: Charged) -> float:
    """K before Fe in KFe(CN)3; ammonium after the alkali metals: NaNH4HPO4, NH4MgPO4."""
    kind = cation.kind
    return WRITING_ORDER["Li"] + 0.5 if isinstance(kind, Cation) else WRITING_ORDER[kind.symbol]


def cation_units(salt: Salt) -> tuple[str, ...]:
    """The cations of a salt as they are written, the most electropositive first: Mg, (NH4)2, Hg2."""
    units = []
    for charged in sorted(salt.cations, key=_electropositive_first):
        kind = charged.kind
        unit = kind.formula if isinstance(kind, Cation) else kind.symbol
        doubled = isinstance(kind, Metal) and kind.symbol == "Hg" and charged.charges[0] == 1
        units.append(write_unit(unit, charged.count * 2 if doubled else charged.count))
    return tuple(units)


@lru_cache(CACHE)
def usual_formulas(formula: Formula) -> frozenset[str]:
    """Every usual way to write a salt, an acid or an ion that is listed; empty for everything else.

    Compounds with C and H are left out: they are written in many ways.
    """
    return frozenset(_of_ion(formula) if formula.charge else (*_of_salt(formula), *_of_acid(formula)))


def _of_salt(formula: Formula) -> Iterator[str]:
    for salt in salts(formula):
        if any(_is_organic(anion) for anion, _ in salt.anions):
            return
        if not all(isinstance(c.kind, Metal) or c.kind.name == "ammonium" for c in salt.cations):
            continue  # phosphoryl and other groups of molecules: POCl3 is also written PCl3O
        anions = [[write_unit(text, count) for text in _texts(anion)] for anion, count in salt.anions]
        for first in permutations(cation_units(salt)):
            for chosen in product(*anions):
                yield from ("".join((*first, *last)) for last in permutations(chosen))


def _of_acid(formula: Formula) -> Iterator[str]:
    for anion in acids().get(formula, ()):
        if not _is_organic(anion) and dict(anion.atoms).get("C", 0) < 2:  # C2H2O4 is oxalic acid too
            yield from (f"{write_unit('H', hydrogens)}{rest}" for hydrogens, rest in _parted(anion))


def _parted(anion: Anion) -> Iterator[tuple[int, str]]:
    """The hydrogens of an acid, those of the ion with them, and the rest as it is written."""
    own = dict(anion.atoms).get("H", 0)
    for text in _texts(anion):
        if not own or text.startswith(write_unit("H", own)):
            yield own - anion.charge, text.removeprefix(write_unit("H", own)) if own else text


def _of_ion(formula: Formula) -> Iterator[str]:
    listed: tuple[Anion | Cation, ...] = (*knowledge().anions, *knowledge().cations)
    for ion in listed:
        if (ion.atoms, ion.charge) == (formula.atoms, formula.charge) and not _is_organic(ion):
            yield from _texts(ion)


def _texts(ion: Anion | Cation) -> tuple[str, ...]:
    """As the list has it; what is read from either end also the other way round: SCN and NCS, ClO and OCl."""
    symbols = Written.parse(ion.formula).symbols
    chain = len(symbols) == len(set(symbols)) == 3 and "H" not in symbols and METALS.isdisjoint(symbols)
    hypohalite = len(symbols) == 2 and symbols[0] in HALOGENS and symbols[1] == "O"
    return (ion.formula, "".join(reversed(symbols))) if chain or hypohalite else (ion.formula,)


def _is_organic(ion: Anion | Cation) -> bool:
    """Whether its hydrogen is bound to carbon: acetate and formate, not hydrogencarbonate."""
    hydrogen_ion = not isinstance(ion, Cation) and bool(ion.base)
    return {"C", "H"} <= {symbol for symbol, _ in ion.atoms} and not hydrogen_ion


@lru_cache(CACHE)
def ions_of(formula: Formula) -> Ions:
    """The ions of the likeliest reading as a salt, or of an acid; empty for everything else."""
    if not plain_salts(formula):  # H2CrO4 is an acid before it is an oxide and hydroxide
        for anion in acids().get(formula, ())[:1]:
            return (Formula((("H", 1),), 1), -anion.charge), (Formula(anion.atoms, anion.charge), 1)
    for salt in salts(formula)[:1]:
        return (*_cations_of(salt), *((Formula(anion.atoms, anion.charge), n) for anion, n in salt.anions))
    return ()


def _cations_of(salt: Salt) -> Iterator[tuple[Formula, int]]:
    for charged in salt.cations:
        atoms = charged.kind.atoms if isinstance(charged.kind, Cation) else ((charged.kind.symbol, 1),)
        for charge, count in Counter(charged.charges).items():
            if atoms == (("Hg", 1),) and charge == 1:
                yield Formula((("Hg", 2),), 2), charged.count
            else:
                yield Formula(atoms, charge), count
