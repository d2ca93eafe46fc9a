"""A new user's path: the wheel in an empty environment, then the README from top to bottom."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUPPORTED = ("3.11", "3.12", "3.13")


def interpreters() -> dict[str, str]:
    """The oldest and the newest supported Python that this machine has; this one is always among them."""
    found = {f"3.{sys.version_info.minor}": sys.executable}
    for version in SUPPORTED:
        homes = [*Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")]
        path = shutil.which(f"python{version}") if not homes else str(homes[-1])
        works = (
            path
            and not subprocess.run([path, "-c", "import venv"], capture_output=True, check=False).returncode
        )
        if path and works:
            found.setdefault(version, path)
    order = sorted(found, key=lambda version: int(version.split(".")[1]))
    return {version: found[version] for version in {order[0], order[-1]}}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, env={**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")})
    return next(folder.glob("adjudicator-*.whl"))


@pytest.mark.nightly
@pytest.mark.parametrize("version", sorted(interpreters()))
def test_the_wheel_installs_into_an_empty_environment_and_the_readme_holds(
    wheel: Path, version: str, tmp_path: Path
) -> None:
    home = tmp_path / "env"
    subprocess.run([interpreters()[version], "-m", "venv", str(home)], check=True)
    install = [str(home / "bin" / "pip"), "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    subprocess.run([*install, "-r", str(ROOT / "locks" / "run.txt"), str(wheel)], check=True, env=environment)
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^\$ (adjudicator .*)\n((?:(?!\$ |```).*\n)*)", shown, re.MULTILINE)
    assert len(examples) >= 5
    environment |= {"PATH": f"{home / 'bin'}:{os.environ['PATH']}", "COLUMNS": "200"}
    for command, expected in examples:
        run = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        head = expected.split("\n...")[0].rstrip("\n")
        assert run.stdout.startswith(head), (command, run.stdout, run.stderr)
    typed = next(home.glob("lib/python*/site-packages/adjudicator/py.typed"))
    assert typed.exists()
    code = "from adjudicator.engine import playable_games; print(len(playable_games()))"
    run = subprocess.run(
        [str(home / "bin" / "python"), "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert run.stdout == "5\n"
