"""What a player of CompoundIt! may know, and a possible whole state that fits it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.compoundit.play.opening import rules_of, tiles_of
from adjudicator_rulesets.compoundit.play.state import (
    BOARD,
    SET_ASIDE,
    LastMove,
    OpenChallenge,
    Options,
    State,
    TileTurn,
    rack,
    supply,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.game import Game
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

# Public fields of the state. Nothing else is shown, except what is named below.
PUBLIC = ("first", "turn", "passed", "lost_turns", "last_move", "last_turns")


def table_of(state: State, viewer: int | None) -> dict[str, Any]:
    pieces = state.pieces
    places = range(len(state.seats))
    return {
        **{name: codec.plain(getattr(state, name)) for name in PUBLIC},
        "challenge": _talked_about(state.challenge),
        "board": [  # same as codec.plain(state.board), but faster: most of a view is the board
            {"row": row, "col": col, "symbol": tile}
            for (row, col), tile in zip(state.squares, pieces[BOARD], strict=True)
        ],
        "rack": None if viewer is None else list(pieces[rack(viewer)]),
        "rack_sizes": [len(pieces[rack(player)]) for player in places],
        "supply_sizes": [len(pieces[supply(player)]) for player in places],
        "set_aside_size": len(pieces[SET_ASIDE]),
    }


def _talked_about(challenge: OpenChallenge | None) -> dict[str, Any] | None:
    if challenge is None:
        return None
    return {"challenger": challenge.challenger, "said": codec.plain(challenge.said)}


@dataclass(frozen=True, slots=True)
class Seen:
    """The game that a view belongs to."""

    options: Options
    edition: str


def rules_for(view: Mapping[str, Any]) -> CompoundIt:
    """The rules of the viewer's game."""
    return rules_of(Seen(codec.read(Options, view["options"], "options"), view["edition"]))


def position_in(view: Mapping[str, Any]) -> dict[Square, str]:
    return {(tile["row"], tile["col"]): tile["symbol"] for tile in view["table"]["board"]}


def unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The tiles whose place the viewer cannot know: in supplies, on other racks, set aside."""
    seen = Counter(position_in(view).values()) + Counter(view["table"]["rack"] or ())
    return Counter(tiles_of(rules_for(view).edition)) - seen


def imagined(game: Game[State, Any], view: Mapping[str, Any], rng: Rng) -> State:
    """A state with this view: the unseen tiles are dealt at random to where tiles are known to be."""
    table = view["table"]
    hidden, rng = rng.shuffled(sorted(unseen(view).elements()))
    deal = iter(hidden)
    places: dict[str, tuple[str, ...]] = {}
    for player, size in enumerate(table["supply_sizes"]):
        places[supply(player)] = tuple(next(deal) for _ in range(size))
    for player, size in enumerate(table["rack_sizes"]):
        own = player == view["you"]
        places[rack(player)] = tuple(table["rack"]) if own else tuple(next(deal) for _ in range(size))
    places[SET_ASIDE] = tuple(deal)
    places[BOARD] = tuple(tile["symbol"] for tile in table["board"])
    move = table["last_move"]
    return State(
        **game.header_of(view, rng),
        pieces=Inventory.of(places),
        agenda=_agenda(view),
        squares=tuple((tile["row"], tile["col"]) for tile in table["board"]),
        scores=tuple(view["scores"]),
        **{name: codec.frozen(table[name]) for name in PUBLIC if name != "last_move"},
        last_move=None if move is None else codec.read(LastMove, move, "move"),
    )


def _agenda(view: Mapping[str, Any]) -> Agenda:
    if view["result"] is not None:
        return Agenda()
    since, challenge = view["asks"][0]["since"], view["table"]["challenge"]
    agenda = Agenda.of(TileTurn(), since)
    return agenda if challenge is None else agenda.push(codec.read(OpenChallenge, challenge, "talk"), since)
