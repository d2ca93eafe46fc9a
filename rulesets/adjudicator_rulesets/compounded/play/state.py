"""A game of Compounded at one moment: the options, the actions, the agenda, the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import Typed, by_type
from adjudicator.engine.frame import Frame
from adjudicator_rulesets.compounded.edition import OTHER_PIECES, Experiment  # noqa: TC001 - the types of fields are read at run time

BAG, DECK, STOCK, GONE = "bag", "deck", "stock", "gone"
WILD, EXTINGUISHER, LAB_FIRE = OTHER_PIECES
MOST_OFFERS = 12


def bench(seat: int) -> str:
    """The crystals in the element spaces of a work bench."""
    return f"bench {seat}"


def kit(seat: int) -> str:
    """The other tradable pieces: tools, wilds and ready extinguishers."""
    return f"kit {seat}"


def pile(seat: int) -> str:
    """K-GOGGLES-APART: the crystals drawn with Goggles."""
    return f"pile {seat}"


def unfinished(seat: int) -> str:
    """The seat's own extinguisher card with its crystals, until it is ready."""
    return f"unfinished {seat}"


def tokens(seat: int) -> str:
    """Claim tokens off the field."""
    return f"tokens {seat}"


def scored(seat: int) -> str:
    return f"scored {seat}"


def spot(slot: int) -> str:
    """A place of the research field: the card, the crystals on it and the claim token."""
    return f"field {slot}"


def claim_of(seat: int) -> str:
    return f"claim {seat}"


def points(seat: int) -> str:
    return f"points {seat}"


def level(experiment: str, seat: int) -> str:
    """How many steps an experiment was raised; the edition says what a step gives."""
    return f"{experiment} {seat}"


@dataclass(frozen=True, slots=True)
class Options:
    offers: int = MOST_OFFERS  # K-DONE: per scientist and phase
    lead: int = 0  # K-LEAD: who leads first, counted from 1; 0 for a random lead
    nobel_places: Literal["research", "discovery"] = "research"  # K-NOBEL: by which level
    grant: Literal["chosen", "room"] = "chosen"  # K-GRANT: when points are shared
    flames: Literal["endless", "box"] = "endless"  # K-FLAMES: how many there are
    raising: Literal["may", "must"] = "may"  # K-RAISE: whether Lab rises in place of a full track
    grants_to: Literal["people", "all"] = "people"  # K-GRANT-SHARE: whether Nobel can be named
    starting: Literal["shuffled", "listed"] = "shuffled"  # K-FIELD: how the starting cards lie


# The readings for games begun before these options existed.
FORMER = {"raising": "must", "starting": "listed"}


# --- actions ------------------------------------------------------------------------------------------------


class Action(Typed):
    """What a player can do."""


class SwapNobel(Action):
    """K-NOBEL-TRADE: a crystal from the player's bench for one of Nobel's."""

    give: str
    get: str


class Done(Action):
    """K-DONE: nothing more to trade."""


class Discard(Action):
    """K-OVERFLOW: puts a crystal without a space back into the bag."""

    crystal: str


class Claim(Action):
    """K-CLAIM in the Study phase, K-FREE-CLAIM in the player's Research turn."""

    slot: int


class MoveClaim(Action):
    source: int
    target: int


class UseGoggles(Action):
    number: int = 1


class Place(Action):
    """Places a crystal, or a wild as that element, on a card; without a slot, on one's own extinguisher."""

    crystal: str
    slot: int | None
    source: Literal["bench", "goggles", "wild"] = "bench"


class Swap(Action):
    """K-SWAP, K-PIPET: equal crystals for one from the bag."""

    give: str
    get: str


class Burn(Action):
    slot: int


class End(Action):
    """Ends the player's Research turn, or their part of the Lab phase."""


class Score(Action):
    slot: int


class Grant(Action):
    """K-GRANT: another scientist and one of their experiments; None if all of theirs are complete."""

    player: int
    experiment: Experiment | None = None


class Raise(Action):
    experiment: Experiment


class Keep(Action):
    """K-JOURNAL: keeps a crystal of the scored compound on the bench."""

    crystal: str


class Cylinder(Action):
    """K-CYLINDER: lowers one experiment by a level and raises another."""

    down: Experiment
    up: Experiment


class TakeBack(Action):
    """K-CYLINDER-STUDY: takes back a claim above the limit."""

    slot: int


class Extinguish(Action):
    slot: int


class ScatterCard(Action):
    """K-BLAST: which of the player's exploded cards scatters next."""

    slot: int


class Scatter(Action):
    """K-SCATTER: where a crystal of the exploded card goes."""

    crystal: str
    slot: int


class UseKey(Action):
    pass


class Pass(Action):
    """Declines to claim, to move a claim, or to use a tool or an extinguisher."""


ACTIONS = by_type(Action)


# --- the agenda ---------------------------------------------------------------------------------------------
# `waiting` lists seats in turn order, the next one first. A matter in which no player has a choice continues
# automatically (`flow.py`).


class Matter(Typed):
    """What the game can wait for."""


class Drawing(Matter):
    pass


class NobelTrade(Matter):
    waiting: tuple[int, ...]


class Trading(Matter):
    done: tuple[int, ...] = ()


class Surplus(Matter):
    """K-OVERFLOW, K-CYLINDER-LAB: players who may have more crystals than spaces."""

    waiting: tuple[int, ...]


class Claiming(Matter):
    waiting: tuple[int, ...]  # those still in the rotation
    before: tuple[int, ...]  # slots claimed when the phase began


class Moving(Matter):
    waiting: tuple[int, ...]
    before: tuple[int, ...]


class Goggles(Matter):
    waiting: tuple[int, ...]
    began: int  # the version at which the phase began


class Research(Matter):
    waiting: tuple[int, ...]
    began: int
    placed: int = 0
    swapped: bool = False


class LastBurners(Matter):
    waiting: tuple[int, ...]


class Lab(Matter):
    waiting: tuple[int, ...]
    used: tuple[str, ...] = ()  # what the current seat has used: cylinder, journal


class Scoring(Matter):
    """K-ORDER: a compound being scored, step by step."""

    seat: int
    slot: int
    step: Literal["grant", "points", "raise", "journal", "clear"]
    grant: tuple[int, Experiment | None] | None = None


class TakingBack(Matter):
    player: int


class Fire(Matter):
    """Flames about to be put on these cards, while holders of extinguishers are asked."""

    cause: Literal["lab_fire", "volatile", "burner"]
    slots: tuple[int, ...]
    waiting: tuple[int, ...]
    spared: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Blast:
    """The crystals where a card exploded, and who decides where they go (K-ADJ-WHO)."""

    slot: int
    chooser: int


class Scattering(Matter):
    blasts: tuple[Blast, ...]  # in the order of their choosers
    current: int | None = None  # the slot whose crystals are being scattered


class Refill(Matter):
    """K-REFILL, step by step."""

    step: Literal["burners", "fill", "again", "keys"]


class Keys(Matter):
    waiting: tuple[int, ...]
    lead: int | None = None  # the player who has used one


MATTERS = by_type(Matter)


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    lead: int
    round: int  # from 1; a round is one turn of the whole table
    flames: tuple[int, ...]  # on each slot
    temporary: tuple[int, ...] = ()  # slots with a temporary claim
    wilds: tuple[tuple[str, str], ...] = ()  # for each placed wild, its place and its element
    journals: tuple[tuple[int, ...], ...]  # for each seat, the turns in which it got its Journals
    idle: tuple[int, ...]  # turns in a row in which each seat placed nothing
    last: int | None = None  # K-END: the number of the last turn, once it is known
    ending: str | None = None  # the reason for the end

    @property
    def nobel(self) -> int | None:
        """K-NOBEL: the empty seat, which is the last one."""
        return len(self.seats) - 1 if self.seats[-1].kind == "neutral" else None
