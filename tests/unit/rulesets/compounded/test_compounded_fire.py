"""Compounded: flames, extinguishers, explosions and scattered crystals, step by step on the agenda."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.events import Event
from adjudicator.engine.game import Resign
from adjudicator.engine.replay import replay
from adjudicator_rulesets.compounded.edition import DEFAULT
from adjudicator_rulesets.compounded.play import lab
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    GONE,
    LAB_FIRE,
    WILD,
    Burn,
    Claim,
    Extinguish,
    Fire,
    Lab,
    Pass,
    Raise,
    Refill,
    Research,
    Scatter,
    ScatterCard,
    Score,
    kit,
    spot,
    tokens,
)
from tests.support.compounded_table import GAME, Table, types


def burning(*cards: tuple[int, str], players: int = 3) -> Table:
    """A quiet field with these cards in these places."""
    table = Table(players)
    for slot, card in cards:
        table.lay(slot, card)
    return table


def lab_fire(table: Table) -> list[Event]:
    """A Lab Fire comes up while one hole is filled; returns what is told until somebody is asked."""
    hole = next(
        slot for slot in range(15, -1, -1) if table.at(slot).limit is None and not table.at(slot).crystals
    )
    card = table.at(hole).card.name
    table._move([card], GONE, [spot(hole)])
    table.deck(LAB_FIRE, "thiourea", "sulfamic acid", "calcium sulfate", "calcium sulfite", "malononitrile",
               "fumaronitrile", "1,2,4-triazole", "dinitrogen pentoxide")  # fmt: skip
    table.matter(Refill("fill"))
    return table.go_on()


@pytest.mark.rule("K-FIRE", "K-FLAMES")
def test_K_FIRE_waits_until_the_field_is_full_and_then_every_flammable_card_gets_a_flame() -> None:
    table = burning((5, "methane"), (6, "methanol"))
    table.fill(6)
    table.claim(1, 6)
    told = types(lab_fire(table))
    assert told.index("card_laid") < told.index("fire_broke_out") < told.index("flames_placed")
    assert (table.state.flames[5], table.state.flames[6]) == (1, 1), "full ones too"
    assert sum(table.state.flames) == 2


@pytest.mark.rule("K-FIRE-ONE")
def test_K_FIRE_ONE_a_second_one_is_put_aside() -> None:
    table = burning((5, "methane"))
    for card in ("water", "urea"):
        table._move([card], GONE, [spot(slot) for slot in range(16)])
    table.deck(LAB_FIRE, "thiourea", LAB_FIRE, "sulfamic acid")
    table.matter(Refill("fill"))
    told = table.go_on()
    assert [event["burns"] for event in told if event.type == "fire_drawn"] == [True, False]
    assert types(told).count("fire_broke_out") == 1
    assert table.state.flames[5] == 1


@pytest.mark.rule("K-EXT", "K-FLAMES")
def test_K_EXT_each_holder_is_asked_once_in_turn_order_and_spares_any_card() -> None:
    table = burning((5, "methane"), (6, "methanol"), (9, "tetrazole"))
    table.claim(2, 9)
    table.kit(1, EXTINGUISHER)
    table.kit(2, EXTINGUISHER)
    table.flames(5)
    lab_fire(table)
    assert table.asked() == [(1, "fire")]
    assert table.refused(1, Extinguish(0)) == ("K-EXT", "no_flame_comes_here")
    table.do(1, Extinguish(9))  # another player's
    assert table.asked() == [(2, "fire")]
    assert table.refused(2, Extinguish(9)) == ("K-EXT", "no_flame_comes_here"), "it is spared already"
    told = table.do(2, Pass())
    assert table.at(9).card.name == "tetrazole", "spared, so it does not explode"
    assert "methane" in [row["card"] for e in told if e.type == "exploded" for row in e["cards"]]
    assert table.state.pieces[GONE].count(EXTINGUISHER) == 1
    assert lab.holds(table.state, 2, EXTINGUISHER) == 1


@pytest.mark.rule("K-FLAMES")
def test_K_FLAMES_several_extinguishers_spare_several_cards_and_old_flames_stay() -> None:
    table = burning((5, "methane"), (6, "methanol"))
    table.kit(0, EXTINGUISHER)
    table._move([EXTINGUISHER], kit(0), ["unfinished 1"])
    table.flames(6, 1)
    lab_fire(table)
    table.do(0, Extinguish(5))
    assert table.asked() == [(0, "fire")]
    table.do(0, Extinguish(6))
    assert (table.state.flames[5], table.state.flames[6]) == (0, 1)


@pytest.mark.rule("K-EXPLODE")
def test_K_EXPLODE_at_its_limit_also_when_complete_and_the_token_goes_back() -> None:
    table = burning((5, "methane"))
    table.fill(5)
    table.claim(1, 5)
    table.flames(5, 1)
    table.lay(6, "methanol")
    told = lab_fire(table)
    assert "exploded" in types(told)
    assert "methane" in table.state.pieces[GONE]
    assert len(table.state.pieces[tokens(1)]) == 4
    assert table.score(1) == 0, "it scores nothing"
    assert table.state.flames[6] == 1, "the other has not reached its limit"


@pytest.mark.rule("K-ADJ", "K-SCATTER")
def test_K_ADJ_up_down_left_right_what_fits_must_be_placed_and_the_rest_goes_to_the_bag() -> None:
    assert lab.beside(0, 4) == (1, 4)
    assert lab.beside(5, 4) == (1, 4, 6, 9)
    assert lab.beside(15, 4) == (11, 14)
    table = burning(
        (5, "methane"), (1, "calcium oxide"), (4, "nitric oxide"), (6, "nitrous oxide"), (9, "calcium hydroxide")
    )  # fmt: skip
    table.fill(5)
    table.flames(5, 1)
    table.claim(1, 5)
    told = lab_fire(table)
    assert table.at(9).crystals == ("H", "H"), "both places for H must be filled"
    assert [e["crystals"] for e in told if e.type == "scattering_ended"] == [("H", "H", "C")], "to the bag"


@pytest.mark.rule("K-ADJ-WHO", "K-SCATTER")
def test_K_ADJ_WHO_the_owner_chooses_or_the_lead_for_what_is_unclaimed() -> None:
    for owner, chooser in ((2, 2), (None, 0)):
        table = burning((5, "methane"), (4, "hydrogen peroxide"), (6, "water"))
        table.flames(5, 1)
        table.on(5, "H")
        if owner is not None:
            table.claim(owner, 5)
        lab_fire(table)
        assert table.asked() == [(chooser, "scattering")]
        assert table.refused(chooser, Scatter("H", 12)) == ("K-SCATTER", "cannot_scatter")
        assert table.refused(chooser, Scatter("C", 6)) == ("K-SCATTER", "cannot_scatter")
        assert not table.allowed(1, Scatter("H", 6))
        table.do(chooser, Scatter("H", 6))
        assert table.at(6).crystals == ("H",)


@pytest.mark.rule("K-BLAST")
def test_K_BLAST_all_leave_before_anything_scatters_and_the_owner_orders_the_cards() -> None:
    table = burning((5, "methane"), (6, "ethane"), (4, "hydrogen peroxide"), (7, "water"), (2, "ammonia"))
    for slot in (5, 6):
        table.on(slot, "H")
        table.flames(slot, 1)
        table.claim(1, slot)
    lab_fire(table)
    assert lab.compound_at(table.state, 5) is None
    assert lab.compound_at(table.state, 6) is None, "a card that explodes takes nothing from its neighbour"
    assert table.asked() == [(1, "scattering")]
    assert table.refused(1, ScatterCard(4)) == ("K-BLAST", "not_yours_to_scatter")
    told = table.do(1, ScatterCard(6))
    assert types(told)[0] == "scattering_begun"
    assert not table.allowed(1, ScatterCard(5)), "card by card"


@pytest.mark.rule("K-BLAST")
def test_K_BLAST_crystals_light_nothing() -> None:
    table = burning((5, "methane"), (6, "carbon monoxide"))
    table.fill(5)
    table.flames(5, 1)
    told = lab_fire(table)
    assert types(told).count("exploded") == 1
    assert table.state.flames[6] == 1


@pytest.mark.rule("K-WILD-USE")
def test_K_WILD_USE_a_wild_scatters_as_what_it_is_and_otherwise_leaves_the_game() -> None:
    placed = ((0,) * 5, (0,) * 10)
    table = burning(
        (5, "methane"), (1, "nitric oxide"), (4, "calcium oxide"), (6, "nitrous oxide"), (9, "water")
    )
    table._move([WILD], spot(5), [kit(0)])
    table.state = replace(table.state, wilds=((spot(5), "H"),), flames=(*placed[0], 1, *placed[1]))
    lab_fire(table)
    assert table.at(9).crystals == ("wild:H",)
    table = burning((5, "calcium amide"), (1, "nitric oxide"), (4, "water"), (6, "ammonia"), (9, "urea"))
    table._move([WILD], spot(5), [kit(0)])
    table.state = replace(table.state, wilds=((spot(5), "Ca"),), flames=(*placed[0], 2, *placed[1]))
    lab_fire(table)
    assert WILD in table.state.pieces[GONE], "nothing takes Ca"
    assert table.state.wilds == ()


@pytest.mark.rule("K-ADJ-DONE")
def test_K_ADJ_DONE_scores_in_this_lab_phase_if_the_owners_part_is_not_over() -> None:
    table = burning(
        (5, "hydrazine"), (6, "tetrazole"), (2, "nitric oxide"), (7, "calcium oxide"), (10, "urea")
    )
    table.fill(5)
    table.claim(0, 5)
    table.fill(10, "H")
    table.claim(1, 10)
    table.on(6, "H")
    table.matter(Lab((0, 1, 2)))
    told = table.do(0, Score(5), Raise("discovery"))
    assert "exploded" in types(told)
    assert table.asked() == [(1, "lab")], "the Volatile completed it before their part"
    table.do(1, Score(10))
    assert table.score(1) == 7


@pytest.mark.rule("K-ADJ-DONE")
def test_K_ADJ_DONE_an_unclaimed_one_waits_for_a_claim() -> None:
    table = burning(
        (5, "methane"), (1, "nitric oxide"), (4, "calcium oxide"), (6, "nitrous oxide"), (9, "water")
    )
    table.fill(9, "H")
    table.on(5, "H")
    table.flames(5, 1)
    lab_fire(table)
    assert table.at(9).full
    assert table.at(9).owner is None
    table.until("claiming", 1)
    table.do(1, Claim(9))
    table.until("lab", 1)
    table.do(1, Score(9))
    assert table.score(1) == 3


@pytest.mark.rule("K-BLAST", "K-FLAMES", "K-ADJ-DONE")
def test_three_owners_are_asked_two_cards_explode_and_scattering_completes_anothers_compound() -> None:
    """The whole fire on the agenda: refill, extinguishers, explosions, choices of two owners, refill again."""
    table = burning(
        (5, "methane"), (6, "tetrazole"), (10, "methanol"), (4, "hydrogen peroxide"), (9, "water"), players=4
    )
    for slot, card in ((1, "ammonia"), (2, "nitric oxide"), (7, "calcium oxide")):
        table.lay(slot, card)
    for player in (1, 2, 3):
        table.kit(player, EXTINGUISHER)
    table.claim(1, 5)
    table.claim(2, 6)
    table.claim(3, 9)
    table.flames(5, 1)  # the second flame of two
    table.flames(10, 2)  # the third of three; spared below
    table.on(5, "H", "H")
    table.on(6, "N")
    table.on(9, "H", "O")  # water: one H is missing
    told = lab_fire(table)
    assert "fire_broke_out" in types(told)
    assert [type(m).__name__ for m in table.state.agenda.matters] == ["Refill", "Fire"]
    # Three owners, one after the other.
    assert table.asked() == [(1, "fire")]
    table.do(1, Pass())
    assert table.asked() == [(2, "fire")]
    table.do(2, Extinguish(10))
    assert table.asked() == [(3, "fire")]
    events = table.do(3, Pass())
    assert [row["card"] for e in events if e.type == "exploded" for row in e["cards"]] == [
        "methane",
        "tetrazole",
    ]
    assert [type(m).__name__ for m in table.state.agenda.matters] == ["Refill", "Scattering"]
    # Player 1 has two H and three cards next to it that take H: ammonia, hydrogen peroxide, water.
    assert table.asked() == [(1, "scattering")]
    table.do(1, Scatter("H", 9))
    assert table.at(9).full, "another's compound is complete"
    assert table.asked() == [(1, "scattering")], "and one H is left"
    events = table.do(1, Scatter("H", 4))
    # The N of player 2 has only one place, so it goes there by itself; the field is filled again.
    assert table.at(2).crystals == ("N",)
    assert "card_laid" in types(events)
    assert not any(lab.compound_at(table.state, slot) is None for slot in range(16))
    assert table.at(9).owner == 3
    table.until("lab", 3)
    table.do(3, Score(9))
    assert table.score(3) == 3, "it is scored in the next Lab phase"


def test_a_fire_survives_json_and_an_owner_who_leaves() -> None:
    table = burning((5, "methane"), (4, "hydrogen peroxide"), (6, "water"), players=4)
    table.flames(5, 1)
    table.on(5, "H")
    table.claim(2, 5)
    lab_fire(table)
    assert table.asked() == [(2, "scattering")]
    assert GAME.state_from_json(GAME.state_to_json(table.state)) == table.state
    table.do(2, Resign())
    assert table.asked() == [(0, "scattering")], "the lead chooses for what is nobody's"
    table.do(0, Scatter("H", 4))
    assert table.at(4).crystals == ("H",)
    fire = burning((5, "methane"), players=4)
    fire.kit(1, EXTINGUISHER)
    lab_fire(fire)
    assert isinstance(fire.state.agenda.top, Fire)
    fire.do(1, Resign())
    assert fire.state.flames[5] == 1


def test_a_whole_game_replays_with_its_fires() -> None:
    state, events = GAME.start({}, "fires", players=3)
    history = list(events)
    for _ in range(400):
        obliged = next((ask for ask in GAME.asked(state) if ask.obliged), None)
        if obliged is None:
            break
        state, more = GAME.apply(state, obliged.player, obliged.otherwise)
        history += more
    assert state.result is not None
    assert replay(GAME, history) == state


# --- flames as the box has them -----------------------------------------------------------------------------


def cubes(table: Table, number: int) -> None:
    """A box with this many flames, to be used up."""
    text = DEFAULT.read_text(encoding="utf-8")
    label = GAME.editions.remember(
        text.replace("burner_flames = 2", f"burner_flames = 2\nflame_cubes = {number}")
    )
    table.state = replace(table.state, edition=label)
    table.options(flames="box")


@pytest.mark.rule("K-FLAMES")
def test_K_FLAMES_of_the_box_go_row_by_row_when_they_are_short() -> None:
    table = burning((2, "methanol"), (5, "formic acid"), (9, "acetic acid"))  # three flames each
    table.flames(9, 1)
    cubes(table, 3)  # two are left for three cards
    told = lab_fire(table)
    assert [event["slots"] for event in told if event.type == "flames_placed"] == [(2, 5)]
    assert (table.state.flames[2], table.state.flames[5], table.state.flames[9]) == (1, 1, 1)
    assert lab.cubes_left(table.state) == 0


@pytest.mark.rule("K-FLAMES")
def test_K_FLAMES_of_what_explodes_come_back_first() -> None:
    table = burning((2, "methanol"), (5, "methane"), (9, "acetic acid"))
    table.flames(5, 1)  # of two: the next one makes it explode
    cubes(table, 1)
    told = lab_fire(table)
    placed = next(event for event in told if event.type == "flames_placed")
    assert placed["slots"] == (2, 5), (
        "the flame of methane comes back for methanol, and there is none for the third"
    )
    assert next(row["card"] for e in told if e.type == "exploded" for row in e["cards"]) == "methane"


@pytest.mark.rule("K-FLAMES", "K-BURNER")
def test_K_FLAMES_without_one_left_no_burner_is_used() -> None:
    table = burning((2, "methanol"), (5, "formic acid"))
    table.kit(0, "burner")
    table.bench(0, "H")
    table.flames(5, 1)
    table.matter(Research((0,), 0))
    assert table.allowed(0, Burn(2))
    cubes(table, 1)
    assert not table.allowed(0, Burn(2))
    assert (0, "burner") not in table.asked()


@pytest.mark.rule("K-FLAMES")
def test_K_FLAMES_are_endless_unless_the_table_wants_otherwise() -> None:
    table = burning((2, "methanol"), (5, "formic acid"))
    cubes(table, 0)
    table.options(flames="endless")
    told = lab_fire(table)
    assert next(event["slots"] for event in told if event.type == "flames_placed") == (2, 5)
    assert lab.cubes_left(table.state) is None
    assert lab.edition_of(burning().state).play.flame_cubes == 15, "as the rulebook counts them"
