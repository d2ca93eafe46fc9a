"""The archives of the pocket edition: our packages with what they import, as byte code; and the table."""

from __future__ import annotations

import json
import re
import subprocess
from fnmatch import fnmatch
from hashlib import sha256
from importlib.metadata import distribution, entry_points, requires
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile, which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from adjudicator import rulebook
from adjudicator_api.pocket.parts import HERE, PartsError, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution

    from adjudicator_api.pocket.parts import Parts

TABLE = "adjudicator/reference/table/table.sqlite"
# What a device never asks for: pages are files there; what is compiled for this machine; types and tests.
LEFT_OUT = (
    "*/__pycache__/*",
    "adjudicator_api/pages/static/*",
    "adjudicator_api/pages/templates/*",
    "adjudicator_api/pages/documents/*",
    "adjudicator_api/pocket/web/*",
    "*/table/*.js",
    "*/table/*.css",
    "*/table/*.svg",
    "*.so",
    "*.pyd",
    "*.pyi",
    "*.pyx",
    "*.pxd",
    "*.c",
    "*/tests/*",
    "*/testing/*",
    "pydantic/v1/*",
    "sqlalchemy/dialects/mssql/*",
    "sqlalchemy/dialects/mysql/*",
    "sqlalchemy/dialects/oracle/*",
)
KEPT_OF_METADATA = ("METADATA", "entry_points.txt", "LICENSE*", "licenses/*", "COPYING*")
_NAME = re.compile(r"[\w.-]+")
_ELSEWHERE = re.compile("extra|platform|python_version")  # extras, other machines, older Pythons
_SCRIPT = HERE / "web" / "compile.mjs"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def write_archives(parts: Parts, folder: Path) -> None:
    """packages.zip, which others made; python.zip, which is ours; table.zip."""
    as_it_is, without_docstrings = 0, 2  # as `python -OO`: what others explain is a third of their code
    ours = dict(_ours())
    _write_zip(folder / "table.zip", {TABLE: ours.pop(TABLE)})
    _write_zip(folder / "python.zip", _compiled(parts, ours, as_it_is))
    others = dict(_others(parts))
    kept = parts.folder / f"packages-{_key(others)}.zip"  # they change seldom, and there are many
    if not kept.is_file():
        _write_zip(kept, _compiled(parts, others, without_docstrings))
    copyfile(kept, folder / "packages.zip")


def _ours() -> Iterator[tuple[str, bytes]]:
    for package in _packages():
        for place in _folder(package).rglob("*"):
            name = f"{package}/{place.relative_to(_folder(package)).as_posix()}"
            if place.is_file() and not _left_out(name):
                yield name, place.read_bytes()
    for place in rulebook.FOLDER.glob("*.md"):
        yield f"adjudicator/seeds/{place.name}", place.read_bytes()
    yield from _metadata(distribution("adjudicator"))


def _packages() -> set[str]:
    """The judge, the service, and those of every game that is installed."""
    games = entry_points(group="adjudicator.rulesets")
    return {"adjudicator", __name__.partition(".")[0], *(game.module.partition(".")[0] for game in games)}


def _others(parts: Parts) -> Iterator[tuple[str, bytes]]:
    for name in sorted(_dependencies(wanted()["python"]["packages"])):
        yield from _installed(distribution(name))
    for wheel in parts.wheels:
        with ZipFile(wheel) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    yield info.filename, archive.read(info)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations)))


def _dependencies(names: list[str]) -> set[str]:
    """These and what they ask for, without extras and without what comes as a wheel."""
    wheels = {name.replace("_", "-") for name in wanted()["wheels"]["packages"]}
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found or name in wheels:
            continue
        found.add(name)
        for text in requires(name) or ():
            asked, _, marker = text.partition(";")
            if not _ELSEWHERE.search(marker):
                waiting.append(_NAME.match(asked).group())  # type: ignore[union-attr]
    return found


def _installed(one: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in one.files or ():
        name = file.as_posix()
        if name.startswith("..") or ".dist-info/" in name or _left_out(name):
            continue
        yield name, Path(str(one.locate_file(file))).read_bytes()
    yield from _metadata(one)


def _metadata(one: Distribution) -> Iterator[tuple[str, bytes]]:
    """What Python looks up in an installed package, and its licence."""
    for file in one.files or ():
        folder, _, name = file.as_posix().partition(".dist-info/")
        if name and not folder.startswith("..") and any(fnmatch(name, kept) for kept in KEPT_OF_METADATA):
            yield file.as_posix(), Path(str(one.locate_file(file))).read_bytes()


def _left_out(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in LEFT_OUT)


def _compiled(parts: Parts, files: dict[str, bytes], optimization: int) -> dict[str, bytes]:
    """With byte code in the place of sources, made by the Python that will run it."""
    node = which("node")
    if node is None:
        raise PartsError(
            "missing_program", "'node' is not here; the pocket edition is built with Node and npm."
        )
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, content in files.items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        done = subprocess.run(  # noqa: S603 - our own script
            [node, str(_SCRIPT), str(parts.npm["pyodide"]), scratch, str(optimization)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise PartsError("not_compiled", f"The byte code cannot be made: {done.stderr.strip()[-800:]}")
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _key(files: dict[str, bytes]) -> str:
    digest = sha256(json.dumps(wanted()["npm"], sort_keys=True).encode() + _SCRIPT.read_bytes())
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + sha256(files[name]).digest())
    return digest.hexdigest()[:16]


def _write_zip(place: Path, files: dict[str, bytes]) -> None:
    with ZipFile(place, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name, EPOCH), files[name], ZIP_DEFLATED, 9)
