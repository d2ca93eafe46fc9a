"""The name of a compound whose ions are known, as the reading knows them that made a run legal: no search.

NH4CN read as ammonium and cyanide is ammonium cyanide, whatever else its atoms could be.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import gcd
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.families.acids import acid_names, acids
from adjudicator.chem.naming.families.molecular import molecular_names
from adjudicator.chem.naming.families.salts import (
    Charged,
    Salt,
    fitting_anions,
    metal_name,
    plain_salts,
    salt_names,
)
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import Metal, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.structures import isomeric_ion
from adjudicator.chem.naming.writing.names import confirmed, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming.knowledge.data import Anion

CACHE = 1 << 13

Atoms = tuple[tuple[str, int], ...]


def ide_of(symbol: str, language: str = ENGLISH) -> str | None:
    """What a negative ion of one atom is called: fluoride for F; None for an element that has none."""
    return vocabulary(language).ide(symbol) if symbol in knowledge().ides else None


def anion_of_salt(formula: Formula) -> str | None:
    """The polyatomic anion of a salt with one kind of cation, by the charges: dithionite in Na2S2O4. Of
    several metals one may be in the anion: hexacyanoferrate(III) in K3FeC6N6.

    For explaining a composition, also one that nobody has made: its anion need not be listed anywhere. None
    where a chemist reads single atoms: no disulfide in SnS2, no plumbite in Pb3O4.
    """
    likeliest = plain_salts(formula)
    if any(salt.anions[0][0].monatomic for salt in likeliest[:1]):
        return None
    counts = dict(formula.atoms)
    metals = knowledge().metals
    cations = [metals[symbol] for symbol in counts if symbol in metals]
    alone = [vocabulary().anion(salt.anions[0][0])[0] for salt in likeliest if len(salt.cations) == 1]
    if alone or len(cations) > 1:
        return next((name for name in alone if not isomeric_ion(formula.text, name)), None)
    fitting = fitting_anions(counts)
    if not fitting:
        return None
    atoms, charges = AMMONIUM
    for metal in cations:
        atoms, charges = ((metal.symbol, 1),), metal.all_charges
    for anion in fitting:
        if not anion.monatomic and any(
            _make(formula, (atoms, charge), (anion.atoms, anion.charge)) for charge in charges
        ):
            return vocabulary().anion(anion)[0]
    return None


AMMONIUM: tuple[Atoms, tuple[int, ...]] = ((("H", 4), ("N", 1)), (1,))


def _make(formula: Formula, cation: tuple[Atoms, int], anion: tuple[Atoms, int]) -> bool:
    """Whether so many of both as balance each other are the formula, or a multiple of them is."""
    divisor = gcd(cation[1], anion[1])
    made = _together((cation[0], -anion[1] // divisor), (anion[0], cation[1] // divisor))
    times = formula.size // made.size
    return formula.atoms == tuple((symbol, n * times) for symbol, n in made.atoms)


@lru_cache(CACHE)
def name_of_ions(
    cation: Atoms, cations: tuple[int, ...], anion: Atoms, anions: tuple[int, ...]
) -> str | None:
    """The name of so many cations and anions of one kind each, given by their atoms and their charges."""
    ion = _anions_by_atoms().get((anion, anions[0])) if anions[0] == anions[-1] else None
    if ion is not None and len(cation) == 1 and cation[0][1] == 1:
        metal = knowledge().metals.get(cation[0][0])
        if metal is not None and _is_everyday(metal, cations, ion):
            return vocabulary().salt([metal_name(metal, cations[0])], vocabulary().anion(ion)[:1])
    whole = _together((cation, len(cations)), (anion, len(anions)))
    return next(_proposed(whole, cation, cations, ion, len(anions)), None)


def _is_everyday(metal: Metal, charges: tuple[int, ...], ion: Anion) -> bool:
    """Whether the number that is read is the number that is said."""
    if charges[0] != charges[-1] or charges[0] not in metal.all_charges or metal.symbol == "Hg":
        return False
    return ion.formula != "C" or _is_no_acetylide(metal.symbol, charges[0])


@cache
def _is_no_acetylide(symbol: str, charge: int) -> bool:
    """Whether the plain name of a carbide says C with -4: calcium carbide does not, it is CaC2."""
    times = 4 // gcd(4, charge)
    whole = Formula.of({symbol: times, "C": times * charge // 4})
    name = f"{metal_name(knowledge().metals[symbol], charge)} carbide"
    return any(confirmed(whole, (name,)))


def _salt(metal: Metal, charges: tuple[int, ...], ion: Anion, shares: int) -> Salt:
    return Salt((Charged(metal, len(charges), tuple(sorted(charges))),), ((ion, shares),))


def _together(*shares: tuple[Atoms, int]) -> Formula:
    counts: dict[str, int] = {}
    for atoms, times in shares:
        for symbol, n in atoms:
            counts[symbol] = counts.get(symbol, 0) + n * times
    return Formula.of(counts)


def _proposed(
    whole: Formula, cation: Atoms, cations: tuple[int, ...], ion: Anion | None, anions: int
) -> Iterator[str]:
    single = len(cation) == 1 and cation[0][1] == 1
    if ion is None:
        yield from names(whole)
    elif not single:
        words = vocabulary()
        groups = [group for group in knowledge().cations if group.atoms == cation]
        yield from (words.salt(words.cation(group)[:1], words.anion(ion)[:1]) for group in groups)
    elif cation[0][0] in knowledge().metals:
        yield from _of_metal(whole, knowledge().metals[cation[0][0]], cations, ion, anions)
    else:
        yield from _of_nonmetal(whole, cation[0][0], cations, ion, anions)


@cache
def _anions_by_atoms() -> dict[tuple[Atoms, int], Anion]:
    """The everyday ion where two have the same atoms and the same charge."""
    ordered = sorted(knowledge().anions, key=lambda anion: not anion.rare)  # the last one stays
    return {(anion.atoms, anion.charge): anion for anion in ordered}


def _of_metal(
    whole: Formula, metal: Metal, charges: tuple[int, ...], ion: Anion, shares: int
) -> Iterator[str]:
    """Counted where no number says the composition."""
    if metal.symbol == "Hg" and set(charges) == {1} and len(charges) % 2 == 0:
        charges = charges[::2]  # Hg2 with 2+ is one ion
    yield from confirmed(whole, salt_names(_salt(metal, charges, ion, shares)))
    yield from names(whole)


def _of_nonmetal(
    whole: Formula, symbol: str, charges: tuple[int, ...], ion: Anion, shares: int
) -> Iterator[str]:
    """Hydrogen makes acids, two nonmetals a molecule; with other ions a nonmetal goes on paper only."""
    if symbol == "H" or ion.monatomic:
        yield from common().first.get(whole, ())
    if symbol == "H":
        yield from acid_names(whole, _ion_of_acid(whole, ion))
    if ion.monatomic or len(whole.atoms) == 2:
        yield from molecular_names(whole)
    elif "C" not in dict(whole.atoms):  # a composition with carbon may be many substances
        yield from common().first.get(whole, ())
        yield from confirmed(whole, acid_names(whole))  # four hydroxides around silicon
    kind = Metal(symbol, charges, (), numbered=symbol != "H")
    yield from salt_names(_salt(kind, charges, ion, shares))


def _ion_of_acid(whole: Formula, ion: Anion) -> Anion:
    """Carbonate for hydrogen carbonate: hydrogen with either is carbonic acid."""
    kept = {f"{hydrogen}{one.formula}": one for one in acids().get(whole, ()) for hydrogen in ("H", "H2")}
    return kept.get(ion.formula, ion)
