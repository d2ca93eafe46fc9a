"""Compounded: set-up, Discovery, Study and Research, each rule by its id."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.engine.game import Resign
from adjudicator.errors import UnreadableInput
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    BAG,
    DECK,
    EXTINGUISHER,
    GONE,
    LAB_FIRE,
    STOCK,
    WILD,
    Claim,
    Claiming,
    Discard,
    Done,
    Drawing,
    End,
    Lab,
    MoveClaim,
    Moving,
    Pass,
    Place,
    Raise,
    Score,
    Surplus,
    Swap,
    bench,
    kit,
    pile,
    spot,
    tokens,
    unfinished,
)
from tests.support.compounded_table import GAME, Table, types

PLAY = lab.EDITIONS.get(lab.EDITIONS.current).play


# --- set-up -------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-PLAYERS", "K-CONTENTS")
def test_K_PLAYERS_two_to_five_with_all_that_the_box_has() -> None:
    for number in range(2, 6):
        state = GAME.new({}, 1, players=number)
        box = GAME.box(state)
        assert state.pieces.census() == box
        assert sum(box[symbol] for symbol in lab.symbols_of(state.edition)) == 100
        assert (box[LAB_FIRE], box[WILD], box[EXTINGUISHER]) == (6, number, number)
        assert len([card for card in lab.edition_of(state).cards if box[card.name] == 1]) == 63
    for number in (1, 6):
        with pytest.raises(UnreadableInput):
            GAME.new({}, 1, players=number)


@pytest.mark.rule("K-LEAD", "K-START-ELEMENTS", "K-START-TRACKS", "K-START-CLAIMS", "K-START-SCORE")
def test_K_LEAD_by_lot_and_everybody_begins_alike() -> None:
    assert {GAME.new({}, seed, players=4).lead for seed in range(40)} == {0, 1, 2, 3}
    state = GAME.new({}, 5, players=4)
    for seat in range(4):
        assert len(state.pieces[bench(seat)]) == 4
        assert len(state.pieces[tokens(seat)]) == 4
        values = {name: lab.value_of(state, name, seat) for name in ("discovery", "study", "research", "lab")}
        assert values == {"discovery": 2, "study": 1, "research": 2, "lab": 4}
    assert GAME.scores(state) == (0, 0, 0, 0)


@pytest.mark.rule("K-LEAD")
def test_K_LEAD_can_be_named_at_set_up() -> None:
    for lead in (1, 2, 3):
        assert {GAME.new({"lead": lead}, seed, players=3).lead for seed in range(9)} == {lead - 1}
    with pytest.raises(UnreadableInput, match="from 1 to 3"):
        GAME.new({"lead": 4}, 1, players=3)
    with pytest.raises(UnreadableInput, match="from 1 to 2"):
        GAME.new({"lead": 3}, 1, players=2)


@pytest.mark.rule("K-START-WILD", "K-START-EXT")
def test_K_START_WILD_one_wild_and_an_unfinished_extinguisher_each() -> None:
    state = GAME.new({}, 5, players=5)
    for seat in range(5):
        assert state.pieces[kit(seat)] == (WILD,)
        assert state.pieces[unfinished(seat)] == (EXTINGUISHER,)
        assert lab.extinguisher_needs(state, seat) == Counter({"O": 2, "C": 1})


@pytest.mark.rule("K-FIELD", "K-DECK")
def test_K_DECK_nine_starting_cards_seven_others_and_five_fires_on_stacks_of_eight() -> None:
    for seed in range(5):
        state = GAME.new({}, seed, players=3)
        field = [compound.card for compound in lab.compounds(state)]
        assert len(field) == 16
        assert sum(card.start for card in field) == 9
        deck = state.pieces[DECK]
        assert [place for place, card in enumerate(deck) if card == LAB_FIRE] == [8, 17, 26, 35, 44]
        assert len(deck) == 47 + 5
        assert state.pieces[GONE] == (LAB_FIRE,)


@pytest.mark.rule("K-FIELD")
def test_K_FIELD_the_starting_cards_are_shuffled_among_their_places() -> None:
    def first(**options: str) -> list[tuple[str, ...]]:
        games = [GAME.new(options, seed, players=3) for seed in range(6)]
        return [tuple(c.card.name for c in lab.compounds(state)[:9]) for state in games]

    listed = first(starting="listed")
    assert len(set(listed)) == 1
    assert len(set(first())) == 6
    assert {tuple(sorted(names)) for names in first()} == {tuple(sorted(listed[0]))}


@pytest.mark.rule("K-FIRST-TURN", "K-PHASES")
def test_K_FIRST_TURN_begins_with_study_and_the_lead_acts_first() -> None:
    state, events = GAME.start({}, 3, players=3)
    assert "trading_begun" not in types(events)
    assert isinstance(state.agenda.top, Claiming)
    assert GAME.asked(state)[0].player == state.lead
    table = Table()
    told = table.until("trading")
    order = [kind for kind in types(told) if kind in ("research_begun", "lab_begun", "turn_begun")]
    assert order == ["research_begun", "lab_begun", "turn_begun"]
    table.do(1, Done())
    table.do(2, Done())
    assert types(table.do(0, Done()))[-1] == "study_begun"


# --- discovery ----------------------------------------------------------------------------------------------


@pytest.mark.rule("K-DISCOVER", "K-DISCOVERY")
def test_K_DISCOVER_each_draws_in_turn_as_many_as_the_level_says() -> None:
    table = Table()
    table.step(1, "discovery", 3)
    table.matter(Drawing())
    drawn = [(e["seat"], len(e["crystals"])) for e in table.go_on() if e.type == "crystals_drawn"]
    assert drawn == [(0, 2), (1, 5), (2, 2)]


@pytest.mark.rule("K-BAG")
def test_K_BAG_is_public_and_a_short_one_gives_what_it_has() -> None:
    table = Table()
    held = table.state.pieces[BAG]
    table.bench(2, *held[:-3])
    assert sum(GAME.view(table.state, 0)["table"]["bag"].values()) == 3
    table.matter(Drawing())
    drawn = [len(e["crystals"]) for e in table.go_on() if e.type == "crystals_drawn"]
    assert drawn == [2, 1, 0]


@pytest.mark.rule("K-OVERFLOW", "K-SPACES")
def test_K_OVERFLOW_surplus_goes_back_each_owner_choosing() -> None:
    table = Table()
    table.bench(0, "H", "H", "C", "C", "O")
    table.bench(1, "H", "H", "H", "H")
    table.bench(2, "N", "N", "N", "S", "S", "O")
    table.matter(Surplus((0, 1, 2)))
    assert table.refused(0, Discard("N")) == ("K-OVERFLOW", "no_such_crystal_here")
    table.do(0, Discard("C"))
    assert table.asked() == [(2, "surplus")]
    table.do(2, Discard("N"), Discard("N"))
    assert table.held(bench(2)) == ["N", "O", "S", "S"]
    assert isinstance(table.state.agenda.top, Claiming)


@pytest.mark.rule("K-LAB", "K-SPACES")
def test_K_LAB_each_level_opens_a_space_up_to_seven() -> None:
    table = Table()
    table.bench(0, *"HHHHHHHH")
    for step in range(4):
        table.step(0, "lab", step)
        assert lab.surplus(table.state, 0) == 4 - step


# --- study --------------------------------------------------------------------------------------------------


@pytest.mark.rule("K-CLAIM", "K-STUDY", "K-CLAIM-LIMIT")
def test_K_CLAIM_one_by_one_in_rotation_up_to_the_level() -> None:
    table = Table()
    table.step(1, "study", 1)
    assert table.refused(1, Claim(3)) == ("K-PHASES", "not_asked")
    table.do(0, Claim(0))
    assert table.refused(1, Claim(0)) == ("K-CLAIM", "is_claimed")
    assert table.refused(1, Claim(16)) == ("K-CLAIM", "no_card")
    table.do(1, Claim(1))
    table.do(2, Claim(2))
    assert table.asked() == [(1, "claiming")], "the others have claimed all that their level allows"
    table.do(1, Claim(3))
    assert [c.slot for c in lab.claimed(table.state, 1)] == [1, 3]
    assert not any(about == "claiming" for _, about in table.asked())


@pytest.mark.rule("K-CLAIM-PASS")
def test_K_CLAIM_PASS_who_declines_is_out_of_the_rotation_and_keeps_the_claim() -> None:
    table = Table()
    for seat in range(3):
        table.step(seat, "study", 1)
    table.do(0, Pass())
    table.do(1, Claim(1))
    table.do(2, Claim(2))
    assert table.asked() == [(1, "claiming")]
    assert len(table.state.pieces[tokens(0)]) == 4


@pytest.mark.rule("K-CLAIM-MOVE")
def test_K_CLAIM_MOVE_one_old_claim_also_to_a_place_just_left() -> None:
    table = Table()
    table.claim(0, 0, 1)
    table.claim(1, 2)
    table.on(0, "H")
    table.flames(0)
    table.matter(Moving((0, 1, 2), (0, 1, 2)))
    assert table.refused(0, MoveClaim(2, 5)) == ("K-CLAIM-MOVE", "no_such_claim")
    assert table.refused(0, MoveClaim(0, 2)) == ("K-CLAIM-MOVE", "is_claimed")
    table.do(0, MoveClaim(0, 5))
    assert table.at(0).crystals == ("H",)
    assert table.state.flames[0] == 1
    assert table.asked() == [(1, "moving")], "one claim, once"
    table.do(1, MoveClaim(2, 0))
    assert table.at(0).owner == 1
    assert not any(about == "moving" for _, about in table.asked()), "the third has no claim to move"


@pytest.mark.rule("K-CLAIM-MOVE")
def test_K_CLAIM_MOVE_not_one_placed_in_this_phase() -> None:
    table = Table()
    table.do(0, Claim(0))
    table.do(1, Claim(1))
    table.do(2, Claim(2))
    assert table.asked() == [(0, "research")]


# --- research -----------------------------------------------------------------------------------------------


def in_research(players: int = 3) -> Table:
    """The lead's Research turn; everybody could place something."""
    table = Table(players)
    for seat in range(players):
        table.bench(seat, "H", "H", "O", "C")
    table.until("research", 0)
    return table


@pytest.mark.rule("K-PLACE", "K-RESEARCH", "K-PLACE-ANY")
def test_K_PLACE_up_to_the_level_on_any_compound_that_needs_it() -> None:
    table = in_research()
    table.claim(1, 0)
    assert table.refused(0, Place("N", 0)) == ("K-PLACE", "no_such_crystal_here")
    assert table.refused(0, Place("C", 0)) == ("K-PLACE-ANY", "has_no_place")
    assert table.refused(0, Place("H", 99)) == ("K-PLACE-ANY", "no_card")
    table.do(0, Place("H", 0), Place("H", 2))
    assert table.at(0).crystals == ("H",)
    assert table.refused(0, Place("O", 2)) == ("K-PLACE", "all_placed")
    assert table.at(0).owner == 1


@pytest.mark.rule("K-PLACE")
def test_K_PLACE_what_is_no_crystal_is_refused_for_that_alone() -> None:
    table = Table()
    table.bench(0, "H")
    table.until("research", 0)
    for piece in ("", "Zz", "wild:H", "claim 0", "ammonia"):
        verdict = GAME.judge(table.state, 0, Place(piece, 0))
        assert [check.code for check in verdict.checks] == ["no_such_crystal_here"]


@pytest.mark.rule("K-RESEARCH-TURN")
def test_K_RESEARCH_TURN_one_after_the_other_and_never_on_what_is_full() -> None:
    table = in_research()
    table.fill(2)
    assert table.refused(1, Place("H", 0)) == ("K-PHASES", "not_asked")
    assert table.refused(0, Place("H", 2)) == ("K-RESEARCH-TURN", "is_full")
    table.do(0, End())
    assert table.asked() == [(1, "research")]
    assert table.held(bench(0)) == ["C", "H", "H", "O"], "placing is optional"


@pytest.mark.rule("K-OWNED")
def test_K_OWNED_a_claimed_compound_scores_for_its_owner_whoever_places_the_last() -> None:
    table = in_research()
    table.claim(1, 2)
    table.on(2, "H", "H")
    events = table.do(0, Place("O", 2))
    assert "compound_completed" not in types(events)
    table.until("lab", 1)
    table.do(1, Score(2))
    assert (table.score(0), table.score(1)) == (0, 3)


@pytest.mark.rule("K-FREE", "K-TOKEN")
def test_K_FREE_an_unclaimed_compound_is_whose_last_crystal_it_is() -> None:
    table = in_research()
    table.claim(0, 5)  # all that Study allows
    table.on(2, "H", "H")
    table.do(0, Place("O", 2))
    assert (table.at(2).owner, table.at(2).temporary) == (0, True)
    assert len(lab.claimed(table.state, 0)) == 1, "a temporary one does not count against Study"
    table.until("lab", 0)
    table.do(0, Score(2), Raise("lab"))
    assert len(table.state.pieces[tokens(0)]) == 3, "the token is back at once"
    assert table.score(0) == 3


@pytest.mark.rule("K-FREE")
def test_K_FREE_without_a_token_the_last_placement_is_refused() -> None:
    table = in_research()
    table.claim(0, 5, 6, 7, 8)
    table.on(2, "H", "H")
    assert table.refused(0, Place("O", 2)) == ("K-FREE", "no_token_to_complete")
    assert table.allowed(0, Place("H", 0)), "what completes nothing is allowed"


@pytest.mark.rule("K-FREE-CLAIM")
def test_K_FREE_CLAIM_in_research_where_a_crystal_lies_and_a_claim_is_to_spare() -> None:
    table = in_research()
    assert table.refused(0, Claim(2)) == ("K-FREE-CLAIM", "bare_in_research")
    table.do(0, Place("H", 2), Claim(2))
    assert (table.at(2).owner, table.at(2).temporary) == (0, False)
    table.on(3, "H")
    assert table.refused(0, Claim(3)) == ("K-CLAIM-LIMIT", "claims_used_up")
    table.until("research", 1)
    table.fill(4)
    table.do(1, Claim(4))
    assert table.at(4).owner == 1, "also a full one"


@pytest.mark.rule("K-FREE-CLAIM", "K-CLAIM-LIMIT")
def test_K_CLAIM_LIMIT_binds_in_research_too() -> None:
    table = in_research()
    table.claim(0, 5)
    table.on(2, "H")
    assert table.refused(0, Claim(2)) == ("K-CLAIM-LIMIT", "claims_used_up")
    table.step(0, "study", 1)
    assert table.allowed(0, Claim(2))


@pytest.mark.rule("K-EXT-BUILD")
def test_K_EXT_BUILD_is_ready_with_its_last_crystal_and_there_is_no_second() -> None:
    table = in_research()
    table.step(0, "research", 2)
    table.bench(0, "C", "O", "O", "C")
    assert table.refused(0, Place("H", None, "wild")) == ("K-EXT-BUILD", "extinguisher_takes_none")
    table.do(0, Place("C", None), Place("O", None))
    assert table.refused(0, Place("C", None)) == ("K-EXT-BUILD", "extinguisher_takes_none")
    before = lab.bag(table.state).total()
    events = table.do(0, Place("O", None))
    assert "extinguisher_ready" in types(events)
    assert lab.bag(table.state).total() == before + 3
    assert lab.holds(table.state, 0, EXTINGUISHER) == 1
    assert table.refused(0, Place("C", None)) == ("K-EXT-BUILD", "extinguisher_takes_none")


@pytest.mark.rule("K-SWAP")
def test_K_SWAP_three_equal_ones_for_any_in_the_bag_once() -> None:
    table = in_research()
    table.bench(0, "H", "H", "H", "C", "C", "C")
    assert table.refused(0, Swap("N", "O")) == ("K-SWAP", "too_few_to_swap")
    assert table.refused(0, Swap("H", "U")) == ("K-SWAP", "not_in_bag")
    before = lab.bag(table.state)
    table.do(0, Swap("H", "O"))
    assert table.held(bench(0)) == ["C", "C", "C", "O"]
    assert lab.bag(table.state) - before == Counter({"H": 3})
    assert table.refused(0, Swap("C", "N")) == ("K-SWAP", "swapped_before")
    assert table.state.agenda.top.placed == 0, "it does not count as placing"


@pytest.mark.rule("K-SWAP")
def test_K_SWAP_not_what_the_bag_lacks_not_wilds_not_what_goggles_drew() -> None:
    table = in_research()
    table.bench(1, *["S"] * 5)
    table.bench(0, "H", "H", "H")
    assert table.refused(0, Swap("H", "S")) == ("K-SWAP", "not_in_bag")
    table.bench(0, "H", "H")
    table._move(["H", "H"], pile(0), [BAG])
    assert table.refused(0, Swap("H", "O")) == ("K-SWAP", "too_few_to_swap")
    assert table.refused(0, Swap(WILD, "O")) == ("K-SWAP", "too_few_to_swap")


@pytest.mark.rule("K-PIPET")
def test_K_PIPET_two_for_one_in_place_of_three_once_a_turn() -> None:
    table = in_research()
    table.kit(0, "pipet", "pipet")
    table.bench(0, "H", "H", "C", "C")
    table.do(0, Swap("H", "N"))
    assert table.held(bench(0)) == ["C", "C", "N"]
    assert table.refused(0, Swap("C", "N")) == ("K-SWAP", "swapped_before"), "however many Pipets"
    assert table.state.pieces[kit(0)].count("pipet") == 2, "it is not used up"
    table.until("research", 1)
    table.bench(1, "C", "C")
    assert table.refused(1, Swap("C", "N")) == ("K-SWAP", "too_few_to_swap"), "without a Pipet"


@pytest.mark.rule("K-WILD", "K-WILD-USE")
def test_K_WILD_is_placed_as_any_element_and_leaves_the_game_when_scored() -> None:
    table = in_research()
    table.bench(0, "H", "H")
    table.on(2, "H", "H")
    table.do(0, Place("O", 2, "wild"))
    assert table.at(2).full
    assert table.at(2).crystals == ("H", "H", "wild:O")
    assert table.refused(0, Place("H", 0, "wild")) == ("K-WILD", "no_wild")
    assert table.state.agenda.top.placed == 1, "it counts towards the level"
    table.until("lab", 0)
    table.do(0, Score(2), Raise("discovery"))
    assert table.state.pieces[GONE].count(WILD) == 1
    assert table.state.wilds == ()


@pytest.mark.rule("K-WILD-USE")
def test_K_WILD_USE_on_the_own_extinguisher() -> None:
    table = in_research()
    table.bench(0, "C", "O")
    table.step(0, "research", 1)
    table.do(0, Place("C", None), Place("O", None, "wild"), Place("O", None))
    assert lab.holds(table.state, 0, EXTINGUISHER) == 1
    assert WILD in table.state.pieces[GONE]


# --- who does not answer, and who leaves ----------------------------------------------------------------------


def test_somebody_who_leaves_gives_everything_back_and_the_others_go_on() -> None:
    table = in_research(4)
    table.kit(0, "pipet", "journal", EXTINGUISHER)
    table.claim(0, 8)
    table.do(0, Place("H", 8), Resign())
    assert table.at(8).owner is None
    assert table.at(8).crystals == ("H",)
    assert table.state.pieces[bench(0)] == table.state.pieces[kit(0)] == ()
    assert table.state.pieces[STOCK].count("pipet") == 3
    assert table.state.lead == 1
    assert table.asked() == [(1, "research")]


def test_a_card_whose_points_are_counted_is_not_scored_again_when_its_owner_leaves() -> None:
    table = Table()
    table.fill(2)
    table.claim(0, 2)
    table.matter(Lab((0, 1, 2)))
    table.do(0, Score(2))
    assert table.asked() == [(0, "scoring")], "Discovery or Lab"
    table.do(0, Resign())
    assert lab.compound_at(table.state, 2) is None or table.at(2).card.name != "water"
    assert table.held(spot(2)) != ["H", "H", "O", "water"]


@pytest.mark.rule("K-CLAIM-MOVE")
def test_K_CLAIM_MOVE_a_claim_laid_where_somebody_left_is_not_one_of_before() -> None:
    table = Table()
    table.claim(1, 2)
    table.claim(2, 3)
    table.matter(Claiming((0, 1, 2), (2, 3)))
    table.do(1, Resign())
    table.do(0, Claim(2))
    while table.asked()[0][1] == "claiming":
        table.do(table.asked()[0][0], Pass())
    assert table.asked() == [(2, "moving")], "the first has laid his only claim in this Study"
