"""Challenges: the ruling on a whole move, and what follows from it (C-CHAL, C-CONSENSUS)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.errors import AdjudicatorError
from adjudicator.verdict import Check, Facts, Outcome, Ruling
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import (
    JudgedRun,
    reason_of,
    rule_on_move,
    whole_move,
)
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator.chem.formula import Tiles
    from adjudicator.parts import RuleSet
    from adjudicator_rulesets.compoundit.edition import Square

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
    blanks: tuple[Square, ...] = ()  # C-BLANK: squares on which a blank stands for its element

    @property
    def reason(self) -> str:
        """The sentence to lead with: what refused the move, or what it comes to."""
        return reason_of(self.ruling, self.geometry, self.runs)

    def settle(self, agreed: Ruling) -> ChallengeRuling:
        """C-CONSENSUS: all players agree that the move is good or bad, whatever the judge would say."""
        if agreed is Ruling.UNRESOLVED:
            raise ValueError("an agreement is valid or invalid")
        worth = None if self.score is None else sum(run.score or 0 for run in self.runs)
        return replace(
            self,
            ruling=agreed,
            score=0 if agreed is Ruling.INVALID and worth is not None else worth,
            consequence=consequence_of(agreed, self.player, self.challenger),
            decided_by="agreement",
        )

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
            "runs": [run.to_json() for run in self.runs],
            "score": self.score,
            "consequence": _plain(self.consequence),
            "decided_by": self.decided_by,
            "reason": self.reason,
            "blanks": [list(square) for square in self.blanks],
        }


def from_json(plain: Mapping[str, Any]) -> ChallengeRuling:
    """What `ChallengeRuling.to_json` wrote."""
    consequence = plain["consequence"]
    return ChallengeRuling(
        ruling=Ruling(plain["ruling"]),
        rules=plain["rules"],
        edition=plain["edition"],
        player=plain["player"],
        challenger=plain["challenger"],
        geometry=tuple(Check.from_json(check) for check in plain["geometry"]),
        runs=tuple(JudgedRun.from_json(run) for run in plain["runs"]),
        score=plain["score"],
        consequence=None if consequence is None else Consequence(**consequence),
        decided_by=plain["decided_by"],
        blanks=tuple((row, col) for row, col in plain.get("blanks", ())),  # rulings kept earlier have none
    )


def _plain(consequence: Consequence | None) -> dict[str, Any] | None:
    return None if consequence is None else asdict(consequence)


def rule_on_challenge(
    rules: RuleSet,
    before: Sequence[tuple[int, int, str]],
    move: Sequence[tuple[int, int, str]],
    player: str,
    challenger: str,
    blanks: Collection[Square] = (),
) -> ChallengeRuling:
    """The ruling on a move, with every run it made; raises ImpossiblePosition with every fault.

    `blanks` are the squares on which a blank stands for the element that is given there (C-BLANK).
    """
    game = _compoundit(rules)
    layout = laying.layout_of(game.edition)
    board, laid = [Placement(*tile) for tile in before], [Placement(*tile) for tile in move]
    found = laying.faults(layout, board, laid, blanks) + _challenger_faults(player, challenger)
    if found:
        raise ImpossiblePosition(found)
    judged = rule_on_move(game, board, laid, blanks)
    return ChallengeRuling(
        ruling=judged.ruling,
        rules=game.name,
        edition=game.edition.label,
        player=player,
        challenger=challenger,
        geometry=judged.geometry,
        runs=judged.runs,
        score=judged.score,
        consequence=consequence_of(judged.ruling, player, challenger),
        blanks=tuple(sorted(blanks)),
    )


def rule_on_runs(rules: RuleSet, runs: Sequence[Tiles], player: str, challenger: str) -> ChallengeRuling:
    """A table without a board here gives just the runs that the move made; nothing is scored."""
    game = _compoundit(rules)
    found = _challenger_faults(player, challenger)
    if found:
        raise ImpossiblePosition(found)
    judged = tuple(JudgedRun(run, game.judge(run)) for run in runs)
    ruling = whole_move((), (run.verdict.ruling for run in judged))
    return ChallengeRuling(
        ruling=ruling,
        rules=game.name,
        edition=game.edition.label,
        player=player,
        challenger=challenger,
        geometry=(),
        runs=judged,
        score=None,
        consequence=consequence_of(ruling, player, challenger),
    )


def consequence_of(ruling: Ruling, player: str, challenger: str) -> Consequence | None:
    """C-CHAL-WON, C-CHAL-LOST; nothing follows before the ruling is clear."""
    if ruling is Ruling.VALID:
        return Consequence(challenger, "next turn", tiles_back=False)
    if ruling is Ruling.INVALID:
        return Consequence(player, "this turn", tiles_back=True)
    return None


def _challenger_faults(player: str, challenger: str) -> tuple[Check, ...]:
    if player == challenger:
        return (Check("C-CHAL", None, Outcome.FAIL, "own_move", Facts(player=player)),)
    return ()


def _compoundit(rules: RuleSet) -> CompoundIt:
    if not isinstance(rules, CompoundIt):
        raise AdjudicatorError("not_compoundit", f"{rules.name} has no board to challenge a move on.")
    return rules
