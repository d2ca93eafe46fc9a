"""Questions as lines of JSON on standard input, answers as lines of JSON on standard output."""

from __future__ import annotations

import json
import sys
from math import isinf
from typing import TYPE_CHECKING, Any, BinaryIO

from adjudicator.cli import render
from adjudicator.errors import AdjudicatorError, fault_of_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_LINE = 64 * 1024


def answer_lines(answer: Callable[[Any], dict[str, Any]], doing: str) -> None:
    """Writes one answer per line, in order, before the next line is read; a bad line gets an error."""
    plain = "utf" not in (sys.stdout.encoding or "").lower()  # then JSON escapes all other characters
    for line in _with_progress(_lines(sys.stdin.buffer), doing):
        text = line.strip()
        if text:
            sys.stdout.write(json.dumps(_answer_line(text, answer), ensure_ascii=plain) + "\n")
            sys.stdout.flush()


def _answer_line(line: bytes, answer: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    question: Any = None
    try:
        question = _read_line(line)
        answered = answer(question)
    except AdjudicatorError as error:
        answered = {"error": error.to_json()}
    if isinstance(question, dict) and "id" in question:
        answered["id"] = question["id"]
    return answered


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines as they arrive; overlong ones are cut, so that memory stays bounded."""
    while line := stream.readline(MAX_LINE + 1):
        kept = line
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE)
        yield kept


def _read_line(line: bytes) -> Any:
    """Reads a question: a JSON object or string, or bare text."""
    if len(line) > MAX_LINE:
        raise AdjudicatorError("line_too_long", f"A line has at most {MAX_LINE} bytes.")
    text = line.decode("utf-8", "replace").removeprefix("\ufeff")  # the byte order mark of some editors
    if not text.startswith(("{", "[", '"')):
        return text
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise AdjudicatorError(
            "bad_json", f"The line is not valid JSON: {fault_of_json(error)}.", input=text[:200]
        ) from None


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large for JSON")
    return number


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _with_progress(lines: Iterable[bytes], doing: str) -> Iterator[bytes]:
    """Shows a counter on standard error if that is a terminal and the answers go elsewhere."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from lines
        return
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(doing), MofNCompleteColumn(), TimeElapsedColumn())
    # Without redirect_stdout=False, rich would capture the answers on standard output and show them itself.
    with Progress(*columns, console=render.console(stderr=True), redirect_stdout=False) as progress:
        task = progress.add_task(doing, total=_count_lines())
        for line in lines:
            yield line
            progress.advance(task)


def _count_lines() -> int | None:
    """The number of questions, if standard input is a file that can be read twice."""
    if not sys.stdin.seekable():
        return None
    start = sys.stdin.buffer.tell()
    number = sum(1 for _ in sys.stdin.buffer)
    sys.stdin.buffer.seek(start)
    return number
