"""A short training of the reader of tiles, on any machine that has PyTorch."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main

FONTS = Path(str(importlib.import_module("font_source_sans_pro").__file__)).parent


@pytest.mark.nightly
def test_the_loss_falls_and_two_trainings_of_a_seed_are_the_same() -> None:
    pytest.importorskip("torch")

    def losses(steps: int) -> list[float]:
        asked = ["train", "--steps", str(steps), "--fonts", str(FONTS)]
        said = CliRunner().invoke(main, asked, catch_exceptions=False).output
        assert "587,112 bytes" in said  # packed, and read again
        return [float(loss) for loss in re.findall(r"loss ([\d.]+)", said)]

    first, *_, last = losses(51)
    assert last < first / 2
    assert losses(2) == losses(2)


def test_without_torch_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    asked = CliRunner().invoke(main, ["train", "--steps", "1"])
    assert asked.exit_code == 1
    assert "PyTorch is not installed" in asked.output


def test_fonts_that_do_not_serve_are_refused_with_what_would(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    for texts in ("ELEMENTS", "NUMBERS", "WORDS"):
        monkeypatch.setattr(f"tools.reading.faces.{texts}", ["H", "O"])  # a few, since each is drawn
    asked = CliRunner().invoke(main, ["train", "--steps", "1", "--fonts", str(tmp_path)])
    assert asked.exit_code == 1
    assert f"{tmp_path}: no font with Latin letters" in asked.output
    [font] = FONTS.rglob("SourceSansPro-Regular.ttf")
    (tmp_path / font.name).write_bytes(font.read_bytes())
    asked = CliRunner().invoke(main, ["train", "--record", "--fonts", str(tmp_path)])
    assert asked.exit_code == 1
    assert "a font is needed that is of these families: andika" in asked.output
