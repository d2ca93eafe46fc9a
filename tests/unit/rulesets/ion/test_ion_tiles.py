"""The action tiles of Ion: Select Two, Take from Center, RXN with its two halves, their cost and who sees
them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from adjudicator.engine.agenda import Open
from adjudicator.engine.rng import Rng
from adjudicator_rulesets.ion.edition import DEFAULT, TILES, load
from adjudicator_rulesets.ion.play.state import (
    CENTER,
    DECK,
    Decline,
    Hold,
    Pick,
    Picking,
    Place,
    Placing,
    Ready,
    Rxn,
    State,
    TakeCard,
    TakeCenter,
    Taking,
    face_down,
    face_up,
    hand,
    new,
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
    table,
)

EDITION = load()


def tiled(hands: list[str], areas: list[str] | None = None, **more: Any) -> State:
    return table(hands, areas or [], tiles=True, **more)


def costs(state: State, viewer: int | None, player: int) -> dict[str, Any]:
    own: dict[str, Any] = GAME.view(state, viewer)["table"]["tiles"][player]
    return own


# --- set-up -------------------------------------------------------------------------------------------------


def test_I_TILES_one_set_of_three_each_at_random() -> None:
    letters = set()
    for seed in range(12):
        state = GAME.new({"tiles": True}, seed, players=4)
        for player in state.players:
            own = [piece.split() for piece in state.pieces[face_down(player)]]
            assert [tile for _, tile in own] == list(TILES)
            assert len({letter for letter, _ in own}) == 1
        given = tuple(state.pieces[face_down(player)][0][0] for player in state.players)
        assert len(set(given)) == 4
        letters.add(given)
    assert len(letters) > 6


def test_I_TILE_HIDDEN_nobody_sees_the_points_of_an_unused_tile() -> None:
    states = [tiled(["Na H Cl", "F K He"], sets=sets) for sets in ("AB", "GD")]
    for viewer in (0, 1, None):
        seen = {json.dumps(GAME.view(state, viewer)) for state in states}
        assert len(seen) == 1
    record = GAME.start({"tiles": True}, 1, players=3)[1]
    for viewer in (0, None):
        assert not GAME.events_shown(record, viewer)[0].facts.get("sets")


@pytest.mark.rule("I-TILE-HIDDEN", "I-TILE-KNOWN")
def test_what_is_imagined_fits_the_points_that_are_known() -> None:
    state = tiled(["Na H Cl", "F K He"], center="Ne", sets="AB")
    state = apply(state, 0, TakeCenter("Ne"))
    for seed in range(8):
        twin = GAME.imagine(GAME.view(state, 1), Rng(str(seed)))
        assert costs(twin, 1, 0)["take"] == {"used": True, "cost": 4}
        assert twin.pieces.census() == GAME.box(twin)


def test_I_TILE_KNOWN_points_are_public_from_the_first_use_and_stay_so() -> None:
    state = tiled(["Na H Cl", "F K He"], center="Ne", sets="AB")
    assert costs(state, 0, 0)["take"] == {"used": False, "cost": None}
    state = apply(state, 0, TakeCenter("Ne"))
    for viewer in (0, 1, None):
        assert costs(state, viewer, 0) == {
            "select_two": {"used": False, "cost": None},
            "take": {"used": True, "cost": 4},
            "rxn": {"used": False, "cost": None},
        }


def test_I_CENTRE_four_different_cards_and_doubles_go_back() -> None:
    doubles = 0
    for seed in range(15):
        state, events = GAME.start({"tiles": True}, seed, players=4)
        assert len(set(state.pieces[CENTER])) == len(state.pieces[CENTER]) == 4
        laid = next(event for event in events if event.type == "center_laid")
        assert not Counter(laid["set_aside"]) - Counter(state.pieces[DECK])
        assert set(laid["set_aside"]) <= set(state.pieces[CENTER])
        doubles += len(laid["set_aside"])
    assert doubles > 0


def test_I_CENTRE_fewer_if_the_deck_has_no_more() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace("center = 4", "center = 40")
    state = GAME.new({"tiles": True}, 2, players=7, edition=text)
    assert len(state.pieces[CENTER]) < 12
    assert set(state.pieces[DECK]) <= set(state.pieces[CENTER])


def test_I_CENTRE_NEW_not_refilled_in_the_round_and_new_in_the_next() -> None:
    state = GAME.new({"tiles": True}, 4, players=3)
    card = state.pieces[CENTER][0]
    state = laid_out(apply(state, 1, TakeCenter(card)))
    assert len(state.pieces[CENTER]) == 3
    state, _ = after_otherwise(state, "round_scored")
    assert len(set(state.pieces[CENTER])) == 4
    assert state.pieces.census() == GAME.box(state)


# --- when tiles are used ------------------------------------------------------------------------------------


def test_I_TILE_USE_at_any_moment_of_a_round_before_and_after_the_own_pick() -> None:
    state = tiled(["Na H Cl", "F K He"], ["Na Cl", ""], center="Ne Ar")
    before = apply(state, 0, TakeCenter("Ne"))
    after = apply(apply(state, 0, Pick(("Na",))), 0, TakeCenter("Ne"))
    for taken in (before, after):
        assert codes(taken, 0, Pick(("H",))) == ["place_taken_first"]
        placed = apply(taken, 0, Place("Ne"))
        assert codes(placed, 0, Rxn(placed.areas[0].groups)) == []
    placing = picked(state, "Na", "F")
    assert codes(placing, 0, TakeCenter("Ar")) == []
    assert Open("rxn") in GAME.legal_actions(placing, 0)


def test_I_TILE_USE_all_three_in_one_pick_but_not_when_the_round_is_over() -> None:
    state = tiled(["Na H Cl K", "F K He He"], ["Mg F", ""], center="Ne Ar", pick=-1)
    state = apply(state, 0, TakeCenter("Ne"))
    state = apply(state, 0, Place("Ne"))
    state = apply(state, 0, Rxn(groups(state, "Mg / F")))
    state = picked(state, "Cl Na", "F")
    assert state.used(0) == ("select_two", "take", "rxn")
    state = laid_out(state)
    assert isinstance(state.agenda.top, Taking)
    assert rules(state, 1, TakeCenter("Ar")) == ["I-TILE-USE"]
    assert rules(state, 1, Rxn(state.areas[1].groups)) == ["I-TILE-USE"]


def test_I_TILE_ONCE_a_tile_is_used_once_and_does_not_come_back() -> None:
    state = tiled(["Na H Cl", "F K He"], center="Ne Ar")
    state = apply(apply(state, 0, TakeCenter("Ne")), 0, Place("Ne"))
    assert rules(state, 0, TakeCenter("Ar")) == ["I-TILE-ONCE"]
    state, _ = after_otherwise(state, "round_scored")
    assert state.used(0) == ("take",)
    assert rules(state, 0, TakeCenter(state.pieces[CENTER][0])) == ["I-TILE-ONCE"]
    assert rules(table(["Na H", "F K"]), 0, TakeCenter("Na")) == ["I-TILES"]


def test_I_TILE_COST_used_tiles_cost_their_points_at_the_end() -> None:
    state = tiled(["Na H Cl", "F K He"], ["Na Cl", ""], center="Ne", sets="AB", round_=3, pick=-1)
    state = apply(apply(state, 0, TakeCenter("Ne")), 0, Place("Ne"))
    state = laid_out(picked(state, "H", "K"))
    assert state.result is not None
    assert state.result.scores == (7 + 2 - 4, 0)
    assert [line.points for line in state.sheets[-1][0]] == [-4]


def test_I_RACE_the_first_gets_the_card_and_the_other_keeps_the_tile() -> None:
    state = tiled(["Na H Cl", "F K He", "Mg Ca Ca"], center="Ne Ar")
    state = apply(state, 2, TakeCenter("Ne"))
    assert rules(state, 0, TakeCenter("Ne")) == ["I-RACE"]
    assert state.unused(0, "take")
    assert codes(state, 0, TakeCenter("Ar")) == []


def test_I_RACE_who_waits_for_the_others_is_asked_last_in_the_order_of_seats() -> None:
    """Bots wait like this; the first seat moves one to the left with every pick."""
    starts = []
    for pick in (1, 2, 3):
        state = picked(tiled(["Na H Cl", "F K He", "Mg Ca Ca"], center="Ne", pick=pick), "Na", "F", "Mg")
        for player in range(3):
            state = apply(state, player, Hold(last=player != 1))
        for player, card in enumerate(("Na", "F", "Mg")):
            state = apply(state, player, Place(card))
        assert [ask.player for ask in GAME.asked(state) if ask.obliged] == [1]
        state = apply(state, 1, Ready())
        due = [ask.player for ask in GAME.asked(state) if ask.obliged]
        assert len(due) == 1
        state = apply(state, due[0], Ready())
        last = [ask.player for ask in GAME.asked(state) if ask.obliged]
        assert {*due, *last} == {0, 2}
        starts.append(state.order[0])
        assert apply(state, last[0], Ready()).pick == pick + 1
    assert [(later - sooner) % 3 for sooner, later in pairwise(starts)] == [1, 1]


@pytest.mark.rule("I-READY")
def test_I_READY_who_holds_back_says_when_the_hands_are_passed() -> None:
    state = picked(tiled(["Na H Cl", "F K He"], center="Ne"), "Na", "F")
    state = apply(apply(state, 0, Hold()), 0, Place("Na"))
    state = apply(state, 1, Place("F"))
    assert isinstance(state.agenda.top, Placing)
    assert [ask.player for ask in GAME.asked(state) if ask.obliged] == [0]
    assert codes(state, 0, Hold()) == ["nothing_to_place"]
    state = apply(apply(state, 0, TakeCenter("Ne")), 0, Place("Ne"))
    assert isinstance(apply(state, 0, Ready()).agenda.top, Picking)
    assert codes(picked(tiled(["Na H Cl", "F K He"]), "Na", "F"), 0, Ready()) == ["not_holding"]


# --- Select Two ---------------------------------------------------------------------------------------------


def test_I_SELECT_TWO_two_cards_the_second_may_bond_to_the_first_and_the_hand_is_filled() -> None:
    state = tiled(["Na H Cl", "F K He"], deck="Ar")
    state = apply(state, 0, Pick(("Na", "Cl")))
    assert state.unused(0, "select_two")  # secret until the reveal
    state, events = played(state, 1, Pick(("F",)))
    assert [event.type for event in events[1:]] == ["picks_revealed", "tile_used", "card_drawn"]
    assert state.pieces[hand(0)] == ("H", "Ar")
    assert [event.facts.get("card") for event in GAME.events_shown(events, 0)][-1] == "Ar"
    assert [event.facts.get("card") for event in GAME.events_shown(events, 1)][-1] is None
    state = apply(apply(state, 0, Place("Cl")), 0, Place("Na", 0))
    assert shown(state, 0) == ["Na Cl"]
    state = apply(state, 1, Place("F"))
    assert state.pieces[hand(1)] == ("H", "Ar")
    assert codes(state, 0, Pick(("K", "He"))) == ["tile_is_used"]


def test_I_SELECT_TWO_is_as_secret_as_a_single_pick_and_works_on_the_last_one() -> None:
    state = tiled(["Na H Cl", "F K He"], deck="Ar", pick=-1)
    one, two = (apply(state, 0, Pick(cards)) for cards in (("Na",), ("Cl", "Na")))
    assert GAME.view(one, 1) == GAME.view(two, 1)
    assert GAME.view(one, None) == GAME.view(two, None)
    after = apply(two, 1, Pick(("F",)))
    assert after.pieces[hand(0)] == ("H", "Ar")
    state, events = after_otherwise(after, "round_scored")
    assert [event.type for event in events].count("hands_put_away") == 1


def test_I_SELECT_TWO_equal_cards_in_no_order() -> None:
    state = tiled(["Na Na Cl", "F K He"])
    assert Pick(("Na", "Cl")) == Pick(("Cl", "Na"))
    assert Pick(("Na", "Na")) in GAME.legal_actions(state, 0)
    assert codes(state, 0, Pick(("Cl", "Cl"))) == ["not_in_hand"]


def test_I_DECK_OUT_without_a_deck_the_hand_stays_a_card_short() -> None:
    state = tiled(["Na H Cl", "F K He"])
    rest = state.pieces[DECK]
    state = replace(state, pieces=state.pieces.move(rest, DECK, "away"))
    state = laid_out(picked(state, "Na Cl", "F"))
    assert [len(state.pieces[hand(player)]) for player in (0, 1)] == [2, 1]
    state = laid_out(picked(state, "K", "H"))
    assert [len(state.pieces[hand(player)]) for player in (0, 1)] == [0, 1]
    assert rules(state, 0, Pick(("H",))) == ["I-DECK-OUT", "I-PICK"]
    assert [ask.player for ask in GAME.asked(state) if ask.obliged] == [1]
    state = apply(state, 1, Pick(state.pieces[hand(1)]))
    assert state.pieces[new(1)] == ("He",)
    state, events = after_otherwise(state, "round_scored")
    assert "hands_put_away" in [event.type for event in events]


# --- Take from Center ---------------------------------------------------------------------------------------


def test_I_TAKE_placed_at_once_before_anything_else_and_in_addition() -> None:
    state = picked(tiled(["Na H Cl", "F K He"], ["Cl", ""], center="Mg Ne"), "Na", "F")
    state = apply(state, 0, TakeCenter("Mg"))
    assert [action.type for action in GAME.legal_actions(state, 0)] == ["place", "place"]
    assert codes(state, 0, Place("Na")) == ["place_taken_first"]
    state = apply(apply(state, 0, Place("Mg", 0)), 0, Place("Na"))
    assert shown(state, 0) == ["Mg Cl", "Na"]


def test_I_TAKE_picks_are_not_revealed_before_the_card_is_placed() -> None:
    state = tiled(["Na H Cl", "F K He"], center="Ne")
    state = apply(apply(state, 0, Pick(("Na",))), 0, TakeCenter("Ne"))
    state = apply(state, 1, Pick(("F",)))
    assert isinstance(state.agenda.top, Picking)
    state = apply(state, 0, Place("Ne"))
    assert isinstance(state.agenda.top, Placing)


# --- RXN ----------------------------------------------------------------------------------------------------


def test_I_RXN_any_groups_that_can_be_laid_and_only_the_own_cards() -> None:
    state = tiled(["Na H Cl", "F K He"], ["Na Cl / Mg F / F / He", "K"])
    assert shown(apply(state, 0, Rxn(groups(state, "Mg F F / Na / Cl"))), 0) == ["Mg F F", "Na", "Cl"]
    assert shown(apply(state, 0, Rxn(groups(state, "Mg Cl / Na F / F"))), 0) == ["Mg Cl", "Na F", "F"]
    assert codes(state, 0, Rxn(groups(state, "Mg F F / Na"))) == ["not_the_same_cards"]
    assert codes(state, 0, Rxn(groups(state, "Mg F F / Na / Cl / K"))) == ["not_the_same_cards"]
    assert codes(state, 0, Rxn(groups(state, "Mg Na / F F / Cl"))) == ["cannot_be_bonded"] * 2
    assert codes(state, 0, Rxn(groups(state, "Mg F F Cl / Na"))) == []  # laid in another order it is one
    assert codes(state, 0, Rxn(groups(state, "Na Cl F / Mg F"))) == ["cannot_be_bonded"]  # Na Cl is finished
    assert codes(state, 0, Rxn(groups(state, "Mg F F / Na-1 / Cl"))) == ["no_such_charge"]
    assert state.areas[0].nobles == ("He",)


def at_the_end(*areas: str, used: tuple[int, ...] = (0,), **more: Any) -> State:
    """The last picks are placed; RXN tiles were used in this order, and nothing was moved."""
    fillers = ["He He He", "Ne Ne Ne", "Ar Ar Ar", "He Ne Ar"][: len(areas)]
    state = tiled(fillers, list(areas), pick=-1, **more)
    for player in used:
        state = apply(state, player, Rxn(state.areas[player].groups))
    return laid_out(picked(state, *(cards.split()[0] for cards in fillers)))


def test_I_RXN_ORDER_two_tiles_are_served_in_the_order_of_turning_them() -> None:
    """The rulebook's two RXN in one round: both players want the one chloride."""
    for order in ((0, 2), (2, 0)):
        state = at_the_end("Na", "Cl / F", "K", used=order)
        first, second = order
        assert [ask.player for ask in GAME.asked(state)] == [first]
        assert rules(state, second, TakeCard(1, 0, "Cl")) == ["I-RXN-ORDER"]
        state = apply(apply(state, first, TakeCard(1, 0, "Cl")), first, Place("Cl", 0))
        # The second player may take what is left; the chloride is in a compound now.
        assert rules(state, second, TakeCard(first, 0, "Cl")) == ["I-NON-SCORING"]


def test_I_RXN_TAKE_one_card_or_none_and_only_for_an_rxn_of_this_round() -> None:
    state = at_the_end("Na", "Cl / F", "K")
    assert {action.type for action in GAME.legal_actions(state, 0)} == {"take_card", "decline"}
    assert codes(state, 0, TakeCard(0, 0, "Na")) == ["not_another_player"]
    assert codes(state, 0, TakeCard(1, 0, "F")) == ["no_such_card_there"]
    taken = apply(state, 0, TakeCard(1, 0, "Cl"))
    assert shown(taken, 1) == ["F"]
    assert {action.onto for action in GAME.legal_actions(taken, 0)} == {None, 0}  # type: ignore[union-attr]
    done, events = played(taken, 0, Place("Cl", 0))
    assert next(event for event in events if event.type == "round_scored")["points"][0] == 7 + 2
    declined, _ = played(state, 0, Decline())
    assert declined.round == 2
    later, more = after_otherwise(done, "round_scored")
    assert "card_taken" not in [event.type for event in more]
    assert later.round == 3


def test_I_RXN_TAKE_nothing_to_take_is_passed_over() -> None:
    state = tiled(["He He He", "Ne Ne Ne"], ["Na", "K Cl"], pick=-1)
    state = picked(apply(state, 0, Rxn(state.areas[0].groups)), "He", "Ne")
    state = apply(state, 0, Place("He"))
    state, events = played(state, 1, Place("Ne"))
    declined = next(event for event in events if event.type == "taking_declined")
    assert (declined.player, declined["why"]) == (0, "nothing_to_take")


def test_I_NON_SCORING_the_plus_two_card_with_one_minus_one_may_be_taken() -> None:
    """The rulebook's example: both cards are non-scoring."""
    state = at_the_end("Cl / H", "Mg Cl / He", "Na Cl")
    listed = {(a.owner, a.card) for a in GAME.legal_actions(state, 0) if isinstance(a, TakeCard)}
    assert listed == {(1, "Mg"), (1, "Cl")}  # neither the gas nor the compound of player 2
    state = apply(apply(state, 0, TakeCard(1, 0, "Mg")), 0, Place("Mg", 0))
    assert state.round == 2


@pytest.mark.rule("I-NON-SCORING")
def test_what_is_left_stays_as_it_lies_and_scores_if_it_is_neutral_now() -> None:
    state = at_the_end("H", "Mg Cl F / Mg Cl Cl Cl", used=(0,))
    broken = apply(state, 0, TakeCard(1, 0, "Mg"))
    assert shown(broken, 1) == ["Cl F", "Mg Cl Cl Cl"]
    _, events = played(apply(state, 0, TakeCard(1, 1, "Cl")), 0, Place("Cl", 0))
    scored = next(event for event in events if event.type == "round_scored")
    assert scored["points"][1] == 13 + 2  # MgCl2 now, and the gas of the last pick


@pytest.mark.rule("I-NON-SCORING", "I-RXN-ORDER")
def test_a_card_taken_a_moment_ago_can_be_taken_again() -> None:
    state = at_the_end("H", "Cl", "K", used=(0, 2))
    state = apply(apply(state, 0, TakeCard(1, 0, "Cl")), 0, Place("Cl"))
    assert shown(state, 0) == ["H", "Cl"]
    state = apply(apply(state, 2, TakeCard(0, 1, "Cl")), 2, Place("Cl", 0))
    assert state.sheets[-1][2][0].cards == ("K", "Cl")


def test_used_tiles_lie_points_up() -> None:
    state = apply(tiled(["Na H Cl", "F K He"], ["K", ""]), 0, Rxn(groups(tiled(["Na", "F"]), "K")))
    assert len(state.pieces[face_up(0)]) == 1
    assert GAME.view(state, 1)["table"]["rxn"] == [0]
