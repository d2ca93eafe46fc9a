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
    return f"{quote(given)} has {quote(symbol)}, which is no element. {hint}"


def _case(given: str, readings: Sequence[str]) -> str:
    hint = f" It could be {' or '.join(readings)}." if readings else ""
    return (
        f"{quote(given)} is in the wrong case: a symbol is one capital, then perhaps one small letter.{hint}"
    )


def _term(given: str, rules: str, known: Sequence[str]) -> str:
    takes = f"besides the pieces it takes {' and '.join(known)}" if known else "it takes the pieces alone"
    return f"{rules} has no use for {quote(given)}; {takes}."


SENTENCES: dict[str, Callable[..., str]] = {
    "unreadable_depth": lambda given, limit: f"{quote(given)} nests brackets more than {limit} deep.",
    "unreadable_nothing": lambda given: (
        f"{quote(given)} names no element. A formula looks like H2O or Mg(NO2)2."
    ),
    "unreadable_two_numbers": lambda given, readings: (
        f"{quote(given)} has a number or atoms in brackets: is it {' or '.join(readings)}? A formula has no "
        "roman numbers."
    ),
    "unreadable_two_charges": lambda given, readings: (
        f"{quote(given)} can be read as {' or '.join(readings)}. Mark the charge with ^."
    ),
    "unreadable_charge": lambda given: (
        f"{quote(given)} has a charge that cannot be read. Write it last, as in SO4^2- or NH4^+."
    ),
    "unreadable_charge_size": lambda given, limit: (
        f"{quote(given)} has an impossible charge; between 1 and {limit} can be read."
    ),
    "unreadable_count": lambda given, digits: (
        f"{quote(given)} has the count {digits}. Counts start at 1, with no leading zero."
    ),
    "unreadable_atoms": lambda given, limit: (
        f"{quote(given)} has more than {limit} atoms. At most {limit} can be read."
    ),
    "unreadable_length": lambda given, limit: (
        f"{quote(given)} has {len(given)} characters. A formula has at most {limit}."
    ),
    "unreadable_brackets": lambda given: (
        f"{quote(given)} has brackets that do not match. Every ( needs its ), with something in it."
    ),
    "unreadable_character": _character,
    "unreadable_symbol": _symbol,
    "unreadable_no_pieces": lambda given: f"{given} rules on tiles or a formula; the question has neither.",
    "unreadable_term": _term,
    "unreadable_term_value": lambda given, name, wanted: f"{name} is {quote(given)}; it must be {wanted}.",
    "unreadable_run_length": lambda given, limit: (
        f"{quote(given)} has {len(given)} characters. A run has at most {limit} tiles."
    ),
    "unreadable_tiles": lambda given, tiles, limit: (
        f"{quote(given)} has {tiles} tiles. A run has at most {limit}."
    ),
    "unreadable_size": lambda given, size, limit: (
        f"{quote(given)} has {size} atoms. A run has at most {limit} tiles."
    ),
    "unreadable_no_tiles": lambda given: f"{quote(given)} has no tiles. A run looks like HHO or Mg N O O.",
    "unreadable_tile": lambda given: (
        f"{quote(given)} is no element. Each tile is one symbol, such as O or Mg."
    ),
    "unreadable_run_character": lambda given, found, position: (
        f"{quote(given)} has {quote(found)} at position {position}. A run is symbols only, as in MgNOONOO."
    ),
    "unreadable_case": _case,
    "unreadable_substance": lambda given: (
        f"We know no substance called {quote(given)}. A formula such as C2H6O is looked up as well."
    ),
    "unreadable_question": lambda given: (
        'A question is {"tiles": "HHO"}, {"tiles": ["H", "H", "O"]} or {"formula": "H2O"}, '
        f"not {quote(given)}."
    ),
}
