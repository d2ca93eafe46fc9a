"""Setting up a game of CompoundIt!: the options, the edition, who begins, and the supplies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from adjudicator.chem.elements import ELEMENTS
from adjudicator.editions.registry import Editions
from adjudicator.errors import EditionError, UnreadableInput, quote
from adjudicator.ruleset import default_authority
from adjudicator_rulesets.compoundit import edition as editions
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import sets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.engine.frame import Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.compoundit.edition import Edition
    from adjudicator_rulesets.compoundit.play.state import Options, State

PLAYERS = range(2, 5)  # C-PLAYERS
MOST_TILES = 1000  # in a box to play with; an edition to judge by may have any number
NAME = "compoundit"
EDITIONS = Editions(editions.DEFAULT, editions.parse, editions.Edition)


class Played(Protocol):
    """A game, before it starts or while it is running."""

    @property
    def options(self) -> Options: ...
    @property
    def edition(self) -> str: ...


def faults(setup: Setup) -> Iterator[str]:
    """Raises UnknownRuleset or EditionError."""
    supplies = dict(rules_of(setup).edition.supplies)
    if len(setup.seats) not in supplies:
        counts = ", ".join(str(players) for players in supplies if players in PLAYERS)
        yield f"there are {len(setup.seats)} players; this edition is for {counts}"


def rules_of(played: Played) -> CompoundIt:
    """The rules of a game, by its options and the edition it was started with."""
    return _rules(played.options.rules, played.edition, played.options.starts)


@lru_cache(64)
def _rules(name: str, label: str, starts: str) -> CompoundIt:
    game, _, variant = name.partition(":")
    if game != NAME:
        raise UnreadableInput(
            "bad_options", f"{quote(name)} is not a rule set of CompoundIt!.", faults=["rules"]
        )
    edition = EDITIONS.get(label)
    if sum(tile.count for tile in edition.tiles) > MOST_TILES:
        fault = f"a game is played with at most {MOST_TILES} tiles"
        raise EditionError("edition_faulty", f"The edition is too large: {fault}.", faults=[fault])
    sets, first = sets_of(variant or "standard"), starts == "centre-first"
    return CompoundIt(name, sets, edition, default_authority(), centre_first=first)


def tiles_of(edition: Edition) -> tuple[str, ...]:
    """Every tile of the box."""
    return tuple(tile.symbol for tile in edition.tiles for _ in range(tile.count))


def first_player(
    tiles: tuple[str, ...], players: int, ledger: Ledger[State]
) -> tuple[int, tuple[dict[str, str], ...]]:
    """C-FIRST: who begins, and what each player drew in every round."""
    tied = tuple(range(players))
    rounds: list[dict[str, str]] = []
    while len(tied) > 1:
        if len(set(tiles)) == 1:  # no draw can decide between equal tiles
            return tied[ledger.below(len(tied))], tuple(rounds)
        drawn = dict(zip(tied, ledger.shuffled(tiles), strict=False))
        rounds.append({str(player): symbol for player, symbol in drawn.items()})
        highest = max(ELEMENTS[symbol].number for symbol in drawn.values())
        tied = tuple(player for player in tied if ELEMENTS[drawn[player]].number == highest)
    return tied[0], tuple(rounds)
