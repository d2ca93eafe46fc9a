"""How each event changes the state of a game of CompoundIt!. No chance, no chemistry, no edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Shown
from adjudicator.engine.inventory import Inventory, MissingPiece
from adjudicator.engine.values import replace
from adjudicator_rulesets.compoundit.play.state import (
    BOARD,
    SET_ASIDE,
    LastMove,
    OpenChallenge,
    State,
    TileTurn,
    rack,
    supply,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from adjudicator.engine.events import Event

NEAR_END = 2  # C-END: tiles in a supply


def begun(header: Mapping[str, Any], event: Event) -> State:
    players = range(len(header["seats"]))
    supplies = {supply(player): tiles for player, tiles in enumerate(event["supplies"])}
    racks: dict[str, tuple[str, ...]] = {rack(player): () for player in players}
    return State(
        **header,
        pieces=Inventory.of({**supplies, **racks, SET_ASIDE: event["set_aside"], BOARD: ()}),
        agenda=Agenda.of(TileTurn(), event.version),
        squares=(),
        scores=(0,) * len(players),
        first=event["first"],
        turn=event["first"],
        lost_turns=(0,) * len(players),
    )


def _tiles_drawn(state: State, event: Event) -> State:
    """C-DRAW: a draw after a move makes the move final. C-END: it may bring the last turns."""
    drawn, player = event["symbols"], event.by
    if state.pieces[supply(player)][: len(drawn)] != drawn:
        raise MissingPiece(f"{drawn} are not on top of {supply(player)}")
    pieces = state.pieces.draw(len(drawn), supply(player), rack(player))
    move, last_turns = state.last_move, state.last_turns
    if move is not None and last_turns is None and len(pieces[supply(move.player)]) <= NEAR_END:
        gone = {*move.skipped, *state.passed}  # a turn lost or passed since that move was the last one
        last_turns = tuple(p for p in state.playing if p not in gone)
    return replace(state, pieces=pieces, last_turns=last_turns, last_move=None)


def _tiles_placed(state: State, event: Event) -> State:
    laid, player = event["placements"], event.by
    symbols = tuple(tile["symbol"] for tile in laid)
    return _turn_over(
        state,
        event,
        pieces=state.pieces.move(symbols, rack(player), BOARD),
        squares=(*state.squares, *[(tile["row"], tile["col"]) for tile in laid]),
        scores=_added(state.scores, player, event["score"]),
        passed=(),
        last_move=LastMove(event.version, player, len(laid), event["score"]),
    )


def _passed(state: State, event: Event) -> State:
    """C-CHAL: a player who passes lets the last move stand; C-CHAL-OPEN: not where it stays open."""
    move = state.last_move
    if move is not None and event.by != move.player and not state.stays_open:
        state = _move_accepted(state, event)
    return _turn_over(state, event, passed=tuple(sorted({*state.passed, event.by})))


def _move_accepted(state: State, event: Event) -> State:
    assert state.last_move is not None
    accepted = tuple(sorted({*state.last_move.accepted, event.by}))
    return replace(state, last_move=replace(state.last_move, accepted=accepted))


def _challenged(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.push(OpenChallenge(event.by), event.version))


def _opinion_given(state: State, event: Event) -> State:
    assert state.challenge is not None
    said = tuple(sorted((*state.challenge.said, (event.by, event["ruling"]))))
    return replace(state, agenda=state.agenda.swap(replace(state.challenge, said=said)))


def _ruling_given(state: State, event: Event) -> State:
    """C-CHAL-LOST: all runs are legal, so the challenger loses the next turn."""
    state = replace(state, agenda=state.agenda.pop(event.version))
    if event["ruling"] == "valid":
        return replace(state, lost_turns=_added(state.lost_turns, event["challenger"], 1))
    return state


def _move_taken_back(state: State, event: Event) -> State:
    """C-CHAL-WON: the tiles go back to the rack and the points are void."""
    move = state.last_move
    assert move is not None
    return replace(
        state,
        pieces=state.pieces.move([tile.symbol for tile in state.laid_last], BOARD, rack(event.by)),
        squares=state.squares[: -move.tiles],
        scores=_added(state.scores, event.by, -move.score),
        last_move=None,
    )


def _turn_lost(state: State, event: Event) -> State:
    """A move taken back has already ended its turn; a challenger's turn is skipped when it comes."""
    if event["which"] == "this turn":
        return state
    move = state.last_move
    if move is not None:
        move = replace(move, skipped=(*move.skipped, event.by))
    return _turn_over(state, event, last_move=move, lost_turns=_added(state.lost_turns, event.by, -1))


def _resigned(state: State, event: Event) -> State:
    """The tiles are set aside, the laid ones stay, and a discussion of their move or by them ends."""
    player, pieces = event.by, state.pieces
    for place in (rack(player), supply(player)):
        pieces = pieces.move(pieces[place], place, SET_ASIDE)
    state = replace(state, pieces=pieces, passed=tuple(p for p in state.passed if p != player))
    move, challenge = state.last_move, state.challenge
    if challenge is not None and move is not None and player in (move.player, challenge.challenger):
        state = replace(state, agenda=state.agenda.pop(event.version))
    if move is not None and move.player == player:
        state = replace(state, last_move=None)
    if state.turn == player:
        return _turn_over(state, event)
    return replace(state, last_turns=_without(state.last_turns, player))


def _game_ended(state: State, _: Event) -> State:
    return replace(state, turn=None)


def _turn_over(state: State, event: Event, **changes: Any) -> State:
    """C-CLOCKWISE, C-END: goes to the next player, unless nobody has a turn left."""
    left = _without(state.last_turns, event.by)
    agenda = state.agenda if state.challenge else state.agenda.follow(TileTurn(), event.version)
    after = None if left == () else next(iter(state.others(event.by)), None)
    return replace(state, turn=after, last_turns=left, agenda=agenda, **changes)


def _without(players: tuple[int, ...] | None, player: int) -> tuple[int, ...] | None:
    return None if players is None else tuple(other for other in players if other != player)


def _added(numbers: Iterable[int], player: int, more: int) -> tuple[int, ...]:
    return tuple(number + more * (place == player) for place, number in enumerate(numbers))


# --- every type of event: its effect, and who sees what -----------------------------------------------------

FOLDS: dict[str, Callable[[State, Event], State]] = {
    "tiles_drawn": _tiles_drawn,
    "tiles_placed": _tiles_placed,
    "passed": _passed,
    "move_accepted": _move_accepted,
    "challenged": _challenged,
    "opinion_given": _opinion_given,
    "ruling_given": _ruling_given,
    "move_taken_back": _move_taken_back,
    "turn_lost": _turn_lost,
    "resigned": _resigned,
    "game_ended": _game_ended,
}
SHOWN = {
    "game_started": Shown(to_all=("first", "first_draws", "supply_sizes", "set_aside_size")),
    "tiles_drawn": Shown(to_all=("number", "supply_size"), to_own=("symbols",)),
    "tiles_placed": Shown(to_all=("placements", "runs", "score")),
    "passed": Shown(),
    "move_accepted": Shown(to_all=("of",)),
    "challenged": Shown(to_all=("of",)),
    "opinion_given": Shown(to_all=("ruling",)),
    "ruling_given": Shown(to_all=("ruling", "decided_by", "challenger", "reason", "geometry", "runs")),
    "move_taken_back": Shown(to_all=("placements", "score")),
    "turn_lost": Shown(to_all=("which",)),
}
