"""Prints what an installation costs: the base, the lock of `make serve`, and everything by its metadata."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
WAYS = {
    "base": ["-c", "constraints.txt", "."],
    "locked": ["--no-deps", "--no-compile", "-r", "locks/run.txt", "."],
    "all": ["-c", "constraints.txt", ".[all]"],
}


def measure(arguments: list[str]) -> tuple[int, int, float, float]:
    """Distributions, MB on disk, seconds on the clock, seconds of processor time."""
    with TemporaryDirectory() as folder:
        began, cpu = time.monotonic(), _cpu()
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
        subprocess.run([*pip, "install", "-qq", *arguments], check=True, cwd=ROOT)
        seconds, used = time.monotonic() - began, _cpu() - cpu
        listed = subprocess.run([*pip, "list", "--format=freeze"], check=True, capture_output=True, text=True)
        size = sum(file.lstat().st_blocks * 512 for file in Path(folder).rglob("*"))
        return len(listed.stdout.splitlines()), size // 1_000_000, seconds, used


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    os.environ["PIP_CONSTRAINT"] = os.environ["PIP_BUILD_CONSTRAINT"] = str(ROOT / "constraints.txt")
    print(f"{'':10}{'packages':>10}{'MB':>8}{'seconds':>10}{'CPU':>8}")
    for way, arguments in WAYS.items() if len(sys.argv) < 2 else [(sys.argv[1], WAYS[sys.argv[1]])]:
        count, size, seconds, used = measure(arguments)
        print(f"{way:10}{count:10}{size:8}{seconds:10.1f}{used:8.1f}")
