"""How the tiny game of tests/sixth_game is played at random, for the contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import Bot, Character, Hint, Players
from adjudicator.engine.inventory import Inventory
from adjudicator.testing.subject import Subject
from tests.sixth_game.pick_and_trade.bots import players
from tests.sixth_game.pick_and_trade.play import game as sixth
from tests.sixth_game.pick_and_trade.play.game import (
    CARDS,
    Action,
    Done,
    Offer,
    Pick,
    Reply,
    State,
    hand,
)

__all__ = ["Action", "AnyPlayers", "Done", "Offer", "PickAndTrade", "State", "hand", "subject_of"]


class AnyPlayers:
    """Bots that play any card, like those of a module; a broken game can replace them."""

    BOTS, LEVELLED = players.BOTS, players.LEVELLED

    def bot(self, character: Character) -> Bot[Any]:
        return players.bot(character)

    def hints(self, view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
        return players.hints(view, number)


class PickAndTrade(sixth.PickAndTrade):
    """Has its bots as an attribute, so that a broken game can replace them."""

    players: Players = AnyPlayers()


def candidates(state: State, player: int, random: Random) -> list[Action]:
    own = state.pieces[hand(player)] or ("card 1",)
    offers = [
        Offer(random.randrange(len(state.seats)), random.choice(own), random.choice(CARDS)) for _ in range(6)
    ]
    return [*(Pick(card) for card in CARDS[::3]), *map(Pick, own), *offers, Reply(True), Reply(False), Done()]


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Cards change hands among the others, except those picked or offered."""
    picked = [card for _, card in state.choices.made]
    if state.offer is not None:
        picked += [state.offer.give, state.offer.want]
    others = [hand(p) for p in range(len(state.seats)) if p != viewer]
    loose = [card for place in others for card in state.pieces[place] if card not in picked]
    random.shuffle(loose)
    places = dict(state.pieces.places)
    for place in others:
        places[place] = tuple(card if card in picked else loose.pop() for card in places[place])
    return replace(state, pieces=Inventory.of(places))


def subject_of(game: PickAndTrade) -> Subject:
    def act(state: State, player: int, random: Random) -> Any:
        tried = [
            a for a in candidates(state, player, random) if game.judge(state, player, a).ruling == "valid"
        ]
        listed = [a for a in game.legal_actions(state, player) if not isinstance(a, Open)]
        return random.choice([*tried, *listed])

    return Subject(game, act, candidates, lasting_twin, lambda: game.players, ("pick",))
