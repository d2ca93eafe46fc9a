"""A plain question is read like any other: by a pattern, and by JSON and its model."""

from __future__ import annotations

import json
import random

import pytest
from pydantic import ValidationError

from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError
from adjudicator_api.http.problems import Refused
from adjudicator_api.server.shortcuts import _read, _read_plain

REFUSALS = (Refused, ValidationError, AdjudicatorError)


def both_ways(raw: bytes) -> tuple[object, object]:
    """What the pattern and the model read; an error is one, whatever it says: Flask says it then."""
    found: list[object] = []
    for read in (_read_plain, _read):
        try:
            asked = read(raw)
            found.append(asked and (*asked, getattr(asked[1], "text", ""), getattr(asked[1], "state", "")))
        except REFUSALS:
            found.append("refused")
    return found[0], found[1]


@pytest.mark.parametrize(
    ("raw", "question"),
    [
        (b'{"tiles": "HHO"}', ("compoundit:standard", Tiles("HHO"))),
        (b'{"tiles":"H H O","rules":"compoundit:expert"}', ("compoundit:expert", Tiles("HHO"))),
        (b'{"formula": "Mg(NO2)2", "rules": "ion:base"}', ("ion:base", Formula.parse("Mg(NO2)2"))),
    ],
)
def test_a_plain_question_needs_no_model(raw: bytes, question: tuple[str, Tiles | Formula]) -> None:
    assert _read_plain(raw) == question
    by_pattern, by_model = both_ways(raw)
    assert by_pattern == by_model


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{}", b'{"tiles": ""}', b'{"tiles": "HHO"} ', b' {"tiles": "HHO"}', b'{"tiles": "HHO",}', b'{"tiles" : "HHO"}',
        b'{"tiles": "HHO", "tiles": "HH"}', b'{"tiles": "HHO", "formula": "H2O"}', b'{"tiles": "H\\u0048O"}',
        b'{"tiles": "HHO\n"}', b'{"tiles": "HHO", "rules": ""}', b'{"tiles": "HHO", "rules": "x"}\n', b'{"tiles": ["H", "H"]}',
        b'{"tiles": "HHO", "edition": "sha256:0123456789ab"}', b'{"runs": ["HHO"]}', b'{"rules": "ion:base", "tiles": "HHO"}',
        b'{"formula": "%b"}' % (b"C" * 65), b'{"tiles": "HHO", "rules": "%b"}' % (b"x" * 201), b'{"formula": "CuSO4\xc2\xb75H2O"}',
        b'{"formula": "H2O", "rules": "compoundit:standard", "x": 1}', b'[{"tiles": "HHO"}]',
    ],
)  # fmt: skip
def test_whatever_is_not_plain_is_left_to_the_model(raw: bytes) -> None:
    assert _read_plain(raw) is None


def test_both_ways_read_the_same() -> None:
    chance = random.Random("plain")
    pieces = ["H", "O", "C", "Na", "Mg", "Fe", "2", "3", " ", "(", ")", "x"]
    plain = 0
    for _ in range(4000):
        body = {chance.choice(["tiles", "formula"]): "".join(chance.choices(pieces, k=chance.randint(1, 8)))}
        if chance.random() < 0.7:
            body["rules"] = chance.choice(
                ["compoundit:standard", "ion:base+polyatomic", "chess", "a" * 200, "9:"]
            )
        raw = json.dumps(body, separators=chance.choice([(",", ":"), (", ", ": ")])).encode()
        by_pattern, by_model = both_ways(raw)
        assert by_pattern == by_model, raw
        plain += by_pattern != "refused"
    assert plain > 300
