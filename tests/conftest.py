"""Tests run from the root of the repository, wherever pytest is started."""

from __future__ import annotations

import os
from pathlib import Path

os.chdir(Path(__file__).parents[1])
