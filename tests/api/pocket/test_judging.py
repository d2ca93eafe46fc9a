"""The judge on a device before everything has loaded: its early rulings hold later too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from adjudicator import ruleset
from adjudicator_api.pocket import lacking
from adjudicator_api.pocket.device import Device
from adjudicator_api.pocket.judging import EARLY, JSON, MAX_RULES, MAX_RUNS, Judge
from adjudicator_api.pocket.lacking import TABLE, TOOLKIT, Lacking
from adjudicator_rulesets.compoundit.judging.nearest import Nearest
from tests.api.pocket.test_device import MOVE, asked
from tests.support.questions import question as seeded
from tests.support.sampling import more_at_night

# Rules that need neither the table nor RDKit: CompoundIt! without its Lewis sets, and every card game.
LEWIS = ("lewis", "organic", "expert")


@pytest.fixture
def early() -> Iterator[Judge]:
    yield Judge()
    lacking.end()


@pytest.fixture
def late(early: Judge) -> Judge:
    early.bring(TABLE)
    early.bring(TOOLKIT)
    return early


def rule(judge: Judge, question: object, language: str = "en") -> bytes | None:
    found = judge.answer("POST", "/v1/judge", language, json.dumps(question))
    return found and found[2]


def lacks(judge: Judge, method: str, address: str, question: object = None) -> str:
    """The part that this question breaks off for."""
    with pytest.raises(Lacking) as lacking_part:
        judge.answer(method, address, "en", json.dumps(question))
    return str(lacking_part.value)


@pytest.mark.parametrize("language", ["en", "de"])
def test_once_everything_is_here_the_bytes_are_those_of_the_service(
    late: Judge, tmp_path: Path, language: str
) -> None:
    service = Device(str(tmp_path))
    for question in (
        {"tiles": "MgNOONOO"},
        {"tiles": ["C", "O", "O"], "rules": "compoundit:simple-lewis"},
        {"formula": "C2H6O", "rules": "compoundit:organic"},
        {"formula": "NaOH", "rules": "valence-plus"},
        {"runs": ["NaCl", ["H", "H"], "CO2"], "rules": "compoundit:standard"},
        {"runs": ["NaCl"]},
    ):
        found = late.answer("POST", "/v1/judge", language, json.dumps(question))
        assert found is not None
        assert found[1] == JSON
        assert asked(service, "POST", "/v1/judge", question, language) == (found[0], found[2])
    drawn = late.answer("GET", "/v1/structures.svg?formula=H2O", language, "")
    assert drawn is not None
    assert asked(service, "GET", "/v1/structures.svg?formula=H2O", None, language) == (200, drawn[2])


@pytest.mark.parametrize("count", more_at_night(50, 10_000))
def test_an_early_ruling_is_the_later_one(early: Judge, count: int) -> None:
    """Never a wrong "no": a Lewis set that cannot decide yet says nothing."""
    waited: set[str] = set()
    before: list[tuple[dict[str, str], bytes]] = []
    random = Random(7)
    for _ in range(count):
        body = seeded(random)
        try:
            given = rule(early, body)
        except Lacking:
            waited.add(body["rules"])
        else:
            assert given is not None
            before.append((body, given))
    assert {name for name in waited if any(lewis in name for lewis in LEWIS)}
    early.bring(TABLE)
    early.bring(TOOLKIT)
    for body, given in before:
        then, now = json.loads(given), json.loads(rule(early, body) or b"null")
        assert then["ruling"] == now["ruling"], body
        assert then["accepted_by"] == now["accepted_by"], body


def test_without_the_table_every_rule_set_but_the_lewis_sets_answers(early: Judge) -> None:
    for listed in ruleset.listed():
        for run in ("NaCl", "HHO", "CHHO", "CCHHHHHHO", "NaNa"):
            if any(lewis in listed["name"] for lewis in LEWIS):
                continue
            found = early.answer(
                "POST", "/v1/judge", "en", json.dumps({"tiles": run, "rules": listed["name"]})
            )
            assert found is not None, (listed["name"], run)
            assert EARLY in found[1]
    for rules in ("compoundit:simple-lewis", "compoundit:complex-lewis", "compoundit:expert"):
        assert lacks(early, "POST", "/v1/judge", {"formula": "CH4", "rules": rules}) in (TABLE, TOOLKIT)
    assert lacks(early, "GET", "/v1/structures.svg?formula=H2O") == TABLE
    assert early.answer("GET", "/v1/games/catalogue", "en", "") is None, "the service may do without"


def test_the_first_refusal_with_the_table_finds_no_compounds_again(
    early: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which takes a hundred times as long as the rest; a saved memory has those of the early judge."""
    question = {"tiles": "NaNa", "rules": "compoundit:standard"}
    with suppress(Lacking):
        rule(early, question)

    def found_again(_: object, rules: object) -> None:
        raise AssertionError(f"for {rules}")

    monkeypatch.setattr(Nearest, "__init__", found_again)
    early.bring(TABLE)
    early.bring(TOOLKIT)
    answer = json.loads(rule(early, question) or b"")
    assert any("nearest" in check["params"] for check in answer["checks"])


def test_rdkit_is_asked_for_when_something_first_needs_it(early: Judge) -> None:
    """A doubt about a structure would be a wrong answer: it is broken off, and asked again."""
    early.bring(TABLE)
    question = {"formula": "C3H8O2", "rules": "compoundit:organic"}  # that no other test asks
    assert rule(early, {"formula": "NaCl"}) is not None
    assert rule(early, {"tiles": "MgNOONOO", "rules": "compoundit:standard"}) is not None
    assert lacks(early, "POST", "/v1/judge", question) == TOOLKIT
    assert lacks(early, "GET", "/v1/structures.svg?formula=H2O") == TOOLKIT
    early.bring(TOOLKIT)
    ruling = rule(early, question)
    assert ruling is not None
    assert json.loads(ruling)["ruling"] == "valid"


def test_a_bot_and_a_table_break_off_where_a_part_is_lacking(
    early: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No handler of errors takes it for one, and nothing has changed."""
    monkeypatch.setattr(lacking, "SHIPPED", tmp_path / "still to come")
    assert early.answer("GET", "/v1/games/catalogue", "en", "") is None
    service = Device(str(tmp_path))
    for method, address, body in (
        ("GET", "/v1/substances?q=ethanol", None),
        ("POST", "/v1/challenges", MOVE),
    ):
        with pytest.raises(Lacking, match=TABLE):
            asked(service, method, address, body, "en")
    monkeypatch.undo()
    with pytest.raises(Lacking, match=TOOLKIT):
        asked(service, "GET", "/v1/structures.svg?formula=H2O", None, "en")
    early.bring(TOOLKIT)
    assert asked(service, "POST", "/v1/challenges", MOVE, "en")[0] == 200


def test_what_is_no_plain_question_is_left_to_the_service(late: Judge) -> None:
    questions: list[object] = [
        {"tiles": "NaCl", "formula": "NaCl"},
        {"tiles": "NaCl", "edition": "sha256:" + "0" * 64},
        {"tiles": "NaCl", "rules": "x" * (MAX_RULES + 1)},
        {"tiles": "NaCl", "rules": None},
        {"runs": ["NaCl"] * (MAX_RUNS + 1)},
        {"runs": [7]},
        {"tiles": 7},
        {},
        [],
        "NaCl",
    ]
    for question in questions:
        assert rule(late, question) is None, question
    assert late.answer("POST", "/v1/judge", "en", "{") is None
    assert rule(late, {"tiles": "NaCl"}, language="fr, en;q=0.5") is None
    for method, address in (
        ("GET", "/v1/judge"),
        ("POST", "/v1/judge/batch"),
        ("GET", "/v1/structures.svg"),
        ("GET", "/v1/structures.svg?formula=H2O&smiles=O"),
    ):
        assert late.answer(method, address, "en", '{"tiles": "NaCl"}') is None, address
