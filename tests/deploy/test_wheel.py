"""A new user's path: the wheel and the source archive in an empty environment, then the first page of the docs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sampling import by_day, in_turn
from tests.support.serving import free_port
from tests.support.snippets import follow, session, write_files

ROOT = Path(__file__).parents[2]
SUPPORTED = ("3.11", "3.12", "3.13")
FIRST = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
GAMES = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
# Packages of the project in whose folder Adjudicator is used; none of them is ours.
STRANGERS = ("api", "rulesets", "seeds", "games", "tests")
ASKS = """
from adjudicator import judge, judge_many, known
print(judge("NaCl").ruling.value, len(known("C2H6O")), len(list(judge_many(["NaCl"]))))
"""
# Every page and every file that a page links to, requested from the installed service.
READ_ALL = """
from adjudicator_api import create_app
from adjudicator_api.pages import documentation, handbook
client = create_app().test_client()
assert handbook.ROOT == handbook.SHIPPED
asked = [*handbook.pages(), *handbook.files(), documentation.API]
print(len(handbook.pages()), {client.get(address).status_code for address in asked})
"""


def interpreters() -> dict[str, str]:
    """The oldest and the newest supported Python on this machine; this one is always among them."""
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
def built(index: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive and the wheel made from it, as in a package index."""
    folder, tools = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("tools")

    def run(*command: str) -> None:
        subprocess.run([str(tools / "bin" / "python"), *command], check=True, cwd=ROOT)

    subprocess.run([sys.executable, "-m", "venv", str(tools)], check=True)
    run(
        "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps", "-r", "locks/build.txt"
    )
    run("-c", f"import hatchling.build; hatchling.build.build_sdist({str(folder)!r})")
    archive = next(folder.glob("adjudicator-*.tar.gz"))
    run("-m", "pip", "-q", "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(archive))
    return folder


# The wheel for one of them every third day; the source archive nightly.
CASES = by_day(2, [pytest.param(version, "adjudicator-*.whl") for version in sorted(interpreters())]) + [
    pytest.param(version, "adjudicator-*.tar.gz", marks=pytest.mark.nightly)
    for version in sorted(interpreters())
]


@in_turn(3)
@pytest.mark.parametrize(("version", "kind"), CASES)
def test_it_installs_into_an_empty_environment_and_the_first_page_holds(
    built: Path, version: str, kind: str, tmp_path: Path
) -> None:
    home = tmp_path / "env"
    subprocess.run([interpreters()[version], "-m", "venv", str(home)], check=True)
    # Byte code is made only for what is imported: compiling all of RDKit and SymPy takes longer than the
    # rest.
    pip = str(home / "bin" / "pip")
    install = [pip, "install", "-q", "--no-deps", "--no-compile", "--disable-pip-version-check"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    package = str(next(built.glob(kind)))
    locked = ["--require-hashes", "-r", str(ROOT / "locks" / "run.txt")]
    subprocess.run([*install, *locked], check=True, env=environment)
    subprocess.run([*install, package], check=True, env=environment)
    port = free_port()
    environment |= {
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "COLUMNS": "200",
        "ADJUDICATOR_PORT": str(port),
        "ADJUDICATOR_LOG": "warning",
    }
    here = tmp_path / "anywhere"
    for stranger in STRANGERS:
        (here / stranger).mkdir(parents=True)
        (here / stranger / "__init__.py").write_text(
            f"raise RuntimeError('the other {stranger} was imported')\n"
        )

    def python(*arguments: str) -> str:
        run = subprocess.run(
            [str(home / "bin" / "python"), *arguments],
            capture_output=True, text=True, check=False, cwd=here, env=environment,
        )  # fmt: skip
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    assert follow(FIRST, here, environment, f"127.0.0.1:{port}") == ""
    (here / "session.txt").write_text(session(FIRST), encoding="utf-8")
    assert python("-m", "doctest", "session.txt") == ""
    assert python(str(ROOT / "docs" / "every_verb.py")).startswith("{'text': 'valid', ")
    loud = [str(home / "bin" / "python"), "-W", "always::ResourceWarning", "-c", ASKS]
    quiet = subprocess.run(loud, capture_output=True, text=True, check=False, cwd=here, env=environment)
    assert (quiet.stdout, quiet.stderr) == ("valid 2 1\n", "")
    assert python("-c", READ_ALL).split(" ", 1)[1] == "{200}\n"
    site = next(home.glob("lib/python*/site-packages"))
    assert (site / "adjudicator" / "py.typed").exists()
    record = next(site.glob("adjudicator-*.dist-info/RECORD")).read_text(encoding="utf-8")
    tops = {line.partition("/")[0] for line in record.splitlines() if not line.startswith("..")}
    ours = {top for top in tops if not top.endswith(".dist-info")}
    assert ours == {"adjudicator", "adjudicator_api", "adjudicator_rulesets"}, "every name is our own"
    code = "from adjudicator.engine import playable_games; print(len(playable_games()))"
    assert python("-c", code) == "5\n"

    # The page on games uses pip here.
    shutil.copytree(ROOT / "tests" / "sixth_game", tmp_path / "pick-and-trade")
    write_files(GAMES, tmp_path / "nim")
    games = [str(tmp_path / "pick-and-trade"), str(tmp_path / "nim")]
    subprocess.run([*install, *games], check=True, env=environment)
    tested = [
        pip,
        "install",
        "-q",
        "--no-compile",
        "--disable-pip-version-check",
    ]  # authors of games have pytest
    subprocess.run([*tested, "-c", str(ROOT / "constraints.txt"), "pytest"], check=True, env=environment)
    assert follow(GAMES, here, environment) == ""
    assert python("-c", code) == "7\n"
    assert (site / "pick_and_trade" / "table" / "table.js").is_file(), "what the browser shows is installed"
