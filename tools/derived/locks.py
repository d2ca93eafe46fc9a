"""locks/*.txt: exactly what each use of the program imports, in the versions of constraints.txt.

They are installed without a resolver (`pip install --no-deps -r locks/run.txt`), and pip refuses a file whose
SHA-256 is not listed. Run it where everything is installed, after a change of dependencies; a test derives
the versions again and compares. Hashes of a version that is locked already are kept; for the others it asks
the index of PIP_INDEX_URL, or else PyPI. A mirror that builds wheels of its own has other hashes: delete the
locks and derive them from it.
"""

from __future__ import annotations

import os
import re
import tomllib
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

from tools.files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

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
HEADER = "# Written by `python -m tools derive locks`. Install with: pip install --no-deps -r"
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
# Wheels of other interpreters are left out: requires-python is 3.11.
INTERPRETER = re.compile(r"py3|cp3(1[1-9]|[2-9]\d)")


def derive() -> dict[str, list[str]]:
    """The pins of each lock by its name, without their hashes."""
    versions = _versions()
    pins = {"build": _pins(closure(_build_system()), versions)}
    before: dict[str, str] = {}
    for name, extras in EXTRAS.items():
        found = closure(_declared(extras))
        more = {
            package: marker for package, marker in found.items() if before.get(package) not in {"", marker}
        }
        pins[name] = _pins(more, versions)
        before = {**before, **found}
    return pins


def _pins(found: dict[str, str], versions: dict[str, str]) -> list[str]:
    return sorted(f"{package}=={versions[package]}{marker}" for package, marker in found.items())


def read(name: str) -> dict[str, list[str]]:
    """The pins of a lock with their hashes; nothing of one that is not there."""
    file = LOCKS / f"{name}.txt"
    text = file.read_text(encoding="utf-8").replace("\\\n", "") if file.exists() else ""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.partition(" --hash")[0].rstrip(): HASH.findall(line) for line in lines}


def written(name: str, pins: dict[str, list[str]]) -> str:
    lines = [
        " \\\n    ".join([pin, *(f"--hash=sha256:{value}" for value in known)]) for pin, known in pins.items()
    ]
    return "\n".join([f"{HEADER} locks/{name}.txt", *lines]) + "\n"


def files() -> dict[Path, str]:
    locked = {
        name: {pin: read(name).get(pin) or ask_index(pin) for pin in pins} for name, pins in derive().items()
    }
    return {LOCKS / f"{name}.txt": written(name, pins) for name, pins in locked.items()}


class _Links(HTMLParser):
    """The links of an index page (PEP 503): the address of a file with its hash as the fragment."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def ask_index(pin: str) -> list[str]:
    """The hashes of every file of a version that our Pythons can install, on any system."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    with urlopen(f"{index}/{canonicalize_name(Requirement(pin).name)}/", timeout=60) as answer:
        found = hashes(answer.read().decode(), pin)
    if not found:
        raise SystemExit(f"{index} lists no file of {pin} with its SHA-256.")
    return found


def hashes(page: str, pin: str) -> list[str]:
    """Those of the files of a version, from the page of its package in an index."""
    addresses = [urlsplit(link) for link in _Links(page).found]
    return sorted(
        {
            address.fragment.removeprefix("sha256=")
            for address in addresses
            if address.fragment.startswith("sha256=")
            and fits(unquote(address.path.rsplit("/", 1)[-1]), Requirement(pin))
        }
    )


def fits(file: str, asked: Requirement) -> bool:
    """Whether a file of an index is of the version that is asked for and not only for other Pythons."""
    try:
        if file.endswith(".whl"):
            _, version, _, tags = parse_wheel_filename(file)
            runs = any(INTERPRETER.match(tag.interpreter) or tag.abi == "abi3" for tag in tags)
            return runs and asked.specifier.contains(version, prereleases=True)
        return asked.specifier.contains(parse_sdist_filename(file)[1], prereleases=True)
    except (InvalidSdistFilename, InvalidWheelFilename):  # formats of long ago
        return False


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


def _build_system() -> list[Requirement]:
    """What makes the wheel; `editables` is what hatchling asks for when it is installed with -e."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [Requirement(text) for text in (*project["build-system"]["requires"], "editables")]


def _versions() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.partition("==") for line in lines if "==" in line]
    return {canonicalize_name(name): version for name, _, version in pins}
