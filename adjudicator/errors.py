"""The few errors, each with a stable code. They quote what was given and say what would be right."""

from __future__ import annotations

import re
from json import JSONDecodeError
from typing import Any

QUOTE_LENGTH = 48
MAX_DEPTH = 200  # of brackets in each other
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)  # strings hide brackets


def quote(text: str) -> str:
    """The input as it can be shown: printable, on one line, cut when it is long."""
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: QUOTE_LENGTH + 1]
    )
    return f"'{shown[:QUOTE_LENGTH]}…'" if len(shown) > QUOTE_LENGTH else f"'{shown}'"


def quote_value(value: object) -> str:
    """A value that is not text, as Python writes it: printable, cut when it is long."""
    shown = quote(repr(value))
    return shown[1:-1]


def refuse_deep(text: str) -> None:
    """Raises RecursionError for JSON that is nested beyond reason, before Python's reader does.

    In a browser's worker the stack is small, and Python would not survive its own reader.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for mark in _MARKS.findall(text):
        depth += 1 if mark in "[{" else -1 if mark in "]}" else 0
        if depth > MAX_DEPTH:
            raise RecursionError


def fault_of_json(error: ValueError | RecursionError) -> str:
    """Where it cannot be read, in our words instead of the reader's."""
    if isinstance(error, JSONDecodeError):
        return f"look at line {error.lineno}, column {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return "it is nested too deep" if isinstance(error, RecursionError) else "a number of it is none"


class AdjudicatorError(Exception):
    """Something that cannot be answered at all, as opposed to answered with "no"."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:  # so that it can come from another process
        return _again, (type(self), self.code, self.message, self.details)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **self.details}


def _again(
    kind: type[AdjudicatorError], code: str, message: str, details: dict[str, Any]
) -> AdjudicatorError:
    return kind(code, message, **details)


class UnreadableInput(AdjudicatorError, ValueError):  # noqa: N818 - it names what the user gave, not what we did
    """A formula, a run of tiles or a line of input that cannot be read; a ValueError, as parsers raise it."""


class AmbiguousInput(UnreadableInput):
    """Input with several readings; `details["readings"]` lists them. We never guess."""


class EditionError(AdjudicatorError):
    """An edition file with faults; `details["faults"]` lists every one of them."""


class UnknownRuleset(AdjudicatorError, LookupError):  # noqa: N818
    """A rule set name that no installed game answers to; a LookupError, as look-ups raise it."""


class ReferenceUnavailable(AdjudicatorError):  # noqa: N818
    """A reference that cannot be asked: table_missing, table_wrong_version, table_corrupt."""
