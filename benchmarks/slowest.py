"""The slowest single request that we could construct: CPU time for one answer, with cold caches.

For every route that answers questions, hostile requests within its limits: long runs, runs that are almost
ions, formulas that are almost structures, names that are almost readable, boards full of tiles. Work in
processes of its own (batches, drawings, hints) has a budget and is killed, and is not counted here.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from benchmarks.harness import Row, size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

TRIES = size(60, quick=1)  # per kind
SYMBOLS = re.findall("[A-Z][a-z]?", "HOCNClSNaKMgCaFPFeAlBSiBrICuZnMnCr")
GROUPS = [
    "NOO",
    "NOOO",
    "SOOOO",
    "COOO",
    "OH",
    "NHHHH",
    "CN",
    "POOOO",
    "CHHH",
    "CHH",
    "COOH",
    "ClOOO",
    "HCOOO",
]
WORDS = (
    "sodium iron copper(II) chloride oxide nitrate sulfate hydrogen di tri tetra penta carbon hydrate per "
    "hypo ite ate ous ic acid methyl ethyl bis tris iso cyclo an ol al one amino hydroxy (III) (VII) ammonium"
)
CONDENSED = ["CH3", "CH2", "CH", "C6H4", "C6H5", "OH", "COOH", "NH2", "(CH3)", "O", "CO"]
COMPOUNDIT = ["compoundit:standard", "compoundit:expert", "compoundit:simple-lewis+organic"]
RULES = [*COMPOUNDIT, "valence-plus", "compounded", "ion:base"]
LONGEST = 60  # tiles in a run

Asked = tuple[str, str, Any]  # method, path, body


class Hostile:
    """Invents requests that take long, within the limits."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def run(self) -> str:
        size = self.chance.choice([LONGEST, LONGEST, LONGEST // 2, LONGEST // 3, 12, 13])
        match self.chance.randrange(4):
            case 0:
                tiles = "".join(self.chance.choices(SYMBOLS, k=size))
            case 1:
                tiles = "".join(self.chance.choices(GROUPS, k=size))
            case 2:
                tiles = "".join(self.chance.choices(self.chance.sample(list("HCONSPF"), 3), k=size))
            case _:
                tiles = self.chance.choice(["Na", "Mg", "Al", "Fe"]) * 3 + self.chance.choice(GROUPS) * 20
        return "".join(re.findall("[A-Z][a-z]?", tiles)[:size])

    def formula(self) -> str:
        number = self.chance.randint
        match self.chance.randrange(4):
            case 0:
                parts = [f"{self.chance.choice(SYMBOLS)}{number(1, 12)}" for _ in range(number(2, 14))]
            case 1:
                parts = self.chance.choices(CONDENSED, k=14)
            case 2:
                parts = ["CH3", *[f"(CH2){number(2, 9)}" for _ in range(5)], "C(CH3)2", "CH(OH)", "CH3"]
            case _:
                parts = [f"C{number(2, 30)}", f"H{number(1, 60)}", f"N{number(1, 9)}", f"O{number(1, 9)}"]
        text = "".join(parts)
        return text if len(text) <= 64 else self.formula()

    def name(self) -> str:
        joint = self.chance.choice([" ", "", "-"])
        return joint.join(self.chance.choices(WORDS.split(), k=self.chance.randint(2, 24)))[:200]

    def board(self) -> dict[str, Any]:
        """Many tiles, and a move of a whole rack that touches a whole row."""
        row, pick = self.chance.randint(3, 12), self.chance.choice
        squares = [(r, c) for r in range(1, 16) for c in range(1, 16) if r != row]
        laid = self.chance.sample(squares, 70)
        return {
            "board": [{"row": r, "col": c, "symbol": pick(SYMBOLS)} for r, c in laid],
            "move": [{"row": row, "col": c, "symbol": pick(SYMBOLS[:8])} for c in range(3, 13)],
        }

    def requests(self) -> Iterator[tuple[str, Asked]]:
        """One request of each kind."""
        rules, sets = self.chance.choice(RULES), self.chance.choice(COMPOUNDIT)
        table = {"rules": sets, "player": "ann", "challenger": "bob"}
        cards = self.chance.choices(["Na", "O", "H", "C", "Cl", "Mg", "S", "F"], k=self.chance.randint(2, 12))
        thirty, sixteen = [self.run() for _ in range(30)], [self.run() for _ in range(16)]
        named = {"formula": self.formula(), "name": self.name()}
        yield "a run", ("POST", "/v1/judge", {"tiles": self.run(), "rules": rules})
        yield "a formula", ("POST", "/v1/judge", {"formula": self.formula(), "rules": rules})
        yield "thirty runs", ("POST", "/v1/judge", {"runs": thirty, "rules": sets})
        yield "the check of a name", ("POST", "/v1/names/check", named)
        yield "names", ("GET", f"/v1/names?formula={self.formula()}", None)
        yield "what is on record", ("GET", f"/v1/reference/{self.formula()}", None)
        yield "the name of a build", ("POST", "/v1/valence/name", {"cards": cards, "name": self.name()})
        yield "a challenge of sixteen runs", ("POST", "/v1/challenges", {"runs": sixteen, **table})
        yield "a challenge on a board", ("POST", "/v1/challenges", {**self.board(), **table})


def slowest(tries: int = TRIES, seed: int = 11) -> dict[str, tuple[float, Asked]]:
    """For each kind, the highest CPU time in seconds and the request that took it."""
    found: dict[str, tuple[float, Asked]] = {}
    hostile = Hostile(seed)
    with _warm(hostile) as client:
        for _ in range(tries):
            for kind, asked in hostile.requests():
                took = _cpu(client, asked)
                if took > found.get(kind, (0.0, asked))[0]:
                    found[kind] = took, asked
    return found


@contextmanager
def _warm(hostile: Hostile) -> Iterator[FlaskClient]:
    """A worker after its first requests: loading rules and tables, and the first garbage collection over
    them, are not charged to a request.
    """
    from adjudicator_api import Config, create_app
    from adjudicator_api.launch.process import leave_alone_what_stays

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(database_url=f"sqlite:///{folder}/bench.sqlite", rate_limit="off", log="off"))
        client = app.test_client()
        for rules in RULES:
            _cpu(client, ("POST", "/v1/judge", {"tiles": "HHO", "rules": rules}))
        for _, asked in hostile.requests():
            _cpu(client, asked)
        leave_alone_what_stays()
        yield client


def _cpu(client: FlaskClient, asked: Asked) -> float:
    method, path, body = asked
    began = time.process_time()
    answer = client.open(path, method=method, json=body)
    took = time.process_time() - began
    assert answer.status_code in {200, 404, 422}, (answer.status_code, asked)
    return took


def rows() -> list[Row]:
    return [
        Row(f"slowest of {kind}", f"{took * 1000:.0f} ms of CPU") for kind, (took, _) in slowest().items()
    ]
