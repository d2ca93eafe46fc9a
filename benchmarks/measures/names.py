"""How names are answered, counted on lists from outside."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import click

from adjudicator.chem.naming import check
from adjudicator.errors import UnreadableInput
from adjudicator.reference.table.reading import CompoundTable

LISTS = ("fixtures/naming/collected.csv", "fixtures/naming/textbook.csv")
ANSWERS = ("right", "wrong", "unresolved", "unreadable")


def pairs(path: Path) -> list[tuple[str, str, str]]:
    if path.suffix == ".json":
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [
            (row["formula"], row["name"], "right" if row.get("accept", True) else "wrong") for row in rows
        ]
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(row["formula"], row["name"], row["answer"]) for row in csv.DictReader(lines)]


def answer(formula: str, name: str, table: CompoundTable | None, language: str = "en") -> tuple[str, str]:
    """The answer and its sentence; "unreadable" where the formula cannot be read."""
    try:
        found = check(formula, name, table, language)
    except UnreadableInput as error:
        return "unreadable", str(error)
    return found.answer, found.message


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--each", is_flag=True, help="Print every pair that is answered otherwise than in the list.")
@click.option("--table/--no-table", "with_table", default=True, help="Ask the reference table too.")
@click.option("--language", default="en", help="In which the question is asked.")
def names(files: tuple[Path, ...], *, each: bool, with_table: bool, language: str) -> None:
    """Count how names are answered, on lists of others.

    \b
      python -m tools measure names                      the lists of fixtures/naming
      python -m tools measure names --each mine.csv      and every pair that is answered otherwise

    A list is a CSV file of formula, name and answer (right or wrong), or a JSON list of formula and name,
    each right unless `accept` is false.
    """
    table = CompoundTable.open() if with_table else None
    for path in files or tuple(map(Path, LISTS)):
        counts: Counter[tuple[str, str]] = Counter()
        for formula, name, expected in pairs(path):
            given, message = answer(formula, name, table, language)
            counts[expected, given] += 1
            if each and given != expected:
                click.echo(f"{expected} -> {given}\t{formula}\t{name}\t{message}")
        click.echo(path.name)
        for expected in ("right", "wrong"):
            parts = [f"{counts[expected, given]} {given}" for given in ANSWERS]
            click.echo(f"  {expected} names: {', '.join(parts)}")
