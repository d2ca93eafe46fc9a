"""Edition files: what all games share in reading them.

An edition is data, one TOML file, every table of it marked with its source. A bad file is refused with all
its faults at once, not with the first.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator.chem.formula import Formula
from adjudicator.errors import EditionError, UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Faults = Callable[[dict[str, Any], dict[str, Any]], Iterator[str]]  # of a section, in the whole file

E = TypeVar("E")

SCHEMA = 1
SOURCES = ("rulebook", "public", "reconstruction")
MAX_FILE = 256 * 1024


@dataclass(frozen=True)
class EditionReader(Generic[E]):
    """How a game reads its editions: what has to be in the file, and what is made of it."""

    game: str
    default: Path
    tables: Mapping[str, Faults]  # [name]: has to be there
    make: Callable[[dict[str, Any], str], E]  # of a file without faults, and its label
    lists: Mapping[str, Faults] = field(default_factory=dict)  # [[name]]
    optional: Mapping[str, Faults] = field(default_factory=dict)

    def load(self, path: Path | None = None) -> E:
        """The edition in a file, the default one if not said; raises EditionError with every fault found."""
        return self.read(*open_edition(path or self.default), str(path or self.default))

    def parse(self, text: str) -> E:
        """An edition given as the text of its file."""
        return self.read(*parse_edition(text.encode(errors="surrogatepass"), "given"), "given")

    def read(self, data: dict[str, Any], digest: str, where: str) -> E:
        check_edition(data, where, self.game, self.tables, self.lists, self.optional)
        return self.make(data, f"{self.game}/{data['name']} sha256:{digest[:12]}")


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
    faults = list(_faults(data, game, {**tables, **given}, lists))
    if faults:
        listed = "\n".join(f"  - {fault}" for fault in faults)
        message = f"The edition {quote(where)} has {len(faults)} fault(s):\n{listed}"
        raise EditionError("edition_faulty", message, faults=faults)


def _faults(
    data: dict[str, Any], game: str, tables: Mapping[str, Faults], lists: Mapping[str, Faults]
) -> Iterator[str]:
    if data.get("schema") != SCHEMA:
        yield f"schema is {data.get('schema')!r}; this program reads schema {SCHEMA}"
    if data.get("game") != game:
        yield f"game is {data.get('game')!r}; it must be {game!r}"
    if not isinstance(data.get("name"), str) or not data.get("name"):
        yield 'name is missing; give the edition one, such as "our-box"'
    for table, faults in tables.items():
        if table in data:
            yield from _section_faults(table, data[table], faults, data)
        else:
            yield f"[{table}] is missing"
    for name, faults in lists.items():
        sections = data.get(name, [])
        if not isinstance(sections, list):
            yield f"{name} must be a list of tables: [[{name}]]"
            continue
        for place, section in enumerate(sections, start=1):
            yield from _section_faults(f"{name}[{place}]", section, faults, data)
    unknown = set(data) - set(tables) - set(lists) - {"schema", "game", "name"}
    yield from (f"{name!r} is not part of an edition" for name in sorted(unknown))


def _section_faults(name: str, section: object, faults: Faults, data: dict[str, Any]) -> Iterator[str]:
    if not isinstance(section, dict):
        yield f"{name} must be a table"
        return
    if section.get("source") not in SOURCES:
        yield f"{name}.source is {section.get('source')!r}; it must be one of {', '.join(SOURCES)}"
    yield from (f"{name}: {fault}" for fault in faults(section, data))


# --- pieces of a section ------------------------------------------------------------------------------------


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def each(data: dict[str, Any], table: str) -> list[dict[str, Any]]:
    """The rows of another table, as far as they are rows."""
    section = data.get(table)
    rows = section.get("each") if isinstance(section, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def rows(section: dict[str, Any], fields: Mapping[str, type]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Each row of `each` that has these fields, or the faults of one that has not."""
    listed = section.get("each")
    if not isinstance(listed, list) or not listed:
        yield {}, ["`each` must be a list with at least one entry"]
        return
    for place, row in enumerate(listed, start=1):
        if not isinstance(row, dict):
            yield {}, [f"entry {place} must be a table"]
            continue
        faults = [
            f"entry {place} ({row}): {name} must be {kind.__name__}, not {row.get(name)!r}"
            for name, kind in fields.items()
            if not isinstance(row.get(name), kind) or (isinstance(row.get(name), bool) and kind is not bool)
        ]
        yield ({} if faults else row), faults


def formula_faults(text: object, label: str, at_least: int) -> Iterator[str]:
    try:
        formula = Formula.parse(str(text))
    except UnreadableInput as error:
        yield label + error.message
        return
    if formula.size < at_least:
        yield f"{label}{text} must have at least {at_least} atoms"
    if formula.charge:
        yield f"{label}{text}: write the formula without its charge"
