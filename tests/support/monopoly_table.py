"""A table of Chemistry Monopoly set up by hand: who has what, where tokens are, what the dice will show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any

from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Event
from adjudicator.engine.game import Resign
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.offers import AcceptOffer, Goods, ProposeOffer, Term
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    LAB,
    LIQUID,
    MONEY,
    POT,
    SOLID,
    STOCK,
    UNOWNED,
    DiceTurn,
    Roll,
    State,
    held,
    kept,
    money,
    on,
    turned,
)

GAME = ChemistryMonopolyGame()


@lru_cache(256)
def chance(*dice: int) -> Rng:
    """A generator whose next throws are these."""
    for number in count():
        rng = Rng(f"dice {number}")
        shown: list[int] = []
        while len(shown) < len(dice) and shown == list(dice[: len(shown)]):
            eye, rng = rng.below(6)
            shown.append(eye + 1)
        if shown == list(dice):
            return Rng(f"dice {number}")
    raise AssertionError


class Table:
    """Changed step by step. `events` has everything that was played; money of the Lab balances what is set up."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.state: State = GAME.new(options, "by hand", players=players)
        self.events: list[Event] = []
        self.total = self.state.accounts.total()
        if options.get("short"):
            for player in range(players):
                for deed in holdings(self.state).of(player):
                    self._move(deed, held(player), UNOWNED)
                self.money(player, 1500)
        self.turn(0)

    # --- laying out -----------------------------------------------------------------------------------------

    def _move(self, piece: str, source: str, target: str) -> None:
        self.state = replace(self.state, pieces=self.state.pieces.move((piece,), source, target))

    def give(self, player: int, *deeds: str, transferred: bool = False) -> Table:
        for deed in deeds:
            self._move(deed, UNOWNED, (turned if transferred else held)(player))
        return self

    def level(self, **levels: int) -> Table:
        for deed, level in levels.items():
            solid = board_of(self.state).solid
            for piece in [SOLID] if level == solid else [LIQUID] * level:
                self._move(piece, STOCK, on(deed))
        return self

    def stock(self, liquids: int, solids: int) -> Table:
        """Leaves only this many; the others are on a lot at the far end of the board."""
        for piece, number in ((LIQUID, liquids), (SOLID, solids)):
            for _ in range(self.state.pieces[STOCK].count(piece) - number):
                self._move(piece, STOCK, on("Pt"))
        return self

    def money(self, player: int, amount: int) -> Table:
        balances = dict(self.state.accounts.balances)
        balances[LAB] += balances[money(player)] - amount
        balances[money(player)] = amount
        self.state = replace(self.state, accounts=Accounts.of(balances, (LAB,)))
        return self

    def pot(self, amount: int) -> Table:
        balances = dict(self.state.accounts.balances)
        balances[LAB] += balances[POT] - amount
        self.state = replace(self.state, accounts=Accounts.of({**balances, POT: amount}, (LAB,)))
        return self

    def at(self, player: int, square: int, failed: int | None = None) -> Table:
        positions, detained = list(self.state.positions), list(self.state.detained)
        positions[player], detained[player] = square, failed
        self.state = replace(self.state, positions=tuple(positions), detained=tuple(detained))
        return self

    def turn(self, player: int, **facts: Any) -> Table:
        agenda = Agenda.of(DiceTurn(player, **facts), self.state.version)
        self.state = replace(self.state, agenda=agenda)
        return self

    def on_top(self, deck: str, **effect: Any) -> Table:
        """Puts the first card with this effect on top of the deck."""
        found = board_of(self.state)
        cards = list(self.state.pieces[deck])
        card = next(c for c in cards if all(found.cards[c].effect(n) == v for n, v in effect.items()))
        places = dict(self.state.pieces.places)
        places[deck] = (card, *(other for other in cards if other != card))
        self.state = replace(self.state, pieces=Inventory.of(places))
        return self

    def keep(self, player: int, deck: str) -> Table:
        found = board_of(self.state)
        card = next(c for c in found.decks[deck] if found.cards[c].effect("free"))  # type: ignore[index]
        self._move(card, deck, kept(player))
        return self

    # --- playing --------------------------------------------------------------------------------------------

    def act(self, player: int, action: Any) -> list[str]:
        """What happened, by type."""
        self.state, events = GAME.apply(self.state, player, action)
        self.events += events
        assert self.state.accounts.total() == self.total, "AMUny came from nowhere, or went there"
        assert self.state.pieces.census() == GAME.box(self.state)
        return [event.type for event in events]

    def roll(self, player: int, *dice: int) -> list[str]:
        self.state = replace(self.state, rng=chance(*dice))
        return self.act(player, Roll())

    def deal(self, proposer: int, partner: int, gives: Sequence[Any], gets: Sequence[Any]) -> list[str]:
        """Makes an offer and accepts it: names of pieces, and a number for money."""
        self.act(proposer, ProposeOffer((Term(partner, goods(*gives), goods(*gets)),)))
        return self.act(partner, AcceptOffer(self.state.offers.last))

    def resign(self, player: int) -> list[str]:
        return self.act(player, Resign())

    def refused(self, player: int, action: Any) -> str:
        """The rule and the code of the reason against it, or "" if there is none."""
        check = GAME.judge(self.state, player, action).refused_by()
        return "" if check is None else f"{check.rule} {check.code}"

    # --- looking --------------------------------------------------------------------------------------------

    def has(self, player: int) -> int:
        return self.state.accounts[money(player)]

    def owns(self, player: int) -> tuple[str, ...]:
        return holdings(self.state).of(player)

    def where(self, player: int) -> int:
        return self.state.positions[player]

    @property
    def asked(self) -> tuple[int, str, tuple[str, ...]]:
        """Who is asked, about what, for which kinds."""
        ask = GAME.asks(self.state)[0]
        return ask.player, ask.about, ask.kinds

    @property
    def last(self) -> Event:
        return self.events[-1]

    def event(self, kind: str) -> Event:
        return next(event for event in reversed(self.events) if event.type == kind)


def goods(*parts: Any) -> Goods:
    pieces = tuple(part for part in parts if isinstance(part, str))
    amount = sum(part for part in parts if isinstance(part, int))
    return Goods(pieces, ((MONEY, amount),) if amount else ())


def offer(partner: int | None, gives: Sequence[Any] = (), gets: Sequence[Any] = ()) -> ProposeOffer:
    return ProposeOffer((Term(partner, goods(*gives), goods(*gets)),))
