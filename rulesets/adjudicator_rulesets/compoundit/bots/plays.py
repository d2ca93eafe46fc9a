"""The best plays of a rack on a board, without a game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adjudicator.errors import UnreadableInput, quote_value
from adjudicator.parts import PlayRuling
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.bots import moves
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.challenge import ImpossiblePosition
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import reason_of, rule_on_move
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.play.notation import Position, read_move, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.parts import BoardTile, RuleSet
    from adjudicator_rulesets.compoundit.bots.moves import Play
    from adjudicator_rulesets.compoundit.judging.board.moving import JudgedRun


def best_plays(
    rules: RuleSet, rack: Sequence[str], board: str | Sequence[BoardTile], count: int
) -> tuple[Play, ...]:
    assert isinstance(rules, CompoundIt), "the rules of this game are its own"
    laid = _laid(board, rules.edition.board.size)
    faults = laying.board_faults(laying.layout_of(rules.edition), laid)
    if faults:
        raise ImpossiblePosition(faults)
    return moves.best_plays({tile.square: tile.symbol for tile in laid}, rack, rules, count)


def _laid(board: str | Sequence[BoardTile], size: int) -> tuple[Placement, ...]:
    if isinstance(board, str):
        position = Position.parse(board)
        if position.size != size:
            raise UnreadableInput(
                "bad_position",
                f"The position has {position.size} rows; the board of this edition has {size}.",
            )
        return position.tiles
    try:
        return tuple(Placement(*tile) for tile in board)
    except TypeError:
        said = f"A board is a position as text, or tiles as in (8, 8, 'Mg'), not {quote_value(board)}."
        raise UnreadableInput("bad_position", said) from None


def tiles_on(rules: RuleSet, board: str) -> tuple[int, tuple[Placement, ...]]:
    assert isinstance(rules, CompoundIt), "the rules of this game are its own"
    size = rules.edition.board.size
    return size, _laid(board or (), size)


def position(rules: RuleSet, tiles: Sequence[BoardTile]) -> str:
    size, _ = tiles_on(rules, "")
    return str(Position(size, tuple(sorted(Placement(*tile) for tile in tiles))))


def rule_on_play(rules: RuleSet, rack: Sequence[str], board: str, play: str) -> PlayRuling:
    """The ruling on a play such as 8H MgO, with tiles of the rack."""
    assert isinstance(rules, CompoundIt), "the rules of this game are its own"
    _, laid = tiles_on(rules, board)
    placed = read_move(play, {tile.square for tile in laid})
    missing = Counter(tile.symbol for tile in placed) - Counter(rack)
    if missing:
        lacking = " ".join(sorted(missing.elements()))
        raise UnreadableInput("not_in_rack", f"The rack has not enough tiles: {lacking} is lacking.")
    faults = laying.faults(laying.layout_of(rules.edition), laid, placed, ())
    if faults:
        raise ImpossiblePosition(faults)
    ruling = rule_on_move(rules, laid, placed, ())
    said = reason_of(ruling.ruling, ruling.geometry, ruling.runs)
    account = _account(rules, ruling.runs, placed) if ruling.ruling is Ruling.VALID else ""
    return PlayRuling(ruling.ruling, ruling.score, said, written(placed), account)


def _account(rules: CompoundIt, runs: Sequence[JudgedRun], placed: Sequence[Placement]) -> str:
    """Every run with its points: K2O: (3 × 2 + 3 + 1) × 2 = 20; MgO: 2 + 1 = 3."""
    layout = laying.layout_of(rules.edition)
    move = {tile.square: tile.symbol for tile in placed}
    laid = ((run, laying.LaidRun(run.squares or (), run.tiles)) for run in runs)
    return "; ".join(f"{run.verdict.formula}: {laying.account(layout, one, move)}" for run, one in laid)
