"""`python -m tools measure reading`: what it counts of a folder of pictures, on a machine without a camera."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.support.browsing import chromium
from tests.support.sampling import in_turn
from tests.support.scenes import Scene, photographed
from tools.__main__ import main

STRIP = ["Ca", "Cl", "Cl"]
SHORT = ["Mg", "O"]


@in_turn(3)
def test_the_tool_counts_what_the_page_reads(tmp_path: Path) -> None:
    """Of a strip and of a picture that is no strip, over which the frame is drawn; the second label is wrong."""
    with chromium() as browser:
        page = browser.new_page()
        photographed(page, Scene(STRIP)).save(tmp_path / "strip.png")
        photographed(page, Scene(SHORT, share=0.6)).save(tmp_path / "short.png")
    labels = [
        {"file": "strip.png", "run": STRIP},
        {"file": "nickel.png", "run": ["Mg"] * 5 + ["Ni"], "kind": "of another box"},
        {"file": "short.png", "run": ["Mg", "S"], "kind": "short"},
    ]
    (tmp_path / "nickel.png").write_bytes((tmp_path / "strip.png").read_bytes())
    asked = measured(tmp_path, labels)
    lines = asked.stdout.splitlines()
    shares = {line[:24].strip(): line[24:].split()[:5] for line in lines if "%" in line[24:]}
    assert shares["3 tiles"] == ["1", "100.0", "%", "100.0", "%"]
    assert shares["short"] == ["1", "0.0", "%", "50.0", "%"]
    assert shares["of another box"] == ["1", "0.0", "%", "0.0", "%"]
    assert shares["all"][:3] == ["3", "33.3", "%"]
    assert any(line.startswith("milliseconds a strip: ") for line in lines)
    assert lines[-1].startswith("short.png: Mg S was read as Mg O (")
    assert asked.stderr.splitlines()[0] == "nickel.png cannot be read whole: the box has no 5 × Mg, 1 × Ni"
    assert lines[-2].startswith("nickel.png: ")


def measured(folder: Path, labels: Any) -> Result:
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return CliRunner().invoke(main, ["measure", "reading", str(folder), "--each"], catch_exceptions=False)


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ({"file": "missing.png", "run": ["Mg"]}, "missing.png is no picture that can be opened."),
        ({"file": "empty.png", "run": ["Mg"]}, "empty.png is no picture that can be opened."),
        ({"file": "cut.png", "run": ["Mg"]}, "cut.png is no picture that can be opened."),
        ({"file": "whole.png", "run": "MgO"}, '{"file": "whole.png", "run": "MgO"} is no label; one is'),
        ({"file": "whole.png", "run": [12]}, "is no label; one is"),
        ({"file": 1, "run": ["Mg"]}, "is no label; one is"),
        (["whole.png", "Mg"], "is no label; one is"),
        ("whole.png", "is no label; one is"),
    ],
)
def test_a_label_that_does_not_serve_is_named(tmp_path: Path, label: Any, said: str) -> None:
    Image.effect_noise((96, 48), 50).save(tmp_path / "whole.png")
    content = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(content[: len(content) // 2])
    (tmp_path / "empty.png").touch()
    asked = measured(tmp_path, [label])
    assert asked.exit_code == 1
    assert said in asked.output


def test_a_list_without_a_label_is_refused(tmp_path: Path) -> None:
    asked = measured(tmp_path, [])
    assert asked.exit_code == 1
    assert "labels.json lists no picture" in asked.output


def test_a_picture_that_the_browser_cannot_show_is_named(tmp_path: Path) -> None:
    """The first of all, when the page still says that there is no camera."""
    Image.effect_noise((96, 48), 50).save(tmp_path / "run.tiff")
    asked = measured(tmp_path, [{"file": "run.tiff", "run": []}])
    assert asked.exit_code == 1
    assert "run.tiff: This file is no picture that the browser can show." in asked.output
