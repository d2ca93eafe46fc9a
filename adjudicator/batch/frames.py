"""Columns of pandas and polars: one of questions in, a frame of verdicts out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from adjudicator.batch.columns import Columns, columns_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.errors import AdjudicatorError
    from adjudicator.verdict import Verdict


def frame_of(home: str, questions: Any, answers: Iterable[Verdict | AdjudicatorError]) -> Any:
    """A frame of that library with the index of the questions, where there is one."""
    rows = [columns_of(answer)._asdict() for answer in answers]
    columns = {name: [row[name] for row in rows] for name in Columns._fields}
    columns["accepted_by"] = [list(sets) for sets in columns["accepted_by"]]
    library = import_module(home)
    if home == "pandas":
        return library.DataFrame(columns, index=questions.index)
    texts = dict.fromkeys(Columns._fields, library.String)
    return library.DataFrame(columns, schema=texts | {"accepted_by": library.List(library.String)})
