"""What a hand can build, the slow way: every part of the hand is tried, by the text of the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

VALENCES = {"H": 1, "Na": 1, "K": 1, "Ca": 2, "Cu": 2, "Zn": 2, "C": 4, "O": -2, "S": -2, "F": -1, "Cl": -1}
METALS, HALOGENS = {"Na", "K", "Ca", "Cu", "Zn"}, {"F", "Cl"}
POINTS = {
    "Salt": 1, "Water": 1, "Acid": 0, "Hydrogen Sulfide": 1, "Carbon Dioxide": 2, "Carbon Disulfide": 2,
    "Carbonyl Sulfide": 2, "Metal Oxide": 3, "Base": 4, "Metal Sulfide": 3, "Metal Hydrosulfide": 4,
    "Deadly Carbonyls": 4, "Thiophosgene": 4, "Sulfur Trioxide": 4, "Halocarbon": 4, "Transition Metal Compound": 2,
}  # fmt: skip
# Which kinds of cards are in it; the valences decide how many of each.
KINDS = {
    "MX": "Salt", "HO": "Water", "HX": "Acid", "HS": "Hydrogen Sulfide", "CO": "Carbon Dioxide", "CS": "Carbon Disulfide",
    "COS": "Carbonyl Sulfide", "MO": "Metal Oxide", "HMO": "Base", "MS": "Metal Sulfide", "HMS": "Metal Hydrosulfide",
    "COX": "Deadly Carbonyls", "CSX": "Thiophosgene", "CX": "Halocarbon",
}  # fmt: skip


@lru_cache(1 << 14)
def molecule(cards: tuple[str, ...]) -> str | None:
    """The molecule of sorted cards, or None."""
    if len(cards) == 2 and set(cards) <= {"Cu", "Zn"}:
        return "Transition Metal Compound"
    if cards == ("O", "O", "O", "S"):
        return "Sulfur Trioxide"
    if any(symbol not in VALENCES for symbol in cards) or sum(VALENCES[s] for s in cards) != 0:
        return None
    smaller = (part for size in range(1, len(cards)) for part in combinations(cards, size))
    if any(sum(VALENCES[symbol] for symbol in part) == 0 for part in smaller):
        return None
    letters = {"M" if s in METALS else "X" if s in HALOGENS else s for s in cards}
    return KINDS.get("".join(sorted(letters, key="CHMOSX".index)))


def builds(hand: Sequence[str], bank: Mapping[str, int]) -> set[tuple[str, ...]]:
    parts = {tuple(sorted(part)) for size in range(2, len(hand) + 1) for part in combinations(hand, size)}
    return {part for part in parts if (made := molecule(part)) and bank.get(made, 0)}


def best(hand: Sequence[str], bank: Mapping[str, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The most (points, cards) and the most (cards, points) over every way to split off molecules."""
    found = {(sum(POINTS[name] for name in made), used) for made, used in _ways(tuple(sorted(hand)))
             if Counter(made) <= Counter(bank)}  # fmt: skip
    return max(found), max((used, points) for points, used in found)


def _ways(left: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every way: the first card is left over, or belongs to one of the molecules that it can be in."""
    if not left:
        yield (), 0
        return
    first, rest = left[0], left[1:]
    yield from _ways(rest)
    for size in range(1, len(rest) + 1):
        for others in set(combinations(rest, size)):
            made = molecule((first, *others))
            if made:
                remaining = list(rest)
                for symbol in others:
                    remaining.remove(symbol)
                for names, used in _ways(tuple(remaining)):
                    yield (made, *names), used + size + 1
