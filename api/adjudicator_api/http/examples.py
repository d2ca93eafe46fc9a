"""An example of every body that a request may have, by the name of its shape, for the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_RECORD = {
    "schema": 2,
    "game": "ion",
    "edition": "ion/reference-1 sha256:28b5c7748bdf56b51707c1425e580c7755968cbff7df5b10737841eb68b41e4e",
    "options": {},
    "players": ["Ann", "strong"],
    "events": [{"version": 1, "type": "game_started", "player": None}],
    "result": None,
}
EXAMPLES: Mapping[str, Any] = {
    "Act": {"type": "pick", "cards": ["Na"]},
    "Agreement": {"ruling": "valid", "agreed_by": ["ann", "bob"], "settlement_key": "dGhlIGtleSBvZiBhbm4"},
    "Batch": {"rules": "compoundit:standard", "items": [{"tiles": "MgNOONOO"}, {"formula": "NaCl"}]},
    "CardName": {"cards": ["Na", "O", "H"], "name": "sodium hydroxide", "rules": "valence-plus"},
    "Challenge": {
        "rules": "compoundit:standard",
        "board": [{"row": 8, "col": 8, "symbol": "H"}, {"row": 8, "col": 9, "symbol": "H"}],
        "move": [{"row": 8, "col": 10, "symbol": "O"}],
        "player": "ann",
        "challenger": "bob",
    },
    "EditionData": {"schema": 1, "game": "compoundit", "name": "my-box"},
    "Join": {"name": "Bob"},
    "Lesson": {"name": "Ann"},
    "Moments": {"record": _RECORD, "moments": [{"version": 1, "seat": 0}]},
    "NameQuestion": {"formula": "NaOH", "name": "caustic soda"},
    "NewGame": {"game": "ion", "seats": [{"name": "Ann"}, {"bot": "strong"}, {}], "hints": True},
    "Nothing": {},
    "Question": {"tiles": ["Mg", "N", "O", "O", "N", "O", "O"], "rules": "compoundit:standard"},
    "Recorded": {"record": _RECORD},
    "SeatChange": {"bot": "greedy"},
    "Start": {"open": "bot", "bot": "greedy"},
}
