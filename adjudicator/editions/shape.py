"""The shape of an edition, declared once, as the types of its values.

    @dataclass(frozen=True, slots=True)
    class Tile:
        symbol: Annotated[str, must("{symbol!r} is no element", ELEMENTS.__contains__)]
        count: Annotated[int, at_least(1, "{symbol}: count must be at least 1, not {count}")]

    @dataclass(frozen=True)
    class Edition:
        label: Annotated[str, DERIVED]
        tiles: Annotated[tuple[Tile, ...], At("tiles.each")]

What is read from a file, its faults with their places, and its JSON Schema follow. A game writes by hand only
the rules that concern several fields. Sentences are templates, so that other languages can follow; the words
in them are the fields beside the value, and what the check adds.
"""

from __future__ import annotations

import sys
import types
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache, partial
from string import Formatter
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from adjudicator.editions.faults import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Path = tuple[str, ...]
    Data = dict[str, Any]

# --- what a field says of itself ----------------------------------------------------------------------------


class At(NamedTuple):
    """Where it stands in the file, if not under its own name: "play.rack"."""

    place: str


class Written(NamedTuple):
    """The type it has in the file, and what makes the value of it."""

    kind: Any
    make: Callable[[Any], Any]


class Words(NamedTuple):
    """For the schema: these words can stand here, or those of another place ("tiles.each.symbol")."""

    words: Sequence[str] | str

    @property
    def schema(self) -> Data:
        return {"x-from": self.words} if isinstance(self.words, str) else {"enum": list(self.words)}


class Unique(NamedTuple):
    """No two rows have the same."""

    message: str


class Compound(NamedTuple):
    """The formula of something without a charge."""

    at_least: int  # atoms
    label: str = ""


TOML_TYPES: dict[Any, type[Any]] = {tuple: list, dict: dict, Literal: str}
SCALARS = (str, int, bool)

DERIVED = "derived"  # from other values; not in the file
EMPTY = "empty"  # rows that may be none
BY_HAND = "by hand"  # a rule of the game tells its faults


@dataclass(frozen=True, eq=False)
class Must:
    """What a value must be beside its type, and what is said of one that is not."""

    message: str
    holds: Callable[[Data], Callable[[Any], bool]]  # in this file, of this value
    schema: Mapping[str, Any]
    words: Mapping[str, Any]  # text is itself a template
    calls: str  # the name of the value in the sentence, where its field has another

    def tell(self, value: Any, scope: Data) -> str:
        own = {
            name: word.format_map(scope) if isinstance(word, str) else word
            for name, word in self.words.items()
        }
        return told(self.message, {**scope, "value": value, self.calls: value, **own})


def told(template: str, scope: Data) -> str:
    return say(template, **{name: scope.get(name) for name in _words_in(template)})


@lru_cache(1024)
def _words_in(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def must(
    message: str, holds: Callable[[Any], bool] = lambda _: True, calls: str = "number", **words: Any
) -> Must:
    """It is of its type, and this holds of it."""
    return Must(message, lambda _: holds, {}, words, calls)


def at_least(least: int, message: str, most: int | None = None, **more: Any) -> Must:
    limits = {"minimum": least} | ({} if most is None else {"maximum": most})
    words = {"least": least, "most": most, **more}
    return Must(
        message, lambda _: lambda n: least <= n and (most is None or n <= most), limits, words, "number"
    )


def one_of(words: Sequence[str], message: str, calls: str = "number", **more: Any) -> Must:
    known = {"known": ", ".join(words), **more}
    return Must(message, lambda _: words.__contains__, Words(words).schema, known, calls)


def among(place: str, message: str, calls: str = "number") -> Must:
    """A word of another place, or a list of them."""
    table, _, field = place.split(".")

    def holds(data: Data) -> Callable[[Any], bool]:
        known = texts(data, table, field)
        return lambda value: {*([value] if isinstance(value, str) else value)} <= known

    return Must(message, holds, Words(place).schema, {}, calls)


Positive = Annotated[int, at_least(1, "{name} is {number!r}; it must be a whole number above 0")]


# --- the fields of a type -----------------------------------------------------------------------------------


class Field(NamedTuple):
    name: str
    path: Path
    kind: Any  # as the file has it
    marks: tuple[Any, ...]
    make: Callable[[Any], Any]
    needed: bool

    @property
    def row(self) -> Any:
        """The type of its rows, if it has rows."""
        inner = get_args(self.kind)[:1] if get_origin(self.kind) is tuple else ()
        return inner[0] if inner and is_dataclass(inner[0]) else None

    def within(self, path: Path, *, needed: bool) -> Field:
        return self._replace(path=(*path, *self.path), needed=needed and self.needed)


@lru_cache(256)
def fields_of(kind: Any) -> tuple[Field, ...]:
    """What is read from the file."""
    names = vars(sys.modules[kind.__module__])  # also for what is inside a lambda
    hints = get_type_hints(kind, names, include_extras=True)
    found = [_field(each.name, hints[each.name], needed=each.default is MISSING) for each in fields(kind)]
    return tuple(field for field in found if DERIVED not in field.marks)


def _field(name: str, hint: Any, *, needed: bool) -> Field:
    kind, marks = parted(hint)
    path: Path = (name,)
    make: Callable[[Any], Any] = _as_it_is
    for mark in marks:
        if isinstance(mark, At):
            path = tuple(mark.place.split(".")) if mark.place else ()
        elif isinstance(mark, Written):
            kind, more = parted(mark.kind)
            marks, make = (*more, *marks), mark.make
    return Field(name, path, kind, marks, make, needed)


def _as_it_is(value: Any) -> Any:
    return value


@lru_cache(1024)
def parted(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type and its marks. No file says None."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *listed = get_args(hint)
        marks = tuple(listed)
    if get_origin(hint) in (Union, types.UnionType):
        [hint] = [part for part in get_args(hint) if part is not type(None)]
    return hint, marks


def leaves(kind: Any, path: Path = (), *, needed: bool = True) -> Iterator[Field]:
    """Single values and rows, each with its whole path."""
    for field in fields_of(kind):
        whole = field.within(path, needed=needed)
        if is_dataclass(field.kind):
            yield from leaves(field.kind, whole.path, needed=whole.needed)
        elif keys := fixed_keys(field.kind):
            part, marks = parted(get_args(field.kind)[1])
            yield from (Field(key, (*whole.path, key), part, marks, _as_it_is, whole.needed) for key in keys)
        else:
            yield whole


def toml_type(kind: Any) -> type[Any]:
    """What TOML makes of it."""
    found: type[Any] = TOML_TYPES.get(get_origin(kind), kind)
    return found


def fixed_keys(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is not dict or get_origin(get_args(kind)[0]) is not Literal:
        return ()
    return get_args(get_args(kind)[0])


def tables_of(kind: Any) -> dict[str, list[Field]]:
    """By table of the file, the values in it; each path begins there."""
    found: dict[str, list[Field]] = {}
    for leaf in leaves(kind):
        found.setdefault(leaf.path[0], []).append(leaf._replace(path=leaf.path[1:]))
    return found


def value_at(data: Any, path: Path) -> Any:
    """MISSING where nothing stands."""
    for step in path:
        if not isinstance(data, dict) or step not in data:
            return MISSING
        data = data[step]
    return data


# --- reading ------------------------------------------------------------------------------------------------


def build(kind: Any, data: Data, **known: Any) -> Any:
    """The value of a file without faults."""
    values = dict(known)
    for field, read in _readers(kind):
        part = value_at(data, field.path)
        if part is not MISSING:
            values[field.name] = field.make(read(part))
    return kind(**values)


@lru_cache(256)
def _readers(kind: Any) -> tuple[tuple[Field, Callable[[Any], Any]], ...]:
    return tuple((field, _reader(field.kind)) for field in fields_of(kind))


def _reader(hint: Any) -> Callable[[Any], Any]:
    """What makes a value of this type out of a part of the file."""
    kind, _ = parted(hint)
    origin, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return partial(build, kind)
    if origin is tuple and parts[1:] == (Ellipsis,):
        one = _reader(parts[0])
        return lambda data: tuple(map(one, data))
    if origin is tuple:
        each = [_reader(part) for part in parts]
        return lambda data: tuple(read(part) for read, part in zip(each, data, strict=True))
    if origin is dict:
        keys, of_value = fixed_keys(kind), _reader(parts[1])
        return lambda data: {key: of_value(data[key]) for key in keys or data if key in data}
    return _as_it_is


def plain(value: Any) -> Any:
    """A value as JSON has it: what is a table in the file is one there."""
    if type(value) in SCALARS:  # almost all values
        return value
    if isinstance(value, tuple):
        return listed(value)
    if hasattr(value, "to_json"):
        return value.to_json()
    return record(value) if is_dataclass(value) else value


def listed(values: Iterable[Any]) -> list[Any]:
    return [plain(value) for value in values]


def record(value: Any) -> Data:
    kind: Any = type(value)
    return {
        name: {str(key): plain(inner) for key, inner in getattr(value, name)}
        if is_table
        else plain(getattr(value, name))
        for name, is_table in _columns(kind)
    }


@lru_cache(256)
def _columns(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a dataclass, and whether each is a table in the file."""
    tables = {field.name for field in fields_of(kind) if get_origin(field.kind) is dict}
    return tuple((field.name, field.name in tables) for field in fields(kind))


# --- other places ------------------------------------------------------------------------------------------


def each(data: Data, table: str) -> list[Data]:
    """The rows of another table, as far as they are rows."""
    section = data.get(table)
    rows = section.get("each") if isinstance(section, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def texts(data: Data, table: str, field: str) -> set[str]:
    """What stands in a field of the rows of another table, as far as it is text."""
    return {row[field] for row in each(data, table) if isinstance(row.get(field), str)}
