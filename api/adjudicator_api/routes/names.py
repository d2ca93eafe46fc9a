"""/v1/names: what a substance is called, and whether a given name is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.ruleset import default_authority
from adjudicator_api.http.answers import NameRuling, NamesAnswer
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.questions import NameQuestion, NamesQuery

if TYPE_CHECKING:
    from adjudicator.chem.naming import KnownNames

resource = Resource("names", __name__)


def on_record() -> KnownNames | None:
    """The names on record with the configured authority, besides systematic and common ones."""
    return default_authority().table


@resource.operation("GET", "/v1/names", summary="What is it called?", query=NamesQuery, answer=NamesAnswer)
def show_names(query: NamesQuery) -> dict[str, Any]:
    """The name taught in school first; empty if no name can be given."""
    asked = naming.substance(query.formula)
    named = naming.names(asked, on_record(), prose.spoken())
    isomers = naming.isomers_among(named, asked, on_record(), prose.spoken())
    return {"formula": query.formula, "hill": asked.hill, "names": named, "isomers": isomers}


@resource.operation(
    "POST", "/v1/names/check", summary="Is this its name?", body=NameQuestion, answer=NameRuling
)
def check_name(body: NameQuestion) -> dict[str, Any]:
    """Right, wrong or unresolved, and why, as a chemistry teacher would put it (V-NAME)."""
    ruling = naming.check(body.formula, body.name, on_record())
    return {"formula": body.formula, "is": body.name, **ruling.to_json()}
