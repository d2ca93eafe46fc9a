"""Liquids and solids on a set: what is even, and what may come next (M-EVEN, M-SOLID, M-SELL-EVEN).

A level is the number of liquids on an element; one more than a solid needs is the solid, which replaces them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def even(levels: Mapping[str, int]) -> bool:
    """M-EVEN: the most and the least developed element of a set are at most one step apart."""
    return max(levels.values()) - min(levels.values()) <= 1


def may_condense(levels: Mapping[str, int], solid: int) -> tuple[str, ...]:
    """Elements that may take the next step; `solid` is the level of a solid."""
    least = min(levels.values())
    return tuple(element for element, level in levels.items() if level == least and level < solid)


def may_evaporate(levels: Mapping[str, int]) -> tuple[str, ...]:
    """M-SELL-EVEN: elements whose last step may go back."""
    most = max(levels.values())
    return tuple(element for element, level in levels.items() if level == most and level > 0)


def fallen(levels: Mapping[str, int], broken: str, liquids: int, solid: int) -> dict[str, int]:
    """M-EVEN-SHORT: the highest even state below this one whose liquids are there; the Lab has `liquids`.

    Liquids that do not go round evenly stay where most lay, and on `broken` last.
    """
    dearest_first = list(levels)[::-1]
    most_first = sorted(dearest_first, key=lambda element: (element == broken, -levels[element]))
    there = liquids + pieces(levels, solid)[0]
    for total in reversed(range(sum(levels.values()))):
        each, more = divmod(total, len(levels))
        after = {element: each + (place < more) for place, element in enumerate(most_first)}
        if pieces(after, solid)[0] <= there:
            break
    return {element: after[element] for element in levels}


def pieces(levels: Mapping[str, int], solid: int) -> tuple[int, int]:
    """How many liquids and solids lie on the set."""
    liquids = sum(level for level in levels.values() if level < solid)
    return liquids, sum(level == solid for level in levels.values())
