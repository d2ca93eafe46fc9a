"""Which lines of the identifier files describe a molecule the games can meet, and can be believed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rdkit import Chem, rdBase

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.chem.skeleton import skeleton_key

MAX_ATOMS = 60
_ELEMENT = re.compile(r"([A-Z][a-z]?)([0-9]*)")


class Fault(StrEnum):
    """Why a line is left out, in the order of the questions."""

    SEVERAL_FRAGMENTS = "several fragments: salts, hydrates, mixtures"
    METAL = "contains a metal"
    UNREADABLE = "structure that RDKit cannot read"
    ISOTOPE = "isotopically labelled"
    CHARGED = "charged"
    TOO_LARGE = f"more than {MAX_ATOMS} atoms"
    IMPOSSIBLE_VALENCE = "carbon compound drawn with an impossible valence"
    FORMULA_DISAGREES = "structure and formula disagree"
    ODD_ELECTRONS = "odd number of electrons"
    OPEN_SHELL = "unpaired electrons: hydrogens missing from the drawing, or a fleeting species"
    DUPLICATE = "structure that another line has"


@dataclass(frozen=True, slots=True)
class Structure:
    formula: Formula
    smiles: str
    skeleton: str


def screen(smiles: str, formula: str) -> Structure | Fault:
    """The structure of one line, or the first reason to leave it out."""
    if "." in smiles:
        return Fault.SEVERAL_FRAGMENTS
    written = {symbol for symbol, _ in _ELEMENT.findall(formula)}
    if any(symbol in ELEMENTS and ELEMENTS[symbol].metal for symbol in written):
        return Fault.METAL
    mol = _read(smiles)
    if mol is None:
        return Fault.UNREADABLE
    if any(atom.GetIsotope() for atom in mol.GetAtoms()):
        return Fault.ISOTOPE
    if Chem.GetFormalCharge(mol):
        return Fault.CHARGED
    counts = _count_atoms(mol)
    if any(ELEMENTS[symbol].metal for symbol in counts):
        return Fault.METAL
    if counts.total() > MAX_ATOMS:
        return Fault.TOO_LARGE
    drawn = _draw(smiles)
    # ClF3, BrF5 and diborane are real whatever RDKit thinks of their valences; C-Cl(Cl)Cl is a slip.
    if drawn is None and "C" in counts:
        return Fault.IMPOSSIBLE_VALENCE
    if counts != _read_formula(formula):
        return Fault.FORMULA_DISAGREES
    if sum(ELEMENTS[symbol].number * n for symbol, n in counts.items()) % 2:
        return Fault.ODD_ELECTRONS
    if drawn is not None and any(atom.GetNumRadicalElectrons() for atom in drawn.GetAtoms()):
        return Fault.OPEN_SHELL
    return Structure(Formula.of(counts), _canonical(drawn, smiles), skeleton_key(smiles))


def structure_of(smiles: str) -> Structure:
    """The structure of a reviewed line, which is believed as it is."""
    mol = _read(smiles)
    if mol is None or "." in smiles:
        raise ValueError(f"{smiles} is no structure of one molecule")
    return Structure(Formula.of(_count_atoms(mol)), _canonical(_draw(smiles), smiles), skeleton_key(smiles))


def inchikey_of(smiles: str) -> str:
    mol = _draw(smiles)
    if mol is None:
        raise ValueError(f"{smiles} has no InChIKey")
    with rdBase.BlockLogs():
        return str(Chem.MolToInchiKey(mol))  # type: ignore[no-untyped-call, unused-ignore]


def _draw(smiles: str) -> Chem.Mol | None:
    """The molecule as RDKit would draw it, unless it does not know its valences."""
    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(smiles)


def _canonical(drawn: Chem.Mol | None, smiles: str) -> str:
    return smiles if drawn is None else str(Chem.MolToSmiles(drawn))


def _read(smiles: str) -> Chem.Mol | None:
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, sanitize=False)
    if mol is None or not mol.GetNumAtoms():
        return None
    mol.UpdatePropertyCache(strict=False)
    return mol


def _count_atoms(mol: Chem.Mol) -> Counter[str]:
    counts: Counter[str] = Counter()
    for atom in mol.GetAtoms():
        counts[atom.GetSymbol()] += 1
        counts["H"] += atom.GetTotalNumHs()
    return +counts


def _read_formula(text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for symbol, digits in _ELEMENT.findall(text):
        counts[symbol] += int(digits or 1)
    return counts
