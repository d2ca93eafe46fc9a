"""Files of questions: the same bytes whatever does the work, nothing lost or doubled, bad rows marked."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from click.testing import CliRunner
from distributed import LocalCluster
from pyarrow import parquet

from adjudicator import AdjudicatorError, Formula, Tiles, Verdict, judge, judge_many, load_game, load_ruleset
from adjudicator.batch.executors import ALONE, Workforce, workforce
from adjudicator.batch.preparing import STDIN
from adjudicator.batch.questions import ROWS, Paper
from adjudicator.batch.runs import Run
from adjudicator.cli import main, progress
from tests.support import working
from tests.support.patience import PATIENCE

ASKED = ["H2O", "NaCl", "Mg(NO2)2", "Na2Cl", "FeO", "Zz9", "", "CaCl2", "NH4Cl", "K2SO4"]
COLUMNS = ["ruling", "accepted_by", "reason", "verdict_formula", "verdict_name"]


def write_csv(path: Path, rows: int) -> Path:
    chance = Random(5)
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["id", "formula", "name"])
        writer.writerows([number, chance.choice(ASKED), f'said "{number}", née α'] for number in range(rows))
    return path


def cli(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["judge", *arguments], catch_exceptions=False)
    return result.exit_code, result.output


def refused(*arguments: str) -> str:
    code, said = cli(*arguments)
    assert code == 2, said
    return said


def judged(source: Path, target: Path, force: Workforce = ALONE, **options: Any) -> bytes:
    list(Run(source, target, Paper(**options)).go(force))
    assert not target.with_name(target.name + ".parts").exists()
    return target.read_bytes()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_csv(tmp_path_factory.mktemp("asked") / "asked.csv", 4 * ROWS + 17)


@pytest.fixture(scope="module")
def ruled(asked: Path) -> bytes:
    """The result of one process."""
    return judged(asked, asked.with_name("alone.csv"))


def test_rows_and_columns_stay_and_say_what_the_judge_says(asked: Path, ruled: bytes) -> None:
    before = list(csv.reader(asked.open(encoding="utf-8", newline="")))
    after = list(csv.reader(io.StringIO(ruled.decode(), newline="")))
    assert after[0] == [*before[0], *COLUMNS]
    assert [row[:3] for row in after] == before
    for row in after[1:200]:
        verdict = dict(zip(COLUMNS, row[3:], strict=True))
        if row[1] in {"Zz9", ""}:
            assert verdict["ruling"] == "error"
            continue
        expected = judge(Formula.parse(row[1]))
        assert verdict["ruling"] == expected.ruling
        assert verdict["accepted_by"] == "+".join(expected.accepted_by)
        assert verdict["reason"] == expected.decisive.message
        assert (verdict["verdict_formula"], verdict["verdict_name"]) == (
            expected.formula,
            expected.name or "",
        )


def test_two_processes_write_the_same_bytes_also_when_one_is_killed(asked: Path, ruled: bytes) -> None:
    run = Run(asked, asked.with_name("two.csv"), Paper())
    with workforce(2) as force:
        for number, _ in enumerate(run.go(force)):
            if number == 0:
                pool = force.executor._pool  # type: ignore[union-attr]
                killed = next(iter(pool._processes.values()))
                os.kill(killed.pid, signal.SIGKILL)
        killed.join(60)
        assert force.executor.submit(abs, -3).result(timeout=60) == 3  # type: ignore[union-attr]  # also if all was done
    assert run.target.read_bytes() == ruled
    assert pool is not force.executor._pool, "the pool was not replaced: nobody was killed"  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_dask_cluster_writes_the_same_bytes_also_when_a_worker_is_killed(asked: Path, ruled: bytes) -> None:
    run = Run(asked, asked.with_name("dask.csv"), Paper())
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, workforce(cluster=cluster.scheduler_address) as force:
        for number, _ in enumerate(run.go(force)):
            if number == 0:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert run.target.read_bytes() == ruled


def test_a_process_that_dies_in_the_middle_of_an_answer_is_noticed() -> None:
    with workforce(2) as force:
        assert force.executor is not None
        with pytest.raises(AdjudicatorError) as caught:
            force.executor.submit(working.die_in_the_middle_of_an_answer).result(timeout=PATIENCE)
        assert caught.value.code == "workers_died"
        assert force.executor.submit(abs, -3).result(timeout=PATIENCE) == 3


def test_a_process_that_began_after_another_is_noticed_as_well(tmp_path: Path) -> None:
    """Regression: a pool starts its processes as work comes, and only those of the first piece were watched."""
    held = tmp_path / "held"
    held.touch()
    with workforce(2) as force:
        assert force.executor is not None
        first = force.executor.submit(working.hold, str(held))
        time.sleep(0.2)  # for whoever watches to begin
        last = force.executor.submit(working.die_in_the_middle_of_an_answer)
        with pytest.raises(AdjudicatorError) as caught:
            last.result(timeout=PATIENCE)
        assert caught.value.code == "workers_died"
        held.unlink()
        with suppress(AdjudicatorError):  # it was beside one that died each time
            first.result(timeout=PATIENCE)


def test_work_that_kills_every_process_is_an_error_and_not_a_loop() -> None:
    with workforce(2) as force:
        assert force.executor is not None
        with pytest.raises(AdjudicatorError) as caught:
            force.executor.submit(os._exit, 1).result(timeout=60)
        assert caught.value.code == "workers_died"
        assert force.executor.submit(abs, -3).result(timeout=60) == 3


# Judges as the command line does, and stands still for ever once three parts are whole: however slow the test is,
# the run is not over before it is killed.
HALTING = """
import sys, time
from adjudicator.batch import runs
from adjudicator.cli import main

write_whole = runs.write_whole

def write_three(path, data):
    write_whole(path, data)
    while path.stem == "0000002":
        time.sleep(1)

runs.write_whole = write_three
main(sys.argv[1:])
"""


def test_a_killed_run_goes_on_without_a_lost_or_doubled_row(tmp_path: Path) -> None:
    asked = write_csv(tmp_path / "many.csv", 12 * ROWS)
    target, parts = tmp_path / "ruled.csv", tmp_path / "ruled.csv.parts"
    arguments = ["judge", "--in", str(asked), "--out", str(target), "--workers", "1"]
    with subprocess.Popen([sys.executable, "-c", HALTING, *arguments], stderr=subprocess.PIPE) as running:
        while running.poll() is None and not (parts / "0000002").exists():
            time.sleep(0.01)
        assert "Another process is working" in refused(
            "--in", str(asked), "--out", str(target), "--workers", "1"
        )
        running.kill()
    assert not target.exists()
    (parts / "0000003.unfinished").write_bytes(b"half a pa")
    with (parts / "tally.jsonl").open("ab") as tally:
        tally.write(b'{"read": 12')  # a line that was cut off
    assert "another input" in refused("--in", str(asked), "--out", str(target), "--full")
    code, said = cli("--in", str(asked), "--out", str(target), "--workers", "1")
    assert code == 0
    assert "12,000 rows" in said
    assert "of them by an earlier run" in said
    assert target.read_bytes() == judged(asked, tmp_path / "alone.csv")
    assert "exists" in refused("--in", str(asked), "--out", str(target))


def test_parquet_keeps_columns_and_types(tmp_path: Path) -> None:
    table = pa.table(
        {
            "n": pa.array(range(ROWS + 50), pa.int16()),
            "tiles": ["HHO", "MgNNOOOO", None, "Qq", "NaCl"] * ((ROWS + 50) // 5),
        }
    )
    parquet.write_table(table, tmp_path / "asked.parquet")
    alone = judged(tmp_path / "asked.parquet", tmp_path / "alone.parquet", full=True)
    with workforce(2) as force:
        assert judged(tmp_path / "asked.parquet", tmp_path / "two.parquet", force, full=True) == alone
    found = parquet.read_table(tmp_path / "alone.parquet")
    assert found.select(["n", "tiles"]).equals(table)
    assert found["ruling"].to_pylist()[:5] == ["valid", "invalid", "error", "error", "valid"]
    assert found["accepted_by"].to_pylist()[4] == ["binary"]
    whole = json.loads(found["verdict"].to_pylist()[0])
    assert whole == judge("HHO").to_json()


def test_lines_of_json_keep_what_they_had(tmp_path: Path) -> None:
    lines = [
        '{"tiles": ["H", "H", "O"], "id": 7}',
        '{"formula": "MgO", "name": "mine"}',
        "NaCl",
        '"H2O"',
        "",
        "{no",
        "[1]",
    ]
    (tmp_path / "asked.jsonl").write_text("\ufeff" + "\n".join(lines), encoding="utf-8")
    data = judged(tmp_path / "asked.jsonl", tmp_path / "ruled.jsonl")
    rows = [json.loads(line) for line in data.splitlines()]
    assert [row["ruling"] for row in rows] == ["valid", "valid", "valid", "valid", "error", "error"]
    assert rows[0]["id"] == 7
    assert (rows[1]["name"], rows[1]["verdict_name"]) == ("mine", "magnesium oxide")
    assert rows[4]["question"] == "{no"
    assert rows[4]["reason"].startswith("bad_json: ")


def test_rows_of_other_widths_and_bytes_that_are_no_text_are_kept_and_marked(tmp_path: Path) -> None:
    given = b"a;question\r\n1;NaCl\r\n2\r\n3;HHO;left over\r\n\r\n\xff;Na\xffCl\r\n"
    (tmp_path / "asked.csv").write_bytes(given)
    lines = judged(tmp_path / "asked.csv", tmp_path / "ruled.csv").split(b"\r\n")
    assert lines[0] == b"a;question;ruling;accepted_by;reason;formula;name"
    assert lines[1].startswith(b"1;NaCl;valid;binary;")
    assert lines[2].startswith(b"2;;error;;ragged_row: The row has 1 cells")
    assert lines[3].startswith(b"3;HHO;error;;ragged_row: The row has 3 cells")
    assert lines[3].endswith(b";left over")
    assert lines[4].startswith(b"\xff;Na\xffCl;error;")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("q.txt", "NaCl", "ends in none of .csv"),
        ("q.csv", "a,b\n1,2\n", "There is no column 'tiles' or 'formula' or 'question'; there are: 'a', 'b'"),
        ("q.csv", "", "There is no row"),
        ("q.csv", 'tiles\n"never closed' + ("x" * 100 + "\n") * 11_000, "Is a quotation mark left open?"),
        ("q.jsonl", "x" * (1 << 21), "A line has at most"),
        ("q.parquet", "no parquet", "is not Parquet"),
    ],
)
def test_files_that_cannot_be_judged_are_refused(tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    target = tmp_path / f"out{Path(name).suffix}"
    assert said in refused("--in", str(tmp_path / name), "--out", str(target), "--workers", "1")
    assert not target.exists()


def test_what_does_not_fit_together_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.batch.executors.CONNECT", 1)
    asked = str(write_csv(tmp_path / "q.csv", 2))
    assert "go together" in refused("--in", asked)
    assert "go together" in refused("NaCl", "--in", asked, "--out", "x.csv")
    assert "give it the ending .csv" in refused("--in", asked, "--out", str(tmp_path / "x.jsonl"))
    assert "no column 'nothing'" in refused(
        "--in", asked, "--out", str(tmp_path / "x.csv"), "--column", "nothing"
    )
    assert "There is no game" in refused("--in", asked, "--out", str(tmp_path / "x.csv"), "--rules", "chess")
    unreachable = refused("--in", asked, "--out", str(tmp_path / "x.csv"), "--cluster", "tcp://127.0.0.1:1")
    assert "No Dask scheduler answers at 'tcp://127.0.0.1:1'" in unreachable
    assert "cannot be read" in refused("--in", str(tmp_path / "none.csv"), "--out", str(tmp_path / "x.csv"))


def test_a_service_that_is_no_scheduler_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.recv(1 << 16)

        Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        asked = str(write_csv(tmp_path / "q.csv", 2))
        said = refused("--in", asked, "--out", str(tmp_path / "x.csv"), "--cluster", address)
    assert f"No Dask scheduler answers at '{address}'" in said


def test_judge_many_takes_what_judge_takes(tmp_path: Path) -> None:
    asked = ["NaCl", ["Na", "Cl"], Tiles.parse("NaCl"), Formula.parse("NaCl"), {"tiles": ["Na", "Cl"]}]
    run, formula = judge("NaCl"), judge(Formula.parse("NaCl"))
    assert list(judge_many(asked)) == [run, run, run, formula, run]
    wrong = next(judge_many(iter([["Na", 11]])))
    assert isinstance(wrong, AdjudicatorError)
    assert wrong.code == "bad_question"
    ours = load_game("compoundit").editions
    text = ours.text_of(ours.current).replace('name = "reference-2"', 'name = "our-box"')
    file = tmp_path / "ours.toml"
    file.write_text(text, encoding="utf-8", newline="")
    itself = load_ruleset("compoundit:standard", file).edition
    with ThreadPoolExecutor(2) as threads:
        for edition in (text, file, str(file), itself):
            answers = list(judge_many(["NaCl"], executor=threads, edition=edition))
            assert answers == [judge("NaCl", edition=edition)], edition
            assert isinstance(answers[0], Verdict)
            assert answers[0].edition == itself.label
    assert itself.label.startswith("compoundit/our-box ")


def test_judge_many_answers_in_order_with_any_executor() -> None:
    asked = [*ASKED * 250, Formula.parse("H2O"), {"tiles": ["H", "H", "O"]}, 7]
    alone = list(judge_many(asked))
    with ThreadPoolExecutor(2) as threads:
        shared = list(judge_many(asked, executor=threads))
    assert [answer.to_json() for answer in shared] == [answer.to_json() for answer in alone]
    assert isinstance(alone[0], Verdict)
    assert alone[0].ruling == "valid"
    assert isinstance(alone[5], AdjudicatorError)
    assert alone[-1].code == "bad_question"
    with pytest.raises(AdjudicatorError):
        judge_many(asked, "chess")


def test_columns_of_pandas_and_polars_give_columns() -> None:
    asked = ["H2O", "Na2Cl", "Zz", None]
    frame = judge_many(pd.Series(asked, index=[3, 1, 4, 2]))
    assert list(frame.index) == [3, 1, 4, 2]
    assert list(frame["ruling"]) == ["valid", "invalid", "error", "error"]
    other = judge_many(pl.Series(asked))
    assert isinstance(other, pl.DataFrame)
    assert other["ruling"].to_list() == list(frame["ruling"])
    assert other["accepted_by"].to_list()[0] == frame["accepted_by"].iloc[0] == ["binary", "polyatomic"]
    assert other["reason"].to_list()[:3] == list(frame["reason"])[:3]


# --- other sources --------------------------------------------------------------------------------------------

FEW = "id,formula\n1,H2O\n2,NaCl2\n"


def few(path: Path) -> Path:
    path.write_bytes(gzip.compress(FEW.encode()) if path.suffix == ".gz" else FEW.encode())
    return path


def rulings(path: Path) -> list[str]:
    if path.suffix == ".parquet":
        return [str(ruling) for ruling in parquet.read_table(path)["ruling"].to_pylist()]
    data = path.read_bytes()
    rows = csv.DictReader(io.StringIO((gzip.decompress(data) if path.suffix == ".gz" else data).decode()))
    return [row["ruling"] for row in rows]


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz"])
@pytest.mark.parametrize("out", ["ruled.csv", "ruled.csv.gz", "ruled.parquet"])
def test_gzip_is_read_and_written_and_csv_becomes_parquet(name: str, out: str, tmp_path: Path) -> None:
    target = tmp_path / out
    code, said = cli("--in", str(few(tmp_path / name)), "--out", str(target), "--workers", "1")
    assert (code, "2 rows" in said) == (0, True), said
    assert rulings(target) == ["valid", "invalid"]
    if out == "ruled.parquet":
        assert parquet.read_table(target)["id"].to_pylist() == ["1", "2"], "as it stands in the file"


@pytest.mark.parametrize("out", ["ruled.csv", "ruled.parquet"])
def test_rows_come_from_standard_input(out: str, tmp_path: Path) -> None:
    arguments = ["judge", "--in", "-", "--out", str(tmp_path / out), "--workers", "1"]
    told = CliRunner().invoke(main, arguments, input="formula\nH2O\n", catch_exceptions=False)
    assert (told.exit_code, "1 row in" in told.output) == (0, True), told.output
    assert rulings(tmp_path / out) == ["valid"]


def test_a_first_question_is_never_taken_for_a_header(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("H2O\nNaCl2\n", encoding="utf-8")
    arguments = ["--in", str(tmp_path / "q.csv"), "--out", "-", "--workers", "1"]
    for first in ("H2O", "No", "ION", "h2o", "NaCl2x", "H2O\r"):
        said = (
            CliRunner().invoke(main, ["judge", "--in", "-", "--out", "-"], input=f"{first}\nNaCl2\n").stderr
        )
        assert "--no-header" in said, (first, said)
        assert "[header_unclear]" in said
    assert "--no-header" in refused(*arguments)
    assert [row.split(",")[1] for row in piped(b"H2O\nNaCl2\n", "-", "--no-header")] == ["valid", "invalid"]
    assert [row.split(",")[:2] for row in piped(b"No\nNaCl2\n", "-", "--header")] == [
        ["No", "ruling"],
        ["NaCl2", "invalid"],
    ]
    quoted = piped(b'"H2O"\n"NaCl2"\n', "-", "--no-header")
    assert [row.split(",")[1] for row in quoted] == ["valid", "invalid"], "not a text in JSON lines"
    assert len(piped(b"No\nNaCl2\n", "-", "--column", "No")) == 2
    assert len(piped(b"compound\nNaCl2\n")) == 2, "a word that is no formula is a header"
    assert len(piped(b"\xef\xbb\xbfformula\nNaCl2\n")) == 2


def test_empty_lines_before_the_first_row_are_no_rows() -> None:
    assert [row.split(",")[1] for row in piped(b"\n\r\nH2O\nNaCl2\n", "-", "--no-header")] == [
        "valid",
        "invalid",
    ]
    assert [row.split(",")[0] for row in piped(b"\n\nformula\nH2O\n")] == ["formula", "H2O"]
    for nothing in ("", "\n\n", "\ufeff\n"):
        answer = CliRunner().invoke(main, ["judge", "--in", "-", "--out", "-", "--no-header"], input=nothing)
        assert (answer.exit_code, "[no_rows]" in answer.stderr) == (2, True), answer.stderr


def test_columns_without_a_header_have_numbers(tmp_path: Path) -> None:
    rows = b"1;H2O\n2;NaCl2\n"
    assert [row.split(";")[:3] for row in piped(rows, "-", "--no-header", "--column", "2")] == [
        ["1", "H2O", "valid"],
        ["2", "NaCl2", "invalid"],
    ]
    (tmp_path / "q.csv").write_bytes(rows)
    target = tmp_path / "out.parquet"
    source = ["--in", str(tmp_path / "q.csv"), "--out", str(target), "--workers", "1", "--no-header"]
    assert "there are: '1', '2'" in refused(*source)
    assert cli(*source, "--column", "2")[0] == 0
    assert parquet.read_table(target).column_names[:3] == ["1", "2", "ruling"]
    assert rulings(target) == ["valid", "invalid"]
    for other in ("q.jsonl", "q.parquet"):
        parquet.write_table(pa.table({"formula": ["NaCl"]}), tmp_path / other)
        out = str(tmp_path / f"out{Path(other).suffix}")
        assert "are for CSV" in refused("--in", str(tmp_path / other), "--out", out, "--header")
    assert "are for CSV" in refused(
        "--in", str(tmp_path / "q.parquet"), "--out", str(tmp_path / "q2.csv"), "--no-header"
    )


@pytest.mark.parametrize("out", ["ruled.csv", "ruled.tsv", "ruled.csv.gz"])
@pytest.mark.parametrize("piped_in", [False, True])
def test_parquet_becomes_csv_and_csv_parquet_again(tmp_path: Path, out: str, piped_in: bool) -> None:
    table = pa.table(
        {
            "a;b;c": pa.array([1, 2, None], pa.int16()),
            "tiles": ["HHO", None, "Na,Cl"],
            "tags": [["x", "é"], [], None],
            "kind": pa.array(["p", "q", "p"]).dictionary_encode(),
            "day": pa.array([0, 1, 2], pa.date32()),
        }
    )
    parquet.write_table(table, tmp_path / "asked.parquet")
    target = tmp_path / out
    source = "-" if piped_in else str(tmp_path / "asked.parquet")
    arguments = ["judge", "--in", source, "--out", str(target), "--workers", "1"]
    data = (tmp_path / "asked.parquet").read_bytes()
    told = CliRunner().invoke(main, arguments, input=data, catch_exceptions=False)
    assert told.exit_code == 0, told.output
    text = (gzip.decompress(target.read_bytes()) if out.endswith(".gz") else target.read_bytes()).decode()
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t" if out.endswith(".tsv") else ","))
    assert [list(row.values())[:6] for row in rows] == [
        ["1", "HHO", '["x", "é"]', "p", "1970-01-01", "valid"],
        ["2", "", "[]", "q", "1970-01-02", "error"],
        ["", "Na,Cl", "", "p", "1970-01-03", "valid"],
    ]
    again = tmp_path / "again.parquet"
    assert cli("--in", str(target), "--out", str(again), "--workers", "1")[0] == 0
    found = parquet.read_table(again)
    assert found["verdict_ruling"].to_pylist() == found["ruling"].to_pylist() == ["valid", "error", "valid"]
    assert found["tiles"].to_pylist() == ["HHO", "", "Na,Cl"]


def test_a_single_column_of_parquet_loses_no_row_as_csv(tmp_path: Path) -> None:
    """Nothing in the only cell of a row is a row with an error, not an empty line; its name may be a symbol."""
    parquet.write_table(pa.table({"No": ["H2O", None, "", "MgO"]}), tmp_path / "q.parquet")
    target = tmp_path / "q.tsv"
    assert cli("--in", str(tmp_path / "q.parquet"), "--out", str(target), "--workers", "1")[0] == 0
    rows = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8")), delimiter="\t"))
    assert [row[:2] for row in rows] == [
        ["No", "ruling"],
        ["H2O", "valid"],
        ["", "error"],
        ["", "error"],
        ["MgO", "valid"],
    ]


def piped(rows: bytes, source: str = "-", *more: str) -> list[str]:
    """What standard output gets, without the summary."""
    arguments = ["judge", "--in", source, "--out", "-", "--workers", "1", *more]
    told = CliRunner().invoke(main, arguments, input=rows, catch_exceptions=False)
    assert (told.exit_code, "row" in told.stderr) == (0, True), told.output
    return told.stdout_bytes.decode().splitlines()


def test_rows_go_to_standard_output_as_they_came(tmp_path: Path) -> None:
    ruled = ["id,formula,ruling", "1,H2O,valid", "2,NaCl2,invalid"]
    named = few(tmp_path / "rows.csv.gz")
    for rows, source in ((FEW.encode(), "-"), (gzip.compress(FEW.encode()), "-"), (b"", str(named))):
        found = piped(rows, source, "--json")
        assert [",".join(line.split(",")[:3]) for line in found] == ruled
    for line in (b'{"tiles": "NaCl"}\n', b'"NaCl"\n'):
        assert [json.loads(answer)["ruling"] for answer in piped(2 * line)] == ["valid"] * 2
    assert len(piped(b'"formula"\n"NaCl"\n"NaCl2"\n')) == 3, "the head of a CSV may be quoted"


def test_what_came_from_standard_input_goes_on_if_it_is_the_same(tmp_path: Path) -> None:
    """Name and time do not matter, only the content."""
    first, second, other = (tmp_path / name for name in ("first.csv", "second.csv", "other.csv"))
    for path in (first, second):
        few(path)
    other.write_text(FEW.replace("H2O", "HHO"), encoding="utf-8")
    found = [
        Run(STDIN, tmp_path / "out.csv", Paper(), None, path).identity() for path in (first, second, other)
    ]
    assert found[0] == found[1] != found[2]


def test_what_is_no_gzip_and_what_cannot_be_converted_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.csv.gz").write_text(FEW, encoding="utf-8")
    out = str(tmp_path / "ruled.csv")
    assert "is not gzip" in refused("--in", str(tmp_path / "rows.csv.gz"), "--out", out)
    (tmp_path / "rows.jsonl").write_text('"H2O"\n', encoding="utf-8")
    assert (
        "is not gzip"
        in CliRunner()
        .invoke(main, ["judge", "--in", "-", "--out", "-"], input=gzip.compress(b"formula\nH2O\n")[:20])
        .stderr
    )
    assert "another format" in refused("--in", str(tmp_path / "rows.jsonl"), "--out", out)
    (tmp_path / "ragged.csv").write_text("formula,id\nH2O,1\nNaCl\n", encoding="utf-8")
    said = refused("--in", str(tmp_path / "ragged.csv"), "--out", str(tmp_path / "ruled.parquet"))
    assert "cannot become Parquet" in said


def test_an_interrupted_run_says_that_its_work_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = write_csv(tmp_path / "rows.csv", 3 * ROWS), tmp_path / "ruled.csv"

    def interrupted(steps: Any) -> Any:
        next(iter(steps))
        raise KeyboardInterrupt

    arguments = ["judge", "--in", str(source), "--out", str(target), "--workers", "1"]
    with monkeypatch.context() as patched:
        patched.setattr(progress, "followed", interrupted)
        stopped = CliRunner().invoke(main, arguments)
    assert stopped.exit_code == 130
    assert f"is kept in {target}.parts; the same command continues there" in stopped.output
    assert "Traceback" not in stopped.output
    code, said = cli(*arguments[1:])
    assert (code, f"{ROWS:,} of them by an earlier run" in said) == (0, True), said
