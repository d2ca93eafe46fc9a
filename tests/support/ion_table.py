"""Tables of Ion for testing rules: the cards are where a test wants them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.agenda import Agenda
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Event
from adjudicator.engine.inventory import Inventory
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import Laid
from adjudicator_rulesets.ion.play.folds import lying
from adjudicator_rulesets.ion.play.game import IonGame
from adjudicator_rulesets.ion.play.opening import cards_of, deck_of, edition_of, picks_of, tiles_of
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    BOX,
    CENTER,
    DECK,
    GOAL_PILE,
    GOALS,
    Action,
    Area,
    Pick,
    Picking,
    Place,
    State,
    area,
    face_down,
    face_up,
    hand,
    new,
    taken,
    tile_piece,
)
from adjudicator_rulesets.ion.play.views import cards_in

GAME = IonGame()
_CARD = re.compile(r"([A-Za-z0-9]+)([+-]\d)?")


def table(
    hands: Sequence[str],
    areas: Sequence[str] = (),
    *,
    deck: str = "",
    center: str = "",
    goals: Sequence[str] = (),
    round_: int = 1,
    pick: int = 1,
    sets: str = "ABCDEFG",
    edition: str | None = None,
    **options: Any,
) -> State:
    """Cards by their names: "Na Cl / Mg F / He" is an area with two groups and a gas; "Fe+3" shows a charge.

    `deck` is the top of the deck; cards not named are below. A negative `pick` counts from the end.
    """
    state = GAME.new(options, 1, players=len(hands), edition=edition)
    own = [_area(state, text) for text in (*areas, *[""] * (len(hands) - len(areas)))]
    places: dict[str, Sequence[str]] = {CENTER: center.split(), AWAY: ()}
    for player, cards in enumerate(hands):
        places[hand(player)], places[area(player)] = cards.split(), cards_in(own[player])
        places[new(player)] = places[taken(player)] = ()
        letter = sets[player]
        given = [tile_piece(letter, tile) for tile in TILES] if state.options.tiles else []
        places[face_down(player)], places[face_up(player)] = given, ()
    used = Counter(card for cards in places.values() for card in cards) + Counter(deck.split())
    rest = Counter(deck_of(state)) - used
    places[DECK] = [*deck.split(), *sorted(rest.elements())]
    places[BOX] = [piece for piece in tiles_of(state) if piece[0] not in sets[: len(hands)]]
    places[GOALS] = goals
    places[GOAL_PILE] = [goal.goal for goal in edition_of(state).goals if goal.goal not in goals]
    pieces = Inventory.of(places)
    assert pieces.census() == GAME.box(state), "not so many cards in the box"
    return replace(
        state,
        pieces=pieces,
        areas=tuple(own),
        round=round_,
        pick=pick if pick > 0 else picks_of(state) + 1 + pick,
        agenda=Agenda.of(Picking(Choices(state.playing)), state.version),
    )


def _area(state: State, text: str) -> Area:
    cards = cards_of(state)
    own = Area()
    for part in filter(None, (part.split() for part in text.split("/"))):
        if part[0] in cards and cards[part[0]].kind == "noble":
            own = replace(own, nobles=(*own.nobles, *part))
        else:
            own = replace(own, groups=(*own.groups, lying(laid(word, cards) for word in part)))
    return own


def laid(word: str, cards: Mapping[str, Any]) -> Laid:
    found = _CARD.fullmatch(word)
    assert found is not None
    return Laid(found[1], int(found[2]) if found[2] else cards[found[1]].charges[0])


def groups(state: State, text: str) -> tuple[tuple[Laid, ...], ...]:
    """The groups for RXN, as in "Na Cl / Fe+3"."""
    return _area(state, text).groups


def apply(state: State, player: int, action: Any) -> State:
    return GAME.apply(state, player, action)[0]


def played(state: State, player: int, action: Any) -> tuple[State, tuple[Event, ...]]:
    return GAME.apply(state, player, action)


def codes(state: State, player: int, action: Any) -> list[str]:
    """The codes of the refusal; empty if it is allowed."""
    try:
        GAME.apply(state, player, action)
    except IllegalAction as refused:
        return [check.code for check in refused.verdict.checks]
    return []


def rules(state: State, player: int, action: Any) -> list[str]:
    """The rules that refuse it."""
    return [check.rule for check in GAME.judge(state, player, action).checks if not check.passed]


def picked(state: State, *picks: str) -> State:
    """Everybody picks, in the order of seats, and the picks are revealed."""
    for player, cards in enumerate(picks):
        state = apply(state, player, Pick(tuple(cards.split())))
    return state


def step(state: State, *picks: str) -> State:
    """Everybody picks a card and lays it alone; the hands are passed."""
    return laid_out(picked(state, *picks))


def laid_out(state: State) -> State:
    """Players who still have cards to place lay them alone, metals at their first charge."""
    for player in state.playing:
        while state.to_place(player):
            lone: list[Action] = [
                a for a in GAME.legal_actions(state, player) if isinstance(a, Place) and a.onto is None
            ]
            state = apply(state, player, lone[0])
    return state


def shown(state: State, player: int) -> list[str]:
    """The groups of an area in readable form."""
    return [" ".join(one.card for one in group) for group in state.areas[player].groups]


def after_otherwise(state: State, until: str) -> tuple[State, list[Event]]:
    """Plays what happens if nobody answers, until an event of this type."""
    events: list[Event] = []
    while until not in [event.type for event in events]:
        ask = next(ask for ask in GAME.asked(state) if ask.obliged)
        state, more = GAME.apply(state, ask.player, ask.otherwise)
        events += more
    return state, events
