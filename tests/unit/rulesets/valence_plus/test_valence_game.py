"""Valence Plus in play: set-up, the four ways to collect, building, the end of a turn, winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.agenda import Open
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.events import Event
from adjudicator.engine.game import Resign, load_game
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.rng import Rng
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import Ruling
from adjudicator_rulesets.valence_plus.edition import load
from adjudicator_rulesets.valence_plus.play.game import PATIENCE
from adjudicator_rulesets.valence_plus.play.opening import first_player, rules_of
from adjudicator_rulesets.valence_plus.play.rulings import marked
from adjudicator_rulesets.valence_plus.play.state import (
    BANK,
    DECK,
    DISCARD,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    State,
    TradeUp,
    hand,
    stash,
)
from tests.support.valence_table import GAME, apply, codes, collected, played, table

PLUS = load()


# --- set-up -------------------------------------------------------------------------------------------------


def test_V_PLAYERS_two_three_or_four() -> None:
    for players in (2, 3, 4):
        assert len(GAME.view(GAME.new({}, 1, players=players), None)["scores"]) == players
    for players in (0, 1, 5, -2):
        with pytest.raises(UnreadableInput, match="2, 3, 4"):
            GAME.new({}, 1, players=players)


def test_V_PLAYERS_who_is_not_at_the_table_cannot_act() -> None:
    state = GAME.new({}, 1, players=2)
    assert codes(state, 2, Draw()) == ["no_such_player"]
    assert codes(state, -1, Draw()) == ["no_such_player"]


def test_V_BANK_START_all_one_hundred_and_one_molecules() -> None:
    state = GAME.new({}, 1)
    assert len(state.pieces[BANK]) == 101
    assert Counter(state.pieces[BANK]) == {card.name: card.count for card in PLUS.molecules}


def test_V_DECK_shuffled_and_its_top_card_turned_over() -> None:
    states = [GAME.new({}, seed) for seed in range(20)]
    assert all(len(state.pieces[DISCARD]) == 1 for state in states)
    assert all(len(state.pieces[DECK]) == 63 - 1 - 12 for state in states)
    assert len({state.pieces[DECK] for state in states}) == 20
    assert len({state.pieces[DISCARD] for state in states}) > 3


def test_V_DECK_without_a_seed_no_two_games_are_alike() -> None:
    assert GAME.new({}).pieces != GAME.new({}).pieces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_V_DEAL_six_cards_each(players: int) -> None:
    state = GAME.new({}, 7, players=players)
    assert [len(state.pieces[hand(player)]) for player in state.players] == [6] * players
    assert state.pieces.census() == GAME.box(state)


def test_V_FIRST_zinc_usually_begins() -> None:
    hands = [
        ["O", "H", "S", "Na", "F", "Cl"],
        ["O", "O", "O", "O", "O", "Zn"],
        ["Cu", "Cu", "K", "K", "K", "K"],
    ]
    assert first_player(hands, Ledger(GAME, rng=Rng("x"))) == 1


def test_V_FIRST_ties_by_the_next_highest() -> None:
    hands = [
        ["Zn", "O", "O", "O", "O", "O"],
        ["Zn", "K", "H", "H", "H", "H"],
        ["Cu", "K", "K", "K", "K", "K"],
    ]
    assert first_player(hands, Ledger(GAME, rng=Rng("x"))) == 1


def test_V_FIRST_equal_hands_by_lot() -> None:
    hands = [["O"] * 6, ["Cl"] * 6, ["Cl"] * 6]
    firsts = {first_player(hands, Ledger(GAME, rng=Rng(str(seed)))) for seed in range(30)}
    assert firsts == {1, 2}


def test_V_FIRST_in_every_game() -> None:
    order = {
        "Zn": 30,
        "Cu": 29,
        "Ca": 20,
        "K": 19,
        "Cl": 17,
        "S": 16,
        "Na": 11,
        "F": 9,
        "O": 8,
        "C": 6,
        "H": 1,
    }
    for seed in range(40):
        state = GAME.new({}, seed, players=4)
        ranks = [sorted((order[s] for s in state.pieces[hand(p)]), reverse=True) for p in state.players]
        assert ranks[state.first] == max(ranks)
        assert state.turn == state.first


def test_V_CLOCKWISE_turns_go_round() -> None:
    state = table(["H", "H"], ["O", "O"], ["Na", "Na"], turn=1)
    turns = [state.turn]
    for _ in range(4):
        state = apply(state, Draw())
        state = apply(state, EndTurn())
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1, 2]
    assert codes(state, 0, Draw()) == ["not_your_turn"]


# --- collecting ---------------------------------------------------------------------------------------------


def test_V_COLLECT_exactly_one_way_and_before_building() -> None:
    state = table(["H", "H", "O"], ["O"], stashes=[[("Salt", "NaCl")], []])
    assert codes(state, 0, Build(("H", "H", "O"))) == ["collect_first"]
    assert codes(state, 0, EndTurn()) == ["collect_first"]
    for way in (Draw(), Exchange(("H", "H", "O")), TradeUp("NaCl")):
        after = apply(state, way)
        assert after.phase == "build"
        for again in (Draw(), Draw("discard"), TradeUp("NaCl"), Exchange(after.pieces[hand(0)])):
            assert "already_collected" in codes(after, 0, again)


def test_V_COLLECT_the_four_ways_are_listed() -> None:
    state = table(["H", "O"], ["O"], stashes=[[("Salt", "NaCl"), ("Acid", "HCl")], [("Base", "NaOH")]])
    listed = GAME.legal_actions(state, 0)
    assert set(listed) == {
        Draw("deck"), Draw("discard"), Open("exchange"), TradeUp("NaCl"), React(("HCl",), 1, "NaOH"),
    }  # fmt: skip


def test_V_DRAW_one_card_from_the_deck() -> None:
    state = table(["H", "O"], ["O"], deck=["Na", "K", "C"])
    after = apply(state, Draw())
    assert after.pieces[hand(0)] == ("H", "O", "Na")
    assert after.pieces[DECK][:2] == ("K", "C")


@pytest.mark.parametrize(("held", "drawn"), [(0, 3), (1, 2), (2, 1), (3, 1), (6, 1)])
def test_V_DRAW_FEW_two_with_one_card_and_three_with_none(held: int, drawn: int) -> None:
    state = table(["O"] * held, ["H"])
    after = apply(state, Draw())
    assert len(after.pieces[hand(0)]) == held + drawn


def test_V_DISCARD_the_top_card_instead_of_one_from_the_deck() -> None:
    state = table(["H", "O"], ["O"], discard=["Na", "Cl", "K"])
    after, events = GAME.apply(state, 0, Draw("discard"))
    assert after.pieces[hand(0)] == ("H", "O", "K")
    assert after.pieces[DISCARD] == ("Na", "Cl")
    assert GAME.events_shown(events, 1)[0]["face_up"] == ("K",)


def test_V_DISCARD_only_for_who_draws_exactly_one() -> None:
    for held in (0, 1):
        state = table(["O"] * held, ["H"], discard=["K"])
        assert codes(state, 0, Draw("discard")) == ["draws_more_than_one"]
        assert Draw("discard") not in GAME.legal_actions(state, 0)
    assert codes(table(["O", "O"], ["H"], discard=[]), 0, Draw("discard")) == ["discard_pile_empty"]


def test_V_EXCHANGE_the_whole_hand_for_three() -> None:
    state = table(["H", "O", "Na", "Cl"], ["O"], deck=["K", "C", "S", "F"], discard=["Zn"])
    after = apply(state, Exchange(("Cl", "H", "Na", "O")))
    assert after.pieces[hand(0)] == ("K", "C", "S")
    assert after.pieces[DISCARD] == ("Zn", "Cl", "H", "Na", "O")


def test_V_EXCHANGE_every_card_once_and_not_without_cards() -> None:
    state = table(["H", "O"], ["O"])
    for cards in (("H",), ("H", "O", "O"), ("H", "H"), ()):
        assert codes(state, 0, Exchange(cards)) == ["not_the_whole_hand"]
    assert codes(table([], ["O"]), 0, Exchange(())) == ["nothing_to_exchange"]


@pytest.mark.parametrize("card", [("Salt", "NaCl"), ("Hydrogen Sulfide", "H2S")])
def test_V_TRADE_UP_a_salt_or_hydrogen_sulfide_for_three_cards(card: tuple[str, str]) -> None:
    state = table(["O"], ["H"], stashes=[[card, ("Base", "KOH")], []])
    after = apply(state, TradeUp(card[1]))
    assert len(after.pieces[hand(0)]) == 4
    assert [c.formula for c in after.stashes[0]] == ["KOH"]
    assert after.pieces[BANK].count(card[0]) == state.pieces[BANK].count(card[0]) + 1
    assert after.scores[0] == state.scores[0] - 1


def test_V_TRADE_UP_nothing_else() -> None:
    state = table(["O"], ["H"], stashes=[[("Base", "KOH")], [("Salt", "NaCl")]])
    assert codes(state, 0, TradeUp("KOH")) == ["no_trade_up"]
    assert codes(state, 0, TradeUp("NaCl")) == ["not_in_stash"]


def test_V_RESHUFFLE_the_discard_pile_becomes_the_deck() -> None:
    state = table([], ["H"], deck=["Na"], discard=["K", "C", "S", "F"])
    after, events = GAME.apply(state, 0, Draw())
    assert [event.type for event in events] == ["cards_drawn", "deck_reshuffled", "cards_drawn"]
    assert len(after.pieces[hand(0)]) == 3
    assert after.pieces[DISCARD] == ()
    assert len(after.pieces[DECK]) == 2
    assert after.reshuffles == 1


def test_V_RESHUFFLE_what_is_missing_when_both_are_empty_is_not_drawn() -> None:
    state = table([], ["H"], deck=["Na"], discard=[])
    after = apply(state, Draw())
    assert after.pieces[hand(0)] == ("Na",)
    empty = table([], ["H"], deck=[], discard=[])
    assert apply(empty, Draw()).pieces[hand(0)] == ()
    assert apply(empty, Draw()).phase == "build"


def test_V_RESHUFFLE_an_exchanged_hand_may_come_back() -> None:
    state = table(["H", "O"], ["Na"], deck=["C"], discard=[])
    after = apply(state, Exchange(("H", "O")))
    assert sorted(after.pieces[hand(0)]) == ["C", "H", "O"]


def test_V_LIMIT_more_than_six_until_the_end_of_the_turn_then_in_the_order_one_chooses() -> None:
    held = ["H", "O", "Na", "Cl", "K", "F"]
    state = apply(
        table(held, ["O"], deck=["Ca", "Zn", "C"], stashes=[[("Salt", "NaCl")], []]), TradeUp("NaCl")
    )
    assert len(state.pieces[hand(0)]) == 9
    assert GAME.legal_actions(state, 0)[-2:] == (Open("end_turn"), EndTurn(("Ca", "Zn", "C")))
    for wrong in ((), ("H", "O"), ("H", "O", "Na", "Cl")):
        assert codes(state, 0, EndTurn(wrong)) == ["discards_wanted"]
    assert "not_in_hand" in codes(state, 0, EndTurn(("S", "S", "S")))
    after = apply(state, EndTurn(("F", "Zn", "H")))
    assert len(after.pieces[hand(0)]) == 6
    assert after.pieces[DISCARD][-3:] == ("F", "Zn", "H")


def test_V_LIMIT_with_six_or_fewer_none_is_discarded() -> None:
    state = apply(table(["H", "O"], ["O"]), Draw())
    assert codes(state, 0, EndTurn(("H",))) == ["discards_wanted"]


# --- building -----------------------------------------------------------------------------------------------


def building(*cards: str, **more: Any) -> State:
    """A table where the first player, with these cards, has collected."""
    return collected(table(list(cards), ["O"], **more))


def test_V_BUILD_calcium_hydroxide_is_refused_with_its_parts() -> None:
    state = building("Ca", "O", "O", "H", "H")
    verdict = GAME.judge(state, 0, Build(("Ca", "O", "O", "H", "H")))
    assert verdict.ruling is Ruling.INVALID
    assert "CaO (Metal Oxide) and H2O (Water)" in verdict.reason
    after = apply(apply(state, Build(("Ca", "O"))), Build(("H", "H", "O")))
    assert [card.molecule for card in after.stashes[0]] == ["Metal Oxide", "Water"]


def test_V_BUILD_only_with_cards_of_the_hand() -> None:
    assert codes(building("H", "O"), 0, Build(("H", "H", "O"))) == ["not_in_hand"]
    assert codes(building("H", "O"), 0, Build(("U",))) == ["not_in_hand"]
    assert codes(building("H", "O"), 0, Build(())) == ["cards_in_edition", "too_few_cards"]


def test_V_SECOND_sulfur_turned_over_with_three_oxygen() -> None:
    after = apply(building("S", "O", "O", "O"), Build(("O", "S", "O", "O")))
    assert after.stashes[0][0].molecule == "Sulfur Trioxide"


def test_V_ZERO_zinc_and_copper_in_a_game() -> None:
    after = apply(building("Zn", "Cu"), Build(("Zn", "Cu")))
    assert (after.stashes[0][0].molecule, after.stashes[0][0].name) == ("Transition Metal Compound", "brass")


def test_V_CLASS_the_concrete_substance_is_kept() -> None:
    after = apply(building("Na", "O", "H"), Build(("H", "O", "Na")))
    card = after.stashes[0][0]
    assert (card.molecule, card.formula, card.name, card.points) == ("Base", "NaOH", "sodium hydroxide", 4)
    assert after.scores == (4, 0)


def test_V_BACK_anybody_may_ask_what_cards_build() -> None:
    """The judge replaces the back of the card; an allowed build says which molecule it is."""
    verdict = GAME.judge(building("Na", "O", "H"), 0, Build(("Na", "O", "H")))
    assert verdict.ruling is Ruling.VALID
    assert verdict.checks[0].params["molecule"] == "Base"


def test_V_STASH_from_the_bank_and_open_to_all() -> None:
    state = building("H", "Cl")
    after = apply(state, Build(("H", "Cl")))
    assert after.pieces[stash(0)] == ("Acid",)
    assert after.pieces[BANK].count("Acid") == state.pieces[BANK].count("Acid") - 1
    for viewer in (0, 1, None):
        assert GAME.view(after, viewer)["table"]["stashes"][0][0]["formula"] == "HCl"


def test_V_SPEND_to_the_discard_pile_in_the_order_one_chooses() -> None:
    state = building("Na", "O", "H", discard=["C"])
    assert apply(state, Build(("H", "Na", "O"))).pieces[DISCARD] == ("C", "H", "Na", "O")
    assert apply(state, Build(("O", "H", "Na"))).pieces[DISCARD] == ("C", "O", "H", "Na")


def test_V_REPEAT_as_often_as_the_hand_allows_and_the_turn_ends_when_one_says_so() -> None:
    state = building("H", "Cl", "Na", "F", "H", "H", "O")
    for cards in (("H", "Cl"), ("Na", "F"), ("H", "H", "O")):
        state = apply(state, Build(cards))
        assert state.turn == 0
    assert [card.molecule for card in state.stashes[0]] == ["Acid", "Salt", "Water"]
    assert GAME.legal_actions(state, 0) == (EndTurn(),)
    assert apply(state, EndTurn()).turn == 1


def test_V_BANK_an_empty_stack_cannot_be_built() -> None:
    waters = [("Water", "H2O")] * 8
    state = building("H", "H", "O", stashes=[[], waters])
    assert codes(state, 0, Build(("H", "H", "O"))) == ["bank_is_out"]
    assert Open("build") not in GAME.legal_actions(state, 0)


# --- winning ------------------------------------------------------------------------------------------------

FIFTEEN = [("Base", "NaOH")] * 3 + [("Metal Oxide", "CaO")]


def test_V_WIN_sixteen_points_win_at_once() -> None:
    state = building("H", "H", "O", "Na", "F", stashes=[FIFTEEN, []])
    after, events = GAME.apply(state, 0, Build(("H", "H", "O")))
    assert [event.type for event in events] == ["molecule_built", "game_ended"]
    assert after.result is not None
    assert (after.result.scores, after.result.winners) == ((16, 0), (0,))
    assert after.result.reason == "target_reached"
    assert GAME.players_to_act(after) == ()
    assert codes(after, 0, Build(("Na", "F"))) == ["game_over"]


def test_V_WIN_fifteen_do_not() -> None:
    state = building("H", "Cl", stashes=[FIFTEEN, []])
    assert apply(state, Build(("H", "Cl"))).result is None


def test_V_POINTS_losing_a_molecule_loses_its_points() -> None:
    state = table(["O"], ["H"], stashes=[[("Acid", "HCl")], [("Base", "NaOH")]])
    assert state.scores == (0, 4)
    assert apply(state, React(("HCl",), 1, "NaOH")).scores == (0, 2)


def test_V_MARKS_as_far_as_they_apply() -> None:
    rules = rules_of(GAME.setup({}))
    assert marked(rules, "reactor") == ("Water", "Acid", "Sulfuric Acid")
    assert marked(rules, "trade-up") == ("Salt", "Hydrogen Sulfide")
    assert marked(rules, "blocks") == ("Transition Metal Compound",)
    assert marked(rules, "complex") == ("Sulfuric Acid", "Metal Sulfate", "Bisulfate")
    targets = {reaction.target for reaction in PLUS.reactions}
    assert targets == {*marked(rules, "vulnerable"), *marked(rules, "blocks")}


# --- refusals, options, events ------------------------------------------------------------------------------


def test_a_refusal_raises_and_changes_nothing() -> None:
    state = GAME.new({}, 5)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, state.turn, EndTurn())
    assert refused.value.verdict.reason.startswith("A turn begins with collecting cards")


@pytest.mark.parametrize(
    "options",
    [
        {"players": "2"},
        {"options": {"speed": 1}},
        {"options": {"naming": 1}},
        {"options": {"players": 2}},
        {"players": True},
        {"edition": "x = ["},
        {"edition": "a = 1"},
    ],
)
def test_options_that_nobody_can_play(options: dict[str, Any]) -> None:
    with pytest.raises((UnreadableInput, Exception)) as refused:
        GAME.new(**options)
    assert getattr(refused.value, "code", "") in {"bad_options", "edition_unreadable", "edition_faulty"}


def test_the_game_is_found_by_its_name() -> None:
    assert load_game("valence-plus").name == "valence-plus"


def drawn(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.type == "cards_drawn"]


def test_others_see_how_many_cards_were_drawn_but_not_which() -> None:
    state = table([], ["H"], ["O"])
    _, events = GAME.apply(state, 0, Draw())
    assert "symbols" in drawn(GAME.events_shown(events, 0))[0].facts
    for viewer in (1, 2, None):
        shown = drawn(GAME.events_shown(events, viewer))[0]
        assert shown["number"] == 3
        assert "symbols" not in shown.facts


def test_a_played_table_keeps_every_card() -> None:
    state = table(["H", "O"], ["Na"], stashes=[[("Salt", "NaCl")], []])
    assert state.pieces.census() == GAME.box(state)
    assert played(state, TradeUp("NaCl"), EndTurn()).pieces.census() == GAME.box(state)


# --- leaving --------------------------------------------------------------------------------------------------


def test_of_three_two_go_on_and_what_was_left_goes_back() -> None:
    state = table(["H", "O"], ["Na"], ["K"], stashes=[[("Water", "H2O")], [], []])
    after = apply(state, Resign(), 0)
    assert (after.turn, after.phase, after.playing) == (1, "collect", (1, 2))
    assert not after.pieces[hand(0)]
    assert not after.stashes[0]
    assert after.pieces[DISCARD][-2:] == ("H", "O")
    assert after.pieces.census() == state.pieces.census()
    assert GAME.players_to_act(after) == (1,)


def test_who_never_answers_is_taken_to_have_left_in_the_end() -> None:
    """V-DRAW alone would go on forever: there are always cards to draw and to discard."""
    state = GAME.new({}, 3, players=3)
    for _ in range(400):
        asks = GAME.asked(state)
        if not asks:
            break
        state = GAME.apply(state, asks[0].player, asks[0].otherwise)[0]
    assert state.result is not None
    assert state.result.reason in {"one_left", "target_reached"}
    assert sum(seat.out == "resigned" for seat in state.seats) == 2


def test_a_build_shows_that_somebody_is_still_there() -> None:
    """Only consecutive turns without a build count: after a build the count starts again."""
    state = replace(table(["Na", "Cl"], ["K"]), idle=(PATIENCE, PATIENCE - 1))
    assert GAME.asked(state)[0].otherwise == Resign()
    built = played(collected(state), Build(("Na", "Cl")), EndTurn())
    assert built.idle == (0, PATIENCE - 1)
    assert GAME.asked(built)[0].otherwise == Draw("deck")
    idled = played(collected(built), EndTurn())
    assert idled.idle == (0, PATIENCE)
    assert GAME.asked(idled)[0].otherwise == Draw("deck")
