"""Setting up games and rounds of Ion: the edition, the cards in play, hands, goals and the middle."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from adjudicator.chem.naming import names
from adjudicator.editions.registry import Editions
from adjudicator.ruleset import default_authority
from adjudicator_rulesets.ion import edition as editions
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import classify, neutral, once, written
from adjudicator_rulesets.ion.play.state import DECK, tile_piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from adjudicator.engine.frame import Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.ion.edition import Card, Edition, Goal
    from adjudicator_rulesets.ion.judging.bonding import Class, Laid
    from adjudicator_rulesets.ion.play.state import Options, State

NAME = "ion"
EDITIONS = Editions(editions.DEFAULT, editions.parse, editions.Edition)
FEWEST_RADIOACTIVE = 3  # players (I-RAD)
MOST_CARDS, MOST_HAND, MOST_ROUNDS = 1000, 24, 12  # for play; an edition to judge by may have any number


class Played(Protocol):
    """A game, before it starts or while it is running."""

    @property
    def options(self) -> Options: ...
    @property
    def edition(self) -> str: ...


class Begun(NamedTuple):
    """The part of a game that is known before it starts, or from a view."""

    options: Options
    edition: str


def edition_of(played: Played) -> Edition:
    return EDITIONS.get(played.edition)


def cards_of(played: Played) -> Mapping[str, Card]:
    """The kinds of drafting cards in play (I-BASE, I-EXPANSIONS)."""
    return _cards(played.edition, played.options.expansions)


@lru_cache(64)
def _cards(label: str, expansions: tuple[str, ...]) -> dict[str, Card]:
    return EDITIONS.get(label).with_expansions(expansions)


def deck_of(played: Played) -> tuple[str, ...]:
    return tuple(card.card for card in cards_of(played).values() for _ in range(card.count))


def tiles_of(played: Played) -> tuple[str, ...]:
    if not played.options.tiles:
        return ()
    return tuple(tile_piece(tiles.letter, tile) for tiles in edition_of(played).tiles for tile in TILES)


def cost_of(played: Played, piece: str) -> int:
    letter, _, tile = piece.rpartition(" ")
    return _costs(played.edition)[letter, tile]


@lru_cache(64)
def _costs(label: str) -> dict[tuple[str, str], int]:
    return {(tiles.letter, tile): tiles.cost(tile) for tiles in EDITIONS.get(label).tiles for tile in TILES}


def goal_cards(played: Played, chosen: Iterable[str]) -> tuple[Goal, ...]:
    known = _goals(played.edition)
    return tuple(known[goal] for goal in chosen)


@lru_cache(64)
def _goals(label: str) -> dict[str, Goal]:
    return {goal.goal: goal for goal in EDITIONS.get(label).goals}


def hand_size(played: Played) -> int:
    """I-HAND, I-RAD-HAND."""
    play = edition_of(played).play
    return play.hand_with_radioactive if played.options.radioactive else play.hand


def picks_of(played: Played) -> int:
    """I-LAST-TWO: how often all pick in a round."""
    return hand_size(played) - edition_of(played).play.left_over


# --- compounds ----------------------------------------------------------------------------------------------


class Compound(NamedTuple):
    formula: str
    name: str | None
    kind: Class
    points: int


def compound_of(played: Played, group: tuple[Laid, ...]) -> Compound | None:
    """The compound that a group makes; None unless it is neutral."""
    return _compound(played.edition, group) if neutral(group, played.options.reading) else None


@lru_cache(1 << 12)
def _compound(label: str, group: tuple[Laid, ...]) -> Compound:
    cards = _cards(label, editions.EXPANSIONS)
    # I-NEUTRAL: Mg2Cl4 is magnesium chloride
    name = next(iter(names(written(once(group)), default_authority().table)), None)
    return Compound(written(group), name, classify(group), sum(cards[laid.card].points for laid in group))


# --- playable setups ----------------------------------------------------------------------------------------


def faults(setup: Setup) -> Iterator[str]:
    """Every reason why this setup cannot be played."""
    players, edition = len(setup.seats), edition_of(setup)
    play, size = edition.play, hand_size(setup)
    if setup.options.radioactive and players < FEWEST_RADIOACTIVE:
        yield f"the radioactive cards are for {FEWEST_RADIOACTIVE} players or more"
    if size <= play.left_over:
        yield "hands must be larger than what is left over of them"
    # Played radioactive cards are not dealt again (I-RAD-STAY).
    always = [card for card in cards_of(setup).values() if card.kind != "radioactive"]
    if sum(card.count for card in always) < players * size:
        yield f"there are not enough cards for {players} players"
    if len(edition.goals_for(players)) < goals_in_a_round(edition, players):
        yield f"there are not enough goals for {players} players"
    if len(deck_of(setup)) > MOST_CARDS or size > MOST_HAND or play.rounds > MOST_ROUNDS:
        yield f"there are at most {MOST_CARDS} cards, {MOST_HAND} in a hand, and {MOST_ROUNDS} rounds"


def goals_in_a_round(edition: Edition, players: int) -> int:
    """I-GOAL-FEW, I-GOAL-MANY."""
    play = edition.play
    return play.goals_many if players >= play.many_from else play.goals_few


# --- rounds -------------------------------------------------------------------------------------------------


def deal_tiles(ledger: Ledger[State], setup: Setup) -> list[str]:
    """I-TILES: the letter of each player's set, which stays hidden."""
    if not setup.options.tiles:
        return []
    letters = ledger.shuffled([tiles.letter for tiles in edition_of(setup).tiles])
    return list(letters[: len(setup.seats)])


def start_round(ledger: Ledger[State]) -> None:
    """I-NEXT, I-GOAL-DRAW, I-HAND, I-CENTRE."""
    state = ledger.state
    seats, edition = len(state.seats), edition_of(state)
    kept = [played.card for own in state.areas for played in own.radioactive]
    collected = list(deck_of(state))
    for card in kept:
        collected.remove(card)
    deck = ledger.shuffled(collected)
    fit = [goal.goal for goal in edition.goals_for(seats)]
    goals = ledger.shuffled(fit)[: goals_in_a_round(edition, seats)]
    ledger.record("round_started", round=state.round + 1, goals=goals, deck=deck)
    size = hand_size(state)
    for player in state.playing:
        cards = ledger.state.pieces[DECK][:size]
        ledger.record("cards_dealt", player, number=size, cards=cards)
    if state.options.tiles:
        _lay_center(ledger, edition.play.center)


def _lay_center(ledger: Ledger[State], number: int) -> None:
    """I-CENTRE: turned up from the deck; duplicates of what lies there are set aside and shuffled back in."""
    lying: list[str] = []
    aside: list[str] = []
    deck = list(ledger.state.pieces[DECK])
    while deck and len(lying) < number:
        card = deck.pop(0)
        (aside if card in lying else lying).append(card)
    after = ledger.shuffled([*deck, *aside]) if aside else tuple(deck)
    ledger.record("center_laid", cards=lying, set_aside=aside, deck=after)
