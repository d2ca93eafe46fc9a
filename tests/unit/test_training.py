"""A short training of the reader of tiles; `make nightly` installs PyTorch for it."""

from __future__ import annotations

import importlib
import itertools
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main

FONTS = Path(str(importlib.import_module("font_source_sans_pro").__file__)).parent


@pytest.mark.nightly
def test_the_loss_falls_and_two_trainings_of_a_seed_are_the_same() -> None:
    def losses(steps: int) -> list[float]:
        asked = ["train", "--steps", str(steps), "--fonts", str(FONTS)]
        said = CliRunner().invoke(main, asked, catch_exceptions=False).output
        assert "577,788 bytes" in said  # packed, and read again
        return [float(loss) for loss in re.findall(r"loss ([\d.]+)", said)]

    first, *_, last = losses(51)
    assert last < first / 2
    assert losses(2) == losses(2)


@pytest.mark.nightly
def test_at_a_tile_s_edge_both_the_tile_and_nothing_are_right() -> None:
    import torch

    from tools.reading.strips import Batch
    from tools.reading.training import lost

    tile, nothing = 0, 2
    steps = torch.tensor([[nothing, tile, tile, tile, nothing]])
    edges = torch.tensor([[False, True, False, True, False]])
    batch = Batch(torch.empty(0), torch.empty(0), torch.empty(0), steps, edges)

    def loss_of(*said: int) -> float:
        return float(lost(torch.nn.functional.one_hot(torch.tensor([said]), 3).mT * 20.0, batch))

    for right in ((2, 0, 0, 0, 2), (2, 2, 0, 2, 2), (2, 2, 0, 0, 2)):
        assert loss_of(*right) < 1e-4
    for wrong in ((2, 1, 0, 0, 2), (2, 0, 2, 0, 2), (0, 0, 0, 0, 2), (2, 2, 1, 2, 2)):
        assert loss_of(*wrong) > 1


@pytest.mark.nightly
def test_the_best_way_is_the_best_of_all_on_which_no_two_tiles_touch() -> None:
    import torch

    from tools.reading.training import best_ways

    def touch(way: tuple[int, ...]) -> bool:
        return any(one != other and 2 not in (one, other) for one, other in itertools.pairwise(way))

    scores = torch.randn(200, 3, 5, generator=torch.Generator().manual_seed(4))
    for strip, way in zip(scores, best_ways(scores).tolist(), strict=True):
        worth = {
            each: sum(float(strip[kind, step]) for step, kind in enumerate(each))
            for each in itertools.product(range(3), repeat=5)
            if not touch(each)
        }
        assert tuple(way) == max(worth, key=worth.__getitem__)


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
