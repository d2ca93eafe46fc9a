"""GET /v1/substances: what a formula or a name stands for, and in which games it is legal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adjudicator import ruleset
from adjudicator.lookup import look_up
from adjudicator.ruleset import default_authority
from adjudicator_api.http.answers import SubstancesAnswer
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.questions import SubstanceQuery
from adjudicator_api.jobs.lookups import failures_of, looked_up
from adjudicator_api.routes.judge import verdicts
from adjudicator_api.server.limiter import charge
from adjudicator_api.server.metrics import metrics

if TYPE_CHECKING:
    from adjudicator.chem.formula import Formula

resource = Resource("substances", __name__)


@resource.operation(
    "GET",
    "/v1/substances",
    summary="Look a substance up by formula or name",
    query=SubstanceQuery,
    answer=SubstancesAnswer,
    problems=(422, 503),
)
def look_up_substance(query: SubstanceQuery) -> dict[str, Any]:
    """Names, the compound on record with its boiling point and source, isomers, and the ruling of every rule
    set with its reason. An ambiguous name, such as iron chloride, gives several substances.

    Each ruling counts as one question against the client's rate limit. A source that does not answer is named
    in `failures`.
    """
    authority = default_authority()
    found = look_up(query.q, authority)
    charge(len(found.substances) * len(ruleset.listed()) - 1)
    for source in failures_of(found):
        metrics().note(("silent", source))
    return looked_up(found, authority.label, _judged)


def _judged(rules: str, formula: Formula) -> tuple[str, str]:
    answer, ruling = verdicts().give(rules, formula)
    return ruling, json.loads(answer)["reason"]
