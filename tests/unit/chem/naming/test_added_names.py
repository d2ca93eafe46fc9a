"""Names that an operator adds for a school (V-NAME)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from adjudicator.chem.naming import added_names, check, names
from adjudicator.chem.naming.knowledge.added import VARIABLE
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = """
[[name]]
formula = "NaHCO3"
names = ["cook's soda", "bread soda"]
"""


def forget() -> None:
    """A service reads the file once; here everything that depends on it is read again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("adjudicator.chem.naming."):
            for value in list(vars(module).values()):
                getattr(value, "cache_clear", int)()


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    file = tmp_path / "names.toml"
    file.write_text(FILE, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(file))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("school")
def test_V_NAME_an_added_name_is_right() -> None:
    assert check("NaHCO3", "Cook's soda").answer == "right"
    assert check("Na2CO3", "cook's soda").answer == "wrong"
    assert names("NaHCO3")[0] == "sodium hydrogen carbonate"


def test_V_NAME_without_the_file_nobody_knows_it() -> None:
    assert check("NaHCO3", "cook's soda").answer == "unresolved"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[name", "cannot be read"),
        ("x = 1", "nothing but [[name]] tables"),
        ('[[name]]\nformula = "NaCl"', "name 1 needs formula and names"),
        ('[[name]]\nformula = "Xx2"\nnames = ["a"]', "name 1: 'Xx2'"),
        ('[[name]]\nformula = "NaCl"\nnames = []', "names is a list of texts"),
    ],
)
def test_a_bad_file_is_refused_with_its_faults(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "names.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(AdjudicatorError) as refused:
        added_names({VARIABLE: str(file)})
    assert refused.value.code == "bad_names"
    assert said in refused.value.message


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(AdjudicatorError, match="cannot be read"):
        added_names({VARIABLE: "/nowhere/names.toml"})
