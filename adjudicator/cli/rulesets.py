"""`adjudicator rulesets`: lists the rule sets, or shows one."""

from __future__ import annotations

import json
from pathlib import Path  # noqa: TC003 - click reads the types of a command's arguments

import click

from adjudicator import ruleset
from adjudicator.cli import completing, render
from adjudicator.cli.options import EDITION


@click.command()
@click.argument("name", required=False, shell_complete=completing.rules)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, the edition included.")
@EDITION
@click.pass_context
def rulesets(ctx: click.Context, name: str | None, as_json: bool, edition: Path | None) -> None:
    """List the rule sets, or show one: its tiles, ions and exceptions.

    \b
      adjudicator rulesets
      adjudicator rulesets compoundit:standard
      adjudicator rulesets compoundit:standard --json    the edition, for programs
    """
    ctx.obj["json"] = as_json
    if name is None:
        listed = ruleset.listed()
        click.echo(
            json.dumps({"rulesets": listed}, ensure_ascii=False) if as_json else render.rulesets(listed)
        )
        return
    described = ruleset.load_ruleset(name, edition).describe()
    click.echo(json.dumps(described, ensure_ascii=False) if as_json else render.ruleset(described))
