"""Valence Plus as a subject of the contract suite, and a random player without a strategy."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from adjudicator.chem.naming import names
from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.rng import Rng
from adjudicator.testing.subject import Subject
from adjudicator_rulesets.valence_plus.judging.solver import buildable
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from adjudicator_rulesets.valence_plus.play.opening import rules_of
from adjudicator_rulesets.valence_plus.play.rulings import excess
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DECK,
    Action,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    SettleName,
    State,
    TradeUp,
    hand,
)
from adjudicator_rulesets.valence_plus.play.views import open_hands

GAME = ValencePlusGame()
MOST_DRAWN = 3
NAMES = ("vinegar", "base", "unobtainium", "sodium chloride")  # wrong or undecided for most builds


def act(state: State, player: int, random: Random) -> Action:
    """Any listed action; wherever a build is possible, mostly a build, so that games end."""
    listed = GAME.legal_actions(state, player)
    if Open("build") in listed and random.random() < 0.9:
        return some_build(state, player, random)
    chosen = random.choice(listed)
    if isinstance(chosen, Open):
        return filled(chosen, state, player, random)
    return chosen


def filled(kind: Open, state: State, player: int, random: Random) -> Action:
    cards = list(state.pieces[hand(player)])
    random.shuffle(cards)
    if kind.type == "exchange":
        return Exchange(tuple(cards))
    if kind.type == "end_turn":
        return EndTurn(tuple(cards[: excess(state, player)]))
    return some_build(state, player, random)


def some_build(state: State, player: int, random: Random) -> Build:
    choices = buildable(state.pieces[hand(player)], state.pieces[BANK], rules_of(state).builds)
    build = random.choice([b for b in choices if b.cards not in state.misnamed])
    cards = random.sample(build.cards, len(build.cards))
    if not state.options.naming:
        return Build(tuple(cards))
    right = names(build.formula)[0]
    return Build(tuple(cards), right if random.random() < 0.7 else random.choice(NAMES))


def candidates(state: State, player: int, random: Random) -> list[Any]:
    """Of every kind: what is listed, what is possible, and what is impossible."""
    listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
    cards = random.sample(state.pieces[hand(player)], len(state.pieces[hand(player)]))
    builds = [tuple(cards[:size]) for size in (2, 3, 4)]
    formulas = [card.formula for stash in state.stashes for card in stash]
    formulas = random.sample(formulas, min(3, len(formulas)))
    return [
        *listed,
        *(Draw(source) for source in ("deck", "discard")),
        Exchange(tuple(cards)), Exchange(tuple(cards[1:])), Exchange(("U",)),
        *(Build(cards) for cards in builds), Build(()), Build(("H", "H", "O"), "water"), Build(("U", "Zz"), "x" * 999),
        *(Build(cards, "water") for cards in builds),
        *(TradeUp(formula) for formula in formulas), TradeUp("Zz"),
        *(React(("HCl",), owner, formula) for owner in (random.choice(state.players), 9) for formula in formulas),
        React((), 0, "NaOH"), React(("H2O", "H2O"), 0, "SO3"),
        *(EndTurn(tuple(cards[:size])) for size in (0, 1, 2, 3)), EndTurn(("U",)),
        SettleName(accept=True), SettleName(accept=False),
    ]  # fmt: skip


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """Other hands and the deck are dealt again, except for what the viewer may draw with the next action."""
    places = dict(state.pieces.places)
    deck = places[DECK]
    shown = state.open_name.cards if state.open_name is not None and state.turn != viewer else ()
    others = [player for player in state.players if player != viewer and not open_hands(state)]
    shown = shown if others else ()
    hands = {player: list(places[hand(player)]) for player in others}
    for symbol in shown:
        hands[state.turn].remove(symbol)
    pool = [symbol for player in others for symbol in hands[player]] + list(deck[MOST_DRAWN:])
    random.shuffle(pool)
    for player in others:
        kept = shown if player == state.turn else ()
        places[hand(player)] = (*kept, *(pool.pop() for _ in hands[player]))
    places[DECK] = (*deck[:MOST_DRAWN], *pool)
    # With so few cards left a reshuffle comes next, and the viewer may see what it brings.
    rng = Rng(str(random.random()), random.randrange(99)) if len(deck) >= MOST_DRAWN else state.rng
    return replace(state, pieces=Inventory.of(places), rng=rng)


SUBJECT = Subject(GAME, act, candidates, lasting_twin, players=partial(players_of, GAME.name))
