"""A structure as a condensed formula, CH3CH2OH for CCO; only a text that reads back as the structure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import write_unit
from adjudicator.chem.formula.condensed import read_condensed
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.chem.toolkit import toolkit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.toolkit.port import Drawn

CACHE = 1 << 10
MAX_ATOMS = 20  # heavy ones: longer formulas say less than a name
HALOGENS = ("F", "Cl", "Br", "I")
_HALOGENATED = re.compile("CH?2?(?:F|Cl|Br|I)")
BONDS = {2: "=", 3: "≡"}


@lru_cache(CACHE)
def condensed_of(smiles: str) -> str | None:
    """The condensed formula of a chain or a phenyl compound; None where there is none that reads back."""
    drawn = toolkit().read_checked(smiles)
    if drawn is None or not 1 < len(drawn.symbols) <= MAX_ATOMS or "." in smiles:
        return None
    try:
        texts = set(_texts(_Molecule(drawn)))
    except _NotWritable:
        return None
    texts |= {f"HOOC{text[4:]}" for text in texts if text.startswith("HOCO")}
    key = skeleton_key(smiles)
    right = [text for text in texts if (found := read_condensed(text)) and found.skeletons == (key,)]
    return min(right, key=_clumsiness, default=None)


def condensed_of_skeleton(key: str) -> str | None:
    """The same for a skeleton: its bond orders are those that give every atom its octet."""
    from adjudicator.chem.lewis import LewisStructure, Skeleton, octet_structure

    found = octet_structure(Skeleton.from_smiles(key))
    return condensed_of(found.smiles) if isinstance(found, LewisStructure) else None


def _clumsiness(text: str) -> tuple[object, ...]:
    """Few brackets, the acid of an ester first, the chain from its carbon end: CH3CH2Br, CH3CCl3."""
    backwards = "OCO" in text or "OCH" in text.partition("C")[2][-5:]
    backwards = backwards or (text.endswith("CH3") and _HALOGENATED.match(text) is not None)
    return text.count("("), backwards, not text.startswith("C"), len(text), text


class _NotWritable(Exception):  # noqa: N818 - it never leaves this module
    pass


class _Molecule:
    """A drawn molecule with the neighbours of each atom."""

    def __init__(self, drawn: Drawn) -> None:
        self.symbols, self.hydrogens, self.rings = drawn.symbols, drawn.hydrogens, drawn.rings
        self.aromatic = drawn.aromatic
        self.in_ring = {atom for ring in drawn.rings for atom in ring}
        self.neighbours: list[dict[int, int]] = [{} for _ in drawn.symbols]  # and the order of the bond
        for i, j, order in drawn.bonds:
            self.neighbours[i][j] = self.neighbours[j][i] = order

    def is_end(self, atom: int, symbol: str) -> bool:
        return self.symbols[atom] == symbol and len(self.neighbours[atom]) == 1


def _texts(mol: _Molecule) -> Iterator[str]:
    """Read from each end."""
    atoms = range(len(mol.symbols))
    for atom in atoms:
        if len(mol.neighbours[atom]) == 1 and atom not in mol.in_ring:
            symbol, hydrogens = mol.symbols[atom], mol.hydrogens[atom]
            (neighbour,) = mol.neighbours[atom]
            tail = _bond(mol, atom, neighbour) + _subtree(mol, neighbour, atom)
            turned = symbol in {"O", "N", "S"} and hydrogens
            yield (_hydrogens(hydrogens) + symbol if turned else symbol + _hydrogens(hydrogens)) + tail
    for ring in mol.rings:
        yield from _from_phenyl(mol, ring)
    for atom in atoms:
        for other in mol.neighbours[atom]:
            if _nitro(mol, atom, other) is not None:  # O2NC6H5: C6H5NO2 would be a composition
                yield "O2N" + _subtree(mol, other, atom)
    for atom in atoms:  # HCOOH, HCOOCH3
        if mol.symbols[atom] == "C" and mol.hydrogens[atom] == 1 and atom not in mol.in_ring:
            yield "H" + _subtree(mol, atom, None).replace("H", "", 1)
    for atom in atoms:  # CHCl2COOH, not ClCHClCOOH
        heavy = [n for n in mol.neighbours[atom] if mol.symbols[n] not in HALOGENS]
        if mol.symbols[atom] == "C" and len(heavy) == 1 < len(mol.neighbours[atom]):
            yield _subtree(mol, atom, None)
    for atom in atoms:  # CS(NH2)2
        if mol.symbols[atom] == "C" and atom not in mol.in_ring:
            others = mol.neighbours[atom]
            bare = [other for other in others if mol.is_end(other, "S") and not mol.hydrogens[other]]
            groups = [_subtree(mol, other, atom) for other in others if other not in bare]
            if len(bare) == 1 and len(groups) == 2 and groups[0] == groups[1]:
                yield f"CS({groups[0]})2"


def _from_phenyl(mol: _Molecule, ring: tuple[int, ...]) -> Iterator[str]:
    for atom in ring:
        outside = [other for other in mol.neighbours[atom] if other not in ring]
        if outside and _is_phenyl(mol, atom, outside[0]):
            yield "C6H5" + _subtree(mol, outside[0], atom)


def _is_phenyl(mol: _Molecule, atom: int, outside: int) -> bool:
    """Whether the ring of this atom is a benzene ring whose only bond to the rest is that one."""
    rings = [ring for ring in mol.rings if atom in ring]
    if len(rings) != 1 or len(rings[0]) != 6:
        return False
    others = {other for one in rings[0] for other in mol.neighbours[one]} - set(rings[0])
    return others == {outside} and all(i in mol.aromatic and mol.symbols[i] == "C" for i in rings[0])


def _subtree(mol: _Molecule, atom: int, parent: int | None) -> str:
    """What hangs on a bond: the atom with its hydrogens, small groups, branches, the rest of the chain."""
    if atom in mol.in_ring:
        if parent is not None and _is_phenyl(mol, atom, parent):
            return "C6H5"
        raise _NotWritable
    nitro = _nitro(mol, atom, parent)
    if nitro is not None:
        return nitro
    text = mol.symbols[atom] + _hydrogens(mol.hydrogens[atom])
    others = {other: order for other, order in mol.neighbours[atom].items() if other != parent}
    for halogen in HALOGENS:
        count = sum(mol.symbols[other] == halogen for other in others)
        text += write_unit(halogen, count) if count else ""
    oxo = [other for other in others if mol.is_end(other, "O") and not mol.hydrogens[other]]
    chains = sorted(
        (other for other in others if mol.symbols[other] not in HALOGENS and other not in oxo),
        key=lambda other: (others[other] == 2, len(_subtree(mol, other, atom)), other),
    )
    branches = [_bond(mol, atom, other) + _subtree(mol, other, atom) for other in chains[:-1]]
    text += "".join(f"({branch})" for branch in branches)
    if mol.symbols[atom] == "S" and len(oxo) == 2 and not branches and _is_hydroxyl(mol, chains):
        return text + "O3H"  # of a sulfonic acid
    text += write_unit("O", len(oxo)) if oxo else ""
    return text + (_bond(mol, atom, chains[-1]) + _subtree(mol, chains[-1], atom) if chains else "")


def _is_hydroxyl(mol: _Molecule, chains: list[int]) -> bool:
    return len(chains) == 1 and mol.is_end(chains[0], "O")


def _nitro(mol: _Molecule, atom: int, parent: int | None) -> str | None:
    others = [other for other in mol.neighbours[atom] if other != parent]
    bare = all(mol.is_end(other, "O") and not mol.hydrogens[other] for other in others)
    return "NO2" if mol.symbols[atom] == "N" and len(others) == 2 and bare else None


def _hydrogens(count: int) -> str:
    return write_unit("H", count) if count else ""


def _bond(mol: _Molecule, one: int, other: int) -> str:
    """Multiple bonds are shown between carbons; those to O and N need no mark."""
    if {mol.symbols[one], mol.symbols[other]} != {"C"}:
        return ""
    return BONDS.get(mol.neighbours[one][other], "")
