"""Oxidation numbers: which printed numbers can the tiles take so that they add up to zero?

Three policies say what tiles of one element may do within a compound (C-SIGN). Each is a way to cut an
element's printed numbers into palettes; all tiles of the element choose from one palette:
"uniform" - one number for all; "same-sign" - all positive or all negative; "any" - no restriction.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Policy = Literal["same-sign", "uniform", "any"]
Numbers = tuple[int, ...]

CACHE = 1 << 14


@lru_cache(CACHE)
def palettes(numbers: Numbers, policy: Policy) -> tuple[Numbers, ...]:
    if policy == "uniform":
        return tuple((number,) for number in numbers)
    if policy == "any":
        return (numbers,) if numbers else ()
    by_sign = (tuple(n for n in numbers if n > 0), tuple(n for n in numbers if n < 0))
    return tuple(palette for palette in by_sign if palette)


@lru_cache(CACHE)
def sums(palette: Numbers, count: int) -> frozenset[int]:
    """Every sum that `count` tiles can reach."""
    if len(palette) == 1:
        return frozenset((palette[0] * count,))
    if count == 0:
        return frozenset((0,))
    return frozenset(s + number for s in sums(palette, count - 1) for number in palette)


@lru_cache(CACHE)
def assignment(palette: Numbers, count: int, total: int) -> Numbers | None:
    """The plainest choice of `count` numbers with that sum: one number, else two, else more."""
    if count and total % count == 0 and total // count in palette:
        return (total // count,) * count
    for low, high in product(palette, palette):
        if low < high and (total - low * count) % (high - low) == 0:
            highs = (total - low * count) // (high - low)
            if 0 < highs < count:
                return (low,) * (count - highs) + (high,) * highs
    if total not in sums(palette, count):
        return None
    numbers: list[int] = []
    for left in range(count - 1, -1, -1):
        number = next(n for n in palette if total - n in sums(palette, left))
        numbers.append(number)
        total -= number
    return tuple(sorted(numbers))


@lru_cache(CACHE)
def neutral(
    a: Numbers, count_a: int, b: Numbers, count_b: int, policy: Policy
) -> tuple[Numbers, Numbers] | None:
    """Numbers for the tiles of two kinds that add up to zero, the plainest ones; or None."""
    if len(a) == len(b) == 1:  # nothing to choose
        return None if a[0] * count_a + b[0] * count_b else (a * count_a, b * count_b)
    best: tuple[Numbers, Numbers] | None = None
    for palette_a, palette_b in product(palettes(a, policy), palettes(b, policy)):
        sums_b = sums(palette_b, count_b)
        for total in sums(palette_a, count_a):
            if -total in sums_b:
                pair = _both(palette_a, count_a, palette_b, count_b, total)
                if best is None or _plainness(pair) < _plainness(best):
                    best = pair
    return best


@lru_cache(CACHE)
def balance(
    kinds: tuple[tuple[Numbers, int], ...], policy: Policy, total: int = 0
) -> tuple[Numbers, ...] | None:
    """Numbers for the tiles of any number of kinds that add up to -total: for each kind its own; or None."""
    if not kinds:
        return None if total else ()
    (numbers, count), *others = kinds
    for palette in palettes(numbers, policy):
        for part in sorted(sums(palette, count), key=abs):
            rest = balance(tuple(others), policy, total + part)
            if rest is not None:
                return (assignment(palette, count, part) or (), *rest)
    return None


def can_balance(kinds: Sequence[tuple[Numbers, int]], policy: Policy) -> bool:
    """Whether `balance` has an answer, without looking for it."""
    least = sum(min(numbers) * count for numbers, count in kinds if numbers)
    most = sum(max(numbers) * count for numbers, count in kinds if numbers)
    if not least <= 0 <= most:
        return False
    reached = {0}
    for numbers, count in kinds:
        if len(numbers) == 1:
            reached = {total + numbers[0] * count for total in reached}
        else:
            every = [sums(palette, count) for palette in palettes(numbers, policy)]
            reached = {total + more for total in reached for of_palette in every for more in of_palette}
    return 0 in reached


@lru_cache(CACHE)
def nearest(
    a: Numbers, count_a: int, b: Numbers, count_b: int, policy: Policy
) -> tuple[Numbers, Numbers] | None:
    """Numbers of opposite signs whose sum is nearest to zero; None when the two never have opposite signs."""
    best: tuple[tuple[object, ...], Numbers, Numbers] | None = None
    for palette_a, palette_b in product(palettes(a, policy), palettes(b, policy)):
        if min(palette_a) * max(palette_b) >= 0 and max(palette_a) * min(palette_b) >= 0:
            continue
        for total_a in sums(palette_a, count_a):
            for total_b in sums(palette_b, count_b):
                size = abs(total_a + total_b)
                if best is None or (size, -total_a) <= best[0][:2]:
                    numbers_a = assignment(palette_a, count_a, total_a) or ()
                    numbers_b = assignment(palette_b, count_b, total_b) or ()
                    key = (size, -total_a, *_plainness((numbers_a, numbers_b)))
                    if best is None or key < best[0]:
                        best = (key, numbers_a, numbers_b)
    return best and (best[1], best[2])


def _both(
    palette_a: Numbers, count_a: int, palette_b: Numbers, count_b: int, total: int
) -> tuple[Numbers, Numbers]:
    numbers_a, numbers_b = assignment(palette_a, count_a, total), assignment(palette_b, count_b, -total)
    assert numbers_a is not None and numbers_b is not None  # noqa: PT018 - both sums are reachable
    return numbers_a, numbers_b


def _plainness(pair: tuple[Numbers, Numbers]) -> tuple[int, int]:
    """Fewer different numbers first, then smaller ones."""
    return len(set(pair[0])) + len(set(pair[1])), sum(map(abs, pair[0]))
