"""The sentences behind the codes of Valence Plus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, mending, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def _valences_off(total: int, mends: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> str:
    if parts:
        return f"These cards are not one molecule: build {listed(parts)} instead."
    return f"The valences add up to {signed(total)}.{mending(mends)}"


def _contains_smaller(parts: Sequence[str]) -> str:
    instead = f": build {listed(parts)}" if parts else ""
    return f"A smaller part of these cards already adds up to zero, so it is not one molecule{instead}."


SENTENCES: dict[str, Callable[..., str]] = {
    "valences_off": _valences_off,
    "contains_smaller": _contains_smaller,
}
