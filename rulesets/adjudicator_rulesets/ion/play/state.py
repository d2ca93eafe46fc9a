"""A game of Ion at one moment: the options, the actions, the agenda, and the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from adjudicator.engine.agenda import Typed, by_type
from adjudicator.engine.choices import Choices
from adjudicator.engine.frame import Frame
from adjudicator_rulesets.ion.edition import EXPANSIONS, TILES, Tile  # noqa: TC001
from adjudicator_rulesets.ion.judging.bonding import (  # noqa: TC001 - field types are read at run time
    Laid,
    Mixed,
    Ratio,
    Reading,
)
from adjudicator_rulesets.ion.judging.scoring import Least, ScoreLine  # noqa: TC001

DECK, CENTER, AWAY = "deck", "center", "away"
GOAL_PILE, GOALS, BOX = "goal pile", "goals", "box"

Lies = Literal["face_up", "turned", "face_down"]


def hand(player: int) -> str:
    return f"hand {player}"


def new(player: int) -> str:
    """Cards that were revealed but not yet placed."""
    return f"new {player}"


def taken(player: int) -> str:
    """A card from the middle or from another area, to be placed before all others (I-TAKE)."""
    return f"taken {player}"


def area(player: int) -> str:
    return f"area {player}"


def face_down(player: int) -> str:
    return f"tiles {player}"


def face_up(player: int) -> str:
    return f"used tiles {player}"


def tile_piece(letter: str, tile: Tile) -> str:
    return f"{letter} {tile}"


@dataclass(frozen=True, slots=True)
class Options:
    """The expansions of the base game, in any combination (I-EXPANSIONS), and the readings of three rules."""

    tiles: bool = False
    transition: bool = False
    polyatomic: bool = False
    radioactive: bool = False
    ratio: Ratio = "any"
    least: Least = "ranked"
    mixed: Mixed = "none"

    @property
    def reading(self) -> Reading:
        return Reading(self.ratio, self.mixed)

    @property
    def expansions(self) -> tuple[str, ...]:
        return tuple(name for name in EXPANSIONS if getattr(self, name))


# The readings for games begun before these options existed.
FORMER = {"ratio": "smallest"}


# --- actions ------------------------------------------------------------------------------------------------


class Action(Typed):
    """What a player can do."""


class Pick(Action):
    """Picks one card of the hand, or two with Select Two, in any order."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


class Place(Action):
    """Bonds a card to the numbered group of the player's area, or lays it alone; a metal has a charge."""

    card: str
    onto: int | None = None
    charge: int | None = None


class TurnMetal(Action, type="turn"):
    """Shows the other charge of a metal placed just now (I-METAL-FIXED)."""

    group: int
    card: str
    charge: int


class Hold(Action):
    """Not ready yet, though the last card is placed (I-READY); `last`: not before all others are (I-RACE)."""

    last: bool = False


class Ready(Action):
    pass


class TakeCenter(Action):
    """Uses Take from Center for one of the cards in the middle."""

    card: str


class Rxn(Action):
    """Uses RXN: puts all charged cards of the player's area into new groups."""

    groups: tuple[tuple[Laid, ...], ...]


class TakeCard(Action):
    """Takes what RXN gives at the end of a round: a card from a group in another area."""

    owner: int
    group: int
    card: str


class Decline(Action):
    pass


class Refreshed(NamedTuple):
    """A polyatomic card that turns a tile back instead of scoring (I-POLY-CHOICE)."""

    group: int
    card: str
    tile: Tile


class Settle(Action):
    """The polyatomic cards that refresh a tile, in any order; all others score."""

    refresh: tuple[Refreshed, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "refresh", tuple(sorted(self.refresh)))


ACTIONS = by_type(Action)


# --- the agenda ---------------------------------------------------------------------------------------------


class Matter(Typed):
    """What the game can wait for."""


class Picking(Matter):
    """All pick at once; a pick is a list of cards (I-PICK)."""

    choices: Choices


class Placing(Matter):
    """The picks are public and are being placed. Players who hold back delay the passing (I-READY)."""

    holding: tuple[int, ...] = ()
    patient: tuple[int, ...] = ()  # players who hold back until all others are ready


class Taking(Matter):
    """The uses of RXN in this round, resolved in the order of turning the tiles over (I-RXN-ORDER)."""

    queue: tuple[int, ...]


class Settling(Matter):
    """Players with scoring polyatomic cards and tiles to refresh choose (I-POLY-CHOICE)."""

    choices: Choices


MATTERS = by_type(Matter)


# --- the state ----------------------------------------------------------------------------------------------


class Radioactive(NamedTuple):
    card: str
    round: int  # in which it was played
    lies: Lies | None = None  # not decided before the placing step ends (I-RAD-TURN)


@dataclass(frozen=True, slots=True)
class Area:
    """A player's area: charged cards in groups of one or more, and the cards that never bond."""

    groups: tuple[tuple[Laid, ...], ...] = ()
    nobles: tuple[str, ...] = ()
    radioactive: tuple[Radioactive, ...] = ()


class Fresh(NamedTuple):
    """A metal that can still be turned: whose it is, its group, and how it lies."""

    player: int
    group: int
    laid: Laid


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    areas: tuple[Area, ...]
    round: int = 0
    pick: int = 0  # of this round, from 1
    fresh: tuple[Fresh, ...] = ()
    rxn: tuple[int, ...] = ()  # players who used RXN in this round, in order
    known: tuple[tuple[Tile, ...], ...]  # each player's tiles with public points (I-TILE-KNOWN)
    # By round and player; the last entry is the final count.
    sheets: tuple[tuple[tuple[ScoreLine, ...], ...], ...] = ()

    @property
    def choices(self) -> Choices:
        top = self.agenda.top
        return top.choices if isinstance(top, (Picking, Settling)) else Choices(())

    def to_place(self, player: int) -> tuple[str, ...]:
        """The cards that this player may place now: a taken one before all others (I-TAKE)."""
        return self.pieces[taken(player)] or self.pieces[new(player)]

    def unused(self, player: int, tile: Tile) -> bool:
        return any(piece.endswith(f" {tile}") for piece in self.pieces[face_down(player)])

    def used(self, player: int) -> tuple[Tile, ...]:
        """The tiles of this player that lie points up."""
        up = {piece.rpartition(" ")[2] for piece in self.pieces[face_up(player)]}
        return tuple(tile for tile in TILES if tile in up)

    @property
    def order(self) -> tuple[int, ...]:
        """The players still in, from a start that moves one seat to the left with every pick (I-RACE)."""
        start = (self.round + self.pick) % len(self.seats)
        return tuple(sorted(self.playing, key=lambda player: (player - start) % len(self.seats)))
