"""The process that draws: one JSON request a line on standard input, one JSON answer a line on standard
output. It lives in a process of its own because RDKit cannot be interrupted; `drawing.py` starts and ends it.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import defaultdict
from itertools import combinations, product
from math import atan2, ceil, cos, dist, floor, hypot, inf, pi, sin
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from adjudicator.chem.drawing.svg import lewis_svg
from adjudicator.chem.lewis import LewisStructure, NoStructure, drawn_structure
from adjudicator.chem.toolkit import toolkit
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.chem.drawing.marks import Point

GRACE_SECONDS = 2
# In bond lengths:
ENOUGH_ROOM = 0.7  # between any two atoms
CROWDED = 0.95
H_LENGTH = 0.8
TOUCHING = 1e-3  # nearer than this counts as this
STEPS = 300
TURNED = 1e-4  # what slants less than this lies across


def main() -> None:
    toolkit()  # loaded before the first drawing is timed
    print("ready", flush=True)  # noqa: T201 - the pipe to the judge
    for line in sys.stdin:
        request = json.loads(line)
        # Should the judge be gone by then, the default action of this signal ends us, even inside RDKit.
        signal.alarm(ceil(request["timeout"]) + GRACE_SECONDS)
        print(json.dumps(answer(request)), flush=True)  # noqa: T201 - the pipe to the judge
        signal.alarm(0)


def answer(request: dict[str, Any]) -> dict[str, Any]:
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
        return drawn_structure(request["smiles"])
    bonds = tuple((i, j, order) for i, j, order in request["bonds"])
    return LewisStructure(tuple(request["symbols"]), bonds, tuple(request["charges"]), request["centre"])


def _coordinates(structure: LewisStructure) -> list[Point]:
    """The roomier of RDKit's two layouts; the first where they are alike."""
    ends = [(i, j) for i, j, _ in structure.bonds]
    layouts = []
    own, coordgen = toolkit().lay_out(structure.charged())
    for placed in (_lie_across(own), coordgen):
        length = median(dist(placed[i], placed[j]) for i, j in ends)
        layouts.append([(x / length, y / length) for x, y in placed])
    best = max(layouts, key=lambda atoms: round(_room(atoms, ends), 1))
    return best if _room(best, ends) >= ENOUGH_ROOM else _relax(structure, best, ends)


def _lie_across(atoms: Sequence[Point]) -> list[Point]:
    """Turned so that its longest extent, the main axis of its atoms, lies from left to right."""
    middle = fmean(x for x, _ in atoms), fmean(y for _, y in atoms)
    placed = [(x - middle[0], y - middle[1]) for x, y in atoms]
    wider = sum(x * x - y * y for x, y in placed)
    slant = 2 * sum(x * y for x, y in placed)
    if hypot(slant, hypot(wider, slant) - wider) < TURNED:
        return placed
    axis = atan2(slant, wider) / 2 % pi
    return [(x * cos(axis) + y * sin(axis), y * cos(axis) - x * sin(axis)) for x, y in placed]


def _room(atoms: list[Point], ends: list[tuple[int, int]]) -> float:
    """The least distance between two atoms, or between an atom and a bond that is not its own."""
    between = (dist(one, other) for one, other in combinations(atoms, 2))
    off_bond = (
        _off_bond(atom, atoms[i], atoms[j])
        for i, j in ends
        for k, atom in enumerate(atoms)
        if k not in (i, j)
    )
    return min((*between, *off_bond), default=inf)


def _off_bond(atom: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    beside = (atom[0] - start[0], atom[1] - start[1])
    square = along[0] ** 2 + along[1] ** 2
    share = min(1.0, max(0.0, (beside[0] * along[0] + beside[1] * along[1]) / square)) if square else 0.0
    return hypot(beside[0] - share * along[0], beside[1] - share * along[1])


def _relax(structure: LewisStructure, layout: list[Point], ends: list[tuple[int, int]]) -> list[Point]:
    """Pushes crowded atoms apart while the bonds hold them: hydrogens are atoms here, which layouts made
    for hidden hydrogens do not expect.
    """
    atoms = [list(place) for place in layout]
    wanted = [H_LENGTH if "H" in (structure.symbols[i], structure.symbols[j]) else 1.0 for i, j in ends]
    bonded = {frozenset(pair) for pair in ends}
    for step in range(STEPS):
        move = [[0.0, 0.0] for _ in atoms]
        for i, j in _crowded(atoms):
            if frozenset((i, j)) not in bonded:
                apart = max(dist(atoms[i], atoms[j]), TOUCHING)
                _shift(move, atoms, i, j, -0.25 * (CROWDED - apart) / apart)
        for (i, j), length in zip(ends, wanted, strict=True):
            apart = max(dist(atoms[i], atoms[j]), TOUCHING)
            _shift(move, atoms, i, j, 0.2 * (apart - length) / apart)
        cooling = 1 - step / STEPS
        for place, (x, y) in zip(atoms, move, strict=True):
            place[0] += x * cooling
            place[1] += y * cooling
    return [(x, y) for x, y in atoms]


def _crowded(atoms: list[list[float]]) -> Iterator[tuple[int, int]]:
    """Pairs nearer than CROWDED, sought among neighbouring cells of a grid."""
    cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for i, (x, y) in enumerate(atoms):
        column, row = floor(x / CROWDED), floor(y / CROWDED)
        for near in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            for j in cells.get(near, ()):
                if dist(atoms[i], atoms[j]) < CROWDED:
                    yield j, i
        cells[column, row].append(i)


def _shift(move: list[list[float]], atoms: list[list[float]], i: int, j: int, share: float) -> None:
    """Draws two atoms together by a share of the way between them; apart, if it is negative."""
    for axis in (0, 1):
        way = share * (atoms[j][axis] - atoms[i][axis])
        move[i][axis] += way
        move[j][axis] -= way


if __name__ == "__main__":
    main()
