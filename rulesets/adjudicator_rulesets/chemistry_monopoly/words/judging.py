"""The sentences behind the codes of Chemistry Monopoly's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled
from adjudicator.reference.stability import capital_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def level(number: int, liquids: int) -> str:
    """What stands on an element: nothing, some liquids, a solid."""
    if number > liquids:
        return "a solid"
    return f"{spelled(number)} liquid{'' if number == 1 else 's'}"


def _uneven(most: str, least: str, more: int, fewer: int, solid: int) -> str:
    only = f"only {level(fewer, solid - 1)}" if fewer else "none"
    has = f"{most} has {level(more, solid - 1)} and {least} {only}"
    return f"{has}: {least} needs {level(more - 1, solid - 1)} first, for a set is condensed evenly."


def _rents(rents: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{lot['name']} {lot['rent']}" for lot in rents)


def _be(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _next(elements: Sequence[str], what: str, price: int) -> str:
    return f"Even. Next may come a {what} on {listed(elements, 'or')}, for {price}."


SENTENCES: dict[str, Callable[..., str]] = {
    "real_compound": lambda name: (
        f"{capital_name(name)} is a real compound, but this game asks for sets of elements."
    ),
    "on_the_board": lambda: "Every element is on this board.",
    "not_on_board": lambda symbols: f"{listed(symbols)} {_be(symbols)} on no square of this board.",
    "one_family": lambda family, why: f"They are the {family}: {why}.",
    "of_family": lambda family, why: f"It belongs to the {family}: {why}.",
    "several_families": lambda families: f"These belong to different sets: {listed(families)}.",
    "never_condensed": lambda names: (
        f"{listed(names)} {_be(names)} never condensed: carbon and silicon, elements of life and rock, "
        "belong to no set."
    ),
    "whole_set": lambda colour, step, rents: (
        f"The {colour} set is whole: bare rents double ({_rents(rents)}), and a step of condensing costs "
        f"{step}."
    ),
    "set_lacks": lambda missing, colour: (
        f"The {colour} set is not whole: {listed(missing)} {_be(missing)} missing."
    ),
    "is_life": lambda name: f"{name} is a life element: it belongs to no set and is never condensed.",
    "one_of_set": lambda colour, others, step, double: (
        f"It is of the {colour} set. With {listed(others)} the set is whole: the bare rent is then {double}, "
        f"and a step of condensing costs {step}."
    ),
    "costs": lambda name, price, bare, liquids, solid, transfer: (
        f"{name} costs {price}. Rent: {bare} bare, {listed([*map(str, liquids)])} with one to "
        f"{spelled(len(liquids))} liquids, {solid} with a solid. The Lab gives {transfer} when it is "
        "transferred."
    ),
    "life_costs": lambda name, price, one, both, transfer: (
        f"{name} costs {price}. Rent: {one} times the dice, {both} times with both life elements. "
        f"The Lab gives {transfer} when it is transferred."
    ),
    "too_many_steps": lambda symbol, most: f"{symbol} can hold {most - 1} liquids or a solid, no more.",
    "uneven": _uneven,
    "even": _next,
    "set_full": lambda: "Even, and complete: every element of the set has its solid.",
    "stock_short": lambda liquids, solids, has_liquids, has_solids: (
        f"That takes {liquids} liquids and {solids} solids; there are {has_liquids} and {has_solids}."
    ),
}
