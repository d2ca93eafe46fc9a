"""The shape of an edition as JSON Schema, read off an edition, with the words it may use.

What is right is for the game to say, and it says it of every file; the schema only tells what can be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# By place, as in "elements.each.colour": the words that can stand there, or the place whose words those are.
# A table whose keys are free has "*" after it: "play.supplies.*".
Words = dict[str, "Sequence[str] | str"]


def schema_of(
    data: Mapping[str, Any], words: Mapping[str, Sequence[str] | str], optional: Mapping[str, Any]
) -> dict[str, Any]:
    """`optional`: examples of tables that may be left out."""
    shape = _schema([{**data, **optional}], "", words)
    required = [name for name in shape["required"] if name not in optional]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape, "required": required}


def _schema(found: Sequence[Any], place: str, words: Mapping[str, Sequence[str] | str]) -> dict[str, Any]:
    """Of all values that stand at one place."""
    if all(isinstance(value, dict) for value in found):
        return _object(found, place, words)
    if all(isinstance(value, list) for value in found):
        inner = [part for value in found for part in value]
        return {"type": "array", "items": _schema(inner, place, words) if inner else {}}
    if all(isinstance(value, bool) for value in found):
        return {"type": "boolean"}
    if all(isinstance(value, int) for value in found):
        return {"type": "integer"}
    return {"type": "string", **_words(place, words)}


def _object(found: Sequence[Any], place: str, words: Mapping[str, Sequence[str] | str]) -> dict[str, Any]:
    names = dict.fromkeys(name for value in found for name in value)
    if f"{place}.*" in words:
        free = [value[name] for value in found for name in value]
        keys = _words(f"{place}.*", words)
        return {
            "type": "object",
            "additionalProperties": _schema(free, f"{place}.*", {}),
            **({"propertyNames": keys} if keys else {}),
        }
    return {
        "type": "object",
        "properties": {
            name: _schema(
                [value[name] for value in found if name in value], f"{place}.{name}".lstrip("."), words
            )
            for name in names
        },
        "required": [name for name in names if all(name in value for value in found)],
    }


def _words(place: str, words: Mapping[str, Sequence[str] | str]) -> dict[str, Any]:
    given = words.get(place)
    if isinstance(given, str):
        return {"x-from": given} if given else {}
    return {"enum": list(given)} if given else {}
