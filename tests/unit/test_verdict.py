from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from adjudicator import Check, Facts, Known, Outcome, Ruling, Verdict, judge, prose
from adjudicator.verdict import add_up, miss_to_lead_with, together

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


def test_in_short_a_verdict_says_what_it_is() -> None:
    verdict = judge("MgNOONOO")
    assert str(verdict) == "valid: Mg(NO2)2, magnesium nitrite"
    assert repr(verdict) == "<Verdict valid: Mg(NO2)2, magnesium nitrite (compoundit:standard)>"
    assert str(judge("MgCl")) == "invalid: MgCl"
    assert str(replace(verdict, formula="", name=None)) == "valid"
    with prose.speaking("de"):
        assert str(verdict) == "valid: Mg(NO2)2, Magnesiumnitrit"


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


# --- the miss to lead with --------------------------------------------------------------------------------


def _slowly(checks: list[Check], wanted: Outcome) -> Check:
    """As the docstring of `miss_to_lead_with` says: the first miss of every set, and of clear ones the one
    whose set came furthest.
    """
    sets = list(dict.fromkeys(check.set for check in checks))
    told: list[tuple[tuple[object, ...], Check]] = []
    for later, set_ in enumerate(reversed(sets)):
        own = [check for check in checks if check.set == set_]
        missed = [check for check in own if check.outcome is wanted]
        if missed:
            miss = missed[0]
            vague = prose.is_vague(miss.rule, miss.code)
            leading = prose.is_leading(miss.rule, miss.code)
            not_passed = len([check for check in own if check.outcome is not Outcome.PASS])
            how_far = (not leading, "nearest" not in miss.params, -own.index(miss), not_passed)
            told.append(((vague, *((0,) * 4 if vague else how_far), later), miss))
    return min(told, key=lambda one: one[0])[1]


def test_the_miss_to_lead_with_is_the_one_that_says_most() -> None:
    chance = random.Random("leading")
    judge("HHO")  # loads the sentences of the game
    codes = [("C-BIN", "not_two_elements"), ("C-BIN", "sum_not_zero"), ("C-METAL", "has_metal")]
    codes += [("C-CONTIG", "ion_torn"), ("C-POLY", "several_metals"), ("C-DIA", "not_diatomic")]
    assert len({prose.is_vague(*code) for code in codes}) == 2
    asked = 0
    while asked < 5000:
        checks = [
            Check(rule, set_, outcome, code, Facts(nearest=1) if chance.random() < 0.2 else Facts())
            for set_ in (None, "a", "b", "c", "d")[: chance.randint(1, 5)]
            for (rule, code), outcome in zip(
                chance.choices(codes, k=4),
                chance.choices(list(Outcome), k=chance.randint(0, 4)),
                strict=False,
            )
        ]
        for ruling, wanted in ((Ruling.INVALID, Outcome.FAIL), (Ruling.UNRESOLVED, Outcome.UNRESOLVED)):
            if wanted in [check.outcome for check in checks]:
                asked += 1
                assert miss_to_lead_with(checks, ruling) is _slowly(checks, wanted)


@pytest.mark.parametrize("rules", ["ion:base", "valence-plus", "compounded", "compoundit:simple-lewis"])
@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("KO2", "potassium superoxide"),
        ("KMnO4", "potassium permanganate"),
        ("CuSO4", "copper(II) sulfate"),
        ("NaHCO3", "sodium hydrogen carbonate"),
        ("NaClF", None),
    ],
)
def test_a_substance_that_is_known_has_its_name_legal_or_not(
    formula: str, name: str | None, rules: str
) -> None:
    assert judge(formula, rules).name == name
