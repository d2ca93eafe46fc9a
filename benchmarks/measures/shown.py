"""Every name that is shown, read again: by our reader of names, in our lists, by OPSIN (C-NAME-SHOWN)."""

from __future__ import annotations

import sqlite3
import tomllib
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import click

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import languages, names
from adjudicator.chem.naming.families.organic import in_words_of
from adjudicator.chem.naming.knowledge.common import elements_by_key, is_element_called
from adjudicator.chem.naming.knowledge.data import GREEK
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.reference.screening import Structure
from adjudicator.reference.table.building import HANDBOOK, OVERRIDES, SCHOOL
from adjudicator.reference.table.names import normalise as key_of
from adjudicator.reference.table.reading import SHIPPED, CompoundTable
from adjudicator.reference.table.reading_back import agreement, opsin
from adjudicator.reference.table.school import read_school

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.reference.table.reading import Compound

Source = Literal["rules and lists", "lists of the table", "OPSIN", "nobody"]
SOURCES: tuple[Source, ...] = ("rules and lists", "lists of the table", "OPSIN", "nobody")
SAME = ("same", "tautomer")  # of the structure on record


@dataclass(frozen=True, slots=True)
class Shown:
    """A name with the composition it is shown for, and who else reads it so."""

    formula: str
    name: str
    source: Source


def compositions() -> list[str]:
    with closing(sqlite3.connect(SHIPPED)) as database:
        return [formula for (formula,) in database.execute("SELECT DISTINCT formula FROM compound")]


def read_again(table: CompoundTable, formulas: Sequence[str], language: str) -> list[Shown]:
    """Every name that is shown for a substance of these compositions. OPSIN is started once."""
    rows = {hill: [c for c in table.by_formula(hill) if c.named] for hill in formulas}
    confirmed = _read_back(c for each in rows.values() for c in each)
    shown = []
    for hill, compounds in rows.items():
        formula = Formula.parse(hill)
        english = {in_words_of(name, language): name for c in compounds for name in _both(c)}
        for name in dict.fromkeys((*names(formula, table, language), *english)):
            original = english.get(name, name)
            source: Source = "nobody"
            spoken = {language, ENGLISH} if name == original else {language}  # the rest stays English
            if any(_is_read_as(formula, name, each) for each in spoken):
                source = "rules and lists"
            elif key_of(original) in _listed():
                source = "lists of the table"
            elif any((c.smiles, original) in confirmed for c in compounds):
                source = "OPSIN"
            shown.append(Shown(hill, name, source))
    return shown


def _both(compound: Compound) -> list[str]:
    return [name for name in (compound.name, compound.systematic) if name]


def _is_read_as(formula: Formula, name: str, language: str) -> bool:
    """Whether our reader, which knows no table, understands the name as this composition."""
    key = normalise(name, language)
    if any(meaning.formula == formula and meaning.sound for meaning in read(key, language).definite):
        return True
    counted = [(n, key.removeprefix(prefix)) for n, prefix in enumerate(GREEK) if key.startswith(prefix)]
    elements = elements_by_key(language)
    return any(
        bare in elements and is_element_called(formula, elements[bare], n or None) for n, bare in counted
    )


def _read_back(compounds: Iterable[Compound]) -> frozenset[tuple[str, str]]:
    """The structures with the English names that OPSIN reads as them."""
    asked = [(c, name) for c in compounds for name in _both(c)]
    read_as = opsin(sorted({name for _, name in asked}))
    return frozenset(
        (c.smiles, name) for c, name in asked if agreement(read_as.get(name, ""), _structure(c)) in SAME
    )


def _structure(compound: Compound) -> Structure:
    """As the row has it, which was made of a drawing when the table was built."""
    return Structure(Formula.parse(compound.formula), compound.smiles, compound.skeleton)


@cache
def _listed() -> frozenset[str]:
    """The names that people gave to rows of the table."""
    given = [lesson.name for lesson in read_school(SCHOOL)]
    reviewed = tomllib.loads(OVERRIDES.read_text(encoding="utf-8"))["override"]
    given += [line["name"] for line in reviewed if "name" in line]
    handbook = HANDBOOK.read_text(encoding="utf-8").splitlines()
    given += [line.split("\t")[2] for line in handbook if line[:1] != "#"]
    return frozenset(map(key_of, given))


@click.command()
@click.option("--part", default=1, show_default=True, help="Read one composition in so many.")
def shown(part: int) -> None:
    """Count the names that are shown, by who else reads them as what they are shown for.

    \b
      python -m tools measure shown              every composition of the table: half an hour
      python -m tools measure shown --part 100   one in a hundred
    """
    table = CompoundTable.open()
    asked = compositions()[::part]
    for language in languages():
        names_shown = read_again(table, asked, language)
        counts = Counter(each.source for each in names_shown)
        click.echo(f"{language}: {len(names_shown)} names of {len(asked)} compositions")
        for source in SOURCES:
            click.echo(f"  {counts[source]:>6} {source}")
        for each in names_shown:
            if each.source == "nobody":
                click.echo(f"  {each.formula}: {each.name}")
