"""Every molecule that element cards can build: V-BUILD, V-SECOND, V-ZERO and V-CLASS, worked out once.

An edition has a few dozen elements at most and a molecule a handful of cards, so all builds are listed, and
a question about cards is a look into that list.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from adjudicator.chem.elements import WRITING_ORDER
from adjudicator.chem.formula import write_atoms
from adjudicator_rulesets.valence_plus.edition import counts_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator_rulesets.valence_plus.edition import Edition, ElementCard, MoleculeCard

Cards = tuple[str, ...]  # sorted symbols
MAX_PARTITIONED = 16  # cards for which a way to build them all is looked for


@dataclass(frozen=True, slots=True)
class Recipe:
    """Cards that make a molecule: which one, with which valences, and the concrete substance."""

    cards: Cards
    valences: tuple[int, ...]  # of the cards, in their order
    molecule: MoleculeCard
    formula: str


class Builds:
    """The list of an edition, and what can be asked of it."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.cards = {card.symbol: card for card in (*edition.elements, *edition.optional)}

    @cached_property
    def by_cards(self) -> dict[Cards, Recipe]:
        return {build.cards: build for build in self._all()}

    def of(self, molecule: str) -> tuple[Recipe, ...]:
        """Every way to build a molecule; none for a complex one."""
        return self._by_molecule.get(molecule, ())

    @cached_property
    def _by_molecule(self) -> dict[str, tuple[Recipe, ...]]:
        found: dict[str, tuple[Recipe, ...]] = {}
        for build in self.by_cards.values():
            found[build.molecule.name] = (*found.get(build.molecule.name, ()), build)
        return found

    def valences(self, cards: Sequence[str]) -> tuple[int, ...]:
        """The valence of each card: the first, but for the two uses of the second (V-SECOND, V-ZERO)."""
        chosen = [self.cards[symbol] for symbol in cards]
        if self.is_transition_pair(cards):
            return (0,) * len(chosen)
        raised = self.edition.sulfur
        if sorted(cards) == sorted((raised, *self.edition.sulfur_partners)):
            return tuple(_second(card) if card.symbol == raised else card.valence for card in chosen)
        return tuple(card.valence for card in chosen)

    def is_transition_pair(self, cards: Sequence[str]) -> bool:
        return len(cards) == 2 and all(self.cards[s].colour == "transition" for s in cards)

    def splits(self, cards: Sequence[str]) -> bool:
        """V-BUILD: whether a smaller part of the cards sums to zero by the same valences."""
        valences = self.valences(cards)
        sizes = range(1, len(cards))
        return any(sum(part) == 0 for size in sizes for part in combinations(valences, size))

    def splits_anywhere(self, cards: Sequence[str]) -> bool:
        """The same for any number of cards: sums that fewer than all of them reach."""
        reached: dict[int, int] = {}  # sum -> fewest cards
        for valence in self.valences(cards):
            grown = {total + valence: size + 1 for total, size in reached.items()}
            for total, size in [*grown.items(), (valence, 1)]:
                reached[total] = min(size, reached.get(total, size))
        return reached.get(0, len(cards)) < len(cards)

    def partition(self, cards: Sequence[str]) -> tuple[Recipe, ...]:
        """A way to build all the cards, as several molecules; empty when there is none."""
        if len(cards) > MAX_PARTITIONED:
            return ()
        return self._cover(Counter(cards)) or ()

    def near(self, cards: Sequence[str]) -> Iterator[tuple[str, int, Recipe]]:
        """Builds one card away: which card is to be added (+1) or taken away (-1)."""
        have = Counter(cards)
        for symbol in self.cards:
            more = self.by_cards.get(tuple(sorted((have + Counter((symbol,))).elements())))
            if more:
                yield symbol, 1, more
        for symbol in sorted(have):
            fewer = self.by_cards.get(tuple(sorted((have - Counter((symbol,))).elements())))
            if fewer:
                yield symbol, -1, fewer

    def _cover(self, left: Counter[str]) -> tuple[Recipe, ...] | None:
        if not left:
            return ()
        first = min(left)
        for build in self._with[first]:
            needed = Counter(build.cards)
            if needed <= left:
                rest = self._cover(left - needed)
                if rest is not None:
                    return (build, *rest)
        return None

    @cached_property
    def _with(self) -> dict[str, list[Recipe]]:
        """The builds that use a card, largest first."""
        ordered = sorted(self.by_cards.values(), key=lambda build: -len(build.cards))
        return {symbol: [b for b in ordered if symbol in b.cards] for symbol in self.cards}

    def _all(self) -> Iterator[Recipe]:
        for molecule in self.edition.molecules:
            for way in molecule.colours:
                for cards in self._of_colours(way):
                    valences = self.valences(cards)
                    # A pair at zero is a molecule by V-ZERO, although each card sums to zero by itself.
                    whole = self.is_transition_pair(cards) or not self.splits(cards)
                    if sum(valences) == 0 and whole:
                        yield Recipe(cards, valences, molecule, self.write(cards))

    def _of_colours(self, way: tuple[str, ...]) -> Iterator[Cards]:
        """Every choice of cards with these colours."""
        choices = []
        for colour, number in Counter(way).items():
            symbols = sorted(card.symbol for card in self.edition.elements if counts_as(card.colour, colour))
            choices.append(list(combinations_with_replacement(symbols, number)))
        for parts in product(*choices):
            yield tuple(sorted(symbol for part in parts for symbol in part))

    def write(self, cards: Sequence[str]) -> str:
        """The formula as chemists write it: NaOH, NaHS, H2O, COCl2, SO3, CaClF."""
        counts = Counter(cards)
        colours = {self.cards[symbol].colour for symbol in counts}
        order = ["metal", "transition", "carbon", "sulfur", "oxygen", "halogen", "noble"]
        if "carbon" in colours:
            order = ["carbon", "oxygen", "sulfur", "halogen"]
        first = ["metal", "transition", "oxygen", "hydrogen"] if "oxygen" in colours else []
        if "hydrogen" in colours:
            order = (
                first
                if colours & {"metal", "transition"} and first
                else ["metal", "transition", "hydrogen", *order]
            )
        rank = {colour: place for place, colour in enumerate(dict.fromkeys([*order, *colours]))}
        symbols = sorted(counts, key=lambda s: (rank[self.cards[s].colour], WRITING_ORDER[s]))
        return write_atoms((symbol, counts[symbol]) for symbol in symbols)


def _second(card: ElementCard) -> int:
    return card.valence if card.second is None else card.second
