"""Every playable game as a subject of tests: each brings its own, in `tests/support/<game>_subject.py`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from adjudicator.testing.subject import Subject


def subjects() -> dict[str, Subject]:
    found = sorted(Path(__file__).parent.glob("*_subject.py"))
    modules = [import_module(f"tests.support.{path.stem}") for path in found]
    return {module.SUBJECT.game.name: module.SUBJECT for module in modules}


SUBJECTS = subjects()
