"""A run over a file: piece after piece into a folder of parts, taken up again after a kill, then joined.

`OUT.parts/` holds the answered pieces and a tally with a line for every part that is whole. A part is on disk
before its line is written, so a run that was killed goes on after the last line: no row is lost or doubled.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter, deque
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from adjudicator.batch.csv import CsvRows
from adjudicator.batch.executors import installed, ordered
from adjudicator.batch.files import no_header
from adjudicator.batch.jsonl import JsonLines
from adjudicator.batch.parquet import Parquet
from adjudicator.batch.preparing import ZIPPED, identity_of, kind_of, pack
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from adjudicator.batch.executors import Workforce
    from adjudicator.batch.files import Part, Piece, Questions
    from adjudicator.batch.questions import Paper

FORMATS: dict[str, type[CsvRows | JsonLines | Parquet]] = {
    ".csv": CsvRows,
    ".tsv": CsvRows,
    ".jsonl": JsonLines,
    ".ndjson": JsonLines,
    ".parquet": Parquet,
}


@dataclass(frozen=True, slots=True)
class Progress:
    rows: int
    read: int  # in the units of `size`
    size: int
    rulings: Counter[str]
    resumed: bool = False  # this is what an earlier run had done


class Run:
    """One file judged into another; what cannot be done is refused before anything is written."""

    def __init__(
        self,
        source: Path,
        target: Path,
        paper: Paper,
        column: str | None = None,
        prepared_as: Path | None = None,
        header: bool | None = None,
    ) -> None:
        self.source, self.target, self.paper = source, target, paper
        self.rows = prepared_as or source
        paper.loaded()
        self.questions = questions_in(self.rows, column, header)
        if FORMATS.get(kind_of(target)) is not FORMATS[self.rows.suffix.lower()]:
            raise AdjudicatorError(
                "formats_differ",
                f"{quote(target.name)} would be another format than {quote(source.name)}; "
                f"give it the ending {self.rows.suffix}.",
            )
        self.folder = target.with_name(target.name + ".parts")
        self.column, self.header = column, header

    def identity(self) -> dict[str, Any]:
        """What must be the same for a run to go on where another stopped."""
        return {
            **identity_of(self.source, self.rows),
            "column": self.column,
            "header": self.header,
            "version": installed(),
            **asdict(self.paper),
        }

    def go(self, force: Workforce, *, overwrite: bool = False, anew: bool = False) -> Iterator[Progress]:
        """How far it is after every piece; the file is there when it ends."""
        if self.target.exists() and not overwrite:
            raise AdjudicatorError(
                "output_exists",
                f"{quote(str(self.target))} exists. Choose another name, or say --overwrite.",
            )
        with self._folder(anew=anew) as tally:
            done = tally.parts
            rulings = sum((Counter(line["rulings"]) for line in done), Counter[str]())
            if done:
                yield self._progress(rulings, done[-1]["read"], resumed=True)
            pieces = islice(self.questions.pieces(), len(done), None)
            for number, (read, part) in enumerate(self._answered(pieces, force), len(done)):
                write_whole(self._part(number), part.data)
                tally.add({"read": read, "rulings": part.rulings})
                rulings += part.rulings
                yield self._progress(rulings, read)
            self._join(len(tally.parts))
        shutil.rmtree(self.folder)

    def _answered(self, pieces: Iterator[Piece], force: Workforce) -> Iterator[tuple[int, Part]]:
        reached: deque[int] = deque()

        def rows() -> Iterator[Any]:
            for piece in pieces:
                reached.append(piece.progress)
                yield piece.rows

        work = self.questions.work(self.paper)
        for part in ordered(force.executor, work, rows(), force.ahead):
            yield reached.popleft(), part

    def _progress(self, rulings: Counter[str], read: int, *, resumed: bool = False) -> Progress:
        return Progress(rulings.total(), read, self.questions.size, rulings.copy(), resumed)

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:07d}"

    def _join(self, number: int) -> None:
        """One file of all parts; it appears under its name when it is whole."""
        unfinished = self.folder / f"whole{kind_of(self.target)}"
        self.questions.join(map(self._part, range(number)), unfinished, self.paper)
        if self.target.suffix.lower() == ZIPPED:
            pack(unfinished)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.replace(self.target)

    @contextmanager
    def _folder(self, *, anew: bool) -> Iterator[Tally]:
        if anew:
            shutil.rmtree(self.folder, ignore_errors=True)
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise AdjudicatorError(
                "cannot_write", f"{quote(str(self.folder))} cannot be made: {error.strerror}."
            ) from None
        with Tally.opened(self.folder / "tally.jsonl", self.identity()) as tally:
            yield tally


class Tally:
    """A line for every whole part, after one that says whose they are. One process has it at a time."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        stream.seek(0)
        whole = [line for line in stream if line.endswith(b"\n")]  # the last may have been cut off
        stream.truncate(sum(map(len, whole)))
        self.lines = [json.loads(line) for line in whole]

    @classmethod
    @contextmanager
    def opened(cls, path: Path, identity: dict[str, Any]) -> Iterator[Tally]:
        with path.open("a+b") as stream:
            _lock(stream, path)
            tally = cls(stream)
            if not tally.lines:
                tally.add(identity)
            elif tally.lines[0] != json.loads(json.dumps(identity)):
                raise AdjudicatorError(
                    "other_run",
                    f"{quote(str(path.parent))} belongs to a run with another input or other options. "
                    "Use --restart to start again, or choose another --out.",
                )
            yield tally

    @property
    def parts(self) -> list[dict[str, Any]]:
        return self.lines[1:]

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        self._stream.write(json.dumps(line).encode() + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())


def _lock(stream: BinaryIO, path: Path) -> None:
    """Refuses a second run over the same parts. Where files cannot be locked, nobody is refused."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise AdjudicatorError(
            "run_going_on",
            f"Another process is working in {quote(str(path.parent))}; wait until it has ended.",
        ) from None


def write_whole(path: Path, data: bytes) -> None:
    """On disk before it has its name."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(path)


def questions_in(source: Path, column: str | None, header: bool | None = None) -> Questions:
    """By the end of the file's name; refused when it cannot be read or has no questions."""
    made = FORMATS.get(source.suffix.lower())
    if made is None:
        raise AdjudicatorError(
            "unknown_format",
            f"{quote(source.name)} ends in none of {', '.join(FORMATS)}, which tell what a file holds.",
        )
    try:
        if issubclass(made, CsvRows):
            return made(source, column, header)
        if header is not None:
            raise no_header(source)
        return made(source, column)
    except OSError as error:
        raise AdjudicatorError(
            "cannot_read", f"{quote(str(source))} cannot be read: {error.strerror or error}."
        ) from None
