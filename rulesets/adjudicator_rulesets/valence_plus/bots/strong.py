"""The strong bot of Valence Plus: it weighs reactions, blocking, what it keeps and what it leaves.

All values are in points. A turn is worth the molecules it makes, including their uses and risks, and what the
rest of the hand will make with the next card. Draws are sampled from the unseen cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from adjudicator_rulesets.valence_plus.bots.cooperative import TeamChooser
from adjudicator_rulesets.valence_plus.bots.worth import hand_worth, is_stalling, plain_values, taken
from adjudicator_rulesets.valence_plus.play.opening import molecule_cards
from adjudicator_rulesets.valence_plus.play.state import Draw, EndTurn, Exchange, TradeUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from adjudicator_rulesets.valence_plus.bots.position import Situation, Swap
    from adjudicator_rulesets.valence_plus.bots.worth import Hand, HandWorth
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe
    from adjudicator_rulesets.valence_plus.play.state import Action, StashCard

TEAM = TeamChooser()
WIN = 100.0
SAMPLES = 12  # of three cards, for every way to collect
GUESSED_HANDS = 8  # of the next player

# What a mark adds to the value of a molecule.
REACTOR = 0.6
TRADE_UP = 0.4
SHIELD = 0.3  # share of the points that a Transition Metal Compound protects
THREAT, RISK = 0.15, 0.04  # the chance that a vulnerable molecule is hit: with or without a fitting reactor
NEAR_GOAL, URGENT = 6, 1.6  # below this distance to the goal, an opponent's points count more


@dataclass
class Thought:
    """One decision: the situation, and what has been computed about it so far."""

    situation: Situation
    turns: dict[Hand, float] = field(default_factory=dict)

    @cached_property
    def hands(self) -> HandWorth:
        return hand_worth(self.situation.rules, tuple(sorted(self.plain_values.items())))

    @cached_property
    def plain_values(self) -> dict[str, float]:
        return plain_values(self.situation)

    # --- molecules ------------------------------------------------------------------------------------------

    def value(self, molecule: str, owner: int) -> float:
        """The value of a molecule in that stash to its owner."""
        marks = molecule_cards(self.situation.rules)[molecule].marks
        worth = self.plain_values[molecule]
        if self.situation.options.younger:
            return worth + TRADE_UP * ("trade-up" in marks)
        if self.situation.options.cooperative:
            return worth + REACTOR * ("reactor" in marks)
        worth += REACTOR * ("reactor" in marks) + TRADE_UP * ("trade-up" in marks)
        if "blocks" in marks:
            worth += SHIELD * self._exposed(owner)
        if "vulnerable" in marks and not self._shielded(owner):
            worth -= self._danger(molecule, owner)
        return worth

    def _exposed(self, owner: int) -> float:
        cards = molecule_cards(self.situation.rules)
        return sum(c.points for c in self.situation.stashes[owner] if "vulnerable" in cards[c.molecule].marks)

    def _shielded(self, owner: int) -> bool:
        cards = molecule_cards(self.situation.rules)
        return any("blocks" in cards[card.molecule].marks for card in self.situation.stashes[owner])

    def _danger(self, molecule: str, owner: int) -> float:
        """The worst that another player's reaction can do to it, weighted by how near that is."""
        enemies = [c.molecule for p, cards in enumerate(self.situation.stashes) if p != owner for c in cards]
        points = molecule_cards(self.situation.rules)
        worst = 0.0
        for reaction in self.situation.rules.edition.reactions:
            if reaction.target == molecule:
                loss = points[molecule].points - sum(points[name].points for name in reaction.products)
                worst = max(worst, loss * (THREAT if reaction.reactors[0] in enemies else RISK))
        return worst

    def react_value(self, swap: Swap) -> float:
        """V-PRODUCTS: what a reaction changes for the player and for its owner."""
        s = self.situation
        change = sum(self.value(card.molecule, swap.owner) for card in swap.products)
        change -= self.value(swap.target.molecule, swap.owner)
        spent = sum(self.value(card.molecule, s.me) for card in swap.reactors)
        if s.options.cooperative:
            return change - spent
        points = sum(card.points for card in swap.products) - swap.target.points
        if s.view["scores"][swap.owner] + points >= s.table["target"]:
            return WIN if swap.owner == s.me else -WIN
        return (change if swap.owner == s.me else -self._weight(swap.owner) * change) - spent

    def _weight(self, player: int) -> float:
        """How much an opponent's points matter: more near the goal, less among many players."""
        s = self.situation
        near = s.table["target"] - s.view["scores"][player] <= NEAR_GOAL
        return (URGENT if near else 1.0) / sqrt(len(s.others))

    # --- turns ----------------------------------------------------------------------------------------------

    def turn(self, hand: Hand) -> float:
        """The value of a turn with this hand."""
        if not self.situation.options.cooperative and self.hands.now(hand) >= self.situation.need:
            return WIN
        return self.rest(hand)

    def rest(self, hand: Hand) -> float:
        found = self.turns.get(hand)
        if found is None:
            found = self.kept(hand)
            for build, left in self.hands.within(hand):
                if self.situation.bank[build.molecule.name]:
                    found = max(found, self.value(build.molecule.name, self.situation.me) + self.rest(left))
            self.turns[hand] = found
        return found

    def kept(self, hand: Hand) -> float:
        """V-LIMIT: the value of the hand for later, after discarding."""
        return self.hands.later(taken(hand, self.discards(hand)) or ())

    def discards(self, hand: Hand) -> Hand:
        number = max(0, len(hand) - self.situation.table["hand_limit"])
        if not number:
            return ()
        return max(
            sorted(set(combinations(hand, number))),
            key=lambda cards: self.hands.later(taken(hand, cards) or ()),
        )

    def next_build(self) -> Recipe | None:
        """The build to start with; None to stop."""
        s = self.situation
        hand = tuple(sorted(s.hand))
        finishing = not s.options.cooperative and self.hands.now(hand) >= s.need
        best, chosen = (-WIN if finishing else self.kept(hand)), None
        for build in s.buildable():
            left = taken(hand, build.cards) or ()
            if finishing:
                worth = build.molecule.points + self.hands.now(left)
            else:
                worth = self.value(build.molecule.name, s.me) + self.rest(left)
            if worth > best:
                best, chosen = worth, build
        return chosen

    # --- the next player ------------------------------------------------------------------------------------

    def ordered(self, cards: Sequence[str], random: Random) -> Hand:
        """Puts the card that helps the next player least last, on top of the discard pile."""
        s = self.situation
        size = s.table["hand_sizes"][s.next_player]
        if len(set(cards)) == 1 or s.options.cooperative or size < 2:
            return tuple(cards)
        hidden = sorted(s.unseen.elements())
        hands = [random.sample(hidden, min(size, len(hidden))) for _ in range(GUESSED_HANDS)]

        def help_of(symbol: str) -> float:
            return sum(
                self.hands.now(tuple(sorted((*hand, symbol)))) - self.hands.now(tuple(sorted(hand)))
                for hand in hands
            )

        helps = {symbol: help_of(symbol) for symbol in sorted(set(cards))}
        return tuple(sorted(cards, key=lambda symbol: -helps[symbol]))


class StrongChooser:
    def collect(self, situation: Situation, random: Random) -> Action:
        if situation.open_hands:
            return TEAM.collect(situation, random)
        thought = Thought(situation)
        hidden = sorted(situation.unseen.elements())
        draws = [tuple(random.sample(hidden, min(3, len(hidden)))) for _ in range(SAMPLES)]
        weighed = list(_ways(thought, draws))
        best = max(worth for worth, _ in weighed)
        action = next(action for worth, action in weighed if worth == best)
        if isinstance(action, Exchange):
            return Exchange(thought.ordered(action.cards, random))
        return action

    def build(self, situation: Situation, random: Random) -> Action:
        if situation.open_hands:
            return TEAM.build(situation, random)
        thought = Thought(situation)
        build = thought.next_build()
        if build is not None:
            return situation.build(build, thought.ordered(build.cards, random))
        discards = thought.discards(tuple(sorted(situation.hand)))
        return EndTurn(thought.ordered(discards, random) if discards else ())


def _ways(thought: Thought, draws: Sequence[Hand]) -> Iterator[tuple[float, Action]]:
    """Every way to collect, with the resulting value of the turn."""
    s = thought.situation

    def expected(hand: Sequence[str], number: int) -> float:
        turns = [thought.turn(tuple(sorted((*hand, *drawn[:number])))) for drawn in draws]
        return sum(turns) / len(turns)

    yield _one_card(thought) if s.draws == 1 else expected(s.hand, s.draws), Draw("deck")
    top = s.top()
    if top is not None and not is_stalling(s, top, thought.hands):
        yield thought.turn(tuple(sorted((*s.hand, top)))), Draw("discard")
    if s.may("exchange"):
        yield expected((), 3), Exchange(s.hand)
    for listed in s.listed("trade_up"):
        card = next(c for c in s.stashes[s.me] if c.formula == listed["formula"] and _tradable(thought, c))
        yield expected(s.hand, 3) - thought.value(card.molecule, s.me), TradeUp(card.formula)
    for action, swap in s.reactions():
        value = thought.react_value(swap)
        yield (value if abs(value) >= WIN else value + expected(s.hand, 3)), action


def _one_card(thought: Thought) -> float:
    """The expected value of the next card, from the unseen ones."""
    s = thought.situation
    total = sum(s.unseen.values())
    if not total:
        return thought.turn(tuple(sorted(s.hand)))
    turns = {symbol: thought.turn(tuple(sorted((*s.hand, symbol)))) for symbol in sorted(s.unseen)}
    return sum(turns[symbol] * number for symbol, number in s.unseen.items()) / total


def _tradable(thought: Thought, card: StashCard) -> bool:
    return "trade-up" in molecule_cards(thought.situation.rules)[card.molecule].marks
