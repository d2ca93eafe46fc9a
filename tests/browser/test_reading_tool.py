"""`python -m tools measure reading`: what it counts of a folder of pictures, on a machine without a camera."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from tests.support.browsing import chromium
from tests.support.scenes import Scene, photographed
from tools.__main__ import main

STRIP = ["Ca", "Cl", "Cl"]
SHORT = ["Mg", "O"]


def test_the_tool_counts_what_the_page_reads(tmp_path: Path) -> None:
    """Of a strip and of a picture that is no strip, over which the frame is drawn; the second label is wrong."""
    with chromium() as browser:
        page = browser.new_page()
        photographed(page, Scene(STRIP)).save(tmp_path / "strip.png")
        photographed(page, Scene(SHORT, share=0.6)).save(tmp_path / "short.png")
    labels = [
        {"file": "strip.png", "run": STRIP},
        {"file": "short.png", "run": ["Mg", "S"], "kind": "short"},
    ]
    (tmp_path / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    asked = CliRunner().invoke(main, ["measure", "reading", str(tmp_path), "--each"], catch_exceptions=False)
    lines = asked.stdout.splitlines()
    shares = {line[:24].strip(): line[24:].split()[:5] for line in lines if "%" in line[24:]}
    assert shares["3 tiles"] == ["1", "100.0", "%", "100.0", "%"]
    assert shares["short"] == ["1", "0.0", "%", "50.0", "%"]
    assert shares["all"] == ["2", "50.0", "%", "80.0", "%"]
    assert any(line.startswith("milliseconds a strip: ") for line in lines)
    assert lines[-1].startswith("short.png: Mg S was read as Mg O (")
