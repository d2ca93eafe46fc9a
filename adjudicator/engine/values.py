"""Frozen values: copies with some fields changed, and what was worked out about a state."""

from __future__ import annotations

import dataclasses
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from collections.abc import Callable

S = TypeVar("S")
T = TypeVar("T")
Rest = TypeVarTuple("Rest")


def replace(value: T, /, **changes: Any) -> T:
    """As `dataclasses.replace`, in less than half the time for slotted values that check nothing themselves:
    every fold makes a copy.

    The fields are copied from slot to slot; the standard function collects them by name and sets each one
    past the guard of a frozen class.
    """
    kind: Any = type(value)
    slots = _slots(kind)
    if slots is None or not changes.keys() <= slots.keys():
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]
    new: T = object.__new__(kind)
    for name, (get, put) in slots.items():
        put(new, changes[name] if name in changes else get(value))
    return new


@lru_cache(1024)
def _slots(kind: type[Any]) -> dict[str, tuple[Callable[[Any], Any], Callable[[Any, Any], None]]] | None:
    """How to read and to write every field; None for classes that cannot be copied slot by slot."""
    declared = dataclasses.fields(kind)
    parts: dict[str, Any] = {field.name: getattr(kind, field.name, None) for field in declared}
    plain = all(field.init for field in declared) and not hasattr(kind, "__post_init__")
    if not plain or not all(hasattr(part, "__set__") for part in parts.values()):
        return None
    return {name: (part.__get__, part.__set__) for name, part in parts.items()}


def once_per_state(most: int) -> Callable[[Callable[[S, *Rest], T]], Callable[[S, *Rest], T]]:
    """Keeps up to so many answers of a function about states.

    Keyed by identity: comparing two states costs more than asking again.
    """

    def keeping(function: Callable[[S, *Rest], T]) -> Callable[[S, *Rest], T]:
        known: dict[Any, tuple[S, T]] = {}  # with the state, so that its id is not used again

        @wraps(function)
        def kept_answer(state: S, *rest: *Rest) -> T:
            key = (id(state), *rest) if rest else id(state)
            entry = known.get(key)
            if entry is None:
                entry = (state, function(state, *rest))
                if len(known) >= most:
                    known.clear()
                known[key] = entry
            return entry[1]

        return kept_answer

    return keeping
