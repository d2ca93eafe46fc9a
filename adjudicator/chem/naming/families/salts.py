"""Salts from their composition: which cations and anions make it up, with which charges, and their names.

Composition alone decides, so Mg(NO2)2 and MgN2O4 are one question. Charges must balance and the counts of
the ions have no common divisor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import gcd
from typing import TYPE_CHECKING

from adjudicator.chem import oxidation
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.data import GREEK, KIS, ROMAN, Cation, Metal, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.chem.naming.knowledge.data import Anion

MAX_ATOMS = 200  # of a composition that is taken apart
MAX_KINDS = 3  # of cation in one salt
MAX_ATOMS_MIXED = 60  # where two kinds of anion are looked for: hydroxyapatite has 44
MAX_SHARES = 6  # of each of them
MAX_WATERS = 12
MAX_ODDITIES = 2  # more than the likeliest reading has: such a reading is none
HYPOHALITES = frozenset({"ClO", "BrO", "IO"})
OXIDISING_ANIONS = HYPOHALITES | {"ClO2", "BrO2", "IO2"}
OXIDISING = 4  # the charge from which a metal oxidises sulfite and thiosulfate
CACHE = 1 << 12
_WATER = {"H": 2, "O": 1}
_LIGANDS = tuple(GREEK[2:])  # that a complex begins with: hexacyanidoferrat(III), not ferricyanid
# Anions that water takes apart: NaH3O is no hydrate.
_UNMADE_BY_WATER = frozenset(("O", "H", "N", "P", "C", "C2"))


@dataclass(frozen=True, slots=True)
class Charged:
    """So many cations of one kind, and the charge of each: three irons with 2, 3 and 3."""

    kind: Metal | Cation
    count: int
    charges: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.charges)))


@dataclass(frozen=True, slots=True)
class Salt:
    cations: tuple[Charged, ...]
    anions: tuple[tuple[Anion, int], ...]

    @property
    def kinds(self) -> int:
        return len(self.cations) + len(self.anions)

    @property
    def rarity(self) -> tuple[int, ...]:
        """Everyday ions and charges first: the fewest oddities, then usual, uniform charges, simple ions."""
        rare_anions = sum(anion.rare for anion, _ in self.anions)
        rare_charges = sum(
            isinstance(c.kind, Metal) and bool(set(c.charges) & set(c.kind.rare)) for c in self.cations
        )
        reduced = sum(anion.reducing for anion, _ in self.anions) * self._oxidises
        mixed = sum(len(c.numbers) > 1 for c in self.cations)
        return (
            rare_anions + rare_charges + reduced,
            rare_charges,
            mixed,
            reduced,
            rare_anions,
            sum(len(anion.atoms) for anion, _ in self.anions),
            sum(
                isinstance(c.kind, Metal) for c in self.cations
            ),  # vanadyl selenite, not vanadium(II) selenate
        )

    @property
    def _oxidises(self) -> bool:
        """Whether a metal takes electrons from a reducing anion: MnS2O6 is no sulfite of manganese(IV)."""
        return any(max(c.charges) >= OXIDISING for c in self.cations)

    @property
    def at_odds(self) -> bool:
        """Whether its metal would oxidise one of its anions: MnH2SO5 is no sulfite of manganese(IV)."""
        return self._oxidises and any(anion.reducing for anion, _ in self.anions)

    @property
    def everyday(self) -> bool:
        """Whether its charges are usual ones, the same for all atoms of a metal."""
        return not any(self.rarity[1:3])


@lru_cache(CACHE)
def salts(formula: Formula) -> tuple[Salt, ...]:
    """Every reading of a neutral composition as a salt, the likeliest first; at most one kind of anion
    where that is possible.
    """
    plain = plain_salts(formula)
    if plain or formula.charge or formula.size > MAX_ATOMS_MIXED:
        return plain
    counts = dict(formula.atoms)
    found = [salt for pair in _fitting_pairs(counts) for salt in _of_two_anions(counts, *pair)]
    return _likeliest_first(found)


@lru_cache(CACHE)
def plain_salts(formula: Formula) -> tuple[Salt, ...]:
    """The readings with one kind of anion."""
    if formula.charge or formula.size > MAX_ATOMS or len(formula.atoms) < 2:
        return ()
    counts = dict(formula.atoms)
    return _likeliest_first(
        [salt for anion in fitting_anions(counts) for salt in _of_one_anion(counts, anion)]
    )


def _likeliest_first(found: list[Salt]) -> tuple[Salt, ...]:
    if not found:
        return ()  # most runs of tiles are no salt
    return tuple(sorted(_sensible(found), key=lambda salt: salt.rarity))


def _inside(counts: dict[str, int]) -> list[Anion]:
    """The anions whose atoms are there at least once."""
    elements = frozenset(counts)
    return [
        anion
        for anion in knowledge().anions
        if elements.issuperset(_elements(anion)) and all(counts[s] >= n for s, n in anion.atoms)
    ]


def fitting_anions(counts: dict[str, int]) -> list[Anion]:
    """The anions inside beside which all other atoms can be cations.

    Every nonmetal then belongs to the anion, or to it and one group.
    """
    nonmetals = _nonmetals(counts)
    places = {*_of_all_nonmetals(counts, nonmetals)}
    for group, listed in _beside_groups().get(nonmetals, ()):
        if all(counts.get(s, 0) >= n for s, n in group.atoms):
            places.update(listed)
    if not places:
        return []
    anions = knowledge().anions
    fitting = [anions[place] for place in sorted(places)]
    return [anion for anion in fitting if all(counts.get(s, 0) >= n for s, n in anion.atoms)]


def _fitting_pairs(counts: dict[str, int]) -> list[tuple[Anion, Anion]]:
    """The pairs of anions inside beside which all other atoms can be cations.

    With so many of the first and of one group taken away, the nonmetals left are those of the second.
    """
    usual, with_metal = _beside_another(), not counts.keys().isdisjoint(knowledge().metals)
    groups = [group for group in knowledge().cations if _times_inside(counts, group, 1)]
    if not (groups or with_metal):
        return []
    # Of two hundred anions most have an element that is not there: they are left out by their elements.
    elements = frozenset(counts)
    inside = [place for own, places in _by_elements() if own <= elements for place in places]
    pairs: set[tuple[int, int]] = set()
    for place in inside:
        anion = usual[place]
        for share in _times_inside(counts, anion, MAX_SHARES):
            rest = _without(counts, anion, share)
            lefts = [rest] if with_metal else []
            for group in groups:
                if group.goes_with(anion):
                    lefts += [_without(rest, group, n) for n in _times_inside(rest, group, MAX_ATOMS_MIXED)]
            for left in lefts:
                others = usual.keys() & _of_all_nonmetals(left, _nonmetals(left))
                pairs.update((min(place, other), max(place, other)) for other in others - {place})
    return [(usual[first], usual[second]) for first, second in sorted(pairs)]


@cache
def _beside_another() -> dict[int, Anion]:
    """The anions that a salt may have beside another, by their places in the list."""
    every = enumerate(knowledge().anions)
    return {place: a for place, a in every if not (a.mono or a.rare or a.formula == "H")}


@cache
def _by_elements() -> list[tuple[frozenset[str], list[int]]]:
    """The places of those anions, by their elements."""
    found: dict[frozenset[str], list[int]] = {}
    for place, anion in _beside_another().items():
        found.setdefault(_elements(anion), []).append(place)
    return list(found.items())


def _times_inside(counts: dict[str, int], ion: Anion | Cation, most: int) -> range:
    """1, 2, 3, ...: as often as the atoms are there."""
    return range(1, min(most, *(counts.get(symbol, 0) // n for symbol, n in ion.atoms)) + 1)


def _of_all_nonmetals(counts: dict[str, int], nonmetals: frozenset[str]) -> Sequence[int]:
    """The places of the anions that are made of all nonmetals there."""
    # Few nonmetals make an anion: most runs end at the first look-up.
    of_nonmetals = _beside_metals().get(nonmetals)
    return of_nonmetals.get(_proportions(counts), ()) if of_nonmetals else ()


def _nonmetals(counts: dict[str, int]) -> frozenset[str]:
    return frozenset([symbol for symbol, n in counts.items() if n]).difference(knowledge().metals)


def _proportions(counts: dict[str, int]) -> frozenset[tuple[str, int]]:
    """Of the nonmetals, in smallest numbers."""
    metals = knowledge().metals
    nonmetals = [(symbol, n) for symbol, n in counts.items() if n and symbol not in metals]
    divisor = gcd(*(n for _, n in nonmetals)) or 1
    return frozenset((symbol, n // divisor) for symbol, n in nonmetals)


@cache
def _beside_metals() -> dict[frozenset[str], dict[frozenset[tuple[str, int]], list[int]]]:
    """The places of anions in the list, by their nonmetals, and by the proportions of these."""
    found: dict[frozenset[str], dict[frozenset[tuple[str, int]], list[int]]] = {}
    for place, anion in enumerate(knowledge().anions):
        of_nonmetals = found.setdefault(_elements(anion).difference(knowledge().metals), {})
        of_nonmetals.setdefault(_proportions(dict(anion.atoms)), []).append(place)
    return found


@cache
def _beside_groups() -> dict[frozenset[str], list[tuple[Cation, list[int]]]]:
    """The groups, each with the places of the anions it goes with, by the nonmetals of both together."""
    found: dict[frozenset[str], dict[Cation, list[int]]] = {}
    for group in knowledge().cations:
        for place, anion in enumerate(knowledge().anions):
            if group.goes_with(anion):
                nonmetals = (_elements(group) | _elements(anion)).difference(knowledge().metals)
                found.setdefault(nonmetals, {}).setdefault(group, []).append(place)
    return {nonmetals: list(groups.items()) for nonmetals, groups in found.items()}


@cache
def _elements(ion: Anion | Cation) -> frozenset[str]:
    return frozenset(symbol for symbol, _ in ion.atoms)


@lru_cache(CACHE)
def nonmetal_salts(formula: Formula) -> tuple[Salt, ...]:
    """A nonmetal in the place of a metal, phosphorus(V) nitrite: on paper and in games, not in a bottle."""
    if formula.charge or formula.size > MAX_ATOMS:
        return ()
    counts, found = dict(formula.atoms), []
    for anion in knowledge().anions:
        if anion.monatomic or any(counts.get(s, 0) < n for s, n in anion.atoms):
            continue
        for share in range(1, min(counts[s] // n for s, n in anion.atoms) + 1):
            left = {s: n for s, n in _without(counts, anion, share).items() if n}
            if len(left) != 1:
                continue
            (symbol, count), charge = next(iter(left.items())), -anion.charge * share
            numbers = knowledge().numbers.get(symbol, ())
            if (
                symbol != "H"
                and symbol not in dict(anion.atoms)  # there is no imide of nitrogen
                and charge % count == 0
                and charge // count in numbers
                and gcd(share, count) == 1
            ):
                kind = Metal(symbol, numbers, (), numbered=True)
                cation = Charged(kind, count, (charge // count,) * count)
                found.append(Salt((cation,), ((anion, share),)))
    return tuple(sorted(found, key=lambda salt: salt.rarity))


def _sensible(found: list[Salt]) -> list[Salt]:
    """The fewest kinds of ion. And PbO2 is an oxide, not a peroxide of lead(II): the monatomic reading wins
    where it is an everyday one, or a dioxide of a transition metal. White lead is carbonate and hydroxide.
    """
    fewest = min((salt.kinds for salt in found), default=0)
    plain = {
        salt.anions[0][0].name
        for salt in found
        if salt.anions[0][0].monatomic and (salt.everyday or _is_dioxide(salt))
    }
    basic = any(anion.formula == "OH" for salt in found for anion, _ in salt.anions)
    oxides = {anion.name for salt in found for anion, _ in salt.anions if _has_oxide(salt)}
    separate = any({anion.name for anion, _ in salt.anions} == {"orthosilicate", "oxide"} for salt in found)
    unmixed = any(salt.kinds == fewest and salt.everyday for salt in found)
    likeliest = min((salt.rarity[0] for salt in found if salt.kinds == fewest), default=0)
    return [
        salt
        for salt in found
        if salt.kinds == fewest
        and salt.rarity[0] < likeliest + MAX_ODDITIES
        and salt.anions[0][0].mono not in plain
        and not (_has_hypohalite(salt) and any(anion.name in oxides for anion, _ in salt.anions))
        and not (basic and _has_acid_beside_oxide(salt))
        and not _has_acid_beside_hydroxide(salt)
        and not _would_be_oxidised(salt)
        and not _is_beyond_peroxides(salt)
        and not (unmixed and _is_mixed(salt))
        and not (separate and any(anion.name == "metasilicate" for anion, _ in salt.anions))  # kyanite
        and not {"F", "HF2"} <= {anion.formula for anion, _ in salt.anions}  # H2TiF6 is an acid of a complex
    ]


def _is_mixed(salt: Salt) -> bool:
    """Whether atoms of one metal have several charges: copper(I,II) hexacyanoferrate(III). Not of an oxide,
    as red lead is.
    """
    oxide = salt.anions[0][0].monatomic
    return not oxide and any(len(charged.numbers) > 1 for charged in salt.cations)


def _is_dioxide(salt: Salt) -> bool:
    """CrO2 and CoO2: a rare charge of a transition metal, but these metals have no peroxides like CaO2."""
    kind, numbers = salt.cations[0].kind, salt.cations[0].numbers
    return (
        isinstance(kind, Metal)
        and not ELEMENTS[kind.symbol].group  # of no main group
        and len(salt.cations) == 1
        and numbers == (4,)
        and _has_oxide(salt)
    )


def _is_beyond_peroxides(salt: Salt) -> bool:
    """RhO4 and UO4: a transition metal of four charges or more has no peroxide, and none has a superoxide."""
    kind, numbers = salt.cations[0].kind, salt.cations[0].numbers
    holds = {anion.name for anion, _ in salt.anions} & {"peroxide", "superoxide", "ozonide"}
    return (
        isinstance(kind, Metal)
        and not ELEMENTS[kind.symbol].group  # of no main group
        and len(salt.cations) == 1
        and bool(holds)
        and (holds != {"peroxide"} or max(numbers) > 3)
    )


def _has_oxide(salt: Salt) -> bool:
    return any(anion.formula == "O" for anion, _ in salt.anions)


def _has_hypohalite(salt: Salt) -> bool:
    """Chloride and hypochlorite, as in bleaching powder; elsewhere the same atoms are chloride and oxide."""
    return any(anion.formula in HYPOHALITES for anion, _ in salt.anions)


def _would_be_oxidised(salt: Salt) -> bool:
    """Hypohalite or halite with a metal below its usual charges: WO2I2 is no hypoiodite of tungsten(II)."""
    oxidising = any(anion.formula in OXIDISING_ANIONS for anion, _ in salt.anions)
    kinds = [(charged.kind, charged.numbers[0]) for charged in salt.cations]
    return oxidising and any(isinstance(kind, Metal) and number < min(kind.charges) for kind, number in kinds)


def _has_acid_beside_oxide(salt: Salt) -> bool:
    """Hydrogen carbonate, or formate, with oxide: where hydroxide will do, the hydrogen is there."""
    ions = [anion for anion, _ in salt.anions]
    return _has_oxide(salt) and any(ion.formula != "OH" and "H" in dict(ion.atoms) for ion in ions)


def _has_acid_beside_hydroxide(salt: Salt) -> bool:
    """Hydrogen sulfate with hydroxide is sulfate with water."""
    ions = [anion for anion, _ in salt.anions]
    return any(ion.formula == "OH" for ion in ions) and any(ion.base for ion in ions)


def _of_one_anion(counts: dict[str, int], anion: Anion) -> Iterator[Salt]:
    most = min(counts[symbol] // n for symbol, n in anion.atoms)
    for share in range(1, most + 1):
        rest = _without(counts, anion, share)
        for cations in _cations(rest, -anion.charge * share, (anion,)):
            if gcd(share, *(c.count for c in cations)) == 1:
                yield Salt(cations, ((anion, share),))


def _of_two_anions(counts: dict[str, int], first: Anion, second: Anion) -> Iterator[Salt]:
    for one in range(1, MAX_SHARES + 1):
        rest = _without(counts, first, one)
        if min(rest.values()) < 0:
            return
        for other in range(1, MAX_SHARES + 1):
            left = _without(rest, second, other)
            if min(left.values()) < 0:
                break
            charge = -first.charge * one - second.charge * other
            for cations in _cations(left, charge, (first, second)):
                salt = Salt(cations, tuple(sorted(((first, one), (second, other)), key=_by_name)))
                if gcd(one, other, *(c.count for c in cations)) == 1 and not salt.at_odds:
                    yield salt


def _by_name(part: tuple[Anion, int]) -> str:
    return part[0].name


def _without(counts: dict[str, int], ion: Anion | Cation, share: int) -> dict[str, int]:
    rest = dict(counts)
    for symbol, n in ion.atoms:
        rest[symbol] = rest.get(symbol, 0) - share * n
    return rest


def _cations(rest: dict[str, int], charge: int, anions: tuple[Anion, ...]) -> Iterator[tuple[Charged, ...]]:
    """Every way to make cations with this total charge out of exactly the atoms that are left."""
    rest = {symbol: n for symbol, n in rest.items() if n}
    if not rest or min(rest.values()) < 0:
        return
    for group in _groups_of(frozenset(rest)):
        if all(group.goes_with(anion) for anion in anions):
            yield from _with_group(rest, group, charge, anions)
    yield from _metals_only(rest, charge, ())


@lru_cache(CACHE)
def _groups_of(elements: frozenset[str]) -> tuple[Cation, ...]:
    """The groups among atoms of these elements, beside which all others are metals."""
    nonmetals = elements - knowledge().metals.keys()
    return tuple(group for group in knowledge().cations if nonmetals <= _elements(group) <= elements)


def _with_group(
    rest: dict[str, int], group: Cation, charge: int, anions: tuple[Anion, ...]
) -> Iterator[tuple[Charged, ...]]:
    if any(rest.get(symbol, 0) < n for symbol, n in group.atoms):
        return
    symbol, n = next((s, n) for s, n in group.atoms if s != "H")
    times = rest[symbol] // n
    left = {s: rest[s] - times * dict(group.atoms).get(s, 0) for s in rest}
    left = {s: n for s, n in left.items() if n}
    if min(left.values(), default=0) < 0 or (group.partners and left):
        return
    if group.name == "ammonium" and any(anion.formula in {"H", "NH2"} for anion in anions):
        return  # not ionic: such atoms are one molecule or several
    own = Charged(group, times, (group.charge,) * times)
    if not left and times * group.charge == charge:
        yield (own,)
    elif left:
        yield from _metals_only(left, charge - times * group.charge, (own,))


def _metals_only(
    rest: dict[str, int], charge: int, others: tuple[Charged, ...]
) -> Iterator[tuple[Charged, ...]]:
    metals = [knowledge().metals.get(symbol) for symbol in rest]
    known = [metal for metal in metals if metal]
    if len(known) < len(metals) or len(known) + len(others) > MAX_KINDS or charge <= 0:
        return
    if len(known) == 1 and not others:
        charged = _one_metal(known[0], rest[known[0].symbol], charge)
        if charged:
            yield (charged,)
        return
    for choice in product(*(metal.charges for metal in known)):
        if sum(c * rest[m.symbol] for c, m in zip(choice, known, strict=True)) == charge:
            each = [
                Charged(m, rest[m.symbol], (c,) * rest[m.symbol]) for c, m in zip(choice, known, strict=True)
            ]
            yield tuple(sorted((*others, *each), key=_by_kind))


def _by_kind(charged: Charged) -> str:
    return charged.kind.name if isinstance(charged.kind, Cation) else ELEMENTS[charged.kind.symbol].name


def _one_metal(metal: Metal, count: int, charge: int) -> Charged | None:
    if metal.symbol == "Hg" and charge == count and count % 2 == 0:
        return Charged(metal, count // 2, (1,) * (count // 2))  # Hg2 with 2+ is one ion
    if charge % count == 0 and charge // count in metal.all_charges:
        allowed = not (metal.symbol == "Hg" and charge == count)
        return Charged(metal, count, (charge // count,) * count) if allowed else None
    numbers = oxidation.assignment(metal.charges, count, charge) if metal.symbol != "Hg" else None
    return Charged(metal, count, numbers) if numbers and len(set(numbers)) == 2 else None


def salt_and_water(formula: Formula) -> tuple[Formula, int] | None:
    """CuSO9H10 can only be a salt with its water; as much of it as leaves a salt."""
    counts = dict(formula.atoms)
    if formula.charge or not {"H", "O"} < counts.keys() or counts.keys().isdisjoint(knowledge().metals):
        return None
    for waters in range(min(MAX_WATERS, counts["H"] // 2, counts["O"]), 0, -1):
        dry = Formula.of({s: n - waters * _WATER.get(s, 0) for s, n in counts.items()})
        if any(salt.anions[0][0].formula not in _UNMADE_BY_WATER for salt in plain_salts(dry)):
            return None if salts(formula) else (dry, waters)
    return None


# --- names ------------------------------------------------------------------------------------------------


def metal_name(metal: Metal, *numbers: int, language: str = ENGLISH) -> str:
    """Iron(III), sodium, mixed lead(II,IV): with numbers where the metal needs them, or has rare ones."""
    name = vocabulary(language).elements[metal.symbol]
    if metal.numbered or not set(metal.rare).isdisjoint(numbers):
        return f"{name}({','.join([ROMAN[n] for n in numbers])})"
    return name


def salt_names(salt: Salt, language: str = ENGLISH) -> Iterator[str]:
    """The careful name first, then traditional ones and other names of the ions, then counted ones."""
    words = vocabulary(language)
    ordered = sorted(salt.cations, key=lambda charged: _plain(charged.kind, language))
    several = sum(len(cation_names(c, language)) > 1 for c in ordered) > 1
    for anions in product(*(words.written(anion) for anion, _ in salt.anions)):
        spoken = list(zip(anions, (ion for ion, _ in salt.anions), strict=True))
        complexes = [name for name, ion in spoken if "(" in ion.formula and name.startswith(_LIGANDS)]
        modern = any(name.endswith(")") for name, _ in spoken)
        for cations in product(*(cation_names(c, language) for c in ordered)):
            # Neither ferrous sulfate(VI), chromic ferrous oxide nor cupric carbonate hydroxide: of two
            # systems, or of none.
            if not ((modern or several or len(anions) > 1) and _are_traditional(cations, ordered, language)):
                yield words.salt(cations, anions, complexes=complexes)
    if not _counts_groups(salt):
        yield counted_name(salt, language)


def _are_traditional(cations: Sequence[str], of: Sequence[Charged], language: str) -> bool:
    """Whether a cation goes by a name like ferrous."""
    words = vocabulary(language)
    return any(
        isinstance(charged.kind, Metal) and name in words.traditional_names(charged.kind).values()
        for name, charged in zip(cations, of, strict=True)
    )


def _counts_groups(salt: Salt) -> bool:
    """Copper bis(acetate), calcium dicyanide, calcium monoxide: the charges have said that already."""
    if salt.kinds > 2 or len(salt.cations[0].numbers) > 1:  # of mixed charges it may be the only name
        return False
    ((anion, many),), (charged,) = salt.anions, salt.cations
    group = not anion.monatomic and anion.name != "hydroxide" and many > 1
    single = many == charged.count == 1 and isinstance(charged.kind, Metal) and not charged.kind.numbered
    return group or single


def cation_names(charged: Charged, language: str = ENGLISH) -> list[str]:
    kind, words = charged.kind, vocabulary(language)
    if isinstance(kind, Cation):
        return [*words.cation(kind)]
    plain = words.elements[kind.symbol]
    names = [metal_name(kind, *charged.numbers, language=language)]
    if names != [plain] and charged.numbers == kind.charges:
        names.append(plain)
    old = words.written_traditional_names(kind)
    names += [name for charge, name in old.items() if charged.numbers == (charge,)]
    if kind.symbol == "Fe" and charged.numbers == tuple(old):  # nobody says plumbosoplumbic
        names.append(words.with_both_charges(kind))
    return names


def counted_name(salt: Salt, language: str = ENGLISH) -> str:
    """By Greek prefixes, which fit any proportion: triiron tetroxide, diiron pentakis(nitrate)."""
    words = vocabulary(language)
    cations = [words.counted(_plain(c.kind, language), c.count) for c in salt.cations]
    many = len(salt.anions) == len(salt.cations) == 1
    return words.salt(cations, [_counted_anion(anion, n, language, many=many) for anion, n in salt.anions])


def _plain(kind: Metal | Cation, language: str) -> str:
    words = vocabulary(language)
    return words.cation(kind)[0] if isinstance(kind, Cation) else words.elements[kind.symbol]


def _counted_anion(anion: Anion, count: int, language: str, *, many: bool) -> str:
    words = vocabulary(language)
    name = words.anion(anion)[0]
    if anion.monatomic or anion.name in {"hydroxide", "cyanide"}:
        return words.counted(name, count, mono=many and anion.formula == "O")
    return name if count == 1 or count >= len(KIS) else f"{KIS[count]}({name})"
