"""The class as a game: the contract of games, the sequence of questions, and what nobody may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.classroom import showing
from adjudicator.classroom.actions import (
    Answer,
    Clear,
    Close,
    CloseByItself,
    Count,
    Decide,
    End,
    MoreTime,
    Next,
    Settle,
    ShowNames,
    ShowPodium,
    Skip,
)
from adjudicator.classroom.game import CLASS
from adjudicator.classroom.state import Given, State
from adjudicator.engine.agenda import Open
from adjudicator.engine.replay import replay
from adjudicator.errors import UnreadableInput
from adjudicator.testing import contract
from adjudicator.testing.subject import Subject
from adjudicator.testing.suite import moments
from adjudicator.verdict import Ruling
from tests.support.sampling import DAY

ASKED = ("charge:Na^+", "charge:Cl^-")
PUPILS = {1: "Neon Otter", 2: "Iron Owl", 3: "Zinc Fox"}


def candidates(state: State, player: int, random: Random) -> list[Any]:
    answers = [Answer(question, text) for question in (-1, 0, 1, 2) for text in ("+1", "-1", "x" * 201)]
    teacher = [
        Next(),
        Close(),
        Skip(),
        End(),
        Settle(),
        MoreTime(30),
        MoreTime(0),
        Clear(1),
        Clear(0),
        Clear(9),
    ]
    teacher += [Decide(0, "-1", True), Decide(0, "-1"), Decide(1, "+1", False), Decide(0, "+5", True)]
    teacher += [Count(0, "to_all"), Count(0, "marked"), Count(1, "out"), CloseByItself(not state.closes)]
    return [*answers, *teacher, *(kind(shown) for kind in (ShowNames, ShowPodium) for shown in (True, False))]


def act(state: State, player: int, random: Random) -> Any:
    found = [a for a in candidates(state, player, random) if CLASS.judge(state, player, a).ruling == "valid"]
    loud = (ShowNames, ShowPodium, MoreTime, CloseByItself, Decide, Count, Clear, End)
    calm = [a for a in found if not isinstance(a, loud)]
    return random.choice(calm or found)


def lasting_twin(state: State, viewer: int, random: Random) -> State:
    """The teacher can end any question now except skipped ones, whose answers stay secret.

    What is hidden until a question ends is tested by the two worlds below.
    """

    def turned(seat: int, number: int, given: Given | None) -> Given | None:
        if viewer in (seat, 0) or number not in state.skipped or given is None:
            return given
        return random.choice([Given("another", "wrong", 0, "another"), Given("+9", "right", 100, "+9")])

    sheets = [
        tuple(turned(seat, number, given) for number, given in enumerate(sheet))
        for seat, sheet in enumerate(state.sheets)
    ]
    return replace(state, sheets=tuple(sheets))


SUBJECT = Subject(CLASS, act, candidates, lasting_twin, None, ("answer",))


@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_the_class_keeps_the_contract_of_games(check: Any) -> None:
    for preset in CLASS.presets():
        for number, moment in enumerate(moments(SUBJECT, preset, 1)[1:9:3]):
            check(SUBJECT, moment, Random(number))


def test_a_class_in_which_nobody_answers_ends() -> None:
    for preset in CLASS.presets():
        contract.it_ends_if_nobody_answers(SUBJECT, moments(SUBJECT, preset, 1)[0], Random(0))


# --- a lesson -------------------------------------------------------------------------------------------------


class Lesson:
    def __init__(self, **options: Any) -> None:
        asked = {"exercises": ASKED, **options}
        self.state, self.events = CLASS.start(asked, 1, players=len(PUPILS) + 1)

    def does(self, seat: int, *actions: Any) -> Lesson:
        for action in actions:
            self.state, more = CLASS.apply(self.state, seat, action)
            self.events += more
        return self

    def refused(self, seat: int, action: Any) -> str:
        verdict = CLASS.judge(self.state, seat, action)
        assert verdict.ruling is Ruling.INVALID
        return verdict.checks[0].code


def test_together_a_question_is_asked_answered_closed_and_the_next_follows() -> None:
    lesson = Lesson()
    assert lesson.refused(1, Answer(0, "+1")) == "not_your_turn"
    lesson.does(0, Next())
    assert lesson.refused(1, Answer(1, "+1")) == "question_over"
    assert lesson.refused(0, Next()) == "not_listed"
    lesson.does(1, Answer(0, "-1"), Answer(0, "+1")).does(2, Answer(0, "-1"))
    given = lesson.state.sheets[1][0]
    assert given is not None
    assert (given.answer, given.outcome) == ("+1", "right")
    lesson.does(0, Close())
    assert lesson.refused(3, Answer(0, "+1")) == "not_your_turn"
    assert [lesson.state.score(seat, lesson.state.ended) for seat in range(4)] == [0, 100, 0, 0]
    lesson.does(0, Next(), Close(), Next())
    assert lesson.state.over
    assert replay(CLASS, lesson.events) == lesson.state


def test_a_skipped_question_counts_for_nobody() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(0, Skip())
    assert lesson.state.number == 1
    assert lesson.state.stage == "open"
    lesson.does(0, End())
    assert lesson.state.totals == (0, 0, 0, 0)


def test_time_is_of_the_question_and_can_be_added() -> None:
    lesson = Lesson(seconds=20)
    assert lesson.state.seconds is None
    assert lesson.does(0, Next(), MoreTime(30)).state.seconds == 50
    assert lesson.does(0, Close()).state.seconds is None
    assert lesson.does(0, Next()).state.seconds == 20
    assert lesson.refused(0, MoreTime(1)) == "no_such_time"
    assert Lesson().does(0, Next()).refused(0, MoreTime(30)) == "not_listed"


def test_time_that_is_given_twice_is_added_twice_and_ends_with_the_question() -> None:
    lesson = Lesson(seconds=20).does(0, Next(), MoreTime(30), MoreTime(30))
    assert (lesson.state.seconds, lesson.state.added) == (80, 60)
    assert lesson.does(0, MoreTime(15)).state.seconds == 95
    assert lesson.does(0, Skip()).state.seconds == 20
    assert replay(CLASS, lesson.events) == lesson.state


def test_at_ones_own_pace_everybody_goes_on_alone() -> None:
    lesson = Lesson(pace="own", seconds=600).does(0, Next()).does(1, Answer(0, "+1"))
    assert lesson.state.question_for(1) == 1
    assert lesson.state.question_for(2) == 0
    assert lesson.refused(1, Answer(0, "-1")) == "question_over"
    lesson.does(1, Answer(1, "+1"))
    assert lesson.refused(1, Answer(1, "-1")) == "not_your_turn"
    assert CLASS.scores(lesson.state) == [0, 0, 0, 0]  # until it is over nobody knows the scores of others
    assert showing.pupil(lesson.state, PUPILS, 1)["score"] == 100
    lesson.does(0, End())
    assert CLASS.scores(lesson.state) == [0, 100, 0, 0]


# --- the teacher decides --------------------------------------------------------------------------------------

NAMED = ("name:NaCl", "name:FeCl3")
UNKNOWN = "salt of the sea"  # the judge cannot say


def shown_to(lesson: Lesson, seat: int | None) -> dict[str, Any]:
    return showing.shown(CLASS.view(lesson.state, seat), PUPILS)


def on_podium(lesson: Lesson) -> list[tuple[str, int]]:
    return [(one["nickname"], one["score"]) for one in shown_to(lesson, None)["podium"]]


def test_an_answer_is_accepted_for_everybody_who_gave_it_or_gives_it() -> None:
    lesson = Lesson(exercises=NAMED, pace="own").does(0, Next())
    lesson.does(1, Answer(0, "potassium chloride")).does(2, Answer(0, "sodium chloride"))
    assert shown_to(lesson, 1)["score"] == 0
    lesson.does(0, Decide(0, "potassium chloride", True))
    assert (shown_to(lesson, 1)["score"], shown_to(lesson, 1)["feedback"]["outcome"]) == (100, "right")
    assert shown_to(lesson, 1)["feedback"]["reason"] == "The teacher accepts this answer."
    lesson.does(3, Answer(0, "Potassium  Chloride"))  # later, and written in another way
    assert shown_to(lesson, 3)["score"] == 100
    lesson.does(0, Decide(0, "sodium chloride", False))
    assert shown_to(lesson, 2)["score"] == 0
    lesson.does(0, Decide(0, "potassium chloride"), Decide(0, "sodium chloride"))  # as the judge says
    assert [shown_to(lesson, seat)["score"] for seat in PUPILS] == [0, 100, 0]
    assert lesson.refused(0, Decide(0, "helium", True)) == "nobody_answered_so"
    assert lesson.refused(1, Decide(0, "potassium chloride", True)) == "not_listed"
    assert lesson.refused(0, Decide(7, "helium", True)) == "not_asked_yet"
    assert replay(CLASS, lesson.events) == lesson.state


def test_what_cannot_be_decided_counts_for_nothing_until_the_teacher_decides() -> None:
    lesson = Lesson(exercises=NAMED).does(0, Next()).does(1, Answer(0, UNKNOWN)).does(2, Answer(0, "NaBr"))
    lesson.does(0, Close())
    assert (shown_to(lesson, 1)["score"], shown_to(lesson, 1)["best"]) == (0, 0)
    assert (shown_to(lesson, 2)["score"], shown_to(lesson, 2)["best"]) == (0, 100)
    assert shown_to(lesson, 0)["undecided"] == 1
    assert (shown_to(lesson, None)["closed"]["right"], shown_to(lesson, None)["closed"]["of"]) == (0, 1)
    lesson.does(0, Decide(0, UNKNOWN, True))
    assert (shown_to(lesson, 1)["score"], shown_to(lesson, 1)["best"]) == (100, 100)
    assert shown_to(lesson, 0)["undecided"] == 0
    over = lesson.does(0, Next(), End())
    assert [row["nickname"] for row in shown_to(over, None)["podium"]] == [PUPILS[1]]


def test_the_podium_says_how_many_answers_it_does_not_count() -> None:
    lesson = Lesson(exercises=NAMED).does(0, Next()).does(1, Answer(0, UNKNOWN)).does(2, Answer(0, UNKNOWN))
    lesson.does(0, Close())
    assert shown_to(lesson, None)["undecided"] is None, "the room hears of it at the end"
    lesson.does(0, End())
    assert [shown_to(lesson, viewer)["undecided"] for viewer in (None, 0)] == [2, 2]
    assert "undecided" not in shown_to(lesson, 1)


@pytest.mark.parametrize("pace", ["together", "own"])
def test_while_the_results_are_shown_they_follow_what_the_teacher_decides(pace: str) -> None:
    lesson = Lesson(exercises=NAMED, pace=pace).does(0, Next())
    lesson.does(1, Answer(0, UNKNOWN)).does(2, Answer(0, "sodium chloride")).does(3, Answer(0, "NaBr"))
    lesson.does(0, Close(), End())
    assert (on_podium(lesson), shown_to(lesson, None)["undecided"]) == ([(PUPILS[2], 100)], 1)
    lesson.does(0, Decide(0, UNKNOWN, True))
    assert (on_podium(lesson), shown_to(lesson, None)["undecided"]) == (
        [(PUPILS[2], 100), (PUPILS[1], 100)],
        0,
    )
    assert (shown_to(lesson, 1)["score"], shown_to(lesson, 1)["review"][0]["outcome"]) == (100, "right")
    assert f"{PUPILS[1]},100," in results(lesson, PUPILS, "en")
    lesson.does(0, Decide(0, UNKNOWN), Count(0, "to_all"))
    assert [score for _, score in on_podium(lesson)] == [100, 100, 100]
    assert shown_to(lesson, None)["undecided"] == 0, "the points are theirs all the same"
    lesson.does(0, Count(0, "out"))
    assert (on_podium(lesson), CLASS.scores(lesson.state)) == ([], [0, 0, 0, 0])
    lesson.does(0, Count(0, "marked"), Clear(2), ShowPodium(False), ShowPodium(True))
    assert (on_podium(lesson), lesson.state.result) == ([], None)
    assert lesson.refused(1, Answer(0, "sodium chloride")) == "not_your_turn"
    assert lesson.refused(0, Next()) == lesson.refused(0, End()) == "not_listed"
    assert replay(CLASS, lesson.events) == lesson.state


def test_a_question_that_the_end_interrupts_counts_once_the_teacher_says_so() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(0, End())
    assert (lesson.state.totals, shown_to(lesson, 0)["skipped"]) == ((0, 0, 0, 0), [0])
    assert lesson.does(0, Count(0, "marked")).state.totals == (0, 100, 0, 0)
    assert lesson.refused(0, Count(1, "marked")) == "not_asked_yet"


def test_once_the_results_stand_nothing_changes_them() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(0, Close(), End(), Settle())
    assert lesson.state.result is not None
    assert lesson.state.result.scores == (0, 100, 0, 0)
    assert lesson.refused(0, Count(0, "out")) == "game_over"


def test_a_record_that_ends_without_showing_its_results_has_them() -> None:
    """So classes ended before results could be changed."""
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(0, Close(), End(), Settle())
    *before, shown, ended = lesson.events
    assert shown.type == "results_shown"
    older = replay(CLASS, [*before, replace(ended, version=shown.version)])
    podium = showing.shown(CLASS.view(older, None), PUPILS)["podium"]
    assert (older.over, [one["nickname"] for one in podium]) == (True, [PUPILS[1]])


@pytest.mark.parametrize("pace", ["own", "homework"])
def test_the_clock_leaves_open_answers_to_the_teacher(pace: str) -> None:
    """Ended by the clock, nobody could decide any more, and the answer would bring nothing."""
    lesson = Lesson(exercises=NAMED, pace=pace, seconds=600).does(0, Next())
    lesson.does(1, Answer(0, "sodium chloride"))
    assert CLASS.asks(lesson.state)[0].otherwise == End()
    lesson.does(2, Answer(0, UNKNOWN))
    assert CLASS.asks(lesson.state)[0].otherwise == Close()
    lesson.does(0, Close())  # as the clock does
    assert (lesson.state.over, lesson.state.seconds) == (False, None)
    assert lesson.refused(3, Answer(0, "sodium chloride")) == "not_your_turn"
    assert (shown_to(lesson, 0)["stage"], shown_to(lesson, 0)["undecided"]) == ("closed", 1)
    assert shown_to(lesson, 3)["question"] is None
    lesson.does(0, Decide(0, UNKNOWN, True), Next())
    assert lesson.state.totals == (0, 100, 100, 0)
    assert replay(CLASS, lesson.events) == lesson.state


def test_what_is_taken_out_leaves_nothing_open() -> None:
    lesson = Lesson(exercises=NAMED, pace="own").does(0, Next()).does(2, Answer(0, UNKNOWN))
    lesson.does(0, Count(0, "out"))
    assert CLASS.asks(lesson.state)[0].otherwise == End()


def test_a_question_is_taken_out_afterwards_or_its_points_are_given_to_all() -> None:
    lesson = Lesson().does(0, Next())
    assert lesson.refused(0, Count(0, "out")) == "question_open"
    lesson.does(1, Answer(0, "+1")).does(2, Answer(0, "-1")).does(0, Close())
    assert [shown_to(lesson, seat)["score"] for seat in PUPILS] == [100, 0, 0]
    lesson.does(0, Count(0, "to_all"))
    assert [shown_to(lesson, seat)["score"] for seat in PUPILS] == [100, 100, 0]  # who answered
    assert shown_to(lesson, None)["closed"]["to_all"]
    lesson.does(0, Count(0, "out"))
    assert [(shown_to(lesson, seat)["score"], shown_to(lesson, seat)["best"]) for seat in PUPILS] == [
        (0, 0)
    ] * 3
    assert shown_to(lesson, None)["closed"] is None
    lesson.does(0, Count(0, "marked"))
    assert [shown_to(lesson, seat)["score"] for seat in PUPILS] == [100, 0, 0]
    assert lesson.refused(0, Count(1, "out")) == "not_asked_yet"
    lesson.does(0, Next(), Close(), Count(1, "out"), Next())
    assert lesson.state.totals == (0, 100, 0, 0)
    assert replay(CLASS, lesson.events) == lesson.state


def test_at_ones_own_pace_a_question_that_is_taken_out_is_not_asked_any_more() -> None:
    lesson = Lesson(pace="own").does(0, Next()).does(1, Answer(0, "+1")).does(0, Count(0, "out"))
    assert lesson.state.question_for(2) == 1
    lesson.does(2, Answer(1, "-1"))
    assert (shown_to(lesson, 1)["score"], shown_to(lesson, 2)["score"]) == (0, 100)
    assert shown_to(lesson, 0)["answered"] == 1
    lesson.does(0, End())
    assert CLASS.scores(lesson.state) == [0, 0, 100, 0]


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        ("name:FeCl3", ("iron(III) chloride", "Iron (III) chloride", "iron(III)  CHLORIDE")),
        ("name:Al2O3", ("aluminium oxide", "Aluminum oxide", "ALUMINIUM-OXIDE")),
        ("name:SO2", ("sulfur dioxide", "sulphur dioxide", "Sulphur Dioxide")),
        ("name:AgNO3", ("silver nitrate", "Silbernitrat", "Silber-Nitrat")),
        ("mend:MgCl@compoundit:beginner", ("MgClCl", "ClMgCl", "Cl Cl Mg")),
        ("build:Mg Cl Cl@compoundit:beginner", ("MgClCl", "ClMgCl", "MgCl2")),
        ("charge:Mg^2+", ("+2", "2+", "2")),
        ("write:water", ("H2O", "H₂O", " H2O")),
        ("balance:H2 + O2 -> H2O", ("2, 1, 2", "2 1 2", "2, , 2")),
    ],
)
def test_equal_answers_are_one_bar_whatever_the_notation(exercise: str, said: tuple[str, ...]) -> None:
    lesson = Lesson(exercises=[exercise]).does(0, Next())
    for seat, answer in zip(PUPILS, said, strict=True):
        lesson.does(seat, Answer(0, answer))
    closed = shown_to(lesson.does(0, Close()), None)["closed"]
    assert [(one["outcome"], one["count"]) for one in closed["spread"]] == [("right", 3)]
    assert (closed["right"], closed["of"]) == (3, 3)


def test_who_is_removed_leaves_nothing_to_whoever_takes_the_place() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(0, Clear(1))
    assert lesson.state.sheets[1] == (None, None)
    assert lesson.refused(0, Clear(0)) == "no_such_place"
    assert lesson.refused(1, Clear(2)) == "not_listed"


def test_a_class_that_cannot_be_held_is_refused_with_every_fault() -> None:
    with pytest.raises(UnreadableInput) as refused:
        CLASS.setup({"exercises": ["nonsense"], "language": "xx", "seconds": 1}, 4)
    assert len(refused.value.details["faults"]) == 3
    with pytest.raises(UnreadableInput, match="1 to 60 questions"):
        CLASS.setup({}, 4)


# --- who sees what --------------------------------------------------------------------------------------------


def seen(state: State) -> dict[str, str]:
    """What everybody but the teacher sees."""
    views = {"projector": showing.shown(CLASS.view(state, None), PUPILS)}
    views |= {name: showing.shown(CLASS.view(state, seat), PUPILS) for seat, name in PUPILS.items()}
    return {who: json.dumps(view) for who, view in views.items()}


@pytest.mark.parametrize("pace", ["together", "own", "homework"])
def test_two_worlds_look_alike_to_everybody_but_whose_answer_differs(pace: str) -> None:
    """One pupil answers differently: nobody else sees a difference before the question ends."""
    right, wrong = (
        Lesson(pace=pace).does(0, Next()).does(2, Answer(0, "+1")).does(1, Answer(0, said)).state
        for said in ("+1", "-3")
    )
    one, other = seen(right), seen(wrong)
    differing = {who for who in one if one[who] != other[who]}
    assert differing == {PUPILS[1]}


def wild_classes(preset: str, random: Random) -> Iterator[State]:
    """States of classes in which anybody does anything that is allowed: removing, hiding, ending early."""
    for seed in range(2):
        chosen = CLASS.presets()[preset]
        state, _ = CLASS.start(chosen.options, seed, players=chosen.players)
        while state.result is None:
            yield state
            player = random.randrange(chosen.players)
            allowed = [
                action
                for action in candidates(state, player, random)
                if CLASS.judge(state, player, action).ruling == "valid"
                and (not isinstance(action, (End, Settle)) or random.random() < 0.2)
            ]
            if allowed:
                state, _ = CLASS.apply(state, player, random.choice(allowed))
        yield state


@pytest.mark.parametrize("preset", ["together", "own"])
def test_what_is_shown_is_the_view_rendered(preset: str) -> None:
    """Nothing is missing in a view that is shown, and nothing that was made up is shown."""
    viewers: tuple[int | None, ...] = (None, 0, *PUPILS)
    over = 0
    for state in wild_classes(preset, Random(DAY.toordinal())):
        by_state = (
            showing.projector(state, PUPILS),
            showing.teacher(state, PUPILS),
            *(showing.pupil(state, PUPILS, seat) for seat in PUPILS),
        )
        for viewer, expected in zip(viewers, by_state, strict=True):
            view = json.loads(json.dumps(CLASS.view(state, viewer)))
            assert showing.shown(view, PUPILS) == expected
        over += state.over
    assert over


def test_no_mark_and_no_solution_is_shown_before_a_question_closes() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "-1"))
    shown = showing.pupil(lesson.state, PUPILS, 1)
    assert shown["answer"] == "-1"
    assert shown["feedback"] is None
    assert showing.projector(lesson.state, PUPILS)["closed"] is None
    told = seen(lesson.state)
    assert all("wrong" not in text and 'solution": {' not in text for text in told.values())
    assert ASKED[1] not in json.dumps([CLASS.view(lesson.state, seat) for seat in (1, 2, None)])
    closed = showing.pupil(lesson.does(0, Close()).state, PUPILS, 1)
    assert closed["feedback"]["outcome"] == "wrong"
    assert closed["feedback"]["solution"]["answer"]


def test_the_projector_shows_the_spread_the_solution_and_one_mistake_explained() -> None:
    lesson = (
        Lesson().does(0, Next()).does(1, Answer(0, "-1")).does(2, Answer(0, "+1")).does(3, Answer(0, "-1"))
    )
    assert showing.projector(lesson.state, PUPILS)["answered"] == 3
    closed = showing.projector(lesson.does(0, Close()).state, PUPILS)["closed"]
    assert [(one["count"], one["outcome"]) for one in closed["spread"]] == [(2, "wrong"), (1, "right")]
    assert closed["wrong"]["answer"] == "-1"
    assert closed["wrong"]["reason"]
    assert closed["solution"]["text"]


def test_the_end_has_a_podium_and_the_hardest_and_the_teacher_what_was_missed() -> None:
    lesson = (
        Lesson().does(0, Next()).does(1, Answer(0, "+1")).does(2, Answer(0, "+1")).does(3, Answer(0, "-1"))
    )
    over = lesson.does(0, Close(), Next(), Close(), Next()).state
    shown = showing.projector(over, PUPILS)
    assert [(one["rank"], one["nickname"]) for one in shown["podium"]] == [(1, "Iron Owl"), (1, "Neon Otter")]
    assert [(one["number"], one["right"], one["of"]) for one in shown["hardest"]] == [(0, 2, 3)]
    assert showing.missed(over) == [ASKED[0]]
    hidden = replace(over, names=False)
    assert {one["nickname"] for one in showing.projector(hidden, PUPILS)["podium"]} == {None}
    assert showing.projector(replace(over, podium=False), PUPILS)["podium"] is None
    table = showing.teacher(over, PUPILS)["table"]
    assert [(row["nickname"], row["score"]) for row in table] == [
        ("Iron Owl", 100),
        ("Neon Otter", 100),
        ("Zinc Fox", 0),
    ]


def test_a_spreadsheet_carries_nothing_out_that_a_pupil_has_written() -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, "=1+1")).does(0, Close(), Next(), End())
    text = results(lesson, {1: "@Neon", 2: "Iron, Owl"}, "en")
    lines = text.splitlines()
    assert lines[0] == "Name,Score,of,%,1. Which charge does this ion have? Na sodium ion,1. Score"
    assert "'@Neon,0,100,0.0,'=1+1,0" in lines
    assert any(line.startswith('"Iron, Owl"') for line in lines)


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x\t@SUM(A1)", "x\t'@SUM(A1)"),
        ("x, +cmd", '"x,\' +cmd"'),
        ("2; -1, +3", '"2; -1, +3"'),
        ("1,2-dichloroethane", '"1,2-dichloroethane"'),
    ],
)
def test_nor_where_other_signs_part_cells(answer: str, written: str) -> None:
    lesson = Lesson().does(0, Next()).does(1, Answer(0, answer)).does(0, Close(), Next(), End())
    assert f",{written},0" in results(lesson, {1: "Ann"}, "en")


def results(lesson: Lesson, pupils: dict[int, str], language: str) -> str:
    words = {
        "nickname": "Name",
        "score": "Score",
        "of": "of",
        "yes": "Ja",
        "no": "Nein",
        "undecided_answer": "offen",
    }
    return showing.results(CLASS.view(lesson.state, 0), pupils, words, language)


def test_a_file_for_a_spreadsheet_is_in_one_language_with_its_separator_and_decimal_mark() -> None:
    asked = ("legal:MgNOONOO", "name:FeCl3", "balance:H2 + O2 -> H2O")
    lesson = Lesson(exercises=asked).does(0, Next()).does(1, Answer(0, "no")).does(0, Close(), Next())
    lesson.does(1, Answer(1, UNKNOWN)).does(0, Close(), Next()).does(1, Answer(2, "4, 2, 4")).does(0, Close())
    lines = results(lesson, {1: "Anna", 2: "Öl 10", 3: "Öl 9"}, "de").splitlines()
    assert lines[0].startswith("Name;Score;of;%;1. ")
    assert "Mg N O O N O O" in lines[0]
    assert "FeCl₃" in lines[0]
    assert "H₂ + O₂ → H₂O" in lines[0]
    assert lines[1] == f"Anna;50;200;25,0;Nein;0;{UNKNOWN};offen;4, 2, 4;50"
    assert [line.split(";")[0] for line in lines[1:]] == ["Anna", "Öl 9", "Öl 10"]


def test_a_class_speaks_german() -> None:
    told = {event.type for event in Lesson().does(0, Next()).events}
    with prose.speaking("de"):
        assert "Frage" in prose.render("class", "question_over", {"question": 1})
    assert told == {"game_started", "question_asked"}
    assert Open("answer") in CLASS.legal_actions(Lesson().does(0, Next()).state, 1)
