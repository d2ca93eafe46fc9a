"""The port to RDKit: the values that go through it, and what an adapter answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

Bond = tuple[int, int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bonded:
    """Which atoms are bonded to which. `hydrogens` counts those of each atom that are no atoms here."""

    symbols: tuple[str, ...]
    hydrogens: tuple[int, ...]
    bonds: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A molecule whose valences RDKit has checked; an aromatic bond has the order 0."""

    symbols: tuple[str, ...]
    hydrogens: tuple[int, ...]
    bonds: tuple[Bond, ...]
    aromatic: frozenset[int]  # atoms
    rings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Charged:
    """A structure with Kekulé bonds and a formal charge for every atom; `hydrogens` as in Bonded.

    `unpaired` counts the odd electron of a radical at its atom.
    """

    symbols: tuple[str, ...]
    hydrogens: tuple[int, ...]
    bonds: tuple[Bond, ...]
    charges: tuple[int, ...]
    unpaired: tuple[int, ...]


class Toolkit(Protocol):
    @property
    def version(self) -> str: ...

    def read(self, smiles: str) -> Bonded | None:
        """As it is written, whatever its valences; None for what is not a SMILES."""

    def read_checked(self, smiles: str) -> Drawn | None:
        """None also for what has impossible valences."""

    def write_skeleton(self, skeleton: Bonded) -> str:
        """The canonical SMILES with single bonds and every hydrogen in its atom's bracket."""

    def write_structure(self, structure: Charged) -> str:
        """The canonical SMILES; two Kekulé forms of an aromatic ring have one."""

    def lay_out(self, structure: Charged) -> Sequence[Sequence[Point]]:
        """Coordinates of the atoms by RDKit's own layout, turned as it happens to be, and by CoordGen's."""


def fold_hydrogens(
    symbols: Sequence[str], bonds: Sequence[tuple[int, ...]], hydrogens: Sequence[int] | None = None
) -> tuple[list[int], list[int]]:
    """The atoms that stay, and the hydrogens of each: one that bridges, or is bonded to hydrogen, stays."""
    counts = list(hydrogens or [0] * len(symbols))
    degree = [0] * len(symbols)
    partner = [0] * len(symbols)
    for i, j, *_ in bonds:
        degree[i] += 1
        degree[j] += 1
        partner[i], partner[j] = j, i
    kept = []
    for i, symbol in enumerate(symbols):
        if symbol == "H" and degree[i] == 1 and symbols[partner[i]] != "H" and not counts[i]:
            counts[partner[i]] += 1
        else:
            kept.append(i)
    return kept, [counts[i] for i in kept]
