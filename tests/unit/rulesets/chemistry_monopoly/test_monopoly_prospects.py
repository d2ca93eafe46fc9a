"""Who is likely to win a game of Chemistry Monopoly, and deals that are weighed by it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import answer, ideas, outlook
from adjudicator_rulesets.chemistry_monopoly.bots.prospects import chances, estates_of
from adjudicator_rulesets.chemistry_monopoly.bots.trading import proposals
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, holdings, rent
from adjudicator_rulesets.chemistry_monopoly.play.state import Buy, BuyBack, Decline, Transfer
from tests.support.monopoly_table import Table, goods, offer

SEVEN = 7


def rent_of(table: Table, player: int, money: int) -> float:
    now = holdings(table.state)
    return estates_of(now, board_of(table.state), len(table.state.seats))[player].a_roll(money)


@pytest.mark.parametrize("seed", range(12))
def test_without_money_a_roll_brings_the_mean_of_the_rents_of_all_squares(seed: int) -> None:
    """Square by square, by the rule of the game itself."""
    chance, table = Random(seed), Table(2)
    deeds = list(board_of(table.state).deeds)
    own = chance.sample(deeds, chance.randint(1, len(deeds)))
    turned = [deed for deed in own if chance.random() < 0.2]
    table.give(0, *[deed for deed in own if deed not in turned]).give(0, *turned, transferred=True)
    squares = len(board_of(table.state).edition.board)
    rents = sum(rent(table.state, deed, SEVEN) for deed in own)
    assert rent_of(table, 0, 0) == pytest.approx(rents / squares)


def test_money_is_counted_as_built_where_it_brings_most() -> None:
    table = Table(2).give(0, "Li", "Na", "K")
    assert rent_of(table, 0, 449) < rent_of(table, 0, 450) == (270 + 270 + 300) / 40
    assert rent_of(table, 0, 10**6) == (550 + 550 + 600) / 40
    halves = Table(2).give(0, "Li", "Na")
    assert rent_of(halves, 0, 10**6) == (6 + 6) / 40, "no set, nothing to build on"
    both = Table(2).give(0, "Li", "Na", "K", "B", "Al")
    assert rent_of(both, 0, 450) == (270 + 270 + 300 + 2 * 2 + 2 * 4) / 40, "not on boron and aluminium"
    back = Table(2).give(0, "Li", "Na").give(0, "K", transferred=True)
    assert rent_of(back, 0, 450 + 65) < rent_of(back, 0, 450 + 66) == (270 + 270 + 300) / 40


def test_chances_are_shares_of_those_who_still_play_and_alike_for_those_who_have_alike() -> None:
    table = Table(3).give(0, "Li", "Na").give(1, "Mg", "Ca", "Ba").money(2, 40)
    found = chances(table.state)
    assert sum(found) == pytest.approx(1)
    assert found[1] > found[0] > found[2] > 0
    assert chances(Table(2).state) == (0.5, 0.5)


def test_more_money_never_makes_it_less_likely_to_win() -> None:
    table = Table(2).give(0, "Li", "Na", "K", "Pt").give(1, "Mg", "Ca", "Ba", "F")
    found = [chances(table.money(0, amount).state)[0] for amount in range(0, 4000, 37)]
    assert found == sorted(found)


def test_a_set_is_worth_more_than_its_cards_and_more_to_who_can_build_on_it() -> None:
    scattered = Table(2).give(0, "Mg", "F", "Cu").give(1, "Pd")
    whole = Table(2).give(0, "Mg", "Ca", "Ba").give(1, "Pd")
    assert chances(whole.state)[0] > chances(scattered.state)[0] + 0.1


def test_of_two_players_what_one_wins_by_a_deal_the_other_loses() -> None:
    table = Table(2).give(0, "Li", "Na", "As").give(1, "K", "N", "P")
    mine, theirs = outlook(Appraisal(table.state, 0), 1, goods("K"), goods("As"))
    assert mine == pytest.approx(-theirs)
    assert mine < 0, "the set of the other has the higher rents"


def test_nobody_sells_what_completes_a_set_for_its_price_however_long_the_game_lasts() -> None:
    """Regression: late in the game the strong bot sold what completed six sets of its rival, for money."""
    for turns in (1, 150, 700):
        table = Table(2).give(0, "N", "P").give(1, "As").money(0, 3000).money(1, 3000)
        table.state = replace(table.state, turns=turns)
        table.act(0, offer(1, [300], ["As"]))
        table.state = replace(table.state, turns=turns)
        assert isinstance(
            answer(Appraisal(table.state, 1), table.state.offers.open[0], True).action, DeclineOffer
        )


def test_in_a_game_that_does_not_end_an_even_swap_of_sets_is_made_at_last() -> None:
    def swapped(turns: int) -> bool:
        table = Table(2).give(0, "O", "S", "I").give(1, "F", "Cl", "Se").money(0, 2000).money(1, 2000)
        table.state = replace(table.state, turns=turns)
        offered = [idea.action for idea in proposals(Appraisal(table.state, 0))]
        if not offered:
            return False
        table.act(0, offered[0])
        answered = answer(Appraisal(table.state, 1), table.state.offers.open[0], True)
        return isinstance(answered.action, AcceptOffer)

    assert not swapped(10)
    assert swapped(400)


def first(table: Table, player: int = 0) -> object:
    return next(ideas(Appraisal(table.state, player))).action


def test_a_dear_card_is_left_while_a_set_of_ones_own_wants_the_money() -> None:
    """Regression: it bought silver with what its nitrogen group needed, and evaporated that afterwards."""
    early = Table(2).at(0, 27)
    early.roll(0, 2, 3)
    assert early.state.positions[0] == 32
    assert first(early) == Buy()
    late = (
        Table(2)
        .give(0, "N", "P", "As")
        .level(N=1, P=1, As=1)
        .give(1, "Mg", "Ca", "Ba")
        .level(Mg=3, Ca=3, Ba=3)
    )
    late.money(0, 325).money(1, 120).at(0, 27)
    late.roll(0, 2, 3)
    assert first(late) == Decline()


def test_a_lone_card_is_not_bought_back_with_the_money_that_a_set_wants() -> None:
    def redeems(table: Table) -> bool:
        return any(idea.action == BuyBack("Au") for idea in ideas(Appraisal(table.state, 0)))

    table = Table(2).give(0, "N", "P", "As").give(0, "Au", transferred=True).give(1, "Mg", "Ca", "Ba")
    assert not redeems(table.money(0, 300))
    assert redeems(table.money(0, 6000))


def test_money_is_raised_on_a_lone_card_before_a_set_is_broken_or_evaporated() -> None:
    table = Table(2).give(0, "N", "P", "As", "Li").level(N=2, P=2, As=2).money(0, 20)
    table.give(1, "Mg", "Ca", "Ba").at(0, 6)
    table.roll(0, 2, 3)  # to magnesium: 20, doubled since nothing is on it
    assert table.asked[:2] != (0, "debt")
    poor = Table(2).give(0, "N", "P", "As", "Li").level(N=2, P=2, As=2).money(0, 5)
    poor.give(1, "Mg", "Ca", "Ba").at(0, 6)
    poor.roll(0, 2, 3)
    assert poor.asked[:2] == (0, "debt")
    assert first(poor) == Transfer("Li")
