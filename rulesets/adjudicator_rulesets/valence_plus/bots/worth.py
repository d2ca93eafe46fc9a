"""The value of hands of Valence Plus, computed quickly: the best builds now, and what may come."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator_rulesets.valence_plus.play.rulings import cards_to_draw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator_rulesets.valence_plus.bots.position import Situation
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe
    from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

Hand = tuple[str, ...]  # sorted

LATER = 0.7  # weight of the next turn's points
PER_CARD = 0.1  # the value of any card in the hand
NEW_KIND, OLD_KIND = 4.0, 0.05  # in the cooperative game


def plain_values(situation: Situation) -> dict[str, float]:
    """The value of each molecule: its points or, in the cooperative game, whether it is still to be made."""
    molecules = situation.rules.edition.molecules
    if not situation.options.cooperative:
        return {card.name: float(card.points) for card in molecules}
    return {card.name: NEW_KIND if card.name in situation.wanted else OLD_KIND for card in molecules}


class HandWorth:
    """What hands can build, for given values of the molecules; the bank counts as full."""

    def __init__(self, rules: ValencePlus, values: Mapping[str, float]) -> None:
        self._with: dict[str, list[tuple[Recipe, float]]] = {symbol: [] for symbol in rules.builds.cards}
        for build in rules.builds.by_cards.values():
            for symbol in set(build.cards):
                self._with[symbol].append((build, values[build.molecule.name]))
        total = sum(card.count for card in rules.edition.elements)
        self._chances = [(card.symbol, card.count / total) for card in rules.edition.elements]
        self._now: dict[Hand, float] = {(): 0.0}
        self._later: dict[Hand, float] = {}
        self._builds = tuple(rules.builds.by_cards.values())
        self._within: dict[Hand, tuple[tuple[Recipe, Hand], ...]] = {}

    def within(self, hand: Hand) -> tuple[tuple[Recipe, Hand], ...]:
        """What these cards can build, each with the cards left over; cached across all games."""
        found = self._within.get(hand)
        if found is None:
            have = set(hand)
            ways = [
                (build, taken(hand, build.cards)) for build in self._builds if have.issuperset(build.cards)
            ]
            found = self._within[hand] = tuple((build, left) for build, left in ways if left is not None)
        return found

    def now(self, hand: Hand) -> float:
        """The highest value that these cards can make."""
        found = self._now.get(hand)
        if found is None:
            found = self.now(hand[1:])
            for build, value in self._with[hand[0]]:
                left = taken(hand, build.cards)
                if left is not None:
                    found = max(found, value + self.now(left))
            self._now[hand] = found
        return found

    def later(self, hand: Hand) -> float:
        """The expected value after the next draw, plus the value of any card."""
        found = self._later.get(hand)
        if found is None:
            found = LATER * self._drawn(hand, cards_to_draw(len(hand))) + PER_CARD * len(hand)
            self._later[hand] = found
        return found

    def _drawn(self, hand: Hand, number: int) -> float:
        """The mean over all draws: V-DRAW-FEW makes an empty hand worth having."""
        if not number:
            return self.now(hand)
        return sum(p * self._drawn(tuple(sorted((*hand, s))), number - 1) for s, p in self._chances)


def taken(hand: Hand, cards: Sequence[str]) -> Hand | None:
    left = list(hand)
    for symbol in cards:
        if symbol not in left:
            return None
        left.remove(symbol)
    return tuple(left)


@lru_cache(256)
def hand_worth(rules: ValencePlus, values: tuple[tuple[str, float], ...]) -> HandWorth:
    return HandWorth(rules, dict(values))


def is_stalling(situation: Situation, top: str, worth: HandWorth) -> bool:
    """V-COOP: a card from the discard pile that makes nothing new only delays the end, perhaps for ever."""
    hand = tuple(sorted(situation.hand))
    gained = worth.now(tuple(sorted((*hand, top)))) - worth.now(hand)
    return situation.options.cooperative and gained < NEW_KIND / 2
