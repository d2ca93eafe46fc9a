"""The rulings of CompoundIt!: what each rule set says about one run of tiles.

A rule set is a function from a run to its checks, in the order the rulebook asks; it accepts when all
of them pass. C-SETS: the sets in force add up.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import prose
from adjudicator.chem import ions, oxidation
from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.formula import MAX_TILES, Formula, write_unit
from adjudicator.chem.ions import Ion
from adjudicator.errors import UnreadableInput, quote
from adjudicator.verdict import Check, Facts, Outcome, Verdict, add_up, together
from rulesets.compoundit.prose import SENTENCES, VAGUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.chem.formula import Tiles
    from adjudicator.chem.ions import Piece
    from rulesets.compoundit.edition import Edition, NamedException

PASS, FAIL = Outcome.PASS, Outcome.FAIL

prose.register(SENTENCES, VAGUE)


class Run(NamedTuple):
    """What is asked about. Tiles of a formula may lie in any order: `ordered` is False."""

    tiles: tuple[str, ...]
    formula: Formula
    ordered: bool


class Finding(NamedTuple):
    """What one rule set found: its checks, and how the compound is written and laid when it accepts."""

    checks: tuple[Check, ...]
    text: str | None = None
    order: tuple[str, ...] | None = None


class CompoundIt:
    """A choice of rule sets and an edition, ready to judge."""

    def __init__(self, name: str, sets: tuple[str, ...], edition: Edition) -> None:
        self.name = name
        self.sets = sets
        self.edition = edition
        self.numbers = {tile.symbol: tile.oxidation for tile in edition.tiles}
        self.single_tiles = {
            tile.symbol: Ion(tile.symbol, tile.symbol, tile.oxidation) for tile in edition.tiles
        }
        self.ions_of = lru_cache(1 << 12)(self._ions_of)
        self.exceptions = {(set_, e.formula): e for e in edition.exceptions for set_ in e.sets}
        listed = Facts(listed=edition.diatomic)
        self.not_diatomic = Finding((Check("C-DIA", "diatomic", FAIL, "not_diatomic", listed),))

    def judge(self, question: Tiles | Formula) -> Verdict:
        run = _run(question)
        checks = self._eligible(run)
        outcomes: dict[str, Outcome] = {}
        text, order = None, run.tiles
        if all([check.outcome is PASS for check in checks]):  # noqa: C419 - measurably faster than a generator
            for name in self.sets:
                finding = RULE_SETS[name](run, self)
                checks += finding.checks
                outcomes[name] = together(finding.checks)
                if text is None and outcomes[name] is PASS:
                    text, order = finding.text, finding.order or order
        ruling, accepted_by = add_up(outcomes)
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=order,
            formula=text or run.formula.conventional,
            hill=run.formula.hill,
            accepted_by=accepted_by,
            checks=tuple(checks),
        )

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "sets": list(self.sets), "edition": self.edition.to_json()}

    def _eligible(self, run: Run) -> list[Check]:
        """What is asked of every run, whatever the rule set: C-RUN, C-EDITION, no charge."""
        missing = tuple([symbol for symbol, _ in run.formula.atoms if symbol not in self.numbers])
        checks = [
            LONG_ENOUGH if len(run.tiles) > 1 else Check("C-RUN", None, FAIL, "too_short"),
            Check("C-EDITION", None, FAIL, "not_in_edition", Facts(symbols=missing))
            if missing
            else IN_EDITION,
        ]
        if run.formula.charge:
            checks.append(Check("C-ALONE", None, FAIL, "has_charge", Facts(charge=run.formula.charge)))
        return checks

    def _ions_of(self, elements: frozenset[str]) -> tuple[Ion, ...]:
        """The polyatomic ions that can be made of these elements."""
        return tuple([ion for ion in self.edition.ions if ion.elements <= elements])

    def exception(self, set_: str, run: Run) -> NamedException | None:
        return self.exceptions.get((set_, run.formula))


LONG_ENOUGH = Check("C-RUN", None, PASS, "long_enough")
IN_EDITION = Check("C-EDITION", None, PASS, "in_edition")


def _run(question: Tiles | Formula) -> Run:
    if not isinstance(question, Formula):
        return Run(question, Formula.of_tiles(question), ordered=True)
    if question.size > MAX_TILES:
        raise UnreadableInput(
            "too_many_tiles",
            f"{quote(str(question))} needs {question.size} tiles. A run has at most {MAX_TILES}.",
            input=str(question),
        )
    in_order = sorted(question.atoms, key=lambda pair: WRITING_ORDER[pair[0]])
    return Run(tuple(symbol for symbol, n in in_order for _ in range(n)), question, ordered=False)


# --- diatomic elements --------------------------------------------------------------------------------------


def diatomic(run: Run, rules: CompoundIt) -> Finding:
    """C-DIA: two tiles of one of the elements that the rulebook lists."""
    listed = rules.edition.diatomic
    if len(run.tiles) == 2 and run.tiles[0] == run.tiles[1] and run.tiles[0] in listed:
        return Finding((Check("C-DIA", "diatomic", PASS, "diatomic", Facts(symbol=run.tiles[0])),))
    if len(run.formula.atoms) > 1:
        return rules.not_diatomic
    params = Facts(symbol=run.tiles[0], listed=listed)
    return Finding((Check("C-DIA", "diatomic", FAIL, "other_element", params),))


# --- binary compounds ---------------------------------------------------------------------------------------


def binary(run: Run, rules: CompoundIt) -> Finding:
    """C-BIN, C-SIGN, C-RATIO: two elements, numbers that add up to zero, in the simplest ratio."""
    named = rules.exception("binary", run)
    if named:
        return Finding((Check(named.rule, "binary", PASS, "named_exception", Facts(passage=named.passage)),))
    elements = tuple([symbol for symbol, _ in run.formula.atoms])
    if len(elements) != 2:
        return Finding((Check("C-BIN", "binary", FAIL, "not_two_elements", Facts(elements=elements)),))
    (a, count_a), (b, count_b) = run.formula.atoms
    checks = (
        Check("C-BIN", "binary", PASS, "two_elements", Facts(elements=elements)),
        _sum_check(run, rules),
        _ratio_check("binary", count_a, count_b, lambda x, y: Formula.of({a: x, b: y}).conventional),
    )
    return Finding(checks)


def _sum_check(run: Run, rules: CompoundIt) -> Check:
    (a, count_a), (b, count_b) = run.formula.atoms
    kinds = (rules.numbers[a], count_a, rules.numbers[b], count_b)
    policy = rules.edition.mixed_oxidation
    numbers = oxidation.neutral(*kinds, policy)
    if numbers:
        mixed = tuple(s for s, chosen in ((a, numbers[0]), (b, numbers[1])) if chosen[0] != chosen[-1])
        witness = _number_every_tile(run.tiles, a, *numbers)
        if mixed:
            return Check("C-SIGN", "binary", PASS, "sum_zero_mixed", Facts(elements=mixed), witness)
        return Check("C-BIN", "binary", PASS, "sum_zero", witness=witness)
    if policy != "any":
        numbers = oxidation.neutral(*kinds, "any")
        if numbers:
            mixed = tuple(s for s, chosen in ((a, numbers[0]), (b, numbers[1])) if chosen[0] != chosen[-1])
            witness = _number_every_tile(run.tiles, a, *numbers)
            return Check(
                "C-SIGN", "binary", FAIL, "needs_mixing", Facts(elements=mixed, policy=policy), witness
            )
    numbers = oxidation.nearest(*kinds, policy)
    if numbers is None:
        return Check("C-BIN", "binary", FAIL, "never_opposite", Facts(elements=(a, b)))
    witness = _number_every_tile(run.tiles, a, *numbers)
    changes = oxidation.mends(*kinds, policy)
    mends = _mends((a, count_a), (b, count_b), changes, lambda x, y: Formula.of({a: x, b: y}).conventional)
    return Check("C-BIN", "binary", FAIL, "sum_not_zero", Facts(total=witness["sum"], mends=mends), witness)


def _number_every_tile(
    tiles: tuple[str, ...], first: str, numbers_first: tuple[int, ...], numbers_second: tuple[int, ...]
) -> Facts:
    """The witness of an oxidation check: the number of every tile, in the order of the run."""
    give_first, give_second = iter(numbers_first), iter(numbers_second)
    numbers = tuple([next(give_first if tile == first else give_second) for tile in tiles])
    return Facts(numbers=numbers, sum=sum(numbers))


def _mends(
    first: tuple[str, int],
    second: tuple[str, int],
    changes: tuple[tuple[int, int], ...],
    write: Callable[[int, int], str],
) -> tuple[Facts, ...]:
    """What would mend a sum: which kinds to add (+) or take away (-), and what that makes."""
    return tuple(
        Facts(
            changes=tuple((kind, change) for kind, change in ((first[0], a), (second[0], b)) if change),
            makes=write(first[1] + a, second[1] + b),
        )
        for a, b in changes
    )


def _ratio_check(set_: str, count_a: int, count_b: int, write: Callable[[int, int], str]) -> Check:
    """C-RATIO: the counts of the two kinds have no common divisor."""
    divisor = gcd(count_a, count_b)
    if divisor == 1:
        return Check("C-RATIO", set_, PASS, "simplest_ratio", Facts(counts=(count_a, count_b)))
    simplest = write(count_a // divisor, count_b // divisor)
    return Check("C-RATIO", set_, FAIL, "not_simplest", Facts(counts=(count_a, count_b), simplest=simplest))


# --- compounds with polyatomic ions -------------------------------------------------------------------------


class Reading(NamedTuple):
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
        return (
            self.mixed,
            self.sum != 0,
            gcd(self.cations, self.anions) != 1,
            self.pieces is None,
            abs(self.sum),
            len(self.cation.elements & self.anion.elements),
            -self.anion.size,
        )

    def write(self, cations: int, anions: int) -> str:
        """The formula with these numbers of its ions: Mg(NO2)2; H2CO3 rather than HHCO3."""
        cation, anion = self.cation.formula, self.anion.formula
        if cation == "H" and anion == "OH":
            return Formula.of({"H": cations + anions, "O": anions}).conventional
        if cation == "H" and anion.startswith("H") and anions == 1:
            inside = dict(self.anion.counts)["H"]
            return write_unit("H", cations + inside) + anion.removeprefix(write_unit("H", inside))
        return write_unit(cation, cations) + write_unit(anion, anions)


def polyatomic(run: Run, rules: CompoundIt) -> Finding:
    """C-POLY, C-RATIO, C-CONTIG, C-ALONE: two kinds of ion, neutral, simplest, each ion in one piece."""
    counts = dict(run.formula.atoms)
    present = [ion for ion in rules.ions_of(frozenset(counts)) if ion.within(counts)]
    if not present:
        return NO_POLYATOMIC_ION
    for ion in present:
        if ion.counts == run.formula.atoms:
            return Finding((_alone(ion, 1),))
    reading = min(_readings(run, counts, present, rules), key=lambda r: r.faults, default=None)
    if reading is None:
        return Finding((_no_reading(run, counts, present, rules),))
    if reading.mixed:
        return Finding((_mixed((reading.cation.name, reading.anion.name), rules),))
    checks = (
        _kinds_check(reading),
        _charge_check(reading, rules),
        _ratio_check("polyatomic", reading.cations, reading.anions, reading.write),
        _contiguity_check(run, reading),
    )
    order = None if run.ordered else _lay(reading)
    return Finding(checks, reading.write(reading.cations, reading.anions), order)


NO_POLYATOMIC_ION = Finding((Check("C-POLY", "polyatomic", FAIL, "no_polyatomic_ion"),))


def _readings(run: Run, counts: dict[str, int], present: list[Ion], rules: CompoundIt) -> Iterator[Reading]:
    """Every way to make the composition of two kinds of ion, at least one of them polyatomic."""
    elements = frozenset(counts)
    for place, ion in enumerate(present):
        outside = elements - ion.elements
        singles = [rules.single_tiles[s] for s in (outside or elements)] if len(outside) <= 1 else []
        others = [other for other in present[place + 1 :] if outside <= other.elements]
        for other in singles + others:
            for share, other_share in ions.shares(counts, ion, other):
                reading = _reading(run, rules, (ion, share), (other, other_share))
                if reading:
                    yield reading


def _reading(run: Run, rules: CompoundIt, first: tuple[Ion, int], second: tuple[Ion, int]) -> Reading | None:
    kinds = (first[0].charges, first[1], second[0].charges, second[1])
    policy = rules.edition.mixed_oxidation
    numbers = oxidation.neutral(*kinds, policy) or oxidation.nearest(*kinds, policy)
    if numbers is None:
        return None  # two cations or two anions: no compound in any ratio
    if sum(numbers[0]) < 0:
        first, second, numbers = second, first, (numbers[1], numbers[0])
    (cation, cations), (anion, anions) = first, second
    mixed = (
        cation.polyatomic and anion.polyatomic and not {cation.name, anion.name} & set(rules.edition.partners)
    )
    pieces = (
        ions.split(run.tiles, (cation, anion)) if run.ordered else _pieces_of(cation, cations, anion, anions)
    )
    return Reading(cation, cations, anion, anions, numbers, mixed, pieces)


def _pieces_of(cation: Ion, cations: int, anion: Ion, anions: int) -> tuple[Piece, ...]:
    """The ions of a formula laid one after the other."""
    pieces, start = [], 0
    for ion in (cation,) * cations + (anion,) * anions:
        pieces.append(ions.Piece(start, ion))
        start += ion.size
    return tuple(pieces)


def _lay(reading: Reading) -> tuple[str, ...]:
    """The tiles of an accepted formula in a legal order."""
    order: list[str] = []
    for ion, count in ((reading.cation, reading.cations), (reading.anion, reading.anions)):
        atoms = sorted(ion.counts, key=lambda pair: WRITING_ORDER[pair[0]])
        order += [symbol for symbol, n in atoms for _ in range(n)] * count
    return tuple(order)


def _kinds_check(reading: Reading) -> Check:
    kinds = Facts(
        cation=reading.cation.name, cations=reading.cations, anion=reading.anion.name, anions=reading.anions
    )
    return Check("C-POLY", "polyatomic", PASS, "two_kinds", kinds)


CHARGES_BALANCE = Check("C-POLY", "polyatomic", PASS, "charges_balance")


def _charge_check(reading: Reading, rules: CompoundIt) -> Check:
    if reading.sum == 0:
        return CHARGES_BALANCE
    kinds = (reading.cation.charges, reading.cations, reading.anion.charges, reading.anions)
    changes = oxidation.mends(*kinds, rules.edition.mixed_oxidation)
    mends = _mends(
        (reading.cation.name, reading.cations), (reading.anion.name, reading.anions), changes, reading.write
    )
    return Check("C-POLY", "polyatomic", FAIL, "charges_off", Facts(total=reading.sum, mends=mends))


def _contiguity_check(run: Run, reading: Reading) -> Check:
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
        [
            Facts(
                tiles=piece.tiles,
                ion=piece.ion.name,
                charge=next(cations if piece.ion is reading.cation else anions),
            )
            for piece in reading.pieces
        ]
    )
    return Check(
        "C-CONTIG", "polyatomic", PASS, "ions_contiguous", witness=Facts(units=units, sum=reading.sum)
    )


def _alone(ion: Ion, times: int) -> Check:
    facts = Facts(ion=ion.name, formula=ion.formula, charge=ion.charges[0], times=times)
    return Check("C-ALONE", "polyatomic", FAIL, "ion_alone", facts)


def _no_reading(run: Run, counts: dict[str, int], present: list[Ion], rules: CompoundIt) -> Check:
    """No two kinds of ion make this composition: says what it looks like instead."""
    for ion in present:
        symbol, n = ion.counts[0]
        times = counts[symbol] // n
        if len(ion.counts) == len(counts) and all(counts[s] == k * times for s, k in ion.counts):
            return _alone(ion, times)
    kinds = ions.fewest_pieces(run.tiles, present)
    several = tuple([name for name in kinds if name not in ELEMENTS])
    metals = tuple([name for name in kinds if name in ELEMENTS and ELEMENTS[name].metal])
    if len(several) > 1:
        return _mixed(several, rules)
    if len(metals) > 1:
        return Check("C-POLY", "polyatomic", FAIL, "several_metals", Facts(elements=metals))
    return Check("C-POLY", "polyatomic", FAIL, "not_two_kinds", Facts(kinds=kinds))


def _mixed(names: tuple[str, ...], rules: CompoundIt) -> Check:
    return Check(
        "C-POLY", "polyatomic", FAIL, "mixed_ions", Facts(ions=names, partners=rules.edition.partners)
    )


RULE_SETS: dict[str, Callable[[Run, CompoundIt], Finding]] = {
    "diatomic": diatomic,
    "binary": binary,
    "polyatomic": polyatomic,
}
