"""The adapter for RDKit's Python package."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from rdkit import Chem, rdBase
from rdkit.Chem import rdCoordGen, rdDepictor

from adjudicator.chem.toolkit.port import Bonded, Drawn

if TYPE_CHECKING:
    from adjudicator.chem.toolkit.port import Charged, Point

KINDS = {1: Chem.BondType.SINGLE, 2: Chem.BondType.DOUBLE, 3: Chem.BondType.TRIPLE}
# Cleanup rewrites what it takes for a badly drawn nitro group or perchlorate, and aromatic bonds have no
# order to draw: both would change the structure that was counted. The valence check (PROPERTIES) stays:
# RDKit judges a charged atom by its isoelectronic neighbour, so [Cl+3] with four bonds passes as silicon.
_LEFT_OUT = (
    Chem.SANITIZE_CLEANUP
    | Chem.SANITIZE_CLEANUPATROPISOMERS
    | Chem.SANITIZE_CLEANUP_ORGANOMETALLICS
    | Chem.SANITIZE_SETAROMATICITY
    | Chem.SANITIZE_KEKULIZE
)
CHECKS = Chem.SANITIZE_ALL ^ _LEFT_OUT


class PythonToolkit:
    version: str = rdBase.rdkitVersion

    def read(self, smiles: str) -> Bonded | None:
        with rdBase.BlockLogs():
            mol = Chem.MolFromSmiles(smiles, sanitize=False)
        if mol is None or not mol.GetNumAtoms():
            return None
        mol.UpdatePropertyCache(strict=False)
        atoms, bonds = _parts(mol)
        return Bonded(
            tuple(atom.GetSymbol() for atom in atoms),
            tuple(atom.GetTotalNumHs() for atom in atoms),
            tuple((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds),
        )

    def read_checked(self, smiles: str) -> Drawn | None:
        with rdBase.BlockLogs():
            mol = Chem.MolFromSmiles(smiles)
        if mol is None or not mol.GetNumAtoms():
            return None
        atoms, bonds = _parts(mol)
        return Drawn(
            tuple(atom.GetSymbol() for atom in atoms),
            tuple(atom.GetTotalNumHs() for atom in atoms),
            tuple((b.GetBeginAtomIdx(), b.GetEndAtomIdx(), _order(b)) for b in bonds),
            frozenset(atom.GetIdx() for atom in atoms if atom.GetIsAromatic()),
            tuple(tuple(ring) for ring in mol.GetRingInfo().AtomRings()),
        )

    def write_skeleton(self, skeleton: Bonded) -> str:
        building = Chem.RWMol()
        for symbol, hydrogens in zip(skeleton.symbols, skeleton.hydrogens, strict=True):
            building.AddAtom(_atom(symbol, 0, hydrogens))
        for i, j in skeleton.bonds:
            building.AddBond(i, j, Chem.BondType.SINGLE)
        building.UpdatePropertyCache(strict=False)
        Chem.FastFindRings(building)
        return str(Chem.MolToSmiles(building, allHsExplicit=True))

    def write_structure(self, structure: Charged) -> str:
        mol = molecule(structure)
        # Aromatic flags only for the text: the two Kekulé forms of a ring get one SMILES.
        Chem.SetAromaticity(mol)
        return str(Chem.MolToSmiles(mol))

    def lay_out(self, structure: Charged) -> list[list[Point]]:
        layouts = []
        for arrange in (rdDepictor.Compute2DCoords, rdCoordGen.AddCoords):
            mol = molecule(structure)
            with rdBase.BlockLogs():
                arrange(mol)
            layouts.append([(x, y) for x, y, _ in mol.GetConformer().GetPositions().tolist()])
        return layouts


def molecule(structure: Charged) -> Any:
    """The RDKit molecule with Kekulé bonds, sanitised and counted once more."""
    building = Chem.RWMol()
    for parts in zip(structure.symbols, structure.charges, structure.hydrogens, strict=True):
        building.AddAtom(_atom(*parts))
    for i, j, order in structure.bonds:
        building.AddBond(i, j, KINDS[order])
    mol = building.GetMol()
    Chem.SanitizeMol(mol, CHECKS)
    charge = Chem.GetFormalCharge(mol)
    radicals = sum(atom.GetNumRadicalElectrons() for atom in _parts(mol)[0])
    if charge != sum(structure.charges) or radicals != sum(structure.unpaired):
        raise RuntimeError(f"RDKit counts charge {charge} and {radicals} radical electrons in {structure}")
    return mol


def _parts(mol: Any) -> tuple[list[Any], list[Any]]:
    """By number: RDKit's sequences of atoms and bonds cost more than all the rest."""
    atoms = [mol.GetAtomWithIdx(i) for i in range(mol.GetNumAtoms())]
    return atoms, [mol.GetBondWithIdx(i) for i in range(mol.GetNumBonds())]


def _order(bond: Any) -> int:
    return 0 if bond.GetIsAromatic() else int(bond.GetBondTypeAsDouble())


@cache  # safe to share: AddAtom copies
def _atom(symbol: str, charge: int, hydrogens: int) -> Any:
    atom = Chem.Atom(symbol)
    atom.SetFormalCharge(charge)
    atom.SetNoImplicit(True)
    atom.SetNumExplicitHs(hydrogens)
    return atom
