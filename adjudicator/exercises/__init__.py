"""Exercises: questions for a class, for practice and for paper, each marked by the judge.

>>> asked = exercise_from_text("name:Fe2(SO4)3")
>>> question(asked, "en")["prompt"]
'What is its name?'
>>> judge_answer(asked, "iron sulfate", "en").reason
'Not enough: iron sulfate may be FeSO4 or Fe2(SO4)3. Say the number: Fe2(SO4)3 is iron(III) sulfate.'
>>> solution(asked, "de").answer
'Eisen(III)-sulfat'
"""

from __future__ import annotations

from adjudicator.exercises.choices import choices
from adjudicator.exercises.daily import Daily, daily
from adjudicator.exercises.exercise import Exercise, Kind
from adjudicator.exercises.marking import Marked, Solution
from adjudicator.exercises.questions import exercise_from_text, judge_answer, question, remember, solution
from adjudicator.exercises.sets import ExerciseSet, Fault, set_from_text
from adjudicator.exercises.topics import Topic, make_round, topic, topics

__all__ = [
    "Daily",
    "Exercise",
    "ExerciseSet",
    "Fault",
    "Kind",
    "Marked",
    "Solution",
    "Topic",
    "choices",
    "daily",
    "exercise_from_text",
    "judge_answer",
    "make_round",
    "question",
    "remember",
    "set_from_text",
    "solution",
    "topic",
    "topics",
]
