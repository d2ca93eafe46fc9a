"""What players missed in a game of Chemistry Monopoly: questions without the right answer (M-QUESTION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.replay import Record


def missed(record: Record) -> Iterator[tuple[int, str]]:
    for event in record.events:
        if event.type == "question_answered" and not event["right"]:
            yield event.by, event["exercise"]
