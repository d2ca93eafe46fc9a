"""What players missed in a game of Valence Plus: wrong names (V-NAME)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.replay import Record


def missed(record: Record) -> Iterator[tuple[int, str]]:
    rules = "valence-original" if record.options["original"] else "valence-plus"
    for event in record.events:
        if event.type == "name_given" and event["answer"] == "wrong":
            yield event.by, f"name:{' '.join(event['cards'])}@{rules}"
