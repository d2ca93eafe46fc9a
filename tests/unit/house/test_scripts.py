"""The pages' scripts keep to the width of the Python files; prettier wraps code, but neither comments nor strings."""

from __future__ import annotations

from pathlib import Path

WIDTH = 120


def test_no_line_of_a_script_is_wider_than_the_screen() -> None:
    scripts = [
        path for root in ("adjudicator", "api", "rulesets", "tests") for path in Path(root).rglob("*.*js")
    ]
    assert len(scripts) > 100
    wide = [
        f"{path}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDTH
    ]
    assert wide == []
