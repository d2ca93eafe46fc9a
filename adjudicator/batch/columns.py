"""A verdict as columns beside the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from adjudicator.verdict import Verdict

ERROR = "error"  # in place of a ruling, for what cannot be read


class Columns(NamedTuple):
    """What a verdict adds to a row. `ruling` is valid, invalid, unresolved, or error."""

    ruling: str
    accepted_by: tuple[str, ...]
    reason: str
    formula: str | None
    name: str | None


def columns_of(answered: Verdict | AdjudicatorError) -> Columns:
    if isinstance(answered, AdjudicatorError):
        return Columns(ERROR, (), f"{answered.code}: {answered.message}", None, None)
    return Columns(
        answered.ruling.value,
        answered.accepted_by,
        answered.decisive.message,
        answered.formula,
        answered.name,
    )


def plain_of(answered: Verdict | AdjudicatorError) -> dict[str, Any]:
    """The whole verdict, or the error, as JSON has it."""
    return {"error": answered.to_json()} if isinstance(answered, AdjudicatorError) else answered.to_json()
