"""Compounded from the first claim to the last fire."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.frame import Preset, Seat, players_in
from adjudicator.engine.game import Game
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.market import Belongings
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play import choices, flow, lab, rulings, views
from adjudicator_rulesets.compounded.play.folds import FOLDS, SHOWN
from adjudicator_rulesets.compounded.play.state import (
    ACTIONS,
    BAG,
    DECK,
    EXTINGUISHER,
    FORMER,
    GONE,
    LAB_FIRE,
    MATTERS,
    STOCK,
    WILD,
    Action,
    Options,
    State,
    Surplus,
    bench,
    claim_of,
    kit,
    level,
    pile,
    points,
    scored,
    spot,
    tokens,
    unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agenda import Ask
    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.ledger import Ledger
    from adjudicator.engine.market import Market
    from adjudicator.engine.rng import Rng
    from adjudicator_rulesets.compounded.edition import Edition

MOST_PIECES = 1000  # in an edition to play with
WITH_NOBEL = 2  # players


class CompoundedGame(Game[State, Action]):
    name = lab.NAME
    options_type, former = Options, FORMER
    state_type = State
    actions = ACTIONS
    matters = MATTERS
    folds = FOLDS
    shown = SHOWN
    numbers = range(2, 6)  # K-PLAYERS
    editions = lab.EDITIONS
    rule_players, rule_end, rule_offers = "K-PLAYERS", "K-END", "K-OFFER"
    neutral = lab.NOBEL
    simultaneous = True

    def presets(self) -> Mapping[str, Preset]:
        with_nobel = {"2 players with Nobel": Preset(WITH_NOBEL)}
        return with_nobel | {f"{number} players": Preset(number) for number in self.numbers[1:]}

    def seats_for(self, options: Options, players: int) -> tuple[Seat, ...]:  # noqa: ARG002
        """K-NOBEL: two players have an empty third seat."""
        return (Seat(),) * players + (Seat("neutral"),) * (players == WITH_NOBEL)

    def setup_faults(self, setup: Setup) -> Iterator[str]:
        edition, seats = self.editions.get(setup.edition), len(setup.seats)
        if setup.options.offers not in range(100):
            yield f"offers is {setup.options.offers}; it must be from 0 to 99"
        if setup.options.lead not in range(len(setup.players) + 1):
            yield f"lead is {setup.options.lead}; it must be a player, from 1 to {len(setup.players)}, or 0"
        crystals = sum(crystal.count for crystal in edition.crystals)
        if crystals < seats * edition.play.start_crystals:
            yield f"there are not enough crystals for {seats} work benches"
        if crystals + len(edition.cards) + sum(n for _, n in edition.tools) > MOST_PIECES:
            yield f"a game is played with at most {MOST_PIECES} pieces"
        if edition.play.fires < len(edition.play.stacks) - 1:
            yield "there are not enough Lab Fires for the stacks"

    def opening(self, ledger: Ledger[State], setup: Setup) -> None:
        """K-LEAD, K-FIELD, K-DECK, K-START-ELEMENTS; K-FIRST-TURN: the game begins with Study."""
        edition = self.editions.get(setup.edition)
        named = setup.options.lead
        lead = named - 1 if named else ledger.below(len(setup.players))
        start = tuple(card.name for card in edition.cards if card.start)
        deck = ledger.shuffled([card.name for card in edition.cards if not card.start])
        size = edition.play.field**2
        if setup.options.starting == "shuffled":
            start = ledger.shuffled(start)
        drawn = size - len(start)
        rest = iter(deck[drawn:])
        stacked = [LAB_FIRE if fire else next(rest) for fire in views.deck_pattern(edition)]
        ledger.record(
            "game_started",
            lead,
            lead=lead,
            field=(*start, *deck[:drawn]),
            deck_size=len(stacked),
            deck=stacked,
        )
        for seat in lab.turn_order(ledger.state, nobel=True):
            flow.draw(ledger, seat, edition.play.start_crystals, "start")
        flow.proceed(ledger)

    def begin(self, header: Mapping[str, Any], event: Event) -> State:
        """K-START-TRACKS, K-START-CLAIMS, K-START-SCORE, K-START-WILD, K-START-EXT."""
        edition, seats = self.editions.get(header["edition"]), header["seats"]
        people, play = players_in(seats), edition.play
        places: dict[str, tuple[str, ...]] = {
            DECK: event["deck"],
            BAG: tuple(c.symbol for c in edition.crystals for _ in range(c.count)),
            STOCK: tuple(tool for tool, number in edition.tools for _ in range(number)),
            GONE: (LAB_FIRE,) * (play.fires - (len(play.stacks) - 1)),  # K-DECK: the sixth stays in the box
        }
        for seat in range(len(seats)):
            places |= {
                bench(seat): (),
                kit(seat): (WILD,) * play.wilds * (seat in people),
                pile(seat): (),
                unfinished(seat): (EXTINGUISHER,) * (seat in people),
                tokens(seat): (claim_of(seat),) * play.claims,
                scored(seat): (),
            }
        places |= {spot(slot): (card,) for slot, card in enumerate(event["field"])}
        tracks = {
            level(name, seat): 0
            for seat in range(len(seats))
            for name in (EXPERIMENTS if seat in people else lab.NOBELS)
        }
        return State(
            **header,
            pieces=Inventory.of(places),
            accounts=Accounts.of({**{points(seat): 0 for seat in people}, **tracks}),
            agenda=Agenda.of(Surplus(()), event.version),
            lead=event["lead"],
            round=1,
            flames=(0,) * play.field**2,
            journals=((),) * len(seats),
            idle=(0,) * len(seats),
        )

    # --- asking, judging and deciding -----------------------------------------------------------------------

    def asks(self, state: State) -> tuple[Ask, ...]:
        return choices.asks(state)

    def listed(self, state: State, ask: Ask) -> tuple[Action, ...]:
        return choices.listed(state, ask)

    def ruling(self, state: State, player: int, action: Action) -> ActionVerdict:
        return rulings.ruling(state, self.asked(state), player, action)

    def decide(self, ledger: Ledger[State], player: int, action: Action, _: ActionVerdict) -> None:
        flow.decide(ledger, player, action)

    def gone(self, ledger: Ledger[State], player: int, why: Departure) -> None:
        super().gone(ledger, player, why)
        flow.proceed(ledger)

    # --- trading --------------------------------------------------------------------------------------------

    def belongings(self, state: State) -> Mapping[int, Belongings]:
        """K-GOODS, K-TRADE-ONLY: crystals from benches, and tools, wilds and extinguishers."""
        if not lab.trading(state):
            return {}
        return {player: Belongings((bench(player), kit(player))) for player in state.playing}

    def market(self, state: State) -> Market:
        return replace(super().market(state), limit=state.options.offers)

    # --- views ----------------------------------------------------------------------------------------------

    def scores(self, state: State) -> Sequence[int]:
        return tuple(state.accounts[points(s)] if s in state.players else 0 for s in range(len(state.seats)))

    def table(self, state: State, viewer: int | None) -> dict[str, Any]:  # noqa: ARG002 - all lies open
        return views.table_of(state)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> State:
        return views.imagined(self, view, rng)

    def box(self, state: State) -> Counter[str]:
        edition, seats = lab.edition_of(state), len(state.seats)
        people, play = len(state.players), edition.play
        pieces = _printed(edition)
        pieces[LAB_FIRE] = play.fires
        pieces[WILD] = play.wilds * people
        pieces[EXTINGUISHER] = people
        pieces.update({claim_of(seat): play.claims for seat in range(seats)})
        return pieces


def _printed(edition: Edition) -> Counter[str]:
    """The printed crystals, cards and tools."""
    pieces = Counter({crystal.symbol: crystal.count for crystal in edition.crystals})
    pieces.update([card.name for card in edition.cards])
    pieces.update(dict(edition.tools))
    return +pieces


playable = CompoundedGame
