"""A tiny game to prove the engine and its contract: hidden simultaneous picks, chance, and open trades.

Everybody holds three numbered cards and picks one, face down. The highest scores a point and may then offer a
trade to somebody, who accepts or declines. Each draws a card while there are any. It ends with empty hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda, Ask, Open, Typed, by_type
from adjudicator.engine.answers import ActionVerdict, consent, refusal, ruled
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Event, Shown
from adjudicator.engine.frame import Frame, Preset, Setup
from adjudicator.engine.game import Game
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.rng import Rng
from adjudicator.verdict import Check, Ruling

from ..edition import EDITIONS

prose.register("pick-and-trade", rules="T", home=f"{__name__.removesuffix('.play.game')}.words")

CARDS = tuple(f"card {number}" for number in range(1, 15))


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int = 99  # the most that are played


class Action(Typed):
    """What a player can do."""


class Pick(Action):
    card: str


class Offer(Action):
    to: int
    give: str
    want: str


class Reply(Action):
    accept: bool


class Done(Action):
    pass


class Matter(Typed):
    """What the game can wait for."""


class Picking(Matter):
    """Everybody who has a card chooses one, face down."""

    choices: Choices


class Trading(Matter):
    trader: int


class Answering(Matter):
    """Comes between: the offer is answered before the trader goes on."""

    trader: int
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    points: tuple[int, ...]
    round: int = 1

    @property
    def choices(self) -> Choices:
        picking = self.agenda.find(Picking)
        return picking.choices if picking else Choices(())

    @property
    def offer(self) -> Offer | None:
        answering = self.agenda.find(Answering)
        return answering.offer if answering else None


def hand(player: int) -> str:
    return f"hand {player}"


def _card_drawn(state: State, event: Event) -> State:
    return replace(state, pieces=state.pieces.move((event["card"],), "deck", hand(event.by)))


def _card_picked(state: State, event: Event) -> State:
    return replace(state, agenda=state.agenda.swap(Picking(state.choices.choose(event.by, event["card"]))))


def _picks_revealed(state: State, event: Event) -> State:
    pieces = state.pieces
    for player, card in state.choices.revealed().items():
        pieces = pieces.move((card,), hand(player), "discard")
    points = tuple(s + (p == event["winner"]) for p, s in enumerate(state.points))
    agenda = state.agenda.follow(Trading(event["winner"]), event.version)
    return replace(state, pieces=pieces, points=points, agenda=agenda)


def _trade_offered(state: State, event: Event) -> State:
    offer = Offer(event["to"], event["give"], event["want"])
    return replace(state, agenda=state.agenda.push(Answering(event.by, offer), event.version))


def _trade_answered(state: State, event: Event) -> State:
    answering, pieces = state.agenda.top, state.pieces
    if event["accepted"]:
        pieces = pieces.move((answering.offer.give,), hand(answering.trader), hand(event.by))
        pieces = pieces.move((answering.offer.want,), hand(event.by), hand(answering.trader))
    return replace(state, pieces=pieces, agenda=state.agenda.pop(event.version))


def _trading_done(state: State, event: Event) -> State:
    waiting = tuple(p for p in state.playing if state.pieces[hand(p)])
    agenda = state.agenda.follow(Picking(Choices(waiting)), event.version)
    return replace(state, agenda=agenda, round=state.round + 1)


class PickAndTrade(Game[State, Action]):
    name = "pick-and-trade"
    options_type = Options
    state_type = State
    actions = by_type(Action)
    matters = by_type(Matter)
    numbers = range(2, 5)
    editions = EDITIONS
    rule_players, rule_end = "T-PLAYERS", "T-END"
    folds: Mapping[str, Callable[[State, Event], State]] = {
        "card_drawn": _card_drawn,
        "card_picked": _card_picked,
        "picks_revealed": _picks_revealed,
        "trade_offered": _trade_offered,
        "trade_answered": _trade_answered,
        "trading_done": _trading_done,
    }
    shown: Mapping[str, Shown] = {
        "game_started": Shown(),
        "card_drawn": Shown((), ("card",)),
        "card_picked": Shown((), ("card",)),
        "picks_revealed": Shown(("picks", "winner")),
        "trade_offered": Shown(("to", "give", "want")),
        "trade_answered": Shown(("accepted",)),
        "trading_done": Shown(),
    }

    def presets(self) -> Mapping[str, Preset]:
        return {"two": Preset(2), "three": Preset(3), "short": Preset(4, {"rounds": 2})}

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:  # noqa: ARG002
        ledger.record("game_started")
        for _ in range(3):
            self._deal(ledger)

    def _deal(self, ledger: Ledger[State]) -> None:
        for player in ledger.state.playing:
            deck = ledger.state.pieces["deck"]
            if deck:
                ledger.record("card_drawn", player, card=deck[ledger.below(len(deck))])

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        players = range(len(header["seats"]))
        hands: dict[str, tuple[str, ...]] = {hand(player): () for player in players}
        return State(
            **header,
            pieces=Inventory.of({"deck": CARDS, "discard": (), **hands}),
            agenda=Agenda.of(Picking(Choices(tuple(players))), event.version),
            points=(0,) * len(players),
        )

    def asks(self, state: State) -> tuple[Ask, ...]:
        agenda = state.agenda
        match agenda.top:
            case Picking(choices):
                return tuple(
                    agenda.ask(p, "pick", parallel=True, otherwise=Pick(min(state.pieces[hand(p)])))
                    for p in choices.waiting
                )
            case Trading(trader):
                kinds = ("offer", "done") if state.pieces[hand(trader)] else ("done",)
                return (agenda.ask(trader, *kinds, otherwise=Done()),)
            case Answering(_, offer):
                return (agenda.ask(offer.to, "reply", otherwise=Reply(False)),)
            case _:
                return ()

    def listed(self, state: State, ask: Ask) -> tuple[Action | Open, ...]:
        cards = sorted(state.pieces[hand(ask.player)])
        match state.agenda.top:
            case Picking():
                return tuple(Pick(card) for card in cards)
            case Trading():
                return (Open("offer"), Done()) if cards else (Done(),)
            case _:  # an offer is answered
                both = (Reply(True), Reply(False))
                return tuple(a for a in both if self.judge(state, ask.player, a).ruling is Ruling.VALID)

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return ruled(self.refusals(state, player, action), consent("T-ANY", "your_turn"))

    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        own, top = state.pieces[hand(player)], state.agenda.top
        match action:
            case Pick(card):
                if not isinstance(top, Picking) or player not in top.choices.waiting:
                    yield refusal("T-PICK", "not_your_turn", turn=None)
                if card not in own:
                    yield refusal("T-PICK", "no_such_card", card=card)
            case Offer(to, give, want):
                if top != Trading(player):
                    yield refusal("T-TRADE", "not_your_turn", turn=None)
                if give not in own or want in own or want not in CARDS:
                    yield refusal("T-TRADE", "no_such_card", card=give)
                if to == player or to not in state.playing:
                    yield refusal("T-TRADE", "no_such_player", player=to, players=state.playing)
            case Reply(accept):
                if not isinstance(top, Answering) or top.offer.to != player:
                    yield refusal("T-TRADE", "not_your_turn", turn=None)
                elif accept and top.offer.want not in own:
                    yield refusal("T-TRADE", "no_such_card", card=top.offer.want)
            case Done():
                if top != Trading(player):
                    yield refusal("T-TRADE", "not_your_turn", turn=None)

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        match action:
            case Pick(card):
                ledger.record("card_picked", player, card=card)
                if not ledger.state.choices.waiting:
                    picks = ledger.state.choices.revealed()
                    winner = max(picks, key=lambda p: CARDS.index(picks[p]))
                    shown = {str(p): card for p, card in picks.items()}
                    ledger.record("picks_revealed", picks=shown, winner=winner)
            case Offer(to, give, want):
                ledger.record("trade_offered", player, to=to, give=give, want=want)
            case Reply(accept):
                ledger.record("trade_answered", player, accepted=accept)
            case Done():
                self._deal(ledger)
                ledger.record("trading_done", player)
                if not ledger.state.choices.waiting or ledger.state.round > ledger.state.options.rounds:
                    ledger.end("hands_empty")

    def gone(self, ledger: Ledger[State], player: int, why: Any) -> None:  # noqa: ARG002
        """One who resigns ends it for all: this game is too small to go on."""
        ledger.end("left")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:
        top = state.agenda.top
        return {
            "round": state.round,
            "hand": None if viewer is None else list(state.pieces[hand(viewer)]),
            "hand_sizes": [len(state.pieces[hand(p)]) for p in state.players],
            "discard": list(state.pieces["discard"]),
            "choosing": list(state.choices.players),
            "choices": state.choices.view(viewer),
            "trade": codec.plain(top) if isinstance(top, Trading | Answering) else None,
        }

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        table, you = view["table"], view["you"]
        known = [*table["discard"], *(table["hand"] or ())]
        hidden, rng = rng.shuffled([card for card in CARDS if card not in known])
        deal = iter(hidden)
        places = {
            hand(p): tuple(table["hand"]) if p == you else tuple(next(deal) for _ in range(size))
            for p, size in enumerate(table["hand_sizes"])
        }
        pieces = Inventory.of({"deck": sorted(deal, key=CARDS.index), "discard": table["discard"], **places})
        return State(
            **self.header_of(view, rng),
            pieces=pieces,
            agenda=self._imagined_agenda(view, places),
            points=tuple(view["scores"]),
            round=table["round"],
        )

    def _imagined_agenda(self, view: Mapping[str, Any], places: Mapping[str, tuple[str, ...]]) -> Agenda:
        table, you = view["table"], view["you"]
        if view["result"] is not None:
            return Agenda()
        since = view["asks"][0]["since"]
        match table["trade"]:
            case {"type": "trading", "trader": trader}:
                return Agenda.of(Trading(trader), since)
            case {"type": "answering", "trader": trader, "offer": offer}:
                answering = Answering(trader, codec.read(Offer, offer, "offer"))
                return Agenda.of(Trading(trader), 0).push(answering, since)
        own = table["choices"]["own"]
        made = tuple((p, own if p == you else places[hand(p)][0]) for p in table["choices"]["chosen"])
        return Agenda.of(Picking(Choices(tuple(table["choosing"]), made)), since)

    def box(self, state: State) -> Counter[str]:  # noqa: ARG002
        return Counter(CARDS)


playable = PickAndTrade
