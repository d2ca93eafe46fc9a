"""Compounded: open trading with offers, and the two-player game with Nobel."""

from __future__ import annotations

import pytest

from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    ProposeOffer,
    Term,
)
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    GONE,
    STOCK,
    WILD,
    Burn,
    Discard,
    Done,
    Drawing,
    End,
    Grant,
    Keep,
    Lab,
    NobelTrade,
    Pass,
    Place,
    Raise,
    Refill,
    Research,
    Scatter,
    Score,
    Surplus,
    SwapNobel,
    Trading,
    bench,
    kit,
    scored,
    spot,
    tokens,
)
from tests.support.compounded_table import GAME, Table, types


def trading(players: int = 3) -> Table:
    table = Table(players)
    table.bench(0, "H", "H", "O")
    table.bench(1, "C", "N")
    table.bench(2, "S", "Ca")
    table.matter(Trading())
    return table


def offer(gives: str, gets: str, partner: int | None = 1) -> ProposeOffer:
    return ProposeOffer((Term(partner, Goods(tuple(gives.split())), Goods(tuple(gets.split()))),))


# --- offers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-TRADE", "K-OFFER", "K-GOODS")
def test_K_TRADE_crystals_tools_wilds_and_extinguishers_change_hands() -> None:
    table = trading()
    table.kit(0, "pipet", EXTINGUISHER)
    table.do(0, offer("H pipet", "C wild"))
    table.do(1, AcceptOffer(1))
    assert table.held(bench(0)) == ["C", "H", "O"]
    assert table.held(kit(0)) == [EXTINGUISHER, WILD, WILD]
    assert table.held(kit(1)) == ["pipet"]
    table.do(0, offer(EXTINGUISHER, "", 2))  # a gift
    table.do(2, AcceptOffer(2))
    assert EXTINGUISHER in table.state.pieces[kit(2)]


@pytest.mark.rule("K-OFFER")
def test_K_OFFER_several_partners_all_or_nothing_and_an_open_one_to_the_first() -> None:
    table = trading()
    both = (Term(1, Goods(("H",)), Goods(("C",))), Term(2, Goods(("H",)), Goods(("S",))))
    table.do(0, ProposeOffer(both))
    table.do(2, AcceptOffer(1))
    assert table.held(bench(2)) == ["Ca", "S"], "not before all have accepted"
    told = table.do(1, AcceptOffer(1))
    assert "offer_carried_out" in types(told)
    assert table.held(bench(0)) == ["C", "O", "S"]
    table.do(0, offer("O", "N Ca", None))
    assert not table.allowed(1, AcceptOffer(2)), "who cannot give what is asked cannot accept"
    table.do(0, offer("O", "H", None))
    table.do(2, AcceptOffer(3))
    assert table.held(bench(2)) == ["Ca", "O"]


@pytest.mark.rule("K-OFFER")
def test_K_OFFER_is_checked_again_and_a_counter_offer_is_a_new_one() -> None:
    table = trading()
    table.do(0, offer("O", "C"))
    table.do(0, offer("O", "S", 2))
    told = table.do(1, CounterOffer(1, (Term(0, Goods(("C",)), Goods(("O", "H"))),)))
    assert types(told) == ["offer_declined", "offer_made"]
    told = table.do(2, AcceptOffer(2))
    assert "offer_carried_out" in types(told)
    assert not table.allowed(0, AcceptOffer(3)), "the O is gone"


@pytest.mark.rule("K-GOODS")
def test_K_GOODS_not_what_lies_on_cards_nor_claims_nor_unfinished_extinguishers() -> None:
    table = trading()
    table.on(0, "N")
    for piece in ("N", EXTINGUISHER, "claim 0", "pipet", "water"):
        assert table.refused(0, offer(piece, "C")) == ("K-OFFER", "offer_lacks_piece")
    verdict = GAME.judge(
        table.state, 0, ProposeOffer((Term(1, Goods(("H",)), Goods((), (("points 1", 3),))),))
    )
    assert "offer_bad_amount" in [check.code for check in verdict.checks]


@pytest.mark.rule("K-GOODS", "K-OVERFLOW")
def test_K_GOODS_spaces_bind_only_when_the_phase_ends() -> None:
    table = trading()
    table.do(1, offer("C N", "", 0))
    table.do(0, AcceptOffer(1))
    assert len(table.state.pieces[bench(0)]) == 5
    for player in (0, 1, 2):
        table.do(player, Done())
    assert table.asked() == [(0, "surplus")]
    table.do(0, Discard("N"))


@pytest.mark.rule("K-TRADE-ONLY", "K-TALK")
def test_K_TRADE_ONLY_in_the_discovery_phase_and_promises_are_no_goods() -> None:
    table = trading()
    table.do(0, offer("H", "", 1))  # for a favour that is only agreed orally
    table.do(1, AcceptOffer(1))
    for matter in (Research((0, 1, 2), 0), Lab((0, 1, 2)), Surplus((0,))):
        table.matter(matter)
        assert table.refused(0, offer("H", "C")) == ("K-OFFER", "offer_not_now")
    assert not table.state.offers.open


@pytest.mark.rule("K-DONE")
def test_K_DONE_withdraws_own_offers_and_accepting_takes_the_done_back() -> None:
    table = trading()
    table.do(0, offer("H", "C"))
    told = table.do(0, Done())
    assert types(told) == ["offer_withdrawn", "done_said"]
    table.do(2, offer("S", "O", 0))
    table.do(2, offer("Ca", "N", 1))
    table.do(0, AcceptOffer(2))
    assert table.state.agenda.top.done == (), "accepting takes the done back"
    table.do(0, Done())
    table.do(1, DeclineOffer(3))
    assert table.state.agenda.top.done == (0,), "answering otherwise does not"
    table.do(1, Done())
    table.do(1, offer("C", "H", 0))
    assert 1 not in table.state.agenda.top.done, "who makes an offer is not done"
    table.do(1, Done())
    told = table.do(2, Done())
    assert "trading_ended" in types(told)
    assert not table.state.offers.open


@pytest.mark.rule("K-DONE")
def test_K_DONE_twelve_offers_in_a_phase_or_as_many_as_agreed() -> None:
    table = trading()
    for _ in range(12):
        table.do(0, offer("H", "C"))
    assert table.refused(0, offer("H", "C")) == ("K-OFFER", "offers_used_up")
    state = GAME.new({"offers": 0}, 1, players=3)
    while not isinstance(state.agenda.top, Trading):
        ask = GAME.asked(state)[0]
        state, _ = GAME.apply(state, ask.player, ask.otherwise)
    assert all(ask.about == "trading" for ask in GAME.asked(state)), "no offers, but all say done"


@pytest.mark.rule("K-DONE")
def test_K_DONE_a_clock_that_runs_out_says_done() -> None:
    asks = [ask for ask in GAME.asked(trading().state) if ask.obliged]
    assert [ask.otherwise for ask in asks] == [Done()] * 3
    assert all(ask.parallel for ask in asks), "offers of others do not make a done stale"


@pytest.mark.rule("K-JOURNAL", "K-TOOL")
def test_K_JOURNAL_that_was_traded_works_from_the_next_turn_on() -> None:
    table = trading()
    table.turn(3)
    table.kit(0, "journal")
    table.do(0, offer("journal", "C"))
    table.do(1, AcceptOffer(1))
    assert not lab.journal_works(table.state, 0)
    assert not lab.journal_works(table.state, 1)
    table.turn(4)
    assert lab.journal_works(table.state, 1)
    table.fill(2)
    table.claim(1, 2)
    table.matter(Lab((1, 2, 0)))
    table.do(1, Score(2), Raise("lab"), Keep("O"))
    assert "O" in table.state.pieces[bench(1)]


def test_a_traded_burner_is_the_new_owners_to_use() -> None:
    table = trading()
    table.kit(0, "burner")
    table.do(0, offer("burner", "C"))
    table.do(1, AcceptOffer(1))
    table.until("research", 0)
    assert not table.allowed(0, Burn(3))
    table.do(1, Burn(3))
    assert table.state.flames[3] == 1
    assert table.state.pieces[STOCK].count("burner") == 3


# --- Nobel --------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-NOBEL", "K-NOBEL-START", "K-NOBEL-STEPS")
def test_K_NOBEL_a_seat_that_nobody_sits_on_with_two_experiments_and_four_crystals() -> None:
    state = GAME.new({}, 4, players=2)
    assert [seat.kind for seat in state.seats] == ["player", "player", "neutral"]
    assert len(state.pieces[bench(2)]) == 4
    assert state.pieces[kit(2)] == state.pieces["unfinished 2"] == ()
    assert sorted(name for name, _ in state.accounts.balances if name.endswith(" 2")) == [
        "discovery 2",
        "research 2",
    ]
    assert lab.turn_order(state, nobel=True)[-1] == 2
    assert GAME.new({}, 4, players=3).nobel is None
    assert GAME.neutral == "Nobel"


@pytest.mark.rule("K-NOBEL-DRAW", "K-NOBEL-TRADE")
def test_K_NOBEL_TRADE_the_lead_may_swap_one_and_only_then_the_other() -> None:
    table = Table(2)
    table.step(2, "discovery", 1)
    table.matter(Drawing())
    drawn = [(e["seat"], e.player, len(e["crystals"])) for e in table.go_on() if e.type == "crystals_drawn"]
    assert drawn == [(0, 0, 2), (1, 1, 2), (2, 0, 3)], "the lead draws for him"
    table.bench(0, "H")
    table.bench(1, "C")
    table.bench(2, "O", "O")
    assert table.asked() == [(0, "nobel_trade")]
    assert table.refused(0, SwapNobel("C", "O")) == ("K-NOBEL-TRADE", "no_such_crystal_here")
    assert table.refused(0, SwapNobel("H", "N")) == ("K-NOBEL-TRADE", "no_such_crystal_here")
    table.do(0, SwapNobel("H", "O"))
    assert table.asked() == [(1, "nobel_trade")], "one for one, once"
    table.do(1, SwapNobel("C", "H"))
    assert table.held(bench(2)) == ["C", "O"]
    assert {about for _, about in table.asked()} == {"trading"}
    table.matter(NobelTrade((0, 1)))
    table.do(0, Pass())
    assert {about for _, about in table.asked()} == {"trading"}, "neither may"


@pytest.mark.rule("K-NOBEL-LIMIT")
def test_K_NOBEL_LIMIT_he_keeps_four_and_the_lead_chooses() -> None:
    table = Table(2)
    table.bench(2, "H", "H", "C", "N", "S")
    table.matter(Surplus((0, 1, 2)))
    assert table.asked() == [(0, "surplus")]
    assert not table.allowed(1, Discard("H"))
    table.do(0, Discard("S"))
    assert table.held(bench(2)) == ["C", "H", "H", "N"]


@pytest.mark.rule("K-NOBEL-PLACE", "K-NOBEL-STEPS")
def test_K_NOBEL_PLACE_after_both_at_least_one_on_unclaimed_compounds_up_to_his_level() -> None:
    table = Table(2)
    table.bench(2, "H", "H", "H")
    table.claim(0, 0)
    table.matter(Research((2,), 0))
    assert table.asked() == [(0, "research")], "the lead acts for him"
    assert not table.allowed(0, End()), "at least one"
    assert table.refused(0, Place("H", 0)) == ("K-NOBEL-PLACE", "nobel_places_on_unclaimed")
    assert table.refused(0, Place("H", 2, "wild")) == ("K-WILD", "no_wild")
    assert table.refused(0, Place("H", None)) == ("K-EXT-BUILD", "extinguisher_takes_none")
    table.do(0, Place("H", 2))
    assert table.allowed(0, End()), "no more is required"
    told = table.do(0, Place("H", 2))
    assert "research_ended" in types(told), "his Research level is two"


@pytest.mark.rule("K-NOBEL-CLAIM", "K-NOBEL-LEVEL", "K-NOBEL-TOOL")
def test_K_NOBEL_CLAIM_what_he_completes_is_put_beside_his_bench_and_raises_his_levels() -> None:
    table = Table(2)
    table.lay(5, "sulfur dioxide")  # a gas, with a key
    table.fill(5, "S")
    table.bench(2, "S")
    table.matter(Research((2,), 0))
    table.do(0, Place("S", 5))
    assert (table.at(5).owner, table.at(5).temporary) == (2, True)
    assert table.asked() == [(0, "lab")]
    table.do(0, Score(5))
    assert table.state.pieces[scored(2)] == ("sulfur dioxide",)
    assert len(table.state.pieces[tokens(2)]) == 4
    assert lab.step_of(table.state, "research", 2) == 1
    assert "key" not in table.state.pieces[kit(2)]
    assert GAME.scores(table.state) == (0, 0, 0)
    solid = Table(2)
    solid.fill(4)
    solid.claim(2, 4)
    solid.matter(Lab((2,)))
    solid.do(0, Score(4))
    assert [n for name, n in solid.state.accounts.balances if name.endswith(" 2")] == [0, 0]


@pytest.mark.rule("K-NOBEL-LAB", "K-NOBEL-TOOL")
def test_K_NOBEL_LAB_his_grant_goes_to_whom_the_lead_names_and_half_of_shared_points_is_lost() -> None:
    table = Table(2)
    table.fill(6)  # nitrogen dioxide
    table.claim(2, 6)
    table.matter(Lab((2,)))
    table.do(0, Score(6))
    assert table.refused(0, Grant(2, "discovery")) == ("K-GRANT", "grant_to_another"), "Nobel cannot be named"
    table.do(0, Grant(0, "lab"))
    assert lab.step_of(table.state, "lab", 0) == 1
    shared = Table(2)
    for name in ("discovery", "study", "research", "lab"):
        shared.step(1, name, 3)
    shared.fill(6)
    shared.claim(2, 6)
    shared.matter(Lab((2,)))
    shared.do(0, Score(6), Grant(1))
    assert GAME.scores(shared.state) == (0, 1, 0)


@pytest.mark.rule("K-NOBEL-LAB")
def test_K_NOBEL_LAB_his_volatile_burns_and_the_lead_scatters_what_he_completed() -> None:
    table = Table(2)
    table.lay(5, "hydrazine")
    table.lay(9, "methane")
    table.fill(5)
    table.claim(2, 5)
    table.matter(Lab((2,)))
    told = table.do(0, Score(5))
    assert [e["cause"] for e in told if e.type == "fire_broke_out"] == ["volatile"]
    table = Table(2)
    for slot, card in ((5, "methane"), (4, "hydrogen peroxide"), (6, "water")):
        table.lay(slot, card)
    table.on(5, "H")
    table.claim(2, 5)
    table.flames(5, 2)
    table.matter(Refill("burners"))
    table.go_on()
    assert table.asked() == [(0, "scattering")]
    table.do(0, Scatter("H", 4))


@pytest.mark.rule("K-NOBEL")
def test_K_NOBEL_has_no_points_ends_nothing_and_cannot_win() -> None:
    table = Table(2)
    table.step(2, "discovery", 3)
    table.step(2, "research", 3)
    table.bench(2, "H", "H")
    table._move(["water"], GONE, [spot(slot) for slot in range(16)])
    table.deck()
    table.matter(Refill("fill"))
    table.go_on()
    assert table.state.result is not None
    assert table.state.result.scores[2] == 0
    assert table.state.result.ranks[2] == 0
    assert 2 not in table.state.result.winners
    assert table.state.ending is None


@pytest.mark.rule("K-NOBEL", "K-NOBEL-PLACE")
def test_K_NOBEL_places_by_his_discovery_level_where_the_table_wants_it() -> None:
    for by, ends in (("research", False), ("discovery", True)):
        table = Table(2)
        table.bench(2, "H", "H", "H")
        table.step(2, "research", 1)  # three; Discovery is still at two
        table.options(nobel_places=by)
        table.matter(Research((2,), 0))
        told = table.do(0, Place("H", 2), Place("H", 2))
        assert ("research_ended" in types(told)) is ends
