"""Progress of long work: a bar with rate and time left on a terminal, and a summary at the end."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from adjudicator.cli import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.batch.runs import Progress


def followed(steps: Iterable[Progress]) -> dict[str, Any]:
    """Runs through the steps, shows them, and returns the figures, for programs or for `told`."""
    begun, rows, before, rulings = time.monotonic(), 0, 0, {}
    for step in _on_a_bar(steps):
        rows, rulings = step.rows, dict(sorted(step.rulings.items()))
        before = rows if step.resumed else before
    seconds = round(time.monotonic() - begun, 2)
    return {"rows": rows, "before": before, "seconds": seconds, "rulings": rulings}


def told(summary: dict[str, Any]) -> str:
    now = summary["rows"] - summary["before"]
    rate = f" in {summary['seconds']:,.1f} s ({now / max(summary['seconds'], 0.01):,.0f} a second)"
    before = f", {summary['before']:,} of them by an earlier run" if summary["before"] else ""
    rulings = ", ".join(f"{number:,} {ruling}" for ruling, number in summary["rulings"].items())
    counted = "1 row" if summary["rows"] == 1 else f"{summary['rows']:,} rows"
    return f"{counted}{rate}{before}: {rulings or 'the file has none'}."


def _on_a_bar(steps: Iterable[Progress]) -> Iterator[Progress]:
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("judging {task.fields[rows]} rows"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]} a second"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=render.console(stderr=True), transient=True) as bar:
        begun, before = time.monotonic(), 0
        task = bar.add_task("judging", total=None, rows="0", rate="…")
        for step in steps:
            before = step.rows if step.resumed else before
            rate = (step.rows - before) / max(time.monotonic() - begun, 0.01)
            bar.update(task, total=step.size, completed=step.read, rows=f"{step.rows:,}", rate=f"{rate:,.0f}")
            yield step
