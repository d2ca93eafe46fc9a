"""The table of benchmarks: every part, or those that are named."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys

import click

from benchmarks import harness
from tools.files import ROOT

HISTORY = ROOT / "benchmarks/history.csv"


@click.command()
@click.argument("names", nargs=-1, metavar="[PART]...")
@click.option("--quick", is_flag=True, help="Only start and stop every part: its figures mean nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--write", is_flag=True, help="Keep the ratios of this commit in benchmarks/history.csv.")
def bench(names: tuple[str, ...], quick: bool, as_json: bool, write: bool) -> None:
    """Print how fast everything is, alone and beside its peers.

    \b
      python -m tools bench                   all parts, about ten minutes of a quiet machine
      python -m tools bench games chemistry   only these
      BULK_ROWS=1000000 python -m tools bench bulk

    Compare figures of one run only. What has a counterpart (a peer, an empty endpoint, bare transactions) is
    given as a ratio, which other machines have as well; with --write the ratios are kept, a line for each
    commit and measure, so that a loss is seen. `make bench` installs the peers.
    """
    if quick and write:
        raise click.UsageError("The figures of --quick mean nothing: they are not kept.")
    if quick:
        os.environ[harness.QUICK] = "1"
    parts = {part.name: part for part in harness.parts()}
    unknown = [name for name in names if name not in parts]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(parts)}.", param_hint="PART")
    measured = {"machine": harness.machine()}
    if not as_json:
        harness.show("This machine", measured["machine"])
    for name in names or parts:
        if sys.stderr.isatty():
            click.echo(f"measuring {name} ...\r", err=True, nl=False)
        measured[name] = parts[name].rows()
        if not as_json:
            harness.show(parts[name].title, measured[name])
    if as_json:
        click.echo(json.dumps(measured, ensure_ascii=False, indent=2))
    if write:
        keep(measured)


def keep(measured: dict[str, list[harness.Row]]) -> None:
    """What this commit had before is replaced."""
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    commit = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    new = {
        (commit, f"{part}: {row.label.strip()}"): f"{row.ratio:.3g}"
        for part, rows in measured.items()
        for row in rows
        if row.ratio is not None
    }
    with HISTORY.open(encoding="utf-8", newline="") as file:
        head, *lines = csv.reader(file)
    kept = {(line[0], line[1]): line[2] for line in lines} | new
    with HISTORY.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [head, *([*key, ratio] for key, ratio in kept.items())]
        )
