"""Derives locks/*.txt: exactly what each use of the program imports, in the versions of constraints.txt.

They are installed without a resolver (`pip install --no-deps -r locks/run.txt`). Run it where everything is
installed, after a change of dependencies; a test derives them again and compares.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
LOCKS = ROOT / "locks"
# What a lock adds to those before it: extras of pyproject.toml, None for what the judge itself needs.
EXTRAS = {
    "run": (None, "web", "print", "reactions"),
    "server": ("server",),
    "test": ("test", "reference", "bulk", "cluster", "train"),
    "check": ("check",),
}
# chempy asks for Jupyter, matplotlib and scipy; its balancer imports no more than this.
INSTEAD = {"chempy": ("sympy", "mpmath<1.4", "pyparsing")}
WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}
HERE = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
HEADER = "# Written by tools/lock.py. Install with: pip install --no-deps -r"


def derive() -> dict[str, str]:
    """The text of each lock by its name."""
    versions = _versions()
    texts: dict[str, str] = {}
    before: dict[str, str] = {}
    for name, extras in EXTRAS.items():
        found = closure(_declared(extras))
        lines = sorted(
            f"{package}=={versions[package]}{marker}"
            for package, marker in found.items()
            if before.get(package) not in {"", marker}
        )
        texts[name] = "\n".join([f"{HEADER} locks/{name}.txt", *lines]) + "\n"
        before = {**before, **found}
    return texts


def closure(roots: Iterable[Requirement]) -> dict[str, str]:
    """Every package that is needed, directly or not, with a marker where some systems do without it."""
    found: dict[str, str] = {}
    done: set[tuple[str, frozenset[str]]] = set()
    waiting = list(roots)
    while waiting:
        asked = waiting.pop()
        name = canonicalize_name(asked.name)
        marker = _where(asked)
        if marker is None or (name, frozenset(asked.extras)) in done:
            continue
        done.add((name, frozenset(asked.extras)))
        found[name] = marker if found.get(name, marker) == marker else ""
        waiting += _needs(name, asked.extras)
    return found


def _needs(name: str, extras: set[str]) -> list[Requirement]:
    if name in INSTEAD:
        return [Requirement(text) for text in INSTEAD[name]]
    try:
        needs = [Requirement(text) for text in distribution(name).requires or ()]
    except PackageNotFoundError:  # for another system
        return []
    return [need for need in needs if _wanted(need, extras)]


def _wanted(need: Requirement, extras: set[str]) -> bool:
    """Whether it is asked for at all: of an extra only when that was named."""
    return (
        need.marker is None
        or "extra" not in str(need.marker)
        or any(need.marker.evaluate({**HERE, "extra": extra}) for extra in extras)
    )


def _where(need: Requirement) -> str | None:
    """The marker of a lock's line: "" for everywhere, None for nowhere that we know of."""
    if need.marker is None or "extra" in str(need.marker):
        return ""
    environment = {key: str(value) for key, value in default_environment().items()}
    here = need.marker.evaluate({**environment, **HERE})
    windows = need.marker.evaluate({**environment, **WINDOWS})
    if here and windows:
        return ""
    return None if not (here or windows) else f"; sys_platform {'!=' if here else '=='} 'win32'"


def _declared(extras: Iterable[str | None]) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [
        text
        for extra in extras
        for text in (project["dependencies"] if extra is None else project["optional-dependencies"][extra])
    ]
    return [Requirement(text) for text in listed]


def _versions() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.partition("==") for line in lines if "==" in line]
    return {canonicalize_name(name): version for name, _, version in pins}


if __name__ == "__main__":
    for name, text in derive().items():
        (LOCKS / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"locks/{name}.txt: {text.count('==')}")
