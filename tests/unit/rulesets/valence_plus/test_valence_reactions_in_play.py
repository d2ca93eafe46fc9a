"""Valence Plus: reacting, blocking and the attack with two acids, in play."""

from __future__ import annotations

import pytest

from adjudicator.engine.agenda import Open
from adjudicator.engine.game import Resign
from adjudicator.verdict import Ruling
from adjudicator_rulesets.valence_plus.judging import reactions
from adjudicator_rulesets.valence_plus.judging.reactions import react
from adjudicator_rulesets.valence_plus.play.state import BANK, Block, Draw, EndTurn, React, hand
from tests.support.valence_table import GAME, apply, codes, table

ACID, WATER, SULFURIC = ("Acid", "HCl"), ("Water", "H2O"), ("Sulfuric Acid", "H2SO4")
BASE, OXIDE, TRIOXIDE = ("Base", "NaOH"), ("Metal Oxide", "CaO"), ("Sulfur Trioxide", "SO3")
BRASS = ("Transition Metal Compound", "CuZn")


def formulas(state: object, player: int) -> list[str]:
    return [card.formula for card in state.stashes[player]]  # type: ignore[attr-defined]


def test_V_REACT_is_a_way_to_collect_three_cards() -> None:
    state = table(["O", "O"], ["H"], stashes=[[ACID], [BASE]])
    after, events = GAME.apply(state, 0, React(("HCl",), 1, "NaOH"))
    assert len(after.pieces[hand(0)]) == 5
    assert after.phase == "build"
    assert [event.type for event in events] == ["reacted", "cards_drawn"]
    assert events[0]["equation"] == "HCl + NaOH → NaCl + H2O"


def test_V_REACT_the_event_says_everything() -> None:
    state = table(["O"], ["H"], stashes=[[ACID], [BASE]])
    event = GAME.apply(state, 0, React(("HCl",), 1, "NaOH"))[1][0].to_json()
    assert event["player"] == 0
    assert event["owner"] == 1
    assert [card["molecule"] for card in event["reactors"]] == ["Acid"]
    assert event["target"] == {"molecule": "Base", "formula": "NaOH", "name": "sodium hydroxide", "points": 4}
    assert [(c["molecule"], c["formula"], c["name"]) for c in event["products"]] == [
        ("Salt", "NaCl", "sodium chloride"),
        ("Water", "H2O", "water"),
    ]


@pytest.mark.parametrize(
    ("stashes", "reaction"),
    [
        ([[ACID], [BASE]], React(("HCl",), 1, "NaOH")),
        ([[ACID, SULFURIC], [BRASS]], React(("HCl", "H2SO4"), 1, "CuZn")),
    ],
)
def test_V_REACT_no_equation_is_balanced_in_a_world_made_up_to_think_about(
    stashes: list[list[tuple[str, str]]], reaction: React, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks would wait a second for the first one, and nobody reads it."""
    state = table(["O", "O"], ["H"], stashes=stashes)
    after = apply(state, reaction)
    react.cache_clear()
    monkeypatch.setattr(reactions, "balance", lambda *_: pytest.fail("an equation is balanced"))
    assert GAME.played_on(state, 0, reaction) == after
    with pytest.raises(pytest.fail.Exception):
        GAME.apply(state, 0, reaction)


def test_V_REACTOR_only_a_reactor_of_ones_own_stash() -> None:
    state = table(["O"], ["H"], stashes=[[OXIDE], [BASE, ACID]])
    assert codes(state, 0, React(("CaO",), 1, "NaOH")) == ["not_a_reactor"]
    assert codes(state, 0, React(("HCl",), 1, "NaOH")) == ["not_in_stash"]
    assert codes(state, 0, React((), 1, "NaOH")) == ["no_reactor"]
    assert not [a for a in GAME.legal_actions(state, 0) if isinstance(a, React)]


def test_V_TARGET_only_what_the_reactor_names() -> None:
    state = table(["O"], ["H"], stashes=[[WATER], [BASE, ("Salt", "NaCl"), TRIOXIDE]])
    assert codes(state, 0, React(("H2O",), 1, "NaOH")) == ["no_such_reaction"]
    assert codes(state, 0, React(("H2O",), 1, "NaCl")) == ["no_such_reaction"]
    assert codes(state, 0, React(("H2O",), 1, "CO2")) == ["not_in_stash"]
    assert codes(state, 0, React(("H2O",), 7, "SO3")) == ["no_such_player"]
    assert GAME.judge(state, 0, React(("H2O",), 1, "SO3")).ruling is Ruling.VALID


def test_V_TARGET_ones_own_molecule_too() -> None:
    state = table(["O"], ["H"], stashes=[[WATER, TRIOXIDE], []])
    assert formulas(apply(state, React(("H2O",), 0, "SO3")), 0) == ["H2SO4"]


def test_V_REACT_ONCE_a_turn() -> None:
    state = table(["O"], ["H"], stashes=[[ACID, ACID], [BASE, BASE]])
    after = apply(state, React(("HCl",), 1, "NaOH"))
    assert codes(after, 0, React(("HCl",), 1, "NaOH")) == ["already_collected"]


def test_V_REACTOR_BACK_to_the_bank_and_its_owner_draws() -> None:
    state = table(["O"], ["H"], ["K"], stashes=[[ACID], [BASE], []])
    after = apply(state, React(("HCl",), 1, "NaOH"))
    assert formulas(after, 0) == []
    assert after.pieces[BANK].count("Acid") == state.pieces[BANK].count("Acid") + 1
    assert [len(after.pieces[hand(player)]) for player in after.players] == [4, 1, 1]


def test_V_PRODUCTS_go_to_the_owner_of_the_target() -> None:
    state = table(["O"], ["H"], stashes=[[ACID], [BASE, TRIOXIDE]])
    after = apply(state, React(("HCl",), 1, "NaOH"))
    assert formulas(after, 0) == []
    assert formulas(after, 1) == ["SO3", "NaCl", "H2O"]


def test_V_PRODUCTS_keep_the_substance() -> None:
    state = table(["O"], ["H"], stashes=[[("Acid", "HF"), ACID], [("Metal Sulfide", "K2S")]])
    after, events = GAME.apply(state, 0, React(("HF",), 1, "K2S"))
    assert formulas(after, 1) == ["KF", "H2S"]
    assert formulas(after, 0) == ["HCl"]
    assert events[0]["equation"] == "2 HF + K2S → 2 KF + H2S"
    assert events[0]["simplified"] is True


@pytest.mark.rule("V-COMPLEX")
def test_V_COMPLEX_the_long_path_to_a_metal_sulfate() -> None:
    state = table(["O"], ["H"], stashes=[[WATER, TRIOXIDE, OXIDE], []])
    after = apply(state, React(("H2O",), 0, "SO3"))
    after = table(["O"], ["H"], stashes=[[(c.molecule, c.formula) for c in after.stashes[0]], []])
    after = apply(after, React(("H2SO4",), 0, "CaO"))
    assert [(c.molecule, c.name) for c in after.stashes[0]] == [
        ("Metal Sulfate", "calcium sulfate"), ("Water", "water"),
    ]  # fmt: skip


def test_V_BANK_a_reaction_needs_all_its_products() -> None:
    state = table(["O"], ["H"], stashes=[[ACID], [BASE, *[WATER] * 8]])
    assert codes(state, 0, React(("HCl",), 1, "NaOH")) == ["bank_is_out"]
    assert React(("HCl",), 1, "NaOH") not in GAME.legal_actions(state, 0)


# --- blocking -----------------------------------------------------------------------------------------------


ATTACK = React(("HCl",), 1, "NaOH")


@pytest.mark.parametrize("cooperative", [False, True])
def test_V_BLOCK_the_owner_is_asked_at_once_and_lets_it_happen(cooperative: bool) -> None:
    state = table(["O"], ["H"], stashes=[[ACID], [BASE, BRASS]], cooperative=cooperative)
    aimed, events = GAME.apply(state, 0, ATTACK)
    assert [e.type for e in events] == ["reaction_aimed"]
    (ask,) = GAME.asked(aimed)
    assert (ask.player, ask.kinds, ask.obliged, ask.otherwise) == (1, ("block",), True, Block(block=True))
    assert GAME.legal_actions(aimed, 1) == (Block(block=True), Block(block=False))
    assert codes(aimed, 0, Draw()) == ["reaction_is_aimed"]
    assert codes(aimed, 0, Block(block=False)) == ["not_yours_to_block"]
    after, events = GAME.apply(aimed, 1, Block(block=False))
    assert [e.type for e in events][:3] == ["reaction_allowed", "reacted", "cards_drawn"]
    assert formulas(after, 1) == ["CuZn", "NaCl", "H2O"]
    assert len(after.pieces[hand(0)]) == 4
    assert after.phase == "build"


@pytest.mark.rule("V-BLOCK", "V-REACT-ONCE")
def test_V_BLOCK_what_is_blocked_does_not_happen_and_nothing_is_used_up() -> None:
    state = table(["O"], ["H"], stashes=[[ACID], [BASE, BRASS]])
    after, events = GAME.apply(apply(state, ATTACK), 1, Block(block=True))
    assert [e.type for e in events] == ["reaction_blocked"]
    assert (formulas(after, 0), formulas(after, 1)) == (["HCl"], ["NaOH", "CuZn"])
    assert codes(after, 0, ATTACK) == ["was_blocked"]
    assert not [a for a in GAME.legal_actions(after, 0) if isinstance(a, React)]
    drawn = apply(after, Draw())
    assert drawn.phase == "build", "the attacker collects in another way"
    assert not apply(drawn, EndTurn()).blocked


def test_V_BLOCK_nobody_waits_for_an_owner_who_leaves() -> None:
    state = table(["O"], ["H"], ["K"], stashes=[[ACID], [BASE, BRASS], []])
    after, _ = GAME.apply(apply(state, ATTACK), 1, Resign())
    assert (after.aimed, after.turn, after.phase) == (None, 0, "collect")


def test_V_BLOCK_always_in_games_begun_before() -> None:
    state = table(["O"], ["H"], ["K"], stashes=[[ACID], [BASE, BRASS], [BASE]], blocking="always")
    assert codes(state, 0, React(("HCl",), 1, "NaOH")) == ["reaction_is_blocked"]
    reactions = [a for a in GAME.legal_actions(state, 0) if isinstance(a, React)]
    assert reactions == [React(("HCl",), 2, "NaOH")]


def test_V_BLOCK_does_not_stop_its_owner() -> None:
    state = table(["O"], ["H"], stashes=[[ACID, BASE, BRASS], []])
    assert formulas(apply(state, React(("HCl",), 0, "NaOH")), 0) == ["CuZn", "NaCl", "H2O"]


@pytest.mark.parametrize(
    ("acids", "salt"),
    [((ACID, ACID), "CuCl2"), ((ACID, SULFURIC), "CuCl2"), ((SULFURIC, SULFURIC), "CuSO4")],
)
def test_V_DOUBLE_ACID_two_acids_of_either_kind(acids: tuple[tuple[str, str], ...], salt: str) -> None:
    state = table(["O"], ["H"], stashes=[list(acids), [BASE, BRASS]])
    attack = React(tuple(sorted(formula for _, formula in acids)), 1, "CuZn")
    assert attack in GAME.legal_actions(state, 0)
    after, events = GAME.apply(state, 0, attack)
    assert formulas(after, 0) == []
    assert [card.molecule for card in after.stashes[1]] == ["Base", "Salt"]
    assert formulas(after, 1)[1] in {salt, "ZnSO4", "CuSO4"}
    assert len(after.pieces[hand(0)]) == 4
    assert "H2" in events[0]["equation"]


def test_V_DOUBLE_ACID_the_order_of_the_acids_does_not_matter() -> None:
    state = table(["O"], ["H"], stashes=[[ACID, SULFURIC], [BRASS]])
    for attack in (("HCl", "H2SO4"), ("H2SO4", "HCl")):
        assert GAME.judge(state, 0, React(attack, 1, "CuZn")).ruling is Ruling.VALID


def test_V_DOUBLE_ACID_one_is_not_enough_and_nobody_attacks_oneself() -> None:
    state = table(["O"], ["H"], stashes=[[ACID, ACID, BRASS], [BRASS]])
    assert codes(state, 0, React(("HCl",), 1, "CuZn")) == ["no_such_reaction"]
    assert codes(state, 0, React(("HCl", "HCl", "HCl"), 1, "CuZn")) == ["not_in_stash"]
    assert codes(state, 0, React(("HCl", "HCl"), 0, "CuZn")) == ["own_compound"]


def test_V_DOUBLE_ACID_counts_as_the_one_reaction() -> None:
    state = table(["O"], ["H"], stashes=[[ACID] * 4, [BRASS, BRASS]])
    after = apply(state, React(("HCl", "HCl"), 1, "CuZn"))
    assert codes(after, 0, React(("HCl", "HCl"), 1, "CuZn")) == ["already_collected"]
    assert codes(after, 0, Draw()) == ["already_collected"]


# --- winning and younger players ----------------------------------------------------------------------------


def test_V_WIN_also_by_the_reaction_of_somebody_else() -> None:
    rich = [("Base", "NaOH")] * 2 + [OXIDE, ("Carbon Dioxide", "CO2")]
    state = table(["O"], ["H"], stashes=[[SULFURIC], rich])
    assert state.scores == (2, 13)
    after, events = GAME.apply(state, 0, React(("H2SO4",), 1, "CaO"))
    assert [event.type for event in events] == ["reacted", "game_ended"]
    assert after.result is not None
    assert (after.result.winners, after.result.scores) == ((1,), (0, 17))


def test_V_YOUNG_no_reactions() -> None:
    state = table(["O"], ["H"], stashes=[[ACID, ("Salt", "NaCl")], [BASE]], younger=True)
    assert codes(state, 0, React(("HCl",), 1, "NaOH")) == ["no_reactions_here"]
    kinds = {action.type for action in GAME.legal_actions(state, 0)}
    assert kinds == {"draw", "exchange", "trade_up"}
    assert Open("exchange") in GAME.legal_actions(state, 0)
