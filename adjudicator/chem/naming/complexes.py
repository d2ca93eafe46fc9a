"""Simple complexes: tetraamminecopper(II), hexacyanidoferrate(III), [Co(NH3)6]Cl3.

In a name the ligands come first, each perhaps counted, then the metal, -ate where the ion is an anion, and
its number. In a formula the complex stands in square brackets, the metal first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.naming.data import GREEK, KIS, ROMAN, Anion, Cation, knowledge
from adjudicator.chem.naming.normalise import normalise
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LIGANDS = 8
_HALOGENS, _COORDINATION = ("F", "Cl", "Br", "I"), (4, 6)
_ALKALI = ("Li", "Na", "K", "Rb", "Cs")

_BRACKET = re.compile(r"(?P<before>[^\[\]]*)\[(?P<inside>[^\[\]]+)\](?P<count>[0-9]*)(?P<after>[^\[\]]*)\Z")
_UNIT = re.compile(r"\((?P<group>[A-Za-z0-9]+)\)(?P<many>[0-9]*)|(?P<symbol>[A-Z][a-z]?)(?P<count>[0-9]*)")
_STOCK = re.compile(r"\((0|[ivx]+)\)")


class Ligand(NamedTuple):
    names: tuple[str, ...]  # the usual one first
    formula: str
    charge: int


@dataclass(frozen=True, slots=True)
class Complex:
    """So many of each ligand around a metal, and the charge of the whole."""

    metal: str
    number: int
    ligands: tuple[tuple[Ligand, int], ...]

    @property
    def charge(self) -> int:
        return self.number + sum(ligand.charge * count for ligand, count in self.ligands)

    @property
    def atoms(self) -> tuple[tuple[str, int], ...]:
        counts = {self.metal: 1}
        for ligand, count in self.ligands:
            for symbol, n in Formula.parse(ligand.formula).atoms:
                counts[symbol] = counts.get(symbol, 0) + n * count
        return Formula.of(counts).atoms

    @property
    def formula(self) -> str:
        parts = [f"({x.formula}){n if n > 1 else ''}" for x, n in self.ligands]
        return f"[{self.metal}{''.join(parts)}]"

    @property
    def name(self) -> str:
        """Ligands by the alphabet, whatever their number."""
        parts = sorted((ligand.names[0], count) for ligand, count in self.ligands)
        ligands = "".join(f"{GREEK[count] if count > 1 else ''}{name}" for name, count in parts)
        stem = _stem(self.metal) if self.charge < 0 else ELEMENTS[self.metal].name
        metal = knowledge().metals.get(self.metal)
        number = "" if metal and metal.all_charges == (self.number,) else f"({ROMAN[self.number] or '0'})"
        return f"{ligands}{stem}{number}"


@cache
def ligands() -> tuple[Ligand, ...]:
    return tuple(Ligand(tuple(row["names"]), row["formula"], row["charge"]) for row in knowledge().ligands)


def _stem(symbol: str) -> str:
    """Ferrate, cuprate, platinate: what the metal is called in an anion."""
    latin = knowledge().ate_stems
    name = ELEMENTS[symbol].name
    return f"{latin.get(symbol) or name.removesuffix('ium').removesuffix('um').removesuffix('ese')}ate"


# --- from a name ------------------------------------------------------------------------------------------


class Found(NamedTuple):
    ion: Cation | Anion | Complex  # a Complex where it has no charge
    end: int


def complexes_at(key: str, start: int) -> Iterator[Found]:
    """Every complex that the key of a name goes on with."""
    for parts, after in _ligands_at(key, start, 0):
        for word, symbol, anionic in _metals():
            if not key.startswith(word, after):
                continue
            end = after + len(word)
            stock = _STOCK.match(key, end)
            metal = knowledge().metals.get(symbol)
            numbers = (_roman(stock[1]),) if stock else metal.charges if metal else ()
            for number in numbers if stock or len(numbers) == 1 else ():
                found = Complex(symbol, number, parts)
                ion = _as_ion(found)
                if (found.charge < 0) == anionic and sum(n for _, n in parts) <= MAX_LIGANDS:
                    yield Found(ion, stock.end() if stock else end)


def _ligands_at(key: str, start: int, depth: int) -> Iterator[tuple[tuple[tuple[Ligand, int], ...], int]]:
    if depth == 3 or not _any_ligand().match(key, start):
        return
    for ligand, name in _ligand_words():
        for count, multiplier in _multipliers():
            if key.startswith(multiplier + name, start):
                end = start + len(multiplier) + len(name)
                yield ((ligand, count),), end
                for rest, last in _ligands_at(key, end, depth + 1):
                    yield ((ligand, count), *rest), last


@cache
def _any_ligand() -> re.Pattern[str]:
    """Whether some ligand comes next, at one look: hardly any name has one."""
    numbers = "|".join(re.escape(word) for _, word in _multipliers())
    return re.compile(f"(?:{numbers})(?:{'|'.join(re.escape(name) for _, name in _ligand_words())})")


@cache
def _ligand_words() -> tuple[tuple[Ligand, str], ...]:
    return tuple((ligand, normalise(name)) for ligand in ligands() for name in ligand.names)


@cache
def _multipliers() -> tuple[tuple[int, str], ...]:
    """tetra, and tetr before a vowel: tetramminecopper."""
    plain = [(n, word) for n, word in enumerate(GREEK[: MAX_LIGANDS + 1]) if n != 1]
    short = [(n, word[:-1]) for n, word in plain if word.endswith("a")]
    many = [(n, f"{word}(") for n, word in enumerate(KIS[: MAX_LIGANDS + 1]) if word]
    return tuple([(1, "" if not n else word) if not n else (n, word) for n, word in (*plain, *short, *many)])


@cache
def _metals() -> tuple[tuple[str, str, bool], ...]:
    plain = [(normalise(ELEMENTS[s].name), s, False) for s in ELEMENTS if ELEMENTS[s].metal]
    ates = [(_stem(s), s, True) for s in ELEMENTS if ELEMENTS[s].metal]
    return tuple(sorted([*plain, *ates], key=lambda entry: -len(entry[0])))


def _roman(text: str) -> int:
    return 0 if text == "0" else next((n for n, r in enumerate(ROMAN) if r.lower() == text), 0)


def _as_ion(found: Complex) -> Cation | Anion | Complex:
    if found.charge > 0:
        return Cation(found.name, (), found.formula, found.atoms, found.charge, frozenset())
    if found.charge < 0:
        return Anion(found.name, (), found.formula, found.atoms, found.charge, acid="", rare=True)
    return found


# --- from a formula ---------------------------------------------------------------------------------------


def complex_names(formula: Formula) -> Iterator[str]:
    """The name of what stands in square brackets, with its counter-ion: K2[PtCl4]."""
    bracket = _BRACKET.match(formula.text)
    parts = _inside(bracket["inside"]) if bracket else None
    if bracket is None or parts is None:
        return
    metal, around = parts
    own = sum(ligand.charge * count for ligand, count in around)
    times = int(bracket["count"] or 1)
    outside = bracket["before"] + bracket["after"]
    if not outside:
        if times == 1 and 0 <= formula.charge - own < len(ROMAN):
            yield Complex(metal, formula.charge - own, around).name
        return
    for word, charge in _counter_ions(outside, before=bool(bracket["before"])):
        if charge % times == 0 and 0 <= -charge // times - own < len(ROMAN):
            name = Complex(metal, -charge // times - own, around).name
            yield f"{word} {name}" if bracket["before"] else f"{name} {word}"


def complex_salt_names(formula: Formula) -> Iterator[str]:
    """Sodium tetrachloropalladate(II) for Na2PdCl4: as if the brackets had been written."""
    counts = dict(formula.atoms)
    around = [(s, n) for s, n in counts.items() if s in _HALOGENS and n in _COORDINATION]
    within = [s for s, n in counts.items() if n == 1 and s in ELEMENTS and _is_central(s)]
    if len(around) != 1 or len(within) != 1:
        return
    (halogen, n), metal = around[0], within[0]
    rest = {s: k for s, k in counts.items() if s not in {halogen, metal}}
    outside = next((s for s in rest if s in _ALKALI), "")
    if rest.keys() == {outside}:
        before = write_unit(outside, rest[outside])
    elif rest.keys() == {"N", "H"} and rest["H"] == 4 * rest["N"]:
        before = write_unit("NH4", rest["N"])
    else:
        return
    yield from complex_names(Formula.parse(f"{before}[{metal}{write_unit(halogen, n)}]"))


def _is_central(symbol: str) -> bool:
    """Metals whose halides take up more halide, as those with several charges do."""
    metal = knowledge().metals.get(symbol)
    several = metal is not None and (len(metal.all_charges) > 1 or metal.charges[0] >= 4)
    return several or symbol in {"Al", "Zn", "Cd"}


# --- carbonyls --------------------------------------------------------------------------------------------


def carbonyl_names(formula: Formula) -> Iterator[str]:
    """Dimanganese decacarbonyl, decacarbonyldimanganese."""
    counts = dict(formula.atoms)
    metals = [symbol for symbol in counts if ELEMENTS[symbol].metal]
    if len(counts) != 3 or len(metals) != 1 or counts.get("C", 0) != counts.get("O", -1):
        return
    many, metal = counts["C"], counts[metals[0]]
    if not 3 * metal <= many < len(GREEK):
        return
    name = f"{GREEK[metal] if metal > 1 else ''}{ELEMENTS[metals[0]].name}"
    yield f"{name} {GREEK[many]}carbonyl"
    yield f"{GREEK[many]}carbonyl{name}"


def carbonyl(key: str) -> Formula | None:
    """What such a name stands for."""
    many = "|".join(filter(None, GREEK))
    found = re.fullmatch(
        f"(?P<n>{many})?(?P<metal>[a-z]+?)(?P<m>{many})carbonyl|(?P<k>{many})carbonyl(?P<j>{many})?(?P<last>[a-z]+)",
        key,
    )
    if found is None:
        return None
    symbol = {normalise(e.name): s for s, e in ELEMENTS.items() if e.metal}.get(
        found["metal"] or found["last"]
    )
    if symbol is None:
        return None
    metals, each = GREEK.index(found["n"] or found["j"] or "mono"), GREEK.index(found["m"] or found["k"])
    return Formula.of({symbol: metals, "C": each, "O": each}) if each >= 3 * metals else None


def _inside(text: str) -> tuple[str, tuple[tuple[Ligand, int], ...]] | None:
    """The metal and its ligands: Co(NH3)5Cl."""
    units = list(_UNIT.finditer(text))
    if "".join(unit[0] for unit in units) != text or not units or units[0]["count"]:
        return None
    metal = units[0]["symbol"]
    if metal not in ELEMENTS or not ELEMENTS[metal].metal:
        return None
    by_atoms = {Formula.parse(ligand.formula).atoms: ligand for ligand in ligands()}
    found = []
    for unit in units[1:]:
        try:
            ligand = by_atoms.get(Formula.parse(unit["group"] or unit["symbol"]).atoms)
        except UnreadableInput:
            return None
        if ligand is None:
            return None
        found.append((ligand, int(unit["many"] or unit["count"] or 1)))
    return (metal, tuple(found)) if found else None


def _counter_ions(text: str, *, before: bool) -> Iterator[tuple[str, int]]:
    """What the text outside the brackets is, and its charge in all: (SO4)3 is sulfate, -6."""
    try:
        outside = Formula.parse(text)
    except UnreadableInput:
        return
    listed = knowledge()
    if before:
        kinds = [
            (cation.name, cation.atoms, cation.charge) for cation in listed.cations if not cation.partners
        ]
        kinds += [
            (m.name, ((m.symbol, 1),), m.charges[0]) for m in listed.metals.values() if len(m.charges) == 1
        ]
        kinds += [("hydrogen", (("H", 1),), 1)]
    else:
        kinds = [(anion.name, anion.atoms, anion.charge) for anion in listed.anions if not anion.rare]
    for name, atoms, charge in kinds:
        symbol, n = atoms[0]
        times, rest = divmod(dict(outside.atoms).get(symbol, 0), n)
        if times and not rest and outside.atoms == tuple((s, k * times) for s, k in atoms):
            yield name, charge * times
