"""Bots for Chemistry Monopoly: random, greedy and strong. They know only their view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.engine import codec
from adjudicator.engine.glance import world_of
from adjudicator.engine.offers import ACTIONS as OFFER_ACTIONS
from adjudicator.engine.offers import AcceptOffer, DeclineOffer, Goods, ProposeOffer, Term
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import answer, deal, ideas, outlook, would_accept
from adjudicator_rulesets.chemistry_monopoly.bots.refusals import (
    decliners,
    money_for,
    partners_of_offers,
    refused,
)
from adjudicator_rulesets.chemistry_monopoly.bots.trading import KEEP, proposals, sale, sales, wishes
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash
from adjudicator_rulesets.chemistry_monopoly.play.rulings import most_to_bid, offer_refusals, player_to_answer
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
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from adjudicator.engine.events import Event
    from adjudicator.engine.offers import Offer
    from adjudicator_rulesets.chemistry_monopoly.bots.refusals import Refused
    from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
    from adjudicator_rulesets.chemistry_monopoly.play.state import Auction, State

BETTER = 20  # AMUny: so much more for the partner makes it another offer
TRADING = 0.35  # of its turns, those in which a bot thinks of trades
KEPT = 300  # that a greedy bot keeps at most, for what its next roll may cost
SAVED = 300  # that a beginner keeps at least


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
        """M-OFFER: in its own turn, to every partner once."""
        if not self.may("propose_offer") or player_to_answer(self.state) != self.me:
            return False
        made, partners = self.state.offers.made_by(self.me), self.state.others(self.me)
        return isinstance(self.state.agenda.top, (DiceTurn, Debt)) and made < len(partners)

    @cached_property
    def _refused(self) -> list[Refused]:
        return refused(self.seen, self.me, self.eye.board)

    def may_take(self, offer: ProposeOffer) -> bool:
        """Whether the partner may accept it: if it counts as this bot does, or if that is not known yet.

        Many count by printed prices. Who has declined an offer is taken to count as this bot does, and among
        several players nobody is offered what this bot sees to be bad for them; of two, one always loses.
        """
        (term,) = offer.terms
        if would_accept(self.eye, term):
            return True
        partner = term.partner
        if partner is None or not self.seen or partner in decliners(self.seen, self.me):
            return False
        return len(self.state.playing) == 2 or outlook(self.eye, partner, term.gets, term.gives)[1] > 0

    def fresh(self, offers: Iterable[ProposeOffer], gain: Callable[[Term], float]) -> list[ProposeOffer]:
        """Those to a partner who was not asked in this turn, and has not refused as much for these cards.

        `gain` is what the partner gains by a deal, as the bot sees it.
        """
        made = self.state.offers.made_by(self.me)
        if made and not self.seen:
            return []  # without a memory it cannot know whom it asked
        partners = partners_of_offers(self.seen, self.me, made)
        fresh = []
        for offer in offers:
            term = offer.terms[0]
            gains = [gain(old.term) for old in self._refused if not old.changed and old.is_for(term)]
            sums = [money_for(old.term) for old in self._refused if old.is_of(term)]
            if (
                term.partner not in partners
                and gain(term) >= max(gains, default=-inf) + BETTER
                and money_for(term) >= max(sums, default=-inf) + BETTER
            ):
                fresh.append(offer)
        return fresh

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
    def trading(self, situation: Situation) -> float:
        """Of its turns, those in which it thinks of trades."""
        ...

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
        if situation.may_trade and (situation.debt or random.random() < self.chooser.trading(situation)):
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

    def trading(self, situation: Situation) -> float:  # noqa: ARG002
        return TRADING

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
    """Buys what it can, condenses all but what a roll may cost, and counts by printed prices in trades."""

    bids = 1.0  # of the printed price, the most
    wants = 1.2  # of what it gives by printed prices, at least

    def trading(self, situation: Situation) -> float:  # noqa: ARG002
        return TRADING

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
        term, eye = offer.terms[0], situation.eye
        whole = any(
            eye.board.set_of(d) and eye.now.has_all(eye.board, situation.me, d)
            for d in term.gets.pieces
            if d in eye.board.deeds
        )
        good = _printed(eye, term.gives) >= self.wants * _printed(eye, term.gets) and not whole
        return AcceptOffer(offer.id) if good and situation.accepting(offer) else DeclineOffer(offer.id)

    def propose(self, situation: Situation, random: Random) -> Any:
        """For what completes a set half as much again as its price; what is owed, by the sale of a card.

        Others are taken to count as it does: it offers what it would accept in their place.
        """
        eye, debt, wants = situation.eye, situation.debt, self.wants

        def gain(term: Term) -> float:
            return _printed(eye, term.gives) - wants * _printed(eye, term.gets)

        offers = _set_offers(eye) if debt is None else _sales(eye, debt.amount - eye.money, wants)
        new = [offer for offer in situation.fresh(offers, gain) if gain(offer.terms[0]) >= 0]
        legal = [action for action in new if not any(offer_refusals(eye.state, eye.me, action))]
        return random.choice(legal) if legal else None


def _printed(eye: Appraisal, goods: Goods) -> int:
    """The prices on the cards, and the money."""
    cards = [deed for deed in goods.pieces if deed in eye.board.deeds]
    return eye.printed(cards) + sum([number for _, number in goods.amounts])


def _set_offers(eye: Appraisal) -> Iterator[ProposeOffer]:
    for owner, missing in wishes(eye):
        price = sum(eye.board.deeds[deed].price for deed in missing) * 3 // 2
        if price <= eye.money:
            yield ProposeOffer((Term(owner, Goods((), ((MONEY, price),)), Goods(missing)),))


def _sales(eye: Appraisal, needed: int, wants: float) -> Iterator[ProposeOffer]:
    """M-DEBT: a lone card that completes no set, for the most that others pay who want what this bot does."""
    for deed in eye.now.of(eye.me):
        if sum(eye.now.owner.get(other) == eye.me for other in eye.board.alike(deed)) == 1:
            for other in eye.state.others(eye.me):
                price = max(needed, min(int(eye.printed([deed]) / wants), cash(eye.state, other) - KEEP))
                if (
                    price <= cash(eye.state, other)
                    and wants * price <= eye.printed([deed])
                    and not eye.completes(other, deed)
                ):
                    yield sale(other, deed, price)


class BeginnerChooser(GreedyChooser):
    """Buys where it lands, but saves its money instead of condensing, bids little, and sells at the price."""

    bids = 0.5
    wants = 1.0

    def kept(self, eye: Appraisal) -> int:  # noqa: ARG002
        return SAVED


class StrongChooser:
    """Weighs sets, what may have to be paid, and what others would gain."""

    def trading(self, situation: Situation) -> float:
        """Always, if it remembers what was declined; a playout, which remembers nothing, now and then."""
        return 1.0 if situation.seen else TRADING

    def act(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        best = next(ideas(situation.eye), None)
        return None if best is None else best.action

    def answer(self, situation: Situation, offer: Offer, random: Random) -> Any:  # noqa: ARG002
        return answer(situation.eye, offer, situation.accepting(offer)).action

    def propose(self, situation: Situation, random: Random) -> Any:  # noqa: ARG002
        """What the other may accept, a cheap deal before a fair one; what is owed, by the best sale.

        Without a memory, as in playouts, only what it would accept in the other's place.
        """
        eye = situation.eye

        def gain(term: Term) -> float:
            partner = term.partner
            return 0.0 if partner is None else deal(eye, partner, term.gets, term.gives)[1]

        if situation.debt:
            found = sales(eye, situation.debt)
        else:
            found = [*(proposals(eye, cheap=True) if situation.seen else ()), *proposals(eye)]
        offers = [idea.action for idea in found if situation.may_take(idea.action)]
        new = situation.fresh(offers, gain)
        return new[0] if new else None
