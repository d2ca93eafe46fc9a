"""The locks hold exactly what is needed, and every command runs with nothing else importable."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.request import Request, urlopen

import click
import pytest
from packaging.requirements import Requirement

from adjudicator.cli import main
from tests.support.sampling import by_day, in_turn
from tests.support.serving import serving
from tools.derived import locks as lock

ROOT = Path.cwd()
FAT = ("jupyter", "notebook", "debugpy", "matplotlib", "scipy", "pandas", "ipython")
LAST = {"check": "mypy", "build": "hatchling"}
BALANCING = {"chempy", "sympy", "mpmath", "pyparsing"}
# One way to start each command, and its exit code.
COMMANDS: dict[str, tuple[list[str], int]] = {
    "analyse": (["fixtures/games/compoundit/verified-2.json", "--playouts", "4"], 0),
    "backup": (["copy.sqlite"], 0),
    "challenge": (["challenge.json"], 0),
    "challenges": (["prune"], 0),
    "games": (["list"], 0),
    "edition": (["show", "compoundit"], 0),
    "judge": (["CHHHCHHOH", "--rules", "compoundit:expert", "--draw", "drawn.svg"], 0),
    "practise": (["salts", "--show", "--count", "3"], 0),
    "name": (["NaOH", "--is", "caustic soda"], 0),
    "play": (["compoundit"], 0),
    "print": (["compoundit", "--out", "box.pdf"], 0),
    "reference": (["C2H6O"], 0),
    "restore": (["back-up.sqlite"], 2),  # there is none
    "rulesets": (["compoundit:standard", "--json"], 0),
    "serve": (["--help"], 0),
    "site": (["--help"], 0),
    "simulate": (["valence-plus", "--games", "1", "--players", "greedy,greedy", "--seed", "3"], 0),
}


def locked(*names: str) -> list[str]:
    found = [Requirement(pin) for name in names for pin in lock.read(name)]
    return [need.name for need in found if need.marker is None or need.marker.evaluate()]


def site_of(packages: list[str], folder: Path) -> Path:
    """A folder with only these packages and our own metadata."""
    folder.mkdir()
    for package in [*packages, "adjudicator"]:
        found = distribution(package)
        tops = {file.parts[0] for file in found.files or () if ".." not in file.parts}
        for top in tops - {"__pycache__"}:
            if not top.endswith(".pth") and not (folder / top).exists():
                (folder / top).symlink_to(Path(str(found.locate_file(top))))
    return folder


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return environment(tmp_path_factory.mktemp("lean"), locked("run"))


def environment(folder: Path, packages: list[str]) -> dict[str, str]:
    site = site_of(packages, folder / "site")
    return {
        **{
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "ADJUDICATOR_"))
        },
        "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT, ROOT / "rulesets", ROOT / "api"))),
        "ADJUDICATOR_DATABASE_URL": f"sqlite:///{folder}/kept.sqlite",
        "HOME": str(folder),
    }


def python(
    environment: dict[str, str], *arguments: str, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """-S: without the packages of this environment."""
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        env=environment, cwd=cwd, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_the_locks_are_what_the_tool_derives() -> None:
    for name, pins in lock.derive().items():
        if find_spec(LAST.get(name, "adjudicator")) is None:  # `make test` alone does not install it
            continue
        assert list(lock.read(name)) == pins, (
            f"run python -m tools derive locks --write: locks/{name}.txt is stale"
        )


def test_every_file_that_is_installed_is_known_by_its_hash() -> None:
    """A pin without a hash would make pip refuse the whole lock, or install whatever an index offers."""
    assert {path.stem for path in lock.LOCKS.glob("*.txt")} == set(lock.derive())
    for path in lock.LOCKS.glob("*.txt"):
        text = path.read_text()
        assert [pin for pin, hashes in lock.read(path.stem).items() if not hashes] == []
        assert text.count("--hash=") == sum(len(hashes) for hashes in lock.read(path.stem).values())


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("pyarrow-20.0.0-cp311-cp311-manylinux_2_28_x86_64.whl", True),
        ("pyarrow-20.0.0-cp313-cp313t-macosx_12_0_arm64.whl", True),
        ("pyarrow-20.0.0-cp39-abi3-win_amd64.whl", True),
        ("pyarrow-20.0.0-py2.py3-none-any.whl", True),
        ("pyarrow-20.0.0.tar.gz", True),
        ("pyarrow-20.0.0-cp310-cp310-win_amd64.whl", False),
        ("pyarrow-20.0.0-pp310-pypy310_pp73-win_amd64.whl", False),
        ("pyarrow-20.0.1.tar.gz", False),
        ("pyarrow-20.0.0.exe", False),
    ],
)
def test_the_lock_has_the_files_of_a_version_for_our_pythons(file: str, wanted: bool) -> None:
    assert lock.fits(file, Requirement("pyarrow==20.0.0")) is wanted


def test_hashes_are_read_from_the_page_of_an_index() -> None:
    links = {
        "../files/chempy-0.10.2-py3-none-any.whl#sha256=" + "a" * 64: ' data-requires-python="&gt;=3.9"',
        "https://files.example/chempy-0.10.2.tar.gz#sha256=" + "b" * 64: "",
        "https://files.example/chempy-0.10.1.tar.gz#sha256=" + "c" * 64: "",
        "https://files.example/chempy-0.10.2-py312-none-any.whl": "",  # an index that gives no hash for it
    }
    shown = "<br/>".join(f'<a href="{link}"{more}>a file</a>' for link, more in links.items())
    page = f"<!DOCTYPE html><html><body>{shown}</body></html>"
    assert lock.hashes(page, "chempy==0.10.2") == ["a" * 64, "b" * 64]
    assert lock.hashes(page, "chempy==0.10.3") == []


def test_the_program_installs_lean() -> None:
    needed = list(lock.read("run"))
    assert len(needed) <= 60
    assert not [line for line in needed if line.startswith(FAT)]
    assert any(line.startswith("chempy==") for line in needed)


@pytest.mark.slow
def test_nothing_else_can_be_imported(lean: dict[str, str]) -> None:
    done = python(lean, "-c", "import scipy")
    assert "No module named 'scipy'" in done.stderr
    assert python(lean, "-c", "import rdkit, chempy").returncode == 0


def test_every_command_has_its_line() -> None:
    assert sorted(COMMANDS) == sorted(main.list_commands(click.Context(main)))


@pytest.mark.slow
@pytest.mark.parametrize("command", by_day(6, sorted(COMMANDS)))
def test_every_command_starts_with_only_what_is_locked(
    command: str, lean: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "challenge.json").write_text(
        json.dumps({"runs": ["HHO"], "player": "ann", "challenger": "bob"})
    )
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    if command in {"challenges", "backup", "games"}:
        made = "from adjudicator_api.storage import Storage; import os; Storage(os.environ['ADJUDICATOR_DATABASE_URL']).migrate()"
        assert python(lean, "-c", made).returncode == 0
    arguments, code = COMMANDS[command]
    done = python(lean, "-m", "adjudicator", command, *arguments, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_service_answers_with_only_what_is_locked(lean: dict[str, str], tmp_path: Path) -> None:
    with serving(tmp_path, flags=("-S",), **lean) as served:
        body = json.dumps({"formula": "C2H6O", "rules": "compoundit:organic"}).encode()
        asked = Request(f"{served.url}/v1/judge", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=60) as answer:
            assert json.load(answer)["ruling"] == "valid"
        for path in ("/", "/docs", "/docs/api", "/v1/structures.svg?smiles=CCO", "/metrics", "/readyz"):
            with urlopen(served.url + path, timeout=60) as answer:
                assert answer.status == 200


@pytest.mark.slow
def test_equations_are_balanced_with_only_what_is_locked(lean: dict[str, str]) -> None:
    asked = "from adjudicator.chem.reactions import balance; print(balance({0}, {1}).to_json())"
    done = python(lean, "-c", asked.format(["H2", "O2"], ["H2O"]))
    assert "2 H2 + O2 → 2 H2O" in done.stdout, done.stderr
    done = python(lean, "-c", asked.format(["C", "O2"], ["CO", "CO2"]))
    assert "one of many is 4 C + 3 O2 → 2 CO + 2 CO2" in done.stdout, done.stderr


@in_turn(3)
@pytest.mark.slow
def test_without_chempy_everything_works_equations_too(tmp_path: Path) -> None:
    without = environment(tmp_path, [name for name in locked("run") if name not in BALANCING])
    asked = "from adjudicator.chem.reactions import balance; print(balance(['H2', 'O2'], ['H2O']).equation)"
    done = python(without, "-c", asked)
    assert done.stdout == "2 H2 + O2 → 2 H2O\n", done.stderr
    for command in ("judge", "name", "simulate"):
        done = python(without, "-m", "adjudicator", command, *COMMANDS[command][0], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    done = python(
        without,
        "-c",
        "from adjudicator_api import create_app; print(create_app().test_client().get('/readyz').text)",
    )
    assert '"status":"ok"' in done.stdout, done.stderr
