"""Properties of every question and every verdict."""

from __future__ import annotations

import json
from collections import Counter
from math import gcd, lcm
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from adjudicator import Formula, Outcome, Ruling, Tiles, UnreadableInput, Verdict, load_ruleset
from adjudicator.chem.elements import ELEMENTS
from adjudicator.ruleset import read_question
from tests.oracle.compoundit_twin import Twin

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator import Check

TWIN = Twin(Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml"))
BEGINNER = load_ruleset("compoundit:beginner")
STANDARD = load_ruleset("compoundit:standard")

Run = tuple[str, ...]
Unit = tuple[Run, int]

SINGLES: list[Unit] = [((symbol,), n) for symbol, numbers in TWIN.numbers.items() for n in numbers]
UNITS: list[Unit] = SINGLES + [(ion.atoms, ion.charge) for ion in TWIN.ions]

few = settings(derandomize=True, max_examples=40)
many = settings(few, max_examples=100)


# --- what is asked ----------------------------------------------------------------------------------------

symbols = st.sampled_from(sorted(ELEMENTS))
tiles_of_the_edition = st.sampled_from(list(TWIN.numbers))


@st.composite
def formulas(draw: st.DrawFn, *, charged: bool = True) -> Formula:
    counts = draw(st.dictionaries(symbols, st.integers(1, 120), min_size=1, max_size=8))
    return Formula.of(counts, draw(st.integers(-20, 20)) if charged else 0)


@st.composite
def near_compounds(draw: st.DrawFn) -> Run:
    """One or two kinds of unit, each a few times, in some order: many compounds, and many near misses."""
    cation = draw(st.sampled_from([unit for unit in UNITS if unit[1] > 0]))
    anion = draw(st.sampled_from([unit for unit in UNITS if unit[1] < 0]))
    total = lcm(cation[1], anion[1])
    cations, anions = total // cation[1], total // -anion[1]
    units = [cation[0]] * draw(st.integers(1, 4) | st.just(cations))
    units += [anion[0]] * draw(st.integers(1, 4) | st.just(anions))
    whole = draw(st.permutations(units))
    run = tuple(tile for unit in whole for tile in draw(st.permutations(unit)))
    assume(len(run) <= 40)
    return run


runs = near_compounds() | st.lists(tiles_of_the_edition, min_size=1, max_size=15).map(tuple)


@st.composite
def pairs(draw: st.DrawFn) -> Run:
    """Tiles of two elements."""
    one, other = draw(st.lists(tiles_of_the_edition, min_size=2, max_size=2, unique=True))
    return (one,) * draw(st.integers(1, 7)) + (other,) * draw(st.integers(1, 7))


@st.composite
def binary_compounds(draw: st.DrawFn) -> Run:
    """Legal by C-BIN: one printed number for each of two elements, in the ratio that these require."""
    (one, plus), (other, minus) = draw(
        st.tuples(
            st.sampled_from([u for u in SINGLES if u[1] > 0]),
            st.sampled_from([u for u in SINGLES if u[1] < 0]),
        )
    )
    assume(one != other)
    total = lcm(plus, minus)
    return one * (total // plus) + other * (total // -minus)


def check_with(verdict: Verdict, set_: str, witness: str) -> Check | None:
    """The check of a rule set that has such a witness."""
    for check in verdict.checks:
        if check.set == set_ and check.witness is not None and witness in check.witness:
            return check
    return None


def check_of(verdict: Verdict, code: str) -> Check | None:
    return next((check for check in verdict.checks if check.code == code), None)


# --- reading ----------------------------------------------------------------------------------------------


@few
@given(formulas())
def test_a_formula_reads_back(formula: Formula) -> None:
    assume(formula.size <= 999 and len(str(formula)) <= 64)
    assert Formula.parse(str(formula)) == formula


@few
@given(formulas(charged=False))
def test_both_ways_to_write_a_formula_are_the_same_formula(formula: Formula) -> None:
    assume(formula.size <= 999 and len(formula.hill) <= 64)
    assert Formula.parse(formula.hill) == Formula.parse(formula.conventional) == formula


@few
@given(st.lists(symbols, min_size=1, max_size=60))
def test_tiles_read_back_with_and_without_spaces(run: list[str]) -> None:
    assert Tiles.parse("".join(run)) == Tiles.parse(" ".join(run)) == Tiles.parse(run) == tuple(run)
    assert Tiles.parse(str(Tiles(run))) == tuple(run)


almost = st.text(alphabet="HCNOgMabx0129()[]{}.·*^+-−–₂²⁻⁺٢½Ⅷß ﬁİ\n\t\x00\ud800", max_size=80)


@many
@given(st.text(max_size=300) | almost)
@example("")
@example("٣")
@example("C٣")
@example("SO4²")
@example("H\ud800")
@example("+")
@example("^")
@example("²⁻")
@example("·5H2O")
@example("H2O·")
@example("()")
@example("(H)²⁺")
@example("ß")
@example("ŉ")
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (Tiles.parse, Formula.parse, read_question):
        question = read_or_refuse(read, text)
        if isinstance(question, UnreadableInput):
            assert question.code
            assert question.message.isprintable()
            assert json.loads(json.dumps(question.to_json()))["code"] == question.code
        else:
            atoms = question if isinstance(question, Tiles) else [symbol for symbol, _ in question.atoms]
            assert set(atoms) <= set(ELEMENTS)


def read_or_refuse(read: Callable[[str], Tiles | Formula], text: str) -> Tiles | Formula | UnreadableInput:
    try:
        return read(text)
    except UnreadableInput as error:
        return error


@few
@given(st.lists(st.text(max_size=4) | symbols, max_size=70))
def test_any_list_of_texts_is_read_or_refused(texts: list[str]) -> None:
    if 1 <= len(texts) <= 60 and set(texts) <= set(ELEMENTS):
        assert Tiles.parse(texts) == tuple(texts)
    else:
        with pytest.raises(UnreadableInput):
            Tiles.parse(texts)


# --- judging ----------------------------------------------------------------------------------------------


@many
@given(runs)
def test_C_CONTIG_turning_a_run_round_changes_nothing(run: Run) -> None:
    there, back = STANDARD.judge(Tiles(run)), STANDARD.judge(Tiles(run[::-1]))
    assert (there.ruling, there.accepted_by) == (back.ruling, back.accepted_by)


@many
@given(st.data())
def test_C_ORDER_a_binary_run_may_lie_in_any_order(data: st.DataObject) -> None:
    run = data.draw(pairs() | binary_compounds())
    order = data.draw(st.permutations(run))
    first, second = BEGINNER.judge(Tiles(run)), BEGINNER.judge(Tiles(order))
    assert (first.ruling, first.accepted_by) == (second.ruling, second.accepted_by)
    assert [check.code for check in first.checks] == [check.code for check in second.checks]


@pytest.mark.rule("C-BIN")
@many
@given(st.data())
def test_C_BIN_one_tile_more_moves_the_sum_by_its_number(data: st.DataObject) -> None:
    """Where every tile keeps its number, the sum changes by the number of the new tile.

    The judge may renumber the tiles to come nearer to zero; then the sum is no further from zero than with
    any number that the new tile could have taken beside the old ones.
    """
    run = data.draw(binary_compounds())
    before = check_with(BEGINNER.judge(Tiles(run)), "binary", "numbers")
    assume(before is not None)  # None: allowed by name, with no numbers to show
    assert before is not None
    assert before.witness is not None
    assert before.witness["sum"] == 0
    tile = data.draw(st.sampled_from(run))
    after = check_with(BEGINNER.judge(Tiles((*run, tile))), "binary", "numbers")
    if after is None:  # now a compound by name
        return
    assert after.witness is not None
    *old, new = after.witness["numbers"]
    assert after.witness["sum"] == sum(old) + new
    if sorted(zip(run, old, strict=True)) == sorted(zip(run, before.witness["numbers"], strict=True)):
        assert after.witness["sum"] == new
    sign = before.witness["numbers"][run.index(tile)]
    could_be = [n for n in TWIN.numbers[tile] if n * sign > 0]
    assert abs(after.witness["sum"]) <= min(map(abs, could_be))
    if all(len(TWIN.numbers[symbol]) == 1 for symbol in run):
        assert after.witness["sum"] == TWIN.numbers[tile][0]


@pytest.mark.rule("C-SETS")
@many
@given(runs)
def test_C_SETS_more_sets_never_refuse_what_fewer_accept(run: Run) -> None:
    few, many = BEGINNER.judge(Tiles(run)), STANDARD.judge(Tiles(run))
    assert set(few.accepted_by) == set(many.accepted_by) - {"polyatomic"}


@many
@given(runs)
def test_a_verdict_goes_to_json_and_back(run: Run) -> None:
    for question in (Tiles(run), Formula.of_tiles(run)):
        verdict = STANDARD.judge(question)
        text = json.dumps(verdict.to_json())
        back = Verdict.from_json(json.loads(text))
        assert back == verdict
        assert hash(back) == hash(verdict)
        assert json.dumps(back.to_json()) == text


# --- mending ----------------------------------------------------------------------------------------------


@pytest.mark.rule("C-BIN", "C-POLY", "C-RATIO", "C-ALONE")
@many
@given(pairs() | near_compounds())
@example(("C", "C", "O"))
@example(("S", "O", "O", "O", "O"))
def test_a_nearest_miss_is_legal_and_told_once(run: Run) -> None:
    """Its twin in tests/oracle shows that nothing is nearer."""
    verdict = STANDARD.judge(Tiles(run))
    told = [check for check in verdict.checks if "nearest" in check.params]
    assert told in ([], [verdict.decisive])
    assert not (told and verdict.ruling is not Ruling.INVALID)
    for check in told:
        nearest = check.params["nearest"]
        mended = Counter(run)
        for symbol, change in nearest["changes"]:
            mended[symbol] += change
        made = Formula.parse(nearest["makes"])
        assert made == Formula.of(+mended)
        assert STANDARD.judge(made).ruling is Ruling.VALID
        assert nearest["moved"] or nearest["changes"]


@pytest.mark.rule("C-RATIO")
@many
@given(binary_compounds(), st.integers(2, 3))
def test_C_RATIO_a_compound_taken_several_times_names_its_simplest_ratio(run: Run, times: int) -> None:
    verdict = BEGINNER.judge(Tiles(run * times))
    if verdict.ruling is Ruling.VALID:  # by name
        assert (Formula.of_tiles(run * times).hill) == "H2O2"
        return
    check = check_of(verdict, "not_simplest")
    assert check is not None
    assert check.outcome is Outcome.FAIL
    assert Formula.parse(check.params["simplest"]) == Formula.of_tiles(run)
    assert gcd(*check.params["counts"]) == times
