"""`adjudicator judge`: the ruling on a run of tiles or a formula, and why."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator import ruleset
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.cli import completing, render
from adjudicator.cli.options import CLUSTER, EDITION, EXIT, ONLINE, WORKERS, authority_of, text_of
from adjudicator.cli.options import told as say
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Verdict


FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("question", required=False)
@click.option(
    "--rules",
    default=ruleset.DEFAULT_RULES,
    show_default=True,
    shell_complete=completing.rules,
    help="The rule set to judge by.",
)
@click.option(
    "--tiles", "kind", flag_value="tiles", help="Read the question as tiles in their order on the board."
)
@click.option("--formula", "kind", flag_value="formula", help="Read the question as a formula, in any order.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option(
    "--jsonl", is_flag=True, help="Read questions from standard input, one per line; write verdicts."
)
@click.option(
    "--draw",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the Lewis structure of the ruling to this SVG file.",
)
@click.option(
    "--in",
    "source",
    type=FILE,
    help="Judge every row of this CSV, JSON lines or Parquet file, also .gz; - is standard input.",
)
@click.option(
    "--out",
    "target",
    type=FILE,
    help="The file for the rows and their verdicts; - is standard output.",
)
@click.option("--column", help="The column with the questions, if not tiles, formula or question.")
@click.option(
    "--header/--no-header",
    default=None,
    help="With --in: whether the first row of a CSV names the columns; without names they are 1, 2, 3 ...",
)
@click.option("--full", is_flag=True, help="With --in: add a column with the whole verdict.")
@click.option("--overwrite", is_flag=True, help="With --in: overwrite the output file.")
@click.option("--restart", is_flag=True, help="With --in: start over instead of continuing.")
@click.option(
    "--box",
    type=click.Choice(["counted", "any"]),
    help="Ion: whether the box must have enough cards (counted), or only the charges matter (any).",
)
@click.option("--bench", help="Compounded: the crystals on a bench; lists the cards that they complete.")
@click.option("--wilds", type=int, help="Compounded, with --bench: the number of wild elements.")
@click.option("--level", type=int, help="Compounded, with --bench: how many crystals Research may place.")
@WORKERS
@CLUSTER
@ONLINE
@EDITION
@click.pass_context
def judge(
    ctx: click.Context,
    question: str | None,
    rules: str,
    kind: str | None,
    as_json: bool,
    jsonl: bool,
    draw: Path | None,
    source: Path | None,
    target: Path | None,
    column: str | None,
    header: bool | None,
    full: bool,
    overwrite: bool,
    restart: bool,
    box: str | None,
    bench: str | None,
    wilds: int | None,
    level: int | None,
    workers: int | None,
    cluster: str | None,
    online: bool,
    edition: Path | None,
) -> None:
    """Rule on a run of tiles or a formula, and say why.

    Text with a digit, bracket or dot is a formula: legal if some order of its tiles is legal. Anything else
    is a run of tiles as it lies on the board, and order counts.

    \b
      adjudicator judge MgNOONOO            seven tiles: legal
      adjudicator judge MgNNOOOO            the same tiles, but the ions are split: not legal
      adjudicator judge "Mg(NO2)2"          a formula: shows a legal order
      adjudicator judge --tiles "Mg N O O"  tiles may be separated by spaces
      adjudicator judge --jsonl < questions.jsonl
      adjudicator judge SO2 --rules compoundit:simple-lewis --draw so2.svg
      adjudicator judge --in formulas.csv --out ruled.csv
      zcat formulas.csv.gz | adjudicator judge --in - --out ruled.parquet
      adjudicator judge --in formulas.csv --out - | grep invalid
      printf "H2O\\nMgO\\n" | adjudicator judge --in - --no-header --out -
      adjudicator judge "Fe2(SO4)3" --rules ion:transition+polyatomic --box any
      adjudicator judge --rules compounded --bench "H H O C" --wilds 1 --level 3

    A file keeps its rows, their order and its columns. The columns ruling, accepted_by, reason, formula and
    name are added, prefixed with verdict_ if the file already has a column of that name. A row that cannot be
    read gets the ruling "error" and a reason. CSV may become Parquet, and Parquet CSV. All cores are used.
    After an interruption, the same command continues where it stopped.

    Exit code: 0 valid, 1 invalid, 3 unresolved, 2 unreadable.
    """
    ctx.obj["json"] = as_json
    conditions = ruleset.conditions_of({"box": box, "bench": bench, "wilds": wilds, "level": level})
    if source is not None or target is not None:
        if source is None or target is None or jsonl or draw or question is not None:
            raise click.UsageError("--in and --out go together, without a question, --jsonl or --draw.")
        from adjudicator.batch.executors import workforce
        from adjudicator.batch.preparing import STDOUT, delivered, prepared
        from adjudicator.batch.questions import Paper
        from adjudicator.batch.runs import Run
        from adjudicator.cli.progress import followed, told
        from adjudicator.reference.authority import SOURCES

        sources = SOURCES if online else None
        text = text_of(edition, rules.partition(":")[0])
        paper = Paper(rules, text, sources, kind, full, tuple(sorted(conditions.items())))
        with (
            prepared(source, target, column, header) as (rows, named),
            delivered(target, rows) as file,
            workforce(workers, cluster) as force,
        ):
            run = Run(source, file, paper, column, rows, named)
            try:
                summary = followed(run.go(force, overwrite=overwrite, anew=restart))
            except KeyboardInterrupt:
                if target == STDOUT:
                    message = "Interrupted. Nothing is kept for standard output; --out FILE can be continued."
                else:
                    message = (
                        "Interrupted. Finished work is kept in {folder}; the same command continues there."
                    )
                click.echo(say(message, folder=run.folder), err=True)
                raise
        click.echo(json.dumps(summary) if as_json else told(summary), err=target == STDOUT or not as_json)
        return
    if jsonl:
        if question is not None:
            raise click.UsageError("--jsonl reads its questions from standard input; leave out the question.")
        _judge_lines(rules, edition, authority_of(online=online), conditions)
        return
    if question is None and bench is None:
        raise click.UsageError("Which run? For example: adjudicator judge MgNOONOO")
    chosen = ruleset.load_ruleset(rules, edition, authority_of(online=online))
    asked = None if question is None else _read(question, kind)
    verdict = ruleset.ask(chosen, asked, conditions)
    shown = json.dumps(verdict.to_json(), ensure_ascii=False) if as_json else render.verdict(verdict, asked)
    click.echo(shown)
    if isinstance(asked, Formula) and asked.note:
        click.echo(asked.note, err=True)
    sys.stdout.flush()
    if draw is not None:
        _draw(verdict, draw)
    ctx.exit(EXIT[verdict.ruling])


def _draw(verdict: Verdict, target: Path) -> None:
    if verdict.smiles is None:
        raise AdjudicatorError(
            "nothing_to_draw",
            f"No molecule {verdict.formula} is known, and the ruling has no Lewis structure.",
        )
    from adjudicator.chem.drawing import draw

    try:
        target.write_text(draw(verdict.smiles), encoding="utf-8")
    except OSError as error:
        raise AdjudicatorError(
            "cannot_write", f"{quote(str(target))} cannot be written: {error.strerror}."
        ) from None


def _read(text: str, kind: str | None) -> Tiles | Formula:
    try:
        if kind is None:
            return ruleset.read_question(text)
        return Tiles.parse(text) if kind == "tiles" else Formula.parse(text)
    except UnreadableInput as unreadable:
        raise _named(text) or unreadable from None


def _named(text: str) -> UnreadableInput | None:
    """The error for a name instead of a run: a run is judged in its order, and a name has no order."""
    from adjudicator.chem.naming import substances, written

    meant = [written(formula) for formula in substances(text, ruleset.default_authority().table)]
    if not meant:
        return None
    refusal = f"{quote(text)} is the name of {', '.join(meant)}. A run is judged as it lies:"
    suggestion = f"adjudicator judge {meant[0].partition('^')[0]}"  # without a charge
    return UnreadableInput("is_a_name", f"{refusal} {suggestion}", input=text)


def _judge_lines(
    rules: str, edition: Path | None, authority: Authority, conditions: Mapping[str, Any]
) -> None:
    ruleset.load_ruleset(rules, edition, authority)  # a bad rule set or edition fails before the run starts

    def judged(question: Any) -> dict[str, Any]:
        own = question.get("rules") or rules if isinstance(question, dict) else rules
        chosen = ruleset.load_ruleset(str(own), edition, authority)
        all_conditions = {**conditions, **ruleset.conditions_of(question)}
        return ruleset.ask(chosen, ruleset.question_of(question), all_conditions).to_json()

    from adjudicator.cli.streaming import answer_lines

    answer_lines(judged, "judging")
