"""What each event makes of the state of a game of CompoundIt!. No chance, no chemistry, no edition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.events import Result, Shown
from adjudicator.engine.inventory import Inventory, MissingPiece
from adjudicator.engine.rng import Rng
from rulesets.compoundit.play.state import (
    BOARD,
    SET_ASIDE,
    LastMove,
    OpenChallenge,
    Options,
    State,
    rack,
    supply,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adjudicator.engine.events import Event

NEAR_END = 2  # C-END: tiles in a supply


def _game_started(event: Event) -> State:
    options = codec.read(Options, event["options"], "options")
    supplies = {supply(player): tiles for player, tiles in enumerate(event["supplies"])}
    racks: dict[str, tuple[str, ...]] = {rack(player): () for player in range(options.players)}
    return State(
        version=event.version,
        options=options,
        edition=event["edition"],
        rng=codec.read(Rng, event["rng"], "generator"),
        pieces=Inventory.of({**supplies, **racks, SET_ASIDE: event["set_aside"], BOARD: ()}),
        squares=(),
        scores=(0,) * options.players,
        first=event["first"],
        turn=event["first"],
        lost_turns=(0,) * options.players,
    )


def _tiles_drawn(state: State, player: int, event: Event) -> State:
    """C-DRAW: who draws after a move has made it final. C-END: that may bring the last turns."""
    drawn = event["symbols"]
    if state.pieces[supply(player)][: len(drawn)] != drawn:
        raise MissingPiece(f"{drawn} are not on top of {supply(player)}")
    state = replace(state, pieces=state.pieces.draw(len(drawn), supply(player), rack(player)))
    move = state.last_move
    if move is None:
        return state
    near_end = len(state.pieces[supply(move.player)]) <= NEAR_END
    if near_end and state.last_turns is None:
        state = replace(state, last_turns=tuple(p for p in state.players if p not in move.skipped))
    return replace(state, last_move=None)


def _tiles_placed(state: State, player: int, event: Event) -> State:
    laid = event["placements"]
    symbols = tuple(tile["symbol"] for tile in laid)
    state = replace(
        state,
        pieces=state.pieces.move(symbols, rack(player), BOARD),
        squares=(*state.squares, *((tile["row"], tile["col"]) for tile in laid)),
        scores=_added(state.scores, player, event["score"]),
        passed=(),
        last_move=LastMove(player, len(laid), event["score"]),
    )
    return _turn_over(state, player)


def _passed(state: State, player: int, _: Event) -> State:
    return _turn_over(replace(state, passed=tuple(sorted({*state.passed, player}))), player)


def _move_accepted(state: State, player: int, _: Event) -> State:
    assert state.last_move is not None
    accepted = tuple(sorted((*state.last_move.accepted, player)))
    return replace(state, last_move=replace(state.last_move, accepted=accepted))


def _challenged(state: State, player: int, _: Event) -> State:
    return replace(state, challenge=OpenChallenge(player))


def _opinion_given(state: State, player: int, event: Event) -> State:
    assert state.challenge is not None
    said = tuple(sorted((*state.challenge.said, (player, event["ruling"]))))
    return replace(state, challenge=replace(state.challenge, said=said))


def _ruling_given(state: State, _: int, event: Event) -> State:
    """C-CHAL-LOST: all legal, and the challenger loses the next turn."""
    state = replace(state, challenge=None)
    if event["ruling"] == "valid":
        return replace(state, lost_turns=_added(state.lost_turns, event["challenger"], 1))
    return state


def _move_taken_back(state: State, player: int, _: Event) -> State:
    """C-CHAL-WON: the tiles go back to the rack and the points are void."""
    move = state.last_move
    assert move is not None
    return replace(
        state,
        pieces=state.pieces.move([tile.symbol for tile in state.laid_last], BOARD, rack(player)),
        squares=state.squares[: -move.tiles],
        scores=_added(state.scores, player, -move.score),
        last_move=None,
    )


def _turn_lost(state: State, player: int, event: Event) -> State:
    """With a move that is taken back its turn was over already; a challenger's is skipped when it comes."""
    if event["which"] == "this turn":
        return state
    move = state.last_move
    if move is not None:
        state = replace(state, last_move=replace(move, skipped=(*move.skipped, player)))
    return _turn_over(replace(state, lost_turns=_added(state.lost_turns, player, -1)), player)


def _game_ended(state: State, _: int, event: Event) -> State:
    result = Result(event["scores"], event["winners"], event["reason"])
    return replace(state, turn=None, result=result)


def _turn_over(state: State, player: int) -> State:
    """C-CLOCKWISE, C-END: the next player's turn, unless nobody has one left."""
    left = state.last_turns
    if left is not None:
        left = tuple(other for other in left if other != player)
    after = (player + 1) % state.options.players
    return replace(state, last_turns=left, turn=None if left == () else after)


def _added(numbers: Iterable[int], player: int, more: int) -> tuple[int, ...]:
    return tuple([number + more * (place == player) for place, number in enumerate(numbers)])


# --- every type of event: what it does, and who sees what of it ---------------------------------------------

FOLDS: dict[str, Callable[[State, Any, Event], State]] = {
    "tiles_drawn": _tiles_drawn,
    "tiles_placed": _tiles_placed,
    "passed": _passed,
    "move_accepted": _move_accepted,
    "challenged": _challenged,
    "opinion_given": _opinion_given,
    "ruling_given": _ruling_given,
    "move_taken_back": _move_taken_back,
    "turn_lost": _turn_lost,
    "game_ended": _game_ended,
}
SHOWN = {
    "game_started": Shown(
        to_all=("options", "edition", "first", "first_draws", "supply_sizes", "set_aside_size")
    ),
    "tiles_drawn": Shown(to_all=("number", "supply_size"), to_own=("symbols",)),
    "tiles_placed": Shown(to_all=("placements", "runs", "score")),
    "passed": Shown(),
    "move_accepted": Shown(to_all=("of",)),
    "challenged": Shown(to_all=("of",)),
    "opinion_given": Shown(to_all=("ruling",)),
    "ruling_given": Shown(to_all=("ruling", "decided_by", "challenger", "reason", "geometry", "runs")),
    "move_taken_back": Shown(to_all=("placements", "score")),
    "turn_lost": Shown(to_all=("which",)),
    "game_ended": Shown(to_all=("scores", "winners", "reason")),
}


def fold(state: State | None, event: Event) -> State:
    if state is None:
        if event.type != "game_started":
            raise ValueError("a game begins with game_started")
        return _game_started(event)
    return FOLDS[event.type](state, event.player, event)
