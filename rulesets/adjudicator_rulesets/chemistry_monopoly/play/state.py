"""A game of Chemistry Monopoly at one moment: the options, the actions, the agenda, and the state.

Every piece has one place: element cards with the Lab, in an estate, or with a player, where transferred
ones lie apart; liquids and solids with the Lab or on a lot; day cards in their deck, drawn, or kept.
Money is in accounts. The Lab's may be negative, because the Lab never runs out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import Typed, by_type
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


class Action(Typed):
    """What a player can do."""


class Roll(Action):
    pass


class EndTurn(Action):
    pass


class Buy(Action):
    """Buys the square on which the player has landed."""


class Decline(Action):
    pass


class Bid(Action):
    amount: int


class Pass(Action):
    """Stops bidding for this lot, or leaves a question unanswered."""


class Condense(Action):
    """Adds a step to the player's own element: a liquid, or the solid."""

    deed: str


class Evaporate(Action):
    """Sells a step back to the Lab."""

    deed: str


class Transfer(Action):
    deed: str


class BuyBack(Action):
    deed: str


class PayInterest(Action):
    """Pays for a transferred element just received, and leaves it transferred (M-TRADE-FEE)."""

    deed: str


class PayTax(Action):
    """M-TAX: the sum on the square, or a share of the player's worth, chosen before the worth is counted."""

    choice: Literal["fixed", "share"]


class PayFine(Action):
    pass


class UseCard(Action):
    """Uses the free card of one of the decks."""

    deck: Deck


class TakeTest(Action):
    """In Biology Class, answers a question instead of rolling (M-QUESTION)."""


class Answer(Action):
    answer: str


class GiveUp(Action):
    """Declares bankruptcy (M-GIVE-UP)."""


Business = Condense | Evaporate | Transfer | BuyBack
ACTIONS = by_type(Action)


# --- the agenda ---------------------------------------------------------------------------------------------


class Matter(Typed):
    """What the game can wait for."""


class DiceTurn(Matter, type="turn"):
    """Before a roll, after it, or over because the player was sent to Biology Class."""

    player: int
    phase: Literal["before", "after", "over"] = "before"
    doubles: int = 0  # in a row
    again: bool = False  # the last roll was a double, so the player may roll again


class Purchase(Matter):
    """A player has landed on a square without an owner."""

    player: int
    deed: str


class Tax(Matter):
    """A tax with a choice."""

    player: int
    square: int


class Debt(Matter):
    """M-DEBT: a sum that could not be paid; without a creditor it is owed to the Lab."""

    debtor: int
    creditor: int | None
    amount: int
    why: Why


@dataclass(frozen=True, slots=True)
class Payment:
    payer: int
    payee: int | None
    amount: int


class Card(Matter):
    """A day card being carried out: the remaining payments, made one at a time (M-DEBT-ORDER)."""

    player: int
    deck: Deck
    card: str
    payments: tuple[Payment, ...] = ()


class Auction(Matter):
    deed: str
    bidders: tuple[int, ...]  # players still in, the next to bid first
    estate: bool = False  # of the Lab, with the card transferred
    bid: int = 0
    leader: int | None = None
    bids: tuple[tuple[int, int], ...] = ()  # each player's last bid
    entrants: tuple[int, ...] = ()  # players in at the start who have not left the game


class Estate(Matter):
    """M-ESTATE-LAB: the cards that a bankrupt player left to the Lab, in board order, to be auctioned."""

    player: int
    deeds: tuple[str, ...]


class Fees(Matter):
    """M-TRADE-FEE: transferred elements that a player has received; the first one is decided on now."""

    player: int
    deeds: tuple[str, ...]


class Question(Matter):
    """M-QUESTION: an exercise for a player to answer. Its text may reveal the answer, so it is in no view."""

    player: int
    about: About
    exercise: str
    forced: bool = False  # for a fine that was not chosen


MATTERS = by_type(Matter)


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
