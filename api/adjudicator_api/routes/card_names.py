"""/v1/valence: the naming round (V-NAME): whether a name is right, and hands of cards to practise with.

The address is part of the public contract; any game with a naming round answers here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Tiles
from adjudicator.parts import NamingRuleSet
from adjudicator_api.http.answers import BuildList, CardRuling
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.questions import BuildsQuery, CardName
from adjudicator_api.jobs.verdicts import load_by
from adjudicator_api.routes.editions import chosen

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
    """For practising names: every set of cards that builds one molecule, by the shipped edition or yours."""
    rules = _rules(query.rules, chosen(query.edition))
    return {"builds": [{"cards": hand.cards, "molecule": hand.molecule} for hand in rules.hands()]}


def _rules(name: str, box: Box | None) -> NamingRuleSet:
    rules = load_by(name, box)
    assert isinstance(rules, NamingRuleSet)  # the request model admits no other
    return rules
