"""Records of older schemas, read as if they had been written today. Frozen records prove it.

Schema 1 had the number of players and the text of the edition in the options, and no ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.frame import Seat, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Data = dict[str, Any]


def upcast(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record in the schema of this program; what is of no known schema stays as it is."""
    if not hasattr(data, "get"):
        return data
    found = dict(data)
    while type(found.get("schema")) is int and found["schema"] in STEPS:
        found = STEPS[found["schema"]](found)
    return found


def _from_1(data: Data) -> Data:
    options = dict(data["options"])
    players, text = options.pop("players"), options.pop("edition", None)
    return {
        **data,
        "schema": 2,
        "edition_text": text,
        "options": options,
        "events": [_event_from_1(event, players) for event in data["events"]],
        "result": None if data["result"] is None else _with_ranks(data["result"]),
    }


def _event_from_1(event: Data, players: int) -> Data:
    if event["type"] == "game_started":
        options = {name: value for name, value in event["options"].items() if name not in OUT_OF_OPTIONS}
        return {**event, "options": options, "seats": ["player"] * players}
    return _with_ranks(event) if event["type"] == "game_ended" else event


OUT_OF_OPTIONS = ("players", "edition")


def _with_ranks(ended: Data) -> Data:
    """Nobody could leave, so the scores say it all; a game that is played together has equal ones."""
    scores = ended["scores"]
    return {**ended, "ranks": list(ranked(scores, (Seat(),) * len(scores)))}


STEPS: dict[Any, Callable[[Data], Data]] = {1: _from_1}
