"""Reads the table of Compounded: cards, crystals, levels, spaces, the turn order, and who acts for whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.editions.registry import Editions
from adjudicator.engine.values import once_per_state
from adjudicator_rulesets.compounded import edition as editions
from adjudicator_rulesets.compounded.edition import EXPERIMENTS, STEPS
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    EXTINGUISHER,
    WILD,
    Trading,
    bench,
    claim_of,
    kit,
    level,
    spot,
    tokens,
    unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator_rulesets.compounded.edition import Card, Edition, Experiment
    from adjudicator_rulesets.compounded.play.state import State

NAME = "compounded"
EDITIONS = Editions(editions.DEFAULT, editions.parse, editions.Edition)
TOP = STEPS - 1  # K-RAISE: an experiment is complete on its last step
AS = ":"  # a wild that stands for hydrogen is written wild:H
RAISED_BY = {"liquid": "discovery", "gas": "research", "solid": "study"}  # K-STATE
NOBEL = "Nobel"  # K-NOBEL: who has the empty seat
NOBELS: tuple[Experiment, ...] = ("discovery", "research")  # K-NOBEL-START


def edition_of(state: State) -> Edition:
    return EDITIONS.get(state.edition)


# --- crystals -----------------------------------------------------------------------------------------------


def symbol_of(crystal: str) -> str:
    """The element of a crystal: H for H, and for a wild that stands for it."""
    return crystal.rpartition(AS)[2]


def piece_of(crystal: str) -> str:
    return crystal.partition(AS)[0]


def is_wild(crystal: str) -> bool:
    return crystal.startswith(WILD)


def as_wild(symbol: str) -> str:
    return f"{WILD}{AS}{symbol}"


def crystals_in(state: State, place: str) -> tuple[str, ...]:
    """The crystals in a place, with wilds as the elements they stand for."""
    symbols = symbols_of(state.edition)
    real = [piece for piece in state.pieces[place] if piece in symbols]
    return (*real, *(as_wild(symbol) for where, symbol in state.wilds if where == place))


@lru_cache(32)
def symbols_of(label: str) -> dict[str, int]:
    """Every element of the key with its count, in the order of the key."""
    return {crystal.symbol: crystal.count for crystal in EDITIONS.get(label).crystals}


def in_order(crystals: Iterable[str], state: State) -> tuple[str, ...]:
    """Each kind once, in the order of the key."""
    found = set(crystals)
    return tuple(symbol for symbol in symbols_of(state.edition) if symbol in found)


# --- the field ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compound:
    """A card on the field, with what is on it."""

    slot: int
    card: Card
    crystals: tuple[str, ...]
    flames: int
    limit: int | None  # of flames; a card that does not burn has one once a Burner has lit it
    owner: int | None
    temporary: bool
    missing: tuple[tuple[str, int], ...]

    @property
    def full(self) -> bool:
        return not self.missing

    def takes(self, symbol: str) -> int:
        """How many more crystals of an element it has places for."""
        for lacking, number in self.missing:
            if lacking == symbol:
                return number
        return 0

    @property
    def one_flame_short(self) -> bool:
        """Whether the next flame makes it explode."""
        return self.limit is not None and self.flames + 1 >= self.limit

    @property
    def explodes(self) -> bool:
        return self.limit is not None and self.flames >= self.limit


@once_per_state(64)
def field(state: State) -> tuple[Compound | None, ...]:
    """Every slot; None where a card is missing."""
    wilds: dict[str, tuple[str, ...]] = {}
    for where, symbol in state.wilds:
        wilds[where] = (*wilds.get(where, ()), symbol)
    label, pieces, temporary = state.edition, state.pieces.by_place, state.temporary
    found = []
    for slot, flames in enumerate(state.flames):
        place = spot(slot)
        found.append(_compound(label, slot, pieces[place], wilds.get(place, ()), flames, slot in temporary))
    return tuple(found)


@lru_cache(1 << 13)
def _compound(
    label: str, slot: int, pieces: tuple[str, ...], wilds: tuple[str, ...], flames: int, temporary: bool
) -> Compound | None:
    edition, symbols = EDITIONS.get(label), symbols_of(label)
    card = next((edition.by_name[piece] for piece in pieces if piece in edition.by_name), None)
    if card is None:
        return None
    real = [piece for piece in pieces if piece in symbols]
    owners = [int(piece.partition(" ")[2]) for piece in pieces if piece.startswith("claim ")]
    missing = Counter(card.places) - Counter([*real, *wilds])
    limit = card.flames
    if limit is None and flames:
        limit = edition.play.burner_flames  # K-BURNER-LIMIT
    return Compound(
        slot,
        card,
        (*real, *map(as_wild, wilds)),
        flames,
        limit,
        owners[0] if owners else None,
        temporary,
        tuple(missing.items()),
    )


def compounds(state: State) -> list[Compound]:
    return [compound for compound in field(state) if compound is not None]


def compound_at(state: State, slot: int) -> Compound | None:
    """None also for a number that is no slot."""
    return field(state)[slot] if slot in range(len(state.flames)) else None


@lru_cache(64)
def beside(slot: int, side: int) -> tuple[int, ...]:
    """K-ADJ: up, down, left and right in the field."""
    row, column = divmod(slot, side)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * side + c for r, c in near if r in range(side) and c in range(side))


def claimed(state: State, seat: int) -> list[Compound]:
    """K-TOKEN: the claims that count against Study."""
    return [c for c in compounds(state) if c.owner == seat and not c.temporary]


def to_score(state: State, seat: int) -> list[Compound]:
    return [c for c in compounds(state) if c.owner == seat and c.full]


def flammable(state: State) -> tuple[int, ...]:
    return tuple(c.slot for c in compounds(state) if c.limit is not None)


def cubes_left(state: State) -> int | None:
    """K-FLAMES: the flames not on the field; None if they never run out."""
    if state.options.flames == "endless":
        return None
    return edition_of(state).play.flame_cubes - sum(state.flames)


# --- work benches -------------------------------------------------------------------------------------------


def step_of(state: State, experiment: str, seat: int) -> int:
    """How often it was raised; Nobel has only two experiments."""
    return _steps(state).get((experiment, seat), 0)


@once_per_state(64)
def _steps(state: State) -> dict[tuple[str, int], int]:
    balances = dict(state.accounts.balances)
    seats = range(len(state.seats))
    return {(name, seat): balances.get(level(name, seat), 0) for name in EXPERIMENTS for seat in seats}


def value_of(state: State, experiment: Experiment, seat: int) -> int:
    """What its level gives: crystals, claims or spaces."""
    return tracks_of(state.edition)[experiment][_steps(state)[experiment, seat]]


def placements(state: State, seat: int) -> int:
    """How many crystals a seat places in a Research turn; K-NOBEL: for Nobel by the chosen level."""
    by: Experiment = state.options.nobel_places if seat == state.nobel else "research"
    return value_of(state, by, seat)


@lru_cache(32)
def tracks_of(label: str) -> dict[Experiment, tuple[int, ...]]:
    return dict(EDITIONS.get(label).tracks)


def raisable(state: State, seat: int) -> tuple[Experiment, ...]:
    """The experiments below their top; K-NOBEL-START: Nobel has two."""
    own = NOBELS if seat == state.nobel else EXPERIMENTS
    return tuple(name for name in own if step_of(state, name, seat) < TOP)


def surplus(state: State, seat: int) -> int:
    """K-OVERFLOW: how many crystals are without a space."""
    return max(0, len(state.pieces[bench(seat)]) - value_of(state, "lab", seat))


def can_claim_more(state: State, seat: int) -> bool:
    """K-CLAIM-LIMIT: whether the seat is below the limit and has a token left."""
    spare = value_of(state, "study", seat) - len(claimed(state, seat))
    return spare > 0 and bool(state.pieces[tokens(seat)])


def holds(state: State, seat: int, piece: str) -> int:
    return state.pieces[kit(seat)].count(piece)


def ratio(state: State, seat: int) -> int:
    """K-SWAP, K-PIPET: how many crystals are given for one."""
    play = edition_of(state).play
    return play.swap_with_pipet if holds(state, seat, "pipet") else play.swap


def extinguisher_needs(state: State, seat: int) -> Counter[str]:
    """K-EXT-BUILD: what the player's own card still needs; nothing once it is ready."""
    if EXTINGUISHER not in state.pieces[unfinished(seat)]:
        return Counter()
    lying = Counter(map(symbol_of, crystals_in(state, unfinished(seat))))
    return Counter(edition_of(state).play.extinguisher) - lying


def journal_works(state: State, seat: int) -> bool:
    """K-JOURNAL: whether a Journal works, from the turn after it came."""
    return any(came < state.round for came in state.journals[seat])


def cylinder_steps(state: State, seat: int) -> list[tuple[Experiment, Experiment]]:
    """K-CYLINDER: every way to lower one experiment and raise another."""
    steps = {name: step_of(state, name, seat) for name in EXPERIMENTS}
    return [
        (down, up)
        for down in EXPERIMENTS
        for up in EXPERIMENTS
        if down != up and steps[down] > 0 and steps[up] < TOP
    ]


def bag(state: State) -> Counter[str]:
    return Counter(state.pieces[BAG])


# --- turn order and roles -----------------------------------------------------------------------------------


def turn_order(state: State, *, nobel: bool = False) -> tuple[int, ...]:
    """K-PHASES: the lead first, then clockwise; K-NOBEL-STEPS: Nobel last."""
    people = (state.lead, *state.others(state.lead)) if state.lead in state.playing else state.playing
    return (*people, state.nobel) if nobel and state.nobel is not None else people


def actor(state: State, seat: int) -> int:
    """K-NOBEL: the lead acts for Nobel."""
    return state.lead if seat == state.nobel else seat


def trading(state: State) -> bool:
    return isinstance(state.agenda.top, Trading)


def claim_tokens(state: State, slots: Sequence[int], seat: int) -> list[int]:
    """The slots among these that this seat has claimed."""
    return [slot for slot in slots if claim_of(seat) in state.pieces[spot(slot)]]
