"""What a substance is built of: ions, complexes with their ligands, water (V-NAME-UNITS).

A formula is taken apart as it is written, in every way in which neighbours make up known ions; a name says
its units itself. The two are compared as units, so that isomers of ionisation, hydration, coordination and
linkage are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem import oxidation
from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.formula.written import together, write_groups
from adjudicator.chem.naming.knowledge.data import knowledge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.chem.formula.written import Atoms, Group, Part
    from adjudicator.chem.naming.knowledge.data import Anion, Cation

CACHE = 1 << 12
MAX_READINGS = 64  # of one formula
MAX_GROUPS = 40  # of a part that is taken apart
WATER = (("H", 2), ("O", 1))
AMMONIUM = (("H", 4), ("N", 1))


class Ligand(NamedTuple):
    formula: str  # the atom that binds first, where that tells two ligands apart
    charges: tuple[int, ...]  # nitrosyl is counted as NO or as NO+
    organic: bool  # counted by bis, tris; written in brackets

    @property
    def atoms(self) -> Atoms:
        return _atoms(self.formula)


class Kind(NamedTuple):
    """A unit: its atoms, and what surrounds its central atom where that is known."""

    atoms: Atoms
    ligands: tuple[tuple[str, int], ...] = ()


Units = tuple[tuple[Kind, int], ...]
PROTON = Kind((("H", 1),))


class Sphere(NamedTuple):
    """A central atom and so many of each ligand."""

    metal: str
    ligands: tuple[tuple[Ligand, int], ...]

    @property
    def kind(self) -> Kind:
        counts: dict[str, int] = {}
        for ligand, n in self.ligands:
            counts[ligand.formula] = counts.get(ligand.formula, 0) + n
        atoms = [tuple((s, k * n) for s, k in ligand.atoms) for ligand, n in self.ligands]
        return Kind(together(((self.metal, 1),), *atoms), tuple(sorted(counts.items())))


@lru_cache(CACHE)
def _atoms(formula: str) -> Atoms:
    return Formula.parse(formula).atoms


@cache
def ligands() -> tuple[Ligand, ...]:
    return tuple(
        Ligand(row["formula"], tuple(row["charges"]), row.get("organic", False))
        for row in knowledge().ligands
    )


@cache
def _ligands_by_text() -> dict[str, Ligand]:
    return {text: ligand for ligand in ligands() for text in (ligand.formula, f"({ligand.formula})")}


@cache
def _ligands_by_atoms() -> dict[Atoms, Ligand]:
    """The first listed where two have the same atoms."""
    return {ligand.atoms: ligand for ligand in reversed(ligands())}


def sphere(groups: Sequence[Group]) -> Sphere | None:
    """The central atom, which stands first, and its ligands; None where these are no ligands we know."""
    if not groups or groups[0].bracket or groups[0].count > 1:
        return None
    around = _ligands_of(groups[1:])
    return Sphere(groups[0].symbol, around) if around else None


def _ligands_of(groups: Sequence[Group]) -> tuple[tuple[Ligand, int], ...] | None:
    """Each a group in brackets or neighbours without: the longest first, SO4 before S."""
    if not groups:
        return ()
    for size in range(min(len(groups), 6), 0, -1):
        found = _ligand(groups[:size])
        rest = _ligands_of(groups[size:]) if found else None
        if found is not None and rest is not None:
            return (found, *rest)
    return None


def _ligand(groups: Sequence[Group]) -> tuple[Ligand, int] | None:
    first = groups[0]
    if len(groups) == 1:
        inside = first.inside if first.bracket else ()
        text = write_groups(inside) if inside else first.symbol
        ligand = _ligands_by_text().get(text) or _ligands_by_atoms().get(first.one)
        return (ligand, first.count) if ligand else None
    if any(group.bracket for group in groups):
        return None
    text = write_groups(tuple(groups))
    ligand = _ligands_by_text().get(text) or _ligands_by_atoms().get(together(*(g.atoms for g in groups)))
    return (ligand, 1) if ligand else None


# --- listed ions ------------------------------------------------------------------------------------------


@lru_cache(CACHE)
def kind_of(ion: Anion | Cation) -> Kind:
    """Of a listed ion: with its ligands where it has any, PtCl6 or Fe(CN)6."""
    parts = Written.parse(ion.formula).parts
    groups = parts[0].groups if len(parts) == 1 else ()
    if len(groups) == 1 and groups[0].bracket:
        groups = groups[0].inside
    found = sphere(groups)
    return found.kind if found and found.kind.atoms == ion.atoms else Kind(ion.atoms)


@cache
def _listed() -> dict[Atoms, tuple[frozenset[Kind], tuple[int, ...]]]:
    """The polyatomic ions by their atoms, with their charges."""
    found: dict[Atoms, tuple[frozenset[Kind], tuple[int, ...]]] = {}
    known = knowledge()
    several = (cation for cation in known.cations if len(cation.atoms) > 1)  # O2 by itself is peroxide
    ions: tuple[Anion | Cation, ...] = (*known.anions, *several)
    for ion in ions:
        if sum(n for _, n in ion.atoms) > 1:
            kinds, charges = found.get(ion.atoms, (frozenset(), ()))
            found[ion.atoms] = kinds | {kind_of(ion)}, (*charges, ion.charge)
    return found


# --- a formula as it is written ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormulaReading:
    """One way to take a formula apart."""

    units: Units
    waters: int
    firm: bool  # its charges balance, and it has more than atoms: brackets, groups, water


class _Piece(NamedTuple):
    kind: Kind
    times: int
    charges: tuple[int, ...]  # that one of it may have; none: any
    assumed: bool = False  # not to be seen from the text: a molecule, or a complex without its brackets


def units_of(counts: Iterable[tuple[Kind, int]]) -> Units:
    merged: dict[Kind, int] = {}
    for kind, n in counts:
        merged[kind] = merged.get(kind, 0) + n
    return tuple(sorted(merged.items()))


@lru_cache(CACHE)
def readings(text: str, charge: int) -> tuple[FormulaReading, ...]:
    """Every way to take apart a text that `Formula.parse` has read."""
    if not text:
        return ()
    written = Written.of(Formula((), charge, text))
    dry = [part for n, part in enumerate(written.parts) if not (n and part.is_water)]
    per_part = [list(islice(_of_part(part), MAX_READINGS)) for part in dry]
    found: dict[tuple[Units, int], FormulaReading] = {}
    for choice in islice(product(*per_part), MAX_READINGS):
        pieces = [piece for part in choice for piece in part]
        firm = (
            not any(piece.assumed for piece in pieces)
            and _balance(pieces, charge)
            and (written.waters > 0 or any(is_group(piece.kind) for piece in pieces))
        )
        for units, waters in with_aqua_as_water([(piece.kind, piece.times) for piece in pieces]):
            reading = FormulaReading(units, waters + written.waters, firm)
            known = found.get((units, reading.waters))
            if known is None or firm > known.firm:
                found[units, reading.waters] = reading
    return tuple(found.values())


def is_group(kind: Kind) -> bool:
    return len(kind.atoms) > 1 or kind.atoms[0][1] > 1


def _of_part(part: Part) -> Iterator[list[_Piece]]:
    whole = False
    if len(part.groups) <= MAX_GROUPS:
        for pieces in _split(part.groups, 0):
            whole = True
            yield [piece._replace(times=piece.times * part.count) for piece in pieces]
    if not whole:
        yield [_Piece(Kind(part.one), part.count, (0,), assumed=True)]


def _split(groups: Sequence[Group], start: int) -> Iterator[tuple[_Piece, ...]]:
    if start == len(groups):
        yield ()
        return
    for piece, end in _pieces_at(groups, start):
        for rest in _split(groups, end):
            yield (piece, *rest)


def _pieces_at(groups: Sequence[Group], start: int) -> Iterator[tuple[_Piece, int]]:
    first = groups[start]
    if first.bracket == "[":
        found = sphere(first.inside)
        kinds, charges = _listed().get(first.one, (frozenset(), ()))
        bound = {found.kind} if found else kinds or {Kind(first.one)}
        yield from ((_Piece(kind, first.count, charges), start + 1) for kind in sorted(bound))
        return
    if _is_oxo(groups[start - 1 : start], first):  # VOSO4 is no peroxymonosulfate, UO2 no peroxide
        yield _Piece(Kind(first.one), first.count, _monatomic("O")), start + 1
        return
    for end in range(len(groups), start + 1, -1):
        atoms = together(*(group.atoms for group in groups[start:end]))
        kinds, charges = _listed().get(atoms, (frozenset(), ()))
        yield from ((_Piece(kind, 1, charges), end) for kind in sorted(kinds))
        around = sphere(groups[start:end]) if first.symbol in knowledge().metals and not kinds else None
        if around:  # K2PdCl6, as if its brackets had been written
            yield _Piece(around.kind, 1, (), assumed=True), end
    kinds, charges = _listed().get(first.one if first.bracket else first.atoms, (frozenset(), ()))
    times = first.count if first.bracket else 1
    yield from ((_Piece(kind, times, charges), start + 1) for kind in sorted(kinds))
    ammonium = together(*(group.atoms for group in groups[start : start + 2])) == AMMONIUM
    if not first.bracket and not ammonium and _monatomic(first.symbol):
        yield _Piece(Kind(first.one), first.count, _monatomic(first.symbol)), start + 1


def _is_oxo(before: Sequence[Group], group: Group) -> bool:
    """Whether an oxygen belongs to the metal before it, as in vanadyl and uranyl."""
    if group.symbol != "O" or group.bracket or not before or before[0].count > 1:
        return False
    if before[0].symbol not in METALS:  # (CH3)4NOH has no nitrosyl
        return False
    atoms = together(before[0].atoms, group.atoms)
    return any(cation.atoms == atoms for cation in knowledge().cations)


@cache
def _monatomic(symbol: str) -> tuple[int, ...]:
    """The charges of an atom that is an ion by itself."""
    known = knowledge()
    if symbol in known.metals:
        return known.metals[symbol].all_charges
    if symbol == "H":
        return (1, -1)
    charges = tuple(a.charge for a in known.anions if a.atoms == ((symbol, 1),))
    return charges if not ELEMENTS[symbol].metal else ()


def _balance(pieces: Sequence[_Piece], charge: int) -> bool:
    if any(not piece.charges for piece in pieces):
        return True
    reached = {0}
    for piece in pieces:
        charges = tuple(sorted(set(piece.charges)))
        uniform = frozenset(one * piece.times for one in charges)  # only atoms of a metal differ in charge
        sums = (
            uniform
            if is_group(piece.kind) or piece.kind.atoms[0][0] == "H"
            else oxidation.sums(charges, piece.times)
        )
        reached = {total + more for total in reached for more in sums}
    return charge in reached


def with_aqua_as_water(pieces: Sequence[tuple[Kind, int]]) -> Iterator[tuple[Units, int]]:
    """As written; and with the water of a complex as water of its salt, as bottles say it.

    [Cr(H2O)4Cl2]Cl·2H2O is also called chromium(III) chloride hexahydrate.
    """
    yield units_of(pieces), 0
    dissolved, waters = [], 0
    for place, (kind, count) in enumerate(pieces, 1):
        around = dict(kind.ligands)
        aqua = around.pop("H2O", 0)
        anionic = not around and 1 < place == len(pieces)  # K3[Sb(H2O)3] is no hydrate of an antimonide
        if not aqua or anionic or any(text not in ELEMENTS for text in around):
            dissolved.append((kind, count))
            continue
        waters += aqua * count
        centre = dict(kind.atoms)
        for text, n in (*around.items(), ("H", 2 * aqua), ("O", aqua)):
            centre[text] = centre.get(text, 0) - n
        dissolved += [(Kind(((s, 1),)), n * count) for s, n in centre.items() if n]
        dissolved += [(Kind(((text, 1),)), n * count) for text, n in around.items()]
    if waters:
        yield units_of(dissolved), waters


def bound(formula: Formula) -> tuple[Kind, ...]:  # no cache: formulas are equal whatever their text
    """The complexes in square brackets: what is bound to their metal is part of nothing else."""
    spheres = [
        sphere(group.inside)
        for part in Written.of(formula).parts
        for group in part.groups
        if group.bracket == "["
    ]
    return tuple(found.kind for found in spheres if found and found.metal in METALS)


def has_complex(units: Units) -> bool:
    """Whether one of the units is a complex that is no listed ion."""
    return any(kind.ligands and kind.atoms not in _listed() for kind, _ in units)


def same(one: Units, other: Units) -> bool:
    """Whether the units agree; where the ligands of one are not known, its atoms decide.

    The hydrogen of an acid salt may stand apart from its anion: Na3H(SO4)2 has hydrogen sulfate.
    """
    if PROTON in dict(one) or PROTON in dict(other):
        one, other = _with_protons(one), _with_protons(other)
    return _by_atoms(one).keys() == _by_atoms(other).keys() and all(
        _agree(kinds, _by_atoms(other)[atoms]) for atoms, kinds in _by_atoms(one).items()
    )


def _with_protons(units: Units) -> Units:
    """Acid anions as their protons and what is left: HSO4 as H and SO4, but not OH as H and O."""
    parted: list[tuple[Kind, int]] = []
    for kind, n in units:
        bare = tuple((symbol, count) for symbol, count in kind.atoms if symbol != "H")
        acid = len(bare) > 1 and bare in _anions_by_atoms()
        if acid and bare != kind.atoms:
            parted += [(PROTON, n * dict(kind.atoms)["H"]), (Kind(bare), n)]
        else:
            parted.append((kind, n))
    return units_of(parted)


@cache
def _anions_by_atoms() -> frozenset[Atoms]:
    return frozenset(kind_of(anion).atoms for anion in knowledge().anions)


def same_kinds(one: Units, other: Units) -> bool:
    """Whether the units agree in all but their number."""
    return {kind.atoms for kind, _ in one} == {kind.atoms for kind, _ in other}


def _by_atoms(units: Units) -> dict[Atoms, dict[tuple[tuple[str, int], ...], int]]:
    found: dict[Atoms, dict[tuple[tuple[str, int], ...], int]] = {}
    for kind, n in units:
        found.setdefault(kind.atoms, {})[kind.ligands] = n
    return found


def _agree(
    one: Mapping[tuple[tuple[str, int], ...], int], other: Mapping[tuple[tuple[str, int], ...], int]
) -> bool:
    if () in one or () in other:
        return sum(one.values()) == sum(other.values())
    return one == other
