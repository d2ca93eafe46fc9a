"""What is not read or written piece by piece as it is: standard streams, gzip, CSV and Parquet converted.

It is converted once into a temporary file, which is then read like any other. The identity of that file
depends on its content, so the same command with the same content resumes where it stopped.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import zlib
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from adjudicator import extras
from adjudicator.batch.csv import TAB, CsvRows
from adjudicator.batch.files import BYTES, USUAL, no_header
from adjudicator.batch.questions import ROWS
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN = STDOUT = Path("-")
ZIPPED = ".gz"
CSV, PARQUET, PARQUET_MARK, ZIPPED_MARK = (".csv", ".tsv"), ".parquet", b"PAR1", b"\x1f\x8b"
CONVERTED = tuple({kind, PARQUET} for kind in CSV)  # from either to the other


def kind_of(path: Path) -> str:
    """The ending that says what a file holds: .csv of rows.csv and of rows.csv.gz."""
    name = path.name.lower()
    return Path(name.removesuffix(ZIPPED)).suffix


@contextmanager
def prepared(
    source: Path, target: Path, column: str | None, header: bool | None = None
) -> Iterator[tuple[Path, bool | None]]:
    """The source as a file in the format of the target, or itself; and whether that has a header, as CSV."""
    packed = source == STDIN or source.suffix.lower() == ZIPPED
    if not packed and {kind_of(source), kind_of(target)} not in CONVERTED:
        yield source, header
        return
    with TemporaryDirectory(prefix="adjudicator-") as folder:
        rows = source
        if packed:
            rows = Path(folder) / f"rows{kind_of(source)}"
            _unpack(source, rows)
            if source == STDIN:
                rows = rows.rename(rows.with_suffix(_looks_like(rows, kind_of(target), column, header)))
        if rows.suffix in CSV and kind_of(target) == PARQUET:
            made = Path(folder) / f"made{PARQUET}"
            _to_parquet(CsvRows(rows, column, header), made)
            rows, header = made, None
        elif rows.suffix == PARQUET and kind_of(target) in CSV:
            made = Path(folder) / f"made{kind_of(target)}"
            if header is not None:
                raise no_header(rows)
            _to_csv(rows, made)
            rows, header = made, True
        yield rows, header


@contextmanager
def delivered(target: Path, rows: Path) -> Iterator[Path]:
    """Where to write: the target. For standard output a file like the rows, copied there when it is whole."""
    if target != STDOUT:
        yield target
        return
    with TemporaryDirectory(prefix="adjudicator-") as folder:
        file = Path(folder) / f"ruled{rows.suffix}"
        yield file
        with file.open("rb") as whole:
            shutil.copyfileobj(whole, sys.stdout.buffer, BYTES)
        sys.stdout.flush()


def _looks_like(rows: Path, wanted: str, column: str | None, header: bool | None) -> str:
    """The ending for standard input: that of the output, unless the content is Parquet or has to decide.

    The head of a CSV may be quoted, as a text in JSON lines is; who speaks of a header means CSV.
    """
    with rows.open("rb") as stream:
        head = stream.readline(BYTES)
    if head.startswith(PARQUET_MARK):
        return PARQUET
    if wanted:
        return ".csv" if wanted == PARQUET else wanted
    try:
        first = json.loads(head)
    except ValueError:
        return ".csv"
    question = isinstance(first, str) and header is None and first not in {*USUAL, column}
    return ".jsonl" if isinstance(first, dict) or question else ".csv"


def _unpack(source: Path, target: Path) -> None:
    packed = source
    if source == STDIN:
        with target.open("wb") as out:
            shutil.copyfileobj(sys.stdin.buffer, out, BYTES)
        with target.open("rb") as stream:
            if stream.read(len(ZIPPED_MARK)) != ZIPPED_MARK:
                return
        packed = target.rename(target.with_name("packed"))
    try:
        with gzip.open(packed) as rows, target.open("wb") as out:
            shutil.copyfileobj(rows, out, BYTES)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise AdjudicatorError("cannot_read", f"{quote(str(source))} is not gzip: {error}.") from None


def _to_parquet(rows: CsvRows, target: Path) -> None:
    """Every column as text, as it stands in the file."""
    with extras.told():
        import pyarrow as pa
        from pyarrow import csv
        from pyarrow.parquet import ParquetWriter
    names = {name: pa.string() for name in rows.names}
    try:
        reader = csv.open_csv(
            rows.source,
            read_options=csv.ReadOptions(column_names=None if rows.header else rows.names),
            parse_options=csv.ParseOptions(delimiter=rows.manner.delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(column_types=names, strings_can_be_null=False),
        )
        with reader, ParquetWriter(target, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    except pa.ArrowException as error:
        said = f"{quote(rows.source.name)} cannot become Parquet: {error}."
        raise AdjudicatorError("csv_unreadable", said) from None


def _to_csv(rows: Path, target: Path) -> None:
    """Every column as text; lists and structures as JSON."""
    with extras.told():
        import pyarrow as pa
        from pyarrow import csv
        from pyarrow.parquet import ParquetFile
    options = csv.WriteOptions(delimiter=TAB if target.suffix == ".tsv" else ",")
    try:
        with ParquetFile(rows) as opened:
            schema = pa.schema([(name, pa.string()) for name in opened.schema_arrow.names])
            with csv.CSVWriter(target, schema, write_options=options) as writer:
                for batch in opened.iter_batches(batch_size=ROWS):
                    texts = [_texts(column) for column in batch.columns]
                    writer.write_batch(pa.record_batch(texts, schema))
    except pa.ArrowException as error:
        raise AdjudicatorError("cannot_read", f"{quote(str(rows))} is not Parquet: {error}.") from None


def _texts(column: Any) -> Any:
    """A column as text. What is missing is an empty cell, quoted, so that its row is not an empty line."""
    import pyarrow as pa

    try:
        texts = column.cast(pa.string())
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        values = (
            None if value is None else json.dumps(value, ensure_ascii=False, default=str)
            for value in column.to_pylist()
        )
        texts = pa.array(values, pa.string())
    return texts.fill_null("")


def pack(path: Path) -> None:
    """The file in gzip, without a time in it: the same rows give the same bytes."""
    packed = path.with_name(f"{path.name}{ZIPPED}")
    with (
        path.open("rb") as rows,
        packed.open("wb") as out,
        gzip.GzipFile("", "wb", fileobj=out, mtime=0) as zipped,
    ):
        shutil.copyfileobj(rows, zipped, BYTES)
    packed.replace(path)


def identity_of(source: Path, prepared_as: Path) -> dict[str, Any]:
    """What must be the same for a run to go on: the file as it is, or the content of what was prepared."""
    if source == prepared_as:
        found = source.stat()
        return {"source": str(source.resolve()), "size": found.st_size, "changed": found.st_mtime_ns}
    digest = sha256()
    with prepared_as.open("rb") as rows:
        while data := rows.read(BYTES):
            digest.update(data)
    return {"source": str(source), "size": prepared_as.stat().st_size, "sha256": digest.hexdigest()}
