"""A tiny game to prove the engine and its contract: hidden simultaneous picks, chance, and open trades.

Everybody holds three numbered cards and picks one, face down. The highest scores a point and may then offer a
trade to somebody, who accepts or declines. Each draws a card while there are any. It ends with empty hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.answers import ActionVerdict, consent, refusal
from adjudicator.engine.choices import Choices
from adjudicator.engine.events import Event, Result, Shown
from adjudicator.engine.game import Game, Ledger, Open
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.rng import Rng
from adjudicator.verdict import Check, Ruling
from tests.support.contract import Subject

prose.register("pick-and-trade", {"no_such_card": lambda card: f"There is no {card} for this."}, rules="T")

CARDS = tuple(f"card {number}" for number in range(1, 15))


@dataclass(frozen=True, slots=True)
class Options:
    players: int = 3


@dataclass(frozen=True, slots=True)
class Pick:
    card: str
    type: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class Offer:
    to: int
    give: str
    want: str
    type: Literal["offer"] = "offer"


@dataclass(frozen=True, slots=True)
class Reply:
    accept: bool
    type: Literal["reply"] = "reply"


@dataclass(frozen=True, slots=True)
class Done:
    type: Literal["done"] = "done"


Action = Pick | Offer | Reply | Done


@dataclass(frozen=True, slots=True)
class State:
    version: int
    options: Options
    rng: Rng
    pieces: Inventory
    scores: tuple[int, ...]
    choices: Choices
    trader: int | None = None
    offer: Offer | None = None
    result: Result | None = None


def hand(player: int) -> str:
    return f"hand {player}"


class PickAndTrade(Game[State, Action]):
    name = "pick-and-trade"
    state_type = State
    actions: Mapping[str, type[Action]] = {
        "pick": Pick,
        "offer": Offer,
        "reply": Reply,
        "done": Done,
    }
    shown: Mapping[str, Shown] = {
        "game_started": Shown(("options",)),
        "card_drawn": Shown((), ("card",)),
        "card_picked": Shown((), ("card",)),
        "picks_revealed": Shown(("picks", "winner")),
        "trade_offered": Shown(("to", "give", "want")),
        "trade_answered": Shown(("accepted",)),
        "trading_done": Shown(),
        "game_ended": Shown(("scores", "winners", "reason")),
    }

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {"two": {"players": 2}, "three": {"players": 3}}

    def opening(self, ledger: Ledger[State], options: Mapping[str, Any], rng: Rng) -> None:
        chosen = codec.read(Options, options, "options")
        ledger.record("game_started", options=chosen, rng=rng)
        for _ in range(3):
            self._deal(ledger)

    def _deal(self, ledger: Ledger[State]) -> None:
        for player in range(ledger.state.options.players):
            deck = ledger.state.pieces["deck"]
            if deck:
                place, rng = ledger.state.rng.below(len(deck))
                ledger.record("card_drawn", player, card=deck[place], rng=rng)

    def evolve(self, state: State | None, event: Event) -> State:
        if state is None:
            options = codec.read(Options, event["options"], "options")
            hands: dict[str, tuple[str, ...]] = {hand(player): () for player in range(options.players)}
            return State(
                1,
                options,
                codec.read(Rng, event["rng"], "rng"),
                Inventory.of({"deck": CARDS, "discard": (), **hands}),
                (0,) * options.players,
                Choices(tuple(range(options.players))),
            )
        match event.type, event.player:
            case "card_drawn", int(player):
                pieces = state.pieces.move((event["card"],), "deck", hand(player))
                return replace(state, pieces=pieces, rng=codec.read(Rng, event["rng"], "rng"))
            case "card_picked", int(player):
                return replace(state, choices=state.choices.choose(player, event["card"]))
            case "picks_revealed", _:
                pieces = state.pieces
                for player, card in state.choices.revealed().items():
                    pieces = pieces.move((card,), hand(player), "discard")
                scores = tuple(s + (p == event["winner"]) for p, s in enumerate(state.scores))
                return replace(
                    state, pieces=pieces, scores=scores, trader=event["winner"], choices=Choices(())
                )
            case "trade_offered", _:
                return replace(state, offer=Offer(event["to"], event["give"], event["want"]))
            case "trade_answered", int(player):
                return self.traded(state, player, accepted=event["accepted"])
            case "trading_done", _:
                waiting = tuple(p for p in range(state.options.players) if state.pieces[hand(p)])
                return replace(state, trader=None, choices=Choices(waiting))
            case _:
                return replace(state, result=Result(event["scores"], event["winners"], event["reason"]))

    def traded(self, state: State, player: int, *, accepted: bool) -> State:
        offer, pieces = state.offer, state.pieces
        assert offer is not None
        assert state.trader is not None
        if accepted:
            pieces = pieces.move((offer.give,), hand(state.trader), hand(player))
            pieces = pieces.move((offer.want,), hand(player), hand(state.trader))
        return replace(state, pieces=pieces, offer=None)

    def players_to_act(self, state: State) -> tuple[int, ...]:
        return tuple(p for p in range(state.options.players) if self.legal_actions(state, p))

    def legal_actions(self, state: State, player: int) -> tuple[Action | Open, ...]:
        cards = sorted(state.pieces[hand(player)])
        small: tuple[Action, ...] = (*(Pick(card) for card in cards), Reply(True), Reply(False), Done())
        listed: tuple[Action | Open, ...] = tuple(
            a for a in small if self.judge(state, player, a).ruling is Ruling.VALID
        )
        trading = state.result is None and state.trader == player and state.offer is None and cards
        return (*listed, Open("offer")) if trading else listed

    def judge(self, state: State, player: int, action: Action) -> ActionVerdict:
        refusals = tuple(self.refusals(state, player, action))
        return ActionVerdict.of(*(refusals or (consent("T-ANY", "your_turn"),)))

    def refusals(self, state: State, player: int, action: Action) -> Iterator[Check]:
        if state.result is not None:
            yield refusal("T-END", "game_over")
            return
        own = state.pieces[hand(player)]
        match action:
            case Pick(card):
                if player not in state.choices.waiting:
                    yield refusal("T-PICK", "not_your_turn", turn=None)
                if card not in own:
                    yield refusal("T-PICK", "no_such_card", card=card)
            case Offer(to, give, want):
                if state.trader != player or state.offer is not None:
                    yield refusal("T-TRADE", "not_your_turn", turn=state.trader)
                if give not in own or want in own or want not in CARDS:
                    yield refusal("T-TRADE", "no_such_card", card=give)
                if to == player or not 0 <= to < state.options.players:
                    yield refusal("T-TRADE", "no_such_player", player=to, players=state.options.players)
            case Reply(accept):
                if state.offer is None or state.offer.to != player:
                    yield refusal("T-TRADE", "not_your_turn", turn=None)
                elif accept and state.offer.want not in own:
                    yield refusal("T-TRADE", "no_such_card", card=state.offer.want)
            case Done():
                if state.trader != player or state.offer is not None:
                    yield refusal("T-TRADE", "not_your_turn", turn=state.trader)

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
                if not ledger.state.choices.waiting:
                    scores = ledger.state.scores
                    winners = [p for p, score in enumerate(scores) if score == max(scores)]
                    ledger.record("game_ended", scores=scores, winners=winners, reason="hands_empty")

    def view(self, state: State, player: int | None) -> dict[str, Any]:
        names = ("version", "options", "scores", "trader", "offer", "result")
        return {
            **{name: codec.plain(getattr(state, name)) for name in names},
            "you": player,
            "hand": None if player is None else list(state.pieces[hand(player)]),
            "hand_sizes": [len(state.pieces[hand(p)]) for p in range(state.options.players)],
            "discard": list(state.pieces["discard"]),
            "choosing": list(state.choices.players),
            "choices": state.choices.view(player),
        }

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        known = [*view["discard"], *(view["hand"] or ())]
        hidden, rng = rng.shuffled([card for card in CARDS if card not in known])
        deal = iter(hidden)
        places = {
            hand(p): tuple(view["hand"]) if p == view["you"] else tuple(next(deal) for _ in range(size))
            for p, size in enumerate(view["hand_sizes"])
        }
        made = [
            [p, view["choices"]["own"] if p == view["you"] else places[hand(p)][0]]
            for p in view["choices"]["chosen"]
        ]
        names = ("version", "options", "scores", "trader", "offer", "result")
        return codec.read(
            State,
            {
                **{name: view[name] for name in names},
                "rng": codec.plain(rng),
                "pieces": codec.plain(
                    Inventory.of(
                        {"deck": sorted(deal, key=CARDS.index), "discard": view["discard"], **places}
                    )
                ),
                "choices": {"players": view["choosing"], "made": made},
            },
            "state",
        )

    def result(self, state: State) -> Result | None:
        return state.result

    def box(self, state: State) -> Counter[str]:  # noqa: ARG002
        return Counter(CARDS)

    def about(self, state: State) -> tuple[str, Mapping[str, Any]]:
        options: dict[str, Any] = codec.plain(state.options)
        return "test-only", options


# --- playing it ---------------------------------------------------------------------------------------------


def candidates(state: State, player: int, random: Random) -> list[Action]:
    own = state.pieces[hand(player)] or ("card 1",)
    offers = [
        Offer(random.randrange(state.options.players), random.choice(own), random.choice(CARDS))
        for _ in range(6)
    ]
    return [*(Pick(card) for card in CARDS[::3]), *map(Pick, own), *offers, Reply(True), Reply(False), Done()]


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """The others' cards change hands among the others, but for those picked or offered."""
    picked = [card for _, card in state.choices.made]
    if state.offer is not None:
        picked += [state.offer.give, state.offer.want]
    others = [hand(p) for p in range(state.options.players) if p != viewer]
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

    return Subject(game, act, candidates, lasting_twin, secret=("pick",))
