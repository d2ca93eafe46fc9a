"""Offers against a table on which everything is done by hand."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import prose
from adjudicator.engine import codec, offers
from adjudicator.engine.accounts import Accounts, gained
from adjudicator.engine.events import Event
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.market import MOST, Belongings, Market
from adjudicator.engine.offers import (
    ACTIONS,
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    Offers,
    Onward,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.verdict import Facts
from tests.oracle.offers_twin import Table
from tests.support.sampling import in_turn

SEATS, LIMIT = range(4), 5
HANDS = {0: ("Na", "Cl"), 1: ("Cl", "Mg"), 2: ("Na",), 3: ()}


@dataclass(frozen=True)
class Fair:
    """The market as an engine keeps it: changed only by events."""

    market: Market
    told: tuple[Event, ...] = ()

    def codes(self, player: int, action: Any) -> list[str]:
        checks = list(self.market.refusals(player, action))
        assert all(check.message for check in checks)
        return [check.code for check in checks]

    def do(self, player: int, action: Any) -> Fair:
        assert self.codes(player, action) == []
        fair = self
        for kind, seat, facts in self.market.steps(player, action):
            fair = fair.told_of(kind, seat, facts)
        for number in fair.market.void():
            fair = fair.told_of("offer_voided", None, {"offer": number})
        return fair

    def told_of(self, kind: str, player: int | None, facts: dict[str, Any]) -> Fair:
        """As from a file: through JSON, and folded from the event alone."""
        data = json.loads(json.dumps(codec.plain(facts)))
        assert set(data) == set(offers.EVENTS[kind])
        event = Event(len(self.told) + 1, kind, player, codec.frozen(data))
        market = replace(self.market, offers=self.market.offers.after(event))
        if kind == "offer_carried_out":
            assert gained(event["accounts"]) == 0
            accounts = market.accounts.after(event["accounts"])
            market = replace(market, pieces=offers.moved(market.pieces, event), accounts=accounts)
        return Fair(market, (*self.told, event))

    def types(self) -> list[str]:
        return [event.type for event in self.told]


def fair_of(places: int = 1, money: int = 10) -> Fair:
    """All players' pieces in one place, or each player's in a place of their own."""
    hands = {f"place {seat}.{place}": HANDS[seat][place::places] for seat in SEATS for place in range(places)}
    own = {
        seat: Belongings(
            tuple(f"place {seat}.{place}" for place in range(places)), (("money", f"money {seat}"),)
        )
        for seat in SEATS
    }
    accounts = Accounts.of({f"money {seat}": money for seat in SEATS})
    return Fair(Market(Offers(), Inventory.of({"deck": (), **hands}), accounts, own, LIMIT, "X-TRADE"))


def goods(*pieces: str, money: int = 0) -> Goods:
    return Goods(pieces, (("money", money),) if money else ())


# --- by example ---------------------------------------------------------------------------------------------

RING = ProposeOffer(
    (Term(1, goods("Na"), Goods(), (Onward(2, goods("Mg")),)), Term(2, Goods(), goods("Na", money=2)))
)


def test_K_GROUP_a_ring_is_carried_out_in_one_event_when_all_have_accepted() -> None:
    """0 gives Na to 1, 1 gives Mg to 2, 2 gives Na and money to 0."""
    fair = fair_of().do(0, RING).do(2, AcceptOffer(1))
    assert fair.types() == ["offer_made", "offer_accepted"]
    fair = fair.do(1, AcceptOffer(1))
    assert fair.types()[2:] == ["offer_accepted", "offer_carried_out"]
    held = {place: Counter(pieces) for place, pieces in fair.market.pieces.places}
    assert held["place 0.0"] == Counter(["Cl", "Na"])
    assert held["place 1.0"] == Counter(["Cl", "Na"])
    assert held["place 2.0"] == Counter(["Mg"])
    assert [fair.market.accounts[f"money {seat}"] for seat in SEATS] == [12, 10, 8, 10]
    told = [prose.tell("any game", event, ["ann", "bob", "cho", "dan"]) for event in fair.told]
    assert (
        told[0]
        == "ann: offer 1: bob gets Na for nothing; bob gives Mg to cho; cho gets nothing for Na and 2 money"
    )


def test_K_GROUP_one_who_declines_ends_it_and_one_who_cannot_give_cannot_accept() -> None:
    fair = fair_of().do(0, RING).do(1, DeclineOffer(1))
    assert fair.types()[-1] == "offer_declined"
    assert 1 not in fair.market.offers
    sold = fair_of().do(0, RING).do(1, ProposeOffer((Term(3, goods("Mg")),))).do(3, AcceptOffer(2))
    assert sold.codes(1, AcceptOffer(1)) == ["offer_lacks_piece"], "the Mg that was to go on is gone"


@pytest.mark.parametrize(
    "onward",
    [
        (Onward(3, goods("Mg")),),  # not a party to this offer
        (Onward(1, goods("Mg")),),  # to oneself
        (Onward(0, goods("Mg")),),  # to the proposer: that belongs in what the proposer gets
        (Onward(2, Goods()),),
        (Onward(2, goods("Mg")), Onward(2, goods("Cl"))),
    ],
)
def test_K_GROUP_onward_is_to_another_partner_once(onward: tuple[Onward, ...]) -> None:
    terms = (Term(1, goods("Na"), Goods(), onward), Term(2, Goods(), goods("Na")))
    assert "offer_bad_onward" in fair_of().codes(0, ProposeOffer(terms))
    assert "offer_bad_onward" in fair_of().codes(0, ProposeOffer((Term(None, goods("Na"), Goods(), onward),)))


SALE = ProposeOffer((Term(1, goods("Na"), goods(money=5)),))


def test_an_offer_is_carried_out_in_one_event_when_all_named_have_accepted() -> None:
    both = ProposeOffer((Term(1, goods("Na"), goods("Mg")), Term(2, goods("Cl"), goods(money=4))))
    fair = fair_of().do(0, both).do(2, AcceptOffer(1))
    assert fair.market.pieces["place 0.0"] == ("Na", "Cl")
    fair = fair.do(1, AcceptOffer(1))
    assert fair.types() == ["offer_made", "offer_accepted", "offer_accepted", "offer_carried_out"]
    assert fair.market.pieces["place 0.0"] == ("Mg",)
    assert fair.market.pieces["place 1.0"] == ("Cl", "Na")
    assert fair.market.pieces["place 2.0"] == ("Na", "Cl")
    assert (fair.market.accounts["money 0"], fair.market.accounts["money 2"]) == (14, 6)
    assert fair.market.offers.open == ()


def test_an_open_offer_is_for_the_first_who_accepts() -> None:
    fair = fair_of().do(0, ProposeOffer((Term(None, goods("Na"), goods(money=5)),)))
    fair = fair.do(3, DeclineOffer(1))
    assert fair.codes(3, AcceptOffer(1)) == ["offer_not_to_you"]
    fair = fair.do(2, AcceptOffer(1))
    assert fair.market.pieces["place 2.0"] == ("Na", "Na")
    assert fair.codes(1, AcceptOffer(1)) == ["no_such_offer"]


def test_an_open_offer_that_everybody_declines_is_closed() -> None:
    fair = fair_of().do(0, ProposeOffer((Term(None, goods("Na"), goods(money=5)),)))
    fair = fair.do(3, DeclineOffer(1)).do(1, DeclineOffer(1))
    assert 1 in fair.market.offers
    assert 1 not in fair.do(2, DeclineOffer(1)).market.offers


def test_a_withdrawn_offer_cannot_be_accepted() -> None:
    fair = fair_of().do(0, SALE).do(0, WithdrawOffer(1)).do(0, SALE)
    assert fair.codes(1, AcceptOffer(1)) == ["no_such_offer"]
    assert fair.codes(1, WithdrawOffer(2)) == ["offer_not_yours"]
    assert fair.do(1, AcceptOffer(2)).types()[-1] == "offer_carried_out"


def test_a_counter_offer_declines_and_answers() -> None:
    fair = fair_of().do(0, SALE).do(1, CounterOffer(1, (Term(0, goods(money=3), goods("Na")),)))
    assert fair.types() == ["offer_made", "offer_declined", "offer_made"]
    assert [(offer.id, offer.by, offer.counters) for offer in fair.market.offers.open] == [(2, 1, 1)]
    away = CounterOffer(2, (Term(3, goods(money=3)),))
    assert fair.codes(0, away) == ["offer_not_back"]
    assert fair.do(0, AcceptOffer(2)).market.accounts["money 0"] == 13


def test_another_trade_voids_what_is_no_longer_covered() -> None:
    fair = fair_of().do(0, SALE).do(0, ProposeOffer((Term(2, goods("Na"), goods(money=1)),)))
    fair = fair.do(1, AcceptOffer(1))
    assert fair.types()[-2:] == ["offer_carried_out", "offer_voided"]
    assert fair.market.offers.open == ()


def test_an_offer_of_somebody_who_left_is_void() -> None:
    fair = fair_of().do(0, SALE)
    left = {seat: own for seat, own in fair.market.belongings.items() if seat != 1}
    without = Fair(replace(fair.market, belongings=left))
    assert without.market.void() == (1,)
    assert without.codes(1, AcceptOffer(1)) == ["offer_not_now"]
    assert without.market.listed(1) == ()
    assert without.market.open_kinds(1) == ()


def test_offers_are_bounded_per_seat_and_phase_and_ids_are_never_used_again() -> None:
    fair = fair_of()
    for number in range(1, LIMIT + 1):
        fair = fair.do(0, SALE).do(0, WithdrawOffer(number))
    assert fair.codes(0, SALE) == ["offers_used_up"]
    assert fair.market.open_kinds(0) == ()
    again = Fair(replace(fair.market, offers=fair.market.offers.cleared())).do(0, SALE)
    assert [offer.id for offer in again.market.offers.open] == [LIMIT + 1]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ((), "offer_partners"),
        ((Term(1, goods("Na")), Term(1, goods("Cl"))), "offer_partners"),
        ((Term(None, goods("Na")), Term(1, goods("Cl"))), "offer_partners"),
        ((Term(0, goods("Na")),), "offer_no_partner"),
        ((Term(9, goods("Na")),), "offer_no_partner"),
        ((Term(1),), "offer_empty"),
        ((Term(1, goods("Mg")),), "offer_lacks_piece"),
        ((Term(1, goods("Na")), Term(2, goods("Na"))), "offer_lacks_piece"),
        ((Term(1, goods(money=11)),), "offer_lacks_amount"),
        ((Term(1, goods(money=6)), Term(2, goods(money=6))), "offer_lacks_amount"),
        ((Term(1, goods("Na"), goods("Xe")),), "offer_no_such_piece"),
        ((Term(1, goods("Na"), goods("Mg", "Mg")),), "offer_no_such_piece"),
        ((Term(1, goods("Na"), goods(money=MOST + 1)),), "offer_bad_amount"),
        ((Term(1, goods("Na"), goods(money=-1)),), "offer_bad_amount"),
        ((Term(1, Goods((), (("money", 6), ("money", 1)))),), "offer_bad_amount"),
        ((Term(1, Goods((), (("points", 6),))),), "offer_bad_amount"),
    ],
)
def test_what_is_no_offer_is_refused(terms: tuple[Term, ...], code: str) -> None:
    assert code in fair_of().codes(0, ProposeOffer(terms))


def test_pieces_go_from_place_to_like_place() -> None:
    swap = ProposeOffer((Term(1, goods("Na", "Cl"), goods("Mg")),))
    fair = fair_of(places=2).do(0, swap).do(1, AcceptOffer(1))
    assert dict(fair.market.pieces.places) == {
        "deck": (), "place 0.0": (), "place 0.1": ("Mg",), "place 1.0": ("Cl", "Na"), "place 1.1": ("Cl",),
        "place 2.0": ("Na",), "place 2.1": (), "place 3.0": (), "place 3.1": (),
    }  # fmt: skip


# --- against the twin ---------------------------------------------------------------------------------------


def some_goods(random: Random, held: tuple[str, ...]) -> Goods:
    """Mostly things that somebody has."""
    pieces = random.sample(held, min(len(held), random.choice([0, 1, 1, 2])))
    if random.random() < 0.1:
        pieces.append(random.choice(["Na", "Cl", "Mg"]))
    return goods(*pieces, money=random.choice([0, 0, 1, 3, 6]))


def some_terms(random: Random, market: Market, player: int, must: int | None) -> tuple[Term, ...]:
    def held(seat: int | None) -> tuple[str, ...]:
        places = market.belongings[seat].places if seat in SEATS and seat is not None else ()
        return tuple(piece for place in places for piece in market.pieces[place])

    others = [seat for seat in SEATS if seat != player]
    partners: list[int | None] = [None]
    if random.random() < 0.7:
        partners = [*random.sample(others, random.choice([1, 2]))]
    if must is not None and must not in partners and random.random() < 0.8:
        partners = [must]
    if random.random() < 0.1:
        partners.append(random.choice([None, 7, *SEATS]))
    terms = [Term(p, some_goods(random, held(player)), some_goods(random, held(p))) for p in partners]
    if len(terms) > 1 and random.random() < 0.6:
        targets = [p for p in partners if p is not None] + ([player] if random.random() < 0.1 else [])
        onward = [
            Onward(random.choice(targets or [player]), some_goods(random, held(partners[0])))
            for _ in range(random.choice([1, 1, 2]))
        ]
        terms[0] = replace(terms[0], onward=tuple(onward), gets=random.choice([terms[0].gets, Goods()]))
        terms[-1] = replace(terms[-1], gives=random.choice([terms[-1].gives, Goods()]))
    return tuple(terms)


def some_action(random: Random, market: Market, player: int) -> Any:
    listed = market.listed(player)
    accepting = [action for action in listed if action.type == "accept_offer"]
    if accepting and random.random() < 0.3:
        return random.choice(accepting)
    if listed and random.random() < 0.1:
        return random.choice(listed)
    last = market.offers.last
    number = random.randint(max(1, last - 4), last + 1)
    kind = random.choice(
        [*[ProposeOffer] * 4, CounterOffer, CounterOffer, AcceptOffer, DeclineOffer, WithdrawOffer]
    )
    if kind is ProposeOffer:
        return ProposeOffer(some_terms(random, market, player, None))
    if kind is CounterOffer:
        answered = market.offers[number].by if number in market.offers else None
        return CounterOffer(number, some_terms(random, market, player, answered))
    return kind(number)


def as_the_twin_has_it(action: Any) -> tuple[str, int | None, Any]:
    def side(part: Goods) -> Any:
        return part.pieces, sum(amount for _, amount in part.amounts)

    terms = tuple(
        (t.partner, side(t.gives), side(t.gets), tuple((one.to, side(one.goods)) for one in t.onward))
        for t in getattr(action, "terms", ())
    )
    return action.type.removesuffix("_offer"), getattr(action, "offer", None), terms


@in_turn(3)
@settings(max_examples=settings().max_examples // 2)
@given(st.randoms(use_true_random=False), st.sampled_from([1, 2]))
def test_offers_go_as_they_would_by_hand(random: Random, places: int) -> None:
    fair = fair_of(places)
    table = Table({seat: list(hand) for seat, hand in HANDS.items()}, dict.fromkeys(SEATS, 10), LIMIT)
    census, total = fair.market.pieces.census(), fair.market.accounts.total()
    for _ in range(30):
        player = random.choice(SEATS)
        action = some_action(random, fair.market, player)
        listed = fair.market.listed(player)
        allowed = table.may(player, *as_the_twin_has_it(action))
        assert allowed == (fair.codes(player, action) == []), action
        if action.type in ("propose_offer", "counter_offer"):
            assert not allowed or action.type in fair.market.open_kinds(player)
        else:
            assert allowed == (action in listed)
        if not allowed:
            continue
        fair = fair.do(player, action)
        table.do(player, *as_the_twin_has_it(action))
        assert [offer.id for offer in fair.market.offers.open] == list(table.offers)
        for seat in SEATS:
            held = Counter(
                p for place in fair.market.belongings[seat].places for p in fair.market.pieces[place]
            )
            assert held == Counter(table.pieces[seat])
            assert fair.market.accounts[f"money {seat}"] == table.money[seat]
        assert (fair.market.pieces.census(), fair.market.accounts.total()) == (census, total)
        saved = json.loads(json.dumps(codec.plain(fair.market.offers)))
        assert codec.read(Offers, saved, "offers") == fair.market.offers
        assert codec.read(ACTIONS[action.type], codec.plain(action), "action") == action


def test_an_event_about_an_offer_that_is_not_there_cannot_have_happened() -> None:
    with pytest.raises(KeyError):
        Offers().after(Event(1, "offer_withdrawn", 0, Facts(offer=1)))


def test_offers_can_be_told() -> None:
    """Every kind of event, as a player would read it."""
    both = ProposeOffer((Term(1, goods("Na"), goods("Mg")), Term(2, goods(money=2))))
    fair = fair_of().do(0, both).do(1, CounterOffer(1, (Term(0, goods("Mg"), goods("Na", money=1)),)))
    fair = fair.do(0, ProposeOffer((Term(None, goods("Na")),))).do(0, AcceptOffer(2))
    told = [prose.tell("any game", event, ["ann", "bob", "cho", "dan"]) for event in fair.told]
    assert told == [
        "ann: offer 1: bob gets Na for Mg; cho gets 2 money for nothing",
        "bob: declines offer 1",
        "bob: offer 2 in answer to 1: ann gets Mg for Na and 1 money",
        "ann: offer 3: anybody gets Na for nothing",
        "ann: accepts offer 2",
        "Trade: ann gets Mg for Na and 1 money",
        "Offer 3 can no longer be carried out.",
    ]
