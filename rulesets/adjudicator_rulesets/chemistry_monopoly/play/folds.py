"""How each event changes the state of a game of Chemistry Monopoly. No chance and no prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.agenda import Entry as Item
from adjudicator.engine.events import Shown
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.values import replace
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_for
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    DRAWN,
    ESTATE,
    LAB,
    LIQUID,
    POT,
    SOLID,
    STOCK,
    UNOWNED,
    Auction,
    Card,
    Debt,
    DiceTurn,
    Estate,
    Fees,
    Payment,
    Purchase,
    Question,
    State,
    Tax,
    held,
    kept,
    money,
    on,
    turned,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adjudicator.engine.events import Event


def begun(header: Mapping[str, Any], event: Event) -> State:
    """M-DECKS, M-START-CASH, M-START-GO. It is nobody's turn before the opening roll."""
    seats, options = range(len(header["seats"])), header["options"]
    board = board_for(header["edition"], options.short)
    edition = board.edition
    places: dict[str, Iterable[str]] = {
        STOCK: (LIQUID,) * edition.stock.liquids + (SOLID,) * edition.stock.solids,
        UNOWNED: tuple(board.deeds),
        ESTATE: (),
        DRAWN: (),
        **{deck: event["decks"][deck] for deck in DECKS},
        **{place(seat): () for seat in seats for place in (held, turned, kept)},
        **{on(deed): () for deed in board.lots},
    }
    base = edition.money.pot_base if options.pot_base else 0
    purses = {money(seat): edition.money.start for seat in seats}
    return State(
        **header,
        pieces=Inventory.of(places),
        accounts=Accounts.of({LAB: 0, POT: base, **purses}, overdrawn=(LAB,)),
        positions=(board.go,) * len(seats),
        detained=(None,) * len(seats),
        idle=(0,) * len(seats),
    )


# --- turns and moves ----------------------------------------------------------------------------------------


def _dealt(state: State, event: Event) -> State:
    """M-SHORT-DEAL."""
    return replace(state, pieces=state.pieces.move((event["deed"],), UNOWNED, held(event.by)))


def _turn_begun(state: State, event: Event) -> State:
    return replace(state, agenda=Agenda.of(DiceTurn(event.by), event.version))


def _rolled(state: State, event: Event) -> State:
    """M-DOUBLES; in Biology Class M-JAIL-DOUBLES."""
    dice, turn, failed = event["dice"], state.agenda.top, state.detained[event.by]
    double = dice[0] == dice[1]
    if failed is None:
        doubles = turn.doubles + 1 if double else 0
        turn = replace(turn, phase="after", doubles=doubles, again=double)
    elif double:
        turn = DiceTurn(turn.player, "after")
    else:
        return replace(_stayed(state, event), dice=dice)
    return replace(state, dice=dice, agenda=state.agenda.follow(turn, event.version))


def _stayed(state: State, event: Event) -> State:
    """M-JAIL-THIRD: another try in Biology Class has failed; after the third the player rolls again."""
    failed = (state.detained[event.by] or 0) + 1
    turn = DiceTurn(event.by, "before" if failed == event["tries"] else "after")
    return replace(
        state,
        detained=_with(state.detained, event.by, failed),
        agenda=state.agenda.follow(turn, event.version),
    )


def _dice_thrown(state: State, event: Event) -> State:
    return replace(state, dice=event["dice"])


def _moved(state: State, event: Event) -> State:
    return replace(state, positions=_with(state.positions, event.by, event["to"]))


def _sent_to_class(state: State, event: Event) -> State:
    """M-JAIL: the turn is over once open matters are settled."""
    turn = DiceTurn(event.by, "over")
    first, *rest = state.agenda.entries
    return replace(
        state,
        positions=_with(state.positions, event.by, event["to"]),
        detained=_with(state.detained, event.by, 0),
        agenda=Agenda((replace(first, matter=turn), *rest)),
    )


def _class_left(state: State, event: Event) -> State:
    return replace(state, detained=_with(state.detained, event.by, None))


def _turn_ended(state: State, event: Event) -> State:
    """M-OFFER: offers lapse."""
    return replace(
        state,
        agenda=Agenda.of(DiceTurn(event["next"]), event.version),
        offers=state.offers.cleared(),
        turns=state.turns + 1,
        idle=_with(state.idle, event.by, state.idle[event.by] + 1),
    )


def _chosen(state: State, event: Event) -> State:
    """Records that the player is present."""
    return replace(state, idle=_with(state.idle, event.by, 0))


# --- elements -----------------------------------------------------------------------------------------------


def _for_sale(state: State, event: Event) -> State:
    purchase = Purchase(event.by, event["deed"])
    return replace(state, agenda=state.agenda.push(purchase, event.version))


def _bought(state: State, event: Event) -> State:
    """M-DEED."""
    state = _chosen(state, event)
    pieces = state.pieces.move((event["deed"],), UNOWNED, held(event.by))
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


def _settled(state: State, event: Event) -> State:
    """Takes the top matter off the agenda."""
    return replace(state, agenda=state.agenda.pop(event.version))


def _condensed(state: State, event: Event) -> State:
    """M-SOLID: the liquids under a solid go back to the Lab."""
    place, what = on(event["deed"]), event["what"]
    pieces = state.pieces
    if what == SOLID:
        pieces = pieces.move(pieces[place], place, STOCK)
    return _chosen(replace(state, pieces=pieces.move((what,), STOCK, place)), event)


def _evaporated(state: State, event: Event) -> State:
    """M-SOLID-STEP: `left` liquids replace a solid."""
    place = on(event["deed"])
    pieces = state.pieces.move(state.pieces[place], place, STOCK)
    pieces = pieces.move((LIQUID,) * event["left"], STOCK, place) if event["left"] else pieces
    return _unless_owing(replace(state, pieces=pieces), event)


def _set_evaporated(state: State, event: Event) -> State:
    """M-EVEN-SHORT: no solid stays if the Lab cannot replace it with liquids."""
    pieces = _bare(state.pieces, event["left"])
    for deed, left in event["left"].items():
        pieces = pieces.move((LIQUID,) * left, STOCK, on(deed)) if left else pieces
    return _unless_owing(replace(state, pieces=pieces), event)


def _transferred(state: State, event: Event) -> State:
    pieces = state.pieces.move((event["deed"],), held(event.by), turned(event.by))
    return _unless_owing(replace(state, pieces=pieces), event)


def _unless_owing(state: State, event: Event) -> State:
    """A forced action does not show that the player is present."""
    return state if isinstance(state.agenda.top, Debt) else _chosen(state, event)


def _bought_back(state: State, event: Event) -> State:
    pieces = state.pieces.move((event["deed"],), turned(event.by), held(event.by))
    state = _chosen(replace(state, pieces=pieces), event)
    return _fee_settled(state, event) if isinstance(state.agenda.top, Fees) else state


# --- money --------------------------------------------------------------------------------------------------


def _paid(state: State, _: Event) -> State:
    return state


def _tax_due(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.push(Tax(event.by, event["square"]), event.version))


def _tax_chosen(state: State, event: Event) -> State:
    return _settled(state, event)


def _fine_paid(state: State, event: Event) -> State:
    """M-JAIL-FINE: frees the player from Biology Class; after the third failed try it is not a choice."""
    state = state if event["forced"] else _chosen(state, event)
    return replace(
        _class_left(state, event),
        agenda=state.agenda.follow(state.agenda.top, event.version),
    )


def _debt_incurred(state: State, event: Event) -> State:
    debt = Debt(event.by, event["to"], event["amount"], event["why"])
    return replace(state, agenda=state.agenda.push(debt, event.version))


def _debt_paid(state: State, event: Event) -> State:
    state = _class_left(state, event) if event["why"] == "fine" else state
    return _settled(state, event)


# --- day cards ----------------------------------------------------------------------------------------------


def _card_drawn(state: State, event: Event) -> State:
    payments = codec.read(tuple[Payment, ...], event["payments"], "payments")
    card = Card(event.by, event["deck"], event["card"], payments)
    return replace(
        state,
        pieces=state.pieces.draw(1, event["deck"], DRAWN),
        agenda=state.agenda.push(card, event.version),
        drawn=event["card"],
    )


def _payment_called(state: State, event: Event) -> State:
    """Moves on to the next of several payments."""
    card: Card = state.agenda.top
    return replace(
        state, agenda=state.agenda.follow(replace(card, payments=card.payments[1:]), event.version)
    )


def _card_put_away(state: State, event: Event) -> State:
    pieces = state.pieces.move((event["card"],), DRAWN, event["deck"])
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


def _card_kept(state: State, event: Event) -> State:
    pieces = state.pieces.move((event["card"],), DRAWN, kept(event.by))
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


def _card_used(state: State, event: Event) -> State:
    """M-FREE-CARD: the card goes under its deck, and its player leaves Biology Class."""
    pieces = state.pieces.move((event["card"],), kept(event.by), event["deck"])
    state = _class_left(_chosen(replace(state, pieces=pieces), event), event)
    return replace(state, agenda=state.agenda.follow(state.agenda.top, event.version))


# --- questions ----------------------------------------------------------------------------------------------


def _question_asked(state: State, event: Event) -> State:
    question = Question(event.by, event["about"], event["exercise"], event["forced"])
    return replace(state, agenda=state.agenda.push(question, event.version))


def _question_answered(state: State, event: Event) -> State:
    """M-QUESTION: in Biology Class a wrong answer is a failed try."""
    state = _settled(_chosen(state, event) if event["answer"] else state, event)
    return _stayed(state, event) if event["about"] == "class" and not event["right"] else state


# --- auctions -----------------------------------------------------------------------------------------------


def _declined(state: State, event: Event) -> State:
    return _settled(state, event)


def _auction_begun(state: State, event: Event) -> State:
    agenda, top = state.agenda, state.agenda.top
    if event["estate"]:
        agenda = agenda.swap(replace(top, deeds=top.deeds[1:]))
    bidders = tuple(event["bidders"])
    auction = Auction(event["deed"], bidders, event["estate"], entrants=bidders)
    return replace(state, agenda=agenda.push(auction, event.version))


def _bid_made(state: State, event: Event) -> State:
    auction: Auction = state.agenda.top
    bidders, amount = (*auction.bidders[1:], event.by), event["amount"]
    bids = (*(bid for bid in auction.bids if bid[0] != event.by), (event.by, amount))
    after = replace(auction, bidders=bidders, bid=amount, leader=event.by, bids=bids)
    return _chosen(replace(state, agenda=state.agenda.follow(after, event.version)), event)


def _bid_passed(state: State, event: Event) -> State:
    auction: Auction = state.agenda.top
    after = replace(auction, bidders=auction.bidders[1:])
    return replace(state, agenda=state.agenda.follow(after, event.version))


def _lot_sold(state: State, event: Event) -> State:
    """M-ESTATE-LAB: a card from an estate is transferred, and its buyer decides about it."""
    auction: Auction = state.agenda.top
    source, target = (ESTATE, turned(event.by)) if auction.estate else (UNOWNED, held(event.by))
    pieces = state.pieces.move((auction.deed,), source, target)
    agenda = state.agenda.pop(event.version)
    if auction.estate:
        agenda = agenda.push(Fees(event.by, (auction.deed,)), event.version)
    return replace(state, pieces=pieces, agenda=agenda)


def _lot_unsold(state: State, event: Event) -> State:
    """The card has no owner and is no longer transferred."""
    auction: Auction = state.agenda.top
    pieces = state.pieces
    if auction.estate:
        pieces = pieces.move((auction.deed,), ESTATE, UNOWNED)
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


# --- trades and their fees ----------------------------------------------------------------------------------


def _traded(state: State, event: Event) -> State:
    """M-TRADE-FEE: a player who received transferred elements decides about them."""
    agenda = state.agenda
    for player in state.playing:
        got = [deed for move in event["moves"] if move["to"] == turned(player) for deed in move["pieces"]]
        if got:
            agenda = agenda.push(Fees(player, tuple(got)), event.version)
    return _chosen(replace(state, agenda=agenda), event)


def _fee_settled(state: State, event: Event) -> State:
    fees: Fees = state.agenda.top
    if len(fees.deeds) == 1:
        return _settled(state, event)
    return replace(state, agenda=state.agenda.follow(replace(fees, deeds=fees.deeds[1:]), event.version))


def _interest_owed(state: State, event: Event) -> State:
    return _debt_incurred(_fee_settled(state, event), event)


# --- leaving ------------------------------------------------------------------------------------------------


def _departed(state: State, event: Event) -> State:
    """Drops what only this player was asked; their debt waits for their estate."""
    gone, stand = event.by, state.options.bids == "stand"
    return _filtered(state, lambda matter: _without(matter, gone, stand=stand), event.version)


def _without(matter: Any, gone: int, *, stand: bool) -> Any:
    match matter:
        case Purchase(player=player) | Tax(player=player) | Fees(player=player) | Question(player=player) if (
            player == gone
        ):
            return None
        case Debt(creditor=creditor) if creditor == gone:
            return None  # M-LEAVE: a player who has left collects nothing
        case Card(player=player, payments=payments):
            left = [p for p in payments if gone not in (p.payer, p.payee, player)]
            return replace(matter, payments=tuple(left))
        case Auction():
            return _auction_without(matter, gone, stand=stand)
        case _:  # goes on as it is: turns, estates, and what others are asked
            return matter


def _auction_without(auction: Auction, gone: int, *, stand: bool) -> Auction:
    """M-BIDS: the highest bid of the remaining bidders leads; without one, bidding starts again."""
    left = replace(
        auction,
        bidders=tuple(bidder for bidder in auction.bidders if bidder != gone),
        entrants=tuple(entrant for entrant in auction.entrants if entrant != gone),
    )
    if auction.leader != gone:
        return left
    bids = [(amount, bidder) for bidder, amount in auction.bids if bidder in left.bidders]
    if stand and bids:
        amount, leader = max(bids)
        return replace(left, bid=amount, leader=leader)
    bidders = left.entrants if stand else left.bidders
    return replace(left, bidders=bidders, bid=0, leader=None, bids=())


def _filtered(state: State, keep: Callable[[Any], Any], version: int) -> State:
    """The agenda without the matters that `keep` drops; the new top matter is asked again."""
    before = state.agenda
    entries = [Item(matter, item.since) for item in before.entries if (matter := keep(item.matter))]
    if entries and entries[-1].matter != before.top:
        entries[-1] = replace(entries[-1], since=version)
    return replace(state, agenda=Agenda(tuple(entries)))


def _settle_debt_of(state: State, event: Event) -> State:
    def keep(matter: Any) -> Any:
        return None if isinstance(matter, Debt) and matter.debtor == event.by else matter

    return _filtered(state, keep, event.version)


def _bare(pieces: Inventory, deeds: Iterable[str]) -> Inventory:
    """Returns everything on these lots to the Lab."""
    places = dict(pieces.places)
    for deed in deeds:
        if places.get(on(deed)):
            pieces = pieces.move(places[on(deed)], on(deed), STOCK)
    return pieces


def _estate_taken(state: State, event: Event) -> State:
    """M-ESTATE, M-BANKRUPT-PLAYER; the fees for transferred cards are then the creditor's."""
    state = _settle_debt_of(state, event)
    gone, heir = event.by, event["to"]
    pieces = state.pieces if event["whole"] else _bare(state.pieces, state.pieces[held(gone)])
    transferred = pieces[turned(gone)]
    for place in (held, turned, kept):
        if pieces[place(gone)]:
            pieces = pieces.move(pieces[place(gone)], place(gone), place(heir))
    agenda = state.agenda
    if transferred and not event["whole"]:
        agenda = agenda.push(Fees(heir, transferred), event.version)
    return replace(state, pieces=pieces, agenda=agenda)


def _estate_left(state: State, event: Event) -> State:
    """M-ESTATE-LAB, M-BANKRUPT-LAB: evaporated, transferred, for auction; free cards under their decks."""
    state = _settle_debt_of(state, event)
    gone, deeds = event.by, tuple(event["deeds"])
    pieces = _bare(state.pieces, deeds)
    for place in (held, turned):
        if pieces[place(gone)]:
            pieces = pieces.move(pieces[place(gone)], place(gone), ESTATE)
    for card in pieces[kept(gone)]:
        pieces = pieces.move((card,), kept(gone), card.rpartition(" ")[0])
    state = replace(state, pieces=pieces)
    if not deeds:
        return state
    return replace(state, agenda=_after_money_matters(state.agenda, Item(Estate(gone, deeds), event.version)))


def _after_money_matters(agenda: Agenda, estate: Item) -> Agenda:
    """An estate waits for open bids and debts: that money must not be bid for it."""
    at = len(agenda.entries)
    while at > 1 and isinstance(agenda.entries[at - 1].matter, Auction | Debt | Fees):
        at -= 1
    return Agenda((*agenda.entries[:at], estate, *agenda.entries[at:]))


# --- every type of event: its effect, and who sees what -----------------------------------------------------

FOLDS: dict[str, Callable[[State, Event], State]] = {
    "element_dealt": _dealt,
    "first_rolled": _dice_thrown,
    "turn_begun": _turn_begun,
    "rolled": _rolled,
    "dice_thrown": _dice_thrown,
    "moved": _moved,
    "sent_to_class": _sent_to_class,
    "class_left": _class_left,
    "turn_ended": _turn_ended,
    "lot_for_sale": _for_sale,
    "lot_bought": _bought,
    "lot_declined": _declined,
    "condensed": _condensed,
    "evaporated": _evaporated,
    "set_evaporated": _set_evaporated,
    "transferred": _transferred,
    "bought_back": _bought_back,
    "interest_paid": _fee_settled,
    "interest_owed": _interest_owed,
    "rent_paid": _paid,
    "tax_due": _tax_due,
    "tax_chosen": _tax_chosen,
    "tax_paid": _paid,
    "fine_paid": _fine_paid,
    "card_drawn": _card_drawn,
    "card_collected": _paid,
    "payment_called": _payment_called,
    "card_paid": _paid,
    "card_put_away": _card_put_away,
    "card_kept": _card_kept,
    "card_used": _card_used,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "pot_taken": _paid,
    "debt_incurred": _debt_incurred,
    "debt_paid": _debt_paid,
    "auction_begun": _auction_begun,
    "bid_made": _bid_made,
    "bid_passed": _bid_passed,
    "lot_sold": _lot_sold,
    "lot_unsold": _lot_unsold,
    "went_bankrupt": _paid,
    "estate_taken": _estate_taken,
    "estate_left": _estate_left,
    "estate_settled": _settled,
    "offer_made": _chosen,
    "offer_accepted": _chosen,
    "offer_carried_out": _traded,
    "resigned": _departed,
    "player_out": _departed,
}
SHOWN = {
    "game_started": Shown(to_all=("sizes",)),
    "element_dealt": Shown(to_all=("deed", "price", "accounts")),
    "first_rolled": Shown(to_all=("dice",)),
    "turn_begun": Shown(),
    "rolled": Shown(to_all=("dice", "tries")),
    "dice_thrown": Shown(to_all=("dice", "deed")),
    "moved": Shown(to_all=("to", "square", "collected", "why", "accounts")),
    "sent_to_class": Shown(to_all=("to", "why")),
    "class_left": Shown(to_all=("why",)),
    "turn_ended": Shown(to_all=("next",)),
    "lot_for_sale": Shown(to_all=("deed", "name", "price")),
    "lot_bought": Shown(to_all=("deed", "name", "price", "accounts")),
    "lot_declined": Shown(to_all=("deed", "name")),
    "condensed": Shown(to_all=("deed", "name", "what", "price", "accounts")),
    "evaporated": Shown(to_all=("deed", "name", "left", "steps", "price", "accounts")),
    "set_evaporated": Shown(to_all=("deed", "name", "left", "steps", "price", "accounts")),
    "transferred": Shown(to_all=("deed", "name", "price", "accounts")),
    "bought_back": Shown(to_all=("deed", "name", "price", "accounts")),
    "interest_paid": Shown(to_all=("deed", "name", "amount", "accounts")),
    "interest_owed": Shown(to_all=("deed", "name", "to", "amount", "why")),
    "rent_paid": Shown(to_all=("to", "amount", "deed", "name", "accounts")),
    "tax_due": Shown(to_all=("square", "name")),
    "tax_chosen": Shown(to_all=("choice", "amount")),
    "tax_paid": Shown(to_all=("to", "amount", "name", "accounts")),
    "fine_paid": Shown(to_all=("to", "amount", "forced", "accounts")),
    "card_drawn": Shown(to_all=("deck", "card", "says", "chemistry", "payments")),
    "card_collected": Shown(to_all=("amount", "accounts")),
    "payment_called": Shown(),
    "card_paid": Shown(to_all=("to", "amount", "accounts")),
    "card_put_away": Shown(to_all=("deck", "card")),
    "card_kept": Shown(to_all=("deck", "card")),
    "card_used": Shown(to_all=("deck", "card")),
    "question_asked": Shown(to_all=("about", "forced")),
    "question_answered": Shown(to_all=("about", "exercise", "answer", "right", "tries")),
    "pot_taken": Shown(to_all=("amount", "accounts")),
    "debt_incurred": Shown(to_all=("to", "amount", "why")),
    "debt_paid": Shown(to_all=("to", "amount", "why", "accounts")),
    "auction_begun": Shown(to_all=("deed", "name", "estate", "bidders")),
    "bid_made": Shown(to_all=("amount",)),
    "bid_passed": Shown(),
    "lot_sold": Shown(to_all=("deed", "name", "price", "accounts")),
    "lot_unsold": Shown(to_all=("deed", "name")),
    "went_bankrupt": Shown(to_all=("to", "amount")),
    "estate_taken": Shown(to_all=("to", "whole", "deeds", "accounts")),
    "estate_left": Shown(to_all=("deeds", "accounts")),
    "estate_settled": Shown(),
}


# --- events of earlier versions -----------------------------------------------------------------------------


def _says(old: dict[str, Any]) -> dict[str, Any]:
    """The text on a card used to be the field `text`, which HTTP uses for the sentence of any event."""
    return {("says" if name == "text" else name): fact for name, fact in old.items()}


SCHEMAS = {"card_drawn": 2}
OLDER: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {("card_drawn", 1): _says}


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
