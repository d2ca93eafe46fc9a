"""Edition files: what all games share in reading them.

An edition is data, one TOML file, every table of it marked with its source. A bad file is refused with all
its faults at once, not with the first.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator.editions.checking import sections_of
from adjudicator.editions.faults import Fault, say
from adjudicator.editions.labels import label_of, short_label
from adjudicator.editions.schema import SOURCES
from adjudicator.editions.shape import build
from adjudicator.editions.toml import MAX_DEPTH, parsed, unreadable
from adjudicator.errors import EditionError, quote, quote_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from adjudicator.editions.checking import EditionTable, Faults, Rule
    from adjudicator.editions.faults import Place

E = TypeVar("E")

SCHEMA = 1
MAX_FILE = 256 * 1024
# No box needs more than this. Checking an edition within these limits stays cheap.
MAX_NAME = 60
MAX_TEXT = 2000
MAX_PARTS = 20_000
MAX_NUMBER = 100_000
MAX_FAULTS = 100


@dataclass(frozen=True)
class EditionReader(Generic[E]):
    """How a game reads its editions: their type, its rules across fields, and what else is worked out."""

    game: str
    default: Path
    kind: type[E]
    rules: Mapping[str, Rule]  # by table
    finish: Callable[[E], E] = lambda edition: edition

    def load(self, given: Path | str | E | None = None) -> E:
        """The edition in a file or a text, a released one by its name, or as it is; else the default one.

        Raises EditionError.
        """
        if isinstance(given, str):
            return self.parse(given)
        if given is None:
            return self._file(self.default)
        if isinstance(given, Path):
            released = self.default.parent / f"{given.name}.toml"
            if not given.exists() and not given.suffix and released.exists():
                given = released
            return self._file(given)
        label = getattr(given, "label", None)
        if not isinstance(label, str) or not label.startswith(f"{self.game}/"):
            shown = quote(short_label(label)) if isinstance(label, str) else quote_value(given)
            raise EditionError("edition_of_other_game", f"{shown} is not an edition of {self.game}.")
        return given

    def parse(self, text: str) -> E:
        """An edition given as the text of its file."""
        return self.read(*parse_edition(text.encode(errors="surrogatepass"), "given"), "given")

    def read(self, data: dict[str, Any], digest: str, where: str) -> E:
        check_edition(data, where, self.game, self.sections)
        return self.finish(build(self.kind, data, label=label_of(self.game, data["name"], digest)))

    def _file(self, path: Path) -> E:
        """A released one is read once: a game has it in all its variants."""
        if path.parent != self.default.parent or not path.is_file():
            return self.read(*open_edition(path), str(path))
        stamp = path, path.stat().st_mtime_ns, path.stat().st_size
        if stamp not in self._released:
            self._released[stamp] = self.read(*open_edition(path), str(path))
        return self._released[stamp]

    @cached_property
    def _released(self) -> dict[tuple[Path, int, int], E]:
        return {}

    @cached_property
    def sections(self) -> dict[str, EditionTable]:
        return sections_of(self.kind, self.rules)


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
        return parsed(raw.decode()), hashlib.sha256(raw).hexdigest()
    except UnicodeDecodeError:
        raise unreadable(say("it is not UTF-8 text")) from None


def check_edition(data: dict[str, Any], where: str, game: str, tables: Mapping[str, EditionTable]) -> None:
    """Raises EditionError with every fault."""
    faults = list(islice(bounds(data), MAX_FAULTS))
    if not faults:  # a file within bounds: nothing below takes long
        faults = list(_faults(data, game, tables))
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
        return say(told, given="null" if value is None else quote(str(value)))
    return None


def _can_be_shown(text: str, most: int) -> bool:
    return len(text) <= most and text.isprintable()


def _written(at: Place) -> str:
    """tiles.each[3].count: entries count from 1, as people do."""
    steps = [f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in at]
    return "".join(steps).removeprefix(".")


def _faults(data: dict[str, Any], game: str, tables: Mapping[str, EditionTable]) -> Iterator[Fault]:
    if "schema" not in data:
        yield Fault(say("schema is missing; write schema = {right}", right=SCHEMA), ("schema",))
    elif data["schema"] != SCHEMA:
        told = say(
            "schema is {given!r}; this program reads schema {right}", given=data["schema"], right=SCHEMA
        )
        yield Fault(told, ("schema",))
    if data.get("game") != game:
        told = say("game is {given!r}; it must be {right!r}", given=data.get("game"), right=game)
        if "game" not in data:
            told = say("game is missing; it must be {right!r}", right=game)
        yield Fault(told, ("game",))
    yield from _name_faults(data.get("name"))
    for name, table in tables.items():
        if table.repeated:
            yield from _list_faults(name, table, data)
        elif name in data:
            yield from _section_faults(name, (name,), data[name], table.faults, data)
        elif table.needed:
            yield Fault(say("[{table}] is missing", table=name), (name,))
    unknown = set(data) - set(tables) - {"schema", "game", "name"}
    yield from (
        Fault(say("{name!r} is not part of an edition", name=name), (name,)) for name in sorted(unknown)
    )


def _list_faults(name: str, table: EditionTable, data: dict[str, Any]) -> Iterator[Fault]:
    sections = data.get(name, [])
    if not isinstance(sections, list):
        yield Fault(say("{name} must be a list of tables: [[{name}]]", name=name), (name,))
        return
    for place, section in enumerate(sections):
        yield from _section_faults(f"{name}[{place + 1}]", (name, place), section, table.faults, data)


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
        if "source" not in section:
            said = say(
                "{name}.source is missing; it must be one of {known}", name=name, known=", ".join(SOURCES)
            )
        yield Fault(said, (*at, "source"))
    for fault in map(Fault.of, faults(section, data)):
        yield Fault(say("{table}: {fault}", table=name, fault=fault), (*at, *fault.at))
