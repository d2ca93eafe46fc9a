"""`adjudicator reference`: lists the compounds on record for a formula, or builds the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.chem.formula import Formula
from adjudicator.cli import render
from adjudicator.cli.options import ONLINE, authority_of
from adjudicator.errors import UnreadableInput, quote
from adjudicator.reference.isomers import of_structure

if TYPE_CHECKING:
    from adjudicator.reference.authority import Authority


@click.command()
@click.argument("formula", metavar="FORMULA|NAME|build")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With build: write the table here instead of to the shipped file.",
)
@ONLINE
@click.pass_context
def reference(ctx: click.Context, formula: str, as_json: bool, output: Path | None, online: bool) -> None:
    """List the known compounds of a formula with their evidence, or rebuild the table.

    \b
      adjudicator reference C2H6O
      adjudicator reference ethanol
      adjudicator reference CH3OCH3   only compounds with that structure
      adjudicator reference build     derives the shipped table from the `chemicals` package

    Exit code: 0 on record, 1 not on record, 3 a source did not answer, 2 unreadable.
    """
    ctx.obj["json"] = as_json
    if formula == "build":
        from adjudicator.reference.table.building import build_showing_progress
        from adjudicator.reference.table.reading import SHIPPED

        build_showing_progress(output or SHIPPED)
        return
    authority = authority_of(online=online)
    asked, written = _asked(formula, authority)
    listing = of_structure(authority.compounds(asked), asked)
    if as_json:
        note = {"note": asked.note} if asked.note else {}
        answer = {"formula": asked.hill, "authority": authority.label, **listing.to_json(), **note}
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(render.compounds(asked, written, listing, authority.label))
    ctx.exit(0 if listing.compounds else 3 if listing.failures else 1)


def _asked(text: str, authority: Authority) -> tuple[Formula, str]:
    """A formula, or that of an unambiguous name, and how it is written: CO(NH2)2 is not NH4OCN."""
    from adjudicator.lookup import look_up

    try:
        formula = Formula.parse(text)
    except UnreadableInput:
        meant = look_up(text, authority).substances
        if len(meant) == 1:
            return meant[0].formula, meant[0].written
        message = f"{quote(text)} may be {', '.join(one.written for one in meant)}: which of them?"
        raise UnreadableInput("ambiguous_name", message, input=text) from None
    return formula, look_up(text, authority).substances[0].written
