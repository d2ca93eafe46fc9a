"""`python -m tools exercises`: exercises of all topics, levels and languages, to be read by a chemist."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose
from adjudicator.exercises import choices, judge_answer, make_round, question, solution, topics
from adjudicator.exercises.exercise import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.exercises import Exercise

SHOWN = ("name", "formula", "tiles", "rack", "equation")  # of a question, beside its prompt


@click.command()
@click.option("--count", type=click.IntRange(1), default=400, help="How many exercises; by default 400.")
@click.option("--seed", default="read", help="The same seed gives the same exercises.")
@click.option("--table", is_flag=True, help="Print only how many there are of each topic, level and kind.")
def exercises(count: int, seed: str, table: bool) -> None:
    """Print exercises with question, right answers, reason and wrong choices, to be read by a chemist.

    Beside each, in capitals, what the program itself finds wrong with it: a solution without full marks, a
    choice that is not wrong.
    """
    asked = list(sample(count, seed))
    if table:
        counts = Counter((exercise.topic, exercise.level, exercise.kind.value) for exercise, _ in asked)
        for (topic, level, kind), many in sorted(counts.items()):
            click.echo(f"{topic}\t{level}\t{kind}\t{many}")
        return
    for number, (exercise, language) in enumerate(asked, start=1):
        click.echo(f"{number}\t{language}\t" + "\t".join(described(exercise, language)))


def sample(count: int, seed: str) -> Iterator[tuple[Exercise, str]]:
    """As many of each topic, level and language as come out even, then one more of each, without repeats."""
    cells = [
        (make_round(name, level, 40, f"{seed}-{language}").exercises, language)
        for name in topics()
        for level in LEVELS
        for language in prose.LANGUAGES
    ]
    chosen: dict[tuple[Exercise, str], None] = {}
    for place in range(40):
        for found, language in cells:
            if place < len(found) and len(chosen) < count:
                chosen[found[place], language] = None
    return iter(chosen)


def described(exercise: Exercise, language: str) -> Iterator[str]:
    asked = question(exercise, language)
    right = solution(exercise, language)
    yield exercise.text
    yield f"{asked['prompt']} {' | '.join(_shown(asked[part]) for part in SHOWN if part in asked)}"
    yield " / ".join((right.answer, *right.also))
    yield right.text
    wrong = [one for one in choices(exercise, language) if one != right.answer]
    yield f"not: {' / '.join(wrong)}" if wrong else ""
    mark = judge_answer(exercise, right.answer, language)
    if (mark.right, mark.score) != (True, 1.0):
        yield f"SOLUTION MARKED {mark.outcome} {mark.score}: {mark.reason}"
    for one in right.also:
        if not judge_answer(exercise, one, language).right:
            yield f"ALSO NOT RIGHT: {one}"
    for one in wrong:
        if judge_answer(exercise, one, language).score == 1:
            yield f"CHOICE NOT WRONG: {one}"


def _shown(part: Any) -> str:
    if isinstance(part, dict):
        return " -> ".join(" + ".join(side) for side in part.values())
    return " ".join(part) if isinstance(part, list) else str(part)
