"""Lewis structures as plain values, what is said when there is none, and the count of electrons that
every structure passes before it is shown (C-LEWIS).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS, HALOGENS
from adjudicator.chem.toolkit.port import Charged, fold_hydrogens
from adjudicator.errors import UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_ATOMS = 200  # of anything whose structure is worked out
MAX_BONDS = 4  # four shared pairs are an octet
MAX_ORDER = 3

# Pauling's scale; Allen's for neon and argon, for which Pauling gives none.
ELECTRONEGATIVITY: dict[str, float] = {
    "H": 2.20, "B": 2.04, "C": 2.55, "N": 3.04, "O": 3.44, "F": 3.98, "Ne": 4.79, "Si": 1.90, "P": 2.19,
    "S": 2.58, "Cl": 3.16, "Ar": 3.24, "As": 2.18, "Se": 2.55, "Br": 2.96, "Kr": 3.00, "Te": 2.10,
    "I": 2.66, "Xe": 2.60, "At": 2.20, "Rn": 2.20,
}  # fmt: skip


def missing_electrons(symbol: str) -> int:
    """To the octet: the number of bonds with which an atom has no formal charge (4 for C, 2 for O)."""
    return 8 - ELEMENTS[symbol].valence_electrons


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Which atoms are bonded to which, hydrogens included, and nothing about orders and charges."""

    symbols: tuple[str, ...]
    bonds: tuple[tuple[int, int], ...]

    @classmethod
    def from_smiles(cls, smiles: str) -> Skeleton:
        """The skeleton of any SMILES, whatever bond orders and charges it is drawn with."""
        if len(smiles) > 20 * MAX_ATOMS:
            raise UnreadableInput("too_long", f"{quote(smiles)} is too long for a SMILES.", input=smiles[:80])
        from adjudicator.chem.skeleton import skeleton_graph

        symbols, bonds = skeleton_graph(smiles)
        for symbol in set(symbols):
            if symbol not in ELEMENTS:
                raise UnreadableInput(
                    "unknown_symbol",
                    f"{quote(smiles)} has {quote(symbol)}, which is not an element.",
                    symbol=symbol,
                )
        return cls(symbols, bonds)

    def neighbours(self) -> list[list[int]]:
        adjacent: list[list[int]] = [[] for _ in self.symbols]
        for i, j in self.bonds:
            adjacent[i].append(j)
            adjacent[j].append(i)
        return adjacent


@dataclass(frozen=True, slots=True)
class LewisStructure:
    """A witness: bonds as (i, j, order), a formal charge for every atom, the atom bonded to all others."""

    symbols: tuple[str, ...]
    bonds: tuple[tuple[int, int, int], ...]
    charges: tuple[int, ...]
    centre: int | None

    @property
    def skeleton(self) -> Skeleton:
        return Skeleton(self.symbols, tuple((i, j) for i, j, _ in self.bonds))

    @property
    def lone_pairs(self) -> tuple[int, ...]:
        """How many of every atom's electron pairs are not shared."""
        return tuple(electrons // 2 for electrons in self._unshared)

    @property
    def unpaired(self) -> tuple[int, ...]:
        """1 for the atom of a radical that has the odd electron, 0 for the others."""
        return tuple(electrons % 2 for electrons in self._unshared)

    @property
    def _unshared(self) -> list[int]:
        free = [ELEMENTS[s].valence_electrons - q for s, q in zip(self.symbols, self.charges, strict=True)]
        for i, j, order in self.bonds:
            free[i] -= order
            free[j] -= order
        return free

    @property
    def smiles(self) -> str:
        """RDKit's canonical SMILES, charges shown, hydrogens folded in; made when first asked for."""
        return _smiles(self)

    def mol(self) -> Any:
        """The RDKit molecule with explicit hydrogens and Kekulé bonds, sanitised and counted once more."""
        from adjudicator.chem.toolkit.python import molecule

        return molecule(self.charged())

    def charged(self, *, folded: bool = False) -> Charged:
        """As RDKit is given it: every hydrogen an atom or, folded, those that need not be are counted."""
        return _charged(self, folded=folded)

    def to_json(self) -> dict[str, Any]:
        return {
            "smiles": self.smiles,
            "centre": None if self.centre is None else self.symbols[self.centre],
            "atoms": list(self.symbols),
            "bonds": [list(bond) for bond in self.bonds],
            "charges": list(self.charges),
        }


@dataclass(frozen=True, slots=True)
class NoStructure:
    """Why there is none: a code of MESSAGES and what its sentence needs."""

    code: str
    params: tuple[tuple[str, int | str], ...] = ()

    @property
    def message(self) -> str:
        return prose.render(prose.SHARED, self.code, dict(self.params))

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **dict(self.params)}


def refuse(code: str, **params: int | str) -> NoStructure:
    return NoStructure(code, tuple(params.items()))


def _say_neighbours(element: str, neighbours: int, most: int) -> str:
    return f"An atom of {_name(element)} is bonded to {neighbours} others; an octet allows it {most}."


def _say_incomplete(element: str, electrons: int, pairs: int, most: int) -> str:
    return (
        f"{electrons} valence electrons are too few: full octets would take {_pairs(pairs)}, and these "
        f"atoms can share only {most}. {_name(element).capitalize()} would be left without an octet."
    )


def _say_hypervalent(element: str, electrons: int, pairs: int, bonds: int) -> str:
    return (
        f"Of {electrons} valence electrons full octets leave {_pairs(pairs)} to share, and holding the atoms "
        f"together takes {bonds}. {_name(element).capitalize()} would need more than eight."
    )


def _say_no_centre(atoms: int) -> str:
    if atoms > MAX_BONDS + 1:
        return f"With {atoms} atoms none can be bonded to all others: an octet has room for four neighbours."
    return "There are octet structures, but none in which one atom is bonded to all others."


def _pairs(number: int) -> str:
    return f"{number} pair{'' if number == 1 else 's'}" if number > 0 else "no pair"


def _name(symbol: str) -> str:
    return ELEMENTS[symbol].name


MESSAGES: dict[str, Callable[..., str]] = {
    "charged": lambda charge: f"The charge is {charge:+d}; a compound is neutral.",
    "has_metal": lambda element: (
        f"{_name(element).capitalize()} is a metal; Lewis structures here are of nonmetals only."
    ),
    "single_element": lambda element: f"Only {_name(element)}: that is an element, not a compound.",
    "hypervalent": _say_hypervalent,
    "incomplete_octet": _say_incomplete,
    "no_centre_atom": _say_no_centre,
    "too_many_neighbours": _say_neighbours,
}

prose.register(prose.SHARED, MESSAGES)


def refuse_elements(elements: Sequence[str], atoms: int, *, alone: bool = False) -> NoStructure | None:
    """What keeps a composition out before any electron is counted (C-LEWIS, C-METAL).

    `alone`: one element is enough, for what is drawn and not ruled on.
    """
    if atoms > MAX_ATOMS:
        return refuse("too_large", atoms=atoms, limit=MAX_ATOMS)
    for element in elements:
        if ELEMENTS[element].metal:
            return refuse("has_metal", element=element)
    if len(elements) < 2 and not alone:
        return refuse("single_element", element=elements[0])
    # C-LEWIS gives every atom but H eight electrons; helium's only shell ends at two.
    if "He" in elements:
        return refuse("helium")
    return None


# --- building and checking --------------------------------------------------------------------------------


def verified(
    symbols: Sequence[str], orders: dict[tuple[int, int], int], *, charge: int = 0
) -> LewisStructure:
    """The structure with these bonds, its charges filled in, after a count that shares no code with them."""
    shared = [0] * len(symbols)
    for (i, j), order in orders.items():
        shared[i] += order
        shared[j] += order
    charges = tuple(
        pairs - (1 if symbol == "H" else missing_electrons(symbol))
        for symbol, pairs in zip(symbols, shared, strict=True)
    )
    bonds = tuple((i, j, order) for (i, j), order in sorted(orders.items()))
    structure = LewisStructure(tuple(symbols), bonds, charges, find_centre(len(symbols), list(orders)))
    faults = count_electrons(structure, charge=charge)
    if faults:
        raise RuntimeError(f"a structure failed its count of electrons ({'; '.join(faults)}): {structure}")
    return structure


def find_centre(atoms: int, bonds: Sequence[tuple[int, int]]) -> int | None:
    """The atom bonded to all others, among three or more (C-CENTRE)."""
    if not 3 <= atoms <= MAX_BONDS + 1:
        return None
    degree = [0] * atoms
    for i, j in bonds:
        degree[i] += 1
        degree[j] += 1
    return next((i for i, d in enumerate(degree) if d == atoms - 1), None)


def count_electrons(structure: LewisStructure, *, charge: int = 0) -> list[str]:
    """Every breach of C-LEWIS, counted from the electrons that each atom brings; empty when it is right.

    C-LEWIS is about neutral molecules; the `charge` is that of an ion which is only drawn.
    """
    faults: list[str] = []
    symbols = structure.symbols
    partners: list[dict[int, int]] = [{} for _ in symbols]
    for i, j, order in structure.bonds:
        if i == j or j in partners[i] or not 1 <= order <= MAX_ORDER:
            faults.append(f"bond {i}-{j} of order {order}")
        if order > 1 and (symbols[i] in HALOGENS or symbols[j] in HALOGENS):
            faults.append(f"multiple bond of a halogen, {i}-{j}")
        partners[i][j] = partners[j][i] = order
    for i, symbol in enumerate(symbols):
        in_bonds = sum(partners[i].values())
        unshared = ELEMENTS[symbol].valence_electrons - structure.charges[i] - in_bonds
        around = unshared + 2 * in_bonds
        if unshared < 0 or unshared % 2:
            faults.append(f"{symbol}{i} has {unshared} unshared electrons")
        if around != (2 if symbol == "H" else 8):
            faults.append(f"{symbol}{i} has {around} electrons")
        if symbol in {"H", "F"} and in_bonds != 1:
            faults.append(f"{symbol}{i} has {in_bonds} bonds")
    if sum(structure.charges) != charge:
        faults.append(f"the charges sum to {sum(structure.charges)}")
    if len(_reach(partners)) != len(symbols):
        faults.append("not connected")
    return faults


def _reach(partners: Sequence[dict[int, int]]) -> set[int]:
    seen, open_atoms = {0}, [0]
    while open_atoms:
        for j in partners[open_atoms.pop()]:
            if j not in seen:
                seen.add(j)
                open_atoms.append(j)
    return seen


def _charged(structure: LewisStructure, *, folded: bool) -> Charged:
    if not folded:
        nothing = (0,) * len(structure.symbols)
        return Charged(structure.symbols, nothing, structure.bonds, structure.charges, structure.unpaired)
    kept, hydrogens = fold_hydrogens(structure.symbols, structure.bonds)
    place = {old: new for new, old in enumerate(kept)}
    return Charged(
        tuple(structure.symbols[i] for i in kept),
        tuple(hydrogens),
        tuple((place[i], place[j], order) for i, j, order in structure.bonds if i in place and j in place),
        tuple(structure.charges[i] for i in kept),
        tuple(structure.unpaired[i] for i in kept),
    )


@lru_cache(maxsize=4096)
def _smiles(structure: LewisStructure) -> str:
    from adjudicator.chem.toolkit import toolkit

    return toolkit().write_structure(structure.charged(folded=True))
