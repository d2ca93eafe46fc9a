"""The sentences behind the codes of Chemistry Monopoly's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled

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
    "not_on_board": lambda symbols: f"{listed(symbols)} {_be(symbols)} on no square of this board.",
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
    "costs": lambda name, price, bare, liquids, solid, transfer: (
        f"{name} costs {price}. Rent: {bare} bare, {listed([*map(str, liquids)])} with one to "
        f"{spelled(len(liquids))} liquids, {solid} with a solid. The Lab gives {transfer} when it is "
        "transferred."
    ),
    "uneven": _uneven,
    "even": _next,
}
