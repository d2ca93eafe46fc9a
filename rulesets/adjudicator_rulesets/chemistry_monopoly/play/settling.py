"""What follows from a roll: the move, the square, cards, payments, debts, auctions, and what comes after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.accounts import pay
from adjudicator_rulesets.chemistry_monopoly.edition import OWNED
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.holdings import (
    board_of,
    cash,
    deed_of,
    holdings,
    pieces_on,
    raisable,
    rent,
)
from adjudicator_rulesets.chemistry_monopoly.play.rulings import TRIES, can_outbid
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    LAB,
    POT,
    TEST_DAY,
    Auction,
    Card,
    Debt,
    DiceTurn,
    Estate,
    Fees,
    Payment,
    money,
    purse,
)

if TYPE_CHECKING:
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.chemistry_monopoly.edition import DayCard
    from adjudicator_rulesets.chemistry_monopoly.play.state import About, Deck, Question, State, Why

PAID = {"rent": "rent_paid", "tax": "tax_paid", "fine": "fine_paid", "card": "card_paid"}


def throw(ledger: Ledger[State]) -> tuple[int, int]:
    return ledger.below(6) + 1, ledger.below(6) + 1


# --- the roll -----------------------------------------------------------------------------------------------


def roll(ledger: Ledger[State], player: int) -> None:
    detained = ledger.state.detained[player]
    dice = throw(ledger)
    ledger.record("rolled", player, dice=dice, tries=TRIES)
    double = dice[0] == dice[1]
    if detained is None:
        if ledger.state.agenda.top.doubles == TRIES:
            send_to_class(ledger, player, "doubles")  # M-THREE-DOUBLES
        else:
            walk(ledger, player, sum(dice))
    elif double:
        ledger.record("class_left", player, why="double")
        walk(ledger, player, sum(dice))
    elif detained + 1 == TRIES:
        fine(ledger, player, forced=True)  # M-JAIL-THIRD


def walk(ledger: Ledger[State], player: int, steps: int) -> None:
    state = ledger.state
    squares = board_of(state).edition.board
    go_to(ledger, player, (state.positions[player] + steps) % len(squares), "roll")
    settle(ledger, player)


def go_to(ledger: Ledger[State], player: int, to: int, why: str, *, forward: bool = True) -> None:
    """M-GO, M-GO-400, M-GO-HOW: passing Go forward, or landing on it, pays."""
    state, board = ledger.state, board_of(ledger.state)
    size, start, rules = len(board.edition.board), state.positions[player], board.edition.money
    steps, to_go = (to - start) % size, (board.go - start) % size or size
    collected = 0
    if forward and to_go <= steps:
        collected = rules.go_landed if to == board.go and state.options.go_400 else rules.go
    paid = [pay(LAB, money(player), collected)] if collected else []
    square = board.edition.board[to].name
    ledger.record("moved", player, to=to, square=square, collected=collected, why=why, accounts=paid)


def send_to_class(ledger: Ledger[State], player: int, why: str) -> None:
    """M-JAIL-NO-GO."""
    ledger.record("sent_to_class", player, to=board_of(ledger.state).biology_class, why=why)


# --- the square ---------------------------------------------------------------------------------------------


def settle(ledger: Ledger[State], player: int, *, by_card: bool = False, nearest: bool = False) -> None:
    """The effect of the square where the token stands; `nearest`: a card sent it to the next of its kind."""
    state = ledger.state
    square = board_of(state).edition.board[state.positions[player]]
    match square.kind:
        case kind if kind in OWNED:
            visit(ledger, player, deed_of(square), by_card=by_card, nearest=nearest)
        case "test-day" if asks_questions(state) and state.pieces[TEST_DAY]:
            ask(ledger, player, "test-day")
        case "lab-day" | "test-day" as deck:
            draw(ledger, player, deck)
        case "tax" if square.per_cent is None:
            charge(ledger, player, None, square.amount, "tax", name=square.name)
        case "tax":
            ledger.record("tax_due", player, square=square.square, name=square.name)
        case "extra-credit":
            take_pot(ledger, player)
        case "go-to-biology":
            send_to_class(ledger, player, "square")


def visit(ledger: Ledger[State], player: int, deed: str, *, by_card: bool, nearest: bool) -> None:
    """M-BUY, M-RENT; a player sent to a life element by a card rolls for it (M-RENT-OTHER)."""
    state, board = ledger.state, board_of(ledger.state)
    square, owner = board.deeds[deed], holdings(state).owner.get(deed)
    if owner is None:
        ledger.record("lot_for_sale", player, deed=deed, name=square.name, price=square.price)
        return
    if owner == player or deed in holdings(state).transferred:
        return
    if square.kind == "life" and by_card:
        ledger.record("dice_thrown", player, dice=throw(ledger), deed=deed)
        state = ledger.state
    amount = rent(state, deed, sum(state.dice), by_card=nearest)
    charge(ledger, player, owner, amount, "rent", deed=deed, name=square.name)


def take_pot(ledger: Ledger[State], player: int) -> None:
    """M-EXTRA, M-POT, M-POT-BASE."""
    state = ledger.state
    amount = state.accounts[POT]
    if not state.options.pot or not amount:
        return
    base = board_of(state).edition.money.pot_base if state.options.pot_base else 0
    paid = [pay(POT, money(player), amount), *([pay(LAB, POT, base)] if base else [])]
    ledger.record("pot_taken", player, amount=amount, accounts=paid)


# --- day cards ----------------------------------------------------------------------------------------------


def draw(ledger: Ledger[State], player: int, deck: Deck, *, spared: bool = False) -> None:
    """M-DRAW. If all its cards are kept, a deck gives none. `spared` (M-QUESTION): the card costs nothing."""
    state, board = ledger.state, board_of(ledger.state)
    if not state.pieces[deck]:
        return
    card = state.pieces[deck][0]
    day = board.cards[card]
    payments = _payments(state, player, day)
    ledger.record(
        "card_drawn",
        player,
        deck=deck,
        card=card,
        says=day.text,
        chemistry=day.chemistry,
        payments=[payment for payment in payments if not (spared and payment.payer == player)],
    )
    if day.effect("free"):
        ledger.record("card_kept", player, deck=deck, card=card)
        return
    if day.effect("collect"):
        amount = day.effect("collect")
        ledger.record("card_collected", player, amount=amount, accounts=[pay(LAB, money(player), amount)])
    if any(day.effect(name) is not None for name in ("advance", "nearest", "back", "biology")):
        put_away(ledger)
        if not (spared and day.effect("biology")):
            _move_by(ledger, player, day)


def _payments(state: State, player: int, day: DayCard) -> list[Payment]:
    """M-DEBT-ORDER: clockwise from the drawer's left."""
    liquids, solids = pieces_on(state, player)
    due = day.effect("pay") or 0
    due += liquids * (day.effect("per_liquid") or 0) + solids * (day.effect("per_solid") or 0)
    payments = [Payment(player, None, due)] if due else []
    for other in state.others(player):
        if day.effect("collect_each"):
            payments.append(Payment(other, player, day.effect("collect_each")))
        if day.effect("pay_each"):
            payments.append(Payment(player, other, day.effect("pay_each")))
    return payments


def put_away(ledger: Ledger[State]) -> None:
    card: Card = ledger.state.agenda.top
    ledger.record("card_put_away", card.player, deck=card.deck, card=card.card)


def _move_by(ledger: Ledger[State], player: int, day: DayCard) -> None:
    """M-CARD-MOVE: the new square takes effect as after a roll."""
    board, here = board_of(ledger.state).edition.board, ledger.state.positions[player]
    if day.effect("biology"):
        send_to_class(ledger, player, "card")
        return
    nearest = day.effect("nearest")
    if nearest is not None:
        ahead = [(here + step) % len(board) for step in range(1, len(board) + 1)]
        go_to(ledger, player, next(to for to in ahead if board[to].kind == nearest), "card")
    elif day.effect("advance") is not None:
        go_to(ledger, player, day.effect("advance"), "card")
    else:
        go_to(ledger, player, (here - day.effect("back")) % len(board), "card", forward=False)
    settle(ledger, player, by_card=True, nearest=nearest is not None)


# --- payments -----------------------------------------------------------------------------------------------


def charge(ledger: Ledger[State], payer: int, payee: int | None, amount: int, why: Why, **facts: Any) -> None:
    """Pays at once, or creates a debt (M-DEBT)."""
    state = ledger.state
    if not amount:
        return
    if cash(state, payer) < amount:
        ledger.record("debt_incurred", payer, to=payee, amount=amount, why=why)
        return
    paid = [pay(money(payer), account_of(state, payee, why), amount)]
    ledger.record(PAID[why], payer, to=payee, amount=amount, **facts, accounts=paid)


def fine(ledger: Ledger[State], player: int, *, forced: bool) -> None:
    if asks_questions(ledger.state):
        ask(ledger, player, "fine", forced=forced)
    else:
        charge(ledger, player, None, board_of(ledger.state).edition.money.fine, "fine", forced=forced)


def account_of(state: State, payee: int | None, why: Why) -> str:
    """M-POT-WHAT: with a pot, taxes, fines and card payments to the Lab go there."""
    into_pot = payee is None and why in ("tax", "fine", "card") and state.options.pot
    return POT if into_pot else purse(payee)


# --- questions ----------------------------------------------------------------------------------------------


def asks_questions(state: State) -> bool:
    return state.options.questions != questions.OFF


def ask(ledger: Ledger[State], player: int, about: About, *, forced: bool = False) -> None:
    """M-QUESTION: asks any exercise of the level."""
    texts = questions.pool(ledger.state.options.questions)
    exercise = texts[ledger.below(len(texts))]
    ledger.record("question_asked", player, about=about, exercise=exercise, forced=forced)


def answer(ledger: Ledger[State], player: int, text: str) -> None:
    """Marked once, for the record. A right answer spares a card or Biology Class, or halves the fine."""
    question: Question = ledger.state.agenda.top
    right = bool(text) and questions.is_right(question.exercise, text)
    ledger.record(
        "question_answered",
        player,
        about=question.about,
        exercise=question.exercise,
        answer=text,
        right=right,
        tries=TRIES,
    )
    match question.about:
        case "test-day":
            draw(ledger, player, TEST_DAY, spared=right)
        case "fine":
            amount = board_of(ledger.state).edition.money.fine
            charge(ledger, player, None, -(-amount // 2) if right else amount, "fine", forced=question.forced)
        case "class" if right:
            ledger.record("class_left", player, why="answer")
        case "class" if ledger.state.detained[player] == TRIES:
            fine(ledger, player, forced=True)  # M-JAIL-THIRD


# --- continuing ---------------------------------------------------------------------------------------------


def go_on(ledger: Ledger[State]) -> None:
    """Carries out what needs no answer, until a player is asked or the game is over."""
    while ledger.state.result is None and _one_step(ledger):
        pass


def _one_step(ledger: Ledger[State]) -> bool:
    match ledger.state.agenda.top:
        case Debt() as debt:
            return _pay_debt(ledger, debt)
        case Fees() as fees:
            return _pay_fee(ledger, fees)
        case Card(payments=(payment, *_)):
            ledger.record("payment_called", payment.payer)
            charge(ledger, payment.payer, payment.payee, payment.amount, "card")
            return True
        case Card():
            put_away(ledger)
            return True
        case Estate(player=player, deeds=(deed, *_)):
            begin_auction(ledger, player, deed, ledger.state.others(player), estate=True)
            return True
        case Estate(player=player):
            ledger.record("estate_settled", player)
            return True
        case Auction() as auction:
            return _go_on_bidding(ledger, auction)
        case DiceTurn(player=player, phase=phase) if phase == "over" or player not in ledger.state.playing:
            end_turn(ledger, player)
            return True
        case _:  # waits for an answer
            return False


def end_turn(ledger: Ledger[State], player: int) -> None:
    ledger.record("turn_ended", player, next=ledger.state.others(player)[0])


def _pay_debt(ledger: Ledger[State], debt: Debt) -> bool:
    """M-DEBT: paid automatically once the money is there."""
    state = ledger.state
    if cash(state, debt.debtor) < debt.amount:
        return False
    paid = [pay(money(debt.debtor), account_of(state, debt.creditor, debt.why), debt.amount)]
    ledger.record("debt_paid", debt.debtor, to=debt.creditor, amount=debt.amount, why=debt.why, accounts=paid)
    return True


def _pay_fee(ledger: Ledger[State], fees: Fees) -> bool:
    """M-TRADE-FEE: a player who cannot buy it back is not asked; they pay interest or owe it (M-ESTATE)."""
    state, board = ledger.state, board_of(ledger.state)
    deed, *rest = fees.deeds
    has, needed = cash(state, fees.player), board.redeeming(deed) + sum(map(board.interest, rest))
    raises = state.options.business == "any-time" and raisable(state, fees.player) >= needed  # M-RAISE
    if has >= needed or (raises and has >= board.interest(deed)):
        return False
    if has < board.interest(deed):
        ledger.record(
            "interest_owed",
            fees.player,
            deed=deed,
            name=board.name(deed),
            to=None,
            amount=board.interest(deed),
            why="interest",
        )
        return True
    pay_interest(ledger, fees.player, deed)
    return True


def pay_interest(ledger: Ledger[State], player: int, deed: str) -> None:
    board = board_of(ledger.state)
    amount = board.interest(deed)
    paid = [pay(money(player), LAB, amount)] if amount else []
    ledger.record("interest_paid", player, deed=deed, name=board.name(deed), amount=amount, accounts=paid)


# --- auctions -----------------------------------------------------------------------------------------------


def begin_auction(
    ledger: Ledger[State], player: int, deed: str, bidders: tuple[int, ...], *, estate: bool
) -> None:
    name = board_of(ledger.state).name(deed)
    ledger.record("auction_begun", player, deed=deed, name=name, bidders=bidders, estate=estate)


def _go_on_bidding(ledger: Ledger[State], auction: Auction) -> bool:
    """M-BID: a player who cannot bid more is out; the last one in gets the card."""
    bidders = auction.bidders
    if not [bidder for bidder in bidders if bidder != auction.leader]:
        _hammer(ledger, auction)
        return True
    if not can_outbid(ledger.state, bidders[0], auction):
        ledger.record("bid_passed", bidders[0])
        return True
    return False


def _hammer(ledger: Ledger[State], auction: Auction) -> None:
    name = board_of(ledger.state).name(auction.deed)
    if auction.leader is None:
        ledger.record("lot_unsold", deed=auction.deed, name=name)
        return
    paid = [pay(money(auction.leader), LAB, auction.bid)]
    ledger.record("lot_sold", auction.leader, deed=auction.deed, name=name, price=auction.bid, accounts=paid)
