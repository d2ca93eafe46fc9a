"""The tiny game with one fault each, to show that the contract suite finds it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random, random
from typing import Any

from adjudicator.engine.accounts import Accounts, burn
from adjudicator.engine.agenda import Ask, Open
from adjudicator.engine.agents.bots import Bot, Character, Players
from adjudicator.engine.answers import ActionVerdict, consent, refusal
from adjudicator.engine.events import Event, Shown
from adjudicator.engine.game import OFFERS
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.market import Market, Step
from adjudicator.engine.offers import AcceptOffer
from adjudicator.engine.offers import Offer as OfferMade
from adjudicator.verdict import Check, Ruling
from tests.sixth_game.pick_and_trade.bots.players import RandomBot
from tests.support.bazaar import Bazaar, money
from tests.support.pick_and_trade import Action, AnyPlayers, Done, Offer, PickAndTrade, State, hand


class ShowsTheDeck(PickAndTrade):
    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        return {**super().table(state, viewer), "deck": list(state.pieces["deck"])}


class ShowsTheSeed(PickAndTrade):
    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        return {**super().table(state, viewer), "next": state.rng.below(10)[0]}


class ShowsAWatcherSeatNought(PickAndTrade):
    def events_shown(self, events: Iterable[Event], player: int | None) -> tuple[Event, ...]:
        return super().events_shown(events, player or 0)


class AsksByTheHand(PickAndTrade):
    """Fault: everybody is told whether an offer can be made, which depends on the hidden cards."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(
            replace(ask, kinds=(*ask.kinds, "done")) if "card 7" in state.pieces[hand(ask.player)] else ask
            for ask in super().asks(state)
        )


class AsksWithoutAnswer(PickAndTrade):
    """Fault: everybody is asked to reply, although there is nothing to reply to."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        asks = super().asks(state)
        return (*asks, replace(asks[0], kinds=("reply",), about="nothing")) if asks else ()

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        return () if ask.about == "nothing" else super().listed(state, ask)


class WaitsForEver(PickAndTrade):
    """Fault: an obliged ask without anything to do for a player who does not answer."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(replace(ask, otherwise=None) for ask in super().asks(state))


class OtherwiseDoesWhatIsNotAllowed(PickAndTrade):
    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(replace(ask, otherwise=Offer(0, "card 1", "card 2")) for ask in super().asks(state))


class PaysForNothing(PickAndTrade):
    """Fault: a trade costs both players a point, and no event says so."""

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        return replace(super().begin(header, event), accounts=Accounts.of({"purse": 100}))

    folds: Mapping[str, Any] = {
        **PickAndTrade.folds,
        "trading_done": lambda state, event: replace(
            PickAndTrade.folds["trading_done"](state, event),
            accounts=Accounts.of({"purse": state.accounts["purse"] - 1}),
        ),
    }


class MakesAnswersStale(PickAndTrade):
    """Fault: one player's pick makes the picks of all others stale."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(replace(ask, since=state.version) for ask in super().asks(state))


class NeverEndsByItself(PickAndTrade):
    """Fault: a player who does not answer trades forever."""

    folds: Mapping[str, Any] = {
        **PickAndTrade.folds,
        "trading_done": lambda state, event: replace(
            state, agenda=state.agenda.follow(state.agenda.top, event.version)
        ),
    }

    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: Any) -> None:
        if isinstance(action, Done):
            ledger.record("trading_done", player)
        else:
            super().decide(ledger, player, action, verdict)


class RentVanishes(Bazaar):
    """Fault: the rent is taken, but its owner does not get it."""

    folds: Mapping[str, Any] = {
        **Bazaar.folds,
        "rent_paid": lambda state, event: (
            replace(state, accounts=state.accounts.after([burn(money(event["to"]), event["amount"])]))
            if state.accounts[money(event["to"])] >= event["amount"]
            else state
        ),
    }


class LosesACardOnPassing(Bazaar):
    """Fault: the last hand that is passed arrives without its last card."""

    folds: Mapping[str, Any] = {
        **Bazaar.folds,
        "hands_passed": lambda state, event: _dropped(Bazaar.folds["hands_passed"](state, event)),
    }


def _dropped(state: Any) -> Any:
    places = dict(state.pieces.places)
    places[hand(0)] = places[hand(0)][:-1]
    return replace(state, pieces=Inventory.of(places))


class KeepsWithdrawnOffers(Bazaar):
    """Fault: a slow player may still accept a withdrawn offer."""

    def step(self, state: Any, event: Event) -> Any:
        after = super().step(state, event)
        return replace(after, offers=state.offers) if event.type == "offer_withdrawn" else after


class LeavesOutWhatIsHandedOn(Bazaar):
    """Fault: in a ring of offers the middle player keeps what was to be handed on."""

    def market(self, state: Any) -> Market:
        found = super().market(state)
        return _HalfARing(**{name: getattr(found, name) for name in Market.__dataclass_fields__})


class _HalfARing(Market):
    def _carried_out(self, player: int, offer: OfferMade) -> Step:
        bare = tuple(replace(term, onward=()) for term in offer.terms)
        return super()._carried_out(player, replace(offer, terms=bare))


class ForgetsItsOldEvents(PickAndTrade):
    """Fault: an event has a new shape, and old events can no longer be read."""

    schemas: Mapping[str, int] = {"trade_offered": 2}


class ListsTradesThatAreForbidden(Bazaar):
    """Fault: the rules forbid accepting anything, but all answers are listed."""

    def offer_refusals(self, state: Any, player: int, action: Any) -> Iterator[Check]:  # noqa: ARG002
        if isinstance(action, AcceptOffer):
            yield refusal("B-TRADE", "no_such_offer", offer=action.offer)

    def answers(self, state: Any, ask: Ask) -> tuple[Any, ...]:
        if ask.about != OFFERS:
            return super().answers(state, ask)
        market = self.market(state)
        return (*map(Open, market.open_kinds(ask.player)), *market.listed(ask.player))


class SharedChance(RandomBot):
    """Fault: all bots draw from one random stream, whatever they are given."""

    stream = Random(1)

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:  # noqa: ARG002
        return super().choose(view, self.stream)


class SharedPlayers(AnyPlayers):
    def bot(self, character: Character) -> Bot[Any]:  # noqa: ARG002
        return SharedChance()


class BotsShareAStream(PickAndTrade):
    players: Players = SharedPlayers()


class SaysNothingOfTrades(PickAndTrade):
    """Fault: an event for which no catalogue has a sentence."""

    name = "pick-and-trade in silence"


class GoesOnAskingWhoLeft(PickAndTrade):
    def gone(self, ledger: Ledger[State], player: int, why: Any) -> None:
        pass


class SaysWhatOthersHold(PickAndTrade):
    """Fault: an offer is refused if the other does not have the card, which reveals a hidden hand."""

    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        yield from super().refusals(state, player, action)
        if isinstance(action, Offer) and action.want not in dict(state.pieces.places).get(
            hand(action.to), ()
        ):
            yield refusal("T-TRADE", "no_such_card", card=action.want)


class TellsPicks(PickAndTrade):
    shown: Mapping[str, Shown] = {**PickAndTrade.shown, "card_picked": Shown(("card",))}


class TellsHowManyHigherCards(PickAndTrade):
    """Fault: the public part of an event is derived from hidden hands."""

    shown: Mapping[str, Shown] = {**PickAndTrade.shown, "trading_done": Shown(("highest",))}

    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: Any) -> None:
        if isinstance(action, Done):
            others = ledger.state.others(player)
            cards = [ledger.state.pieces[hand(p)] for p in others]
            ledger.record("trading_done", player, highest=cards)
        super().decide(ledger, player, action, verdict)


class ChangesItsArgument(PickAndTrade):
    def decide(self, ledger: Ledger[State], player: int, action: Action, verdict: Any) -> None:
        object.__setattr__(ledger.state, "points", tuple(score + 1 for score in ledger.state.points))
        super().decide(ledger, player, action, verdict)


def _losing(state: State, event: Event) -> State:
    traded = PickAndTrade.folds["trade_answered"](state, event)
    places = dict(traded.pieces.places)
    return replace(traded, pieces=Inventory.of({**places, "discard": places["discard"][:-1]}))


class LosesCards(PickAndTrade):
    folds: Mapping[str, Any] = {**PickAndTrade.folds, "trade_answered": _losing}


class ListsTooMuch(PickAndTrade):
    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        return tuple({*super().listed(state, ask), Done()})


class ListsTooLittle(PickAndTrade):
    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        return tuple(a for a in super().listed(state, ask) if a != Done())


class PreviewsWhatIsLegal(PickAndTrade):
    """Fault: every draft passes, but a legal one gets a different sentence."""

    def draft_ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        legal = self.ruling(state, player, action).ruling is Ruling.VALID
        return ActionVerdict.of(consent("T-ANY", "your_turn" if legal else "may_resign"))


class PreviewRefusesWhatIsLegal(PickAndTrade):
    def draft_ruling(self, state: State, player: int, action: Action) -> ActionVerdict:  # noqa: ARG002
        return ActionVerdict.of(refusal("T-ANY", "not_listed"))


class PlaysOnAfterTheEnd(PickAndTrade):
    def judge(self, state: State, player: int, action: Any) -> ActionVerdict:
        if state.result is not None and isinstance(action, Done):
            return ActionVerdict.of(consent("T-ANY", "your_turn"))
        return super().judge(state, player, action)


class RollsDiceOnReplay(PickAndTrade):
    def step(self, state: State | None, event: Event) -> State:
        after = super().step(state, event)
        return replace(after, points=tuple(int(random() * 1e9) for _ in after.points)) if state else after


class ForgetsWhenSaved(PickAndTrade):
    def state_to_json(self, state: State) -> dict[str, Any]:
        saved: dict[str, Any] = json.loads(json.dumps(super().state_to_json(state)))
        saved["state"]["agenda"]["entries"] = saved["state"]["agenda"]["entries"][:1]
        return saved
