"""What `make test` leaves to `make test-slow`: browsers, server processes, database servers, deployment."""

from __future__ import annotations

FOLDERS = ("tests/attacks/", "tests/browser/", "tests/deploy/")  # every test there is slow

allowed = True  # the conftest sets it to False while a test without the mark runs


def starts(what: str) -> None:
    """Called by everything that starts such a thing: a test without the mark fails instead of slowing down
    `make test`.
    """
    assert allowed, f"this test starts {what}: mark it with @pytest.mark.slow"
