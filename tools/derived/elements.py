"""adjudicator/chem/elements.csv, from RDKit's periodic table and chempy's groups.

The judge needs these facts without paying for the import of RDKit (0.1 s) and chempy (0.6 s), so they
are written down once. A test derives them again and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chempy.util import periodic
from rdkit import Chem
from rdkit.Chem import rdqueries

from tools.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def files() -> dict[Path, str]:
    table = Chem.GetPeriodicTable()
    is_metal = rdqueries.MAtomQueryAtom()
    group_of = {number: group for group, members in periodic.groups.items() for number in members}
    lines = ["number,symbol,name,group,period,valence_electrons,metal"]
    for number in range(1, 119):
        molecule = Chem.RWMol()
        molecule.AddAtom(Chem.Atom(number))
        atom = molecule.GetAtomWithIdx(0)
        facts = (
            number,
            atom.GetSymbol(),
            table.GetElementName(number).lower(),
            group_of.get(number, 0),
            table.GetRow(number),
            table.GetNOuterElecs(number),
            int(is_metal.Match(atom)),
        )
        lines.append(",".join(map(str, facts)))
    return {ROOT / "adjudicator/chem/elements.csv": "\n".join(lines) + "\n"}
