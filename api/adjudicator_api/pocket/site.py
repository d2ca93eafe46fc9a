"""The pocket edition as a folder for any web host: pages in every language, and the judge that answers them.

The pages are those of the service, rendered once. All addresses are relative, so the folder works under any
path. What the judge needs is in a folder named by the digest of its content.
"""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from adjudicator.chem import toolkit
from adjudicator.engine.game import playable_games
from adjudicator.errors import AdjudicatorError, quote
from adjudicator_api.app import create_app
from adjudicator_api.config import ORIGIN, Config
from adjudicator_api.http import languages
from adjudicator_api.pages import pages, rulebooks
from adjudicator_api.pocket.archives import write_archives, write_program
from adjudicator_api.pocket.parts import HERE, PartsError, fetch, licence, packages

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from adjudicator_api.pocket.parts import Parts

WEB = HERE / "web"
JUDGE = "judge"  # the folder of what answers
KEEPER = "sw.js"
# The worker has its own policy, from its host's headers; a page loads nothing from elsewhere.
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
SHELLS = {
    "/challenge/index.html": r"^[a-z]+/challenge/[^/]+$",
    "/box/index.html": r"^[a-z]+/box/sha256:[0-9a-f]+$",
}
ADDRESS = re.compile(
    r'(?<= )((?:href|src|action|data-icons|data-device|data-camera|data-folder|data-pocket)=")/'
)
TABLE = re.compile(r"/table-(?=.*\.js$)")  # the script of a table, which loads another one later
CAMERA = re.compile(r"/camera\.\w+\.js$")  # loads others too
FILE = re.compile(r"/(?:app/\w+|static)/[\w.-]+")


class SiteError(AdjudicatorError):
    """The pocket edition cannot be written there or with these options: `not_empty`, `bad_server_url`."""


def build(out: Path, parts_folder: Path, server_url: str = "") -> None:
    """Writes the folder; an earlier build there is replaced as a whole at the end.

    `server_url` is a service with tables for friends, which the pages link to.
    """
    if server_url and not ORIGIN.fullmatch(server_url):
        raise SiteError(
            "bad_server_url",
            f"{quote(server_url)} is no address of a service; it is such as https://club.example.",
        )
    if out.exists() and any(out.iterdir()) and not (out / KEEPER).is_file():
        raise SiteError("not_empty", f"{quote(str(out))} is not empty and holds no pocket edition.")
    out.parent.mkdir(parents=True, exist_ok=True)
    parts = fetch(parts_folder)
    with TemporaryDirectory(dir=out.parent) as scratch:
        site = Path(scratch) / "site"
        site.mkdir()
        worker = _write_judge(site, parts)
        _write_pages(site, worker, server_url)
        _write_frame(site, parts)
        if out.exists():
            shutil.rmtree(out)
        site.rename(out)


def _write_judge(site: Path, parts: Parts) -> str:
    """Everything that the worker loads, in a folder named by its content; returns the worker's address."""
    folder = site / "making"
    folder.mkdir()
    pyodide, rdkit = parts.npm["pyodide"], parts.npm["@rdkit/rdkit"]
    of_pyodide = next(one.files for one in packages() if one.name == "pyodide")
    for name in of_pyodide:
        if name.endswith(".wasm"):
            write_program(pyodide / name, folder / name)
        else:
            shutil.copyfile(pyodide / name, folder / name)
    script = (rdkit / "dist" / "RDKit_minimal.js").read_text(encoding="utf-8")
    (folder / "rdkit.mjs").write_text(f"{script}\nexport default initRDKitModule;\n", encoding="utf-8")
    write_program(rdkit / "dist" / "RDKit_minimal.wasm", folder / "rdkit.wasm")
    shutil.copyfile(Path(toolkit.__file__).with_name("rdkit.mjs"), folder / "rdkit-texts.mjs")
    for name in ("judge.mjs", "second.mjs", "worker.mjs"):
        shutil.copyfile(WEB / name, folder / name)
    write_archives(parts, folder)
    named = f"{JUDGE}/{_digest(folder)[:16]}"
    (site / JUDGE).mkdir()
    folder.rename(site / named)
    # For pages of a service on this origin, which do not know the folder's name.
    _write(site / "worker.mjs", f'import "./{named}/worker.mjs";\n'.encode())
    return f"/../{named}/worker.mjs"


def _write_pages(site: Path, worker: str, server_url: str) -> None:
    with TemporaryDirectory() as scratch:
        app = create_app(
            Config(
                database_url=f"sqlite:///{scratch}/none.sqlite", log="off", rate_limit="off", in_place="yes"
            )
        )
        app.extensions["pocket"] = {"worker": worker, "policy": POLICY, "server": server_url}
        client = app.test_client()
        for language in languages.languages():
            files = {
                address for page in page_addresses() for address in _write_page(client, site, language, page)
            }
            for address in sorted(files):
                _write(site / language / address.removeprefix("/"), _page(client, address, language))
        app.extensions["storage"].close()


def page_addresses() -> tuple[str, ...]:
    games = playable_games()
    at_tables = (
        address for game in games for address in (f"/play/{game}", f"/play/{game}/table", f"/look/{game}")
    )
    return (
        "/",
        "/r",
        "/challenge",
        "/name",
        "/lookup",
        "/practice",
        "/kept",
        "/rules",
        *(f"/rules/{g}" for g in rulebooks.GAMES),
        "/box",
        *(f"/box/{game}" for game in games),
        "/play",
        *at_tables,
    )


def _write_page(client: FlaskClient, site: Path, language: str, address: str) -> list[str]:
    """Returns the addresses of the scripts, styles and pictures on the page."""
    inside = address.strip("/")
    depth = len(inside.split("/")) if inside else 0
    text = _page(client, address, language).decode()
    place = site / language / inside / "index.html"
    _write(place, _relative(text, depth).encode())
    named = FILE.findall(text)
    later = [TABLE.sub("/later-", file) for file in named if TABLE.search(file)]
    cameras = [file for file in named if CAMERA.search(file)]
    later += [f"{file.rpartition('/')[0]}/{beside}" for file in cameras for beside in pages.OF_THE_CAMERA]
    return [*named, *later]


def _relative(page: str, depth: int) -> str:
    """The page with relative addresses: `/name` becomes `../name` one folder down."""
    page = page.replace('<link rel="manifest" href="/manifest', '<link rel="manifest" href="/../manifest')
    return ADDRESS.sub(rf"\1{'../' * depth or './'}", page)


def _page(client: FlaskClient, address: str, language: str) -> bytes:
    answer = client.get(address, headers={"Accept-Language": language})
    if answer.status_code != 200:
        raise PartsError("no_page", f"{address} answers {answer.status_code}.")
    return answer.get_data()


def _write_frame(site: Path, parts: Parts) -> None:
    """The files without a language: the entry page, the manifest, licences, and last the service worker."""
    codes = list(languages.languages())
    names = {code: texts["language.name"] for code, texts in languages.languages().items()}
    links = " ".join(f'<a href="{code}/" lang="{code}">{name}</a>' for code, name in names.items())
    _write(site / "index.html", _filled("index.html", LINKS=links))
    _write(site / "choose.js", _filled("choose.js", LANGUAGES=json.dumps(codes)))
    shutil.copyfile(pages.HERE / "static" / "icon.svg", site / "icon.svg")
    _write(site / "manifest.webmanifest", json.dumps(_manifest(), ensure_ascii=False, indent=1).encode())
    _write(site / "NOTICES.txt", _notices(parts).encode())
    write_keeper(site)


def write_keeper(site: Path) -> None:
    """The service worker, which knows all files by their content."""
    files = {path: sha256((site / path).read_bytes()).hexdigest() for path in _paths(site) if path != KEEPER}
    shells = [[pattern, shell] for shell, pattern in SHELLS.items()]
    version = sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]
    filled = _filled(KEEPER, VERSION=version, FILES=json.dumps(files), SHELLS=json.dumps(shells))
    _write(site / KEEPER, filled)


def _filled(name: str, **texts: str) -> bytes:
    filled = (WEB / name).read_text(encoding="utf-8")
    for key, text in texts.items():
        filled = filled.replace(f"%{key}%", text)
    return filled.encode()


def _manifest() -> dict[str, Any]:
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return {
        "name": "Adjudicator",
        "short_name": "Adjudicator",
        "description": "The referee for chemistry games, on this device: rules on compounds, and says why.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#12161b",
        "theme_color": "#12161b",
        "icons": [{**icon, "purpose": purpose} for purpose in ("any", "maskable")],
    }


def _notices(parts: Parts) -> str:
    """Whose work is in this folder, and under which licence."""
    lines = [
        "Adjudicator is under the MIT licence. This folder also holds, compiled and packed:",
        "",
    ]
    lines += [f"{one.label} (npm): {licence(parts.npm[one.name])}" for one in packages()]
    lines += [f"{wheel.name} (PyPI): see its licence in service.pack" for wheel in parts.wheels]
    lines += [
        "",
        "python_stdlib.zip holds Pyodide's Python modules without those that nothing here uses.",
        "service.pack holds Python packages from PyPI, each with its own licence in its dist-info folder.",
    ]
    return "\n".join(lines) + "\n"


def _paths(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _digest(folder: Path) -> str:
    digest = sha256()
    for path in _paths(folder):
        digest.update(path.encode() + b"\0" + sha256((folder / path).read_bytes()).digest())
    return digest.hexdigest()


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
