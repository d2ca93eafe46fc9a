"""Compounds with polyatomic ions: C-POLY, C-NEUTRAL, C-RATIO, C-CONTIG, C-ALONE, C-AMMONIUM.

Two kinds of ion are read here; more of them, which C-DOUBLE allows, in double_salts.py.
"""

from __future__ import annotations

import re
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import ions, oxidation
from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.formula import Formula, Written, write_unit
from adjudicator.chem.naming import (
    anion_of_salt,
    isomers_among,
    name_of_ions,
    plain_name,
    structure_of,
    written_apart,
)
from adjudicator.chem.naming.families.acids import acids
from adjudicator.reference.salts import identified_salts, listed_salt
from adjudicator.reference.substances import is_hydrate
from adjudicator.verdict import Check, Facts, together
from adjudicator_rulesets.compoundit.judging.double_salts import (
    double_salt,
    is_cation,
    is_ion,
    laid,
    not_listed,
)
from adjudicator_rulesets.compoundit.judging.findings import (
    FAIL,
    PASS,
    Finding,
    Run,
    ratio_check,
)
from adjudicator_rulesets.compoundit.judging.sets import LEWIS_SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.ions import Ion, Piece
    from adjudicator_rulesets.compoundit.judging.findings import Rules


# An anion whose hydrogens are all written first, and the rest: HCO3, H2PO4; not HgI4, not HC2O2H.
_HYDROGEN_FIRST = re.compile(r"H([0-9]*)((?:[A-GI-Z][a-z]?[0-9]*|H[a-z][0-9]*)+)\Z")


class IonPairReading(NamedTuple):
    """A way to read a composition as two kinds of ion, and how far it satisfies the rules."""

    cation: Ion
    cations: int
    anion: Ion
    anions: int
    numbers: tuple[tuple[int, ...], tuple[int, ...]]  # the charge of every cation, and of every anion
    mixed: bool  # two polyatomic kinds, neither of them a partner by the rules
    pieces: tuple[Piece, ...] | None  # where the ions lie; None when some ion is torn apart

    @property
    def sum(self) -> int:
        return sum(self.numbers[0]) + sum(self.numbers[1])

    @property
    def faults(self) -> tuple[object, ...]:
        """For choosing the best reading: what is wrong first, then how wrong, then how plain it is."""
        wrong = (self.mixed, self.sum != 0, gcd(self.cations, self.anions) != 1)
        return (*wrong, self.pieces is None, *self._how_plain)

    @property
    def faulty(self) -> bool:
        return self.mixed or self.sum != 0 or gcd(self.cations, self.anions) != 1

    @property
    def fails(self) -> bool:
        """Whether its charges or numbers are wrong; or it is torn, and phosphorus with hydroxide."""
        wrong = self.faulty and not self.mixed
        return wrong or (self.pieces is None and self.covalent)

    @property
    def covalent(self) -> bool:
        """Whether a nonmetal but hydrogen has the positive numbers, so that it is no ion outside the game."""
        return not self.cation.polyatomic and not is_cation(self.cation.formula)

    @property
    def plain(self) -> bool:
        """C-WORDS: a reading that fails is told only if a chemist would read it so: a metal, ammonium or
        hydrogen, and an anion of several elements. CO2 is no peroxide of carbon, glucose no acetate.
        """
        if self.cation.formula == "H":
            return len(self.anion.elements) > 1 and "H" not in self.anion.elements
        cation = self.cation.polyatomic or ELEMENTS[self.cation.formula].metal
        return cation and (not self.anion.polyatomic or len(self.anion.elements) > 1)

    @property
    def faults_of_formula(self) -> tuple[object, ...]:
        """The same for a formula, whose ions can always be laid in one piece."""
        return (self.mixed, self.sum != 0, gcd(self.cations, self.anions) != 1, *self._how_plain)

    @property
    def _how_plain(self) -> tuple[int, int, int]:
        return abs(self.sum), len(self.cation.elements & self.anion.elements), -self.anion.size

    def write(self, cations: int, anions: int) -> str:
        """The formula with these numbers of its ions: Mg(NO2)2; H2CO3 rather than HHCO3."""
        cation, anion = self.cation.formula, self.anion.formula
        if cation == "H" and anion == "OH":
            return Formula.of({"H": cations + anions, "O": anions}).conventional
        acid = _HYDROGEN_FIRST.match(anion) if cation == "H" and anions == 1 else None
        if acid:
            return write_unit("H", cations + int(acid[1] or 1)) + acid[2]
        return write_unit(cation, cations) + write_unit(anion, anions)


def lay(formula: Formula, rules: Rules) -> tuple[str, ...]:
    """The tiles of a formula in an order in which its ions lie together; else in the order it is written."""
    in_order = Written.of(formula).symbols or tiles_of(formula.atoms)
    counts = dict(formula.atoms)
    present = _ions_within(counts, rules)
    run = Run(in_order, formula)
    best = min(_readings(run, counts, present, rules), key=lambda r: r.faults_of_formula, default=None)
    if best is None or best.faulty:
        salt = laid(formula, run, present, rules) if present else None
        if salt is not None:
            return salt
    if best is None or best.mixed:
        return in_order
    return tiles_of(best.cation.counts) * best.cations + tiles_of(best.anion.counts) * best.anions


def tiles_of(atoms: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    in_order = sorted(atoms, key=lambda pair: WRITING_ORDER[pair[0]])
    return tuple(symbol for symbol, n in in_order for _ in range(n))


def _ions_within(counts: dict[str, int], rules: Rules) -> list[Ion]:
    """The polyatomic ions whose atoms are there at least once."""
    return [ion for ion in rules.ions_of(frozenset(counts)) if ion.within(counts)]


def polyatomic(run: Run, rules: Rules) -> Finding:
    """C-POLY, C-RATIO, C-CONTIG, C-ALONE: two kinds of ion, neutral, simplest, each ion in one piece."""
    finding = _of_ions(run, rules)
    hydrate, complex_ = is_hydrate(run.formula), "[" in run.formula.text
    if not (hydrate or complex_) or together(finding.checks) is PASS:
        return finding
    # C-WORDS: CuSO4·5H2O has no hydrogen sulfate, K3[Fe(CN)6] no iron and no cyanide.
    return Finding((HYDRATE if hydrate else _foreign(run, rules) or COMPLEX,))


def _of_ions(run: Run, rules: Rules) -> Finding:
    counts = dict(run.formula.atoms)
    present = _ions_within(counts, rules)
    if not present:
        return Finding((UNEXPLAINED,), why=partial(_none_listed, run, rules))
    for ion in present:
        if ion.counts == run.formula.atoms:
            return Finding((_alone(ion, 1, molecule=_is_molecule(run.formula, rules)),))
    readings = tuple(_readings(run, counts, present, rules))
    reading = min(readings, key=lambda r: r.faults, default=None)
    if reading is None or reading.faulty or reading.pieces is None:
        salt = double_salt(run, present, rules)
        if salt is not None and (reading is None or reading.faulty or together(salt.checks) is PASS):
            return salt
    if reading is not None and reading.fails and run.metal is None and rules.authority.real(run.formula):
        # C-WORDS: methylamine has no cyanide, phosphorous acid no hydroxide.
        return Finding((UNEXPLAINED,), why=partial(_none_listed, run, rules))
    if reading is not None and reading.faulty:
        reading = min([r for r in readings if r.plain], key=lambda r: r.faults, default=None)
        foreign = _foreign(run, rules) if listed_salt(run.formula) else None  # Na2S2O8, not two sulfates
        if foreign is not None:
            return Finding((foreign,))
    if reading is None:
        why = partial(_no_reading, run, counts, present, rules)
        # Where several metals are out, what they are called is told as well, so the reason is needed at once.
        return Finding((why(),)) if rules.edition.kinds == "two" else Finding((UNEXPLAINED,), why=why)
    if reading.mixed:
        return Finding((_mixed((reading.cation.name, reading.anion.name), run, rules),))
    checks = (
        _kinds_check(reading),
        _charge_check(reading),
        ratio_check("polyatomic", reading.cations, reading.anions, reading.write),
        _contiguity_check(run, reading),
    )
    text, name = reading.write(reading.cations, reading.anions), _name(reading)
    return Finding(checks, text, name=name, salt=reading.cation.polyatomic and name is not None)


def _name(reading: IonPairReading) -> str | None:
    """The name that its ions make; also where they lie torn apart, to say what was meant."""
    if reading.sum or gcd(reading.cations, reading.anions) != 1:
        return None
    (cation, anion), (positive, negative) = (reading.cation, reading.anion), reading.numbers
    by_rule = name_of_ions(cation.counts, positive, anion.counts, negative)
    return by_rule or f"{cation.name} {anion.name}"  # an ion that only this edition knows


UNEXPLAINED = Check("C-POLY", "polyatomic", FAIL, "not_two_kinds")  # until somebody asks why
MAX_NAMED = 20  # tiles of a run in which an ion that the edition lacks is sought


HYDRATE = Check("C-POLY", "polyatomic", FAIL, "hydrate")
COMPLEX = Check("C-POLY", "polyatomic", FAIL, "complex")
NO_POLYATOMIC_ION = Check("C-POLY", "polyatomic", FAIL, "no_polyatomic_ion")


def _none_listed(run: Run, rules: Rules) -> Check:
    """No ion of the list is there at all; perhaps one that is not on it."""
    return _foreign(run, rules) or NO_POLYATOMIC_ION


def _foreign(run: Run, rules: Rules) -> Check | None:
    """C-WORDS: an ion that the edition does not list is named as such, not read as others of its atoms."""
    if len(run.tiles) > MAX_NAMED:
        return None
    elements, metal = dict(run.formula.atoms), run.metal
    if metal is None and "O" in elements and "H" in elements:
        name = plain_name(run.formula)
        if name is not None and name.endswith(" acid") and not _goes_by_an_isomer(run.formula, name, rules):
            facts, anions = Facts(acid=name), acids().get(run.formula)
            facts = facts.plus(ion=anions[0].name) if anions else facts
            return Check("C-WORDS", "polyatomic", FAIL, "foreign_acid", facts)
    salt = listed_salt(run.formula) or identified_salts().get(run.formula.hill)
    if salt is None and (metal is None or len(elements) == 2) and not _writes_ammonium(run.formula):
        return None  # urea is no cyanate of ammonium, FeC2 no acetylide that anybody knows
    ion = anion_of_salt(run.formula)
    return None if ion is None else Check("C-WORDS", "polyatomic", FAIL, "foreign_ion", Facts(ion=ion))


def _goes_by_an_isomer(formula: Formula, acid: str, rules: Rules) -> bool:
    """Whether what is known best has these atoms in another order: isocyanic acid is no cyanic acid."""
    called = rules.authority.called(formula)
    return called is not None and bool(isomers_among((called, acid), formula, rules.authority.table))


def _writes_ammonium(formula: Formula) -> bool:
    """Whether it says ammonium, as NH4OCN does."""
    structure = structure_of(formula)
    return structure is not None and structure.ammonium


def _readings(run: Run, counts: dict[str, int], present: list[Ion], rules: Rules) -> Iterator[IonPairReading]:
    """Every way to make the composition of two kinds of ion, at least one of them polyatomic."""
    elements = frozenset(counts)
    for place, ion in enumerate(present):
        outside = elements - ion.elements
        singles = [rules.single_tiles[s] for s in sorted(outside or elements)] if len(outside) <= 1 else []
        others = [other for other in present[place + 1 :] if outside <= other.elements]
        for other in singles + others:
            if len(ion.elements) == 1 and not other.polyatomic and _is_binary(counts, rules):
                continue  # PbO2 is an oxide: a peroxide is read only where that is illegal
            for share, other_share in ions.shares(counts, ion, other):
                reading = _reading(run, rules, (ion, share), (other, other_share))
                if reading:
                    yield reading


def _is_binary(counts: dict[str, int], rules: Rules) -> bool:
    """Whether two elements are a compound by themselves, without an ion of several (C-BIN, C-RATIO)."""
    if len(counts) != 2 or gcd(*counts.values()) != 1:
        return False
    (a, x), (b, y) = counts.items()
    return oxidation.neutral(rules.numbers[a], x, rules.numbers[b], y, rules.unit_policy) is not None


def _reading(
    run: Run, rules: Rules, first: tuple[Ion, int], second: tuple[Ion, int]
) -> IonPairReading | None:
    kinds = (first[0].charges, first[1], second[0].charges, second[1])
    policy = rules.unit_policy
    numbers = oxidation.neutral(*kinds, policy) or oxidation.nearest(*kinds, policy)
    if numbers is None:
        return None  # two cations or two anions: no compound in any ratio
    if sum(numbers[0]) < 0:
        first, second, numbers = second, first, (numbers[1], numbers[0])
    (cation, cations), (anion, anions) = first, second
    mixed = (
        cation.polyatomic and anion.polyatomic and not {cation.name, anion.name} & set(rules.edition.partners)
    )
    pieces = ions.split(run.tiles, (first, second))
    return IonPairReading(cation, cations, anion, anions, numbers, mixed, pieces)


def _kinds_check(reading: IonPairReading) -> Check:
    kinds = Facts(
        cation=reading.cation.name, cations=reading.cations, anion=reading.anion.name, anions=reading.anions
    )
    return Check("C-POLY", "polyatomic", PASS, "two_kinds", kinds)


CHARGES_BALANCE = Check("C-POLY", "polyatomic", PASS, "ions_neutral")


def _charge_check(reading: IonPairReading) -> Check:
    if reading.sum == 0:
        return CHARGES_BALANCE
    (positive, negative), (cation, anion) = reading.numbers, (reading.cation.name, reading.anion.name)
    facts = Facts(total=reading.sum, charges=((cation, positive), (anion, negative)))
    return Check("C-POLY", "polyatomic", FAIL, "charges_off", facts)


def _contiguity_check(run: Run, reading: IonPairReading) -> Check:
    """C-CONTIG, with every ion's tiles and charge as witness; or where an ion is torn apart."""
    if reading.pieces is None:
        both = (reading.cation, reading.anion)
        torn = reading.anion if reading.anion.polyatomic else reading.cation
        tile = ions.torn_at(run.tiles, both)
        return Check(
            "C-CONTIG",
            "polyatomic",
            FAIL,
            "ion_torn",
            Facts(ion=torn.name, formula=torn.formula, tile=tile + 1),
        )
    cations, anions = iter(reading.numbers[0]), iter(reading.numbers[1])
    units = tuple(
        Facts(
            tiles=piece.tiles,
            ion=piece.ion.name,
            charge=next(cations if piece.ion is reading.cation else anions),
        )
        for piece in reading.pieces
    )
    (positive, negative), (cation, anion) = reading.numbers, (reading.cation.name, reading.anion.name)
    charges = Facts(charges=((cation, positive), (anion, negative)))
    return Check(
        "C-CONTIG", "polyatomic", PASS, "ions_contiguous", charges, Facts(units=units, sum=reading.sum)
    )


def _alone(ion: Ion, times: int, *, molecule: bool = False) -> Check:
    """Where players chose Lewis structures, a molecule of the same atoms is refused as a molecule first."""
    facts = Facts(ion=ion.name, formula=ion.formula, charge=ion.charges[0], times=times)
    return Check("C-ALONE", "polyatomic", FAIL, "ion_or_molecule" if molecule else "ion_alone", facts)


def _is_molecule(formula: Formula, rules: Rules) -> bool:
    """Whether a molecule of these atoms is on record, and a set in force asks for its structure: ClO2."""
    table = rules.authority.table if set(LEWIS_SETS) & set(rules.sets) else None
    return table is not None and bool(table.by_formula(formula.hill))


def _no_reading(run: Run, counts: dict[str, int], present: list[Ion], rules: Rules) -> Check:
    """No two kinds of ion make this composition: says what it looks like instead."""
    for ion in present:
        symbol, n = ion.counts[0]
        times = counts[symbol] // n
        if len(ion.counts) == len(counts) > 1 and ions.split(run.tiles, ((ion, times),)):
            return _alone(ion, times)
    metals = tuple(dict.fromkeys([symbol for symbol in run.tiles if ELEMENTS[symbol].metal]))
    if len(metals) > 1 and rules.edition.kinds == "two":  # plain to see, however the ions lie
        return Check("C-POLY", "polyatomic", FAIL, "several_metals", Facts(elements=metals))
    foreign = _foreign(run, rules)
    if foreign is not None:
        return foreign
    # Oxygens that are left over are oxide: peroxide would be read into what it is not.
    kinds = ions.fewest_pieces(run.tiles, [ion for ion in present if len(ion.elements) > 1])
    if not _is_salt(kinds, rules) or (run.metal is None and rules.authority.real(run.formula)):
        return NO_POLYATOMIC_ION
    partners = rules.edition.partners
    several = tuple(name for name in kinds if name not in ELEMENTS and name not in partners)
    if len(several) > 1:
        return _mixed(several, run, rules)
    salt = not_listed(run, kinds, present, rules)
    if salt is not None:
        return salt
    return Check("C-POLY", "polyatomic", FAIL, "not_two_kinds", Facts(kinds=kinds))


def _is_salt(kinds: tuple[str, ...], rules: Rules) -> bool:
    """Whether a chemist would read these kinds as a salt or an acid: a polyatomic ion, something positive,
    and single tiles of metals, of hydrogen or of what is always negative there. Two kinds were read before,
    and were nothing plain.
    """
    singles = [kind for kind in kinds if kind in ELEMENTS]
    charges = [ion.charges[0] for ion in rules.edition.ions if ion.name in kinds]
    positive = any(is_cation(kind) for kind in singles) or any(charge > 0 for charge in charges)
    return bool(charges) and positive and len(kinds) > 2 and all(map(is_ion, singles))


def _mixed(names: tuple[str, ...], run: Run, rules: Rules) -> Check:
    """V-NAME-UNITS: what is written as a salt with its water is not read as ions with its atoms."""
    if run.metal is not None and "·" in (written_apart(run.formula) or ""):
        return HYDRATE
    return Check(
        "C-POLY", "polyatomic", FAIL, "mixed_ions", Facts(ions=names, partners=rules.edition.partners)
    )
