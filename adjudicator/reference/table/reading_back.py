"""Which names of a compound are true: OPSIN reads each as a structure, which is compared (C-NAME-SHOWN)."""

from __future__ import annotations

import tempfile
import warnings
from typing import TYPE_CHECKING, Literal

from rdkit import Chem, rdBase

from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import AdjudicatorError, UnreadableInput
from adjudicator.extras import told
from adjudicator.reference.screening import inchikey_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.reference.screening import Structure

    Reader = Callable[[Sequence[str]], Mapping[str, str]]

BATCH = 20_000
CONNECTED = 14  # letters of an InChIKey that say how the atoms are joined, whatever the tautomer
# "same": the name says this structure, or less than it. "tautomer": the same but for where a hydrogen sits.
# "open": it says more than the row does. "other": it says something else. "unread": nobody knows.
Agreement = Literal["same", "tautomer", "open", "other", "unread"]


def opsin(listed: Sequence[str]) -> dict[str, str]:
    """The SMILES of each name that OPSIN reads; needs Java."""
    with told():
        from py2opsin import py2opsin

    structures: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every name that it cannot read
        for start in range(0, len(listed), BATCH):
            batch = list(listed[start : start + BATCH])
            read = py2opsin(batch, tmp_fpath=f"{folder}/names.txt")
            if not read:
                raise AdjudicatorError("no_opsin", "Names cannot be read back: OPSIN needs Java 8 or newer.")
            structures.update((name, smiles) for name, smiles in zip(batch, read, strict=True) if smiles)
    return structures


def agreement(smiles: str, structure: Structure) -> Agreement:
    """How the structure that a name was read as fits the row's."""
    if not smiles:
        return "unread"
    drawn = _drawn(smiles)
    if drawn is not None and Chem.MolToSmiles(drawn) == structure.smiles:
        return "same"
    ours = _drawn(structure.smiles)
    if drawn is None or ours is None:  # valences that RDKit does not draw
        return "same" if _skeleton(smiles) == structure.skeleton else "unread"
    if "." in smiles:  # carbon bisulfide is read as ions of single atoms, ammonium cyanate as a salt
        several = any(part.GetNumAtoms() > 1 and Chem.GetFormalCharge(part) for part in _fragments(drawn))
        return "other" if several else "unread"
    if "*" in smiles or Chem.GetFormalCharge(drawn):
        return "other"
    if _skeleton(smiles) != structure.skeleton:
        return "tautomer" if _connected(smiles) == _connected(structure.smiles) else "other"
    if ours.HasSubstructMatch(drawn, useChirality=True):
        return "same"
    return "open" if drawn.HasSubstructMatch(ours, useChirality=True) else "other"


def _drawn(smiles: str) -> Chem.Mol | None:
    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(smiles)


def _fragments(mol: Chem.Mol) -> tuple[Chem.Mol, ...]:
    return tuple(Chem.GetMolFrags(mol, asMols=True))


def _connected(smiles: str) -> str:
    return inchikey_of(smiles)[:CONNECTED]


def _skeleton(smiles: str) -> str:
    try:
        return skeleton_key(smiles)
    except UnreadableInput:
        return ""
