"""What the rule sets of CompoundIt! are asked, and what they answer."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.chem.elements import METALS
from adjudicator.verdict import Check, Facts, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.chem.formula import Formula
    from adjudicator.verdict import Known

PASS, FAIL, UNRESOLVED = Outcome.PASS, Outcome.FAIL, Outcome.UNRESOLVED

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


def ratio_check(set_: str, count_a: int, count_b: int, write: Callable[[int, int], str]) -> Check:
    """C-RATIO: the counts of the two kinds have no common divisor."""
    divisor = gcd(count_a, count_b)
    if divisor == 1:
        return Check("C-RATIO", set_, PASS, "simplest_ratio", Facts(counts=(count_a, count_b)))
    simplest = write(count_a // divisor, count_b // divisor)
    return Check("C-RATIO", set_, FAIL, "not_simplest", Facts(counts=(count_a, count_b), simplest=simplest))
