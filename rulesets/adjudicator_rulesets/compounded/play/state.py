"""A game of Compounded at one moment: the options, the actions, the agenda, the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import by_type
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


@dataclass(frozen=True, slots=True)
class SwapNobel:
    """K-NOBEL-TRADE: a crystal from the player's bench for one of Nobel's."""

    give: str
    get: str
    type: Literal["swap_nobel"] = "swap_nobel"


@dataclass(frozen=True, slots=True)
class Done:
    """K-DONE: nothing more to trade."""

    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class Discard:
    """K-OVERFLOW: puts a crystal without a space back into the bag."""

    crystal: str
    type: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Claim:
    """K-CLAIM in the Study phase, K-FREE-CLAIM in the player's Research turn."""

    slot: int
    type: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class MoveClaim:
    source: int
    target: int
    type: Literal["move_claim"] = "move_claim"


@dataclass(frozen=True, slots=True)
class UseGoggles:
    number: int = 1
    type: Literal["use_goggles"] = "use_goggles"


@dataclass(frozen=True, slots=True)
class Place:
    """Places a crystal, or a wild as that element, on a card; without a slot, on one's own extinguisher."""

    crystal: str
    slot: int | None
    source: Literal["bench", "goggles", "wild"] = "bench"
    type: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Swap:
    """K-SWAP, K-PIPET: equal crystals for one from the bag."""

    give: str
    get: str
    type: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class Burn:
    slot: int
    type: Literal["burn"] = "burn"


@dataclass(frozen=True, slots=True)
class End:
    """Ends the player's Research turn, or their part of the Lab phase."""

    type: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Score:
    slot: int
    type: Literal["score"] = "score"


@dataclass(frozen=True, slots=True)
class Grant:
    """K-GRANT: another scientist and one of their experiments; None if all of theirs are complete."""

    player: int
    experiment: Experiment | None = None
    type: Literal["grant"] = "grant"


@dataclass(frozen=True, slots=True)
class Raise:
    experiment: Experiment
    type: Literal["raise"] = "raise"


@dataclass(frozen=True, slots=True)
class Keep:
    """K-JOURNAL: keeps a crystal of the scored compound on the bench."""

    crystal: str
    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Cylinder:
    """K-CYLINDER: lowers one experiment by a level and raises another."""

    down: Experiment
    up: Experiment
    type: Literal["cylinder"] = "cylinder"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """K-CYLINDER-STUDY: takes back a claim above the limit."""

    slot: int
    type: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True)
class Extinguish:
    slot: int
    type: Literal["extinguish"] = "extinguish"


@dataclass(frozen=True, slots=True)
class ScatterCard:
    """K-BLAST: which of the player's exploded cards scatters next."""

    slot: int
    type: Literal["scatter_card"] = "scatter_card"


@dataclass(frozen=True, slots=True)
class Scatter:
    """K-SCATTER: where a crystal of the exploded card goes."""

    crystal: str
    slot: int
    type: Literal["scatter"] = "scatter"


@dataclass(frozen=True, slots=True)
class UseKey:
    type: Literal["use_key"] = "use_key"


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines to claim, to move a claim, or to use a tool or an extinguisher."""

    type: Literal["pass"] = "pass"


Action = (
    SwapNobel | Done | Discard | Claim | MoveClaim | UseGoggles | Place | Swap | Burn | End | Score
    | Grant | Raise | Keep | Cylinder | TakeBack | Extinguish | ScatterCard | Scatter | UseKey | Pass
)  # fmt: skip
ACTIONS: dict[str, type[Action]] = by_type(Action)


# --- the agenda ---------------------------------------------------------------------------------------------
# `waiting` lists seats in turn order, the next one first. A matter in which no player has a choice continues
# automatically (`flow.py`).


@dataclass(frozen=True, slots=True)
class Drawing:
    type: Literal["drawing"] = "drawing"


@dataclass(frozen=True, slots=True)
class NobelTrade:
    waiting: tuple[int, ...]
    type: Literal["nobel_trade"] = "nobel_trade"


@dataclass(frozen=True, slots=True)
class Trading:
    done: tuple[int, ...] = ()
    type: Literal["trading"] = "trading"


@dataclass(frozen=True, slots=True)
class Surplus:
    """K-OVERFLOW, K-CYLINDER-LAB: players who may have more crystals than spaces."""

    waiting: tuple[int, ...]
    type: Literal["surplus"] = "surplus"


@dataclass(frozen=True, slots=True)
class Claiming:
    waiting: tuple[int, ...]  # those still in the rotation
    before: tuple[int, ...]  # slots claimed when the phase began
    type: Literal["claiming"] = "claiming"


@dataclass(frozen=True, slots=True)
class Moving:
    waiting: tuple[int, ...]
    before: tuple[int, ...]
    type: Literal["moving"] = "moving"


@dataclass(frozen=True, slots=True)
class Goggles:
    waiting: tuple[int, ...]
    began: int  # the version at which the phase began
    type: Literal["goggles"] = "goggles"


@dataclass(frozen=True, slots=True)
class Research:
    waiting: tuple[int, ...]
    began: int
    placed: int = 0
    swapped: bool = False
    type: Literal["research"] = "research"


@dataclass(frozen=True, slots=True)
class LastBurners:
    waiting: tuple[int, ...]
    type: Literal["last_burners"] = "last_burners"


@dataclass(frozen=True, slots=True)
class Lab:
    waiting: tuple[int, ...]
    used: tuple[str, ...] = ()  # what the current seat has used: cylinder, journal
    type: Literal["lab"] = "lab"


@dataclass(frozen=True, slots=True)
class Scoring:
    """K-ORDER: a compound being scored, step by step."""

    seat: int
    slot: int
    step: Literal["grant", "points", "raise", "journal", "clear"]
    grant: tuple[int, Experiment | None] | None = None
    type: Literal["scoring"] = "scoring"


@dataclass(frozen=True, slots=True)
class TakingBack:
    player: int
    type: Literal["taking_back"] = "taking_back"


@dataclass(frozen=True, slots=True)
class Fire:
    """Flames about to be put on these cards, while holders of extinguishers are asked."""

    cause: Literal["lab_fire", "volatile", "burner"]
    slots: tuple[int, ...]
    waiting: tuple[int, ...]
    spared: tuple[int, ...] = ()
    type: Literal["fire"] = "fire"


@dataclass(frozen=True, slots=True)
class Blast:
    """The crystals where a card exploded, and who decides where they go (K-ADJ-WHO)."""

    slot: int
    chooser: int


@dataclass(frozen=True, slots=True)
class Scattering:
    blasts: tuple[Blast, ...]  # in the order of their choosers
    current: int | None = None  # the slot whose crystals are being scattered
    type: Literal["scattering"] = "scattering"


@dataclass(frozen=True, slots=True)
class Refill:
    """K-REFILL, step by step."""

    step: Literal["burners", "fill", "again", "keys"]
    type: Literal["refill"] = "refill"


@dataclass(frozen=True, slots=True)
class Keys:
    waiting: tuple[int, ...]
    lead: int | None = None  # the player who has used one
    type: Literal["keys"] = "keys"


MATTERS = by_type(
    Drawing, NobelTrade, Trading, Surplus, Claiming, Moving, Goggles, Research, LastBurners, Lab, Scoring,
    TakingBack, Fire, Scattering, Refill, Keys,
)  # fmt: skip


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
