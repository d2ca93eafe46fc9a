"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.codec import plain
from adjudicator.errors import quote
from adjudicator.prose import called, listed, unsaid
from adjudicator.verdict import Check, Ruling
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import JudgedRun, reason_of
from adjudicator_rulesets.compoundit.play.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

MAX_SHOWN = 12

SENTENCES: dict[str, Callable[..., str]] = {
    "no_turns_left": lambda: "Every player has had the last turn.",
    "challenge_open": lambda challenger: (
        f"{called(challenger)} has challenged the last move; that is settled first."
    ),
    "not_on_rack": lambda symbols: (
        f"Your rack does not have {listed([quote(symbol) for symbol in symbols[:MAX_SHOWN]])}."
    ),
    "may_challenge": lambda: "The last move can be challenged.",
    "may_accept": lambda: "The last move can be accepted.",
    "may_settle": lambda: "The table may settle this challenge.",
    "may_ask": lambda: "The judge may be asked.",
    "no_challenges": lambda: (
        "In this game every move is checked before it counts; there is nothing to challenge or accept."
    ),
    "nothing_to_challenge": lambda: "No move can be challenged: the last one is final, or there is none.",
    "another_move": lambda named, last: (
        f"The last move is number {last} in the log, not number {named}; only the last one can be answered."
    ),
    "your_own_move": lambda: "This is your own move; the others may challenge or accept it.",
    "already_accepted": lambda: "You have accepted this move already.",
    "already_said": lambda: "You have already said what you think of this move.",
    "no_challenge_open": lambda: "No challenge is open.",
    "hint_play": lambda runs: f"Makes {listed(runs)}.",
}


# --- events -------------------------------------------------------------------------------------------------


def _tell_move(name: str, event: Event, _: Sequence[str]) -> str:
    laid = [Placement(tile["row"], tile["col"], tile["symbol"]) for tile in event["placements"]]
    runs = ", ".join(f"{''.join(run['tiles'])} {run['score']}" for run in event["runs"])
    return f"{name}: {written(laid)} for {event['score']} ({runs})"


def _tell_ruling(name: str, event: Event, names: Sequence[str]) -> str:
    reason = reason_said(event.facts)
    challenger = names[event["challenger"]]
    return f"{challenger} challenged the move of {name}; it is {event['ruling']}.{reason and f' {reason}'}"


def reason_said(facts: Mapping[str, Any]) -> str:
    """Why the judge ruled so, from the codes of the event, in the language that is spoken now."""
    if "runs" not in facts:
        return ""  # the table has settled it
    checks = [Check.from_json(plain(check)) for check in facts["geometry"]]
    runs = [JudgedRun.from_json(plain(run)) for run in facts["runs"]]
    return reason_of(Ruling(facts["ruling"]), checks, runs)


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    why = ENDS[event["reason"]]
    winners = " and ".join(names[player] for player in event["winners"])
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    return f"The game is over: {why}. Winner: {winners}. {scores}."


ENDS = {
    "all_passed": "everybody passed",
    "supply_low": "a supply has run low",
    "one_left": "nobody else is left",
}
TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": lambda _, event, names: f"First to play: {names[event['first']]}",
    "tiles_drawn": unsaid,
    "tiles_placed": _tell_move,
    "passed": lambda name, *_: f"{name}: pass",
    "move_accepted": unsaid,
    "challenged": unsaid,
    "opinion_given": lambda name, event, _: f"{name} holds the move to be {event['ruling']}.",
    "ruling_given": _tell_ruling,
    "move_taken_back": lambda name, event, _: (
        f"{name}: takes the tiles back, {event['score']} points are void."
    ),
    "turn_lost": lambda name, event, _: f"{name}: loses {event['which']}.",
    "game_ended": _tell_end,
}
