"""A device without the server gives the same answers as the server: every build of up to seven cards."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.chem.formula import Tiles
from adjudicator.ruleset import load_ruleset
from adjudicator_api.pages import pages
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

MOST_ORDERS = 12  # per build
NODE = shutil.which("node")
SCRIPT = """
import { readFileSync } from "node:fs";
import { judged, judgedFormula, named } from "MODEL";
const { known, questions } = JSON.parse(readFileSync(0));
const answers = questions.map(({ rules, cards, formula, name }) =>
  name ? named(known, rules, cards, name) : cards ? judged(known, rules, cards) : judgedFormula(known, rules, formula));
process.stdout.write(JSON.stringify(answers));
"""


def on_the_device(client: FlaskClient, questions: list[dict[str, Any]]) -> list[Any]:
    if NODE is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no Node: the device cannot be compared with the server")
        pytest.skip("Node is not installed")
    known = client.get(pages.app_address("device.en.json")).get_json()["builds"]
    script = SCRIPT.replace(
        "MODEL", Path("api/adjudicator_api/pages/static/js/models/device.js").resolve().as_uri()
    )
    asked = json.dumps({"known": known, "questions": questions})
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", script], input=asked, capture_output=True, text=True, check=True
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("rules", ["valence-plus", "valence-original"])
@pytest.mark.slow
def test_every_build_in_many_orders(client: FlaskClient, rules: str) -> None:
    by = load_ruleset(rules)
    assert isinstance(by, ValencePlus)
    builds = [list(hand.cards) for hand in by.hands()]
    assert max(map(len, builds)) <= 7
    orders = [
        list(order) for cards in builds for order in sorted(set(itertools.permutations(cards)))[:MOST_ORDERS]
    ]
    answers = on_the_device(client, [{"rules": rules, "cards": cards} for cards in orders])
    for start in range(0, len(orders), 1000):
        items = [{"tiles": cards} for cards in orders[start : start + 1000]]
        given = client.post("/v1/judge/batch", json={"rules": rules, "items": items}).get_json()["verdicts"]
        assert answers[start : start + 1000] == given


@pytest.mark.parametrize("rules", ["valence-plus", "valence-original"])
def test_every_formula_and_every_name(client: FlaskClient, rules: str) -> None:
    known = client.get(pages.app_address("device.en.json")).get_json()["builds"][rules]
    formulas = [build["verdict"]["formula"] for build in known]
    names = [(build["verdict"]["tiles"], name) for build in known for name in build["shown"]["names"]]
    asked = [{"rules": rules, "formula": formula} for formula in formulas]
    asked += [{"rules": rules, "cards": cards, "name": name} for cards, name in names]
    answers = on_the_device(client, asked)
    expected = [client.post("/v1/judge", json=question).get_json() for question in asked[: len(formulas)]]
    expected += [
        client.post("/v1/valence/name", json={"cards": cards, "name": name, "rules": rules}).get_json()
        for cards, name in names
    ]
    assert answers == expected


def test_what_is_no_build_of_the_list_is_none_for_the_judge() -> None:
    """The device says "no build" for every other hand: the judge accepts no hand of up to three cards that
    the device does not know.
    """
    rules = load_ruleset("valence-plus")
    assert isinstance(rules, ValencePlus)
    builds = {tuple(sorted(hand.cards)) for hand in rules.hands()}
    symbols = sorted(rules.builds.cards)
    for number in (2, 3):
        for hand in itertools.combinations_with_replacement(symbols, number):
            assert (rules.classify(Tiles(hand)) is not None) == (hand in builds)


def test_a_device_answers_in_its_language(client: FlaskClient) -> None:
    """As on the server: the same builds, the same names, sentences in German."""
    english, german = (
        client.get(pages.app_address(f"device.{code}.json")).get_json()["builds"]["valence-plus"]
        for code in ("en", "de")
    )
    assert [build["verdict"]["formula"] for build in german] == [b["verdict"]["formula"] for b in english]
    asked = {"formula": german[0]["verdict"]["formula"], "rules": "valence-plus"}
    answer = client.post("/v1/judge", json=asked, headers={"Accept-Language": "de"}).get_json()
    assert german[0]["verdict"] == answer
    assert answer["reason"] != english[0]["verdict"]["reason"]
    assert client.get(pages.app_address("device.fr.json")).status_code == 404
