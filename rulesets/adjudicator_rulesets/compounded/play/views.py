"""What all players of Compounded see, and a possible whole state that fits it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    DECK,
    EXTINGUISHER,
    LAB_FIRE,
    MATTERS,
    STOCK,
    State,
    bench,
    kit,
    pile,
    scored,
    tokens,
    unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.game import Game
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.compounded.edition import Edition
    from adjudicator_rulesets.compounded.play.lab import Compound

# Public fields of the state, and the places whose pieces are public: all but the deck.
PUBLIC = ("lead", "round", "flames", "temporary", "wilds", "journals", "idle", "last", "ending")
PHASES = {
    "discovery": ("drawing", "nobel_trade", "trading", "surplus"),
    "study": ("claiming", "moving"),
    "research": ("goggles", "research", "last_burners"),
    "lab": ("lab", "refill", "keys"),
}


def table_of(state: State) -> dict[str, Any]:
    """No player knows anything that the others do not."""
    places = {place: list(pieces) for place, pieces in state.pieces.places if place != DECK}
    return {
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "phase": phase_of(state),
        "agenda": codec.plain(state.agenda),
        "places": places,
        "deck_size": len(state.pieces[DECK]),
        "bag": _counted(state),
        "stock": dict(Counter(state.pieces[STOCK])),
        "nobel": state.nobel,
        "extinguisher": list(lab.edition_of(state).play.extinguisher),
        "field": [None if c is None else _compound(c) for c in lab.field(state)],
        "benches": [_bench(state, seat) for seat in range(len(state.seats))],
    }


def phase_of(state: State) -> str | None:
    """The phase of the turn, from the bottom of the agenda."""
    if not state.agenda.entries:
        return None
    base = state.agenda.entries[0].matter.type
    return next(phase for phase, matters in PHASES.items() if base in matters)


def _counted(state: State) -> dict[str, int]:
    found = lab.bag(state)
    return {symbol: found[symbol] for symbol in lab.symbols_of(state.edition)}


def _compound(compound: Compound) -> dict[str, Any]:
    card = compound.card
    return {
        "slot": compound.slot,
        "card": card.name,
        "formula": card.formula,
        "smiles": card.smiles,
        "state": card.state,
        "points": card.points,
        "tool": card.tool,
        "reaction": card.reaction,
        "lesson": card.lesson,
        "places": list(card.places),
        "crystals": list(compound.crystals),
        "missing": dict(compound.missing),
        "flames": compound.flames,
        "limit": compound.limit,
        "owner": compound.owner,
        "temporary": compound.temporary,
    }


def _bench(state: State, seat: int) -> dict[str, Any]:
    nobel = seat == state.nobel
    tracks = lab.NOBELS if nobel else EXPERIMENTS
    started = state.pieces[unfinished(seat)]
    return {
        "crystals": list(state.pieces[bench(seat)]),
        "spaces": lab.value_of(state, "lab", seat),
        "kit": list(state.pieces[kit(seat)]),
        "pile": list(state.pieces[pile(seat)]),
        "unfinished": list(lab.crystals_in(state, unfinished(seat))) if EXTINGUISHER in started else None,
        "steps": {name: lab.step_of(state, name, seat) for name in tracks},
        "levels": {name: lab.value_of(state, name, seat) for name in tracks},
        "tokens": len(state.pieces[tokens(seat)]),
        "scored": list(state.pieces[scored(seat)]),
    }


# --- imagining what is hidden -------------------------------------------------------------------------------


def deck_pattern(edition: Edition) -> list[bool]:
    """K-DECK: where Lab Fires are in the deck, from the top."""
    first, *others = edition.play.stacks
    return [False] * first + [fire for size in others for fire in (True, *(False,) * size)]


def imagined(game: Game[State, Any], view: Mapping[str, Any], rng: Rng, *, shuffled: bool = True) -> State:
    """A state with this view: the unseen cards are in the deck in some order, or as printed if no card is
    drawn.
    """
    table = view["table"]
    places = {place: tuple(pieces) for place, pieces in table["places"].items()}
    edition = lab.EDITIONS.get(view["edition"])
    seen = {piece for pieces in places.values() for piece in pieces}
    hidden: Sequence[str] = [card.name for card in edition.cards if card.name not in seen]
    if shuffled:
        hidden, rng = rng.shuffled(hidden)
    cards = iter(hidden)
    pattern = deck_pattern(edition)
    left = pattern[len(pattern) - table["deck_size"] :]
    places[DECK] = tuple(LAB_FIRE if fire else next(cards) for fire in left)
    return State(
        **game.header_of(view, rng),
        pieces=Inventory.of({DECK: places[DECK], **places}),
        agenda=codec.read(Agenda, table["agenda"], "agenda").read(MATTERS),
        **{name: codec.frozen(table[name]) for name in PUBLIC},
    )
