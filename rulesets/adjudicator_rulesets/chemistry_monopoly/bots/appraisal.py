"""What elements are worth to a player, by what they may still earn: the eyes of the strong bot, and of hints.

A state here is one that a view suggests: all but the decks lies open, so nothing hidden is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.engine.values import once_per_state, replace
from adjudicator_rulesets.chemistry_monopoly.bots.prospects import chances
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, cash, holdings, rent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board, Holdings
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

EARNING = 0.95  # of its rent with three liquids, what a whole set is worth more than its prices
MATES = 0.2  # of its price, what a lot is worth more for every other of its set
SUPPLY_MATES = 60
ROLLS = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
DEAR = 3  # liquids at which the rent of a lot has made its leap


@once_per_state(64)
def _values(now: Holdings) -> dict[tuple[str, ...], float]:  # noqa: ARG001 - what is known about it
    """What cards of one kind are worth together: they are asked for far more often than cards move."""
    return {}


@once_per_state(256)
def _owned(now: Holdings, changed: tuple[tuple[str, int], ...]) -> Holdings:
    """The same for every price of a deal, so that what these cards come to is worked out once."""
    return replace(now, owner={**now.owner, **dict(changed)})


@dataclass(frozen=True)
class Appraisal:
    """A moment, weighed for one player."""

    state: State
    me: int

    @cached_property
    def board(self) -> Board:
        return board_of(self.state)

    @cached_property
    def now(self) -> Holdings:
        return holdings(self.state)

    @cached_property
    def money(self) -> int:
        return cash(self.state, self.me)

    # --- what one has ---------------------------------------------------------------------------------------

    def _value(self, alike: tuple[str, ...], own: list[str]) -> float:
        """What a player has in these of a set, of the life elements or of the supplies."""
        known, key = _values(self.now), tuple(own)
        value = known.get(key)
        if value is None:
            value = known[key] = self._worked_out(alike, own)
        return value

    def _worked_out(self, alike: tuple[str, ...], own: list[str]) -> float:
        squares = [self.board.deeds[deed] for deed in own]
        printed = sum([square.price for square in squares])
        value = float(printed) - sum(map(self._burden, own))
        if not squares or squares[0].kind == "life":
            return value
        if squares[0].kind == "supply":
            return value + SUPPLY_MATES * len(own) * (len(own) - 1) / 2
        value += sum([self.now.level(deed) * self.board.deeds[deed].step for deed in own])
        if len(own) == len(alike):
            return value + EARNING * sum([square.rents[DEAR] for square in squares])
        return value + MATES * (len(own) - 1) * printed

    def _burden(self, deed: str) -> float:
        return self.board.redeeming(deed) if deed in self.now.transferred else 0

    def printed(self, deeds: Iterable[str]) -> int:
        """The prices on the cards."""
        return sum([self.board.deeds[deed].price for deed in deeds])

    def gain(self, player: int, changed: Mapping[str, int]) -> float:
        """What a player's elements gain if some change hands: nothing changes but in their sets."""
        owner, gained = self.now.owner, 0.0
        for alike in dict.fromkeys([self.board.alike(deed) for deed in changed]):
            then = [deed for deed in alike if changed.get(deed, owner.get(deed)) == player]
            now = [deed for deed in alike if owner.get(deed) == player]
            if then != now:
                gained += self._value(alike, then) - self._value(alike, now)
        return gained

    def holdings_value(self) -> float:
        """What all elements of this player are worth to it."""
        own = self.now.of(self.me)
        families = dict.fromkeys([self.board.alike(deed) for deed in own])
        return sum([self._value(alike, [deed for deed in alike if deed in own]) for alike in families])

    @cached_property
    def _chances(self) -> tuple[float, ...]:
        return chances(self.state)

    def swing(self, then: Holdings, paid: Mapping[int, int]) -> tuple[float, ...]:
        """What it does to every seat's chance to win if cards and money are so."""
        both = zip(chances(self.state, then, paid), self._chances, strict=True)
        return tuple([after - before for after, before in both])

    def owned(self, changed: Mapping[str, int]) -> Holdings:
        """As it is if these cards have other owners."""
        return _owned(self.now, tuple(changed.items()))

    def turned(self, deed: str) -> Holdings:
        """As it is if a card is transferred, or bought back."""
        return replace(self.now, transferred=self.now.transferred ^ {deed})

    def worth_to(self, player: int, deed: str) -> float:
        return self.gain(player, {deed: player})

    def threat(self, deed: str) -> float:
        """What another player would gain by it beyond its price, if it completes a set."""
        others = [player for player in self.state.playing if player != self.me]
        price = self.board.deeds[deed].price
        gains = [self.worth_to(player, deed) - price for player in others if self.completes(player, deed)]
        return max(gains, default=0.0)

    def completes(self, player: int, deed: str) -> bool:
        family = self.board.set_of(deed)
        return bool(family) and all(self.now.owner.get(o) == player for o in family if o != deed)

    # --- what may come --------------------------------------------------------------------------------------

    def ahead(self, player: int) -> float:
        """The rent that this player's next roll is expected to cost."""
        return sum(chance * self._rent_at(player, steps) for steps, chance in ROLLS.items())

    def worst(self, player: int) -> int:
        return max(self._rent_at(player, steps) for steps in ROLLS)

    def _rent_at(self, player: int, steps: int) -> int:
        squares = self.board.edition.board
        square = squares[(self.state.positions[player] + steps) % len(squares)]
        deed = square.element or square.name
        owner = self.now.owner.get(deed)
        if owner in (None, player):
            return square.amount
        return rent(self.state, deed, steps)

    @cached_property
    def reserve(self) -> int:
        """What one would rather keep: for the likeliest of bad rolls, not for the worst of all."""
        return int(min(max(20, self.ahead(self.me)), 300))

    @cached_property
    def unfinished(self) -> int:
        """What it takes to bring one's whole sets to where their rents have made the leap."""
        families = [f for f in self.board.sets.values() if all(self.now.owner.get(d) == self.me for d in f)]
        missing = [
            max(0, DEAR - self.now.level(deed)) * self.board.deeds[deed].step
            for family in families
            for deed in family
        ]
        return sum(missing)

    def unowned(self) -> int:
        return len(self.board.deeds) - len(self.now.owner)
