"""Whether a player may do this now, with every reason against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from adjudicator.engine.answers import consent, refusal, ruled
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    ProposeOffer,
    WithdrawOffer,
)
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.holdings import (
    board_of,
    cash,
    holdings,
    last_steps,
    next_steps,
    raisable,
)
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    MONEY,
    Answer,
    Auction,
    Bid,
    Buy,
    BuyBack,
    Condense,
    Debt,
    Decline,
    DiceTurn,
    EndTurn,
    Evaporate,
    Fees,
    GiveUp,
    Pass,
    PayFine,
    PayInterest,
    PayTax,
    Purchase,
    Question,
    Roll,
    TakeTest,
    Tax,
    Transfer,
    UseCard,
    kept,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.offers import Goods, OfferAction, Term
    from adjudicator.verdict import Check
    from adjudicator_rulesets.chemistry_monopoly.play.state import Action, Business, State

TRIES = 3  # M-JAIL-DOUBLES, and doubles in a row that end in Biology Class (M-THREE-DOUBLES)
# Matters in which the player asked may evaporate and transfer, those in which one may condense (M-RAISE), and
# those of M-BUSINESS alone. Money that was bid or is due as interest must not be spent on condensing.
RAISING = {
    "any-time": (DiceTurn, Purchase, Tax, Debt, Auction, Fees),
    "settled": (DiceTurn, Purchase, Tax, Debt),
}
CONDENSING: dict[str, tuple[type, ...]] = {"any-time": (DiceTurn, Purchase, Tax), "settled": (DiceTurn,)}


def ruling(state: State, player: int, action: Action) -> ActionVerdict:
    return ruled(refusals(state, player, action), consent("M-TURN", "may_do"))


def player_to_answer(state: State) -> int | None:
    """The player whose answer the top matter waits for."""
    match state.agenda.top:
        case (
            DiceTurn(player=player)
            | Purchase(player=player)
            | Tax(player=player)
            | Fees(player=player)
            | Question(player=player)
        ):
            return player
        case Debt(debtor=debtor):
            return debtor
        case Auction(bidders=(bidder, *_)):
            return bidder
        case _:  # cards and estates ask nobody
            return None


def refusals(state: State, player: int, action: Action) -> Iterator[Check]:
    if player_to_answer(state) != player:
        yield refusal("M-TURN", "not_your_turn", turn=player_to_answer(state))
        return
    top = state.agenda.top
    match action, top:
        case ((Roll() | EndTurn() | PayFine() | UseCard() | TakeTest()), DiceTurn()):
            yield from _in_turn(state, top, action)
        case ((Buy() | Decline()), Purchase(deed=deed)):
            price = board_of(state).deeds[deed].price
            if isinstance(action, Buy):
                yield from _lacks(state, player, price, "M-BUY")
        case ((Bid() | Pass()), Auction()):
            if isinstance(action, Bid):
                yield from _bidding(state, player, top, action.amount)
        case ((Answer() | Pass()), Question()):
            if isinstance(action, Answer):
                yield from _answering(action.answer)
        case PayTax(), Tax():
            return
        case GiveUp(), Debt(amount=amount):
            if raisable(state, player) >= amount:
                yield refusal("M-GIVE-UP", "can_still_pay", amount=amount, raisable=raisable(state, player))
        case ((PayInterest(deed) | BuyBack(deed)), Fees(deeds=(first, *rest))):
            yield from (
                _fee(state, player, action, first, tuple(rest))
                if deed == first
                else (refusal("M-TRADE-FEE", "fee_first", name=board_of(state).name(first)),)
            )
        case BuyBack(), DiceTurn():
            yield from _business(state, player, action)
        case Condense(), _ if may_condense(state):
            yield from _business(state, player, action)
        case ((Evaporate() | Transfer()), _) if may_raise(state):
            yield from _business(state, player, action)
        case _:  # any other answer than those to the top matter
            yield refusal("M-TURN", "not_now", open=top.type)


def may_raise(state: State) -> bool:
    """M-BUSINESS, M-RAISE: whether the player being asked may evaporate and transfer."""
    return isinstance(state.agenda.top, RAISING[state.options.business])


def may_condense(state: State) -> bool:
    """M-RAISE: whether the player being asked may condense."""
    return isinstance(state.agenda.top, CONDENSING[state.options.business])


def _answering(answer: str) -> Iterator[Check]:
    """The whole table reads the answer, so it must be one line of text."""
    said = answer.strip()
    if not said or len(said) > questions.MOST_LETTERS or not said.isprintable():
        yield refusal("M-QUESTION", "no_answer", most=questions.MOST_LETTERS)


def _in_turn(
    state: State, turn: DiceTurn, action: Roll | EndTurn | PayFine | UseCard | TakeTest
) -> Iterator[Check]:
    before, detained = turn.phase == "before", state.detained[turn.player] is not None
    match action:
        case Roll():
            if not before and not turn.again:
                yield refusal("M-DOUBLES", "rolled_already")
        case EndTurn():
            if before:
                yield refusal("M-MOVE", "roll_first")
        case PayFine() | UseCard() | TakeTest():
            if isinstance(action, TakeTest) and state.options.questions == questions.OFF:
                yield refusal("M-QUESTION", "no_questions")
            if not detained:
                yield refusal("M-JAIL", "not_in_class")
            elif not before:
                yield refusal("M-JAIL-CHOICE", "only_before_rolling")
            if isinstance(action, PayFine):
                yield from _lacks(state, turn.player, board_of(state).edition.money.fine, "M-JAIL-FINE")
            elif isinstance(action, UseCard) and free_card(state, turn.player, action.deck) is None:
                yield refusal("M-FREE-CARD", "no_such_free_card", deck=action.deck)
        case _:
            assert_never(action)


def free_card(state: State, player: int, deck: str) -> str | None:
    return next((card for card in state.pieces[kept(player)] if card.startswith(f"{deck} ")), None)


def _lacks(state: State, player: int, price: int, rule: str) -> Iterator[Check]:
    if cash(state, player) < price:
        yield refusal(rule, "too_dear", price=price, money=cash(state, player))


# --- business -----------------------------------------------------------------------------------------------


def _business(state: State, player: int, action: Business) -> Iterator[Check]:
    board, now, deed = board_of(state), holdings(state), action.deed
    if now.owner.get(deed) != player:
        yield refusal("M-BUSINESS", "not_yours", deed=deed[:40])
        return
    name = board.name(deed)
    match action:
        case Condense():
            yield from _condensing(state, player, deed)
        case Evaporate():
            if not now.level(deed):
                yield refusal("M-SELL-BACK", "already_bare", name=name)
            elif deed not in last_steps(state, player, deed):
                yield refusal("M-SELL-EVEN", "evaporate_evenly", name=name)
        case Transfer():
            if deed in now.transferred:
                yield refusal("M-TRANSFER", "is_transferred", name=name)
            elif now.level(deed):
                yield refusal("M-TRANSFER", "not_bare", name=name)
        case BuyBack():
            if deed not in now.transferred:
                yield refusal("M-REDEEM", "not_transferred", name=name)
            else:
                yield from _lacks(state, player, board.redeeming(deed), "M-REDEEM")
        case _:
            assert_never(action)


def _condensing(state: State, player: int, deed: str) -> Iterator[Check]:
    """M-CONDENSE, M-SET-WHOLE, M-EVEN, M-STOCK, M-LIFE."""
    board, now = board_of(state), holdings(state)
    square, name = board.deeds[deed], board.name(deed)
    if square.kind != "lot":
        yield refusal("M-LIFE", "never_a_lot", name=name)
        return
    missing = [board.name(other) for other in board.set_of(deed) if now.owner.get(other) != player]
    if missing:
        yield refusal("M-CONDENSE", "set_not_whole", name=name, missing=tuple(missing))
        return
    turned = [board.name(other) for other in board.set_of(deed) if other in now.transferred]
    if turned:
        yield refusal("M-SET-WHOLE", "set_transferred", names=tuple(turned))
    if now.level(deed) == board.solid:
        yield refusal("M-SOLID", "is_solid", name=name)
    elif deed not in next_steps(state, player, deed):
        yield refusal("M-EVEN", "condense_evenly", name=name)
    elif not (now.solids if now.level(deed) == board.solid - 1 else now.liquids):
        what = "solids" if now.level(deed) == board.solid - 1 else "liquids"
        yield refusal("M-STOCK", "none_left", what=what)
    yield from _lacks(state, player, square.step, "M-CONDENSE")


# --- auctions and fees --------------------------------------------------------------------------------------


def most_to_bid(state: State, player: int, auction: Auction) -> int:
    """M-BID, M-TRADE-FEE: the money in hand, minus the interest on a transferred card."""
    fee = board_of(state).interest(auction.deed) if auction.estate else 0
    return cash(state, player) - fee


def can_outbid(state: State, player: int, auction: Auction) -> bool:
    """M-BID, M-RAISE: with the money in hand, or with what can be raised before the bid."""
    most = most_to_bid(state, player, auction)
    if state.options.business == "any-time":
        most += raisable(state, player) - cash(state, player)
    return most > auction.bid


def _bidding(state: State, player: int, auction: Auction, amount: int) -> Iterator[Check]:
    if amount <= auction.bid:
        yield refusal("M-BID", "bid_too_low", least=auction.bid + 1)
    if amount > most_to_bid(state, player, auction):
        yield refusal("M-BID", "bid_too_high", most=max(0, most_to_bid(state, player, auction)))


def _fee(
    state: State, player: int, action: PayInterest | BuyBack, deed: str, rest: tuple[str, ...]
) -> Iterator[Check]:
    """The interest on other transferred cards received with it must remain payable."""
    board = board_of(state)
    price = board.redeeming(deed) if isinstance(action, BuyBack) else board.interest(deed)
    needed = sum(map(board.interest, rest)) if isinstance(action, BuyBack) else 0
    yield from _lacks(state, player, price + needed, "M-TRADE-FEE")


# --- offers -------------------------------------------------------------------------------------------------


def offer_refusals(state: State, player: int, action: OfferAction) -> Iterator[Check]:
    match action:
        case ProposeOffer(terms):
            yield from _proposing(state, player, terms, None)
        case CounterOffer(offer, terms):
            yield from _proposing(state, player, terms, offer)
        case AcceptOffer(number):
            accepted = state.offers[number]
            yield from _term(state, accepted.by, player, accepted.terms[0])
        case DeclineOffer() | WithdrawOffer():
            pass


def _proposing(state: State, player: int, terms: tuple[Term, ...], countered: int | None) -> Iterator[Check]:
    """M-OFFER."""
    partner = terms[0].partner
    if len(terms) != 1 or partner is None:
        yield refusal("M-OFFER", "offer_two_parties")
        return
    open_ones = [offer for offer in state.offers.open if offer.by == player and offer.id != countered]
    if any(partner in offer.partners for offer in open_ones):
        yield refusal("M-OFFER", "offer_one_each", player=partner)
    yield from _term(state, player, partner, terms[0], asking=True)


def _term(state: State, proposer: int, partner: int, term: Term, *, asking: bool = False) -> Iterator[Check]:
    """What the rules say against this deal; `asking`: the partner can still raise the money."""
    board, now = board_of(state), holdings(state)
    undecided = {deed for matter in state.agenda.matters if isinstance(matter, Fees) for deed in matter.deeds}
    for giver, goods in ((proposer, term.gives), (partner, term.gets)):
        for piece in goods.pieces:
            if piece in board.deeds:
                if now.owner.get(piece) != giver:
                    yield refusal("M-OFFER", "offer_not_theirs", name=board.name(piece), player=giver)
                elif now.level(piece):
                    yield refusal("M-SELL-BARE", "not_bare", name=board.name(piece))
                elif piece in undecided:
                    yield refusal("M-TRADE-FEE", "fee_open", name=board.name(piece))
            elif piece not in state.pieces[kept(giver)]:
                yield refusal("M-OFFER", "offer_not_tradable", piece=piece[:40])
    for player, gives, gets in ((proposer, term.gives, term.gets), (partner, term.gets, term.gives)):
        brought, fees = _money(gets) - _money(gives), _fees(state, gets)
        short = fees > cash(state, player) + brought
        if fees and short and not (asking and player == partner):
            yield refusal("M-TRADE-FEE", "offer_no_interest", player=player, amount=fees)
        yield from _in_debt(state, player, gives, gets, brought - fees)


def _in_debt(state: State, player: int, gives: Goods, gets: Goods, brought: int) -> Iterator[Check]:
    """M-DEBT: a debtor's trade must bring money and must not lower what can be raised in total."""
    debt = state.agenda.top
    if not isinstance(debt, Debt) or debt.debtor != player:
        return
    board, now = board_of(state), holdings(state)

    def transfers(goods: Goods) -> int:
        deeds = [deed for deed in goods.pieces if deed in board.deeds and deed not in now.transferred]
        return sum(board.deeds[deed].transfer for deed in deeds)

    if brought <= 0:
        yield refusal("M-DEBT", "debtor_needs_money", player=player)
    elif brought + transfers(gets) < transfers(gives):
        yield refusal("M-DEBT", "debtor_loses", player=player)


def _money(goods: Goods) -> int:
    return sum(amount for kind, amount in goods.amounts if kind == MONEY)


def _fees(state: State, goods: Goods) -> int:
    board, now = board_of(state), holdings(state)
    return sum(board.interest(deed) for deed in goods.pieces if deed in now.transferred)
