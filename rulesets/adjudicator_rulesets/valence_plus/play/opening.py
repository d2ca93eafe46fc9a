"""Setting up a game of Valence Plus: the options, the edition, the cards, and who begins."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Protocol

from adjudicator.chem.elements import ELEMENTS
from adjudicator.editions.registry import Editions
from adjudicator.errors import AdjudicatorError, EditionError
from adjudicator.ruleset import default_authority
from adjudicator_rulesets.valence_plus import edition as editions
from adjudicator_rulesets.valence_plus.judging.reactions import members, react
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.frame import Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.valence_plus.edition import Edition, MoleculeCard
    from adjudicator_rulesets.valence_plus.play.state import Options, State

NAME = "valence-plus"
PLAYERS = range(2, 5)  # V-PLAYERS
MOST_CARDS = 1000  # in a box to play with; an edition to judge by may have any number


EDITIONS = Editions(editions.DEFAULT, editions.parse, editions.Edition)


class Played(Protocol):
    """A game, before it starts or while it is running."""

    @property
    def options(self) -> Options: ...
    @property
    def edition(self) -> str: ...


def faults(setup: Setup) -> Iterator[str]:
    """Raises EditionError."""
    rules, players = rules_of(setup), len(setup.seats)
    known = {card.symbol for card in rules.edition.optional}
    optional = setup.options.optional
    yield from (f"this edition has no card {symbol}" for symbol in optional if symbol not in known)
    if players * rules.edition.hand >= len(elements_of(setup)):
        yield f"there are not enough element cards for {players} players"


def rules_of(played: Played) -> ValencePlus:
    """The rules of a game, by its options and the edition it was started with."""
    return _rules(played.options.original, played.edition)


@lru_cache(32)
def _rules(original: bool, label: str) -> ValencePlus:
    name = "valence-original" if original else NAME
    edition = (editions.ORIGINAL if original else editions.READER).parse(EDITIONS.text_of(label))
    rules = ValencePlus(name, edition, default_authority())
    if label != EDITIONS.current:
        _try(rules, edition)
    return rules


def _try(rules: ValencePlus, edition: Edition) -> None:
    counts = [card.count for card in edition.elements] + [card.count for card in edition.molecules]
    if sum(counts) > MOST_CARDS:
        _refuse_edition(f"a game is played with at most {MOST_CARDS} cards")
    _try_reactions(rules)


def _try_reactions(rules: ValencePlus) -> None:
    """A reaction that does not work out with real substances would break a game half-way (V-REAL)."""
    builds = rules.builds
    for reaction in rules.edition.reactions:
        try:
            inputs = [members(molecule, builds) for molecule in (*reaction.reactors, reaction.target)]
            for *reactors, target in product(*inputs):
                react(reaction, tuple(reactors), target, builds)
        except (RuntimeError, LookupError, ValueError, StopIteration, AdjudicatorError):
            reactors = list(reaction.reactors)
            _refuse_edition(
                f"{' + '.join([*reactors, reaction.target])} cannot be played: it does not balance"
            )


def _refuse_edition(fault: str) -> None:
    raise EditionError("edition_faulty", f"The edition cannot be played: {fault}.", faults=[fault])


# --- the cards ----------------------------------------------------------------------------------------------


def elements_of(played: Played) -> tuple[str, ...]:
    """V-ELEMENTS, V-OPTIONAL: every element card in play."""
    edition = rules_of(played).edition
    optional = [card for card in edition.optional if card.symbol in played.options.optional]
    return tuple(card.symbol for card in (*edition.elements, *optional) for _ in range(card.count))


def molecules_of(played: Played) -> tuple[str, ...]:
    """V-MOLECULES, V-BANK-START: the cards of the bank."""
    return tuple(card.name for card in rules_of(played).edition.molecules for _ in range(card.count))


@lru_cache(32)
def molecule_cards(rules: ValencePlus) -> dict[str, MoleculeCard]:
    return {card.name: card for card in rules.edition.molecules}


def kinds_to_make(played: Played) -> frozenset[str]:
    """V-COOP: every kind of molecule that this variant can produce; without reactions no complex ones."""
    molecules = rules_of(played).edition.molecules
    return frozenset(card.name for card in molecules if card.colours or not played.options.younger)


# --- who begins ---------------------------------------------------------------------------------------------


def first_player(hands: Sequence[Sequence[str]], ledger: Ledger[State]) -> int:
    """V-FIRST: the highest atomic number, then the next highest of those tied, then a random choice."""
    ranked = [sorted((ELEMENTS[symbol].number for symbol in cards), reverse=True) for cards in hands]
    tied = [player for player, numbers in enumerate(ranked) if numbers == max(ranked)]
    return tied[0] if len(tied) == 1 else tied[ledger.below(len(tied))]
