from __future__ import annotations

from datetime import timedelta

import pytest

from tests.support import sampling


def test_each_test_has_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within three days every test that takes turns has run once in `make test`."""
    first = sampling.DAY
    ran: list[str] = []
    for day in range(3):
        monkeypatch.setattr(sampling, "DAY", first + timedelta(days=day))
        for name in (f"test_{number}" for number in range(60)):

            def test() -> None: ...

            test.__name__ = name
            marks = getattr(sampling.in_turn(3)(test), "pytestmark", [])
            assert [mark.name for mark in marks] in ([], ["nightly"])
            ran += [] if marks else [name]
        assert len(ran) in range(10 * (day + 1), 31 * (day + 1)), "the days share the work"
    assert sorted(ran) == sorted({f"test_{number}" for number in range(60)})


def test_what_guards_a_rule_takes_no_turns() -> None:
    @pytest.mark.rule("C-SIGN")
    def test_marked() -> None: ...

    def test_C_SIGN_named() -> None: ...

    for test in (test_marked, test_C_SIGN_named):
        with pytest.raises(AssertionError, match="guards a rule: run it daily"):
            sampling.in_turn(3)(test)
