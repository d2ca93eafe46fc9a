"""Business in Chemistry Monopoly by rule: condensing, trades, auctions, debts, bankruptcy, the short game."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from adjudicator.engine.codec import plain
from adjudicator.engine.offers import AcceptOffer, Goods, ProposeOffer, Term
from adjudicator.engine.replay import replay
from adjudicator.verdict import Facts
from adjudicator_rulesets.chemistry_monopoly.judging.condensing import fallen
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, holdings, raisable
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    ESTATE,
    FORMER,
    LAB,
    POT,
    STOCK,
    UNOWNED,
    Bid,
    Buy,
    BuyBack,
    Condense,
    Debt,
    Decline,
    DiceTurn,
    EndTurn,
    Evaporate,
    Fees,
    GiveUp,
    Options,
    Pass,
    PayFine,
    PayInterest,
    Roll,
    Transfer,
    held,
    kept,
    turned,
)
from tests.support.monopoly_table import GAME, Table, goods, offer

YELLOW = ("F", "Cl", "I")


# --- condensing -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M-EVEN", "M-CONDENSE")
def test_M_EVEN_the_rulebooks_example_on_the_yellow_set() -> None:
    """With four on fluorine, chlorine may have three, but iodine not two: it needs three before the fourth."""
    table = Table().give(0, *YELLOW).level(F=3, Cl=3, I=2)
    assert table.refused(0, Condense("F")) == "M-EVEN condense_evenly"
    table.act(0, Condense("I"))
    table.act(0, Condense("F"))
    assert [holdings(table.state).level(deed) for deed in YELLOW] == [4, 3, 3]
    assert table.has(0) == 1500 - 2 * 150
    lacking = Table().give(0, "F", "Cl").give(1, "I")
    assert lacking.refused(0, Condense("F")) == "M-CONDENSE set_not_whole"
    assert Table().give(0, "C", "Si").refused(0, Condense("C")) == "M-LIFE never_a_lot"


@pytest.mark.rule("M-SOLID", "M-SOLID-STEP")
def test_M_SOLID_replaces_four_liquids_and_costs_one_more_step() -> None:
    table = Table().give(0, *YELLOW).level(F=4, Cl=4, I=4)
    table.act(0, Condense("F"))
    assert (table.event("condensed")["what"], table.has(0)) == ("solid", 1350)
    assert table.state.pieces[STOCK].count("liquid") == 51 - 8
    assert table.refused(0, Condense("F")) == "M-SOLID is_solid"
    table.act(0, Evaporate("F"))
    assert holdings(table.state).level("F") == 4
    assert table.has(0) == 1350 + 75


@pytest.mark.rule("M-SOLID-STEP")
def test_M_SOLID_STEP_without_liquids_in_the_Lab_the_whole_lot_is_sold_back() -> None:
    table = Table(shortage="lot").give(0, *YELLOW).level(F=5, Cl=5, I=5).stock(liquids=3, solids=0)
    table.act(0, Evaporate("Cl"))
    assert holdings(table.state).level("Cl") == 0
    assert table.has(0) == 1500 + 5 * 75


@pytest.mark.rule("M-EVEN-SHORT")
def test_M_EVEN_SHORT_the_whole_set_falls_evenly_and_nothing_is_bare_beside_solids() -> None:
    table = Table().give(0, *YELLOW).level(F=5, Cl=5, I=5).stock(liquids=3, solids=0)
    assert table.act(0, Evaporate("F")) == ["set_evaporated"]
    assert [holdings(table.state).level(deed) for deed in YELLOW] == [1, 1, 1]
    assert table.has(0) == 1500 + 12 * 75
    assert table.last["left"] == {"F": 1, "Cl": 1, "I": 1}


@pytest.mark.rule("M-EVEN-SHORT")
@pytest.mark.parametrize(
    ("levels", "stock", "broken", "after"),
    [
        ((5, 5, 5), 4, "F", (4, 5, 5)),  # enough for one solid: one step, as usual
        ((5, 5, 5), 0, "F", (0, 0, 0)),
        ((5, 5, 5), 2, "Cl", (1, 0, 1)),  # leftover liquids stay, on the broken element last
        ((5, 4, 4), 0, "F", (2, 3, 3)),  # the set's own liquids are available
        ((5, 5, 4), 1, "F", (1, 2, 2)),
        ((4, 4, 4), 0, "I", (4, 4, 3)),  # a liquid needs nothing
    ],
)
def test_M_EVEN_SHORT_to_the_highest_even_state(
    levels: tuple[int, ...], stock: int, broken: str, after: tuple[int, ...]
) -> None:
    table = Table().give(0, *YELLOW).level(**dict(zip(YELLOW, levels, strict=True))).stock(stock, solids=0)
    table.act(0, Evaporate(broken))
    assert tuple(holdings(table.state).level(deed) for deed in YELLOW) == after
    assert table.has(0) == 1500 + 75 * (sum(levels) - sum(after))


@pytest.mark.rule("M-EVEN-SHORT")
def test_M_EVEN_SHORT_no_even_state_in_between_could_be_supplied() -> None:
    """Compared with every state of the set, with the rule written literally."""
    for before in product(range(6), repeat=3):
        if max(before) != 5 or max(before) - min(before) > 1:
            continue
        for stock in range(4):
            there = stock + sum(n for n in before if n < 5)
            states = [
                after
                for after in product(range(6), repeat=3)
                if max(after) - min(after) <= 1
                and all(a <= b for a, b in zip(after, before, strict=True))
                and after[before.index(5)] < 5
                and sum(n for n in after if n < 5) <= there
            ]
            levels = dict(zip(YELLOW, before, strict=True))
            found = fallen(levels, YELLOW[before.index(5)], stock, 5)
            assert tuple(found.values()) in states
            assert sum(found.values()) == max(map(sum, states))


@pytest.mark.rule("M-EVEN-SHORT")
def test_M_EVEN_SHORT_of_a_broken_set_only_what_one_still_has() -> None:
    table = Table().give(0, "F").give(1, "Cl", "I").level(F=5).stock(liquids=3, solids=0)
    assert table.act(0, Evaporate("F")) == ["evaporated"]
    assert (holdings(table.state).level("F"), table.has(0)) == (3, 1500 + 2 * 75)


@pytest.mark.rule("M-STOCK")
def test_M_STOCK_who_wants_to_condense_waits_until_somebody_evaporates() -> None:
    table = Table().give(0, "B", "Al").give(1, "Li", "Na", "K").level(Li=1).stock(liquids=0, solids=20)
    assert table.refused(0, Condense("B")) == "M-STOCK none_left"
    table.turn(1).act(1, Evaporate("Li"))
    table.turn(0).act(0, Condense("B"))
    solids = Table().give(0, "B", "Al").level(B=4, Al=4).stock(liquids=20, solids=0)
    assert solids.refused(0, Condense("B")) == "M-STOCK none_left"


@pytest.mark.rule("M-SELL-BACK", "M-SELL-EVEN")
def test_M_SELL_BACK_for_half_and_evenly() -> None:
    table = Table().give(0, *YELLOW).level(F=2, Cl=2, I=1)
    assert table.refused(0, Evaporate("I")) == "M-SELL-EVEN evaporate_evenly"
    table.act(0, Evaporate("F"))
    assert table.has(0) == 1575
    assert table.refused(0, Evaporate("B")) == "M-BUSINESS not_yours"
    assert Table().give(0, "B").refused(0, Evaporate("B")) == "M-SELL-BACK already_bare"


@pytest.mark.rule("M-SET-WHOLE", "M-SELL-BARE")
def test_M_SET_WHOLE_a_bare_element_may_go_though_its_mates_hold_a_liquid() -> None:
    table = Table().give(0, *YELLOW).level(F=1, Cl=1)
    assert table.refused(0, offer(1, ["F"], [5])) == "M-SELL-BARE not_bare"
    table.act(0, Transfer("I"))
    assert table.refused(0, Condense("I")) == "M-SET-WHOLE set_transferred"
    table.deal(0, 1, ["I"], [500])
    assert [holdings(table.state).level(deed) for deed in YELLOW] == [1, 1, 0]
    table.act(1, PayInterest("I"))
    assert table.refused(0, Condense("F")) == "M-CONDENSE set_not_whole"
    table.act(0, Evaporate("Cl"))  # evenness counts among the elements still owned
    assert table.refused(0, Evaporate("F")) == ""


# --- transferring and trading ---------------------------------------------------------------------------------


@pytest.mark.rule("M-TRANSFER", "M-REDEEM", "M-LOAN", "M-MONEY")
def test_M_TRANSFER_for_half_the_price_and_back_with_interest_rounded_up() -> None:
    table = Table().give(0, "Pd", "F", "Cl", "I").level(F=1)
    assert table.refused(0, Transfer("F")) == "M-TRANSFER not_bare"
    table.act(0, Transfer("Pd"))
    assert (table.has(0), table.state.pieces[turned(0)]) == (1675, ("Pd",))
    assert table.refused(0, Transfer("Pd")) == "M-TRANSFER is_transferred"
    table.act(0, BuyBack("Pd"))
    assert table.has(0) == 1675 - 175 - 18  # 17.5 of interest
    assert table.refused(0, BuyBack("Pd")) == "M-REDEEM not_transferred"
    poor = Table().give(0, "Pd", transferred=True).money(0, 192)
    assert poor.refused(0, BuyBack("Pd")) == "M-REDEEM too_dear"


@pytest.mark.rule("M-SELL", "M-OFFER")
def test_M_SELL_on_any_turn_at_any_price_and_swaps() -> None:
    table = Table().give(1, "F").give(2, "beaker", "C").turn(0)
    table.deal(1, 2, ["F", 10], ["beaker"])
    assert (table.owns(1), table.owns(2)) == (("beaker",), ("C", "F"))
    table.deal(2, 0, ["C"], [])  # a side may be empty
    assert table.owns(0) == ("C",)
    assert table.asked[:2] == (0, "turn")


@pytest.mark.rule("M-OFFER", "M-LOAN")
def test_M_OFFER_two_parties_no_pieces_of_the_Lab_one_open_offer_each() -> None:
    table = Table().give(0, "F").give(1, "Li", "Na", "K").level(Li=1)
    assert table.refused(0, offer(None, ["F"], [5])) == "M-OFFER offer_two_parties"
    both = ProposeOffer((Term(1, goods(5), Goods()), Term(2, goods(5), Goods())))
    assert table.refused(0, both) == "M-OFFER offer_two_parties"
    assert table.refused(0, offer(1, [5], ["liquid"])) == "M-OFFER offer_not_tradable"
    assert table.refused(0, offer(1, [5], ["Pt"])) == "M-OFFER offer_not_theirs"
    assert table.refused(0, offer(1, [5], ["Li"])) == "M-SELL-BARE not_bare"
    assert table.refused(0, offer(1, [1501], ["Na"])) == "M-OFFER offer_lacks_amount"
    table.act(0, offer(1, [5], ["Na"]))
    assert table.refused(0, offer(1, [6], ["Na"])) == "M-OFFER offer_one_each"
    assert table.refused(0, offer(2, [6], [1])) == ""
    table.turn(0, phase="after").act(0, EndTurn())
    assert not table.state.offers.open  # it lapses at the end of the turn


@pytest.mark.rule("M-OFFER")
def test_M_OFFER_is_checked_when_accepted() -> None:
    table = Table().give(0, "B", "Al").turn(0)
    table.act(1, offer(0, [100], ["B"]))
    table.act(0, Condense("B"))
    assert table.refused(0, AcceptOffer(1)) == "M-SELL-BARE not_bare"
    assert "accept_offer" not in {action.type for action in GAME.legal_actions(table.state, 0)}
    table.act(0, Evaporate("B"))
    assert table.refused(0, AcceptOffer(1)) == ""


@pytest.mark.rule("M-TRANSFER-SELL", "M-TRANSFER-FEE", "M-TRADE-FEE")
def test_M_TRADE_FEE_who_gets_a_transferred_element_says_at_once() -> None:
    table = Table().give(0, "Pd", transferred=True)
    table.deal(0, 1, ["Pd"], [100])
    assert table.asked == (1, "fees", ("pay_interest", "buy_back"))
    assert not any(ask.about == "offers" for ask in GAME.asked(table.state))
    table.act(1, PayInterest("Pd"))
    assert table.has(1) == 1400 - 18
    assert table.state.pieces[turned(1)] == ("Pd",)
    table.turn(1).act(1, BuyBack("Pd"))  # later it still costs the price and another 10 %
    assert table.has(1) == 1400 - 18 - 175 - 18
    back = Table().give(0, "Pd", transferred=True)
    back.deal(0, 1, ["Pd"], [100])
    back.act(1, BuyBack("Pd"))
    assert (back.has(1), back.state.pieces[held(1)]) == (1400 - 193, ("Pd",))


@pytest.mark.rule("M-TRADE-FEE")
def test_M_TRADE_FEE_without_the_money_for_the_interest_the_deal_is_refused() -> None:
    table = Table().give(0, "Pd", transferred=True).money(1, 117)
    assert table.refused(1, offer(0, [100], ["Pd"])) == "M-TRADE-FEE offer_no_interest"
    table.act(1, offer(0, [99], ["Pd"]))
    assert table.act(0, AcceptOffer(1))[-1] == "interest_paid"  # too poor to be asked
    assert table.has(1) == 0
    asked = Table().give(0, "Pd", transferred=True).money(1, 110)
    asked.act(0, offer(1, ["Pd"], [100]))
    assert asked.refused(1, AcceptOffer(1)) == "M-TRADE-FEE offer_no_interest"


@pytest.mark.rule("M-TRADE-FEE")
def test_M_TRADE_FEE_for_several_the_interest_on_the_rest_has_to_be_left() -> None:
    table = Table().give(0, "Pd", "Pt", transferred=True).money(1, 193 + 20)
    table.deal(0, 1, ["Pd", "Pt"], [])
    assert table.refused(1, PayInterest("Pt")) == "M-TRADE-FEE fee_first"
    table.act(1, BuyBack("Pd"))
    assert (table.has(1), table.asked[1]) == (0, "turn")  # and 20 for platinum
    poor = Table().give(0, "Pd", "Pt", transferred=True).money(1, 193 + 19)
    poor.deal(0, 1, ["Pd", "Pt"], [])  # buying palladium back would leave 19, and platinum's interest is 20
    assert (poor.has(1), poor.asked[1]) == (193 + 19 - 18 - 20, "turn")
    assert poor.state.pieces[turned(1)] == ("Pd", "Pt")
    short = Table().give(0, "Pd", "Pt", transferred=True).money(1, 193 + 20)
    short.deal(0, 1, ["Pd", "Pt"], [])
    assert short.money(1, 193 + 19).refused(1, BuyBack("Pd")) == "M-TRADE-FEE too_dear"
    swap = Table().give(0, "Pd", transferred=True).give(1, "Pt", transferred=True)
    swap.deal(0, 1, ["Pd"], ["Pt"])  # both have to decide
    assert swap.act(swap.asked[0], PayInterest("Pt" if swap.asked[0] == 0 else "Pd")) == ["interest_paid"]
    assert swap.asked[1] == "fees"


# --- auctions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-AUCTION", "M-BID")
def test_M_BID_clockwise_from_the_left_until_all_but_one_have_passed() -> None:
    table = Table(auctions=True)
    table.roll(0, 1, 5)
    assert table.act(0, Decline()) == ["lot_declined", "auction_begun"]
    assert table.asked == (1, "auction", ("bid", "pass"))
    assert not any(ask.about == "offers" for ask in GAME.asked(table.state))  # M-TURN
    assert table.refused(2, Bid(10)) == "M-TURN not_your_turn"
    table.act(1, Bid(10))
    assert table.refused(2, Bid(10)) == "M-BID bid_too_low"
    assert table.refused(2, Bid(1501)) == "M-BID bid_too_high"
    table.act(2, Pass())
    table.act(0, Bid(11))  # the player who declined may bid
    table.act(1, Bid(12))
    assert table.act(0, Pass()) == ["bid_passed", "lot_sold"]
    assert (table.owns(1), table.has(1)) == (("Li",), 1488)
    assert table.asked[:2] == (0, "turn")


@pytest.mark.rule("M-BID")
def test_M_BID_the_last_one_is_asked_too_and_no_bid_is_no_sale() -> None:
    table = Table(auctions=True)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    table.act(1, Pass())
    table.act(2, Pass())
    assert table.asked == (0, "auction", ("bid", "pass"))
    assert table.act(0, Pass())[-1] == "lot_unsold"
    assert "Li" in table.state.pieces[UNOWNED]


@pytest.mark.rule("M-BID")
def test_M_BID_who_cannot_raise_is_out_without_being_asked() -> None:
    table = Table(auctions=True).money(2, 5)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    assert table.act(1, Bid(5)) == ["bid_made", "bid_passed"]
    assert table.asked[0] == 0


@pytest.mark.rule("M-RAISE")
def test_M_RAISE_a_bidder_raises_money_in_anothers_turn_and_bids_more() -> None:
    table = Table(auctions=True).give(1, "F").give(2, "B", "Al").level(B=1).money(1, 20).money(2, 20)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    assert table.asked == (1, "auction", ("bid", "pass", "transfer"))
    assert table.refused(1, Bid(60)) == "M-BID bid_too_high"
    table.act(1, Transfer("F"))
    assert table.act(1, Bid(60)) == ["bid_made"], (
        "player 2 has 20, but can raise more: asked, not passed over"
    )
    assert table.asked == (2, "auction", ("pass", "evaporate", "transfer"))
    table.act(2, Evaporate("B"))
    table.act(2, Transfer("B"))
    assert table.refused(2, Bid(61)) == ""
    assert table.refused(2, BuyBack("B")) == "M-TURN not_now"
    assert table.refused(0, Transfer("F")) == "M-TURN not_your_turn"


@pytest.mark.rule("M-RAISE")
def test_M_RAISE_who_could_not_outbid_with_everything_is_passed_over() -> None:
    table = Table(auctions=True).give(2, "B").money(2, 20)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    assert table.act(1, Bid(50)) == ["bid_made", "bid_passed"]
    former = Table(auctions=True, business="settled").give(2, "Pt").money(2, 20)
    former.roll(0, 1, 5)
    former.act(0, Decline())
    assert former.refused(1, Transfer("Pt")) == "M-TURN not_now"
    assert former.act(1, Bid(50)) == ["bid_made", "bid_passed"]


@pytest.mark.rule("M-RAISE", "M-CONDENSE")
def test_M_RAISE_one_condenses_with_a_purchase_open_but_never_with_a_debt() -> None:
    table = Table().give(0, "B", "Al", "F").give(1, "Li", "Na")
    table.roll(0, 4, 5)
    assert table.asked[:2] == (0, "purchase")
    table.act(0, Condense("B"))
    table.act(0, Buy())
    assert table.owns(0) == ("B", "Al", "K", "F")
    assert Table(business="settled").give(0, "B", "Al").turn(0).refused(0, Condense("B")) == ""
    debt = Table().give(0, "B", "Al", "F").give(1, "Li", "Na", "K").level(Li=4, Na=4, K=4).money(0, 50)
    debt.roll(0, 1, 5)
    assert debt.asked[1] == "debt"
    assert debt.refused(0, Condense("B")) == "M-TURN not_now"
    assert debt.refused(0, Transfer("B")) == ""


@pytest.mark.rule("M-RAISE", "M-TRADE-FEE")
def test_M_RAISE_what_was_got_transferred_may_be_bought_back_with_money_raised_for_it() -> None:
    table = Table().give(0, "F").give(1, "Pt", transferred=True).money(0, 120)
    table.deal(1, 0, ["Pt"], [20])
    assert table.asked == (0, "fees", ("pay_interest", "transfer"))
    assert table.refused(0, BuyBack("Pt")) == "M-TRADE-FEE too_dear"
    table.act(0, Transfer("F"))
    table.act(0, BuyBack("Pt"))
    assert table.has(0) == 100 + 130 - 220
    former = Table(business="settled").give(0, "F").give(1, "Pt", transferred=True).money(0, 120)
    assert former.deal(1, 0, ["Pt"], [20])[-1] == "interest_paid"


@pytest.mark.rule("M-OPTIONS", "M-EVEN-SHORT", "M-RAISE", "M-BIDS")
def test_M_OPTIONS_a_game_begun_or_saved_before_a_reading_changed_keeps_the_former() -> None:
    state, (started, *rest) = GAME.start({"auctions": True}, 1)
    assert plain(state.options) | plain(Options()) | {"auctions": True} == plain(state.options)
    before = {name: value for name, value in plain(state.options).items() if name not in FORMER}
    old = replace(started, facts=Facts(**{**started.facts, "options": before}))
    assert plain(replay(GAME, (old, *rest)).options) == {**before, **FORMER}
    saved = GAME.state_to_json(state)
    saved["state"]["options"] = before
    assert plain(GAME.state_from_json(saved).options) == {**before, **FORMER}


@pytest.mark.rule("M-BIDS")
def test_M_BIDS_the_highest_bid_of_those_still_in_leads_when_the_leader_leaves() -> None:
    table = Table(4, auctions=True)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    table.act(1, Bid(10))
    table.act(2, Bid(40))
    table.act(3, Bid(50))
    table.resign(3)
    auction = table.state.agenda.top
    assert (auction.bid, auction.leader, auction.bidders) == (40, 2, (0, 1, 2))
    assert table.refused(0, Bid(40)) == "M-BID bid_too_low"
    table.act(0, Pass())
    assert table.act(1, Pass())[:2] == ["bid_passed", "lot_sold"]
    assert table.event("lot_sold")["price"] == 40
    assert table.owns(2) == ("Li",)


@pytest.mark.rule("M-BIDS")
def test_M_BIDS_a_bid_of_somebody_who_has_passed_does_not_stand() -> None:
    table = Table(4, auctions=True)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    table.act(1, Bid(10))
    table.act(2, Bid(40))
    table.act(3, Bid(50))
    table.act(0, Pass())
    table.act(1, Bid(60))
    table.act(2, Pass())
    table.resign(1)
    assert table.event("lot_sold")["price"] == 50, "player 3 alone is still in: the 40 of player 2 is gone"


@pytest.mark.rule("M-BIDS")
def test_M_BIDS_without_another_bid_all_who_were_in_it_begin_again() -> None:
    table = Table(4, auctions=True)
    table.roll(0, 1, 5)
    table.act(0, Decline())
    table.act(1, Pass())
    table.act(2, Bid(300))
    table.resign(2)
    auction = table.state.agenda.top
    assert (auction.bid, auction.leader, auction.bidders) == (0, None, (1, 3, 0))


# --- debts ----------------------------------------------------------------------------------------------------


def owing(**options: bool) -> Table:
    """Player 0 has rolled a double and owes player 1 400 on lithium, with 50 in hand."""
    return Table(4, **options).give(1, "Li", "Na", "K").level(Li=4, Na=4, K=4).money(0, 50)


@pytest.mark.rule("M-DEBT")
def test_M_DEBT_play_waits_and_it_is_paid_by_itself() -> None:
    table = owing().give(0, "Pt", "Pd")
    assert table.roll(0, 3, 3)[-1] == "debt_incurred"
    assert table.asked == (0, "debt", ("transfer",))
    assert table.refused(0, EndTurn()) == "M-TURN not_now"
    assert table.refused(1, Condense("Li")) == "M-TURN not_your_turn"
    assert table.act(0, Transfer("Pt")) == ["transferred"]
    assert table.act(0, Transfer("Pd")) == ["transferred", "debt_paid"]
    assert (table.has(0), table.has(1)) == (25, 1900)
    assert "roll" in table.asked[2]  # the doubles turn goes on


@pytest.mark.rule("M-DEBT")
def test_M_DEBT_a_debtors_trade_brings_money_and_does_not_lower_what_can_be_raised() -> None:
    table = owing().give(0, "Pt", "Pd").give(2, "F")
    table.roll(0, 3, 3)
    assert table.refused(0, offer(2, ["Pt"], ["F"])) == "M-DEBT debtor_needs_money"
    assert table.refused(0, offer(2, ["Pt"], [199])) == "M-DEBT debtor_loses"
    assert table.refused(0, offer(2, ["Pt"], ["F", 70])) == ""
    assert table.refused(2, offer(0, [199], ["Pt"])) == "M-DEBT debtor_loses"
    assert table.refused(2, offer(3, ["F"], [1])) == ""  # others trade as they like
    assert table.deal(2, 0, [360], ["Pt"])[-1] == "debt_paid"
    assert table.asked[:2] == (0, "turn")


@pytest.mark.rule("M-GIVE-UP", "M-BANKRUPT")
def test_M_GIVE_UP_only_while_less_can_be_raised_than_is_owed() -> None:
    table = owing().give(0, "Pt", "Pd")
    table.roll(0, 3, 3)
    assert raisable(table.state, 0) == 50 + 200 + 175
    assert table.refused(0, GiveUp()) == "M-GIVE-UP can_still_pay"
    lost = owing().give(0, "Pt")
    lost.roll(0, 3, 3)
    assert lost.refused(0, GiveUp()) == ""
    assert "transfer" in lost.asked[2]  # a trade may still help


@pytest.mark.rule("M-DEBT-ORDER")
def test_M_DEBT_ORDER_one_at_a_time_clockwise_and_the_turn_goes_on() -> None:
    table = Table(4).on_top("lab-day", collect_each=10).money(2, 4).give(2, "B").money(3, 9)
    types = table.roll(0, 1, 1)
    assert types[-3:] == ["card_paid", "payment_called", "debt_incurred"]  # 1 has paid, 2 owes
    assert table.asked[:2] == (2, "debt")
    assert table.refused(0, Roll()) == "M-TURN not_your_turn"
    assert table.deal(1, 2, [40], ["B"])[-3:] == ["debt_paid", "payment_called", "debt_incurred"]
    assert table.asked[:2] == (3, "debt")
    types = table.act(3, GiveUp())  # leaves at once, and the turn goes on
    assert types[:3] == ["went_bankrupt", "player_out", "estate_taken"]
    assert types[-1] == "card_put_away"
    assert (table.has(0), table.asked[0]) == (1500 + 10 + 10 + 9, 0)
    assert "roll" in table.asked[2]


@pytest.mark.rule("M-DEBT-ORDER")
def test_M_DEBT_ORDER_who_pays_all_and_fails_is_bankrupt_to_the_creditor_of_that_payment() -> None:
    table = Table(4).on_top("test-day", pay_each=50).money(0, 80).give(0, "C")
    table.give(1, "B")
    table.roll(0, 3, 4)
    assert table.asked[:2] == (0, "debt")
    table.act(0, Transfer("C"))  # 30 + 75, enough for the second and the third
    assert table.asked[:2] == (0, "turn")
    failing = Table(4).on_top("test-day", pay_each=50).money(0, 80)
    failing.roll(0, 3, 4)
    types = failing.act(0, GiveUp())
    assert (failing.has(1), failing.has(2), failing.has(3)) == (1550, 1530, 1500)  # the third gets nothing
    assert types[-1] == "turn_ended"  # in one's own turn, the turn ends
    assert failing.asked[:2] == (1, "turn")
    assert failing.state.pieces["test-day"][-1] == failing.event("card_drawn")["card"]


# --- bankruptcy -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M-BANKRUPT-PLAYER", "M-BANKRUPT-FEE", "M-ESTATE")
def test_M_ESTATE_liquids_at_half_then_all_goes_over_and_the_fees_are_the_creditors() -> None:
    table = owing().give(0, "B", "Al").level(B=1, Al=1).give(0, "C", transferred=True).keep(0, "lab-day")
    table.roll(0, 3, 3)
    types = table.act(0, GiveUp())
    assert types == ["went_bankrupt", "player_out", "estate_taken"]
    assert table.has(1) == 1500 + 50 + 25 + 25
    assert set(table.owns(1)) == {"Li", "Na", "K", "B", "Al", "C"}
    assert len(table.state.pieces[kept(1)]) == 1
    assert holdings(table.state).level("B") == 0
    assert table.asked == (1, "fees", ("pay_interest", "buy_back", "evaporate", "transfer"))
    assert table.act(1, PayInterest("C")) == ["interest_paid", "turn_ended"]
    assert table.state.seats[0].out == "eliminated"


@pytest.mark.rule("M-ESTATE")
def test_M_ESTATE_what_the_creditor_cannot_pay_of_the_fees_is_a_debt_to_the_Lab() -> None:
    table = owing().give(0, "C", "Si", "Pt", "Pd", transferred=True).money(0, 0).money(1, 10)
    table.roll(0, 3, 3)
    table.act(0, GiveUp())
    assert table.act(1, PayInterest("C")) == ["interest_paid", "interest_owed"]
    debt = table.state.agenda.top
    assert isinstance(debt, Debt)
    assert (debt.debtor, debt.creditor, debt.why) == (1, None, "interest")
    assert isinstance(table.state.agenda.matters[-2], Fees)


@pytest.mark.rule("M-TRADE-FEE", "M-DEBT")
def test_M_TRADE_FEE_nothing_is_sold_before_it_is_said_what_becomes_of_it() -> None:
    """A player who owes the interest on one of several elements may trade, but not with those still to be settled."""
    table = owing().give(0, "C", "Si", "Pt", "Pd", transferred=True).money(0, 0).money(1, 10)
    table.roll(0, 3, 3)
    table.act(0, GiveUp())
    table.act(1, PayInterest("C"))  # and owes it for silicon
    assert table.refused(1, offer(2, ["Pt"], [300])) == "M-TRADE-FEE fee_open"
    assert table.refused(2, offer(1, [300], ["Pd"])) == "M-TRADE-FEE fee_open"
    table.act(1, offer(2, ["Si"], [300]))
    table.act(2, AcceptOffer(1))
    table.act(2, PayInterest("Si"))
    assert table.asked[:2] == (1, "fees")
    assert table.act(1, BuyBack("Pt"))[0] == "bought_back"


@pytest.mark.rule("M-BANKRUPT-LAB", "M-ESTATE-LAB")
def test_M_ESTATE_LAB_everything_is_auctioned_transferred_in_board_order() -> None:
    table = Table(4, pot=True).give(0, "F", "B").give(0, "Pt", transferred=True).keep(0, "test-day")
    table.money(0, 20).at(0, 36)
    table.turn(0).roll(0, 1, 1)
    assert table.asked[:2] == (0, "debt")  # 100 for the second tax
    table.money(0, 0)
    for deed in ("F", "B"):
        table._move(deed, held(0), turned(0))
    types = table.act(0, GiveUp())
    assert types == ["went_bankrupt", "player_out", "estate_left", "auction_begun"]
    assert table.state.pieces[ESTATE] == ("Pt", "F", "B")
    assert table.state.pieces["test-day"][-1].startswith("test-day")
    assert table.state.agenda.top.deed == "B"
    assert table.asked == (1, "auction", ("bid", "pass"))
    most = 1500 - board_of(table.state).interest("B")
    assert table.refused(1, Bid(most + 1)) == "M-BID bid_too_high"  # M-TRADE-FEE: the interest is left
    table.act(1, Bid(7))
    table.act(2, Pass())
    assert table.act(3, Pass())[-1] == "lot_sold"
    assert table.asked == (1, "fees", ("pay_interest", "buy_back"))
    assert table.act(1, BuyBack("B")) == ["bought_back", "auction_begun"]
    assert table.state.agenda.top.deed == "F"
    for player in (1, 2, 3):
        table.act(player, Pass())
    assert "F" in table.state.pieces[UNOWNED]  # unowned and untransferred again
    assert not holdings(table.state).transferred
    for player in (1, 2):
        table.act(player, Pass())
    assert table.act(3, Pass())[-2:] == ["estate_settled", "turn_ended"]
    assert table.state.accounts[POT] == 0  # money goes to the Lab, never to the pot
    assert table.asked[:2] == (1, "turn")


@pytest.mark.rule("M-ESTATE-LAB", "M-BID")
def test_M_ESTATE_LAB_waits_for_the_auction_that_is_under_way() -> None:
    """Money already bid is not bid for the estate too."""
    table = Table(3, auctions=True).give(2, "F").money(1, 120)
    table.roll(0, 1, 2)
    table.act(0, Decline())
    table.act(1, Bid(100))
    assert table.resign(2) == ["resigned", "estate_left"]
    assert table.act(0, Pass()) == ["bid_passed", "lot_sold", "auction_begun"]
    assert (table.has(1), table.state.agenda.top.deed) == (20, "F")
    table.act(0, Pass())
    assert table.refused(1, Bid(100)) == "M-BID bid_too_high"
    assert table.act(1, Pass())[-1] == "estate_settled"


@pytest.mark.rule("M-DEBT", "M-ESTATE-LAB")
def test_M_DEBT_is_settled_before_an_estate_is_auctioned() -> None:
    """The debtor raises money; the estate of somebody who resigns in the meantime waits."""
    table = owing().give(0, "Pt", "Pd").give(2, "F")
    table.roll(0, 3, 3)
    assert table.asked[:2] == (0, "debt")
    table.resign(2)
    assert table.asked[:2] == (0, "debt")
    assert table.state.pieces[ESTATE] == ("F",)


@pytest.mark.rule("M-LEAVE")
def test_M_LEAVE_bankrupt_to_the_creditor_of_an_open_debt_otherwise_to_the_Lab() -> None:
    table = owing().give(0, "F")
    table.roll(0, 3, 3)
    assert "estate_taken" in table.resign(0)
    assert "F" in table.owns(1)
    calm = Table().give(1, "F")
    assert calm.resign(1)[:3] == ["resigned", "estate_left", "auction_begun"]
    assert calm.asked[:2] == (2, "auction")
    calm.act(2, Pass())
    calm.act(0, Pass())
    assert calm.asked[:2] == (0, "turn")  # the player on turn goes on
    creditor = owing().give(0, "F", "Pt", "Pd")
    creditor.roll(0, 3, 3)
    creditor.resign(1)
    assert not any(isinstance(matter, Debt) for matter in creditor.state.agenda.matters)


@pytest.mark.rule("M-LEAVE")
def test_M_LEAVE_a_bidder_who_leads_takes_the_bid_along() -> None:
    table = Table(4, auctions=True, bids="lapse")
    table.roll(0, 1, 5)
    table.act(0, Decline())
    table.act(1, Bid(100))
    table.resign(1)
    auction = table.state.agenda.top
    assert (auction.bid, auction.leader, auction.bidders) == (0, None, (2, 3, 0))


@pytest.mark.rule("M-END", "M-END-NOW")
def test_M_END_NOW_in_the_middle_of_a_card() -> None:
    table = Table(2).on_top("lab-day", collect_each=10).money(1, 0)
    table.roll(0, 1, 1)
    assert table.act(1, GiveUp()) == ["went_bankrupt", "player_out", "game_ended"]
    result = table.state.result
    assert result is not None
    assert (result.winners, result.reason, result.ranks) == ((0,), "one_left", (1, 2))
    auction = Table(2, auctions=True)
    auction.roll(0, 1, 5)
    auction.act(0, Decline())
    assert auction.resign(1) == ["resigned", "game_ended"]


# --- the short game -------------------------------------------------------------------------------------------


@pytest.mark.rule("M-SHORT-DEAL", "M-SHORT-PACK")
def test_M_SHORT_DEAL_two_each_paid_at_once_before_the_first_roll() -> None:
    kinds = set()
    for seed in range(30):
        state, events = GAME.start({"short": True}, seed, players=4)
        dealt = [event for event in events if event.type == "element_dealt"]
        assert [event.by for event in dealt] == [1, 2, 3, 0, 1, 2, 3, 0]
        board = board_of(state)
        for player in range(4):
            own = holdings(state).of(player)
            assert len(own) == 2
            assert state.accounts[f"AMUny {player}"] == 1500 - sum(board.deeds[d].price for d in own)
        kinds |= {board.deeds[event["deed"]].kind for event in dealt}
        types = [event.type for event in events]
        assert types.index("first_rolled") > types.index("element_dealt")
        assert replay(GAME, events) == state
    assert kinds == {"lot", "life", "supply"}


@pytest.mark.rule("M-SHORT-SOLID", "M-SHORT-BACK")
def test_M_SHORT_SOLID_after_three_liquids_and_back_for_half() -> None:
    table = Table(short=True).give(0, *YELLOW).level(F=3, Cl=3, I=2)
    assert table.refused(0, Condense("F")) == "M-EVEN condense_evenly"
    table.act(0, Condense("I"))
    table.act(0, Condense("F"))
    assert table.event("condensed")["what"] == "solid"
    table.turn(1).at(1, 20).roll(1, 2, 4)
    assert table.event("rent_paid")["amount"] == 1150  # the rent of a solid stays the same
    back = Table(short=True).give(0, *YELLOW).level(F=4, Cl=4, I=4).stock(liquids=0, solids=0)
    back.act(0, Evaporate("F"))
    assert back.has(0) == 1500 + 3 * 4 * 75  # one liquid less than in the regular game


@pytest.mark.rule("M-SHORT-END", "M-SHORT-LAST", "M-SHORT-WORTH", "M-SHORT-WIN")
def test_M_SHORT_END_at_the_second_bankruptcy_the_estate_goes_over_as_it_stands() -> None:
    table = Table(4, short=True).give(1, "Li", "Na", "K").level(Li=3, Na=3, K=3).money(0, 10)
    table.give(0, "B", "Al").level(B=1, Al=1).give(0, "C", transferred=True)
    table.give(2, "Pt", transferred=True).resign(3)
    table.turn(0)
    assert table.roll(0, 1, 5)[-1] == "debt_incurred"
    types = table.act(0, GiveUp())
    assert types == ["went_bankrupt", "player_out", "estate_taken", "game_ended"]
    result = table.state.result
    assert result is not None
    assert result.reason == "richest"
    own = 1510 + 320 + 9 * 50 + 120 + 2 * 50 + 75  # with liquids at cost, a transferred one at half
    assert result.scores == (0, own, 1500 + 200, 0)
    assert (result.winners, result.ranks) == ((1,), (3, 1, 2, 4))


@pytest.mark.rule("M-SHORT-LAST", "M-SHORT-WIN")
def test_M_SHORT_LAST_an_estate_of_the_Lab_counts_for_nobody_and_equal_fortunes_share() -> None:
    table = Table(4, short=True).give(0, "Pt")
    table.resign(1)
    assert table.resign(0) == ["resigned", "game_ended"]
    result = table.state.result
    assert result is not None
    assert result.scores == (0, 0, 1500, 1500)
    assert result.winners == (2, 3)


@pytest.mark.rule("M-SHORT-PACK")
def test_M_SHORT_PACK_with_two_players_the_first_bankruptcy_is_the_end() -> None:
    table = Table(2, short=True).give(0, "Pt")
    table.resign(1)
    assert table.state.result is not None
    assert table.state.result.scores == (1900, 0)


# --- all at once ----------------------------------------------------------------------------------------------


def test_a_debt_settled_by_a_trade_an_estate_auctioned_and_the_doubles_turn_goes_on() -> None:
    """Turn, card, another's debt, trade with its fee, a bankruptcy to the Lab with auctions; then the roll."""
    table = Table(4).on_top("lab-day", collect_each=10).money(1, 0).give(1, "Pt", transferred=True)
    table.give(2, "C", "beaker")
    table.roll(0, 1, 1)
    assert [type(matter).__name__ for matter in table.state.agenda.matters] == ["DiceTurn", "Card", "Debt"]
    types = table.deal(1, 3, ["Pt"], [60])
    assert types[-1] == "offer_carried_out"
    assert table.asked[:2] == (3, "fees")
    types = table.act(3, PayInterest("Pt"))
    assert types[1] == "debt_paid"
    assert types[-1] == "card_put_away"
    assert table.asked[:2] == (0, "turn")
    table.resign(2)
    names = [type(matter).__name__ for matter in table.state.agenda.matters]
    assert names == ["DiceTurn", "Estate", "Auction"]
    while table.asked[1] != "turn":
        player, about, _ = table.asked
        auction = table.state.agenda.top
        bids = about == "auction" and auction.bid == 0
        deed = auction.deeds[0] if about == "fees" else ""
        table.act(player, Bid(5) if bids else PayInterest(deed) if deed else Pass())
    assert table.asked[0] == 0
    assert table.state.agenda.top == DiceTurn(0, "after", doubles=1, again=True)
    table.roll(0, 1, 2)
    assert table.where(0) == 5
    assert table.state.accounts[LAB] + sum(table.has(p) for p in range(4)) == table.total


def test_paying_the_fine_and_buying_need_the_money() -> None:
    table = Table().at(0, 10, failed=0).money(0, 49)
    assert table.refused(0, PayFine()) == "M-JAIL-FINE too_dear"
    assert table.refused(0, Buy()) == "M-TURN not_now"
