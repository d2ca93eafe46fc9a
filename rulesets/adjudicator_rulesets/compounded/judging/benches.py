"""What a bench of Compounded can complete in one Research turn, card by card (K-ASK)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.verdict import Facts

if TYPE_CHECKING:
    from adjudicator_rulesets.compounded.edition import Card


class Wanted(NamedTuple):
    """Something to complete: a card of the box, or the own extinguisher."""

    name: str
    formula: str
    points: int
    places: tuple[str, ...]

    @classmethod
    def of(cls, card: Card) -> Wanted:
        return cls(card.name, card.formula, card.points, card.places)


@dataclass(frozen=True, slots=True)
class Bench:
    """Crystals, wild elements that stand for any, and how many crystals Research places in a turn."""

    crystals: tuple[str, ...]
    wilds: int
    level: int

    def lacks(self, card: Wanted) -> Counter[str]:
        """The crystals of a bare card that the bench does not have."""
        return Counter(card.places) - Counter(self.crystals)

    def too_many(self, card: Wanted) -> int:
        """By how many its places exceed what is placed in a turn."""
        return max(0, len(card.places) - self.level)

    def completes(self, card: Wanted) -> bool:
        return self.lacks(card).total() <= self.wilds and not self.too_many(card)

    def nearness(self, card: Wanted) -> tuple[int, int]:
        """What is missing, wilds spent: crystals, and places of a turn; then the crystals without wilds."""
        lacks = self.lacks(card).total()
        return max(0, lacks - self.wilds) + self.too_many(card), lacks

    def facts(self, card: Wanted) -> Facts:
        lacks = self.lacks(card)
        return Facts(
            card=card.name,
            formula=card.formula,
            points=card.points,
            lacks=tuple(sorted(lacks.elements())),
            wilds=min(self.wilds, lacks.total()),
            too_many=self.too_many(card),
            completes=self.completes(card),
        )
