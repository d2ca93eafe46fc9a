"""Finds names in the reference table that are other substances' names, and adds them to misnomers.tsv.

OPSIN reads every name of the table as a structure; where that is not the row's, the name is wrong for it.
Build the table anew afterwards, and run this again until it finds nothing. Needs Java.

    python tools/find_misnomers.py
"""

from __future__ import annotations

import sqlite3
import tempfile
import warnings
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from py2opsin import py2opsin
from rdkit import Chem, rdBase

from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import UnreadableInput
from adjudicator.reference.build import INCHIKEY_SKELETON, MISNOMERS, read_misnomers
from adjudicator.reference.names import normalise
from adjudicator.reference.table import SHIPPED, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.reference.table import Compound

BATCH = 20_000


def misnomers(pairs: list[tuple[Compound, str]]) -> Iterator[tuple[str, str]]:
    """The first part of the InChIKey, and the name that is not the compound's."""
    structures = dict(_structures(sorted({name for _, name in pairs})))
    for compound, name in pairs:
        smiles = structures.get(name, "")
        if smiles and is_another(smiles, compound.skeleton):
            yield compound.inchikey[:INCHIKEY_SKELETON], name


def _structures(listed: list[str]) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every name that it cannot read
        for start in range(0, len(listed), BATCH):
            batch = listed[start : start + BATCH]
            yield from zip(batch, py2opsin(batch, tmp_fpath=f"{folder}/names.txt"), strict=True)


def is_another(smiles: str, skeleton: str) -> bool:
    """Whether the structure of a name is certainly not the row's: not even its atoms, hydrogens apart.

    Tautomers and what a name leaves open are no proof: only another set of heavy atoms is, or other bonds
    between them.
    """
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, sanitize=False)
    if (
        mol is None
        or "." in smiles
        or "*" in smiles
        or any(atom.GetFormalCharge() for atom in mol.GetAtoms())
    ):
        return False
    try:
        return _heavy(skeleton_key(smiles)) != _heavy(skeleton)
    except UnreadableInput:
        return False


def _heavy(skeleton: str) -> str:
    """The skeleton without hydrogens."""
    mol = Chem.MolFromSmiles(skeleton, sanitize=False)
    for atom in mol.GetAtoms():
        atom.SetNumExplicitHs(0)
    return str(Chem.MolToSmiles(mol))


def main() -> None:
    table, known = Table.open(), read_misnomers(MISNOMERS)
    with closing(sqlite3.connect(SHIPPED)) as database:
        formulas = [formula for (formula,) in database.execute("SELECT DISTINCT formula FROM compound")]
    pairs = [
        (c, name) for formula in formulas for c in table.by_formula(formula) for name in table.names_of(c)
    ]
    found = sorted(set(misnomers(pairs)))
    new = [(key, name) for key, name in found if normalise(name) not in known.get(key, ())]
    with Path(MISNOMERS).open("a", encoding="utf-8") as file:
        file.writelines(f"{key}\t{name}\n" for key, name in new)
    print(f"{len(new)} of {len(pairs)} names are other substances'")


if __name__ == "__main__":
    main()
