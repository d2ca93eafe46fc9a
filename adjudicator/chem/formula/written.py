"""A formula as it was written: brackets, groups, water after a dot, and the order of all of them.

`Formula` is the composition, on which equality and caches rest; names are compared with what was written
(V-NAME-UNITS): [Co(NH3)5Br]SO4 and [Co(NH3)5SO4]Br are two substances of one composition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula.abbreviations import spelled_out
from adjudicator.chem.formula.formula import Formula, write_charge

if TYPE_CHECKING:
    from collections.abc import Callable

CACHE = 1 << 12
_MARK = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])(?P<times>[0-9]*)|(?P<symbol>[A-Z][a-z]?)(?P<count>[0-9]*)"
)
_PART = re.compile(r"(?P<count>[0-9]*)(?P<rest>.*)", re.DOTALL)

Atoms = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """What one subscript counts: an atom, or what stands in a pair of brackets."""

    symbol: str  # of the atom; "" for brackets
    count: int = 1
    inside: tuple[Group, ...] = ()
    bracket: str = ""  # "(", "[" or "{"

    @property
    def atoms(self) -> Atoms:
        """Of all that the subscript counts."""
        return _times(self.one, self.count)

    @property
    def one(self) -> Atoms:
        """Of one of what the subscript counts."""
        if self.bracket:
            return together(*(group.atoms for group in self.inside))
        return ((self.symbol, 1),)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every atom in the order of the text."""
        one = tuple(s for group in self.inside for s in group.symbols) if self.bracket else (self.symbol,)
        return one * self.count


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between two dots, and how many of it: 5 H2O."""

    groups: tuple[Group, ...]
    count: int = 1

    @property
    def one(self) -> Atoms:
        return together(*(group.atoms for group in self.groups))

    @property
    def is_water(self) -> bool:
        return self.one == (("H", 2), ("O", 1))


@dataclass(frozen=True, slots=True)
class Written:
    """The parts of a formula in the order of the text; none where only a composition was given."""

    formula: Formula
    parts: tuple[Part, ...]

    @classmethod
    def parse(cls, text: str) -> Written:
        """Raises UnreadableInput or AmbiguousInput, as `Formula.parse` does."""
        return cls.of(Formula.parse(text))

    @classmethod
    def of(cls, formula: Formula) -> Written:
        return cls(formula, _parts(formula.text) if formula.text else ())

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every atom in the order of the text; none where only a composition was given."""
        return tuple(
            symbol for part in self.parts for group in part.groups * part.count for symbol in group.symbols
        )

    @property
    def waters(self) -> int:
        """Molecules of water after a dot."""
        return sum(part.count for part in self.parts[1:] if part.is_water)

    @property
    def dry(self) -> Formula | None:
        """What a hydrate is without its water: CuSO4 of CuSO4·5H2O; None of anything else."""
        if self.formula.charge or len(self.parts) < 2 or not all(part.is_water for part in self.parts[1:]):
            return None
        return Formula.of(dict(self.parts[0].one))

    def __str__(self) -> str:
        """As it was written; of a composition as a chemist writes it: NaCl, Al2(SO4)3, NO3^-."""
        if self.formula.text:
            return write_charge(self.formula.text, self.formula.charge)
        return _usual[-1](self.formula)


def _without_ions(formula: Formula) -> str:
    return write_charge(formula.conventional, formula.charge)


_usual: list[Callable[[Formula], str]] = [_without_ions]


def write_by(writer: Callable[[Formula], str]) -> None:
    """How compositions are written from now on: the naming above this layer knows which atoms are an ion."""
    _usual[:] = [writer]


def together(*many: Atoms) -> Atoms:
    counts: dict[str, int] = {}
    for atoms in many:
        for symbol, n in atoms:
            counts[symbol] = counts.get(symbol, 0) + n
    return tuple(sorted(counts.items()))


def _times(atoms: Atoms, count: int) -> Atoms:
    return tuple((symbol, n * count) for symbol, n in atoms)


@lru_cache(CACHE)
def _parts(text: str) -> tuple[Part, ...]:
    """Of a text that `Formula.parse` has accepted."""
    several = "·" in text
    found = []
    for part in spelled_out(text).split("·"):
        taken = _PART.match(part)
        assert taken is not None
        count = int(taken["count"] or 1) if several else 1
        found.append(Part(_groups(taken["rest"] if several else part), count))
    return tuple(found)


def _groups(text: str) -> tuple[Group, ...]:
    stack: list[tuple[list[Group], str]] = [([], "")]
    for mark in _MARK.finditer(text):  # bonds are passed over
        if mark["open"]:
            stack.append(([], mark["open"]))
        elif mark["close"]:
            inside, bracket = stack.pop()
            stack[-1][0].append(Group("", int(mark["times"] or 1), tuple(inside), bracket))
        else:
            stack[-1][0].append(Group(mark["symbol"], int(mark["count"] or 1)))
    return tuple(stack[0][0])


def write_groups(groups: tuple[Group, ...]) -> str:
    """As text again: for finding a ligand by how it is written, ONO or NO2."""
    return "".join(f"{_bare(group)}{group.count if group.count > 1 else ''}" for group in groups)


def _bare(group: Group) -> str:
    return f"({write_groups(group.inside)})" if group.bracket else group.symbol
