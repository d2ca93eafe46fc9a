"""Frozen values to JSON and back, by their types, so that no game writes this by hand.

A reader is compiled once per type and stops at the first fault; only then is the value walked again, slowly,
to report every fault with its place. The limits of a number are a range: `Annotated[int, range(2, 7)]`.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from adjudicator.errors import UnreadableInput, quote, quote_value
from adjudicator.verdict import SCALARS, Facts

T = TypeVar("T")
Reader = Callable[[Any], Any]

NOTHING = type(None)
NAMES = {int: "a whole number", float: "a number", str: "text", bool: "true or false", NOTHING: "null"}


# --- writing ------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A value as JSON has it: records by the names of their fields, tuples as lists."""
    kind: Any = type(value)
    return value if kind in SCALARS else _writer(kind)(value)


@lru_cache(1024)
def _writer(kind: type[Any]) -> Reader:
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, Mapping):
        return lambda value: {str(name): plain(item) for name, item in value.items()}
    if is_dataclass(kind):
        return _record_writer(tuple(field.name for field in fields(kind)))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _record_writer(kind._fields)
    if issubclass(kind, (tuple, list)):
        return lambda value: [item if type(item) in SCALARS else plain(item) for item in value]
    raise TypeError(f"{kind.__name__} has no form in JSON")


def _record_writer(names: tuple[str, ...]) -> Reader:
    return lambda value: {name: plain(getattr(value, name)) for name in names}


def frozen(data: Any) -> Any:
    """JSON without a type, as a hashable value: objects and records as Facts, lists as tuples."""
    kind = type(data)
    if kind in SCALARS:
        return data
    if kind is tuple or kind is list:
        return tuple(item if type(item) in SCALARS else frozen(item) for item in data)
    if isinstance(data, Mapping):
        return Facts(**{str(name): frozen(item) for name, item in data.items()})
    return frozen(plain(data))


# --- reading ------------------------------------------------------------------------------------------------


def is_deeper(data: Any, most: int) -> bool:
    """Whether objects and lists are nested deeper than this; level by level, so that depth costs no stack."""
    level = [data]
    for _ in range(most):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, Mapping):
                inner += item.values()
            elif isinstance(item, (list, tuple)):
                inner += item
        if not inner:
            return False
        level = inner
    return any(isinstance(item, (Mapping, list, tuple)) for item in level)


class _Misfit(Exception):  # noqa: N818 - never leaves this module
    """The data does not fit the type; `_faults` says why."""


def read(kind: type[T], data: Any, what: str) -> T:
    """The data as a value of that type; raises UnreadableInput with every fault and its place."""
    any_kind: Any = kind
    try:
        return cast("T", _reader(any_kind)(data))
    except _Misfit:
        faults = _faults(kind, data, "")
    shown = "; ".join(faults[:5]) + (f"; and {len(faults) - 5} more" if len(faults) > 5 else "")
    raise UnreadableInput(f"bad_{what}", f"The {what} cannot be read: {shown}.", faults=faults)


class _Field(NamedTuple):
    kind: Any
    default: Any  # MISSING where there is none

    @property
    def tag(self) -> Any:
        """The only value the field can have, such as the `type` of an action; None if there are several."""
        values = get_args(self.kind) if get_origin(self.kind) is Literal else ()
        return values[0] if len(values) == 1 else None


@lru_cache(1024)
def _fields(kind: Any) -> dict[str, _Field] | None:
    """The fields of a record with their types and defaults; None if it is no record."""
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {field.name: _Field(hints[field.name], _default(field)) for field in fields(kind)}
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind, include_extras=True)
        defaults: Mapping[str, Any] = getattr(kind, "_field_defaults", {})
        return {name: _Field(hints[name], defaults.get(name, MISSING)) for name in kind._fields}
    return None


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


@lru_cache(4096)
def _reader(kind: Any) -> Reader:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return frozen
    if origin is Annotated:
        return _bounded_reader(parts)
    if origin in (Union, types.UnionType):
        return _union_reader(parts)
    if origin is Literal:
        return _choice_reader({value: value for value in parts})
    if origin is tuple:
        return _list_reader(parts[0]) if parts[1:] == (Ellipsis,) else _row_reader(parts)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice_reader({member.value: member for member in kind})
    return _scalar_reader(kind) if _fields(kind) is None else _record_reader(kind)


def _scalar_reader(kind: type[Any]) -> Reader:
    def scalar(data: Any) -> Any:
        if type(data) is not kind:  # and so a bool is no int
            raise _Misfit
        return data

    return scalar


def _bounded_reader(parts: tuple[Any, ...]) -> Reader:
    inner = _reader(parts[0])
    bounds = [part for part in parts[1:] if isinstance(part, range)]

    def bounded(data: Any) -> Any:
        value = inner(data)
        if not all(value in bound for bound in bounds):
            raise _Misfit
        return value

    return bounded


def _choice_reader(choices: Mapping[Any, Any]) -> Reader:
    kinds = frozenset(map(type, choices))

    def choice(data: Any) -> Any:
        if type(data) not in kinds or data not in choices:
            raise _Misfit
        return choices[data]

    return choice


def _list_reader(part: Any) -> Reader:
    inner, scalar = _reader(part), part in SCALARS

    def items(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, (list, tuple)):
            raise _Misfit
        if not scalar:
            return tuple(inner(item) for item in data)
        if any([type(item) is not part for item in data]):  # noqa: C419 - twice as fast as a generator
            raise _Misfit
        return tuple(data)

    return items


def _row_reader(parts: tuple[Any, ...]) -> Reader:
    readers = tuple(_reader(part) for part in parts)
    scalars = SCALARS.issuperset(parts)

    def row(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, (list, tuple)) or len(data) != len(readers):
            raise _Misfit
        if not scalars:
            return tuple(reader(item) for reader, item in zip(readers, data, strict=True))
        if tuple(type(item) for item in data) != parts:
            raise _Misfit
        return tuple(data)

    return row


def _union_reader(parts: tuple[Any, ...]) -> Reader:
    """The first that fits, None before all others."""
    readers = tuple(_reader(part) for part in _in_turn(parts) if part is not NOTHING)
    optional = NOTHING in parts

    def union(data: Any) -> Any:
        if data is None and optional:
            return None
        for reader in readers:
            try:
                return reader(data)
            except _Misfit:
                continue
        raise _Misfit

    return union


def _in_turn(parts: tuple[Any, ...]) -> list[Any]:
    return sorted(parts, key=lambda part: part is not NOTHING)


def _record_reader(kind: Any) -> Reader:
    own = _fields(kind) or {}
    readers = tuple((name, _reader(field.kind), field.default is MISSING) for name, field in own.items())

    def record(data: Any) -> Any:
        if type(data) is not dict and not isinstance(data, Mapping):
            raise _Misfit
        values = {}
        for name, reader, needed in readers:
            if name in data:
                values[name] = reader(data[name])
            elif needed:
                raise _Misfit
        if len(values) != len(data):  # something does not belong here
            raise _Misfit
        return kind(**values)

    return record


# --- what is wrong ------------------------------------------------------------------------------------------


def _faults(kind: Any, data: Any, where: str) -> list[str]:
    """Every reason why this is not of the type, with its place."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        # None fits, or else the faults of the last part, which is the most particular.
        tried = [_faults(part, data, where) for part in _in_turn(parts)]
        return [] if [] in tried else tried[-1]
    if origin is tuple:
        return _faults_of_list(parts, data, where)
    own = _fields(kind)
    if own is not None:
        return _faults_of_record(own, data, where)
    try:
        _reader(kind)(data)
    except _Misfit:
        return [_fault(_wanted(kind), data, where)]
    return []


def _wanted(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return " and ".join(f"{NAMES[int]} from {bounds[0]} to {bounds[-1]}" for bounds in get_args(kind)[1:])
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(str(member.value) for member in kind)}"
    return NAMES.get(kind, str(kind))


def _fault(wanted: str, data: Any, where: str) -> str:
    return f"{where or 'it'} must be {wanted}, not {quoted(data)}"


def quoted(data: Any) -> str:
    """As JSON has it, where it was probably read; text in single quotes."""
    if isinstance(data, str):
        return quote_value(data)
    return quote(json.dumps(plain(data), ensure_ascii=False, default=repr))[1:-1]


def _faults_of_list(parts: tuple[Any, ...], data: Any, where: str) -> list[str]:
    if not isinstance(data, (list, tuple)):
        return [_fault("a list", data, where)]
    if parts[1:] == (Ellipsis,):
        parts = (parts[0],) * len(data)
    if len(parts) != len(data):
        return [_fault(f"a list of {len(parts)}", data, where)]
    pairs = enumerate(zip(parts, data, strict=True))
    return [fault for i, (part, item) in pairs for fault in _faults(part, item, f"{where}[{i}]")]


def _faults_of_record(own: Mapping[str, _Field], data: Any, where: str) -> list[str]:
    if not isinstance(data, Mapping):
        return [_fault("an object", data, where)]
    prefix = f"{where}." if where else ""
    needed = [name for name, field in own.items() if field.default is MISSING]
    return [
        *(f"{prefix}{name} is missing" for name in needed if name not in data),
        *(
            f"{prefix}{quote(str(name))} does not belong here; there are: {', '.join(own) or 'none'}"
            for name in data
            if name not in own
        ),
        *(
            fault
            for name, field in own.items()
            if name in data
            for fault in _faults(field.kind, data[name], prefix + name)
        ),
    ]


# --- what may be written ------------------------------------------------------------------------------------


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema (2020-12) of what `read` accepts; the tags of records are always required."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if origin is Annotated:
        bounded = schema(parts[0])
        for bounds in parts[1:]:
            bounded |= {"minimum": bounds[0], "maximum": bounds[-1]}
        return bounded
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(part) for part in parts]}
    if origin is Literal:
        return {"const": parts[0]} if len(parts) == 1 else {"enum": list(parts)}
    if origin is tuple:
        return _schema_of_list(parts)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    own = _fields(kind)
    return {"type": SCHEMA_NAMES[kind]} if own is None else _schema_of_record(kind, own)


SCHEMA_NAMES = {int: "integer", float: "number", str: "string", bool: "boolean", NOTHING: "null"}


def _schema_of_list(parts: tuple[Any, ...]) -> dict[str, Any]:
    if parts[1:] == (Ellipsis,):
        return {"type": "array", "items": schema(parts[0])}
    rows = [schema(part) for part in parts]
    return {"type": "array", "prefixItems": rows, "minItems": len(rows), "maxItems": len(rows)}


def _schema_of_record(kind: type[Any], own: Mapping[str, _Field]) -> dict[str, Any]:
    properties = {}
    for name, field in own.items():
        properties[name] = schema(field.kind)
        if field.default is not MISSING and field.tag is None:
            properties[name]["default"] = plain(field.default)
    return {
        "title": kind.__name__,
        "type": "object",
        "properties": properties,
        "required": [name for name, field in own.items() if field.default is MISSING or field.tag],
        "additionalProperties": False,
    }
