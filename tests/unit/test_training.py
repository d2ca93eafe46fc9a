"""A short training of the reader of tiles, on any machine that has PyTorch."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main


@pytest.mark.nightly
def test_the_loss_falls_and_two_trainings_of_a_seed_are_the_same() -> None:
    pytest.importorskip("torch")
    fonts = str(Path(str(importlib.import_module("font_source_sans_pro").__file__)).parent)

    def losses(steps: int) -> list[float]:
        asked = ["train", "--steps", str(steps), "--fonts", fonts]
        said = CliRunner().invoke(main, asked, catch_exceptions=False).output
        return [float(loss) for loss in re.findall(r"loss ([\d.]+)", said)]

    first, *_, last = losses(51)
    assert last < first / 2
    assert losses(2) == losses(2)


def test_without_torch_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    asked = CliRunner().invoke(main, ["train", "--steps", "1"])
    assert asked.exit_code == 1
    assert "PyTorch is not installed" in asked.output
