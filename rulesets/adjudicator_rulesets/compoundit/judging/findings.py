"""What the rule sets of CompoundIt! are asked, and what they answer."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple, Protocol

from adjudicator.chem.elements import METALS, WRITING_ORDER
from adjudicator.verdict import Check, Facts, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.ions import Ion
    from adjudicator.chem.oxidation import Numbers, Policy
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Known
    from adjudicator_rulesets.compoundit.edition import Edition, NamedException

PASS, FAIL, UNRESOLVED = Outcome.PASS, Outcome.FAIL, Outcome.UNRESOLVED

Units = tuple[tuple["Ion", int], ...]  # kinds of unit and how many of each

MAX_MENDED = 15  # tiles of a run for which the nearest miss is sought: the longest line of the board


class Run(NamedTuple):
    """What is asked about: tiles in their order, and what they are made of."""

    tiles: tuple[str, ...]
    formula: Formula

    @property
    def metal(self) -> str | None:
        """The first of its metals (C-METAL)."""
        for symbol, _ in self.formula.atoms:
            if symbol in METALS:
                return symbol
        return None


class Finding(NamedTuple):
    """What one rule set found: its checks, how the compound is written and called, and which is known."""

    checks: tuple[Check, ...]
    text: str | None = None
    known: Known | None = None
    name: str | None = None
    salt: bool = False  # of a polyatomic cation, ammonium: no molecule on record is it
    why: Callable[[], Check] | None = None  # the only check in other words, when somebody asks


def name_on_record(known: Known | None, formula: Formula) -> str | None:
    """Some compounds are listed by their formula: they have no name to show."""
    return known.name if known is not None and known.name != formula.hill else None


class DoubleSalt(NamedTuple):
    """A neutral choice of three or more kinds of unit, and the charge of every one."""

    units: Units
    numbers: tuple[Numbers, ...]
    text: str
    name: str | None = None
    cite: str | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(ion.name for ion, _ in self.units)

    @property
    def tiles(self) -> tuple[str, ...]:
        """Its tiles in an order in which every ion lies together, written as chemists do."""
        written = [(tuple(sorted(ion.letters, key=WRITING_ORDER.__getitem__)), n) for ion, n in self.units]
        return tuple(letter for letters, number in written for letter in letters * number)


class Rules(Protocol):
    """The rule sets in force and their edition, as one rule set asks about them (`rules.CompoundIt`)."""

    edition: Edition
    authority: Authority
    sets: tuple[str, ...]
    other_sets: tuple[str, ...]  # that are not in force
    numbers: dict[str, tuple[int, ...]]  # the oxidation numbers of every tile
    single_tiles: dict[str, Ion]
    unit_policy: Policy
    salts: dict[Formula, tuple[DoubleSalt, ...]]  # of the edition's list
    exceptions: dict[tuple[str, Formula], NamedException]  # by rule set
    findings: dict[tuple[str, Formula], Finding]  # by the Lewis sets

    @property
    def ions_of(self) -> Callable[[frozenset[str]], tuple[Ion, ...]]:
        """The polyatomic ions that can be made of these elements."""
        ...

    def exception(self, set_: str, formula: Formula) -> NamedException | None: ...

    def ask(self, set_: str, run: Run) -> Finding:
        """What one rule set says; a printed example beats it (C-EXCEPT)."""
        ...

    def by_set(self, set_: str, run: Run) -> Finding:
        """The same by its rules alone."""
        ...


def ratio_check(set_: str, count_a: int, count_b: int, write: Callable[[int, int], str | None]) -> Check:
    """C-RATIO: the counts of the two kinds have no common divisor. `write` gives None for what is illegal."""
    divisor = gcd(count_a, count_b)
    if divisor == 1:
        return Check("C-RATIO", set_, PASS, "simplest_ratio", Facts(counts=(count_a, count_b)))
    simplest = write(count_a // divisor, count_b // divisor)
    return Check("C-RATIO", set_, FAIL, "not_simplest", Facts(counts=(count_a, count_b), simplest=simplest))
