"""What the judge of a device answers without the service, by kind: each a method, an address and a body."""

from __future__ import annotations

from urllib.parse import urlencode

from adjudicator.ruleset import sound_games

# Modules of these packages come with the judge; the others are Python's own or the service's.
OURS = ("adjudicator", "adjudicator_api", "adjudicator_rulesets", "fsrs", "typing_extensions")
ROUND = {"level": 1, "count": 4, "kinds": []}
PRACTICE: list[tuple[str, str, object]] = [
    ("POST", "/v1/exercises", {"list": "NaCl\nno such thing\niron(III) oxide", "kind": "name"}),
    ("POST", "/v1/exercises", {"topic": "no-such-topic", **ROUND}),
    ("POST", "/v1/exercises/mark", {"exercise": "name:NaCl", "answer": "sodium chloride", "memory": None}),
    ("POST", "/v1/exercises/mark", {"exercise": "write:water", "answer": "HO", "memory": None}),
    ("POST", "/v1/exercises/mark", {"exercise": "build:C F C F O Na Ca@valence-plus", "answer": "NaF"}),
    ("POST", "/v1/exercises/mark", {"exercise": "name:NaCl", "answer": "", "memory": {"due": "never"}}),
    ("POST", "/v1/exercises/mark", {"exercise": "nonsense", "answer": "x"}),
    *[("GET", f"/v1/exercises/daily?game={game}", None) for game in sound_games()],
    ("GET", "/v1/exercises/daily?game=chess", None),
]
NAMES: list[tuple[str, str, object]] = [
    *[
        ("POST", "/v1/valence/name", {"cards": ["Na", "O", "H"], "name": name, "rules": rules})
        for name in ("lye", "sodium hydroxide", "base", "Natronlauge")
        for rules in ("valence-plus", "valence-original")
    ],
    ("POST", "/v1/valence/name", {"cards": ["Qq"], "name": "lye"}),
]
LOOKUPS: list[tuple[str, str, object]] = [
    ("GET", f"/v1/substances?{urlencode({'q': text})}", None)
    for text in ("ethanol", "NaHCO3", "iron chloride", "natron", "Al^3+", "unobtainium", "C2H6O", "", " ")
]
DRAWINGS: list[tuple[str, str, object]] = [
    ("GET", f"/v1/structures.svg?{query}", None)
    for query in ("formula=H2O", "smiles=CCO", "formula=NaCl", "smiles=C(", "formula=Qq")
]
RULINGS: list[tuple[str, str, object]] = [
    ("POST", "/v1/judge", {"tiles": "MgNOONOO"}),
    ("POST", "/v1/judge", {"tiles": "Qq"}),
    ("POST", "/v1/judge", {"formula": ""}),
    ("POST", "/v1/judge", {"tiles": []}),
    ("POST", "/v1/judge", {"formula": "NaCl", "rules": "no-such-game"}),
    ("POST", "/v1/judge", {"formula": "C2H6O", "rules": "compoundit:organic"}),
    ("POST", "/v1/judge", {"runs": ["NaCl", ["H", "H"], "CO2"], "rules": "compoundit:standard"}),
]
KINDS = {"rulings": RULINGS, "drawings": DRAWINGS, "names": NAMES, "lookups": LOOKUPS, "practice": PRACTICE}
