"""What a good player would think of now, each idea with its worth: for the strong bot and for hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator_rulesets.chemistry_monopoly.play.holdings import (
    after_evaporating,
    price_back,
    raisable,
    rent,
)
from adjudicator_rulesets.chemistry_monopoly.play.rulings import most_to_bid, refusals
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    MONEY,
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
    Roll,
    TakeTest,
    Tax,
    Transfer,
    UseCard,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.engine.offers import Goods, Offer
    from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal

WORTH_A_STEP = 0.25  # of the rent that a step adds, what it is expected to bring
WHOLE, MATE = 150, 20  # what it is worth that a set stays whole and face up; and that two of one do
PER_SQUARE = 75  # average gain over the start, for each square held
SEVEN = 7  # what two dice show on the average
PARTICULAR = 2  # times a fair share, what an offer of another has to bring: who made it chose it
CROWD = 8  # elements still for sale, with which Biology Class is no place to stay


@dataclass(frozen=True, slots=True)
class Idea:
    """Something to do, what it is worth in AMUny, and why: a code with its parameters."""

    action: Any
    value: float
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


def ideas(eye: Appraisal) -> Iterator[Idea]:
    """What is allowed by the matter on top, the best first; of offers only the answers."""
    state, me = eye.state, eye.me
    possible: Iterator[Idea]
    match state.agenda.top:
        case DiceTurn() as turn:
            possible = _in_turn(eye, turn)
        case Purchase(deed=deed):
            possible = _purchase(eye, deed)
        case Auction() as auction:
            possible = _bidding(eye, auction)
        case Tax(square=square):
            possible = _tax(eye, square)
        case Fees(deeds=(deed, *rest)):
            possible = _fee(eye, deed, rest)
        case Debt() as debt:
            possible = _raising(eye, debt.amount - eye.money)
        case _:  # cards and estates ask nobody, and questions are answered without weighing
            possible = iter(())
    for idea in sorted(possible, key=lambda idea: -idea.value):
        if not any(refusals(state, me, idea.action)):
            yield idea


# --- one's own turn -----------------------------------------------------------------------------------------


def _in_turn(eye: Appraisal, turn: DiceTurn) -> Iterator[Idea]:
    state, me = eye.state, eye.me
    yield from _condensing(eye)
    yield from _buying_back(eye)
    yield from _funding(eye)
    if turn.phase == "before" and state.detained[me] is not None:
        yield from _in_class(eye)
    elif turn.phase == "before":
        yield Idea(Roll(), 0, "hint_roll")
    else:
        good = 15 if eye.unowned() else 5
        yield Idea(Roll(), good - eye.ahead(me) + 1, "hint_roll")
        yield Idea(EndTurn(), 0, "hint_end")


def _condensing(eye: Appraisal) -> Iterator[Idea]:
    """As long as enough money is left; the first three liquids bring most."""
    spare = eye.money - eye.reserve
    others = len(eye.state.playing) - 1
    for deed in eye.now.of(eye.me):
        square, level = eye.board.deeds[deed], eye.now.level(deed)
        if square.kind != "lot" or level == eye.board.solid or square.step > spare:
            continue
        after = square.rents[-1] if level + 1 == eye.board.solid else square.rents[level + 1]
        before = square.rents[level] * (1 if level else 2)
        value = WORTH_A_STEP * others * (after - before) + square.step / 10
        yield Idea(Condense(deed), value, "hint_condense", {"name": square.name, "rent": after})


def _funding(eye: Appraisal) -> Iterator[Idea]:
    """Single elements that earn little pay for liquids on a whole set, until its rents have made the leap."""
    needed = eye.unfinished
    if not needed or eye.money - eye.reserve >= needed:
        return
    for deed in eye.now.of(eye.me):
        mates = [other for other in eye.board.alike(deed) if eye.now.owner.get(other) == eye.me]
        if len(mates) == 1 and deed not in eye.now.transferred and not eye.now.level(deed):
            price = eye.board.deeds[deed].transfer
            yield Idea(
                Transfer(deed), 1 + price / 100, "hint_raise", {"name": eye.board.name(deed), "price": price}
            )


def _buying_back(eye: Appraisal) -> Iterator[Idea]:
    for deed in eye.now.of(eye.me):
        if deed in eye.now.transferred:
            price, whole = eye.board.redeeming(deed), eye.now.has_all(eye.board, eye.me, deed)
            spare = eye.money - eye.reserve - (0 if whole else 150 + eye.unfinished)
            if price <= spare:
                value = 500.0 if whole else 1 + eye.board.deeds[deed].price / 50
                yield Idea(BuyBack(deed), value, "hint_redeem", {"name": eye.board.name(deed)})


def _in_class(eye: Appraisal) -> Iterator[Idea]:
    """M-JAIL-CHOICE: out while there is much to buy, in while the rents are high."""
    busy = eye.unowned() >= CROWD
    for deck in DECKS:
        yield Idea(UseCard(deck), 30 if busy else -5, "hint_card")
    yield Idea(PayFine(), 20 if busy and eye.money > 200 else -50, "hint_fine")
    yield Idea(TakeTest(), 25 if busy else -25, "hint_test")
    yield Idea(Roll(), 0, "hint_roll" if busy else "hint_stay")


# --- buying and bidding -------------------------------------------------------------------------------------


def value_of(eye: Appraisal, deed: str) -> float:
    """The worth of having it, and of keeping it from the others."""
    return eye.worth_to(eye.me, deed) + 0.6 * eye.threat(deed)


def why_of(eye: Appraisal, deed: str) -> str:
    if eye.completes(eye.me, deed):
        return "set"
    if eye.threat(deed):
        return "block"
    mates = [other for other in eye.board.alike(deed) if eye.now.owner.get(other) == eye.me]
    return "more" if mates else "rent"


def _purchase(eye: Appraisal, deed: str) -> Iterator[Idea]:
    """What is too dear may be paid by transferring something that is worth less."""
    price, name = eye.board.deeds[deed].price, eye.board.name(deed)
    gain, left = value_of(eye, deed) - price, eye.money - price
    urgent = gain > price
    comfort = 0 if urgent else min(eye.reserve, 40)
    params = {"name": name, "why": why_of(eye, deed)}
    yield Idea(Buy(), gain + (20 if left >= comfort else -2 * price), "hint_buy", params)
    yield Idea(Decline(), 0, "hint_decline", {"name": name})
    if left < 0 and urgent and raisable(eye.state, eye.me) - price > eye.reserve:
        for idea in _raising(eye, -left):
            yield Idea(idea.action, gain / 2 + idea.value / 1000, idea.code, idea.params)


def limit_of(eye: Appraisal, auction: Auction) -> int:
    """The most that a lot is worth to this player now."""
    keep = 20 if _urgent(eye, auction) else min(eye.reserve, 150)
    return int(min(_worth_bidding(eye, auction), most_to_bid(eye.state, eye.me, auction) - keep))


def _worth_bidding(eye: Appraisal, auction: Auction) -> float:
    """Whether or not the money is there."""
    value = value_of(eye, auction.deed)
    return 0.9 * (value - eye.board.redeeming(auction.deed) if auction.estate else value)


def _urgent(eye: Appraisal, auction: Auction) -> bool:
    return eye.completes(eye.me, auction.deed) or eye.threat(auction.deed) > 0


def _bidding(eye: Appraisal, auction: Auction) -> Iterator[Idea]:
    """M-RAISE: for what completes a set, or would another's, money is raised first."""
    limit, name = limit_of(eye, auction), eye.board.name(auction.deed)
    step = max(1, min(limit - auction.bid, max(10, eye.board.deeds[auction.deed].price // 8)))
    bid = auction.bid + step
    params = {"name": name, "most": limit}
    yield Idea(Bid(bid), limit - bid + 1 if bid <= limit else -1, "hint_bid", params)
    yield Idea(Pass(), 0, "hint_pass", {"name": name})
    spare = raisable(eye.state, eye.me) - eye.reserve
    if limit < bid <= min(_worth_bidding(eye, auction), spare) and _urgent(eye, auction):
        for idea in _raising(eye, bid - limit):
            yield Idea(idea.action, 1 + idea.value / 1000, idea.code, idea.params)


# --- owing --------------------------------------------------------------------------------------------------


def _tax(eye: Appraisal, square: int) -> Iterator[Idea]:
    """M-BLIND-TAX: by the number of squares held, which needs no adding; never by the money."""
    tax, held = eye.board.edition.board[square], len(eye.now.of(eye.me))
    share = (eye.board.edition.money.start + PER_SQUARE * held) * (tax.per_cent or 0) / 100
    yield Idea(PayTax("fixed"), share - tax.amount, "hint_tax_fixed", {"held": held})
    yield Idea(PayTax("share"), tax.amount - share, "hint_tax_share", {"held": held})


def _fee(eye: Appraisal, deed: str, rest: list[str]) -> Iterator[Idea]:
    name, price = eye.board.name(deed), eye.board.redeeming(deed)
    needed = sum(map(eye.board.interest, rest))
    whole = eye.now.has_all(eye.board, eye.me, deed)
    owing = (
        isinstance(eye.state.agenda.entries[-2].matter, Debt) if len(eye.state.agenda.entries) > 1 else False
    )
    comfort = eye.money - price - needed - eye.reserve - (0 if whole else 100)
    value = -1.0 if owing else comfort
    yield Idea(BuyBack(deed), value, "hint_redeem", {"name": name})
    yield Idea(PayInterest(deed), 0, "hint_interest", {"name": name})


def _raising(eye: Appraisal, wanted: int) -> Iterator[Idea]:
    """What one misses least for what it brings: interest or half a step, and the rent that it would earn."""
    yield Idea(GiveUp(), 1, "hint_give_up")  # allowed only where nothing else helps
    visits = WORTH_A_STEP * (len(eye.state.playing) - 1)
    for deed in eye.now.of(eye.me):
        level, name = eye.now.level(deed), eye.board.name(deed)
        if level:
            after = after_evaporating(eye.state, eye.me, deed)
            price = price_back(eye.state, after)
            loss = price + visits * sum(_rent_lost(eye, other, left) for other, left in after.items())
            yield Idea(Evaporate(deed), -loss, "hint_raise", {"name": name, "price": price})
        elif deed not in eye.now.transferred:
            price = eye.board.deeds[deed].transfer
            whole = bool(eye.board.set_of(deed)) and eye.now.has_all(eye.board, eye.me, deed)
            mates = sum(eye.now.owner.get(other) == eye.me for other in eye.board.alike(deed)) - 1
            loss = eye.board.interest(deed) + visits * rent(eye.state, deed, SEVEN)
            loss += (WHOLE if whole else 0) + MATE * mates + abs(price - wanted) / 10
            yield Idea(Transfer(deed), -loss, "hint_raise", {"name": name, "price": price})


def _rent_lost(eye: Appraisal, deed: str, left: int) -> int:
    level, rents = eye.now.level(deed), eye.board.deeds[deed].rents
    return (rents[-1] if level == eye.board.solid else rents[level]) - rents[left]


# --- offers -------------------------------------------------------------------------------------------------


def answer(eye: Appraisal, offer: Offer, listed: bool) -> Idea:
    """Accepts what brings more than it costs, and not much less than it brings the other.

    A player who would otherwise be bankrupt takes anything that pays the debt. A rival near bankruptcy is not
    saved for less than the bankruptcy would bring; with two players it would win the game.
    """
    mine, theirs = gains(eye, offer)
    if listed and _ruined(eye, eye.me) and eye.money + _brought(offer) >= eye.state.agenda.top.amount:
        return Idea(AcceptOffer(offer.id), eye.holdings_value(), "hint_saved")
    if _ruined(eye, offer.by) and (len(eye.state.playing) == 2 or mine <= _estate(eye, offer.by)):
        return Idea(DeclineOffer(offer.id), _estate(eye, offer.by), "hint_ruin")
    if listed and mine > 0 and mine >= wanted_share(eye) * theirs:
        return Idea(AcceptOffer(offer.id), mine, "hint_accept")
    return Idea(DeclineOffer(offer.id), -mine, "hint_refuse")


def _ruined(eye: Appraisal, player: int) -> bool:
    """M-BANKRUPT: a debt that nothing but a trade can pay."""
    top = eye.state.agenda.top
    owes = isinstance(top, Debt) and top.debtor == player
    return owes and raisable(eye.state, player) < top.amount


def _estate(eye: Appraisal, debtor: int) -> float:
    """M-BANKRUPT-PLAYER: what the creditor gets."""
    if eye.state.agenda.top.creditor != eye.me:
        return 0.0
    return eye.gain(eye.me, dict.fromkeys(eye.now.of(debtor), eye.me))


def _brought(offer: Offer) -> int:
    """The money that it brings to the player who accepts it."""
    term = offer.terms[0]
    return _money(term.gives) - _money(term.gets)


def fair_share(eye: Appraisal) -> float:
    """Of the other's gain, what one wants at least; the longer the game lasts the less one is particular."""
    playing = len(eye.state.playing)
    wanted = 0.9 if playing == 2 else 0.5
    late = max(0, eye.state.turns - 40 * playing) / (60 * playing)
    return wanted * max(0.0, 1 - late)


def wanted_share(eye: Appraisal) -> float:
    """Of the proposer's gain, what an offer has to bring to be accepted."""
    return max(PARTICULAR * fair_share(eye), least_share(eye))


def least_share(eye: Appraisal) -> float:
    """Of the other's gain, what one goes below only in a game that does not come to an end.

    Of two players, what one gains the other loses.
    """
    playing = len(eye.state.playing)
    late = max(0, eye.state.turns - 150 * playing) / (150 * playing)
    return (0.9 if playing == 2 else 0.4) * max(0.0, 1 - late)


def gains(eye: Appraisal, offer: Offer) -> tuple[float, float]:
    """What an offer to this player brings it, and what it brings the proposer."""
    term = offer.terms[0]
    return deal(eye, offer.by, term.gives, term.gets)


def deal(eye: Appraisal, other: int, gets: Goods, gives: Goods) -> tuple[float, float]:
    """Gains of this player and of the other, if `gets` comes from the other for `gives`."""
    changed = dict.fromkeys((d for d in gets.pieces if d in eye.board.deeds), eye.me)
    changed |= dict.fromkeys((d for d in gives.pieces if d in eye.board.deeds), other)
    cards = sum(d not in eye.board.deeds for d in gets.pieces) - sum(
        d not in eye.board.deeds for d in gives.pieces
    )
    brought = _money(gets) - _money(gives) + 40 * cards
    fees = sum(map(eye.board.interest, (d for d in gets.pieces if d in eye.now.transferred)))
    return (
        eye.gain(eye.me, changed) + brought - fees,
        eye.gain(other, changed) - brought,
    )


def _money(goods: Goods) -> int:
    return sum(amount for kind, amount in goods.amounts if kind == MONEY)
