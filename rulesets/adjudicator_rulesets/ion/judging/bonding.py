"""Bonds of Ion: which cards make a neutral compound, what a group lacks, and of which class it is.

A group is a set of cards that lie bonded; each is a card and the charge it shows (I-KIND: the same card at
another charge is another kind).
"""

from __future__ import annotations

from collections import Counter
from math import gcd
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator_rulesets.ion.edition import Card

HYDROGEN, HYDROXIDE = "H", "OH"
ONE_EACH = 2  # kinds in a neutral compound: one positive, one negative

Class = Literal["acid", "base", "salt", "water"]


class Laid(NamedTuple):
    """A card as it lies in an area: what it is, and the charge it shows; 0 for what never bonds."""

    card: str
    charge: int


def total(group: Iterable[Laid]) -> int:
    return sum(laid.charge for laid in group)


def may_join(laid: Laid, group: Sequence[Laid]) -> bool:
    """I-BOND, I-UNLIKE: unlike charges only, and never onto what is neutral.

    A lone card, or what is left of a group that lost its other side, takes only the other sign; a group that
    holds both takes either.
    """
    if laid.charge == 0 or any(other.charge == 0 for other in group):
        return False
    if len({other.charge > 0 for other in group}) == 1:
        return laid.charge * group[0].charge < 0
    return not neutral(group)


def well_bonded(group: Sequence[Laid]) -> bool:
    """Whether a group can be laid card by card (I-BOND, I-UNLIKE), as RXN may leave it.

    It begins with two unlike cards, and no group on the way may be a finished compound, which takes no more.
    With a third kind at hand that is easy once the first pair is not neutral; with two kinds the counts grow
    from one of each, and have to go round the compound of the two.
    """
    if len(group) == 1 or neutral(group):
        return True
    kinds = Counter(group)
    positive = [kind for kind in kinds if kind.charge > 0]
    negative = [kind for kind in kinds if kind.charge < 0]
    if not positive or not negative or len(positive) + len(negative) < len(kinds):
        return False
    if len(kinds) > ONE_EACH:
        return any(p.charge != -n.charge for p in positive for n in negative)
    here = kinds[positive[0]], kinds[negative[0]]
    finished = ratio(positive[0], negative[0])
    if finished == (1, 1):
        return False
    if here[0] < finished[0] or here[1] < finished[1]:
        return True
    return (here[0] > finished[0] and finished[1] > 1) or (here[1] > finished[1] and finished[0] > 1)


def neutral(group: Sequence[Laid]) -> bool:
    """I-NEUTRAL: one kind of each sign, charges summing to zero, in the smallest ratio."""
    kinds = Counter(group)
    return (
        len(kinds) == ONE_EACH
        and total(group) == 0
        and 0 not in {k.charge for k in kinds}
        and (gcd(*kinds.values()) == 1)
    )


def classify(group: Sequence[Laid]) -> Class | None:
    """I-GOAL-CLASS: what a neutral compound is; None for anything else."""
    if not neutral(group):
        return None
    cation, anion = sides(group)
    if cation.card == HYDROGEN:
        return "water" if anion.card == HYDROXIDE else "acid"
    return "base" if anion.card == HYDROXIDE else "salt"


def sides(group: Iterable[Laid]) -> tuple[Laid, Laid]:
    """The positive and the negative kind of a neutral compound."""
    negative, positive = sorted(set(group), key=lambda laid: laid.charge)
    return positive, negative


def ratio(positive: Laid, negative: Laid) -> tuple[int, int]:
    """How many of each make the compound."""
    common = gcd(positive.charge, negative.charge)
    return -negative.charge // common, positive.charge // common


def formula_of(positive: Laid, negative: Laid) -> str:
    """The compound of two kinds as it is written: Mg(OH)2, (NH4)3PO4."""
    return "".join(
        _part(kind.card, number)
        for kind, number in zip((positive, negative), ratio(positive, negative), strict=True)
    )


def _part(card: str, number: int) -> str:
    if number == 1:
        return card
    return f"({card}){number}" if sum(c.isupper() or c.isdigit() for c in card) > 1 else f"{card}{number}"


def ways_to_show(card: Card) -> tuple[Laid, ...]:
    """How a card can lie: a transition metal at either charge (I-METAL), what never bonds at 0."""
    return tuple(Laid(card.card, charge) for charge in card.charges) or (Laid(card.card, 0),)
