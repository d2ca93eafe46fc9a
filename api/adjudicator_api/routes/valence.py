"""/v1/valence: the name mode of Valence Plus (V-NAME): a name is right or wrong; what to practise with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.errors import AdjudicatorError
from adjudicator_api.http.models import BuildList, BuildsQuery, CardName, CardRuling
from adjudicator_api.http.operations import Resource
from adjudicator_api.jobs.verdicts import load_by
from adjudicator_api.pages.catalogue import hands
from adjudicator_api.routes.editions import chosen
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

if TYPE_CHECKING:
    from adjudicator_api.jobs.verdicts import Box

resource = Resource("valence", __name__)


@resource.operation(
    "POST", "/v1/valence/name", summary="Is this what the cards build?", body=CardName, answer=CardRuling
)
def name_cards(body: CardName) -> dict[str, Any]:
    """Any name a chemistry teacher would accept is right; the name of a class, such as base, is wrong."""
    rules = _rules(body.rules, chosen(body.edition))
    return {"is": body.name, **rules.rule_on_name(Tiles.parse(body.cards), body.name).to_json()}


@resource.operation(
    "GET", "/v1/valence/builds", summary="Every hand of cards that builds something", query=BuildsQuery,
    answer=BuildList, problems=(503,), cost=2,
)  # fmt: skip
def list_builds(query: BuildsQuery) -> dict[str, Any]:
    """To practise names with: cards that are one molecule of the game, by the shipped edition or by a box."""
    rules = _rules(query.rules, chosen(query.edition))
    return {"builds": hands(rules)}


def _rules(name: str, box: Box | None) -> ValencePlus:
    rules = load_by(name, box)
    if not isinstance(rules, ValencePlus):
        raise AdjudicatorError("not_valence", f"{rules.name} has no cards to name.")
    return rules
