"""Records falsified at random: one event lost, doubled, moved or given to another player, or one value
changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

KEPT = ("version", "rng")  # the version number, and chance, whose numbers only the generator knows
Record = dict[str, Any]


def corrupted(record: Mapping[str, Any], random: Random) -> Record:
    """A copy with one fault in its events; versions are renumbered as if nothing had happened."""
    text = json.dumps(record)
    while True:
        false: Record = json.loads(text)
        events = false["events"]
        random.choice(FAULTS)(events, random)
        for version, event in enumerate(events, 1):
            event["version"] = version
        if events != record["events"]:
            return false


def _lose(events: list[Record], random: Random) -> None:
    del events[random.randrange(1, len(events))]


def _double(events: list[Record], random: Random) -> None:
    place = random.randrange(1, len(events))
    events.insert(place, json.loads(json.dumps(events[place])))


def _move(events: list[Record], random: Random) -> None:
    """Past events of another kind: two of one kind may often come in either order."""
    place = random.randrange(1, len(events) - 1)
    event = events.pop(place)
    events.insert(random.randrange(1, len(events)), event)


def _give_to_another(events: list[Record], random: Random) -> None:
    own = [event for event in events if type(event["player"]) is int]
    event = random.choice(own)
    event["player"] = random.choice([p for p in {e["player"] for e in own} if p != event["player"]] or [9])


def _change(events: list[Record], random: Random) -> None:
    """Replaces a value somewhere inside by another of its kind from the record."""
    places = [(event, name) for event in events for name in event if name not in (*KEPT, "type", "player")]
    holder: Any
    key: Any
    holder, key = random.choice(places)
    while isinstance(holder[key], (list, dict)) and holder[key]:
        holder = holder[key]
        key = random.randrange(len(holder)) if isinstance(holder, list) else random.choice(sorted(holder))
    old = holder[key]
    known = [
        value for event in events for value in _leaves(event) if type(value) is type(old) and value != old
    ]
    holder[key] = random.choice(known) if known and not isinstance(old, (list, dict)) else [0]


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for name, item in value.items() if name not in KEPT for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


FAULTS: tuple[Callable[[list[Record], Random], None], ...] = (
    _lose, _double, _move, _give_to_another, _change, _change, _change,
)  # fmt: skip


def catch_rate(
    check: Callable[[Record], Any], records: list[Record], number: int, seed: int
) -> tuple[float, list[Any]]:
    """How many of this many false records are refused, and those that are not."""
    random, missed = Random(seed), []
    for place in range(number):
        false = corrupted(records[place % len(records)], random)
        try:
            check(false)
        except Exception:  # noqa: BLE001 - a record that cannot be followed is refused as well
            continue
        missed.append(false)
    return 1 - len(missed) / number, missed
