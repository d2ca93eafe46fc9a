from __future__ import annotations

import json

import pytest

from adjudicator import Check, Facts, Known, Outcome, Ruling, Verdict, judge
from adjudicator.verdict import add_up, together

RUNS = [
    "HHO",
    "MgNOONOO",
    "MgNNOOOO",
    "HHHO",
    "KAlSOOOO",
    "FF",
    "H",
    "UF",
    "FeFeFeOOOO",
    "Mg(NO2)2",
    "SO4^2-",
]


@pytest.mark.parametrize("run", RUNS)
def test_json_round_trip(run: str) -> None:
    verdict = judge(run)
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
    assert hash(verdict) == hash(judge(run))


FIELDS = "ruling rules edition tiles formula hill name accepted_by checks known authority".split()


def test_json_has_the_shape_of_the_contract() -> None:
    plain = judge("MgNOONOO").to_json()
    assert list(plain)[:11] == FIELDS
    assert plain["ruling"] == "valid"
    assert plain["edition"].startswith("compoundit/reference-2 sha256:")
    assert plain["tiles"] == ["Mg", "N", "O", "O", "N", "O", "O"]
    assert plain["hill"] == "MgN2O4"
    contiguous = next(c for c in plain["checks"] if c["rule"] == "C-CONTIG")
    assert contiguous["witness"]["units"][0] == {"tiles": [0], "ion": "Mg", "charge": 2}
    assert {"rule", "set", "outcome", "code", "message", "witness"} <= set(contiguous)


def test_three_outcomes_are_not_two() -> None:
    with pytest.raises(TypeError, match=r"compare verdict\.ruling"):
        bool(judge("HHO"))


@pytest.mark.parametrize("run", RUNS)
def test_a_reason_is_always_given(run: str) -> None:
    verdict = judge(run)
    assert verdict.to_json()["reason"] == verdict.decisive.message != ""
    wanted = Outcome.PASS if verdict.ruling is Ruling.VALID else Outcome.FAIL
    assert verdict.decisive.outcome is wanted


def _check(outcome: Outcome) -> Check:
    return Check("C-X", "set", outcome, "some_code")


def test_one_failed_check_refuses_and_a_missing_answer_is_no_pass() -> None:
    passed, failed, unresolved = (_check(outcome) for outcome in Outcome)
    assert together([passed, passed]) is Outcome.PASS
    assert together([passed, unresolved]) is Outcome.UNRESOLVED
    assert together([unresolved, failed]) is Outcome.FAIL


@pytest.mark.rule("C-SETS")
def test_sets_add_up_and_an_open_one_keeps_the_ruling_open() -> None:
    passed, failed, unresolved = Outcome.PASS, Outcome.FAIL, Outcome.UNRESOLVED
    assert add_up({"a": failed, "b": passed}) == (Ruling.VALID, ("b",))
    assert add_up({"a": unresolved, "b": passed}) == (Ruling.VALID, ("b",))
    assert add_up({"a": unresolved, "b": failed}) == (Ruling.UNRESOLVED, ())
    assert add_up({"a": failed}) == (Ruling.INVALID, ())
    assert add_up({}) == (Ruling.INVALID, ())


def test_facts_are_immutable_and_hashable() -> None:
    facts = Facts(a=1, b=Facts(c=(1, 2)))
    assert facts == Facts(b=Facts(c=(1, 2)), a=1)
    assert hash(facts) == hash(Facts(b=Facts(c=(1, 2)), a=1))
    with pytest.raises(TypeError):
        facts["a"] = 2  # type: ignore[index]


def test_known_survives_json() -> None:
    known = Known(name="water", smiles="O", cid=962, boiling_point_k=373.15, source="table")
    base = judge("HHO")
    verdict = Verdict(
        **{**{n: getattr(base, n) for n in Verdict.__slots__}, "known": known, "authority": "table@1"}
    )
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
