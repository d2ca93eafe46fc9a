"""What players missed in a game of Ion: compounds that never became neutral, and leftover ions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.replay import states
from adjudicator_rulesets.ion.judging.bonding import ONE_EACH, formula_of, kinds_of, neutral
from adjudicator_rulesets.ion.play.game import IonGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.replay import Record
    from adjudicator_rulesets.ion.judging.bonding import Laid


def missed(record: Record) -> Iterator[tuple[int, str]]:
    """By round: the compounds that two kinds would have made, then the charges of ions without a partner."""
    alone: list[tuple[int, str]] = []
    for event, state in states(IonGame(), record.events):
        if event.type != "round_scored":
            continue
        for player in state.players:
            for group in state.areas[player].groups:
                if neutral(group, state.options.reading) or any(laid.charge == 0 for laid in group):
                    continue
                signs = {laid.charge > 0 for laid in group}
                if len(signs) == ONE_EACH == len(set(group)):
                    positive, negative = kinds_of(group)
                    yield player, f"name:{formula_of(positive, negative)}"
                elif len(signs) == 1:
                    alone.append((player, _charge(group)))
    yield from alone


def _charge(group: Sequence[Laid]) -> str:
    size, sign = abs(group[0].charge), "+" if group[0].charge > 0 else "-"
    return f"charge:{group[0].card}^{size if size > 1 else ''}{sign}"
