"""Questions as rows of CSV, and answers in the same manner of writing."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from adjudicator.batch.columns import columns_of, plain_of
from adjudicator.batch.files import (
    BYTES,
    MAX_LINE,
    QUESTION,
    USUAL,
    Part,
    Piece,
    added,
    chosen,
    joined,
    lines_of,
    reading,
)
from adjudicator.batch.questions import ROWS, answer
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote
from adjudicator.ruleset import looks_like_question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from adjudicator.batch.questions import Paper
    from adjudicator.verdict import Verdict


TAB = "\t"
QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True, slots=True)
class Manner:
    """How the file is written: what stands between cells, and what ends a line."""

    delimiter: str
    ending: str

    @classmethod
    def of(cls, head: str, ending: str) -> Manner:
        """As the first line and the ending of the file's name tell."""
        bare = QUOTED.sub("", head)
        delimiter = TAB if ending == ".tsv" else max(f",;{TAB}", key=bare.count)
        return cls(delimiter, "\r\n" if head.endswith("\r\n") else "\n")

    def read(self, lines: Iterable[str]) -> Iterator[list[str]]:
        csv.field_size_limit(MAX_LINE)
        return csv.reader(lines, delimiter=self.delimiter)

    def written(self, rows: Iterable[Sequence[str]]) -> bytes:
        text = io.StringIO()
        csv.writer(text, delimiter=self.delimiter, lineterminator=self.ending).writerows(rows)
        return text.getvalue().encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Work:
    paper: Paper
    manner: Manner
    width: int
    place: int  # of the question in a row

    def __call__(self, rows: list[list[str]]) -> Part:
        rulings: Counter[str] = Counter()
        written = []
        for row in rows:
            answered = self._answer(row)
            columns = columns_of(answered)
            rulings[columns.ruling] += 1
            cells = [
                columns.ruling,
                "+".join(columns.accepted_by),
                columns.reason,
                columns.formula or "",
                columns.name or "",
            ]
            if self.paper.full:
                cells.append(json.dumps(plain_of(answered), ensure_ascii=False))
            kept = row[: self.width] + [""] * (self.width - len(row))
            written.append([*kept, *cells, *row[self.width :]])  # cells too many are kept, after ours
        return Part(self.manner.written(written), rulings)

    def _answer(self, row: list[str]) -> Verdict | AdjudicatorError:
        if len(row) == self.width:
            return answer(self.paper, row[self.place])
        cells = f"The row has {len(row)} cells, the header has {self.width}."
        return UnreadableInput("ragged_row", cells)


class CsvRows:
    def __init__(self, source: Path, column: str | None, header: bool | None = None) -> None:
        """`header` says whether the first row names the columns; None where it must be evident."""
        self.source, self.size = source, source.stat().st_size
        head = _first_row(source)
        self.manner = Manner.of(head, source.suffix.lower())
        self.names = next(self.manner.read([head]), [])
        if header is None and column is None:
            _refuse_question_as_header(self.names)
        self.header = header is not False
        if not self.header:
            self.names = numbered(len(self.names))
        self.column = chosen(self.names, column)

    def pieces(self) -> Iterator[Piece]:
        with self.source.open("rb") as stream:
            lines = Lines(stream)
            reader = self.manner.read(lines)
            try:
                if self.header:
                    next((row for row in reader if row), None)
                yield from self._pieces(reader, lines)
            except csv.Error as error:
                raise AdjudicatorError(
                    "csv_unreadable",
                    f"{quote(self.source.name)} cannot be read past line {lines.number}: {error}. "
                    "Is a quotation mark left open?",
                ) from None

    def _pieces(self, reader: Iterator[list[str]], lines: Lines) -> Iterator[Piece]:
        rows: list[list[str]] = []
        begun = lines.read
        for row in reader:
            if row:  # an empty line is no row
                rows.append(row)
            if len(rows) == ROWS or lines.read - begun > BYTES:
                yield Piece(rows, lines.read)
                rows, begun = [], lines.read
        if rows:
            yield Piece(rows, lines.read)

    def work(self, paper: Paper) -> Work:
        place = self.names.index(self.column)
        return Work(reading(paper, self.column), self.manner, len(self.names), place)

    def join(self, parts: Iterable[Path], target: Path, paper: Paper) -> None:
        names = [*self.names, *added(self.names, full=paper.full)]
        joined(parts, target, self.manner.written([names]) if self.header else b"")


def _first_row(source: Path) -> str:
    """The first line that is not empty: an empty line is no row."""
    with source.open("rb") as stream:
        for line in iter(lambda: stream.readline(MAX_LINE), b""):
            text = line.decode("utf-8-sig", "surrogateescape")
            if text.strip("\r\n"):
                return text
    raise UnreadableInput("no_rows", "There is no row, so there is nothing to rule on.")


def numbered(columns: int) -> list[str]:
    """The names of columns without a header: numbers from 1; a single column is the question."""
    return [QUESTION] if columns == 1 else [str(number) for number in range(1, columns + 1)]


def _refuse_question_as_header(names: Sequence[str]) -> None:
    """A single column may begin with a question. Taking that for a header would drop it."""
    first = names[0].strip() if len(names) == 1 else ""
    if first and first not in USUAL and looks_like_question(first):
        raise UnreadableInput(
            "header_unclear",
            f"{quote(first)} in the first row may be a header or a question. "
            "Say --header if it is the name of the column, or --no-header if it is a question.",
            input=first,
        )


class Lines:
    """The lines of a byte stream as text, counted with their bytes; bytes that are no UTF-8 are kept."""

    def __init__(self, stream: BinaryIO) -> None:
        self._lines = lines_of(stream)
        self.read = self.number = 0

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.number += 1
        self.read += len(line)
        return line.decode("utf-8-sig" if self.number == 1 else "utf-8", "surrogateescape")
