"""What files of questions have in common: pieces to read, parts to write, columns to add."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from adjudicator.batch.columns import Columns
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from adjudicator.batch.questions import Paper

BYTES = 1 << 20  # of a piece, when its rows are long
MAX_LINE = 1 << 20
QUESTION = "question"
USUAL = ("tiles", "formula", QUESTION)  # columns that are taken for the questions, in this order
VERDICT = "verdict"  # the column of the whole verdict, with --full
ASIDE = "verdict_"  # before a column of ours whose name the file already uses


class Piece(NamedTuple):
    rows: Any
    progress: int  # how far into the file it reaches, in the units of `size`


class Part(NamedTuple):
    """The answered rows of one piece, as they stand in the file, and how many there are of each ruling."""

    data: bytes
    rulings: Counter[str]


class Questions(Protocol):
    """A file of questions. Its pieces depend on the file alone, so that a run can be taken up again."""

    @property
    def size(self) -> int: ...

    def pieces(self) -> Iterator[Piece]: ...

    def work(self, paper: Paper) -> Callable[[Any], Part]:
        """What is done with the rows of a piece; it goes to other processes, and the file does not."""
        ...

    def join(self, parts: Iterable[Path], target: Path, paper: Paper) -> None: ...


def chosen(names: Sequence[str], column: str | None) -> str:
    """The column of the questions: the one that was named, the usual one, or the only one."""
    wanted = [column] if column is not None else [*USUAL, *(names if len(names) == 1 else ())]
    found = next((name for name in wanted if name in names), None)
    if found is None:
        raise AdjudicatorError(
            "no_such_column",
            f"There is no column {' or '.join(map(quote, wanted))}; there are: "
            f"{', '.join(map(quote, names)) or 'none'}. Name yours with --column.",
        )
    return found


def no_header(source: Path) -> AdjudicatorError:
    return AdjudicatorError(
        "no_header",
        f"--header and --no-header are for CSV; {quote(source.name)} says itself what its columns are.",
    )


def added(names: Iterable[str], *, full: bool) -> tuple[str, ...]:
    """The names of our columns beside those of the file, which all stay as they are."""
    taken = set(names)
    ours = (*Columns._fields, *((VERDICT,) if full else ()))
    return tuple(ASIDE + name if name in taken else name for name in ours)


def reading(paper: Paper, column: str) -> Paper:
    """A column called tiles or formula says how it is read, unless the command line does."""
    return replace(paper, kind=column) if paper.kind is None and column in {"tiles", "formula"} else paper


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; memory stays bounded."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise AdjudicatorError(
                "line_too_long", f"A line has at most {MAX_LINE} bytes; line {number} is longer."
            )
        yield line


def joined(parts: Iterable[Path], target: Path, head: bytes = b"") -> None:
    with target.open("wb") as out:
        out.write(head)
        for part in parts:
            with part.open("rb") as data:
                shutil.copyfileobj(data, out, BYTES)
