"""The ruling on a whole move: the rules of the board, and every run that it makes (C-ALL)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Tiles
from adjudicator.verdict import Outcome, Ruling, Verdict
from adjudicator_rulesets.compoundit.judging.board import laying

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from adjudicator.verdict import Check
    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.board.laying import LaidRun, Placement
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt


@dataclass(frozen=True, slots=True)
class JudgedRun:
    tiles: tuple[str, ...]
    verdict: Verdict
    squares: tuple[Square, ...] | None = None  # None, as the score, when no board was given
    score: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "squares": None if self.squares is None else [list(square) for square in self.squares],
            "tiles": list(self.tiles),
            "score": self.score,
            "verdict": self.verdict.to_json(),
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> JudgedRun:
        squares = plain["squares"]
        return cls(
            tiles=tuple(plain["tiles"]),
            verdict=Verdict.from_json(plain["verdict"]),
            squares=None if squares is None else tuple((row, col) for row, col in squares),
            score=plain["score"],
        )


@dataclass(frozen=True, slots=True)
class MoveRuling:
    ruling: Ruling
    geometry: tuple[Check, ...]
    runs: tuple[JudgedRun, ...]
    score: int  # 0 when it is illegal

    def to_json(self) -> dict[str, Any]:
        return {
            "ruling": self.ruling.value,
            "geometry": [check.to_json() for check in self.geometry],
            "runs": [run.to_json() for run in self.runs],
            "score": self.score,
            "reason": reason_of(self.ruling, self.geometry, self.runs),
        }


def rule_on_move(
    rules: CompoundIt,
    before: Sequence[Placement],
    move: Sequence[Placement],
    blanks: Collection[Square] = (),
) -> MoveRuling:
    """The judge on a move, on a board that can be (`laying.faults`)."""
    geometry, runs = laid(rules, before, move, blanks)
    judged = tuple(
        JudgedRun(run.tiles, rules.judge(Tiles(run.tiles)), run.squares, score) for run, score in runs
    )
    ruling = whole_move(geometry, (run.verdict.ruling for run in judged))
    worth = sum(run.score or 0 for run in judged)
    return MoveRuling(ruling, geometry, judged, 0 if ruling is Ruling.INVALID else worth)


def laid(
    rules: CompoundIt,
    before: Sequence[Placement],
    move: Sequence[Placement],
    blanks: Collection[Square] = (),
) -> tuple[tuple[Check, ...], tuple[tuple[LaidRun, int], ...]]:
    """The rules of the board on a move, and its runs with their points; no chemistry."""
    layout = laying.layout_of(rules.edition)
    position, new = laying.position_of(before), laying.position_of(move)
    runs = laying.runs_of(position, new)
    starts = {"atom_starts": rules.atom_starts, "centre_first": rules.centre_first}
    geometry = laying.geometry(layout, position, new, runs, **starts)
    return geometry, tuple((run, laying.score(layout, run, new, blanks)) for run in runs)


def whole_move(geometry: Iterable[Check], rulings: Iterable[Ruling]) -> Ruling:
    """C-ALL: one illegal run, or one rule of the board broken, and the whole move is illegal."""
    found = set(rulings)
    if Ruling.INVALID in found or not all(check.passed for check in geometry):
        return Ruling.INVALID
    return Ruling.UNRESOLVED if Ruling.UNRESOLVED in found else Ruling.VALID


def reason_of(ruling: Ruling, checks: Iterable[Check], runs: Iterable[JudgedRun]) -> str:
    """The sentence to lead with: what refused the move, or what it comes to."""
    wanted = Outcome.UNRESOLVED if ruling is Ruling.UNRESOLVED else Outcome.FAIL
    for check in checks:
        if check.outcome is wanted:
            return check.message
    for run in runs:
        if run.verdict.ruling is ruling and ruling is not Ruling.VALID:
            return f"{Tiles(run.tiles)}: {run.verdict.decisive.message}"
    return prose.render("compoundit", "all_legal", {})
