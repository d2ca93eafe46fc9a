"""Compounded: scoring, experiments, tools, reactions and the end, each rule by its id."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import seated
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    DECK,
    EXTINGUISHER,
    GONE,
    LAB_FIRE,
    STOCK,
    Burn,
    Cylinder,
    Discard,
    Done,
    Drawing,
    End,
    Extinguish,
    Grant,
    Keep,
    Keys,
    Lab,
    LastBurners,
    Pass,
    Place,
    Raise,
    Refill,
    Score,
    Swap,
    TakeBack,
    UseGoggles,
    UseKey,
    bench,
    kit,
    pile,
    scored,
    spot,
    tokens,
)
from tests.support.compounded_table import GAME, QUIET, Table, types


def in_lab(*slots: int, players: int = 3, field: tuple[str, ...] = QUIET) -> Table:
    """The Lab phase; seat 0 has these compounds complete."""
    table = Table(players, field)
    for slot in slots:
        table.fill(slot)
    table.claim(0, *slots)
    table.matter(Lab(tuple(range(players))))
    return table


def with_card(card: str, slot: int = 5) -> tuple[str, ...]:
    """The quiet field with another card in one place; two of the quiet ones change places."""
    swap = {QUIET[slot]: card, card: QUIET[slot]}
    return tuple(swap.get(name, name) for name in QUIET)


# --- scoring ------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-SCORE", "K-ORDER")
def test_K_SCORE_points_tool_experiment_then_crystals_card_and_token_off() -> None:
    table = in_lab(2, 3, 5, field=with_card("nitric acid"))
    before = lab.bag(table.state).total()
    assert table.refused(0, Score(0)) == ("K-SCORE", "nothing_to_score")
    assert table.refused(1, Score(2)) == ("K-PHASES", "not_asked")
    table.do(0, Score(5))  # in an order of the player's choice
    assert table.score(0) == 5
    assert "goggles" in table.state.pieces[kit(0)]
    told = table.do(0, Raise("discovery"))
    assert types(told)[:1] == ["experiment_raised"]
    assert types(told)[-1] == "compound_cleared"
    assert lab.compound_at(table.state, 5) is None
    assert lab.bag(table.state).total() == before + 5
    assert table.state.pieces[scored(0)] == ("nitric acid",)
    assert len(table.state.pieces[tokens(0)]) == 2
    assert table.asked() == [(0, "lab")], "all own compounds, one by one"
    assert not table.allowed(0, End()), "nobody may leave one unscored"


@pytest.mark.rule("K-STATE", "K-RAISE")
def test_K_STATE_liquid_gas_and_solid_raise_their_experiment_and_a_track_at_its_top_nothing() -> None:
    for slot, name in ((2, "discovery"), (0, "research"), (4, "study")):
        table = in_lab(slot)
        table.do(0, Score(slot))
        assert table.refused(0, Raise(next(n for n in ("study", "research") if n != name)))[0] == "K-RAISE"
        table.do(0, Raise(name))  # type: ignore[arg-type]
        assert lab.step_of(table.state, name, 0) == 1
    table = in_lab(2)
    table.step(0, "discovery", 3)
    table.step(0, "lab", 3)
    told = table.do(0, Score(2))
    assert "experiment_raised" not in types(told)


@pytest.mark.rule("K-RAISE")
def test_K_RAISE_lab_may_rise_in_place_of_a_full_track_or_not() -> None:
    for answer, step in ((Raise("lab"), 1), (Pass(), 0)):
        table = in_lab(2)
        table.step(0, "discovery", 3)
        table.do(0, Score(2))
        assert set(GAME.legal_actions(table.state, 0)) == {Raise("lab"), Pass()}
        told = table.do(0, answer)
        assert lab.step_of(table.state, "lab", 0) == step
        assert ("raise_declined" in types(told)) is (step == 0)
        assert "compound_cleared" in types(told)
    table = in_lab(2)
    table.do(0, Score(2))
    assert not table.allowed(0, Pass()), "with room in the track of the state a step must be taken"


@pytest.mark.rule("K-RAISE")
def test_K_RAISE_in_games_begun_before_lab_must_rise() -> None:
    table = in_lab(2)
    table.options(raising="must")
    table.step(0, "discovery", 3)
    told = table.do(0, Score(2))
    assert lab.step_of(table.state, "lab", 0) == 1
    assert "raise_declined" not in types(told)
    assert GAME.former == {"raising": "must", "starting": "listed"}


@pytest.mark.rule("K-RAISE")
def test_K_RAISE_declined_the_game_is_not_ended_by_it() -> None:
    for answer, announced in ((Raise("lab"), True), (Pass(), False)):
        table = in_lab(2)
        for name, step in (("discovery", 3), ("study", 3), ("lab", 2)):
            table.step(0, name, step)
        table.do(0, Score(2))
        assert ("end_announced" in types(table.do(0, answer))) is announced


@pytest.mark.parametrize(("own", "declines"), [(0, True), (49, False)])
def test_bots_leave_lab_as_it_is_where_its_rise_would_end_a_game_they_are_losing(
    own: int, declines: bool
) -> None:
    table = in_lab(2)
    for name, step in (("discovery", 3), ("study", 3), ("lab", 2)):
        table.step(0, name, step)
    table.points(0, own)
    table.points(1, 30)
    table.do(0, Score(2))
    (bot,) = seated("compounded", ["greedy"])
    chosen = bot.choose(GAME.view(table.state, 0), Random(1))
    assert chosen == (Pass() if declines else Raise("lab"))


@pytest.mark.rule("K-GRANT-SHARE", "K-NOBEL-LAB")
def test_K_GRANT_SHARE_nobel_can_be_named_where_the_table_says_so() -> None:
    def scored(**options: str) -> Table:
        table = Table(2)
        table.lay(6, "nitrogen dioxide")
        table.fill(6)
        table.claim(0, 6)
        table.options(**options)
        table.matter(Lab((0, 1, 2)))
        table.go_on()
        table.do(0, Score(6))
        return table

    table = scored()
    assert {a.player for a in GAME.legal_actions(table.state, 0) if isinstance(a, Grant)} == {1}
    assert table.refused(0, Grant(2, "discovery")) == ("K-GRANT", "grant_to_another")
    table = scored(grants_to="all")
    to_nobel = [a for a in GAME.legal_actions(table.state, 0) if isinstance(a, Grant) and a.player == 2]
    assert to_nobel == [Grant(2, "discovery"), Grant(2, "research")], "he has two experiments"
    table.do(0, Grant(2, "research"), Raise("research"))
    assert lab.step_of(table.state, "research", 2) == 1
    table = scored(grants_to="all")
    table.step(2, "discovery", 3)
    table.step(2, "research", 3)
    told = table.do(0, Grant(2), Raise("research"))
    (paid,) = (event for event in told if event.type == "compound_scored")
    assert (paid["shared"], table.score(0)) == (2, 1), "half of three, and the other half is lost"
    for event in told:
        if event.type in ("grant_named", "compound_scored"):
            for language in ("en", "de"):
                assert "Nobel" in (prose.tell("compounded", event, ["Anna", "Ben"], language) or "")


@pytest.mark.rule("K-STATE-LAB", "K-LAB")
def test_K_STATE_LAB_may_be_raised_instead() -> None:
    table = in_lab(2)
    table.do(0, Score(2), Raise("lab"))
    assert lab.step_of(table.state, "discovery", 0) == 0
    assert lab.value_of(table.state, "lab", 0) == 5


@pytest.mark.rule("K-TOOL")
def test_K_TOOL_none_left_none_gained() -> None:
    table = in_lab(5, field=with_card("formic acid"))
    table.kit(1, "pipet", "pipet", "pipet")
    told = table.do(0, Score(5))
    assert "tool_gained" not in types(told)
    assert "pipet" not in table.state.pieces[kit(0)]


# --- tools --------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-GOGGLES")
def test_K_GOGGLES_asked_before_the_first_placement_several_at_once() -> None:
    table = Table()
    table.bench(0, "H", "H")
    table.step(1, "discovery", 1)
    table.kit(1, "goggles", "goggles")
    table.until("goggles", 1)
    assert table.asked() == [(1, "goggles")]
    assert table.refused(1, UseGoggles(3)) == ("K-GOGGLES", "so_many_goggles")
    stock = table.state.pieces[STOCK].count("goggles")
    table.do(1, UseGoggles(2))
    assert len(table.state.pieces[pile(1)]) == 6
    assert table.state.pieces[STOCK].count("goggles") == stock + 2, "discarded, and back to the stock"
    assert table.asked() == [(0, "research")]


@pytest.mark.rule("K-GOGGLES-APART")
def test_K_GOGGLES_APART_neither_bench_nor_swap_and_the_rest_is_discarded() -> None:
    table = Table()
    table.kit(0, "goggles")
    table.bench(0, "H")
    table.until("goggles", 0)
    table.do(0, UseGoggles())
    drawn = table.state.pieces[pile(0)]
    table._move(drawn, BAG, [pile(0)])
    table._move(["H", "H"], pile(0), [BAG])
    assert table.refused(0, Swap("H", "O")) == ("K-SWAP", "too_few_to_swap")
    table.do(0, Place("H", 0, "goggles"))
    assert table.held(bench(0)) == ["H"]
    assert table.refused(0, Place("C", 8, "goggles")) == ("K-GOGGLES", "no_such_crystal_here")
    before = lab.bag(table.state)["H"]
    table.do(0, End())
    assert table.state.pieces[pile(0)] == ()
    assert lab.bag(table.state)["H"] == before + 1
    assert table.held(bench(0)) == ["H"]


@pytest.mark.rule("K-GOGGLES")
def test_K_GOGGLES_give_no_more_placements_than_the_level() -> None:
    table = Table()
    table.kit(0, "goggles")
    table.until("goggles", 0)
    table.bench(0, "H", "H")
    table.do(0, UseGoggles())
    table._move(["O"], pile(0), [BAG])
    table.do(0, Place("H", 0), Place("H", 2))
    assert table.refused(0, Place("O", 3, "goggles")) == ("K-PLACE", "all_placed")


@pytest.mark.rule("K-KEY", "K-PASS-LEAD")
def test_K_KEY_the_first_in_turn_order_leads_and_the_others_keep_theirs() -> None:
    table = Table(4)
    table.kit(2, "key")
    table.kit(3, "key")
    table.matter(Keys((0, 1, 2, 3)))
    assert table.asked() == [(2, "keys")]
    table.do(2, UseKey())
    assert table.state.lead == 2
    assert "key" in table.state.pieces[kit(3)]
    table.matter(Keys((2, 3, 0, 1)))
    table.do(3, Pass())
    assert table.state.lead == 3, "without a Key it passes to the left of the new lead"
    assert "key" in table.state.pieces[kit(3)]


@pytest.mark.rule("K-KEY")
def test_K_KEY_nobody_is_asked_when_no_turn_follows() -> None:
    table = Table()
    table.kit(0, "key")
    table.state = replace(table.state, last=table.state.round, ending="points_reached")
    table.matter(Refill("keys"))
    table.go_on()
    assert table.state.result is not None


@pytest.mark.rule("K-JOURNAL")
def test_K_JOURNAL_comes_with_study_and_works_from_the_next_turn_on() -> None:
    table = in_lab(4, 2)
    told = table.do(0, Score(4), Raise("study"))
    assert [e["tool"] for e in told if e.type == "tool_gained"] == ["journal"]
    told = table.do(0, Score(2), Raise("lab"))
    assert "part_ended" in types(told), "not in the turn in which it came"
    table.bench(0)
    table.fill(3)
    table.claim(0, 3)
    table.matter(Lab((0, 1, 2)))
    table.do(0, Score(3), Raise("lab"))
    assert table.refused(0, Keep("N")) == ("K-JOURNAL", "no_such_crystal_here")
    told = table.do(0, Keep("O"))
    assert [e["crystals"] for e in told if e.type == "compound_cleared"] == [("H", "H", "O")]
    assert "O" in table.state.pieces[bench(0)]


@pytest.mark.rule("K-JOURNAL")
def test_K_JOURNAL_once_in_a_lab_phase_never_a_wild_never_without_a_space() -> None:
    table = in_lab(2, 3)
    table.kit(0, "journal")
    table.do(0, Score(2), Raise("lab"), Keep("H"))
    told = table.do(0, Score(3), Raise("lab"))
    assert "part_ended" in types(told), "once, with two compounds"
    table = in_lab(2)
    table.kit(0, "journal")
    table.bench(0, "H", "H", "H", "H")
    table.step(0, "lab", 0)
    told = table.do(0, Score(2), Raise("discovery"))
    assert "crystal_kept" not in types(told)
    assert types(told)[-1] != "experiment_raised", "without a space nobody is asked"
    table = Table()
    table.kit(0, "journal")
    table.bench(0, "O")
    table.on(4, "Ca")
    table.claim(0, 4)
    table.until("research", 0)
    table.do(0, Place("O", 4, "wild"))
    table.until("lab", 0)
    table.do(0, Score(4), Raise("lab"))
    assert table.refused(0, Keep("O")) == ("K-JOURNAL", "no_such_crystal_here"), "a wild is never kept"
    table.do(0, Keep("Ca"))


@pytest.mark.rule("K-JOURNAL")
def test_K_JOURNAL_none_for_who_has_one_and_none_when_all_are_given() -> None:
    table = in_lab(4)
    table.kit(0, "journal")
    table.do(0, Score(4), Raise("study"))
    assert table.state.pieces[kit(0)].count("journal") == 1
    table = in_lab(4)
    table.kit(1, *["journal"] * 5)
    table.do(0, Score(4), Raise("study"))
    assert "journal" not in table.state.pieces[kit(0)]


@pytest.mark.rule("K-CYLINDER")
def test_K_CYLINDER_one_down_one_up_once_a_turn_within_the_track() -> None:
    table = in_lab(2)
    table.kit(0, "cylinder", "cylinder")
    table.step(0, "lab", 1)
    table.step(0, "research", 3)
    assert table.refused(0, Cylinder("study", "lab")) == ("K-CYLINDER", "at_its_start")
    assert table.refused(0, Cylinder("lab", "research")) == ("K-CYLINDER", "at_its_top")
    assert table.refused(0, Cylinder("lab", "lab")) == ("K-CYLINDER", "two_experiments")
    table.do(0, Cylinder("lab", "discovery"))
    assert (lab.step_of(table.state, "lab", 0), lab.step_of(table.state, "discovery", 0)) == (0, 1)
    assert not table.allowed(0, Cylinder("research", "lab")), "once a turn, however many one has"
    assert lab.holds(table.state, 0, "cylinder") == 2, "and it stays"


@pytest.mark.rule("K-CYLINDER")
def test_K_CYLINDER_also_after_scoring_and_only_in_ones_own_part() -> None:
    table = in_lab(2)
    table.kit(0, "cylinder")
    table.kit(1, "cylinder")
    table.step(1, "lab", 1)
    assert not table.allowed(1, Cylinder("lab", "study"))
    table.do(0, Score(2), Raise("discovery"))
    assert table.asked() == [(0, "lab")]
    table.do(0, Cylinder("discovery", "study"))
    assert "journal" in table.state.pieces[kit(0)], "a rise of Study by the Cylinder gives a Journal"
    assert table.asked() == [(1, "lab")]
    table.do(1, End())


@pytest.mark.rule("K-CYLINDER-STUDY")
def test_K_CYLINDER_STUDY_a_claim_too_many_is_taken_back_at_once() -> None:
    table = Table()
    table.kit(0, "cylinder")
    table.step(0, "study", 1)
    table.claim(0, 0, 1)
    table.on(0, "H")
    table.claim(1, 2)
    table.matter(Lab((0, 1, 2)))
    table.do(0, Cylinder("study", "research"))
    assert table.asked() == [(0, "taking_back")]
    assert table.refused(0, TakeBack(2)) == ("K-CYLINDER-STUDY", "no_such_claim")
    table.do(0, TakeBack(0))
    assert table.at(0).owner is None
    assert table.at(0).crystals == ("H",)
    assert [c.slot for c in lab.claimed(table.state, 0)] == [1]


@pytest.mark.rule("K-CYLINDER-STUDY")
def test_K_CYLINDER_STUDY_not_when_the_claims_are_few_enough() -> None:
    table = Table()
    table.kit(0, "cylinder")
    table.step(0, "study", 1)
    table.claim(0, 0)
    table.matter(Lab((0, 1, 2)))
    told = table.do(0, Cylinder("study", "research"))
    assert "claim_too_many" not in types(told)
    assert table.at(0).owner == 0


@pytest.mark.rule("K-CYLINDER-LAB")
def test_K_CYLINDER_LAB_crystals_without_a_space_are_discarded_by_choice() -> None:
    table = Table()
    table.kit(0, "cylinder")
    table.step(0, "lab", 1)
    table.bench(0, "H", "H", "C", "N", "S")
    table.matter(Lab((0, 1, 2)))
    table.do(0, Cylinder("lab", "study"))
    assert table.asked() == [(0, "surplus")]
    told = table.do(0, Discard("N"))
    assert types(told)[:3] == ["crystal_discarded", "bench_settled", "part_ended"]


@pytest.mark.rule("K-BURNER")
def test_K_BURNER_in_anybodys_turn_where_there_is_no_flame_and_an_extinguisher_stops_it() -> None:
    table = Table()
    table.bench(0, "H", "H")
    table.kit(2, "burner", "burner")
    table.kit(1, EXTINGUISHER)
    table.flames(3)
    table.until("research", 0)
    assert table.refused(2, Burn(3)) == ("K-BURNER", "has_a_flame")
    table.do(2, Burn(0))
    assert table.asked() == [(1, "fire")], "holders of extinguishers are asked at once"
    assert table.refused(1, Extinguish(2)) == ("K-EXT", "no_flame_comes_here")
    table.do(1, Extinguish(0))
    assert table.state.flames[0] == 0
    assert EXTINGUISHER in table.state.pieces[GONE]
    assert table.state.pieces[kit(2)].count("burner") == 1, "the Burner is gone all the same"
    assert table.asked() == [(0, "research")], "and the turn goes on"
    table.do(0, Place("H", 0))
    table.do(2, Burn(0))
    assert table.state.flames[0] == 1


@pytest.mark.rule("K-BURNER")
def test_K_BURNER_holders_are_asked_when_the_last_turn_is_over_and_not_in_other_phases() -> None:
    table = Table()
    table.kit(1, "burner")
    assert not table.allowed(1, Burn(0)), "not in Study"
    table.until("last_burners", 1)
    table.do(1, Pass())
    assert not any(about == "last_burners" for _, about in table.asked())
    table.matter(Lab((0, 1, 2)))
    assert not table.allowed(1, Burn(0))


@pytest.mark.rule("K-BURNER-LIMIT")
def test_K_BURNER_LIMIT_what_does_not_burn_burns_then_at_two() -> None:
    table = Table()
    table.kit(0, "burner")
    assert table.at(2).limit is None
    table.matter(LastBurners((0, 1, 2)))
    table.do(0, Burn(2))
    table.matter(Refill("burners"))
    assert table.at(2).limit == 2
    assert not table.at(2).explodes
    assert 2 in lab.flammable(table.state)


@pytest.mark.rule("K-BURNER-ONE")
def test_K_BURNER_ONE_explodes_when_the_field_is_refilled_and_not_before_it_is_scored() -> None:
    field = with_card("hydrazine")
    table = Table(3, field)
    table.kit(1, "burner")
    table.claim(0, 5)
    table.matter(LastBurners((0, 1, 2)))
    told = table.do(1, Burn(5))
    assert "exploded" in types(told), "nothing was to be scored, so the field is refilled"
    assert types(told).index("exploded") > types(told).index("lab_begun")
    assert "hydrazine" in table.state.pieces[GONE]
    complete = in_lab(5, field=field)
    complete.kit(1, "burner")
    complete.matter(LastBurners((0, 1, 2)))
    told = complete.do(1, Burn(5))
    assert complete.asked() == [(0, "lab")], "it is scored first"


# --- reactions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("K-GRANT", "K-REACTION")
def test_K_GRANT_another_scientists_experiment_that_is_not_at_its_top() -> None:
    table = in_lab(6)  # nitrogen dioxide
    table.step(1, "study", 3)
    table.do(0, Score(6))
    assert table.asked() == [(0, "scoring")]
    assert not table.allowed(0, Pass()), "it cannot be declined"
    assert table.refused(0, Grant(0, "lab")) == ("K-GRANT", "grant_to_another")
    assert table.refused(0, Grant(7, "lab")) == ("K-GRANT", "grant_to_another")
    assert table.refused(0, Grant(1, "study")) == ("K-GRANT-SHARE", "grant_below_top")
    assert table.refused(0, Grant(1)) == ("K-GRANT", "grant_an_experiment")
    assert table.score(0) == 0, "the choice comes before the points"
    table.do(0, Grant(2, "study"), Raise("research"))
    assert table.score(0) == 3
    assert lab.step_of(table.state, "study", 2) == 1
    assert "journal" in table.state.pieces[kit(2)], "a raised Study gives a Journal"


@pytest.mark.rule("K-GRANT-SHARE")
def test_K_GRANT_SHARE_only_when_all_four_are_complete_and_an_odd_point_is_lost() -> None:
    table = in_lab(6)
    for name in ("discovery", "study", "research", "lab"):
        table.step(1, name, 3)
    table.state = replace(table.state, last=9, ending="experiments_complete")
    table.do(0, Score(6))
    assert table.refused(0, Grant(1, "lab")) == ("K-GRANT-SHARE", "grant_is_shared")
    table.do(0, Grant(1), Raise("research"))
    assert (table.score(0), table.score(1)) == (1, 1), "of three each gets one"


@pytest.mark.rule("K-VOLATILE")
def test_K_VOLATILE_burns_the_field_as_it_lies_the_scored_card_already_gone() -> None:
    field = list(with_card("hydrazine"))
    field[6] = "tetrazole"  # one flame
    field[9] = "methane"  # two
    table = in_lab(5, field=tuple(field))
    table.fill(6)
    table.claim(1, 6)
    told = table.do(0, Score(5), Raise("discovery"))
    fire = next(e for e in told if e.type == "fire_broke_out")
    assert sorted(fire["cards"]) == ["methane", "tetrazole"], "not the scored one, and nothing refilled first"
    assert [row["card"] for e in told if e.type == "exploded" for row in e["cards"]] == ["tetrazole"]
    assert table.state.flames[9] == 1
    assert table.score(1) == 0, "a completed compound that was not scored yet"
    assert len(table.state.pieces[tokens(1)]) == 4


# --- the end of a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("K-REFILL")
def test_K_REFILL_burner_explosions_then_holes_row_by_row_then_the_fire_then_holes_again() -> None:
    field = with_card("tetrazole")
    table = Table(3, field)
    table.flames(5)
    table.lay(9, "methane")
    table.flames(9, 1)
    table.deck("acetonitrile", LAB_FIRE, "thiourea", "methylamine", LAB_FIRE, "ethane", "propyne")
    table._move(["ammonia"], GONE, _slots())
    table.matter(Refill("burners"))
    told = table.go_on()
    kinds = [
        k for k in types(told) if k in ("exploded", "card_laid", "fire_drawn", "fire_broke_out", "keys_asked")
    ]
    assert kinds == [
        "exploded", "card_laid", "fire_drawn", "card_laid", "fire_broke_out", "exploded", "card_laid", "keys_asked",
    ]  # fmt: skip
    laid = [(e["slot"], e["card"]) for e in told if e.type == "card_laid"]
    assert [slot for slot, _ in laid[:2]] == [0, 5], "row by row"
    assert laid[-1] == (9, "methylamine"), "the fire came after the field was full"
    assert table.state.flames[0] == 1, "those just laid burn too"


def _slots() -> list[str]:
    return [spot(slot) for slot in range(16)]


# --- the end of the game ------------------------------------------------------------------------------------


@pytest.mark.rule("K-END", "K-END-STEPS")
def test_K_END_fifty_points_then_this_turn_and_one_whole_turn_never_a_second() -> None:
    table = in_lab(2)
    table.points(0, 48)
    table.turn(7)
    told = table.do(0, Score(2))
    assert [e["last"] for e in told if e.type == "end_announced"] == [8]
    table.do(0, Raise("discovery"))
    table.until("trading")
    assert table.state.round == 8
    assert table.to_the_end() == "points_reached"
    assert table.state.round == 8


@pytest.mark.rule("K-END", "K-END-STEPS")
def test_K_END_three_experiments_also_by_a_grant_and_a_cylinder_does_not_take_it_back() -> None:
    table = in_lab(6)
    table.kit(1, "cylinder")
    table.step(1, "lab", 3)
    table.step(1, "study", 3)
    table.step(1, "research", 2)
    table.do(0, Score(6), Grant(1, "research"), Raise("research"))
    assert (table.state.last, table.state.ending) == (2, "experiments_complete")
    table.do(1, Cylinder("lab", "discovery"))
    assert table.state.last == 2


@pytest.mark.rule("K-END-FIELD")
def test_K_END_FIELD_a_hole_and_an_empty_deck_end_it_at_once_and_a_waiting_fire_is_dropped() -> None:
    table = Table()
    table.deck(LAB_FIRE)
    table._move(["water"], GONE, _slots())
    table.matter(Refill("fill"))
    told = table.go_on()
    assert types(told)[:1] == ["fire_drawn"]
    assert "fire_broke_out" not in types(told)
    assert table.state.result is not None
    assert table.state.result.reason == "field_not_filled"


@pytest.mark.rule("K-FINAL-CLAIMS", "K-FINAL-BENCH", "K-FINAL-EXT", "K-WILD", "K-WIN")
def test_K_FINAL_CLAIMS_crystals_on_claims_pairs_on_the_bench_extinguishers_and_wilds() -> None:
    table = Table()
    table.claim(0, 0, 2)
    table.on(0, "H", "H")
    table.fill(2)  # full but never scored
    table.bench(0, "C", "C", "O")
    table.bench(1, *"HHHHHH")
    table.kit(1, EXTINGUISHER)
    table._move(["C", "O"], "unfinished 0", [BAG])
    table.on(3, "H")  # unclaimed
    table.deck()
    table._move(["urea"], GONE, _slots())
    table.matter(Refill("fill"))
    told = table.go_on()
    final = {e.player: dict(e.facts) for e in told if e.type == "final_scored"}
    parts = ("claims", "bench", "extinguishers", "wilds")
    assert [final[0][part] for part in parts] == [5, 1, 0, 3]
    assert [final[1][part] for part in parts] == [0, 3, 3, 3]
    assert table.state.result is not None
    assert table.state.result.scores == (9, 9, 3)
    assert table.state.result.winners == (0, 1), "ties share the win"
    assert table.state.result.ranks == (1, 1, 3)


def test_what_happened_and_hints_are_told_in_sentences() -> None:
    table = in_lab(6)
    told = table.do(0, Score(6), Grant(2, "study"), Raise("research"))
    names = ["Ann", "Bob", "Cem"]
    lines = [prose.tell("compounded", event, names) for event in told]
    assert "Ann: the Grant goes to Cem, Study" in lines
    assert "Ann: scores nitrogen dioxide for 3" in lines
    assert "Cem: Study rises to 2, by a Grant" in lines


def test_drawing_comes_from_chance_and_is_on_record() -> None:
    table = Table()
    table.matter(Drawing())
    told = [e for e in table.go_on() if e.type == "crystals_drawn"]
    assert all("rng" in event.facts for event in told)
    assert all("rng" not in event.facts for event in GAME.events_shown(told, 0))
    assert table.state.pieces[DECK]


def test_trading_comes_before_study() -> None:
    table = Table()
    table.matter(Drawing())
    table.go_on()
    assert {about for _, about in table.asked()} == {"trading"}
    for player in (1, 2, 0):
        table.do(player, Done())
    assert {about for _, about in table.asked()} == {"claiming"}


@pytest.mark.rule("K-GRANT")
def test_K_GRANT_with_room_somebody_who_has_room_must_be_named() -> None:
    def complete(table: Table, *seats: int) -> None:
        for seat in seats:
            for name in ("discovery", "study", "research", "lab"):
                table.step(seat, name, 3)
        table.state = replace(table.state, last=9, ending="experiments_complete")

    table = in_lab(6)
    complete(table, 1)
    table.options(grant="room")
    table.do(0, Score(6))
    assert table.refused(0, Grant(1)) == ("K-GRANT", "grant_where_room_is")
    listed = GAME.legal_actions(table.state, 0)
    assert {action.player for action in listed if isinstance(action, Grant)} == {2}
    table = in_lab(6)
    complete(table, 1, 2)
    table.options(grant="room")
    table.do(0, Score(6))
    table.do(0, Grant(1), Raise("research"))
    assert (table.score(0), table.score(1)) == (1, 1), "shared only when nobody has room"
