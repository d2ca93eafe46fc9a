"""The slow reader of JSON by types: it inspects the type again for every value, and finds every fault."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.engine.codec import NAMES, _fault, frozen
from adjudicator.errors import quote


def read(kind: Any, data: Any) -> tuple[Any, list[str]]:
    """The value without faults, or None with all faults."""
    faults: list[str] = []
    value = _read(kind, data, "", faults)
    return (None, faults) if faults else (value, [])


def _read(kind: Any, data: Any, where: str, faults: list[str]) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return frozen(data)
    if origin is Annotated:
        bounds = parts[1]
        if type(data) is int and data in bounds:
            return data
        return _refuse(f"a whole number from {bounds[0]} to {bounds[-1]}", data, where, faults)
    if origin in (Union, types.UnionType):
        return _union(parts, data, where, faults)
    if origin is Literal:
        if any(data == part and type(data) is type(part) for part in parts):
            return data
        return _refuse(f"one of {', '.join(map(str, parts))}", data, where, faults)
    if origin is tuple:
        return _tuple(parts, data, where, faults)
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = {member.value: member for member in kind}
        known = isinstance(data, str) and data in choices
        return choices[data] if known else _refuse(f"one of {', '.join(choices)}", data, where, faults)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record(kind, data, where, faults)
    return data if type(data) is kind else _refuse(NAMES[kind], data, where, faults)


def _refuse(wanted: str, data: Any, where: str, faults: list[str]) -> None:
    faults.append(_fault(wanted, data, where))


def _union(parts: tuple[Any, ...], data: Any, where: str, faults: list[str]) -> Any:
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
        return _refuse("a list", data, where, faults)
    if len(parts) == 2 and parts[1] is Ellipsis:
        parts = (parts[0],) * len(data)
    if len(parts) != len(data):
        return _refuse(f"a list of {len(parts)}", data, where, faults)
    return tuple(_read(parts[i], item, f"{where}[{i}]", faults) for i, item in enumerate(data))


def _record(kind: Any, data: Any, where: str, faults: list[str]) -> Any:
    if not isinstance(data, Mapping):
        return _refuse("an object", data, where, faults)
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        own = [(f.name, f.default is MISSING and f.default_factory is MISSING) for f in fields(kind)]
    else:
        own = [(name, name not in kind._field_defaults) for name in kind._fields]
    prefix = f"{where}." if where else ""
    faults += [f"{prefix}{name} is missing" for name, needed in own if needed and name not in data]
    known = [name for name, _ in own]
    there = f"does not belong here; there are: {', '.join(known) or 'none'}"
    faults += [f"{prefix}{quote(str(name))} {there}" for name in data if name not in known]
    values = {name: _read(hints[name], data[name], prefix + name, faults) for name in known if name in data}
    return None if faults else kind(**values)
