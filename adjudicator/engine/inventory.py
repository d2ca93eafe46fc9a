"""Where every piece is. Pieces move only here, so the pieces of the box are all somewhere, once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class MissingPiece(ValueError):  # noqa: N818 - it names what is wrong on the table
    """A piece was to be taken from where it is not."""


class _Known:
    """Room beside the fields of a value for what is worked out from them."""

    __slots__ = ("by_place", "hashed")
    by_place: dict[str, tuple[str, ...]]
    hashed: int  # once asked for


@dataclass(frozen=True, slots=True)
class Inventory(_Known):
    """Named places, each with its pieces in order: a pile is drawn from its front, and grows at its end."""

    places: tuple[tuple[str, tuple[str, ...]], ...]

    @classmethod
    def of(cls, places: Mapping[str, Iterable[str]]) -> Inventory:
        return cls(tuple((place, tuple(pieces)) for place, pieces in places.items()))

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_place", dict(self.places))  # it is asked for its places all the time

    def __hash__(self) -> int:
        """Computed once and kept with the inventory, because there are hundreds of names."""
        try:
            return self.hashed
        except AttributeError:
            object.__setattr__(self, "hashed", hash(self.places))
            return self.hashed

    def __reduce__(self) -> tuple[type[Inventory], tuple[object]]:
        return Inventory, (self.places,)

    def __getitem__(self, place: str) -> tuple[str, ...]:
        return self.by_place[place]

    def move(self, pieces: Sequence[str], source: str, target: str) -> Inventory:
        """These pieces, of equal ones those that came last, to the end of another place."""
        if source == target:
            raise MissingPiece(f"these pieces are already in {source}")
        left = list(self[source])
        for piece in reversed(pieces):
            if piece not in left:
                raise MissingPiece(f"no {piece!r} in {source}")
            del left[len(left) - 1 - left[::-1].index(piece)]
        return self._with({source: tuple(left), target: (*self[target], *pieces)})

    def draw(self, number: int, source: str, target: str) -> Inventory:
        """The front pieces of a pile, to the end of another place."""
        pile = self[source]
        if source == target or not 0 <= number <= len(pile):
            raise MissingPiece(f"{source} has {len(pile)} pieces, not {number}")
        return self._with({source: pile[number:], target: (*self[target], *pile[:number])})

    def rearranged(self, place: str, order: Sequence[str]) -> Inventory:
        """The same pieces of a place in another order, as after a shuffle."""
        if Counter(order) != Counter(self[place]):
            raise MissingPiece(f"{place} has other pieces")
        return self._with({place: tuple(order)})

    def rotated(self, places: Sequence[str], steps: int = 1) -> Inventory:
        """What lies in each of these places goes to the next, the last one's to the first: hands passed left.

        Below nothing, `steps` passes them the other way.
        """
        if len(set(places)) != len(places):
            raise MissingPiece(f"a place is named twice in {', '.join(places)}")
        held = [self[place] for place in places]
        return self._with({place: held[(i - steps) % len(held)] for i, place in enumerate(places)})

    def census(self) -> Counter[str]:
        """Every piece there is, wherever it lies."""
        return Counter(piece for _, pieces in self.places for piece in pieces)

    def _with(self, changed: dict[str, tuple[str, ...]]) -> Inventory:
        return Inventory(tuple((self.by_place | changed).items()))
