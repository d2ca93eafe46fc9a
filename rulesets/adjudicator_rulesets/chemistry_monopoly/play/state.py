"""A game of Chemistry Monopoly at one moment: the options, the actions, the agenda, and the state.

Every piece has one place: element cards with the Lab, in an estate, or with a player, where transferred
ones lie apart; liquids and solids with the Lab or on a lot; day cards in their deck, drawn, or kept.
Money is in accounts. The Lab's may be negative, because the Lab never runs out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import by_type
from adjudicator.engine.frame import Frame

NAME = "chemistry-monopoly"
PLAYERS = range(2, 7)  # M-EQUIPMENT

# Places, and the accounts of the Lab and of the middle of the board.
STOCK, UNOWNED, ESTATE, DRAWN = "stock", "unowned", "estate", "drawn"
LAB, POT = "lab", "pot"
MONEY = "AMUny"  # the currency in offers
LIQUID, SOLID = "liquid", "solid"
LAB_DAY: Literal["lab-day"] = "lab-day"
TEST_DAY: Literal["test-day"] = "test-day"

Deck = Literal["lab-day", "test-day"]
DECKS: tuple[Deck, ...] = (LAB_DAY, TEST_DAY)
Why = Literal["rent", "tax", "fine", "card", "interest"]
About = Literal["test-day", "fine", "class"]  # where a question is asked (M-QUESTION)


def held(player: int) -> str:
    """A player's face-up element cards."""
    return f"held {player}"


def turned(player: int) -> str:
    """A player's transferred cards, turned over."""
    return f"turned {player}"


def kept(player: int) -> str:
    """A player's kept day cards."""
    return f"kept {player}"


def on(deed: str) -> str:
    """The liquids and solids on a lot."""
    return f"on {deed}"


def money(player: int) -> str:
    return f"{MONEY} {player}"


def purse(player: int | None) -> str:
    """The account of a player, or of the Lab."""
    return LAB if player is None else money(player)


@dataclass(frozen=True, slots=True)
class Options:
    """M-OPTIONS: five that the rulebook leaves to the table, readings of open rules, and one of our own."""

    auctions: bool = False  # M-AUCTION
    go_400: bool = False  # M-GO-400
    pot: bool = False  # M-POT
    pot_base: bool = False  # M-POT-BASE
    short: bool = False  # the short game
    shortage: Literal["even", "lot"] = "even"  # M-EVEN-SHORT: what goes down when the Lab lacks liquids
    business: Literal["any-time", "settled"] = "any-time"  # M-RAISE
    bids: Literal["stand", "lapse"] = "stand"  # M-BIDS: when the leader of an auction leaves
    questions: Literal["off", "easy", "medium", "hard"] = "off"  # M-QUESTION


# The readings for games begun before these options existed.
FORMER = {"shortage": "lot", "business": "settled", "bids": "lapse"}


# --- actions ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll:
    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class EndTurn:
    type: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buys the square on which the player has landed."""

    type: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True)
class Decline:
    type: Literal["decline"] = "decline"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Pass:
    """Stops bidding for this lot, or leaves a question unanswered."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Condense:
    """Adds a step to the player's own element: a liquid, or the solid."""

    deed: str
    type: Literal["condense"] = "condense"


@dataclass(frozen=True, slots=True)
class Evaporate:
    """Sells a step back to the Lab."""

    deed: str
    type: Literal["evaporate"] = "evaporate"


@dataclass(frozen=True, slots=True)
class Transfer:
    deed: str
    type: Literal["transfer"] = "transfer"


@dataclass(frozen=True, slots=True)
class BuyBack:
    deed: str
    type: Literal["buy_back"] = "buy_back"


@dataclass(frozen=True, slots=True)
class PayInterest:
    """Pays for a transferred element just received, and leaves it transferred (M-TRADE-FEE)."""

    deed: str
    type: Literal["pay_interest"] = "pay_interest"


@dataclass(frozen=True, slots=True)
class PayTax:
    """M-TAX: the sum on the square, or a share of the player's worth, chosen before the worth is counted."""

    choice: Literal["fixed", "share"]
    type: Literal["pay_tax"] = "pay_tax"


@dataclass(frozen=True, slots=True)
class PayFine:
    type: Literal["pay_fine"] = "pay_fine"


@dataclass(frozen=True, slots=True)
class UseCard:
    """Uses the free card of one of the decks."""

    deck: Deck
    type: Literal["use_card"] = "use_card"


@dataclass(frozen=True, slots=True)
class TakeTest:
    """In Biology Class, answers a question instead of rolling (M-QUESTION)."""

    type: Literal["take_test"] = "take_test"


@dataclass(frozen=True, slots=True)
class Answer:
    answer: str
    type: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Declares bankruptcy (M-GIVE-UP)."""

    type: Literal["give_up"] = "give_up"


Business = Condense | Evaporate | Transfer | BuyBack
Action = (
    Roll
    | EndTurn
    | Buy
    | Decline
    | Bid
    | Pass
    | Business
    | PayInterest
    | PayTax
    | PayFine
    | UseCard
    | TakeTest
    | Answer
    | GiveUp
)
ACTIONS: dict[str, type[Action]] = by_type(Action)


# --- the agenda ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceTurn:
    """Before a roll, after it, or over because the player was sent to Biology Class."""

    player: int
    phase: Literal["before", "after", "over"] = "before"
    doubles: int = 0  # in a row
    again: bool = False  # the last roll was a double, so the player may roll again
    type: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Purchase:
    """A player has landed on a square without an owner."""

    player: int
    deed: str
    type: Literal["purchase"] = "purchase"


@dataclass(frozen=True, slots=True)
class Tax:
    """A tax with a choice."""

    player: int
    square: int
    type: Literal["tax"] = "tax"


@dataclass(frozen=True, slots=True)
class Debt:
    """M-DEBT: a sum that could not be paid; without a creditor it is owed to the Lab."""

    debtor: int
    creditor: int | None
    amount: int
    why: Why
    type: Literal["debt"] = "debt"


@dataclass(frozen=True, slots=True)
class Payment:
    payer: int
    payee: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class Card:
    """A day card being carried out: the remaining payments, made one at a time (M-DEBT-ORDER)."""

    player: int
    deck: Deck
    card: str
    payments: tuple[Payment, ...] = ()
    type: Literal["card"] = "card"


@dataclass(frozen=True, slots=True)
class Auction:
    deed: str
    bidders: tuple[int, ...]  # players still in, the next to bid first
    estate: bool = False  # of the Lab, with the card transferred
    bid: int = 0
    leader: int | None = None
    bids: tuple[tuple[int, int], ...] = ()  # each player's last bid
    entrants: tuple[int, ...] = ()  # players in at the start who have not left the game
    type: Literal["auction"] = "auction"


@dataclass(frozen=True, slots=True)
class Estate:
    """M-ESTATE-LAB: the cards that a bankrupt player left to the Lab, in board order, to be auctioned."""

    player: int
    deeds: tuple[str, ...]
    type: Literal["estate"] = "estate"


@dataclass(frozen=True, slots=True)
class Fees:
    """M-TRADE-FEE: transferred elements that a player has received; the first one is decided on now."""

    player: int
    deeds: tuple[str, ...]
    type: Literal["fees"] = "fees"


@dataclass(frozen=True, slots=True)
class Question:
    """M-QUESTION: an exercise for a player to answer. Its text may reveal the answer, so it is in no view."""

    player: int
    about: About
    exercise: str
    forced: bool = False  # for a fine that was not chosen
    type: Literal["question"] = "question"


MATTERS = by_type(DiceTurn, Purchase, Tax, Debt, Card, Auction, Estate, Fees, Question)


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    positions: tuple[int, ...]  # the square of every token
    detained: tuple[int | None, ...]  # failed tries of each player in Biology Class; None outside
    idle: tuple[int, ...]  # turns in a row in which a player chose nothing
    turns: int = 0  # finished turns
    dice: tuple[int, ...] = ()  # as last thrown
    drawn: str | None = None  # the last day card drawn

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        turn = self.agenda.find(DiceTurn)
        return None if turn is None else turn.player
