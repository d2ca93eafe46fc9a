"""What a boiling point should be, by the groups of a molecule: an alarm for values that cannot be.

The contributions of some hundred groups are fitted to those boiling points on which two sources agree, in the
form of Constantinou and Gani (AIChE J. 40, 1697, 1994): exp(T/204.359 K) is a sum over groups. Half of all
agreed values lie within 12 K of their estimate. Only what holds carbon and hydrogen, is large enough and is
made of groups that occur often gets an estimate: small molecules are each a law to themselves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from rdkit import Chem, rdBase

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy.typing as npt

SCALE_K = 204.359
MIN_HEAVY_ATOMS = 6
MIN_OCCURRENCES = 4  # molecules with a group, before its contribution counts
MIN_MOLECULES = 1000  # to fit from; fewer and there are no estimates at all
ROUNDS, OUTLIER_K = 4, 50.0  # what lies farther out is left out of the next fit
RIDGE = 0.05

Groups = Counter["Hashable"]


@dataclass(frozen=True, slots=True)
class Estimator:
    contributions: dict[Hashable, float]

    def estimate(self, smiles: str) -> float | None:
        """Kelvin, where the molecule is of a kind that can be estimated."""
        groups = groups_of(smiles)
        if groups is None or not self.contributions or not groups.keys() <= self.contributions.keys():
            return None
        total = sum(self.contributions[group] * number for group, number in groups.items())
        return float(round(SCALE_K * float(np.log(max(total, 1.05)))))


def fit(agreed: Sequence[tuple[str, float]]) -> Estimator:
    """From structures and the boiling points on which two sources agree."""
    known = [(groups, kelvin) for smiles, kelvin in agreed if (groups := groups_of(smiles)) is not None]
    if len(known) < MIN_MOLECULES:
        return Estimator({})
    often = Counter(group for groups, _ in known for group in groups)
    columns = {
        group: n for n, group in enumerate(g for g, times in often.items() if times >= MIN_OCCURRENCES)
    }
    counts = np.zeros((len(known), len(columns)))
    for row, (groups, _) in enumerate(known):
        for group, number in groups.items():
            if group in columns:
                counts[row, columns[group]] = number
    kelvins = np.array([kelvin for _, kelvin in known])
    return Estimator(dict(zip(columns, map(float, _solve(counts, kelvins)), strict=True)))


def _solve(counts: npt.NDArray[np.float64], kelvins: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Least squares, in kelvin, without outliers: wrong values must not shape the fit."""
    wanted = np.exp(kelvins / SCALE_K)
    used = np.ones(len(kelvins), dtype=bool)
    found = np.zeros(counts.shape[1])
    for _ in range(ROUNDS):
        rows = counts[used] / wanted[used, None]
        square = rows.T @ rows + RIDGE * np.eye(counts.shape[1])
        found = np.linalg.solve(square, rows.sum(axis=0))
        off = SCALE_K * np.log(np.maximum(counts @ found, 1.05)) - kelvins
        used = np.abs(off) < OUTLIER_K
    return found


def groups_of(smiles: str) -> Groups | None:
    """Atoms with their surroundings, bonds of the polar ones, and what grows faster than their number."""
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None or mol.GetNumHeavyAtoms() < MIN_HEAVY_ATOMS:
        return None
    symbols = Counter(atom.GetSymbol() for atom in mol.GetAtoms())
    if not symbols["C"] or not any(atom.GetTotalNumHs() for atom in mol.GetAtoms()):
        return None
    groups: Groups = Counter({"molecule": 1})
    donors = 0
    for atom in mol.GetAtoms():
        symbol, hydrogens = atom.GetSymbol(), atom.GetTotalNumHs()
        groups[symbol, atom.GetIsAromatic(), atom.GetDegree(), hydrogens, atom.IsInRing()] += 1
        if symbol == "C":
            continue
        donors += symbol in {"N", "O"} and hydrogens > 0
        for bond in atom.GetBonds():
            other = bond.GetOtherAtom(atom)
            groups[symbol, hydrogens, str(bond.GetBondType()), other.GetSymbol(), other.GetIsAromatic()] += 1
    for bond in mol.GetBonds():
        if bond.GetBondType() in {Chem.BondType.DOUBLE, Chem.BondType.TRIPLE}:
            ends = sorted((bond.GetBeginAtom().GetSymbol(), bond.GetEndAtom().GetSymbol()))
            groups[str(bond.GetBondType()), *ends] += 1
    groups["pairs of donors"] = donors * (donors - 1) // 2
    groups["fluorine among fluorine"] = symbols["F"] ** 2 / mol.GetNumAtoms()  # type: ignore[assignment]
    return groups
