"""A third-party package, as an installer leaves it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

SIXTH = Path("tests/sixth_game")


def install(project: Path, place: Path) -> Path:
    """Copies the folder of a project, and writes beside it what its pyproject.toml declares."""
    shutil.copytree(project, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return declare(place)


def declare(place: Path) -> Path:
    """A project that is imported from where it is, with what its pyproject.toml declares beside it."""
    told = tomllib.loads((place / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = place / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    about.mkdir()
    named = f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
    (about / "METADATA").write_text(named, encoding="utf-8")
    points = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in told["entry-points"].items()
    ]
    (about / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    return place
