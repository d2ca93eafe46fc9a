"""Bonds of Ion: which cards make a neutral compound, what a group lacks, and of which class it is.

A group is a set of cards that lie bonded; each is a card and the charge it shows (I-KIND: the same card at
another charge is another kind).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Literal, NamedTuple

from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import write_anions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator_rulesets.ion.edition import Card

HYDROGEN, HYDROXIDE = "H", "OH"
ONE_EACH = 2  # kinds in a neutral compound: one positive, one negative

Class = Literal["acid", "base", "salt", "water"]
Ratio = Literal["any", "smallest"]  # I-NEUTRAL: in which multiples two kinds are a neutral compound
Mixed = Literal["none", "positive"]  # I-MIXED-POSITIVE: whether several kinds of positive card may be in one


class Reading(NamedTuple):
    """How a table reads what a neutral compound is."""

    ratio: Ratio = "any"
    mixed: Mixed = "none"


TODAYS = Reading()


class Laid(NamedTuple):
    """A card as it lies in an area: what it is, and the charge it shows; 0 for what never bonds."""

    card: str
    charge: int


def total(group: Iterable[Laid]) -> int:
    return sum(laid.charge for laid in group)


def may_join(laid: Laid, group: Sequence[Laid], reading: Reading) -> bool:
    """I-BOND, I-UNLIKE: unlike charges only, and never onto what is neutral.

    A lone card, or what is left of a group that lost its other side, takes only the other sign; a group that
    holds both takes either.
    """
    if laid.charge == 0 or any(other.charge == 0 for other in group):
        return False
    if len({other.charge > 0 for other in group}) == 1:
        return laid.charge * group[0].charge < 0
    return not neutral(group, reading)


def well_bonded(group: Sequence[Laid], reading: Reading) -> bool:
    """Whether a group can be laid card by card (I-BOND, I-UNLIKE), as RXN may leave it.

    It begins with two unlike cards, and no group on the way may be a finished compound, which takes no more.
    With a third kind at hand that is easy once the first pair is not neutral.
    """
    if len(group) == 1:
        return True
    kinds = Counter(group)
    positive = [kind for kind in kinds if kind.charge > 0]
    negative = [kind for kind in kinds if kind.charge < 0]
    if not positive or not negative or len(positive) + len(negative) < len(kinds):
        return False
    if len(kinds) > ONE_EACH:
        if reading.mixed == "positive" and len(negative) == 1:
            return _step_by_step(tuple(sorted(kinds.items())), reading)
        return any(p.charge != -n.charge for p in positive for n in negative)
    return _reachable(
        kinds[positive[0]], kinds[negative[0]], proportions(positive[0], negative[0]), reading.ratio
    )


@lru_cache(1 << 12)
def _step_by_step(kinds: tuple[tuple[Laid, int], ...], reading: Reading) -> bool:
    """Whether the cards of several kinds can be laid one by one, without a finished compound on the way."""
    for last, _ in kinds:
        group = tuple((Counter(dict(kinds)) - Counter([last])).elements())
        if may_join(last, group, reading) and well_bonded(group, reading):
            return True
    return False


@lru_cache(1 << 12)
def _reachable(plus: int, minus: int, finished: tuple[int, int], ratio: Ratio) -> bool:
    """Whether so many cards of two kinds can be laid one by one without finishing a compound on the way."""
    if min(plus, minus) < 1:
        return False
    if plus == minus == 1:
        return True
    before = ((plus - 1, minus), (plus, minus - 1))
    return any(
        not _finished(*smaller, finished, ratio) and _reachable(*smaller, finished, ratio)
        for smaller in before
    )


def _finished(plus: int, minus: int, finished: tuple[int, int], ratio: Ratio) -> bool:
    if ratio == "smallest":
        return (plus, minus) == finished
    return plus * finished[1] == minus * finished[0]


def neutral(group: Sequence[Laid], reading: Reading) -> bool:
    """I-NEUTRAL: one kind of each sign, charges summing to zero; in the former reading no multiple of it.

    I-MIXED-POSITIVE: a table may take several kinds of positive card.
    """
    kinds = Counter(group)
    return (
        total(group) == 0
        and 0 not in {k.charge for k in kinds}
        and not mixed(kinds, reading)
        and (reading.ratio == "any" or gcd(*kinds.values()) == 1)
    )


def mixed(group: Iterable[Laid], reading: Reading) -> bool:
    """Whether a bonded group holds more kinds than a compound may have (I-NEUTRAL, I-MIXED-POSITIVE)."""
    kinds = set(group)
    return len(kinds) != ONE_EACH and not _one_anion(kinds, reading)


def _one_anion(kinds: Iterable[Laid], reading: Reading) -> bool:
    return reading.mixed == "positive" and sum(kind.charge < 0 for kind in kinds) == 1


def classify(group: Sequence[Laid]) -> Class:
    """I-GOAL-CLASS: what a neutral compound is."""
    *cations, anion = kinds_of(group)
    cards = {cation.card for cation in cations}
    if cards == {HYDROGEN}:
        return "water" if anion.card == HYDROXIDE else "acid"
    return "base" if anion.card == HYDROXIDE and HYDROGEN not in cards else "salt"


def kinds_of(group: Iterable[Laid]) -> tuple[Laid, ...]:
    """The kinds of a neutral compound as they are written: positive ones first, hydrogen after the others."""
    return tuple(
        sorted(set(group), key=lambda laid: (laid.charge < 0, laid.card == HYDROGEN, laid.card, laid.charge))
    )


def proportions(positive: Laid, negative: Laid) -> tuple[int, int]:
    """How many of each make the compound once."""
    common = gcd(positive.charge, negative.charge)
    return -negative.charge // common, positive.charge // common


def once(group: Iterable[Laid]) -> tuple[Laid, ...]:
    """The cards of a neutral compound in the smallest ratio: a goal counts it once (I-NEUTRAL)."""
    counted = Counter(group)
    common = gcd(*counted.values())
    return tuple(kind for kind in kinds_of(counted) for _ in range(counted[kind] // common))


def formula_of(positive: Laid, negative: Laid, times: int = 1) -> str:
    """The compound of two kinds as it is written: Mg(OH)2, (NH4)3PO4; several times: Mg2Cl4."""
    formula = "".join(
        _part(kind.card, number * times)
        for kind, number in zip((positive, negative), proportions(positive, negative), strict=True)
    )
    return usual(formula)


def usual(formula: str) -> str:
    """A formula as people write it: water is no salt of its ions."""
    return "H2O" if formula == "HOH" else formula


def written(group: Iterable[Laid]) -> str:
    """A neutral compound as it lies: Mg2Cl4, KNaSO4."""
    counted = Counter(group)
    return "".join(_part(kind.card, counted[kind]) for kind in kinds_of(counted))


def cards_written(cards: Iterable[str]) -> str:
    """Cards that are no compound, each kind as often as it lies there: Na(OH)Cl, MgCl3."""
    counts = Counter(cards)
    positive = [card for card in counts if card in METALS or card in ("H", "NH4")]
    others = [(card, number) for card, number in counts.items() if card not in positive]
    return "".join(_part(card, counts[card]) for card in positive) + (write_anions(others) if others else "")


def _part(card: str, number: int) -> str:
    if number == 1:
        return card
    return f"({card}){number}" if sum(c.isupper() or c.isdigit() for c in card) > 1 else f"{card}{number}"


def ways_to_show(card: Card) -> tuple[Laid, ...]:
    """How a card can lie: a transition metal at either charge (I-METAL), what never bonds at 0."""
    return tuple(Laid(card.card, charge) for charge in card.charges) or (Laid(card.card, 0),)
