"""Hostile input: whatever is sent, the answer is a ruling or a problem of the sender, never a failure of
ours.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator_api import Config
from tests.support.sampling import by_day

TEXTS = [
    "", " ", "\x00", "H\x00O", "H\nH\nO", "\x1b[31mH", "<script>alert(1)</script>", "'; DROP TABLE challenges; --",
    "\u202eOHH", "\ufeffHHO", "\ud800", "H\udfff", "𝐇𝐇𝐎", "ＨＨＯ", "H" * 10_000, "(" * 60, "H2" * 32, "٣", "½", "H₂O",
    "../../etc/passwd", "%00", "{{7*7}}", "${7*7}", "H2O" + "·H2O" * 15, "Co" * 60, "-1", "1e999", "null",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 2**63, 10**400, 1.5, 1e308, [], {}, [[]], [{}], {"H": 2}, [None], ["H", 1], [["H"]],
    ["H"] * 10_000, {"tiles": "HHO"}, "\x00",
]  # fmt: skip


def fine(response: Any) -> bool:
    """A ruling, or a problem on the sender's side."""
    assert response.status_code < 500, response.text
    assert response.status_code == 200 or response.mimetype == "application/problem+json"
    json.loads(response.get_data())
    return True


@pytest.mark.parametrize("text", by_day(3, TEXTS), ids=repr)
def test_text_in_every_field(client: FlaskClient, text: str) -> None:
    for body in (
        {"tiles": text},
        {"formula": text},
        {"tiles": [text]},
        {"tiles": "HHO", "rules": text},
        {text: text},
    ):
        fine(client.post("/v1/judge", json=body))
        fine(client.post("/v1/judge/batch", json={"items": [body]}))
    tile = {"row": 8, "col": 8, "symbol": text}
    for change in (
        {"board": [tile]},
        {"move": [tile]},
        {"player": text},
        {"challenger": text},
        {"detail": text},
    ):
        asked = {"board": [], "move": [{"row": 8, "col": 8, "symbol": "H"}], **change}
        fine(client.post("/v1/challenges", json=asked))
    fine(client.post("/v1/challenges", json={"runs": [text]}))
    fine(client.post("/v1/names/check", json={"formula": "H2O", "name": text}))
    fine(client.post("/v1/names/check", json={"formula": text, "name": "water"}))


@pytest.mark.parametrize("value", by_day(3, VALUES), ids=lambda value: repr(value)[:30])
def test_the_wrong_kind_in_every_field(client: FlaskClient, value: Any) -> None:
    fine(client.post("/v1/judge", json=value))
    for name in ("tiles", "formula", "rules"):
        fine(client.post("/v1/judge", json={"tiles": "HHO", name: value}))
    for name in ("rules", "board", "move", "runs", "player", "challenger", "detail"):
        fine(client.post("/v1/challenges", json={"move": [{"row": 8, "col": 8, "symbol": "H"}], name: value}))
    for name in ("row", "col", "symbol"):
        tile = {"row": 8, "col": 8, "symbol": "H", name: value}
        fine(client.post("/v1/challenges", json={"board": [tile], "move": [tile]}))
    for name in ("rules", "items"):
        fine(client.post("/v1/judge/batch", json={"items": [{"tiles": "HHO"}], name: value}))


@pytest.mark.parametrize(
    "text", by_day(3, [text for text in TEXTS if text.isascii() and "/" not in text]), ids=repr
)
def test_text_in_paths_and_queries(client: FlaskClient, text: str) -> None:
    for path in ("/v1/reference/", "/v1/rulesets/", "/v1/challenges/"):
        response = client.get(path + "".join(f"%{ord(c):02x}" for c in text[:3000]))
        assert response.status_code in (200, 404, 422)
    for name in ("smiles", "formula"):
        response = client.get("/v1/structures.svg", query_string={name: text})
        assert response.status_code in (200, 422)


def test_names_with_control_characters_are_refused(client: FlaskClient) -> None:
    for name in ("a\x00b", "a\nb", "\x1b[2J", "\u202eann", " ", "\ud800"):
        response = client.post("/v1/challenges", json={"runs": ["HHO"], "player": name})
        assert response.status_code == 422


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=15,
)
FIELDS = st.sampled_from(
    ["tiles", "formula", "rules", "items", "board", "move", "runs", "player", "row", "symbol"]
)


@settings(max_examples=50)
@given(body=st.dictionaries(FIELDS, JSONS, max_size=4) | JSONS)
def test_any_json(client: FlaskClient, body: Any) -> None:
    for path in ("/v1/judge", "/v1/judge/batch", "/v1/challenges", "/v1/names/check"):
        fine(client.post(path, data=json.dumps(body), content_type="application/json"))


@settings(max_examples=40)
@given(raw=st.binary(max_size=200))
def test_any_bytes(client: FlaskClient, raw: bytes) -> None:
    fine(client.post("/v1/judge", data=raw, content_type="application/json"))


def test_a_body_shorter_than_it_says(client: FlaskClient, config: Config) -> None:
    response = client.post(
        "/v1/judge",
        data=b'{"tiles": "HHO"}',
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "5000"},
    )
    assert response.status_code < 500
