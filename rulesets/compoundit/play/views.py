"""What a player of CompoundIt! may know, and how a whole state that fits it could look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.inventory import Inventory
from rulesets.compoundit.play.opening import NAME, rules_of, tiles_of
from rulesets.compoundit.play.state import BOARD, SET_ASIDE, Options, State, rack, supply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.rng import Rng
    from rulesets.compoundit.edition import Square
    from rulesets.compoundit.judging.rules import CompoundIt

# Fields of the state that everybody at the table can see. Nothing that is not named here or below leaves.
PUBLIC = (
    "version", "options", "edition", "scores", "first", "turn", "passed", "lost_turns", "last_move",
    "challenge", "last_turns", "result",
)  # fmt: skip


def view_of(state: State, viewer: int | None) -> dict[str, Any]:
    pieces = state.pieces
    return {
        "game": NAME,
        "you": viewer,
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "board": codec.plain(state.board),
        "rack": None if viewer is None else list(pieces[rack(viewer)]),
        "rack_sizes": [len(pieces[rack(player)]) for player in state.players],
        "supply_sizes": [len(pieces[supply(player)]) for player in state.players],
        "set_aside_size": len(pieces[SET_ASIDE]),
    }


def rules_for(view: Mapping[str, Any]) -> CompoundIt:
    """The rules that the viewer plays by."""
    return rules_of(codec.read(Options, view["options"], "options"))


def position_in(view: Mapping[str, Any]) -> dict[Square, str]:
    return {(tile["row"], tile["col"]): tile["symbol"] for tile in view["board"]}


def unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The tiles whose place the viewer cannot know: in supplies, on other racks, set aside."""
    seen = Counter(position_in(view).values()) + Counter(view["rack"] or ())
    return Counter(tiles_of(rules_for(view).edition)) - seen


def imagined(view: Mapping[str, Any], rng: Rng) -> State:
    """A state with this view: the unseen tiles are dealt at random to where tiles are known to be."""
    hidden, rng = rng.shuffled(sorted(unseen(view).elements()))
    deal = iter(hidden)
    places: dict[str, tuple[str, ...]] = {}
    for player, size in enumerate(view["supply_sizes"]):
        places[supply(player)] = tuple(next(deal) for _ in range(size))
    for player, size in enumerate(view["rack_sizes"]):
        own = player == view["you"]
        places[rack(player)] = tuple(view["rack"]) if own else tuple(next(deal) for _ in range(size))
    places[SET_ASIDE] = tuple(deal)
    places[BOARD] = tuple(tile["symbol"] for tile in view["board"])
    data = {name: view[name] for name in PUBLIC}
    data |= {
        "rng": codec.plain(rng),
        "pieces": codec.plain(Inventory.of(places)),
        "squares": [[tile["row"], tile["col"]] for tile in view["board"]],
    }
    return codec.read(State, data, "state")
