"""What compounds, crystals and tools are worth to a scientist, as the bots of Compounded reckon."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    WILD,
    bench,
    kit,
    pile,
    points,
    unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adjudicator_rulesets.compounded.play.lab import Compound
    from adjudicator_rulesets.compounded.play.state import State

LOOSE = 0.45  # a crystal on the bench; two of them are a point at the end
DRAWN = 0.2  # of a place that the bag may still fill, in parts of having it filled
DONE = 0.3  # of a compound's worth comes with its last crystal
CLOSE = 1.6  # progress counts the more the nearer a compound is to its end
RISE = {"discovery": 3.6, "study": 2.6, "research": 3.2, "lab": 1.2}  # of an experiment, early in the game
TOOL = {
    "goggles": 1.6,
    "key": 0.8,
    "pipet": 2.2,
    "cylinder": 1.0,
    "burner": 0.8,
    "journal": 1.6,
    EXTINGUISHER: 3.5,
    WILD: 3.4,
}


@dataclass(frozen=True)
class Taste:
    """What a bot takes into account: points only, or also experiments, tools and fires."""

    ahead: bool = True


class _Begun(NamedTuple):
    """A compound as it lies, and what is missing with how easily one comes by it."""

    start: float  # what is on it is worth
    filled: float  # places
    places: int
    open: int  # of these
    whole: float  # what it brings to score it, less the risk of fire
    missing: tuple[tuple[str, int, float], ...]


def _share(filled: float) -> float:
    """Of a compound's worth, that of a part of its places."""
    value: float = (1 - DONE) * filled**CLOSE + (DONE if filled >= 1 else 0.0)
    return value


@dataclass(frozen=True)
class Worth:
    """What things are worth to one seat at one moment."""

    state: State
    seat: int
    taste: Taste = Taste()

    @cached_property
    def left(self) -> float:
        """How much of the game is still to come, from one to nothing."""
        state = self.state
        if state.last is not None:
            return 0.15 if state.round < state.last else 0.0
        target = lab.edition_of(state).play.target
        leader = max(state.accounts[points(player)] for player in state.playing)
        return max(0.15, 1 - leader / target)

    @cached_property
    def _wholes(self) -> dict[str, float]:
        return {}

    def whole(self, compound: Compound) -> float:
        """What it brings to score it."""
        name = compound.card.name
        if name not in self._wholes:
            self._wholes[name] = self._whole(compound)
        return self._wholes[name]

    def _whole(self, compound: Compound) -> float:
        card = compound.card
        value = float(card.points)
        if not self.taste.ahead:
            return value
        raised = [n for n in lab.raisable(self.state, self.seat) if n in (lab.RAISED_BY[card.state], "lab")]
        value += max((RISE[name] for name in raised), default=0.0) * self.left
        if card.tool is not None:
            value += TOOL[card.tool] * self.left
        return value - (0.8 if card.reaction == "grant" else 0.0)

    def risk(self, compound: Compound) -> float:
        """The chance, roughly, that it burns before it is scored."""
        if not self.taste.ahead or compound.limit is None or compound.limit - compound.flames > 1:
            return 0.0
        return 0.12

    def progress(self, compound: Compound, filled: float) -> float:
        """What so many filled places of it are worth."""
        return self.whole(compound) * (1 - self.risk(compound)) * _share(filled / len(compound.card.places))

    @cached_property
    def own(self) -> list[Compound]:
        """The compounds it can score, those nearest to their end first."""
        mine = [c for c in lab.compounds(self.state) if c.owner == self.seat and not c.full]
        return sorted(mine, key=lambda c: (sum(n for _, n in c.missing), -self.whole(c)))

    @cached_property
    def hand(self) -> Mapping[str, int]:
        """The crystals that can be placed, by element."""
        return MappingProxyType(self.in_hand())

    def in_hand(self) -> Counter[str]:
        pieces = self.state.pieces
        return Counter([*pieces[bench(self.seat)], *pieces[pile(self.seat)]])

    @cached_property
    def kit(self) -> Mapping[str, int]:
        """The tools, wilds and extinguishers."""
        return MappingProxyType(Counter(self.state.pieces[kit(self.seat)]))

    def held(self, crystals: Mapping[str, int], wilds: int = 0, more: Iterable[Compound] = ()) -> float:
        """What crystals and wilds are worth beside the own compounds, and others if they were claimed."""
        left, value = dict(crystals), 0.0
        for compound in (*self.own, *more):
            gain, wilds = self._filling(compound, left, wilds)
            value += gain
        return self._and_spare(value, left)

    def held_with(self, crystals: Mapping[str, int], targets: Iterable[Compound]) -> Iterator[float]:
        """What crystals are worth if one of these were claimed, for each; the own compounds come first."""
        beside, value = dict(crystals), 0.0
        for compound in self.own:
            value += self._filling(compound, beside, 0)[0]
        for compound in targets:
            left = dict(beside)
            gain, _ = self._filling(compound, left, 0)
            yield self._and_spare(value + gain, left)

    def _filling(self, compound: Compound, left: dict[str, int], wilds: int) -> tuple[float, int]:
        """What a compound gains by the crystals and wilds it takes, and how many wilds are left."""
        begun = self._begun(compound)
        filled = begun.filled
        for symbol, number, likely in begun.missing:
            used = left.get(symbol, 0)
            if used:
                used = min(number, used)
                left[symbol] -= used
            lacking = number - used
            spent = min(lacking, wilds) if lacking == begun.open else 0
            wilds -= spent
            filled += used + spent + DRAWN * (lacking - spent) * likely
        return begun.whole * _share(filled / begun.places) - begun.start, wilds

    def _and_spare(self, value: float, left: Mapping[str, int]) -> float:
        spare = [number for number in left.values() if number > 0]
        return value + LOOSE * min(sum(spare), self._room) + 0.1 * len(spare)

    @cached_property
    def _room(self) -> int:
        return lab.value_of(self.state, "lab", self.seat)

    def _begun(self, compound: Compound) -> _Begun:
        found = self._starts.get(compound.slot)
        if found is None:
            filled, places = float(len(compound.crystals)), len(compound.card.places)
            whole = self.whole(compound) * (1 - self.risk(compound))
            missing = tuple([(symbol, number, self._likely(symbol)) for symbol, number in compound.missing])
            lacking = sum([number for _, number in compound.missing])
            start = whole * _share(filled / places)
            found = self._starts[compound.slot] = _Begun(start, filled, places, lacking, whole, missing)
        return found

    @cached_property
    def _starts(self) -> dict[int, _Begun]:
        return {}

    @cached_property
    def _bag(self) -> Counter[str]:
        return lab.bag(self.state)

    def _likely(self, symbol: str) -> float:
        """How easily one comes by it: as often as it lies in the bag."""
        found = self._chances.get(symbol)
        if found is None:
            found = self._chances[symbol] = min(1.0, 5 * self._bag[symbol] / max(1, self._bag.total()))
        return found

    @cached_property
    def _chances(self) -> dict[str, float]:
        return {}

    def goods(self, pieces: Mapping[str, int]) -> float:
        """Tools, wilds and extinguishers, each with how many there are."""
        return sum(
            [
                TOOL.get(piece, 0.0) * (1.0 if piece in (WILD, EXTINGUISHER) else self.left)
                for piece, number in pieces.items()
                for _ in range(number)
            ]
        )

    def possessions(self, crystals: Mapping[str, int], others: Mapping[str, int]) -> float:
        """Bench and kit together, to compare before and after a trade."""
        return self.held(crystals) + self.goods(others)

    @cached_property
    def extinguishing(self) -> float:
        """What lies on the unfinished extinguisher: its share of a ready one; nothing in the last turn."""
        play = lab.edition_of(self.state).play
        lying = len(lab.crystals_in(self.state, unfinished(self.seat)))
        return TOOL[EXTINGUISHER] * lying / len(play.extinguisher) if self.left else 0.0

    @cached_property
    def now(self) -> float:
        """Bench and kit as they are."""
        return self.possessions(self.hand, self.kit)
