"""What players missed in a game of CompoundIt!: illegal runs and lost challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.replay import Record


def missed(record: Record) -> Iterator[tuple[int, str]]:
    """An illegal run becomes an exercise in correcting it; a legal one that was challenged, in judging."""
    rules = record.options["rules"]
    for event in record.events:
        if event.type != "ruling_given":
            continue
        for run in event.facts.get("runs", ()):
            ruling, tiles = run.get("verdict", {}).get("ruling"), " ".join(run["tiles"])
            if ruling == Ruling.INVALID and event["ruling"] == Ruling.INVALID:
                yield event.by, f"mend:{tiles}@{rules}"
            elif ruling == Ruling.VALID and event["ruling"] == Ruling.VALID:
                yield event["challenger"], f"legal:{tiles}@{rules}"
