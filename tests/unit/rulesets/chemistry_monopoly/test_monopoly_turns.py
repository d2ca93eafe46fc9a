"""Turns of Chemistry Monopoly by rule: the opening, dice, squares, day cards, Biology Class."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.engine.codec import plain
from adjudicator.engine.game import Resign
from adjudicator.errors import UnreadableInput
from adjudicator.testing.contract import unanswered
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT
from adjudicator_rulesets.chemistry_monopoly.play.game import PATIENCE
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_of, holdings
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    FORMER,
    LAB,
    POT,
    STOCK,
    Buy,
    Condense,
    Decline,
    EndTurn,
    Evaporate,
    Options,
    PayFine,
    PayTax,
    Roll,
    Transfer,
    UseCard,
    kept,
)
from tests.support.monopoly_table import GAME, Table, offer
from tests.support.steps import calls_of

LAB_DAY, TEST_DAY = 2, 7  # squares
CLASS = 10


# --- before the first turn ------------------------------------------------------------------------------------


@pytest.mark.rule("M-EQUIPMENT", "M-GOAL")
def test_M_EQUIPMENT_two_to_six_play() -> None:
    assert list(GAME.numbers) == [2, 3, 4, 5, 6]
    for players in (1, 7):
        with pytest.raises(UnreadableInput, match="players"):
            GAME.new({}, 1, players=players)


@pytest.mark.rule("M-OPTIONS")
def test_M_OPTIONS_five_of_them_all_off() -> None:
    off = {name: value for name, value in plain(Options()).items() if name not in FORMER}
    ours = {"questions": "off"}  # M-QUESTION
    assert off == dict.fromkeys(("auctions", "go_400", "pot", "pot_base", "short"), False) | ours
    with pytest.raises(UnreadableInput, match="base of the pot needs the pot"):
        GAME.new({"pot_base": True}, 1)


@pytest.mark.rule("M-DECKS", "M-START-GO", "M-CHEMIST", "M-SHARE")
def test_M_START_GO_everybody_begins_there_and_both_decks_lie_face_down() -> None:
    state, events = GAME.start({}, 1, players=6)
    assert state.positions == (0,) * 6  # M-SHARE: all on one square
    assert [state.accounts[f"AMUny {p}"] for p in range(6)] == [1500] * 6
    assert [len(state.pieces[deck]) for deck in DECKS] == [16, 16]
    assert GAME.view(state, 0)["table"]["decks"] == {"lab-day": 16, "test-day": 16}
    (started,) = GAME.events_shown(events[:1], 0)
    assert "decks" not in started.facts


@pytest.mark.rule("M-FIRST", "M-FIRST-TIE")
def test_M_FIRST_the_highest_roll_begins_and_only_those_tied_roll_again() -> None:
    tied = 0
    for seed in range(60):
        state, events = GAME.start({}, seed, players=4)
        rolls = [(event.by, sum(event["dice"])) for event in events if event.type == "first_rolled"]
        rolling = [0, 1, 2, 3]
        while rolls:
            totals, rolls = dict(rolls[: len(rolling)]), rolls[len(rolling) :]
            assert sorted(totals) == rolling
            rolling = [player for player in rolling if totals[player] == max(totals.values())]
            tied += len(rolling) > 1
        assert [state.turn] == rolling
    assert tied


# --- moving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-MOVE", "M-TURN")
def test_M_MOVE_by_the_sum_of_both_dice_and_to_the_left() -> None:
    table = Table()
    assert table.refused(0, EndTurn()) == "M-MOVE roll_first"
    assert table.refused(1, Roll()) == "M-TURN not_your_turn"
    table.roll(0, 4, 6)
    assert table.where(0) == CLASS
    assert table.refused(0, Roll()) == "M-DOUBLES rolled_already"
    table.act(0, EndTurn())
    assert table.asked[:2] == (1, "turn")
    table.turn(2, phase="after").act(2, EndTurn())
    assert table.asked[0] == 0


@pytest.mark.rule("M-TURN", "M-BUSINESS")
def test_M_TURN_while_something_is_open_nobody_condenses_but_money_can_be_raised() -> None:
    table = Table(business="settled").give(0, "B", "Al", "Li").give(1, "F").turn(0, phase="before")
    assert "condense" in table.asked[2]
    table.at(0, 0).roll(0, 3, 5)
    assert table.asked[0] == 0
    assert table.asked[2] == ("buy", "decline", "transfer")
    assert table.refused(0, Condense("B")) == "M-TURN not_now"
    assert table.refused(1, Transfer("F")) == "M-TURN not_your_turn"  # M-BUSINESS: only in one's own turn
    assert table.refused(2, offer(1, [5])) == ""  # any two, on any turn
    table.act(0, Transfer("Li"))
    table.act(0, Buy())
    assert table.asked[1] == "turn"
    assert "condense" in table.asked[2]


@pytest.mark.rule("M-DOUBLES")
def test_M_DOUBLES_one_may_roll_again_or_end() -> None:
    table = Table().give(1, "Li")
    table.roll(0, 3, 3)
    assert set(table.asked[2]) >= {"roll", "end_turn"}
    table.roll(0, 1, 3)
    assert table.where(0) == CLASS
    assert table.asked[2] == ("end_turn",)
    again = Table()
    again.roll(0, 5, 5)
    again.act(0, EndTurn())
    assert again.asked[0] == 1


@pytest.mark.rule("M-THREE-DOUBLES")
def test_M_THREE_DOUBLES_lead_to_Biology_Class() -> None:
    table = Table().turn(0, phase="after", doubles=2, again=True)
    assert table.roll(0, 5, 5) == ["rolled", "sent_to_class", "turn_ended"]
    assert (table.where(0), table.state.detained[0]) == (CLASS, 0)
    assert table.asked[0] == 1


@pytest.mark.rule("M-GO", "M-LAB-RICH")
def test_M_GO_passing_or_landing_earns_200() -> None:
    table = Table().at(0, 36).give(0, "Al")
    table.roll(0, 3, 4)
    assert (table.where(0), table.has(0)) == (3, 1700)
    landed = Table().at(0, 35)
    landed.roll(0, 2, 3)
    assert (landed.where(0), landed.has(0)) == (0, 1700)
    assert landed.state.accounts[LAB] < 0  # the Lab never runs out


@pytest.mark.rule("M-GO-400")
def test_M_GO_400_only_for_landing() -> None:
    table = Table(go_400=True).at(0, 35)
    table.roll(0, 2, 3)
    assert table.has(0) == 1900
    passing = Table(go_400=True).at(0, 36).give(0, "Al")
    passing.roll(0, 3, 4)
    assert passing.has(0) == 1700


@pytest.mark.rule("M-GO-HOW", "M-CARD-MOVE")
def test_M_GO_HOW_by_a_card_forward_it_pays_and_backwards_not() -> None:
    table = Table(go_400=True).at(0, 15).on_top("test-day", advance=0)
    table.roll(0, 3, 4)  # test day on 22
    assert (table.where(0), table.has(0)) == (0, 1900)
    backwards = Table().at(0, 35).on_top("lab-day", back=3).give(0, "Pt")
    backwards.roll(0, 3, 4)  # past Go to Lab Day on 2, and back to 39
    assert (backwards.where(0), backwards.has(0)) == (39, 1700)


# --- buying and rents -----------------------------------------------------------------------------------------


@pytest.mark.rule("M-BUY", "M-DEED", "M-LAB-TAKES")
def test_M_DEED_the_buyer_pays_the_Lab_and_has_the_card() -> None:
    table = Table()
    table.roll(0, 1, 5)
    assert table.act(0, Buy()) == ["lot_bought"]
    assert (table.owns(0), table.has(0)) == (("Li",), 1400)
    assert table.state.accounts[LAB] == 100
    assert table.asked[1] == "turn"


@pytest.mark.rule("M-BUY-RAISE")
def test_M_BUY_RAISE_first_raise_then_buy_and_without_auctions_a_declined_lot_stays_unowned() -> None:
    table = Table().money(0, 60).give(0, "Pt")
    table.roll(0, 1, 5)
    assert table.refused(0, Buy()) == "M-BUY too_dear"
    assert table.asked[2] == ("decline", "transfer")
    table.deal(0, 1, ["Pt"], [90])  # a trade raises money too
    assert table.act(0, Buy()) == ["lot_bought"]
    other = Table()
    other.roll(0, 1, 5)
    assert other.act(0, Decline()) == ["lot_declined"]
    assert not holdings(other.state).owner


@pytest.mark.rule("M-RENT", "M-RENT-NONE")
def test_M_RENT_is_collected_by_itself_but_not_on_what_is_transferred() -> None:
    table = Table().give(1, "Li")
    assert table.roll(0, 1, 5) == ["rolled", "moved", "rent_paid"]
    assert (table.has(0), table.has(1)) == (1494, 1506)
    none = Table().give(1, "Li", transferred=True)
    assert none.roll(0, 1, 5) == ["rolled", "moved"]


@pytest.mark.rule("M-RENT-DOUBLE", "M-RENT-SET")
@pytest.mark.parametrize(
    ("levels", "transferred", "rent"),
    [
        ({}, False, 12),  # doubled
        ({"Na": 1, "K": 1}, False, 12),  # another is condensed, this one is bare
        ({}, True, 12),  # another is transferred
        ({"Li": 1, "Na": 1, "K": 1}, False, 30),
        ({"Li": 4, "Na": 4, "K": 4}, False, 400),
        ({"Li": 5, "Na": 4, "K": 4}, False, 550),
    ],
)
def test_M_RENT_DOUBLE_of_a_whole_set(levels: dict[str, int], transferred: bool, rent: int) -> None:
    table = Table().give(1, "Li", "Na").give(1, "K", transferred=transferred).level(**levels)
    table.at(1, CLASS, failed=0)  # M-RENT-SET: in Biology Class too
    table.roll(0, 1, 5)
    assert table.has(1) == 1500 + rent


@pytest.mark.rule("M-RENT-SET")
def test_M_RENT_SET_a_condensed_element_earns_by_its_level_after_its_set_was_broken_up() -> None:
    table = Table().give(1, "Li", "Na").give(2, "K").level(Li=1)
    table.roll(0, 1, 5)
    assert table.has(1) == 1530


@pytest.mark.rule("M-RENT-OTHER")
def test_M_RENT_OTHER_life_by_the_dice_and_supplies_by_their_number() -> None:
    table = Table().give(1, "C").at(0, 5)
    table.roll(0, 3, 4)
    assert table.has(1) == 1500 + 4 * 7
    both = Table().give(1, "C").give(1, "Si", transferred=True).at(0, 5)
    both.roll(0, 3, 4)
    assert both.has(1) == 1500 + 10 * 7  # a transferred one counts as owned
    supplies = ("beaker", "Bunsen burner", "balance", "fume hood")
    for number, rent in enumerate((25, 50, 100, 200), start=1):
        table = Table().give(1, *supplies[:number])
        table.roll(0, 2, 3)
        assert table.has(1) == 1500 + rent


@pytest.mark.rule("M-RENT-OTHER")
def test_M_RENT_OTHER_sent_by_a_card_one_rolls_anew_and_pays_ten_times_or_double() -> None:
    table = Table().give(1, "C").on_top("test-day", nearest="life")
    assert table.roll(0, 3, 4, 2, 6)[-2:] == ["dice_thrown", "rent_paid"]
    assert table.has(1) == 1500 + 10 * 8
    supply = Table().give(1, "Bunsen burner", "beaker").on_top("test-day", nearest="supply")
    supply.roll(0, 3, 4)
    assert supply.has(1) == 1500 + 2 * 50


# --- day cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-DRAW", "M-CARDS")
def test_M_DRAW_the_top_card_is_carried_out_and_goes_under_its_deck() -> None:
    table = Table().on_top("lab-day", collect=200)
    before = table.state.pieces["lab-day"]
    assert table.roll(0, 1, 1) == ["rolled", "moved", "card_drawn", "card_collected", "card_put_away"]
    assert table.has(0) == 1700
    assert table.state.pieces["lab-day"] == (*before[1:], before[0])
    assert table.event("card_drawn")["chemistry"]


@pytest.mark.rule("M-CARD-MOVE")
def test_M_CARD_MOVE_a_second_card_and_another_square_are_settled_as_if_rolled_there() -> None:
    table = Table().at(0, 30).on_top("test-day", back=3).on_top("lab-day", pay=50)
    types = table.roll(0, 2, 4)  # test day on 36, back to Lab Day on 33
    assert types.count("card_drawn") == 2
    assert (table.where(0), table.has(0)) == (33, 1450)
    sent = Table().at(0, 29).on_top("lab-day", back=3)
    sent.roll(0, 1, 3)  # Lab Day on 33, back to 30, and on to Biology Class
    assert (sent.where(0), sent.state.detained[0]) == (CLASS, 0)
    bought = Table().on_top("test-day", advance=39)
    bought.roll(0, 3, 4)
    assert bought.asked[1] == "purchase"


@pytest.mark.rule("M-FREE-CARD", "M-KEEP")
def test_M_FREE_CARD_is_kept_used_in_class_or_sold() -> None:
    table = Table().on_top("lab-day", free=True)
    assert table.roll(0, 1, 1)[-1] == "card_kept"
    (card,) = table.state.pieces[kept(0)]
    assert card not in table.state.pieces["lab-day"]
    assert table.refused(0, UseCard("lab-day")) == "M-JAIL not_in_class"
    table.deal(0, 1, [card], [30])  # M-KEEP
    assert table.state.pieces[kept(1)] == (card,)
    table.turn(1).at(1, CLASS, failed=1)
    assert table.refused(1, UseCard("test-day")) == "M-FREE-CARD no_such_free_card"
    assert table.act(1, UseCard("lab-day")) == ["card_used"]
    assert table.state.pieces["lab-day"][-1] == card
    assert table.state.detained[1] is None


# --- taxes and the pot ----------------------------------------------------------------------------------------


@pytest.mark.rule("M-TAX", "M-WORTH", "M-WORTH-COUNT", "M-MONEY")
def test_M_TAX_a_sum_or_a_tenth_of_the_worth_chosen_blind() -> None:
    def landed() -> Table:
        table = Table().give(0, "F", "Cl", "I").give(0, "Pt", transferred=True).level(F=5, Cl=4, I=4)
        table.money(0, 801)
        table.roll(0, 1, 3)
        return table

    table = landed()
    assert table.asked[:2] == (0, "tax")
    # money, printed prices though transferred, the steps paid, a solid with the liquids in it
    worth = 801 + 260 + 260 + 280 + 400 + (5 + 4 + 4) * 150
    assert str(worth) not in str(GAME.view(table.state, 0))
    table.act(0, PayTax("share"))
    assert table.has(0) == 801 - (worth + 9) // 10  # rounded up, and more than 200
    other = landed()
    other.act(0, PayTax("fixed"))
    assert other.has(0) == 601
    second = Table().at(0, 32)
    second.roll(0, 2, 4)
    assert second.has(0) == 1400  # no choice on the other tax square


@pytest.mark.rule("M-EXTRA")
def test_M_EXTRA_nothing_happens_without_the_option() -> None:
    table = Table().at(0, 15)
    assert table.roll(0, 1, 4) == ["rolled", "moved"]


@pytest.mark.rule("M-POT", "M-POT-WHAT", "M-POT-BASE")
def test_M_POT_takes_taxes_fines_and_cards_and_whoever_lands_there_takes_it() -> None:
    table = Table(pot=True, pot_base=True).give(1, "Na")
    assert table.state.accounts[POT] == 50
    table.at(0, 34).roll(0, 1, 3)  # the second tax
    table.turn(0).at(0, CLASS, failed=0).act(0, PayFine())
    table.turn(0).at(0, 11).on_top("lab-day", pay=100).roll(0, 1, 5)  # Lab Day on 17
    assert table.state.accounts[POT] == 50 + 100 + 50 + 100
    table.turn(0).at(0, 2).roll(0, 2, 4)  # rent does not go to the pot
    table.turn(0).at(0, 0).roll(0, 1, 5)
    table.act(0, Buy())  # nor does a price
    assert table.state.accounts[POT] == 300
    before = table.has(0)
    table.turn(0).at(0, 15).roll(0, 1, 4)
    assert table.has(0) == before + 300
    assert table.state.accounts[POT] == 50  # put back at once


@pytest.mark.rule("M-POT")
def test_M_POT_without_the_option_the_Lab_takes_them() -> None:
    table = Table().at(0, 34)
    table.roll(0, 1, 3)
    assert (table.state.accounts[POT], table.state.accounts[LAB]) == (0, 100)


# --- Biology Class --------------------------------------------------------------------------------------------


@pytest.mark.rule("M-JAIL", "M-JAIL-NO-GO")
def test_M_JAIL_by_the_square_and_by_a_card_without_passing_Go() -> None:
    table = Table().at(0, 25)
    assert table.roll(0, 2, 3)[-2:] == ["sent_to_class", "turn_ended"]
    assert (table.where(0), table.has(0)) == (CLASS, 1500)
    card = Table().at(0, 30).on_top("lab-day", biology=True)
    card.roll(0, 1, 2)
    assert (card.where(0), card.has(0), card.asked[0]) == (CLASS, 1500, 1)
    assert card.state.pieces["lab-day"][-1] == card.event("card_drawn")["card"]


@pytest.mark.rule("M-VISIT")
def test_M_VISIT_who_lands_there_is_only_visiting() -> None:
    table = Table()
    table.roll(0, 4, 6)
    assert table.state.detained[0] is None
    table.turn(0).roll(0, 1, 3)
    assert table.where(0) == 14


@pytest.mark.rule("M-JAIL-DOUBLES", "M-JAIL-LEAVE")
def test_M_JAIL_DOUBLES_move_one_out_without_a_further_roll() -> None:
    table = Table().at(0, CLASS, failed=1)
    assert table.roll(0, 3, 3) == ["rolled", "class_left", "moved", "lot_for_sale"]
    table.act(0, Decline())
    assert table.asked[2] == ("end_turn",)


@pytest.mark.rule("M-JAIL-FINE", "M-JAIL-LEAVE", "M-JAIL-CHOICE")
def test_M_JAIL_FINE_then_an_ordinary_roll_whose_doubles_go_on() -> None:
    table = Table().at(0, CLASS, failed=2)
    assert set(table.asked[2]) == {"roll", "pay_fine"}
    table.act(0, PayFine())
    assert (table.has(0), table.state.detained[0]) == (1450, None)
    table.roll(0, 5, 5)
    assert table.where(0) == 20
    assert "roll" in table.asked[2]  # counted from one
    assert table.state.agenda.top.doubles == 1


@pytest.mark.rule("M-JAIL-CHOICE")
def test_M_JAIL_CHOICE_a_failed_roll_ends_the_moving_not_the_business() -> None:
    table = Table().at(0, CLASS, failed=0).give(0, "B", "Al").keep(0, "lab-day")
    table.roll(0, 3, 4)
    assert (table.where(0), table.state.detained[0]) == (CLASS, 1)
    assert {"end_turn", "condense", "transfer"} <= set(table.asked[2])
    assert table.refused(0, PayFine()) == "M-JAIL-CHOICE only_before_rolling"
    assert table.refused(0, UseCard("lab-day")) == "M-JAIL-CHOICE only_before_rolling"


@pytest.mark.rule("M-JAIL-THIRD")
def test_M_JAIL_THIRD_the_fine_and_a_new_roll() -> None:
    table = Table().at(0, CLASS, failed=2).keep(0, "lab-day")
    assert table.roll(0, 3, 4) == ["rolled", "fine_paid"]
    assert (table.has(0), table.where(0)) == (1450, CLASS)
    assert table.asked[2] == ("roll",)
    table.roll(0, 6, 4)
    assert table.where(0) == 20
    poor = Table().at(0, CLASS, failed=2).money(0, 20).give(0, "F")
    assert poor.roll(0, 3, 4) == ["rolled", "debt_incurred"]
    assert poor.act(0, Transfer("F")) == ["transferred", "debt_paid"]
    assert poor.state.detained[0] is None
    assert "roll" in poor.asked[2]


@pytest.mark.rule("M-JAIL-TRADE")
def test_M_JAIL_TRADE_business_goes_on_in_class() -> None:
    table = Table().at(0, CLASS, failed=0).give(0, "B", "Al").give(1, "F")
    table.act(0, Condense("B"))
    table.deal(0, 1, [300], ["F"])
    table.act(0, Evaporate("B"))
    assert table.owns(0) == ("B", "Al", "F")
    assert table.state.pieces[STOCK].count("liquid") == 51


# --- who does not answer --------------------------------------------------------------------------------------


def test_who_never_answers_rolls_for_a_while_and_has_then_left() -> None:
    state = unanswered(GAME, GAME.new({}, 5, players=4))
    assert state.result is not None
    assert state.result.reason == "one_left"
    assert [seat.out for seat in state.seats].count("resigned") == 3
    assert state.turns <= 4 * (PATIENCE + 1)


def test_whoever_chooses_something_is_there() -> None:
    table = Table(2)
    for _ in range(PATIENCE):
        table.turn(0, phase="after").act(0, EndTurn())
    table.turn(0)
    assert GAME.asks(table.state)[0].otherwise == Resign()
    table.act(0, offer(1, [5]))
    assert GAME.asks(table.state)[0].otherwise == Roll()


def test_an_edition_in_which_two_pieces_have_one_name_cannot_be_played() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace('name = "fume hood"', 'name = "beaker"')
    with pytest.raises(UnreadableInput, match="called beaker"):
        GAME.new({}, 1, edition=text)


def test_everything_but_the_decks_is_in_the_view() -> None:
    table = Table().give(0, "Li").level(Li=2)
    shown: dict[str, Any] = GAME.view(table.state, None)["table"]
    assert shown["deeds"]["Li"] == {"owner": 0, "transferred": False, "level": 2}
    assert set(shown["deeds"]) == set(board_of(table.state).deeds)


# --- long games -----------------------------------------------------------------------------------------------


def test_in_a_long_game_an_action_takes_no_more_steps_than_at_its_beginning() -> None:
    """Counted in calls, not in seconds: the first end of a turn, and one after a thousand of them."""
    state = GAME.new({}, "a long walk", players=3)
    calls: dict[int, int] = {}
    choices = (Decline(), PayTax("fixed"), EndTurn(), Roll())
    while 1000 not in calls:
        (ask, *_) = GAME.asks(state)
        action = next(choice for choice in choices if choice.type in ask.kinds)
        if isinstance(action, EndTurn) and state.turns in (10, 1000):
            calls[state.turns] = calls_of(lambda: GAME.apply(state, ask.player, action))  # noqa: B023
        state = GAME.apply(state, ask.player, action)[0]
    assert calls[10] == calls[1000]
    assert len(str(GAME.state_to_json(state))) < 4000
