"""The base judges, names and plays without any extra; the error for a missing extra names the command that
installs it.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from adjudicator.extras import EXTRAS, MissingExtra, missing, told
from tools.derived import locks as lock

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = ("test", "check", "dev", "all", "reference", "bench", "reading")  # of no use to users
OPTIONAL = {
    canonicalize_name(Requirement(text).name): extra
    for extra, needs in PROJECT["optional-dependencies"].items()
    if extra not in OURS
    for text in needs
}

BARE = """
import sys
from adjudicator.extras import EXTRAS

class Lacking:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in EXTRAS else self.finder.find_spec(name, path, target)

    def __getattr__(self, name):
        return getattr(self.finder, name)

sys.meta_path[:] = map(Lacking, sys.meta_path)

import adjudicator
from adjudicator.engine import load_game, play_out
assert adjudicator.judge("MgNOONOO").ruling == "valid"
assert adjudicator.judge("SOO", "compoundit:simple-lewis").ruling == "valid"
assert "sodium hydroxide" in str(adjudicator.names("NaOH"))
assert adjudicator.check_name("NaOH", "caustic soda").answer == "right"
assert "2 H2O" in str(adjudicator.balance("H2 + O2 -> H2O"))
assert "<svg" in str(adjudicator.draw("H2O"))
assert adjudicator.known("H2O")
assert adjudicator.best_plays("MgOHH", (), count=1)
for game in ("valence-plus", "ion"):
    assert play_out(load_game(game), {}, ["random", "random"], 1).result

from click.testing import CliRunner
from adjudicator.cli import main
run = CliRunner().invoke
assert run(main, ["judge", "MgNOONOO"]).exit_code == 0
listed = run(main, ["--help"])
assert (listed.exit_code, "Needs adjudicator[web]." in listed.output) == (0, True), listed.output
for extra, command in (
    ("web", "serve --port 8000"),
    ("web", "site --out site"),
    ("web", "backup kept.sqlite"),
    ("web", "restore kept.sqlite"),
    ("web", "games list"),
    ("web", "challenges prune"),
    ("print", "print ion --out box.pdf"),
    ("bulk", "judge --in rows.parquet --out ruled.parquet"),
    ("cluster", "simulate ion --games 1 --cluster tcp://127.0.0.1:1"),
):
    told = run(main, command.split())
    assert (told.exit_code, f"pip install 'adjudicator[{extra}]'" in told.output) == (2, True), (command, told.output)
try:
    import adjudicator.training
except ImportError as error:
    assert "pip install 'adjudicator[train]'" in str(error)
else:
    raise AssertionError("there is no PettingZoo")
"""


def test_the_base_judges_names_and_plays_without_any_extra(tmp_path: Path) -> None:
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    done = subprocess.run(
        [sys.executable, "-c", BARE], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_installation_of_the_base_brings_nothing_of_the_extras() -> None:
    base = set(lock.closure(Requirement(text) for text in PROJECT["dependencies"]))
    assert base.isdisjoint(set(OPTIONAL) - {"markdown-it-py"})  # rich brings it
    assert len(base) < 30


def test_everything_that_an_extra_brings_is_named_by_it() -> None:
    modules = packages_distributions()
    named = {
        canonicalize_name(package): extra
        for module, extra in EXTRAS.items()
        for package in modules.get(module, ())
    }
    assert {
        package: named.get(package) for package in OPTIONAL if package in named or package != "uvloop"
    } == OPTIONAL
    assert set(EXTRAS.values()) - {*OURS} == set(OPTIONAL.values())


def test_all_has_every_extra() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert Requirement(everything).extras == set(OPTIONAL.values())


def test_an_import_that_fails_otherwise_stays_what_it_is() -> None:
    assert missing(ImportError("no name")) is None
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), told():
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(MissingExtra, match="pip install"), told():
        raise ModuleNotFoundError("No module named 'flask'", name="flask.json")
