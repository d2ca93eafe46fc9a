"""POST /v1/judge and /v1/judge/batch: the verdict on a run of tiles or a formula."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pydantic_core
from flask import Response, current_app

from adjudicator import ruleset
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError
from adjudicator.reference.failures import TITLES
from adjudicator.verdict import Ruling
from api.gate import Place, move_on
from api.layer import JSON, Resource, to_json
from api.models import DEFAULT_RULES, Batch, BatchAnswer, BatchError, Judgement, Question

if TYPE_CHECKING:
    from adjudicator.verdict import Verdict
    from api.models import BatchItem
    from api.observing import Metrics

resource = Resource("judge", __name__)

MAX_BATCH = 1024 * 1024
MAX_CACHED = 4096
MAX_LOADED = 64
QUICK_TILES = 12


class Verdicts:
    """Verdicts as JSON. A verdict depends on nothing but its question, so those that are clear are kept."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._kept: dict[tuple[str, Tiles | Formula], tuple[bytes, Any]] = {}
        self._loaded: set[str] = set()  # rule sets that have judged before

    def warm(self) -> None:
        """What the first question to a thread would wait for: the default rules and the table."""
        ruleset.load_ruleset(DEFAULT_RULES).judge(Tiles.parse("HHO"))
        self._loaded.add(DEFAULT_RULES)

    def give(self, rules: str, question: Tiles | Formula) -> bytes:
        key = (rules, question)
        kept = self._kept.get(key)
        if kept is None:
            if not self._is_quick(rules, question):
                move_on()
            kept = self._judge(rules, question)
        else:
            self._metrics.cache_hits.inc()
        answer, counter = kept
        counter.inc()
        return answer

    def _is_quick(self, rules: str, question: Tiles | Formula) -> bool:
        """Whether it may be judged in place: few tiles, rules at hand, and nobody outside to ask."""
        few = question.size <= QUICK_TILES if isinstance(question, Formula) else len(question) <= QUICK_TILES
        return few and rules in self._loaded and not ruleset.default_authority().online

    def _judge(self, rules: str, question: Tiles | Formula) -> tuple[bytes, Any]:
        verdict = ruleset.load_ruleset(rules).judge(question)
        if len(self._loaded) < MAX_LOADED:
            self._loaded.add(rules)
        self._metrics.cache_misses.inc()
        for source in _silent_sources(verdict):
            self._metrics.source_failures.labels(source).inc()
        counter = self._metrics.rulings.labels(rules_label(rules), verdict.ruling.value)
        judged = pydantic_core.to_json(verdict.to_json()), counter  # nothing in a verdict is hidden
        if _is_final(verdict):
            if len(self._kept) >= MAX_CACHED:
                self._kept.clear()
            self._kept[rules, question] = judged
        return judged


def _silent_sources(verdict: Verdict) -> set[str]:
    """The sources whose silence left a check open."""
    reasons = [
        r for check in verdict.checks if check.code == "source_failed" for r in check.params["reasons"]
    ]
    return {source for source, title in TITLES.items() for reason in reasons if reason.startswith(title)}


def _is_final(verdict: Verdict) -> bool:
    """Whether it will be the same tomorrow: an outside source that is silent now may answer later."""
    outside = "+" in (verdict.authority or "")
    return verdict.ruling is not Ruling.UNRESOLVED and not (outside and verdict.known is None)


@lru_cache(256)
def rules_label(rules: str) -> str:
    """For metrics: combinations of rule sets, which are without number, share one label for each game."""
    game, _, variant = rules.partition(":")
    return rules if variant in ruleset.game(game).variants() else f"{game}:(other)"


def verdicts() -> Verdicts:
    found: Verdicts = current_app.extensions["verdicts"]
    return found


@resource.operation(
    "POST",
    "/v1/judge",
    summary="Rule on a run, a formula, or every run of a play",
    body=Question,
    answer=Judgement,
    place=Place.LOOP,
)
def judge(body: Question) -> Response:
    """Gives the ruling, every check behind it and its witness, and what is known of the compound.

    For several `runs` there is one ruling on all, as word judges give it, and the verdict on each.
    """
    if not body.runs:
        return Response(verdicts().give(body.rules, body.read()), mimetype=JSON)
    move_on()  # as many as a play has are not for the loop
    given = [verdicts().give(body.rules, run) for run in body.read_runs()]
    rulings = {json.loads(verdict)["ruling"] for verdict in given}
    ruling = next(word for word in ("invalid", "unresolved", "valid") if word in rulings)
    return Response(b'{"ruling":"%b","verdicts":[%b]}' % (ruling.encode(), b",".join(given)), mimetype=JSON)


@resource.operation(
    "POST",
    "/v1/judge/batch",
    summary="Rule on up to a thousand runs or formulas",
    body=Batch,
    answer=BatchAnswer,
    max_body=MAX_BATCH,
)
def judge_batch(body: Batch) -> Response:
    """Answers in the order of the questions. One that cannot be read gets an error in its place."""
    ruleset.load_ruleset(body.rules)  # a wrong name refuses the whole batch
    answers = b",".join([_answer(item, body.rules) for item in body.items])
    return Response(b'{"verdicts":[%b]}' % answers, mimetype=JSON)


def _answer(item: BatchItem, rules: str) -> bytes:
    try:
        answer = verdicts().give(item.rules or rules, item.read())
    except AdjudicatorError as error:
        answer = to_json(BatchError, {"error": error.to_json()})
    if item.id is None:
        return answer
    return b'{"id":%b,%b' % (json.dumps(item.id).encode(), answer[1:])
