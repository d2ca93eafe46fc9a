"""Ion as a subject of the contract suite, and a random player without a strategy."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.inventory import Inventory
from adjudicator.testing.subject import Subject
from adjudicator_rulesets.ion.bots.position import layouts
from adjudicator_rulesets.ion.judging.bonding import Laid
from adjudicator_rulesets.ion.play.game import IonGame
from adjudicator_rulesets.ion.play.opening import cards_of
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    CENTER,
    DECK,
    Action,
    Decline,
    Hold,
    Pick,
    Picking,
    Place,
    Ready,
    Refreshed,
    Rxn,
    Settle,
    State,
    TakeCard,
    TakeCenter,
    TurnMetal,
    hand,
)

GAME = IonGame()
DRAWN = 7  # cards of the deck that Select Two may turn up with one reveal


def act(state: State, player: int, random: Random) -> Action:
    """Any listed action; a player who has picked mostly keeps the pick, so that games end."""
    listed = GAME.legal_actions(state, player)
    chosen = random.choice(listed)
    if isinstance(chosen, Open):
        return some_layout(state, player, random)
    return chosen


def some_layout(state: State, player: int, random: Random) -> Rxn:
    own = state.areas[player]
    found = [own.groups, *layouts(own, cards_of(state))]
    return Rxn(random.choice(found))


def candidates(state: State, player: int, random: Random) -> list[Any]:
    """Of every kind: what is listed, what is possible, and what is impossible."""
    listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
    some = random.sample(listed, min(12, len(listed)))
    held = state.pieces[hand(player)] or ("Na",)
    center = state.pieces[CENTER] or ("Cl",)
    placed = [*state.to_place(player), "Na", "He", "Fe", "U", "Zz"]
    other = random.choice(state.players)
    return [
        *some,
        Pick((held[0],)), Pick((held[0], held[-1])), Pick(()), Pick(("Zz",)), Pick((held[0],) * 3),
        *(Place(placed[0], onto, charge) for onto, charge in ((None, None), (0, None), (99, None), (None, 2), (0, 3))),
        Place("Zz"), Place("Fe", None, 3), Place("He", 0),
        TurnMetal(0, "Fe", 2), TurnMetal(0, "Cu", 1), TurnMetal(9, "Na", 1),
        Hold(), Hold(last=True), Ready(), Decline(),
        TakeCenter(center[0]), TakeCenter("Zz"),
        some_layout(state, player, random), Rxn(()), Rxn(((Laid("Na", 1), Laid("Cl", -1)),)), Rxn(((),)),
        TakeCard(other, 0, "Na"), TakeCard(player, 0, "Cl"), TakeCard(99, 0, "Cl"),
        Settle(), Settle((Refreshed(0, "SO4", "rxn"),)), Settle((Refreshed(0, "OH", "take"),)),
    ]  # fmt: skip


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Cards change places among other hands, the deck and the cards put away.

    Picked cards stay, and so does whatever comes next: the hand that is passed to the viewer, cards that
    Select Two draws, and, where a reveal can follow at once, everything. Tiles stay, because any of them may
    be used next.
    """
    kept: dict[str, list[str]] = {}
    if isinstance(state.agenda.top, Picking):
        kept = {hand(player): list(cards) for player, cards in state.choices.made if player != viewer}
    giver = state.others(viewer)[-1:] if viewer in state.playing else ()
    places = dict(state.pieces.places)
    kept[DECK] = list(places[DECK][:DRAWN])
    changed = [hand(p) for p in state.players if p != viewer and p not in giver] + [DECK, AWAY]
    loose = []
    for place in changed:
        left = list(places[place])
        for card in kept.get(place, ()):
            left.remove(card)
        loose += left
    random.shuffle(loose)
    for place in changed:
        fixed = kept.get(place, [])
        number = len(places[place]) - len(fixed)
        places[place] = (*fixed, *[loose.pop() for _ in range(number)])
    return replace(state, pieces=Inventory.of(places))


SUBJECT = Subject(
    GAME,
    act,
    candidates,
    lasting_twin,
    players=partial(players_of, GAME.name),
    secret=("pick", "settle"),
)
