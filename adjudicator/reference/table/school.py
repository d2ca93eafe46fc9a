"""What a school knows, school.toml: of several isomers these come first, by the names that people use."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.reference.table import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from adjudicator.reference.table.writing import Entry

KNOWN_AT_SCHOOL, KNOWN_BEST = 1000, 2000  # more than any number of collections


@dataclass(frozen=True, slots=True)
class Lesson:
    """A substance of the list: the name to show, the name it has on record, whether it comes first."""

    name: str
    on_record: str
    fame: int


def read_school(path: Path) -> tuple[Lesson, ...]:
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Lesson(
            name,
            plain["on_record"].get(name, name),
            KNOWN_BEST if name in plain["first"] else KNOWN_AT_SCHOOL,
        )
        for name in plain["names"]
    )


def at_school(lessons: Sequence[Lesson], entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, those of the list with their names and before all others."""
    by_key: dict[str, list[Entry]] = {}
    for entry in entries:
        for key in {names.normalise(name) for name in (entry.name, *entry.synonyms)}:
            by_key.setdefault(key, []).append(entry)
    chosen: dict[str, Lesson] = {}  # by structure
    for lesson in lessons:
        of_that_name = by_key.get(names.normalise(lesson.on_record), ())
        found = [entry for entry in of_that_name if entry.structure.smiles not in chosen]
        if found:
            chosen[max(found, key=_standing).structure.smiles] = lesson
    for entry in entries:
        known = chosen.get(entry.structure.smiles)
        yield (
            entry
            if known is None
            else replace(
                entry,
                name=known.name,
                own_name=True,
                fame=entry.fame + known.fame,
                synonyms=names.keep(known.name, (entry.name, *entry.synonyms)),
            )
        )


def _standing(entry: Entry) -> tuple[int, bool, int]:
    """Of several that share a name, the best known; then the one with a boiling point, the older number."""
    return entry.fame, bool(entry.sources), -(entry.cid or 1 << 62)
