"""What is said of a formula or a run that cannot be read: the input quoted, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _character(given: str, found: str, position: int, in_front: bool) -> str:
    hint = " A formula has no number in front; write one molecule." if in_front else ""
    return f"{quote(given)} has {quote(found)} at position {position}, which no formula has there.{hint}"


def _symbol(given: str, symbol: str, two: bool, isotope: bool) -> str:
    if two:
        hint = f"Did you mean {symbol.upper()}, two elements?"
    elif isotope:
        hint = "Isotopes are not told apart; write H."
    else:
        hint = "Symbols are those of the periodic table, such as H, Na or Cl."
    return f"{quote(given)} has {quote(symbol)}, which is not an element. {hint}"


def _case(given: str, readings: Sequence[str]) -> str:
    hint = f" It could be {' or '.join(readings)}." if readings else ""
    rule = "a symbol starts with a capital; a second letter is small"
    return f"{quote(given)} is in the wrong case: {rule}.{hint}"


def _term(given: str, rules: str, known: Sequence[str]) -> str:
    takes = f"besides the pieces it takes {' and '.join(known)}" if known else "it takes the pieces alone"
    return f"{rules} has no use for {quote(given)}; {takes}."


SENTENCES: dict[str, Callable[..., str]] = {
    "unreadable_character": _character,
    "unreadable_symbol": _symbol,
    "unreadable_term": _term,
    "unreadable_case": _case,
}
