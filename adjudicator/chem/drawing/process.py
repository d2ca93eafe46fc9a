"""The process that draws: one JSON request a line on standard input, one JSON answer a line on standard
output. It lives in a process of its own because RDKit cannot be interrupted; `drawing.py` starts and ends it.
"""

from __future__ import annotations

import json
import signal
import sys
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from rdkit import rdBase
from rdkit.Chem import rdCoordGen, rdDepictor

from adjudicator.chem.drawing.svg import lewis_svg
from adjudicator.chem.lewis import LewisStructure, NoStructure, Skeleton, octet_structure
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    import numpy.typing as npt

    from adjudicator.chem.drawing.marks import Point

    Places = npt.NDArray[np.float64]  # one row of x, y an atom
    Ends = npt.NDArray[np.int_]  # one row of two atoms a bond

GRACE_SECONDS = 2
# In bond lengths:
ENOUGH_ROOM = 0.7  # between any two atoms
CROWDED = 0.95
H_LENGTH = 0.8
STEPS = 300


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        # Should the judge be gone by then, the default action of this signal ends us, even inside RDKit.
        signal.alarm(ceil(request["timeout"]) + GRACE_SECONDS)
        print(json.dumps(answer(request)), flush=True)  # noqa: T201 - the pipe to the judge
        signal.alarm(0)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    with rdBase.BlockLogs():
        return _answer(request)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        structure = _structure(request)
        if isinstance(structure, NoStructure):
            return {"refused": structure.to_json()}
        return {"svg": lewis_svg(structure, _coordinates(structure))}
    except AdjudicatorError as error:
        return {"error": error.to_json()}
    except Exception as error:  # noqa: BLE001 - whatever RDKit raises, the judge is told
        return {"failed": f"{type(error).__name__}: {error}"}


def _structure(request: dict[str, Any]) -> LewisStructure | NoStructure:
    if "smiles" in request:
        return octet_structure(Skeleton.from_smiles(request["smiles"]))
    bonds = tuple((i, j, order) for i, j, order in request["bonds"])
    return LewisStructure(tuple(request["symbols"]), bonds, tuple(request["charges"]), request["centre"])


def _coordinates(structure: LewisStructure) -> list[Point]:
    """The roomier of RDKit's two layouts; the first where they are alike."""
    ends = np.array([(i, j) for i, j, _ in structure.bonds])
    layouts = []
    for arrange in (_depict, _coordgen):
        mol = structure.mol()
        arrange(mol)
        atoms = mol.GetConformer().GetPositions()[:, :2]
        atoms /= np.median(np.linalg.norm(atoms[ends[:, 0]] - atoms[ends[:, 1]], axis=1))
        layouts.append(atoms)
    best = max(layouts, key=lambda atoms: round(_room(atoms, ends), 1))
    if _room(best, ends) < ENOUGH_ROOM:
        best = _relax(structure, best, ends)
    return [(float(x), float(y)) for x, y in best]


def _depict(mol: Any) -> None:
    rdDepictor.Compute2DCoords(mol, canonOrient=True)


def _coordgen(mol: Any) -> None:
    rdCoordGen.AddCoords(mol)


def _room(atoms: Places, ends: Ends) -> float:
    """The least distance between two atoms, or between an atom and a bond that is not its own."""
    apart = np.linalg.norm(atoms[:, None] - atoms[None, :], axis=2)
    np.fill_diagonal(apart, np.inf)
    start, along = atoms[ends[:, 0]], atoms[ends[:, 1]] - atoms[ends[:, 0]]
    beside = atoms[:, None] - start[None, :]
    share = np.clip((beside * along).sum(axis=2) / (along**2).sum(axis=1), 0, 1)
    off_bond = np.linalg.norm(beside - share[:, :, None] * along, axis=2)
    bonds = np.arange(len(ends))
    off_bond[ends[:, 0], bonds] = off_bond[ends[:, 1], bonds] = np.inf
    return min(float(apart.min()), float(off_bond.min()))


def _relax(structure: LewisStructure, layout: Places, ends: Ends) -> Places:
    """Pushes crowded atoms apart while the bonds hold them: hydrogens are atoms here, which layouts made
    for hidden hydrogens do not expect.
    """
    atoms = layout.copy()
    wanted = np.where(np.array(structure.symbols)[ends].T == "H", H_LENGTH, 1.0).min(axis=0)
    bonded = np.zeros((len(atoms), len(atoms)), dtype=bool)
    bonded[ends[:, 0], ends[:, 1]] = bonded[ends[:, 1], ends[:, 0]] = True
    np.fill_diagonal(bonded, val=True)
    for step in range(STEPS):
        apart = atoms[:, None, :] - atoms[None, :, :]
        distance = np.maximum(np.linalg.norm(apart, axis=2), 1e-3)
        push = np.where(bonded, 0.0, np.maximum(0.0, CROWDED - distance))
        move = 0.25 * (apart * (push / distance)[:, :, None]).sum(axis=1)
        along = atoms[ends[:, 1]] - atoms[ends[:, 0]]
        length = np.maximum(np.linalg.norm(along, axis=1), 1e-3)
        pull = 0.2 * along * ((length - wanted) / length)[:, None]
        np.add.at(move, ends[:, 0], pull)
        np.add.at(move, ends[:, 1], -pull)
        atoms += move * (1 - step / STEPS)
    return atoms


if __name__ == "__main__":
    main()
