"""Challenges: the ruling on a whole move, and what follows from it (C-CHAL, C-CONSENSUS)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.errors import AdjudicatorError
from adjudicator.verdict import Check, Facts, Outcome, Ruling
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.moving import (
    JudgedRun,
    reason_of,
    rule_on_move,
    whole_move,
)
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.chem.formula import Tiles
    from adjudicator.ruleset import RuleSet
    from adjudicator_rulesets.compoundit.judging.board.laying import Placement

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

    @property
    def reason(self) -> str:
        """The sentence to lead with: what refused the move, or what it comes to."""
        return reason_of(self.ruling, self.geometry, self.runs)

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
            runs=tuple(JudgedRun.from_json(run) for run in plain["runs"]),
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
    judged = rule_on_move(game, before, move)
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


def _challenger_faults(player: str, challenger: str) -> tuple[Check, ...]:
    if player == challenger:
        return (Check("C-CHAL", None, Outcome.FAIL, "own_move", Facts(player=player)),)
    return ()


def _compoundit(rules: RuleSet) -> CompoundIt:
    if not isinstance(rules, CompoundIt):
        raise AdjudicatorError("not_compoundit", f"{rules.name} has no board to challenge a move on.")
    return rules
