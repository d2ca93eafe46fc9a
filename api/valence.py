"""POST /v1/valence/name: the name mode of Valence Plus. Pick cards, say the name, right or wrong (V-NAME)."""

from __future__ import annotations

from typing import Any

from adjudicator.chem.formula import Tiles
from adjudicator.errors import AdjudicatorError
from api.editions import chosen
from api.layer import Resource
from api.models import CardName, CardRuling
from api.verdicts import load_by
from rulesets.valence_plus.rules import ValencePlus

resource = Resource("valence", __name__)


@resource.operation(
    "POST", "/v1/valence/name", summary="Is this what the cards build?", body=CardName, answer=CardRuling
)
def name_cards(body: CardName) -> dict[str, Any]:
    """Any name a chemistry teacher would accept is right; the name of a class, such as base, is wrong."""
    rules = load_by(body.rules, chosen(body.edition))
    if not isinstance(rules, ValencePlus):
        raise AdjudicatorError("not_valence", f"{rules.name} has no cards to name.")
    return {"is": body.name, **rules.rule_on_name(Tiles.parse(body.cards), body.name).to_json()}
