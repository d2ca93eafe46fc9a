"""What an area scores at the end of a round, and what decay gives at the end of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from adjudicator_rulesets.ion.judging.bonding import classify, neutral, once

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from adjudicator_rulesets.ion.edition import Card, Goal, RadioactiveScoring
    from adjudicator_rulesets.ion.judging.bonding import Class, Laid, Reading

TWO, THREE = 2, 3
NEUTRALISING: tuple[Class, ...] = ("acid", "base")

Least = Literal["ranked", "shared"]  # I-LEAST: what several who are tied for the least get


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: for what, and how much."""

    what: str  # "compound", "nobles", "goal", "radioactive"; at the end "decay", "tiles"
    cards: tuple[str, ...]  # of the last, tiles
    points: int
    goal: str | None = None
    decay: int | None = None  # the sum, where that is what counts


def noble_points(gases: Iterable[str], sets: Sequence[int]) -> int:
    return sum(line.points for line in noble_lines(gases, sets))


def noble_lines(gases: Iterable[str], sets: Sequence[int]) -> list[ScoreLine]:
    """I-NOBLE: sets of different gases, each card in one set, by the division that is worth most.

    Which division is best depends on the table of the edition, so the sizes are tried: of n kinds with their
    counts, sets are filled from the most frequent gases, which keeps every other set possible.
    """
    left = Counter(gases)
    sizes = max(
        _sizes(tuple(sorted(left.values())), len(sets)),
        key=lambda found: sum(sets[n - 1] for n in found),
        default=(),
    )
    lines = []
    for size in sorted(sizes, reverse=True):
        chosen = tuple(sorted(gas for gas, _ in left.most_common(size)))
        left = +(left - Counter(chosen))
        lines.append(ScoreLine("nobles", chosen, sets[size - 1]))
    return lines


def _sizes(counts: tuple[int, ...], largest: int) -> list[tuple[int, ...]]:
    """Every list of set sizes into which gases with these counts can be divided, largest sets first.

    By the theorem of Gale and Ryser the sizes fit if the frequent gases can always be spread over the sets.
    """
    partitions: list[tuple[int, ...]] = []

    def grow(sizes: tuple[int, ...], to_place: int) -> None:
        if to_place == 0:
            if _fits(sizes, counts):
                partitions.append(sizes)
            return
        for size in range(min(sizes[-1] if sizes else largest, largest, to_place), 0, -1):
            grow((*sizes, size), to_place - size)

    grow((), sum(counts))
    return partitions


def _fits(sizes: tuple[int, ...], counts: tuple[int, ...]) -> bool:
    ordered = sorted(counts, reverse=True)
    return all(sum(ordered[:k]) <= sum(min(size, k) for size in sizes) for k in range(1, len(ordered) + 1))


def compound_lines(
    groups: Iterable[Sequence[Laid]],
    cards: Mapping[str, Card],
    reading: Reading,
    refreshing: Collection[tuple[int, str]] = (),
) -> list[ScoreLine]:
    """I-COMPOUND: every neutral compound. `refreshing` are cards, each with the place of its group, that
    turned a tile back: one such card of the group scores nothing, the others do (I-POLY-CHOICE).
    """
    lines = []
    for place, group in enumerate(groups):
        if neutral(group, reading):
            worth = sum(cards[laid.card].points for laid in group)
            worth -= sum(cards[card].points for there, card in refreshing if there == place)
            lines.append(ScoreLine("compound", tuple(laid.card for laid in group), worth))
    return lines


def goal_lines(
    groups: Iterable[Sequence[Laid]], gases: Collection[str], goals: Iterable[Goal], reading: Reading
) -> list[ScoreLine]:
    """I-GOAL, I-GOAL-PAIR: the first number for one of the two, the second instead for both; once a round.

    However many times a group holds its compound, it counts once (I-NEUTRAL). A line names the cards it is
    paid for.
    """
    made = [once(group) for group in groups if neutral(group, reading)]
    compounds = {tuple(sorted(laid.card for laid in group)) for group in made}
    classes = {classify(group): tuple(laid.card for laid in group) for group in reversed(made)}
    lines = []
    for goal in goals:
        if goal.kind == "noble":  # I-GOAL-NOBLE
            number = max(len(set(gases)) - 1, 0)
            reached: tuple[str, ...] = tuple(sorted(set(gases)))
        elif goal.kind == "neutralisation":  # I-GOAL-NEUT
            found = [classes[kind] for kind in NEUTRALISING if kind in classes]
            number, reached = len(found), tuple(card for compound in found for card in compound)
        else:
            found = [compound for compound in goal.compounds if compound in compounds]
            number, reached = len(found), tuple(card for compound in found for card in compound)
        if number:
            lines.append(ScoreLine("goal", reached, goal.pays[min(number, TWO) - 1], goal.goal))
    return lines


def radioactive_lines(played: Iterable[tuple[str, str]], scoring: RadioactiveScoring) -> list[ScoreLine]:
    """I-RAD-ROUND: the radioactive cards of this round, each as it lies."""
    return [ScoreLine("radioactive", (card,), scoring.worth(lies)) for card, lies in played]


def how_they_lie(number: int) -> str:
    """I-RAD-TURN: by how many radioactive cards all players together played in one pick."""
    return "face_up" if number == 1 else "turned" if number == TWO else "face_down"


def decay_points(totals: Sequence[int], scoring: RadioactiveScoring, least: Least) -> tuple[int, ...]:
    """I-DECAY, I-DECAY-EDGE: by rank; the tied share their position and the one below, rounded up.

    With n players there are n positions: the paid ones, zeros, and the last, which is the least. The next
    player takes the position after all the tied ones. If nobody has decay there is nothing to score. Who is
    tied for the least and not for the most may share the bottom value instead (I-LEAST).
    """
    if not any(totals):
        return (0,) * len(totals)
    positions = [*scoring.decay, *(0,) * len(totals)][: len(totals)]
    positions[-1] = scoring.least
    ranks = {total: sum(other > total for other in totals) for total in set(totals)}
    points = {}
    for total, rank in ranks.items():
        tied = totals.count(total)
        share = sum(positions[rank : rank + TWO]) if tied > 1 else positions[rank]
        if least == "shared" and 0 < rank == len(totals) - tied:
            share = scoring.least
        points[total] = -(-share // tied)
    return tuple(points[total] for total in totals)
