"""Whether the rules of CompoundIt! allow an action; every refusal has its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator.verdict import Check, Ruling
from adjudicator_rulesets.compoundit.judging.board import laying, moving
from adjudicator_rulesets.compoundit.judging.board.moving import JudgedRun, reason_of
from adjudicator_rulesets.compoundit.play.opening import rules_of
from adjudicator_rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle, rack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator_rulesets.compoundit.play.state import Action, State

YOUR_TURN = consent("C-TURN", "your_turn")


@dataclass(frozen=True, slots=True)
class MoveVerdict(ActionVerdict):
    """The ruling on a move in `verified` mode, with every run it makes."""

    runs: tuple[JudgedRun, ...] = ()
    score: int = 0

    @property
    def reason(self) -> str:
        return reason_of(self.ruling, self.checks, self.runs)

    def to_json(self) -> dict[str, Any]:
        plain = ActionVerdict.to_json(self)
        return {**plain, "runs": [run.to_json() for run in self.runs], "score": self.score}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MoveVerdict:
        return cls(
            ruling=Ruling(data["ruling"]),
            checks=tuple(Check.from_json(check) for check in data["checks"]),
            runs=tuple(JudgedRun.from_json(run) for run in data["runs"]),
            score=data["score"],
        )


@dataclass(frozen=True, slots=True)
class LaidVerdict(ActionVerdict):
    """What can be said about a move without judging its runs."""

    score: int = 0

    def to_json(self) -> dict[str, Any]:
        return {**ActionVerdict.to_json(self), "score": self.score}


def ruling(state: State, player: int, action: Action) -> ActionVerdict:
    match action:
        case Place():
            return _place(state, player, action)
        case Pass():
            return ruled(_turn(state, player), YOUR_TURN)
        case Challenge():
            return ruled(_reply(state, player, action.move), consent("C-CHAL", "may_challenge"))
        case Accept():
            return ruled(_acceptance(state, player, action.move), consent("C-DRAW", "may_accept"))
        case Settle():
            return ruled(_settle(state, player), consent("C-CONSENSUS", "may_settle"))
        case AskJudge():
            return ruled(_talk(state), consent("C-SOURCE", "may_ask"))
    raise NotImplementedError(action.type)


def may_reply(state: State, player: int) -> bool:
    """Whether this player may challenge or accept the last move."""
    move = state.last_move
    return move is not None and not tuple(_reply(state, player, move.version))


def _turn(state: State, player: int) -> Iterator[Check]:
    if state.turn is None:
        yield refusal("C-END", "no_turns_left")
    elif state.turn != player:
        yield refusal("C-TURN", "not_your_turn", turn=state.turn)
    if state.challenge is not None:
        yield refusal("C-CHAL", "challenge_open", challenger=state.challenge.challenger)


# --- moves --------------------------------------------------------------------------------------------------


def _place(state: State, player: int, action: Place) -> ActionVerdict:
    """C-MODES: verified moves are ruled on; `challenge` mode refuses only what is impossible at any table."""
    unruled = _unruled(state, player, action)
    if unruled is not None:
        return unruled
    judged = moving.rule_on_move(rules_of(state), state.board, action.placements)
    return MoveVerdict(judged.ruling, (YOUR_TURN, *judged.geometry), judged.runs, judged.score)


def laid(state: State, player: int, action: Place) -> ActionVerdict:
    """Judges a draft by the rules of the board alone, with its points; its runs are not judged."""
    unruled = _unruled(state, player, action)
    if unruled is not None:
        return unruled
    geometry, runs = moving.laid(rules_of(state), state.board, action.placements)
    checks = (YOUR_TURN, *geometry)
    return LaidVerdict(moving.whole_move(geometry, ()), checks, sum(score for _, score in runs))


def _unruled(state: State, player: int, action: Place) -> ActionVerdict | None:
    """What is decided before a ruling; None for a move in `verified` mode that can be laid."""
    refusals = (*_laying(state, player, action),)
    return ruled(refusals, YOUR_TURN) if refusals or state.options.mode == "challenge" else None


def _laying(state: State, player: int, action: Place) -> Iterator[Check]:
    """What is impossible at any table, whatever the runs are."""
    yield from _turn(state, player)
    yield from _not_on_rack(state, player, action)
    yield from laying.faults(laying.layout_of(rules_of(state).edition), state.board, action.placements)


def _not_on_rack(state: State, player: int, action: Place) -> Iterator[Check]:
    missing = Counter(tile.symbol for tile in action.placements) - Counter(state.pieces[rack(player)])
    if missing:
        yield refusal("C-RACK", "not_on_rack", symbols=tuple(sorted(missing.elements())))


# --- challenges ---------------------------------------------------------------------------------------------


def _reply(state: State, player: int, named: int) -> Iterator[Check]:
    """C-CHAL: any other player may challenge the latest move, until it is final. Acceptance is binding."""
    move = state.last_move
    if state.options.mode == "verified":
        yield refusal("C-MODES", "no_challenges")
    elif move is None:
        yield refusal("C-CHAL", "nothing_to_challenge")
    elif move.version != named:
        yield refusal("C-CHAL", "another_move", named=named, last=move.version)
    elif move.player == player:
        yield refusal("C-CHAL", "your_own_move")
    elif player in move.accepted:
        yield refusal("C-DRAW", "already_accepted")
    if state.challenge is not None:
        yield refusal("C-CHAL", "challenge_open", challenger=state.challenge.challenger)


def _acceptance(state: State, player: int, named: int) -> Iterator[Check]:
    yield from _reply(state, player, named)
    if state.stays_open and state.last_move is not None:
        yield refusal("C-CHAL-OPEN", "open_until_next_move")


def _settle(state: State, player: int) -> Iterator[Check]:
    yield from _talk(state)
    if state.challenge is not None and player in dict(state.challenge.said):
        yield refusal("C-CONSENSUS", "already_said")


def _talk(state: State) -> Iterator[Check]:
    if state.challenge is None:
        yield refusal("C-CONSENSUS", "no_challenge_open")
