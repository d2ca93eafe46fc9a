"""A game that tests all of the engine's frame at once: picks, passed hands, turns, debts, auctions, offers,
bankruptcy.

Everybody picks a card, face down. The cards are revealed and put away, the hands are passed to the left, and
the highest card has the turn: two rolls, each with a rent to pay to the next player. A player who cannot pay
has a debt and must sell cards by auction, and then the turn goes on: an auction inside a debt inside a turn.
A player with nothing left to sell is out. During a turn everybody may trade cards and money. The richest
player wins after some rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.accounts import Accounts, pay
from adjudicator.engine.agenda import Agenda, Ask, Open, by_type
from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Event, Shown
from adjudicator.engine.frame import Departure, Frame, Preset, Seat, Setup, players_in
from adjudicator.engine.game import Game
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.market import Belongings
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    Onward,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.engine.rng import Rng
from adjudicator.testing.subject import Subject
from adjudicator.verdict import Check, Ruling
from tests.support.plain_edition import PLAIN

CARDS = tuple(f"card {number}" for number in range(1, 31))
HELD = 4
ROLLS = 2
BANK = "bank"

prose.register(
    "bazaar",
    {
        "no_such_card": lambda card: f"There is no {card} for this.",
        "bid_too_low": lambda least: f"A bid is at least {least}.",
        "not_so_much": lambda money: f"There are {money} in hand.",
        "can_still_sell": lambda: "There are cards left to sell.",
    },
    rules="B",
    told={
        "game_started": lambda *_: "The bazaar is open.",
        "cards_dealt": lambda name, event, _: f"{name}: gets {' '.join(event.facts.get('cards', ['cards']))}",
        "card_picked": lambda name, *_: f"{name}: has picked",
        "picks_revealed": lambda _, event, names: f"The turn goes to {names[event['first']]}.",
        "hands_passed": lambda *_: "The hands are passed to the left.",
        "rolled": lambda name, event, _: f"{name}: rolls {event['number']}",
        "rent_paid": lambda name, event, names: f"{name}: pays {event['amount']} to {names[event['to']]}",
        "debt_incurred": lambda name, event, names: f"{name}: owes {names[event['to']]} {event['amount']}",
        "lot_offered": lambda name, event, _: f"{name}: sells {event['card']}",
        "bid_made": lambda name, event, _: f"{name}: bids {event['amount']}",
        "bid_passed": lambda name, *_: f"{name}: does not bid",
        "lot_sold": lambda name, event, _: f"{name}: gets {event['price']} for {event['card']}",
        "debt_paid": lambda name, event, names: f"{name}: pays {names[event['to']]} {event['amount']}",
        "given_up": lambda name, *_: f"{name}: cannot pay",
        "turn_ended": lambda name, *_: f"{name}: ends the turn",
        "game_ended": lambda _, event, names: f"The bazaar is over: {names[event['winners'][0]]} has won.",
    },
)


def hand(player: int) -> str:
    return f"hand {player}"


def money(player: int) -> str:
    return f"money {player}"


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int = 3
    purse: int = 12
    rent: int = 3  # per point of a roll
    nobody: bool = False  # one more seat, which nobody takes


# --- what players ask ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    card: str
    type: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class Roll:
    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class End:
    type: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Sell:
    card: str
    type: Literal["sell"] = "sell"


@dataclass(frozen=True, slots=True)
class GiveUp:
    type: Literal["give_up"] = "give_up"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Pass:
    type: Literal["pass"] = "pass"


Action = Pick | Roll | End | Sell | GiveUp | Bid | Pass


# --- what is on the agenda ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Picking:
    choices: Choices
    type: Literal["picking"] = "picking"


@dataclass(frozen=True, slots=True)
class Turn:
    player: int
    rolls: int = ROLLS
    type: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Debt:
    debtor: int
    creditor: int
    amount: int
    type: Literal["debt"] = "debt"


@dataclass(frozen=True, slots=True)
class Auction:
    card: str
    seller: int
    bidders: tuple[int, ...]  # players still in, the next to bid first
    bid: int = 0
    leader: int | None = None
    type: Literal["auction"] = "auction"


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    round: int = 1

    @property
    def choices(self) -> Choices:
        picking = self.agenda.find(Picking)
        return Choices(()) if picking is None else picking.choices


# --- events -------------------------------------------------------------------------------------------------


def _cards_dealt(state: State, event: Event) -> State:
    return replace(state, pieces=state.pieces.move(event["cards"], "deck", hand(event.by)))


def _card_picked(state: State, event: Event) -> State:
    choices = state.choices.choose(event.by, event["card"])
    return replace(state, agenda=state.agenda.swap(Picking(choices)))


def _picks_revealed(state: State, event: Event) -> State:
    pieces = state.pieces
    for player, card in state.choices.revealed().items():
        pieces = pieces.move((card,), hand(player), "discard")
    return replace(state, pieces=pieces, agenda=state.agenda.follow(Turn(event["first"]), event.version))


def _hands_passed(state: State, _: Event) -> State:
    return replace(state, pieces=state.pieces.rotated([hand(player) for player in state.playing]))


def _rolled(state: State, event: Event) -> State:
    turn = state.agenda.top
    return replace(state, agenda=state.agenda.follow(replace(turn, rolls=turn.rolls - 1), event.version))


def _debt_incurred(state: State, event: Event) -> State:
    debt = Debt(event.by, event["to"], event["amount"])
    return replace(state, agenda=state.agenda.push(debt, event.version))


def _lot_offered(state: State, event: Event) -> State:
    auction = Auction(event["card"], event.by, state.others(event.by))
    return replace(state, agenda=state.agenda.push(auction, event.version))


def _bid_made(state: State, event: Event) -> State:
    auction: Auction = state.agenda.top
    bidders = (*auction.bidders[1:], event.by)
    after = replace(auction, bidders=bidders, bid=event["amount"], leader=event.by)
    return replace(state, agenda=state.agenda.follow(after, event.version))


def _bid_passed(state: State, event: Event) -> State:
    auction: Auction = state.agenda.top
    after = replace(auction, bidders=auction.bidders[1:])
    return replace(state, agenda=state.agenda.follow(after, event.version))


def _lot_sold(state: State, event: Event) -> State:
    place = "discard" if event["to"] is None else hand(event["to"])
    pieces = state.pieces.move((event["card"],), hand(event.by), place)
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


def _debt_paid(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.pop(event.version))


def _turn_ended(state: State, event: Event) -> State:
    picking = Picking(Choices(tuple(p for p in state.playing if state.pieces[hand(p)])))
    agenda = Agenda.of(picking, event.version)
    return replace(state, agenda=agenda, offers=state.offers.cleared(), round=state.round + 1)


def _departed(state: State, event: Event) -> State:
    """The cards are put away; whatever only this player was asked is over."""
    gone, version = event.by, event.version
    state = replace(state, pieces=state.pieces.move(state.pieces[hand(gone)], hand(gone), "discard"))
    agenda, top = state.agenda, state.agenda.top
    match top:
        case Picking(choices):
            waiting = tuple(p for p in choices.players if p != gone)
            made = tuple((p, card) for p, card in choices.made if p != gone)
            agenda = agenda.swap(Picking(Choices(waiting, made)))
        case Auction(bidders=bidders, leader=leader):
            bidders = tuple(p for p in bidders if p != gone)
            top = replace(top, bidders=bidders)
            agenda = agenda.follow(replace(top, bid=0, leader=None) if leader == gone else top, version)
    turn = agenda.find(Turn)
    if turn is not None and turn.player == gone:
        agenda = Agenda.of(turn, version)
    return replace(state, agenda=agenda)


# --- the game -----------------------------------------------------------------------------------------------


class Bazaar(Game[State, Action]):
    name = "bazaar"
    options_type = Options
    state_type = State
    actions = by_type(Action)
    matters = by_type(Picking, Turn, Debt, Auction)
    numbers = range(2, 7)
    editions = PLAIN
    rule_players, rule_end, rule_offers = "B-PLAYERS", "B-END", "B-TRADE"
    most_offers = 3
    folds: Mapping[str, Callable[[State, Event], State]] = {
        "cards_dealt": _cards_dealt,
        "card_picked": _card_picked,
        "picks_revealed": _picks_revealed,
        "hands_passed": _hands_passed,
        "rolled": _rolled,
        "rent_paid": lambda state, _: state,
        "debt_incurred": _debt_incurred,
        "lot_offered": _lot_offered,
        "bid_made": _bid_made,
        "bid_passed": _bid_passed,
        "lot_sold": _lot_sold,
        "debt_paid": _debt_paid,
        "given_up": _debt_paid,
        "turn_ended": _turn_ended,
        "resigned": _departed,
        "player_out": _departed,
    }
    shown: Mapping[str, Shown] = {
        "game_started": Shown(),
        "cards_dealt": Shown((), ("cards",)),
        "card_picked": Shown((), ("card",)),
        "picks_revealed": Shown(("picks", "first")),
        "hands_passed": Shown(),
        "rolled": Shown(("number",)),
        "rent_paid": Shown(("to", "amount", "accounts")),
        "debt_incurred": Shown(("to", "amount")),
        "lot_offered": Shown(("card",)),
        "bid_made": Shown(("amount",)),
        "bid_passed": Shown(),
        "lot_sold": Shown(("card", "to", "price", "accounts")),
        "debt_paid": Shown(("to", "amount", "accounts")),
        "given_up": Shown(("to", "accounts")),
        "turn_ended": Shown(),
    }

    def presets(self) -> Mapping[str, Preset]:
        empty = Preset(3, {"nobody": True})
        return {f"{players} players": Preset(players) for players in self.numbers} | {
            "a seat for nobody": empty
        }

    def seats_for(self, options: Options, players: int) -> tuple[Seat, ...]:
        return (Seat(),) * players + (Seat("neutral"),) * options.nobody

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        order = ledger.shuffled(CARDS)
        ledger.record("game_started")
        for player in setup.players:
            ledger.record("cards_dealt", player, cards=order[player * HELD : (player + 1) * HELD])

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        places = range(len(header["seats"]))
        players = players_in(header["seats"])
        hands: dict[str, tuple[str, ...]] = {hand(place): () for place in places}
        purses = {money(place): header["options"].purse * (place in players) for place in places}
        return State(
            **header,
            pieces=Inventory.of({"deck": CARDS, "discard": (), **hands}),
            accounts=Accounts.of({BANK: 100, **purses}),
            agenda=Agenda.of(Picking(Choices(players)), event.version),
        )

    # --- asking ---------------------------------------------------------------------------------------------

    def asks(self, state: State) -> tuple[Ask, ...]:
        agenda = state.agenda
        match agenda.top:
            case Picking(choices):
                return tuple(
                    agenda.ask(p, "pick", parallel=True, otherwise=Pick(min(state.pieces[hand(p)])))
                    for p in choices.waiting
                )
            case Turn(player, rolls):
                kind, otherwise = ("roll", Roll()) if rolls else ("end", End())
                return (agenda.ask(player, kind, parallel=True, otherwise=otherwise),)  # others trade
            case Debt(debtor):
                cards = state.pieces[hand(debtor)]
                if cards:
                    return (agenda.ask(debtor, "sell", otherwise=Sell(min(cards))),)
                return (agenda.ask(debtor, "give_up", otherwise=GiveUp()),)
            case Auction(bidders=(player, *_), bid=bid):
                can = state.accounts[money(player)] > bid
                return (agenda.ask(player, *(("bid", "pass") if can else ("pass",)), otherwise=Pass()),)
            case _:
                return ()

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        cards = sorted(state.pieces[hand(ask.player)])
        answers: dict[str, tuple[Action | Open, ...]] = {
            "pick": tuple(map(Pick, cards)),
            "roll": (Roll(),),
            "end": (End(),),
            "sell": tuple(map(Sell, cards)),
            "give_up": (GiveUp(),),
            "bid": (Open("bid"),),
            "pass": (Pass(),),
        }
        return tuple(answer for kind in ask.kinds for answer in answers[kind])

    def belongings(self, state: State) -> Mapping[int, Belongings]:
        if not isinstance(state.agenda.top, Turn):
            return {}
        return {p: Belongings((hand(p),), (("money", money(p)),)) for p in state.playing}

    # --- judging --------------------------------------------------------------------------------------------

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return ruled(self.refusals(state, player, action), consent("B-ANY", "your_turn"))

    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        asks = self.asks(state)
        if not any(action.type in ask.kinds for ask in asks if ask.player == player):
            yield refusal("B-TURN", "not_your_turn", turn=asks[0].player)
        held = state.pieces[hand(player)]
        match action, state.agenda.top:
            case ((Pick(card) | Sell(card)), _) if card not in held:
                yield refusal("B-CARD", "no_such_card", card=card)
            case GiveUp(), _ if held:
                yield refusal("B-DEBT", "can_still_sell")
            case Bid(amount), Auction(bid=bid) if amount <= bid:
                yield refusal("B-BID", "bid_too_low", least=bid + 1)
            case Bid(amount), _ if amount > state.accounts[money(player)]:
                yield refusal("B-BID", "not_so_much", money=state.accounts[money(player)])

    # --- deciding -------------------------------------------------------------------------------------------

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Pick(card):
                ledger.record("card_picked", player, card=card)
                self._reveal(ledger)
            case Roll():
                self._roll(ledger, player)
            case End():
                self._end_turn(ledger, player)
            case Sell(card):
                ledger.record("lot_offered", player, card=card)
                self._settle(ledger)
            case GiveUp():
                debt = ledger.state.agenda.top
                left = ledger.state.accounts[money(player)]
                paid = [pay(money(player), money(debt.creditor), left)] if left else []
                ledger.record("given_up", player, to=debt.creditor, accounts=paid)
                ledger.eliminate(player)
            case Bid(amount):
                ledger.record("bid_made", player, amount=amount)
                self._settle(ledger)
            case Pass():
                ledger.record("bid_passed", player)
                self._settle(ledger)

    def _reveal(self, ledger: Ledger[State]) -> None:
        choices = ledger.state.choices
        if choices.players and not choices.waiting:
            picks = choices.revealed()
            first = max(picks, key=lambda p: CARDS.index(picks[p]))
            ledger.record("picks_revealed", picks={str(p): card for p, card in picks.items()}, first=first)
            ledger.record("hands_passed")

    def _roll(self, ledger: Ledger[State], player: int) -> None:
        number = ledger.below(6) + 1
        ledger.record("rolled", player, number=number)
        state, amount = ledger.state, number * ledger.state.options.rent
        creditor = state.others(player)[0]
        if state.accounts[money(player)] >= amount:
            paid = [pay(money(player), money(creditor), amount)]
            ledger.record("rent_paid", player, to=creditor, amount=amount, accounts=paid)
        else:
            ledger.record("debt_incurred", player, to=creditor, amount=amount)

    def _settle(self, ledger: Ledger[State]) -> None:
        """Ends an auction in which nobody is left to bid, and with it the debt, if it can be paid now."""
        auction = ledger.state.agenda.top
        assert isinstance(auction, Auction)
        others = [bidder for bidder in auction.bidders if bidder != auction.leader]
        if others:
            return
        price = auction.bid or 1
        source = BANK if auction.leader is None else money(auction.leader)
        ledger.record(
            "lot_sold",
            auction.seller,
            card=auction.card,
            to=auction.leader,
            price=price,
            accounts=[pay(source, money(auction.seller), price)],
        )
        debt = ledger.state.agenda.top
        if ledger.state.accounts[money(debt.debtor)] >= debt.amount:
            paid = [pay(money(debt.debtor), money(debt.creditor), debt.amount)]
            ledger.record("debt_paid", debt.debtor, to=debt.creditor, amount=debt.amount, accounts=paid)

    def _end_turn(self, ledger: Ledger[State], player: int) -> None:
        ledger.record("turn_ended", player)
        state = ledger.state
        if state.round > state.options.rounds or not state.choices.players:
            ledger.end("rounds_over")

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:
        super().gone(ledger, player, why)
        state = ledger.state
        if state.result is not None:
            return
        match state.agenda.top:
            case Turn(turn) if turn == player:
                self._end_turn(ledger, player)
            case Picking(choices) if not choices.players:
                ledger.end("rounds_over")
            case Picking():
                self._reveal(ledger)
            case Auction():
                self._settle(ledger)

    # --- what is seen ---------------------------------------------------------------------------------------

    def scores(self, state: State) -> tuple[int, ...]:
        seats = range(len(state.seats))
        return tuple(state.accounts[money(p)] + len(state.pieces[hand(p)]) for p in seats)

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        matters = [m for m in state.agenda.matters if not isinstance(m, Picking)]
        return {
            "round": state.round,
            "hand": None if viewer is None else list(state.pieces[hand(viewer)]),
            "hand_sizes": [len(state.pieces[hand(p)]) for p in range(len(state.seats))],
            "discard": list(state.pieces["discard"]),
            "matters": codec.plain(matters),
            "choosing": list(state.choices.players),
            "choices": state.choices.view(viewer),
        }

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        table, you = view["table"], view["you"]
        lots = {m["seller"]: m["card"] for m in table["matters"] if m["type"] == "auction"}
        known = {*table["discard"], *(table["hand"] or ()), *lots.values()}
        hidden, rng = rng.shuffled([card for card in CARDS if card not in known])
        deal, places = iter(hidden), {}
        for player, size in enumerate(table["hand_sizes"]):
            lot = (lots[player],) if player in lots else ()
            rest = (next(deal) for _ in range(size - len(lot))) if player != you else ()
            places[hand(player)] = tuple(table["hand"]) if player == you else (*lot, *rest)
        return State(
            **self.header_of(view, rng),
            pieces=Inventory.of({"deck": tuple(deal), "discard": table["discard"], **places}),
            agenda=self._imagined_agenda(view, places),
            round=table["round"],
        )

    def _imagined_agenda(self, view: Mapping[str, Any], places: Mapping[str, tuple[str, ...]]) -> Agenda:
        table, you = view["table"], view["you"]
        if view["result"] is not None:
            return Agenda()
        since, agenda = view["asks"][0]["since"], Agenda()
        for matter in table["matters"]:
            agenda = agenda.push(codec.read(self.matters[matter["type"]], matter, "matter"), since)
        if agenda.top is not None:
            return agenda
        own = table["choices"]["own"]
        made = tuple((p, own if p == you else places[hand(p)][0]) for p in table["choices"]["chosen"])
        return Agenda.of(Picking(Choices(tuple(table["choosing"]), made)), since)

    def box(self, state: State) -> Counter[str]:  # noqa: ARG002
        return Counter(CARDS)


# --- playing it ---------------------------------------------------------------------------------------------


def some_terms(state: State, player: int, random: Random) -> tuple[Term, ...]:
    held = state.pieces[hand(player)]
    partner = random.choice([None, *state.others(player), player])
    gives = Goods(tuple(random.sample(held, min(1, len(held)))), (("money", random.randint(0, 2)),))
    gives = Goods(gives.pieces, tuple(amount for amount in gives.amounts if amount[1]))
    gets = Goods((random.choice(CARDS),) if random.random() < 0.3 else (), (("money", random.randint(1, 4)),))
    return (Term(partner, gives, gets),)


def ring(state: State, player: int, random: Random) -> tuple[Term, ...]:
    """One gives to the next, who hands something on to the third, who gives to the first."""
    others = [*state.others(player), player]  # with two players the third is the first, which is refused
    first, last, *_ = [*others, player]
    coins = Goods((), (("money", random.randint(1, 2)),))
    return Term(first, coins, Goods(), (Onward(last, coins),)), Term(last, Goods(), coins)


def offers(state: State, player: int, random: Random) -> list[Any]:
    ids = [offer.id for offer in state.offers.open] + [state.offers.last, 99]
    number = random.choice(ids)
    return [
        *(ProposeOffer(some_terms(state, player, random)) for _ in range(2)),
        ProposeOffer(ring(state, player, random)),
        CounterOffer(number, some_terms(state, player, random)),
        *(kind(number) for kind in (AcceptOffer, DeclineOffer, WithdrawOffer)),
    ]


def candidates(state: State, player: int, random: Random) -> list[Any]:
    own = state.pieces[hand(player)] or ("card 1",)
    purse = state.accounts[money(player)]
    return [
        *(kind(card) for kind in (Pick, Sell) for card in (*own, random.choice(CARDS))),
        *(Bid(amount) for amount in (0, 1, purse, purse + 1, random.randint(1, 20))),
        Roll(), End(), GiveUp(), Pass(),
        *offers(state, player, random),
    ]  # fmt: skip


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Cards change places among the others, except those picked, sold or offered, and the hand that may come next."""
    kept = {card for _, card in state.choices.made}
    kept |= {m.card for m in state.agenda.matters if isinstance(m, Auction)}
    goods = [g for offer in state.offers.open for term in offer.terms for g in (term.gives, term.gets)]
    goods += [o.goods for offer in state.offers.open for term in offer.terms for o in term.onward]
    kept |= {piece for g in goods for piece in g.pieces}
    giver = state.others(viewer)[-1:] if viewer in state.playing else ()
    others = [hand(p) for p in state.players if p != viewer and p not in giver]
    changed = [*others, "deck"]
    loose = [card for place in changed for card in state.pieces[place] if card not in kept]
    random.shuffle(loose)
    places = dict(state.pieces.places)
    for place in changed:
        places[place] = tuple(card if card in kept else loose.pop() for card in places[place])
    return replace(state, pieces=Inventory.of(places))


def subject_of(game: Bazaar) -> Subject:
    def act(state: State, player: int, random: Random) -> Any:
        listed = [a for a in game.legal_actions(state, player) if not isinstance(a, Open)]
        tried = [
            a
            for a in candidates(state, player, random)
            if game.judge(state, player, a).ruling is Ruling.VALID
        ]
        beg = ProposeOffer((Term(state.others(player)[0], Goods(), Goods((), (("money", 1),))),))
        return random.choice(listed if listed and random.random() < 0.5 else tried or [beg])

    return Subject(game, act, candidates, lasting_twin, secret=("pick",))
