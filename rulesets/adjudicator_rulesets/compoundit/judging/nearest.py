"""The nearest miss: the legal compound that a refused run reaches by the fewest tiles added, taken or moved.

Compounds are listed by their elements, all of them and all but one, so that only those are compared that have
the elements of the run but for one. Ions also want their tiles together (C-CONTIG), so for them the tiles
that have to be moved are counted as well.

C-HINT: a hint leads to a substance on record. One of the same elements comes first, by tiles added or removed
before both at once; then one that needs one element more or one fewer; then an exchange of tiles for those of
another element, or what is far, where nothing else is within two tiles, and only to what schools know. Of
these what schools know better comes first, then what takes the fewest tiles. Where a metal and a nonmetal
lie, a metal stays. An exchange takes two tiles at most and makes no peroxide of an oxide. Two kinds of ion
that lie together are in reach in the numbers in which they are neutral, however many tiles that takes; so are
more of them, if schools know the salt. An element by itself has to be one tile away, and is led to what is
taught first. Of equally near ones a binary compound comes before one of ions. No nonmetal but hydrogen is the
cation of an ion, and no element of one of its own. An ion by itself is told its partner: tiles are added to
it, none are taken away.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from copy import copy
from functools import lru_cache, partial
from itertools import combinations, product
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import oxidation
from adjudicator.chem.elements import ELEMENTS, METALS, WRITING_ORDER
from adjudicator.chem.formula import Formula
from adjudicator.reference.salts import familiar, listed_salt, unmade
from adjudicator.verdict import Facts, Outcome, together
from adjudicator_rulesets.compoundit.judging.compositions import formulas_of
from adjudicator_rulesets.compoundit.judging.findings import MAX_MENDED, Run
from adjudicator_rulesets.compoundit.judging.orders import FIELD, FULL
from adjudicator_rulesets.compoundit.judging.polyatomic import lay
from adjudicator_rulesets.compoundit.judging.sets import LEWIS_SETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.chem.ions import Ion
    from adjudicator_rulesets.compoundit.judging.findings import Rules

    Atoms = tuple[tuple[str, int], ...]  # a composition, by symbols
    Units = tuple[tuple[Ion, int], ...]  # kinds of ion and how many of each
    Kinds = list[tuple[dict[str, int], int, int, int]]  # see _kinds
    InReach = tuple[
        int, int, int, int, int
    ]  # of what kind, its grade, how far, strange elements, and the row

REACH = 3  # tiles; a suggestion of more helps nobody
CLOSE = 2  # tiles; only where nothing is within them, elements are exchanged (C-HINT)
SAME, SHIFTED, NEAR, EXCHANGE = range(4)  # how a compound compares with the run's elements
OBSCURE = 4  # the grade of what no school knows; see `familiar`
TAUGHT_FIRST = 1
MAX_SIZE = MAX_MENDED + REACH
MAX_LOOKED_INTO = 24  # compounds on record of which one hint asks whether they are stable (C-STABLE)
# Collections that must list a molecule without a boiling point before a hint names it: no curiosities.
FAMILIAR = 3
FLEETING = frozenset({"CS", "NP"})  # gases that nobody can keep
PLAINNESS = {"binary": 0, "polyatomic": 1, "diatomic": 3}  # an element is no compound; 2: Lewis structures


class Step(NamedTuple):
    """How a compound compares with others as near and of the same rank; the least is the best hint."""

    strange: int  # elements that the run does not have
    removed: int
    rarity: tuple[int, ...]  # of the strange elements: the more tiles the game has of one, the less
    atoms: Atoms


class Way(NamedTuple):
    """To the compound of a row; the least is the best."""

    kind: int  # SAME, SHIFTED, NEAR or EXCHANGE
    grade: int  # how well schools know it
    total: int  # tiles added, removed and moved
    moved: int
    row: int

    @property
    def distance(self) -> int:
        return self.total - self.moved


class _Box:
    """Keyed by identity: rules that have the same edition and sets."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._key = id(rules.edition), tuple(rules.sets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Box) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(8)
def _among(box: _Box) -> Nearest:
    return Nearest(box.rules)


class Nearest:
    """Every compound, up to a size, that the rule sets in force accept, and the way to the nearest.

    Compounds are known by their rows: to look one up by its atoms takes longer than most of the rest.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        ways: dict[Atoms, tuple[Units, ...] | None] = {}  # None: legal in any order
        for atoms, units in _of_ions(rules):
            ways[atoms] = (*(ways.get(atoms) or ()), units)
        ways |= dict.fromkeys(_in_any_order(rules))
        # In the order of the table, not of a set: every process must look into the same few.
        on_record = dict.fromkeys([atoms for atoms in _on_record(rules) if ways.get(atoms, ()) is not None])
        every = dict.fromkeys((*ways, *on_record))
        printed = rules.numbers.keys()  # an edition may have ions and salts of elements that no tile shows
        shown = [atoms for atoms in every if printed >= {symbol for symbol, _ in atoms}]
        self._rows = tuple(sorted(shown, key=_size))  # what a run can reach lies together
        self._ways = [[_kinds(units) for units in ways.get(atoms) or ()] for atoms in self._rows]
        self._on_record = frozenset(row for row, atoms in enumerate(self._rows) if atoms in on_record)
        self._judged: dict[int, Legal | None] = {}
        self._records: dict[int, bool] = {}
        self._common = {tile.symbol: tile.count for tile in rules.edition.tiles}
        self._sizes = bytes(map(_size, self._rows))
        grades = familiar()
        self._grades = bytes([grades.get(Formula(atoms).hill, OBSCURE) for atoms in self._rows])
        self._bits = {symbol: 1 << place for place, symbol in enumerate(rules.numbers)}
        self._elements = [self._set_of(symbol for symbol, _ in atoms) for atoms in self._rows]
        self._salts: dict[frozenset[str], list[Atoms]] = {}  # C-DOUBLE: by their kinds of ion
        for formula, salts in rules.salts.items():
            for salt in salts:
                self._salts.setdefault(frozenset(salt.kinds), []).append(formula.atoms)
        # By all elements of a compound, and all but one: what a run in reach has in common with it.
        self._by_elements: dict[int, list[int]] = {}
        for row, atoms in enumerate(self._rows):
            for bit in (0, *[self._bits[symbol] for symbol, _ in atoms]):
                self._by_elements.setdefault(self._elements[row] - bit, []).append(row)

    @classmethod
    def of(cls, rules: Rules) -> Nearest:
        """For these rules. Rules that differ in their authority alone share the compounds: on a device the
        authority changes when the table arrives.
        """
        if not set(LEWIS_SETS).isdisjoint(rules.sets):
            return cls(rules)  # on record, as the authority has it
        found = copy(_among(_Box(rules)))
        vars(found).update(_rules=rules, _judged={}, _records={})
        return found

    def hint(
        self, tiles: tuple[str, ...], kinds: Units = (), *, whole: bool = False, alone: bool = False
    ) -> tuple[Facts, str] | None:
        """What to change and what that makes, and by which set; None when nothing is within reach.

        `kinds`: the ions that lie there, each in one piece. `whole`: the run is a real substance, so no
        element of it may go, and far hints help nobody. `alone`: it is an ion, and looks for a partner.
        """
        counts: dict[str, int] = {}
        for tile in tiles:
            counts[tile] = counts.get(tile, 0) + 1
        ways = self._nearest_ways(tiles, counts, kinds, whole=whole, alone=alone)
        if not ways:
            return None
        best = ways[0] if len(ways) == 1 else self._best(ways, counts)
        changes = dict(self._rows[best.row])
        for symbol, n in counts.items():
            changes[symbol] = changes.get(symbol, 0) - n
        ordered = sorted(changes, key=lambda symbol: (changes[symbol] < 0, WRITING_ORDER[symbol]))
        told = tuple((symbol, changes[symbol]) for symbol in ordered if changes[symbol])
        legal = self._legal(best.row)
        set_, text = (legal.set, legal.text) if legal else ("", "")
        return Facts(changes=told, moved=best.moved, makes=text), set_

    def _nearest_ways(
        self,
        tiles: tuple[str, ...],
        counts: dict[str, int],
        kinds: Units,
        *,
        whole: bool,
        alone: bool,
    ) -> list[Way]:
        """Ways to the nearest compounds: those that can be the best are looked at first."""
        judged = 0
        in_reach = self._in_reach(tiles, counts, whole=whole, alone=alone)
        in_other_numbers = () if whole else self._in_other_numbers(kinds, counts)
        ways: list[Way] = []
        best = EXCHANGE, OBSCURE, REACH + 1
        for kind, grade, distance, _, row in sorted([*in_reach, *in_other_numbers]):
            if (kind, grade, distance) > best:
                break
            if row in self._on_record:
                judged += 1  # also what was judged before: the hint must not depend on earlier questions
                if judged > MAX_LOOKED_INTO or not self._rules.authority.offline:
                    continue
            legal = self._legal(row)
            if legal is None or (distance and not self._known(row)):
                continue
            if alone and legal.set != "polyatomic" and not self._has_ions(row):
                continue
            ions = legal.set == "polyatomic" and distance <= REACH
            moved = self._fewest(tiles, distance, row) if ions else 0
            total = distance + moved
            if kind == EXCHANGE and distance <= CLOSE < total:
                continue  # an exchange, and tiles to move besides
            far = total > CLOSE and kind == NEAR and not alone
            way = Way(EXCHANGE if far else kind, grade, total, moved, row)
            if way.kind == EXCHANGE and grade == OBSCURE:
                continue
            if (total <= REACH or distance > REACH) and way[:3] <= best:
                best = way[:3]
                ways.append(way)
        return [way for way in ways if way[:3] == best]

    def _in_reach(
        self, tiles: tuple[str, ...], counts: dict[str, int], *, whole: bool, alone: bool
    ) -> Iterator[InReach]:
        """The rows that tiles added and removed lead to: of what kind, how well known, how far, how many
        strange elements.
        """
        for row, gone, larger in self._beside(counts, len(tiles), whole=whole):
            atoms, added, strange = self._rows[row], 0, 0
            for symbol, n in atoms:
                here = counts.get(symbol)
                if here is None:
                    strange = 1
                    added += n
                elif n > here:
                    added += n - here
            distance = 2 * added - larger
            exchanged = 0 < added < distance  # some are added and others removed
            far = CLOSE if gone or whole or (strange and exchanged) else REACH
            if distance > far or (alone and distance > added):
                continue
            kind = NEAR if strange or gone else SHIFTED if exchanged else SAME
            if gone and (self._loses_metal(row, counts) or (added and self._is_peroxide(row))):
                continue
            if kind == NEAR and (exchanged or (distance > CLOSE and not alone)):
                kind = EXCHANGE
            if len(atoms) == 1 < len(counts):  # an element is no compound, so it is very near
                if distance > 1:
                    continue
                kind = NEAR
            grade = self._grades[row] if distance else 0  # what lies there is what is meant
            if len(counts) == 1 < len(atoms) and grade > TAUGHT_FIRST:
                continue  # three tiles of sulfur are nowhere near aluminium sulfide
            if whole and grade == OBSCURE and (kind > SHIFTED or METALS.isdisjoint(counts)):
                continue  # a real substance is not sent to a rare one; a salt may be, of its own elements
            yield kind, grade, distance, strange, row

    def _beside(self, counts: dict[str, int], number: int, *, whole: bool) -> Iterator[tuple[int, bool, int]]:
        """The rows that have the elements of the run, all or all but one, and at most one more: whether they
        lack one, and how much larger they are. `whole`: those that lack none.
        """
        mine, most = self._set_of(counts), CLOSE if whole else REACH
        for lost in (0,) if whole else (0, *[self._bits[symbol] for symbol in counts]):
            for row in self._by_elements.get(mine - lost, ()):
                larger = self._sizes[row] - number
                if larger > most:
                    break  # small ones come first
                if larger >= -most and (not lost or self._elements[row] != mine):
                    yield row, lost > 0, larger
            most = CLOSE

    def _set_of(self, symbols: Iterable[str]) -> int:
        """A set of elements, as a bit for each."""
        return sum([self._bits[symbol] for symbol in symbols])

    def _in_other_numbers(self, kinds: Units, counts: dict[str, int]) -> Iterator[InReach]:
        """The rows in which these kinds of ion are neutral, where those are out of reach otherwise."""
        for atoms in self._neutral(kinds):
            distance = sum(abs(n - counts[symbol]) for symbol, n in atoms)
            row = self._row_of(atoms) if distance > REACH else None
            if row is not None and (len(kinds) == 2 or self._grades[row] < OBSCURE):
                yield SAME, self._grades[row], distance, 0, row

    def _neutral(self, kinds: Units) -> Iterator[Atoms]:
        """What two kinds of ion make, or three and more of a listed salt (C-DOUBLE)."""
        if len(kinds) == 2:
            (cation, _), (anion, _) = kinds
            for plus, minus in product(cation.charges, anion.charges):
                common = gcd(plus, minus)
                if plus * minus < 0:
                    yield _together(((cation, abs(minus) // common), (anion, abs(plus) // common)))
        elif kinds:
            yield from self._salts.get(frozenset(ion.name for ion, _ in kinds), ())

    def _row_of(self, atoms: Atoms) -> int | None:
        size = min(_size(atoms), MAX_SIZE + 1)
        first, end = bisect_left(self._sizes, size), bisect_right(self._sizes, size)
        return next((row for row in range(first, end) if self._rows[row] == atoms), None)

    def _loses_metal(self, row: int, counts: dict[str, int]) -> bool:
        """Whether a metal and a nonmetal lie there, and the compound has no metal."""
        return not (
            METALS.isdisjoint(counts)
            or METALS.issuperset(counts)
            or any(ELEMENTS[symbol].metal for symbol, _ in self._rows[row])
        )

    def _is_peroxide(self, row: int) -> bool:
        """Whether the compound can only be read with a peroxide."""
        ways = self._ways[row]
        return bool(ways) and all(any(len(ion) == 1 < size for ion, size, *_ in kinds) for kinds in ways)

    def _best(self, ways: list[Way], counts: dict[str, int]) -> Way:
        """Of compounds that are equally near; most of them are told apart by what they are. What only has to
        be laid in another order comes first.
        """
        ways = [way for way in ways if not way.distance] or ways
        ranks = [self._rank(way.row) for way in ways]
        first = min(ranks)
        equal = [way for way, rank in zip(ways, ranks, strict=True) if rank == first]
        return equal[0] if len(equal) == 1 else min(equal, key=partial(self._step, counts))

    def _step(self, counts: dict[str, int], way: Way) -> Step:
        atoms = self._rows[way.row]
        strange = _strange(atoms, counts)
        added = sum(n - counts.get(symbol, 0) for symbol, n in atoms if n > counts.get(symbol, 0))
        rarity = tuple(-self._common[symbol] for symbol in strange)
        return Step(len(strange), way.distance - added, rarity, atoms)

    def _fewest(self, tiles: tuple[str, ...], distance: int, row: int) -> int:
        """Tiles to move, whichever way the compound is made of ions."""
        staying = (len(tiles) + self._sizes[row] - distance) // 2
        return min([_moves(tiles, kinds, staying) for kinds in self._ways[row]], default=0)

    # --- what a compound is ---------------------------------------------------------------------------------

    def _legal(self, row: int) -> Legal | None:
        """How the compound is legal, by the judge; None should he refuse it."""
        if row not in self._judged:
            self._judged[row] = self._judge(row)  # set last: another thread may read it at any time
        return self._judged[row]

    def _judge(self, row: int) -> Legal | None:
        formula = Formula.of(dict(self._rows[row]))
        run = Run(lay(formula, self._rules), formula)
        for name in self._rules.sets:
            finding = self._rules.ask(name, run)
            if together(finding.checks) is Outcome.PASS:
                return Legal(name, finding.text or formula.conventional, finding.salt)
        return None

    def _has_ions(self, row: int) -> bool:
        """Whether the ions accept it as well as another set: water is H with OH."""
        formula = Formula.of(dict(self._rows[row]))
        finding = self._rules.ask("polyatomic", Run(lay(formula, self._rules), formula))
        return together(finding.checks) is Outcome.PASS

    def _rank(self, row: int) -> tuple[int, bool]:
        """How plain the compound is, and whether an element of it has two numbers."""
        legal, atoms = self._legal(row), self._rows[row]
        set_ = legal.set if legal else ""
        return PLAINNESS.get(set_, 2), set_ == "binary" and len(atoms) == 2 and self._mixes(atoms)

    def _mixes(self, atoms: Atoms) -> bool:
        (a, count_a), (b, count_b) = atoms
        numbers = self._rules.numbers
        return oxidation.neutral(numbers[a], count_a, numbers[b], count_b, "uniform") is None

    def _known(self, row: int) -> bool:
        """C-HINT: on record, or on a list of the edition."""
        if row not in self._records:
            self._records[row] = self._look_up(row)
        return self._records[row]

    def _look_up(self, row: int) -> bool:
        formula, rules = Formula.of(dict(self._rows[row])), self._rules
        legal = self._legal(row)
        if formula in rules.salts or any(formula == named for _, named in rules.exceptions):
            return True
        if any(ELEMENTS[symbol].metal for symbol, _ in formula.atoms) or (legal is not None and legal.salt):
            return listed_salt(formula) is not None or unmade(formula) in {"dissolved", "solution"}
        table = rules.authority.table
        if table is None or len(formula.atoms) == 1:
            return True
        if formula.hill in FLEETING:
            return False
        acid = legal is not None and legal.set == "polyatomic"
        return listed_salt(formula) is not None or any(
            acid or c.boiling_point_k or c.fame >= FAMILIAR for c in table.by_formula(formula.hill)
        )


class Legal(NamedTuple):
    """By which set a compound is legal, how it is written, and whether it is a salt of ammonium."""

    set: str
    text: str
    salt: bool


def _size(atoms: Atoms) -> int:
    return sum(n for _, n in atoms)


def _strange(atoms: Atoms, counts: dict[str, int]) -> list[str]:
    """The elements of the compound that are not among the tiles."""
    return [symbol for symbol, _ in atoms if symbol not in counts]


# --- tiles to move ------------------------------------------------------------------------------------------


def _kinds(units: Units) -> Kinds:
    """Each kind of ion: its atoms, its size, where its number is counted, and how many there are."""
    return [(dict(ion.counts), ion.size, FIELD * place, number) for place, (ion, number) in enumerate(units)]


def _moves(tiles: tuple[str, ...], kinds: Kinds, staying: int) -> int:
    """Of the tiles that stay, how many cannot keep their order, if every ion's tiles are to lie together.

    Kept tiles of one ion lie in a stretch of the run that no other ion's kept tiles share. The stretches are
    chosen from left to right, by how many ions of each kind have been used: a field of bits for each.
    """
    kept: list[dict[int, int]] = [{0: 0}]
    most = 0
    for end, last in enumerate(tiles):
        best = dict(kept[end])
        for atoms, size, field, number in kinds:
            if last not in atoms:
                continue
            left = dict(atoms)
            inside = 0
            for begin in range(end, -1, -1):
                if not left.get(tiles[begin]):
                    continue
                left[tiles[begin]] -= 1
                inside += 1
                for used, before in kept[begin].items():
                    if used >> field & FULL < number and best.get(used + (1 << field), -1) < before + inside:
                        best[used + (1 << field)] = before + inside
                        most = max(most, before + inside)
                if inside == size:
                    break
        if most == staying:
            return 0
        kept.append(best)
    return staying - most


# --- every compound -----------------------------------------------------------------------------------------


def _in_any_order(rules: Rules) -> Iterator[Atoms]:
    """C-DIA, C-BIN and what is allowed by name (C-EXCEPT)."""
    if "diatomic" in rules.sets:
        yield from (((symbol, 2),) for symbol in rules.edition.diatomic)
    if "binary" in rules.sets:
        policy = rules.edition.mixed_oxidation
        for a, b in combinations(sorted(rules.numbers), 2):
            for x, y in _ratios(rules.numbers[a], rules.numbers[b], (1, 1), policy):
                yield (a, x), (b, y)
    for set_, formula in rules.exceptions:
        if set_ in rules.sets and set_ not in LEWIS_SETS:
            yield formula.atoms


def _of_ions(rules: Rules) -> Iterator[tuple[Atoms, Units]]:
    """C-POLY, C-NEUTRAL, C-RATIO, C-AMMONIUM, C-DOUBLE; an ion by itself never (C-ALONE)."""
    edition = rules.edition
    if "polyatomic" not in rules.sets:
        return
    alone = {ion.counts for ion in edition.ions}
    partners = set(edition.partners)
    for place, ion in enumerate(edition.ions):
        others = [other for other in edition.ions[place + 1 :] if {ion.name, other.name} & partners]
        for other in (*rules.single_tiles.values(), *others):
            for x, y in _ratios(ion.charges, other.charges, (ion.size, other.size), rules.unit_policy):
                units = (ion, x), (other, y)
                atoms = _together(units)
                if atoms not in alone and (other.polyatomic or _is_partner(other, ion)):
                    yield atoms, units
    for formula, salts in rules.salts.items():
        if formula.size <= MAX_SIZE:
            yield from ((formula.atoms, salt.units) for salt in salts)


def _is_partner(tile: Ion, ion: Ion) -> bool:
    """Phosphorus beside phosphate or hydroxide is legal, and nothing that anybody would lay."""
    if tile.formula == "H":
        return True
    return tile.formula not in ion.elements and (ion.charges[0] > 0 or ELEMENTS[tile.formula].metal)


def _on_record(rules: Rules) -> Iterator[Atoms]:
    """C-STABLE: whatever the Lewis and organic sets accept is in the table, or allowed by name."""
    if not set(rules.sets) & set(LEWIS_SETS):
        return
    yield from (formula.atoms for _, formula in rules.exceptions)
    nonmetals = tuple(sorted(symbol for symbol in rules.numbers if not ELEMENTS[symbol].metal))
    for atoms in formulas_of(rules.authority, nonmetals):
        if len(atoms) > 1 and sum(n for _, n in atoms) <= MAX_SIZE:
            yield tuple(sorted(atoms))


def _together(units: Units) -> Atoms:
    counts: dict[str, int] = {}
    for ion, number in units:
        for symbol, n in ion.counts:
            counts[symbol] = counts.get(symbol, 0) + n * number
    return tuple(sorted(counts.items()))


def _ratios(
    a: tuple[int, ...], b: tuple[int, ...], sizes: tuple[int, int], policy: oxidation.Policy
) -> Iterator[tuple[int, int]]:
    """C-RATIO: numbers of two kinds without a common divisor whose charges can add up to zero."""
    for palette_a, palette_b in product(oxidation.palettes(a, policy), oxidation.palettes(b, policy)):
        if min(palette_a) * max(palette_b) >= 0 and max(palette_a) * min(palette_b) >= 0:
            continue
        for x in range(1, MAX_SIZE // sizes[0] + 1):
            against = {-total for total in oxidation.sums(palette_a, x)}
            for y in range(1, (MAX_SIZE - x * sizes[0]) // sizes[1] + 1):
                if gcd(x, y) == 1 and not against.isdisjoint(oxidation.sums(palette_b, y)):
                    yield x, y
