"""What it takes from an empty environment to a ruling."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tools.files import ROOT

WAYS = ("base", "locked", "all")
QUESTION = ("judge", "MgNOONOO")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "-qq")


def ways(wheel: Path) -> dict[str, list[list[str]]]:
    """The arguments of each `pip install` of a way."""
    pinned = ["-c", str(ROOT / "constraints.txt")]
    locked = ["--no-deps", "--no-compile", "--require-hashes", "-r", str(ROOT / "locks" / "run.txt")]
    own = (
        [[*pinned, str(wheel)]],
        [locked, ["--no-deps", "--no-compile", str(wheel)]],
        [[*pinned, f"{wheel}[all]"]],
    )
    return dict(zip(WAYS, own, strict=True))


def python_of(folder: Path) -> str:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return str(folder / "bin" / "python")


def build(folder: Path) -> Path:
    """The wheel, built by what locks/build.txt has."""
    python = python_of(folder / "tools")
    locked = ["install", "--no-deps", "--require-hashes", "-r", str(ROOT / "locks" / "build.txt")]
    subprocess.run([python, *PIP, *locked], check=True)
    made = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder / "dist"), str(ROOT)]
    subprocess.run([python, *PIP, *made], check=True)
    return next((folder / "dist").glob("*.whl"))


def measure(installs: list[list[str]]) -> str:
    with TemporaryDirectory() as name:
        folder = Path(name)
        python = python_of(folder / "env")
        empty = _megabytes(folder)
        began, cpu = time.monotonic(), _cpu()
        for arguments in installs:
            subprocess.run([python, *PIP, "install", *arguments], check=True, cwd=folder)
        seconds, used = time.monotonic() - began, _cpu() - cpu
        size = _megabytes(folder) - empty
        counted = "from importlib.metadata import distributions as d; print(sum(1 for _ in d()))"
        count = int(_output([python, "-c", counted], folder)) - len(_bundled(folder))
        ruling = _output([str(folder / "env" / "bin" / "adjudicator"), *QUESTION], folder)
    return f"{count:10}{size:8}{seconds:10.1f}{used:8.1f}   {ruling.splitlines()[0].strip()}"


def _bundled(folder: Path) -> list[Path]:
    """What venv puts into every environment."""
    site = next((folder / "env").glob("lib/python*/site-packages"))
    return [path for name in ("pip", "setuptools") for path in site.glob(f"{name}-*.dist-info")]


def _output(command: list[str], folder: Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


def _megabytes(folder: Path) -> int:
    return sum(file.lstat().st_blocks * 512 for file in folder.rglob("*")) // 1_000_000


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@click.command()
@click.option("--only", multiple=True, type=click.Choice(WAYS), help="One of the rows; may be said again.")
def install(only: tuple[str, ...]) -> None:
    """Measure what it takes from an empty environment to a ruling, with the wheel as an index has it.

    `base` is `pip install adjudicator`, `locked` what `make serve` installs, `all` every extra by its
    metadata. Each row is an environment of its own: distributions without pip, megabytes that they take on
    disk, the time and the processor time of pip, and what the installed command then rules. docs/start.md has
    the figures.
    """
    for name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"):
        os.environ.pop(name, None)
    with TemporaryDirectory() as name:
        wheel = build(Path(name))
        click.echo(f"{wheel.name}: {wheel.stat().st_size / 1_000_000:.1f} MB")
        click.echo(
            f"{'':10}{'packages':>10}{'MB':>8}{'seconds':>10}{'CPU':>8}   adjudicator {' '.join(QUESTION)}"
        )
        for way, installs in ways(wheel).items():
            if way in (only or WAYS):
                click.echo(f"{way:10}{measure(installs)}")
