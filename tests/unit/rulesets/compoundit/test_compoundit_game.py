"""Whole games of CompoundIt!: the rulebook's text first, then what the rulings add."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Tiles
from adjudicator.engine.agenda import Open, stale
from adjudicator.engine.agents.bots import described_bots
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.events import Event
from adjudicator.engine.game import Resign
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.rng import Rng
from adjudicator.errors import EditionError, UnknownRuleset, UnreadableInput
from adjudicator.prose import LANGUAGES, speaking
from adjudicator.verdict import Facts, Ruling
from adjudicator_rulesets.compoundit.bots import players
from adjudicator_rulesets.compoundit.bots.bots import BUDGETS
from adjudicator_rulesets.compoundit.edition import load
from adjudicator_rulesets.compoundit.judging.board import moving
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play import opening
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import (
    BOARD,
    SET_ASIDE,
    Accept,
    Action,
    AskJudge,
    Challenge,
    Pass,
    Place,
    Settle,
    State,
    rack,
    supply,
)

GAME = CompoundItGame()
SHIPPED = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
EDITION = load()
POINTS = {tile.symbol: tile.points for tile in EDITION.tiles}
# The shipped tiles on a board with one bonus square: tuning of the edition does not affect these tests.
PLAIN = SHIPPED.read_text(encoding="utf-8").partition("[board.bonuses]")[0] + (
    "[board.bonuses]\ndouble-element = [[9, 9]]\n"
)


def across(row: int, col: int, run: str) -> Place:
    return Place(tuple(Placement(row, col + i, tile) for i, tile in enumerate(Tiles.parse(run))))


def down(row: int, col: int, run: str) -> Place:
    return Place(tuple(Placement(row + i, col, tile) for i, tile in enumerate(Tiles.parse(run))))


WATER = across(8, 7, "HOH")  # no bonus square
WATER_DOWN = down(9, 8, "HH")  # OHH down from the centre
NONSENSE = across(8, 7, "HOO")  # H2O2 broken apart: hydrogen dioxide is not a compound
HAND = "H H H H O O O C Cl Na"


def table(*racks: str, left: tuple[int, ...] | None = None, mode: str = "verified", **options: Any) -> State:
    """A game at its start in which player 0 begins, with these racks, and this many tiles left in the
    supplies.

    Challenges go to the judge at once, unless the options say otherwise.
    """
    state = GAME.new({"mode": mode, "consensus": False, **options}, 1, players=len(racks), edition=PLAIN)
    hands = [Tiles.parse(hand) for hand in racks]
    pool = Counter(opening.tiles_of(EDITION)) - Counter(tile for hand in hands for tile in hand)
    rest = list(pool.elements())
    places: dict[str, tuple[str, ...]] = {}
    for player in state.players:
        size = len(state.pieces[supply(player)]) if left is None else left[player]
        places[supply(player)] = tuple(rest.pop() for _ in range(size))
        places[rack(player)] = tuple(hands[player])
    places |= {SET_ASIDE: tuple(rest), BOARD: ()}
    return replace(state, pieces=Inventory.of(places), first=0, turn=0)


def two(mode: str = "verified", **options: Any) -> State:
    return table(HAND, HAND, mode=mode, **options)


def three(mode: str = "verified", **options: Any) -> State:
    return table(HAND, HAND, "H H O O O N N N S S", mode=mode, **options)


Asked = Action | Resign | type[Challenge | Accept]  # a class stands for a reply to the last move


def meant(state: State, action: Asked) -> Action | Resign:
    if action is Challenge or action is Accept:
        return action(0 if state.last_move is None else state.last_move.version)
    assert not isinstance(action, type)
    return action


def applied(state: State, player: int, action: Asked) -> tuple[State, tuple[Event, ...]]:
    return GAME.apply(state, player, meant(state, action))


def play(state: State, *turns: tuple[int, Asked]) -> State:
    for player, action in turns:
        state, _ = applied(state, player, action)
    return state


def happened(state: State, player: int, action: Asked) -> list[str]:
    return [event.type for event in applied(state, player, action)[1]]


def refused(state: State, player: int, action: Asked) -> list[tuple[str, str]]:
    with pytest.raises(IllegalAction) as error:
        applied(state, player, action)
    return [(check.rule, check.code) for check in error.value.verdict.checks if not check.passed]


def started(players: int, seed: int) -> Event:
    return GAME.start({}, seed, players=players)[1][0]


# --- set-up -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(2, 52), (3, 35), (4, 26)])
def test_C_SUPPLY_of_52_35_or_26_tiles_each_and_what_is_left_over_is_not_used(
    players: int, size: int
) -> None:
    event = started(players, 7)
    assert [len(pile) for pile in event["supplies"]] == [size] * players == list(event["supply_sizes"])
    assert (
        len(event["set_aside"]) == event["set_aside_size"] == len(opening.tiles_of(EDITION)) - players * size
    )
    state = GAME.new({}, 7, players=players)
    assert state.pieces[SET_ASIDE] == event["set_aside"]
    assert state.pieces.census() == Counter(opening.tiles_of(EDITION))


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_C_PLAYERS_two_three_or_four(players: int) -> None:
    for good in (2, 3, 4):
        assert len(GAME.new({}, 1, players=good).scores) == good
    with pytest.raises(UnreadableInput, match="2, 3, 4"):
        GAME.new({}, 1, players=players)


def test_C_FIRST_the_highest_atomic_number_goes_first_and_ties_draw_again() -> None:
    ties = 0
    for seed in range(120):
        event = started(3, seed)
        tied = {0, 1, 2}
        for drawn in event["first_draws"]:
            assert {int(player) for player in drawn} == tied, "only the tied draw again"
            numbers = {int(player): ELEMENTS[symbol].number for player, symbol in drawn.items()}
            tied = {player for player, number in numbers.items() if number == max(numbers.values())}
        assert tied == {event["first"]}
        assert GAME.new({}, seed, players=3).turn == event["first"]
        ties += len(event["first_draws"]) > 1
    assert ties > 5


def test_C_FIRST_the_drawn_tile_is_put_back() -> None:
    for seed in range(5):
        event = started(4, seed)
        tiles = Counter(tile for pile in event["supplies"] for tile in pile) + Counter(event["set_aside"])
        assert tiles == Counter(opening.tiles_of(EDITION))


def test_C_FIRST_equal_tiles_only_are_decided_by_lot() -> None:
    first = [opening.first_player(("H",) * 9, 3, Ledger(GAME, rng=Rng(str(seed))))[0] for seed in range(60)]
    assert set(first) == {0, 1, 2}


def test_C_RACK_ten_tiles_from_the_own_supply_seen_by_their_player_alone() -> None:
    state, events = GAME.start({}, 5, players=3)
    for player in state.players:
        drawn = events[0]["supplies"][player][:10]
        assert state.pieces[rack(player)] == drawn
        for viewer in (*state.players, None):
            told = [
                e for e in GAME.events_shown(events, viewer) if e.type == "tiles_drawn" and e.player == player
            ]
            assert [event.facts.get("symbols") for event in told] == [drawn if viewer == player else None]


def test_C_RACK_only_tiles_of_the_own_rack_are_laid() -> None:
    assert refused(two(), 0, across(8, 7, "CaO")) == [("C-RACK", "not_on_rack")]
    assert refused(two(), 0, across(8, 8, "CC")) == [("C-RACK", "not_on_rack")]


def test_C_CLOCKWISE_play_proceeds_clockwise() -> None:
    for first in (0, 1, 2):
        state = replace(three(), first=first, turn=first)
        order = []
        for _ in range(2):
            assert state.turn is not None
            order.append(state.turn)
            state = play(state, (state.turn, Pass()))
        assert order == [first, (first + 1) % 3]
        assert state.turn == (first + 2) % 3


def test_the_same_seed_is_the_same_game_and_no_seed_is_another() -> None:
    assert GAME.new({}, 3) == GAME.new({}, "3")
    assert GAME.new({}, 3) != GAME.new({}, 4)
    assert GAME.new({}).rng.seed != GAME.new({}).rng.seed


# --- making moves -------------------------------------------------------------------------------------------


def test_C_TURN_one_or_more_tiles_that_make_a_compound_or_a_pass() -> None:
    state = two()
    assert GAME.legal_actions(state, 0) == (Open("place"), Pass())
    assert GAME.legal_actions(state, 1) == ()
    assert happened(state, 0, WATER) == ["tiles_placed", "tiles_drawn"]
    assert refused(state, 0, Place(())) == [("C-TURN", "nothing_laid")]
    assert ("C-RUN", "makes_no_run") in refused(state, 0, across(8, 8, "H"))


def test_C_TURN_only_on_ones_own_turn() -> None:
    assert refused(two(), 1, WATER) == [("C-TURN", "not_your_turn")]
    assert refused(two(), 1, Pass()) == [("C-TURN", "not_your_turn")]
    assert refused(two(), 2, Pass()) == [("C-PLAYERS", "no_such_player")]
    assert refused(two(), -1, Pass()) == [("C-PLAYERS", "no_such_player")]


@pytest.mark.rule("C-CENTRE-SQ", "C-TOUCH", "C-LINE")
def test_moves_keep_the_rules_of_the_board() -> None:
    assert refused(two(), 0, across(1, 1, "HOH")) == [("C-CENTRE-SQ", "misses_centre")]
    later = play(two(), (0, WATER))
    assert refused(later, 1, across(1, 1, "HOH")) == [("C-TOUCH", "touches_nothing")]
    assert ("C-BOARD", "square_taken") in refused(later, 1, across(8, 8, "H"))
    assert ("C-BOARD", "off_board") in refused(later, 1, across(8, 15, "HO"))


@pytest.mark.rule("C-MULTI", "C-SCORE", "C-BONUS")
def test_several_compounds_at_once_are_scored_each_and_added_up() -> None:
    salt_and_acid = across(9, 9, "ClNa")  # NaCl across, and HCl down; the Cl is on a double element square
    state, events = GAME.apply(play(two(), (0, WATER)), 1, salt_and_acid)
    salt, acid = 2 * POINTS["Cl"] + POINTS["Na"], POINTS["H"] + 2 * POINTS["Cl"]
    runs = [(run["tiles"], run["score"]) for run in events[0]["runs"]]
    assert runs == [(("Cl", "Na"), salt), (("H", "Cl"), acid)]
    assert state.scores == (2 * POINTS["H"] + POINTS["O"], salt + acid)


def test_C_PASS_instead_of_playing_any_tiles() -> None:
    state = two()
    after, events = GAME.apply(state, 0, Pass())
    assert [event.type for event in events] == ["passed"]
    assert (after.pieces, after.scores, after.board) == (state.pieces, state.scores, ())
    assert after.turn == 1


def test_C_REFILL_as_many_as_were_played_so_that_there_are_ten() -> None:
    state = two()
    top = state.pieces[supply(0)][:3]
    after, events = GAME.apply(state, 0, WATER)
    assert events[-1]["symbols"] == top
    assert len(after.pieces[rack(0)]) == 10
    assert after.pieces[rack(0)][-3:] == top
    assert len(after.pieces[supply(0)]) == len(state.pieces[supply(0)]) - 3


def test_C_REFILL_from_a_short_supply_what_is_left() -> None:
    state = table(HAND, HAND, left=(1, 20))
    after, events = GAME.apply(state, 0, WATER)
    assert events[-1]["number"] == 1
    assert len(after.pieces[rack(0)]) == 8
    empty = table(HAND, HAND, left=(0, 20))
    assert GAME.apply(empty, 0, WATER)[1][-1]["symbols"] == ()


# --- the two modes ------------------------------------------------------------------------------------------


def test_C_MODES_verified_refuses_an_illegal_move_with_its_verdict_and_it_costs_nothing() -> None:
    state = two()
    with pytest.raises(IllegalAction) as error:
        GAME.apply(state, 0, NONSENSE)
    verdict = error.value.to_json()["verdict"]
    assert verdict["ruling"] == "invalid"
    assert verdict["runs"][0]["tiles"] == ["H", "O", "O"]
    assert verdict["runs"][0]["verdict"]["ruling"] == "invalid"
    assert "HOO" in error.value.message
    assert state.turn == 0
    assert play(state, (0, WATER)).scores[0] > 0


def test_C_MODES_verified_leaves_nothing_to_challenge_and_draws_at_once() -> None:
    state = play(two(), (0, WATER))
    assert state.last_move is None
    assert refused(state, 1, Challenge) == [("C-MODES", "no_challenges")]
    assert refused(state, 1, Accept) == [("C-MODES", "no_challenges")]


def test_C_MODES_in_challenge_mode_an_illegal_move_stands_unless_challenged() -> None:
    state = play(two("challenge"), (0, NONSENSE), (1, Pass()))
    assert len(state.board) == 3
    assert state.scores[0] == POINTS["H"] + 2 * POINTS["O"]
    assert refused(state, 0, Challenge) == [("C-CHAL", "nothing_to_challenge")]
    gaps = Place((Placement(1, 1, "H"), Placement(3, 5, "O")))
    assert play(two("challenge"), (0, gaps)).scores == (0, 0)


def test_C_MODES_in_challenge_mode_the_answer_does_not_tell_whether_a_move_is_legal() -> None:
    state = two("challenge")
    assert GAME.judge(state, 0, WATER).to_json() == GAME.judge(state, 0, NONSENSE).to_json()


def test_verified_refuses_what_the_judge_must_leave_open(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = moving.rule_on_move
    monkeypatch.setattr(moving, "rule_on_move", lambda *a: replace(rule(*a), ruling=Ruling.UNRESOLVED))
    with pytest.raises(IllegalAction) as error:
        GAME.apply(two(), 0, WATER)
    assert error.value.verdict.ruling is Ruling.UNRESOLVED


# --- challenges ---------------------------------------------------------------------------------------------


def test_C_CHAL_WON_the_tiles_go_back_and_the_turn_is_lost() -> None:
    before = two("challenge")
    laid = play(before, (0, NONSENSE))
    assert happened(laid, 1, Challenge) == ["challenged", "ruling_given", "move_taken_back", "turn_lost"]
    after = play(laid, (1, Challenge))
    assert after.board == ()
    assert after.scores == (0, 0)
    assert Counter(after.pieces[rack(0)]) == Counter(before.pieces[rack(0)])
    assert after.pieces[supply(0)] == before.pieces[supply(0)]
    assert after.turn == 1


def test_C_CHAL_LOST_the_challenger_loses_the_next_turn() -> None:
    laid = play(three("challenge"), (0, WATER))
    after, events = applied(laid, 2, Challenge)
    assert [e.type for e in events] == ["challenged", "ruling_given", "tiles_drawn"]
    assert after.lost_turns == (0, 0, 1)
    assert after.turn == 1
    after, events = GAME.apply(after, 1, Pass())
    assert [(e.type, e.player) for e in events] == [("passed", 1), ("turn_lost", 2)]
    assert after.turn == 0
    assert after.lost_turns == (0, 0, 0)


def test_C_CHAL_LOST_of_two_players_the_other_moves_again() -> None:
    after = play(two("challenge"), (0, WATER), (1, Challenge))
    assert after.turn == 0
    assert after.scores[0] > 0


def test_C_CHAL_by_any_other_player_and_only_the_most_recent_move() -> None:
    laid = play(three("challenge"), (0, WATER))
    assert refused(laid, 0, Challenge) == [("C-CHAL", "your_own_move")]
    assert Challenge(laid.version) in GAME.legal_actions(laid, 1)
    assert Challenge(laid.version) in GAME.legal_actions(laid, 2)
    assert GAME.players_to_act(laid) == (2, 1), "who may object is asked before the next player moves"
    second = play(laid, (1, WATER_DOWN))
    ruled = play(second, (2, Challenge))
    assert ruled.last_move is None
    assert len(ruled.board) == 5, "the first move is final"


def test_C_CHAL_a_challenge_names_its_move_and_is_never_one_of_another() -> None:
    first = play(three("challenge"), (0, WATER))
    second = play(first, (1, WATER_DOWN))
    for reply in (Challenge, Accept):
        late = reply(first.version)
        assert refused(second, 2, late) == [("C-CHAL", "another_move")]
        assert refused(first, 2, reply(first.version + 1)) == [("C-CHAL", "another_move")], "nor one to come"
    assert {Challenge(second.version), Accept(second.version)} < {*GAME.legal_actions(second, 2)}
    told = GAME.judge(second, 2, Challenge(first.version)).checks[0].message
    assert str(first.version) in told
    assert str(second.version) in told


def test_C_CHAL_a_pass_speaks_only_for_who_passes() -> None:
    laid = play(three("challenge"), (0, NONSENSE))
    assert happened(laid, 1, Pass()) == ["passed"], "the third has not spoken yet"
    passed = play(laid, (1, Pass()))
    assert refused(passed, 1, Challenge) == [("C-DRAW", "already_accepted")]
    assert play(passed, (2, Challenge)).board == ()
    both = GAME.apply(passed, 2, Pass())
    assert [e.type for e in both[1]] == ["passed", "tiles_drawn"]
    assert both[0].last_move is None


@pytest.mark.rule("C-CHAL-OPEN")
def test_C_CHAL_OPEN_a_move_can_be_challenged_until_the_next_one_also_by_who_passed() -> None:
    laid = play(three("challenge", passing="until-next-move"), (0, NONSENSE))
    passed = play(laid, (1, Pass()))
    assert play(passed, (1, Challenge)).board == (), "who has passed it by may still challenge"
    both = play(passed, (2, Pass()))
    assert both.turn == 0
    assert both.last_move is not None, "the turn is back with its author, and the move is open"
    assert len(both.pieces[rack(0)]) == 10 - 3, "nothing is drawn yet (C-DRAW)"
    back = play(both, (1, Challenge))
    assert (back.board, back.turn, len(back.pieces[rack(0)])) == ((), 0, 10)
    assert back.passed == (1, 2), "a move taken back has broken the row, and the passes since then stay"
    assert refused(laid, 1, Accept) == [("C-CHAL-OPEN", "open_until_next_move")]


@pytest.mark.rule("C-CHAL-OPEN")
def test_C_CHAL_OPEN_the_next_move_is_final_for_the_last_one_and_draws_for_it() -> None:
    laid = play(three("challenge", passing="until-next-move"), (0, WATER), (1, Pass()), (2, Pass()))
    assert happened(laid, 0, across(8, 11, "HH")) == ["tiles_drawn", "tiles_placed"], "its author's own too"
    moved = play(laid, (0, across(8, 11, "HH")))
    assert laid.last_move is not None
    assert refused(moved, 1, Challenge(laid.last_move.version)) == [("C-CHAL", "another_move")]


@pytest.mark.rule("C-CHAL-OPEN", "C-ALL-PASS")
def test_C_CHAL_OPEN_all_passing_ends_the_game_and_the_move_stands() -> None:
    over = play(
        three("challenge", passing="until-next-move"), (0, NONSENSE), (1, Pass()), (2, Pass()), (0, Pass())
    )
    assert over.result is not None
    assert over.result.reason == "all_passed"
    assert over.scores[0] > 0


def test_C_CHAL_games_begun_before_keep_their_reading() -> None:
    laid = play(three("challenge", passing="all"), (0, NONSENSE), (1, Pass()))
    assert refused(laid, 2, Challenge) == [("C-CHAL", "nothing_to_challenge")]


def test_C_CHAL_a_move_is_final_when_the_turn_is_back_with_its_author() -> None:
    """Between two players, the one who loses the turn neither passes nor accepts; the author's next turn ends
    the time for a challenge.
    """
    state = play(two("challenge"), (0, WATER), (1, Challenge))  # valid: player 1 loses the next turn
    assert (state.turn, state.last_move) == (0, None)
    three_of_us = play(three("challenge"), (0, WATER), (1, Challenge), (2, Pass()), (0, across(8, 11, "HH")))
    assert three_of_us.turn == 1


@pytest.mark.rule("C-CONSENSUS")
def test_C_CONSENSUS_is_the_default_in_challenge_mode() -> None:
    assert GAME.setup({"mode": "challenge"}, 2).options.consensus


@pytest.mark.rule("C-CHAL", "C-CENTRE-SQ")
def test_options_that_an_old_record_lacks_have_the_value_of_their_time() -> None:
    started, *_ = GAME.start({"rules": "compoundit:beginner"}, 1)[1]
    told = {k: v for k, v in started["options"].items() if k not in ("passing", "starts")}
    facts = {**started.facts, "options": told}
    old = GAME.step(None, replace(started, facts=Facts(**facts)))
    assert (old.options.passing, old.options.starts) == ("all", "centre-first")


def test_C_CHAL_the_log_tells_the_ruling_and_every_run() -> None:
    _, events = applied(play(two("challenge"), (0, NONSENSE)), 1, Challenge)
    ruling = events[1].to_json()
    assert (ruling["ruling"], ruling["decided_by"], ruling["challenger"]) == ("invalid", "judge", 1)
    assert [run["tiles"] for run in ruling["runs"]] == [["H", "O", "O"]]
    assert "HOO" in ruling["reason"]


def test_C_DRAW_tiles_are_drawn_when_the_next_player_acts() -> None:
    laid, events = GAME.apply(two("challenge"), 0, WATER)
    assert [e.type for e in events] == ["tiles_placed"]
    assert len(laid.pieces[rack(0)]) == 7
    assert happened(laid, 1, Pass()) == ["passed", "tiles_drawn"]
    assert happened(laid, 1, WATER_DOWN) == ["tiles_drawn", "tiles_placed"]


def test_C_DRAW_or_when_everybody_has_accepted() -> None:
    laid = play(three("challenge"), (0, WATER))
    assert happened(laid, 1, Accept) == ["move_accepted"]
    once = play(laid, (1, Accept))
    assert refused(once, 1, Challenge) == [("C-DRAW", "already_accepted")]
    assert refused(once, 1, Accept) == [("C-DRAW", "already_accepted")]
    assert once.turn == 1, "accepting is not a turn"
    assert happened(once, 2, Accept) == ["move_accepted", "tiles_drawn"]
    assert play(once, (2, Accept)).last_move is None


def test_C_DRAW_a_successful_challenge_undoes_nothing_that_was_seen() -> None:
    state = play(two("challenge"), (0, NONSENSE))
    seen = GAME.view(state, 0)["table"]["rack"]
    after, events = applied(state, 1, Challenge)
    assert all(e.type != "tiles_drawn" for e in events)
    assert set(seen) <= set(GAME.view(after, 0)["table"]["rack"])


def test_C_CONSENSUS_all_agree_and_the_log_says_so() -> None:
    state = play(two("challenge", consensus=True), (0, WATER), (1, Challenge))
    assert refused(state, 1, Pass()) == [("C-CHAL", "challenge_open")]
    state = play(state, (0, Settle("invalid")))
    assert refused(state, 0, Settle("valid")) == [("C-CONSENSUS", "already_said")]
    after, events = GAME.apply(state, 1, Settle("invalid"))
    assert [e.type for e in events] == ["opinion_given", "ruling_given", "move_taken_back", "turn_lost"]
    assert events[1]["decided_by"] == "agreement"
    assert "runs" not in events[1].facts, "nobody asked the judge"
    assert after.board == (), "the table decides, whatever the judge would say"


def test_C_CONSENSUS_all_agree_that_it_is_good() -> None:
    state = play(two("challenge", consensus=True), (0, NONSENSE), (1, Challenge), (0, Settle("valid")))
    after = play(state, (1, Settle("valid")))
    assert len(after.board) == 3
    assert after.turn == 0, "the challenger has lost the turn"


def test_C_SOURCE_without_agreement_the_judge_decides() -> None:
    asked = play(three("challenge", consensus=True), (0, NONSENSE), (2, Challenge))
    disagreed = play(asked, (0, Settle("valid")))
    for state, player, action in ((disagreed, 1, Settle("invalid")), (asked, 1, AskJudge())):
        after, events = GAME.apply(state, player, action)
        ruling = next(e for e in events if e.type == "ruling_given")
        assert (ruling["ruling"], ruling["decided_by"]) == ("invalid", "judge")
        assert after.board == ()
    assert refused(two("challenge"), 0, AskJudge()) == [("C-CONSENSUS", "no_challenge_open")]


def test_C_SOURCE_what_the_judge_leaves_open_costs_nobody_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = moving.rule_on_move
    monkeypatch.setattr(moving, "rule_on_move", lambda *a: replace(rule(*a), ruling=Ruling.UNRESOLVED))
    after, events = applied(play(two("challenge"), (0, WATER)), 1, Challenge)
    assert [e.type for e in events] == ["challenged", "ruling_given", "tiles_drawn"]
    assert (after.turn, after.lost_turns, len(after.board)) == (1, (0, 0), 3)


# --- the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [3, 4, 5])
def test_C_END_with_zero_one_or_two_tiles_left_each_player_has_one_more_turn(left: int) -> None:
    state = play(table(HAND, HAND, "H H O O O N N N S S", left=(left, 9, 9)), (0, WATER))
    assert len(state.pieces[supply(0)]) == left - 3
    assert state.last_turns == (0, 1, 2)
    state = play(state, (1, WATER_DOWN), (2, Pass()))
    assert state.result is None
    assert state.turn == 0, "that player included"
    state, events = GAME.apply(state, 0, Pass())
    assert events[-1].type == "game_ended"
    assert state.result is not None
    assert state.result.reason == "supply_low"
    assert GAME.players_to_act(state) == ()
    assert refused(state, 1, Pass()) == [("C-END", "game_over")]


def test_C_END_not_with_three_tiles_left_and_not_by_passing() -> None:
    assert play(table(HAND, HAND, left=(6, 9)), (0, WATER)).last_turns is None
    assert play(table(HAND, HAND, left=(1, 1)), (0, Pass())).last_turns is None


def test_C_END_the_last_turns_do_not_begin_again() -> None:
    state = play(table(HAND, HAND, left=(3, 4)), (0, WATER), (1, WATER_DOWN))
    assert len(state.pieces[supply(1)]) == 2
    assert state.last_turns == (0,)
    assert play(state, (0, Pass())).result is not None


def test_C_END_counts_when_the_move_is_final() -> None:
    state = play(table(HAND, HAND, left=(3, 9), mode="challenge"), (0, WATER))
    assert state.last_turns is None
    state = play(state, (1, WATER_DOWN))
    assert state.last_turns == (0,), "the next player's move was already that player's last turn"
    state = play(state, (0, Pass()))
    assert state.result is not None


def test_C_END_the_very_last_move_can_still_be_challenged() -> None:
    state = play(table(HAND, HAND, left=(3, 9), mode="challenge"), (0, WATER), (1, Accept), (1, Pass()))
    state = play(state, (0, down(9, 8, "H")))  # OH, alone: illegal
    assert state.turn is None
    assert state.result is None
    assert GAME.players_to_act(state) == (1,)
    assert GAME.legal_actions(state, 1) == (Challenge(state.version), Accept(state.version))
    assert refused(state, 1, Pass()) == [("C-END", "no_turns_left")]
    water, hydroxide = 2 * POINTS["H"] + POINTS["O"], POINTS["O"] + POINTS["H"]
    for reply, scored in ((Challenge, water), (Accept, water + hydroxide)):
        ended = play(state, (1, reply))
        assert ended.result is not None
        assert ended.scores[0] == scored


def test_C_END_a_turn_lost_is_a_last_turn_too() -> None:
    state = table(HAND, HAND, "H H O O O N N N S S", left=(3, 9, 9), mode="challenge")
    state = play(state, (0, WATER), (2, Challenge))
    assert state.last_turns == (0, 1, 2)
    after, events = GAME.apply(state, 1, Pass())
    assert [(e.type, e.player) for e in events] == [("passed", 1), ("turn_lost", 2)]
    assert after.last_turns == (0,)


def test_C_END_a_turn_lost_before_the_move_is_final_was_the_last_one() -> None:
    state = table(HAND, HAND, "H H O O O N N N S S", left=(3, 9, 9), mode="challenge")
    state = play(replace(state, lost_turns=(0, 1, 0)), (0, WATER))
    assert state.turn == 2
    state = play(state, (2, Pass()))
    assert state.last_turns == (0,)


def test_C_ALL_PASS_every_player_in_succession_ends_the_game_at_once() -> None:
    state = play(three(), (0, WATER), (1, Pass()), (2, Pass()))
    assert state.result is None
    state = play(state, (0, Pass()))
    assert state.result is not None
    assert state.result.reason == "all_passed"
    assert state.result.winners == (0,)


def test_C_ALL_PASS_a_move_in_between_starts_the_count_again() -> None:
    state = play(two(), (0, Pass()), (1, WATER), (0, Pass()))
    assert state.result is None
    assert play(state, (1, Pass())).result is not None


def test_C_ALL_PASS_a_lost_turn_is_no_pass() -> None:
    state = play(replace(two("challenge"), lost_turns=(0, 1)), (0, Pass()))
    assert state.turn == 0
    state = play(state, (0, Pass()))
    assert state.result is None
    assert play(state, (1, Pass())).result is not None


def test_C_WIN_the_high_score_wins_and_equal_scores_share() -> None:
    shared = play(three(), (0, Pass()), (1, Pass()), (2, Pass())).result
    assert shared is not None
    assert (shared.scores, shared.winners) == ((0, 0, 0), (0, 1, 2))
    state = play(replace(three(), scores=(4, 9, 9)), (0, Pass()), (1, Pass()), (2, Pass()))
    assert state.result is not None
    assert state.result.winners == (1, 2)


# --- rule sets and editions -----------------------------------------------------------------------------------


@pytest.mark.rule("C-CENTRE-SQ")
@pytest.mark.parametrize(("starts", "legal"), [("any-atom", True), ("centre-first", False)])
def test_C_CENTRE_SQ_beginners_begin_on_any_atom_square(starts: str, legal: bool) -> None:
    state = replace(two(rules="compoundit:beginner", starts=starts))
    assert (GAME.judge(state, 0, across(4, 4, "HHO")).ruling is Ruling.VALID) is legal
    assert GAME.judge(state, 0, across(8, 8, "HHO")).ruling is Ruling.VALID
    assert GAME.judge(state, 0, across(6, 6, "HHO")).ruling is Ruling.INVALID


@pytest.mark.rule("C-CENTRE-SQ")
def test_beginners_may_start_on_an_atom_square() -> None:
    start = down(4, 4, "HHO")
    assert play(play(two(rules="compoundit:beginner"), (0, WATER)), (1, start)).scores[1] > 0
    assert refused(play(two(), (0, WATER)), 1, start) == [("C-TOUCH", "touches_nothing")]


@pytest.mark.rule("C-SETS")
@pytest.mark.parametrize(
    ("rules", "legal"),
    [
        ("beginner", False),
        ("standard", True),
        ("simple-lewis", True),
        ("simple-lewis+organic+complex-lewis", True),
        ("expert", True),
    ],
)
def test_every_combination_of_rule_sets_can_be_played(rules: str, legal: bool) -> None:
    state = two(rules=f"compoundit:{rules}")
    assert (GAME.judge(state, 0, across(8, 7, "NaOH")).ruling is Ruling.VALID) == legal
    if rules != "beginner":
        methane = GAME.judge(state, 0, across(8, 6, "HHCHH"))
        assert methane.ruling is Ruling.VALID


def test_a_custom_edition_is_played_and_named_with_its_digest() -> None:
    text = re.sub(r'(?m)^name = ".*"$', 'name = "our-box"', SHIPPED.read_text(encoding="utf-8"), count=1)
    text = text.replace("rack = 10", "rack = 7").replace("2 = 52", "2 = 30")
    state = GAME.new({}, 1, edition=text)
    assert state.edition.startswith("compoundit/our-box sha256:")
    assert [len(state.pieces[rack(p)]) for p in (0, 1)] == [7, 7]
    assert len(state.pieces[supply(0)]) == 23
    assert GAME.editions.text_of(state.edition) == text
    assert GAME.new({}, 1, edition=state.edition) == state
    assert len(json.dumps(GAME.view(state, 0))) < 3000, "the label goes with a view, not the text"
    assert GAME.state_from_json(GAME.state_to_json(state)) == state


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"edition": "this is no TOML ="}, EditionError),
        ({"edition": "\ud800"}, EditionError),
        ({"edition": "schema = 1"}, EditionError),
        ({"edition": "compoundit/nobodys sha256:0123456789ab"}, EditionError),
        ({"options": {"rules": "compoundit:nonsense"}}, UnknownRuleset),
        ({"options": {"rules": "valence-plus"}}, UnreadableInput),
        ({"options": {"mode": "honour"}}, UnreadableInput),
        ({"options": {"players": 2}}, UnreadableInput),
        ({"players": "two"}, UnreadableInput),
        ({"players": True}, UnreadableInput),
        ({"options": {"cheat": 1}}, UnreadableInput),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        GAME.new(**options)


def test_a_box_of_a_million_tiles_is_refused() -> None:
    text = re.sub(r"count = \d+", "count = 1000000", SHIPPED.read_text(encoding="utf-8"), count=1)
    with pytest.raises(EditionError, match="larger than any number of a box"):
        GAME.new({}, 1, edition=text)


def test_a_game_does_not_go_on_under_another_edition() -> None:
    state = replace(two(), edition="compoundit/old sha256:000000000000")
    with pytest.raises(EditionError, match="There is no edition") as error:
        GAME.judge(state, 0, WATER)
    assert error.value.code == "edition_unknown"


# --- actions as JSON ------------------------------------------------------------------------------------------


def test_actions_are_read_with_every_fault() -> None:
    assert GAME.read_action({"type": "place", "placements": [{"row": 8, "col": 8, "symbol": "H"}]}) == Place(
        (Placement(8, 8, "H"),)
    )
    assert GAME.read_action({"type": "settle", "ruling": "valid"}) == Settle("valid")
    with pytest.raises(UnreadableInput) as error:
        GAME.read_action({"type": "place", "placements": [{"row": "8", "col": 8}, 7], "cheat": 1})
    assert len(error.value.details["faults"]) == 4
    unreadable: list[Any] = [
        None,
        7,
        [],
        {},
        {"type": "fly"},
        {"type": []},
        {"type": "pass", "x": 1},
        {"type": "settle"},
    ]
    for bad in unreadable:
        with pytest.raises(UnreadableInput):
            GAME.read_action(bad)


# --- leaving --------------------------------------------------------------------------------------------------


def test_of_three_two_go_on_without_the_tiles_of_the_one_who_left() -> None:
    state = play(three(), (0, WATER))
    gone = GAME.apply(state, 1, Resign())[0]
    assert (gone.turn, gone.playing) == (2, (0, 2)), "it was the turn of who left"
    assert (gone.pieces[rack(1)], gone.pieces[supply(1)]) == ((), ())
    assert gone.pieces.census() == state.pieces.census()
    assert gone.board == state.board
    assert play(gone, (2, Pass())).turn == 0
    ended = play(gone, (2, Pass()), (0, Pass()))
    assert ended.result is not None, "all who are left have passed"
    assert ended.result.ranks == (1, 3, 2)


def test_between_two_who_leaves_has_lost() -> None:
    result = play(two(), (0, WATER), (0, Resign())).result
    assert result is not None
    assert (result.winners, result.ranks, result.reason) == ((1,), (2, 1), "one_left")


def test_a_challenge_that_waited_only_for_who_left_is_settled() -> None:
    talk = play(
        three("challenge", consensus=True), (0, NONSENSE), (1, Challenge), (0, Settle("invalid")),
        (1, Settle("invalid")),
    )  # fmt: skip
    after, events = GAME.apply(talk, 2, Resign())
    ruling = next(event for event in events if event.type == "ruling_given")
    assert (ruling["ruling"], ruling["decided_by"]) == ("invalid", "agreement")
    assert after.challenge is None
    assert after.board == ()


def test_a_challenge_lapses_with_who_made_it_or_whose_move_it_is() -> None:
    talk = play(three("challenge", consensus=True), (0, NONSENSE), (1, Challenge))
    for leaver in (0, 1):
        after = play(talk, (leaver, Resign()))
        assert after.challenge is None
        assert len(after.board) == 3
        assert after.last_move is None or after.last_move.player != leaver


def test_what_others_say_of_the_last_move_makes_no_move_stale_but_a_ruling_does() -> None:
    laid = play(three("challenge"), (0, WATER))
    seen = laid.version
    accepted = play(laid, (2, Accept))
    ask = next(ask for ask in GAME.asked(accepted) if "place" in ask.kinds)
    assert (ask.player, accepted.version) == (1, seen + 1)
    assert not stale(ask, seen, accepted.version)
    ruled = play(laid, (2, Challenge))
    ask = next(ask for ask in GAME.asked(ruled) if "place" in ask.kinds)
    assert stale(ask, seen, ruled.version)


@pytest.mark.parametrize(
    ("language", "reason"), [("en", "Makes NaCl (sodium chloride)."), ("de", "Bildet NaCl (Natriumchlorid).")]
)
def test_a_hint_calls_compounds_by_formula_and_name(language: str, reason: str) -> None:
    with speaking(language):
        hints = players.hints(GAME.view(table("Na Cl", HAND), 0), 20)
    assert {hint.why for hint in hints} == {reason}


def test_a_hint_names_a_compound_once_that_its_play_makes_twice() -> None:
    """Regression: it made "NaBr (sodium bromide) and NaBr (sodium bromide)"."""
    twice = [SimpleNamespace(tiles=run) for run in (("Na", "Br"), ("H", "Cl"), ("Na", "Br"))]
    play: Any = SimpleNamespace(runs=twice)
    rules = opening.rules_of(table("Na Cl", HAND))
    assert players._why(play, rules) == "Makes NaBr (sodium bromide) and HCl (hydrogen chloride)."


def test_the_line_of_the_strong_bot_names_its_levels() -> None:
    for language in LANGUAGES:
        with speaking(language):
            line = described_bots(opening.NAME)["strong"]
        assert re.findall(r"\d+", line) == ["1", str(max(BUDGETS)), str(players.LEVEL)]
