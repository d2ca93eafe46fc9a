"""What `make test` leaves to `make test-slow`: browsers, server processes, database servers, deployment."""

from __future__ import annotations

FOLDERS = ("tests/attacks/", "tests/browser/", "tests/deploy/")  # every test there is slow

allowed = True  # the conftest says no while a test without the mark runs


def starts(what: str) -> None:
    """Called by whatever starts one: a test that forgot its mark fails instead of slowing `make test` down."""
    assert allowed, f"this test starts {what}: mark it with @pytest.mark.slow"
