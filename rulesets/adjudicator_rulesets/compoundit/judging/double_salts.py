"""C-DOUBLE: neutral runs of three or more kinds of unit, such as KAl(SO4)2, NaHSO3 and Mg(OH)Cl.

The rulebook forbids several kinds of polyatomic ion, not several metals. What a table would find in a
handbook is on the edition's list; an edition may also say "any", which is the bare text.
"""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import TYPE_CHECKING

from adjudicator.chem import ions, oxidation
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import write_unit
from adjudicator.verdict import Check, Facts
from adjudicator_rulesets.compoundit.judging.findings import FAIL, PASS, DoubleSalt, Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.ions import Ion, Piece
    from adjudicator.chem.oxidation import Policy
    from adjudicator_rulesets.compoundit.edition import Edition
    from adjudicator_rulesets.compoundit.judging.findings import Rules, Run, Units

ANIONS = frozenset({"O", "S", "F", "Cl", "Br", "I"})  # negative beside other kinds of ion
MAX_TOLD = 20  # tiles of a refused run in which a neutral salt is sought, to say that it is not on the list


def listed_salts(
    edition: Edition, single_tiles: Mapping[str, Ion], policy: Policy
) -> dict[Formula, tuple[DoubleSalt, ...]]:
    """The salts of the list that this edition's tiles, ions and numbers make, in every way they are laid."""
    units = {**single_tiles, **{ion.name: ion for ion in edition.ions}}
    found: dict[Formula, tuple[DoubleSalt, ...]] = {}
    for salt in edition.salts if edition.kinds != "two" else ():
        if all(name in units for name, _ in salt.units):
            kinds = tuple((units[name], number) for name, number in salt.units)
            numbers = oxidation.balance(tuple((ion.charges, number) for ion, number in kinds), policy)
            if numbers is not None and not _mixed([ion for ion, _ in kinds], edition.partners):
                made = DoubleSalt(kinds, numbers, salt.text, salt.name, salt.cite)
                found[salt.formula] = (*found.get(salt.formula, ()), made)
    return found


def double_salt(run: Run, present: Sequence[Ion], rules: Rules) -> Finding | None:
    """What C-DOUBLE says of a run that two kinds of ion do not make; None where it has nothing to say."""
    salts: Iterable[DoubleSalt] = rules.salts.get(run.formula, ())
    if rules.edition.kinds == "any":
        salts = (*salts, *_simplest(run, present, rules))
    torn = None
    for salt in salts:
        pieces = ions.split(run.tiles, salt.units)
        if pieces is not None:
            return _finding(salt, _contiguous(salt, pieces))
        torn = torn or salt
    return torn and _finding(torn, _torn(run, torn))


def _finding(salt: DoubleSalt, laid: Check) -> Finding:
    ammonium = any(ion.polyatomic and ion.charges[0] > 0 for ion, _ in salt.units)
    return Finding((*_agreed(salt), laid), salt.text, name=salt.name, salt=ammonium)


def not_listed(run: Run, plainest: Sequence[str], present: Sequence[Ion], rules: Rules) -> Check | None:
    """That the charges of three or more kinds balance, but no handbook has such a salt.

    C-WORDS: of the kinds that the run is plainly read as, if they do; else of ions as they lie; else of any.
    """
    if rules.edition.kinds != "listed" or len(run.tiles) > MAX_TOLD:
        return None
    torn, whole = None, {kind for kind in plainest if kind not in ELEMENTS}
    ways = _several_kinds(run, present, rules)
    for units in sorted(
        ways, key=lambda units: ({ion.name for ion, _ in units} != {*plainest}, _pieces(units))
    ):
        singles = {ion.formula for ion, _ in units if not ion.polyatomic}
        if "O" in singles - {*plainest} or not whole <= {ion.name for ion, _ in units}:
            continue  # KAlSO4 has sulfate, not an oxide and a sulfite that would balance
        if not all(map(is_ion, singles)) or any(
            ion.polyatomic and ion.elements <= singles for ion, _ in units
        ):
            continue  # nitrogen as an ion, or oxide beside peroxide, is no reading that anybody would defend
        if oxidation.can_balance([(ion.charges, number) for ion, number in units], rules.unit_policy):
            if ions.split(run.tiles, units) is not None:
                return _not_listed(units)
            torn = torn or units
    return _not_listed(torn) if torn else None


def _not_listed(units: Units) -> Check:
    kinds = tuple(ion.name for ion, _ in sorted(units, key=lambda unit: _is_negative(unit[0])))
    return Check("C-DOUBLE", "polyatomic", FAIL, "salt_not_listed", Facts(kinds=kinds))


def _is_negative(ion: Ion) -> bool:
    return ion.charges[0] < 0 if ion.polyatomic else not is_cation(ion.formula)


def is_cation(symbol: str) -> bool:
    return symbol == "H" or ELEMENTS[symbol].metal


def is_ion(symbol: str) -> bool:
    """Whether a single tile beside other ions is one: a metal, hydrogen, or what is negative there."""
    return is_cation(symbol) or symbol in ANIONS


def _pieces(units: Units) -> int:
    return sum(number for _, number in units)


def laid(formula: Formula, run: Run, present: Sequence[Ion], rules: Rules) -> tuple[str, ...] | None:
    """The tiles of a double salt in a legal order."""
    for salt in rules.salts.get(formula, ()):
        return salt.tiles
    if rules.edition.kinds == "any":
        return next((salt.tiles for salt in _simplest(run, present, rules)), None)
    return None


def _agreed(salt: DoubleSalt) -> tuple[Check, Check]:
    by = "salt_listed" if salt.cite is not None else "several_kinds"
    facts = Facts(kinds=salt.kinds) if salt.cite is None else Facts(kinds=salt.kinds, cite=salt.cite)
    return (
        Check("C-DOUBLE", "polyatomic", PASS, by, facts),
        Check("C-POLY", "polyatomic", PASS, "ions_neutral"),
    )


def _contiguous(salt: DoubleSalt, pieces: Iterable[Piece]) -> Check:
    charges = {ion.name: iter(numbers) for (ion, _), numbers in zip(salt.units, salt.numbers, strict=True)}
    units = tuple(Facts(tiles=p.tiles, ion=p.ion.name, charge=next(charges[p.ion.name])) for p in pieces)
    of_kinds = Facts(charges=tuple(zip(salt.kinds, salt.numbers, strict=True)))
    return Check("C-CONTIG", "polyatomic", PASS, "ions_contiguous", of_kinds, Facts(units=units, sum=0))


def _torn(run: Run, salt: DoubleSalt) -> Check:
    kinds = [ion for ion, _ in salt.units]
    torn = next(ion for ion in reversed(kinds) if ion.polyatomic)
    facts = Facts(ion=torn.name, formula=torn.formula, tile=ions.torn_at(run.tiles, kinds) + 1)
    return Check("C-CONTIG", "polyatomic", FAIL, "ion_torn", facts)


# --- the bare text: any salt with one kind of polyatomic ion, or two with ammonium --------------------------


def _simplest(run: Run, present: Sequence[Ion], rules: Rules) -> Iterator[DoubleSalt]:
    """C-RATIO: the numbers of all kinds have no common divisor."""
    for salt in _neutral(run, present, rules):
        if reduce(gcd, [number for _, number in salt.units]) == 1:
            yield salt


def _neutral(run: Run, present: Sequence[Ion], rules: Rules) -> Iterator[DoubleSalt]:
    for units in _several_kinds(run, present, rules):
        kinds = tuple((ion.charges, number) for ion, number in units)
        numbers = oxidation.balance(kinds, rules.unit_policy)
        if numbers is not None:
            yield DoubleSalt(units, numbers, "".join(write_unit(ion.formula, n) for ion, n in units))


def _several_kinds(run: Run, present: Sequence[Ion], rules: Rules) -> Iterator[Units]:
    """Every way to make the composition of three or more kinds of unit, whatever their charges."""
    tiles = rules.single_tiles
    for polyatomic, rest in _polyatomic_parts(dict(run.formula.atoms), present, rules.edition.partners):
        if len(polyatomic) + len(rest) > 2:
            yield (*[(tiles[symbol], rest[symbol]) for symbol in sorted(rest)], *polyatomic)


def _polyatomic_parts(
    counts: dict[str, int], present: Sequence[Ion], partners: Sequence[str]
) -> Iterator[tuple[Units, dict[str, int]]]:
    """Every choice of polyatomic ions that may go together, and the atoms that are left as single tiles."""
    for place, ion in enumerate(present):
        for number, rest in _taken(counts, ion):
            yield ((ion, number),), rest
            for other in present[place + 1 :]:
                if not _mixed((ion, other), partners):
                    for others, left in _taken(rest, other):
                        yield ((ion, number), (other, others)), left


def _taken(counts: dict[str, int], ion: Ion) -> Iterator[tuple[int, dict[str, int]]]:
    """One ion, two, three ... as far as the atoms go, and what is left of them."""
    number, rest = 0, counts
    while ion.within(rest):
        number, rest = number + 1, dict(rest)
        for symbol, n in ion.counts:
            if rest[symbol] == n:
                del rest[symbol]
            else:
                rest[symbol] -= n
        yield number, rest


def _mixed(kinds: Sequence[Ion], partners: Sequence[str]) -> bool:
    """C-AMMONIUM: whether two polyatomic kinds meet of which none is a partner; or more than two."""
    polyatomic = [ion.name for ion in kinds if ion.polyatomic]
    return len(polyatomic) > 2 or (len(polyatomic) == 2 and not set(polyatomic) & set(partners))
