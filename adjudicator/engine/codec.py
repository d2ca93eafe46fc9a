"""Frozen values to JSON and back, by their types, so that no game writes this by hand."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from adjudicator.errors import UnreadableInput, quote
from adjudicator.verdict import Facts

T = TypeVar("T")
MAX_SHOWN = 60
SCALARS = frozenset((str, int, bool, float))


def plain(value: Any) -> Any:
    """A value as JSON has it: records by the names of their fields, tuples as lists."""
    if value is None or type(value) in SCALARS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def frozen(data: Any) -> Any:
    """JSON without a type, as a hashable value: objects as Facts, lists as tuples."""
    if isinstance(data, Mapping):
        return Facts(**{name: frozen(item) for name, item in data.items()})
    if isinstance(data, (list, tuple)):
        return tuple(frozen(item) for item in data)
    return data


def read(kind: type[T], data: Any, what: str) -> T:
    """The value of that type; raises UnreadableInput with every fault, each with where it is."""
    faults: list[str] = []
    value = _read(kind, data, "", faults)
    if faults:
        shown = "; ".join(faults[:5]) + (f"; and {len(faults) - 5} more" if len(faults) > 5 else "")
        raise UnreadableInput(f"bad_{what}", f"This is no {what}: {shown}.", faults=faults)
    return cast("T", value)


def _read(kind: Any, data: Any, where: str, faults: list[str]) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return frozen(data)
    if origin in (Union, types.UnionType):
        return _union(parts, data, where, faults)
    if origin is Literal:
        return (
            data
            if data in parts and isinstance(data, str)
            else _fault(f"one of {', '.join(parts)}", data, where, faults)
        )
    if origin is tuple:
        return _tuple(parts, data, where, faults)
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = {member.value: member for member in kind}
        known = isinstance(data, str) and data in choices
        return choices[data] if known else _fault(f"one of {', '.join(choices)}", data, where, faults)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record(kind, data, where, faults)
    if type(data) is kind:  # and so a bool is no int
        return data
    return _fault(NAMES.get(kind, str(kind)), data, where, faults)


NAMES = {int: "a whole number", str: "text", bool: "true or false", type(None): "null"}


def _fault(wanted: str, data: Any, where: str, faults: list[str]) -> None:
    faults.append(f"{where or 'it'} must be {wanted}, not {quote(repr(data)[:MAX_SHOWN])}")


def _union(parts: tuple[Any, ...], data: Any, where: str, faults: list[str]) -> Any:
    """The first that fits; if none does, the faults of the last, which is the most particular but None."""
    tried: list[str] = []
    for part in sorted(parts, key=lambda part: part is not type(None)):
        tried = []
        value = _read(part, data, where, tried)
        if not tried:
            return value
    faults += tried
    return None


def _tuple(parts: tuple[Any, ...], data: Any, where: str, faults: list[str]) -> Any:
    if not isinstance(data, (list, tuple)):
        return _fault("a list", data, where, faults)
    if len(parts) == 2 and parts[1] is Ellipsis:
        parts = (parts[0],) * len(data)
    if len(parts) != len(data):
        return _fault(f"a list of {len(parts)}", data, where, faults)
    return tuple(
        [
            _read(part, item, f"{where}[{i}]", faults)
            for i, (part, item) in enumerate(zip(parts, data, strict=True))
        ]
    )


def _record(kind: Any, data: Any, where: str, faults: list[str]) -> Any:
    if not isinstance(data, Mapping):
        return _fault("an object", data, where, faults)
    hints, needed = _fields(kind)
    prefix = f"{where}." if where else ""
    faults += [f"{prefix}{name} is missing" for name in needed if name not in data]
    faults += [f"{prefix}{quote(str(name))} does not belong here" for name in data if name not in hints]
    values = {
        name: _read(hint, data[name], prefix + name, faults) for name, hint in hints.items() if name in data
    }
    return None if faults else kind(**values)


@lru_cache(256)
def _fields(kind: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The fields of a record with their types, and those that have no default."""
    hints = get_type_hints(kind)
    if not is_dataclass(kind):
        return hints, tuple(name for name in hints if name not in kind._field_defaults)
    own = fields(kind)
    return (
        {field.name: hints[field.name] for field in own},
        tuple(field.name for field in own if field.default is MISSING and field.default_factory is MISSING),
    )
