"""Millions of questions: `judge_many` from Python, `adjudicator judge --in FILE --out FILE` for files."""

from adjudicator.batch.questions import Paper, judge_many

__all__ = ["Paper", "judge_many"]
