"""Bots for the cooperative game: they plan as one team, from what all players can see (V-COOP).

Hands are open, so every partner computes the same plan. Cards in different hands are brought together by
way of the discard pile, which costs no card of the deck: a player with six cards takes its top card and
leaves another. A card is drawn only when the cards in all hands make no molecule of the list.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from adjudicator_rulesets.valence_plus.play.state import Draw, EndTurn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from adjudicator_rulesets.valence_plus.bots.position import Situation, Swap
    from adjudicator_rulesets.valence_plus.edition import Reaction
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe
    from adjudicator_rulesets.valence_plus.play.state import Action, React

FEW = 4  # with at most this many cards in hand, three more are not wasted
SPARE = 9  # cards of the deck kept for future reactions


class Goal(NamedTuple):
    """A molecule of the list that the cards of all hands can make, and the player who should build it."""

    lacking: int
    scarce: bool
    build: Recipe
    builder: int


class Team:
    """The plan of the partners, computed from one view."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.hands = tuple(Counter(cards) for cards in situation.table["hands"])
        self.reactions: list[Reaction] = []  # still to happen
        self.needs: Counter[str] = Counter()  # how many of each molecule must still be built
        self._plan()

    # --- the list -------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        s = self.situation
        stock = Counter(card.molecule for cards in s.stashes for card in cards)
        came: set[str] = set()
        for kind in sorted(s.wanted, key=self._order):
            if kind not in came:
                self._obtain(kind, stock, came)

    def _order(self, kind: str) -> tuple[int, int, str]:
        """Large molecules first: reactions turn them into small ones. Sulfuric Acid before its salts."""
        sizes = [len(b.cards) for b in self._builds_of(kind)]
        starts = sum(kind in reaction.reactors for reaction in self.situation.rules.edition.reactions)
        return (-max(sizes), 0, kind) if sizes else (0, -starts, kind)

    def _obtain(self, kind: str, stock: Counter[str], came: set[str]) -> None:
        """Plans a reaction if it costs no more cards than building; otherwise lists the molecule."""
        ways = [r for r in self.situation.rules.edition.reactions if kind in r.products]
        best = min(ways, key=lambda r: self._cost(r, stock), default=None)
        built = min((len(build.cards) for build in self._builds_of(kind)), default=99)
        came.add(kind)
        if best is None or built < self._cost(best, stock):
            self.needs[kind] += built < 99
            stock[kind] += 1
            return
        for part in (*best.reactors, best.target):
            if not stock[part]:
                self._obtain(part, stock, came)
            stock[part] -= 1
        stock.update(best.products)
        came.update(best.products)
        self.reactions.append(best)

    def _cost(self, reaction: Reaction, stock: Counter[str]) -> int:
        """The number of cards needed to build what the reaction uses and the stock lacks."""
        missing = Counter((*reaction.reactors, reaction.target)) - stock
        return sum(n * self._cards_for(kind) for kind, n in missing.items())

    def _cards_for(self, kind: str) -> int:
        return min((len(build.cards) for build in self._builds_of(kind)), default=6)

    def _builds_of(self, kind: str) -> tuple[Recipe, ...]:
        return self.situation.rules.builds.of(kind)

    # --- the next molecule ----------------------------------------------------------------------------------

    @cached_property
    def goal(self) -> Goal | None:
        """The same for all partners until it is built: nothing in it depends on whose turn it is."""
        s, goals = self.situation, []
        pool: Counter[str] = sum(self.hands, Counter())
        if not s.excess:  # otherwise the discards of this turn will cover it
            pool += Counter(s.table["discard"][-1:])
        for kind, number in self.needs.items():
            for build in self._builds_of(kind) if number and s.bank[kind] else ():
                if build.cards not in s.barred and not Counter(build.cards) - pool:
                    scarce = self._is_scarce(build)
                    for player, hand in enumerate(self.hands):
                        lacking = sum((Counter(build.cards) - hand).values())
                        if not lacking or sum(hand.values()) > 1:
                            goals.append(Goal(lacking, scarce, build, player))
        return min(
            goals,
            key=lambda g: (g.scarce, g.lacking, -len(g.build.cards), g.build.cards, g.builder),
            default=None,
        )

    def _is_scarce(self, build: Recipe) -> bool:
        """Whether its cards would then be missing for the rest of the list."""
        for symbol in set(build.cards):
            colour = self.colour(symbol)
            used = sum(self.colour(card) == colour for card in build.cards)
            if self._supply[colour] - used < self.demand[colour] - used:
                return True
        return False

    def colour(self, symbol: str) -> str:
        return self.situation.rules.builds.cards[symbol].colour

    @cached_property
    def _supply(self) -> Counter[str]:
        """The cards still usable, by colour: in hands, in the deck, and in the pile if it is reshuffled."""
        s = self.situation
        there = Counter(s.in_deck) + sum(self.hands, Counter())
        if s.reshuffle_left:
            there += Counter(s.table["discard"])
        colours: Counter[str] = Counter()
        for symbol, number in there.items():
            colours[self.colour(symbol)] += number
        return colours

    @cached_property
    def demand(self) -> Counter[str]:
        """The cards that the list needs, by colour."""
        colours: Counter[str] = Counter()
        for kind, number in self.needs.items():
            smallest = min(self._builds_of(kind), key=lambda b: len(b.cards), default=None)
            for symbol in smallest.cards if smallest else ():
                colours[self.colour(symbol)] += number
        return colours

    # --- my turn --------------------------------------------------------------------------------------------

    def awaited(self, goal: Goal) -> Counter[str]:
        """The cards that the builder lacks."""
        return Counter(goal.build.cards) - self.hands[goal.builder]

    def surplus(self, hand: Iterable[str], number: int, keep: Counter[str]) -> tuple[str, ...]:
        """What to discard: the cards the list needs least, with the best of them on top."""
        left = Counter(hand)
        pool = sum(self.hands, Counter())
        gone = []
        for _ in range(number):
            free = sorted(left - keep) or sorted(left)
            worst = max(free, key=lambda symbol: (self._use(symbol, pool), left[symbol], symbol))
            gone.append(worst)
            left[worst] -= 1
            left += Counter()
            pool[worst] -= 1
        return tuple(gone)

    def _use(self, symbol: str, pool: Counter[str]) -> float:
        """How many of its colour are in the hands for each one that the list needs."""
        colour = self.colour(symbol)
        held = sum(number for other, number in pool.items() if self.colour(other) == colour)
        return held / (self.demand[colour] + 0.1)


class TeamChooser:
    def collect(self, situation: Situation, random: Random) -> Action:  # noqa: ARG002
        team = Team(situation)
        reaction = _reaction(team)
        if reaction is not None:
            return reaction
        top = situation.top()
        if top is None:
            return Draw("deck")
        return Draw("discard") if _takes(team, top) else Draw("deck")

    def build(self, situation: Situation, random: Random) -> Action:  # noqa: ARG002
        team = Team(situation)
        goal, hand = team.goal, Counter(situation.hand)
        if goal is not None and goal.builder == situation.me and not goal.lacking:
            return situation.build(goal.build, goal.build.cards)
        keep: Counter[str] = Counter()
        if goal is not None and goal.builder == situation.me:
            keep = Counter(goal.build.cards)
        elif goal is not None and situation.excess:
            given = sorted((team.awaited(goal) & hand).elements())
            if given:  # on top for the builder who waits for it
                rest = team.surplus((hand - Counter(given[:1])).elements(), situation.excess - 1, keep)
                return EndTurn((*rest, given[0]))
        return EndTurn(team.surplus(hand.elements(), situation.excess, keep))


def _takes(team: Team, top: str) -> bool:
    """Whether to take the top of the discard pile, which costs no card of the deck."""
    s, goal = team.situation, team.goal
    full = len(s.hand) >= s.table["hand_limit"]
    if goal is None:
        return not full and team.demand[team.colour(top)] > 0 and not s.cards_left > SPARE
    if goal.builder == s.me:
        return top in team.awaited(goal) or full
    return full or top not in team.awaited(goal)


def _reaction(team: Team) -> React | None:
    """A planned reaction: at once if the hand has room for three cards, or if there is nothing else to do."""
    s = team.situation
    for action, swap in s.reactions():
        molecules = {card.molecule for card in swap.products}
        if s.wanted <= molecules:
            return action
        due = len(s.hand) <= FEW or team.goal is None or s.cards_left <= SPARE + 3 * len(team.reactions)
        if due and s.cards_left >= 3 and _is_planned(team, swap):
            return action
    return None


def _is_planned(team: Team, swap: Swap) -> bool:
    reactors = sorted(card.molecule for card in swap.reactors)
    return any(sorted(r.reactors) == reactors and r.target == swap.target.molecule for r in team.reactions)
