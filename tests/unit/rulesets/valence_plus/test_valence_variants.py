"""The variants of Valence Plus: names, the original game, the cooperative game, helium and oganesson."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import Character
from adjudicator.engine.events import Event
from adjudicator.errors import EditionError
from adjudicator.verdict import Facts
from adjudicator_rulesets.valence_plus.bots import players
from adjudicator_rulesets.valence_plus.edition import DEFAULT
from adjudicator_rulesets.valence_plus.play.opening import elements_of, kinds_to_make
from adjudicator_rulesets.valence_plus.play.state import DECK, Build, Draw, EndTurn, SettleName, State, hand
from tests.support.valence_table import GAME, apply, codes, collected, table

LYE = ("Na", "O", "H")


def naming(*cards: str, players: int = 2, **more: Any) -> State:
    hands = [list(cards), *([["O"]] * (players - 1))]
    return collected(table(*hands, naming=True, **more))


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sodium hydroxide", "Sodium Hydroxide", "lye", "caustic soda"])
def test_V_NAME_a_right_name_builds(name: str) -> None:
    after, events = GAME.apply(naming("Na", "O", "H"), 0, Build(LYE, name))
    assert [event.type for event in events] == ["name_given", "molecule_built"]
    assert (events[0]["name"], events[0]["answer"]) == (name, "right")
    assert after.stashes[0][0].formula == "NaOH"


def test_V_NAME_has_to_be_said() -> None:
    state = naming("Na", "O", "H")
    assert codes(state, 0, Build(LYE)) == ["name_wanted"]
    assert codes(state, 0, Build(LYE, "  ")) == ["name_wanted"]
    assert codes(state, 0, Build(LYE, "x" * 5000)) == ["name_overlong"]


@pytest.mark.parametrize("name", ["base", "Base", "sodium chloride", "potassium hydroxide", "NaOH"])
def test_V_NAME_WRONG_keeps_the_cards_and_forbids_that_build_this_turn(name: str) -> None:
    state = naming("Na", "O", "H", "K", "O", "H", "F")
    after, events = GAME.apply(state, 0, Build(LYE, name))
    assert [event.type for event in events] == ["name_given"]
    assert events[0]["answer"] == "wrong"
    assert after.pieces[hand(0)] == state.pieces[hand(0)]
    assert after.turn == 0
    for order in (LYE, ("H", "O", "Na")):
        assert codes(after, 0, Build(order, "sodium hydroxide")) == ["misnamed_this_turn"]
    assert apply(after, Build(("K", "O", "H"), "potassium hydroxide")).stashes[0]


def test_V_NAME_WRONG_it_may_be_tried_again_next_turn() -> None:
    state = apply(naming("Na", "O", "H"), Build(LYE, "base"))
    assert GAME.legal_actions(state, 0) == (EndTurn(),)
    for action in (EndTurn(), Draw(), EndTurn(), Draw()):
        state = apply(state, action)
    assert state.turn == 0
    assert apply(state, Build(LYE, "sodium hydroxide")).stashes[0]


def test_V_NAME_OPEN_the_table_may_accept_it() -> None:
    state = naming("Na", "O", "H", players=3)
    state, events = GAME.apply(state, 0, Build(LYE, "qwertzuiop"))
    assert events[-1]["answer"] == "unresolved"
    assert GAME.players_to_act(state) == (1, 2)
    assert "name_is_open" in codes(state, 0, Build(LYE, "sodium hydroxide"))
    assert codes(state, 0, SettleName(accept=True)) == ["your_own_name"]
    state = apply(state, SettleName(accept=True), player=2)
    assert GAME.players_to_act(state) == (1,)
    assert codes(state, 2, SettleName(accept=False)) == ["opinion_was_given"]
    state, events = GAME.apply(state, 1, SettleName(accept=True))
    assert [event.type for event in events] == ["opinion_given", "name_settled", "molecule_built"]
    assert state.stashes[0][0].name == "sodium hydroxide"
    assert state.turn == 0


def test_V_NAME_OPEN_one_who_does_not_accept_is_enough() -> None:
    state = apply(naming("Na", "O", "H", players=3), Build(LYE, "qwertzuiop"))
    state = apply(state, SettleName(accept=False), player=1)
    assert state.open_name is None
    assert state.pieces[hand(0)] == LYE
    assert codes(state, 0, Build(LYE, "sodium hydroxide")) == ["misnamed_this_turn"]
    assert codes(state, 2, SettleName(accept=True)) == ["no_open_name"]


def test_V_NAME_is_not_asked_otherwise() -> None:
    state = collected(table(LYE, ["O"]))
    assert apply(state, Build(LYE)).stashes[0]
    assert apply(state, Build(LYE, "whatever")).stashes[0][0].name == "sodium hydroxide"


# --- the original game --------------------------------------------------------------------------------------


def test_V_ORIGINAL_cards_molecules_and_goal() -> None:
    state = GAME.new({"original": True}, 1)
    cards = Counter(elements_of(state))
    assert not {"S", "Zn", "Cu"} & set(cards)
    assert (cards["Na"], cards.total()) == (6, 63 - 14)
    assert GAME.view(state, 0)["table"]["target"] == 10
    eight = [("Base", "NaOH")] * 2
    state = collected(table(["C", "O", "O"], ["H"], original=True, stashes=[eight, []]))
    after = apply(state, Build(("C", "O", "O")))
    assert after.result is not None
    assert after.result.scores == (10, 0)


# --- together -----------------------------------------------------------------------------------------------


def test_V_COOP_every_kind_on_the_board() -> None:
    assert len(kinds_to_make(GAME.setup({"cooperative": True}))) == 19
    assert len(kinds_to_make(GAME.setup({"cooperative": True, "younger": True}))) == 16
    assert len(kinds_to_make(GAME.setup({"cooperative": True, "original": True}))) == 8


def original_but_water() -> list[tuple[str, str]]:
    return [("Salt", "NaCl"), ("Acid", "HCl"), ("Carbon Dioxide", "CO2"), ("Metal Oxide", "CaO"), ("Base", "KOH"),
            ("Deadly Carbonyls", "COCl2"), ("Halocarbon", "CF4")]  # fmt: skip


def test_V_COOP_all_win_with_the_last_kind_and_points_do_not_matter() -> None:
    state = table(["H", "H", "O"], ["F"], original=True, cooperative=True, stashes=[original_but_water(), []])
    assert state.scores[0] > 10
    after = apply(collected(state), Build(("H", "H", "O")))
    assert after.result is not None
    assert (after.result.winners, after.result.reason) == ((0, 1), "all_kinds_made")


def test_V_COOP_made_once_is_enough_even_if_it_is_lost() -> None:
    state = table(["H", "H", "O"], ["F"], original=True, cooperative=True)
    made = tuple(sorted(kinds_to_make(state) - {"Water"}))
    after = apply(collected(replace(state, made=made)), Build(("H", "H", "O")))
    assert after.result is not None
    assert after.result.winners == (0, 1)


def test_V_COOP_LOSS_one_reshuffle_then_all_have_lost() -> None:
    state = table([], ["H", "H"], deck=["Na"], discard=["K", "K"], cooperative=True)
    state = apply(state, Draw())
    assert (state.reshuffles, state.pieces[DECK], len(state.pieces[hand(0)])) == (1, (), 3)
    assert apply(state, EndTurn()).result is None, "nobody has to draw yet"
    state = apply(apply(state, EndTurn()), Draw())
    assert state.result is not None
    assert (state.result.winners, state.result.reason) == ((), "cards_ran_out")


def test_V_COOP_LOSS_the_top_of_the_discard_pile_needs_no_deck() -> None:
    state = replace(
        table(["O", "O"], ["H", "H"], deck=[], discard=["K", "F"], cooperative=True), reshuffles=1
    )
    assert apply(state, Draw("discard")).result is None


def test_V_COOP_LOSS_with_the_deck_in_games_begun_before() -> None:
    state = table([], ["H", "H"], deck=["Na"], discard=["K", "K"], cooperative=True, cards_out="deck")
    state = apply(state, Draw())
    assert state.result is None, "the turn in which the cards run out is still played"
    ended = apply(state, EndTurn()).result
    assert ended is not None
    assert ended.reason == "cards_ran_out"


@pytest.mark.rule("V-NAME", "V-NAME-WRONG", "V-NAME-OPEN")
@pytest.mark.parametrize(
    ("name", "answer", "kind"),
    [
        ("potassium hydroxide", "wrong", "another substance"),
        ("base", "wrong", "kind of substance"),
        ("copper(I) chloride", "wrong", "number"),
        ("qwertzuiop", "unresolved", "cannot decide"),
    ],
)
def test_V_NAME_WRONG_no_refusal_and_no_vote_tells_the_answer(name: str, answer: str, kind: str) -> None:
    copper = "copper" in name
    cards = ("Cu", "Cl", "Cl") if copper else LYE
    state, events = GAME.apply(naming(*cards, players=3), 0, Build(cards, name))
    assert (events[0]["answer"], kind in events[0]["message"]) == (answer, True)
    secret = "copper(II) chloride" if copper else "sodium hydroxide"
    for viewer in (0, 1, 2, None):
        told = json.dumps([event.to_json() for event in GAME.events_shown(events, viewer)])
        assert secret not in (told + json.dumps(GAME.view(state, viewer))).lower()
    if answer == "unresolved":
        bot = players.bot(Character("policy"))
        assert bot.choose(GAME.view(state, 1), Random(1)) == SettleName(accept=False)
    else:
        assert "misnamed_this_turn" in codes(state, 0, Build(cards[::-1], secret))


@pytest.mark.parametrize(("hands", "seen"), [("open", True), ("hidden", False)])
def test_V_COOP_HANDS_partners_see_each_others_cards(hands: str, seen: bool) -> None:
    state = table(["O", "O"], ["H", "F"], cooperative=True, hands=hands)
    shown = GAME.view(state, 0)["table"]["hands"]
    assert shown == ([["O", "O"], ["H", "F"]] if seen else None)
    assert GAME.view(table(["O", "O"], ["H", "F"]), 0)["table"]["hands"] is None, "opponents never"


def test_V_COOP_LOSS_before_the_reshuffle_an_empty_deck_is_no_loss() -> None:
    state = table(["Na", "K"], ["H", "H"], deck=["Na"], discard=["K", "K"], cooperative=True)
    state = apply(apply(state, Draw()), EndTurn())
    assert state.result is None
    assert apply(state, Draw()).reshuffles == 1


def test_V_COOP_LOSS_too_few_cards_to_draw_are_none() -> None:
    state = table([], ["H"], deck=["Na"], discard=["K", "K"], cooperative=True)
    state = apply(replace(state, reshuffles=1), Draw())
    assert state.pieces[hand(0)] == ("Na",)
    assert state.result is not None


# --- helium and oganesson -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("helium", "oganesson"), [(True, False), (False, True), (True, True)])
def test_V_NOBLE_shuffled_in(helium: bool, oganesson: bool) -> None:
    state = GAME.new({"helium": helium, "oganesson": oganesson}, 1)
    cards = state.pieces.census()
    assert (cards["He"], cards["Og"]) == (int(helium), int(oganesson))
    assert state.pieces.census() == GAME.box(state)


def test_V_NOBLE_only_fills_the_hand() -> None:
    state = table(["He", "Na", "Cl", "K", "K", "K", "K"], ["H"], helium=True)
    state = collected(state)
    assert "never_bonds" in codes(state, 0, Build(("He", "Na", "Cl")))
    assert apply(state, EndTurn(("He",))).pieces["discard"][-1] == "He"


def test_V_OPTIONAL_left_out_unless_wanted() -> None:
    assert not {"He", "Og"} & set(GAME.new({}, 1).pieces.census())


def test_variants_combine() -> None:
    every = {
        "younger": True,
        "naming": True,
        "original": True,
        "cooperative": True,
        "helium": True,
        "oganesson": True,
    }
    state = GAME.new(every, 1, players=4)
    assert state.pieces.census()["Og"] == 1
    assert Open("exchange") in GAME.legal_actions(state, state.turn)


# --- editions of one's own ----------------------------------------------------------------------------------


def test_an_edition_given_as_text_is_played() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace("target = 16", "target = 12")
    state = GAME.new({}, 1, edition=text)
    assert GAME.view(state, 0)["table"]["target"] == 12


def test_an_edition_whose_reactions_do_not_balance_is_refused() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    wrong = text.replace(
        'target = "Base", products = ["Salt", "Water"]', 'target = "Base", products = ["Carbon Dioxide"]', 1
    )
    assert wrong != text
    with pytest.raises(EditionError, match="does not balance"):
        GAME.new({}, 1, edition=wrong)


@pytest.mark.parametrize(
    ("language", "formula", "molecule", "name", "told"),
    [
        ("en", "SO3", "Sulfur Trioxide", "sulfur trioxide", "Ann: builds SO3, sulfur trioxide (4)"),
        ("de", "SO3", "Sulfur Trioxide", "sulfur trioxide", "Ann baut SO3, Schwefeltrioxid (4)"),
        ("en", "NaOH", "Base", "sodium hydroxide", "Ann: builds NaOH, sodium hydroxide (Base, 4)"),
        ("de", "NaOH", "Base", "sodium hydroxide", "Ann baut NaOH, Natriumhydroxid (Base, 4)"),
        ("en", "NaOH", "Base", None, "Ann: builds NaOH (Base, 4)"),
    ],
)
def test_the_kind_of_a_molecule_is_told_where_its_name_does_not_say_it(
    language: str, formula: str, molecule: str, name: str | None, told: str
) -> None:
    facts = Facts(cards=(), molecule=molecule, formula=formula, name=name, points=4)
    with prose.speaking(language):
        assert prose.tell(GAME.name, Event(5, "molecule_built", 0, facts), ["Ann"]) == told
