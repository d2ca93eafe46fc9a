"""Bots for Ion: random, greedy and strong. They know only their view, and answer only obliged asks.

I-RACE: they use Take from Center and RXN only when all others are ready, so they hold back to be asked last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine.values import replace
from adjudicator_rulesets.ion.bots.memory import hands_known
from adjudicator_rulesets.ion.bots.position import Situation, layouts
from adjudicator_rulesets.ion.bots.worth import Scale, completions
from adjudicator_rulesets.ion.judging.bonding import neutral
from adjudicator_rulesets.ion.play.state import Decline, Hold, Pick, Ready, Rxn, Settle, TakeCard, TakeCenter

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from adjudicator.engine.events import Event
    from adjudicator_rulesets.ion.play.state import Action, Area, Place

SAVED = 1e-6  # smaller than any relevant difference
WAITING = 0.2  # the greedy bot's weight for the points of cards that may still score


class Chooser(Protocol):
    def choose(self, situation: Situation, random: Random) -> Action: ...


@dataclass(frozen=True, slots=True)
class IonBot:
    chooser: Chooser
    known: Mapping[int, Counter[str]] = field(default_factory=dict)  # hands that it held and passed on

    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        situation = Situation(view, self.known)
        return None if situation.ask is None else self.chooser.choose(situation, random)


@dataclass(frozen=True, slots=True)
class RememberingBot(IonBot):
    """Remembers the cards of the hands that it has held."""

    def recalling(self, seen: Sequence[Event]) -> IonBot:
        return IonBot(self.chooser, hands_known(seen))


class RandomChooser:
    """Any listed action; while picking or placing, no tile before all others are ready."""

    def choose(self, situation: Situation, random: Random) -> Action:
        for kinds in (("pick",), ("place", "hold")):
            listed = situation.listed(*kinds)
            if listed:
                return random.choice([action for action in listed if action != Hold()])
        return random.choice(situation.listed(*{action["type"] for action in situation.view["actions"]}))


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and its value compared with doing nothing."""

    action: Action
    value: float


@dataclass(frozen=True)
class Planner:
    """Weighs all possible actions; bots differ in how far ahead they look."""

    hopes: bool  # whether to count what unfinished groups may become
    neighbours: float  # weight of the next player's gain, as a loss
    patience: float  # how much more than its points a tile must bring, per remaining round
    doubt: float = 0.0  # a choice worth this many points less is made about a third as often

    def choose(self, situation: Situation, random: Random) -> Action:
        found = list(self.choices(situation))
        best = max(choice.value for choice in found)
        if self.doubt:
            weights = [exp((choice.value - best) / self.doubt) for choice in found]
            return random.choices([choice.action for choice in found], weights)[0]
        return random.choice([choice.action for choice in found if choice.value >= best - SAVED])

    def choices(self, situation: Situation) -> Iterator[Choice]:
        scale = Scale(situation)
        if situation.may("settle"):
            yield from self._settlements(situation)
        elif situation.may("take_card"):
            yield from self._takings(situation, scale)
        elif situation.may("pick") and situation.table["phase"] == "picking" and not situation.to_place:
            yield from self._picks(situation, scale)
        elif situation.may("place"):
            yield from self._placings(situation, scale)
        elif situation.may("ready"):
            yield Choice(Ready(), 0.0)
            yield from self._tile_uses(situation, scale)

    # --- weighing -------------------------------------------------------------------------------------------

    def best_place(self, situation: Situation, card: str) -> Place:
        return self._best(situation, Scale(situation), situation.area, card)[1]

    def worth_of(self, situation: Situation, own: Area) -> float:
        """The value of an area of the player."""
        return self._value(situation, Scale(situation), own)

    def _value(self, situation: Situation, scale: Scale, own: Area, player: int | None = None) -> float:
        seat = situation.me if player is None else player
        if not self.hopes:
            return scale.now(own) + scale.decay(own, seat) + WAITING * _waiting_points(situation, own)
        return scale.value(own, seat, situation.picks_after)

    def _best(self, situation: Situation, scale: Scale, own: Area, card: str) -> tuple[float, Place, Area]:
        """The best place for a card."""
        found = [
            (self._value(situation, scale, area), place, area)
            for place, area in situation.placements(own, card)
        ]
        return max(found, key=lambda way: way[0])

    # --- picking --------------------------------------------------------------------------------------------

    def _picks(self, situation: Situation, scale: Scale) -> Iterator[Choice]:
        """I-PICK, I-SELECT-TWO."""
        own, hand = situation.area, situation.hand
        base = self._value(situation, scale, own)
        singles = {card: self._best(situation, scale, own, card) for card in dict.fromkeys(hand)}
        wanted = self._wanted_next_door(situation, scale) if self.neighbours else {}
        for card, (value, _, _) in singles.items():
            yield Choice(Pick((card,)), value - base - self._passed_on(hand, (card,), wanted))
        if not situation.may_pick_two:
            return
        price = situation.cost("select_two") + self._waiting(situation)
        for pair in dict.fromkeys(tuple(sorted(two)) for two in combinations(hand, 2)):
            value = self._together(situation, scale, own, pair)
            yield Choice(Pick(pair), value - base - price - self._passed_on(hand, pair, wanted))

    def _together(self, situation: Situation, scale: Scale, own: Area, pair: Sequence[str]) -> float:
        """Both cards in their best places, trying every place for the first: alone they may be useless."""
        first, second = pair
        return max(
            self._best(situation, scale, area, second)[0] for _, area in situation.placements(own, first)
        )

    def _wanted_next_door(self, situation: Situation, scale: Scale) -> dict[str, float]:
        """The value of each card in the hand to the next player."""
        theirs = situation.areas[situation.left]
        base = scale.now(theirs)
        return {
            card: max(scale.now(area) for _, area in situation.placements(theirs, card)) - base
            for card in set(situation.hand)
        }

    def _passed_on(self, hand: Sequence[str], picked: Sequence[str], wanted: Mapping[str, float]) -> float:
        left = list(hand)
        for card in picked:
            left.remove(card)
        return self.neighbours * max((wanted.get(card, 0.0) for card in left), default=0.0)

    def _waiting(self, situation: Situation) -> float:
        """The value of keeping a tile for later, when it may bring more."""
        return self.patience * situation.share_left * situation.edition.play.rounds

    # --- placing --------------------------------------------------------------------------------------------

    def _placings(self, situation: Situation, scale: Scale) -> Iterator[Choice]:
        own = situation.area
        base = self._value(situation, scale, own)
        if len(set(situation.to_place)) > 1:
            placings = [
                (self._best(situation, scale, area, other)[0], place)
                for first, other in (situation.to_place, situation.to_place[::-1])
                for place, area in situation.placements(own, first)
            ]
        else:
            placings = [
                (self._value(situation, scale, area), place)
                for place, area in situation.placements(own, situation.to_place[0])
            ]
        for value, place in placings:
            yield Choice(place, value - base)
        if situation.may("hold") and self._will_use(situation, scale):
            yield Choice(Hold(last=True), max(value for value, _ in placings) - base + 10 * SAVED)

    def _will_use(self, situation: Situation, scale: Scale) -> bool:
        """Whether a tile is worth using once the new cards are placed."""
        own = situation.area
        for card in situation.to_place:
            own = self._best(situation, scale, own, card)[2]
        return any(choice.value > 0 for choice in self._uses(situation, scale, own))

    # --- tiles ----------------------------------------------------------------------------------------------

    def _tile_uses(self, situation: Situation, scale: Scale) -> Iterator[Choice]:
        yield from self._uses(situation, scale, situation.area)

    def _uses(self, situation: Situation, scale: Scale, own: Area) -> Iterator[Choice]:
        base, later = self._value(situation, scale, own), self._waiting(situation)
        tiles = situation.table["tiles"][situation.me] if situation.table["tiles"] else {}
        if tiles and not tiles["take"]["used"]:
            price = situation.cost("take") + later
            for card in dict.fromkeys(situation.table["center"]):
                yield Choice(TakeCenter(card), self._best(situation, scale, own, card)[0] - base - price)
        if tiles and not tiles["rxn"]["used"]:
            best = self._best_layout(situation, scale, own)
            if best is not None:
                price = situation.cost("rxn") + later - self._take_later(situation)
                yield Choice(best[1], best[0] - base - price)

    def _best_layout(self, situation: Situation, scale: Scale, own: Area) -> tuple[float, Rxn] | None:
        found = [
            (self._value(situation, scale, replace(own, groups=groups)), groups)
            for groups in (own.groups, *layouts(own, situation.cards))
        ]
        if not found:
            return None
        value, groups = max(found, key=lambda way: way[0])
        return value, Rxn(groups)

    def _take_later(self, situation: Situation) -> float:
        """The expected gain from the second half of RXN: more near the end of the round (I-RXN-TAKE)."""
        return 2.0 if self.hopes and situation.picks_after == 0 else 0.5

    def _takings(self, situation: Situation, scale: Scale) -> Iterator[Choice]:
        """I-RXN-TAKE: the gain here, and the value of the rest of the group to its owner."""
        yield Choice(Decline(), 0.0)
        base = scale.now(situation.area)
        for action in situation.listed("take_card"):
            if isinstance(action, TakeCard):
                placements = situation.placements(situation.area, action.card)
                gain = max(scale.now(area) for _, area in placements) - base
                yield Choice(action, gain - self._left_behind(situation, action))

    def _left_behind(self, situation: Situation, action: TakeCard) -> float:
        rest = list(situation.areas[action.owner].groups[action.group])
        rest.remove(next(laid for laid in rest if laid.card == action.card))
        made = (
            sum(situation.cards[laid.card].points for laid in rest)
            if neutral(rest, situation.game.options.reading)
            else 0
        )
        return made * max(self.neighbours, SAVED)

    def _settlements(self, situation: Situation) -> Iterator[Choice]:
        """I-POLY-CHOICE: the points of the card, or the cost of the tile and its further use."""
        for action in situation.listed("settle"):
            if isinstance(action, Settle):
                points = sum(situation.cards[entry.card].points for entry in action.refresh)
                again = 2.0 * min(1, situation.rounds_after) if self.hopes else 0.0
                saved = sum(situation.cost(entry.tile) + again for entry in action.refresh)
                yield Choice(action, saved - points)


def _waiting_points(situation: Situation, own: Area) -> int:
    """The points of cards that can still become part of a compound; bonded ones count twice."""
    return sum(
        situation.cards[laid.card].points * min(len(group), 2)
        for group in own.groups
        if not neutral(group, situation.game.options.reading) and completions(situation.game, group)
        for laid in group
    )


GREEDY = Planner(hopes=False, neighbours=0.0, patience=1.0)
STRONG = Planner(hopes=True, neighbours=0.3, patience=1.2)
DOUBTING = replace(STRONG, doubt=0.7)
