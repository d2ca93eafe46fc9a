"""What a player of Valence Plus may know, and how a whole state that fits it could look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.inventory import Inventory
from rulesets.valence_plus.opening import NAME, elements_of, kinds_to_make, rules_in_force
from rulesets.valence_plus.state import BANK, DECK, DISCARD, Options, State, hand, stash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.rng import Rng

# Fields of the state that everybody at the table can see. Nothing that is not named here or below leaves.
PUBLIC = (
    "version", "options", "edition", "stashes", "first", "turn", "phase", "misnamed", "open_name", "built",
    "made", "reshuffles", "result",
)  # fmt: skip


def view_of(state: State, viewer: int | None) -> dict[str, Any]:
    pieces, edition = state.pieces, rules_in_force(state).edition
    bank = Counter(pieces[BANK])
    return {
        "game": NAME,
        "you": viewer,
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "scores": list(state.scores),
        "target": None if state.options.cooperative else edition.target,
        "to_make": sorted(kinds_to_make(state.options)) if state.options.cooperative else None,
        "hand": None if viewer is None else list(pieces[hand(viewer)]),
        "hand_sizes": [len(pieces[hand(player)]) for player in state.players],
        "hand_limit": edition.hand,
        "deck_size": len(pieces[DECK]),
        "discard": list(pieces[DISCARD]),  # every card of it was seen when it came there; the last is on top
        "bank": {card.name: bank[card.name] for card in edition.molecules},
    }


def unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The element cards whose place the viewer cannot know: in the deck and in other hands."""
    options = codec.read(Options, view["options"], "options")
    return Counter(elements_of(options)) - Counter(view["discard"]) - Counter(view["hand"] or ())


def imagined(view: Mapping[str, Any], rng: Rng) -> State:
    """A state with this view: the unseen cards are dealt at random to where cards are known to be."""
    shown: dict[int, tuple[str, ...]] = {}
    if view["open_name"] is not None and view["turn"] != view["you"]:
        shown[view["turn"]] = tuple(view["open_name"]["cards"])  # laid on the table while it is talked about
    known = Counter(symbol for cards in shown.values() for symbol in cards)
    hidden, rng = rng.shuffled(sorted((unseen(view) - known).elements()))
    deal = iter(hidden)
    places: dict[str, tuple[str, ...]] = {}
    for player, size in enumerate(view["hand_sizes"]):
        laid = shown.get(player, ())
        rest = size - len(laid)
        own = player == view["you"]
        places[hand(player)] = tuple(view["hand"]) if own else (*laid, *(next(deal) for _ in range(rest)))
        places[stash(player)] = tuple(card["molecule"] for card in view["stashes"][player])
    places[DECK] = tuple(deal)
    places[DISCARD] = tuple(view["discard"])
    places[BANK] = tuple(Counter(view["bank"]).elements())
    data = {name: view[name] for name in PUBLIC}
    data |= {"rng": codec.plain(rng), "pieces": codec.plain(Inventory.of(places))}
    return codec.read(State, data, "state")
