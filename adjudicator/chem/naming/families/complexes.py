"""Complexes: tetraamminecopper(II), hexacyanidoferrate(4-), [Co(NH3)6]Cl3.

In a name the ligands come first, each perhaps counted, then the metal, -ate where the ion is an anion, and
the oxidation number of the metal (Stock) or the charge of the whole (Ewens and Bassett, V-NAME-CHARGE). In a
formula the complex stands in square brackets, the metal first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, Written, write_unit
from adjudicator.chem.formula.written import write_groups
from adjudicator.chem.naming.families.salts import metal_name
from adjudicator.chem.naming.families.units import Sphere, ligands, sphere
from adjudicator.chem.naming.knowledge.common import elements_by_key
from adjudicator.chem.naming.knowledge.data import GREEK, KIS, ROMAN, Anion, Cation, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.chem.formula.written import Group
    from adjudicator.chem.naming.families.units import Ligand

MAX_LIGANDS = 8
MAX_KINDS = 4  # of ligand in one complex
MAX_NAMES = 4  # of one formula
_HALOGENS, _COORDINATION = ("F", "Cl", "Br", "I"), (4, 6)
_OXO_METALS = ("Ti", "V", "Cr", "Zr", "Nb", "Mo", "Tc", "Hf", "Ta", "W", "Re", "U", "Np", "Pu", "Am")
_BESIDE = ("Li", "Na", "K", "Rb", "Cs", "Ba", "Ag", "Cu")  # a halide or cyanide of another metal in a complex
NUMBERS = range(-2, len(ROMAN))  # the oxidation numbers of metals in complexes
_NUMBER = re.compile(r"\((?:(?P<stock>0|~?[ivx]+)|(?P<charge>[1-9])(?P<sign>[+~]))\)")


@dataclass(frozen=True, slots=True)
class Complex:
    """Ligands around a metal, its oxidation number, and the charge of the whole."""

    sphere: Sphere
    number: int
    charge: int

    @property
    def atoms(self) -> tuple[tuple[str, int], ...]:
        return self.sphere.kind.atoms

    @property
    def formula(self) -> str:
        parts = [
            f"({ligand.formula}){n if n > 1 else ''}"
            if ligand.formula not in ELEMENTS
            else write_unit(ligand.formula, n)
            for ligand, n in self.sphere.ligands
        ]
        return f"[{self.sphere.metal}{''.join(parts)}]"

    def name(self, language: str = ENGLISH, *, in_ido: bool = False) -> str:
        """Ligands by the alphabet, whatever their number; `in_ido`: chlorido, not chloro, as since 2005."""
        words, symbol = vocabulary(language), self.sphere.metal
        stem = words.centre(symbol) if self.charge < 0 else words.elements[symbol]
        return f"{self._around(language, in_ido=in_ido)}{stem}{self._numeral}"

    def acid(self, language: str = ENGLISH, *, in_ido: bool = False) -> str:
        """Of an anion, the name of its acid: hexachloroplatinic(IV) acid."""
        words = vocabulary(language)
        centre = f"{self._around(language, in_ido=in_ido)}{words.acid_centre(self.sphere.metal)}"
        return words.phrase("complex_acid", centre=centre, number=self._numeral)

    def _around(self, language: str, *, in_ido: bool) -> str:
        words = vocabulary(language).ligands

        def said(formula: str) -> str:
            first, *others = words[formula]
            return next((name for name in (first, *others) if in_ido and name.endswith("ido")), first)

        parts = sorted((said(li.formula), n, li.organic) for li, n in self.sphere.ligands)
        return "".join(_counted(*part) for part in parts)

    @property
    def has_number(self) -> bool:
        """Whether the metal has one oxidation number that can be said: beside nitrosyl it may be two."""
        return self.number >= 0 and all(len(ligand.charges) == 1 for ligand, _ in self.sphere.ligands)

    @property
    def _numeral(self) -> str:
        """That number, or else the charge of the whole; of a cation always: hexaaquaaluminium(III)."""
        if self.charge and not self.has_number:
            return f"({abs(self.charge)}{'+' if self.charge > 0 else '-'})"
        metal = knowledge().metals.get(self.sphere.metal)
        unsaid = metal is not None and metal.all_charges == (self.number,) and self.charge <= 0
        return "" if unsaid else f"({ROMAN[self.number] or '0'})"


def _counted(name: str, count: int, organic: bool) -> str:
    if not organic:
        return f"{GREEK[count] if count > 1 else ''}{name}"
    return f"{KIS[count]}({name})" if count > 1 else f"({name})"


def _complexes(found: Sphere, number: int) -> Iterator[Complex]:
    """With this oxidation number: two where a ligand is counted in two ways. Below 0 it is that of a metal
    with carbonyls alone. Mercury(I) is a pair of atoms, and none is the centre of a complex.
    """
    if (found.metal, number) == ("Hg", 1):
        return
    if number < 0 and any(ligand.formula != "CO" for ligand, _ in found.ligands):
        return
    for charges in product(*(ligand.charges for ligand, _ in found.ligands)):
        around = sum(charge * n for charge, (_, n) in zip(charges, found.ligands, strict=True))
        yield Complex(found, number, number + around)


# --- from a name ------------------------------------------------------------------------------------------


class Found(NamedTuple):
    ion: Cation | Anion | Complex  # a Complex where it has no charge
    end: int
    open: bool = False  # the number was left out, and the metal has several


def complexes_at(key: str, start: int, language: str = ENGLISH) -> Iterator[Found]:
    """Every complex that the key of a name goes on with."""
    for around, after in _ligands_at(key, start, 0, language):
        if sum(n for _, n in around) > MAX_LIGANDS:
            continue
        for word, symbol, anionic in _centres(language):
            if key.startswith(word, after):
                yield from _numbered(key, after + len(word), Sphere(symbol, around), anionic=anionic)


def with_other_ending(key: str, formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """The key with a central atom as it is called in ions of the other sign: nickel(ii) for nickelate(ii)."""
    for symbol in (symbol for symbol, _ in formula.atoms):
        words = {anionic: word for word, centre, anionic in _centres(language) if centre == symbol}
        for anionic in (True, False):  # nickelate has nickel in it
            if words.get(anionic, "?") in key:
                yield key.replace(words[anionic], words.get(not anionic, "?"))
                break


def complex_acids(key: str, language: str = ENGLISH) -> Iterator[Complex]:
    """The anion of an acid that is named for it: tetrachloroplatinic(II) acid. Without a number the highest
    usual one is meant, as -ic says it: hexachlorostannic acid.
    """
    ending = str(vocabulary(language).phrases["acid"])
    if not key.endswith(ending):
        return
    name = key.removesuffix(ending)
    for around, after in _ligands_at(name, 0, 0, language):
        for word, symbol in _acid_centres(language):
            if not name.startswith(word, after):
                continue
            said, found = _NUMBER.fullmatch(name, after + len(word)), Sphere(symbol, around)
            metal = knowledge().metals.get(symbol)
            if said:
                every = _with_number(said, found)
            elif metal and after + len(word) == len(name):
                every = list(_complexes(found, max(metal.charges)))
            else:
                continue
            yield from (each for each in every if each.charge < 0)


@cache
def _acid_centres(language: str) -> tuple[tuple[str, str], ...]:
    """What metals are called in such an acid: platinic, Platin; Zircon of zirconium is read as well."""
    words = vocabulary(language)
    metals = [symbol for symbol in ELEMENTS if ELEMENTS[symbol].metal]
    whole = [(normalise(words.acid_centre(symbol), language), symbol) for symbol in metals]
    ends = words.centre_endings
    short = [(word.removesuffix(end), symbol) for word, symbol in whole for end in ends if word.endswith(end)]
    return (*whole, *short)


def _with_number(number: re.Match[str], sphere: Sphere) -> list[Complex]:
    """The complexes with the number, or with the charge, that a name says."""
    if not number["charge"]:
        return list(_complexes(sphere, _roman(number["stock"])))
    charge = int(number["charge"]) * (1 if number["sign"] == "+" else -1)
    return [c for number in NUMBERS for c in _complexes(sphere, number) if c.charge == charge]


def _numbered(key: str, end: int, found: Sphere, *, anionic: bool) -> Iterator[Found]:
    said = _NUMBER.match(key, end)
    metal = knowledge().metals.get(found.metal)
    if said:
        every = _with_number(said, found)
    else:
        negative = (number for number in _numbers(found.metal) if number < 0)
        every = [c for n in (*(metal.charges if metal else ()), *negative) for c in _complexes(found, n)]
    fitting = [c for c in every if (c.charge < 0) == anionic]
    left_open = said is None and len({c.charge for c in fitting}) > 1
    for each in {c.charge: c for c in fitting}.values():
        yield Found(_as_ion(each), said.end() if said else end, left_open)


def _ligands_at(
    key: str, start: int, depth: int, language: str
) -> Iterator[tuple[tuple[tuple[Ligand, int], ...], int]]:
    if depth == MAX_KINDS or not _any_ligand(language).match(key, start):
        return
    for count, multiplier in _multipliers():
        if not key.startswith(multiplier, start):
            continue
        after = start + len(multiplier)
        bracket = key.startswith("(", after)
        for ligand, name in _ligand_words(language):
            if key.startswith(name, after + bracket):
                end = after + bracket + len(name)
                if bracket and not key.startswith(")", end):
                    continue
                if any(key.startswith(rest, end) for rest in _rests(language).get(name, ())):
                    continue  # thiocyanato is no sulfide and a cyanate
                end += bracket
                yield ((ligand, count),), end
                for rest, last in _ligands_at(key, end, depth + 1, language):
                    yield ((ligand, count), *rest), last


@cache
def _any_ligand(language: str) -> re.Pattern[str]:
    """Whether some ligand comes next, at one look: hardly any name has one."""
    numbers = "|".join(re.escape(word) for _, word in _multipliers())
    names = "|".join(re.escape(name) for _, name in _ligand_words(language))
    return re.compile(f"(?:{numbers})\\(?(?:{names})")


@cache
def _ligand_words(language: str) -> tuple[tuple[Ligand, str], ...]:
    words = vocabulary(language).ligands
    return tuple((ligand, normalise(n, language)) for ligand in ligands() for n in words[ligand.formula])


@cache
def _rests(language: str) -> dict[str, tuple[str, ...]]:
    """What makes another ligand of the word for one where it follows: cyanato, after thio."""
    words = {name for _, name in _ligand_words(language)}
    return {
        word: tuple(
            whole[len(word) :] for whole in words if whole.startswith(word) and whole[len(word) :] in words
        )
        for word in words
    }


@cache
def _multipliers() -> tuple[tuple[int, str], ...]:
    """tetra, and tetr before a vowel: tetramminecopper; bis, tris before a name in brackets."""
    plain = [(n, word) for n, word in enumerate(GREEK[: MAX_LIGANDS + 1]) if n > 1]
    short = [(n, word[:-1]) for n, word in plain if word.endswith("a")]
    many = [(n, word) for n, word in enumerate(KIS[: MAX_LIGANDS + 1]) if word]
    return ((1, ""), *plain, *short, *many)


@cache
def _centres(language: str) -> tuple[tuple[str, str, bool], ...]:
    """Metals by their names, and as the centre of an anion; nonmetals in anions only: tetrahydridoborate."""
    words = vocabulary(language)
    plain = [(normalise(words.elements[s], language), s, False) for s in ELEMENTS if ELEMENTS[s].metal]
    ates = [(words.centre(s), s, True) for s in ELEMENTS if ELEMENTS[s].metal]
    ates += [(words.centre(s), s, True) for s in words.centre_stems if not ELEMENTS[s].metal]
    return tuple(sorted([*plain, *ates], key=lambda entry: -len(entry[0])))


def _roman(text: str) -> int:
    number = 0 if text == "0" else next((n for n, r in enumerate(ROMAN) if r.lower() == text.lstrip("~")), 0)
    return -number if text.startswith("~") else number


def _as_ion(found: Complex) -> Cation | Anion | Complex:
    if found.charge > 0:
        return Cation(found.name(), found.formula, found.atoms, found.charge, frozenset())
    if found.charge < 0:
        return Anion(found.name(), found.formula, found.atoms, found.charge, has_acid=True, rare=True)
    return found


# --- from a formula ---------------------------------------------------------------------------------------


class _Named(NamedTuple):
    """An ion with the charge that its name says; `odd`: how far from usual its oxidation number is."""

    name: str
    charge: int
    odd: int = 0
    is_complex: bool = False


class _Side(NamedTuple):
    """A kind of ion in a formula: how many, and what it may be called."""

    times: int
    names: tuple[_Named, ...]


def complex_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """The name of what stands in square brackets, with what stands beside it: K2[PtCl4]."""
    parts = Written.of(formula).parts
    if len(parts) != 1 or parts[0].count > 1:
        return
    acid = _acid_of(parts[0].groups, formula.charge)
    if acid is not None:
        if acid.has_number:
            yield from (acid.acid(language, in_ido=in_ido) for in_ido in (False, True))
        for in_ido in (False, True):
            yield vocabulary(language).phrase("with_hydrogen", anion=acid.name(language, in_ido=in_ido))
        return
    for in_ido in (False, True):
        sides = _sides(parts[0].groups, language, in_ido=in_ido)
        if sides is not None:
            yield from _salts_of(sides, formula, language)


def _salts_of(sides: Sequence[_Side], formula: Formula, language: str) -> Iterator[str]:
    balanced = [
        choice for choice in product(*(side.names for side in sides)) if _balances(choice, sides, formula)
    ]
    # Of two metals with several numbers the usual ones: copper(II) hexacyanoferrate(II), no (I) and (IV).
    usual = min((_oddity(choice) for choice in balanced), default=0)
    shown = [choice for choice in balanced if len(choice) == 1 or _oddity(choice) == usual]
    for choice in [choice for choice in shown if not set(shown[0]).isdisjoint(choice)][:MAX_NAMES]:
        ordered = sorted(choice, key=lambda named: named.charge < 0)
        names = [named.name for named in ordered]
        complexes = [named.name for named in ordered[1:] if named.is_complex]
        yield vocabulary(language).salt(names[:1], names[1:], complexes=complexes)


def _balances(choice: tuple[_Named, ...], sides: Sequence[_Side], formula: Formula) -> bool:
    total = sum(side.times * named.charge for side, named in zip(sides, choice, strict=True))
    return total == formula.charge and (len(sides) == 1 or all(named.charge for named in choice))


def _oddity(choice: tuple[_Named, ...]) -> int:
    return sum(named.odd for named in choice)


def _acid_of(groups: Sequence[Group], charge: int) -> Complex | None:
    """The anion of H2[PtCl6]: hydrogen in front of a complex is +1, and never hydride behind it."""
    if len(groups) != 2 or charge or groups[0].symbol != "H" or groups[0].bracket or groups[1].bracket != "[":
        return None
    around = sphere(groups[1].inside)
    if around is None or not ELEMENTS[around.metal].metal or groups[1].count > 1:
        return None
    every = (each for number in _numbers(around.metal) for each in _complexes(around, number))
    return next((each for each in every if each.charge == -groups[0].count), None)


def _numbers(symbol: str) -> list[int]:
    """The known oxidation numbers of a metal, the usual ones first; darmstadtium has none."""
    metal = knowledge().metals.get(symbol)
    usual = metal.all_charges if metal else ()
    known = knowledge().oxidation.get(symbol, [])
    return sorted(known, key=lambda number: usual.index(number) if number in usual else len(usual))


def _odd(symbol: str, number: int) -> int:
    """How unusual an oxidation number of a metal is: 0 of a usual one, 1 of one that is met in salts.

    Mercury(I) is a pair of atoms, and none is the centre of a complex.
    """
    metal = knowledge().metals.get(symbol)
    if (symbol, number) == ("Hg", 1):
        return 2
    if metal is None or number in metal.charges:
        return 0
    return 1 if number in metal.rare else 2


def _sides(groups: Sequence[Group], language: str, *, in_ido: bool) -> list[_Side] | None:
    found: list[_Side] = []
    outside: list[Group] = []
    for group in (*groups, None):
        if group is not None and group.bracket != "[":
            outside.append(group)
            continue
        if outside:
            in_front = not found and group is not None
            side = (in_front and _whole_cation(outside, language)) or _outside(tuple(outside), language)
            if side is None:
                return None
            found.append(side)
            outside = []
        if group is not None:
            around = sphere(group.inside)
            if around is None or not ELEMENTS[around.metal].metal:
                return None
            found.append(_Side(group.count, tuple(_sphere_names(around, language, in_ido=in_ido))))
    return found if len(found) <= 2 else None


def _whole_cation(groups: Sequence[Group], language: str) -> _Side | None:
    """One cation of several atoms of an element: O2[PtF6]."""
    if len(groups) > 1 or groups[0].bracket or groups[0].count == 1:
        return None
    listed, words = knowledge().cations, vocabulary(language)
    names = [_Named(words.cation(ion)[0], ion.charge) for ion in listed if ion.atoms == groups[0].atoms]
    return _Side(1, tuple(names)) if names else None


def _sphere_names(found: Sphere, language: str, *, in_ido: bool) -> Iterator[_Named]:
    """The usual numbers of the metal first."""
    for number in _numbers(found.metal):
        odd = _odd(found.metal, number)
        for each in _complexes(found, number):
            yield _Named(each.name(language, in_ido=in_ido), each.charge, odd, is_complex=True)


def _outside(groups: tuple[Group, ...], language: str) -> _Side | None:
    """What stands outside the brackets: so many of one ion, K2 or (SO4)3."""
    first = groups[0]
    times = first.count if len(groups) == 1 else 1
    atoms = first.one if len(groups) == 1 else Formula.parse(write_groups(groups)).atoms
    listed, words = knowledge(), vocabulary(language)
    if atoms == (("H", 1),):
        return _Side(times, (_Named(words.elements["H"], 1),))
    names = [_Named(words.anion(anion)[0], anion.charge) for anion in listed.anions if anion.atoms == atoms]
    names += [
        _Named(words.cation(group)[0], group.charge) for group in listed.cations if group.atoms == atoms
    ]
    names += _oxo_cations(first.inside if len(groups) == 1 else groups, language)
    if len(groups) == 1 and not first.bracket:
        metal = listed.metals.get(first.symbol)
        charges = metal.all_charges if metal else ()
        if metal:
            spoken = ((metal_name(metal, c, language=language), c) for c in charges)
            names += [_Named(name, c, _odd(first.symbol, c)) for name, c in spoken]
        whole = [_Named(words.anion(ion)[0], ion.charge) for ion in listed.anions if ion.atoms == first.atoms]
        if whole and not names:
            return _Side(1, tuple(whole))
    return _Side(times, tuple(names)) if names else None


def _oxo_cations(groups: tuple[Group, ...], language: str) -> list[_Named]:
    """Those that are not on our list have their metal in its highest number: oxovanadium(V) for VO."""
    around = sphere(groups)
    if around is None or around.metal not in _OXO_METALS or [li.formula for li, _ in around.ligands] != ["O"]:
        return []
    listed = {(group.atoms, group.charge) for group in knowledge().cations}
    highest = max(_numbers(around.metal), default=0)
    found = [each for each in _complexes(around, highest) if (each.atoms, each.charge) not in listed]
    return [_Named(each.name(language), each.charge) for each in found if each.charge > 0]


def complex_salt_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """Sodium tetrachloropalladate(II) for Na2PdCl4, potassium tetracyanocadmate for K2CdC4N4: as if the
    brackets had been written.
    """
    counts = dict(formula.atoms)
    around = [(s, n) for s, n in counts.items() if s in _HALOGENS and n in _COORDINATION]
    cyanides = counts.get("C", 0)
    if not around and cyanides in _COORDINATION and counts.get("N") == cyanides:
        around = [("(CN)", cyanides)]
    if len(around) != 1:
        return
    (ligand, n) = around[0]
    rest = {s: k for s, k in counts.items() if s not in ({"C", "N"} if ligand == "(CN)" else {ligand})}
    single = [s for s, k in rest.items() if k == 1 and ELEMENTS[s].metal and _is_central(s)]
    within = [s for s in single if s not in _BESIDE] or single
    if len(within) != 1:
        return
    metal = within[0]
    del rest[metal]
    outside = next((s for s in rest if s in _BESIDE), "")
    if rest.keys() == {outside}:
        before = write_unit(outside, rest[outside])
    elif rest.keys() == {"H"} and (ligand, n, rest["H"]) != ("F", 4, 2):  # ZnH2F4 is rather Zn(HF2)2
        before = write_unit("H", rest["H"])
    elif rest.keys() == {"N", "H"} and rest["H"] == 4 * rest["N"]:
        before = write_unit("NH4", rest["N"])
    elif rest == {"O": 2}:  # dioxygenyl
        before = "O2"
    else:
        return
    yield from complex_names(Formula.parse(f"{before}[{metal}{ligand}{n}]"), language)


def _is_central(symbol: str) -> bool:
    """Metals whose halides take up more halide, as those with several charges do."""
    metal = knowledge().metals.get(symbol)
    several = metal is not None and (len(metal.all_charges) > 1 or metal.charges[0] >= 4)
    return several or symbol in {"Be", "Al", "Zn", "Cd"}


# --- carbonyls --------------------------------------------------------------------------------------------


def carbonyl_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """Dimanganese decacarbonyl, decacarbonyldimanganese."""
    found = carbonyl_of(formula)
    if found is None:
        return
    symbol, metal, many = found
    words = vocabulary(language)
    name = f"{GREEK[metal] if metal > 1 else ''}{words.elements[symbol]}"
    yield words.salt([name], [f"{GREEK[many]}carbonyl"])
    yield words.begun(f"{GREEK[many]}carbonyl{name}")


def carbonyl_of(formula: Formula) -> tuple[str, int, int] | None:
    """The metal, how many of it, and how many carbonyls."""
    counts = dict(formula.atoms)
    metals = [symbol for symbol in counts if ELEMENTS[symbol].metal]
    if len(counts) != 3 or len(metals) != 1 or counts.get("C", 0) != counts.get("O", -1):
        return None
    if ELEMENTS[metals[0]].group in (1, 2):  # K2C6O6 is the rhodizonate
        return None
    many, metal = counts["C"], counts[metals[0]]
    return (metals[0], metal, many) if 3 * metal <= many < len(GREEK) else None


def is_odd_carbonyl(formula: Formula) -> bool:
    """Whether one metal atom with so many carbonyls breaks the rule of eighteen electrons: Ni(CO)5.

    Of those that can be kept only V(CO)6 does; the others are known in a gas or a frozen matrix.
    """
    symbol, metal, many = carbonyl_of(formula) or ("", 0, 0)
    if metal != 1 or (symbol, many) == ("V", 6):
        return False
    return ELEMENTS[symbol].valence_electrons + 2 * many != 18


def carbonyl(key: str, language: str = ENGLISH) -> Formula | None:
    """What such a name stands for."""
    many = "|".join(filter(None, GREEK))
    found = re.fullmatch(
        f"(?P<n>{many})?(?P<metal>[a-z]+?)(?P<m>{many})carbonyl|(?P<k>{many})carbonyl(?P<j>{many})?(?P<last>[a-z]+)",
        key,
    )
    if found is None:
        return None
    symbol = elements_by_key(language).get(found["metal"] or found["last"])
    if symbol is None or not ELEMENTS[symbol].metal:
        return None
    metals, each = GREEK.index(found["n"] or found["j"] or "mono"), GREEK.index(found["m"] or found["k"])
    return Formula.of({symbol: metals, "C": each, "O": each}) if each >= 3 * metals else None
