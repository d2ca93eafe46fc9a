"""The skeleton of a molecule: which atoms are joined, and nothing about how.

Hydrogens are atoms, every bond is single, charges, isotopes, radicals and stereo are gone. So the drawings
of one compound (SO2 as O=S=O or O=[S+][O-], benzene aromatic or Kekulé) share one skeleton, while isomers
do not. C-LEWIS and C-STABLE are asked of skeletons, never of drawn bond orders.
"""

from __future__ import annotations

from adjudicator.chem.toolkit import toolkit
from adjudicator.chem.toolkit.port import Bonded, fold_hydrogens
from adjudicator.errors import UnreadableInput, quote


def skeleton_graph(smiles: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """The symbols and bonds of a SMILES or a skeleton key: the hydrogens come after all other atoms."""
    found = _read(smiles)
    symbols, joined = list(found.symbols), list(found.bonds)
    for i, hydrogens in enumerate(found.hydrogens):
        for _ in range(hydrogens):
            joined.append((i, len(symbols)))
            symbols.append("H")
    return tuple(symbols), tuple(joined)


def skeleton_key(structure: str | Bonded) -> str:
    """One text per skeleton, and `skeleton_graph(key)` gives the graph back: [CH3][CH2][OH], [O][S][O].

    A hydrogen on a heavy atom is written in that atom's bracket, as [CH3]; one that bridges, or is bonded to
    hydrogen only, stays on its own. Keys are canonical within one version of RDKit.
    """
    found = structure
    if isinstance(found, str):  # every hydrogen as an atom: that of [HH] has one that no atom's bracket takes
        symbols, joined = skeleton_graph(found)
        found = Bonded(symbols, (0,) * len(symbols), joined)
    kept, hydrogens = fold_hydrogens(found.symbols, found.bonds, found.hydrogens)
    place = {old: new for new, old in enumerate(kept)}
    bonds = tuple((place[i], place[j]) for i, j in found.bonds if i in place and j in place)
    return toolkit().write_skeleton(Bonded(tuple(found.symbols[i] for i in kept), tuple(hydrogens), bonds))


def _read(smiles: str) -> Bonded:
    # As it is written: skeletons such as [O][N]([O])[OH] have valences that no charge-free molecule has.
    found = toolkit().read(smiles)
    if found is None:
        raise UnreadableInput("bad_structure", f"{quote(smiles)} is not a SMILES.", input=smiles)
    return found
