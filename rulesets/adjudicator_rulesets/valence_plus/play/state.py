"""A game of Valence Plus at one moment: the options, the actions, and the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import Typed, by_type
from adjudicator.engine.frame import Frame

DECK, DISCARD, BANK = "deck", "discard", "bank"


def hand(player: int) -> str:
    return f"hand {player}"


def stash(player: int) -> str:
    return f"stash {player}"


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook, which can be combined."""

    younger: bool = False  # V-YOUNG: no reactions
    naming: bool = False  # V-NAME: the builder names the substance
    original: bool = False  # V-ORIGINAL
    cooperative: bool = False  # V-COOP
    helium: bool = False  # V-NOBLE
    oganesson: bool = False
    blocking: Literal["ask", "always"] = "ask"  # V-BLOCK: whether the owner is asked
    cards_out: Literal["draw", "deck"] = "draw"  # V-COOP-LOSS: when the cards have run out
    hands: Literal["open", "hidden"] = "open"  # V-COOP-HANDS: of partners; otherwise hands are always hidden

    @property
    def optional(self) -> tuple[str, ...]:
        """The optional cards shuffled in."""
        return ("He",) * self.helium + ("Og",) * self.oganesson


# The readings for games begun before these options existed.
FORMER = {"blocking": "always", "cards_out": "deck", "hands": "hidden"}


# --- actions ------------------------------------------------------------------------------------------------


class Action(Typed):
    """What a player can do."""


class Draw(Action):
    source: Literal["deck", "discard"] = "deck"


class Exchange(Action):
    """Exchanges the whole hand, in the order in which it is discarded: the last card ends on top."""

    cards: tuple[str, ...]


class TradeUp(Action):
    """Trades up a molecule of the player's own stash, given by the formula of its substance."""

    formula: str


class React(Action):
    """Reacts the player's own reactors, by their formulas, with a molecule in the stash of `owner`."""

    reactors: tuple[str, ...]
    owner: int
    target: str


class Build(Action):
    """Builds with cards of the hand, in the order in which they are discarded; named under V-NAME."""

    cards: tuple[str, ...]
    name: str | None = None


class SettleName(Action):
    """Accepts or refuses a name that the judge could not decide (V-NAME-OPEN)."""

    accept: bool


class Block(Action):
    """Decides whether one's Transition Metal Compound blocks a reaction aimed at one's stash (V-BLOCK)."""

    block: bool


class EndTurn(Action):
    """Ends building; cards above the limit are discarded in this order, the last one on top (V-LIMIT)."""

    discards: tuple[str, ...] = ()


ACTIONS = by_type(Action)


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StashCard:
    """A molecule card with the concrete substance it stands for: Base, NaOH, sodium hydroxide."""

    molecule: str
    formula: str
    name: str | None
    points: int


class Matter(Typed):
    """What the game can wait for."""


class CardTurn(Matter, type="turn"):
    """A player's turn: first to collect, then to build."""

    phase: Literal["collect", "build"] = "collect"


class OpenName(Matter):
    """A name that the judge could not decide, while the others say whether they accept it."""

    cards: tuple[str, ...]  # in the order of the build
    name: str
    accepted: tuple[int, ...] = ()


class Aimed(Matter):
    """A reaction aimed at a stash whose owner can block it (V-BLOCK)."""

    reactors: tuple[str, ...]
    owner: int
    target: str


MATTERS = by_type(Matter)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    stashes: tuple[tuple[StashCard, ...], ...]  # the cards in the stash places, in the same order
    first: int
    turn: int
    misnamed: tuple[tuple[str, ...], ...] = ()  # sorted cards that cannot be built this turn (V-NAME-WRONG)
    built: int = 0  # points of this turn's builds
    made: tuple[str, ...] = ()  # kinds of molecules that have come into any stash, sorted (V-COOP)
    reshuffles: int = 0
    blocked: bool = False  # a reaction of this turn was blocked, so no other is tried (V-REACT-ONCE)
    idle: tuple[int, ...]  # turns in a row in which each player built nothing

    @property
    def phase(self) -> Literal["collect", "build"]:
        turn = self.agenda.find(CardTurn)
        return "collect" if turn is None else turn.phase

    @property
    def open_name(self) -> OpenName | None:
        return self.agenda.find(OpenName)

    @property
    def aimed(self) -> Aimed | None:
        return self.agenda.find(Aimed)

    @property
    def scores(self) -> tuple[int, ...]:
        """V-POINTS: the points of every stash now."""
        return tuple(sum(card.points for card in cards) for cards in self.stashes)
