"""A game of Valence Plus at one moment: the options, what the players may ask, and the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.events import Result  # noqa: TC001 - the types of fields are read at run time
from adjudicator.engine.inventory import Inventory  # noqa: TC001
from adjudicator.engine.rng import Rng  # noqa: TC001

DECK, DISCARD, BANK = "deck", "discard", "bank"


def hand(player: int) -> str:
    return f"hand {player}"


def stash(player: int) -> str:
    return f"stash {player}"


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook; they combine."""

    players: int = 2
    younger: bool = False  # V-YOUNG: no reactions
    naming: bool = False  # V-NAME: whoever builds names the substance
    original: bool = False  # V-ORIGINAL
    cooperative: bool = False  # V-COOP
    helium: bool = False  # V-NOBLE
    oganesson: bool = False
    edition: str | None = None  # the text of an edition file; never a path, which would open our disk

    @property
    def optional(self) -> tuple[str, ...]:
        """The optional cards that are shuffled in."""
        return ("He",) * self.helium + ("Og",) * self.oganesson


# --- what players ask ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    source: Literal["deck", "discard"] = "deck"
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The whole hand, in the order in which it goes to the discard pile: the last card ends on top."""

    cards: tuple[str, ...]
    type: Literal["exchange"] = "exchange"


@dataclass(frozen=True, slots=True)
class TradeUp:
    """A molecule of one's own stash, by the formula of its substance."""

    formula: str
    type: Literal["trade_up"] = "trade_up"


@dataclass(frozen=True, slots=True)
class React:
    """Own reactors, by their formulas, with a molecule in the stash of `owner`."""

    reactors: tuple[str, ...]
    owner: int
    target: str
    type: Literal["react"] = "react"


@dataclass(frozen=True, slots=True)
class Build:
    """Cards of the hand, in the order in which they go to the discard pile; named where V-NAME is played."""

    cards: tuple[str, ...]
    name: str | None = None
    type: Literal["build"] = "build"


@dataclass(frozen=True, slots=True)
class SettleName:
    """Says whether one accepts a name that the judge could not decide (V-NAME-OPEN)."""

    accept: bool
    type: Literal["settle_name"] = "settle_name"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Done building; what is above the limit is discarded in this order, the last card on top (V-LIMIT)."""

    discards: tuple[str, ...] = ()
    type: Literal["end_turn"] = "end_turn"


Action = Draw | Exchange | TradeUp | React | Build | SettleName | EndTurn
ACTIONS: dict[str, type[Action]] = {
    "draw": Draw,
    "exchange": Exchange,
    "trade_up": TradeUp,
    "react": React,
    "build": Build,
    "settle_name": SettleName,
    "end_turn": EndTurn,
}


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StashCard:
    """A molecule card with the concrete substance it stands for: Base, NaOH, sodium hydroxide."""

    molecule: str
    formula: str
    name: str | None
    points: int


@dataclass(frozen=True, slots=True)
class OpenName:
    """A name the judge could not decide, while the others say whether they accept it."""

    cards: tuple[str, ...]  # in the order of the build
    name: str
    accepted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    version: int
    options: Options
    edition: str
    rng: Rng
    pieces: Inventory
    stashes: tuple[tuple[StashCard, ...], ...]  # what lies in the stash places, in the same order
    first: int
    turn: int
    phase: Literal["collect", "build"] = "collect"
    misnamed: tuple[tuple[str, ...], ...] = ()  # sorted cards that cannot be built this turn (V-NAME-WRONG)
    open_name: OpenName | None = None
    built: int = 0  # points of what was built this turn
    made: tuple[str, ...] = ()  # kinds of molecules that came into any stash so far, sorted (V-COOP)
    reshuffles: int = 0
    result: Result | None = None

    @property
    def players(self) -> range:
        return range(self.options.players)

    @property
    def scores(self) -> tuple[int, ...]:
        """V-POINTS: what every stash is worth now."""
        return tuple([sum(card.points for card in cards) for cards in self.stashes])

    def others(self, player: int) -> tuple[int, ...]:
        """The other players, clockwise from this one (V-CLOCKWISE)."""
        number = self.options.players
        return tuple((player + step) % number for step in range(1, number))
