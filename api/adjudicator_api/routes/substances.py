"""GET /v1/substances: what a formula or a name stands for, and in which games it is legal."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.chem.formula import Formula
from adjudicator.errors import AdjudicatorError
from adjudicator.lookup import look_up
from adjudicator.ruleset import default_authority
from adjudicator_api.http.models import SubstanceQuery, SubstancesAnswer
from adjudicator_api.http.operations import Resource
from adjudicator_api.routes.judge import verdicts
from adjudicator_api.server.limiting import charge
from adjudicator_api.server.metrics import metrics

if TYPE_CHECKING:
    from adjudicator.lookup import Substance

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
    failures = {failure.source: failure for one in found.substances for failure in one.failures}
    for source in failures:
        metrics().note(("silent", source))
    return {
        "asked": found.asked,
        "read_as": found.read_as,
        "authority": authority.label,
        "substances": [_shown(substance) for substance in found.substances],
        "elsewhere": [
            {"language": one.language, "formula": one.written, "name": one.name, "text": one.message}
            for one in found.elsewhere
        ],
        "failures": [asdict(failure) for failure in failures.values()],
    }


def _shown(substance: Substance) -> dict[str, Any]:
    return {
        "formula": substance.written,
        "hill": substance.formula.hill,
        "names": list(substance.names),
        "known": asdict(substance.known.shown) if substance.known else None,
        "isomers": [asdict(known.shown) for known in substance.isomers],
        "rulings": [] if substance.formula.charge else _rulings(Formula.parse(substance.written)),
    }


def _rulings(formula: Formula) -> list[dict[str, str]]:
    """The rulings of all rule sets that can judge it."""
    rulings = []
    forms = ruleset.question_forms()
    for listed in ruleset.listed():
        with suppress(AdjudicatorError):
            game = ruleset.game_of(listed["name"])
            answer, ruling = verdicts().give(listed["name"], formula)
            rulings.append(
                {
                    "rules": listed["name"],
                    "game": game,
                    "title": _title(game, forms[game].title if game in forms else listed["game"]),
                    "ruling": ruling,
                    "reason": json.loads(answer)["reason"],
                }
            )
    return rulings


def _title(game: str, title: str) -> str:
    return prose.phrase("rules", title, ruleset.box_of(game))
