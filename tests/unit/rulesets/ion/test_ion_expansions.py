"""The expansions of Ion at the table: metals that turn, polyatomic cards that refresh, radioactive cards that decay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from adjudicator_rulesets.ion.play.score_sheets import final_sheets
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    DECK,
    Area,
    Hold,
    Pick,
    Place,
    Placing,
    Radioactive,
    Ready,
    Refreshed,
    Rxn,
    Settle,
    Settling,
    State,
    TakeCard,
    TakeCenter,
    TurnMetal,
    hand,
)
from tests.support.ion_table import (
    GAME,
    after_otherwise,
    apply,
    codes,
    groups,
    laid_out,
    picked,
    played,
    rules,
    shown,
    step,
    table,
)


@pytest.mark.rule("I-EXPANSIONS")
@pytest.mark.parametrize("bits", range(8))
def test_any_combination_of_expansions_can_be_played(bits: int) -> None:
    chosen = {name: bool(bits >> n & 1) for n, name in enumerate(("transition", "polyatomic", "radioactive"))}
    state = GAME.new({**chosen, "tiles": bits % 2 == 0}, bits, players=3)
    cards = 68 + 6 * chosen["transition"] + 6 * chosen["polyatomic"] + 14 * chosen["radioactive"]
    assert sum(len(state.pieces[place]) for place in (DECK, "center", *map(hand, range(3)))) == cards
    state, events = after_otherwise(state, "game_ended")
    assert state.result is not None
    assert Counter(event.type for event in events)["round_scored"] == 3


# --- transition metals --------------------------------------------------------------------------------------


def metals(hands: list[str], areas: list[str] | None = None, **more: Any) -> State:
    return table(hands, areas or [], transition=True, **more)


@pytest.mark.rule("I-METAL", "I-KIND")
def test_I_METAL_the_charge_is_chosen_when_the_metal_is_placed() -> None:
    state = picked(metals(["Fe Na H", "Cl K K"], ["Cl", ""]), "Fe", "Cl")
    assert codes(state, 0, Place("Fe")) == ["say_the_charge"]
    assert codes(state, 0, Place("Fe", None, 1)) == ["say_the_charge"]
    listed = {(a.onto, a.charge) for a in GAME.legal_actions(state, 0) if isinstance(a, Place)}
    assert listed == {(None, 2), (None, 3), (0, 2), (0, 3)}
    state = apply(state, 0, Place("Fe", 0, 3))
    assert GAME.view(state, 1)["table"]["areas"][0]["groups"][0]["charge"] == 2


def test_I_METAL_FIXED_turned_until_the_step_is_over_and_then_no_more() -> None:
    state = picked(metals(["Fe Na H", "Cl K K"], ["Cl", ""]), "Fe", "Cl")
    state = apply(state, 0, Place("Fe", 0, 3))
    state = apply(state, 0, TurnMetal(0, "Fe", 2))
    assert GAME.view(state, 1)["table"]["areas"][0]["groups"][0]["charge"] == 1
    assert codes(state, 0, TurnMetal(0, "Fe", 2)) == ["cannot_turn"]
    state = apply(apply(state, 0, TurnMetal(0, "Fe", 3)), 1, Place("Cl"))
    assert rules(state, 0, TurnMetal(0, "Fe", 2)) == ["I-METAL-FIXED"]
    assert not state.fresh


@pytest.mark.rule("I-METAL-FIXED", "I-READY")
def test_who_placed_a_metal_may_hold_back_to_turn_it() -> None:
    state = picked(metals(["Fe Na H", "Cl K K"]), "Fe", "Cl")
    state = apply(apply(apply(state, 0, Hold()), 0, Place("Fe", None, 2)), 1, Place("Cl"))
    assert isinstance(state.agenda.top, Placing)
    state = apply(apply(state, 0, TurnMetal(0, "Fe", 3)), 0, Ready())
    assert state.areas[0].groups[0][0].charge == 3


@pytest.mark.rule("I-METAL-FIXED", "I-RXN", "I-FIXED")
def test_RXN_turns_metals_and_so_does_being_taken() -> None:
    state = metals(["Na H Cl", "F K He"], ["Fe+2 Cl / Cl / Cl", "Na"], tiles=True)
    after = apply(state, 0, Rxn(groups(state, "Fe+3 Cl Cl Cl")))
    assert GAME.view(after, 1)["table"]["areas"][0]["groups"][0]["compound"]["formula"] == "FeCl3"
    state = metals(["He He He", "Ne Ne Ne"], ["Cl", "Cu+2"], tiles=True, pick=-1)
    state = laid_out(picked(apply(state, 0, Rxn(state.areas[0].groups)), "He", "Ne"))
    state = apply(state, 0, TakeCard(1, 0, "Cu"))
    _, events = played(state, 0, Place("Cu", 0, 1))
    assert next(event for event in events if event.type == "card_placed")["compound"]["formula"] == "CuCl"


@pytest.mark.rule("I-METAL-FIXED", "I-TAKE")
def test_a_metal_from_the_middle_can_be_turned_until_that_picks_step_is_over() -> None:
    state = metals(["Na H Cl", "F K He"], ["Cl", ""], tiles=True, center="Cu")
    state = apply(apply(state, 0, TakeCenter("Cu")), 0, Place("Cu", 0, 2))
    assert codes(state, 0, TurnMetal(0, "Cu", 1)) == []
    state = picked(state, "Na", "F")
    assert codes(state, 0, TurnMetal(0, "Cu", 1)) == []
    assert codes(laid_out(state), 0, TurnMetal(0, "Cu", 1)) == ["cannot_turn"]


@pytest.mark.rule("I-RXN", "I-METAL-FIXED")
def test_after_rxn_a_metal_of_this_step_can_still_be_turned_where_it_lies_now() -> None:
    state = picked(metals(["Cu H Cl", "F K He"], ["Na", ""], tiles=True), "Cu", "F")
    state = apply(apply(state, 0, Hold()), 0, Place("Cu", None, 2))
    state = apply(state, 0, Rxn(groups(state, "Cu+1 / Na")))
    assert codes(state, 0, TurnMetal(1, "Cu", 2)) == ["cannot_turn"]
    assert shown(apply(state, 0, TurnMetal(0, "Cu", 2)), 0) == ["Cu", "Na"]


# --- polyatomic ions ----------------------------------------------------------------------------------------


def settling(*areas: str, **more: Any) -> State:
    """The round is placed, and player 0 has used Take from Center, which costs four, for a gas."""
    fillers = ["He He He", "Ne Ne Ne", "Ne Ar Ar"][: len(areas)]
    state = table(fillers, list(areas), tiles=True, polyatomic=True, center="Ar", sets="ACB", pick=-1, **more)
    state = apply(apply(state, 0, TakeCenter("Ar")), 0, Place("Ar"))
    return laid_out(picked(state, *(cards.split()[0] for cards in fillers)))


def test_I_POLY_a_scoring_card_gives_its_points_or_turns_a_used_tile_back() -> None:
    state = settling("Na NO3", "K")
    assert isinstance(state.agenda.top, Settling)
    assert GAME.legal_actions(state, 0) == (Settle(), Settle((Refreshed(0, "NO3", "take"),)))
    points, events = played(state, 0, Settle())
    assert events[1]["points"][0] == 7 + 5
    assert points.used(0) == ("take",)
    back, events = played(state, 0, Settle((Refreshed(0, "NO3", "take"),)))
    assert [event.type for event in events[:2]] == ["choice_made", "tile_refreshed"]
    assert events[2]["points"][0] == 7 + 5 - 4
    assert back.used(0) == ()


@pytest.mark.rule("I-TILE-KNOWN", "I-TILE-COST", "I-TILE-ONCE")
def test_a_refreshed_tile_can_be_used_again_its_points_stay_known_and_count_once() -> None:
    state = apply(settling("Na NO3", "K"), 0, Settle((Refreshed(0, "NO3", "take"),)))
    own = GAME.view(state, 1)["table"]["tiles"][0]
    assert own["take"] == {"used": False, "cost": 4}
    card = state.pieces["center"][0]
    again = apply(state, 0, TakeCenter(card))
    assert again.used(0) == ("take",)
    end, _ = after_otherwise(again, "game_ended")
    assert [line.points for line in end.sheets[-1][0]] == [-4]
    unused, _ = after_otherwise(state, "game_ended")
    assert unused.sheets[-1][0] == ()


def test_I_POLY_CHOICE_only_its_own_points_are_lost_and_goals_still_count() -> None:
    state = settling("NH4 OH", "K")
    _, events = played(state, 0, Settle((Refreshed(0, "NH4", "take"),)))
    scored = next(event for event in events if event.type == "round_scored")
    assert scored["points"][0] == 3 + 5
    state = settling("H NO3", "K", goals=["neutralisation"])
    _, events = played(state, 0, Settle((Refreshed(0, "NO3", "take"),)))
    scored = next(event for event in events if event.type == "round_scored")
    assert scored["points"][0] == 3 + 5 + 3


@pytest.mark.rule("I-POLY-CHOICE")
def test_all_choose_at_once_without_seeing_what_others_chose_and_in_round_three_too() -> None:
    state = table(
        ["He He He", "Ne Ne Ne"], ["Na NO3", "Mg SO4"],
        tiles=True, polyatomic=True, center="Ar F", sets="AC", round_=3, pick=-1,
    )  # fmt: skip
    state = apply(apply(state, 0, TakeCenter("Ar")), 0, Place("Ar"))
    state = apply(apply(state, 1, TakeCenter("F")), 1, Place("F"))
    state = laid_out(picked(state, "He", "Ne"))
    assert [ask.player for ask in GAME.asked(state)] == [0, 1]
    chosen = [apply(state, 0, settle) for settle in (Settle(), Settle((Refreshed(0, "NO3", "take"),)))]
    assert GAME.view(chosen[0], 1) == GAME.view(chosen[1], 1)
    end = apply(chosen[1], 1, Settle())
    assert end.result is not None
    assert end.result.scores == (7 + 5 - 4, 11 + 2 - 4)


@pytest.mark.rule("I-POLY-CHOICE")
def test_without_a_used_tile_or_outside_a_compound_nobody_is_asked() -> None:
    state = settling("NO3", "K")
    assert state.round == 2
    other = settling("He", "Na NO3")  # player 1 has used no tile
    assert other.round == 2


def test_I_POLY_CARD_hydroxide_refreshes_nothing() -> None:
    assert settling("Na OH", "K").round == 2
    state = settling("Na OH / K NO3", "K")
    assert codes(state, 0, Settle((Refreshed(0, "OH", "take"),))) == ["card_refreshes_nothing"]
    assert codes(state, 0, Settle((Refreshed(1, "NO3", "rxn"),))) == ["tile_not_to_refresh"]
    twice = Settle((Refreshed(1, "NO3", "take"), Refreshed(1, "NO3", "take")))
    assert codes(state, 0, twice) == ["card_refreshes_nothing", "tile_not_to_refresh"]
    assert codes(state, 1, Settle()) == ["nothing_to_settle"]


# --- radioactive elements -----------------------------------------------------------------------------------


def radioactive(hands: list[str], areas: list[str] | None = None, **more: Any) -> State:
    return table(hands, areas or [], radioactive=True, **more)


def lies(state: State) -> list[list[str | None]]:
    return [[played.lies for played in own.radioactive] for own in state.areas]


def test_I_RAD_HAND_nine_cards_and_seven_picks() -> None:
    state = GAME.new({"radioactive": True}, 1, players=3)
    assert [len(state.pieces[hand(player)]) for player in range(3)] == [9, 9, 9]
    _, events = after_otherwise(state, "round_scored")
    assert [event.type for event in events].count("picks_revealed") == 7


@pytest.mark.rule("I-RAD-TURN", "I-RAD")
@pytest.mark.parametrize(
    ("picks", "lying"),
    [("U Na Na", "face_up"), ("U Ra Na", "turned"), ("U Ra Rn", "face_down")],
)
def test_I_RAD_TURN_by_how_many_were_played_in_the_pick(picks: str, lying: str) -> None:
    state = radioactive(["U Na H H", "Ra Na K K", "Rn Na Ca Ca"])
    placing = picked(state, *picks.split())
    assert rules(placing, 0, Place("U", 0)) == ["I-RAD"]
    state = laid_out(placing)
    found = [one for own in lies(state) for one in own]
    assert set(found) == {lying}
    state = step(state, *[state.pieces[hand(p)][0] for p in range(3)])  # nothing turns them later
    assert lies(state)[0][0] == lying


@pytest.mark.rule("I-RAD-TURN", "I-SELECT-TWO", "I-TAKE")
def test_cards_from_the_middle_and_of_select_two_count_and_all_lie_alike() -> None:
    state = radioactive(["U Th Na Na", "Cl K K K", "Ca Ca Ca F"], tiles=True, center="Rn")
    state = apply(apply(state, 1, TakeCenter("Rn")), 1, Place("Rn"))
    assert lies(state)[1] == [None]  # settled with the step
    state = laid_out(picked(state, "U Th", "Cl", "Ca"))
    assert lies(state) == [["face_down"] * 2, ["face_down"], []]


def test_I_RAD_STAY_played_ones_stay_and_the_others_go_back() -> None:
    state = radioactive(["U Th Pu", "Ra Na K", "Rn Na Ca"], pick=-1)
    state = laid_out(picked(state, "U", "Na", "Na"))
    assert state.round == 2
    assert [own.radioactive for own in state.areas] == [(Radioactive("U", 1, "face_up"),), (), ()]
    everywhere = [state.pieces[place] for place in (DECK, AWAY, *map(hand, range(3)))]
    assert {"Th", "Pu", "Ra", "Rn"} <= {card for cards in everywhere for card in cards}
    assert not any("U" in cards for cards in everywhere)


def test_I_RAD_ROUND_points_only_in_the_round_of_playing() -> None:
    state = radioactive(["U Th Pu", "Ra Na K", "Rn Na Ca"], pick=-1)
    state = laid_out(picked(state, "U", "Na", "Na"))
    assert GAME.scores(state) == (2, 0, 0)
    state, events = after_otherwise(state, "round_scored")
    sheet = next(event for event in events if event.type == "round_scored")["sheets"][0]
    assert not any(line["what"] == "radioactive" and "U" in line["cards"] for line in sheet)


@pytest.mark.rule("I-DECAY", "I-DECAY-SUM", "I-DECAY-FEW")
def test_the_rulebooks_tie_at_the_table_gives_nine_two_two_and_minus_three() -> None:
    """Decay 10, 7, 7 and 2 of four players."""
    own = [("Rn", "At"), ("Fr", "Th"), ("Po", "Pa"), ("U",)]
    areas = tuple(Area(radioactive=tuple(Radioactive(card, 1, "turned") for card in cards)) for cards in own)
    state = replace(GAME.new({"radioactive": True}, 1, players=4), areas=areas)
    sheets = final_sheets(state)
    assert [(lines[0].decay, lines[0].points) for lines in sheets] == [(10, 9), (7, 2), (7, 2), (2, -3)]


@pytest.mark.rule("I-DECAY-EDGE")
def test_without_radioactive_cards_there_is_no_decay_to_count() -> None:
    state = GAME.new({"radioactive": True}, 1, players=3)
    assert final_sheets(state) == [[], [], []]


@pytest.mark.rule("I-RAD-MANY")
def test_points_can_fall_below_nothing() -> None:
    state = radioactive(["U Na Na", "Th Na Na", "Rn K K", "Cl Ca Ca", "Cl Ca Ca"], pick=-1, round_=1)
    state = laid_out(picked(state, "U", "Th", "Rn", "Cl", "Cl"))
    assert GAME.scores(state) == (-1, -1, -1, 0, 0)


def test_what_was_picked_is_known_only_to_its_player() -> None:
    state = apply(radioactive(["U Th Pu", "Ra Na K", "Rn Na Ca"]), 0, Pick(("U",)))
    assert GAME.view(state, 1)["table"]["choices"]["own"] is None
