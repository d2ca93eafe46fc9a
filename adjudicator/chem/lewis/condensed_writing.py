"""A structure as a condensed formula, CH3CH2OH for CCO; only a text that reads back as the structure."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rdkit import Chem, rdBase

from adjudicator.chem.formula import write_unit
from adjudicator.chem.formula.condensed import read_condensed
from adjudicator.chem.skeleton import skeleton_key

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE = 1 << 10
MAX_ATOMS = 20  # heavy ones: longer formulas say less than a name
HALOGENS = ("F", "Cl", "Br", "I")
BONDS = {1.0: "", 2.0: "=", 3.0: "≡"}


@lru_cache(CACHE)
def condensed_of(smiles: str) -> str | None:
    """The condensed formula of a chain or a phenyl compound; None where there is none that reads back."""
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None or not 1 < mol.GetNumAtoms() <= MAX_ATOMS or len(Chem.GetMolFrags(mol)) > 1:
        return None
    try:
        texts = set(_texts(mol))
    except _NotWritable:
        return None
    key = skeleton_key(smiles)
    right = [text for text in texts if (found := read_condensed(text)) and found.skeletons == (key,)]
    return min(right, key=_clumsiness, default=None)


def condensed_of_skeleton(key: str) -> str | None:
    """The same for a skeleton: its bond orders are those that give every atom its octet."""
    from adjudicator.chem.lewis import LewisStructure, Skeleton, octet_structure

    found = octet_structure(Skeleton.from_smiles(key))
    return condensed_of(found.smiles) if isinstance(found, LewisStructure) else None


def _clumsiness(text: str) -> tuple[object, ...]:
    """Few brackets, the acid of an ester first, the chain from its carbon end."""
    backwards = "OCO" in text or "OCH" in text.partition("C")[2][-5:]
    return text.count("("), backwards, not text.startswith("C"), len(text), text


class _NotWritable(Exception):  # noqa: N818 - it never leaves this module
    pass


def _texts(mol: Chem.Mol) -> Iterator[str]:
    """Read from each end."""
    for atom in mol.GetAtoms():
        if atom.GetDegree() == 1 and not atom.IsInRing():
            symbol, hydrogens = atom.GetSymbol(), atom.GetTotalNumHs()
            (neighbour,) = atom.GetNeighbors()
            tail = _bond(atom, neighbour) + _subtree(neighbour, atom.GetIdx())
            turned = symbol in {"O", "N", "S"} and hydrogens
            yield (_hydrogens(hydrogens) + symbol if turned else symbol + _hydrogens(hydrogens)) + tail
    for ring in mol.GetRingInfo().AtomRings():
        yield from _from_phenyl(mol, ring)
    for atom in mol.GetAtoms():
        for other in atom.GetNeighbors():
            if _nitro(atom, other.GetIdx()) is not None:  # O2NC6H5: C6H5NO2 would be a composition
                yield "O2N" + _subtree(other, atom.GetIdx())
    for atom in mol.GetAtoms():  # HCOOH, HCOOCH3
        if atom.GetSymbol() == "C" and atom.GetTotalNumHs() == 1 and not atom.IsInRing():
            yield "H" + _subtree(atom, None).replace("H", "", 1)


def _from_phenyl(mol: Chem.Mol, ring: tuple[int, ...]) -> Iterator[str]:
    for index in ring:
        outside = [n for n in mol.GetAtomWithIdx(index).GetNeighbors() if n.GetIdx() not in ring]
        if outside and _is_phenyl(mol, index, outside[0].GetIdx()):
            yield "C6H5" + _subtree(outside[0], index)


def _is_phenyl(mol: Chem.Mol, index: int, outside: int) -> bool:
    """Whether the ring of this atom is a benzene ring whose only bond to the rest is that one."""
    rings = [ring for ring in mol.GetRingInfo().AtomRings() if index in ring]
    if len(rings) != 1 or len(rings[0]) != 6:
        return False
    atoms = [mol.GetAtomWithIdx(i) for i in rings[0]]
    others = {n.GetIdx() for atom in atoms for n in atom.GetNeighbors()} - set(rings[0])
    return others == {outside} and all(atom.GetIsAromatic() and atom.GetSymbol() == "C" for atom in atoms)


def _subtree(atom: Chem.Atom, parent: int | None) -> str:
    """What hangs on a bond: the atom with its hydrogens, small groups, branches, the rest of the chain."""
    if atom.IsInRing():
        if parent is not None and _is_phenyl(atom.GetOwningMol(), atom.GetIdx(), parent):
            return "C6H5"
        raise _NotWritable
    nitro = _nitro(atom, parent)
    if nitro is not None:
        return nitro
    text = atom.GetSymbol() + _hydrogens(atom.GetTotalNumHs())
    others = [n for n in atom.GetNeighbors() if n.GetIdx() != parent]
    for halogen in HALOGENS:
        count = sum(n.GetSymbol() == halogen for n in others)
        text += write_unit(halogen, count) if count else ""
    oxo = [n for n in others if n.GetSymbol() == "O" and n.GetDegree() == 1 and _is_double(atom, n)]
    chains = sorted(
        (n for n in others if n.GetSymbol() not in HALOGENS and n.GetIdx() not in {o.GetIdx() for o in oxo}),
        key=lambda n: (_is_double(atom, n), len(_subtree(n, atom.GetIdx())), n.GetIdx()),
    )
    branches = [_bond(atom, n) + _subtree(n, atom.GetIdx()) for n in chains[:-1]]
    text += "".join(f"({branch})" for branch in branches)
    text += write_unit("O", len(oxo)) if oxo else ""
    return text + (_bond(atom, chains[-1]) + _subtree(chains[-1], atom.GetIdx()) if chains else "")


def _nitro(atom: Chem.Atom, parent: int | None) -> str | None:
    others = [n for n in atom.GetNeighbors() if n.GetIdx() != parent]
    bare = [n.GetSymbol() == "O" and n.GetDegree() == 1 and not n.GetTotalNumHs() for n in others]
    return "NO2" if atom.GetSymbol() == "N" and len(others) == 2 and all(bare) else None


def _hydrogens(count: int) -> str:
    return write_unit("H", count) if count else ""


def _is_double(one: Chem.Atom, other: Chem.Atom) -> bool:
    bond = one.GetOwningMol().GetBondBetweenAtoms(one.GetIdx(), other.GetIdx())
    return bool(bond.GetBondTypeAsDouble() == 2.0)


def _bond(one: Chem.Atom, other: Chem.Atom) -> str:
    """Multiple bonds are shown between carbons; those to O and N need no mark."""
    if {one.GetSymbol(), other.GetSymbol()} != {"C"}:
        return ""
    bond = one.GetOwningMol().GetBondBetweenAtoms(one.GetIdx(), other.GetIdx())
    return BONDS.get(bond.GetBondTypeAsDouble(), "")
