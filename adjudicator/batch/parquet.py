"""Questions as a column of Parquet; every other column stays as it is, with its type."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator import extras
from adjudicator.batch.columns import columns_of, plain_of
from adjudicator.batch.files import Part, Piece, added, chosen, reading
from adjudicator.batch.questions import ROWS, answer
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from adjudicator.batch.questions import Paper


@dataclass(frozen=True, slots=True)
class Work:
    paper: Paper
    column: str

    def __call__(self, batch: Any) -> Part:
        import pyarrow as pa

        answers = [answer(self.paper, question) for question in batch.column(self.column).to_pylist()]
        rows = [columns_of(answered) for answered in answers]
        ours: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
        if self.paper.full:
            ours.append([json.dumps(plain_of(answered), ensure_ascii=False) for answered in answers])
        names = added(batch.schema.names, full=self.paper.full)
        for name, values in zip(names, ours, strict=True):
            kind = pa.list_(pa.string()) if name.endswith("accepted_by") else pa.string()
            batch = batch.append_column(name, pa.array(values, kind))
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        return Part(sink.getvalue().to_pybytes(), Counter(row.ruling for row in rows))


class Parquet:
    def __init__(self, source: Path, column: str | None) -> None:
        with extras.told():
            import pyarrow as pa
            from pyarrow.parquet import ParquetFile
        try:
            with ParquetFile(source) as opened:
                self.schema, self.size = opened.schema_arrow, opened.metadata.num_rows
        except pa.ArrowException as error:
            raise AdjudicatorError("cannot_read", f"{quote(str(source))} is not Parquet: {error}.") from None
        self.source = source
        self.column = chosen(self.schema.names, column)

    def pieces(self) -> Iterator[Piece]:
        from pyarrow.parquet import ParquetFile

        read = 0
        with ParquetFile(self.source) as opened:
            for batch in opened.iter_batches(batch_size=ROWS):
                read += batch.num_rows
                yield Piece(batch, read)

    def work(self, paper: Paper) -> Work:
        return Work(reading(paper, self.column), self.column)

    def join(self, parts: Iterable[Path], target: Path, paper: Paper) -> None:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        schema = self.schema
        for name in added(schema.names, full=paper.full):
            kind = pa.list_(pa.string()) if name.endswith("accepted_by") else pa.string()
            schema = schema.append(pa.field(name, kind))
        with ParquetWriter(target, schema) as writer:
            for batches in _grouped(parts):
                writer.write_table(pa.Table.from_batches(batches, schema))


GROUP = 100  # parts of one row group


def _grouped(parts: Iterable[Path]) -> Iterator[list[Any]]:
    import pyarrow as pa

    batches: list[Any] = []
    for part in parts:
        with pa.ipc.open_stream(part.read_bytes()) as stream:
            batches.extend(stream)
        if len(batches) >= GROUP:
            yield batches
            batches = []
    if batches:
        yield batches
