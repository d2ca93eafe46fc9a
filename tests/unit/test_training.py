"""A short training of the reader of tiles; `make nightly` installs PyTorch for it."""

from __future__ import annotations

import importlib
import itertools
import re
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.__main__ import main
from tools.reading.command import FILES
from tools.reading.plans import plans

FONTS = Path(str(importlib.import_module("font_source_sans_pro").__file__)).parent


def trained(plan: str, steps: int, *others: str) -> tuple[list[float], str]:
    """What was lost, and the SHA-256 of the file of weights."""
    asked = ["train", plan, "--steps", str(steps), "--fonts", str(FONTS), *others]
    said = CliRunner().invoke(main, asked, catch_exceptions=False).output
    [made] = re.findall(r"577,788 bytes, SHA-256 (\w+)", said)  # packed, and read again
    return [float(loss) for loss in re.findall(r"loss ([\d.]+)", said)], made


@pytest.mark.nightly
def test_the_loss_falls_from_nothing() -> None:
    (first, *_, last), _ = trained("rows-anew", 51)
    assert last < first / 2


@pytest.mark.nightly
@pytest.mark.parametrize("plan", ["rows", "columns"])
def test_two_trainings_of_a_plan_that_ships_make_the_same_weights(plan: str, tmp_path: Path) -> None:
    """In small, from the shipped weights on; the second without the fonts."""
    faces = str(tmp_path / "faces.npz")
    losses, made = trained(plan, 2, "--faces", faces)
    assert max(losses) < 1  # what was learnt is kept: from nothing it is above four
    assert (losses, made) == trained(plan, 2, "--faces", faces)


def test_the_shipped_weights_are_those_that_the_plans_say_were_made() -> None:
    for name, column in (("rows", False), ("columns", True)):
        plan = plans()[name]
        assert plan.column == column
        assert sha256(FILES[column][0].read_bytes()).hexdigest() == plan.made


def test_a_plan_that_learns_on_refuses_other_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    (tmp_path / "other.bin").write_bytes(b"reader1")
    asked = CliRunner().invoke(main, ["train", "rows", "--begin", str(tmp_path / "other.bin")])
    assert asked.exit_code == 1
    assert (
        f"other.bin: rows learns on from the weights whose SHA-256 is {plans()['rows'].begin}."
        in asked.output
    )


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


@pytest.mark.nightly
def test_a_reader_that_learns_on_says_at_first_what_it_said() -> None:
    """The shipped weights have the normalisation in them; a net that learns has it beside them."""
    import torch

    from tools.reading import packing
    from tools.reading.training import unfold

    torch.manual_seed(5)
    pictures = torch.randn(6, 1, 48, 144)
    for weights, _ in FILES.values():
        net, _ = packing.unpacked(weights.read_bytes())
        with torch.no_grad():
            before = net(pictures)
        unfold(net, pictures)
        assert net.training
        with torch.no_grad():
            assert torch.allclose(net.eval()(pictures), before, atol=1e-3)
            learning = net.train()(pictures)
        assert torch.allclose(learning, before, atol=0.1)  # what is normal was taken from these pictures


def test_without_torch_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    asked = CliRunner().invoke(main, ["train", "rows", "--steps", "1"])
    assert asked.exit_code == 1
    assert "PyTorch is not installed" in asked.output


def test_fonts_that_do_not_serve_are_refused_with_what_would(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    for texts in ("ELEMENTS", "NUMBERS", "WORDS"):
        monkeypatch.setattr(f"tools.reading.faces.{texts}", ["H", "O"])  # a few, since each is drawn
    asked = CliRunner().invoke(main, ["train", "rows", "--steps", "1", "--fonts", str(tmp_path)])
    assert asked.exit_code == 1
    assert f"{tmp_path}: no font with Latin letters" in asked.output
    [font] = FONTS.rglob("SourceSansPro-Regular.ttf")
    (tmp_path / font.name).write_bytes(font.read_bytes())
    asked = CliRunner().invoke(main, ["train", "rows", "--record", "--fonts", str(tmp_path)])
    assert asked.exit_code == 1
    assert "a font is needed that is of these families: andika" in asked.output
