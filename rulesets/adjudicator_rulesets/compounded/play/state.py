"""A game of Compounded at one moment: the options, what players may ask, what is open, the state itself."""

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
    """What else can be traded: tools, wilds and ready extinguishers."""
    return f"kit {seat}"


def pile(seat: int) -> str:
    """K-GOGGLES-APART: what was drawn with Goggles."""
    return f"pile {seat}"


def unfinished(seat: int) -> str:
    """The own extinguisher card with what lies on it, until it is ready."""
    return f"unfinished {seat}"


def tokens(seat: int) -> str:
    """Claim tokens that are off the field."""
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
    """How many steps an experiment has been raised; the edition says what a step gives."""
    return f"{experiment} {seat}"


@dataclass(frozen=True, slots=True)
class Options:
    offers: int = MOST_OFFERS  # K-DONE: of a scientist in a phase
    lead: int = 0  # K-LEAD: who leads first, counted from 1; 0: by lot
    nobel_places: Literal["research", "discovery"] = "research"  # K-NOBEL: by which level
    grant: Literal["chosen", "room"] = "chosen"  # K-GRANT: when points are shared
    flames: Literal["endless", "box"] = "endless"  # K-FLAMES: how many there are


# --- what players ask ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SwapNobel:
    """K-NOBEL-TRADE: a crystal of the own bench for one of Nobel's."""

    give: str
    get: str
    type: Literal["swap_nobel"] = "swap_nobel"


@dataclass(frozen=True, slots=True)
class Done:
    """K-DONE: nothing more to trade."""

    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class Discard:
    """K-OVERFLOW: a crystal that has no space, back into the bag."""

    crystal: str
    type: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Claim:
    """K-CLAIM in the Study phase, K-FREE-CLAIM in one's Research turn."""

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
    """A crystal, or a wild as that element, on a card of the field; with no slot on the own extinguisher."""

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
    """Done with one's Research turn, or with one's part of the Lab phase."""

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
    """K-JOURNAL: a crystal of the scored compound stays on the bench."""

    crystal: str
    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Cylinder:
    """K-CYLINDER: one experiment a level down, another a level up."""

    down: Experiment
    up: Experiment
    type: Literal["cylinder"] = "cylinder"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """K-CYLINDER-STUDY: a claim too many."""

    slot: int
    type: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True)
class Extinguish:
    slot: int
    type: Literal["extinguish"] = "extinguish"


@dataclass(frozen=True, slots=True)
class ScatterCard:
    """K-BLAST: which of one's exploded cards scatters next."""

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
    """Declines what one may do: to claim, to move a claim, to use a tool or an extinguisher."""

    type: Literal["pass"] = "pass"


Action = (
    SwapNobel | Done | Discard | Claim | MoveClaim | UseGoggles | Place | Swap | Burn | End | Score
    | Grant | Raise | Keep | Cylinder | TakeBack | Extinguish | ScatterCard | Scatter | UseKey | Pass
)  # fmt: skip
ACTIONS: dict[str, type[Action]] = by_type(
    SwapNobel, Done, Discard, Claim, MoveClaim, UseGoggles, Place, Swap, Burn, End, Score,
    Grant, Raise, Keep, Cylinder, TakeBack, Extinguish, ScatterCard, Scatter, UseKey, Pass,
)  # fmt: skip


# --- what is open -------------------------------------------------------------------------------------------
# `waiting` are seats in turn order, the next one first. A matter in which no player has a choice goes on
# by itself (`flow.py`).


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
    before: tuple[int, ...]  # slots that were claimed when the phase began
    type: Literal["claiming"] = "claiming"


@dataclass(frozen=True, slots=True)
class Moving:
    waiting: tuple[int, ...]
    before: tuple[int, ...]
    type: Literal["moving"] = "moving"


@dataclass(frozen=True, slots=True)
class Goggles:
    waiting: tuple[int, ...]
    began: int  # the version at which the phase did
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
    used: tuple[str, ...] = ()  # by the one whose part it is: cylinder, journal
    type: Literal["lab"] = "lab"


@dataclass(frozen=True, slots=True)
class Scoring:
    """K-ORDER: a compound that is being scored, step by step."""

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
    """Flames that are about to be put on these cards, while holders of extinguishers are asked."""

    cause: Literal["lab_fire", "volatile", "burner"]
    slots: tuple[int, ...]
    waiting: tuple[int, ...]
    spared: tuple[int, ...] = ()
    type: Literal["fire"] = "fire"


@dataclass(frozen=True, slots=True)
class Blast:
    """What lies where a card exploded, and who says where it goes (K-ADJ-WHO)."""

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
    round: int  # turns of the whole table, from 1
    flames: tuple[int, ...]  # on each slot
    temporary: tuple[int, ...] = ()  # slots whose claim is a temporary one
    wilds: tuple[tuple[str, str], ...] = ()  # of each wild that was placed: where it lies, and as what
    journals: tuple[tuple[int, ...], ...]  # of each seat, the turns in which its Journals came
    idle: tuple[int, ...]  # how many turns in a row each seat has placed nothing
    last: int | None = None  # K-END: the number of the last turn, once that is known
    ending: str | None = None  # and why

    @property
    def nobel(self) -> int | None:
        """K-NOBEL: the empty seat, which is the last one."""
        return len(self.seats) - 1 if self.seats[-1].kind == "neutral" else None
