"""Ion in play: set-up, secret picks, placing, passing, rounds, scoring, winning."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine import codec
from adjudicator.engine.game import Resign
from adjudicator.engine.replay import Record, replay
from adjudicator.errors import EditionError, UnreadableInput
from adjudicator_rulesets.ion.edition import DEFAULT, load
from adjudicator_rulesets.ion.play.opening import cards_of
from adjudicator_rulesets.ion.play.state import (
    AWAY,
    DECK,
    GOALS,
    Hold,
    Pick,
    Picking,
    Place,
    Placing,
    Radioactive,
    Ready,
    area,
    hand,
    new,
)
from tests.support.ion_table import (
    GAME,
    after_otherwise,
    apply,
    codes,
    laid_out,
    picked,
    played,
    rules,
    shown,
    step,
    table,
)

EDITION = load()


def view(state: Any, viewer: int | None) -> dict[str, Any]:
    found: dict[str, Any] = GAME.view(state, viewer)["table"]
    return found


# --- set-up -------------------------------------------------------------------------------------------------


def test_I_PLAYERS_two_to_seven_radioactives_from_three() -> None:
    for players in range(2, 8):
        assert len(GAME.new({}, 1, players=players).playing) == players
    for players in (0, 1, 8):
        with pytest.raises(UnreadableInput, match="2, 3, 4, 5, 6, 7"):
            GAME.new({}, 1, players=players)
    with pytest.raises(UnreadableInput, match="3 players or more"):
        GAME.new({"radioactive": True}, 1, players=2)
    assert GAME.new({"radioactive": True}, 1, players=3).options.radioactive
    assert codes(GAME.new({}, 1), 2, Pick(("Na",))) == ["no_such_player"]


def test_I_HAND_eight_cards_each_from_a_shuffled_deck() -> None:
    states = [GAME.new({}, seed, players=7) for seed in range(5)]
    for state in states:
        assert [len(state.pieces[hand(player)]) for player in state.players] == [8] * 7
        assert len(state.pieces[DECK]) == 68 - 56
        assert state.pieces.census() == GAME.box(state)
    assert len({state.pieces[DECK] for state in states}) == 5


@pytest.mark.parametrize("players", [2, 4])
def test_I_GOAL_FEW_two_goals_of_the_seven(players: int) -> None:
    drawn = Counter(goal for seed in range(40) for goal in GAME.new({}, seed, players=players).pieces[GOALS])
    assert sum(drawn.values()) == 80
    assert set(drawn) == {goal.goal for goal in EDITION.goals if goal.from_players < 5}


def test_I_GOAL_MANY_three_goals_of_all_nine() -> None:
    drawn = Counter(goal for seed in range(40) for goal in GAME.new({}, seed, players=5).pieces[GOALS])
    assert sum(drawn.values()) == 120
    assert set(drawn) == {goal.goal for goal in EDITION.goals}


def test_an_edition_that_cannot_be_played_is_refused_with_every_reason() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    few = text.replace("count = 10", "count = 1").replace("count = 9", "count = 1")
    with pytest.raises(UnreadableInput, match="not enough cards for 7 players"):
        GAME.new({}, 1, players=7, edition=few)
    with pytest.raises(UnreadableInput, match="not enough goals"):
        GAME.new({}, 1, edition=text.replace("goals_few = 2", "goals_few = 8"))
    with pytest.raises(UnreadableInput, match="at most 1000 cards, 24 in a hand"):
        GAME.new({}, 1, edition=text.replace("rounds = 3", "rounds = 99"))
    with pytest.raises(EditionError):
        GAME.new({}, 1, edition=text.replace("rounds = 3", "rounds = 0"))


# --- picking ------------------------------------------------------------------------------------------------


def test_I_PICK_all_at_once_and_nobody_sees_anything_before_all_have() -> None:
    state = table(["Na H Cl", "F K He", "Mg Mg Ne"])
    assert {ask.player for ask in GAME.asked(state)} == {0, 1, 2}
    picks = [apply(state, 0, Pick((card,))) for card in ("Na", "H", "Cl")]
    for viewer in (1, 2, None):
        assert len({str(GAME.view(after, viewer)) for after in picks}) == 1
    assert [view(after, 0)["choices"]["own"] for after in picks] == [["Na"], ["H"], ["Cl"]]
    assert view(picks[0], 1)["choices"] == {"chosen": [0], "own": None}
    _, events = GAME.apply(state, 0, Pick(("Na",)))
    told = GAME.events_shown(events, 1)
    assert [(event.type, dict(event.facts)) for event in told] == [("card_picked", {})]


def test_I_PICK_may_be_changed_until_all_have_picked() -> None:
    state = apply(table(["Na H Cl", "F K He"]), 0, Pick(("Na",)))
    assert [(ask.player, ask.obliged) for ask in GAME.asked(state)] == [(1, True), (0, False)]
    state = apply(apply(state, 0, Pick(("Cl",))), 1, Pick(("He",)))
    assert view(state, None)["new"] == [["Cl"], ["He"]]
    assert codes(state, 0, Pick(("Na",))) == ["no_picking_now"]


def test_I_PICK_what_cannot_be_picked() -> None:
    state = table(["Na H Cl", "F K He"])
    assert codes(state, 0, Pick(("F",))) == ["not_in_hand"]
    assert codes(state, 0, Pick(())) == ["pick_one_card"]
    assert rules(state, 0, Pick(("Na", "Cl"))) == ["I-TILES"]
    assert rules(state, 0, Pick(("Na", "Cl", "H"))) == ["I-PICK"]


def test_I_REVEAL_all_picks_are_turned_over_together() -> None:
    state = apply(table(["Na H Cl", "F K He", "Mg Mg Ne"]), 0, Pick(("Na",)))
    state, events = played(state, 2, Pick(("Mg",)))
    assert [event.type for event in events] == ["card_picked"]
    state, events = played(state, 1, Pick(("He",)))
    assert events[-1].type == "picks_revealed"
    assert events[-1]["picks"] == (("Na",), ("He",), ("Mg",))
    for viewer in (0, 1, 2, None):
        assert view(state, viewer)["new"] == [["Na"], ["He"], ["Mg"]]


# --- placing ------------------------------------------------------------------------------------------------


def test_I_PLACE_bonded_to_what_lies_there_or_laid_alone() -> None:
    state = picked(table(["Cl F", "K H"], ["Na / Mg", ""]), "Cl", "K")
    placed = {
        (place.onto, place.charge) for place in GAME.legal_actions(state, 0) if isinstance(place, Place)
    }
    assert placed == {(None, None), (0, None), (1, None)}
    assert shown(apply(state, 0, Place("Cl", 0)), 0) == ["Na Cl", "Mg"]
    assert shown(apply(state, 0, Place("Cl")), 0) == ["Na", "Mg", "Cl"]
    assert codes(state, 0, Place("F")) == ["not_to_be_placed"]
    assert codes(state, 0, Place("Cl", 7)) == ["no_such_group"]
    assert codes(state, 0, Place("Cl", -1)) == ["no_such_group"]
    assert codes(state, 0, Place("Cl", 0, -1)) == ["no_choice_of_charge"]
    assert codes(table(["Cl F", "K H"]), 0, Place("Cl")) == ["nothing_to_place"]


@pytest.mark.rule("I-BOND", "I-UNLIKE", "I-NOBLE-FREE")
def test_I_BOND_what_a_new_card_may_join() -> None:
    state = picked(table(["Cl F", "He H"], ["Na Cl / Cl / Mg F / Mg F Cl", ""]), "Cl", "He")
    assert rules(state, 0, Place("Cl", 0)) == ["I-BOND"]  # finished
    assert rules(state, 0, Place("Cl", 1)) == ["I-UNLIKE"]
    assert codes(state, 0, Place("Cl", 2)) == []  # a dead end, but legal
    assert codes(state, 0, Place("Cl", 3)) == []
    assert rules(state, 1, Place("He", 0)) == ["I-NOBLE-FREE"]
    after = apply(state, 1, Place("He"))
    assert after.areas[1].nobles == ("He",)


@pytest.mark.rule("I-DOUBLE", "I-MIXED")
def test_I_DOUBLE_magnesium_waits_for_the_second_and_a_mixed_group_never_scores() -> None:
    state = table(["Cl Cl F F", "Cl F F H"], ["Mg", "Mg"])
    state = picked(state, "Cl", "Cl")
    state = apply(apply(state, 0, Place("Cl", 0)), 1, Place("Cl", 0))
    assert [view(state, None)["areas"][player]["groups"][0]["charge"] for player in (0, 1)] == [1, 1]
    state = picked(state, "F", "Cl")  # the hands have changed places
    state = apply(apply(state, 0, Place("F", 0)), 1, Place("Cl", 0))
    mixed, whole = (view(state, None)["areas"][player] for player in (0, 1))
    assert mixed["groups"][0]["compound"] is None
    assert (mixed["worth"], whole["worth"]) == (0, 13)
    assert whole["groups"][0]["compound"]["name"] == "magnesium chloride"


@pytest.mark.rule("I-COMPOUND")
def test_the_rulebooks_sums_at_the_table() -> None:
    state = table(["F F", "H H"], ["Na Cl", "Mg F F"])
    assert [own["worth"] for own in view(state, None)["areas"]] == [3 + 4, 5 + 3 + 3]


def test_I_FIXED_a_placed_card_stays() -> None:
    state = step(table(["Cl F H", "K H He"], ["Na", ""]), "Cl", "K")
    before = state.areas[0]
    assert not {"turn", "rxn"} & {action.type for action in GAME.legal_actions(state, 0)}
    state = step(state, "K" if "K" in state.pieces[hand(0)] else "H", "F")
    assert state.areas[0].groups[: len(before.groups)] == before.groups


def test_I_SHOW_negative_cards_lie_on_the_positive_ones() -> None:
    state = picked(table(["Mg Na", "K H"], ["Cl", ""]), "Mg", "K")
    state = apply(state, 0, Place("Mg", 0))
    lying = view(state, None)["areas"][0]["groups"][0]["cards"]
    assert lying == [{"card": "Mg", "charge": 2}, {"card": "Cl", "charge": -1}]


def test_I_READY_the_step_is_over_when_everybody_has_placed() -> None:
    state = picked(table(["Na H Cl", "F K He", "Mg Ca Ne"]), "Na", "F", "Mg")
    state = apply(state, 2, Place("Mg"))  # nobody waits for anybody
    assert view(state, 0)["areas"][2]["groups"][0]["cards"] == [{"card": "Mg", "charge": 2}]
    state = apply(state, 0, Place("Na"))
    assert isinstance(state.agenda.top, Placing)
    assert GAME.players_to_act(state) == (1,)
    state, events = played(state, 1, Place("F"))
    assert events[-1].type == "hands_passed"
    assert isinstance(state.agenda.top, Picking)
    assert codes(picked(state, *(state.pieces[hand(p)][0] for p in range(3))), 0, Hold()) == [
        "nothing_to_hold_for"
    ]
    assert codes(state, 0, Ready()) == ["not_holding"]


# --- passing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_I_PASS_to_the_left_in_every_round(round_: int) -> None:
    state = step(table(["Na H H", "F K K", "Mg Ca Ca"], round_=round_), "Na", "F", "Mg")
    assert [state.pieces[hand(player)] for player in range(3)] == [("Ca", "Ca"), ("H", "H"), ("K", "K")]
    assert state.pick == 2


def test_I_TWO_hands_change_places_two_goals_and_no_radioactives() -> None:
    state = step(table(["Na H H", "F K K"]), "Na", "F")
    assert [state.pieces[hand(player)] for player in (0, 1)] == [("K", "K"), ("H", "H")]
    assert len(GAME.new({}, 3, players=2).pieces[GOALS]) == 2


def test_I_LAST_TWO_six_picks_and_two_cards_are_put_away_unseen() -> None:
    state, events = GAME.start({}, 5, players=3)
    state, more = after_otherwise(state, "hands_put_away")
    kinds = [event.type for event in more]
    assert kinds.count("picks_revealed") == 6
    assert kinds.count("hands_passed") == 5
    whole = replay(GAME, [*events, *more[: kinds.index("hands_put_away") + 1]])
    assert len(whole.pieces[AWAY]) == 6
    put = next(event for event in more if event.type == "hands_put_away")
    for viewer in (0, None):
        assert not GAME.events_shown([put], viewer)[0].facts
        assert GAME.view(whole, viewer)["table"]["away_size"] == 6
        assert "away" not in GAME.view(whole, viewer)["table"]


def test_I_NEXT_everything_is_collected_shuffled_and_dealt_anew() -> None:
    state, _ = after_otherwise(GAME.new({}, 5, players=3), "round_scored")
    assert state.round == 2
    assert state.pick == 1
    assert [len(state.pieces[hand(player)]) for player in range(3)] == [8, 8, 8]
    assert not any(own.groups or own.nobles for own in state.areas)
    assert len(state.pieces[DECK]) == 68 - 24
    assert not state.pieces[AWAY]


def test_I_GOAL_DRAW_goals_are_drawn_anew_and_may_come_again() -> None:
    again = 0
    for seed in range(12):
        first = GAME.new({}, seed, players=2)
        second, _ = after_otherwise(first, "round_scored")
        assert len(second.pieces[GOALS]) == 2
        again += bool(set(first.pieces[GOALS]) & set(second.pieces[GOALS]))
    assert 0 < again < 12


def test_I_ROUNDS_three_rounds_and_the_game_is_over() -> None:
    state, events = after_otherwise(GAME.new({}, 9, players=2), "game_ended")
    kinds = Counter(event.type for event in events)
    assert kinds["round_scored"] == 3
    assert kinds["round_started"] == 2  # the first one began with the game
    assert state.result is not None
    assert state.result.reason == "rounds_over"


# --- scoring and winning ------------------------------------------------------------------------------------


def test_I_WIN_the_sum_of_the_rounds_and_equal_totals_share_it() -> None:
    state = table(["H H H", "H K K", "Ca Ca Ca"], ["Na Cl / He", "Na Cl / Ne", ""], round_=3, pick=-1)
    state = laid_out(picked(state, "H", "H", "Ca"))
    assert state.result is not None
    assert state.result.scores == (9, 9, 0)
    assert state.result.winners == (0, 1)
    assert state.result.ranks == (1, 1, 3)


@pytest.mark.rule("I-WIN", "I-SCORE")
def test_points_of_earlier_rounds_are_kept_and_every_line_is_on_the_sheet() -> None:
    state = table(["H H H", "K K K"], ["Na Cl / He Ne", "Mg F F"], goals=["alkali chlorides"], pick=-1)
    state = laid_out(picked(state, "H", "K"))
    assert GAME.scores(state) == (7 + 5 + 2, 11)
    sheet = [(line.what, line.cards, line.points, line.goal) for line in state.sheets[0][0]]
    assert sheet == [
        ("compound", ("Na", "Cl"), 7, None),
        ("nobles", ("He", "Ne"), 5, None),
        ("goal", ("Cl", "Na"), 2, "alkali chlorides"),
    ]


# --- what is seen -------------------------------------------------------------------------------------------


def test_I_VIEW_a_hand_is_seen_only_by_who_holds_it() -> None:
    state = table(["Na H H", "F K K", "Mg Ca Ca"], ["", "Na Cl", "He"], goals=["acids"])
    for viewer in (0, 1, 2, None):
        seen = view(state, viewer)
        assert seen["hand"] == (None if viewer is None else list(state.pieces[hand(viewer)]))
        assert seen["hand_sizes"] == [3, 3, 3]
        assert seen["deck_size"] == len(state.pieces[DECK])
        assert [own["nobles"] for own in seen["areas"]] == [[], [], ["He"]]
        assert [goal["goal"] for goal in seen["goals"]] == ["acids"]
        assert "deck" not in seen


def test_I_VIEW_the_own_log_keeps_the_hands_one_has_held() -> None:
    state = table(["Na H H", "F K K"])
    _, events = played(state, 0, Pick(("Na",)))
    own, other = GAME.events_shown(events, 0)[0], GAME.events_shown(events, 1)[0]
    assert own["hand"] == ("Na", "H", "H")
    assert "hand" not in other.facts


# --- leaving ------------------------------------------------------------------------------------------------


def test_who_leaves_is_no_longer_waited_for_and_the_cards_are_put_away() -> None:
    state = table(["Na H H", "F K K", "Mg Ca Ca"], ["He", "Na Cl", ""])
    state = apply(apply(state, 0, Pick(("Na",))), 2, Pick(("Mg",)))
    state, events = played(state, 1, Resign())
    assert [event.type for event in events] == ["resigned", "picks_revealed"]
    assert Counter(state.pieces[AWAY]) == Counter("F K K Na Cl".split())
    state = laid_out(state)
    assert state.pieces[hand(0)] == ("Ca", "Ca")  # passed over the empty seat
    state = apply(state, 2, Resign())
    assert state.result is not None
    assert state.result.winners == (0,)


def test_a_card_is_one_of_the_game() -> None:
    state = GAME.new({"transition": True}, 1)
    assert set(cards_of(state)) >= {"Na", "Fe"}
    assert "U" not in cards_of(state)
    assert not state.pieces[new(0)]


# --- readings that are options ------------------------------------------------------------------------------


def test_I_NEUTRAL_a_multiple_lies_finished_and_scores_all_its_cards() -> None:
    """Mg Cl, then Mg, then three Cl: the last one finishes the group, which takes no more."""
    state = table(
        ["Cl Na He He", "F F Ne Ne"], ["Mg Mg Cl Cl Cl"], pick=-2, goals=["alkaline earth chlorides"]
    )
    state = apply(picked(state, "Cl", "F"), 0, Place("Cl", 0))
    (group,) = view(state, 0)["areas"][0]["groups"]
    assert group["compound"] == {
        "formula": "Mg2Cl4", "name": "magnesium chloride", "kind": "salt", "points": 26,
    }  # fmt: skip
    assert [line["points"] for line in view(state, 0)["areas"][0]["lines"]] == [26, 3], (
        "for goals it counts once"
    )
    state = picked(apply(state, 1, Place("F")), "Ne", "Na")
    assert codes(apply(state, 0, Place("Ne")), 1, Place("Na", 5)) == ["no_such_group"]
    later = table(["Cl Na He He", "F F Ne Ne"], ["Mg Mg Cl Cl Cl Cl"], pick=-2)
    assert rules(picked(later, "Cl", "F"), 0, Place("Cl", 0)) == ["I-BOND"]


def test_I_NEUTRAL_games_of_the_former_reading_go_on_by_it() -> None:
    state = table(["Cl Na He He", "F F Ne Ne"], ["Mg Mg Cl Cl Cl"], pick=-2, ratio="smallest")
    state = apply(picked(state, "Cl", "F"), 0, Place("Cl", 0))
    assert [group["compound"] for group in view(state, 0)["areas"][0]["groups"]] == [None]
    later = table(["Cl Na He He", "F F Ne Ne"], ["Mg Mg Cl Cl Cl Cl"], pick=-2, ratio="smallest")
    assert rules(picked(later, "Cl", "F"), 0, Place("Cl", 0)) == []
    frozen = Record.from_json(
        json.loads(Path("fixtures/games/frozen/ion/base-2.json").read_text(encoding="utf-8"))
    )
    read = replay(GAME, frozen.events)
    assert (read.options.ratio, read.options.least) == ("smallest", "ranked")
    assert GAME.new({}, 1).options.ratio == "any"


def test_I_LEAST_is_an_option_of_the_final_count() -> None:
    points = {}
    for least in ("ranked", "shared"):
        state = table(["He F F"] * 3, round_=3, pick=-1, radioactive=True, least=least)
        played_before = tuple(
            replace(own, radioactive=cards) for own, cards in zip(state.areas, HOT, strict=True)
        )
        state = replace(state, areas=played_before, pieces=_lying(state.pieces, HOT))
        _, events = after_otherwise(state, "final_scored")
        final = next(event for event in events if event.type == "final_scored")
        points[least] = [sum(line["points"] for line in lines) for lines in codec.plain(final["sheets"])]
    assert points == {"ranked": [9, 0, 0], "shared": [9, -1, -1]}


HOT = ((Radioactive("U", 1, "face_up"), Radioactive("Rn", 1, "turned")), (Radioactive("Th", 1, "turned"),),
       (Radioactive("Pu", 2, "face_up"),))  # fmt: skip


def _lying(pieces: Any, hot: Any) -> Any:
    for player, cards in enumerate(hot):
        pieces = pieces.move([played.card for played in cards], DECK, area(player))
    return pieces


def test_I_PAIRS_is_played_by_its_name() -> None:
    state = GAME.new({"polyatomic": True}, 1, players=3, edition="paired-1")
    assert state.edition.startswith("ion/paired-1 sha256:")
    assert GAME.box(state)["NH4"] == 2
    with pytest.raises(EditionError):
        GAME.new({}, 1, edition="unpaired-1")
