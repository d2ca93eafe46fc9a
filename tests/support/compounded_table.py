"""A table of Compounded that a test sets up as it likes and plays on by actions. No piece appears from
nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from adjudicator.engine.accounts import burn, mint
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Event
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compounded.play import flow, lab
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    DECK,
    EXTINGUISHER,
    GONE,
    STOCK,
    WILD,
    State,
    bench,
    claim_of,
    kit,
    level,
    points,
    spot,
    tokens,
    unfinished,
)

GAME = CompoundedGame()
QUIET = (  # cards of the field that no test is about: they neither burn nor take S
    "ammonia", "nitric oxide", "water", "hydrogen peroxide", "calcium oxide", "nitrous oxide",
    "nitrogen dioxide", "nitric acid", "formamide", "urea", "oxalic acid", "cyanamide",
    "calcium hydroxide", "calcium carbonate", "calcium peroxide", "glyoxylic acid",
)  # fmt: skip


@lru_cache(8)
def started(players: int) -> State:
    """A game in which seat 0 leads and all benches are empty."""
    return next(s for s in (GAME.new({}, seed, players=players) for seed in range(99)) if s.lead == 0)


class Table:
    def __init__(self, players: int = 3, field: Sequence[str] = QUIET) -> None:
        self.state = started(players)
        for seat in range(len(self.state.seats)):
            self.bench(seat)
        for slot, card in enumerate(field):
            self.lay(slot, card)

    # --- laying out -----------------------------------------------------------------------------------------

    def _move(self, pieces: Iterable[str], target: str, sources: Sequence[str]) -> None:
        inventory = self.state.pieces
        for piece in pieces:
            source = next(place for place in sources if piece in inventory[place])
            inventory = inventory.move((piece,), source, target)
        self.state = replace(self.state, pieces=inventory)

    def bench(self, seat: int, *crystals: str) -> None:
        held = self.state.pieces[bench(seat)]
        self._move(held, BAG, [bench(seat)])
        self._move(crystals, bench(seat), [BAG])

    def kit(self, seat: int, *pieces: str) -> None:
        """Tools from the stock, wilds only from others' kits, ready extinguishers from the player's own card."""
        for piece in pieces:
            sources = {WILD: [GONE], EXTINGUISHER: [unfinished(seat), GONE]}.get(piece, [STOCK])
            self._move([piece], kit(seat), sources)
            if piece == "journal":
                journals = list(self.state.journals)
                journals[seat] = (*journals[seat], self.state.round - 1)
                self.state = replace(self.state, journals=tuple(journals))

    def no_wilds(self) -> None:
        for seat in self.state.players:
            self._move([WILD], GONE, [kit(seat)])

    def lay(self, slot: int, card: str) -> None:
        """Puts a card in a place of the field, in exchange for the one that is there."""
        places = dict(self.state.pieces.places)
        there = places[spot(slot)][0]
        source = next(place for place, pieces in places.items() if card in pieces)
        swap = {card: there, there: card}
        for place in {spot(slot), source}:
            places[place] = tuple(swap.get(piece, piece) for piece in places[place])
        self.state = replace(self.state, pieces=Inventory.of(places))

    def on(self, slot: int, *crystals: str) -> None:
        self._move(crystals, spot(slot), [BAG])

    def fill(self, slot: int, missing: str = "") -> None:
        """Fills the card with every crystal that it takes, except the missing ones."""
        compound = self.at(slot)
        wanted = [symbol for symbol, number in compound.missing for _ in range(number)]
        for symbol in missing.split():
            wanted.remove(symbol)
        self.on(slot, *wanted)

    def claim(self, seat: int, *slots: int) -> None:
        for slot in slots:
            self._move([claim_of(seat)], spot(slot), [tokens(seat)])

    def flames(self, slot: int, number: int = 1) -> None:
        flames = list(self.state.flames)
        flames[slot] = number
        self.state = replace(self.state, flames=tuple(flames))

    def step(self, seat: int, experiment: str, step: int) -> None:
        self._account(level(experiment, seat), step)

    def points(self, seat: int, number: int) -> None:
        self._account(points(seat), number)

    def _account(self, name: str, number: int) -> None:
        change = number - self.state.accounts[name]
        if change:
            transfer = mint(name, change) if change > 0 else burn(name, -change)
            self.state = replace(self.state, accounts=self.state.accounts.after([transfer]))

    def deck(self, *cards: str) -> None:
        """The deck has exactly these cards, on top first; Lab Fires may be among them."""
        self._move(self.state.pieces[DECK], GONE, [DECK])
        self._move(cards, DECK, [GONE, *(spot(slot) for slot in range(16))])

    def gone(self, slot: int) -> None:
        """The card has left the field; its crystals stay in place."""
        self._move([self.at(slot).card.name], GONE, [spot(slot)])

    def matter(self, matter: Any) -> None:
        """The game is at this matter."""
        self.state = replace(self.state, agenda=Agenda.of(matter, self.state.version))

    def between(self, matter: Any) -> None:
        """Lets the matter interrupt the current one."""
        agenda = self.state.agenda.push(matter, self.state.version)
        self.state = replace(self.state, agenda=agenda)

    def options(self, **chosen: Any) -> None:
        self.state = replace(self.state, options=replace(self.state.options, **chosen))

    def turn(self, number: int) -> None:
        self.state = replace(self.state, round=number)

    # --- playing --------------------------------------------------------------------------------------------

    def do(self, player: int, *actions: Any) -> list[Event]:
        found: list[Event] = []
        for action in actions:
            self.state, events = GAME.apply(self.state, player, action)
            found += events
            assert self.state.pieces.census() == GAME.box(self.state)
        return found

    def otherwise(self) -> list[Event]:
        """What happens if the first player does not answer."""
        ask = next(ask for ask in GAME.asked(self.state) if ask.obliged)
        return self.do(ask.player, ask.otherwise)

    def until(self, about: str, player: int | None = None) -> list[Event]:
        """Nobody answers until this player is asked this."""
        found: list[Event] = []
        for _ in range(200):
            asks = [ask for ask in GAME.asked(self.state) if ask.about == about]
            if any(player in (None, ask.player) for ask in asks):
                return found
            found += self.otherwise()
        raise AssertionError(f"nobody was asked about {about}")

    def to_the_end(self) -> str:
        """Nobody answers any more; returns why the game ended."""
        while self.state.result is None:
            self.otherwise()
        return self.state.result.reason

    def go_on(self) -> list[Event]:
        """What happens by itself from here."""
        ledger = Ledger(GAME, self.state)
        flow.proceed(ledger)
        self.state = ledger.state
        assert self.state.pieces.census() == GAME.box(self.state)
        return ledger.events

    # --- looking --------------------------------------------------------------------------------------------

    def at(self, slot: int) -> lab.Compound:
        compound = lab.compound_at(self.state, slot)
        assert compound is not None
        return compound

    def refused(self, player: int, action: Any) -> tuple[str, str]:
        """The rule and the code of the first reason against it."""
        verdict = GAME.judge(self.state, player, action)
        assert verdict.ruling is Ruling.INVALID, f"{action} is allowed"
        check = verdict.refused_by()
        assert check is not None
        assert check.message
        return check.rule, check.code

    def allowed(self, player: int, action: Any) -> bool:
        return GAME.judge(self.state, player, action).ruling is Ruling.VALID

    def asked(self) -> list[tuple[int, str]]:
        """Who is obliged to answer, and about what."""
        return [(ask.player, ask.about) for ask in GAME.asked(self.state) if ask.obliged]

    def held(self, place: str) -> list[str]:
        return sorted(self.state.pieces[place])

    def score(self, seat: int) -> int:
        return GAME.scores(self.state)[seat]


def types(events: Iterable[Event]) -> list[str]:
    return [event.type for event in events]
