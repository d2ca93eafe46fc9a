"""Bots for Chemistry Monopoly: random, greedy and strong. They know only their view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine import codec
from adjudicator.engine.glance import world_of
from adjudicator.engine.offers import ACTIONS as OFFER_ACTIONS
from adjudicator.engine.offers import AcceptOffer, DeclineOffer, Goods, ProposeOffer, Term
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import answer, ideas
from adjudicator_rulesets.chemistry_monopoly.bots.refusals import refused
from adjudicator_rulesets.chemistry_monopoly.bots.trading import proposals, sale, sales, wishes
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash
from adjudicator_rulesets.chemistry_monopoly.play.rulings import asked_now, most_to_bid, offer_refusals
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    ACTIONS,
    MONEY,
    Answer,
    Bid,
    Debt,
    DiceTurn,
    Pass,
    PayTax,
    Question,
)
from adjudicator_rulesets.chemistry_monopoly.play.views import imagined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from adjudicator.engine.events import Event
    from adjudicator.engine.offers import Offer
    from adjudicator_rulesets.chemistry_monopoly.bots.refusals import Refusal
    from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
    from adjudicator_rulesets.chemistry_monopoly.play.state import Auction, State

MOST_OFFERS = 2  # that a bot makes in a turn
TRADING = 0.35  # of its turns, those in which a bot thinks of trades
KEPT = 300  # that a greedy bot keeps at most, for what its next roll may cost
SAVED = 600  # that a beginner keeps at least


@lru_cache(1)
def _game() -> ChemistryMonopolyGame:
    from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame

    return ChemistryMonopolyGame()


@dataclass(frozen=True)
class Situation:
    """What a bot knows: the view, the state that it suggests, and what it has seen happen."""

    view: Mapping[str, Any]
    seen: Sequence[Event] = ()

    @property
    def me(self) -> int:
        me: int = self.view["you"]
        return me

    @cached_property
    def state(self) -> State:
        world: State | None = world_of(self.view)
        return imagined(_game(), self.view, Rng("unused"), shuffled=False) if world is None else world

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
        if not self.view["offers"]["open"]:
            return []
        return [offer for offer in self.state.offers.open if offer.is_to(self.me)]

    def accepting(self, offer: Offer) -> bool:
        """Whether it can be accepted now."""
        return any(a["type"] == "accept_offer" and a["offer"] == offer.id for a in self.view["actions"])

    @property
    def waits(self) -> bool:
        """Whether an offer of this bot still waits for an answer."""
        return any(offer["by"] == self.me for offer in self.view["offers"]["open"])

    @property
    def may_trade(self) -> bool:
        """M-OFFER: in its own turn a few times, and more often when it owes something."""
        if not self.may("propose_offer") or asked_now(self.state) != self.me:
            return False
        made, most = self.state.offers.made_by(self.me), 2 * MOST_OFFERS if self.debt else MOST_OFFERS
        return isinstance(self.state.agenda.top, (DiceTurn, Debt)) and made < most

    @cached_property
    def refused(self) -> list[Refusal]:
        """What others have declined, and would decline again."""
        return refused(self.seen, self.me, self.eye.board)

    def fresh(self, offers: Iterable[ProposeOffer]) -> list[ProposeOffer]:
        """Those that were not declined already."""
        return [
            offer
            for offer in offers
            if not any(refusal.is_met_again(offer.terms[0]) for refusal in self.refused)
        ]

    @property
    def debt(self) -> Debt | None:
        """What this player owes now."""
        top = self.state.agenda.top
        return top if isinstance(top, Debt) and top.debtor == self.me else None

    @property
    def question(self) -> Question | None:
        """What this player is asked now (M-QUESTION)."""
        if not self.may("answer"):
            return None
        top = self.state.agenda.top
        return top if isinstance(top, Question) else None


class Chooser(Protocol):
    def act(self, situation: Situation, random: Random) -> Any: ...
    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any: ...
    def propose(self, situation: Situation, random: Random) -> Any: ...


@dataclass(frozen=True, slots=True)
class MonopolyBot:
    """Answers offers first; makes some in its own turn, and waits until they are answered.

    Of the questions of the board it `knows` so many in a hundred.
    """

    chooser: Chooser
    knows: int
    seen: Sequence[Event] = ()

    def recalling(self, seen: Sequence[Event]) -> MonopolyBot:
        return replace(self, seen=seen)

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        situation = Situation(view, self.seen)
        if situation.offers_to_me and situation.may("decline_offer"):
            return self.chooser.answer(situation, situation.offers_to_me[0], random)
        if not situation.listed and not situation.may("bid"):
            return None
        if situation.question:
            return self._answer(situation.question, random)
        if situation.waits:
            return None
        if situation.may_trade and (situation.debt or random.random() < TRADING):
            offer = self.chooser.propose(situation, random)
            if offer is not None:
                return offer
        return self.chooser.act(situation, random)

    def _answer(self, question: Question, random: Random) -> Answer:
        """M-QUESTION: the right answer, or a mistake that people make."""
        if random.randrange(100) < self.knows:
            return Answer(questions.right_answer(question.exercise))
        return Answer(random.choice(questions.mistakes(question.exercise)))


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
        if "pay_tax" in kinds:  # M-BLIND-TAX: what else is listed depends on the money
            return PayTax(random.choice(("fixed", "share")))
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
    """Buys what it can, condenses all but what a roll may cost, tries to buy cheap and to sell dear."""

    bids = 1.0  # of the printed price, the most
    wants = 1.2  # of what it gives by printed prices, at least

    def act(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        state, me = situation.state, situation.me
        kinds = {action["type"]: action for action in situation.listed}
        if situation.may("bid"):
            auction: Auction = state.agenda.top
            price = situation.eye.board.deeds[auction.deed].price
            bid = auction.bid + 10
            return Bid(bid) if bid <= min(self.bids * price, most_to_bid(state, me, auction)) else Pass()
        if "pay_tax" in kinds or situation.debt:
            return next(ideas(situation.eye)).action
        for kind in ("buy", "condense", "buy_back", "use_card"):
            if kind in kinds and self._spares(situation.eye, kinds[kind]):
                return codec.read(ACTIONS[kind], kinds[kind], "action")
        for kind in ("pay_interest", "decline", "pass", "take_test", "roll", "end_turn"):
            if kind in kinds:
                return codec.read(ACTIONS[kind], kinds[kind], "action")
        return None

    def _spares(self, eye: Appraisal, action: Mapping[str, Any]) -> bool:
        """Whether enough money is left after it."""
        match action["type"]:
            case "condense":
                price = eye.board.deeds[action["deed"]].step
            case "buy_back":
                price = eye.board.redeeming(action["deed"])
            case _:
                return True
        return eye.money - price >= self.kept(eye)

    def kept(self, eye: Appraisal) -> int:
        """Enough for the worst that the next roll may cost."""
        return min(KEPT, eye.worst(eye.me))

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
        good = printed(term.gives) >= self.wants * printed(term.gets) and not whole
        return AcceptOffer(offer.id) if good and situation.accepting(offer) else DeclineOffer(offer.id)

    def propose(self, situation: Situation, random: Random) -> Any:
        """For what completes a set half its price, then half as much again; or one of its own, dear."""
        eye, debt = situation.eye, situation.debt
        if debt:
            new = situation.fresh(_dear_sales(eye, debt.amount - eye.money))
        else:
            half = [] if eye.state.offers.made_by(eye.me) else situation.fresh(_set_offers(eye, half=True))
            new = half or situation.fresh(_set_offers(eye, half=False))
            new += situation.fresh(_dear_sales(eye))
        legal = [action for action in new if not any(offer_refusals(eye.state, eye.me, action))]
        return random.choice(legal) if legal else None


def _set_offers(eye: Appraisal, *, half: bool) -> Iterator[ProposeOffer]:
    for owner, missing in wishes(eye):
        printed = sum(eye.board.deeds[deed].price for deed in missing)
        price = printed // 2 if half else printed * 3 // 2
        if price <= eye.money:
            yield ProposeOffer((Term(owner, Goods((), ((MONEY, price),)), Goods(missing)),))


def _dear_sales(eye: Appraisal, needed: int = 0) -> Iterator[ProposeOffer]:
    """A lone card that completes no set, for twice its price, all the other player has, or the debt."""
    for deed in eye.now.of(eye.me):
        printed = eye.board.deeds[deed].price
        if sum(eye.now.owner.get(other) == eye.me for other in eye.board.alike(deed)) == 1:
            for other in eye.state.others(eye.me):
                price = min(max(needed, 2 * printed), cash(eye.state, other))
                if price > printed and price >= needed and not eye.completes(other, deed):
                    yield sale(other, deed, price)


class BeginnerChooser(GreedyChooser):
    """Buys where it lands, but saves its money instead of condensing, bids little, and sells at the price."""

    bids = 0.5
    wants = 1.0

    def kept(self, eye: Appraisal) -> int:  # noqa: ARG002
        return SAVED


class StrongChooser:
    """Weighs sets, what may have to be paid, and what others would gain."""

    def act(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        best = next(ideas(situation.eye), None)
        return None if best is None else best.action

    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any:  # noqa: ARG002
        return answer(situation.eye, offer, situation.accepting(offer)).action

    def propose(self, situation: Situation, random: Random) -> Any:
        """First cheap, then fair; what is owed, by the best sale that pays it."""
        made, eye = situation.state.offers.made_by(situation.me), situation.eye
        if situation.debt:
            found = situation.fresh(idea.action for idea in sales(eye, situation.debt))
            following = (
                found if situation.seen else found[made:]
            )  # without a memory, by the number of offers made
            return following[0] if following else None
        for cheap in (False,) if made else (True, False):
            new = situation.fresh(idea.action for idea in proposals(eye, cheap=cheap))
            if new:
                return random.choice(new[:3])
        return None
