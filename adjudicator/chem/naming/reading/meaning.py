"""What a name stands for: the compositions it denotes, and those it leaves open."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import oxidation
from adjudicator.chem.elements import WRITING_ORDER
from adjudicator.chem.formula import MAX_COUNT, Formula, write_unit
from adjudicator.chem.formula.written import together
from adjudicator.chem.naming.families.acids import (
    acid_formula,
    acids,
    has_hydrogen_ion,
    hydrogen_ions,
    own_acid_names,
)
from adjudicator.chem.naming.families.complexes import Complex, carbonyl, complex_acids, complexes_at
from adjudicator.chem.naming.families.organometallic import organometallic
from adjudicator.chem.naming.families.salts import salts
from adjudicator.chem.naming.families.units import Kind, has_complex, kind_of, units_of
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import Anion, Cation, Metal, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.grammar import (
    NUMERALS,
    CationWord,
    anion_words,
    cation_words,
    halomethane,
    split_water,
    splits,
)
from adjudicator.chem.naming.reading.refrigerants import refrigerant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from adjudicator.chem.naming.families.units import Units
    from adjudicator.chem.naming.reading.grammar import NamePart, Split

CACHE = 1 << 13
MAX_EACH = 6  # of one kind of ion, where several kinds are mixed
WATER = Formula.parse("H2O")
_GEOMETRY = re.compile("cis|trans|fac|mer")
_HALOGENS = ("F", "Cl", "Br", "I")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One composition that a name denotes, with remarks about the name."""

    formula: Formula
    split: Split | None = None
    notes: frozenset[str] = frozenset()
    units: Units | None = None  # None where the name is no sum of ions: a common name, an acid, a molecule
    waters: int = 0
    text: str = ""  # as it is written, where it has a complex
    # number_not_needed, number_left_out, counted, slip: right all the same.
    # half: the waters are those of two of the salt.
    # impossible (charges never balance), other_ions (PbO2 is no peroxide), order: not right.

    @property
    def sound(self) -> bool:
        return not self.notes & {"impossible", "other_ions", "order"}


@dataclass(frozen=True, slots=True)
class NameReading:
    """definite: what the name says. possible: what it may mean when something has been left out."""

    definite: tuple[Meaning, ...] = ()
    possible: tuple[Meaning, ...] = ()
    missing: str = ""  # "number" or "prefix": what would decide


Kept = dict[tuple[Formula, "Units | None"], Meaning]


@lru_cache(CACHE)
def read(key: str, language: str = ENGLISH) -> NameReading:
    """The reading of a normalised name by common names and by rule; empty when no rule fits."""
    plain = _read_dry(key, language)
    base, water = split_water(key, language)
    if plain.definite or plain.possible or water is None:
        return plain
    dry = _read_dry(base, language)
    return NameReading(_wet(dry.definite, water), _wet(dry.possible, water), dry.missing)


def _wet(meanings: tuple[Meaning, ...], water: Fraction) -> tuple[Meaning, ...]:
    waters, times = water.as_integer_ratio()
    return tuple(
        replace(
            m,
            formula=_sum([(m.formula.atoms, times), (WATER.atoms, waters)]),
            units=m.units and tuple((kind, n * times) for kind, n in m.units),
            waters=waters,
            notes=m.notes if times == 1 else m.notes | {"half"},
            text=f"{m.text}·{waters if waters > 1 else ''}H2O" if m.text and times == 1 else "",
        )
        for m in meanings
        if m.formula.size < MAX_COUNT // 2 - 3 * waters
    )


def _read_dry(key: str, language: str) -> NameReading:
    named = common(language).formulas.get(key, ()) or _acids_by_key(language).get(key, ())
    if named:
        return NameReading(tuple(Meaning(formula) for formula in named))
    if key in hydrogen_ions(language):
        return NameReading()
    atoms = halomethane(key, language)
    numbered = Formula.of(atoms) if atoms else refrigerant(key) or carbonyl(key, language)
    if numbered:
        return NameReading((Meaning(numbered),))
    organic = organometallic(key, language)
    if organic:
        return NameReading((Meaning(organic.formula, text=organic.text),))
    neutral = _neutral_complex(key, language)
    if neutral:
        units = units_of([(neutral.sphere.kind, 1)])
        return NameReading((Meaning(Formula(neutral.atoms), units=units, text=neutral.formula),))
    acid = next(complex_acids(key, language), None)
    if acid:
        protons = (("H", -acid.charge),)
        units = units_of([(Kind((("H", 1),)), -acid.charge), (acid.sphere.kind, 1)])
        text = f"{write_unit('H', -acid.charge)}{acid.formula}"
        return NameReading((Meaning(_sum([(acid.atoms, 1), (protons, 1)]), units=units, text=text),))
    geometry = _GEOMETRY.match(key)
    if geometry and next(
        complexes_at(key, geometry.end(), language), None
    ):  # cis-diammine...: more than is asked
        return _read_dry(key[geometry.end() :], language)
    other = _with_plain_prefixes(key, language)
    if other != key:
        return _read_dry(other, language)
    meanings: Kept = {(f, None): Meaning(f) for f in common(language).phase_keys.get(key, ())}
    possible: Kept = {}
    missing = ""
    every = splits(key, language)
    numbers = {meaning.formula for split in every if _is_open(split) for meaning in _resolve(split)[0]}
    for split in every:
        definite, left_open, what = _resolve(split)
        if _is_open(split) and len(numbers) > 1:  # hexacyanoferrate: of which iron?
            definite, left_open, what = [], definite, "number"
        elif _is_open(split):
            definite = [replace(m, notes=m.notes | {"number_left_out"}) for m in definite]
        _keep_soundest(meanings, definite)
        _keep_soundest(possible, left_open)
        missing = missing or what
    sound = tuple(m for m in meanings.values() if m.sound)
    if not meanings and not possible and language == ENGLISH and "acid" in key[:-1]:
        return _acid_salt(key)
    return NameReading(sound or tuple(meanings.values()), tuple(possible.values()), missing)


@cache
def _prefixed(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Sesquioxide; hydroxychloride; oxychloride, oxytrichloride, trioxychloride, oxyhydroxide."""
    words = vocabulary(language)
    halides = "|".join(words.ide(symbol) for symbol in _HALOGENS)
    hydroxide = words.anions["hydroxide"][0]
    oxy, hydroxy = words.phrases["oxy"], words.phrases["hydroxy"]
    return (
        re.compile(r"sesqui[a-z]+ide?\Z"),
        re.compile(rf"{hydroxy}({halides})\Z"),
        re.compile(rf"(di|tri|){oxy}((?:di|tri|tetra)?(?:{halides})|{hydroxide})\Z"),
    )


def _with_plain_prefixes(key: str, language: str) -> str:
    """Iron sesquioxide: three to two; bismuth oxychloride: chloride and oxide."""
    sesqui, hydroxyhalide, oxyhalide = _prefixed(language)
    words = vocabulary(language)
    if sesqui.search(key):
        return f"di{key.replace('sesqui', 'tri', 1)}"
    key = hydroxyhalide.sub(rf"\1{words.anions['hydroxide'][0]}", key)
    return oxyhalide.sub(rf"\2\1{words.ide('O')}", key)


def _acid_salt(key: str) -> NameReading:
    """Sodium acid carbonate, acid sodium carbonate: hydrogen carbonate."""
    if not key.startswith("acid"):
        return (
            _read_dry(key.replace("acid", "hydrogen", 1), ENGLISH)
            if not key.endswith("acid")
            else NameReading()
        )
    rest = key.removeprefix("acid")
    for size in range(len(rest), 2, -1):
        if rest[:size] in cation_words():
            return _read_dry(f"{rest[:size]}hydrogen{rest[size:]}", ENGLISH)
    return NameReading()


def _neutral_complex(key: str, language: str) -> Complex | None:
    """Diamminedichloroplatinum(II), tetracarbonylnickel(0)."""
    for ion, end, left_open in complexes_at(key, 0, language):
        if end == len(key) and isinstance(ion, Complex) and not left_open:
            return ion
    return None


def read_ion(key: str, language: str = ENGLISH) -> list[Formula]:
    """The ions that a name stands for: sulfate, ferrous, iron(iii), tetrachloroplatinate(ii)."""
    name = key.removesuffix("ion")
    if name in {normalise(word, language) for word in vocabulary(language).phrases["proton"]}:
        return [Formula((("H", 1),), 1)]
    found = [Formula(anion.atoms, anion.charge) for anion in anion_words(language).get(name, ())]
    word, _, stock = name.partition("(")
    for meant in cation_words(language).get(word, ()):
        if isinstance(meant.kind, Cation) and not stock:
            found.append(Formula(meant.kind.atoms, meant.kind.charge))
        elif isinstance(meant.kind, Metal):
            numbers = meant.kind.charges if len(meant.kind.charges) == 1 else ()
            said = stock.rstrip("+)")
            number = int(said) if said.isdecimal() else NUMERALS.get(said)
            charge = number if stock else meant.charge or next(iter(numbers), None)
            doubled = 2 if meant.kind.symbol == "Hg" and charge == 1 else 1
            found += [Formula(((meant.kind.symbol, doubled),), charge * doubled)] if charge else []
    for ion, end, left_open in complexes_at(name, 0, language):
        if end == len(name) and not isinstance(ion, Complex) and not left_open:
            found.append(Formula(ion.atoms, ion.charge, ion.formula))
    return found


def _keep_soundest(kept: Kept, new: Iterable[Meaning]) -> None:
    for meaning in new:
        known = kept.get((meaning.formula, meaning.units))
        if known is None or (meaning.sound, -len(meaning.notes)) > (known.sound, -len(known.notes)):
            kept[meaning.formula, meaning.units] = meaning


def _is_open(split: Split) -> bool:
    return any(part.open for part in (*split.cations, *split.anions))


@cache
def _acids_by_key(language: str) -> dict[str, tuple[Formula, ...]]:
    found: dict[str, tuple[Formula, ...]] = {}
    for formula in acids():
        for key in {normalise(name, language) for name in own_acid_names(formula, language)}:
            found[key] = (*found.get(key, ()), formula)
    return found


def _resolve(split: Split) -> tuple[list[Meaning], list[Meaning], str]:
    """The definite meanings of a split, the possible ones, and what is missing."""
    if not _fits(split):
        return [], [], ""
    if split.counted:
        return list(_literal(split)), [], ""
    if len(split.cations) == len(split.anions) == 1:
        return _pair(split)
    return _several(split)


def _fits(split: Split) -> bool:
    """Groups go with their partners, hydrogen with what makes an acid, nonmetals are the only cation."""
    for part, anion_part in product(split.cations, split.anions):
        word, anion = _cation(part), _anion(anion_part)
        if isinstance(word.kind, Cation) and not (word.kind.free or word.kind.goes_with(anion)):
            return False
        if word.kind == "H" and not split.counted and not _makes_hydrogen_compound(anion):
            return False
        if word.kind == "H" and not split.counted and has_hydrogen_ion(anion):
            return False  # hydrogen sulfate is the ion
        if word.symbol == anion.formula:
            return False
    return not (len(split.cations) > 1 and any(isinstance(_cation(t).kind, str) for t in split.cations))


def _makes_hydrogen_compound(anion: Anion) -> bool:
    return anion.formula in {"O", "OH", "O2"} or anion.has_acid


def _cation(part: NamePart) -> CationWord:
    assert isinstance(part.word, CationWord)
    return part.word


def _anion(part: NamePart) -> Anion:
    assert isinstance(part.word, Anion)
    return part.word


def _atoms_of(word: CationWord) -> tuple[tuple[str, int], ...]:
    return word.kind.atoms if isinstance(word.kind, Cation) else ((word.symbol or "", 1),)


def _sum(parts: Iterable[tuple[tuple[tuple[str, int], ...], int]]) -> Formula:
    counts: dict[str, int] = {}
    for atoms, times in parts:
        for symbol, n in atoms:
            counts[symbol] = counts.get(symbol, 0) + n * times
    return Formula.of(counts)


class Counts(NamedTuple):
    """How many of each ion of a split."""

    cations: Sequence[int]
    anions: Sequence[int]


def _meaning(split: Split, counts: Counts, notes: Iterable[str] = (), protons: int = 0) -> Meaning:
    """The composition and the units; `protons`: hydrogens that the name leaves unsaid, disodium phosphate."""
    cations = [(_cation(t), n) for t, n in zip(split.cations, counts.cations, strict=True)]
    anions = [(_anion(t), n) for t, n in zip(split.anions, counts.anions, strict=True)]
    parts = [(_atoms_of(word), n) for word, n in cations] + [(anion.atoms, n) for anion, n in anions]
    kinds = [(_kind(word), n) for word, n in cations] + [(kind_of(anion), n) for anion, n in anions]
    if protons:
        anion, n = anions[0]
        kinds[-1] = (Kind(together(anion.atoms, (("H", protons // n),))), n)
    formula = _sum([*parts, ((("H", 1),), protons)])
    units = units_of(kinds)
    if not has_complex(units) or protons:
        return Meaning(formula, split, frozenset(notes), units)
    texts = [(w.kind.formula if isinstance(w.kind, Cation) else w.symbol or "", n) for w, n in cations]
    text = "".join(write_unit(unit, n) for unit, n in [*texts, *((a.formula, n) for a, n in anions)])
    return Meaning(formula, split, frozenset(notes), units, text=text)


def _kind(word: CationWord) -> Kind:
    return kind_of(word.kind) if isinstance(word.kind, Cation) else Kind(((word.symbol or "", 1),))


# --- counted names: dinitrogen pentoxide, iron trichloride, disodium phosphate ----------------------------


def _literal(split: Split) -> Iterator[Meaning]:
    """Every count is said, or one."""
    cations = [part.count or 1 for part in split.cations]
    anions = [part.count or 1 for part in split.anions]
    negative = -sum(_anion(t).charge * n for t, n in zip(split.anions, anions, strict=True))
    plain = _meaning(split, Counts(cations, anions))
    notes = {"counted"} | _slips(split)
    old = list(_old_counts(split, notes))
    if old:
        yield from old
        if _cation(split.cations[0]).kind in knowledge().metals.values():
            return
    balance = _balances(split, cations, negative)
    acidic = _cation(split.cations[0]).kind == "H"  # dihydrogen phosphate is an ion, not an acid
    if (
        balance < 0
        and not acidic
        and all(_anion(t).central and not _anion(t).monatomic for t in split.anions)
        and _is_listed(_anion(split.anions[0]), -balance, sum(anions))
    ):
        # disodium phosphate: what the metals leave open is hydrogen's.
        yield _meaning(split, Counts(cations, anions), notes, protons=-balance)
        return
    # V-NAME-CHARGE: what counts atoms, samarium hexaboride, needs no charges. Iron disulfide: ions make it.
    if (balance and not _counts_atoms(split) and not salts(plain.formula)) or _is_off(
        split, cations, negative
    ):
        notes.add("impossible")
    if _out_of_order(split):
        notes.add("order")
    if _gives_away_its_charge(split, cations, negative):
        notes.add("other_ions")
    yield replace(plain, notes=frozenset(notes))


def _is_off(split: Split, cations: Sequence[int], negative: int) -> bool:
    """Iron(II) trichloride: whoever says a number besides has to say the right one."""
    (part, *others), (count, *_) = split.cations, cations
    return not others and len(part.stock) == 1 and part.stock[0] * count != negative


def _gives_away_its_charge(split: Split, cations: Sequence[int], negative: int) -> bool:
    """Lead bis(plumbite): of one metal on both sides the higher number is the anion's."""
    word, anion = _cation(split.cations[0]), _anion(split.anions[0])
    own = len(split.cations) == len(split.anions) == 1 and isinstance(word.kind, Metal)
    return own and anion.central == {word.symbol} and negative > cations[0] * _central_number(anion)


def _counts_atoms(split: Split) -> bool:
    return all(_cation(part).symbol for part in split.cations) and all(
        _anion(part).monatomic for part in split.anions
    )


def _is_listed(anion: Anion, protons: int, many: int) -> bool:
    """Whether the ion is known to keep so many hydrogens."""
    with_hydrogen = together(anion.atoms, (("H", protons),))
    return many == 1 and any(other.atoms == with_hydrogen for other in knowledge().anions)


def _old_counts(split: Split, notes: Iterable[str]) -> Iterator[Meaning]:
    """Names that count one side only, as they always did: antimony trisulfide, trimagnesium phosphate."""
    if len(split.cations) > 1 or len(split.anions) > 1:
        return
    part, anion_part = split.cations[0], split.anions[0]
    word, anion = _cation(part), _anion(anion_part)
    numbers = knowledge().numbers.get(str(word.kind), ())
    if isinstance(word.kind, Metal):
        numbers = word.kind.all_charges if len(word.kind.charges) > 1 else ()
    many = anion_part.count
    several = many is not None and many > 1 and many % 2  # chlorine monoxide is ClO, as it says
    if many and several and part.count is None and not part.stock and anion.monatomic and anion.charge == -2:
        if many in numbers and 2 * many not in numbers:
            yield _meaning(split, Counts([2], [many]), notes)  # Sb2S3, I2O5: twice the element
    elif many is None and isinstance(word.kind, Metal) and word.kind.charges == (2,) and anion.charge == -3:
        # one, two or all three hydrogens of the acid replaced: M(H2PO4)2, MHPO4, M3(PO4)2
        shares = {1: (1, 2, 4), 2: (1, 1, 1), 3: (3, 2, 0)}.get(part.count or 0)
        if shares and anion.central:
            metals, anions, protons = shares
            yield _meaning(split, Counts([metals], [anions]), notes, protons)


def _balances(split: Split, counts: list[int], negative: int) -> int:
    """0 when the charges can balance (or, among nonmetals, need not); else how far the cations are off."""
    options: list[frozenset[int]] = []
    for part, count in zip(split.cations, counts, strict=True):
        word = _cation(part)
        if isinstance(word.kind, str) and (
            word.kind != "H" or all(_anion(t).monatomic for t in split.anions)
        ):
            return 0
        one = _charges(part) or (1,)
        options.append(oxidation.sums(one, count))
    sums = [sum(choice) for choice in product(*options)]
    if negative in sums:
        return 0
    return max(sums) - negative if max(sums) < negative else 1


def _charges(part: NamePart) -> tuple[int, ...]:
    word = _cation(part)
    if part.stock:
        return part.stock
    if word.charge:
        return (word.charge,)
    if isinstance(word.kind, Metal):
        return word.kind.all_charges
    return (word.kind.charge,) if isinstance(word.kind, Cation) else (1,)


def _out_of_order(split: Split) -> bool:
    if len(split.cations) > 1 or len(split.anions) > 1:
        return False
    first, second = _cation(split.cations[0]).kind, _anion(split.anions[0])
    both = isinstance(first, str) and second.monatomic
    if first == "O" and second.formula in {"Cl", "Br", "I"}:  # since 2005; dichlorine monoxide stays right
        return False
    return both and WRITING_ORDER[str(first)] > WRITING_ORDER[second.formula]


def _slips(split: Split) -> set[str]:
    return {"slip"} if any(_cation(part).slip for part in split.cations) else set()


# --- one cation, one anion: iron(III) chloride, ferric chloride, sodium sulfate ---------------------------


def _pair(split: Split) -> tuple[list[Meaning], list[Meaning], str]:
    part, anion = split.cations[0], _anion(split.anions[0])
    word = _cation(part)
    notes = _slips(split)
    if isinstance(word.kind, Metal):
        return _of_metal(split, part, word.kind, notes)
    if isinstance(word.kind, Cation):
        if anion.formula == "H" and word.kind.formula.startswith("["):
            notes |= {"impossible"}  # beside a complex hydrogen is +1; hydride is a ligand
        return [_ratio(split, (word.kind.charge,), anion, notes)], [], ""
    numbers = knowledge().numbers.get(word.kind, ())
    if word.kind == "H" or part.stock:
        stock = part.stock or (1,)
        if len(stock) > 1 or 0 in stock:
            return [], [], ""
        return [_ratio(split, stock, anion, notes)], [], ""
    if _out_of_order(split):
        notes |= {"order"}
    if len(numbers) == 1 and word.kind != "O":  # boron sulfide; of oxygen and fluorine there are several
        return [_ratio(split, numbers, anion, notes | {"number_left_out"})], [], ""
    return [], [_ratio(split, (n,), anion, notes) for n in numbers], "prefix"


def _of_metal(
    split: Split, part: NamePart, metal: Metal, notes: set[str]
) -> tuple[list[Meaning], list[Meaning], str]:
    word, anion = _cation(part), _anion(split.anions[0])
    if word.charge == 0:  # ferrosoferric: both
        stock: tuple[int, ...] = tuple(sorted(metal.traditional))
    else:
        stock = part.stock or ((word.charge,) if word.charge else ())
    if not stock and len(metal.charges) > 1:
        return (
            [],
            [_judged(_ratio(split, (c,), anion), anion) for c in metal.charges],
            "number",
        )
    if not stock:
        stock = metal.charges
        notes |= {"number_left_out"} if metal.numbered else set()
    elif stock == metal.charges and not metal.numbered:
        notes |= {"number_not_needed"}
    if not set(stock) <= set(metal.all_charges):
        notes |= {"impossible"}
    if anion.central == {metal.symbol} and stock[0] > _central_number(anion):
        notes |= {"other_ions"}  # lead(IV) plumbite: the higher number is the anion's
    if 0 in stock or len(stock) > 2:
        return [], [], ""
    return [_judged(_ratio(split, stock, anion, notes), anion)], [], ""


def _central_number(anion: Anion) -> int:
    """The oxidation number of the metal in an oxoanion."""
    counts = dict(anion.atoms)
    metals = sum(counts[symbol] for symbol in anion.central)
    return (2 * counts.get("O", 0) - counts.get("H", 0) + anion.charge) // metals


def _judged(meaning: Meaning, anion: Anion) -> Meaning:
    """A peroxide that is none: the composition has a monatomic reading, which chemistry prefers."""
    if not anion.mono or not meaning.sound:
        return meaning
    readings = {a.name for salt in salts(meaning.formula) for a, _ in salt.anions}
    return meaning if anion.name in readings else replace(meaning, notes=meaning.notes | {"other_ions"})


def _ratio(split: Split, charges: tuple[int, ...], anion: Anion, notes: Iterable[str] = ()) -> Meaning:
    """The simplest neutral composition; with two charges the smallest that has both."""
    if len(charges) == 2:
        return _mixed_ratio(split, charges, anion, notes)
    size = -anion.charge
    if charges == (1,) and _cation(split.cations[0]).symbol == "Hg":
        both = lcm(2, size)  # Hg2 with 2+
        return _meaning(split, Counts([2 * both // 2], [both // size]), notes)
    both = lcm(charges[0], size)
    return _meaning(split, Counts([both // charges[0]], [both // size]), notes)


def _mixed_ratio(split: Split, charges: tuple[int, ...], anion: Anion, notes: Iterable[str]) -> Meaning:
    low, high = charges
    size = -anion.charge
    smallest = min(
        (a + b, a, b)
        for a in range(1, size + 1)
        for b in range(1, size + 1)
        if (low * a + high * b) % size == 0
    )
    _, a, b = smallest
    found = _meaning(split, Counts([a + b], [(low * a + high * b) // size]), notes)
    listed = _listed_mixture(found.formula)
    return Meaning(listed, split, found.notes) if listed else found


def _listed_mixture(formula: Formula) -> Formula | None:
    """Pb3O4 for every oxide of lead with both charges."""
    elements = {symbol for symbol, _ in formula.atoms}
    return next((f for f in knowledge().mixed if {s for s, _ in f.atoms} == elements), None)


# --- several kinds: potassium aluminium sulfate, calcium chloride fluoride --------------------------------


def _several(split: Split) -> tuple[list[Meaning], list[Meaning], str]:
    """The smallest neutral composition that has every kind at least once."""
    kinds = len(split.cations) + len(split.anions)
    repeated = len({t.word for t in (*split.cations, *split.anions)}) < kinds
    if kinds > 4 or repeated or any(isinstance(_cation(t).kind, str) for t in split.cations):
        return [], [], ""
    options = []
    for part in split.cations:
        word = _cation(part)
        usual = word.kind.charges if isinstance(word.kind, Metal) else _charges(part)
        options.append(_charges(part) if part.stock or word.charge else usual)
    found = [m for charges in product(*options) if (m := _smallest(split, charges))]
    found = [m for m in found if _listed_mixture(m.formula) in (None, m.formula)]
    unique = list({m.formula: m for m in found}.values())
    return (unique, [], "") if len(unique) == 1 else ([], unique, "number")


def _smallest(split: Split, charges: tuple[int, ...]) -> Meaning | None:
    best: tuple[int, tuple[int, ...]] | None = None
    signed = (*charges, *(_anion(t).charge for t in split.anions))
    for counts in product(range(1, MAX_EACH + 1), repeat=len(signed)):
        if sum(c * n for c, n in zip(signed, counts, strict=True)) == 0 and (
            best is None or sum(counts) < best[0]
        ):
            best = (sum(counts), counts)
    if best is None:
        return None
    return _meaning(split, Counts(best[1][: len(charges)], best[1][len(charges) :]))


def acid_of(formula: Formula) -> Anion | None:
    """The ion that an acid of this composition gives."""
    found = acids().get(formula, ())
    return next((anion for anion in found if acid_formula(anion) == formula), None)
