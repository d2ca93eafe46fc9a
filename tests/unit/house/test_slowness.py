"""`make test` starts nothing that belongs to `make test-slow`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.support import slowness
from tests.support.browsing import chromium
from tests.support.databases import database
from tests.support.serving import serving


@pytest.mark.parametrize(
    "start",
    [serving, lambda _: chromium(), lambda folder: database("postgresql", folder)],
    ids=["server", "browser", "database"],
)
def test_a_test_without_the_mark_cannot_start_it(
    start: Callable[[Path], AbstractContextManager[Any]], tmp_path: Path
) -> None:
    with pytest.raises(AssertionError, match="slow"), start(tmp_path):
        pass


@pytest.mark.slow
def test_a_test_with_the_mark_may() -> None:
    slowness.starts("a server")
