"""Writing an edition as the TOML file that the command line takes, laid out as the shipped ones are."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(data: Mapping[str, Any]) -> str:
    """`tomllib.loads(written(data)) == data`, for tables, lists, text, whole numbers, true and false."""
    return "\n".join(_lines(data)) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    tables = {name: value for name, value in data.items() if isinstance(value, dict) or _are_tables(value)}
    yield from (f"{_key(name)} = {_value(value)}" for name, value in data.items() if name not in tables)
    for name, value in tables.items():
        head = f"[{_key(name)}]" if isinstance(value, dict) else f"[[{_key(name)}]]"
        for table in [value] if isinstance(value, dict) else value:
            yield from ("", head)
            yield from (f"{_key(part)} = {_value(given)}" for part, given in table.items())


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)


def _value(value: object) -> str:
    """A list of entries has a line for each; everything else is on one."""
    if _are_tables(value):
        assert isinstance(value, list)
        return "[\n" + "".join(f"  {_inline(part)},\n" for part in value) + "]"
    return _inline(value)


def _inline(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(_inline, value))}]"
        case dict():
            inner = ", ".join(f"{_key(name)} = {_inline(part)}" for name, part in value.items())
            return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"an edition has no {type(value).__name__}")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _inline(name)
