"""Setting up a game of Valence Plus: the options, the edition, the cards, and who begins."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.engine import codec
from adjudicator.errors import AdjudicatorError, EditionError, UnreadableInput
from adjudicator.ruleset import default_authority
from rulesets.valence_plus import edition as editions
from rulesets.valence_plus.reactions import members, react
from rulesets.valence_plus.rules import ValencePlus
from rulesets.valence_plus.state import Options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.rng import Rng
    from rulesets.valence_plus.edition import MoleculeCard
    from rulesets.valence_plus.state import State

NAME = "valence-plus"
PLAYERS = range(2, 5)  # V-PLAYERS
MOST_CARDS = 1000  # of a box that is played with; an edition to judge by may have any number


def options_of(data: Mapping[str, Any]) -> Options:
    """Raises UnreadableInput with every fault, or EditionError."""
    options = codec.read(Options, data, "options")
    faults = list(_faults(options))
    if faults:
        raise UnreadableInput(
            "bad_options", f"This game cannot be set up: {'; '.join(faults)}.", faults=faults
        )
    return options


def _faults(options: Options) -> Iterator[str]:
    rules = rules_of(options)
    known = {card.symbol for card in rules.edition.optional}
    yield from (f"this edition has no card {symbol}" for symbol in options.optional if symbol not in known)
    if options.players not in PLAYERS:
        yield f"players must be {PLAYERS[0]} to {PLAYERS[-1]}, not {options.players}"
    elif options.players * rules.edition.hand >= len(elements_of(options)):
        yield f"there are not enough element cards for {options.players} players"


def rules_of(options: Options) -> ValencePlus:
    return _rules(options.original, options.edition)


def rules_in_force(state: State) -> ValencePlus:
    """The rules of a game that goes on, which must still be those it was started with."""
    rules = rules_of(state.options)
    if rules.edition.label != state.edition:
        raise AdjudicatorError(
            "edition_changed",
            f"This game was started with {state.edition}; the edition here is {rules.edition.label}.",
        )
    return rules


@lru_cache(32)
def _rules(original: bool, text: str | None) -> ValencePlus:
    name = "valence-original" if original else NAME
    if text is None:
        return ValencePlus(name, editions.load(original=original), default_authority())
    edition = editions.parse(text, original=original)
    counts = [card.count for card in edition.elements] + [card.count for card in edition.molecules]
    if sum(counts) > MOST_CARDS:
        _refuse_edition(f"a game is played with at most {MOST_CARDS} cards")
    rules = ValencePlus(name, edition, default_authority())
    _try_reactions(rules)
    return rules


def _try_reactions(rules: ValencePlus) -> None:
    """A reaction that cannot be worked out with real substances would break a game half-way (V-REAL)."""
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


def elements_of(options: Options) -> tuple[str, ...]:
    """V-ELEMENTS, V-OPTIONAL: every element card that is in play."""
    edition = rules_of(options).edition
    optional = [card for card in edition.optional if card.symbol in options.optional]
    return tuple([card.symbol for card in (*edition.elements, *optional) for _ in range(card.count)])


def molecules_of(options: Options) -> tuple[str, ...]:
    """V-MOLECULES, V-BANK-START: the cards of the bank."""
    return tuple([card.name for card in rules_of(options).edition.molecules for _ in range(card.count)])


@lru_cache(32)
def molecule_cards(rules: ValencePlus) -> dict[str, MoleculeCard]:
    return {card.name: card for card in rules.edition.molecules}


@lru_cache(32)
def kinds_to_make(options: Options) -> frozenset[str]:
    """V-COOP: every kind of molecule that this variant can bring about; without reactions none is complex."""
    edition = rules_of(options).edition
    return frozenset(card.name for card in edition.molecules if card.colours or not options.younger)


# --- who begins ---------------------------------------------------------------------------------------------


def first_player(hands: Sequence[Sequence[str]], rng: Rng) -> tuple[int, Rng]:
    """V-FIRST: the highest atomic number, then the next highest of those who are tied, then the lot."""
    ranked = [sorted((ELEMENTS[symbol].number for symbol in cards), reverse=True) for cards in hands]
    tied = [player for player, numbers in enumerate(ranked) if numbers == max(ranked)]
    if len(tied) == 1:
        return tied[0], rng
    lot, rng = rng.below(len(tied))
    return tied[lot], rng
