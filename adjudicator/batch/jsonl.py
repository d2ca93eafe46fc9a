"""Questions as lines of JSON: objects with tiles or a formula, or the bare text."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adjudicator.batch.columns import columns_of, plain_of
from adjudicator.batch.files import BYTES, QUESTION, Part, Piece, added, joined, lines_of
from adjudicator.batch.questions import ROWS, answer
from adjudicator.errors import UnreadableInput, fault_of_json, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from adjudicator.batch.questions import Paper
    from adjudicator.errors import AdjudicatorError
    from adjudicator.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Work:
    paper: Paper
    column: str | None

    def __call__(self, lines: list[bytes]) -> Part:
        rulings: Counter[str] = Counter()
        written = []
        for line in lines:
            row, answered = self._answer(line.decode("utf-8", "replace").strip())
            columns = columns_of(answered)
            rulings[columns.ruling] += 1
            values: list[Any] = [*columns]
            if self.paper.full:
                values.append(plain_of(answered))
            ours = dict(zip(added(row, full=self.paper.full), values, strict=True))
            written.append(json.dumps(row | ours, ensure_ascii=False) + "\n")
        return Part("".join(written).encode("utf-8", "backslashreplace"), rulings)

    def _answer(self, line: str) -> tuple[dict[str, Any], Verdict | AdjudicatorError]:
        """The row as it was, and what comes of it."""
        if not line.startswith(("{", "[", '"')):
            return {QUESTION: line}, answer(self.paper, line)
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            message = f"The line is not valid JSON: {fault_of_json(error)}."
            return {QUESTION: line}, UnreadableInput("bad_json", message)
        if not isinstance(row, dict):
            return {QUESTION: row}, answer(self.paper, row)
        if self.column is None:
            return row, answer(replace(self.paper, kind=None), self._question_in(row))
        if self.column not in row:
            return row, UnreadableInput("no_such_column", f"The line has no {quote(self.column)}.")
        return row, answer(self.paper, row[self.column])

    @staticmethod
    def _question_in(row: dict[str, Any]) -> object:
        """`{"tiles": ...}` and `{"formula": ...}` are read as they say; other columns do not matter."""
        return row[QUESTION] if QUESTION in row and not {"tiles", "formula"} & row.keys() else row


class JsonLines:
    def __init__(self, source: Path, column: str | None) -> None:
        self.source, self.size, self.column = source, source.stat().st_size, column

    def pieces(self) -> Iterator[Piece]:
        rows: list[bytes] = []
        read = begun = 0
        with self.source.open("rb") as stream:
            for line in lines_of(stream):
                text = line.removeprefix(b"\xef\xbb\xbf") if not read else line
                read += len(line)
                if text.strip():  # an empty line is no row
                    rows.append(text)
                if len(rows) == ROWS or read - begun > BYTES:
                    yield Piece(rows, read)
                    rows, begun = [], read
            if rows:
                yield Piece(rows, read)

    def work(self, paper: Paper) -> Work:
        return Work(paper, self.column)

    def join(self, parts: Iterable[Path], target: Path, paper: Paper) -> None:  # noqa: ARG002 - no header
        joined(parts, target)
