"""Chemistry Monopoly as a subject of the contract suite, and a random player without a strategy."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.game import Resign
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
from adjudicator.testing.subject import Subject
from adjudicator.verdict import Ruling
from adjudicator_rulesets.chemistry_monopoly.play.game import ChemistryMonopolyGame
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, cash, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    MONEY,
    Answer,
    Bid,
    Buy,
    BuyBack,
    Condense,
    Decline,
    EndTurn,
    Evaporate,
    GiveUp,
    Pass,
    PayFine,
    PayInterest,
    PayTax,
    Roll,
    State,
    TakeTest,
    Transfer,
    UseCard,
    kept,
)

GAME = ChemistryMonopolyGame()
SEEN_NEXT = 3  # cards of a deck that one roll can turn up
PATIENCE = 40  # turns after which players begin to leave, so that random games end


def act(state: State, player: int, random: Random) -> Any:
    """Mostly a listed action; now and then an offer; late in the game somebody leaves."""
    if state.turns * random.random() > PATIENCE or random.random() < 0.004:
        return Resign()
    listed = [a for a in GAME.legal_actions(state, player) if not isinstance(a, Open)]
    kinds = sorted({action.type for action in listed})
    if kinds and random.random() < 0.9:
        kind = random.choice(kinds)
        return random.choice([action for action in listed if action.type == kind])
    tried = [
        a for a in candidates(state, player, random) if GAME.judge(state, player, a).ruling is Ruling.VALID
    ]
    return random.choice(tried or listed or [Resign()])


def goods(state: State, player: int, random: Random) -> Goods:
    own = [*holdings(state).of(player), *state.pieces[kept(player)]]
    amount = random.choice([0, 1, 20, 200, cash(state, player), cash(state, player) + 1])
    return Goods(
        tuple(random.sample(own, min(len(own), random.randint(0, 2)))),
        ((MONEY, amount),) if amount else (),
    )


def terms(state: State, player: int, random: Random) -> tuple[Term, ...]:
    partner = random.choice([*state.others(player), *state.players, None])
    return (Term(partner, goods(state, player, random), goods(state, partner or 0, random)),)


def offers(state: State, player: int, random: Random) -> list[Any]:
    number = random.choice([*(offer.id for offer in state.offers.open), state.offers.last, 99])
    beg = [Term(other, Goods(), Goods((), ((MONEY, 1),))) for other in state.others(player)]
    return [
        *(ProposeOffer((term,)) for term in beg[:1]),
        *(ProposeOffer(terms(state, player, random)) for _ in range(2)),
        ProposeOffer((Term(random.choice(state.players), Goods(("liquid",)), Goods(("U",))),)),
        ProposeOffer(tuple(beg)),
        CounterOffer(number, terms(state, player, random)),
        *(kind(number) for kind in (AcceptOffer, DeclineOffer, WithdrawOffer)),
    ]


def candidates(state: State, player: int, random: Random) -> list[Any]:
    """Of every kind: what is listed, what is possible, and what is impossible."""
    own = holdings(state).of(player)
    deeds = [*random.sample(own, min(3, len(own))), random.choice(sorted(board_of(state).deeds)), "U"]
    money = cash(state, player)
    return [
        Roll(), EndTurn(), Buy(), Decline(), Pass(), PayFine(), GiveUp(), PayTax("fixed"), PayTax("share"),
        *(UseCard(deck) for deck in DECKS), TakeTest(),
        *(Answer(said) for said in ("sodium chloride", "NaCl", "+2", " ", "\u202e", "x" * 201)),
        *(Bid(amount) for amount in (0, 1, money, money + 1, -5, random.randint(1, 400))),
        *(kind(deed) for kind in (Condense, Evaporate, Transfer, BuyBack, PayInterest) for deed in deeds),
        *offers(state, player, random),
    ]  # fmt: skip


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """The decks in another order, except for the cards that the next action may turn up."""
    places = dict(state.pieces.places)
    for deck in DECKS:
        cards = list(places[deck])
        later = cards[SEEN_NEXT:]
        random.shuffle(later)
        places[deck] = (*cards[:SEEN_NEXT], *later)
    return replace(state, pieces=Inventory.of(places))


SUBJECT = Subject(GAME, act, candidates, lasting_twin, players=partial(players_of, GAME.name))
