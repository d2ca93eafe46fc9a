"""Bots for Compounded: random and greedy, and what the strong one shares. They know only their view."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine.glance import world_of
from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.compounded.bots.worth import Taste, Worth
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import (
    Claim,
    Claiming,
    Discard,
    Done,
    End,
    Extinguish,
    Fire,
    Goggles,
    Keep,
    Keys,
    Lab,
    LastBurners,
    MoveClaim,
    Moving,
    NobelTrade,
    Pass,
    Raise,
    Research,
    Scattering,
    Score,
    Scoring,
    Surplus,
    TakeBack,
    TakingBack,
    Trading,
    UseGoggles,
    bench,
    kit,
)
from adjudicator_rulesets.compounded.play.views import imagined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from adjudicator.engine.offers import Goods, Offer
    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import Grant, Place, Scatter, ScatterCard, State, Swap

GAME = CompoundedGame()
GAIN = 0.4  # a trade has to bring so much
IDLE_DONE = 0.8  # how often a random player has nothing to trade


@dataclass(frozen=True)
class Situation:
    """A view as a bot reads it: everything lies open but the order of the deck, which is made up."""

    state: State
    me: int
    kinds: frozenset[str]  # asked of this player
    seat: int  # for whom it acts: itself, or Nobel
    view: Mapping[str, Any]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Situation:
        world: State | None = world_of(view)
        state = imagined(GAME, view, Rng("unused"), shuffled=False) if world is None else world
        me = view["you"]
        kinds = frozenset(kind for ask in GAME.asked(state) if ask.player == me for kind in ask.kinds)
        seat = choices.next_seat(state)
        acts = seat is not None and lab.actor(state, seat) == me
        return cls(state, me, kinds, seat if acts and seat is not None else me, view)

    @property
    def my_turn(self) -> bool:
        """Whether the matter on top asks this player, and not only a holder of a Burner."""
        return bool(self.kinds - {"burn"}) or isinstance(self.state.agenda.top, LastBurners)


class Chooser(Protocol):
    def choose(self, situation: Situation, random: Random) -> Any: ...


@dataclass(frozen=True, slots=True)
class CompoundedBot:
    chooser: Chooser

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        return self.chooser.choose(Situation.of(view), random)


class RandomChooser:
    """Any listed action; it makes no offers, and rarely takes any."""

    def choose(self, situation: Situation, random: Random) -> Any:
        if "done" in situation.kinds and random.random() < IDLE_DONE:
            return Done()
        if situation.kinds == {"burn"} and random.random() < IDLE_DONE:
            return None
        listed = [action for action in situation.view["actions"] if not action.get("open")]
        return GAME.read_action(random.choice(listed)) if listed else None


# --- the parts of a plan ------------------------------------------------------------------------------------


def best_claim(worth: Worth, targets: Iterable[Compound]) -> tuple[float, Compound] | None:
    """The compound that one's crystals make most of."""
    held = worth.in_hand()
    base, targets = worth.held(held), list(targets)
    ranked = [
        (value - base + worth.progress(c, len(c.crystals)), -c.slot, c)
        for c, value in zip(targets, worth.held_with(held, targets), strict=True)
    ]
    best = max(ranked, default=None)
    return None if best is None else (best[0], best[2])


def within_reach(worth: Worth, compound: Compound) -> bool:
    """Whether the available crystals complete it in this Research turn."""
    left = lab.placements(worth.state, worth.seat) - worth.state.agenda.top.placed
    if sum([number for _, number in compound.missing]) > left:
        return False
    return all(number <= worth.hand.get(symbol, 0) for symbol, number in compound.missing)


def placing_gain(worth: Worth, situation: Situation, action: Place) -> float:
    """What a placement brings, above leaving the crystal where it is."""
    state, seat = situation.state, situation.seat
    cost = LOOSE_COST[action.source]
    if action.slot is None:
        return 1.0 - cost if worth.left > 0 or lab.extinguisher_needs(state, seat).total() == 1 else -1.0
    compound = lab.compound_at(state, action.slot)
    assert compound is not None
    mine = compound.owner == seat
    if compound.owner is None:
        mine = within_reach(worth, compound) or lab.can_claim_more(state, seat)
    if not mine:
        return -1.0
    filled = len(compound.crystals)
    gain = worth.progress(compound, filled + 1) - worth.progress(compound, filled)
    if filled + 1 == len(compound.card.places):
        gain += 2.0
    elif compound.owner is not None:
        gain = max(gain, PLACED)
    elif not within_reach(worth, compound):
        gain *= 0.6
    return gain - cost


PLACED = 1.0  # a crystal on a claimed compound at the end
LOOSE_COST = {"bench": 0.45, "goggles": 0.0, "wild": 3.3}


def answer(worth: Worth, offer: Offer, least: float = GAIN) -> AcceptOffer | DeclineOffer:
    """Accepts what is worth more than it costs, and every present."""
    demanded = _pieces(offer.demanded_of(worth.seat))
    if not demanded:
        return AcceptOffer(offer.id)
    gain = gain_of(worth, demanded, _pieces(offer.promised_to(worth.seat)))
    covered = not Counter(demanded) - _own(worth)
    return AcceptOffer(offer.id) if covered and gain >= least else DeclineOffer(offer.id)


def _pieces(goods: Sequence[Goods]) -> tuple[str, ...]:
    return tuple(piece for part in goods for piece in part.pieces)


def _own(worth: Worth) -> Counter[str]:
    pieces = worth.state.pieces
    return Counter([*pieces[bench(worth.seat)], *pieces[kit(worth.seat)]])


def gain_of(worth: Worth, gives: Iterable[str], gets: Iterable[str]) -> float:
    """What a trade changes for this seat."""
    symbols = lab.symbols_of(worth.state.edition)
    crystals, others = dict(worth.hand), dict(worth.kit)
    for pieces, sign in ((gives, -1), (gets, 1)):
        for piece in pieces:
            side = crystals if piece in symbols else others
            side[piece] = side.get(piece, 0) + sign
    crystals = {symbol: number for symbol, number in crystals.items() if number > 0}
    return worth.possessions(crystals, others) - worth.now


def ends_badly(state: State, seat: int) -> bool:
    """K-RAISE: whether one more step of Lab would end the game (K-END) while somebody else is ahead."""
    complete = sum(lab.step_of(state, name, seat) == lab.TOP for name in EXPERIMENTS)
    last_step = lab.step_of(state, "lab", seat) == lab.TOP - 1
    ends = state.last is None and last_step and complete + 1 >= lab.edition_of(state).play.experiments
    scores = GAME.scores(state)
    return ends and max(scores) > scores[seat]


def to_answer(situation: Situation) -> list[Offer]:
    """The offers that wait for this player's word."""
    offers = situation.state.offers.open
    return [
        o for o in offers if o.is_to(situation.me) and o.by != situation.me and situation.me not in o.accepted
    ]


class GreedyChooser:
    """What brings most points soonest; it answers offers and makes none."""

    taste = Taste(ahead=False)

    def choose(self, situation: Situation, random: Random) -> Any:
        worth = Worth(situation.state, situation.seat, self.taste)
        if isinstance(situation.state.agenda.top, Trading):
            return self.trade(situation, worth)
        if not situation.my_turn:
            return None
        return self.settle(situation, worth, random)

    def trade(self, situation: Situation, worth: Worth) -> Any:
        waiting = to_answer(situation)
        if waiting:
            return answer(worth, waiting[0])
        return Done() if "done" in situation.kinds else None

    def settle(self, situation: Situation, worth: Worth, random: Random) -> Any:
        """The answer to what this player is asked."""
        state, seat = situation.state, situation.seat
        match state.agenda.top:
            case NobelTrade():
                return self.swap_nobel(situation, worth)
            case Surplus():
                return self.discard(worth)
            case Claiming():
                found = best_claim(worth, choices.unclaimed(state))
                return Pass() if found is None else Claim(found[1].slot)
            case Moving() as moving:
                return self.move(situation, worth, moving)
            case Goggles():
                return UseGoggles(lab.holds(state, seat, "goggles"))
            case Research():
                return self.research(situation, worth, random)
            case Lab():
                full = lab.to_score(state, seat)
                return Score(max(full, key=worth.whole).slot) if full else self.cylinder(situation, worth)
            case Scoring(step="grant"):
                return self.grant(situation)
            case Scoring(step="raise") as scoring:
                if choices.may_decline_raise(state, scoring) and ends_badly(state, seat):
                    return Pass()
                return Raise(self.raised(worth, choices.raises(state, scoring)))
            case Scoring(slot=slot):
                return self.keep(worth, choices.keepable(state, slot))
            case TakingBack(player):
                mine = lab.claimed(state, player)
                return TakeBack(min(mine, key=lambda c: worth.progress(c, len(c.crystals))).slot)
            case Fire() as fire:
                return self.extinguish(situation, worth, fire)
            case Scattering() as scattering:
                return self.scatter(situation, worth, scattering)
            case Keys():
                return self.key(situation)
            case _:  # last burners stay unused; drawing, trading and refilling ask nobody here
                return Pass()

    # --- each choice ----------------------------------------------------------------------------------------

    def swap_nobel(self, situation: Situation, worth: Worth) -> Any:
        best, chosen = GAIN, None
        for action in choices.nobel_swaps(situation.state, situation.me):
            gain = gain_of(worth, (action.give,), (action.get,))
            if gain > best:
                best, chosen = gain, action
        return chosen or Pass()

    def discard(self, worth: Worth) -> Discard:
        held = worth.in_hand()

        def without(symbol: str) -> float:
            return worth.held(held - Counter([symbol]))

        return Discard(max(sorted(held), key=without))

    def move(self, situation: Situation, worth: Worth, moving: Moving) -> Any:
        state, held = situation.state, worth.in_hand()
        found = best_claim(worth, choices.unclaimed(state))
        mine = [lab.compound_at(state, s) for s in lab.claim_tokens(state, moving.before, situation.seat)]
        if found is None:
            return Pass()
        values = [(self.keeping(worth, c, held), c.slot) for c in mine if c is not None and not c.full]
        if not values or found[0] <= min(values)[0] + 1.0:
            return Pass()
        return MoveClaim(min(values)[1], found[1].slot)

    def keeping(self, worth: Worth, compound: Compound, held: Counter[str]) -> float:
        """What a claim is worth with the available crystals."""
        usable = sum(min(number, held[symbol]) for symbol, number in compound.missing)
        return worth.progress(compound, len(compound.crystals) + usable)

    def research(self, situation: Situation, worth: Worth, random: Random) -> Any:  # noqa: ARG002
        state, seat = situation.state, situation.seat
        if seat == state.nobel:
            return self.for_nobel(situation)
        claims = [c for a in choices.claims(state, seat) if (c := lab.compound_at(state, a.slot)) is not None]
        if claims:
            found = best_claim(worth, claims)
            if found is not None and found[0] > 1.0:
                return Claim(found[1].slot)
        ranked = [(placing_gain(worth, situation, a), a) for a in choices.placements(state, seat)]
        best = max(ranked, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] > 0:
            return best[1]
        return self.swap(situation, worth) or End()

    def swap(self, situation: Situation, worth: Worth) -> Swap | None:
        """K-SWAP, where it brings something one can use."""
        state, seat = situation.state, situation.seat
        number, held = lab.ratio(state, seat), worth.in_hand()
        base, best, chosen = worth.held(held), GAIN, None
        for action in choices.swaps(state, seat):
            after = held - Counter({action.give: number}) + Counter([action.get])
            gain = worth.held(after) - base
            if gain > best:
                best, chosen = gain, action
        return chosen

    def for_nobel(self, situation: Situation) -> Any:
        """One crystal, where it helps rivals least."""
        state, seat = situation.state, situation.seat
        if state.agenda.top.placed:
            return End()

        def harm(action: Place) -> float:
            compound = lab.compound_at(state, action.slot) if action.slot is not None else None
            return 0.0 if compound is None else len(compound.crystals) / len(compound.card.places)

        return min(choices.placements(state, seat), key=harm)

    def cylinder(self, situation: Situation, worth: Worth) -> Any:  # noqa: ARG002
        return End()

    def grant(self, situation: Situation) -> Grant:
        """To the player in last place."""
        return min(
            choices.grants(situation.state, situation.seat),
            key=lambda a: GAME.scores(situation.state)[a.player],
        )

    def raised(self, worth: Worth, wanted: list[Any]) -> Any:  # noqa: ARG002
        return wanted[0]

    def keep(self, worth: Worth, crystals: Iterable[str]) -> Any:
        held = worth.in_hand()
        return Keep(max(crystals, key=lambda symbol: worth.held(held + Counter([symbol]))))

    def extinguish(self, situation: Situation, worth: Worth, fire: Fire) -> Any:
        """What would explode of one's own, if it is worth more than the three points."""
        losses = [
            (worth.progress(c, len(c.crystals)), c.slot)
            for c in lab.compounds(situation.state)
            if c.owner == situation.me
            and c.slot in fire.slots
            and c.slot not in fire.spared
            and c.limit is not None
            and c.flames + 1 >= c.limit
        ]
        if losses and max(losses)[0] > 3:
            return Extinguish(max(losses)[1])
        return Pass()

    def scatter(self, situation: Situation, worth: Worth, matter: Scattering) -> ScatterCard | Scatter:
        state, me = situation.state, situation.me
        if matter.current is None:
            return next(choices.cards_to_scatter(matter))

        def good(action: Scatter) -> float:
            compound = lab.compound_at(state, action.slot)
            assert compound is not None
            filled = len(compound.crystals)
            gain = worth.progress(compound, filled + 1) - worth.progress(compound, filled)
            return gain if compound.owner == me else 0.0 if compound.owner is None else -gain

        return max(choices.scatterings(state, matter), key=good)

    def key(self, situation: Situation) -> Any:  # noqa: ARG002
        return Pass()
