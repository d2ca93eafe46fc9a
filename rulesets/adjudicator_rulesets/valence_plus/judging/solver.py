"""What a hand can build: every build, every set of builds, and the best set, exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator_rulesets.valence_plus.judging.builds import Builds, Recipe

Aim = Literal["points", "cards"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Builds that one hand can make together, and the cards that are left."""

    builds: tuple[Recipe, ...]
    left: tuple[str, ...]  # sorted

    @property
    def points(self) -> int:
        return sum(build.molecule.points for build in self.builds)

    @property
    def cards(self) -> int:
        return sum(len(build.cards) for build in self.builds)


def buildable(hand: Iterable[str], bank: Iterable[str], builds: Builds) -> tuple[Recipe, ...]:
    """Every build that these cards can make while the bank has the molecule (V-BANK)."""
    held, stock = Counter(hand), set(bank)
    return tuple(
        build
        for build in builds.by_cards.values()
        if build.molecule.name in stock and _fits(build.cards, held)
    )


def plans(hand: Iterable[str], bank: Iterable[str], builds: Builds) -> Iterator[Plan]:
    """Every set of builds that the hand can make together, the empty one first; none twice."""
    held, stock = Counter(hand), Counter(bank)
    yield from _extended((), buildable(held.elements(), stock, builds), held, stock)


def _extended(
    made: tuple[Recipe, ...], choices: tuple[Recipe, ...], held: Counter[str], stock: Counter[str]
) -> Iterator[Plan]:
    """Builds are added in the order of the choices, so that each set comes once."""
    yield Plan(made, tuple(sorted(held.elements())))
    for place, build in enumerate(choices):
        if stock[build.molecule.name] and _fits(build.cards, held):
            left, rest = held.copy(), stock.copy()
            left.subtract(build.cards)
            rest[build.molecule.name] -= 1
            yield from _extended((*made, build), choices[place:], left, rest)


def best(hand: Iterable[str], bank: Iterable[str], builds: Builds, aim: Aim = "points") -> Plan:
    """The plan with most points, or that uses most cards; the other aim, then fewer builds, break ties."""

    def worth(plan: Plan) -> tuple[int, int, int]:
        first, second = (plan.points, plan.cards) if aim == "points" else (plan.cards, plan.points)
        return first, second, -len(plan.builds)

    return max(plans(hand, bank, builds), key=worth)


def _fits(cards: tuple[str, ...], held: Counter[str]) -> bool:
    return all(held[symbol] >= cards.count(symbol) for symbol in cards)
