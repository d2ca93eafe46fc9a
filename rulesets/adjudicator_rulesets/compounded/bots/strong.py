"""The strong bot of Compounded: plans its Research turn, weighs experiments, tools and fires, and trades."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.offers import CounterOffer, Goods, Onward, ProposeOffer, Term
from adjudicator_rulesets.compounded.bots.bots import GreedyChooser, answer, gain_of, to_answer
from adjudicator_rulesets.compounded.bots.worth import LOOSE, RISE, TOOL, Taste, Worth
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.state import (
    WILD,
    Burn,
    Done,
    End,
    LastBurners,
    Pass,
    UseGoggles,
    UseKey,
    bench,
    kit,
    pile,
    points,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from adjudicator_rulesets.compounded.bots.bots import Situation
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Grant, Place, State

OFFERS = 4  # that it makes in a phase at most, counter-offers included
ROUNDING = 1e-9
OWN_GAIN, THEIR_GAIN = 0.5, 0.5  # of an offer that it makes; it takes what brings itself LEAST
LEAST = 0.3
WILD_COST = 3.2
COMPLETED = 2.0  # for a completed compound, beyond its points: it can no longer be burnt or filled by others
HOMELESS = 2 * LOOSE  # an element for which there is no space, now and in the next turn
EXCHANGED = 0.3  # points that a step of the Cylinder has to bring
MOST_PLANNED = 6  # compounds that a plan is made of


class Plan(NamedTuple):
    """Compounds that can be completed in one Research turn, and what that brings."""

    value: float
    compounds: tuple[Compound, ...]
    points: int


def plans(situation: Situation, worth: Worth) -> list[Plan]:
    """Every set of compounds that the available crystals complete in this turn, the best first."""
    state, seat = situation.state, situation.seat
    left = lab.placements(state, seat) - state.agenda.top.placed
    held, wilds = worth.in_hand(), lab.holds(state, seat, WILD)
    free = len(state.pieces[tokens(seat)])
    able = [
        c
        for c in lab.compounds(state)
        if c.owner in (None, seat) and not c.full and sum([n for _, n in c.missing]) <= left
        and _lacking(dict(c.missing), held) <= wilds
    ]  # fmt: skip
    able.sort(key=lambda c: -worth.whole(c))
    found = []
    for size in range(1, left + 1):
        for chosen in combinations(able[:MOST_PLANNED], size):
            needed = _needed(chosen)
            if sum(needed.values()) > left:
                continue
            lacking, taken = _lacking(needed, held), sum([c.owner is None for c in chosen])
            if lacking > wilds or taken > free:
                continue
            gain = sum(COMPLETED + worth.whole(c) - worth.progress(c, len(c.crystals)) for c in chosen)
            gain -= 0.5 * sum(c.owner is not None and c.card.reaction == "volatile" for c in chosen)
            value = gain - WILD_COST * lacking
            found.append(Plan(value, chosen, sum(c.card.points for c in chosen)))
    return sorted(found, key=lambda plan: -plan.value)


def last_step(situation: Situation, worth: Worth) -> Place | None:
    """The first placement of the last turn that ends with most points; None where nothing brings any.

    K-FINAL-CLAIMS: a crystal on a claimed compound counts as it lies, so completing one brings its points
    less those. What is placed beside that brings a point each, what stays on the bench half of one.
    """
    state, seat = situation.state, situation.seat
    left = lab.placements(state, seat) - state.agenda.top.placed
    held, on_pile = worth.in_hand(), Counter(state.pieces[pile(seat)])
    nothing = Plan(0.0, (), 0)

    def ending(plan: Plan) -> tuple[float, float]:
        used = _needed(plan.compounds) & held
        room = _needed([c for c in worth.own if c not in plan.compounds])
        placed = sum(sum(number for _, number in c.missing) for c in plan.compounds)
        beside = min(left - placed, ((held - used) & room).total())
        counted = sum(len(c.crystals) for c in plan.compounds if c.owner == seat)
        staying = len(state.pieces[bench(seat)]) - (used - on_pile).total() - beside
        return plan.points - counted + beside + max(0, staying) // 2, plan.value

    best = max([nothing, *plans(situation, worth)], key=ending)
    needed = _needed(best.compounds)
    extinguisher = lab.extinguisher_needs(state, seat)
    if extinguisher.total() == 1 and left > needed.total() and extinguisher <= held - needed:
        return next(a for a in choices.placements(state, seat) if a.slot is None)  # K-FINAL-EXT
    if best.compounds:
        return first_step(situation, best)
    begun = {c.slot for c in worth.own}
    beside = [a for a in choices.placements(state, seat) if a.slot in begun and a.source != "wild"]
    return min(beside, key=lambda a: a.source != "goggles", default=None)


def _needed(compounds: Iterable[Compound]) -> Counter[str]:
    """The crystals that complete them all."""
    needed: Counter[str] = Counter()
    for compound in compounds:
        for symbol, number in compound.missing:
            needed[symbol] += number
    return needed


def _lacking(needed: Mapping[str, int], held: Mapping[str, int]) -> int:
    return sum([max(0, number - held.get(symbol, 0)) for symbol, number in needed.items()])


def first_step(situation: Situation, plan: Plan) -> Place:
    """A placement of the plan: from the Goggles' pile if possible, a wild where nothing else will do."""
    state, seat = situation.state, situation.seat
    wanted = {(c.slot, symbol) for c in plan.compounds for symbol, _ in c.missing}
    fitting = [a for a in choices.placements(state, seat) if (a.slot, a.crystal) in wanted]
    enough = Counter([*state.pieces[bench(seat)], *state.pieces[pile(seat)]])
    needed = _needed(plan.compounds)
    usable = [a for a in fitting if a.source != "wild" or needed[a.crystal] > enough[a.crystal]]
    order = {"goggles": 0, "bench": 1, "wild": 2}
    return min(usable or fitting, key=lambda a: order[a.source])


class Market:
    """The value of pieces to each player, computed once; the others are assumed to look at points only."""

    def __init__(self, state: State, me: int, worth: Worth) -> None:
        self.state, self.me = state, me
        self._worths = {me: worth}
        self._gains: dict[tuple[int, str, str], float] = {}
        self._wanted: dict[tuple[int, str], bool] = {}
        self._goods: dict[int, list[str]] = {}

    def goods(self, player: int) -> list[str]:
        """The kinds of pieces that a player can give away."""
        if player not in self._goods:
            pieces = self.state.pieces
            tools = sorted(set(pieces[kit(player)]))
            self._goods[player] = [*lab.in_order(pieces[bench(player)], self.state), *tools]
        return self._goods[player]

    def gain(self, player: int, give: str, get: str) -> float:
        if (player, give, get) not in self._gains:
            self._gains[player, give, get] = gain_of(self._worth_to(player), (give,), (get,))
        return self._gains[player, give, get]

    def agrees(self, player: int, give: str, get: str) -> bool:
        return give != get and self.gain(player, give, get) >= self._least(player)

    def wants(self, player: int, get: str) -> bool:
        """Whether it may agree to get it: for nothing it would, and whatever it gives is a loss."""
        known = self._wanted.get((player, get))
        if known is None:
            gain = gain_of(self._worth_to(player), (), (get,))
            known = self._wanted[player, get] = gain >= self._least(player) - ROUNDING
        return known

    def _least(self, player: int) -> float:
        return OWN_GAIN if player == self.me else THEIR_GAIN

    def _worth_to(self, player: int) -> Worth:
        if player not in self._worths:
            self._worths[player] = Worth(self.state, player, Taste(ahead=False))
        return self._worths[player]


class StrongChooser(GreedyChooser):
    taste = Taste(ahead=True)

    # --- trading --------------------------------------------------------------------------------------------

    def trade(self, situation: Situation, worth: Worth) -> Any:
        state, me = situation.state, situation.me
        market = Market(state, me, worth)
        made = state.offers.made_by(me)
        may_offer = made < min(OFFERS, state.options.offers)
        for offer in to_answer(situation):
            said = answer(worth, offer, LEAST)
            if said.type == "decline_offer" and may_offer and offer.counters is None:
                better = self.swaps(market, (offer.by,))
                if better:
                    return CounterOffer(offer.id, (better[0],))
            return said
        waits = any(
            partner not in state.agenda.top.done
            for offer in state.offers.open
            if offer.by == me
            for partner in offer.partners
        )
        if waits:
            return None
        if may_offer and "done" in situation.kinds:
            terms: list[tuple[Term, ...]] = [(swap,) for swap in self.swaps(market, state.others(me))]
            terms = terms or self.rings(market)
            if made < len(terms):
                return ProposeOffer(terms[made])
        return Done() if "done" in situation.kinds else None

    def swaps(self, market: Market, partners: tuple[int, ...]) -> list[Term]:
        """One piece for another where both gain, crystals, tools and wilds alike; what brings most first."""
        own = market.goods(market.me)
        swaps = [
            (market.gain(market.me, give, get), -partner, give, get)
            for partner in partners
            for get in market.goods(partner)
            if market.wants(market.me, get)
            for give in own
            if market.wants(partner, give)
            if market.agrees(market.me, give, get) and market.agrees(partner, get, give)
        ]
        return [
            Term(-partner, Goods((give,)), Goods((get,)))
            for _, partner, give, get in sorted(swaps, reverse=True)
        ]

    def rings(self, market: Market) -> list[tuple[Term, ...]]:
        """K-GROUP: trades among three, in which the middle one passes the pieces on and all three gain."""
        me, others = market.me, market.state.others(market.me)
        rings = [
            (market.gain(me, give, get), -first, -last, give, between, get)
            for first, last in permutations(others, 2)
            for give in market.goods(me)
            if market.wants(first, give)
            for passed in [self._passed_on(market, first, last, give)]
            for get in (market.goods(last) if passed else ())
            if market.wants(me, get) and market.agrees(me, give, get)
            for between in passed
            if market.agrees(last, get, between)
        ]
        return [
            (
                Term(-first, Goods((give,)), onward=(Onward(-last, Goods((between,))),)),
                Term(-last, gets=Goods((get,))),
            )
            for _, first, last, give, between, get in sorted(rings, reverse=True)
        ]

    def _passed_on(self, market: Market, first: int, last: int, give: str) -> list[str]:
        """What the first would pass on to the last for what it is given."""
        able = [between for between in market.goods(first) if market.wants(last, between)]
        return [between for between in able if market.agrees(first, between, give)]

    # --- research -------------------------------------------------------------------------------------------

    def research(self, situation: Situation, worth: Worth, random: Random) -> Any:
        if situation.seat != situation.state.nobel:
            last = None if worth.left else last_step(situation, worth)
            if last is not None:
                return last
            found = [] if worth.left == 0 else plans(situation, worth)
            if found and found[0].value > 0:
                return first_step(situation, found[0])
            swapped = self.swap(situation, worth)
            if swapped is not None:
                return swapped
        return super().research(situation, worth, random)

    def goggles(self, situation: Situation, worth: Worth) -> Any:
        """When the bench alone does not fill a turn."""
        state, seat = situation.state, situation.seat
        needed = _needed(worth.own)
        useful = (needed & worth.in_hand()).total()
        ending = state.last is not None
        if useful < lab.value_of(state, "research", seat) or ending:
            return UseGoggles(lab.holds(state, seat, "goggles") if ending else 1)
        return Pass()

    # --- lab ------------------------------------------------------------------------------------------------

    def grant(self, situation: Situation) -> Grant:
        """K-GRANT: what helps rivals least, above all a rival who is far ahead."""
        state, seat = situation.state, situation.seat
        ahead = max(state.accounts[points(player)] for player in state.playing)

        def helped(action: Grant) -> float:
            if action.player == state.nobel:
                return 0.0  # he cannot win
            left = Worth(state, action.player).left
            threat = (1 + state.accounts[points(action.player)]) / (1 + ahead)
            return threat * (
                self._shared(situation) if action.experiment is None else RISE[action.experiment] * left
            )

        return min(choices.grants(state, seat), key=helped)

    def _shared(self, situation: Situation) -> float:
        """K-GRANT-SHARE: half the points of the compound are lost, and a rival has them."""
        compound = lab.compound_at(situation.state, situation.state.agenda.top.slot)
        return 0.0 if compound is None else float(compound.card.points)

    def raised(self, worth: Worth, wanted: list[Any]) -> Any:
        """Lab when the bench is too small for what one draws."""
        state, seat = worth.state, worth.seat
        crowded = lab.value_of(state, "discovery", seat) + 1 > lab.value_of(state, "lab", seat)
        return max(wanted, key=lambda name: RISE[name] + (3.0 if name == "lab" and crowded else 0.0))

    def cylinder(self, situation: Situation, worth: Worth) -> Any:
        """K-CYLINDER: an experiment that brings more, for one that is missed less."""
        able = choices.cylinders(situation.state, situation.seat)
        best = max(able, key=lambda action: self._exchanged(worth, action.down, action.up), default=None)
        if best is None or self._exchanged(worth, best.down, best.up) <= EXCHANGED:
            return End()
        return best

    def _exchanged(self, worth: Worth, down: str, up: str) -> float:
        """What a step up brings above the step down: a space for an element counts as far as it is filled."""
        state, seat = worth.state, worth.seat
        gain = (RISE[up] - RISE[down]) * worth.left
        if down == "lab":
            drawn = lab.value_of(state, "discovery", seat) + (up == "discovery")
            room = lab.value_of(state, "lab", seat) - 1
            gain -= HOMELESS * max(0, len(state.pieces[bench(seat)]) + drawn - room)
        return gain

    # --- fire and keys --------------------------------------------------------------------------------------

    def settle(self, situation: Situation, worth: Worth, random: Random) -> Any:
        top = situation.state.agenda.top
        if isinstance(top, LastBurners):
            return self.burn(situation)
        if top.type == "goggles":
            return self.goggles(situation, worth)
        return super().settle(situation, worth, random)

    def burn(self, situation: Situation) -> Any:
        """K-BURNER-ONE: what another has most in and one flame destroys; in the last turn anything helps."""
        state = situation.state
        targets = []
        for compound in lab.compounds(state):
            other = compound.owner is not None and compound.owner not in (situation.me, state.nobel)
            if other and not compound.full and not compound.flames and compound.card.flames == 1:
                assert compound.owner is not None
                loss = Worth(state, compound.owner).progress(compound, len(compound.crystals))
                targets.append((loss, compound.slot))
        least = TOOL["burner"] * Worth(state, situation.me).left
        if targets and max(targets)[0] > least:
            return Burn(max(targets)[1])
        return Pass()

    def key(self, situation: Situation) -> Any:
        """When one would come late in the next turn."""
        state = situation.state
        after = state.others(state.lead)
        place = (*after, state.lead).index(situation.me)
        return UseKey() if place >= 2 else Pass()
