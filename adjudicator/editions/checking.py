"""What is wrong with a file that should have the shape of an edition: every fault, with its place."""

from __future__ import annotations

from dataclasses import MISSING
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from adjudicator.chem.formula import Formula
from adjudicator.editions.faults import Fault, say
from adjudicator.editions.shape import (
    BY_HAND,
    EMPTY,
    Compound,
    Must,
    Unique,
    leaves,
    parted,
    tables_of,
    told,
    toml_type,
    value_at,
)
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from adjudicator.editions.shape import Data, Field

    Faults = Callable[[Data, Data], Iterator[str]]  # of a section, in the whole file
    Rule = Callable[["Section", Data], Iterator[str]]

# No box needs more than this. Checking an edition within these limits stays cheap.
MAX_ROWS = 400
MAX_PIECES = 2000
SHOWN = 80  # characters of an entry that a fault quotes


class Row(dict[str, Any]):
    """An entry of a list, which knows its place."""

    place = 0  # from 0

    def fault(self, field: str, text: str) -> Fault:
        return Fault(text, ("each", self.place, field))


class Section(dict[str, Any]):
    """A table, with those of its rows that have what a row has."""

    rows: list[Row]


def section_faults(values: Sequence[Field], rule: Rule | None) -> Faults:
    """What is wrong with a table: with each of its values, with its rows, and by the rule of the game."""
    rows = [_rows_faults(value) for value in values if value.row is not None]

    def faults(given: Data, data: Data) -> Iterator[str]:
        section = Section(given)
        section.rows = []
        yield from value_faults(values, checked(values, data), given)
        for row_faults in rows:
            yield from row_faults(section, data)
        if rule is not None:
            yield from rule(section, data)

    return faults


class EditionTable(NamedTuple):
    faults: Faults
    needed: bool  # it may not be left out
    repeated: bool  # [[name]], each with its own values


def sections_of(kind: Any, rules: Mapping[str, Rule]) -> dict[str, EditionTable]:
    """The tables of the file."""
    found = {}
    for name, values in tables_of(kind).items():
        rows = values[0].row if not values[0].path else None
        needed = rows is None and any(value.needed for value in values)
        inside = leaves(rows) if rows else values if needed else [v._replace(needed=True) for v in values]
        found[name] = EditionTable(section_faults(list(inside), rules.get(name)), needed, rows is not None)
    return found


class Checked:
    """The checks of one value, made once for all rows that have it."""

    def __init__(self, kind: Any, marks: Sequence[Any], data: Data) -> None:
        self.fits = _fitting(kind)
        self.musts = [(mark, mark.holds(data)) for mark in marks if isinstance(mark, Must)]
        self.formulas = [mark for mark in marks if isinstance(mark, Compound)]
        is_list = get_origin(kind) is tuple
        self.inside = Checked(*parted(get_args(kind)[0]), data) if is_list else None

    @property
    def finds_faults(self) -> bool:
        """Whether anything can be wrong with a value of this type."""
        inside = self.inside is not None and self.inside.finds_faults
        return bool(self.musts or self.formulas or inside)

    def faults(self, value: Any, scope: Callable[[], Data]) -> Iterator[str]:
        """What is said of a value that is wrong, and of its parts; `scope` has the words of the sentences."""
        for compound in self.formulas:
            yield from formula_faults(value, compound.at_least, partial(_label, compound, scope))
        fits = self.fits(value)
        for mark, holds in self.musts:
            if not (fits and holds(value)):
                yield mark.tell(value, scope())
                break
        if self.inside is not None and isinstance(value, list):
            for one in value:
                yield from self.inside.faults(one, scope)


def _label(compound: Compound, scope: Callable[[], Data]) -> str:
    return compound.label.format_map(scope())


def checked(values: Sequence[Field], data: Data) -> list[tuple[Field, Checked]]:
    """The checks of values that have any; rows have their own."""
    found = [(value, Checked(value.kind, value.marks, data)) for value in values if value.row is None]
    return [(value, checks) for value, checks in found if checks.finds_faults]


def value_faults(
    values: Sequence[Field], checks: Sequence[tuple[Field, Checked]], given: Data, **words: Any
) -> Iterator[Fault]:
    """At most one value is blamed at each place."""
    blamed: set[str] = set()
    for value, check in checks:
        found = value_at(given, value.path)
        if value.path[0] in blamed or (found is MISSING and not value.needed):
            continue

        def scope(value: Field = value) -> Data:
            named = {"name": value.path[-1], "field": value.path[-1], "table": value.path[0], **words}
            return named | {other.path[0]: given.get(other.path[0]) for other in values if other.row is None}

        for fault in check.faults(None if found is MISSING else found, scope):
            blamed.add(value.path[0])
            yield Fault(fault, (value.path[0],))


def _fitting(hint: Any) -> Callable[[Any], bool]:
    """Tells whether a value has the type, as far as its parts do not tell their own faults."""
    kind, _ = parted(hint)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple and parts[1:] == (Ellipsis,):
        if any(isinstance(mark, Must) for mark in parted(parts[0])[1]):
            return lambda value: isinstance(value, list)
        inside = _fitting(parts[0])
        return lambda value: isinstance(value, list) and all(map(inside, value))
    if origin is tuple:
        each = [_fitting(part) for part in parts]
        return lambda value: (
            isinstance(value, list)
            and len(value) == len(each)
            and all(fits(one) for fits, one in zip(each, value, strict=True))
        )
    if origin is dict:
        of_value = _fitting(parts[1])
        return lambda value: isinstance(value, dict) and all(map(of_value, value.values()))
    return partial(_is_a, toml_type(kind))


def _rows_faults(field: Field) -> Callable[[Section, Data], Iterator[Fault]]:
    """What is wrong with the rows of a table; what their type says is worked out once."""
    values = list({value.path: value for value in reversed([*leaves(field.row)])}.values())[::-1]
    types = [(value, _type_check(value)) for value in values]
    unique = [(value, mark) for value in values for mark in value.marks if isinstance(mark, Unique)]
    counted = any(value.name == "count" for value in values)

    def faults(section: Section, data: Data) -> Iterator[Fault]:
        given = section.get("each")
        if given == [] and EMPTY in field.marks:
            return
        if not isinstance(given, list) or not given:
            yield Fault("at least one entry (`each`) is needed", ("each",))
            return
        if len(given) > MAX_ROWS:
            message = say("`each` has {number:,} entries; at most {most}", number=len(given), most=MAX_ROWS)
            yield Fault(message, ("each",))
            return
        checks = checked(values, data)
        seen: set[tuple[str, Any]] = set()
        pieces = 0
        for place, entry in enumerate(given):
            if not isinstance(entry, dict):
                yield Fault(say("entry {number} must be a table", number=place + 1), ("each", place))
                continue
            row = Row(entry)
            row.place = place
            wrong = [_type_fault(value, row) for value, fits in types if not fits(row)]
            if counted and is_int(row.get("count")):
                pieces += max(0, row["count"])
                if pieces > MAX_PIECES >= pieces - row["count"]:
                    message = say("more than {most:,} pieces in all; no box has", most=MAX_PIECES)
                    wrong.append(row.fault("count", message))
            yield from wrong
            if not wrong:
                section.rows.append(row)
                faults_of_row = value_faults(values, checks, row, place=place + 1)
                yield from (fault.within("each", place) for fault in faults_of_row)
                yield from _twice(unique, row, seen)

    return faults


def _type_check(value: Field) -> Callable[[Row], bool]:
    """Whether a row has the type there; a value with a sentence of its own tells what is wrong inside."""
    name, needed = value.path[0], value.needed
    own = BY_HAND in value.marks or any(isinstance(mark, Must) for mark in value.marks)
    outside, inside = partial(_is_a, toml_type(value.kind)), _fitting(value.kind)

    def fits(row: Row) -> bool:
        if own or name not in row:
            return not needed or outside(row.get(name))
        return inside(row[name])

    return fits


def _type_fault(value: Field, row: Row) -> Fault:
    name = value.path[0]
    said = say(
        "entry {number} ({entry}): {name} must be {kind}, not {given}",
        number=row.place + 1,
        entry=_cut(str(dict(row))),
        name=name,
        kind=toml_type(value.kind).__name__,
        given=_cut(repr(row.get(name))),
    )
    return row.fault(name, said)


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _twice(unique: Iterable[tuple[Field, Unique]], row: Row, seen: set[tuple[str, Any]]) -> Iterator[Fault]:
    for value, mark in unique:
        key = value.name, row[value.path[0]]
        if key in seen:
            yield row.fault(value.path[0], told(mark.message, row))
        seen.add(key)


# --- for rules by hand --------------------------------------------------------------------------------------


def is_int(value: object) -> bool:
    return _is_a(int, value)


def _is_a(kind: type, value: object) -> bool:
    """True is no number."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def field_fault(field: str, text: str) -> Fault:
    """A fault of a field of the section itself."""
    return Fault(text, (field,))


def formula_faults(text: object, at_least: int, label: Callable[[], str] = str) -> Iterator[str]:
    """What is wrong with a formula; `label` is what its sentences begin with, made only for a fault."""
    try:
        formula = Formula.parse(str(text))
    except UnreadableInput as error:
        yield say("{label}{why}", label=label(), why=error.message, given=str(text))
        return
    if formula.size < at_least:
        told = "{label}{text} must have at least {number} atoms"
        yield say(told, label=label(), text=text, number=at_least)
    if formula.charge:
        yield say("{label}{text}: write the formula without its charge", label=label(), text=text)
