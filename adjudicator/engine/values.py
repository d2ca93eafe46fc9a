"""Copies of frozen values with some fields changed. Every fold makes one, so it is fast."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """As `dataclasses.replace`, in less than half the time for slotted values that check nothing themselves.

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
    found = dataclasses.fields(kind)
    parts: dict[str, Any] = {field.name: getattr(kind, field.name, None) for field in found}
    plain = all(field.init for field in found) and not hasattr(kind, "__post_init__")
    if not plain or not all(hasattr(part, "__set__") for part in parts.values()):
        return None
    return {name: (part.__get__, part.__set__) for name, part in parts.items()}
