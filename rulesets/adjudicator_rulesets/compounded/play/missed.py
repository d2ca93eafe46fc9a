"""What players missed in a game of Compounded: compounds that exploded, claims never completed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.replay import replay
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.game import CompoundedGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.replay import Record


def missed(record: Record) -> Iterator[tuple[int, str]]:
    """Exercises in writing their formulas (K-BLAST, K-CLAIM)."""
    state = replay(CompoundedGame(), record.events)
    for compound in lab.compounds(state):
        if compound.owner is not None and not compound.full:
            yield compound.owner, f"write:{compound.card.name}"
    for event in record.events:
        if event.type == "exploded":
            for blast in event["cards"]:
                if blast["owner"] is not None:
                    yield blast["owner"], f"write:{blast['card']}"
