"""Editions as TOML files: read without spending more on a stranger's than on ours, written as ours are."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from adjudicator.editions.faults import Fault, say
from adjudicator.errors import EditionError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_DEPTH = 8  # of brackets, and of the parts of a dotted key; a box needs three

_LINE = re.compile(r"\(at line (\d+), column \d+\)$")  # how tomllib ends what it says
_BARE = re.compile(r"[A-Za-z0-9_-]+")
# What can hide a dot or a bracket, and everything up to the next dot, bracket or end of a key. Strings end
# where tomllib ends them: up to two quotes may stand before the closing three. Nothing here backtracks.
_PASSED = re.compile(
    r"""
      "{3} (?: [^"\\] | \\. | "{1,2}(?!") )*+ "{3,5}
    | '{3} (?: [^'] | '{1,2}(?!') )*+ '{3,5}
    | "(?!"") (?: [^"\\\n] | \\[^\n] )*+ "
    | '(?!'') [^'\n]*+ '
    | \# [^\n]*+
    | [^"'\#\[\]{}.=,\n]++
    """,
    re.DOTALL | re.VERBOSE,
)


def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML file; raises EditionError if it is nested too deep or is not TOML.

    tomllib takes time and memory that grow with the square of a key's parts, so these are counted first.
    """
    deep = _too_deep(text)
    if deep is not None:
        raise unreadable(say("line {line} is nested more than {most} deep", line=deep, most=MAX_DEPTH))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        lines = text.splitlines() or [""]
        place = _LINE.search(str(error))  # it says no line of what ends too early
        line = int(place[1]) if place else len(lines)
        given = quote(lines[min(line, len(lines)) - 1])
        if not place:
            raise unreadable(
                say("it ends too early, in line {line}: {given}", line=line, given=given)
            ) from None
        raise unreadable(say("line {line} is not TOML: {given}", line=line, given=given)) from None
    except ValueError:
        raise unreadable(say("a number or a date in it is out of all bounds")) from None


def unreadable(why: str) -> EditionError:
    fault = Fault(why)
    return EditionError("edition_unreadable", f"This edition cannot be read: {fault}.", faults=[fault])


def _too_deep(text: str) -> int | None:
    """The first line with too many brackets in each other or too many dots in a key, if there is one."""
    at, open_brackets, dots = 0, 0, 0
    while at < len(text):
        passed = _PASSED.match(text, at)
        if passed is not None:
            at = passed.end()
            continue
        match text[at]:
            case ".":
                dots += 1
            case "[" | "{":
                open_brackets, dots = open_brackets + 1, 0
            case "]" | "}":
                open_brackets, dots = max(0, open_brackets - 1), 0
            case "=" | "," | "\n":
                dots = 0
            case _:  # a string without an end, at which tomllib stops as well
                return None
        if open_brackets > MAX_DEPTH or dots >= MAX_DEPTH:
            return text.count("\n", 0, at) + 1
        at += 1
    return None


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
