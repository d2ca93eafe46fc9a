"""What a player of Valence Plus can derive from the view, for bots and hints."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.naming import names
from adjudicator.engine import codec
from adjudicator_rulesets.valence_plus.judging.reactions import products_of
from adjudicator_rulesets.valence_plus.judging.solver import buildable
from adjudicator_rulesets.valence_plus.play.opening import kinds_to_make, molecule_cards, rules_of
from adjudicator_rulesets.valence_plus.play.rulings import cards_to_draw
from adjudicator_rulesets.valence_plus.play.state import Build, React, StashCard
from adjudicator_rulesets.valence_plus.play.views import Seen, unseen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adjudicator_rulesets.valence_plus.judging import builds as building
    from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus
    from adjudicator_rulesets.valence_plus.play.state import Options


@dataclass(frozen=True)
class Situation:
    view: Mapping[str, Any]
    seen: Seen
    rules: ValencePlus
    me: int
    hand: tuple[str, ...]
    stashes: tuple[tuple[StashCard, ...], ...]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Situation:
        seen, table = Seen.of(view), view["table"]
        stashes = tuple(tuple(StashCard(**card) for card in cards) for cards in table["stashes"])
        return cls(view, seen, rules_of(seen), view["you"], tuple(table["hand"]), stashes)

    @property
    def options(self) -> Options:
        return self.seen.options

    @property
    def table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.view["table"]
        return table

    @cached_property
    def bank(self) -> Counter[str]:
        return +Counter(self.table["bank"])

    @cached_property
    def unseen(self) -> Counter[str]:
        return unseen(self.view)

    @cached_property
    def wanted(self) -> frozenset[str]:
        """V-COOP: the kinds still to be made."""
        return kinds_to_make(self.seen) - set(self.table["made"])

    @property
    def open_hands(self) -> bool:
        """V-COOP-HANDS: whether the partners' cards are visible."""
        return self.table["hands"] is not None

    @property
    def in_deck(self) -> tuple[str, ...]:
        """The cards in the deck, if hands are open."""
        return tuple(self.unseen.elements())

    @property
    def cards_left(self) -> int:
        """V-COOP-LOSS: how many cards can still be drawn before all lose."""
        return int(self.table["deck_size"]) + len(self.table["discard"]) * self.reshuffle_left

    @property
    def reshuffle_left(self) -> bool:
        return not self.table["reshuffles"]

    @cached_property
    def barred(self) -> frozenset[tuple[str, ...]]:
        """V-NAME-WRONG: what cannot be built this turn."""
        return frozenset(tuple(cards) for cards in self.table["misnamed"])

    @property
    def others(self) -> tuple[int, ...]:
        return tuple(player for player in range(len(self.stashes)) if player != self.me)

    @property
    def next_player(self) -> int:
        return (self.me + 1) % len(self.stashes)

    @property
    def need(self) -> int:
        """The points missing to the goal."""
        goal = self.table["target"]
        return 1 << 30 if goal is None else goal - self.view["scores"][self.me]

    @property
    def draws(self) -> int:
        return cards_to_draw(len(self.hand))

    def listed(self, kind: str) -> list[Mapping[str, Any]]:
        return [action for action in self.view["actions"] if action["type"] == kind]

    def may(self, kind: str) -> bool:
        return bool(self.listed(kind))

    def top(self) -> str | None:
        """The top of the discard pile, if it may be taken."""
        may = any(draw["source"] == "discard" for draw in self.listed("draw"))
        return self.table["discard"][-1] if may else None

    def buildable(self) -> tuple[building.Recipe, ...]:
        found = buildable(self.hand, self.bank, self.rules.builds)
        return tuple(build for build in found if build.cards not in self.barred)

    def build(self, build: building.Recipe, order: Iterable[str]) -> Build:
        """The action, with the right name if one is required."""
        return Build(tuple(order), name_of(self.rules, build.formula) if self.options.naming else None)

    def reactions(self) -> tuple[tuple[React, Swap], ...]:
        """The listed reactions, except those that an opponent will certainly block (V-BLOCK)."""
        asked = [codec.read(React, action, "action") for action in self.listed("react")]
        swaps = [(action, self.swap(action)) for action in asked]
        return tuple((action, swap) for action, swap in swaps if not self._is_shielded(swap))

    def _is_shielded(self, swap: Swap) -> bool:
        marks = {name: card.marks for name, card in molecule_cards(self.rules).items()}
        if swap.owner == self.me or self.options.cooperative or "blocks" in marks[swap.target.molecule]:
            return False
        return any("blocks" in marks[card.molecule] for card in self.stashes[swap.owner])

    def aimed(self) -> Swap:
        """The reaction aimed at this player's stash (V-BLOCK)."""
        aimed, attacker = self.table["aimed"], self.table["turn"]
        action = React(tuple(aimed["reactors"]), aimed["owner"], aimed["target"])
        return self.swap(action, attacker)

    def swap(self, action: React, by: int | None = None) -> Swap:
        """What a listed reaction takes from whom, and what its owner gets."""
        reactors = tuple(
            _card(self.stashes[self.me if by is None else by], formula, "reactor", self.rules)
            for formula in action.reactors
        )
        kinds = sorted(card.molecule for card in reactors)
        for reaction in self.rules.edition.reactions:
            targets = [
                c
                for c in self.stashes[action.owner]
                if (c.molecule, c.formula) == (reaction.target, action.target)
            ]
            if sorted(reaction.reactors) == kinds and targets:
                made = products_of(reaction, action.reactors, action.target, self.rules.builds)
                points = molecule_cards(self.rules)
                products = tuple(
                    StashCard(p.molecule, p.formula, None, points[p.molecule].points) for p in made
                )
                return Swap(action.owner, reactors, targets[0], products)
        raise ValueError(f"{action} is no reaction of this edition")

    @property
    def excess(self) -> int:
        limit: int = self.table["hand_limit"]
        return max(0, len(self.hand) - limit)


@dataclass(frozen=True, slots=True)
class Swap:
    """A reaction as an exchange of cards."""

    owner: int
    reactors: tuple[StashCard, ...]
    target: StashCard
    products: tuple[StashCard, ...]


def _card(stash: Sequence[StashCard], formula: str, mark: str, rules: ValencePlus) -> StashCard:
    cards = molecule_cards(rules)
    return next(c for c in stash if c.formula == formula and mark in cards[c.molecule].marks)


def name_of(rules: ValencePlus, formula: str) -> str:
    return _name_in(rules, formula, prose.spoken())


@lru_cache(1 << 10)
def _name_in(rules: ValencePlus, formula: str, language: str) -> str:
    return next(iter(names(formula, rules.authority.table, language)), formula)
