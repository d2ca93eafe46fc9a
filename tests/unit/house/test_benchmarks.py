"""Ratios of a run are kept, a line for each commit and measure, only when that is asked for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import harness, table
from benchmarks.harness import Part, Row
from tools.files import ROOT

ROWS = [Row("a time", "3 µs"), Row("  ours beside theirs", "2.50×", 2.5)]


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "history.csv"
    path.write_text("commit,measure,ratio\nold,part: ours beside theirs,9\nnow,part: ours beside theirs,8\n")
    monkeypatch.setattr(table, "HISTORY", path)
    monkeypatch.setattr(harness, "parts", lambda: [Part("part", "A part", lambda: ROWS)])
    monkeypatch.setattr(harness, "calibration", lambda: 1.0)
    described = subprocess.CompletedProcess([], 0, "now\n", "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: described)
    return path


def test_the_ratios_of_a_commit_replace_what_it_had(history: Path) -> None:
    said = CliRunner().invoke(table.bench, ["part", "--write"])
    assert said.exit_code == 0, said.output
    assert "  a time                                                      3 µs\n" in said.output
    assert history.read_text().splitlines()[1:] == [
        "old,part: ours beside theirs,9",
        "now,part: ours beside theirs,2.5",
    ]


def test_without_write_nothing_is_kept_and_a_quick_run_never_is(history: Path) -> None:
    before = history.read_text()
    assert CliRunner().invoke(table.bench, []).exit_code == 0
    refused = CliRunner().invoke(table.bench, ["--quick", "--write"])
    assert refused.exit_code == 2
    assert "mean nothing" in refused.output
    unknown = CliRunner().invoke(table.bench, ["nonsense"])
    assert unknown.exit_code == 2
    assert "'nonsense' is not one of part" in unknown.output
    assert history.read_text() == before


def test_a_peer_is_compared_input_by_input() -> None:
    times = {"ours": [1.0, 2.0, 4.0], "theirs": [3.0, 4.0, 20.0]}
    row = harness.against("theirs", times, "ours")
    assert (row.label, row.ratio) == ("theirs, beside ours", 3.0)
    assert row.figure.startswith("3.00× ours")
    assert harness.against("another", times, "ours") == Row("another", harness.NOT_INSTALLED)


def test_the_history_in_the_repository_has_one_ratio_for_each_commit_and_measure() -> None:
    head, *lines = (ROOT / "benchmarks/history.csv").read_text(encoding="utf-8").splitlines()
    assert head == "commit,measure,ratio"
    keys = [line.rpartition(",")[0] for line in lines]
    assert len(keys) == len(set(keys))
    assert all(float(line.rpartition(",")[2]) > 0 for line in lines)
