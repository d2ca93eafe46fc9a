"""Compounded as a subject of the contract suite, and a sensible player that tries everything."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.engine.rng import Rng
from adjudicator.testing.subject import Subject
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.play.game import CompoundedGame
from adjudicator_rulesets.compounded.play.state import (
    DECK,
    Burn,
    Claim,
    Cylinder,
    Discard,
    Done,
    End,
    Extinguish,
    Grant,
    Keep,
    MoveClaim,
    Pass,
    Place,
    Raise,
    Scatter,
    ScatterCard,
    Score,
    State,
    Swap,
    SwapNobel,
    TakeBack,
    UseGoggles,
    UseKey,
    bench,
    kit,
)

GAME = CompoundedGame()
SYMBOLS = ("H", "C", "O", "N", "Ca", "S", "Zz")
SOME = 22  # candidates at each step
NEXT = 16  # the most cards of the deck that one action may turn up
CALM = ("trading", "claiming", "moving")  # no action of these phases draws crystals


def act(state: State, player: int, random: Random) -> Any:
    """Mostly what the strong bot does, so that games end; sometimes an offer, or any listed action."""
    listed = GAME.legal_actions(state, player)
    complete = [action for action in listed if not isinstance(action, Open)]
    if any(isinstance(action, Open) for action in listed) and (not complete or random.random() < 0.15):
        return ProposeOffer(_terms(state, player, random, sound=True))
    if random.random() < 0.8:
        chosen = players_of(GAME.name).bot(Character("policy")).choose(GAME.view(state, player), random)
        if chosen is not None:
            return chosen
    return random.choice(complete)


def _terms(state: State, player: int, random: Random, *, sound: bool = False) -> tuple[Term, ...]:
    held = [*state.pieces[bench(player)], *state.pieces[kit(player)]]
    partners: list[int | None] = [None, *state.others(player)]
    if not sound:
        partners += [player, 9]
    gives = Goods(tuple(random.sample(held, min(len(held), random.randint(0, 2)))))
    gets = Goods((random.choice(("H", "O", "C", "pipet")),) if random.random() < 0.8 or not gives else ())
    return (Term(random.choice(partners), gives, gets),)


def candidates(state: State, player: int, random: Random) -> list[Any]:
    """Some of every kind: what is listed, what is possible, and what is impossible."""
    listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
    slots = [*random.sample(range(16), 3), 16, -1]
    symbols = random.sample(SYMBOLS, 3)
    number = random.choice([o.id for o in state.offers.open] + [state.offers.last, 99])
    found = [
        *random.sample(listed, min(8, len(listed))),
        *(kind(slot) for slot in slots[1:4] for kind in (Claim, Burn, Score, TakeBack, Extinguish, ScatterCard)),
        MoveClaim(slots[0], slots[1]), MoveClaim(slots[2], slots[3]),
        *(Place(symbol, slot) for symbol in symbols for slot in (slots[0], None)),
        Place(symbols[0], slots[1], "wild"), Place(symbols[1], slots[4], "goggles"),
        *(kind(symbols[0], symbols[1]) for kind in (Swap, SwapNobel)),
        *(Scatter(symbol, slots[0]) for symbol in symbols), *(Discard(symbol) for symbol in symbols), Keep(symbols[0]),
        *(Raise(name) for name in EXPERIMENTS), Cylinder("lab", "study"), Cylinder("study", "study"),
        *(Grant(other, random.choice(EXPERIMENTS)) for other in (player, (player + 1) % len(state.seats), 9)),
        Grant((player + 1) % len(state.players)),
        UseGoggles(1), UseGoggles(0), UseGoggles(9), UseKey(), Done(), End(), Pass(),
        ProposeOffer(_terms(state, player, random)), CounterOffer(number, _terms(state, player, random)),
        *(kind(number) for kind in (AcceptOffer, DeclineOffer, WithdrawOffer)),
    ]  # fmt: skip
    return random.sample(found, SOME)


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Cards far down in the deck in another order, and other chance where no action draws crystals."""
    deck = state.pieces[DECK]
    below = [card for card in deck[NEXT:] if card != "Lab Fire"]
    random.shuffle(below)
    places = dict(state.pieces.places)
    shuffled = tuple(card if card == "Lab Fire" else below.pop() for card in deck[NEXT:])
    places[DECK] = (*deck[:NEXT], *shuffled)
    matter = state.agenda.top
    calm = matter is not None and matter.type in CALM
    rng = Rng(str(random.random()), random.randrange(99)) if calm else state.rng
    return replace(state, pieces=Inventory.of(places), rng=rng)


SUBJECT = Subject(GAME, act, candidates, lasting_twin, players=partial(players_of, GAME.name))
