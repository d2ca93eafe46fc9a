"""GET /v1/rulesets: which rule sets there are, and the edition that each judges by."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import ruleset
from adjudicator.errors import UnknownRuleset
from adjudicator.languages.boxes import with_words_of
from adjudicator_api.http.answers import RulesetAnswer, RulesetList
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.problems import Refused
from adjudicator_api.http.questions import EditionQuery
from adjudicator_api.jobs.verdicts import load_by
from adjudicator_api.routes.editions import chosen

if TYPE_CHECKING:
    from adjudicator.parts import RuleSet

resource = Resource("rulesets", __name__)


@resource.operation("GET", "/v1/rulesets", summary="List the rule sets", answer=RulesetList)
def list_rulesets() -> dict[str, Any]:
    return {"rulesets": ruleset.listed()}


@resource.operation(
    "GET",
    "/v1/rulesets/<name>",
    summary="Show one rule set with its edition",
    answer=RulesetAnswer,
    parameters={"name": "[A-Za-z0-9:+_-]{1,200}"},
    query=EditionQuery,
    problems=(404, 503),
)
def show_ruleset(name: str, query: EditionQuery) -> dict[str, Any]:
    """Its tiles or cards, ions, exceptions and board, as in the edition file.

    For callers who prefer another language than English, `words` has the edition's names and texts in it.
    """
    try:
        rules: Any = load_by(name, chosen(query.edition))
    except UnknownRuleset as error:
        raise Refused(404, error.code, error.message) from None
    shown = _described(rules)
    box = ruleset.box_of(ruleset.game_of(name))
    return {**shown, "edition": with_words_of(box, shown["edition"], cited=True)}


@lru_cache(32)  # a rule set never changes, and every page of a game asks for its own
def _described(rules: RuleSet) -> dict[str, Any]:
    return rules.describe()
