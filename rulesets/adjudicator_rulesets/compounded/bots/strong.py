"""The strong bot of Compounded: plans its Research turn, weighs experiments, tools and fires, and trades."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.offers import CounterOffer, Goods, ProposeOffer, Term
from adjudicator_rulesets.compounded.bots.bots import GreedyChooser, answer, gain_of, to_answer
from adjudicator_rulesets.compounded.bots.worth import RISE, Taste, Worth
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.state import (
    WILD,
    Burn,
    Cylinder,
    Done,
    End,
    LastBurners,
    Pass,
    UseGoggles,
    UseKey,
    bench,
    pile,
    tokens,
)

if TYPE_CHECKING:
    from random import Random

    from adjudicator_rulesets.compounded.bots.bots import Situation
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Place

OFFERS = 4  # that it makes in a phase at most, counter-offers included
OWN_GAIN, THEIR_GAIN = 0.5, 0.5  # of an offer that it makes; it takes what brings itself LEAST
LEAST = 0.3
WILD_COST = 3.2
COMPLETED = 2.0  # to have a compound complete, above its points: nobody can burn or fill it any more
MOST_PLANNED = 6  # compounds that a plan is made of


class Plan(NamedTuple):
    """Compounds that can be completed in one Research turn, and what that brings."""

    value: float
    compounds: tuple[Compound, ...]
    points: int


def plans(situation: Situation, worth: Worth) -> list[Plan]:
    """Every set of compounds that the crystals at hand complete in this turn, the best first."""
    state, seat = situation.state, situation.seat
    left = lab.placements(state, seat) - state.agenda.top.placed
    held, wilds = worth.in_hand(), lab.holds(state, seat, WILD)
    free = len(state.pieces[tokens(seat)])
    able = [
        c
        for c in lab.compounds(state)
        if c.owner in (None, seat) and not c.full and _lacking(Counter(dict(c.missing)), held) <= wilds
        and sum(n for _, n in c.missing) <= left
    ]  # fmt: skip
    able.sort(key=lambda c: -worth.whole(c))
    found = []
    for size in range(1, left + 1):
        for chosen in combinations(able[:MOST_PLANNED], size):
            needed = sum((Counter(dict(c.missing)) for c in chosen), Counter())
            lacking = _lacking(needed, held)
            taken = sum(c.owner is None for c in chosen)
            if needed.total() > left or lacking > wilds or taken > free:
                continue
            gain = sum(COMPLETED + worth.whole(c) - worth.progress(c, len(c.crystals)) for c in chosen)
            gain -= 0.5 * sum(c.owner is not None and c.card.reaction == "volatile" for c in chosen)
            value = gain - WILD_COST * lacking
            found.append(Plan(value, chosen, sum(c.card.points for c in chosen)))
    return sorted(found, key=lambda plan: -plan.value)


def _lacking(needed: Counter[str], held: Counter[str]) -> int:
    return (needed - held).total()


def first_step(situation: Situation, plan: Plan) -> Place:
    """A placement of the plan: from the Goggles' pile if possible, a wild where nothing else will do."""
    state, seat = situation.state, situation.seat
    wanted = {(c.slot, symbol) for c in plan.compounds for symbol, _ in c.missing}
    fitting = [a for a in choices.placements(state, seat) if (a.slot, a.crystal) in wanted]
    enough = Counter([*state.pieces[bench(seat)], *state.pieces[pile(seat)]])
    needed = sum((Counter(dict(c.missing)) for c in plan.compounds), Counter())
    usable = [a for a in fitting if a.source != "wild" or needed[a.crystal] > enough[a.crystal]]
    order = {"goggles": 0, "bench": 1, "wild": 2}
    return min(usable or fitting, key=lambda a: order[a.source])


class StrongChooser(GreedyChooser):
    taste = Taste(ahead=True)

    # --- trading --------------------------------------------------------------------------------------------

    def trade(self, situation: Situation, worth: Worth) -> Any:
        state, me = situation.state, situation.me
        made = state.offers.made_by(me)
        may_offer = made < min(OFFERS, state.options.offers)
        for offer in to_answer(situation):
            said = answer(worth, offer, LEAST)
            if said.type == "decline_offer" and may_offer and offer.counters is None:
                better = self.swaps(situation, worth, (offer.by,))
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
            terms = self.swaps(situation, worth, state.others(me))
            if made < len(terms):
                return ProposeOffer((terms[made],))
        return Done() if "done" in situation.kinds else None

    def swaps(self, situation: Situation, worth: Worth, partners: tuple[int, ...]) -> list[Term]:
        """One crystal for another where both gain, what brings most first."""
        state, me = situation.state, situation.me
        own, found = lab.in_order(state.pieces[bench(me)], state), []

        @cache
        def gain(give: str, get: str) -> float:
            """Whoever the partner is."""
            return gain_of(worth, (give,), (get,))

        for partner in partners:
            theirs = Worth(state, partner, Taste(ahead=False))
            for get in lab.in_order(state.pieces[bench(partner)], state):
                good = [give for give in own if give != get and gain(give, get) >= OWN_GAIN]
                found += [
                    (gain(give, get), -partner, give, get)
                    for give in good
                    if gain_of(theirs, (get,), (give,)) >= THEIR_GAIN
                ]
        return [
            Term(-partner, Goods((give,)), Goods((get,)))
            for _, partner, give, get in sorted(found, reverse=True)
        ]

    # --- research -------------------------------------------------------------------------------------------

    def research(self, situation: Situation, worth: Worth, random: Random) -> Any:
        if situation.seat != situation.state.nobel:
            found = plans(situation, worth)
            if found and found[0].value > 0:
                return first_step(situation, found[0])
            swapped = self.swap(situation, worth)
            if swapped is not None:
                return swapped
        return super().research(situation, worth, random)

    def goggles(self, situation: Situation, worth: Worth) -> Any:
        """When the bench alone does not fill a turn."""
        state, seat = situation.state, situation.seat
        needed = sum((Counter(dict(c.missing)) for c in worth.own), Counter())
        useful = (needed & worth.in_hand()).total()
        ending = state.last is not None
        if useful < lab.value_of(state, "research", seat) or ending:
            return UseGoggles(lab.holds(state, seat, "goggles") if ending else 1)
        return Pass()

    # --- lab ------------------------------------------------------------------------------------------------

    def raised(self, worth: Worth, wanted: list[Any]) -> Any:
        """Lab when the bench is too small for what one draws."""
        state, seat = worth.state, worth.seat
        crowded = lab.value_of(state, "discovery", seat) + 1 > lab.value_of(state, "lab", seat)
        return max(wanted, key=lambda name: RISE[name] + (3.0 if name == "lab" and crowded else 0.0))

    def cylinder(self, situation: Situation, worth: Worth) -> Any:
        """A space that is not needed, for an experiment that is."""
        state, seat = situation.state, situation.seat
        spare = lab.value_of(state, "lab", seat) - len(state.pieces[bench(seat)])
        steps = [up for down, up in lab.cylinder_steps(state, seat) if down == "lab"]
        better = [up for up in steps if up in ("discovery", "research")]
        discovery = lab.value_of(state, "discovery", seat)
        if better and spare > discovery and worth.left > 0.3:
            return Cylinder("lab", max(better, key=RISE.__getitem__))
        return End()

    # --- fire and keys --------------------------------------------------------------------------------------

    def settle(self, situation: Situation, worth: Worth, random: Random) -> Any:
        top = situation.state.agenda.top
        if isinstance(top, LastBurners):
            return self.burn(situation)
        if top.type == "goggles":
            return self.goggles(situation, worth)
        return super().settle(situation, worth, random)

    def burn(self, situation: Situation) -> Any:
        """What another is about to complete and one flame destroys."""
        state = situation.state
        targets = []
        for compound in lab.compounds(state):
            other = compound.owner is not None and compound.owner not in (situation.me, state.nobel)
            if other and not compound.full and not compound.flames and compound.card.flames == 1:
                assert compound.owner is not None
                loss = Worth(state, compound.owner).progress(compound, len(compound.crystals))
                targets.append((loss, compound.slot))
        if targets and max(targets)[0] > 2:
            return Burn(max(targets)[1])
        return Pass()

    def key(self, situation: Situation) -> Any:
        """When one would come late in the next turn."""
        state = situation.state
        after = state.others(state.lead)
        place = (*after, state.lead).index(situation.me)
        return UseKey() if place >= 2 else Pass()
