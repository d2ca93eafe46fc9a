"""Tables of Valence Plus set up by hand, for tests of single rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.agenda import Agenda
from adjudicator.engine.game import Resign
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame, substance
from adjudicator_rulesets.valence_plus.play.opening import elements_of, molecules_of, rules_of
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DECK,
    DISCARD,
    Action,
    CardTurn,
    State,
    hand,
    stash,
)

GAME = ValencePlusGame()
ASIDE = "aside"  # the place for cards that a test wants nowhere

Molecule = tuple[str, str]  # its kind and the formula of its substance


def table(
    *hands: Sequence[str],
    turn: int = 0,
    deck: Sequence[str] | None = None,
    discard: Sequence[str] | None = None,
    stashes: Sequence[Sequence[Molecule]] | None = None,
    **options: Any,
) -> State:
    """A game at the beginning of a turn, with these cards; deck and discard pile hold the rest unless given."""
    state = GAME.new(options, 1, players=len(hands))
    rules = rules_of(state)
    held = [tuple(substance(rules, *card) for card in cards) for cards in stashes or [()] * len(hands)]
    rest = Counter(elements_of(state))
    rest.subtract(Counter(symbol for cards in (*hands, deck or (), discard or ()) for symbol in cards))
    assert min(rest.values()) >= 0, f"more cards than there are: {-rest}"
    left = tuple(sorted(rest.elements()))
    if discard is None:
        discard, left = left[:1], left[1:]
    bank = Counter(molecules_of(state))
    bank.subtract(card.molecule for cards in held for card in cards)
    assert min(bank.values()) >= 0, f"more molecules than there are: {-bank}"
    places: dict[str, Sequence[str]] = {
        DECK: left if deck is None else deck,
        DISCARD: discard,
        **{hand(player): cards for player, cards in enumerate(hands)},
        **{stash(player): [card.molecule for card in cards] for player, cards in enumerate(held)},
        BANK: tuple(bank.elements()),
        ASIDE: () if deck is None else left,
    }
    made = tuple(sorted({card.molecule for cards in held for card in cards}))
    return replace(state, pieces=Inventory.of(places), stashes=tuple(held), first=turn, turn=turn, made=made)


def collected(state: State) -> State:
    """The same after cards were collected."""
    return replace(state, agenda=Agenda.of(CardTurn("build"), state.version))


def codes(state: State, player: int, action: Action) -> list[str]:
    return [check.code for check in GAME.judge(state, player, action).checks]


def apply(state: State, action: Action | Resign, player: int | None = None) -> State:
    """Applies an action of the player on turn, unless another is given."""
    return GAME.apply(state, state.turn if player is None else player, action)[0]


def played(state: State, *actions: Action) -> State:
    for action in actions:
        state = apply(state, action)
    return state
