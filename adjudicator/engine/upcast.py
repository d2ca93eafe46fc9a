"""Records and events of older schemas, read as if they had been written today. Frozen records prove it.

Of records, schema 1 had the number of players and the text of the edition in the options, and no ranks. Of
events, each game says itself how it reads its older ones (`Game.schemas`, `Game.older`). Whatever its schema,
an earlier record names its edition by twelve digits of the digest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.editions.labels import in_full
from adjudicator.engine.frame import Seat, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Step = Callable[[dict[str, Any]], dict[str, Any]]

Data = dict[str, Any]


def upcast(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record in the current schema; one of an unknown schema is returned unchanged."""
    if not hasattr(data, "get"):
        return data
    found = dict(data)
    while type(found.get("schema")) is int and found["schema"] in STEPS:
        found = STEPS[found["schema"]](found)
    return _named_in_full(found)


def event_today(data: Mapping[str, Any], steps: Mapping[tuple[str, int], Step]) -> Mapping[str, Any]:
    """The event as it would be written now: step by step, each from one schema to the next."""
    while (step := steps.get(_schema_of(data))) is not None:
        kind, schema = _schema_of(data)
        changed = step({name: value for name, value in data.items() if name != "schema"})
        data = {"schema": schema + 1 if changed["type"] == kind else 1, **changed}
    return data


def _named_in_full(data: Data) -> Data:
    """A record that brings its edition along names it by the whole digest of that text."""
    label, text, events = data.get("edition"), data.get("edition_text"), data.get("events")
    if not isinstance(label, str) or not isinstance(text, str) or not isinstance(events, list):
        return data
    full = in_full(label, text)
    named = [
        {**event, "edition": full} if isinstance(event, dict) and event.get("edition") == label else event
        for event in events[:1]
    ]
    return {**data, "edition": full, "events": [*named, *events[1:]]}


def _schema_of(event: Any) -> tuple[Any, Any]:
    return (event.get("type"), event.get("schema", 1)) if hasattr(event, "get") else (None, None)


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
    """Nobody could leave then, so ranks follow from scores; in a cooperative game all are equal."""
    scores = ended["scores"]
    return {**ended, "ranks": list(ranked(scores, (Seat(),) * len(scores)))}


STEPS: dict[Any, Callable[[Data], Data]] = {1: _from_1}
