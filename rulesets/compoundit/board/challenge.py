"""Challenges: the ruling on a whole move, and what follows from it (C-CHAL, C-CONSENSUS)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.chem.formula import Tiles
from adjudicator.errors import AdjudicatorError
from adjudicator.verdict import Check, Facts, Outcome, Ruling, Verdict
from rulesets.compoundit.board import laying
from rulesets.compoundit.judging.rules import CompoundIt
from rulesets.compoundit.judging.sets import BEGINNER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adjudicator.ruleset import RuleSet
    from rulesets.compoundit.board.laying import Placement
    from rulesets.compoundit.edition import Square

MAX_SHOWN = 5  # faults in a message; `faults` has all of them


class ImpossiblePosition(AdjudicatorError):  # noqa: N818 - it names what was given
    """A question about a board that cannot be; `faults` lists everything wrong with it."""

    def __init__(self, faults: tuple[Check, ...]) -> None:
        listed = " ".join(fault.message for fault in faults[:MAX_SHOWN])
        if len(faults) > MAX_SHOWN:
            listed += f" And {len(faults) - MAX_SHOWN} more."
        super().__init__("impossible_position", listed, faults=[fault.to_json() for fault in faults])
        self.faults = faults


@dataclass(frozen=True, slots=True)
class JudgedRun:
    tiles: tuple[str, ...]
    verdict: Verdict
    squares: tuple[Square, ...] | None = None  # None, as the score, when no board was given
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Consequence:
    player: str
    loses: Literal["this turn", "next turn"]
    tiles_back: bool


@dataclass(frozen=True, slots=True)
class ChallengeRuling:
    ruling: Ruling
    rules: str
    edition: str
    player: str
    challenger: str
    geometry: tuple[Check, ...]
    runs: tuple[JudgedRun, ...]
    score: int | None  # of the whole move; 0 when it is taken back, None when no board was given
    consequence: Consequence | None  # None while the ruling is unresolved
    decided_by: Literal["judge", "agreement"] = "judge"

    @property
    def reason(self) -> str:
        """The sentence to lead with: what refused the move, or what it comes to."""
        wanted = Outcome.UNRESOLVED if self.ruling is Ruling.UNRESOLVED else Outcome.FAIL
        for check in self.geometry:
            if check.outcome is wanted:
                return check.message
        for run in self.runs:
            if run.verdict.ruling is self.ruling and self.ruling is not Ruling.VALID:
                return f"{Tiles(run.tiles)}: {run.verdict.decisive.message}"
        return "Every compound of this move is legal."

    def to_sealed(self) -> dict[str, Any]:
        """What a tournament judge says: the ruling and what follows, no reason."""
        return {"ruling": self.ruling.value, "consequence": _plain(self.consequence)}

    def to_json(self) -> dict[str, Any]:
        return {
            "ruling": self.ruling.value,
            "rules": self.rules,
            "edition": self.edition,
            "player": self.player,
            "challenger": self.challenger,
            "geometry": [check.to_json() for check in self.geometry],
            "runs": [
                {
                    "squares": None if run.squares is None else [list(square) for square in run.squares],
                    "tiles": list(run.tiles),
                    "score": run.score,
                    "verdict": run.verdict.to_json(),
                }
                for run in self.runs
            ],
            "score": self.score,
            "consequence": _plain(self.consequence),
            "decided_by": self.decided_by,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> ChallengeRuling:
        consequence = plain["consequence"]
        return cls(
            ruling=Ruling(plain["ruling"]),
            rules=plain["rules"],
            edition=plain["edition"],
            player=plain["player"],
            challenger=plain["challenger"],
            geometry=tuple(Check.from_json(check) for check in plain["geometry"]),
            runs=tuple(
                JudgedRun(
                    tiles=tuple(run["tiles"]),
                    verdict=Verdict.from_json(run["verdict"]),
                    squares=None
                    if run["squares"] is None
                    else tuple((row, col) for row, col in run["squares"]),
                    score=run["score"],
                )
                for run in plain["runs"]
            ),
            score=plain["score"],
            consequence=None if consequence is None else Consequence(**consequence),
            decided_by=plain["decided_by"],
        )


def _plain(consequence: Consequence | None) -> dict[str, Any] | None:
    return None if consequence is None else asdict(consequence)


def rule_on_challenge(
    rules: RuleSet, before: Sequence[Placement], move: Sequence[Placement], player: str, challenger: str
) -> ChallengeRuling:
    """The ruling on a move, with every run it made; raises ImpossiblePosition with every fault."""
    game = _compoundit(rules)
    layout = laying.layout_of(game.edition)
    found = laying.faults(layout, before, move) + _challenger_faults(player, challenger)
    if found:
        raise ImpossiblePosition(found)
    position, new = laying.position_of(before), laying.position_of(move)
    runs = laying.runs_of(position, new)
    checks = laying.geometry(layout, position, new, runs, atom_starts=game.sets == BEGINNER)
    judged = tuple(
        JudgedRun(run.tiles, game.judge(Tiles(run.tiles)), run.squares, laying.score(layout, run, new))
        for run in runs
    )
    worth = sum(run.score or 0 for run in judged)
    return _ruling(game, player, challenger, checks, judged, worth)


def rule_on_runs(rules: RuleSet, runs: Sequence[Tiles], player: str, challenger: str) -> ChallengeRuling:
    """A table without a board here gives just the runs that the move made; nothing is scored."""
    game = _compoundit(rules)
    found = _challenger_faults(player, challenger)
    if found:
        raise ImpossiblePosition(found)
    judged = tuple(JudgedRun(run, game.judge(run)) for run in runs)
    return _ruling(game, player, challenger, (), judged, None)


def settle(challenge: ChallengeRuling, agreed: Ruling) -> ChallengeRuling:
    """C-CONSENSUS: all players agree that the move is good or bad, whatever the judge would say."""
    if agreed is Ruling.UNRESOLVED:
        raise ValueError("an agreement is valid or invalid")
    worth = None if challenge.score is None else sum(run.score or 0 for run in challenge.runs)
    return replace(
        challenge,
        ruling=agreed,
        score=0 if agreed is Ruling.INVALID and worth is not None else worth,
        consequence=consequence_of(agreed, challenge.player, challenge.challenger),
        decided_by="agreement",
    )


def consequence_of(ruling: Ruling, player: str, challenger: str) -> Consequence | None:
    """C-CHAL-WON, C-CHAL-LOST; nothing follows before the ruling is clear."""
    if ruling is Ruling.VALID:
        return Consequence(challenger, "next turn", tiles_back=False)
    if ruling is Ruling.INVALID:
        return Consequence(player, "this turn", tiles_back=True)
    return None


def _ruling(
    game: CompoundIt,
    player: str,
    challenger: str,
    geometry: tuple[Check, ...],
    runs: tuple[JudgedRun, ...],
    worth: int | None,
) -> ChallengeRuling:
    ruling = whole_move(geometry, (run.verdict.ruling for run in runs))
    return ChallengeRuling(
        ruling=ruling,
        rules=game.name,
        edition=game.edition.label,
        player=player,
        challenger=challenger,
        geometry=geometry,
        runs=runs,
        score=0 if ruling is Ruling.INVALID and worth is not None else worth,
        consequence=consequence_of(ruling, player, challenger),
    )


def whole_move(geometry: Iterable[Check], rulings: Iterable[Ruling]) -> Ruling:
    """C-ALL: one illegal run, or one rule of the board broken, and the whole move is illegal."""
    found = set(rulings)
    if Ruling.INVALID in found or not all(check.passed for check in geometry):
        return Ruling.INVALID
    return Ruling.UNRESOLVED if Ruling.UNRESOLVED in found else Ruling.VALID


def _challenger_faults(player: str, challenger: str) -> tuple[Check, ...]:
    if player == challenger:
        return (Check("C-CHAL", None, Outcome.FAIL, "own_move", Facts(player=player)),)
    return ()


def _compoundit(rules: RuleSet) -> CompoundIt:
    if not isinstance(rules, CompoundIt):
        raise AdjudicatorError("not_compoundit", f"{rules.name} has no board to challenge a move on.")
    return rules
