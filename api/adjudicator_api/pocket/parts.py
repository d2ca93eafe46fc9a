"""Third-party parts of the pocket edition: fetched from npm and PyPI once, verified, and cached."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha512
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adjudicator.errors import AdjudicatorError, quote

HERE = Path(__file__).parent


class PartsError(AdjudicatorError):
    """A part of the pocket edition is not available: `missing_program`, `not_fetched`, `other_content`."""


@dataclass(frozen=True, slots=True)
class Package:
    """An npm package, pinned by the content that was reviewed when it was chosen."""

    name: str
    version: str
    integrity: str
    files: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.name}@{self.version}"


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the parts are."""

    folder: Path
    npm: dict[str, Path]  # by name: the folder of its files
    wheels: tuple[Path, ...]


def wanted() -> dict[str, Any]:
    return tomllib.loads((HERE / "parts.toml").read_text(encoding="utf-8"))


def packages() -> tuple[Package, ...]:
    return tuple(Package(**{**one, "files": tuple(one["files"])}) for one in wanted()["npm"])


def default_folder() -> Path:
    kept = os.environ.get("XDG_CACHE_HOME")
    return (Path(kept) if kept else Path.home() / ".cache") / "adjudicator" / "parts"


def fetch(folder: Path) -> Parts:
    """Fetches what is not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    npm = {package.name: _npm(package, folder) for package in packages()}
    return Parts(folder, npm, tuple(_wheel(name, folder) for name in wanted()["wheels"]["packages"]))


def _npm(package: Package, folder: Path) -> Path:
    place = folder / f"{package.name.replace('/', '-').removeprefix('@')}-{package.version}"
    if place.is_dir():
        return place
    with TemporaryDirectory(dir=folder) as scratch:
        _run("npm", "pack", package.label, "--json", "--pack-destination", scratch)
        archive = next(Path(scratch).glob("*.tgz"), None)
        if archive is None:
            raise PartsError("not_fetched", f"npm gave no archive of {package.label}.")
        check_integrity(package, archive.read_bytes())
        with tarfile.open(archive) as tar:
            tar.extractall(scratch, filter="data")
        (Path(scratch) / "package").rename(place)
    return place


def check_integrity(package: Package, content: bytes) -> None:
    found = "sha512-" + b64encode(sha512(content).digest()).decode()
    if found != package.integrity:
        raise PartsError(
            "other_content",
            f"What npm gives as {package.label} is {found}; it must be {package.integrity}, see parts.toml.",
        )


def _wheel(name: str, folder: Path) -> Path:
    of, release = wanted()["wheels"], version(name)
    for _ in range(2):
        found = next(folder.glob(f"{name}-{release}-*{of['platform']}.whl"), None)
        if found is not None:
            return found
        _run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
            *("--only-binary=:all:", "--platform", of["platform"], "--python-version", of["python"]),
            *("--implementation", "cp", "--abi", f"cp{of['python']}", "--dest", str(folder)),
            f"{name}=={release}",
        )
    raise PartsError("not_fetched", f"There is no wheel of {name} {release} for {of['platform']}.")


def _run(*command: str) -> str:
    program = shutil.which(command[0])
    if program is None:
        raise PartsError(
            "missing_program",
            f"{quote(command[0])} is not here; the pocket edition is built with Node and npm.",
        )
    done = subprocess.run(  # noqa: S603 - npm and pip, with what parts.toml says
        [program, *command[1:]], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-5:]
        raise PartsError("not_fetched", f"{command[0]} failed: {' '.join(said)}")
    return done.stdout


def licence(folder: Path) -> str:
    """As stated by its package."""
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return str(about.get("license", "see its package"))
