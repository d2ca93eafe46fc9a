"""The table of benchmarks: every part, or those that are named."""

from __future__ import annotations

import json
import os
import sys

import click

from benchmarks import harness


@click.command()
@click.argument("names", nargs=-1, metavar="[PART]...")
@click.option("--quick", is_flag=True, help="Only start and stop every part: its figures mean nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench(names: tuple[str, ...], quick: bool, as_json: bool) -> None:
    """Print how fast everything is, alone and beside its peers.

    \b
      python -m tools bench                 all parts, about ten minutes of a quiet machine
      python -m tools bench engine lewis    only these
      BULK_ROWS=1000000 python -m tools bench bulk

    Compare figures of one run only. What has a counterpart (a peer, an empty endpoint, bare transactions) is
    given as a ratio, which other machines have as well. `make bench` installs the peers.
    """
    if quick:
        os.environ[harness.QUICK] = "1"
    parts = {part.name: part for part in harness.parts()}
    unknown = [name for name in names if name not in parts]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(parts)}.", param_hint="PART")
    machine = harness.machine()
    if not as_json:
        harness.show("This machine", machine)
    measured = {}
    for name in names or parts:
        if sys.stderr.isatty():
            click.echo(f"measuring {name} ...\r", err=True, nl=False)
        measured[name] = parts[name].rows()
        if not as_json:
            harness.show(parts[name].title, measured[name])
    if as_json:
        click.echo(json.dumps({"machine": dict(machine), **measured}, ensure_ascii=False, indent=2))
