"""Setting up a game of CompoundIt!: the options, the edition, who begins, and the supplies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.engine import codec
from adjudicator.errors import AdjudicatorError, EditionError, UnreadableInput, quote
from adjudicator.ruleset import default_authority, load_ruleset
from rulesets.compoundit import edition as editions
from rulesets.compoundit.judging.rules import CompoundIt
from rulesets.compoundit.judging.sets import sets_of
from rulesets.compoundit.play.state import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.rng import Rng
    from rulesets.compoundit.edition import Edition
    from rulesets.compoundit.play.state import State

PLAYERS = range(2, 5)  # C-PLAYERS
MOST_TILES = 1000  # of a box that is played with; an edition to judge by may have any number
NAME = "compoundit"


def options_of(data: Mapping[str, Any]) -> Options:
    """Raises UnreadableInput with every fault, UnknownRuleset or EditionError."""
    options = codec.read(Options, data, "options")
    supplies = dict(rules_of(options).edition.supplies)
    if options.players not in PLAYERS or options.players not in supplies:
        counts = ", ".join(str(players) for players in supplies if players in PLAYERS)
        raise UnreadableInput(
            "bad_options",
            f"There are {options.players} players; this edition is for {counts}.",
            faults=[f"players must be one of {counts}"],
        )
    return options


def rules_of(options: Options) -> CompoundIt:
    return _rules(options.rules, options.edition)


def rules_in_force(state: State) -> CompoundIt:
    """The rules of a game that goes on, which must still be those it was started with."""
    rules = rules_of(state.options)
    check_edition(rules, state.edition)
    return rules


def check_edition(rules: CompoundIt, label: str) -> None:
    if rules.edition.label != label:
        raise AdjudicatorError(
            "edition_changed",
            f"This game was started with {label}; the edition here is {rules.edition.label}.",
        )


@lru_cache(64)
def _rules(name: str, edition: str | None) -> CompoundIt:
    game, _, variant = name.partition(":")
    if game != NAME:
        raise UnreadableInput(
            "bad_options", f"{quote(name)} is no rule set of CompoundIt!.", faults=["rules"]
        )
    if edition is None:
        rules = load_ruleset(name, editions.FIRST)
        assert isinstance(rules, CompoundIt)
    else:
        variant = variant or "standard"
        rules = CompoundIt(name, sets_of(variant), editions.parse(edition), default_authority())
    if sum(tile.count for tile in rules.edition.tiles) > MOST_TILES:
        fault = f"a game is played with at most {MOST_TILES} tiles"
        raise EditionError("edition_faulty", f"The edition is too large: {fault}.", faults=[fault])
    return rules


def tiles_of(edition: Edition) -> tuple[str, ...]:
    """Every tile of the box."""
    return tuple([tile.symbol for tile in edition.tiles for _ in range(tile.count)])


def first_player(
    tiles: tuple[str, ...], players: int, rng: Rng
) -> tuple[int, tuple[dict[str, str], ...], Rng]:
    """C-FIRST: who begins, what each drew in every round, and the generator afterwards."""
    tied = tuple(range(players))
    rounds: list[dict[str, str]] = []
    while len(tied) > 1:
        if len(set(tiles)) == 1:  # no draw can decide between equal tiles
            lot, rng = rng.below(len(tied))
            return tied[lot], tuple(rounds), rng
        shuffled, rng = rng.shuffled(tiles)
        drawn = dict(zip(tied, shuffled, strict=False))
        rounds.append({str(player): symbol for player, symbol in drawn.items()})
        highest = max(ELEMENTS[symbol].number for symbol in drawn.values())
        tied = tuple(player for player in tied if ELEMENTS[drawn[player]].number == highest)
    return tied[0], tuple(rounds), rng


def supplies_of(
    tiles: tuple[str, ...], players: int, size: int, rng: Rng
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], Rng]:
    """C-SUPPLY: the face-down supplies in the order in which they will be drawn, and what stays out."""
    shuffled, rng = rng.shuffled(tiles)
    supplies = tuple(shuffled[player * size : (player + 1) * size] for player in range(players))
    return supplies, shuffled[players * size :], rng
