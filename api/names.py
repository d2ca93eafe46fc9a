"""/v1/names: what a substance is called, and whether a name that somebody gives is right."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem import naming
from adjudicator.chem.formula import Formula
from adjudicator.errors import ReferenceUnavailable
from api.layer import Resource
from api.models import NameQuestion, NameRuling, NamesAnswer, NamesQuery
from api.observing import metrics

if TYPE_CHECKING:
    from adjudicator.reference.table import Table

resource = Resource("names", __name__)


@lru_cache(1)
def _table() -> Table:
    from adjudicator.reference.table import Table

    return Table.open()


def names_on_record() -> Table | None:
    """The names of the shipped table; without it, those that rules and common use give."""
    try:
        return _table()
    except ReferenceUnavailable:
        metrics().source_failures.labels("table").inc()
        return None


@resource.operation("GET", "/v1/names", summary="What is it called?", query=NamesQuery, answer=NamesAnswer)
def show_names(query: NamesQuery) -> dict[str, Any]:
    """The name that is taught first; empty where no name can be given."""
    found = naming.names(query.formula, names_on_record())
    return {"formula": query.formula, "hill": Formula.parse(query.formula).hill, "names": found}


@resource.operation(
    "POST", "/v1/names/check", summary="Is this its name?", body=NameQuestion, answer=NameRuling
)
def check_name(body: NameQuestion) -> dict[str, Any]:
    """Right, wrong or unresolved, and why, as a chemistry teacher would say it (V-NAME)."""
    ruling = naming.check(body.formula, body.name, names_on_record())
    return {"formula": body.formula, "is": body.name, **ruling.to_json()}
