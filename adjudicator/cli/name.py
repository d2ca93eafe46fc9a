"""`adjudicator name`: names a substance, or checks a name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose, ruleset
from adjudicator.cli import completing, render
from adjudicator.cli.options import EDITION
from adjudicator.cli.streaming import answer_lines
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote
from adjudicator.parts import NamingRuleSet

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.chem.naming import NameCheck

EXIT = {"right": 0, "wrong": 1, "unresolved": 3}


@click.command()
@click.argument("formula", required=False)
@click.option("--is", "proposed", metavar="NAME", help="Check whether this name is right.")
@click.option(
    "--rules",
    shell_complete=completing.rules,
    help="With valence-plus: read the formula as element cards that make one build (V-NAME).",
)
@EDITION
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--jsonl", is_flag=True, help='Read lines {"formula": ..., "is": ...} from standard input.')
@click.pass_context
def name(
    ctx: click.Context,
    formula: str | None,
    proposed: str | None,
    rules: str | None,
    edition: Path | None,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Name a substance, or check a name as a chemistry teacher would.

    \b
      adjudicator name NaOH
      adjudicator name "copper(II) sulfate pentahydrate"   gives the formula of a name
      adjudicator name NaOH --is "caustic soda"
      adjudicator name "Fe2(SO4)3" --is "iron sulfate"
      adjudicator name "Na O H" --is lye --rules valence-plus
      adjudicator name --jsonl < names.jsonl

    Exit code: 0 right or named, 1 wrong or no name, 3 unresolved, 2 unreadable.
    """
    ctx.obj["json"] = as_json
    if jsonl:
        if formula is not None or proposed is not None:
            raise click.UsageError(
                "--jsonl reads its questions from standard input; leave out formula and name."
            )
        answer_lines(_answer_line, "naming")
        return
    if formula is None:
        raise click.UsageError("Which formula? For example: adjudicator name NaOH")
    if edition is not None and rules is None:
        raise click.UsageError("--edition needs --rules, to say which game the box belongs to.")
    if rules is not None:
        _by_the_game(ctx, formula, proposed, rules, edition, as_json=as_json)
    answer = _answer(formula, proposed)
    click.echo(json.dumps(answer, ensure_ascii=False) if as_json else render.names(answer))
    ctx.exit(EXIT[answer["answer"]] if proposed is not None else 0 if answer.get("name", True) else 1)


def _answer(formula: str, proposed: str | None) -> dict[str, Any]:
    from adjudicator.chem.naming import check, isomers_among, names, substance

    known = ruleset.default_authority().table
    try:
        composition = substance(formula)
    except UnreadableInput:
        if proposed is not None:
            raise
        return _what_is(formula)
    note = {"note": composition.note} if composition.note else {}
    if proposed is not None:
        ruling: NameCheck = check(formula, proposed, known)
        return {"formula": formula, "is": proposed, **ruling.to_json(), **note}
    listed = names(composition, known, prose.spoken())
    isomers = list(isomers_among(listed, composition, known, prose.spoken()))
    named = {"name": listed[0] if listed else None, "names": list(listed), "isomers": isomers}
    return {"formula": formula, **named, **note}


def _what_is(name: str) -> dict[str, Any]:
    """Looks up a name instead of a formula; an ambiguous name gives several substances."""
    from adjudicator.lookup import look_up

    found = look_up(name, ruleset.default_authority())
    substances = [{"formula": one.written, "names": list(one.names)} for one in found.substances]
    elsewhere = [one.message for one in found.elsewhere]
    return {"asked": found.text, "substances": substances, "elsewhere": elsewhere}


def _answer_line(question: Any) -> dict[str, Any]:
    """Answers one line of input: an object with a formula and optionally a name, or a bare formula."""
    if isinstance(question, str):
        return _answer(question, None)
    if isinstance(question, dict):
        formula, proposed = question.get("formula"), question.get("is")
        if isinstance(formula, str) and (proposed is None or isinstance(proposed, str)):
            return _answer(formula, proposed)
    raise UnreadableInput(
        "bad_question", f'A line is {{"formula": "NaOH", "is": "lye"}}, not {quote(repr(question))}.'
    )


def _by_the_game(
    ctx: click.Context, cards: str, proposed: str | None, rules: str, edition: Path | None, *, as_json: bool
) -> None:
    """V-NAME: the cards must make one build, and the name must be that of the concrete substance."""
    game = ruleset.load_ruleset(rules, edition)
    if not isinstance(game, NamingRuleSet):
        raise AdjudicatorError("no_naming", f"{quote(rules)} has no rule for naming; use valence-plus.")
    if proposed is None:
        raise click.UsageError("--rules needs --is with a name to check.")
    ruling = game.rule_on_name(ruleset.read_question(cards), proposed)
    answer = {"cards": list(ruling.verdict.tiles), "is": proposed, **ruling.to_json()}
    shown = {**answer, "formula": ruling.verdict.formula}
    click.echo(json.dumps(answer, ensure_ascii=False) if as_json else render.names(shown))
    ctx.exit(EXIT[ruling.answer])
