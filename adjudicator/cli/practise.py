"""`adjudicator practise`: a round of exercises in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from adjudicator import prose
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli import completing
from adjudicator.cli.options import told
from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises import Kind
from adjudicator.exercises.words import points_told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from adjudicator.exercises import Exercise, ExerciseSet, Marked

REVEAL = "?"
KINDS = click.Choice([kind.value for kind in Kind])


@click.command()
@click.argument("topic", required=False)
@click.option("--level", type=click.IntRange(0, 3), default=0, help="The level, 1 to 3; by default all.")
@click.option(
    "--count", type=click.IntRange(1, 40), default=10, help="The number of exercises; by default 10."
)
@click.option("--kind", "kinds", multiple=True, type=KINDS, help="Only this kind; may be repeated.")
@click.option("--seed", default="", help="The same seed gives the same round; by default a new one.")
@click.option(
    "--list", "pasted", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True),
    help="Your own list, one formula, name or equation per line; - is standard input.",
)  # fmt: skip
@click.option(
    "--rules",
    default="",
    shell_complete=completing.rules,
    help="With --list: the rule set for exercises with tiles.",
)
@click.option(
    "--careful-names", "careful", is_flag=True, help="Accept no loose names of school, as copper sulfate."
)
@click.option("--choices", "choosing", is_flag=True, help="Offer answers to choose from, if there are any.")
@click.option(
    "--worksheet", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the exercises and their answers to a PDF instead of asking.",
)  # fmt: skip
@click.option(
    "--paper", type=click.Choice(["A4", "Letter"]), default="A4", help="The paper of the worksheet."
)
@click.option(
    "--versions", type=click.IntRange(1, 4), default=1,
    help="Worksheets A, B and so on: the same questions in other orders.",
)  # fmt: skip
@click.option(
    "--cards", "on_cards", is_flag=True, help="With --worksheet: cards to cut out, their answers on the back."
)
@click.option("--show", is_flag=True, help="Print the exercises with their answers instead of asking.")
@click.option("--daily", "of_the_day", is_flag=True, help="Ask today's puzzle of a game.")
@click.option(
    "--day",
    metavar="DATE",
    type=click.DateTime(["%Y-%m-%d"]),
    help="With --daily: the puzzle of another day.",
)
def practise(
    topic: str | None,
    level: int,
    count: int,
    kinds: Sequence[str],
    seed: str,
    pasted: Path | None,
    rules: str,
    careful: bool,
    choosing: bool,
    worksheet: Path | None,
    paper: str,
    versions: int,
    on_cards: bool,
    show: bool,
    of_the_day: bool,
    day: datetime | None,
) -> None:
    """Practise names, formulas, charges, equations and plays; the judge marks every answer.

    \b
      adjudicator practise                              the topics
      adjudicator practise ions --level 1               ten ions, in both directions
      adjudicator practise salts --kind write           formulas of salts
      adjudicator practise compoundit --count 5         runs, racks and numbers of a game
      adjudicator practise --list mine.txt --kind name  your own list
      adjudicator practise ion --daily                  today's puzzle

    Type an answer and press Enter; ? shows the answer. Missed exercises come back at the end.
    """
    if of_the_day:
        _ask_daily(topic, day)
        return
    if day is not None:
        raise click.UsageError("--day needs --daily.")
    if topic is None and pasted is None:
        _list_topics()
        return
    if topic is not None and pasted is not None:
        raise click.UsageError("Either a topic or --list, not both.")
    if pasted is not None:
        chosen = _own(pasted, kinds, rules, count)
    else:
        chosen = _round(topic or "", level, count, seed, kinds)
    chosen = chosen.with_careful_names() if careful else chosen
    if worksheet is not None:
        _print(chosen.exercises, worksheet, paper, topic or "", versions, on_cards=on_cards)
        return
    if show:
        _show(chosen.exercises)
        return
    _ask(chosen.exercises, choosing=choosing)


def _ask_daily(game: str | None, day: datetime | None) -> None:
    """Asks the puzzle once; the line at the end can be shared, as it does not give the answer away."""
    from datetime import UTC, datetime

    from adjudicator.exercises import daily, judge_answer

    if game is None:
        raise click.UsageError("Which game? For example: adjudicator practise ion --daily.")
    puzzle = daily(game, (day or datetime.now(UTC)).date())
    asked = puzzle.to_json()["question"]
    click.echo(f"{asked['prompt']}\n    {_material(asked)}")
    for clue in asked.get("clues", ()):
        click.echo(f"    {clue}")
    given = _answered()
    if given is None:
        return
    mark = judge_answer(puzzle.exercise, "" if given == REVEAL else given, prose.spoken())
    _tell(mark, shown=given == REVEAL)
    click.echo(puzzle.told(0 if given == REVEAL else mark.score, 1))


def _list_topics() -> None:
    from adjudicator.exercises import topics

    width = max(map(len, topics()))
    for name, topic in topics().items():
        click.echo(f"{name:{width}}  {topic.to_json()['about']}")


def _round(topic: str, level: int, count: int, seed: str, kinds: Sequence[str]) -> ExerciseSet:
    import secrets

    from adjudicator.exercises import make_round
    from adjudicator.exercises.words import say

    found = make_round(topic, level, count, seed or secrets.token_hex(8), kinds)
    asked = click.get_current_context().get_parameter_source("count") is not ParameterSource.DEFAULT
    if asked and len(found.exercises) < count:
        click.echo(
            say("There are only {count} of these, not {asked}.", count=len(found.exercises), asked=count),
            err=True,
        )
    return found


def _own(file: Path, kinds: Sequence[str], rules: str, count: int) -> ExerciseSet:
    from adjudicator.exercises import ExerciseSet, set_from_text

    if len(kinds) > 1:
        raise click.UsageError("A list has one kind of exercise: give --kind once.")
    try:
        with click.open_file(str(file), encoding="utf-8") as lines:
            text = lines.read()
    except UnicodeDecodeError:
        raise UnreadableInput("bad_encoding", f"{quote(str(file))} is not UTF-8 text.") from None
    found = set_from_text(text, kinds[0] if kinds else Kind.NAME, rules)
    for fault in found.faults:
        click.echo(f"{told('line')} {fault.line}: {fault.message} [{fault.code}]", err=True)
    if not found.exercises:
        raise UnreadableInput("empty_list", f"{quote(str(file))} has no line that makes an exercise.")
    return ExerciseSet(found.exercises[:count], found.faults)


def _print(
    exercises: Sequence[Exercise], file: Path, paper: str, topic: str, versions: int, *, on_cards: bool
) -> None:
    from adjudicator.exercises import topics
    from adjudicator.exercises.cards import cards
    from adjudicator.exercises.worksheets import worksheet
    from adjudicator.printing.geometry import PAPERS

    title = topics()[topic].title if topic else ""
    if on_cards:
        file.write_bytes(cards(exercises, PAPERS[paper], title))
    else:
        file.write_bytes(worksheet(exercises, PAPERS[paper], title, versions=versions))
    click.echo(str(file))


def _show(exercises: Sequence[Exercise]) -> None:
    from adjudicator.exercises import question, solution
    from adjudicator.exercises.words import answer_called

    for place, exercise in enumerate(exercises, start=1):
        asked = question(exercise, prose.spoken())
        click.echo(f"{place}. {asked['prompt']}  {_material(asked)}")
        click.echo(f"   {prose_in_signs(answer_called(solution(exercise, prose.spoken()).answer))}")


def _ask(exercises: Sequence[Exercise], *, choosing: bool) -> None:
    missed: list[Exercise] = []
    right = 0
    for place, exercise in enumerate(exercises, start=1):
        outcome = _ask_one(exercise, f"{place}/{len(exercises)}", choosing=choosing)
        if outcome is None:
            break
        right += outcome
        if not outcome:
            missed.append(exercise)
    for exercise in missed:
        if _ask_one(exercise, told("again"), choosing=choosing) is None:
            break
    click.echo(told("{right} of {asked} right.", right=right, asked=len(exercises)))


def _ask_one(exercise: Exercise, place: str, *, choosing: bool) -> bool | None:
    """Whether the answer was right; None at the end of the input."""
    from adjudicator.exercises import choices, judge_answer, question

    asked = question(exercise, prose.spoken())
    click.echo(f"\n{place}  {asked['prompt']}\n    {_material(asked)}")
    offered = choices(exercise, prose.spoken()) if choosing else ()
    for number, choice in enumerate(offered, start=1):
        click.echo(f"    {number}  {prose_in_signs(choice)}")
    given = _answered()
    if given is None:
        return None
    if offered and given.isdigit() and 1 <= int(given) <= len(offered):
        given = offered[int(given) - 1]
    mark = judge_answer(exercise, "" if given == REVEAL else given, prose.spoken())
    _tell(mark, shown=given == REVEAL)
    return mark.right and given != REVEAL


def _answered() -> str | None:
    """The typed answer; None at the end of the input."""
    click.echo("  > ", nl=False)
    answer = sys.stdin.readline()
    if not answer:
        click.echo()
        return None
    return answer.strip()


def _tell(mark: Marked, *, shown: bool) -> None:
    if shown:
        click.echo(f"    {prose_in_signs(mark.expected.text)}")
        return
    sign = {"right": "✔", "wrong": "✘", "unresolved": "?"}[mark.outcome]
    tail = "" if mark.right else f"\n    {mark.expected.text}"
    reason = f"{mark.reason}{tail if mark.expected.text not in mark.reason else ''}"
    click.echo(f"  {sign} {prose_in_signs(reason)}")


def _material(asked: dict[str, Any]) -> str:
    """The material of a question, in one line."""
    if "equation" in asked:
        sides = (" + ".join(asked["equation"][side]) for side in ("reactants", "products"))
        return prose_in_signs(" → ".join(sides))
    shown = [prose_in_signs(asked[part]) for part in ("name", "formula") if part in asked]
    shown += [" ".join(asked[part]) for part in ("tiles", "rack") if part in asked]
    shown += [f"({told})" for told in (points_told(asked), asked.get("scores")) if told]
    if "board" in asked:
        tiles = asked["board"]["tiles"]
        shown.append(" ".join(f"{one['row']},{one['col']}:{one['symbol']}" for one in tiles))
    return "  ".join(shown)
