"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.codec import plain
from adjudicator.errors import quote
from adjudicator.prose import listed
from adjudicator.verdict import Check, Ruling
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import JudgedRun, reason_of
from adjudicator_rulesets.compoundit.play.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

MAX_SHOWN = 12

SENTENCES: dict[str, Callable[..., str]] = {
    "not_on_rack": lambda symbols: (
        f"Your rack does not have {listed([quote(symbol) for symbol in symbols[:MAX_SHOWN]])}."
    ),
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
    "tiles_placed": _tell_move,
    "ruling_given": _tell_ruling,
    "game_ended": _tell_end,
}
