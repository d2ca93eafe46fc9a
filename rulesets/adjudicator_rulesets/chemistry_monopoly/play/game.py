"""Chemistry Monopoly from the opening roll to the last player left."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, assert_never

from adjudicator.engine.accounts import pay
from adjudicator.engine.agenda import Open
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import Game, Resign
from adjudicator.engine.market import Belongings
from adjudicator_rulesets.chemistry_monopoly.edition import OWNED
from adjudicator_rulesets.chemistry_monopoly.play import estates, rulings, settling
from adjudicator_rulesets.chemistry_monopoly.play.folds import FOLDS, OLDER, SCHEMAS, SHOWN, begun
from adjudicator_rulesets.chemistry_monopoly.play.holdings import (
    EDITIONS,
    after_evaporating,
    board_of,
    deed_of,
    holdings,
    last_steps,
    next_steps,
    price_back,
    worth,
)
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    ACTIONS,
    DECKS,
    FORMER,
    LAB,
    LIQUID,
    MATTERS,
    MONEY,
    NAME,
    PLAYERS,
    SOLID,
    Action,
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
    Options,
    Pass,
    PayFine,
    PayInterest,
    PayTax,
    Purchase,
    Question,
    Roll,
    State,
    TakeTest,
    Tax,
    Transfer,
    UseCard,
    held,
    kept,
    money,
    turned,
)
from adjudicator_rulesets.chemistry_monopoly.play.views import imagined, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.offers import OfferAction
    from adjudicator.engine.rng import Rng
    from adjudicator.verdict import Check
    from adjudicator_rulesets.chemistry_monopoly.play.state import Business

BELONGINGS = [
    Belongings((held(player), turned(player), kept(player)), ((MONEY, money(player)),))
    for player in range(max(PLAYERS))
]
PATIENCE = 12  # turns without a choice after which a player counts as having left


class ChemistryMonopolyGame(Game[State, Action]):
    name = NAME
    options_type, former = Options, FORMER
    state_type = State
    actions = ACTIONS
    matters = MATTERS
    folds = FOLDS
    shown = SHOWN
    schemas = SCHEMAS
    older = OLDER
    numbers = PLAYERS
    editions = EDITIONS
    rule_players, rule_end, rule_offers = "M-EQUIPMENT", "M-END", "M-OFFER"

    def presets(self) -> Mapping[str, Preset]:
        everything = {"auctions": True, "go_400": True, "pot": True, "pot_base": True}
        return {
            "2 players": Preset(2),
            "4 players": Preset(4),
            "6 players": Preset(6),
            "auctions, 400 on Go and the pot": Preset(4, everything),
            "short game": Preset(3, {"short": True}),
            "short game for two": Preset(2, {"short": True, "auctions": True}),
            "questions": Preset(3, {"questions": "easy"}),
            "hard questions": Preset(2, {"questions": "hard", "short": True}),
            "short game with everything": Preset(6, {"short": True, **everything}),
        }

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        board = board_of(setup)
        if setup.options.pot_base and not setup.options.pot:
            yield "the base of the pot needs the pot"
        deeds = [deed_of(square) for square in board.edition.board if square.kind in OWNED]
        names = [*deeds, *board.cards, LIQUID, SOLID]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"two pieces of the edition are called {name}"
        if setup.options.short and len(board.deeds) < 2 * len(setup.seats):
            yield "there are too few element cards to deal two to everybody"
        dearest = sum(sorted(square.price for square in board.deeds.values())[-2:])
        if setup.options.short and dearest > board.edition.money.start:
            yield f"two element cards may cost {dearest}, more than the money one starts with"

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        """M-DECKS, M-SHORT-DEAL, M-FIRST, M-FIRST-TIE."""
        board = board_of(setup)
        decks = {deck: ledger.shuffled(board.decks[deck]) for deck in DECKS}
        sizes = {deck: len(cards) for deck, cards in decks.items()}
        ledger.record("game_started", sizes=sizes, decks=decks)
        if setup.options.short:
            self._deal(ledger, setup)
        rolling = list(setup.players)
        while len(rolling) > 1:
            totals = {}
            for player in rolling:
                dice = settling.throw(ledger)
                ledger.record("first_rolled", player, dice=dice)
                totals[player] = sum(dice)
            rolling = [player for player in rolling if totals[player] == max(totals.values())]
        ledger.record("turn_begun", rolling[0])

    def _deal(self, ledger: Ledger[State], setup: Setup) -> None:
        """One card at a time from the Chemist's left, two each, paid at once; the Chemist is seat 0."""
        pack = iter(ledger.shuffled(board_of(setup).deeds))
        players = (*setup.players[1:], setup.players[0])
        for player in (*players, *players):
            deed = next(pack)
            price = board_of(setup).deeds[deed].price
            paid = [pay(money(player), LAB, price)]
            ledger.record("element_dealt", player, deed=deed, price=price, accounts=paid)

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        return begun(header, event)

    # --- asking ---------------------------------------------------------------------------------------------

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Others may trade in the meantime, so their actions make no answer stale."""
        player = rulings.player_to_answer(state)
        if player is None:
            return ()
        may = self._may(state, player)
        kinds = dict.fromkeys([action.type for action in may])
        otherwise = self._otherwise(state, player, may)
        return (state.agenda.ask(player, *kinds, parallel=True, otherwise=otherwise),)

    def _otherwise(self, state: State, player: int, may: tuple[Action | Open, ...]) -> Action | Resign:
        """Nothing is bought for a player who does not answer; after many such turns they have left."""
        match state.agenda.top:
            case DiceTurn(phase="before"):
                return Resign() if state.idle[player] >= PATIENCE else Roll()
            case DiceTurn():
                return EndTurn()
            case Purchase():
                return Decline()
            case Tax():
                return PayTax("fixed")
            case Auction() | Question():
                return Pass()
            case Fees(deeds=(deed, *_)):
                return PayInterest(deed)
            case _:  # a debt: giving up, or raising money; cards and estates ask nobody
                return next(action for action in may if not isinstance(action, Open))

    def _may(self, state: State, player: int) -> tuple[Action | Open, ...]:
        """Computed once for both asks and listed actions: the latest result is kept with its state."""
        latest = self._latest
        if latest is None or latest[0] is not state or latest[1] != player:
            self._latest = latest = (state, player, tuple(self._allowed(state, player)))
        return latest[2]

    _latest: tuple[State, int, tuple[Action | Open, ...]] | None = None

    def _allowed(self, state: State, player: int) -> Iterator[Action | Open]:
        """Everything that the top matter allows; bids are listed only as open."""
        top = state.agenda.top
        first: list[Action] = []
        last: list[Action] = []
        match top:
            case DiceTurn():
                before = top.phase == "before"
                if before or top.again:
                    yield Roll()
                if not before:
                    yield EndTurn()
                elif state.detained[player] is not None:
                    first = [PayFine(), *(UseCard(deck) for deck in DECKS), TakeTest()]
                last = [BuyBack(deed) for deed in sorted(state.pieces[turned(player)])]
            case Purchase():
                first = [Buy(), Decline()]
            case Tax():
                first = [PayTax("fixed"), PayTax("share")]
            case Debt():
                first = [GiveUp()]
            case Fees(deeds=(deed, *_)):
                first = [PayInterest(deed), BuyBack(deed)]
            case Question():
                yield Open("answer")
                first = [Pass()]
            case Auction() as auction:
                if rulings.most_to_bid(state, player, auction) > auction.bid:
                    yield Open("bid")
                first = [Pass()]
            case _:  # cards and estates ask nobody
                pass
        yield from self._sound(state, player, first)
        if rulings.may_condense(state):
            yield from _condensing(state, player)
        if rulings.may_raise(state):
            yield from _raising(state, player)
        yield from self._sound(state, player, last)

    def _sound(self, state: State, player: int, actions: Iterable[Action]) -> Iterator[Action]:
        return (action for action in actions if not any(rulings.refusals(state, player, action)))

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        return self._may(state, ask.player)

    def belongings(self, state: State) -> Mapping[int, Belongings]:
        """M-SELL, M-BUSINESS: on any turn, between two actions, but not in an auction (M-TURN)."""
        if not isinstance(state.agenda.top, (DiceTurn, Purchase, Tax, Debt, Question)):
            return {}
        return {player: BELONGINGS[player] for player in state.playing}

    # --- judging --------------------------------------------------------------------------------------------

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return rulings.ruling(state, player, action)

    def offer_refusals(self, state: State, player: int, action: OfferAction) -> Iterable[Check]:
        return rulings.offer_refusals(state, player, action)

    # --- deciding -------------------------------------------------------------------------------------------

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Roll():
                settling.roll(ledger, player)
            case EndTurn():
                settling.end_turn(ledger, player)
            case Buy() | Decline():
                _buy_or_decline(ledger, player, action)
            case Bid(amount):
                ledger.record("bid_made", player, amount=amount)
            case Pass() if isinstance(ledger.state.agenda.top, Question):
                settling.answer(ledger, player, "")
            case Pass():
                ledger.record("bid_passed", player)
            case TakeTest():
                settling.ask(ledger, player, "class")
            case Answer(said):
                settling.answer(ledger, player, said.strip())
            case Condense() | Evaporate() | Transfer() | BuyBack():
                _do_business(ledger, player, action)
            case PayInterest(deed):
                settling.pay_interest(ledger, player, deed)
            case PayTax(choice):
                _pay_tax(ledger, player, choice)
            case PayFine():
                settling.fine(ledger, player, forced=False)
            case UseCard(deck):
                card = rulings.free_card(ledger.state, player, deck)
                ledger.record("card_used", player, deck=deck, card=card)
            case GiveUp():
                estates.give_up(ledger, player)
        settling.go_on(ledger)

    def traded(self, ledger: Ledger[State]) -> None:
        settling.go_on(ledger)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:  # noqa: ARG002
        estates.gone(ledger, player)

    # --- views ----------------------------------------------------------------------------------------------

    def scores(self, state: State) -> tuple[int, ...]:
        """AMUny in hand. Not the worth, which stays hidden until a tax is chosen (M-TAX)."""
        return tuple(state.accounts[money(player)] for player in state.players)

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:  # noqa: ARG002 - all see the same
        return table_of(state)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return imagined(self, view, rng)

    def box(self, state: State) -> Counter[str]:
        board = board_of(state)
        stock = board.edition.stock
        return Counter([*board.deeds, *board.cards]) + Counter({LIQUID: stock.liquids, SOLID: stock.solids})


def _condensing(state: State, player: int) -> Iterator[Condense]:
    """What the judge allows: M-CONDENSE, M-SET-WHOLE, M-EVEN, M-STOCK on sets that the player can pay for."""
    board, now, has = board_of(state), holdings(state), state.accounts[money(player)]
    for family in board.sets.values():
        whole = all(now.owner.get(deed) == player and deed not in now.transferred for deed in family)
        if not whole or board.deeds[family[0]].step > has:
            continue
        for deed in next_steps(state, player, family[0]):
            if now.solids if now.level(deed) == board.solid - 1 else now.liquids:
                yield Condense(deed)


def _raising(state: State, player: int) -> Iterator[Evaporate | Transfer]:
    """What the judge allows: M-SELL-EVEN, and M-TRANSFER for cards that are bare and face up."""
    now = holdings(state)
    deeds = [deed for deed in now.of(player) if deed not in now.transferred]
    yield from (Evaporate(d) for d in deeds if now.level(d) and d in last_steps(state, player, d))
    yield from (Transfer(deed) for deed in deeds if not now.level(deed))


# --- single actions -----------------------------------------------------------------------------------------


def _buy_or_decline(ledger: Ledger[State], player: int, action: Buy | Decline) -> None:
    """M-BUY, M-AUCTION, M-BUY-RAISE."""
    state = ledger.state
    deed = state.agenda.top.deed
    square = board_of(state).deeds[deed]
    if isinstance(action, Buy):
        paid = [pay(money(player), LAB, square.price)]
        ledger.record("lot_bought", player, deed=deed, name=square.name, price=square.price, accounts=paid)
        return
    ledger.record("lot_declined", player, deed=deed, name=square.name)
    if state.options.auctions:
        settling.begin_auction(ledger, player, deed, (*state.others(player), player), estate=False)


def _do_business(ledger: Ledger[State], player: int, action: Business) -> None:
    state, board, deed = ledger.state, board_of(ledger.state), action.deed
    level, own, name = holdings(state).level(deed), money(player), board.name(deed)
    match action:
        case Condense():
            price, what = board.deeds[deed].step, SOLID if level == board.solid - 1 else LIQUID
            paid = [pay(own, LAB, price)]
            ledger.record("condensed", player, deed=deed, name=name, what=what, price=price, accounts=paid)
        case Evaporate():
            _evaporate(ledger, player, deed)
        case Transfer():
            price = board.deeds[deed].transfer
            facts = {"deed": deed, "name": name, "price": price}
            ledger.record("transferred", player, **facts, accounts=_got(own, price))
        case BuyBack():
            price = board.redeeming(deed)
            facts = {"deed": deed, "name": name, "price": price}
            ledger.record("bought_back", player, **facts, accounts=[pay(own, LAB, price)] if price else [])
        case _:
            assert_never(action)


def _evaporate(ledger: Ledger[State], player: int, deed: str) -> None:
    """M-SOLID-STEP, M-EVEN-SHORT: from one element, or from several that go down together."""
    state, now = ledger.state, holdings(ledger.state)
    after = after_evaporating(state, player, deed)
    price = price_back(state, after)
    alone = len(after) == 1
    ledger.record(
        "evaporated" if alone else "set_evaporated",
        player,
        deed=deed,
        name=board_of(state).name(deed),
        left=after[deed] if alone else after,
        steps=sum(now.level(other) - left for other, left in after.items()),
        price=price,
        accounts=_got(money(player), price),
    )


def _got(account: str, price: int) -> list[Any]:
    return [pay(LAB, account, price)] if price else []


def _pay_tax(ledger: Ledger[State], player: int, choice: str) -> None:
    """M-TAX, M-WORTH-COUNT: counted after the choice, rounded up, and paid even if it is the larger sum."""
    state = ledger.state
    square = board_of(state).edition.board[state.agenda.top.square]
    amount = square.amount
    if choice == "share":
        amount = -(-worth(state, player) * (square.per_cent or 0) // 100)
    ledger.record("tax_chosen", player, choice=choice, amount=amount)
    settling.charge(ledger, player, None, amount, "tax", name=square.name)


playable = ChemistryMonopolyGame
