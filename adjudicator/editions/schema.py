"""The shape of an edition as JSON Schema, for programs and for the form of an editor."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_origin

from adjudicator.editions.shape import Must, Words, fields_of, fixed_keys, parted, toml_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.editions.shape import Data, Field

SOURCES = ("rulebook", "public", "reconstruction", "my own box")
NAMES = {int: "integer", str: "string", bool: "boolean"}
HEAD = {"schema": {"type": "integer"}, "game": {"type": "string"}, "name": {"type": "string"}}
SOURCE = {"type": "string"}


def schema_of(kind: Any) -> Data:
    """What can be in an edition; of no type, one that has nothing but a name."""
    found = _object(fields_of(kind) if kind else ())
    properties: Data = found["properties"]
    for table in properties.values():
        one = table.get("items", table)  # of [[name]], or [name] itself
        one["properties"] = {"source": SOURCE, **one["properties"]}
        one["required"].insert(0, "source")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {**HEAD, **properties},
        "required": [*HEAD, *found["required"]],
    }


def _object(values: Iterable[Field]) -> Data:
    schema: Data = {"type": "object", "properties": {}, "required": []}
    for value in values:
        around = schema
        for step in value.path[:-1]:
            if value.needed and step not in around["required"]:
                around["required"].append(step)
            empty = {"type": "object", "properties": {}, "required": []}
            around = around["properties"].setdefault(step, empty)
        shape = _schema(value.kind, value.marks)
        if not value.path:  # its fields stand among the others
            around["properties"] |= shape["properties"]
        elif around["properties"].setdefault(value.path[-1], shape) is shape and (
            value.needed or value.path[-1] == "each"
        ):
            around["required"].append(value.path[-1])
    return schema


def _schema(kind: Any, marks: Iterable[Any]) -> Data:
    parts, is_record = get_args(kind), is_dataclass(kind)
    if is_record:
        return _object(fields_of(kind))
    if get_origin(kind) is tuple:
        size = {} if parts[1:] == (Ellipsis,) else {"minItems": len(parts), "maxItems": len(parts)}
        return {"type": "array", "items": _schema(*parted(parts[0])), **size}
    if keys := fixed_keys(kind):
        shapes = {key: _schema(*parted(parts[1])) for key in keys}
        return {"type": "object", "properties": shapes, "required": list(keys)}
    if get_origin(kind) is dict:
        words = _words(parted(parts[0])[1])
        names = {"propertyNames": words} if words else {}
        return {"type": "object", "additionalProperties": _schema(*parted(parts[1])), **names}
    return {"type": NAMES[toml_type(kind)], **_words(marks)}


def _words(marks: Iterable[Any]) -> Data:
    found: Data = {}
    for mark in marks:
        if isinstance(mark, (Must, Words)):
            found |= mark.schema
    return found
