"""The skeleton of a molecule: which atoms are joined, and nothing about how.

Hydrogens are atoms, every bond is single, charges, isotopes, radicals and stereo are gone. So the drawings
of one compound (SO2 as O=S=O or O=[S+][O-], benzene aromatic or Kekulé) share one skeleton, while isomers
do not. C-LEWIS and C-STABLE are asked of skeletons, never of drawn bond orders.
"""

from __future__ import annotations

from functools import cache

from rdkit import Chem, rdBase

from adjudicator.errors import UnreadableInput, quote


def skeleton_mol(structure: str | Chem.Mol) -> Chem.Mol:
    """The bare graph of a SMILES, a skeleton key or a molecule, with every hydrogen as an atom of its own."""
    full = Chem.AddHs(_read(structure) if isinstance(structure, str) else structure)
    bare = Chem.RWMol()
    for atom in full.GetAtoms():
        bare.AddAtom(_bare_atom(atom.GetAtomicNum()))
    for bond in full.GetBonds():
        bare.AddBond(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), Chem.BondType.SINGLE)
    return _ready(bare)


def skeleton_graph(smiles: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """The symbols and bonds of `skeleton_mol` without making it: the hydrogens come after all other atoms."""
    mol = _read(smiles)
    # By number: RDKit's sequences of atoms and bonds cost more than all the rest.
    atoms = [mol.GetAtomWithIdx(i) for i in range(mol.GetNumAtoms())]
    bonds = [mol.GetBondWithIdx(i) for i in range(mol.GetNumBonds())]
    symbols = [atom.GetSymbol() for atom in atoms]
    joined = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds]
    for i, atom in enumerate(atoms):
        for _ in range(atom.GetTotalNumHs()):
            joined.append((i, len(symbols)))
            symbols.append("H")
    return tuple(symbols), tuple(joined)


def skeleton_key(structure: str | Chem.Mol) -> str:
    """One text per skeleton, and `skeleton_mol(key)` gives the graph back: [CH3][CH2][OH], [O][S][O].

    A hydrogen on a heavy atom is written in that atom's bracket, as [CH3]; one that bridges, or is bonded to
    hydrogen only, stays on its own. Keys are canonical within one version of RDKit.
    """
    folded = Chem.RemoveHs(skeleton_mol(structure), sanitize=False)
    return str(Chem.MolToSmiles(_ready(folded), allHsExplicit=True))


def _read(smiles: str) -> Chem.Mol:
    # Unsanitised: skeletons such as [O][N]([O])[OH] have valences that no charge-free molecule has.
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, sanitize=False)
    if mol is None or not mol.GetNumAtoms():
        raise UnreadableInput("bad_structure", f"{quote(smiles)} is no SMILES.", input=smiles)
    return _ready(mol)


def _ready(mol: Chem.Mol) -> Chem.Mol:
    mol.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(mol)
    return mol.GetMol() if isinstance(mol, Chem.RWMol) else mol


@cache  # safe to share: AddAtom copies
def _bare_atom(number: int) -> Chem.Atom:
    atom = Chem.Atom(number)
    atom.SetNoImplicit(True)
    return atom
