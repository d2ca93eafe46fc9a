"""Verdicts as JSON: what is kept of them."""

from __future__ import annotations

import json

from adjudicator.chem.formula import Tiles
from adjudicator_api.jobs import verdicts
from adjudicator_api.jobs.verdicts import Verdicts


def test_a_check_with_a_hint_takes_no_room_among_those_of_many_runs() -> None:
    verdicts._rendered.cache_clear()
    answer, _ = Verdicts(lambda _: None).give("compoundit:standard", Tiles.parse("HHOOO"))
    checks = json.loads(answer)["checks"]
    own = [check for check in checks if "nearest" in check["params"]]
    assert len(own) == 1
    assert verdicts._rendered.cache_info().currsize == len(checks) - 1
