"""Who is likely to win: by the rent that a roll of the others brings, and by what a player is worth.

Rent counts as it will be once the player has built with the money there is and with what some laps bring: a
set that nobody can pay for earns little, and so does money without a set. The weights fit some thousand
positions with scattered and whole sets that were played to the end without trades.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import TYPE_CHECKING

from adjudicator.engine.values import once_per_state
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, cash, holdings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board, Holdings
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

EARNING, WEALTH, HOPE = 2.5, 2.0, 0.3
LEAST_RENT, LEAST_WORTH = 20.0, 500.0  # added to each, so that nothing at all is not infinitely bad
COMING = 500  # AMUny that some laps bring and that go into liquids
AHEAD = 24  # rolls, some four laps: the rents that are counted as worth
SEVEN = 7  # what two dice show on the average

Rungs = tuple[
    tuple[int, float], ...
]  # of a whole set, by level: what it costs to get there, and the rent then


@dataclass(frozen=True, slots=True, eq=False)
class Estate:
    """What a player's cards come to, whatever the money: asked for far more often than cards move."""

    rent: float  # of what belongs to no whole set, summed over its squares
    sets: tuple[Rungs, ...]  # the whole ones
    cost: int  # of cards and liquids
    near: float  # of the sets of which nobody else has a card, how near each is
    squares: int  # on the board

    def a_roll(self, money: int) -> float:
        """What a roll of one other player brings on the average, once this money lies on whole sets.

        A token comes to every square about equally often.
        """
        return (self.rent + _built(self.sets, money)) / self.squares


def chances(
    state: State, then: Holdings | None = None, paid: Mapping[int, int] | None = None
) -> tuple[float, ...]:
    """Every seat's chance to win, if the cards are as they are `then` and players have so much more money."""
    estates, paid = estates_of(then or holdings(state), board_of(state), len(state.seats)), paid or {}
    playing = state.playing
    weights = [0.0] * len(state.seats)
    for seat in playing:
        money = cash(state, seat) + paid.get(seat, 0)
        weights[seat] = _strength(estates[seat], money, len(playing) - 1)
    best = max(weights[seat] for seat in playing)
    odds = [exp(weight - best) if seat in playing else 0.0 for seat, weight in enumerate(weights)]
    total = sum(odds)
    return tuple([one / total for one in odds])


@lru_cache(1 << 13)
def _strength(estate: Estate, money: int, others: int) -> float:
    """Kept: a deal or a purchase changes it for one or two seats, and is asked about for all."""
    rent = others * estate.a_roll(max(0, money) + COMING)
    worth = max(0, money + estate.cost)
    return EARNING * log(rent + LEAST_RENT) + WEALTH * log(worth + LEAST_WORTH) + HOPE * estate.near


def worth_ahead(state: State, seat: int) -> float:
    """What a player has, and the rents of some laps of the others."""
    estate, money = estates_of(holdings(state), board_of(state), len(state.seats))[seat], cash(state, seat)
    rent = (len(state.playing) - 1) * estate.a_roll(money + COMING)
    return money + estate.cost + AHEAD * rent


@once_per_state(256)
def estates_of(now: Holdings, board: Board, seats: int) -> tuple[Estate, ...]:
    """Of every seat. Kept: the price of a deal is looked for with the cards as they are then."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    for deed, player in now.owner.items():
        cards[player].append(deed)
    owned = frozenset(now.owner)
    return tuple(
        [
            _estate(board, tuple(own), tuple(map(now.level, own)), now.transferred.intersection(own), owned)
            for own in cards
        ]
    )


@lru_cache(1 << 12)
def _estate(
    board: Board, own: tuple[str, ...], levels: tuple[int, ...], turned: frozenset[str], owned: frozenset[str]
) -> Estate:
    """`owned` are the cards that any player has."""
    level, rent, sets = dict(zip(own, levels, strict=True)), 0.0, []
    for alike in dict.fromkeys([board.alike(deed) for deed in own]):
        mine = [deed for deed in alike if deed in level]
        if len(mine) == len(alike) and board.deeds[mine[0]].kind == "lot":
            sets.append(_rungs(board, alike, level, turned))
        else:
            rent += sum([_rent(board, deed, level[deed], len(mine)) for deed in mine if deed not in turned])
    cost = sum([_cost_of(board, deed, level[deed], turned) for deed in own])
    return Estate(rent, tuple(sets), cost, _open(board, own, owned), len(board.edition.board))


def _cost_of(board: Board, deed: str, level: int, turned: frozenset[str]) -> int:
    """A transferred card counts at what it lacks to be bought back."""
    square = board.deeds[deed]
    return square.price - (square.transfer if deed in turned else 0) + level * square.step


def _open(board: Board, own: tuple[str, ...], owned: frozenset[str]) -> float:
    near = 0.0
    for family in dict.fromkeys([board.set_of(deed) for deed in own if board.set_of(deed)]):
        missing = [deed for deed in family if deed not in own]
        if missing and owned.isdisjoint(missing):
            near += 1 / len(missing)
    return near


def _rent(board: Board, deed: str, level: int, number: int) -> float:
    """Of a card of which its owner has so many alike, but no whole colour set."""
    square = board.deeds[deed]
    if square.kind == "life":
        return float(SEVEN * board.edition.life_rent[number - 1])
    if square.kind == "supply":
        return float(board.edition.supply_rent[number - 1])
    return _at_level(board, deed, level)


def _at_level(board: Board, deed: str, level: int) -> float:
    rents = board.deeds[deed].rents
    return float(rents[-1] if level == board.solid else rents[level])


def _rungs(board: Board, family: tuple[str, ...], level: Mapping[str, int], turned: frozenset[str]) -> Rungs:
    """From what it earns as it is, evenly up to solids; what is transferred has to be bought back first."""
    step = board.deeds[family[0]].step
    bare = [
        0.0 if deed in turned else _at_level(board, deed, level[deed]) * (1 if level[deed] else 2)
        for deed in family
    ]
    rungs = [(0, sum(bare))]
    back = sum([board.redeeming(deed) for deed in family if deed in turned])
    for upto in range(min(level[deed] for deed in family) + 1, board.solid + 1):
        cost = back + step * sum([max(0, upto - level[deed]) for deed in family])
        rungs.append((cost, sum([_at_level(board, deed, max(upto, level[deed])) for deed in family])))
    return tuple(rungs)


def _built(sets: tuple[Rungs, ...], money: int) -> float:
    """The rent of whole sets after this money went where it brings most, leap by leap; the last in part."""
    at = [0] * len(sets)
    while True:
        leaps = [
            ((rungs[to][1] - rungs[at[one]][1]) / (rungs[to][0] - rungs[at[one]][0]), one, to)
            for one, rungs in enumerate(sets)
            for to in range(at[one] + 1, len(rungs))
        ]
        paid = [leap for leap in leaps if _cost(sets, at, leap) <= money]
        if not paid:
            begun = max(leaps, default=(0.0, 0, 0))[0] * money
            return begun + sum([rungs[place][1] for rungs, place in zip(sets, at, strict=True)])
        _, one, to = best = max(paid)
        money -= _cost(sets, at, best)
        at[one] = to


def _cost(sets: tuple[Rungs, ...], at: list[int], leap: tuple[float, int, int]) -> int:
    _, one, to = leap
    return sets[one][to][0] - sets[one][at[one]][0]
