"""The archives of the pocket edition, in the order in which a device needs them.

Python's own modules come as its interpreter expects them, in a zip file. The others are packs: all files one
after the other behind an index, compressed as one, so that a browser unpacks them natively and hands them to
Python without a copy. Modules are byte code, made by the Python that will run it.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from fnmatch import fnmatch
from hashlib import sha256
from importlib.metadata import distribution, entry_points, requires
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from adjudicator import rulebook
from adjudicator.printing.setting import FACES
from adjudicator_api.pocket.parts import HERE, PartsError, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution

    from adjudicator_api.pocket.parts import Parts

TABLE = "adjudicator/reference/table/table.sqlite"
# What a device never asks for: pages are files there; commands and those who ask a server; what is compiled
# for this machine; types and tests; other databases; drawings and the layout of flowing text.
LEFT_OUT = (
    "*/__pycache__/*",
    "adjudicator/cli/*",
    "adjudicator/client/*",
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
    "reportlab/graphics/*",
    "reportlab/platypus/*",
    "sqlalchemy/dialects/mssql/*",
    "sqlalchemy/dialects/mysql/*",
    "sqlalchemy/dialects/oracle/*",
    "sqlalchemy/orm/*",
)
# Of Python's own modules: what talks to a terminal or to mail servers, tests, measures or debugs; code pages.
LEFT_OUT_OF_PYTHON = (
    "__*hello__*",
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl/*",
    "antigravity.py",
    "bdb.py",
    "cProfile.py",
    "ctypes/*",
    "doctest.py",
    "encodings/big5*",
    "encodings/cp[0-357-9]*",
    "encodings/cp4[0-24-9]*",
    "encodings/cp8*",
    "encodings/cp1[013-9]*",
    "encodings/euc*",
    "encodings/gb*",
    "encodings/hp*",
    "encodings/iso*_[2-9]*.py",
    "encodings/iso2022*",
    "encodings/johab*",
    "encodings/koi8*",
    "encodings/kz*",
    "encodings/mac_*",
    "encodings/ptcp*",
    "encodings/shift*",
    "encodings/tis*",
    "ftplib.py",
    "imaplib.py",
    "mailbox.py",
    "modulefinder.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pyclbr.py",
    "pydoc.py",
    "smtplib.py",
    "tabnanny.py",
    "this.py",
    "trace.py",
    "tracemalloc.py",
    "turtle*",
    "unittest/*",
    "wave.py",
    "webbrowser.py",
    "xml/dom/*",
    "xml/sax/*",
    "xmlrpc/*",
    "zipapp.py",
)
# Python's own modules that only the service imports.
LATER_OF_PYTHON = ("multiprocessing/*", "wsgiref/*", "xml/*")
# Of our own what no ruling imports: it comes with the service.
LATER = (
    "adjudicator/batch/*",
    "adjudicator/printing/*",
    "adjudicator/seeds/*",
    "*/bots/*",
    "*/shown/*",
    "adjudicator_api/*",
)
# Of the service, what answers before the service itself is there (pocket/judging.py).
FIRST = (
    "adjudicator_api/__init__.*",
    "adjudicator_api/config.*",
    "adjudicator_api/http/__init__.*",
    "adjudicator_api/http/wording.*",
    "adjudicator_api/http/languages/__init__.*",
    "adjudicator_api/http/languages/problems/*",
    "adjudicator_api/jobs/__init__.*",
    "adjudicator_api/jobs/drawings.*",
    "adjudicator_api/jobs/exercises.*",
    "adjudicator_api/jobs/lookups.*",
    "adjudicator_api/pocket/*",
)
# Of the later ones, what the worker of the bots needs to think, and to find what it is asked to do; practice
# needs it as well, for plays on a board and for the days on which exercises come back.
BOTS = (
    "*/bots/*",  # of every game, and of the service
    "adjudicator_api/games/__init__.*",
    "adjudicator_api/jobs/prints.*",
    "adjudicator/seeds/*",  # the service reads rulebooks as well, after the bots have come
)
BOTS_OF_OTHERS = ("fsrs*", "typing_extensions*")
# And what it needs to print; nothing else does.
PRINT = ("adjudicator/printing/*", "*/shown/*")
# Of the packages that print, and of Python's own modules. No picture is ever placed, so that in the place of
# Pillow there is only its name.
PRINT_OF_OTHERS = (
    "reportlab/*.py",  # an asterisk stands for folders as well
    "font_source_sans_pro/__init__.py",
    *(f"font_source_sans_pro/files/SourceSansPro-{face}.ttf" for face in FACES.values()),
    "*.dist-info/*",
)
PRINT_OF_PYTHON = ("xml/__init__.*", "xml/etree/*", "xml/parsers/*")
PILLOW = {"PIL/__init__.py": b"", "PIL/Image.py": b""}
KEPT_OF_METADATA = ("METADATA", "entry_points.txt", "LICENSE*", "licenses/*", "COPYING*")
_NAME = re.compile(r"[\w.-]+")
_ELSEWHERE = re.compile("extra|platform|python_version")  # extras, other machines, older Pythons
_SCRIPT = HERE / "web" / "compile.mjs"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive
AS_IT_IS, WITHOUT_DOCSTRINGS = 0, 2  # as `python -OO`: what others explain is a third of their code


def write_archives(parts: Parts, folder: Path) -> None:
    """judge.pack, which rules alone; table.pack; bots.pack; print.pack; service.pack, for everything else."""
    ours = dict(_ours())
    table = {TABLE: ours.pop(TABLE)}
    first_of_python, packs = divided(
        _compiled(parts, ours, AS_IT_IS),
        python=_compiled_once(parts, "python", dict(_of_python(parts))),
        service=_compiled_once(parts, "packages", dict(_others(parts))),
        printing=_compiled_once(parts, "printing", {**dict(_printing()), **PILLOW}),
    )
    _write_zip(folder / "python_stdlib.zip", first_of_python)
    for name, files in {"table": table, **packs}.items():
        _write_pack(folder / f"{name}.pack", files)


def divided(
    ours: dict[str, bytes], *, python: dict[str, bytes], service: dict[str, bytes], printing: dict[str, bytes]
) -> tuple[dict[str, bytes], dict[str, dict[str, bytes]]]:
    """What Python begins with, and the packs by name. Each file is in one of them, and is fetched once.

    `python` are its own modules, `service` and `printing` the packages of others that these two need.
    """
    later, first = _parted(ours, LATER)
    of_judge, later = _parted(later, FIRST)
    of_bots, later = _parted(later, BOTS)
    of_print, later = _parted(later, PRINT)
    later_of_python, first_of_python = _parted(python, LATER_OF_PYTHON)
    xml, later_of_python = _parted(later_of_python, PRINT_OF_PYTHON)
    bots_of_others, service = _parted(service, BOTS_OF_OTHERS)
    return first_of_python, {
        "judge": {**first, **of_judge},
        "bots": {**of_bots, **bots_of_others},
        "print": {**of_print, **xml, **printing},
        "service": {**later_of_python, **service, **later},
    }


def _parted(files: dict[str, bytes], patterns: tuple[str, ...]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Those that fit a pattern, and the others."""
    fitting = {name: files[name] for name in files if _fits(name, patterns)}
    return fitting, {name: files[name] for name in files if name not in fitting}


def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _compiled_once(parts: Parts, label: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """The modules of others change seldom, and there are many: kept with the parts for the next build."""
    kept = parts.folder / f"{label}-{_key(files)}.zip"
    if not kept.is_file():
        with TemporaryDirectory(dir=parts.folder) as scratch:
            made = Path(scratch) / kept.name
            _write_zip(made, _compiled(parts, files, WITHOUT_DOCSTRINGS))
            made.rename(kept)
    return dict(_unzipped(kept))


def _of_python(parts: Parts) -> Iterator[tuple[str, bytes]]:
    for name, content in _unzipped(parts.npm["pyodide"] / "python_stdlib.zip"):
        if not _fits(name, LEFT_OUT_OF_PYTHON):
            yield name, content


def _unzipped(place: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(place) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, archive.read(info)


def _ours() -> Iterator[tuple[str, bytes]]:
    for package in _packages():
        for place in _folder(package).rglob("*"):
            name = f"{package}/{place.relative_to(_folder(package)).as_posix()}"
            if place.is_file() and not _fits(name, LEFT_OUT):
                yield name, place.read_bytes()
    for place in (*rulebook.FOLDER.rglob("*.md"), *rulebook.FOLDER.glob("*.toml")):
        yield f"adjudicator/seeds/{place.relative_to(rulebook.FOLDER).as_posix()}", place.read_bytes()
    yield from _metadata(distribution("adjudicator"))


def _packages() -> set[str]:
    """The judge, the service, and those of every game that is installed."""
    games = entry_points(group="adjudicator.rulesets")
    return {"adjudicator", __name__.partition(".")[0], *(game.module.partition(".")[0] for game in games)}


def _others(parts: Parts) -> Iterator[tuple[str, bytes]]:
    for name in sorted(_dependencies(wanted()["python"]["packages"])):
        yield from _installed(distribution(name))
    for wheel in parts.wheels:
        yield from _unzipped(wheel)


def _printing() -> Iterator[tuple[str, bytes]]:
    for name in wanted()["print"]["packages"]:
        for file, content in _installed(distribution(name)):
            if _fits(file, PRINT_OF_OTHERS):
                yield file, content


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
            requirement, _, marker = text.partition(";")
            if not _ELSEWHERE.search(marker):
                waiting.append(_NAME.match(requirement).group())  # type: ignore[union-attr]
    return found


def _installed(one: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in one.files or ():
        name = file.as_posix()
        if name.startswith("..") or ".dist-info/" in name or _fits(name, LEFT_OUT):
            continue
        yield name, Path(str(one.locate_file(file))).read_bytes()
    yield from _metadata(one)


def _metadata(one: Distribution) -> Iterator[tuple[str, bytes]]:
    """What Python looks up in an installed package, and its licence."""
    for file in one.files or ():
        folder, _, name = file.as_posix().partition(".dist-info/")
        if name and not folder.startswith("..") and _fits(name, KEPT_OF_METADATA):
            yield file.as_posix(), Path(str(one.locate_file(file))).read_bytes()


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


def _write_pack(place: Path, files: dict[str, bytes]) -> None:
    """The length of the index, the index, the files; judge.mjs reads it. Alike files lie side by side."""
    names = sorted(files, key=lambda name: (Path(name).suffix, name))
    index = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":")).encode()
    content = len(index).to_bytes(4, "little") + index + b"".join(files[name] for name in names)
    place.write_bytes(gzip.compress(content, 9, mtime=0))


def write_program(source: Path, place: Path) -> None:
    """A pack of nothing but this program; worker.mjs gives it to who fetches the program by its own name."""
    place.with_suffix(".pack").write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


def _write_zip(place: Path, files: dict[str, bytes]) -> None:
    with ZipFile(place, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name, EPOCH), files[name], ZIP_DEFLATED, 9)
