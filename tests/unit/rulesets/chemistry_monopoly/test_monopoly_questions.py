"""Questions on the board of Chemistry Monopoly (M-QUESTION): when they come, what they save, who may know what."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator.engine.replay import replay
from adjudicator.engine.rng import Rng
from adjudicator.engine.values import replace
from adjudicator.exercises import exercise_from_text, judge_answer
from adjudicator_rulesets.chemistry_monopoly.bots.players import hints
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    Answer,
    Decline,
    Options,
    Pass,
    PayFine,
    Question,
    Roll,
    TakeTest,
)
from adjudicator_rulesets.chemistry_monopoly.shown import terminal
from tests.support.monopoly_table import GAME, Table

SALT, WRITTEN, CHARGE = "name:NaCl~salts.1", "write:CaCl2~salts.1", "charge:SO4^2-~ions.1"
NAMED = "name:NaNO3~salts.2"
HARDER = (NAMED, "write:Ca(OH)2~salts.2", "charge:PO4^3-~ions.2")


def at_question(exercise: str = SALT, level: str = "easy", **effect: Any) -> Table:
    """Player 0 comes to Test Day, where this exercise is asked before a card with this effect."""
    table = Table(questions=level).on_top("test-day", **(effect or {"pay": 15}))
    table.roll(0, 3, 4)
    return asked(table, exercise)


def asked(table: Table, exercise: str) -> Table:
    top = table.state.agenda.top
    agenda = table.state.agenda.swap(replace(top, exercise=exercise))
    table.state = replace(table.state, agenda=agenda)
    return table


def in_class(failed: int = 0, exercise: str = SALT) -> Table:
    table = Table(questions="easy").at(0, 10, failed)
    table.act(0, TakeTest())
    return asked(table, exercise)


# --- off ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-QUESTION", "M-OPTIONS")
def test_M_QUESTION_is_off_unless_chosen() -> None:
    assert Options().questions == "off"
    table = Table().on_top("test-day", pay=15)
    assert "card_drawn" in table.roll(0, 3, 4)
    assert table.has(0) == 1485
    held = Table().at(0, 10, 0)
    assert held.refused(0, TakeTest()) == "M-QUESTION no_questions"
    assert "fine_paid" in held.act(0, PayFine())


# --- what it saves ------------------------------------------------------------------------------------------


@pytest.mark.rule("M-QUESTION")
@pytest.mark.parametrize(("said", "cost"), [("sodium chloride", 0), ("sodium chlorite", 15), (None, 15)])
def test_M_QUESTION_on_Test_Day_a_right_answer_spares_what_the_card_costs(
    said: str | None, cost: int
) -> None:
    table = at_question()
    assert table.asked == (0, "question", ("answer", "pass"))
    told = table.act(0, Pass() if said is None else Answer(said))
    assert told[:2] == ["question_answered", "card_drawn"]
    assert table.has(0) == 1500 - cost
    assert table.asked[:2] == (0, "turn")


@pytest.mark.rule("M-QUESTION")
@pytest.mark.parametrize("right", [True, False])
def test_M_QUESTION_spares_payments_to_others_and_Biology_Class_but_nothing_that_others_pay(
    right: bool,
) -> None:
    answer = Answer("sodium chloride" if right else "salt lake")
    each = at_question(pay_each=50)
    each.act(0, answer)
    assert [each.has(player) for player in range(3)] == ([1500] * 3 if right else [1400, 1550, 1550])
    sent = at_question(biology=True)
    assert ("sent_to_class" in sent.act(0, answer)) is not right
    assert sent.where(0) == (7 if right else 10)
    gift = at_question(collect=50)
    gift.act(0, answer)
    assert gift.has(0) == 1550


@pytest.mark.rule("M-QUESTION", "M-JAIL-FINE")
@pytest.mark.parametrize(("said", "fine"), [("sodium chloride", 25), ("NaCl2", 50)])
def test_M_QUESTION_halves_the_fine(said: str, fine: int) -> None:
    table = Table(questions="easy").at(0, 10, 1)
    assert table.act(0, PayFine()) == ["question_asked"]
    assert asked(table, SALT).act(0, Answer(said)) == ["question_answered", "fine_paid"]
    assert (table.has(0), table.state.detained[0]) == (1500 - fine, None)
    assert "moved" in table.roll(0, 1, 2)


@pytest.mark.rule("M-QUESTION", "M-JAIL-THIRD")
def test_M_QUESTION_comes_before_the_fine_of_a_third_failure_too() -> None:
    table = Table(questions="easy").at(0, 10, 2).money(0, 30)
    assert table.roll(0, 1, 2) == ["rolled", "question_asked"]
    assert asked(table, SALT).act(0, Answer("sodium chloride")) == ["question_answered", "fine_paid"]
    assert table.has(0) == 5
    poor = Table(questions="easy").at(0, 10, 2).money(0, 30).give(0, "beaker")
    poor.roll(0, 1, 2)
    assert poor.act(0, Pass())[-1] == "debt_incurred"
    assert poor.state.agenda.top.amount == 50


@pytest.mark.rule("M-QUESTION", "M-JAIL-LEAVE", "M-JAIL-THIRD")
def test_M_QUESTION_in_Biology_Class_takes_the_place_of_the_roll() -> None:
    out = in_class()
    assert out.act(0, Answer("sodium chloride")) == ["question_answered", "class_left"]
    assert "moved" in out.roll(0, 2, 2)
    out.act(0, Decline())
    assert Roll() in GAME.legal_actions(out.state, 0), "an ordinary roll: a double goes on"
    stays = in_class()
    assert stays.act(0, Answer("potassium chloride")) == ["question_answered"]
    assert stays.state.detained[0] == 1
    assert stays.refused(0, Roll()) == "M-DOUBLES rolled_already"
    assert stays.refused(0, TakeTest()) == "M-JAIL-CHOICE only_before_rolling"
    third = in_class(failed=2)
    assert third.act(0, Pass()) == ["question_answered", "question_asked"]
    assert asked(third, SALT).act(0, Pass())[-1] == "fine_paid"
    assert "moved" in third.roll(0, 1, 2)


# --- answers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_is_marked_by_the_judge_in_any_language() -> None:
    for exercise, right, wrong in (
        (
            SALT,
            ["sodium chloride", "Natriumchlorid", " Sodium Chloride "],
            ["Natriumchlorit", "salt of sodium"],
        ),
        (WRITTEN, ["CaCl2"], ["CaCl", "Ca2Cl", "calcium chloride?"]),
        (CHARGE, ["-2", "2-", "−2"], ["+2", "two", "-99"]),
    ):
        for said in right:
            assert questions.is_right(exercise, said), said
        for said in wrong:
            assert not questions.is_right(exercise, said), said


@pytest.mark.rule("M-QUESTION")
@pytest.mark.parametrize("said", ["", "  ", "x" * 201, "a\nb", "\u202elCaN", "\x00"])
def test_M_QUESTION_takes_a_line_of_text(said: str) -> None:
    assert at_question().refused(0, Answer(said)) == "M-QUESTION no_answer"
    assert at_question().refused(1, Answer("NaCl")) == "M-TURN not_your_turn"
    assert at_question().refused(0, Roll()) == "M-TURN not_now"


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_has_exercises_of_three_kinds_at_every_level_that_can_be_shown_and_found_again() -> None:
    """A few of each level, chosen with a fixed seed."""
    for level in questions.LEVELS:
        texts = questions.pool(level)
        kinds = Counter(text.partition(":")[0] for text in texts)
        assert set(kinds) == set(questions.KINDS)
        assert min(kinds.values()) >= 10
        for text in Random(level).sample(texts, 3):
            shown = questions.shown(text)
            found = questions.exercise_of(level, shown)
            assert questions.shown(found) == shown
            assert questions.is_right(found, questions.right_answer(text))
            assert not any(questions.is_right(text, mistake) for mistake in questions.mistakes(text))
            said = [*(choice.get("name", choice.get("answer")) for choice in shown["choices"])]
            if level == "easy":
                assert [judge_answer(exercise_from_text(text), one, "en").right for one in said].count(
                    True
                ) == 1
            else:
                assert not said


# --- what is seen -------------------------------------------------------------------------------------------


@pytest.mark.rule("M-QUESTION")
@pytest.mark.parametrize("exercise", HARDER)
def test_M_QUESTION_shows_nobody_the_answer_before_it_is_given(exercise: str) -> None:
    """Two worlds in which the same is asked look the same: no text of an exercise is in a view or an event."""
    table = at_question(exercise, "medium")
    right = questions.right_answer(exercise)
    for viewer in (0, 1, None):
        view = GAME.view(table.state, viewer)
        (matter,) = [one for one in view["table"]["matters"] if one["type"] == "question"]
        assert "exercise" not in matter
        assert right not in json.dumps(matter, ensure_ascii=False)
        whole = GAME.imagine(view, Rng("another world"))
        assert GAME.view(whole, viewer) == view
        shown = [event for event in GAME.events_shown(table.events, viewer) if event.type == "question_asked"]
        assert [set(event.facts) for event in shown] == [{"about", "forced"}]
    table.act(0, Answer("I guess"))
    (event,) = [one for one in GAME.events_shown(table.events, 1) if one.type == "question_answered"]
    assert (event["answer"], event["right"], event["exercise"]) == ("I guess", False, exercise)


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_is_in_the_record_so_that_replaying_asks_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    state, events = GAME.start({"questions": "hard"}, "M-QUESTION", players=2)
    history, answered = list(events), 0
    while answered < 3:
        ask = GAME.asks(state)[0]
        act = ask.otherwise
        if isinstance(state.agenda.top, Question):
            act = Answer(questions.right_answer(state.agenda.top.exercise) if answered else "no idea")
            answered += 1
        elif TakeTest() in GAME.legal_actions(state, ask.player):
            act = TakeTest()
        state, events = GAME.apply(state, ask.player, act)
        history += events
    assert [event["right"] for event in history if event.type == "question_answered"] == [False, True, True]
    monkeypatch.setattr(questions, "is_right", None)
    monkeypatch.setattr(questions, "pool", None)
    assert replay(GAME, history) == state


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_is_told_in_both_languages() -> None:
    table = at_question()
    table.act(0, Answer("sodium chlorite"))
    right = at_question()
    right.act(0, Answer("Natriumchlorid"))

    def told(of: Table, kind: str, language: str, you: int | None = None) -> str | None:
        return prose.tell(GAME.name, of.event(kind), ["Ann", "Bob", "Cem"], language, you)

    assert told(table, "question_asked", "en") == "Ann: is asked a question on Test Day"
    assert told(table, "question_answered", "en") == (
        "Ann: answers sodium chlorite, which is wrong: NaCl is sodium chloride"
    )
    assert told(table, "question_answered", "de") == (
        "Ann: antwortet Natriumchlorit, und das ist falsch: NaCl ist Natriumchlorid"
    )
    assert told(right, "question_answered", "en", 0) == (
        "You answer Natriumchlorid, which is right, so the card costs nothing"
    )
    assert told(right, "question_answered", "de", 0) == (
        "Du antwortest Natriumchlorid, und das ist richtig; die Karte kostet nichts"
    )


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_in_the_terminal() -> None:
    view = GAME.view(at_question().state, 0)
    drawn = terminal.draw(view, ["Ann", "Bob", "Cem"])
    assert "Question: what is the name of NaCl?" in drawn
    assert "sodium chloride" in drawn.partition("One of these: ")[2]
    with prose.speaking("de"):
        drawn = terminal.draw(view, ["Ann", "Bob", "Cem"])
    assert "Frage: Wie heißt NaCl?" in drawn
    assert "Natriumchlorid" in drawn
    for action in (Answer("sodium chloride"), TakeTest(), Pass()):
        assert terminal.read(terminal.write(action), view) == action


# --- who plays by itself ------------------------------------------------------------------------------------


@pytest.mark.rule("M-QUESTION")
def test_M_QUESTION_bots_know_as_much_as_suits_them_and_hints_tell_nothing() -> None:
    table = at_question(NAMED, "medium")
    view = GAME.view(table.state, 0)
    assert hints(view, 5) == ()
    known = {}
    for name in ("random", "gentle", "greedy", "policy"):
        bot: Any = players_of(GAME.name).bot(Character(name))
        said = [bot.choose(view, Random(seed)).answer for seed in range(40)]
        known[name] = said.count("sodium nitrate")
        assert all(table.refused(0, Answer(answer)) == "" for answer in said)
    assert 0 < known["random"] < known["gentle"] < known["greedy"] < known["policy"] < 40


@pytest.mark.rule("M-QUESTION", "M-LEAVE")
def test_M_QUESTION_of_somebody_who_leaves_is_over() -> None:
    table = at_question()
    table.resign(0)
    assert table.asked[:2] == (1, "turn")
