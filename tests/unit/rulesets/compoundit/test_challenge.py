"""Challenges: the ruling on the whole move, its consequences, and the command line."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import AdjudicatorError, Check, Outcome, Ruling, Tiles, UnreadableInput, judge, load_ruleset
from adjudicator.cli import main
from adjudicator.errors import EditionError
from adjudicator.parts import RuleSet
from adjudicator.verdict import Facts
from adjudicator_rulesets.compoundit import edition
from adjudicator_rulesets.compoundit.judging.board import challenge_file
from adjudicator_rulesets.compoundit.judging.board.challenge import (
    Consequence,
    ImpossiblePosition,
    from_json,
    rule_on_challenge,
    rule_on_runs,
)
from adjudicator_rulesets.compoundit.judging.board.laying import LaidRun, Placement, layout_of, score
from adjudicator_rulesets.compoundit.judging.board.moving import whole_move

RULES = load_ruleset("compoundit:standard")
WATER = [Placement(8, 7, "H"), Placement(8, 8, "O"), Placement(8, 9, "H")]
GOOD = [Placement(9, 8, "H"), Placement(10, 8, "H")]
BAD = [Placement(9, 8, "H")]


# --- the rulebook -----------------------------------------------------------------------------------------


def test_C_CHAL_WON_invalid_the_player_takes_back_the_tiles_and_loses_the_turn() -> None:
    answer = rule_on_challenge(RULES, WATER, BAD, "ann", "bob")
    assert answer.ruling is Ruling.INVALID
    assert answer.consequence == Consequence("ann", "this turn", tiles_back=True)
    assert answer.score == 0
    assert answer.decided_by == "judge"


def test_C_CHAL_LOST_valid_the_challenger_loses_the_next_turn() -> None:
    answer = rule_on_challenge(RULES, WATER, GOOD, "ann", "bob")
    assert answer.ruling is Ruling.VALID
    assert answer.consequence == Consequence("bob", "next turn", tiles_back=False)
    assert answer.score == 4


def test_C_CHAL_the_ruling_is_on_the_whole_move() -> None:
    two_good_one_bad = [Placement(7, 7, "Cl"), Placement(7, 8, "H"), Placement(7, 9, "Cl")]
    answer = rule_on_challenge(RULES, WATER, two_good_one_bad, "ann", "bob")
    assert [run.verdict.ruling.value for run in answer.runs] == ["invalid", "valid", "invalid", "valid"]
    assert answer.ruling is Ruling.INVALID


def test_C_CHAL_nobody_challenges_their_own_move() -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        rule_on_challenge(RULES, WATER, GOOD, "ann", "ann")
    assert [fault.code for fault in refused.value.faults] == ["own_move"]
    with pytest.raises(ImpossiblePosition):
        rule_on_runs(RULES, [Tiles.parse("HHO")], "ann", "ann")


def test_C_CHAL_without_a_board_the_runs_are_enough() -> None:
    answer = rule_on_runs(RULES, [Tiles.parse("HHO"), Tiles.parse("MgNNOOOO")], "ann", "bob")
    assert answer.ruling is Ruling.INVALID
    assert answer.score is None
    assert [run.squares for run in answer.runs] == [None, None]
    assert answer.reason.startswith("MgNNOOOO: The atoms of nitrite (NO2) must lie next to each other")
    assert (
        rule_on_runs(RULES, [Tiles.parse("HHO")], "ann", "bob").reason
        == "Every compound of this move is legal."
    )


@pytest.mark.parametrize(("agreed", "loses", "score"), [("valid", "bob", 2), ("invalid", "ann", 0)])
def test_C_CONSENSUS_the_table_may_agree_instead(agreed: str, loses: str, score: int) -> None:
    judged = rule_on_challenge(RULES, WATER, BAD, "ann", "bob")
    settled = judged.settle(Ruling(agreed))
    assert settled.ruling == agreed
    assert settled.decided_by == "agreement"
    assert settled.consequence is not None
    assert settled.consequence.player == loses
    assert settled.score == score
    assert settled.runs == judged.runs
    with pytest.raises(ValueError, match="valid or invalid"):
        judged.settle(Ruling.UNRESOLVED)


def test_rulings_survive_json() -> None:
    for ruling in (
        rule_on_challenge(RULES, WATER, BAD, "ann", "bob"),
        rule_on_runs(RULES, [Tiles.parse("HHO")], "ann", "bob").settle(Ruling.INVALID),
    ):
        assert from_json(json.loads(json.dumps(ruling.to_json()))) == ruling


# --- blanks -----------------------------------------------------------------------------------------------

SHIPPED = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
BLANKS = """
[blank]
source = "my own box"
count = 2
points = 1
"""


def with_blanks(table: str = BLANKS) -> RuleSet:
    return load_ruleset("compoundit:standard", edition.parse(SHIPPED.read_text(encoding="utf-8") + table))


def test_C_BLANK_there_is_none_unless_the_edition_adds_it() -> None:
    assert edition.load().blank is None
    with pytest.raises(ImpossiblePosition) as refused:
        rule_on_challenge(RULES, WATER, GOOD, "ann", "bob", {(9, 8)})
    assert [(fault.rule, fault.code) for fault in refused.value.faults] == [("C-BLANK", "no_more_blanks")]
    assert "the edition has none" in str(refused.value)


def test_C_BLANK_is_judged_as_what_it_stands_for_and_scores_its_own_points() -> None:
    rules = with_blanks()
    sulfide = [Placement(8, 7, "H"), Placement(8, 8, "S"), Placement(8, 9, "H")]
    plain = rule_on_challenge(rules, [], sulfide, "ann", "bob")
    blank = rule_on_challenge(rules, [], sulfide, "ann", "bob", {(8, 8)})
    assert plain.ruling is blank.ruling is Ruling.VALID
    assert plain.runs[0].verdict == blank.runs[0].verdict
    assert plain.score == 1 + 3 + 1
    assert blank.score == 1 + 1 + 1
    assert rule_on_challenge(rules, sulfide, BAD, "ann", "bob", {(8, 8)}).ruling is Ruling.INVALID


def test_C_BLANK_a_bonus_square_multiplies_its_points() -> None:
    rules = with_blanks()
    layout = layout_of(rules.edition)
    (square, times), *_ = sorted(layout.element_bonus.items())
    run = LaidRun((square, (square[0], square[1] + 1)), ("S", "O"))
    assert score(layout, run, {square: "S"}, {square}) == 1 * times + 1
    assert score(layout, run, {}, {square}) == 1 + 1  # covered by an earlier move


def test_C_BLANK_counts_apart_from_the_tiles_of_its_element() -> None:
    rules = with_blanks()
    lead = [Placement(8, 8, "Pb"), Placement(8, 9, "O")]  # the edition has one lead tile
    more = [Placement(9, 9, "Pb")]
    with pytest.raises(ImpossiblePosition):
        rule_on_challenge(rules, lead, more, "ann", "bob")
    assert rule_on_challenge(rules, lead, more, "ann", "bob", {(9, 9)}).ruling is Ruling.VALID
    with pytest.raises(ImpossiblePosition) as refused:
        rule_on_challenge(rules, WATER, GOOD, "ann", "bob", {(8, 8), (9, 8), (10, 8)})
    assert "There are 3 blank tiles here, but the edition has only 2." in str(refused.value)


def test_C_BLANK_is_kept_with_the_ruling_and_read_from_a_file() -> None:
    ruling = rule_on_challenge(with_blanks(), WATER, GOOD, "ann", "bob", {(9, 8)})
    plain = json.loads(json.dumps(ruling.to_json()))
    assert plain["blanks"] == [[9, 8]]
    assert from_json(plain) == ruling
    del plain["blanks"]  # as rulings were stored before there were blanks
    assert from_json(plain) == replace(ruling, blanks=())
    move = [{"row": row, "col": col, "symbol": symbol, "blank": row == 9} for row, col, symbol in GOOD]
    assert challenge_file.read(json.dumps({"move": move}).encode()).blanks == {(9, 8)}
    with pytest.raises(UnreadableInput, match="tile 1 of the move"):
        challenge_file.read(json.dumps({"move": [{**move[0], "blank": "O"}]}).encode())


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (BLANKS.replace("count = 2", "count = 0"), "count is 0; it must be a whole number, at least 1"),
        (BLANKS.replace("points = 1", "points = -1"), "points is -1; it must be a whole number, at least 0"),
        (BLANKS.replace("points = 1", ""), "points is None; it must be a whole number, at least 0"),
    ],
)
def test_C_BLANK_an_edition_says_how_many_and_what_they_score(table: str, told: str) -> None:
    with pytest.raises(EditionError, match=told):
        with_blanks(table)


# --- what cannot be decided -------------------------------------------------------------------------------


def test_unresolved_stays_open_unless_something_else_refuses_the_move() -> None:
    passed = (Check("C-LINE", None, Outcome.PASS, "one_line"),)
    failed = (Check("C-LINE", None, Outcome.FAIL, "turns_corner"),)
    open_, good, bad = Ruling.UNRESOLVED, Ruling.VALID, Ruling.INVALID
    assert whole_move(passed, [good, open_]) is open_
    assert whole_move(passed, [bad, open_]) is bad
    assert whole_move(failed, [good, open_]) is bad
    assert whole_move(passed, [good]) is good


def test_unresolved_has_no_consequence_until_the_table_agrees() -> None:
    undecided = Check(
        "C-STABLE",
        "organic",
        Outcome.UNRESOLVED,
        "source_failed",
        Facts(formula="H2O", reasons=("It is silent",)),
    )
    verdict = replace(judge("HHO"), ruling=Ruling.UNRESOLVED, accepted_by=(), checks=(undecided,))

    @dataclass
    class Undecided:
        name: str = "compoundit:organic"

    judged = rule_on_runs(RULES, [Tiles.parse("HHO")], "ann", "bob")
    judged = replace(
        judged, ruling=Ruling.UNRESOLVED, consequence=None, runs=(replace(judged.runs[0], verdict=verdict),)
    )
    assert judged.reason.startswith("HHO: Whether a stable H2O is known stays open")
    assert judged.settle(Ruling.VALID).consequence == Consequence("bob", "next turn", tiles_back=False)
    with pytest.raises(AdjudicatorError, match="no board"):
        rule_on_runs(Undecided(), [Tiles.parse("HHO")], "ann", "bob")  # type: ignore[arg-type]


# --- files and the command line ---------------------------------------------------------------------------

BODY: dict[str, Any] = {
    "rules": "compoundit:standard",
    "player": "ann",
    "challenger": "bob",
    "board": [{"row": row, "col": col, "symbol": symbol} for row, col, symbol in WATER],
    "move": [{"row": row, "col": col, "symbol": symbol} for row, col, symbol in GOOD],
}


def run(body: object, *options: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["challenge", "-", *options], input=json.dumps(body))
    return result.exit_code, result.stdout, result.stderr


def test_challenge_command_rules_for_people_and_for_programs(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(BODY), encoding="utf-8")
    result = CliRunner().invoke(main, ["challenge", str(path)])
    assert result.exit_code == 0
    assert result.stdout.startswith(" ✔ VALID   bob loses the next turn.")
    assert "column 8, rows 8–10, 4 points" in result.stdout
    code, out, _ = run(BODY, "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["ruling"] == "valid"
    assert answer["runs"][0]["squares"] == [[8, 8], [9, 8], [10, 8]]
    assert answer["runs"][0]["verdict"]["formula"] == "H2O"
    assert answer["consequence"] == {"player": "bob", "loses": "next turn", "tiles_back": False}


def test_challenge_command_exit_codes() -> None:
    assert run({**BODY, "move": BODY["move"][:1]})[0] == 1
    code, _, err = run({**BODY, "move": BODY["board"]})
    assert code == 2
    assert "impossible_position" in err
    assert run({"runs": ["HHO"]})[0] == 0
    assert run({"runs": ["HHOO", "HHOC"]})[0] == 1


def test_challenge_command_sealed_gives_no_reason() -> None:
    code, out, _ = run({**BODY, "detail": "sealed"}, "--json")
    assert code == 0
    assert json.loads(out).keys() == {"ruling", "consequence"}
    assert run({**BODY, "detail": "sealed"})[1] == " ✔ VALID   bob loses the next turn.\n"


def test_challenge_command_shows_names_as_text() -> None:
    assert run({**BODY, "challenger": "\x1b[31mbob\x07"})[1].startswith(" ✔ VALID   \\x1b[31mbob\\x07 loses")


def test_challenge_file_names_all_its_faults() -> None:
    bad = {"board": [{"row": "8", "col": 8, "symbol": "H"}, 3], "runs": [["H", 1]], "player": 3, "rule": "x"}
    with pytest.raises(UnreadableInput) as refused:
        challenge_file.read(json.dumps(bad).encode())
    assert refused.value.code == "bad_challenge"
    assert len(refused.value.details["faults"]) == 6


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"\xff",
        b"[" * 60_000,
        b'{"runs": []}',
        b'{"runs": 1}',
        b'{"detail": "x"}',
        b"{}",
    ],
)
def test_challenge_file_refuses_what_is_no_challenge(text: bytes) -> None:
    with pytest.raises(UnreadableInput):
        challenge_file.read(text)


def test_challenge_file_has_a_limit() -> None:
    with pytest.raises(UnreadableInput, match="at most"):
        challenge_file.read(b" " * (challenge_file.MAX_FILE + 1))
