"""What a good player would think of now, each idea with its worth: for the strong bot and for hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator.engine.values import replace
from adjudicator_rulesets.chemistry_monopoly.play.holdings import (
    after_evaporating,
    cash,
    price_back,
    raisable,
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

    from adjudicator.engine.offers import Goods, Offer, Term
    from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Holdings

WORTH_A_STEP = 0.25  # of the rent that a step adds, what it is expected to bring
WHOLE, MATE = 150, 20  # what it is worth that a set stays whole and face up; and that two of one do
PER_SQUARE = 75  # average gain over the start, for each square held
SEVEN = 7  # what two dice show on the average
PRIDE = 0.8  # of the chance to win that an offer brings the other, what it has to bring
TAKEN = 0.3  # of what one loses if another player has a card, how far declining it leads there
COMFORT = 20  # AMUny: a card that does not matter is bought rather than not
GIVEN_AWAY = 0.15  # of the chance to win, what a player may lose by a deal in a game that does not end
WHOLE_GAME = 2000  # AMUny: what winning for certain counts for beside other ideas
FREE_CARD = 40
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
            gain = eye.swing(eye.turned(deed), {eye.me: price})[eye.me]
            words = {"name": eye.board.name(deed), "price": price, "least": False}
            if gain > 0:
                yield Idea(Transfer(deed), 1 + WHOLE_GAME * gain, "hint_raise", words)


def _buying_back(eye: Appraisal) -> Iterator[Idea]:
    """A set that is whole at once; of the others what makes it likelier to win, rent for money."""
    for deed in eye.now.of(eye.me):
        if deed not in eye.now.transferred or (price := eye.board.redeeming(deed)) > eye.money - eye.reserve:
            continue
        whole = eye.now.has_all(eye.board, eye.me, deed)
        gain = 0.0 if whole else eye.swing(eye.turned(deed), {eye.me: -price})[eye.me]
        if whole or gain > 0:
            value = 500.0 if whole else WHOLE_GAME * gain
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
    gain, left = WHOLE_GAME * _chance_of_having(eye, deed, price), eye.money - price
    value = value_of(eye, deed)
    urgent, loss = gain > 0 and value > 2 * price, value < price
    dear = left < min(eye.reserve, 40) or (gain + COMFORT < 0 and not loss)
    yield Idea(Buy(), gain + COMFORT, "hint_buy", {"name": name, "why": why_of(eye, deed)})
    short = {"name": name, "dear": dear, "loss": loss, "price": price}
    yield Idea(Decline(), 0, "hint_decline", short)
    if left < 0 and urgent and raisable(eye.state, eye.me) - price > eye.reserve:
        for idea in _raising(eye, -left, deed):
            yield Idea(idea.action, gain / 2 + idea.value / 1000, idea.code, idea.params)


def _chance_of_having(eye: Appraisal, deed: str, price: int) -> float:
    """What it does to the chance to win to buy it, and that another does not."""
    mine = eye.swing(eye.owned({deed: eye.me}), {eye.me: -price})[eye.me]
    able = [other for other in eye.state.others(eye.me) if cash(eye.state, other) >= price]
    lost = [eye.swing(eye.owned({deed: other}), {other: -price})[eye.me] for other in able]
    return mine - TAKEN * min([0.0, *lost])


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
    yield Idea(Pass(), 0, "hint_pass_still" if bid <= limit else "hint_pass", {"name": name})
    spare = raisable(eye.state, eye.me) - eye.reserve
    if limit < bid <= min(_worth_bidding(eye, auction), spare) and _urgent(eye, auction):
        for idea in _raising(eye, bid - limit, auction.deed):
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


def _raising(eye: Appraisal, wanted: int, bought: str | None = None) -> Iterator[Idea]:
    """By what it takes from the chance to win to raise all that is wanted in this way, for a card."""
    yield Idea(GiveUp(), 1, "hint_give_up")  # allowed only where nothing else helps
    now = eye.now if bought is None else eye.owned({bought: eye.me})
    before = penniless(eye, now)
    ways: list[tuple[float, Evaporate | Transfer, int]] = []
    for deed in eye.now.of(eye.me):
        action: Evaporate | Transfer
        if now.level(deed):
            after = after_evaporating(eye.state, eye.me, deed)
            price, action = price_back(eye.state, after), Evaporate(deed)
            then = replace(now, levels={**now.levels, **after})
        elif deed not in now.transferred:
            price, action = eye.board.deeds[deed].transfer, Transfer(deed)
            then = replace(now, transferred=now.transferred | {deed})
        else:
            continue
        lost = missed(eye, wanted, before, then, {eye.me: price})
        value = -WHOLE_GAME * lost * max(1.0, wanted / max(1, price))
        ways.append((value, action, price))
    best = max((value for value, *_ in ways), default=0)
    for value, action, price in ways:
        words = {"name": eye.board.name(action.deed), "price": price, "least": value == best}
        yield Idea(action, value, "hint_raise", words)


def penniless(eye: Appraisal, now: Holdings) -> float:
    """What it does to the chance to win to have these cards and no money, as before any way to raise it."""
    return eye.swing(now, {eye.me: -eye.money})[eye.me]


def missed(eye: Appraisal, wanted: int, before: float, then: Holdings, paid: Mapping[int, int]) -> float:
    """What it takes from the chance to win that the cards are so, once what was wanted is paid with it;
    `before` is what being penniless does to it.
    """
    left = {**paid, eye.me: max(0, paid[eye.me] - wanted) - eye.money}
    return before - eye.swing(then, left)[eye.me]


# --- offers -------------------------------------------------------------------------------------------------


def answer(eye: Appraisal, offer: Offer, listed: bool) -> Idea:
    """Accepts what makes it likelier to win, and not by much less than the other.

    A player who would otherwise be bankrupt takes anything that pays the debt. A rival near bankruptcy is not
    saved for less than the bankruptcy would bring; with two players it would win the game.
    """
    term = offer.terms[0]
    if listed and _ruined(eye, eye.me) and eye.money + _brought(offer) >= eye.state.agenda.top.amount:
        return Idea(AcceptOffer(offer.id), eye.holdings_value(), "hint_saved")
    gained = deal(eye, offer.by, term.gives, term.gets)[0]
    if _ruined(eye, offer.by) and (len(eye.state.playing) == 2 or gained <= _estate(eye, offer.by)):
        return Idea(DeclineOffer(offer.id), _estate(eye, offer.by), "hint_ruin")
    mine, theirs = outlook(eye, offer.by, term.gives, term.gets)
    if listed and agrees(eye, mine, theirs):
        return accepted(eye, offer, WHOLE_GAME * mine)
    words = {"names": _filling(eye, offer.by, term.gets), "player": offer.by}
    return Idea(DeclineOffer(offer.id), -WHOLE_GAME * mine, "hint_refuse", words)


def accepted(eye: Appraisal, offer: Offer, value: float) -> Idea:
    """What speaks for accepting it: above all a set that it completes."""
    return Idea(
        AcceptOffer(offer.id), value, "hint_accept", {"names": _filling(eye, eye.me, offer.terms[0].gives)}
    )


def _filling(eye: Appraisal, player: int, goods: Goods) -> list[str]:
    """The elements among these with which a set of their receiver is whole."""
    families = dict.fromkeys([eye.board.set_of(deed) for deed in goods.pieces if deed in eye.board.deeds])
    whole = [
        family
        for family in families
        if family and all(deed in goods.pieces or eye.now.owner.get(deed) == player for deed in family)
    ]
    return [eye.board.name(deed) for family in whole for deed in family if deed in goods.pieces]


def agrees(eye: Appraisal, own: float, others: float) -> bool:
    """Whether a deal is accepted that changes one's own chance to win, and the other's, by so much."""
    return own + patience(eye) > max(0.0, PRIDE * others)


def would_accept(eye: Appraisal, term: Term) -> bool:
    """Whether the partner would accept what this player offers, if it answers as this player would."""
    if term.partner is None or (_ruined(eye, eye.me) and len(eye.state.playing) == 2):
        return False
    mine, theirs = outlook(eye, term.partner, term.gets, term.gives)
    return agrees(eye, theirs, mine)


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


def patience(eye: Appraisal) -> float:
    """How much of its chance to win a player gives away rather than play for ever.

    Among equals nobody sells what completes a set; somebody has to, or the game does not end.
    """
    playing = len(eye.state.playing)
    late = (eye.state.turns - 40 * playing) / (60 * playing)
    return GIVEN_AWAY * min(1.0, max(0.0, late))


def outlook(eye: Appraisal, other: int, gets: Goods, gives: Goods) -> tuple[float, float]:
    """What a deal does to the chance to win, of this player and of the other."""
    changed, brought = _changes(eye, other, gets, gives)
    swing = eye.swing(
        eye.owned(changed), {eye.me: brought - _fees(eye, gets), other: -brought - _fees(eye, gives)}
    )
    return swing[eye.me], swing[other]


def deal(eye: Appraisal, other: int, gets: Goods, gives: Goods) -> tuple[float, float]:
    """What cards and money are worth more to this player and to the other, if `gets` comes for `gives`."""
    changed, brought = _changes(eye, other, gets, gives)
    return eye.gain(eye.me, changed) + brought - _fees(eye, gets), eye.gain(other, changed) - brought


def _changes(eye: Appraisal, other: int, gets: Goods, gives: Goods) -> tuple[dict[str, int], int]:
    """Whose cards of elements are then, and the money that comes, free cards counted as money."""
    changed = dict.fromkeys((d for d in gets.pieces if d in eye.board.deeds), eye.me)
    changed |= dict.fromkeys((d for d in gives.pieces if d in eye.board.deeds), other)
    cards = sum(d not in eye.board.deeds for d in gets.pieces) - sum(
        d not in eye.board.deeds for d in gives.pieces
    )
    return changed, _money(gets) - _money(gives) + FREE_CARD * cards


def _fees(eye: Appraisal, goods: Goods) -> int:
    """M-TRADE-FEE: the least that is paid for what is transferred."""
    return sum(map(eye.board.interest, (d for d in goods.pieces if d in eye.now.transferred)))


def _money(goods: Goods) -> int:
    return sum(amount for kind, amount in goods.amounts if kind == MONEY)
