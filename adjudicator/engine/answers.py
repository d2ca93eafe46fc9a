"""The ruling on an action: the same checks as in a verdict, with rule ids and prose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from adjudicator import prose
from adjudicator.errors import AdjudicatorError
from adjudicator.verdict import Check, Facts, Outcome, Ruling, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RULINGS = {Outcome.PASS: Ruling.VALID, Outcome.FAIL: Ruling.INVALID, Outcome.UNRESOLVED: Ruling.UNRESOLVED}


@dataclass(frozen=True, slots=True)
class ActionVerdict:
    ruling: Ruling
    checks: tuple[Check, ...]

    @classmethod
    def of(cls, *checks: Check) -> ActionVerdict:
        return cls(RULINGS[together(checks)], checks)

    def __bool__(self) -> NoReturn:
        raise TypeError("A verdict is valid, invalid or unresolved: compare verdict.ruling, not its truth.")

    @property
    def reason(self) -> str:
        """The sentence to show first: why the action is refused, or that it is allowed."""
        refused = self.refused_by()
        return prose.render(prose.SHARED, "allowed", {}) if refused is None else refused.message

    def refused_by(self) -> Check | None:
        for outcome in (Outcome.FAIL, Outcome.UNRESOLVED):
            for check in self.checks:
                if check.outcome is outcome:
                    return check
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "ruling": self.ruling.value,
            "checks": [check.to_json() for check in self.checks],
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ActionVerdict:
        return cls(Ruling(data["ruling"]), tuple(Check.from_json(check) for check in data["checks"]))


class IllegalAction(AdjudicatorError):  # noqa: N818 - it names what was asked
    """An action that the rules refuse; nothing has happened. `verdict` says why."""

    def __init__(self, verdict: ActionVerdict) -> None:
        super().__init__("illegal_action", verdict.reason, verdict=verdict.to_json())
        self.verdict = verdict


def ruled(refusals: Iterable[Check], otherwise: Check) -> ActionVerdict:
    """Every reason against it, or what allows it."""
    return ActionVerdict.of(*(tuple(refusals) or (otherwise,)))


def refusal(rule: str, code: str, **params: Any) -> Check:
    return Check(rule, None, Outcome.FAIL, code, Facts(**params))


def consent(rule: str, code: str, **params: Any) -> Check:
    return Check(rule, None, Outcome.PASS, code, Facts(**params))


def _not_your_turn(turn: int | None) -> str:
    return "It is not your turn." if turn is None else f"It is the turn of {prose.called(turn)}."


def _no_such_player(player: int | None, players: Sequence[int]) -> str:
    asked = "such player" if player is None else f"player {player + 1}"
    return f"There is no {asked} among {prose.listed([prose.called(other) for other in players])}."


def _game_ended(_: str, event: Any, names: Sequence[str]) -> str:
    winners = [names[player] for player in event["winners"]]
    return f"The game is over. Winners: {prose.listed(winners)}." if winners else "The game is over."


prose.register(
    prose.SHARED,
    {
        "no_such_player": _no_such_player,
        "not_your_turn": _not_your_turn,
    },
    told={
        "game_ended": _game_ended,
    },
)
