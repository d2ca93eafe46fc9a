"""What a player of Ion sees, prepared for weighing: their area, the others', the goals, and what may come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.glance import world_of
from adjudicator.engine.values import replace
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import may_join, proportions, ways_to_show
from adjudicator_rulesets.ion.play.folds import lying
from adjudicator_rulesets.ion.play.opening import Begun, cards_of, edition_of, goal_cards, picks_of
from adjudicator_rulesets.ion.play.state import ACTIONS, AWAY, DECK, Place, Radioactive, hand
from adjudicator_rulesets.ion.play.views import area_in, game_in, unseen

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from adjudicator_rulesets.ion.edition import Card, Edition, Goal, Tile
    from adjudicator_rulesets.ion.judging.bonding import Laid
    from adjudicator_rulesets.ion.play.state import Action, Area

MEAN_COST = 3  # of a tile with hidden points: a set of three sums to 9 (I-TILE-KNOWN)


@dataclass(frozen=True)
class Situation:
    view: Mapping[str, Any]
    known: Mapping[int, Counter[str]] = field(default_factory=dict)  # remembered hands of others

    @cached_property
    def table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.view["table"]
        return table

    @cached_property
    def me(self) -> int:
        you: int = self.view["you"]
        return you

    @cached_property
    def game(self) -> Begun:
        world = world_of(self.view)
        return game_in(self.view) if world is None else Begun(world.options, world.edition)

    @cached_property
    def edition(self) -> Edition:
        return edition_of(self.game)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return cards_of(self.game)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        return goal_cards(self.game, [goal["goal"] for goal in self.table["goals"]])

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        world = world_of(self.view)
        return tuple(area_in(shown) for shown in self.table["areas"]) if world is None else world.areas

    @property
    def area(self) -> Area:
        return self.areas[self.me]

    @cached_property
    def players(self) -> int:
        return len(self.areas)

    @cached_property
    def playing(self) -> Container[int]:
        """The players who are still in."""
        world = world_of(self.view)
        if world is not None:
            playing: Container[int] = world.playing
            return playing
        return [seat for seat, shown in enumerate(self.view["seats"]) if shown["out"] is None]

    @cached_property
    def hand(self) -> tuple[str, ...]:
        return tuple(sorted(self.table["hand"]))

    @cached_property
    def to_place(self) -> tuple[str, ...]:
        return tuple(self.table["taken"][self.me] or self.table["new"][self.me])

    @cached_property
    def unseen(self) -> Counter[str]:
        world = world_of(self.view)
        if world is None:
            return unseen(self.view)
        hidden = [AWAY, DECK, *(hand(seat) for seat in range(self.players) if seat != self.me)]
        return Counter([card for place in hidden for card in world.pieces[place]])

    @cached_property
    def picks_after(self) -> int:
        """How many picks are left in this round after the current one; none once all cards are placed."""
        if self.table["phase"] not in ("picking", "placing"):
            return 0
        left: int = self.table["picks"] - self.table["pick"]
        return left

    @property
    def rounds_after(self) -> int:
        left: int = self.table["rounds"] - self.table["round"]
        return left

    @cached_property
    def share_left(self) -> float:
        """The share of the game still to come."""
        rounds = self.rounds_after + self.picks_after / picks_of(self.game)
        return rounds / self.edition.play.rounds

    @cached_property
    def left(self) -> int:
        """The player who gets the hand next."""
        around = [(self.me + step) % self.players for step in range(1, self.players)]
        return next((seat for seat in around if seat in self.playing), self.me)

    @cached_property
    def coming(self) -> tuple[Counter[str] | None, ...]:
        """The hands to come, the next one first; None for an unknown one."""
        around = [(self.me - step) % self.players for step in range(1, self.players)]
        return tuple([self.known.get(seat) for seat in around if seat in self.playing])

    # --- asks -----------------------------------------------------------------------------------------------

    @cached_property
    def ask(self) -> Mapping[str, Any] | None:
        """The obliged ask of this player."""
        asks = [ask for ask in self.view["asks"] if ask["player"] == self.me and ask["obliged"]]
        return asks[0] if asks else None

    def listed(self, *kinds: str) -> list[Action]:
        """The listed complete actions of these kinds."""
        found = [a for a in self.view["actions"] if a["type"] in kinds and not a.get("open")]
        return [codec.read(ACTIONS[action["type"]], action, "action") for action in found]

    def may(self, kind: str) -> bool:
        return kind in self._kinds

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """What this player is asked for; each kind can be done in some way."""
        return frozenset(
            [kind for ask in self.view["asks"] if ask["player"] == self.me for kind in ask["kinds"]]
        )

    @property
    def may_pick_two(self) -> bool:
        """I-SELECT-TWO."""
        tiles = self.table["tiles"][self.me] if self.table["tiles"] else {}
        return bool(tiles) and not tiles["select_two"]["used"] and len(self.hand) > 1

    def cost(self, tile: Tile) -> float:
        """The cost of a tile: as shown, or for hidden ones what is left of the nine."""
        own = self.table["tiles"][self.me]
        if own[tile]["cost"] is not None:
            return float(own[tile]["cost"])
        shown = [int(own[other]["cost"]) for other in TILES if own[other]["cost"] is not None]
        return (len(TILES) * MEAN_COST - sum(shown)) / (len(TILES) - len(shown))

    # --- possible placements --------------------------------------------------------------------------------

    def placements(self, own: Area, card: str) -> Iterator[tuple[Place, Area]]:
        """Every way to place a card, with the resulting area."""
        known = self.cards[card]
        if known.kind == "noble":
            yield Place(card), replace(own, nobles=(*own.nobles, card))
        elif known.kind == "radioactive":
            played = Radioactive(card, self.table["round"])
            yield Place(card), replace(own, radioactive=(*own.radioactive, played))
        else:
            for laid in ways_to_show(known):
                charge = laid.charge if len(known.charges) > 1 else None
                yield Place(card, None, charge), replace(own, groups=(*own.groups, (laid,)))
                seen = set()
                for place, group in enumerate(own.groups):
                    if group not in seen and may_join(laid, group, self.game.options.reading):
                        seen.add(group)  # equal groups are worth the same
                        groups = list(own.groups)
                        groups[place] = lying((*group, laid))
                        yield Place(card, place, charge), replace(own, groups=tuple(groups))


# --- rearranging everything ---------------------------------------------------------------------------------


def layouts(own: Area, cards: Mapping[str, Card]) -> Iterator[tuple[tuple[Laid, ...], ...]]:
    """Ways to lay the charged cards of an area: every set of compounds, with the rest partly bonded."""
    have = Counter(laid.card for group in own.groups for laid in group)
    compounds = list(_compounds(have, cards))
    for chosen in _packings(have, compounds):
        left = have - Counter(laid.card for group in chosen for laid in group)
        yield (*chosen, *_leftovers(left, cards))


def _compounds(have: Counter[str], cards: Mapping[str, Card]) -> Iterator[tuple[Laid, ...]]:
    ways = [laid for card in sorted(have) for laid in ways_to_show(cards[card])]
    for plus in ways:
        for minus in ways:
            if plus.charge > 0 > minus.charge:
                group = _smallest(plus, minus)
                if Counter(laid.card for laid in group) <= have:
                    yield group


def _smallest(plus: Laid, minus: Laid) -> tuple[Laid, ...]:
    number, of_minus = proportions(plus, minus)
    return (plus,) * number + (minus,) * of_minus


def _packings(
    have: Counter[str], compounds: Sequence[tuple[Laid, ...]]
) -> Iterator[tuple[tuple[Laid, ...], ...]]:
    """Every set of compounds that these cards can make together."""
    yield ()
    for place, group in enumerate(compounds):
        used = Counter(laid.card for laid in group)
        if used <= have:
            yield from ((group, *more) for more in _packings(have - used, compounds[place:]))


def _leftovers(left: Counter[str], cards: Mapping[str, Card]) -> Iterator[tuple[Laid, ...]]:
    """Cards that can still become a compound are bonded; the rest is laid alone."""
    left = Counter(left)
    several = sorted(left, key=lambda card: -max((abs(c) for c in cards[card].charges), default=0))
    for card in several:
        for laid in ways_to_show(cards[card])[-1:] * left[card]:
            partners = [
                other
                for name in sorted(left)
                for other in ways_to_show(cards[name])[:1]
                if left[name]
                and name != card
                and abs(other.charge) < abs(laid.charge)
                and other.charge * laid.charge < 0
            ]
            if left[card] and partners:
                left[card] -= 1
                left[partners[0].card] -= 1
                yield lying((laid, partners[0]))
    for card in sorted(left.elements()):
        yield ways_to_show(cards[card])[:1]
