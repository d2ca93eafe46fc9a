"""Requirements of the deployment tests that not every machine has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A package index, which an installation into an empty environment needs."""
    folder: Path = tmp_path_factory.mktemp("index")
    asked = ["download", "--quiet", "--no-deps", "--dest", str(folder), "hatchling"]
    if subprocess.run([sys.executable, "-m", "pip", *asked], capture_output=True, check=False).returncode:
        pytest.skip("no package index can be reached")
