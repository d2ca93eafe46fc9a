"""POST /v1/judge and /v1/judge/batch: the verdict on a run of tiles or a formula, or on several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, current_app

from adjudicator import prose
from adjudicator_api.http.answers import BatchAnswer, Judgement
from adjudicator_api.http.operations import JSON, Resource
from adjudicator_api.http.questions import Batch, Question
from adjudicator_api.http.terms import Place, move_on
from adjudicator_api.jobs.pool import background, work
from adjudicator_api.jobs.verdicts import BUDGET, judge_items, load_by
from adjudicator_api.routes.editions import chosen
from adjudicator_api.server.limiter import charge
from adjudicator_api.server.metrics import metrics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from wsgiref.types import WSGIEnvironment

    from adjudicator.chem.formula import Formula, Tiles
    from adjudicator_api.jobs.verdicts import Verdicts

resource = Resource("judge", __name__)

MAX_BATCH = 1024 * 1024
LARGE = 100  # questions of a batch for which nobody waits at a table
BATCH_SECONDS = 4 * BUDGET  # on a busy machine a second of work takes longer than a second


def verdicts() -> Verdicts:
    found: Verdicts = current_app.extensions["verdicts"]
    return found


@resource.operation(
    "POST",
    "/v1/judge",
    summary="Rule on a run, a formula, or every run of a play",
    body=Question,
    answer=Judgement,
    problems=(503,),
    place=Place.LOOP,
    bare=True,
)
def judge(body: Question, environ: WSGIEnvironment, parts: Mapping[str, Any]) -> bytes:
    """Gives the ruling, every check behind it and its witness, and what is known of the compound.

    Several `runs` get one ruling on the whole play, as word judges give it, and a verdict on each run. Ion
    counts the cards of its box unless `box` is `any`; Compounded takes a `bench` with `wilds` and a `level`.
    """
    parts["limiter"].charge(environ, len(body.runs) - 1)
    questions: Sequence[Tiles | Formula | None] = body.read_runs() or [body.read()]
    box, conditions = parts["editions"].chosen(body.edition, environ), body.conditions
    kept: Verdicts = parts["verdicts"]
    if not all(kept.is_quick(body.rules, question, box, conditions) for question in questions):
        move_on(environ)
    given = [kept.give(body.rules, question, box, conditions) for question in questions]
    if not body.runs:
        return given[0][0]
    rulings = {ruling for _, ruling in given}
    ruling = next(word for word in ("invalid", "unresolved", "valid") if word in rulings)
    return b'{"ruling":"%b","verdicts":[%b]}' % (ruling.encode(), b",".join(answer for answer, _ in given))


@resource.operation(
    "POST",
    "/v1/judge/batch",
    summary="Rule on up to a thousand runs or formulas",
    body=Batch,
    answer=BatchAnswer,
    max_body=MAX_BATCH,
    problems=(503,),
)
def judge_batch(body: Batch) -> Response:
    """Answers in the order of the questions. One that cannot be read gets an error in its place.

    So do questions that the batch had no time left for: `budget_spent`.
    """
    charge(len(body.items) - 1)
    box = chosen(body.edition)
    load_by(body.rules, box)  # an unknown rule set or edition refuses the whole batch
    items = [
        (
            item.rules or body.rules,
            *item.question,
            item.conditions,
            item.id,
        )
        for item in body.items
    ]
    pool = background() if len(items) > LARGE else work()
    answers, tally = pool.run(judge_items, items, prose.spoken(), box, seconds=BATCH_SECONDS)
    for note, times in tally.items():
        metrics().note(note, times)
    return Response(b'{"verdicts":%b}' % answers, mimetype=JSON)
