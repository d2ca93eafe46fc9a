"""GET /v1/reference/{formula}: the known compounds of a composition, with the evidence."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from adjudicator.chem.formula import Formula
from adjudicator.reference.isomers import of_structure
from adjudicator.ruleset import default_authority
from adjudicator_api.http.answers import ReferenceAnswer
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.questions import FORMULA_PATTERN
from adjudicator_api.server.metrics import metrics

resource = Resource("reference", __name__)


@resource.operation(
    "GET",
    "/v1/reference/<formula>",
    summary="List the known compounds of a formula",
    answer=ReferenceAnswer,
    parameters={"formula": FORMULA_PATTERN},
    problems=(404, 422),
)
def show_reference(formula: str) -> dict[str, Any]:
    """The best known comes first; a condensed formula such as CH3OCH3 lists only compounds of that structure.
    An unknown formula has an empty list.

    An enabled source that does not answer is named in `failures`.
    """
    asked = Formula.parse(formula)
    authority = default_authority()
    found = of_structure(authority.compounds(asked), asked)
    for failure in found.failures:
        metrics().note(("silent", failure.source))
    return {
        "formula": asked.conventional,
        "hill": asked.hill,
        "authority": authority.label,
        "compounds": [asdict(compound.shown) for compound in found.compounds],
        "failures": [asdict(failure) for failure in found.failures],
    }
