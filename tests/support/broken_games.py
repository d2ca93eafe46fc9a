"""The tiny game with one fault each, to show that the contract suite finds it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import random
from typing import Any

from adjudicator.engine.answers import refusal
from adjudicator.engine.events import Event, Shown
from adjudicator.engine.game import Ledger, Open
from adjudicator.engine.inventory import Inventory
from adjudicator.verdict import Check
from tests.support.pick_and_trade import Action, Done, Offer, PickAndTrade, State, hand


class ShowsTheDeck(PickAndTrade):
    def view(self, state: State, player: int | None) -> dict[str, Any]:
        return {**super().view(state, player), "deck": list(state.pieces["deck"])}


class ShowsTheSeed(PickAndTrade):
    def view(self, state: State, player: int | None) -> dict[str, Any]:
        return {**super().view(state, player), "next": state.rng.below(10)[0]}


class SaysWhatOthersHold(PickAndTrade):
    """An offer is refused when the other does not have the card: a question about a hidden hand, answered."""

    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        yield from super().refusals(state, player, action)
        if isinstance(action, Offer) and action.want not in dict(state.pieces.places).get(
            hand(action.to), ()
        ):
            yield refusal("T-TRADE", "no_such_card", card=action.want)


class TellsPicks(PickAndTrade):
    shown: Mapping[str, Shown] = {**PickAndTrade.shown, "card_picked": Shown(("card",))}


class TellsHowManyHigherCards(PickAndTrade):
    """An event whose public part is reckoned from hidden hands."""

    shown: Mapping[str, Shown] = {**PickAndTrade.shown, "trading_done": Shown(("highest",))}

    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: Any) -> None:
        if isinstance(action, Done):
            others = [p for p in range(ledger.state.options.players) if p != player]
            cards = [ledger.state.pieces[hand(p)] for p in others]
            ledger.record("trading_done", player, highest=cards)
        super().decide(ledger, player, action, verdict)


class ChangesItsArgument(PickAndTrade):
    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: Any) -> None:
        object.__setattr__(ledger.state, "scores", tuple(score + 1 for score in ledger.state.scores))
        super().decide(ledger, player, action, verdict)


class LosesCards(PickAndTrade):
    def traded(self, state: State, player: int, *, accepted: bool) -> State:
        traded = super().traded(state, player, accepted=accepted)
        places = dict(traded.pieces.places)
        return replace(traded, pieces=Inventory.of({**places, "discard": places["discard"][:-1]}))


class ListsTooMuch(PickAndTrade):
    def legal_actions(self, state: State, player: int) -> tuple[Action | Open, ...]:
        return tuple({*super().legal_actions(state, player), Done()}) if state.result is None else ()


class ListsTooLittle(PickAndTrade):
    def legal_actions(self, state: State, player: int) -> tuple[Action | Open, ...]:
        return tuple(a for a in super().legal_actions(state, player) if a != Done() or state.offer)


class PlaysOnAfterTheEnd(PickAndTrade):
    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        if state.result is None or not isinstance(action, Done):
            yield from super().refusals(state, player, action)


class RollsDiceOnReplay(PickAndTrade):
    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, scores=tuple(int(random() * 1e9) for _ in after.scores)) if state else after


class ForgetsWhenSaved(PickAndTrade):
    def state_to_json(self, state: State) -> dict[str, Any]:
        saved: dict[str, Any] = json.loads(json.dumps(super().state_to_json(state)))
        saved["state"]["trader"] = None
        return saved
