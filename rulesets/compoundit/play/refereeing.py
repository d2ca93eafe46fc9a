"""Whether a player may do what is asked, by the rules of CompoundIt!: every refusal with its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Tiles
from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator.verdict import Check, Ruling, Verdict
from rulesets.compoundit.board import laying
from rulesets.compoundit.board.challenge import JudgedRun, rule_on_challenge
from rulesets.compoundit.play.opening import rules_of
from rulesets.compoundit.play.prose import SENTENCES, TOLD
from rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle, rack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.compoundit.board.challenge import ChallengeRuling
    from rulesets.compoundit.play.state import Action, State

prose.register("compoundit", SENTENCES, told=TOLD)

YOUR_TURN = consent("C-TURN", "your_turn")


@dataclass(frozen=True, slots=True)
class MoveVerdict(ActionVerdict):
    """The ruling on a move in `verified` mode, with every run that it makes."""

    runs: tuple[JudgedRun, ...] = ()
    score: int = 0

    @property
    def reason(self) -> str:
        refused = self.refused_by()
        if refused is not None:
            return refused.message
        for run in self.runs:
            if run.verdict.ruling is self.ruling and self.ruling is not Ruling.VALID:
                return f"{Tiles(run.tiles)}: {run.verdict.decisive.message}"
        return "Every compound of this move is legal."

    def to_json(self) -> dict[str, Any]:
        plain = ActionVerdict.to_json(self)
        return {**plain, "runs": [run_to_json(run) for run in self.runs], "score": self.score}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MoveVerdict:
        return cls(
            ruling=Ruling(data["ruling"]),
            checks=tuple(Check.from_json(check) for check in data["checks"]),
            runs=tuple(
                JudgedRun(
                    tuple(run["tiles"]),
                    Verdict.from_json(run["verdict"]),
                    tuple((row, col) for row, col in run["squares"]),
                    run["score"],
                )
                for run in data["runs"]
            ),
            score=data["score"],
        )


def run_to_json(run: JudgedRun) -> dict[str, Any]:
    return {
        "squares": [list(square) for square in run.squares or ()],
        "tiles": list(run.tiles),
        "score": run.score,
        "verdict": run.verdict.to_json(),
    }


def ruling(state: State, player: int, action: Action) -> ActionVerdict:
    match action:
        case Place():
            return _place(state, player, action)
        case Pass():
            return ruled(_turn(state, player), YOUR_TURN)
        case Challenge():
            return ruled(_reply(state, player), consent("C-CHAL", "may_challenge"))
        case Accept():
            return ruled(_reply(state, player), consent("C-DRAW", "may_accept"))
        case Settle():
            return ruled(_settle(state, player), consent("C-CONSENSUS", "may_settle"))
        case AskJudge():
            return ruled(_talk(state), consent("C-SOURCE", "may_ask"))


def may_reply(state: State, player: int) -> bool:
    """Whether this player may challenge the last move, or accept it."""
    return not tuple(_reply(state, player))


def _turn(state: State, player: int) -> Iterator[Check]:
    if state.turn is None:
        yield refusal("C-END", "no_turns_left")
    elif state.turn != player:
        yield refusal("C-TURN", "not_your_turn", turn=state.turn)
    if state.challenge is not None:
        yield refusal("C-CHAL", "challenge_open", challenger=state.challenge.challenger)


# --- moves --------------------------------------------------------------------------------------------------


def _place(state: State, player: int, action: Place) -> ActionVerdict:
    """C-MODES: verified moves are ruled on; in `challenge` mode only what no table could do is refused."""
    layout = laying.layout_of(rules_of(state).edition)
    refusals = [
        *_turn(state, player),
        *_not_on_rack(state, player, action),
        *laying.faults(layout, state.board, action.placements),
    ]
    if refusals:
        return ActionVerdict.of(*refusals)
    if state.options.mode == "challenge":
        return ActionVerdict.of(YOUR_TURN)
    judged = ruling_on(state, action.placements, state.board)
    return MoveVerdict(judged.ruling, (YOUR_TURN, *judged.geometry), judged.runs, judged.score or 0)


def _not_on_rack(state: State, player: int, action: Place) -> Iterator[Check]:
    missing = Counter(tile.symbol for tile in action.placements) - Counter(state.pieces[rack(player)])
    if missing:
        yield refusal("C-RACK", "not_on_rack", symbols=tuple(sorted(missing.elements())))


def ruling_on(
    state: State, move: tuple[laying.Placement, ...], before: tuple[laying.Placement, ...]
) -> ChallengeRuling:
    """The judge on a whole move; who played and who challenges is the game's business."""
    return rule_on_challenge(rules_of(state), before, move, "player", "challenger")


# --- challenges ---------------------------------------------------------------------------------------------


def _reply(state: State, player: int) -> Iterator[Check]:
    """C-CHAL: the latest move and only that, by anybody else, until it is final. Who accepted it is bound."""
    move = state.last_move
    if state.options.mode == "verified":
        yield refusal("C-MODES", "no_challenges")
    elif move is None:
        yield refusal("C-CHAL", "nothing_to_challenge")
    elif move.player == player:
        yield refusal("C-CHAL", "your_own_move")
    elif player in move.accepted:
        yield refusal("C-DRAW", "already_accepted")
    if state.challenge is not None:
        yield refusal("C-CHAL", "challenge_open", challenger=state.challenge.challenger)


def _settle(state: State, player: int) -> Iterator[Check]:
    yield from _talk(state)
    if state.challenge is not None and player in dict(state.challenge.said):
        yield refusal("C-CONSENSUS", "already_said")


def _talk(state: State) -> Iterator[Check]:
    if state.challenge is None:
        yield refusal("C-CONSENSUS", "no_challenge_open")
