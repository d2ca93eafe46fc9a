"""Bots for Chemistry Monopoly: random, greedy and strong. They know only their view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine import codec
from adjudicator.engine.offers import ACTIONS as OFFER_ACTIONS
from adjudicator.engine.offers import AcceptOffer, DeclineOffer, Goods, ProposeOffer, Term
from adjudicator.engine.rng import Rng
from rulesets.chemistry_monopoly.appraising import Appraisal
from rulesets.chemistry_monopoly.ideas import answer, ideas
from rulesets.chemistry_monopoly.refereeing import asked_now, most_to_bid, offer_refusals
from rulesets.chemistry_monopoly.state import (
    ACTIONS,
    MONEY,
    Bid,
    Debt,
    Pass,
    Turn,
)
from rulesets.chemistry_monopoly.trading import proposals, wishes
from rulesets.chemistry_monopoly.views import imagined

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from adjudicator.engine.offers import Offer
    from rulesets.chemistry_monopoly.game import ChemistryMonopolyGame
    from rulesets.chemistry_monopoly.state import Auction, State

MOST_OFFERS = 2  # that a bot makes in a turn
TRADING = 0.35  # of its turns, those in which a bot thinks of trades


@lru_cache(1)
def _game() -> ChemistryMonopolyGame:
    from rulesets.chemistry_monopoly.game import ChemistryMonopolyGame

    return ChemistryMonopolyGame()


@dataclass(frozen=True)
class Situation:
    """What a bot knows: the view, and the state that it suggests."""

    view: Mapping[str, Any]

    @property
    def me(self) -> int:
        me: int = self.view["you"]
        return me

    @cached_property
    def state(self) -> State:
        return imagined(_game(), self.view, Rng("unused"), shuffled=False)

    @cached_property
    def eye(self) -> Appraisal:
        return Appraisal(self.state, self.me)

    @cached_property
    def listed(self) -> list[Mapping[str, Any]]:
        """Complete actions, but for offers."""
        return [a for a in self.view["actions"] if not a.get("open") and a["type"] not in OFFER_ACTIONS]

    def may(self, kind: str) -> bool:
        return any(action["type"] == kind for action in self.view["actions"])

    @cached_property
    def offers_to_me(self) -> list[Offer]:
        return [offer for offer in self.state.offers.open if offer.is_to(self.me)]

    def accepting(self, offer: Offer) -> bool:
        """Whether it can be accepted now."""
        return any(a["type"] == "accept_offer" and a["offer"] == offer.id for a in self.view["actions"])

    @property
    def waits(self) -> bool:
        """Somebody still has to answer an offer of this bot."""
        return any(offer.by == self.me for offer in self.state.offers.open)

    @property
    def may_trade(self) -> bool:
        """M-OFFER: in its own turn, while no other offer of its own is open, a few times."""
        state = self.state
        top, made = state.agenda.top, state.offers.made_by(self.me)
        own = isinstance(top, (Turn, Debt)) and asked_now(state) == self.me
        return own and made < MOST_OFFERS and self.may("propose_offer")


class Chooser(Protocol):
    def act(self, situation: Situation, random: Random) -> Any: ...
    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any: ...
    def propose(self, situation: Situation, random: Random) -> Any: ...


@dataclass(frozen=True, slots=True)
class MonopolyBot:
    """Answers offers first; makes some in its own turn, and waits until they are answered."""

    chooser: Chooser

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        situation = Situation(view)
        if situation.offers_to_me and situation.may("decline_offer"):
            return self.chooser.answer(situation, situation.offers_to_me[0], random)
        if not situation.listed and not situation.may("bid"):
            return None
        if situation.waits:
            return None
        if situation.may_trade and random.random() < TRADING:
            offer = self.chooser.propose(situation, random)
            if offer is not None:
                return offer
        return self.chooser.act(situation, random)


class RandomChooser:
    """Any kind of what is listed, and then any of that kind."""

    def act(self, situation: Situation, random: Random) -> Any:
        kinds = sorted({action["type"] for action in situation.listed})
        if situation.may("bid"):
            auction: Auction = situation.state.agenda.top
            most = most_to_bid(situation.state, situation.me, auction)
            if random.random() < 0.6 and most > auction.bid:
                return Bid(random.randint(auction.bid + 1, min(most, auction.bid + 50)))
            return Pass()
        moving = [kind for kind in kinds if kind in ("roll", "end_turn")]
        kind = random.choice(moving if moving and random.random() < 0.5 else kinds)
        chosen = random.choice([action for action in situation.listed if action["type"] == kind])
        return codec.read(ACTIONS[kind], chosen, "action")

    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any:
        accepts = random.random() < 0.3 and situation.accepting(offer)
        return AcceptOffer(offer.id) if accepts else DeclineOffer(offer.id)

    def propose(self, situation: Situation, random: Random) -> Any:
        state, me = situation.state, situation.me
        partner = random.choice(state.others(me))
        own, theirs = situation.eye.now.of(me), situation.eye.now.of(partner)
        gives = Goods(tuple(random.sample(own, min(len(own), random.randint(0, 1)))))
        gets = Goods(tuple(random.sample(theirs, min(len(theirs), 1))), ((MONEY, random.randint(1, 100)),))
        action = ProposeOffer((Term(partner, gives, gets),))
        return None if any(offer_refusals(state, me, action)) else action


class GreedyChooser:
    """Takes what it can get at once: buys, condenses, and sells for more than the printed price."""

    def act(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        state, me = situation.state, situation.me
        kinds = {action["type"]: action for action in situation.listed}
        if situation.may("bid"):
            auction: Auction = state.agenda.top
            price = situation.eye.board.deeds[auction.deed].price
            bid = auction.bid + 10
            return Bid(bid) if bid <= min(price, most_to_bid(state, me, auction)) else Pass()
        for kind in ("buy", "condense", "buy_back", "use_card"):
            if kind in kinds:
                return codec.read(ACTIONS[kind], kinds[kind], "action")
        if "pay_tax" in kinds:
            return ideas(situation.eye)[0].action
        for kind in ("pay_interest", "give_up", "transfer", "evaporate", "decline", "roll", "end_turn"):
            raising = kind in ("transfer", "evaporate") and not isinstance(state.agenda.top, Debt)
            if kind in kinds and not raising:
                return codec.read(ACTIONS[kind], kinds[kind], "action")
        return None

    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any:  # noqa: ARG002
        term, board = offer.terms[0], situation.eye.board

        def printed(goods: Goods) -> int:
            return sum(board.deeds[d].price for d in goods.pieces if d in board.deeds) + sum(
                amount for _, amount in goods.amounts
            )

        whole = any(
            board.set_of(d) and situation.eye.now.has_all(board, situation.me, d)
            for d in term.gets.pieces
            if d in board.deeds
        )
        good = printed(term.gives) >= 1.2 * printed(term.gets) and not whole
        return AcceptOffer(offer.id) if good and situation.accepting(offer) else DeclineOffer(offer.id)

    def propose(self, situation: Situation, random: Random) -> Any:
        """Half as much again as is printed, for what completes a set."""
        eye = situation.eye
        found = list(wishes(eye))
        if not found:
            return None
        owner, missing = random.choice(found)
        price = sum(eye.board.deeds[deed].price for deed in missing) * 3 // 2
        action = ProposeOffer((Term(owner, Goods((), ((MONEY, price),)), Goods(missing)),))
        affordable = price <= eye.money and not any(offer_refusals(eye.state, eye.me, action))
        return action if affordable else None


class StrongChooser:
    """Weighs sets, what may have to be paid, and what others would gain."""

    def act(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        found = ideas(situation.eye)
        return found[0].action if found else None

    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any:  # noqa: ARG002
        return answer(situation.eye, offer, situation.accepting(offer)).action

    def propose(self, situation: Situation, random: Random) -> Any:
        """First cheap, then fair."""
        cheap = not situation.state.offers.made_by(situation.me)
        found = proposals(situation.eye, cheap=cheap)[:3]
        return random.choice(found).action if found else None
