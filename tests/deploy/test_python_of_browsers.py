"""Tests of the judge under the Python of the pocket edition, 3.14, with RDKit.js in place of RDKit."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from adjudicator_api.pocket.parts import _wheel, default_folder, fetch
from tests.support.sampling import at_night, in_turn

ROOT = Path(__file__).parents[2]
RUN = ROOT / "tests" / "support" / "pyodide_pytest.mjs"
# What a device does: formulas, structures, names, verdicts, and replaying whole games.
BY_DAY = (
    "test_ruleset.py",
    "test_verdict.py",
    "chem/naming/test_naming.py",
    "chem/test_formula_forms.py",
    "chem/test_skeleton.py",
    "chem/test_written.py",
    "rulesets/chemistry_monopoly/test_recorded_monopoly_games.py",
    "rulesets/ion/test_ion_rules.py",
    "rulesets/ion/test_recorded_ion_games.py",
    "rulesets/valence_plus/test_recorded_valence_games.py",
)
AT_NIGHT = (
    "engine/test_frame.py",
    "engine/test_frozen_games.py",
    "rulesets/compounded/test_recorded_compounded_games.py",
    "rulesets/compoundit/test_reasons.py",
    "rulesets/compoundit/test_recorded_games.py",
)


@in_turn(2)
@pytest.mark.parametrize("files", [BY_DAY, *at_night(AT_NIGHT)], ids=len)
def test_the_judge_passes_its_tests_under_python_3_14(files: tuple[str, ...]) -> None:
    parts = fetch(default_folder())
    folders = [parts.npm["pyodide"], parts.npm["@rdkit/rdkit"], ROOT, sysconfig.get_paths()["purelib"]]
    wheel = _wheel("hypothesis", parts.folder)
    done = subprocess.run(
        ["node", str(RUN), *map(str, folders), str(wheel), *(f"tests/unit/{file}" for file in files)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert done.stdout.startswith("Python 3.14.")
    (passed,) = re.findall(r"^(\d+) passed", done.stdout, re.MULTILINE)
    assert int(passed) > 100
