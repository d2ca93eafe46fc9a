"""Edition files: what all games share in reading them.

An edition is data, one TOML file, every table of it marked with its source. A bad file is refused with all
its faults at once, not with the first.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from adjudicator.chem.formula import Formula
from adjudicator.editions.labels import label_of, short_label
from adjudicator.errors import EditionError, UnreadableInput, quote, quote_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Faults = Callable[[dict[str, Any], dict[str, Any]], Iterator[str]]  # of a section, in the whole file

E = TypeVar("E")

SCHEMA = 1
OWN = "my own box"
SOURCES = ("rulebook", "public", "reconstruction", OWN)
MAX_FILE = 256 * 1024
# What no box has more of. Whoever checks an edition can afford what is within.
MAX_NAME = 60
MAX_TEXT = 2000
MAX_DEPTH = 8
MAX_PARTS = 20_000
MAX_ROWS = 400
MAX_PIECES = 2000
MAX_NUMBER = 100_000
MAX_FAULTS = 100
SHOWN = 80  # characters of an entry that a fault quotes

Place = tuple["str | int", ...]


class Said(str):
    """A sentence in English that can be said in other languages: its template, and the words in it."""

    __slots__ = ("template", "words")
    template: str
    words: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return _say_again, (self.template, self.words)


def say(template: str, **words: Any) -> Said:
    return _say_again(template, words)


def _say_again(template: str, words: dict[str, Any]) -> Said:
    said = Said(template.format(**words))
    said.template, said.words = template, words
    return said


class Fault(str):
    """What is wrong, in words, and where: the steps that lead to it from the top of the file."""

    __slots__ = ("at", "said")
    at: Place
    said: str  # as it was said first

    def __new__(cls, text: str, at: Place = ()) -> Self:
        fault = super().__new__(cls, text)
        fault.at, fault.said = at, text.said if isinstance(text, Fault) else text
        return fault

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return Fault, (self.said, self.at)

    def by(self, sentences: Mapping[str, str]) -> str:
        """In another language, by its sentences for the English templates."""
        return _translated(self.said, sentences)

    @classmethod
    def of(cls, text: str) -> Fault:
        return text if isinstance(text, Fault) else cls(text)

    def within(self, *steps: str | int) -> Fault:
        return Fault(self, (*steps, *self.at))


def _translated(said: str, sentences: Mapping[str, str]) -> str:
    if not isinstance(said, Said):
        return sentences.get(said, str(said))
    words = {
        name: word.by(sentences) if isinstance(word, Fault) else word for name, word in said.words.items()
    }
    return sentences.get(said.template, said.template).format(**words)


class Row(dict[str, Any]):
    """An entry of a list, which knows its place."""

    place = 0  # from 0

    def fault(self, field: str, text: str) -> Fault:
        return Fault(text, ("each", self.place, field))

    def faults(self, field: str, texts: Iterable[str]) -> Iterator[Fault]:
        return (self.fault(field, text) for text in texts)


@dataclass(frozen=True)
class EditionReader(Generic[E]):
    """How a game reads its editions: what has to be in the file, and what is made of it."""

    game: str
    default: Path
    tables: Mapping[str, Faults]  # [name]: has to be there
    make: Callable[[dict[str, Any], str], E]  # of a file without faults, and its label
    lists: Mapping[str, Faults] = field(default_factory=dict)  # [[name]]
    optional: Mapping[str, Faults] = field(default_factory=dict)

    def load(self, given: Path | str | E | None = None) -> E:
        """The edition in a file or a text, a released one by its name, or as it is; else the default one.

        Raises EditionError.
        """
        if isinstance(given, str):
            return self.parse(given)
        if given is None:
            return self.read(*open_edition(self.default), str(self.default))
        if isinstance(given, Path):
            released = self.default.parent / f"{given.name}.toml"
            if not given.exists() and not given.suffix and released.exists():
                given = released
            return self.read(*open_edition(given), str(given))
        label = getattr(given, "label", None)
        if not isinstance(label, str) or not label.startswith(f"{self.game}/"):
            shown = quote(short_label(label)) if isinstance(label, str) else quote_value(given)
            raise EditionError("edition_of_other_game", f"{shown} is no edition of {self.game}.")
        return given

    def parse(self, text: str) -> E:
        """An edition given as the text of its file."""
        return self.read(*parse_edition(text.encode(errors="surrogatepass"), "given"), "given")

    def read(self, data: dict[str, Any], digest: str, where: str) -> E:
        check_edition(data, where, self.game, self.tables, self.lists, self.optional)
        return self.make(data, label_of(self.game, data["name"], digest))


def open_edition(path: Path) -> tuple[dict[str, Any], str]:
    """The parsed file and the digest of its bytes."""
    where = quote(str(path))
    try:
        if path.stat().st_size > MAX_FILE:
            raise EditionError("edition_too_large", f"The edition {where} is larger than {MAX_FILE} bytes.")
        raw = path.read_bytes()
    except OSError as error:
        message = f"The edition {where} cannot be opened: {error.strerror}."
        raise EditionError("edition_missing", message, faults=[str(error)]) from None
    return parse_edition(raw, where)


def parse_edition(raw: bytes, where: str) -> tuple[dict[str, Any], str]:
    """The same for the bytes of a file, wherever they come from."""
    if len(raw) > MAX_FILE:
        raise EditionError("edition_too_large", f"The edition {where} is larger than {MAX_FILE} bytes.")
    try:
        return tomllib.loads(raw.decode()), hashlib.sha256(raw).hexdigest()
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, a number or nesting past all bounds
        message = f"The edition {where} is not valid TOML: {error}"
        raise EditionError("edition_unreadable", message, faults=[str(error)]) from None


def check_edition(
    data: dict[str, Any],
    where: str,
    game: str,
    tables: Mapping[str, Faults],
    lists: Mapping[str, Faults],
    optional: Mapping[str, Faults] | None = None,
) -> None:
    """Raises EditionError with every fault. `tables`, `optional`: [name] sections, `lists`: [[name]] ones."""
    given = {name: faults for name, faults in (optional or {}).items() if name in data}
    faults = list(islice(bounds(data), MAX_FAULTS))
    if not faults:  # a file within bounds: nothing below takes long
        faults = list(_faults(data, game, {**tables, **given}, lists))
    if faults:
        more = len(faults) - MAX_FAULTS
        faults = faults[:MAX_FAULTS] + (
            [Fault(say("and {more} more like these", more=more))] if more > 0 else []
        )
        listed = "\n".join(f"  - {fault}" for fault in faults)
        message = f"The edition {quote(where)} has {len(faults)} fault(s):\n{listed}"
        raise EditionError("edition_faulty", message, faults=faults)


def bounds(data: dict[str, Any]) -> Iterator[Fault]:
    """What is too deep, too long, too large or cannot be shown, wherever it stands."""
    level: list[tuple[Place, Any]] = [((), data)]
    parts = 0
    for _ in range(MAX_DEPTH):
        inner: list[tuple[Place, Any]] = []
        for at, value in level:
            if isinstance(value, dict):
                yield from (
                    _named_badly(at, name) for name in value if not _can_be_shown(str(name), MAX_NAME)
                )
                inner += [((*at, str(name)[:MAX_NAME]), part) for name, part in value.items()]
            elif isinstance(value, list):
                inner += [((*at, place), part) for place, part in enumerate(value)]
            elif (wrong := _wrong_with(value)) is not None:
                yield Fault(say("{place} {wrong}", place=_written(at), wrong=Fault(wrong)), at)
        parts += len(inner)
        if parts > MAX_PARTS:
            yield Fault(say("it has more than {most:,} parts; no box has", most=MAX_PARTS))
            return
        level = inner
    if level:
        at = level[0][0][:3]
        yield Fault(say("{place} is nested too deep", place=_written(at)), at)


def _named_badly(at: Place, name: object) -> Fault:
    place, given = _written(at) or "[]", quote(str(name))
    return Fault(
        say("{place} has a part with a name that cannot be shown: {given}", place=place, given=given), at
    )


def _wrong_with(value: object) -> str | None:
    if isinstance(value, str):
        if not _can_be_shown(value.replace("\n", " "), MAX_TEXT):
            told = "is {given}; text is at most {most} characters that can be shown"
            return say(told, given=quote(value), most=MAX_TEXT)
    elif isinstance(value, int):
        if abs(value) > MAX_NUMBER:
            return say("is larger than any number of a box, {most:,}", most=MAX_NUMBER)
    else:
        told = "is {given}; an edition has text, whole numbers, true and false"
        return say(told, given=quote(repr(value)))
    return None


def _can_be_shown(text: str, most: int) -> bool:
    return len(text) <= most and text.isprintable()


def _written(at: Place) -> str:
    """tiles.each[3].count: entries count from 1, as people do."""
    steps = [f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in at]
    return "".join(steps).removeprefix(".")


def _faults(
    data: dict[str, Any], game: str, tables: Mapping[str, Faults], lists: Mapping[str, Faults]
) -> Iterator[Fault]:
    if "schema" not in data:
        yield Fault(say("schema is missing; write schema = {right}", right=SCHEMA), ("schema",))
    elif data["schema"] != SCHEMA:
        told = say(
            "schema is {given!r}; this program reads schema {right}", given=data["schema"], right=SCHEMA
        )
        yield Fault(told, ("schema",))
    if data.get("game") != game:
        told = say("game is {given!r}; it must be {right!r}", given=data.get("game"), right=game)
        yield Fault(told, ("game",))
    yield from _name_faults(data.get("name"))
    for table, faults in tables.items():
        if table in data:
            yield from _section_faults(table, (table,), data[table], faults, data)
        else:
            yield Fault(say("[{table}] is missing", table=table), (table,))
    for name, faults in lists.items():
        sections = data.get(name, [])
        if not isinstance(sections, list):
            yield Fault(say("{name} must be a list of tables: [[{name}]]", name=name), (name,))
            continue
        for place, section in enumerate(sections):
            yield from _section_faults(f"{name}[{place + 1}]", (name, place), section, faults, data)
    unknown = set(data) - set(tables) - set(lists) - {"schema", "game", "name"}
    yield from (
        Fault(say("{name!r} is not part of an edition", name=name), (name,)) for name in sorted(unknown)
    )


def _name_faults(name: object) -> Iterator[Fault]:
    """It is part of the label that verdicts and games carry."""
    if not isinstance(name, str) or not name:
        yield Fault('name is missing; give the edition one, such as "our-box"', ("name",))
    elif name != name.strip() or "\n" in name or len(name) > MAX_NAME:
        told = "name is {given}; it has at most {most} characters, on one line"
        yield Fault(say(told, given=quote(name), most=MAX_NAME), ("name",))


def _section_faults(
    name: str, at: Place, section: object, faults: Faults, data: dict[str, Any]
) -> Iterator[Fault]:
    if not isinstance(section, dict):
        yield Fault(say("{name} must be a table", name=name), at)
        return
    if section.get("source") not in SOURCES:
        told = "{name}.source is {given!r}; it must be one of {known}"
        said = say(told, name=name, given=section.get("source"), known=", ".join(SOURCES))
        yield Fault(said, (*at, "source"))
    for fault in map(Fault.of, faults(section, data)):
        yield Fault(say("{table}: {fault}", table=name, fault=fault), (*at, *fault.at))


# --- pieces of a section ------------------------------------------------------------------------------------


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def each(data: dict[str, Any], table: str) -> list[dict[str, Any]]:
    """The rows of another table, as far as they are rows."""
    section = data.get(table)
    rows = section.get("each") if isinstance(section, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def texts(data: dict[str, Any], table: str, field: str) -> set[str]:
    """What stands in a field of the rows of another table, as far as it is text."""
    return {row[field] for row in each(data, table) if isinstance(row.get(field), str)}


def rows(section: dict[str, Any], fields: Mapping[str, type]) -> Iterator[tuple[Row, list[str]]]:
    """Each row of `each` that has these fields, or the faults of one that has not."""
    listed = section.get("each")
    if not isinstance(listed, list) or not listed:
        yield Row(), [Fault("at least one entry (`each`) is needed", ("each",))]
        return
    if len(listed) > MAX_ROWS:
        yield (
            Row(),
            [
                Fault(
                    say("`each` has {number:,} entries; at most {most}", number=len(listed), most=MAX_ROWS),
                    ("each",),
                )
            ],
        )
        return
    pieces = 0
    for place, given in enumerate(listed):
        if not isinstance(given, dict):
            yield Row(), [Fault(say("entry {number} must be a table", number=place + 1), ("each", place))]
            continue
        row = Row(given)
        row.place = place
        faults: list[str] = [
            row.fault(
                name,
                say(
                    "entry {number} ({entry}): {name} must be {kind}, not {given}",
                    number=place + 1,
                    entry=_cut(str(given)),
                    name=name,
                    kind=kind.__name__,
                    given=_cut(repr(row.get(name))),
                ),
            )
            for name, kind in fields.items()
            if not isinstance(row.get(name), kind) or (isinstance(row.get(name), bool) and kind is not bool)
        ]
        if "count" in fields and is_int(row.get("count")):
            pieces += max(0, row["count"])
            if pieces > MAX_PIECES >= pieces - row["count"]:
                faults.append(
                    row.fault("count", say("more than {most:,} pieces in all; no box has", most=MAX_PIECES))
                )
        yield (Row() if faults else row), faults


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def field_fault(field: str, text: str) -> Fault:
    """A fault of a field of the section itself."""
    return Fault(text, (field,))


def above_zero_faults(section: dict[str, Any], names: Iterable[str]) -> Iterator[Fault]:
    """Fields of the section that must be whole numbers above 0."""
    told = "{name} is {number!r}; it must be a whole number above 0"
    for name in names:
        if not is_int(section.get(name)) or section[name] < 1:
            yield field_fault(name, say(told, name=name, number=section.get(name)))


def formula_faults(text: object, label: str, at_least: int) -> Iterator[str]:
    try:
        formula = Formula.parse(str(text))
    except UnreadableInput as error:
        yield say("{label}{why}", label=label, why=error.message, given=str(text))
        return
    if formula.size < at_least:
        yield say("{label}{text} must have at least {number} atoms", label=label, text=text, number=at_least)
    if formula.charge:
        yield say("{label}{text}: write the formula without its charge", label=label, text=text)
